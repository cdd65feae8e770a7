"""Print what Kairouz, Oh and Viswanath's composition theorems cost.

``python tests/benchmarks/kov.py``. Nothing is asserted: figures are of one run on this machine.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import sqrt

from fdp_sym.compose.kov import bound_3_4, bound_3_5, comparison, composition, optimal
from fdp_sym.symbols import delta, epsilon

MANY = [Fraction(i + 1, 10**6 + i) for i in range(1000)]
TWO = [(sqrt(2) / 100, "1e-6", 1000), ("0.037", "1e-7", 1000)]
THIRTY = [(Fraction(1, 30) + Fraction(i, 97), 0, 1) for i in range(30)]


def seconds(job: Callable[[], Any]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def times(k: int) -> Any:
    return composition("0.01", "1e-9", k)


JOBS: list[tuple[str, Callable[[], Any]]] = [
    ("start: symbols, k = 2", lambda: list(composition(epsilon, delta, 2))),
    ("symbols, k = 100: all pairs", lambda: list(composition(epsilon, delta, 100))),
    ("k = 10^4: all pairs to 50 digits", lambda: list(times(10**4))),
    (
        "   with their bounds",
        lambda: [(e.lower, d.lower, e.upper, d.upper) for e, d in times(10**4)],
    ),
    (
        "   and as decimals",
        lambda: [(e.decimal(50), d.decimal(50)) for e, d in times(10**4)],
    ),
    ("k = 10^5: all pairs to 50 digits", lambda: list(times(10**5))),
    ("k = 10^6: all pairs to 50 digits", lambda: list(times(10**6))),
    ("k = 10^4: delta at one eps to 50 digits", lambda: times(10**4).delta(1)),
    ("k = 10^6: delta at one eps to 50 digits", lambda: times(10**6).delta(1)),
    ("k = 10^4: eps at one delta to 50 digits", lambda: times(10**4).epsilon("0.3")),
    ("k = 10^4: corners", lambda: times(10**4).vertices),
    ("bound 3.4, k = 10^6", lambda: bound_3_4("0.01", "1e-9", 10**6, "1e-6")),
    ("bound 3.5, 1000 different eps", lambda: bound_3_5(MANY, ["1e-9"] * 1000, "1e-6")),
    ("two mechanisms 1000 times each: delta", lambda: optimal(TWO).delta(1)),
    ("   eps", lambda: optimal(TWO).epsilon("0.01")),
    ("thirty different mechanisms: delta", lambda: optimal(THIRTY).delta(1)),
    ("a table of 5 rows", lambda: comparison("0.1", "1e-6", [1, 2, 10, 100, 1000], "1e-3")),
]


def main() -> None:
    for name, job in JOBS:
        print(f"{name:48} {seconds(job) * 1e3:9.1f} ms", flush=True)
    tracemalloc.start()
    pairs = [(e.lower, d.lower, e.upper, d.upper) for e, d in times(10**4)]
    print(f"memory of {len(pairs)} pairs: {tracemalloc.get_traced_memory()[1] / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
