"""Print what starting up and the main job cost, each as a median of one run on this machine.

``python tests/benchmarks/start_up.py [--repeat N] [--verify]``. Nothing is asserted: the
figures are read beside ``import sympy``, measured in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time


def seconds(*arguments: str) -> float:
    """Wall-clock time of one run of this interpreter."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    elapsed = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return elapsed


def measure_import(module: str, repeat: int) -> float:
    """Median time of importing ``module``, without the interpreter's own start."""
    empty = statistics.median(seconds("-c", "pass") for _ in range(repeat))
    return statistics.median(seconds("-c", f"import {module}") for _ in range(repeat)) - empty


def measure_verify(ledger: str, *options: str) -> float:
    """Time of the main job with the given ledger."""
    return seconds("-m", "fdp_sym", "verify", "--ledger", ledger, *options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs per median (default 5)")
    parser.add_argument(
        "--verify", action="store_true", help="the main job too: cold, current, and in one process"
    )
    options = parser.parse_args()
    repeat = options.repeat

    for module in ("sympy", "fdp_sym"):
        print(f"import {module:<8} {1000 * measure_import(module, repeat):8.1f} ms", flush=True)
    if not options.verify:
        return
    with tempfile.TemporaryDirectory() as ledger:
        print(f"verify, cold                {measure_verify(ledger):8.2f} s", flush=True)
        current = statistics.median(measure_verify(ledger) for _ in range(repeat))
        print(f"verify, current ledger      {current:8.2f} s", flush=True)
    with tempfile.TemporaryDirectory() as ledger:
        print(f"verify, cold, one process   {measure_verify(ledger, '--jobs', '1'):8.2f} s")


if __name__ == "__main__":
    main()
