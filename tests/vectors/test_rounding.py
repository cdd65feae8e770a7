"""Outward rounding, against the decimal module and correctly rounded MPFR."""

from __future__ import annotations

import decimal
import math
import random
from fractions import Fraction

import gmpy2
import pytest

from fdp_sym.vectors.rounding import decimal_outward, double_outward

SIDES = {-1: decimal.ROUND_FLOOR, 1: decimal.ROUND_CEILING}


def _numbers() -> list[Fraction]:
    generator = random.Random(20)
    numbers = [Fraction(0), Fraction(1), Fraction(10**40 - 1, 10**40), Fraction(10**41 + 1)]
    for _ in range(300):
        top, bottom = (generator.getrandbits(generator.randint(1, 500)) + 1 for _ in range(2))
        numbers.append(Fraction(top, bottom) * generator.choice((-1, 1)))
    for exponent in (-320, -310, -20, 15, 16, 17, 307, 310):
        numbers += [Fraction(10) ** exponent, Fraction(2, 3) * Fraction(10) ** exponent]
    return numbers


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("digits", [1, 5, 40])
def test_decimals_are_those_of_the_decimal_module(side: int, digits: int) -> None:
    context = decimal.Context(prec=digits, rounding=SIDES[side], Emax=10**6, Emin=-(10**6))
    for x in _numbers():
        expected = context.divide(decimal.Decimal(x.numerator), decimal.Decimal(x.denominator))
        assert decimal.Decimal(decimal_outward(x, side, digits)) == expected


@pytest.mark.parametrize("side", SIDES)
def test_doubles_are_those_of_mpfr(side: int) -> None:
    mode = gmpy2.RoundDown if side < 0 else gmpy2.RoundUp
    # the format of doubles, subnormal numbers included
    double = gmpy2.context(precision=53, emax=1024, emin=-1073, subnormalize=True, round=mode)
    with double:
        for x in _numbers():
            expected = float(gmpy2.mpfr(gmpy2.mpq(x.numerator, x.denominator)))
            assert float(double_outward(x, side)) == expected


@pytest.mark.parametrize(
    ("x", "lower", "upper"),
    [
        (Fraction(1, 2), "0.5", "0.5"),
        (Fraction(0), "0", "0"),
        (Fraction(1, 3), "0.333", "0.334"),
        (Fraction(-1, 3), "-0.334", "-0.333"),
        (Fraction(99999, 100000), "0.999", "1"),
        (Fraction(123456), "123000", "124000"),
        (Fraction(1, 3 * 10**5), "3.33e-6", "3.34e-6"),
        (Fraction(10) ** 17, "1e17", "1e17"),
        (math.inf, "inf", "inf"),
    ],
)
def test_text_of_decimals(x: Fraction | float, lower: str, upper: str) -> None:
    assert (decimal_outward(x, -1, 3), decimal_outward(x, 1, 3)) == (lower, upper)


@pytest.mark.parametrize(
    ("x", "lower", "upper"),
    [
        (Fraction(1, 2), "0.5", "0.5"),
        (Fraction(1, 10**400), "0.0", "5e-324"),
        (Fraction(10) ** 400, "1.7976931348623157e+308", "inf"),
        (math.inf, "inf", "inf"),
    ],
)
def test_text_of_doubles(x: Fraction | float, lower: str, upper: str) -> None:
    assert (double_outward(x, -1), double_outward(x, 1)) == (lower, upper)


def test_nan_is_refused() -> None:
    with pytest.raises(ValueError, match="nan"):
        decimal_outward(math.nan, 1)
