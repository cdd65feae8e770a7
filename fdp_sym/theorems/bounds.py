r"""Steps that bound suprema, infima and other terms by what is known of single values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, S

from ..binding import replace_free
from ..signs import is_nonnegative
from .goals import Goal
from .pointwise import _unrestricted
from .statements import Eq, Ge, Inf, Le, Sup
from .tactics import _need, _Tactic

__all__ = ["every_value", "replacing", "value_at"]


def _inside(node: Sup) -> tuple[Any, ...]:
    """The bound variable is in its range."""
    x, low, high = node.limits
    ends = ((low, Ge(x, low)), (high, Le(x, high)))
    return tuple(relation for end, relation in ends if not end.is_infinite)


@dataclass(frozen=True)
class every_value(_Tactic):
    r""":math:`\sup g \le c` from :math:`g(x) \le c` for all x; likewise :math:`\inf g \ge c`."""

    says = "a bound of every value bounds the supremum (infimum)"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        upper = {"<=": goal.lhs, ">=": goal.rhs}.get(goal.relation.rel_op)
        lower = {"<=": goal.rhs, ">=": goal.lhs}.get(goal.relation.rel_op)
        for node, kind in ((upper, Sup), (lower, Inf)):
            if type(node) is kind:
                _unrestricted(node.limits[0], goal)
                sides = (node.body if side is node else side for side in (goal.lhs, goal.rhs))
                there = goal.with_sides(*sides)
                return [Goal(there.relation, (*goal.given, *_inside(node)))]
        return None


@dataclass(frozen=True)
class value_at(_Tactic):
    r"""Add :math:`g(x_0) \le \sup g` (:math:`g(x_0) \ge \inf g`) to the hypotheses.

    It is added for every finite supremum and infimum of the goal and of its hypotheses in whose
    range :math:`x_0` lies.
    """

    at: Expr
    says = "a supremum is at least each value, an infimum at most"

    def __init__(self, at: Any) -> None:
        object.__setattr__(self, "at", S(at))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        nodes = {n for r in (goal.relation, *goal.given) for n in r.atoms(Sup, Inf)}
        known = []
        for node in sorted(nodes, key=str):
            x, low, high = node.limits
            fits = (low.is_infinite or is_nonnegative(self.at - low, goal.given)) and (
                high.is_infinite or is_nonnegative(high - self.at, goal.given)
            )
            if fits:
                value = replace_free(node.body, {x: self.at})
                known.append((Ge if isinstance(node, Inf) else Le)(value, node))
        _need(bool(known), f"{self.at} is in the range of a supremum or infimum")
        return [Goal(goal.relation, (*goal.given, *known))]


@dataclass(frozen=True)
class replacing(_Tactic):
    """Replace a term by another one; that the two are equal becomes a goal."""

    old: Expr
    new: Expr
    says = "a term is replaced by an equal one"

    def __init__(self, old: Any, new: Any) -> None:
        object.__setattr__(self, "old", S(old))
        object.__setattr__(self, "new", S(new))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {self.old: self.new}
        lhs, rhs = replace_free(goal.lhs, swap), replace_free(goal.rhs, swap)
        if (lhs, rhs) == (goal.lhs, goal.rhs):
            return None
        return [goal.with_sides(lhs, rhs), Goal(Eq(self.old, self.new), goal.given)]
