r"""Enclosures of inverse functions: the only zero of a function on an interval.

A cell of the interval is settled when the function has a certified sign on it, or a derivative of
one certified sign, the same for all such cells. Then the function crosses zero at most once, and
signs at the ends say that it does. The interval Newton operator does the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from sympy import Dummy, Expr, Rational, Symbol, sympify

from ..errors import DomainError, HypothesisError, PrecisionError
from . import arithmetic as ar
from .arithmetic import INF, ONE, ZERO
from .ball import Ball
from .compiler import compile_expr
from .duals import DUAL, Dual
from .evaluate import checked, tolerance_of
from .numbers import dyadic, to_value
from .precision import precision
from .real import REAL

__all__ = ["first_at_most_zero", "root"]

_SIGN_BITS = 4096
_MAX_BITS = 20_000
_CELL_BITS = 128
_MOST_CELLS = 5000
_MOST_STEPS = 60
# where to look for a sign when the middle of the bracket may be the root itself
_PLACES = (fmpq(1, 2), fmpq(7, 16), fmpq(9, 16))
_Y = Dummy("y", positive=True)


class _Curve:
    """A function of one variable, the values of its other symbols given."""

    def __init__(self, expr: Expr, variable: Symbol, values: Mapping[Symbol, Any]) -> None:
        self.expr, self.variable, self.given = expr, variable, values
        outer = sorted(expr.free_symbols - {variable}, key=lambda s: s.sort_key())
        missing = [s for s in outer if s not in values]
        if missing:
            raise DomainError(
                f"no value for {missing[0]} in {expr}; every symbol but {variable} needs an exact "
                "number. Add it to the values."
            )
        self.program = compile_expr(expr, (*outer, variable))
        self.values = [checked(s, values[s]) for s in outer]
        self.steep = self.program.supports(DUAL)

    def at(self, x: Any) -> Any:
        return self.program.run((*self.values, x), REAL)

    def slope(self, x: Any) -> Any:
        """An enclosure of all difference quotients over an interval; NAN without one."""
        if not self.steep:
            return ar.NAN
        constants = [Dual(v) for v in self.values]
        return self.program.run((*constants, Dual(x, ONE)), DUAL).slope

    def sign(self, x: Any, bits: int = _SIGN_BITS) -> int | None:
        """The certified sign at a rational; None if it stays undecided."""
        tried = 64
        while tried <= bits:
            with precision(tried):
                found = _sign(self.at(x))
            if found is not None:
                return found
            tried *= 2
        return None

    def inverted(self, end: Any, direction: int) -> _Curve:
        """The function of y = 1/|x - end|."""
        point = Rational(int(end.p), int(end.q))
        moved = self.expr.xreplace({self.variable: point + direction / _Y})
        return _Curve(moved, _Y, self.given)


def _sign(x: Any) -> int | None:
    lo, hi, _ = ar.ends(x)
    if lo > 0:
        return 1
    if hi < 0:
        return -1
    return 0 if lo >= 0 and hi <= 0 else None


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
        A function of ``variable``, monotone (at least where it may vanish).
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
    curve = _Curve(sympify(expr), variable, values or {})
    lo, hi = to_value(sympify(low)), to_value(sympify(high))
    if not lo < hi:
        raise DomainError(f"a root between {low} and {high}; allowed is low < high")
    with precision(_CELL_BITS):
        first, before = _certain_end(curve, lo, hi, 1)
        last, after = _certain_end(curve, hi, lo, -1)
        if before == after or None in (before, after):
            raise HypothesisError(
                f"{expr} has the same sign toward {low} and toward {high}: no zero in between is "
                "certain. Choose ends on either side of the zero."
            )
        direction = after or -before
        _cross_once(curve, first, last, direction)
    if 0 in (before, after):
        return _ball(*((first, first) if before == 0 else (last, last)))
    return _refine(curve, first, last, direction, digits)


def _certain_end(curve: _Curve, end: Any, other: Any, direction: int) -> tuple[Any, int]:
    """A point and the sign that the function has there and everywhere between it and the end."""
    if type(end) is fmpq:
        found = curve.sign(end)
        if found is not None:
            return end, found
        curve_y = curve.inverted(end, direction)
        length = abs(other - end) if type(other) is fmpq else ONE
        for k in range(1, _MOST_STEPS):
            found = _sign(curve_y.at(ar.Interval(2**k / length, INF, False)))
            if found:
                return end + direction * length / 2**k, found
    else:
        origin = other if type(other) is fmpq else ZERO
        for k in range(_MOST_STEPS):
            point = origin - direction * fmpq(2**k)
            ray = (point, INF) if direction < 0 else (-INF, point)
            found = _sign(curve.at(ar.Interval(*ray, False)))
            if found:
                return point, found
    raise PrecisionError(
        f"{curve.expr} has no certain sign toward {curve.variable} = {_shown(end)}; give an end "
        "closer to the zero"
    )


def _shown(end: Any) -> str:
    return str(end) if type(end) is fmpq else "oo" if end > 0 else "-oo"


def _cross_once(curve: _Curve, low: Any, high: Any, direction: int) -> None:
    """Check that the function crosses zero at most once, in the given direction."""
    cells, count = [(low, high)], 0
    while cells:
        a, b = cells.pop()
        count += 1
        x = ar.interval(a, b)
        if _sign(curve.at(x)):
            continue
        tendency = _sign(curve.slope(x))
        if tendency == direction:
            continue
        if tendency:
            raise HypothesisError(
                f"{curve.expr} is not monotone between {low} and {high}: its derivative has the "
                f"other sign near {curve.variable} = {arb((a + b) / 2).str(6, radius=False)}"
            )
        if count > _MOST_CELLS:
            raise PrecisionError(
                f"that {curve.expr} is monotone between {low} and {high} is not decided with "
                f"{_MOST_CELLS} cells; choose closer ends"
            )
        middle = (a + b) / 2
        cells += [(a, middle), (middle, b)]


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
    curve = _Curve(expr, variable, {})
    start = curve.sign(ZERO)
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
    curve: _Curve, low: Any, high: Any, direction: int, digits: int, flat: bool = False
) -> Ball:
    """Narrow a bracket: the sign is ``direction`` or 0 at ``high``, the opposite at ``low``.

    ``flat`` says that the function may stay 0 once it is, and that its first zero is wanted.
    """
    bits, tolerance = 64, tolerance_of(digits)
    while True:
        with precision(bits):
            low, high = _narrowed(curve, low, high, direction, flat, tolerance)
        if _narrow(low, high, tolerance):
            return _ball(low, high)
        if bits >= _MAX_BITS:
            raise PrecisionError(
                f"the zero of {curve.expr} is enclosed only by {_ball(low, high)}, not to {digits} "
                "digits; ask for fewer"
            )
        bits *= 2


def _narrow(low: Any, high: Any, tolerance: Any) -> bool:
    if low < 0 < high:
        return False
    return bool(high - low <= min(abs(low), abs(high)) * tolerance)


def _ball(low: Any, high: Any) -> Ball:
    lower, upper = (Fraction(int(end.p), int(end.q)) for end in (low, high))
    return Ball(lower, upper, "certified signs and interval Newton steps")


def _narrowed(
    curve: _Curve, a: Any, b: Any, direction: int, flat: bool, tolerance: Any
) -> tuple[Any, Any]:
    """The bracket [a, b] as narrow as the current precision makes it."""
    if a < 0 < b:
        a, b = _split(curve, a, b, direction, flat, (-a / (b - a),)) or (a, b)
    while not _narrow(a, b, tolerance):
        x, middle = ar.interval(a, b), (a + b) / 2
        slope = curve.slope(x)
        if _sign(slope):
            lo, hi, _ = ar.ends(ar.sub(middle, ar.div(curve.at(middle), slope)))
            low, high = dyadic(arb(lo).lower()), dyadic(arb(hi).upper())
            low, high = (a if low is None else max(a, low)), (b if high is None else min(b, high))
            if low <= high and 2 * (high - low) <= b - a:
                a, b = low, high
                continue
        halves = _split(curve, a, b, direction, flat, _PLACES)
        if halves is None:
            break
        a, b = halves
    return a, b


def _split(
    curve: _Curve, a: Any, b: Any, direction: int, flat: bool, places: tuple[Any, ...]
) -> tuple[Any, Any] | None:
    """The part of [a, b] that holds the crossing, by the sign at one of the places."""
    for place in places:
        point = a + (b - a) * place
        found = _sign(curve.at(point))
        if found is None:
            continue
        if found == 0:
            return (a, point) if flat else (point, point)
        return (a, point) if found == direction else (point, b)
    return None
