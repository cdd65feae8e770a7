"""Sums and integrals compared after their range is reflected: i and lo + hi - i together.

Terms that are larger on one side of the middle and smaller on the other are compared in pairs, as
when the factors of a sum of products are put in the same order or in the opposite one.
"""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, binomial, exp, expand, oo

from ..binding import replace_free
from ..symbols import domain_of
from ..theorems.statements import Ge
from .binders import possible, under

__all__ = ["paired_difference", "with_one_variable"]

Given = tuple[Any, ...]


def paired_difference(old: Expr, new: Expr, given: Given) -> frozenset[int] | None:
    """The signs of ``new - old``, sums or integrals over one range, by pairs of terms.

    Examples
    --------
    >>> from sympy import Sum
    >>> from fdp_sym.symbols import integer
    >>> i, n = integer("i", 0), integer("n", 1)
    >>> one, two = (Sum(i * term, (i, 0, n)) for term in (i, n - i))
    >>> sorted(paired_difference(one, two, ()))
    [-1, 0]
    """
    if len(old.args) != 2 or old.args[1] != new.args[1]:
        return None
    inner = under(old, given)
    variable, low, high = old.args[1]
    infinite = low is -oo and high is oo
    if inner is None or not (infinite or (low.is_finite and high.is_finite)):
        return None
    mirrored = -variable if infinite else low + high - variable
    difference = new.args[0] - old.args[0]
    pair = difference + _mirrored(difference, variable, mirrored)
    if expand(pair) == 0:
        return frozenset({0})
    # the pair is the same from both ends: let the variable be in the first half
    gap = expand(mirrored - variable)
    known = [Ge(gap, 0), *(Ge(expand(c * gap), 0) for c in _rates(pair, variable, given))]
    found = possible(pair, (*inner, *known)) & possible(pair, tuple(known))
    return found | {0} if found <= {0, 1} or found <= {-1, 0} else None


def with_one_variable(old: Expr, new: Expr) -> tuple[Expr, Expr]:
    """Both with the same variables, if those of one are declared for wider ranges."""
    rule = {}
    for (x, *_), (y, *_) in zip(old.args[1:], new.args[1:], strict=True):
        if x != y and str(x) == str(y):
            small, wide = (x, y) if domain_of(x).is_subset(domain_of(y)) else (y, x)
            if domain_of(small).is_subset(domain_of(wide)):
                rule[small] = wide
    return _renamed(old, rule), _renamed(new, rule)


def _renamed(node: Expr, rule: dict[Any, Any]) -> Expr:
    if not any(limit[0] in rule for limit in node.args[1:]):
        return node
    limits = [(rule.get(x, x), *ends) for x, *ends in node.args[1:]]
    return node.func(replace_free(node.args[0], rule), *limits)


def _mirrored(expr: Expr, variable: Any, value: Expr) -> Expr:
    return expr.xreplace({variable: value}).replace(binomial, _from_the_other_end)


def _from_the_other_end(n: Expr, i: Expr) -> Expr:
    """``binomial(n, n - i)`` for ``binomial(n, i)``, if that is shorter; n is not negative."""
    other = expand(n - i)
    if n.is_integer and n.is_nonnegative and i.is_integer and other.is_Symbol:
        return binomial(n, other)
    return binomial(n, i)


def _rates(expr: Expr, variable: Any, given: Given) -> set[Any]:
    """What the variable is multiplied with in exponents, as far as it is not negative."""
    found = set()
    for node in expr.atoms(exp):
        for term in Add.make_args(expand(node.args[0])):
            rate = term.as_coeff_Mul()[1] / variable
            if variable in term.free_symbols and variable not in rate.free_symbols:
                found.add(rate)
    return {rate for rate in found if possible(rate, given) <= {0, 1}}
