"""Decimal text for an enclosure: only digits that both bounds prove."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpz

from ..errors import DomainError

__all__ = ["decimal", "html", "latex", "ratio"]

Bound = Fraction | float
_EXACT_DIGITS = 17  # for an exact value that does not end
_POSITIONAL = range(-5, 17)  # decimal exponents printed without a power of ten


def ratio(x: Bound) -> str:
    """The exact ``"p/q"`` (or ``"inf"``, ``"-inf"``), however long."""
    # Python refuses to print integers beyond 4300 digits, flint does not
    return str(x) if isinstance(x, float) else str(fmpq(x.numerator, x.denominator))


def _rational(x: Fraction) -> Any:
    """The same number in flint, whose gcd is fast on the long ones."""
    return fmpq(x.numerator, x.denominator)


def _scaled(x: Any, places: int) -> Any:
    """x * 10**places."""
    power = fmpz(10) ** abs(places)
    return x * power if places >= 0 else x / power


def _exponent(x: Any) -> int:
    """The decimal exponent of x > 0: 10**e <= x < 10**(e + 1)."""
    bits = int(x.p.bit_length()) - int(x.q.bit_length())
    e = math.floor(bits * math.log10(2))
    while _scaled(x, -e) >= 10:
        e += 1
    while _scaled(x, -e) < 1:
        e -= 1
    return e


def _place(digits: str, exponent: int) -> str:
    """The digits d0 d1 … as d0.d1… * 10**exponent; no digit is invented."""
    count = len(digits)
    if exponent in _POSITIONAL and exponent < count:
        if exponent < 0:
            return "0." + "0" * (-exponent - 1) + digits
        whole, rest = digits[: exponent + 1], digits[exponent + 1 :]
        return f"{whole}.{rest}" if rest else whole
    mantissa = f"{digits[0]}.{digits[1:]}" if count > 1 else digits
    return f"{mantissa}e{exponent}"


def _integer_text(n: Any, exponent: int) -> str:
    """n * 10**exponent, exactly as given (n may be negative or 0)."""
    if n == 0:
        return "0"
    digits = str(abs(fmpz(n)))
    return "-" * (n < 0) + _place(digits, len(digits) - 1 + exponent)


def _cut(x: Fraction, count: int) -> tuple[str, int, bool]:
    """The first digits of x > 0, its decimal exponent, and whether these digits are all."""
    e = math.floor(math.log10(x.numerator) - math.log10(x.denominator))
    while True:
        top, bottom, places = fmpz(x.numerator), fmpz(x.denominator), count - 1 - e
        if places >= 0:
            top *= _power(places)
        else:
            bottom *= _power(-places)
        whole, rest = divmod(top, bottom)
        text = str(whole)
        if len(text) == count and whole:
            return text, e, not rest
        e += 1 if len(text) > count else -1  # next to a power of ten


@lru_cache(maxsize=256)
def _power(n: int) -> Any:
    return fmpz(10) ** n


def _shared(low: Fraction, high: Fraction, digits: int | None) -> str | None:
    """The common leading digits of 0 < low <= high, or None if there is none."""
    exact = low is high or low == high
    count = digits or (_EXACT_DIGITS if exact else _proved(low, high))
    text, e, ends = _cut(low, count)
    if not exact:
        other, above, _ = _cut(high, count)
        if above != e:
            return None
        if other != text:
            pairs = zip(text, other, strict=True)
            text = text[: next(i for i, (a, b) in enumerate(pairs) if a != b)]
        return _place(text, e) if text else None
    placed = _place(text, e)
    if ends and "e" not in placed and "." in placed:
        # the expansion ends here, so trailing zeros say nothing
        return placed.rstrip("0").rstrip(".")
    return placed


def _proved(low: Fraction, high: Fraction) -> int:
    """How many leading digits two different numbers may share, at least 1."""
    places = _cut(low, 1)[1] - _cut(high - low, 1)[1] + 1
    return max(places, 1)


def _around(low: Any, high: Any, digits: int | None) -> str:
    """``[mid ± rad]`` with a radius of two digits that covers both bounds."""
    place = _exponent(high - low) - 1
    if digits:
        place = max(place, _exponent(max(abs(low), abs(high))) - digits + 1)
    middle = (_scaled((low + high) / 2, -place) + fmpq(1, 2)).floor()
    radius = max(_scaled(high, -place) - middle, middle - _scaled(low, -place)).ceil()
    return f"[{_integer_text(middle, place)} ± {_integer_text(radius, place)}]"


def _outward(x: Bound, direction: int, digits: int | None) -> str:
    """A bound of a half-line, rounded away from the enclosure's inside."""
    if isinstance(x, float):
        return str(x)
    if x == 0:
        return "0"
    place = _exponent(_rational(abs(x))) - (digits or 6) + 1
    scaled = _scaled(_rational(x), -place)
    n = scaled.ceil() if direction > 0 else scaled.floor()
    while n % 10 == 0:
        n, place = n // 10, place + 1
    return _integer_text(n, place)


def decimal(low: Bound, high: Bound, digits: int | None = None) -> str:
    """See `fdp_sym.balls.Ball.decimal`."""
    if digits is not None and (type(digits) is not int or digits < 1):
        raise DomainError(f"digits = {digits!r}; allowed are integers from 1, or None for all")
    if isinstance(low, float) and low == high:
        return str(low)
    if isinstance(low, float) or isinstance(high, float):
        left = "(-inf" if isinstance(low, float) else f"[{_outward(low, -1, digits)}"
        right = "inf)" if isinstance(high, float) else f"{_outward(high, 1, digits)}]"
        return f"{left}, {right}"
    if high == 0 == low:
        return "0"
    text = None
    if low > 0:
        text = _shared(low, high, digits)
    elif high < 0:
        text = _shared(-high, -low, digits)
        text = text and "-" + text
    return text or _around(_rational(low), _rational(high), digits)


_POWER = re.compile(r"e(-?\d+)")


def latex(text: str) -> str:
    """The same digits as LaTeX."""
    text = _POWER.sub(r" \\times 10^{\1}", text).replace("inf", r"\infty")
    return text.replace("±", r"\pm")


def html(text: str) -> str:
    """The same digits as HTML."""
    text = _POWER.sub(r"&times;10<sup>\1</sup>", text).replace("inf", "&infin;")
    return text.replace("±", "&plusmn;").replace("-", "&minus;")
