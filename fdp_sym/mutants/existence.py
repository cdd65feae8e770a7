"""What has to hold for the terms of a relation to have a value: relations that can be refuted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic, Integral, Piecewise, Pow, log
from sympy.core.relational import Relational

from ..binding import bound_in
from ..functions import Quantile
from ..signs import possible_signs
from ..theorems.statements import Ge, Generic, Iterate, Le

__all__ = ["certain_integrals", "conditions", "may_fail"]

_STEPS = 3  # of an iterated function that are looked at


def conditions(relation: Relational) -> Iterator[tuple[Relational, Any]]:
    """Conditions, and the terms that have no value where they fail.

    Only terms that depend on no bound variable and stand in no branch of a case distinction.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, real
    >>> x = real("x")
    >>> for condition, term in conditions(Le(Quantile(alpha + x), log(alpha))):
    ...     print(condition, "|", term)
    alpha + x >= 0 | Quantile(alpha + x)
    alpha + x <= 1 | Quantile(alpha + x)
    """
    seen = set()
    for side in relation.args:
        for condition, term in _of(side):
            if condition not in seen and not _is_plain(condition):
                seen.add(condition)
                yield condition, term


def _is_plain(condition: Relational) -> bool:
    """Whether it holds by the signs of the terms alone."""
    left, right = condition.args
    wanted = left - right if condition.rel_op == ">=" else right - left
    return possible_signs(wanted, ()) <= {0, 1}


def may_fail(relation: Relational) -> bool:
    """Whether there can be such terms.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, real
    >>> may_fail(Le(alpha, 0)), may_fail(Le(0, log(real("x"))))
    (False, True)
    """
    return any(True for _ in conditions(relation)) or relation.has(Iterate)


def _of(node: Any) -> Iterator[tuple[Relational, Any]]:
    if isinstance(node, Iterate):
        count = node.args[1]
        if count.is_negative:
            yield Ge(count, 0), node
        elif count.is_Integer and count <= _STEPS:
            yield from _of(node.doit())
        return
    if not isinstance(node, Basic) or bound_in(node) or isinstance(node, Piecewise):
        return
    for part in node.args:
        yield from _of(part)
    if isinstance(node, Quantile):
        yield Ge(node.args[0], 0), node
        yield Le(node.args[0], 1), node
    elif isinstance(node, log):
        yield Ge(node.args[0], 0), node
    elif isinstance(node, Pow) and node.exp.is_Rational and not node.exp.is_Integer:
        yield Ge(node.base, 0), node
    elif isinstance(node, Generic) and node.func.facts - {"measurable"}:
        for argument in node.args:
            low, high = node.func.domain.inf, node.func.domain.sup
            if not low.is_infinite:
                yield Ge(argument, low), node
            if not high.is_infinite:
                yield Le(argument, high), node


def certain_integrals(node: Any) -> Iterator[Any]:
    """Integrals that depend on no bound variable and stand in no branch of a case distinction.

    Examples
    --------
    >>> from fdp_sym.symbols import mu, real
    >>> x = real("x")
    >>> area = Integral(mu * x, (x, 0, 1))
    >>> list(certain_integrals(2 * area))
    [Integral(mu*x, (x, 0, 1))]
    >>> list(certain_integrals(Piecewise((area, mu > 1), (0, True))))
    []
    """
    if isinstance(node, Integral):
        yield node
    elif isinstance(node, Basic) and not bound_in(node) and not isinstance(node, Piecewise):
        for part in node.args:
            yield from certain_integrals(part)
