"""Zeros that the search meets: at corners, and along curves, where another form of f helps."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Expr

from ..symbols import real
from . import arithmetic as ar
from .boxes import Box, Side, to_point
from .curves import compositions, squares
from .nodes import Goal
from .problem import above, below, problem

if TYPE_CHECKING:
    from .tree import Search

__all__ = ["by_composition", "by_squares", "vanishes"]

# the range of a new variable is rounded outward to this grid
_GRID = 2**20


def vanishes(goal: Goal, corner: tuple[Any, ...]) -> bool:
    """Whether f is 0 at a corner (at an infinite one: its limit); only steers the search."""
    value = goal.problem.value([to_point(c) for c in corner], goal.bits)
    if above(value, True) or below(value, True):
        return False
    if all(isinstance(c, Fraction) for c in corner):
        return goal.problem.vanishes_at(corner)
    return above(value, False) and below(value, False)


def by_squares(search: Search, goal: Goal) -> bool:
    """Prove the claim for an equal expression with factors that are sums of squares."""
    other = squares(goal.problem.expr)
    restated = None if other is None else problem(other, goal.problem.variables)
    if restated is None:
        return False
    found = search.nested(restated, goal.strict, goal.box, goal.cuts)
    if found is None:
        return False
    goal.node.settle(found.rule, *found.children, **found.data)
    goal.node.expr = found.expr
    return True


def by_composition(search: Search, goal: Goal) -> bool:
    """Prove the claim for g(u) on all that u = h(x) may be."""
    for h, u, g in compositions(goal.problem.expr):
        over = _range(h, goal)
        if over is None:
            continue
        new = real(u.name, over.domain)
        sides = {**dict(zip(goal.problem.variables, goal.box.sides, strict=True)), new: over}
        outer = g.xreplace({u: new})
        variables = tuple(v for v in sides if v in outer.free_symbols)
        inner = problem(outer, variables)
        box = Box(tuple(sides[v] for v in variables))
        if inner is None:
            continue
        child = search.nested(inner, goal.strict, box, goal.cuts)
        if child is not None:
            goal.node.settle("inner", child, h=h, u=new, g=outer, over=over, bits=goal.bits)
            return True
    return False


def _range(h: Expr, goal: Goal) -> Side | None:
    """What h may be on the box, rounded outward."""
    found = problem(h, goal.problem.variables)
    value = ar.NAN if found is None else found.value(goal.box.values, goal.bits)
    if ar.is_nan(ar.ends(value)[0]) or ar.ends(value)[2]:
        return None
    low, high = ar.bounds(value)
    lo = Fraction(math.floor(low * _GRID), _GRID) if isinstance(low, Fraction) else low
    hi = Fraction(math.ceil(high * _GRID), _GRID) if isinstance(high, Fraction) else high
    return Side(lo, hi, math.isinf(lo), math.isinf(hi)) if lo < hi else None
