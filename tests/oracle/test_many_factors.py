"""Huge powers: a certified answer, or a refusal that names the product and what is allowed."""

from __future__ import annotations

from fractions import Fraction

import mpmath as mp
import pytest
from sympy import log

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.errors import PrecisionError, UnsupportedError
from fdp_sym.oracle import enclose_delta
from fdp_sym.tradeoff import EpsDelta, Laplace, PiecewiseLinear
from fdp_sym.tradeoff.base import TradeOff

TWO = PiecewiseLinear([(0, 1), ("1/4", "1/2"), (1, 0)])
THREE = PiecewiseLinear([(0, 1), ("1/10", "6/10"), ("6/10", "1/10"), (1, 0)])
SAMPLED = SubsampledGaussian(1, "1/100", direction="remove")
QUESTIONS = [("enclose_delta", 1), ("enclose_epsilon", "1/10"), ("enclose", "1/10")]


@pytest.mark.parametrize(("question", "point"), QUESTIONS)
@pytest.mark.parametrize("f", [TWO, THREE, SAMPLED, Laplace(1), EpsDelta(1)], ids=str)
def test_huge_powers_are_refused(f, question, point):
    if question == "enclose_delta" and f in (TWO, EpsDelta(1)):
        point = 46 * 10**28  # else few terms of the binomial sum matter
    with pytest.raises(UnsupportedError, match=r"10{30} factors .* allowed are 10000000\. Take"):
        getattr(f**10**30, question)(point)


@pytest.mark.parametrize("f", [TWO, EpsDelta(1)], ids=str)
def test_the_profile_of_a_huge_power_far_from_the_bulk(f):
    ball = (f**10**30).enclose_delta(1)
    tiny = Fraction(1, 10**29)  # at least what is missing from 1
    assert 1 - tiny < ball.lower < 1 < ball.upper + tiny < 1 + 2 * tiny


@pytest.mark.parametrize(("question", "point"), QUESTIONS)
def test_a_loss_that_is_spread_too_far_is_refused(question, point):
    with pytest.raises(
        UnsupportedError, match=r"Laplace\(1\) \*\* 1000000 .* deviation of about 8"
    ):
        getattr(Laplace(1) ** 10**6, question)(point)


def test_many_factors_of_little_spread_have_values():
    """Next to the Gaussian limit with mu**2 the sum of the squares."""
    ball = (Laplace("1/1000") ** 10**6).enclose_delta(1, 3)
    limit = mp.ncdf(-0.5) - mp.e * mp.ncdf(-1.5)
    assert abs(ball.midpoint - Fraction(float(limit))) < Fraction(1, 1000)


def test_the_eps_of_many_subsampled_gaussians_may_be_large():
    """The search passes points beyond the range of floats of exp."""
    f = SubsampledGaussian(1, "1/2", direction="remove") ** 20_000
    try:
        ball = f.enclose_epsilon("1/10", 3)
    except PrecisionError as error:
        ball = error.ball
    assert ball.upper > 1000


def test_breakpoints_that_no_sequence_holds():
    with pytest.raises(UnsupportedError, match="breakpoint"):
        len((EpsDelta(1) ** 10**30).breakpoints)
    assert len((EpsDelta(1) ** 10**9).breakpoints) == 10**9 + 2


def test_a_value_that_needs_many_bits():
    """Lines of the profile are below the function, and one close to the tangent almost reaches it.

    With eps = -log(N) all their terms are rational but the profile.
    """
    f = Laplace(1) ** 150
    value = f.enclose("1/10", 20)
    assert value.relative_width <= Fraction(1, 10**20)
    lines = []
    for shift in range(-20, 21):
        inverse = round(mp.exp(42.5 + shift / 10))
        profile = f.enclose_delta(-log(inverse), 50)
        lines.append(1 - profile.upper - Fraction(1, 10 * inverse))
    assert max(lines) <= value.upper
    assert max(lines) > value.lower * Fraction(99, 100)


@pytest.mark.parametrize("eps", [1, log(3), log(2) / 2])
@pytest.mark.parametrize("n", [2, 5, 12])
def test_randomized_response_goes_by_its_sum(eps, n, monkeypatch):
    f = EpsDelta(eps) ** n
    closed = TradeOff.enclose_delta(f, "1/2")
    monkeypatch.setattr(TradeOff, "enclose_delta", None)  # is not asked
    for ball in (f.enclose_delta("1/2"), enclose_delta(f, "1/2")):
        assert ball.overlaps(closed)
        assert ball.relative_width <= Fraction(1, 10**30)
