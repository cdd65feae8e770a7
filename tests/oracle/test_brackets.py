"""Brackets: they hold exact values wherever an exact way is known, and independent integrals."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational, exp, log, sqrt

from fdp_sym.balls import Ball
from fdp_sym.balls.bracket_parts import bracket_of
from fdp_sym.balls.bracket_search import bracketed_crossing, bracketed_delta, bracketed_value
from fdp_sym.balls.refine import constant
from fdp_sym.errors import PrecisionError, UnsupportedError
from fdp_sym.functions import Max
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.oracle.parts import factors_of, parts_of
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Laplace,
    Logistic,
    Staircase,
    TruncatedLaplace,
    from_profile,
)

HUNDRED = [(EpsDelta(Rational(20 + i, 1000), Rational(1, 10**6)), 1) for i in range(100)]
# Laplace(1) by its profile alone
BY_PROFILE = from_profile(lambda eps: Max(0, 1 - exp(eps), 1 - exp((eps - 1) / 2)))
EXACT = [
    ("different responses", HUNDRED, HUNDRED, 1),
    ("an atom at the point", [(EpsDelta("1/4"), 9)], [(EpsDelta("1/4"), 9)], "3/4"),
    ("Laplace", [(Laplace(1), 30)], [(Laplace(1), 30)], 10),
    ("Laplace by its profile", [(Laplace(1), 4)], [(BY_PROFILE, 4)], "3/2"),
    ("both", [(Laplace(1), 3), (EpsDelta(1), 2)], [(BY_PROFILE, 3), (EpsDelta(1), 2)], "-1/2"),
    (
        "two Laplace",
        [(Laplace(1), 2), (Laplace("1/3"), 2), (Gaussian("1/2"), 1)],
        [(BY_PROFILE, 1), (Laplace(1), 1), (Laplace("1/3"), 2), (Gaussian("1/2"), 1)],
        1,
    ),
    ("with a Gaussian", [*HUNDRED, (Gaussian(1), 1)], [*HUNDRED, (Gaussian(1), 1)], 1),
    ("theta functions", [(DiscreteGaussian(2), 10)], [(DiscreteGaussian(2), 10)], 2),
    ("more atoms", [(Staircase(log(3), "1/3"), 5)], [(Staircase(log(3), "1/3"), 5)], 2),
    ("one by its profile", [(TruncatedLaplace(1, 3), 1)], [(TruncatedLaplace(1, 3), 1)], "1/3"),
]


def bracket(factors):
    parts = parts_of(factors_of(factors))
    return bracket_of(parts, "a product", UnsupportedError("asked for"))


def two_routes(factors, others, x):
    """The exact enclosure, unless a sum over too many atoms would be needed, and the bracket."""
    point = Rational(str(x))
    return enclose_delta(factors, x, 20), bracketed_delta(
        bracket(others), lambda: constant(point), 4, "bracket", "the profile"
    )


@pytest.mark.parametrize(
    ("factors", "others", "x"), [e[1:] for e in EXACT], ids=[e[0] for e in EXACT]
)
def test_the_bracket_holds_the_exact_profile(factors, others, x):
    exact, between = two_routes(factors, others, x)
    assert between.relative_width <= Fraction(1, 10**4)
    assert between.lower <= exact.lower
    assert exact.upper <= between.upper


def test_a_narrow_bracket_of_a_hundred():
    """The value is that of an exact product tree of polynomials."""
    factors = [(EpsDelta(Rational(20 + i, 1000)), 1) for i in range(100)]
    ball = bracketed_delta(bracket(factors), lambda: constant(Rational(1)), 6, "", "")
    assert ball.relative_width <= Fraction(1, 10**6)
    assert ball.contains(Fraction("0.050348056223278056285723986560948"))


@pytest.mark.parametrize("seed", range(4))
def test_few_responses_by_enumeration(seed):
    """Twelve different responses have 4096 outcomes; the sum is over all of them."""
    rng = random.Random(seed)
    numbers = [Fraction(rng.randint(1, 400), 997) for _ in range(12)]
    x = Fraction(rng.randint(-20, 20), 13)
    with mp.workdps(30):
        level, sums = mp.mpf(x.numerator) / x.denominator, [(mp.mpf(1), mp.mpf(1))]
        for number in numbers:
            eps = mp.mpf(number.numerator) / number.denominator
            q = 1 / (1 + mp.exp(-eps))
            sums = [(p * (1 - m), r * m) for p, r in sums for m in (q, 1 - q)]
        expected = sum(max(mp.mpf(0), r - mp.exp(level) * p) for p, r in sums)
    factors = [(EpsDelta(Rational(n.numerator, n.denominator)), 1) for n in numbers]
    ball = bracketed_delta(
        bracket(factors), lambda: constant(Rational(x.numerator, x.denominator)), 5, "", ""
    )
    assert ball.relative_width <= Fraction(1, 10**5)
    assert ball.contains(Fraction(mp.nstr(expected, 25)))


def logistic_profile(x):
    """1 - F(y - 1) - e^x (1 - F(y)) at the y where the likelihood ratio is e^x."""
    if x >= 1:
        return mp.mpf(0)
    if x <= -1:
        return 1 - mp.exp(x)
    r = mp.exp((x - 1) / 2)
    z = (1 - r) / (mp.e * r - 1)  # exp(-y)
    upper = lambda z: z / (1 + z)  # noqa: E731
    return upper(mp.e * z) - mp.exp(x) * upper(z)


def two_logistic(x):
    """E_Q delta_1(x - L), over the ratio of densities r = z/(1 + z), z = exp(-y)."""

    def integrand(u):  # u = F(y - 1) is uniform under Q
        z = (1 - u) / u / mp.e
        loss = 1 + 2 * mp.log((1 + z) / (1 + mp.e * z))
        return logistic_profile(x - loss)

    return mp.quad(integrand, mp.linspace(0, 1, 9))


@pytest.mark.parametrize("x", ["-1/2", "1/2", "1"])
def test_two_logistic_laws(x):
    ball = bracketed_delta(bracket([(Logistic(1), 2)]), lambda: constant(Rational(x)), 5, "", "")
    value = two_logistic(mp.mpf(Rational(x).p) / Rational(x).q)
    assert ball.relative_width <= Fraction(1, 10**5)
    assert (
        ball.lower * (1 - Fraction(1, 10**9))
        <= Fraction(float(value))
        <= ball.upper * (1 + Fraction(1, 10**9))
    )


def theta_gaussian(x, sigma, mu):
    """Discrete and continuous Gaussian: a sum over the outcomes of the first."""
    total, mass = mp.mpf(0), mp.nsum(lambda k: mp.exp(-(k**2) / (2 * sigma**2)), [-mp.inf, mp.inf])
    for k in range(-60, 61):
        q = mp.exp(-((k - 1) ** 2) / (2 * sigma**2)) / mass
        rest = x - (2 * k - 1) / (2 * sigma**2)
        total += q * (mp.ncdf(mu / 2 - rest / mu) - mp.exp(rest) * mp.ncdf(-mu / 2 - rest / mu))
    return total


@pytest.mark.parametrize("x", [-2, 0, 1, 5])
def test_discrete_and_continuous_gaussian(x):
    """There is nothing to be smoothed, and all digits are reached."""
    ball = enclose_delta([(DiscreteGaussian(2), 1), (Gaussian(1), 1)], x)
    assert ball.relative_width <= Fraction(1, 10**30)
    with mp.workdps(50):
        expected = theta_gaussian(mp.mpf(x), mp.mpf(2), mp.mpf(1))
        assert abs(mp.mpf(ball.midpoint.numerator) / ball.midpoint.denominator / expected - 1) < (
            mp.mpf(10) ** -28
        )


MIXED = [
    (DiscreteGaussian(2), 1),
    (Laplace("1/2"), 2),
    (Gaussian(1), 1),
    (EpsDelta(sqrt(2) / 3), 2),
]


def test_answers_belong_together():
    """delta(eps(delta)) = delta, and f(alpha) touches the line of the profile there."""
    eps = enclose_epsilon(MIXED, "1/50")
    assert eps.relative_width <= Fraction(1, 10**30)
    for end, side in ((eps.lower, -1), (eps.upper, 1)):
        near = enclose_delta(MIXED, end + side * Fraction(1, 10**28))
        assert (near < Fraction(1, 50)) is (side > 0)
    value = enclose_value(MIXED, "1/10", 12)
    assert value.relative_width <= Fraction(1, 10**12)
    for x in (Fraction(n, 4) for n in range(-4, 9)):
        with mp.workdps(30):
            growth = Fraction(mp.nstr(mp.exp(mp.mpf(x.numerator) / x.denominator), 28))
        line = 1 - enclose_delta(MIXED, x).lower - growth / 10
        assert line <= value.upper + Fraction(1, 10**20)


def test_brackets_of_epsilon_and_of_values():
    """Of Laplace laws both are known exactly."""
    factors, others = [(Laplace(1), 3)], [(BY_PROFILE, 1), (Laplace(1), 2)]
    level = constant(Rational(1, 20))
    between = bracketed_crossing(bracket(others), lambda: level, 2, "", "")
    assert between.relative_width <= Fraction(1, 10**2)
    exact = enclose_epsilon(factors, "1/20")
    assert between.lower <= exact.lower <= exact.upper <= between.upper
    between = bracketed_value(bracket(others), lambda: level, 3, "", "")
    assert between.relative_width <= Fraction(1, 10**3)
    exact = enclose_value(factors, "1/20")
    assert between.lower <= exact.lower <= exact.upper <= between.upper


def test_what_a_bracket_cannot_reach():
    with pytest.raises(PrecisionError) as caught:
        enclose_delta([(EpsDelta(sqrt(i + 2) / 10), 1) for i in range(40)], 1)
    ball = caught.value.ball
    assert 0 < ball.lower < ball.upper
    assert ball.relative_width < Fraction(1, 10**6)


def test_infinite_losses():
    """The slack counts in full: delta of the rest is what is left of the scale."""
    rest = [(Logistic(1), 1), (Laplace(1), 1)]
    alone = two(rest)
    slack = two([*rest, (EpsDelta(0, "1/100"), 2)])
    expected = 1 - Fraction(99, 100) ** 2 * (1 - alone)
    assert slack.overlaps(expected)
    assert enclose_epsilon([*rest, (EpsDelta(0, "1/100"), 2)], "1/100") == Ball(
        float("inf"), float("inf")
    )


def two(factors):
    return bracketed_delta(bracket(factors), lambda: constant(Rational(1, 2)), 4, "", "")
