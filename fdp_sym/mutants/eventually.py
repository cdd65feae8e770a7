"""Limits that are not what is claimed, or of what has no value from some number on."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integral, Piecewise, Pow, Sum, log, oo, preorder_traversal
from sympy.core.relational import Relational

from ..binding import bound_in, outside_binders
from ..errors import FdpError
from ..theorems.statements import Iterate, Lim
from .limits import NoExpansion, fails_in_the_limit, sign_at_infinity

__all__ = ["fails_eventually"]


def fails_eventually(relation: Relational) -> bool:
    """Whether a relation of numbers is certainly false, its limits being what they are.

    Of what has no value for all large numbers there is no limit.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Eq, Lim
    >>> m = integer("m", 1)
    >>> fails_eventually(Eq(Lim(log(1 - m / 4) / m, m), 0))
    True
    >>> fails_eventually(Eq(Lim(log(1 - 4 / m), m), 0))
    False
    """
    nodes = {node for side in relation.args for node in outside_binders(side, Lim)}
    return any(map(_is_lost, nodes)) or fails_in_the_limit(relation)


def _is_lost(node: Any) -> bool:
    """Whether a logarithm or root is of a negative number from some number on."""
    k, _, high = node.limits
    if high is not oo or node.body.has(Piecewise, Iterate, Sum):
        return False
    if any(k in bound_in(inner) for inner in preorder_traversal(node.body)):
        return False  # another variable of the same name
    for inner in node.body.atoms(Integral):
        if not all(high.is_number and (high - low).is_positive for _, low, high in inner.limits):
            return False
    terms = filter(_needs_sign, node.body.atoms(log, Pow))
    return any(_is_negative(term.args[0], k) for term in terms)


def _needs_sign(term: Expr) -> bool:
    """Whether a logarithm or a root, which has no real value for a negative argument."""
    return isinstance(term, log) or (term.exp.is_Rational and not term.exp.is_Integer)


def _is_negative(base: Expr, k: Any) -> bool:
    if base.free_symbols != {k}:
        return False
    try:
        return sign_at_infinity(base, k) < 0
    except (NoExpansion, FdpError, TypeError, ValueError, ZeroDivisionError):
        return False
