"""Inverse functions: published numbers, mpmath's root finder, and every refusal."""

from __future__ import annotations

import math
from fractions import Fraction as F

import mpmath
import pytest
from sympy import (
    Dummy,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    cosh,
    exp,
    log,
    oo,
    sin,
    sinh,
    sqrt,
    tanh,
)

from fdp_sym.balls import Ball, sign
from fdp_sym.balls.roots import first_at_most_zero, root
from fdp_sym.errors import DomainError, HypothesisError, PrecisionError, UnsupportedError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import epsilon, mu, real
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity, Laplace, Logistic, PiecewiseLinear

x = Symbol("x", real=True)
sigma = real("sigma", Interval.open(0, oo))
GAUSSIAN = Phi(-epsilon / mu + mu / 2) - exp(epsilon) * Phi(-epsilon / mu - mu / 2)
LEVEL = Rational(1, 10**5)

# mu, epsilon at delta = 1e-5 (Balle and Wang's analytic Gaussian mechanism, inverted)
PUBLISHED = [
    (F(1, 2), "1.99309140442"),
    (1, "4.37717809568"),
    (2, "9.99725614643"),
    (3, "16.6754944028"),
    (6, "42.8360081027"),
]


@pytest.mark.parametrize(("value", "published"), PUBLISHED)
def test_epsilon_of_a_gaussian(value, published):
    ball = root(GAUSSIAN - LEVEL, epsilon, 0, oo, {mu: value}, digits=40)
    assert ball.relative_width <= F(1, 10**40)
    assert abs(ball.midpoint - F(published)) <= F(1, 10 ** (len(published.split(".")[1])))
    assert ball.overlaps(Gaussian(value).enclose_epsilon("1e-5", digits=40))
    # the certified signs on either side
    for end, expected in ((ball.lower, 1), (ball.upper, -1)):
        outside = end + (F(1, 10**45) if expected < 0 else -F(1, 10**45))
        assert sign(GAUSSIAN - LEVEL, {mu: value, epsilon: outside}) == expected


def test_calibration_of_mu_and_sigma():
    mu_ball = root(GAUSSIAN - LEVEL, mu, 0, oo, {epsilon: 1}, digits=30)
    sigma_ball = root(GAUSSIAN.subs(mu, 1 / sigma) - LEVEL, sigma, 0, oo, {epsilon: 1}, digits=30)
    assert (mu_ball * sigma_ball).contains(1)
    with mpmath.workdps(40):

        def gap(t):
            return (
                mpmath.ncdf(-1 / t + t / 2)
                - mpmath.e * mpmath.ncdf(-1 / t - t / 2)
                - mpmath.mpf(10) ** -5
            )

        value = F(mpmath.nstr(mpmath.findroot(gap, (0.2, 0.3), solver="anderson"), 35))
    assert abs(mu_ball.midpoint - value) < F(1, 10**29)


@pytest.mark.parametrize(
    ("expr", "low", "high", "value"),
    [
        (x**2 - 2, 0, 2, mpmath.sqrt(2)),
        (exp(x) - 3, -oo, oo, mpmath.log(3)),
        (log(x) + 1, 0, oo, mpmath.exp(-1)),
        (tanh(x) - Rational(1, 2), -oo, oo, mpmath.atanh(0.5)),
        (2 - cosh(x), 0, oo, mpmath.acosh(2)),
        (x - exp(-x), 0, 1, mpmath.lambertw(1).real),
        (Max(x, 2 * x) - 3, -5, 5, 1.5),
    ],
)
def test_roots(expr, low, high, value):
    ball = root(expr, x, low, high, digits=40)
    assert ball.relative_width <= F(1, 10**40)
    assert abs(float(ball.midpoint) - float(value)) < 1e-14
    assert sign(expr, {x: ball.lower}) in (None, 0, -sign(expr, {x: 100 if high == oo else high}))


TRIPLE = exp(x) - 1 - x - x**2 / 2  # x**3/6 and more


