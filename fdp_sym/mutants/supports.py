r"""Sums with binomial coefficients, over ranges that reach beyond these or run backwards.

As :math:`\binom{n}{j} = 0` for integers j < 0 and j > n >= 0, only the part of the range within
0 and n counts, and nothing is summed if there is none: so by Karr's convention for ranges that run
backwards, and if nothing is summed over them. A maximum in what is left is its largest member if
exponentials, compared by their exponents, say which one it is.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Add, Expr, Max, Mul, Range, S, Sum, binomial, expand, oo
from sympy.core.relational import Relational

from ..binding import outside_binders, replace_free
from ..errors import FdpError
from ..symbols import real
from ..theorems.defined import undefined_term
from ..theorems.goals import Goal
from ..theorems.tactic import closes
from .binders import closes_with_binders, possible, under

__all__ = ["by_supports", "within_supports"]

Given = tuple[Any, ...]


def by_supports(relation: Relational, given: Given) -> str:
    """How a relation between sums with binomial coefficients is proved, or "".

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Eq, Ge, Gt
    >>> i, j, k = integer("i"), integer("j"), integer("k")
    >>> head = Eq(Sum(binomial(k, j), (j, 0, i)), Sum(binomial(k, j), (j, 0, k)))
    >>> by_supports(head, (Ge(i, k),))
    'nothing is summed where binomial coefficients are 0'
    >>> by_supports(head, ())
    ''
    """
    if not any(side.has(Sum) and side.has(binomial) for side in relation.args):
        return ""
    try:
        sides = [within_supports(side, given) for side in relation.args]
        other = relation.func(*sides, evaluate=False)
        if other == relation:
            return ""
        if closes(Goal(other, given)) or closes_with_binders(other, given):
            return "nothing is summed where binomial coefficients are 0"
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        pass
    return ""


def within_supports(expr: Expr, given: Given) -> Expr:
    """With sums only over what counts, and without members of maxima there.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Ge
    >>> i, j, k = integer("i"), integer("j"), integer("k")
    >>> within_supports(Sum(j * binomial(k, j), (j, 0, i)), (Ge(i, k),))
    Sum(j*binomial(k, j), (j, 0, k))
    >>> within_supports(Sum(j * binomial(k, j), (j, 0, -1 - i)), ())
    0
    >>> within_supports(Sum(binomial(k, j) * Max(0, exp(j) - exp(k)), (j, 0, k)), ())
    0
    """
    for node in sorted(outside_binders(expr, Sum), key=str):
        expr = replace_free(expr, {node: _within(node, given)})
    return expr


def _within(node: Sum, given: Given) -> Expr:
    if len(node.limits) != 1:
        return node
    ((v, low, high),) = node.limits
    anywhere = replace_free(node.function, {v: real(f"<{v}>", Range(-oo, oo))})
    bottom, top = _support(node.function, v)
    if low.is_infinite or high.is_infinite or undefined_term(anywhere) is not None:
        return node
    if top is not None and _ordered(top, high, given):
        if _ordered(top + 1, low, given):
            return S.Zero
        high = top
    ends = (low, high) if top is None else ()  # binomial(v, j) need not be 0 for v < 0
    if bottom is not None and _ordered(low, bottom, given):
        natural = all(_ordered(S.Zero, end, given) for end in ends)
        if natural and _ordered(high, bottom - 1, given):
            return S.Zero
        if natural or _ordered(S.Zero, low, given):
            low = bottom
    inner = under(Sum(S.One, (v, low, high)), given)
    body = node.function if inner is None else _without_maxima(node.function, inner)
    if body != 0 and low == high:
        return _without_maxima(replace_free(body, {v: low}), given)
    return S.Zero if body == 0 else Sum(body, (v, low, high))


def _support(body: Expr, v: Any) -> tuple[Expr | None, Expr | None]:
    """Where a factor binomial(n, v) is not 0; or binomial(v, j), for v >= 0."""
    for factor in Mul.make_args(body):
        if not isinstance(factor, binomial) or v not in factor.args:
            continue
        n, j = factor.args
        other = n if j == v else j
        if other.is_integer and other.is_nonnegative and v not in other.free_symbols:
            return (S.Zero, n) if j == v else (j, None)
    return None, None


def _ordered(a: Expr, b: Expr, given: Given) -> bool:
    """Whether a <= b is seen."""
    signs = frozenset({1})
    for factor in Mul.make_args(sympy.factor(expand(b - a))):
        found = possible(factor, given)
        if factor.is_integer and possible(factor + 1, given) <= {1}:  # it is above -1
            found &= {0, 1}
        signs = frozenset(s * t for s in signs for t in found)
    return signs <= {0, 1}


def _without_maxima(body: Expr, given: Given) -> Expr:
    """With the member that is seen to be the largest for each factor max(c, p - q)."""
    factors = []
    for factor in Mul.make_args(body):
        member = None
        if isinstance(factor, Max) and len(factor.args) == 2:
            c, difference = sorted(factor.args, key=lambda a: not a.is_number)
            member = _largest(c, difference, given)
        factors.append(factor if member is None else member)
    return Mul(*factors)


def _largest(c: Expr, difference: Expr, given: Given) -> Expr | None:
    terms = Add.make_args(difference)
    if not c.is_number or len(terms) != 2:
        return None
    p, q = sorted(terms, key=lambda term: term.as_coeff_Mul()[0], reverse=True)
    if c.is_nonpositive and _exceeds(p, -q, given):
        return difference
    return c if c.is_nonnegative and _exceeds(-q, p, given) else None


def _exceeds(large: Expr, small: Expr, given: Given) -> bool:
    """Whether one product of numbers, exponentials and bounded symbols is at least another."""
    first, second = _exponential(large, given, ">="), _exponential(small, given, "<=")
    if first is None or second is None:
        return False
    return bool(first[0] >= second[0]) and _ordered(second[1], first[1], given)


def _exponential(term: Expr, given: Given, kind: str) -> tuple[Expr, Expr] | None:
    """(c, e) with c exp(e) a bound of a product, for positive symbols by the hypotheses."""
    c, e = S.One, S.Zero
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp()
        if base is S.Exp1:
            e += power
        elif factor.is_Rational:
            c *= factor
        else:
            bound = next((h.rhs for h in given if h.rel_op == kind and h.lhs == factor), None)
            if bound is None or not factor.is_positive or not bound.is_positive:
                return None
            found = _exponential(bound, (), kind)
            if found is None:
                return None
            c, e = c * found[0], e + found[1]
    return (c, e) if c.is_positive else None
