"""Sums of n^k exp(-n^2/(2 sigma^2)) against mpmath."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from sympy import Integer, Rational, sqrt

from fdp_sym.balls.gaussian_sums import power_sums
from fdp_sym.errors import PrecisionError


@pytest.mark.parametrize("sigma", [Rational(1, 10), Integer(1), sqrt(2), Rational(61, 2)])
@pytest.mark.parametrize("digits", [5, 40])
def test_against_mpmath(sigma: Rational, digits: int) -> None:
    with mpmath.workdps(80):
        width = mpmath.mpf(sigma.evalf(80))
        for k, ball in enumerate(power_sums(sigma, 3, digits)):
            terms = (
                mpmath.mpf(n) ** k * mpmath.exp(-(n**2) / (2 * width**2)) for n in range(1, 900)
            )
            value = mpmath.fsum(terms)
            low, high = (mpmath.mpf(x.numerator) / x.denominator for x in (ball.lower, ball.upper))
            slack = value * mpmath.mpf(10) ** -75
            assert low - slack <= value <= high + slack
            assert ball.relative_width < Fraction(1, 10**digits)


def test_too_many_terms() -> None:
    with pytest.raises(PrecisionError, match="smaller sigma"):
        power_sums(Integer(10) ** 7, 1, 10)
