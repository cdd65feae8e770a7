"""Sums and products whose variable leaves the domain of its symbol: read with any integer.

The toolkit refuses them, so that nothing is said of such a mutant. What is meant is plain: a
function has some value there, and a range that runs backwards is read as elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Basic, Product, Range, Sum, oo
from sympy.core.relational import Relational

from ..symbols import real
from .binders import fits
from .changed import Mutation, mapped

__all__ = ["any_index", "with_any_index"]


def with_any_index(mutant: Mutation) -> Mutation | None:
    """A changed claim between sums whose variables are any integers; None if it is the same."""
    if mutant.symbol is not None:
        return None
    if not all(isinstance(mutant.claim[i], Relational) for i in mutant.changed):
        return None

    def put(side: Any) -> Any:
        return any_index(side, mutant.given)

    claim = [mapped(c, put) if i in mutant.changed else c for i, c in enumerate(mutant.claim)]
    given = tuple(mapped(h, put) for h in mutant.given)
    if (tuple(claim), given) == (tuple(mutant.claim), tuple(mutant.given)):
        return None
    return replace(mutant, claim=tuple(claim), given=given)


def any_index(expr: Any, given: tuple[Any, ...] = ()) -> Any:
    """The same with variables that are any integer where a range is not seen to fit its symbol.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> i, j = integer("i", 0), integer("j", 0)
    >>> any_index(Sum(j, (j, 0, i)) + Sum(j**2, (j, 0, -1 - i)))
    Sum(<j>**2, (<j>, 0, -i - 1)) + Sum(j, (j, 0, i))
    """
    if not isinstance(expr, Basic) or not expr.has(Sum, Product):
        return expr
    args = [any_index(part, given) for part in expr.args]
    if isinstance(expr, (Sum, Product)):
        rule = {
            v: real(f"<{v}>", Range(-oo, oo))
            for v, low, high in expr.limits
            if not (fits(v, low, high, given) and fits(v, high + 1, low - 1, given))
        }
        args = [part.xreplace(rule) for part in args]
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return expr.func(*args)
