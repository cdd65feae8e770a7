"""Print what enclosing the hockey-stick integral to 50 digits costs, beside plain python-flint.

``python tests/benchmarks/integrals.py [--repeat N]``. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
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


def measure(function: Callable[[], str], repeat: int) -> tuple[float, float]:
    """Milliseconds of the first call, and the median of the others."""
    times = []
    for _ in range(repeat + 1):
        start = time.perf_counter()
        function()
        times.append(1000 * (time.perf_counter() - start))
    return times[0], statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=9, help="runs per median (default 9)")
    repeat = parser.parse_args().repeat
    for name, function in (("toolkit", toolkit), ("by hand, tail unproved", by_hand)):
        first, median = measure(function, repeat)
        print(f"{name:<24} first {first:7.1f} ms, then {median:7.1f} ms   {function()}")


if __name__ == "__main__":
    main()
