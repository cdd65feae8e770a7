"""Numbers as accountants write them, read exactly and without trust in their size."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import TypeAlias

__all__ = ["Number", "read_number", "relative_distance", "times"]

# Python compares the two exactly. A decimal keeps its exponent apart: 1e-99999999 stays small.
Number: TypeAlias = Decimal | Fraction

LONGEST_NUMERAL = 100_000  # characters; an exact p/q of a long composition has thousands

# no two parts match the same digits: it takes linear time to see that there is no match
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,15})?")
_RATIO = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
_INFINITE = re.compile(r"([+-]?)inf(inity)?", re.IGNORECASE)

_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
_ROUNDED = Context(prec=1000, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])


def read_number(text: object) -> Number:
    """The exact value of a numeral: decimal, p/q or inf.

    Parameters
    ----------
    text : object
        What was received, of any type.

    Raises
    ------
    ValueError
        For everything else; the message says what it is.

    Examples
    --------
    >>> read_number("0.10"), read_number("2/6"), read_number("-inf"), read_number("1e-99999999")
    (Decimal('0.10'), Fraction(1, 3), Decimal('-Infinity'), Decimal('1E-99999999'))
    """
    if not isinstance(text, str):
        raise ValueError(f"{_short(repr(text))} is no number")
    if len(text) > LONGEST_NUMERAL:
        raise ValueError(f"a numeral of {len(text)} characters; {LONGEST_NUMERAL} are read")
    text = text.strip()
    if _DECIMAL.fullmatch(text):
        return Decimal(text)
    if infinite := _INFINITE.fullmatch(text):
        return Decimal(infinite[1] + "Infinity")
    if text in ("None", "null"):  # of Python, of JSON
        raise ValueError(f"the accountant returned {text}")
    ratio = _RATIO.fullmatch(text)
    if ratio is None:
        raise ValueError(f"{_short(repr(text))} is no number")
    # by way of decimals, as Python refuses to read integers of more than 4300 digits
    denominator = int(Decimal(ratio[2]))
    if denominator == 0:
        raise ValueError(f"{_short(text)} divides by zero")
    return Fraction(int(Decimal(ratio[1])), denominator)


def times(x: Number, factor: int) -> Number:
    """The exact product.

    Examples
    --------
    >>> times(Decimal("0.1"), 3), times(Fraction(1, 3), 3)
    (Decimal('0.3'), Fraction(1, 1))
    """
    if isinstance(x, Fraction):
        return x * factor
    return _EXACT.multiply(x, Decimal(factor))


def relative_distance(x: Number, y: Number) -> float:
    """The distance of x and y divided by that of y and 0, as a float; not divided if y is 0.

    Examples
    --------
    >>> relative_distance(Decimal("1.5"), Decimal(1))
    0.5
    >>> relative_distance(Decimal("1e-20"), Decimal(0))
    1e-20
    >>> relative_distance(Decimal("Infinity"), Decimal(1))
    inf
    """
    if x == y:
        return 0.0
    a, b = _rounded(x), _rounded(y)
    if a.is_infinite() or b.is_infinite():
        return float("inf")
    # copy_abs, as abs() rounds to the context of the thread
    difference = _ROUNDED.subtract(a, b).copy_abs()
    return float(_ROUNDED.divide(difference, b.copy_abs()) if b else difference)


def _rounded(x: Number) -> Decimal:
    if isinstance(x, Decimal):
        return x
    return _ROUNDED.divide(Decimal(x.numerator), Decimal(x.denominator))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
