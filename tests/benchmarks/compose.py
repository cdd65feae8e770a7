"""Print what exact products cost.

``python tests/benchmarks/compose.py``. Nothing is asserted: figures are of one run on this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sympy import Rational, log

from fdp_sym.symbols import epsilon
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace, PiecewiseLinear, from_pair

HALVES = EpsDelta(log(Rational(3, 2)))
THREE = PiecewiseLinear([(0, 1), ("1/7", "2/5"), ("3/5", "1/9"), (1, 0)])
LATTICE = from_pair(["1/5", "3/5", "1/5", 0], ["2/5", "3/10", "1/5", "1/10"])
MANY = [
    from_pair([Rational(k * i + 1, s) for i in range(100)], [Rational(1, 100)] * 100)
    for k, s in ((1, 5050), (2, 10000))
]


def seconds(job: Callable[[], Any], repeat: int = 3) -> float:
    """The best of a few rounds: load only ever adds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best


JOBS: list[tuple[str, Callable[[], Any]]] = [
    ("f_(log 3/2, 0) ** 1000: all 1002 breakpoints", lambda: list((HALVES**1000).breakpoints)),
    ("   its value at 1/3, exactly", lambda: (HALVES**1000)("1/3")),
    ("   its table of doubles, one value", lambda: (HALVES**1000)(0.2)),
    ("   as a piecewise-linear function", lambda: (HALVES**1000).as_piecewise_linear()),
    ("f_(1, 0) ** 1000: a value to 30 digits", lambda: (EpsDelta(1) ** 1000).enclose("1/10")),
    ("f_(eps, 0) ** 1000: one breakpoint", lambda: (EpsDelta(epsilon) ** 1000).breakpoints[400]),
    ("three pieces ** 139: 9870 ratios", lambda: THREE**139),
    ("a lattice ** 1000: 2001 ratios", lambda: LATTICE**1000),
    ("100 pieces times 100 pieces: 6172 ratios", lambda: MANY[0] @ MANY[1]),
    (
        "f_(1, 0) ** 100 @ G_1/2: 100 floats",
        lambda: (EpsDelta(1) ** 100 @ Gaussian("1/2"))([0.1] * 100),
    ),
    ("Laplace(1) ** 10**30 @ Gaussian(1/2)", lambda: Laplace(1) ** 10**30 @ Gaussian("1/2")),
]


def main() -> None:
    for name, job in JOBS:
        print(f"{name:48} {seconds(job) * 1e3:9.1f} ms")


if __name__ == "__main__":
    main()
