"""Searches ask for few tails: they start at the saddle point and end with tangents and chords."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fdp_sym.balls.refine import constant
from fdp_sym.oracle import enclose_epsilon, enclose_value
from fdp_sym.oracle.certified import _product
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian, Laplace, RandomizedResponse

PRODUCTS = [
    [(Laplace(1), 300)],
    [(EpsDelta(1), 10**7)],
    [(EpsDelta(1, "1/100"), 30)],
    [(RandomizedResponse(1, 3), 200)],
    [(DiscreteGaussian(5), 100)],
    [(Laplace(1), 5), (Gaussian(1), 1), (EpsDelta("1/3"), 4)],
]


@pytest.fixture
def counted(monkeypatch):
    """A function that counts the tails that are asked for."""

    def count(factors):
        loss, calls = _product(tuple(factors)).loss, []
        tail = loss.tail

        def counting(x):
            calls.append(x)
            return tail(x)

        monkeypatch.setattr(loss, "tail", counting)
        return calls

    return count


@pytest.mark.parametrize("factors", PRODUCTS)
@pytest.mark.parametrize("level", ["1/3", "1e-6", "1e-40"])
def test_eps(factors, level, counted):
    calls = counted(factors)
    ball = enclose_epsilon(factors, level)
    assert ball.upper == float("inf") or ball.relative_width <= Fraction(1, 10**30)
    assert len(calls) <= 14


@pytest.mark.parametrize("factors", [*PRODUCTS[:1], *PRODUCTS[2:]])
@pytest.mark.parametrize("level", ["1/3", "1e-6"])
def test_values(factors, level, counted):
    calls = counted(factors)
    assert enclose_value(factors, level).relative_width <= Fraction(1, 10**30)
    assert len(calls) <= 16


@pytest.mark.parametrize("factors", PRODUCTS)
def test_the_start_is_close(factors):
    starts = _product(tuple(factors)).starts
    for level in (Fraction(1, 3), Fraction(1, 10**6)):
        if factors[0][0].slack if isinstance(factors[0][0], EpsDelta) else False:
            continue  # most of that level is at infinity
        exact = enclose_epsilon(factors, level)
        start = starts.near_profile(lambda level=level: constant(level))
        assert start == pytest.approx(float(exact.midpoint), rel=0.1)
