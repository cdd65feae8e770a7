"""What stands in exponents: how exponentials are read before they become variables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from sympy import Expr, S, expand

__all__ = ["elementary", "exponent_of", "exponential_between", "readings"]

_HYPERBOLIC = (sympy.sinh, sympy.cosh, sympy.tanh)


def elementary(expr: Any) -> Any:
    """Hyperbolic functions by exponentials, and exp(Max(a, b)) as the largest exponential."""
    expr = expr.replace(lambda e: isinstance(e, _HYPERBOLIC), lambda e: e.rewrite(sympy.exp))
    return expr.replace(
        lambda e: isinstance(e, sympy.exp) and isinstance(e.args[0], (sympy.Max, sympy.Min)),
        lambda e: e.args[0].func(*(sympy.exp(a) for a in e.args[0].args)),
    )


def exponent_of(node: Any) -> list[tuple[Any, Any]]:
    """The exponent of an exponential as (monomial, rational coefficient)."""
    exponent = S.One if node is S.Exp1 else node.args[0]
    return [(m, c) for m, c in expand(exponent).as_coefficients_dict().items() if c != 0]


def _outside(expr: Any) -> set[Any]:
    """The symbols that stand outside exponentials."""
    if isinstance(expr, sympy.exp):
        return set()
    if expr.is_Symbol:
        return {expr}
    found: set[Any] = set().union(*map(_outside, expr.args)) if expr.args else set()
    return found


def readings(relations: list[Any]) -> tuple[dict[Any, tuple[Any, Any]], set[Any]]:
    """The sides of each relation as they are translated, and the symbols outside exponents.

    An order of linear forms of symbols that stand in exponents only is read as the order of their
    exponentials, which says the same.
    """
    plain = {r: tuple(map(elementary, r.args)) for r in relations}
    raised = {r: tuple(map(sympy.exp, r.args)) for r in relations if _is_linear_without_constant(r)}
    while True:
        read_as: dict[Any, Any] = plain | raised
        sides = [side for pair in read_as.values() for side in pair]
        monomials: set[Any] = set().union(*map(_monomials, sides))
        alone = {m for m in monomials if m.is_Symbol and not m.is_integer}
        bare = {s for m in monomials - alone for s in m.free_symbols}.union(*map(_outside, sides))
        used = set().union(*(_monomials(s) for pair in plain.values() for s in pair))
        kept = {r: pair for r, pair in raised.items() if r.free_symbols <= used - bare}
        if kept == raised:
            return read_as, bare
        raised = kept


def _monomials(expr: Any) -> set[Any]:
    return {m for e in expr.atoms(sympy.exp) for m, _ in exponent_of(e)}


def _is_linear_without_constant(relation: Any) -> bool:
    difference: Expr = expand(relation.lhs - relation.rhs)
    terms = {m for m, c in difference.as_coefficients_dict().items() if c != 0}
    return bool(terms) and all(m.is_Symbol for m in terms)


def exponential_between(x: Fraction) -> tuple[Fraction, Fraction]:
    """Two fractions with e^x between them."""
    if x < 0:
        low, high = exponential_between(-x)
        return 1 / high, 1 / low
    terms = 30 + 4 * int(x)
    total = term = Fraction(1)
    for n in range(1, terms):
        term = term * x / n
        total += term
    return total, total + 2 * term * x / terms
