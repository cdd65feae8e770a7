"""Certified values of products with Poisson-subsampled Gaussians."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from sympy import Rational, log

from fdp_sym import EpsDelta, Gaussian, Identity, SubsampledGaussian, SubsampledLaplace
from fdp_sym.balls import Ball
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.oracle.subsampled import subsampled_gaussian

ROUTE = "transform of the loss"


def subsampled(sigma, q, direction="remove"):
    return SubsampledGaussian(sigma, q, direction=direction)


def agrees(ball, text):
    """Whether the ball is narrow and holds a number with the digits of the text."""
    value = Fraction(text)
    digits = len(text.partition("e")[0].replace(".", "").lstrip("0"))
    unit = abs(value) * Fraction(10) ** (2 - digits)
    return ball.relative_width <= Fraction(1, 10**28) and ball.overlaps(
        Ball(value - unit, value + unit)
    )


def test_recognised():
    assert subsampled_gaussian(subsampled(2, "1/10")) == (Rational(1, 2), Rational(1, 10), 1)
    assert subsampled_gaussian(subsampled(2, "1/10", "add"))[2] == -1
    for other in (Gaussian(1), SubsampledLaplace(1, "1/2", direction="add"), Identity()):
        assert subsampled_gaussian(other) is None


# computed by an independent program, with two contours each
DELTAS = [
    (1, "1/100", 1000, 1, "0.002612420578626923815571174268811966"),
    (1, "1/100", 10**6, 50, "0.993813406863635653073999903680"),
    ("4/5", "1/100", 10, "3/2", "5.731874658889963299350096829e-7"),
    (2, "1/50", 100, "1/2", "4.954555646424482683467546603874406e-7"),
]


@pytest.mark.parametrize(("sigma", "q", "k", "eps", "value"), DELTAS)
def test_delta(sigma, q, k, eps, value):
    ball = (subsampled(sigma, q) ** k).enclose_delta(eps)
    assert agrees(ball, value)
    assert ball.route == ROUTE


def test_epsilon():
    ball = (subsampled(1, "1/100") ** 1000).enclose_epsilon("1e-6")
    assert agrees(ball, "2.124515171120121282370158829116")
    for delta in ("1e-60", "1e-2"):
        f = subsampled(1, "1/100") ** 1000
        eps = enclose_epsilon(f, delta, 20)
        assert eps.relative_width <= Fraction(1, 10**20)
        assert enclose_delta(f, eps.lower - Fraction(1, 10**8), 20) > Fraction(delta)
        assert (enclose_delta(f, eps.upper + Fraction(1, 10**8), 20) < Fraction(delta)) is True


def test_value():
    f = subsampled(1, "1/100", "add") ** 1000
    ball = f.enclose("1/100")
    assert agrees(ball, "0.9739725849948273072915926373696")
    # the inverse undoes it
    back = enclose_value(subsampled(1, "1/100") ** 1000, ball.midpoint, 25)
    assert back.overlaps(Ball("0.01", "0.01") + Ball("-1e-24", "1e-24"))


def test_bounded_and_unbounded_losses():
    add = subsampled(1, "1/100", "add") ** 10
    assert enclose_delta(add, 1) == Ball(0, 0)
    assert enclose_delta(add, 10 * log(Rational(100, 99))) == Ball(0, 0)
    assert enclose_epsilon(subsampled(1, "1/100") ** 10, 0) == Ball(math.inf, math.inf)
    assert enclose_value(add, 0) == Ball(1, 1)


def test_with_other_factors():
    f = subsampled(1, "1/100") ** 300
    alone = enclose_delta(f, 1, 20)
    with_slack = enclose_delta([(f.factors[0][0], 300), (EpsDelta(0, "1/100"), 1)], 1, 20)
    expected = Ball("0.01", "0.01") + Ball("0.99", "0.99") * alone
    assert with_slack.overlaps(expected)
    response = enclose_delta(f @ EpsDelta("1/10"), 1, 20)
    assert alone < response
    p = 1 / (1 + math.exp(0.1))
    low, high = (enclose_delta(f, Rational(1) + s * Rational(1, 10), 20) for s in (1, -1))
    mean = p * low.floats()[0] + (1 - p) * high.floats()[0]
    assert math.isclose(response.floats()[0], mean, rel_tol=1e-12)
    # beside a Gaussian of small mu nothing changes by much, and never downwards
    smooth = enclose_delta(f @ Gaussian("1/1000"), 1, 20)
    assert alone < smooth
    assert smooth < alone * Ball("1.001", "1.001")


def test_rate_near_one_is_almost_a_gaussian():
    f = subsampled(4, 1 - Rational(1, 10**25)) ** 5
    ball = enclose_delta(f, "1/2", 20)
    limit = (Gaussian("1/4") ** 5).enclose_delta("1/2", 30)
    assert abs((ball - limit).midpoint) < Fraction(1, 10**22)


def test_not_for_other_mixtures():
    """A mixture of Laplace noise beside it is not taken for something else."""
    factors = [(subsampled(1, "1/10"), 3), (SubsampledLaplace(1, "1/10", direction="remove"), 1)]
    assert enclose_delta(factors, 1, 2).route != ROUTE
