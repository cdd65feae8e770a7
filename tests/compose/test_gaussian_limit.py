"""Least shifts between powers of randomised response and the Gaussian limit, computed otherwise."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, norm
from sympy import Rational

from fdp_sym.compose.band import within_shift
from fdp_sym.compose.gaussian_limit import (
    POWERS_OF_TWO,
    GaussianRate,
    certified_constant,
    minimal_shift,
    shift_table,
)
from fdp_sym.errors import DomainError
from fdp_sym.symbols import real
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import EpsDelta, Gaussian


def by_floats(mu: float, n: int) -> float:
    """The least shift by definition: along the diagonal through each of many points of f."""
    eps = mu / math.sqrt(n)
    p = 1 / (1 + math.exp(eps))
    j = np.arange(n + 1, -1, -1)
    alpha, beta = binom.sf(j - 1, n, p), binom.cdf(j - 1, n, 1 - p)
    fine = np.linspace(0, 1, 20001)
    points = np.concatenate([alpha, fine])
    a, b = points, np.interp(points, alpha, beta)
    a, b = a[a <= b], b[a <= b]  # by symmetry one side of the diagonal is enough
    low, high = -a, 1 - b
    for _ in range(60):  # G at a + s decreases in s, b + s increases
        s = (low + high) / 2
        above = norm.cdf(norm.isf(np.clip(a + s, 0, 1)) - mu) > b + s
        low, high = np.where(above, s, low), np.where(above, high, s)
    return float(np.abs(low).max())


@pytest.mark.parametrize(
    ("mu", "n"), [("1", 1), ("1", 2), ("1", 7), ("2", 4), ("1/2", 16), ("6", 2)]
)
def test_against_the_definition(mu: str, n: int) -> None:
    found = float(minimal_shift(mu, n, 12).midpoint)
    expected = by_floats(float(Rational(mu)), n)
    assert expected <= found * (1 + 1e-9)  # the points cannot show more
    assert expected == pytest.approx(found, rel=1e-3)


def test_one_response_to_forty_digits() -> None:
    """n = 1, mu = 1: the vertex (c, c) lies on the diagonal, at distance |Phi(-1/2) - c|."""
    with mpmath.workdps(50):
        expected = abs(mpmath.ncdf(mpmath.mpf(-1) / 2) - 1 / (1 + mpmath.e))
        ball = minimal_shift(1, 1, 40)
        value = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
        assert abs(value - expected) < mpmath.mpf(10) ** -40
    assert ball.relative_width <= Rational(1, 10**40)


def test_even_n_is_half_of_the_difference_of_total_variations() -> None:
    """mu = 1, n = 64: the largest gap is at epsilon = 0."""
    with mpmath.workdps(40):
        eps, n = mpmath.mpf(1) / 8, 64
        x = mpmath.exp(eps)
        tv = (
            mpmath.fsum(
                mpmath.binomial(n, k) * (x**k - x ** (n - k)) for k in range(n // 2 + 1, n + 1)
            )
            / (1 + x) ** n
        )
        expected = (2 * mpmath.ncdf(mpmath.mpf(1) / 2) - 1 - tv) / 2
        ball = minimal_shift(1, 64, 25)
        value = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
        assert abs(value - expected) < mpmath.mpf(10) ** -25


def test_the_table() -> None:
    table = shift_table(1, [1, 16, 256])
    assert [row.n for row in table] == [1, 16, 256]
    for row in table:
        assert row.shift.relative_width <= Rational(1, 10**20)
        assert row.scaled == row.n * row.shift
    assert POWERS_OF_TWO[-1] == 4096


def test_two_routes_agree() -> None:
    """With f and G exchanged the general criterion decides, without vertices and edges."""
    f, g, least = EpsDelta(Rational(1, 3)) ** 9, Gaussian(1), minimal_shift(1, 9, 10)
    above, below = Rational(1001, 1000), Rational(999, 1000)
    verdict = within_shift(g, f, Rational(least.upper) * above)
    assert verdict.status is Status.CERTIFIED
    assert "profiles" in verdict.route
    assert within_shift(g, f, Rational(least.lower) * below).status is Status.REFUTED
    assert within_shift(f, g, Rational(least.upper) * above).status is Status.CERTIFIED


def test_constants_are_rounded_up() -> None:
    c = certified_constant(1, 1, 30, digits=4)
    largest = max((n * minimal_shift(1, n, 8)).upper for n in range(1, 31))
    assert largest <= c < largest * Rational(1001, 1000)
    assert GaussianRate(1, range(1, 31), c).verdict.status is Status.CERTIFIED
    assert GaussianRate(1, range(1, 31), c - Rational(1, 10**4)).verdict.status is Status.REFUTED


def test_a_refuted_rate_names_n_and_alpha() -> None:
    verdict = GaussianRate(1, (1, 2, 3), "0.043").verdict
    assert verdict.witness["n"] == "2"
    assert 0 < Rational(verdict.witness["alpha"]) < 1


@pytest.mark.parametrize(("mu", "n"), [(0, 1), (-1, 1), (1, 0), (1, 1.5), (1, True), (1, 10**30)])
def test_what_is_refused(mu: object, n: object) -> None:
    with pytest.raises(DomainError):
        minimal_shift(mu, n)  # type: ignore[arg-type]


@pytest.mark.parametrize("c", [0, -1, real("c")])
def test_rates_are_positive_numbers(c: object) -> None:
    with pytest.raises(DomainError, match=r"c = .*: allowed"):
        GaussianRate(1, [1], c)
