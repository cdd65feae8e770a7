"""Print what certified profiles of Poisson-subsampled Gaussians cost, to 30 digits.

``python tests/benchmarks/transform.py``. Nothing is asserted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fdp_sym import Gaussian, SubsampledGaussian
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value


def _sampled(sigma: Any, q: Any, k: int, direction: str = "remove") -> list[tuple[Any, int]]:
    return [(SubsampledGaussian(sigma, q, direction=direction), k)]


ROWS: list[tuple[str, Callable[..., Any], list[tuple[Any, int]], Any]] = [
    ("sigma 1, q 1/100, k 1000: delta(1)", enclose_delta, _sampled(1, "1/100", 1000), 1),
    ("sigma 1, q 1/100, k 10^6: delta(50)", enclose_delta, _sampled(1, "1/100", 10**6), 50),
    ("sigma 1, q 1/100, k 1000: eps(1e-6)", enclose_epsilon, _sampled(1, "1/100", 1000), "1e-6"),
    ("sigma 1, q 1/100, k 1000: f(1/100)", enclose_value, _sampled(1, "1/100", 1000), "1/100"),
    ("sigma 1, q 1/1000, k 10^5: delta(1)", enclose_delta, _sampled(1, "1/1000", 10**5), 1),
    ("sigma 4/5, q 1/100, k 10: delta(1)", enclose_delta, _sampled("4/5", "1/100", 10), 1),
    ("sigma 4/5, q 1/100, k 10: eps(1e-6)", enclose_epsilon, _sampled("4/5", "1/100", 10), "1e-6"),
    ("sigma 1, q 1/1000, k 2: delta(1/10)", enclose_delta, _sampled(1, "1/1000", 2), "1/10"),
    ("sigma 1, q 1/1000, k 100: delta(1/2)", enclose_delta, _sampled(1, "1/1000", 100), "1/2"),
    ("the same, add, k 30: delta(1/10)", enclose_delta, _sampled(1, "1/100", 30, "add"), "1/10"),
    ("the same, add, k 1000: delta(1)", enclose_delta, _sampled(1, "1/100", 1000, "add"), 1),
    (
        "sigma 1, q 1/100, k 100 @ Gaussian(1/2): delta(1)",
        enclose_delta,
        [*_sampled(1, "1/100", 100), (Gaussian("1/2"), 1)],
        1,
    ),
]


def main() -> None:
    # what is imported and compiled once is not part of any row
    enclose_delta(_sampled(2, "1/2", 100), 1, 5)
    for name, function, factors, point in ROWS:
        start = time.perf_counter()
        ball = function(factors, point)
        seconds = time.perf_counter() - start
        print(f"{name:<50}{seconds:8.3f} s  {ball.decimal(30):<38}{ball.route}")


if __name__ == "__main__":
    main()
