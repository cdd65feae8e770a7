"""Print what certified values of compositions cost, from the mechanism to 30 digits.

``python tests/benchmarks/oracle.py``. Nothing is asserted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from sympy import Rational, log, sqrt

from fdp_sym.amplify import SubsampledLaplace
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Laplace,
    Logistic,
    Staircase,
    from_pair,
)

Row = tuple[str, Callable[..., Any], list[tuple[Any, int]], Any]
# what has no exact route: its relative width is a number of digits that is asked for
Bracket = tuple[str, Callable[..., Any], list[tuple[Any, int]], Any, int]

response = EpsDelta("1/10")
many = [(EpsDelta(Rational(20 + i, 1000), Rational(1, 10**6)), 1) for i in range(100)]
rng = random.Random(1)
uneven = [
    (EpsDelta(Rational(rng.randint(10**5, 2 * 10**7), 10**8), Rational(1, 10**6)), 1)
    for _ in range(100)
]
many_uneven = [(EpsDelta(Rational(rng.randint(10**5, 5 * 10**6), 10**8)), 1) for _ in range(1000)]
sampled = SubsampledLaplace(1, "1/10", direction="remove")
BRACKETS: list[Bracket] = [
    ("100 uneven (eps, delta): delta(1)", enclose_delta, uneven, 1, 6),
    ("1000 uneven eps: delta(3)", enclose_delta, many_uneven, 3, 6),
    ("1000 uneven eps: eps(1e-5)", enclose_epsilon, many_uneven, "1e-5", 5),
    ("100 uneven @ Gaussian(1): delta(1)", enclose_delta, [*uneven, (Gaussian(1), 1)], 1, 30),
    ("Logistic(1)^2: delta(1)", enclose_delta, [(Logistic(1), 2)], 1, 6),
    ("sampled Laplace(1)^20: delta(1)", enclose_delta, [(sampled, 20)], 1, 5),
    (
        "Laplace(1)^3 @ DiscreteGaussian(2): delta(2)",
        enclose_delta,
        [(Laplace(1), 3), (DiscreteGaussian(2), 1)],
        2,
        6,
    ),
]
pair = from_pair(["1/2", "1/3", "1/6", 0], ["1/6", "1/6", "1/3", "1/3"])
ROWS: list[Row] = [
    ("Gaussian(1/100)^10000: eps(1e-12)", enclose_epsilon, [(Gaussian("1/100"), 10**4)], "1e-12"),
    ("RR(1/10)^1000: delta(7)", enclose_delta, [(response, 1000)], 7),
    ("RR(1/10)^1000: eps(1e-6)", enclose_epsilon, [(response, 1000)], "1e-6"),
    ("RR(1/10)^1000: f(1/3)", enclose_value, [(response, 1000)], "1/3"),
    ("RR(1/1000)^1000000: delta(1)", enclose_delta, [(EpsDelta("1/1000"), 10**6)], 1),
    ("RR(log 3)^200: delta(log 9), exact", enclose_delta, [(EpsDelta(log(3)), 200)], log(9)),
    ("100 different (eps, delta): delta(1)", enclose_delta, many, 1),
    ("Staircase(1/2, 1/3)^300: delta(3)", enclose_delta, [(Staircase("1/2", "1/3"), 300)], 3),
    ("4-outcome pair^60: delta(1)", enclose_delta, [(pair, 60)], 1),
    ("DiscreteGaussian(5)^100: delta(2)", enclose_delta, [(DiscreteGaussian(5), 100)], 2),
    ("DiscreteGaussian(5)^10000: delta(40)", enclose_delta, [(DiscreteGaussian(5), 10**4)], 40),
    ("Laplace(1/10)^1000: delta(10)", enclose_delta, [(Laplace("1/10"), 1000)], 10),
    ("Laplace(1/10)^1000: delta(50)", enclose_delta, [(Laplace("1/10"), 1000)], 50),
    ("Laplace(1/10)^100: eps(1e-6)", enclose_epsilon, [(Laplace("1/10"), 100)], "1e-6"),
    ("Laplace(1/10)^100: f(1/3)", enclose_value, [(Laplace("1/10"), 100)], "1/3"),
    (
        "Laplace(1)^100 @ Gaussian(1/2): delta(20)",
        enclose_delta,
        [(Laplace(1), 100), (Gaussian("1/2"), 1)],
        20,
    ),
    (
        "RR(1/10)^300 @ RR(sqrt(2)/10)^200: delta(1)",
        enclose_delta,
        [(response, 300), (EpsDelta(sqrt(2) / 10), 200)],
        1,
    ),
    (
        "RR(1/10)^1000 @ Gaussian(1): delta(10)",
        enclose_delta,
        [(response, 1000), (Gaussian(1), 1)],
        10,
    ),
    (
        "RR(1/10)^30 @ Laplace(1/10)^100: delta(1)",
        enclose_delta,
        [(response, 30), (Laplace("1/10"), 100)],
        1,
    ),
]


def main() -> None:
    # what is imported and compiled once is not part of any row
    enclose_delta([(EpsDelta(1), 3), (Laplace(1), 2), (Gaussian(1), 1)], 1)
    for name, function, factors, point, digits in [*((*row, 30) for row in ROWS), *BRACKETS]:
        start = time.perf_counter()
        ball = function(factors, point, digits)
        seconds = time.perf_counter() - start
        print(f"{name:<46}{seconds:8.3f} s  {ball.decimal(32):<42}{ball.route}")


if __name__ == "__main__":
    main()
