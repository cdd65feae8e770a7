"""Functions with a closed profile beside finite ones, against quadrature and their own values."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import mpmath as mp
import pytest

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.balls import Ball
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace, Logistic, TruncatedLaplace


def sampled_profile(x, sigma, q, add):
    """The profile of a Poisson-sampled Gaussian pair, as the integral of a positive part."""
    base = lambda t: mp.npdf(t, 0, sigma)  # noqa: E731
    mixed = lambda t: (1 - q) * base(t) + q * mp.npdf(t, 1, sigma)  # noqa: E731
    first, second = (mixed, base) if add else (base, mixed)
    level = mp.exp(-x if add else x)  # where mixed/base crosses it
    inner = (level - (1 - q)) / q
    if inner <= 0:
        return max(1 - mp.exp(x), mp.mpf(0)) if not add else mp.mpf(0)
    kink = sigma**2 * mp.log(inner) + mp.mpf(1) / 2
    far = min(kink, 0) - 12 * sigma if add else max(kink, 1) + 12 * sigma
    middle = (far + kink) / 2
    return mp.quad(lambda t: second(t) - mp.exp(x) * first(t), sorted([far, middle, kink]))


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("eps", [Fraction(1, 10), Fraction(-1, 4), Fraction(1)])
def test_sampled_gaussian_with_randomised_response(direction, eps):
    """Three randomised responses of 1/4 spread the loss over four atoms."""
    with mp.workdps(30):
        f = SubsampledGaussian(1, "1/10", direction=direction)
        growth, n = mp.exp(mp.mpf(1) / 4), 3
        expected = mp.mpf(0)
        for j in range(n + 1):
            mass = comb(n, j) * growth ** (n - j) / (1 + growth) ** n
            x = mp.mpf(eps.numerator) / eps.denominator - (n - 2 * j) / mp.mpf(4)
            expected += mass * sampled_profile(x, 1, mp.mpf(1) / 10, direction == "add")
        ball = enclose_delta([(f, 1), (EpsDelta("1/4"), n)], eps)
        assert ball.relative_width <= Fraction(1, 10**30)
        assert abs(ball.midpoint - Fraction(mp.nstr(expected, 28))) < Fraction(1, 10**20)


FUNCTIONS = [
    Logistic(1),
    TruncatedLaplace(1, 3),
    SubsampledGaussian(1, "1/10", direction="remove"),
    SubsampledGaussian(1, "1/10", direction="add"),
]


@pytest.mark.parametrize("f", FUNCTIONS)
@pytest.mark.parametrize("alpha", ["1/100", "1/3", "9/10"])
def test_a_single_function_has_its_own_values(f, alpha):
    """Inverting the tails of the profile leads back to the trade-off function."""
    value = enclose_value([(f, 1)], alpha)
    assert value.relative_width <= Fraction(1, 10**30)
    assert value.overlaps(f.enclose(alpha))


@pytest.mark.parametrize("f", FUNCTIONS)
def test_more_factors_less_privacy(f):
    alone = enclose_delta([(f, 1)], "1/10")
    both = enclose_delta([(f, 1), (EpsDelta("1/5"), 2)], "1/10")
    assert alone < both
    assert enclose_value([(f, 1), (EpsDelta("1/5"), 2)], "1/3") < enclose_value([(f, 1)], "1/3")


def test_the_mass_at_infinity_decides_about_epsilon():
    f = TruncatedLaplace(1, 3)  # 1 - f(0) = (e - 1)/(2(e^3 - 1)) = 0.0450
    factors = [(f, 1), (EpsDelta("1/10"), 5)]
    assert enclose_epsilon(factors, "0.045") == Ball(float("inf"), float("inf"))
    assert enclose_epsilon(factors, "0.046") < 2
    assert enclose_epsilon([(Logistic(1), 1)], 0) == Ball(1, 1)


@pytest.mark.parametrize(
    "factors",
    [
        [(Logistic(1), 2)],
        [(Logistic(1), 1), (Gaussian(1), 1)],
        [(Logistic(1), 1), (Laplace(1), 1)],
        [(Logistic(1), 1), (TruncatedLaplace(1, 3), 1)],
    ],
)
def test_two_of_them_are_bracketed(factors):
    """Two laws lose more privacy than either, and less than the sum of the eps would."""
    ball = enclose_delta(factors, "1/2", 3)
    assert ball.relative_width <= Fraction(1, 1000)
    assert all(ball > enclose_delta([(f, 1)], "1/2") for f, _ in factors)
