"""Suprema and infima of piecewise linear terms: the largest value at the kinks and the ends.

Between two neighbouring kinks such a term is linear, so that it is largest at one of them. Extrema
of other terms stay as they are.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sympy import Abs, Dummy, Expr, expand, preorder_traversal
from sympy import Max as AnyMax
from sympy import Min as AnyMin

from ..binding import bound_in, replace_free
from ..functions import Max, Min
from ..theorems.statements import Inf, Sup

__all__ = ["at_kinks"]

_MOST = 12  # values that are compared


def at_kinks(expr: Expr) -> Expr:
    """The expression with every extremum of a piecewise linear term as one of finitely many values.

    Examples
    --------
    >>> from sympy import Interval, Rational
    >>> from fdp_sym.symbols import mu, real
    >>> x = real("x", Interval(0, 1))
    >>> at_kinks(Sup(1 - x - Max(0, 1 - 2 * x), (x, 0, 1)))
    1/2
    >>> at_kinks(mu + Inf(mu * x, (x, 0, 1)))
    mu + Min(0, mu)
    >>> at_kinks(Sup(x - x**2, (x, 0, 1)))
    Sup(-x**2 + x, (x, 0, 1))
    """
    if not expr.has(Sup):
        return expr
    if not isinstance(expr, Sup):
        return expr.func(*(at_kinks(a) if isinstance(a, Expr) else a for a in expr.args))
    body = at_kinks(expr.args[0])
    x, low, high = expr.args[1]
    places = None
    if low.is_finite and high.is_finite and (high - low).is_nonnegative:
        places = _places(body, x, low, high)
    if places is None:
        return expr.func(body, expr.args[1])
    values = [replace_free(body, {x: place}) for place in places]
    return (Min if isinstance(expr, Inf) else Max)(*values)


def _places(body: Expr, x: Any, low: Expr, high: Expr) -> list[Expr] | None:
    """Both ends and the kinks, moved into the range; None if a term need not be linear between."""
    if any(bound_in(n) and x in n.free_symbols for n in preorder_traversal(body)):
        return None
    nodes = sorted((n for n in body.atoms(AnyMax, AnyMin, Abs) if x in n.free_symbols), key=str)
    rule = {node: Dummy(real=True) for node in nodes}
    members = [a for node in nodes for a in node.args]
    if not all(_is_linear(expand(e.xreplace(rule)), (x, *rule.values())) for e in (body, *members)):
        return None
    found = [low, high]
    for node in nodes:
        zeros = [0, *node.args] if isinstance(node, Abs) else node.args
        for a, b in combinations(zeros, 2):
            difference = expand(a - b)
            slope = difference.diff(x)
            if slope == 0 and not difference.has(AnyMax, AnyMin, Abs):
                continue
            if not slope.is_number or not slope.is_nonzero:
                return None
            kink = expand(x - difference / slope)
            if kink.has(x) or not kink.is_number:
                return None
            found.append(Min(high, Max(low, kink)))
    found = list(dict.fromkeys(found))
    return found if len(found) <= _MOST else None


def _is_linear(expr: Expr, moving: tuple[Any, ...]) -> bool:
    """Whether it is linear in several symbols together."""
    return expr.is_polynomial(*moving) and not any(
        expr.diff(s).free_symbols & set(moving) for s in moving
    )
