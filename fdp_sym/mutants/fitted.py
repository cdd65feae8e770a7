"""Points at which hypotheses hold: what a hypothesis bounds is moved to where it allows.

Of points chosen without regard to ``alpha >= exp(-mu)/2`` and ``alpha <= exp(-mu)`` few are of use.
Bounds are found in floating point; whether a point satisfies the hypotheses is for others to say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import sympy
from sympy import Expr, Rational
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.goals import instantiate
from ..theorems.statements import Generic

__all__ = ["fitted"]

Bound = tuple[str, Any, Expr]  # "lower", "upper" or "equal"; the symbol; by what

_PLACES = (Rational(1, 2), Rational(0), Rational(1), Rational(1, 20), Rational(19, 20))
_ROUNDS = 3  # one bound may depend on what another one moves
_DENOMINATOR = 10**6
_ROUNDING: dict[str, Callable[[float], int]] = {
    "lower": math.ceil,
    "upper": math.floor,
    "equal": round,
}


def fitted(
    given: tuple[Relational, ...], points: Iterable[Mapping[Any, Any]], instance: int = 0
) -> Iterator[dict[Any, Any]]:
    """The points, with what the hypotheses bound moved between its bounds.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, mu
    >>> from fdp_sym.theorems import Ge, Le
    >>> given = Ge(alpha, mu / 4), Le(alpha, mu / 3)
    >>> next(fitted(given, [{alpha: Rational(1, 2), mu: Rational(1)}]))[alpha]
    7/24
    """
    bounds = [b for h in given for b in bounds_of(h)]
    if not bounds:
        return
    bounded = sorted({s for _, s, _ in bounds}, key=str)
    for number, point in enumerate(points):
        moved = dict(point)
        for _ in range(_ROUNDS):
            before = dict(moved)
            for turn, symbol in enumerate(bounded):
                place = _PLACES[number // len(_PLACES) ** turn % len(_PLACES)]
                own = [(kind, e) for kind, s, e in bounds if s == symbol]
                value = _between(symbol, own, moved, place, instance)
                if value is not None:
                    moved[symbol] = value
            if moved == before:
                break
        if moved != point:
            yield moved


def bounds_of(h: Relational) -> Iterator[Bound]:
    """What a hypothesis says of each real symbol in which it is linear."""
    difference = h.lhs - h.rhs
    for s in sorted(difference.free_symbols, key=str):
        if s.is_integer or any(s in _inside(node) for node in difference.atoms(Generic)):
            continue
        if any(s in node.free_symbols for node in difference.atoms(sympy.Max, sympy.Min)):
            continue
        if any(bound_in(n) and s in n.free_symbols for n in sympy.preorder_traversal(difference)):
            continue
        slope = difference.diff(s)
        if s in slope.free_symbols or slope == 0:
            continue
        bound = sympy.expand(s - difference / slope)
        if s in bound.free_symbols:
            continue
        if h.rel_op == "==":
            yield "equal", s, bound
            continue
        if slope.is_positive or slope.is_negative:
            upper = (h.rel_op in ("<", "<=")) is bool(slope.is_positive)
            yield "upper" if upper else "lower", s, bound


def _inside(node: Expr) -> set[Any]:
    return set().union(*(a.free_symbols for a in node.args))


def _between(
    symbol: Any, bounds: list[tuple[str, Expr]], point: Any, place: Any, instance: int
) -> Any:
    """A rational value that the bounds allow, or None."""
    domain = domain_of(symbol)
    lows, highs = [domain.inf], [domain.sup]
    for kind, bound in bounds:
        value = _number(bound, point, instance, _ROUNDING[kind])
        if value is None:
            continue
        if kind == "equal":
            return value if value in domain else None
        (highs if kind == "upper" else lows).append(value)
    low, high = max(lows), min(highs)
    if not low < high:
        return low if low == high and low.is_finite and low in domain else None
    current = point[symbol]
    if low < current < high and place == _PLACES[0]:
        return current
    if low.is_infinite and high.is_infinite:
        return None
    if high.is_infinite:
        value = low + place
    elif low.is_infinite:
        value = high - place
    else:
        value = low + place * (high - low)
    return value if value in domain else None


def _number(expr: Expr, point: Any, instance: int, whole: Callable[[float], int]) -> Any:
    """An exact rational value, or one near it; None if there is none."""
    try:
        value = replace_free(instantiate(expr, point, instance), point)
        if value.is_Rational:
            return value
        found = float(value)
    except (FdpError, TypeError, ValueError, OverflowError, AttributeError):
        return None
    if not math.isfinite(found):
        return None
    return Rational(whole(found * _DENOMINATOR), _DENOMINATOR)
