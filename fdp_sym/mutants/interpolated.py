"""Trade-off functions through unknown points: piecewise linear between them.

A claim speaks of values f(a), f(b), ... at finitely many places. Where the places are different,
no value is above 1 minus its place, and no point is above the line through two others, one of them
on either side, or (0, 1), or (1, 0), the points lie on a convex polygon from (0, 1) to (1, 0): on
a trade-off function.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations, product
from typing import Any

from sympy import Expr, Interval, S, expand, preorder_traversal

from ..binding import bound_in
from ..symbols import real
from ..theorems.statements import Decided, Ge, Generic, Le, Lt, relations_of
from .changed import mapped
from .families import is_tradeoff

__all__ = ["below_chords", "through_points"]

_MOST = 3  # values of one function


def through_points(statement: Any, given: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Claim and hypotheses about values of functions in place of the functions.

    Nothing where a function is bound in a sum, an integral or an extremum, or is not known to be a
    trade-off function and no more.

    Examples
    --------
    >>> from sympy import Lambda
    >>> from fdp_sym.symbols import alpha
    >>> from fdp_sym.theorems import generic
    >>> f = generic("f", instances=[Lambda(alpha, 1 - alpha)])
    >>> ((claim, given),) = through_points(Le(f(alpha), alpha), ())
    >>> print(claim, *given[:3], sep=" | ")
    f(alpha) <= alpha | alpha >= 0 | alpha <= 1 | f(alpha) <= 1 - alpha
    """
    if isinstance(statement, Decided):
        return
    relations = (*relations_of(statement), *given)
    functions = {node.func for r in relations for node in r.atoms(Generic)}
    if not functions or not all(is_tradeoff(f) and "symmetric" not in f.facts for f in functions):
        return
    nodes = (n for r in relations for n in preorder_traversal(r) if bound_in(n))
    if any(n.has(*functions) for n in nodes):
        return
    points = _Points()
    claim, hypotheses = mapped(statement, points.put), tuple(mapped(h, points.put) for h in given)
    if max(map(len, points.of.values())) > _MOST:
        return
    for conditions in points.conditions():
        yield claim, (*hypotheses, *conditions)


class _Points:
    """The places at which each function is asked for, with its values there."""

    def __init__(self) -> None:
        self.of: dict[Any, dict[Expr, Any]] = {}

    def put(self, expr: Expr) -> Expr:
        """The expression with symbols for the values of functions."""
        if not expr.args:
            return expr
        args = [self.put(a) for a in expr.args]
        if not isinstance(expr, Generic):
            return expr.func(*args)
        own = self.of.setdefault(expr.func, {})
        return own.setdefault(expand(args[0]), real(str(expr), Interval(0, 1)))

    def conditions(self) -> Iterator[tuple[Any, ...]]:
        """For every order of the places, what makes the points those of a convex polygon."""
        for orders in product(*(permutations(own.items()) for own in self.of.values())):
            yield tuple(c for points in orders for c in _convex(points))


def _convex(points: tuple[tuple[Expr, Any], ...]) -> Iterator[Any]:
    yield Ge(points[0][0], 0)
    yield Le(points[-1][0], 1)
    yield Le(points[-1][1], 1 - points[-1][0])
    for (a, _), (b, _) in pairwise(points):
        yield Lt(a, b)
    yield from below_chords(points)


def below_chords(points: tuple[tuple[Expr, Any], ...]) -> Iterator[Any]:
    """That no point, from left to right, is above the line through its neighbours.

    The outer neighbours are (0, 1), which no trade-off function is above, and (1, 0).

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, delta
    >>> list(below_chords(((alpha, delta),)))
    [(1 - alpha)*(delta - 1) <= -alpha*delta]
    """
    every = [(S.Zero, S.One), *points, (S.One, S.Zero)]
    for (a, u), (b, v), (c, w) in zip(every, every[1:], every[2:], strict=False):
        yield Le((v - u) * (c - b), (w - v) * (b - a))
