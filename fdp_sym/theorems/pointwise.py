r"""Steps that reduce suprema and finite sums to a relation for each value of the bound variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Mul, S, Sum, expand

from ..binding import replace_free, substitute
from ..signs import is_nonnegative
from ..symbols import domain_of
from .calculus import first_supremum
from .goals import Goal
from .statements import Ge, Le
from .tactic import Tactic, need, unrestricted

__all__ = ["attained", "termwise"]


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

    Both sides are sums over one range, or linear combinations of such sums.
    """

    says = "sums are compared term by term"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if not goal.relation.has(Sum):
            return None
        need(goal.relation.rel_op in ("==", "<=", ">="), "the relation is =, <= or >=")
        limits: Any = None
        terms = []
        parts = Add.make_args(goal.lhs - goal.rhs)
        if not all(any(isinstance(f, Sum) for f in Mul.make_args(part)) for part in parts):
            parts = Add.make_args(expand(Add(*parts)))
        for part in parts:
            sums = [f for f in Mul.make_args(part) if isinstance(f, Sum)]
            need(len(sums) == 1 and len(sums[0].limits) == 1, f"{part} is a multiple of one sum")
            (own,) = sums[0].limits
            need(limits in (None, own), f"{own} is the range of all sums")
            limits = own
            factor = Mul(*(f for f in Mul.make_args(part) if f is not sums[0]))
            terms.append(factor * sums[0].function)
        index, low, high = limits
        domain = domain_of(index)
        # SymPy gives a sum from low to high < low - 1 the opposite sign (Karr's convention)
        need(is_nonnegative(high - low + 1, goal.given), f"{low} … {high} does not run backwards")
        starts = domain.inf.is_infinite or is_nonnegative(low - domain.inf, goal.given)
        ends = domain.sup.is_infinite or is_nonnegative(domain.sup - high, goal.given)
        need(starts and ends, f"the domain {domain} of {index} contains {low} … {high}")
        unrestricted(index, goal)
        return [goal.with_sides(Add(*terms), S.Zero)]
