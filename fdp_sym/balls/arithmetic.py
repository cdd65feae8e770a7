"""Enclosures as the interpreter sees them, and the operations that keep them enclosures.

A *value* encloses one extended real number or all values over a box. It is one of

* ``fmpq``: exactly that rational (so that an exact zero stays one);
* ``arb``: a ball that holds the number; ``inf`` and ``-inf`` mean that infinity is the value
  (``Quantile(1)``); ``nan`` means that nothing is known, not even that the value exists;
* `Interval`: everything between two such points. End points are never wrapped into a ball, so
  ``exp`` of [-oo, 0] is [0, 1] and an even power is not negative.

An undefined operation (``0*oo``, ``oo - oo``, ``1/0``) gives ``nan``, and ``nan`` stays ``nan``
through every operation: nothing is concluded from a value that may not exist.

Every operation works at flint's current precision.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, fmpq

__all__ = [
    "INF",
    "NAN",
    "Interval",
    "absolute",
    "add",
    "bounds",
    "ceiling",
    "div",
    "ends",
    "floor",
    "hull",
    "integer_power",
    "interval",
    "is_nan",
    "less",
    "less_equal",
    "maximum",
    "minimum",
    "mul",
    "neg",
    "sign",
    "sub",
    "to_arb",
]

NAN: Any = arb("nan")
INF: Any = arb("inf")
ZERO, ONE = fmpq(0), fmpq(1)
# 2**-200000 (about 1e-60000) and its inverse bound what is turned into a Fraction, whose arithmetic
# is slow beyond; smaller and larger values get outward bounds
_MAX_EXPONENT = 200_000


class Interval:
    """All extended reals from ``lo`` to ``hi``, two points; made by `interval`.

    ``attained`` tells whether an infinite end may itself be a value: it may for Quantile on
    [0, 1], it may not for a real variable that ranges over [0, oo). Only the latter permits
    the convention 0*oo = 0 of unbounded sets.
    """

    __slots__ = ("attained", "hi", "lo")

    def __init__(self, lo: Any, hi: Any, attained: bool) -> None:
        self.lo = lo
        self.hi = hi
        self.attained = attained

    def __repr__(self) -> str:
        return f"Interval({self.lo}, {self.hi})"


def is_nan(x: Any) -> bool:
    """Whether nothing is known about the point."""
    return type(x) is arb and bool(x.is_nan())


def is_infinite(x: Any) -> bool:
    """Whether the point is oo or -oo itself."""
    return type(x) is arb and not x.is_finite() and x.is_exact() and not x.is_nan()


def interval(lo: Any, hi: Any, attained: bool = False) -> Any:
    """The hull of two points with ``lo <= hi``, or NAN if one of them is."""
    if is_nan(lo) or is_nan(hi):
        return NAN
    return Interval(lo, hi, attained and (is_infinite(lo) or is_infinite(hi)))


def ends(x: Any) -> tuple[Any, Any, bool]:
    """``(lo, hi, attained)``; a point that is infinite is attained."""
    if type(x) is Interval:
        return x.lo, x.hi, x.attained
    return x, x, is_infinite(x)


def point_min(x: Any, y: Any) -> Any:
    """The smaller of two points; a rational one stays exact."""
    if type(x) is fmpq or type(y) is fmpq:
        if x <= y:
            return x
        if x >= y:
            return y
    return arb(x).min(arb(y))


def point_max(x: Any, y: Any) -> Any:
    """The larger of two points; a rational one stays exact."""
    if type(x) is fmpq or type(y) is fmpq:
        if x >= y:
            return x
        if x <= y:
            return y
    return arb(x).max(arb(y))


def hull(*values: Any) -> Any:
    """The smallest interval that holds all values; NAN if one is."""
    lo, hi, attained = ends(values[0])
    for value in values[1:]:
        lo2, hi2, attained2 = ends(value)
        lo, hi, attained = point_min(lo, lo2), point_max(hi, hi2), attained or attained2
    return values[0] if len(values) == 1 else interval(lo, hi, attained)


def to_arb(x: Any) -> Any:
    """The value as one ball (an unbounded interval becomes the whole line)."""
    if type(x) is Interval:
        return arb(x.lo).union(arb(x.hi))
    return arb(x)


def _dyadic(x: Any, direction: int) -> Fraction | float:
    """An exact arb as a Fraction; outward when its exponent is astronomical."""
    if not x.is_finite():
        far = 1 if x > 0 else -1
        # the near side of an infinite value is any bound that it exceeds
        return far * float("inf") if far == direction else Fraction(far * 2**_MAX_EXPONENT)
    mantissa, exponent = (int(part) for part in x.man_exp())
    size = exponent + mantissa.bit_length()
    if size > _MAX_EXPONENT:
        outward = (mantissa > 0) == (direction > 0)
        return direction * float("inf") if outward else Fraction(-direction * 2**_MAX_EXPONENT)
    if size < -_MAX_EXPONENT and mantissa:
        outward = (mantissa > 0) == (direction > 0)
        return Fraction(direction, 2**_MAX_EXPONENT) if outward else Fraction(0)
    return Fraction(mantissa) * 2**exponent if exponent >= 0 else Fraction(mantissa, 2**-exponent)


def _bound(x: Any, direction: int) -> Fraction | float:
    if type(x) is fmpq:
        return Fraction(int(x.p), int(x.q))
    return _dyadic(x.upper() if direction > 0 else x.lower(), direction)


def bounds(x: Any) -> tuple[Fraction | float, Fraction | float]:
    """Exact outward bounds; nothing known is the whole extended line."""
    lo, hi, _ = ends(x)
    if is_nan(lo):
        return float("-inf"), float("inf")
    return _bound(lo, -1), _bound(hi, 1)


def neg(x: Any) -> Any:
    """-x."""
    return Interval(-x.hi, -x.lo, x.attained) if type(x) is Interval else -x


def _plus(x: Any, y: Any) -> Any:
    """x + y of points. flint keeps a radius on oo + y, which then is no exact infinity."""
    total = x + y
    if type(total) is arb and not total.is_finite() and total.rad().is_finite():
        return arb(total.mid())
    return total


def add(x: Any, y: Any) -> Any:
    """x + y; oo - oo is NAN."""
    if type(x) is not Interval and type(y) is not Interval:
        return _plus(x, y)
    xlo, xhi, xatt = ends(x)
    ylo, yhi, yatt = ends(y)
    if xatt and yatt and ((xhi == INF and ylo == -INF) or (xlo == -INF and yhi == INF)):
        return NAN
    return interval(_plus(xlo, ylo), _plus(xhi, yhi), xatt or yatt)


def sub(x: Any, y: Any) -> Any:
    """x - y; oo - oo is NAN."""
    if type(x) is not Interval and type(y) is not Interval:
        return _plus(x, -y)
    return add(x, neg(y))


def _corner(x: Any, y: Any, attained: bool) -> Any:
    """A product of end points; 0*oo is 0 for unbounded sets and NAN if infinity is attained."""
    if (x == 0 and is_infinite(y)) or (y == 0 and is_infinite(x)):
        return NAN if attained else ZERO
    return x * y


def mul(x: Any, y: Any) -> Any:
    """x * y; 0*oo is NAN unless infinity is only the end of an unbounded set of reals."""
    if type(x) is not Interval and type(y) is not Interval:
        return x * y
    xlo, xhi, xatt = ends(x)
    ylo, yhi, yatt = ends(y)
    # an attained infinity times a set that may hold zero is undefined, whatever the corners say
    if (xatt and not nonzero(y)) or (yatt and not nonzero(x)):
        return NAN
    corners = [_corner(a, b, xatt or yatt) for a in (xlo, xhi) for b in (ylo, yhi)]
    lo = hi = corners[0]
    for corner in corners[1:]:
        lo, hi = point_min(lo, corner), point_max(hi, corner)
    return interval(lo, hi, xatt or yatt)


def nonzero(x: Any) -> bool:
    """Whether the value certainly is not zero."""
    lo, hi, _ = ends(x)
    return bool(lo > 0 or hi < 0)


def div(x: Any, y: Any) -> Any:
    """x / y; NAN if y may be zero."""
    if type(y) is fmpq and y == 0:
        return NAN
    if type(x) is not Interval and type(y) is not Interval:
        return x / y
    if not nonzero(y):
        return NAN
    lo, hi, attained = ends(y)
    return mul(x, interval(1 / hi, 1 / lo, attained))


# exact powers stop here; beyond, a ball of the working precision is the better tool
_EXACT_POWER_BITS = 1 << 15


def _point_power(x: Any, n: int) -> Any:
    """x**n for n >= 1 where x is a point on which that is monotone, or odd n."""
    if type(x) is fmpq:
        if int(x.height_bits()) * n <= _EXACT_POWER_BITS:
            return x**n
        x = arb(x)
    if is_infinite(x):  # flint's (-inf)**2 is nan
        return INF if x > 0 or n % 2 == 0 else -INF
    if x > 0 or x < 0:
        return x**n
    # flint's power of a ball that holds zero is nan; multiplication is not
    result, square = None, x
    while n:
        if n & 1:
            result = square if result is None else result * square
        square, n = square * square, n >> 1
    return result


def integer_power(x: Any, n: int) -> Any:
    """x**n for an integer n; an even power is never negative."""
    if n < 0:
        return div(ONE, integer_power(x, -n))
    if n == 0:
        return ONE
    if type(x) is not Interval:
        if type(x) is fmpq or n % 2 or x > 0 or x < 0 or not x.is_finite():
            return _point_power(x, n)
        return interval(ZERO, x.abs_upper() ** n)
    lo, hi, attained = x.lo, x.hi, x.attained
    low, high = _point_power(lo, n), _point_power(hi, n)
    if n % 2 or lo >= 0:
        return interval(low, high, attained)
    if hi <= 0:
        return interval(high, low, attained)
    return interval(ZERO, point_max(low, high), attained)


def absolute(x: Any) -> Any:
    """|x|."""
    if type(x) is not Interval:
        if type(x) is fmpq or x > 0 or x < 0 or not x.is_finite():
            return abs(x)
        return interval(ZERO, x.abs_upper())
    if x.lo >= 0:
        return x
    if x.hi <= 0:
        return neg(x)
    return interval(ZERO, point_max(abs(x.lo), abs(x.hi)), x.attained)


def sign(x: Any) -> Any:
    """The sign of x: -1, 0, 1, or an interval of undecided ones."""
    lo, hi, _ = ends(x)
    if is_nan(lo):
        return NAN
    low = 1 if lo > 0 else 0 if lo >= 0 else -1
    high = -1 if hi < 0 else 0 if hi <= 0 else 1
    return fmpq(low) if low == high else interval(fmpq(low), fmpq(high))


def minimum(x: Any, y: Any) -> Any:
    """min(x, y)."""
    if type(x) is not Interval and type(y) is not Interval:
        return point_min(x, y)
    xlo, xhi, xatt = ends(x)
    ylo, yhi, yatt = ends(y)
    return interval(point_min(xlo, ylo), point_min(xhi, yhi), xatt or yatt)


def maximum(x: Any, y: Any) -> Any:
    """max(x, y)."""
    if type(x) is not Interval and type(y) is not Interval:
        return point_max(x, y)
    xlo, xhi, xatt = ends(x)
    ylo, yhi, yatt = ends(y)
    return interval(point_max(xlo, ylo), point_max(xhi, yhi), xatt or yatt)


def _floor_point(x: Any, direction: int) -> Any:
    """The floor of the lower (resp. upper) bound of a point, exactly."""
    if type(x) is fmpq:
        return fmpq(x.floor())
    if not x.is_finite():
        return x if is_infinite(x) else NAN
    end = (x.upper() if direction > 0 else x.lower()).floor()
    whole = end.unique_fmpz()  # None if the number is longer than the working precision
    return end if whole is None else fmpq(whole)


def floor(x: Any) -> Any:
    """floor(x): exact where it is decided, an interval between integers where it is not."""
    lo, hi, attained = ends(x)
    low, high = _floor_point(lo, -1), _floor_point(hi, 1)
    if type(low) is fmpq and type(high) is fmpq and low == high:
        return low
    return interval(low, high, attained)


def ceiling(x: Any) -> Any:
    """ceiling(x) = -floor(-x)."""
    return neg(floor(neg(x)))


def less(x: Any, y: Any) -> bool | None:
    """x < y: True, False, or None when the enclosures do not decide it."""
    xlo, xhi, _ = ends(x)
    ylo, yhi, _ = ends(y)
    if xhi < ylo:
        return True
    return False if xlo >= yhi else None


def less_equal(x: Any, y: Any) -> bool | None:
    """x <= y: True, False, or None when the enclosures do not decide it."""
    decided = less(y, x)
    return None if decided is None else not decided