@pytest.mark.parametrize(
    ("expr", "low", "high", "value"),
    [
        (x**3, -1, 2, 0),
        (x**5 * (1 + exp(x)), -3, 1, 0),
        (TRIPLE, -1, 3, 0),
        (-TRIPLE, -1, 3, 0),
        (x - tanh(x), -2, 1, 0),
        ((x - Rational(1, 3)) ** 3 * Max(x, 1), Rational(1, 3), 2, F(1, 3)),
        (x**3, 0, 2, 0),
        ((x - 1) ** 3 * (2 + x), 1, 2, 1),
        ((x - Rational(1, 3)) ** 3, 0, 1, F(1, 3)),
        ((x - Rational(1, 2)) ** 3, 0, 1, F(1, 2)),
        ((x - Rational(1, 3)) ** 5 * exp(x), 0, 1, F(1, 3)),
        (TRIPLE.subs(x, x - Rational(1, 3)), -1, 2, F(1, 3)),
        (log(x) - 2 * (x - 1) / (x + 1), Rational(1, 2), 3, 1),
    ],
    ids=str,
)
def test_zeros_at_which_the_derivative_vanishes(expr, low, high, value):
    ball = root(expr, x, low, high, digits=25)
    assert ball.contains(value)
    assert ball == Ball(0, 0) if value == 0 else ball.relative_width <= F(1, 10**25)


def test_an_irrational_zero_of_order_three():
    shifted = (exp(x) - 3) ** 3
    ball = root(shifted, x, 0, 3, digits=20)
    assert abs(float(ball.midpoint) - math.log(3)) < 1e-15
    assert (sign(shifted, {x: ball.lower}), sign(shifted, {x: ball.upper})) == (-1, 1)


@pytest.mark.parametrize("gap", [Rational(1, 10), Rational(1, 10**6), Rational(1, 10**12)])
def test_three_close_zeros_are_not_taken_for_one(gap):
    three = x * (x - gap) * (x + gap)
    with pytest.raises((HypothesisError, PrecisionError)):
        root(three, x, -1, 1)
    around = three.subs(x, x - Rational(1, 3))
    with pytest.raises((HypothesisError, PrecisionError)):
        root(around, x, -1, 1)
    # zeros closer than the digits asked for are enclosed together
    wide = root(around, x, -1, 1, digits=8) if gap < Rational(1, 10**9) else None
    if wide is not None:
        assert all(wide.contains(Rational(1, 3) + s * gap) for s in (-1, 0, 1))


def test_an_even_zero_is_not_a_crossing():
    with pytest.raises((HypothesisError, PrecisionError)):
        root((x - 1) ** 2 * (x - 3), x, 0, 4)
    with pytest.raises((HypothesisError, PrecisionError)):
        root(x**2 * (x - 3), x, -1, 4)


def test_exact_roots():
    for expr, low, high, value in (
        (x, -1, 2, 0),
        (sinh(x), -1, 2, 0),
        (x, 0, 1, 0),
        (1 - x, 0, 1, 1),
        (x - Rational(3, 8), 0, 1, F(3, 8)),
    ):
        ball = root(expr, x, low, high)
        assert ball == Ball(value, value) or (value and ball.contains(value))


@pytest.mark.parametrize(
    ("expr", "low", "high", "message"),
    [
        (x**2 - 2, -2, 2, "same sign"),
        (x**2 + 1, 0, 1, "same sign"),
        (x**3 - x, -2, 2, "not monotone"),
        ((x - Rational(1, 2)) * (x - 1) * (x - 3), 0, 5, "not monotone"),
    ],
)
def test_what_is_not_monotone_is_refused(expr, low, high, message):
    with pytest.raises(HypothesisError, match=message):
        root(expr, x, low, high)


@pytest.mark.parametrize(
    ("expr", "low", "high"),
    [
        (1 / x, -1, 2),  # changes sign at a pole
        (Piecewise((-1, x < Rational(1, 3)), (1, True)), 0, 1),  # and at a jump
        (exp(-x), 0, oo),
        (Max(x - 1, 0) + Min(x + 1, 0), -2, 3),  # zero from -1 to 1
        (Piecewise((-1, x < 1), ((x - 1) ** 3, True)), 0, 3),  # a jump to a flat zero
        (sinh(x) - x - x**3 / 6, -1, 2),  # a zero of order five, its third derivative a ball
    ],
)
def test_what_is_undecided_is_said(expr, low, high):
    with pytest.raises(PrecisionError):
        root(expr, x, low, high)


