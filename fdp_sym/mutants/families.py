"""Functions to be tried where a claim is about any: steep, flat, kinked, smooth, zero."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Interval, Lambda, Rational, S, oo, sqrt

from ..functions import Max
from ..symbols import real
from ..theorems.statements import Generic, generic

__all__ = ["is_tradeoff", "with_other_functions"]

_x = real("x", Interval(0, 1))
_z = real("z")
_SHAPE = {"convex", "non-increasing", "below Id"}
_SYMMETRIC = (
    1 - _x,
    Max(0, 1 - 3 * _x, (1 - _x) / 3),
    (1 - sqrt(_x)) ** 2,
    Max(0, Rational(1, 2) - _x),
    Max(0, 1 - 50 * _x, (1 - _x) / 50),
    Max(0, Rational(4, 5) - 4 * _x, (Rational(4, 5) - _x) / 4),
    S.Zero,
)
_slope = real("slope", Interval(0, 1))
_OTHERS = (
    _slope * (1 - _x),  # of any slope: equations may determine it
    1 - _x,
    S.Zero,
    (1 - _x) ** 2,
    Max(0, 1 - 10 * _x),
    (1 - _x) / 2,
    Max(0, 1 - 11 * _x / 10),  # its total variation is attained at 10/11
    Max(1 - 2 * _x, (1 - _x) / 10),
    Max(0, 1 - 50 * _x, (1 - _x) / 50),
)
_CONVEX = (_z**2, S(-3), 2 - _z, 4 * _z, Abs(_z - 1), Max(0, _z - 3), S(2))


def with_other_functions(expr: Expr, shift: int = 1) -> Expr:
    """The expression with other instances of arbitrary trade-off or convex functions.

    Parameters
    ----------
    expr : Expr
        A side of a relation.
    shift : int
        By how many places the lists of different functions are moved against each other.

    Examples
    --------
    >>> f = generic("f", instances=[Lambda(_x, 1 - _x)])
    >>> len(with_other_functions(f(_x)).func.instances)
    9
    """
    for node in sorted(expr.atoms(Generic), key=str):
        function = node.func
        bodies = _bodies(function)
        if bodies:
            expr = expr.replace(function, _other(function, bodies, shift))
    return expr


def is_tradeoff(function: Any) -> bool:
    """Whether any trade-off function may be put for this one, or any symmetric one."""
    own = function.facts >= _SHAPE
    return own and (function.domain, function.bounds) == (Interval(0, 1), (0, 1))


def _bodies(function: Any) -> list[Lambda]:
    """Instances with the facts of a function; none if others are known."""
    if is_tradeoff(function):
        chosen = _SYMMETRIC if "symmetric" in function.facts else _OTHERS
        own = {_slope: real(f"slope of {function}", Interval(0, 1))}
        return [Lambda(_x, body.xreplace(own)) for body in map(S, chosen)]
    if function.facts == {"convex"} and function.bounds == (-oo, oo):
        return [Lambda(_z, body) for body in _CONVEX]
    return []


def _other(function: Any, bodies: list[Lambda], shift: int) -> Any:
    first = shift * sum(map(ord, function.__name__)) % len(bodies)
    return generic(
        function.__name__,
        instances=[*bodies[first:], *bodies[:first]],
        facts=function.facts,
        bounds=function.bounds,
        domain=function.domain,
    )
