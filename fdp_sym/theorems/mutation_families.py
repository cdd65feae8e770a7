"""Trade-off functions to be tried where a claim is about any: steep, flat, kinked, smooth, zero."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Interval, Lambda, Rational, S, sqrt

from ..functions import Max
from ..symbols import real
from .statements import Generic, generic

__all__ = ["with_trade_off_functions"]

_x = real("x", Interval(0, 1))
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
_OTHERS = (
    1 - _x,
    S.Zero,
    (1 - _x) ** 2,
    Max(0, 1 - 10 * _x),
    (1 - _x) / 2,
    Max(1 - 2 * _x, (1 - _x) / 10),
    Max(0, 1 - 50 * _x, (1 - _x) / 50),
)


def with_trade_off_functions(expr: Expr, shift: int = 1) -> Expr:
    """The expression with other instances of arbitrary trade-off functions.

    Parameters
    ----------
    expr : Expr
        A side of a relation.
    shift : int
        By how many places the lists of different functions are moved against each other.

    Examples
    --------
    >>> f = generic("f", instances=[Lambda(_x, 1 - _x)])
    >>> len(with_trade_off_functions(f(_x)).func.instances)
    7
    """
    for node in sorted(expr.atoms(Generic), key=str):
        function = node.func
        if function.facts >= _SHAPE and (function.domain, function.bounds) == (
            Interval(0, 1),
            (0, 1),
        ):
            expr = expr.replace(function, _other(function, shift))
    return expr


def _on_unit(function: Any) -> bool:
    return bool(function.domain == Interval(0, 1) and function.bounds == (0, 1))


def _other(function: Any, shift: int) -> Any:
    bodies = _SYMMETRIC if "symmetric" in function.facts else _OTHERS
    first = shift * sum(map(ord, function.__name__)) % len(bodies)
    return generic(
        function.__name__,
        instances=[Lambda(_x, body) for body in (*bodies[first:], *bodies[:first])],
        facts=function.facts,
        bounds=function.bounds,
        domain=function.domain,
    )
