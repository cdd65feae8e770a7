r"""Steps that reduce suprema, sums and integrals to a relation for each value of a variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Integral, Mul, S, Sum, expand

from ..binding import replace_free, substitute
from ..errors import HypothesisError
from ..signs import is_nonnegative
from ..symbols import domain_of
from .calculus import first_supremum
from .goals import Goal
from .integrable import need_existence
from .statements import Ge, Le
from .tactic import Tactic, need, unrestricted

__all__ = ["attained", "termwise", "under_integral"]


@dataclass(frozen=True)
class attained(Tactic):
    r""":math:`\sup_{x \in [a,b]} g = g(x_0)` because :math:`g(x) \le g(x_0)` for all x."""

    at: Expr
    says = "a supremum is the value that no other exceeds"

    def __init__(self, at: Any) -> None:
        object.__setattr__(self, "at", S(at))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node, point = first_supremum(goal), self.at
        if node is None:
            return None
        x, low, high = node.limits
        need(low.is_infinite or is_nonnegative(point - low, goal.given), f"{point} >= {low}")
        need(high.is_infinite or is_nonnegative(high - point, goal.given), f"{point} <= {high}")
        unrestricted(x, goal)
        value = substitute(node.body, {x: point})
        swap = {node: value}
        inside = tuple(
            relation
            for end, relation in ((low, Ge(x, low)), (high, Le(x, high)))
            if not end.is_infinite
        )
        return [
            goal.with_sides(replace_free(goal.lhs, swap), replace_free(goal.rhs, swap)),
            Goal(Le(node.body, value), (*goal.given, *inside)),
        ]


@dataclass(frozen=True)
class termwise(Tactic):
    r""":math:`\sum_i a_i \le \sum_i b_i` from :math:`a_i \le b_i` for every i; also for =, >=.

    Both sides are sums over one range, or linear combinations of such sums. Sums over several
    indices are compared for every choice of the indices. With ``within`` that the indices are in
    their ranges becomes a hypothesis, which the comparison may need.
    """

    within: bool = False
    says = "sums are compared term by term"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        found = _combined(goal, Sum)
        if found is None:
            return None
        limits, sides = found
        need(all(len(limit) == 3 for limit in limits), "every index runs between two ends")
        finite = all(end.is_finite for limit in limits for end in limit[1:])
        need(finite, "the sums have finitely many terms")
        indices = {limit[0] for limit in limits}
        for index, low, high in limits:
            need(not indices & (low.free_symbols | high.free_symbols), f"{low} … {high} is fixed")
            # SymPy gives a sum from low to high < low - 1 the opposite sign (Karr's convention)
            forwards = is_nonnegative(high - low + 1, goal.given)
            need(forwards, f"{low} … {high} does not run backwards")
            _need_range(index, low, high, goal)
        inside = tuple(r for i, low, high in limits for r in (Ge(i, low), Le(i, high)))
        there = goal.with_sides(*sides).relation
        return [Goal(there, (*goal.given, *inside) if self.within else goal.given)]


@dataclass(frozen=True)
class under_integral(Tactic):
    r""":math:`\int_a^b g \le \int_a^b h` from :math:`g(t) \le h(t)` for every t; also for =, >=.

    Both sides are integrals over one range, or linear combinations of such integrals, each of
    which has to be seen to exist. Integrals over several variables are compared for every choice
    of them; then the ends are constants.
    """

    says = "integrals that exist are compared value by value"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        found = _combined(goal, Integral)
        if found is None:
            return None
        limits, sides = found
        need(all(len(limit) == 3 for limit in limits), "every variable runs between two ends")
        variables = {limit[0] for limit in limits}
        need(len(variables) == len(limits), "the variables differ")
        for side in goal.relation.args:
            need_existence(side, goal.given)
        for variable, low, high in limits:
            fixed = not variables & (low.free_symbols | high.free_symbols)
            need(fixed, f"{low} … {high} is fixed")
            need(is_nonnegative(high - low, goal.given), f"{low} … {high} does not run backwards")
            _need_range(variable, low, high, goal)
        inside = tuple(
            relation
            for variable, low, high in limits
            for end, relation in ((low, Ge(variable, low)), (high, Le(variable, high)))
            if end.free_symbols
        )
        return [Goal(goal.with_sides(*sides).relation, (*goal.given, *inside))]


def _combined(goal: Goal, kind: Any) -> tuple[Any, list[Expr]] | None:
    """The common limits of the sums (integrals) of a goal, and what they leave of its sides."""
    if not goal.relation.has(kind):
        return None
    need(goal.relation.rel_op in ("==", "<=", ">="), "the relation is =, <= or >=")
    apart = [_multiples(side, kind) for side in goal.relation.args]
    together = [_multiples(goal.lhs - goal.rhs, kind), []]  # equal terms of both sides cancel
    for sides in (apart, together):
        terms = [side for side in sides if side is not None]
        ranges = {node.limits for side in terms for _, node in side}
        if len(terms) == 2 and len(ranges) == 1:
            bodies = [Add(*(factor * node.function for factor, node in side)) for side in terms]
            return ranges.pop(), bodies
    raise HypothesisError(
        f"gate not discharged: {goal.relation} compares linear combinations of "
        f"{kind.__name__}s over one range"
    )


def _multiples(expr: Expr, kind: Any) -> list[tuple[Expr, Any]] | None:
    """The (factor, node) of which ``expr`` is the sum, or None when it is no such sum."""
    for form in (expr, expand(expr)):
        found = []
        parts = () if form == 0 else Add.make_args(form)
        for part in parts:
            nodes = [f for f in Mul.make_args(part) if isinstance(f, kind)]
            if len(nodes) == 1:
                found.append(
                    (Mul(*(f for f in Mul.make_args(part) if f is not nodes[0])), nodes[0])
                )
        if len(found) == len(parts):
            return found
    return None


def _need_range(variable: Any, low: Expr, high: Expr, goal: Goal) -> None:
    """The bound variable becomes free: its domain has to contain the range."""
    domain = domain_of(variable)
    starts = domain.inf.is_infinite or is_nonnegative(low - domain.inf, goal.given)
    ends = domain.sup.is_infinite or is_nonnegative(domain.sup - high, goal.given)
    need(starts and ends, f"the domain {domain} of {variable} contains {low} … {high}")
    unrestricted(variable, goal)
