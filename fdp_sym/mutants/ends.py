"""A relation with <=, >= or = on an open domain holds at its end if both sides are continuous.

The other symbols stay as they are while one of them tends to the end; so no hypothesis may be about
it. Continuity is read off the structure; where that says nothing, nothing is concluded.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Abs, Expr, Integral, Interval, Max, Min, Pow, Product, Sum, erfc, exp, log
from sympy.core.relational import Relational

from ..binding import bound_in
from ..functions import Phi, Quantile
from ..symbols import domain_of
from ..theorems.statements import Iterate, Sup
from .binders import all_exist, maps_into_itself, possible, under
from .changed import Mutation

__all__ = ["continuous", "holds_at_the_end"]

Given = tuple[Any, ...]

# continuous wherever they are defined
_CONTINUOUS = (
    *(sympy.Add, sympy.Mul, Pow, exp, log, Abs, Max, Min, Phi, erfc),
    *(sympy.sinh, sympy.cosh, sympy.tanh, sympy.atan),
)


def holds_at_the_end(mutant: Mutation) -> bool:
    """Whether the original holds at the value that was added, because it does beside it."""
    x = mutant.symbol
    if x is None or not isinstance(domain_of(x), Interval):
        return False
    if any(x in h.free_symbols for h in mutant.given):
        return False
    return all(_closed(mutant.claim[i], x, mutant.given) for i in mutant.changed)


def _closed(statement: Any, x: Any, given: Given) -> bool:
    return (
        isinstance(statement, Relational)
        and statement.rel_op in ("<=", ">=", "==")
        and all(continuous(side, frozenset({x}), given) for side in statement.args)
        and all_exist(statement, given)
    )


def continuous(expr: Expr, symbols: frozenset[Any], given: Given = ()) -> bool:
    """Whether a term is continuous in symbols together wherever it is defined.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, mu
    >>> continuous(Max(mu, exp(alpha)), frozenset({alpha, mu}))
    True
    >>> continuous(sympy.floor(mu), frozenset({mu}))
    False
    """
    if not symbols & expr.free_symbols or expr in symbols:
        return True
    if isinstance(expr, Quantile):
        p = expr.args[0]
        inside = possible(p, given) | possible(1 - p, given)
        return inside <= {1} and continuous(p, symbols, given)
    if isinstance(expr, _CONTINUOUS):
        return all(continuous(a, symbols, given) for a in expr.args)
    if isinstance(expr, Iterate):
        step, count, start = expr.args
        return (
            not symbols & count.free_symbols
            and maps_into_itself(expr, given) is not None
            and continuous(start, symbols, given)
            and not bound_in(step.expr)
            and continuous(step.expr, (symbols - bound_in(step)) | bound_in(step), given)
        )
    if isinstance(expr, (Sum, Product, Integral, Sup)):
        return _continuous_binder(expr, symbols, given)
    return False


def _continuous_binder(expr: Expr, symbols: frozenset[Any], given: Given) -> bool:
    """Finite sums of continuous terms; integrals and extrema over a fixed compact range."""
    ends = [end for limit in expr.args[1:] for end in limit[1:]]
    if any(end.is_infinite or symbols & end.free_symbols for end in ends):
        return False
    inner = under(expr, given)
    if inner is None or bound_in(expr) & symbols:
        return False
    moving = symbols if isinstance(expr, (Sum, Product)) else symbols | bound_in(expr)
    return continuous(expr.args[0], moving, inner)
