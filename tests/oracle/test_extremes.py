"""Far tails, many digits, negative eps, and published values of long compositions."""

from __future__ import annotations

from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational

from fdp_sym.amplify import SubsampledGaussian, SubsampledLaplace
from fdp_sym.balls import Ball
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian, Laplace, RandomizedResponse

NEARLY_ONE = 1 - Rational(1, 10**12)


def number(x):
    return mp.mpf(x.numerator) / x.denominator


def gaussian_profile(x, mu):
    return mp.ncdf(mu / 2 - x / mu) - mp.exp(x) * mp.ncdf(-mu / 2 - x / mu)


@pytest.mark.parametrize(("mu", "level"), [("3", "1e-300"), ("20", NEARLY_ONE), ("1/10", "1e-12")])
def test_gaussian_epsilon(mu, level):
    """The closed formula is above the level at one end and below at the other."""
    ball = enclose_epsilon([(Gaussian(mu), 1)], level)
    assert ball.relative_width <= Fraction(1, 10**30)
    with mp.workdps(700):
        goal = number(Fraction(str(level)))
        low, high = (
            gaussian_profile(number(x), number(Fraction(mu))) for x in (ball.lower, ball.upper)
        )
        assert high <= goal <= low


def response_profile(x, n, eps):
    growth = mp.exp(eps)
    terms = (
        mp.binomial(n, j) * max(mp.mpf(0), growth ** (n - j) - mp.exp(x) * growth**j)
        for j in range(n + 1)
    )
    return mp.fsum(terms) / (1 + growth) ** n


@pytest.mark.parametrize("level", ["1e-300", NEARLY_ONE])
def test_randomized_response_epsilon(level):
    """The largest loss is 1000, and has the probability 3e-137."""
    ball = enclose_epsilon([(EpsDelta(1), 1000)], level)
    assert ball.relative_width <= Fraction(1, 10**30)
    with mp.workdps(700):
        goal = number(Fraction(str(level)))
        low, high = (response_profile(number(x), 1000, mp.mpf(1)) for x in (ball.lower, ball.upper))
        assert high <= goal <= low


PRODUCTS = [
    [(Laplace(1), 40)],
    [(DiscreteGaussian(2), 100)],
    [(Laplace(1), 5), (Gaussian(1), 1)],
    [(DiscreteGaussian(1), 3), (Gaussian(2), 1), (EpsDelta("1/3"), 4)],
]


@pytest.mark.parametrize("factors", PRODUCTS)
@pytest.mark.parametrize("level", ["1e-300", "1e-40"])
def test_the_profile_at_a_far_epsilon_is_the_level(factors, level):
    ball = enclose_epsilon(factors, level, 20)
    assert ball.relative_width <= Fraction(1, 10**20)
    step = ball.upper / 10**19
    assert enclose_delta(factors, ball.lower - step, 25) > Fraction(level)
    assert enclose_delta(factors, ball.upper + step, 25) < Fraction(level)


@pytest.mark.parametrize("factors", PRODUCTS)
def test_negative_eps(factors):
    """All of these are symmetric: delta(-eps) = 1 - exp(-eps) (1 - delta(eps))."""
    for eps in (Fraction(1, 3), Fraction(4)):
        left, right = enclose_delta(factors, -eps, 25), enclose_delta(factors, eps, 25)
        with mp.workdps(50):
            shrink = Fraction(mp.nstr(mp.exp(-number(eps)), 45))
        assert abs(left.midpoint - (1 - shrink * (1 - right.midpoint))) < Fraction(1, 10**24)


def test_a_thousand_digits():
    with mp.workdps(1050):
        value = gaussian_profile(mp.mpf(1), mp.sqrt(mp.mpf(5)))
        expected = Fraction(mp.nstr(value, 1040))
    ball = enclose_delta([(Gaussian(1), 5)], 1, 1000)
    assert ball.relative_width <= Fraction(1, 10**1000)
    assert abs(ball.midpoint - expected) < Fraction(1, 10**999)
    response = enclose_delta([(RandomizedResponse("1/10", 2), 30)], "1/3", 1000)
    with mp.workdps(1050):
        value = response_profile(mp.mpf(1) / 3, 30, mp.mpf(1) / 10)
        assert abs(response.midpoint - Fraction(mp.nstr(value, 1040))) < Fraction(1, 10**999)


