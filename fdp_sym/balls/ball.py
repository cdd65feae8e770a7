"""A real number known to lie between two exact bounds."""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any, NoReturn

from sympy import Basic

from ..errors import DomainError
from .decimals import decimal, html, latex, ratio
from .numbers import to_bound

__all__ = ["Ball"]

Bound = Fraction | float  # a Fraction, or one of the floats inf and -inf


def _bound(x: Any) -> Bound:
    return x if type(x) is Fraction else to_bound(x, "the bound")


class Ball:
    """An enclosure: the exact closed interval from ``lower`` to ``upper``.

    Parameters
    ----------
    lower, upper : int, Fraction, Rational, float or str
        Exact bounds with ``lower <= upper``; a float is its binary value, and the floats
        ``-inf`` (lower) and ``inf`` (upper) say that a bound is missing. Only if both are ``inf``
        the value itself is infinite, as the epsilon of a guarantee may be.
    route : str, optional
        How the enclosure was obtained. It is no part of equality.

    Raises
    ------
    DomainError
        If the bounds are not exact numbers in that order.

    Examples
    --------
    >>> b = Ball("0.33333", "0.33334")
    >>> b.decimal(), b < 1, b < Ball(0, 1), b.contains(Fraction(1, 3))
    ('0.3333', True, None, True)
    >>> b - b
    Ball(-1/100000, 1/100000)
    """

    __slots__ = ("lower", "route", "upper")
    lower: Bound
    upper: Bound
    route: str

    def __init__(self, lower: Any, upper: Any, route: str = "") -> None:
        low, high = _bound(lower), _bound(upper)
        if not low <= high or high == -math.inf:
            raise DomainError(
                f"no enclosure from {lower} to {upper}; allowed is lower <= upper with a "
                "finite number or -inf below, a finite number or inf above, or inf for both"
            )
        object.__setattr__(self, "lower", low)
        object.__setattr__(self, "upper", high)
        object.__setattr__(self, "route", route)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Ball is immutable; make a new one instead of setting {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Ball is immutable; {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return Ball, (self.lower, self.upper, self.route)

    # -- size ---------------------------------------------------------------------------------

    @property
    def is_exact(self) -> bool:
        """Whether the value itself is known."""
        return self.lower == self.upper

    @property
    def midpoint(self) -> Fraction:
        """The exact centre; `DomainError` for an unbounded enclosure."""
        if isinstance(self.lower, float) or isinstance(self.upper, float):
            raise DomainError(f"{self!r} has no midpoint; allowed are bounded enclosures")
        return (self.lower + self.upper) / 2

    @property
    def width(self) -> Bound:
        """``upper - lower``, exactly; 0 if the value is known, though it be infinite."""
        return Fraction(0) if self.is_exact else _sum(self.upper, -self.lower)

    @property
    def relative_width(self) -> Bound:
        """The width over the least absolute value; ``inf`` if 0 is inside, 0 for [0, 0]."""
        if self.is_exact:
            return Fraction(0)
        least = max(self.lower, -self.upper)
        width = self.width
        if least <= 0 or isinstance(width, float):
            return math.inf
        return width / least

    def contains(self, x: Any) -> bool:
        """Whether the exact number ``x`` lies in the enclosure."""
        return self.lower <= _bound(x) <= self.upper

    def overlaps(self, other: Ball) -> bool:
        """Whether the two enclosures have a number in common."""
        return self.lower <= other.upper and other.lower <= self.upper

    # -- order --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Whether the two *enclosures* are the same set; says nothing about the numbers."""
        if not isinstance(other, Ball):
            return NotImplemented
        return self.lower == other.lower and self.upper == other.upper

    def __hash__(self) -> int:
        return hash((self.lower, self.upper))

    def __lt__(self, other: Any) -> bool | None:
        """True or False if that is certain, else None; likewise ``<=``, ``>`` and ``>=``."""
        other = _ball(other)
        if other is None:
            return NotImplemented
        return True if self.upper < other.lower else False if self.lower >= other.upper else None

    def __gt__(self, other: Any) -> bool | None:
        other = _ball(other)
        if other is None:
            return NotImplemented
        return other.__lt__(self)

    def __le__(self, other: Any) -> bool | None:
        other = _ball(other)
        if other is None:
            return NotImplemented
        reverse = other.__lt__(self)
        return None if reverse is None else not reverse

    def __ge__(self, other: Any) -> bool | None:
        other = _ball(other)
        if other is None:
            return NotImplemented
        return other.__le__(self)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Ball has no truth value; compare it, e.g. ball > 0 is True")

    # -- arithmetic ---------------------------------------------------------------------------

    def __neg__(self) -> Ball:
        return Ball(-self.upper, -self.lower, self.route)

    def __add__(self, other: Any) -> Ball:
        other = _ball(other)
        if other is None:
            return NotImplemented
        return Ball(
            _sum(self.lower, other.lower), _sum(self.upper, other.upper), self._route(other)
        )

    __radd__ = __add__

    def __sub__(self, other: Any) -> Ball:
        other = _ball(other)
        return NotImplemented if other is None else self + -other

    def __rsub__(self, other: Any) -> Ball:
        return -self + other

    def __mul__(self, other: Any) -> Ball:
        other = _ball(other)
        if other is None:
            return NotImplemented
        if math.inf in (self.lower, other.lower):
            raise DomainError(f"{self!r} times {other!r}; allowed are finite values")
        corners = [
            _product(a, b) for a in (self.lower, self.upper) for b in (other.lower, other.upper)
        ]
        return Ball(min(corners), max(corners), self._route(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Ball:
        other = _ball(other)
        if other is None:
            return NotImplemented
        if other.lower <= 0 <= other.upper:
            raise DomainError(f"division by {other!r}; allowed are enclosures without 0")
        low, high = (
            Fraction(0) if isinstance(end, float) else 1 / end for end in (other.upper, other.lower)
        )
        return self * Ball(low, high, other.route)

    def __rtruediv__(self, other: Any) -> Ball:
        other = _ball(other)
        return NotImplemented if other is None else other / self

    def _route(self, other: Ball) -> str:
        return self.route if other.route in ("", self.route) else other.route or self.route

    # -- output -------------------------------------------------------------------------------

    def floats(self) -> tuple[float, float]:
        """Doubles ``(lo, hi)`` around the enclosure, each the nearest on its own side.

        Examples
        --------
        >>> Ball("1/10", "1/10").floats()
        (0.09999999999999999, 0.1)
        >>> Ball("1e-400", "1e400").floats()
        (0.0, inf)
        """
        return _float_below(self.lower), 0.0 - _float_below(-self.upper)

    def decimal(self, digits: int | None = None) -> str:
        """The value in decimal, with proved digits only.

        The digits are those of the true value, cut off (toward zero) and not rounded: if
        ``"0.3989"`` is printed, the value is at least 0.3989 and less than 0.3990. As many are
        printed as both bounds share, at most ``digits``. An exact value is printed with at most
        ``digits`` (by default 17) digits, in full if it ends earlier. If not even the leading
        digit is proved the answer is the enclosure, rounded outward: ``"[-1.3e-7, 2.1e-7]"``.

        Parameters
        ----------
        digits : int, optional
            The most significant digits to print, at least 1.

        Examples
        --------
        >>> Ball("0.12345", "0.12349").decimal(), Ball("0.12345", "0.12349").decimal(2)
        ('0.1234', '0.12')
        >>> Ball(0, 0).decimal(), Ball("1.5e-30", "1.6e-30").decimal()
        ('0', '1e-30')
        >>> Ball("-1/3", "1").decimal()
        '[0.3 ± 0.7]'
        """
        return decimal(self.lower, self.upper, digits)

    def __repr__(self) -> str:
        bounds = [self.lower, self.upper]
        if all(isinstance(b, float) or b.denominator < 10**9 > abs(b.numerator) for b in bounds):
            return f"Ball({self.lower}, {self.upper})"
        return f"Ball({self.decimal(30)})"

    def __str__(self) -> str:
        return self.decimal()

    def _repr_latex_(self) -> str:
        return f"${latex(self.decimal())}$"

    def _repr_html_(self) -> str:
        return html(self.decimal())

    def to_json(self) -> dict[str, str]:
        """Plain JSON data: bounds as exact strings ("p/q", "inf"), proved decimals, route.

        Examples
        --------
        >>> Ball("1/3", "1/2", "by hand").to_json()
        {'lower': '1/3', 'upper': '1/2', 'decimal': '[0.42 ± 0.09]', 'route': 'by hand'}
        """
        return {
            "lower": ratio(self.lower),
            "upper": ratio(self.upper),
            "decimal": self.decimal(),
            "route": self.route,
        }


def _ball(x: Any) -> Ball | None:
    """An operand: a Ball, or an exact number as a Ball of width 0 (infinite as a far end)."""
    if isinstance(x, Ball):
        return x
    if isinstance(x, (numbers.Real, Basic)) and not isinstance(x, bool):
        bound = _bound(x)
        if isinstance(bound, float):
            raise DomainError(f"{x}: allowed beside a Ball are finite numbers and other Balls")
        return Ball(bound, bound)
    return None


def _sum(x: Bound, y: Bound) -> Bound:
    """x + y; ``Fraction + inf`` would convert the Fraction, which may overflow."""
    return next((z for z in (x, y) if isinstance(z, float)), None) or x + y


def _product(x: Bound, y: Bound) -> Bound:
    """x * y, where an infinite bound is the missing end of a set of reals: 0*oo is 0."""
    if x == 0 or y == 0:
        return Fraction(0)
    if isinstance(x, float) or isinstance(y, float):
        return math.inf if (x > 0) == (y > 0) else -math.inf
    return x * y


def _float_below(x: Bound) -> float:
    """The greatest double that is not above ``x``."""
    if isinstance(x, float):
        return x
    try:
        nearest = x.numerator / x.denominator  # correctly rounded, subnormals included
    except OverflowError:
        nearest = math.inf if x > 0 else -math.inf
    return math.nextafter(nearest, -math.inf) if nearest > x else nearest
