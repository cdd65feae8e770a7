"""Hypotheses that are equations, solved for one of their symbols.

The claim is then about the others: every point of the domains at which what the symbol has become
lies in its own domain satisfies the equation exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy import Expr
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..symbols import domain_of
from ..theorems.statements import Ge, Generic, Gt, Le, Lt, relations_of
from .changed import mapped

__all__ = ["solved"]

_ROUNDS = 8


def solved(statement: Any, given: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...], dict[Any, Expr]]:
    """Claim and hypotheses without the symbols that equations determine, and what those are.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> from fdp_sym.theorems import Eq
    >>> solved(Le(alpha, epsilon), (Eq(2 * alpha, epsilon),))
    (epsilon/2 <= epsilon, (epsilon/2 >= 0, epsilon/2 <= 1), {alpha: epsilon/2})
    """
    known: dict[Any, Expr] = {}
    for _ in range(_ROUNDS):
        found = next(_solutions(statement, given), None)
        if found is None:
            break
        equation, symbol, value = found
        rule = {symbol: value}

        def put(side: Expr, rule: Any = rule) -> Expr:
            return replace_free(side, rule)

        known = {s: put(v) for s, v in known.items()} | rule
        others = tuple(mapped(h, put) for h in given if h is not equation)
        statement, given = mapped(statement, put), (*others, *_in_domain(symbol, value))
    return statement, given, known


def _solutions(statement: Any, given: tuple[Any, ...]) -> Iterator[tuple[Relational, Any, Expr]]:
    """Equations and what a symbol has to be: those without a division, then values, come first."""
    bound = set().union(*(_bound(r) for r in (*relations_of(statement), *given)))
    found = []
    for h in given:
        if h.rel_op != "==":
            continue
        difference = sympy.expand(h.lhs - h.rhs)
        for s in sorted(difference.free_symbols - bound, key=str):
            value = _linear(difference, s)
            if value is not None and not value.free_symbols & bound:
                divides = not difference.coeff(s, 1).is_number
                found.append(((divides, not str(s).endswith(")")), (h, s, value)))
    found.sort(key=lambda item: item[0])
    yield from (solution for _, solution in found)


def _bound(relation: Relational) -> set[Any]:
    return set().union(*(bound_in(node) for node in sympy.preorder_traversal(relation)))


def _linear(difference: Expr, s: Any) -> Expr | None:
    """For what value of a real symbol an expression that is linear in it vanishes."""
    if s.is_integer or difference.has(sympy.Derivative):
        return None
    slope, rest = difference.coeff(s, 1), difference.coeff(s, 0)
    if slope == 0 or s in slope.free_symbols or s in rest.free_symbols:
        return None
    if sympy.expand(difference - slope * s - rest) != 0 or slope.has(Generic):
        return None
    return -rest / slope


def _in_domain(symbol: Any, value: Expr) -> Iterator[Relational]:
    domain = domain_of(symbol)
    if not domain.inf.is_infinite:
        yield (Gt if domain.left_open else Ge)(value, domain.inf)
    if not domain.sup.is_infinite:
        yield (Lt if domain.right_open else Le)(value, domain.sup)
