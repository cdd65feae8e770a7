"""Exact numbers on their way into programs and balls; nothing is rounded here."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import fmpq
from sympy import Rational, S

from ..errors import DomainError
from ..exact import exact, to_fraction
from .arithmetic import INF, interval

__all__ = ["dyadic", "to_bound", "to_value"]

_INFINITE = {S.Infinity: math.inf, S.NegativeInfinity: -math.inf}


def to_bound(x: Any, what: str = "the number") -> Fraction | float:
    """An exact extended real: a ``Fraction``, or the float ``inf`` or ``-inf``.

    Raises
    ------
    DomainError
        For NaN and anything that is no rational number (a float is its exact binary value).
    """
    if type(x) is int or type(x) is Fraction:
        return Fraction(x)
    if isinstance(x, Rational):
        return to_fraction(x)
    if isinstance(x, float) and math.isinf(x):
        return float(x)
    if x is S.Infinity or x is S.NegativeInfinity:
        return _INFINITE[x]
    number = exact(x, what)
    if not number.is_Rational:
        raise DomainError(
            f"{what} = {x}: allowed are exact rational numbers; substitute other constants "
            "into the expression instead"
        )
    return to_fraction(number)


def _point(x: Any) -> Any:
    if type(x) is int:
        return fmpq(x)
    if isinstance(x, Rational):
        return fmpq(int(x.p), int(x.q))
    bound = to_bound(x, "the value")
    if isinstance(bound, Fraction):
        return fmpq(bound.numerator, bound.denominator)
    return INF if bound > 0 else -INF


def to_value(x: Any) -> Any:
    """An exact number, or a pair of them for an interval, as the interpreter's value."""
    if not isinstance(x, tuple):
        return _point(x)
    if len(x) != 2:
        raise DomainError(f"the interval {x}: allowed is a pair (lo, hi)")
    lo, hi = _point(x[0]), _point(x[1])
    if not lo <= hi or (lo == hi and lo in (INF, -INF)):
        raise DomainError(f"the interval {x}: allowed is (lo, hi) with lo <= hi, not both infinite")
    # the variable is a real number: an infinite end only says that there is no bound
    return interval(lo, hi, attained=False)


def dyadic(x: Any) -> Any:
    """An exact arb as a rational; None if it is not finite."""
    if not x.is_finite():
        return None
    mantissa, exponent = x.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)
