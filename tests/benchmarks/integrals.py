"""Print what enclosing the hockey-stick integral to 50 digits costs, beside plain python-flint.

``python tests/benchmarks/integrals.py [--repeat N]``. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from flint import acb, arb, ctx
from sympy import Max, Symbol, oo

from fdp_sym.balls.integrals import integrate
from fdp_sym.functions import normal_density as phi

x = Symbol("x", real=True)
STICK = Max(0, phi(x - 1) - 2 * phi(x))  # mu = 1, epsilon = log 2


def toolkit() -> str:
    return integrate(STICK, x, -oo, oo, digits=50).decimal(50)


def by_hand() -> str:
    """The same with kink, cut and precision known beforehand, and no proof of the tail."""
    with ctx.workprec(200):
        root = (arb.pi() * 2).sqrt()
        kink = arb(1) / 2 + arb(2).log()

        def f(z: acb, _: bool) -> acb:
            return ((-((z - 1) ** 2) / 2).exp() - 2 * (-z * z / 2).exp()) / root

        return acb.integral(f, kink, 17).real.str(50, radius=False)


FUNCTIONS = {"toolkit": toolkit, "by hand, tail unproved": by_hand}


def milliseconds(function: Callable[[], str]) -> float:
    start = time.perf_counter()
    function()
    return 1000 * (time.perf_counter() - start)


def cold(name: str) -> float:
    """Of the first call in a new process, imports not counted."""
    command = [sys.executable, __file__, "--first-call", name]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=9, help="runs per median (default 9)")
    parser.add_argument("--first-call", choices=FUNCTIONS, help="only print what one call costs")
    arguments = parser.parse_args()
    if arguments.first_call:
        print(milliseconds(FUNCTIONS[arguments.first_call]))
        return
    runs = range(arguments.repeat)
    print("medians, and the best of the first calls in processes of their own")
    for name, function in FUNCTIONS.items():
        first = [cold(name) for _ in runs]
        value = function()
        warm = statistics.median(milliseconds(function) for _ in runs)
        print(
            f"{name:<24} cold {statistics.median(first):6.1f} ms (best {min(first):.1f}), "
            f"warm {warm:6.1f} ms   {value}"
        )


if __name__ == "__main__":
    main()
