"""Print what several processes save on the main job, what cannot be shared, and the memory taken.

``python tests/benchmarks/scale.py [--jobs N] [--vectors FAMILY …] --full``. Nothing is asserted.
It takes minutes, on an idle machine: the runs are compared by the clock on the wall. Memory is the
peak of resident pages (Linux only), which processes that were forked from one share in part.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ALONE = """
import json, resource, sys, time
def clock():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
parts, start = {"start of Python": clock()}, clock()
def stop(name):
    global start
    parts[name], start = clock() - start, clock()
import sympy
stop("import sympy")
from fdp_sym.theorems.runner import ancestors, loaded
from fdp_sym.theorems.digest import entry_digest
from fdp_sym.theorems.fingerprint import suite_fingerprint
stop("import of the runner")
suite_fingerprint()
stop("fingerprint")
entries = loaded().entries
stop("load of the suite")
for entry in entries.values():
    entry_digest(entry, entries)
stop("digests")
print(json.dumps(parts))
"""


class Peaks(threading.Thread):
    """The peak memory of a process and of each process below it, in MB."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.peaks, self.over = pid, dict[int, float](), threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.1):
            for pid in self.tree():
                try:
                    status = Path(f"/proc/{pid}/status").read_text()
                    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
                except (OSError, LookupError):
                    continue
                self.peaks[pid] = max(peak, self.peaks.get(pid, 0))

    def tree(self) -> list[int]:
        below: dict[int, list[int]] = {}
        for place in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(place.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            below.setdefault(parent, []).append(int(place.parent.name))
        found = [self.pid]
        for pid in found:
            found += below.get(pid, [])
        return found


def run(*arguments: str) -> tuple[float, str]:
    """Seconds on the wall of one command, and the peaks of memory."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "fdp_sym", *arguments], stdout=subprocess.DEVNULL
    )
    peaks = Peaks(process.pid)
    peaks.start()
    code = process.wait()
    elapsed = time.perf_counter() - start
    peaks.over.set()
    peaks.join()
    if code:
        raise SystemExit(f"{' '.join(arguments)} ended with {code}")
    own = peaks.peaks.pop(process.pid, 0)
    others = ", ".join(f"{peak:.0f}" for peak in sorted(peaks.peaks.values(), reverse=True))
    return elapsed, f"{own:.0f} MB" + (f", others {others} MB" if others else "")


def schedule(seconds: Sequence[float], jobs: int) -> float:
    """When the last of the tasks is done, if they begin in this order."""
    free = [0.0] * jobs
    for took in seconds:
        heapq.heapreplace(free, free[0] + took)
    return max(free)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--vectors", nargs="+", default=["geometric"], metavar="FAMILY")
    parser.add_argument(
        "--full", action="store_true", help="run the main job and a build, not only its beginning"
    )
    options = parser.parse_args()
    jobs = str(options.jobs)

    alone = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, check=True)
    parts = json.loads(alone.stdout)
    for name, took in parts.items():
        print(f"{name:<32} {took:8.2f} s of CPU", flush=True)
    if not options.full:
        return

    with tempfile.TemporaryDirectory() as ledger:
        one, memory = run("verify", "--ledger", ledger, "--jobs", "1")
        print(f"verify, cold, one process        {one:8.2f} s    {memory}", flush=True)
        results = [json.loads(p.read_text()) for p in Path(ledger).glob("[!=]*.json")]
        took = [r["result"]["seconds"] for r in results]
        longest, total = sorted(took, reverse=True), sum(took)
        print(
            f"{len(took)} entries                      {total:8.2f} s    longest {longest[0]:.2f} s"
        )
        for name, order in (("as they come", took), ("longest first", longest)):
            end = schedule(order, options.jobs)
            print(f"shared among {jobs}, {name:<15} {end:8.2f} s    {total / end:.2f}x", flush=True)
        again, memory = run("verify", "--ledger", ledger, "--jobs", jobs, "--fresh")
        print(
            f"verify again, {jobs} processes       {again:8.2f} s    {one / again:.2f}x    {memory}"
        )
    with tempfile.TemporaryDirectory() as ledger:
        cold, memory = run("verify", "--ledger", ledger, "--jobs", jobs)
        print(
            f"verify, cold, {jobs} processes       {cold:8.2f} s    {one / cold:.2f}x    {memory}"
        )
    for family in options.vectors:
        for number in ("1", jobs):
            with tempfile.TemporaryDirectory() as folder:
                build = ("vectors", "build", "--families", family, "--output", folder)
                elapsed, memory = run(*build, "--jobs", number)
                print(f"vectors of {family}, {number} processes   {elapsed:8.2f} s    {memory}")


if __name__ == "__main__":
    main()
