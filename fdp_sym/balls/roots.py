r"""Enclosures of inverse functions: the only zero of a function on an interval.

That there is only one is certified by `fdp_sym.balls.crossing`, that there is one by signs at the
ends. The interval Newton operator does the rest; signs alone do if the derivative vanishes at the
zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from sympy import Expr, Integer, Symbol

from ..errors import DomainError, HypothesisError, PrecisionError
from ..exact import expression
from ..signs import possible_signs
from . import arithmetic as ar
from .arithmetic import INF, ONE, ZERO
from .ball import Ball
from .crossing import CELL_BITS, Curve, cross_once, is_narrow, sign_of
from .evaluate import tolerance_of
from .numbers import dyadic, to_value
from .precision import precision

__all__ = ["first_at_most_zero", "root"]

_MAX_BITS = 20_000
_MOST_STEPS = 60
_LEAST_EXPONENT = 200_000  # balls have no smaller exact bounds

# where to look for a sign when the middle of the bracket may be the root itself
_PLACES = (fmpq(1, 2), fmpq(7, 16), fmpq(9, 16))


def root(
    expr: Any,
    variable: Symbol,
    low: Any,
    high: Any,
    values: Mapping[Symbol, Any] | None = None,
    digits: int = 30,
) -> Ball:
    """The zero of a function that crosses zero exactly once between ``low`` and ``high``.

    Parameters
    ----------
    expr : Expr
        A function of ``variable``, monotone (at least where it may vanish). Its derivative may
        vanish at the zero; then zeros that no enclosure can tell apart may be enclosed together.
    variable : Symbol
    low, high : number
        Where to look. Either may be infinite, or an end at which the function is undefined.
    values : mapping of Symbol to number, optional
        An exact number for every other symbol.
    digits : int
        The relative width asked for, as a number of digits.

    Returns
    -------
    Ball
        Of relative width at most ``10**-digits``.

    Raises
    ------
    HypothesisError
        If the signs at the two ends are not opposite, or the function is not monotone.
    PrecisionError
        If signs, monotonicity or width stay undecided.

    Examples
    --------
    >>> from sympy import Rational, oo
    >>> from fdp_sym.functions import Phi
    >>> x = Symbol("x", real=True)
    >>> root(Phi(x) - Rational(19, 20), x, -oo, oo, digits=15).decimal(15)
    '1.64485362695147'
    """
    curve = Curve(expression(expr), variable, values or {})
    lo, hi = to_value(expression(low)), to_value(expression(high))
    if not lo < hi:
        raise DomainError(f"a root between {low} and {high}; allowed is low < high")
    with precision(CELL_BITS):
        first, before = _certain_end(curve, lo, hi, 1)
        last, after = _certain_end(curve, hi, lo, -1)
        if before == after or None in (before, after):
            raise HypothesisError(
                f"{expr} has the same sign toward {low} and toward {high}: no zero in between is "
                "certain. Choose ends on either side of the zero."
            )
        direction = after or -before
    found = cross_once(curve, first, last, direction, digits)
    if 0 in (before, after):
        if found.touches or found.cells is not None:
            raise PrecisionError(
                f"{expr} vanishes at an end, where its derivative may vanish too: that it has no "
                "other zero is not decided. Move that end."
            )
        return _ball(*((first, first) if before == 0 else (last, last)))
    if found.cells is not None:
        return _ball(*found.cells)
    return _refine(curve, first, last, direction, digits, touches=found.touches)


def _certain_end(curve: Curve, end: Any, other: Any, direction: int) -> tuple[Any, int]:
    """A point and the sign that the function has there and everywhere between it and the end."""
    if type(end) is fmpq:
        found = curve.sign(end)
        if found is not None:
            return end, found
        curve_y = curve.inverted(end, direction)
        length = abs(other - end) if type(other) is fmpq else ONE
        for k in range(1, _MOST_STEPS):
            found = sign_of(curve_y.at(ar.Interval(2**k / length, INF, False)))
            if found:
                return end + direction * length / 2**k, found
    else:
        origin = other if type(other) is fmpq else ZERO
        for k in range(_MOST_STEPS):
            point = origin - direction * fmpq(2**k)
            ray = (point, INF) if direction < 0 else (-INF, point)
            found = sign_of(curve.at(ar.Interval(*ray, False)))
            if found:
                return point, found
    raise PrecisionError(
        f"{curve.expr} has no certain sign toward {curve.variable} = {_shown(end)}; give an end "
        "closer to the zero"
    )


def _shown(end: Any) -> str:
    return str(end) if type(end) is fmpq else "oo" if end > 0 else "-oo"


def first_at_most_zero(
    expr: Expr, variable: Symbol, digits: int = 30, *, reached: bool | None = None
) -> Ball:
    """The least x >= 0 with ``expr <= 0``, for an expr known to be continuous and non-increasing.

    Parameters
    ----------
    expr : Expr
        Without other symbols.
    variable : Symbol
    digits : int
        The relative width asked for, as a number of digits.
    reached : bool, optional
        Whether there is such an x, if that is known; the answer is the exact ``inf`` if not.
    """
    if reached is False:
        return Ball(math.inf, math.inf, "the level is never reached")
    curve = Curve(expr, variable, {})
    start = curve.sign(ZERO)
    if start is None:
        # the level may be reached exactly there
        signs = possible_signs(expr.xreplace({variable: Integer(0)}))
        start = next(iter(signs)) if len(signs) == 1 else None
    if start is None:
        raise PrecisionError(f"the sign of {expr} at {variable} = 0 is not decided")
    if start <= 0:
        return Ball(0, 0, "reached at 0")
    low, high = ZERO, ONE
    for _ in range(_MOST_STEPS):
        found = curve.sign(high, 1024)
        if found is not None and found <= 0:
            return _refine(curve, low, high, -1, digits, flat=True)
        low, high = (high, 2 * high) if found else (low, 2 * high)
    raise PrecisionError(f"{expr} is not seen to reach 0 up to {variable} = {high}")


def _refine(
    curve: Curve,
    low: Any,
    high: Any,
    direction: int,
    digits: int,
    flat: bool = False,
    touches: bool = False,
) -> Ball:
    """Narrow a bracket: the sign is ``direction`` or 0 at ``high``, the opposite at ``low``.

    ``flat`` says that the function may stay 0 once it is, and that its first zero is wanted;
    ``touches`` that it may stay 0 for a while: then only signs are trusted.
    """
    bits, tolerance = 64, tolerance_of(digits)
    while True:
        with precision(bits):
            low, high = _narrowed(curve, low, high, direction, flat, touches, tolerance)
        if is_narrow(low, high, tolerance):
            return _ball(low, high)
        if bits >= _MAX_BITS:
            raise PrecisionError(
                f"the zero of {curve.expr} is enclosed only by {_ball(low, high)}, not to {digits} "
                "digits; ask for fewer"
            )
        bits *= 2


def _ball(low: Any, high: Any) -> Ball:
    lower, upper = (Fraction(int(end.p), int(end.q)) for end in (low, high))
    return Ball(lower, upper, "certified signs and interval Newton steps")


def _narrowed(
    curve: Curve, a: Any, b: Any, direction: int, flat: bool, touches: bool, tolerance: Any
) -> tuple[Any, Any]:
    """The bracket [a, b] as narrow as the current precision makes it."""
    if a < 0 < b:
        if touches and sign_of(curve.at(ZERO)) == 0:
            return a, b  # a zero, but maybe not the only one, and nothing is narrow around 0
        a, b = _split(curve, a, b, direction, flat, touches, (-a / (b - a),)) or (a, b)
    while not is_narrow(a, b, tolerance):
        if 0 in (a, b) and _exponent(b - a) < -_LEAST_EXPONENT:
            break  # nothing smaller has exact bounds
        scale = _between_scales(a, b)
        if scale is not None:
            halves = _split(curve, a, b, direction, flat, touches, (scale,))
            if halves is not None:
                a, b = halves
                continue
        x, middle = ar.interval(a, b), (a + b) / 2
        slope = curve.slope(x)
        if sign_of(slope):
            lo, hi, _ = ar.ends(ar.sub(middle, ar.div(curve.at(middle), slope)))
            low, high = dyadic(arb(lo).lower()), dyadic(arb(hi).upper())
            low, high = (a if low is None else max(a, low)), (b if high is None else min(b, high))
            if low <= high and 2 * (high - low) <= b - a:
                a, b = low, high
                continue
        halves = _split(curve, a, b, direction, flat, touches, _PLACES)
        if halves is None:
            break
        a, b = halves
    return a, b


def _between_scales(a: Any, b: Any) -> Any | None:
    """Where to cut a bracket whose ends differ in magnitude, as a share of it; else None.

    Halves would approach a tiny zero by one binary digit a step; magnitudes halve the exponent.
    """
    near, far = (a, b) if a >= 0 else (-b, -a)
    if near < 0 or far <= 4 * near:
        return None
    height = _exponent(far)
    # between two magnitudes, or above 0 at twice the exponent, from 1/2 on
    low = (height + _exponent(near)) // 2 if near else min(2 * height, 0) - 1
    point = fmpq(2) ** low if low >= 0 else 1 / fmpq(2) ** -low
    if not near < point < far:
        return None
    share = (point - near) / (far - near)
    return share if a >= 0 else 1 - share


def _exponent(x: Any) -> int:
    """The binary exponent of a positive fraction, give or take one."""
    return int(x.p).bit_length() - int(x.q).bit_length()


def _split(
    curve: Curve,
    a: Any,
    b: Any,
    direction: int,
    flat: bool,
    touches: bool,
    places: tuple[Any, ...],
) -> tuple[Any, Any] | None:
    """The part of [a, b] that holds the crossing, by the sign at one of the places."""
    for place in places:
        point = a + (b - a) * place
        found = sign_of(curve.at(point))
        if found is None or (found == 0 and touches):
            continue
        if found == 0:
            return (a, point) if flat else (point, point)
        return (a, point) if found == direction else (point, b)
    return None
