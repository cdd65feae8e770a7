"""Triangular arrays: limits and remainders against values of single rows."""

from __future__ import annotations

import pytest
from sympy import Rational, exp, oo, simplify, sqrt

from fdp_sym.compose.arrays import TriangularArray
from fdp_sym.compose.band import within_shift
from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.symbols import integer, mu
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace, Logistic

n = integer("n", 4)


def arrays() -> list[TriangularArray]:
    return [
        TriangularArray([(EpsDelta(1 / sqrt(n)), n)], n),
        TriangularArray([(EpsDelta(2 / sqrt(n)), n), (Gaussian(1 / sqrt(n)), 2 * n)], n),
        TriangularArray([(Gaussian(Rational(3, 2) / sqrt(n)), n)], n),
        TriangularArray([(Laplace(Rational(1, 2) / sqrt(n)), 3 * n)], n),
    ]


@pytest.mark.parametrize("array", arrays(), ids=str)
def test_sums_stay_within_their_remainders(array: TriangularArray) -> None:
    for condition in array.conditions:
        for row in (4, 9, 100, 10**4, 10**8):
            if row >= array.first:
                gap = (condition.value - condition.limit).subs(n, row).evalf(60)
                assert abs(gap) <= (condition.coefficient / sqrt(row)).evalf(60) + 10**-40


@pytest.mark.parametrize("array", arrays(), ids=str)
def test_the_limit_is_that_of_the_theorem(array: TriangularArray) -> None:
    """K and s^2 by evaluating a far row; s^2 = 2K."""
    kl, largest, squares, cubes = (c.value.subs(n, 10**16).evalf(60) for c in array.conditions)
    assert abs(2 * kl - squares) < 1e-7
    assert abs(squares - array.limit.mu**2) < 1e-7  # type: ignore[attr-defined]
    assert largest < 1e-7
    assert cubes < 1e-6


def test_symbols_are_kept() -> None:
    array = TriangularArray([(EpsDelta(mu / sqrt(n), 2 / n), n)], n)
    assert array.limit == Gaussian(mu) @ EpsDelta(0, 1 - exp(-2))
    assert simplify(array.conditions[0].limit - mu**2 / 2) == 0


def test_rows_are_within_the_rate_and_far_better() -> None:
    array = TriangularArray([(EpsDelta(1 / sqrt(n), 1 / (2 * n)), n)], n)
    assert array.verify([4, 1024]).status is Status.CERTIFIED
    assert array.row(4) == EpsDelta("1/2", "1/8") ** 4
    assert within_shift(array.row(64), array.limit, "1/100").status is Status.CERTIFIED
    assert within_shift(array.row(64), array.limit, "1/10000").status is Status.REFUTED


def test_the_rate_tends_to_zero_and_says_from_where() -> None:
    rate = TriangularArray([(Laplace(1 / sqrt(n)), n)], n).rate
    assert rate.coefficient.is_finite
    assert 1 <= rate.first < oo


@pytest.mark.parametrize(
    "factors",
    [
        [],
        [(EpsDelta(1 / n), n)],  # epsilon of another order
        [(EpsDelta(1 / sqrt(n)), n**2)],
        [(EpsDelta(1 / sqrt(n), 1 / n**2), n)],
        [(Logistic(1 / sqrt(n)), n)],
        [EpsDelta(1 / sqrt(n))],
    ],
)
def test_other_shapes_are_refused(factors: list) -> None:
    with pytest.raises(DomainError):
        TriangularArray(factors, n)


def test_nothing_but_slack_has_no_gaussian_rate() -> None:
    with pytest.raises(HypothesisError, match="s = 0"):
        _ = TriangularArray([(EpsDelta(0, 1 / n), n)], n).rate


@pytest.mark.parametrize("row", [0, -1, "1/2", n])
def test_rows_are_positive_whole_numbers(row: object) -> None:
    with pytest.raises(DomainError, match=r"row n = .*: allowed are whole numbers n >= 1"):
        TriangularArray([(EpsDelta(1 / sqrt(n)), n)], n).row(row)  # type: ignore[arg-type]
