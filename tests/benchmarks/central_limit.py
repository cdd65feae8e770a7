"""Print what the central limit theorem and its certificates cost.

``python tests/benchmarks/central_limit.py``. Nothing is asserted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sympy import Rational

from fdp_sym.compose.band import within_shift
from fdp_sym.compose.central_limit import clt
from fdp_sym.compose.edgeworth import edgeworth
from fdp_sym.compose.gaussian_limit import certified_constant, minimal_shift, shift_table
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace


def show(what: str, run: Callable[[], Any]) -> None:
    start = time.perf_counter()
    found = run()
    print(f"{what}: {time.perf_counter() - start:.3f} s   {found}")


def main() -> None:
    clt([(EpsDelta("1/11"), 10)])  # warm: SymPy and flint are loaded
    show("clt of 10^6 identical functions", lambda: clt([(EpsDelta("1/10"), 10**6)]))
    for fs in (
        [(EpsDelta("1/10"), 1000)],
        [(EpsDelta("1/10"), 100), (EpsDelta("1/5"), 10)],
        [(EpsDelta("1/10"), 100), (Gaussian(1), 1)],
        [(Laplace("1/10"), 100)],
        [(EpsDelta("1/10"), 100), (Laplace("1/10"), 10)],
    ):
        limit = clt(fs)
        show(f"verify {limit}", limit.verify)
    # against the least shift, which the general criterion does not know here
    f, g = Gaussian(1), EpsDelta(Rational(1, 32)) ** 1024
    show("the general criterion, 0.05/n", lambda: within_shift(f, g, Rational(5, 102400)))
    show("least shift, n = 4096, 20 digits", lambda: minimal_shift(1, 4096).decimal(20))
    show("table of n = 1, 2, ..., 4096", lambda: len(shift_table(1)))
    show("constant for every n up to 128", lambda: certified_constant(1, 1, 128))
    approximation = edgeworth([(EpsDelta("1/10"), 1000)], 2)
    show("error of an Edgeworth approximation", lambda: approximation.error(10).decimal(8))


if __name__ == "__main__":
    main()
