"""Terms without a value at a given point, also under the sign of an integral."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, Integral, Piecewise, Rational, floor, sign
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from ..symbols import real
from ..theorems.goals import truth
from ..theorems.statements import Le
from .existence import certain_integrals, conditions

__all__ = ["lost_at"]

_SHARES = tuple(Fraction(*share) for share in ((1, 2), (1, 8), (7, 8), (1, 64), (63, 64)))
_DIGITS = 20


def lost_at(relation: Relational, point: Mapping[Any, Any]) -> Any:
    """A term that has no value at a point, or None.

    What is integrated has none at a point inside of the range, hence, as its terms are continuous,
    on an interval: then the integral has none.

    Parameters
    ----------
    relation : relational
        Without functions of which only facts are known.
    point : mapping of symbol to rational
        Of all free symbols.

    Examples
    --------
    >>> from sympy import sqrt
    >>> from fdp_sym.symbols import real
    >>> x, t = real("x"), real("t")
    >>> area = Le(Integral(sqrt(x - t), (t, 0, 1)), 1)
    >>> lost_at(area, {x: Rational(1, 2)}), lost_at(area, {x: Rational(1)})
    (sqrt(-t + x), None)
    """
    found = (term for side in relation.args for term in _lost(side, point))
    return next(found, None)


def _lost(side: Expr, point: Mapping[Any, Any]) -> Iterator[Any]:
    for condition, term in conditions(Le(side, 0)):
        if not condition.has(Piecewise, sign, floor) and truth(condition, point) is False:
            yield term
    for node in certain_integrals(side):
        for end in node.limits[0][1:] if len(node.limits) == 1 else ():
            yield from _lost(end, point)
        for function, inner, back in _inside(node, point):
            yield from (term.xreplace(back) for term in _lost(function, inner))


def _inside(node: Integral, point: Mapping[Any, Any]) -> Iterator[tuple[Expr, Any, Any]]:
    """What is integrated, the point with a value between the ends, and what its variable was."""
    from ..balls import enclose

    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        return
    variable, low, high = node.limits[0]
    try:
        first, last = (enclose(replace_free(e, point), digits=_DIGITS) for e in (low, high))
    except FdpError:
        return
    start, end = Fraction(min(first.upper, last.upper)), Fraction(max(first.lower, last.lower))
    moving = real(f"{variable}_inside")  # anywhere: the range is not that of the symbol
    function = replace_free(node.function, {variable: moving})
    for share in _SHARES:
        value = start + share * (end - start)
        if start < value < end:
            number = Rational(value.numerator, value.denominator)
            yield function, {**point, moving: number}, {moving: variable}
