"""Between which constants sums, integrals, extrema and iterates lie, as far as that is seen.

The sign engine takes what binds a variable as any real number. Here a sum of what is never negative
is never negative, a supremum is at least the value at an end, and an iterate does not leave an
interval that its step does not leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Expr, Integral, Interval, Max, Min, Sum, oo
from sympy.core.relational import Relational

from ..binding import bound_in, outside_binders, replace_free
from ..signs import possible_signs
from ..symbols import domain_of, real
from ..theorems.defined import ranges, undefined_term
from ..theorems.goals import Goal
from ..theorems.integrable import divergent_term
from ..theorems.statements import Inf, Iterate, Sup
from ..theorems.tactic import about_others, closes

__all__ = [
    "all_exist",
    "closes_with_binders",
    "constants_outside",
    "fits",
    "maps_into_itself",
    "possible",
    "signs_of",
    "under",
    "without_idle_members",
]

Given = tuple[Any, ...]
Signs = frozenset[int]

_FEW = 6  # hypotheses that are tried one by one
_BINDERS = (Sum, Integral, Sup, Iterate)
_DOMAINS: dict[Signs, Interval] = {
    frozenset({1}): Interval.open(0, oo),
    frozenset({0, 1}): Interval(0, oo),
    frozenset({-1}): Interval.open(-oo, 0),
    frozenset({-1, 0}): Interval(-oo, 0),
}


def possible(expr: Any, given: Given = ()) -> Signs:
    """What the sign engine says with all hypotheses, with each of them and with none.

    To eliminate one hypothesis may hide what another one, or the domain of a symbol, says.
    """
    found = possible_signs(expr, given)
    if given and len(found) > 1:
        found &= possible_signs(expr)
    if 1 < len(given) <= _FEW:
        for h in given:
            if len(found) > 1:
                found &= possible_signs(expr, (h,))
    return found


def signs_of(expr: Any, given: Given = ()) -> Signs:
    """A superset of the signs of an expression, with what is seen of its binders.

    Examples
    --------
    >>> from fdp_sym.symbols import integer, mu
    >>> i, n = integer("i", 1), integer("n", 1)
    >>> sorted(signs_of(1 + Sum(mu**i, (i, 1, n)))), sorted(possible_signs(1 + Sum(mu, (i, 1, n))))
    ([1], [-1, 0, 1])
    """
    found = possible(expr, given)
    if len(found) == 3 and expr.is_Mul:
        found = frozenset({1})
        for factor in expr.args:
            found = frozenset(s * t for s in found for t in signs_of(factor, given))
    elif len(found) > 1 and isinstance(expr, (Max, Min)):
        found &= _signs_of_members([signs_of(a, given) for a in expr.args], isinstance(expr, Max))
    elif len(found) == 3 and expr.is_Pow and signs_of(expr.base, given) <= {0, 1}:
        found = frozenset({0, 1})
    if len(found) == 3 and expr.has(*_BINDERS):
        (other,), hypotheses = _bounded([expr], given)
        if other != expr:
            return possible(other, hypotheses)
    return found


def _signs_of_members(members: list[Signs], largest: bool) -> Signs:
    """Of the largest (or smallest) of some numbers, of which these signs are possible."""
    if not all(members):
        return frozenset()
    pick = max if largest else min
    low, high = pick(map(min, members)), pick(map(max, members))
    return frozenset(s for s in (-1, 0, 1) if low <= s <= high)


def without_idle_members(expr: Expr, given: Given) -> Expr:
    """Maxima and minima outside of binders without members that others are seen to exceed.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> without_idle_members(Max(0, 1 - exp(3 * epsilon)) + Max(alpha, 1), ())
    1
    """
    for node in sorted(outside_binders(expr, Max, Min), key=str):
        members = list(node.args)
        for a in node.args:
            sense = 1 if isinstance(node, Max) else -1
            others = [b for b in members if b != a]
            if any(possible(sense * (b - a), given) <= {0, 1} for b in others):
                members.remove(a)
        expr = replace_free(expr, {node: node.func(*members)})
    return expr


def constants_outside(expr: Expr) -> Expr:
    """With what does not depend on their variables taken out of sums and integrals.

    Examples
    --------
    >>> from fdp_sym.symbols import mu, real
    >>> x = real("x")
    >>> constants_outside(Integral(2 * mu * x, (x, 0, 1)))
    2*mu*Integral(x, (x, 0, 1))
    """

    def moved(node: Expr) -> Expr:
        factor, body = node.function.as_independent(*node.variables, as_Add=False)
        return factor * node.func(body, *node.limits)

    return expr.replace(lambda node: isinstance(node, (Sum, Integral)), moved)


def closes_with_binders(relation: Relational, given: Given) -> bool:
    """Whether a relation holds by field arithmetic, signs, and the ranges of its binders."""
    if not any(r.has(*_BINDERS) for r in (relation, *given)):
        return False
    (lhs, rhs), hypotheses = _bounded(relation.args, given)
    if (lhs, rhs) == relation.args:
        return False
    return closes(Goal(relation.func(lhs, rhs, evaluate=False), hypotheses))


def all_exist(relation: Relational, given: Given) -> bool:
    """Whether both sides are seen to have a value wherever the hypotheses hold."""
    return all(
        undefined_term(side, given) is None and divergent_term(side, given) is None
        for side in relation.args
    )


def _bounded(exprs: Iterable[Expr], given: Given) -> tuple[list[Expr], Given]:
    """Expressions and hypotheses with symbols of the right ranges in place of binders."""
    exprs = list(exprs)
    nodes = {n for e in (*exprs, *(s for h in given for s in h.args)) for n in _outermost(e)}
    rule: dict[Any, Any] = {}
    for number, node in enumerate(sorted(nodes, key=str)):
        domain = _range_of(node, given)
        if domain == Interval(0, 0):
            rule[node] = domain.inf
        elif domain is not None:
            rule[node] = real(f"<{number}>", domain)
    if not rule:
        return exprs, given
    hypotheses = tuple(
        h.func(*(replace_free(s, rule) for s in h.args), evaluate=False) for h in given
    )
    return [replace_free(e, rule) for e in exprs], hypotheses


def _outermost(expr: Any) -> list[Any]:
    return list(outside_binders(expr, *_BINDERS))


def _range_of(node: Expr, given: Given) -> Any:
    """An interval in which a binder lies, or None."""
    if isinstance(node, Iterate):
        return maps_into_itself(node, given)
    found = _signs_of_extremum if isinstance(node, Sup) else _signs_of_total
    signs = found(node, given)
    return Interval(0, 0) if signs == {0} else _DOMAINS.get(signs)


def _signs_of_total(node: Expr, given: Given) -> Signs:
    """Of a sum or an integral: the signs of what is summed, and 0."""
    if isinstance(node, Sum) and any(high - low == -1 for _, low, high in node.limits):
        return frozenset({0})  # nothing is summed
    inner = under(node, given)
    unknown = frozenset({-1, 0, 1})
    if inner is None or divergent_term(node, given) is not None:
        return unknown
    body = signs_of(node.args[0], inner)
    if not (body <= {0, 1} or body <= {-1, 0}):
        return unknown
    if isinstance(node, Sum) and all(
        possible(high - low, given) <= {0, 1} for _, low, high in node.limits
    ):
        return body  # there is at least one summand
    return body | {0}


def _signs_of_extremum(node: Expr, given: Given) -> Signs:
    """A supremum is at least the values at the ends, and at most 0 if every value is."""
    inner = under(node, given)
    found: Signs = frozenset({-1, 0, 1})
    if inner is None or undefined_term(node, given) is not None:
        return found
    sense = -1 if isinstance(node, Inf) else 1
    variable, low, high = node.limits
    for end in (low, high):
        if not end.is_infinite:
            value = signs_of(replace_free(node.body, {variable: end}), given)
            found = frozenset(s for s in found if any(sense * s >= sense * v for v in value))
    if sense not in signs_of(node.body, inner):
        found -= {sense}
    return found


def under(node: Expr, given: Given) -> Given | None:
    """What is known under a binder; None unless every range is one, within its symbol's domain."""
    limits = node.args[1:]
    if any(len(limit) != 3 for limit in limits):
        return None
    names = {str(limit[0]) for limit in limits}
    if any(names & {str(s) for end in limit[1:] for s in end.free_symbols} for limit in limits):
        return None
    for variable, low, high in limits:
        length = high - low + (1 if isinstance(node, Sum) else 0)
        if isinstance(node, Sum) and (low.is_infinite or high.is_infinite):
            return None
        if not (low is -oo or high is oo or possible(length, given) <= {0, 1}):
            return None
        if low is oo or high is -oo or not fits(variable, low, high, given):
            return None
    for variable, _, _ in limits:
        given = about_others(given, variable)
    return (*given, *ranges(node))


def fits(variable: Any, low: Expr, high: Expr, given: Given) -> bool:
    """Whether a range is seen to lie in the domain of its symbol."""
    domain = domain_of(variable)
    return all(
        bound.is_infinite
        or (not end.is_infinite and signs_of(sense * (end - bound), given) <= {0, 1})
        for bound, end, sense in ((domain.inf, low, 1), (domain.sup, high, -1))
    )


def maps_into_itself(node: Iterate, given: Given) -> Any:
    """The domain of an iterate's variable if the start is in it and its step stays in it."""
    step, count, start = node.args
    if len(step.variables) != 1 or not count.is_integer:
        return None
    (variable,) = step.variables
    domain = domain_of(variable)
    if not isinstance(domain, Interval) or (domain.inf.is_infinite and domain.sup.is_infinite):
        return None
    if (domain.left_open and domain.inf.is_finite) or (domain.right_open and domain.sup.is_finite):
        return None
    if not possible(count, given) <= {0, 1}:
        return None
    inner = about_others(given, variable)
    if undefined_term(step.expr, inner) is not None or bound_in(step.expr):
        return None
    for value, known in ((start, given), (step.expr, inner)):
        if not fits(variable, value, value, known):
            return None
    return domain