def test_exact_answers():
    infinite, nothing = Ball(float("inf"), float("inf")), Ball(0, 0)
    for factors in PRODUCTS:
        assert enclose_epsilon(factors, 1) == nothing
        assert enclose_value(factors, 1) == nothing
    assert enclose_epsilon(PRODUCTS[1], 0) == infinite
    assert enclose_epsilon(PRODUCTS[3], 0) == infinite
    assert enclose_epsilon(PRODUCTS[0], 0) == Ball(40, 40)
    assert enclose_delta(PRODUCTS[0], 40) == nothing


def test_published_laplace_compositions():
    """The second number is a float accountant's, good to 1e-4."""
    ball = enclose_delta([(Laplace(Rational(5, 68)), 20)], 1)
    assert abs(ball.midpoint - Fraction("9.350039e-5")) < Fraction(1, 10**11)
    ball = enclose_delta([(Laplace(Rational(1, 71)), 500)], 1)
    assert abs(ball.midpoint / Fraction("9.929e-5") - 1) < Fraction(2, 10**4)


@pytest.mark.parametrize(
    "f", [Laplace(1) ** 7, RandomizedResponse(1, 4) ** 7, EpsDelta("1/10") ** 1000, Laplace(2) ** 2]
)
@pytest.mark.parametrize("alpha", [Fraction(1, 10**12), Fraction(1, 10**400)])
def test_levels_within_the_largest_loss(f, alpha):
    """Up to the P-mass of the largest loss the function is 1 - exp(loss) alpha."""
    top = {7: 7, 1000: 100, 2: 4}[f.factors[0][1]]
    if top == 100 and alpha > Fraction(1, 10**300):
        return  # that atom has a mass of 1e-323
    with mp.workdps(450):
        expected = Fraction(mp.nstr(1 - mp.exp(top) * number(alpha), 440))
    ball = f.enclose(alpha, 30)
    assert ball.relative_width <= Fraction(1, 10**30)
    assert abs(ball.midpoint - expected) <= Fraction(1, 10**30)
    # on the other side f is exp(-loss) (1 - alpha)
    with mp.workdps(450):
        expected = Fraction(mp.nstr(mp.exp(-top) * number(alpha), 440))
    ball = f.enclose(1 - alpha, 30)
    assert abs(ball.midpoint / expected - 1) <= Fraction(1, 10**29)


@pytest.mark.parametrize(
    ("f", "largest"),
    [
        (SubsampledLaplace(1, "1/10", direction="remove"), lambda e: mp.log(0.9 + e / 10)),
        (SubsampledLaplace(1, "1/10", direction="add"), lambda e: -mp.log(0.9 + 1 / e / 10)),
        (Laplace(1).subsample("1/10"), lambda e: mp.log(0.9 + e / 10)),
        (SubsampledGaussian(1, "1/10", direction="add"), lambda e: -mp.log(mp.mpf(0.9))),
    ],
)
def test_beyond_the_largest_loss_of_sampled_noise(f, largest):
    """Powers reach their limit where all losses are the largest; there is nothing at infinity."""
    end = Fraction(7 * float(largest(mp.e)))
    assert (f**7).enclose_delta(end + Fraction(1, 10**9)) == Ball(0, 0)
    assert abs((f**7).enclose_epsilon(0).midpoint - end) < Fraction(1, 10**12)
    assert (f**7).enclose(0) == Ball(1, 1)
    assert (f**7 @ Gaussian(1)).enclose_epsilon(0) == Ball(float("inf"), float("inf"))
    assert (f**7 @ EpsDelta(1, "1/100")).enclose_epsilon("1/200") == Ball(
        float("inf"), float("inf")
    )
