"""Certified values of products against published numbers and independent routes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from sympy import Rational, log

from fdp_sym.oracle import enclose_delta
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity, Laplace

# Murtagh and Vadhan's problem for four different guarantees
LIST = [
    (EpsDelta(eps, delta), 1)
    for eps, delta in (("0.3", "0.01"), ("0.5", 0), ("1.1", "0.02"), ("0.2", "0.001"))
]


@pytest.mark.parametrize(
    ("factors", "eps", "digits"),
    [
        ([(EpsDelta("1/10"), 1000)], 10, "0.0333138256921140200660412558744873650"),
        ([(EpsDelta("1/100"), 10**5)], 10, "0.0337748768535130014833713943209240754"),
        ([(EpsDelta("1/10", "1/1000"), 30)], "0.4", "0.1138753444937"),
        ([(EpsDelta("1/10", "1/1000"), 30)], 1, "0.0398184105221306"),
        ([(Gaussian(1), 1)], 1, "0.126936737506"),
        ([(Laplace("1/10"), 1000)], 10, "0.02803404121547754315844735123741717465221"),
        ([(Laplace("1/10"), 1000)], 50, "1.8358468516098519113869205188942390e-51"),
        ([(Laplace(1), 30)], 10, "0.5135483935078025765172592683520388808073"),
        ([(Laplace("5/68"), 20)], 1, "9.350039e-5"),
        (LIST, 0, "0.515889304187869"),
        (LIST, "0.9", "0.274352344340615"),
        (LIST, "1.5", "0.116491492626129"),
        (
            [(EpsDelta(Rational(20 + i, 1000)), 1) for i in range(100)],
            1,
            "0.050348056223278056285723986560948",
        ),
    ],
)
def test_reference_values(factors, eps, digits):
    ball = enclose_delta(factors, eps)
    assert ball.relative_width <= Fraction(1, 10**30)
    mantissa, _, exponent = digits.partition("e")
    width = Fraction(1, 10 ** (len(mantissa.partition(".")[2]) - int(exponent or 0)))
    assert ball.overlaps(type(ball)(Fraction(digits) - width, Fraction(digits) + width))


def rational_delta(n: int, x: int, growth: Fraction) -> Fraction:
    """The profile of f_{log x, 0}^n where exp(eps) = growth, term by term."""
    terms = (
        comb(n, j) * max(Fraction(0), x ** (n - j) - growth * x**j) / Fraction(1 + x) ** n
        for j in range(n + 1)
    )
    return sum(terms, Fraction(0))


@pytest.mark.parametrize("growth", [Fraction(1), Fraction(9), Fraction(1, 27), Fraction(100)])
def test_exact_rationals(growth):
    eps = log(growth.numerator) - log(growth.denominator)
    ball = enclose_delta([(EpsDelta(log(3)), 12)], eps)
    assert ball.contains(rational_delta(12, 3, growth))
    assert ball.relative_width <= Fraction(1, 10**30)


def test_zero_is_exact():
    for factors in ([(EpsDelta("1/10"), 10)], [(Identity(), 3)]):
        ball = enclose_delta(factors, 1)
        assert (ball.lower, ball.upper) == (0, 0)
