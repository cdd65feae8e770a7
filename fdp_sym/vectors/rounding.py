"""Exact bounds written outward: decimals of 40 significant digits, and doubles."""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = ["DIGITS", "decimal_outward", "double_outward", "unit"]

DIGITS = 40
_POSITIONAL = range(-5, 17)  # decimal exponents that are written without a power of ten


def decimal_outward(x: Fraction | float, side: int, digits: int = DIGITS) -> str:
    """x rounded down (side -1) or up (side 1) to so many significant digits.

    Examples
    --------
    >>> decimal_outward(Fraction(2, 3), -1, 5), decimal_outward(Fraction(2, 3), 1, 5)
    ('0.66666', '0.66667')
    >>> decimal_outward(Fraction(-2, 3000000000), -1, 5), decimal_outward(Fraction(1, 2), 1)
    ('-6.6667e-10', '0.5')
    """
    if isinstance(x, float):
        if math.isnan(x):
            raise ValueError("nan has no decimal expansion")
        return "inf" if x == math.inf else "-inf" if x == -math.inf else _written(Fraction(x), side)
    return _written(x, side, digits)


def double_outward(x: Fraction | float, side: int) -> str:
    """The nearest double that is not above (side -1) or not below (side 1) x, as ``repr`` has it.

    Examples
    --------
    >>> double_outward(Fraction(1, 10), -1), double_outward(Fraction(1, 10**400), 1)
    ('0.09999999999999999', '5e-324')
    """
    if isinstance(x, float):
        return repr(x)
    try:
        nearest = x.numerator / x.denominator  # correctly rounded
    except OverflowError:
        nearest = math.inf if x > 0 else -math.inf
    if side < 0 and nearest > x:
        nearest = math.nextafter(nearest, -math.inf)
    if side > 0 and nearest < x:
        nearest = math.nextafter(nearest, math.inf)
    return repr(nearest + 0.0)


def unit(x: Fraction, digits: int = DIGITS) -> Fraction:
    """One unit of the last of so many significant digits of x, which is not 0.

    Examples
    --------
    >>> unit(Fraction(123), 4)
    Fraction(1, 10)
    """
    return Fraction(10) ** (_exponent(abs(x)) - digits + 1)


def _written(x: Fraction, side: int, digits: int = DIGITS) -> str:
    if x == 0:
        return "0"
    exponent = _exponent(abs(x))
    scaled = x * Fraction(10) ** (digits - 1 - exponent)
    whole = math.floor(scaled) if side < 0 else math.ceil(scaled)
    text = str(abs(whole))
    exponent += len(text) - digits  # 999.. may round up to 1000..
    text = text.rstrip("0")
    return "-" * (whole < 0) + _placed(text, exponent)


def _placed(digits: str, exponent: int) -> str:
    if exponent not in _POSITIONAL:
        tail = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{digits[0]}{tail}e{exponent}"
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    return f"{whole}.{digits[exponent + 1 :]}" if digits[exponent + 1 :] else whole


def _exponent(x: Fraction) -> int:
    """The decimal exponent of x > 0: 10**e <= x < 10**(e + 1)."""
    e = math.floor((x.numerator.bit_length() - x.denominator.bit_length()) * math.log10(2))
    while x >= Fraction(10) ** (e + 1):
        e += 1
    while x < Fraction(10) ** e:
        e -= 1
    return e