def test_bad_input():
    with pytest.raises(DomainError, match="low < high"):
        root(x, x, 1, 0)
    with pytest.raises(DomainError, match="no value for mu"):
        root(x - mu, x, 0, 1)
    with pytest.raises(DomainError, match="mu = -1"):
        root(x - mu, x, 0, 1, {mu: -1})
    with pytest.raises(UnsupportedError):
        root(sin(x), x, 0, 1)


# -- epsilon(delta) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "delta", "value"),
    [
        (Gaussian(1), 0, math.inf),
        (Gaussian(1), "1/2", 0),
        (Gaussian(0), 0, 0),
        (Identity(), 0, 0),
        (EpsDelta(1, "1/1000"), "1/2000", math.inf),
        (EpsDelta(1, "1/1000"), 1, 0),
    ],
)
def test_exact_answers(f, delta, value):
    assert f.enclose_epsilon(delta) == Ball(value, value)


@pytest.mark.parametrize(
    ("f", "delta", "value"),
    [
        (Laplace("1/3"), 0, F(1, 3)),
        (Logistic(2), 0, 2),
        (EpsDelta(1, "1/1000"), "1/1000", 1),
    ],
)
def test_a_limit_that_is_reached(f, delta, value):
    assert f.enclose_epsilon(delta).contains(value)
    assert f.enclose_epsilon(delta).relative_width <= F(1, 10**30)


def test_laplace_in_closed_form():
    # delta(eps) = 1 - exp((eps - mu)/2), so eps = mu + 2 log(1 - delta)
    ball = Laplace(1).enclose_epsilon("1/100", digits=30)
    with mpmath.workdps(40):
        value = F(mpmath.nstr(1 + 2 * mpmath.log(mpmath.mpf(99) / 100), 38))
    assert abs(ball.midpoint - value) < F(1, 10**30)


def test_piecewise_linear_with_a_jump_at_zero():
    f = PiecewiseLinear([(0, "9/10"), ("1/10", "1/2"), (1, 0)])
    ball = f.enclose_epsilon("1/10")  # the steepest slope is -4
    with mpmath.workdps(40):
        assert abs(ball.midpoint - F(mpmath.nstr(mpmath.log(4), 38))) < F(1, 10**29)
    assert f.enclose_epsilon("1/20") == Ball(math.inf, math.inf)


def test_a_level_that_is_not_seen_to_be_reached():
    with pytest.raises(PrecisionError, match="not seen to reach 0"):
        first_at_most_zero(1 / (1 + x), x)
    with pytest.raises(PrecisionError, match="is not decided"):
        first_at_most_zero(Phi(1) + Phi(-1) - 1 - x + sqrt(0), x)
    with pytest.raises(DomainError, match="delta"):
        Gaussian(1).enclose_epsilon(2)


def test_a_tiny_zero_is_reached_by_its_magnitude():
    """Phi(-z) with Phi(z - 100) = 4/5, 2211 orders of magnitude below the first bracket."""
    t = Dummy("t", nonnegative=True)
    found = first_at_most_zero(Phi(Quantile(1 - t) - 100) - Rational(4, 5), t, 20)
    with mpmath.workdps(60):
        z = 100 + mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(3) / 5)
        expected = mpmath.erfc(z / mpmath.sqrt(2)) / 2
        assert abs(mpmath.mpf(found.decimal(18)) / expected - 1) < mpmath.mpf(10) ** -16


def test_a_zero_below_every_exact_bound_is_refused():
    t = Dummy("t", nonnegative=True)
    with pytest.raises(PrecisionError, match="enclosed only by"):
        first_at_most_zero(Phi(Quantile(1 - t) - 1000) - Rational(4, 5), t, 20)
