"""Ranges of changed sums and integrals: room for their variables, and whole numbers of terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integral, Interval, Product, Range, Sum

from ..binding import replace_free
from ..symbols import real
from ..theorems.statements import Iterate

__all__ = ["whole_numbers", "with_room"]


def with_room(node: Any) -> Any:
    """A sum or integral whose variable was declared for a smaller range, with a wider variable.

    Functions that are known there by their facts only may be anything beyond.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> i = integer("i", 1)
    >>> with_room(Sum(i, (i, 0, 2))).variables[0].domain
    Range(0, oo, 1)
    """
    if not isinstance(node, (Sum, Product, Integral)):
        return node
    rule = {}
    for variable, *ends in node.limits:
        domain = getattr(variable, "domain", None)
        if isinstance(domain, Range):
            numbers = [e for e in ends if e.is_Integer]
            low, high = min([domain.start, *numbers]), max([domain.stop, *(e + 1 for e in numbers)])
            wider = Range(low, high)
        elif isinstance(domain, Interval):
            numbers = [e for e in ends if e.is_Rational]
            wider = domain.union(Interval(min(numbers), max(numbers))) if numbers else domain
        else:
            continue
        if isinstance(wider, (Range, Interval)) and wider != domain:
            rule[variable] = real(variable.name, wider)
    if not rule:
        return node
    limits = [tuple(part.xreplace(rule) for part in limit) for limit in node.limits]
    return node.func(replace_free(node.function, rule), *limits)


def whole_numbers(node: Any) -> bool:
    """Whether iterates and sums may do something a whole number of times.

    Examples
    --------
    >>> from sympy import S
    >>> from fdp_sym.symbols import integer
    >>> n = integer("n", 1)
    >>> whole_numbers(Sum(n, (n, 1, n + 1))), whole_numbers(Sum(n, (n, 1, n + S.Half)))
    (True, False)
    """
    if not isinstance(node, (Iterate, Sum, Product)):
        return True
    return all(map(_is_whole, _numbers_in(node)))


def _numbers_in(node: Any) -> Iterator[Expr]:
    """How often something is done: the count of an iterate, the ends of sums."""
    if isinstance(node, Iterate):
        yield node.args[1]
    else:
        yield from (end for limit in node.limits for end in limit[1:])


def _is_whole(number: Expr) -> bool:
    """False for n + 1/2; an end that depends on other symbols may be anything."""
    return number.is_infinite or number.is_integer is not False
