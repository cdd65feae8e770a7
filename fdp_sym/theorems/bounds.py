r"""Steps that bound suprema, infima and other terms by what is known of single values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, S

from ..binding import replace_free
from ..signs import is_nonnegative
from .goals import Goal
from .statements import Eq, Ge, Inf, Le, Sup
from .tactic import Tactic, need, unrestricted

__all__ = ["every_value", "replacing", "value_at"]


def _inside(node: Sup) -> tuple[Any, ...]:
    """The bound variable is in its range."""
    x, low, high = node.limits
    ends = ((low, Ge(x, low)), (high, Le(x, high)))
    return tuple(relation for end, relation in ends if not end.is_infinite)


@dataclass(frozen=True)
class every_value(Tactic):
    r""":math:`\sup g \le c` from :math:`g(x) \le c` for all x; likewise :math:`\inf g \ge c`."""

    says = "a bound of every value bounds the supremum (infimum)"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        upper = {"<=": goal.lhs, ">=": goal.rhs}.get(goal.relation.rel_op)
        lower = {"<=": goal.rhs, ">=": goal.lhs}.get(goal.relation.rel_op)
        for node, kind in ((upper, Sup), (lower, Inf)):
            if type(node) is kind:
                unrestricted(node.limits[0], goal)
                sides = (node.body if side is node else side for side in (goal.lhs, goal.rhs))
                there = goal.with_sides(*sides)
                return [Goal(there.relation, (*goal.given, *_inside(node)))]
        return None


@dataclass(frozen=True)
class value_at(Tactic):
    r"""Use a supremum or infimum at one point :math:`x_0` of its range.

    A hypothesis :math:`\sup g \le c` gives :math:`g(x_0) \le c`, one :math:`\inf g \ge c` gives
    :math:`g(x_0) \ge c`. For those that the goal itself contains, :math:`g(x_0) \le \sup g` (or
    :math:`g(x_0) \ge \inf g`) becomes a hypothesis.
    """

    at: Expr
    says = "a supremum is at least each value, an infimum at most"

    def __init__(self, at: Any) -> None:
        object.__setattr__(self, "at", S(at))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        inside = {
            node: replace_free(node.body, {node.limits[0]: self.at})
            for relation in (goal.relation, *goal.given)
            for node in relation.atoms(Sup, Inf)
            if self._fits(node, goal)
        }
        need(bool(inside), f"{self.at} is in the range of a supremum or infimum")
        known = [
            Ge(value, bound) if isinstance(node, Inf) else Le(value, bound)
            for node, value in sorted(inside.items(), key=str)
            for bound in [*_bounds(node, goal), *([node] if goal.relation.has(node) else [])]
        ]
        return [Goal(goal.relation, (*goal.given, *known))] if known else None

    def _fits(self, node: Sup, goal: Goal) -> bool:
        _, low, high = node.limits
        above = low.is_infinite or is_nonnegative(self.at - low, goal.given)
        return bool(above and (high.is_infinite or is_nonnegative(high - self.at, goal.given)))


def _bounds(node: Sup, goal: Goal) -> list[Expr]:
    """The c of the hypotheses ``sup g <= c`` (``inf g >= c``, or ``=``) about this very node."""
    below, above = ("<=", ">=") if not isinstance(node, Inf) else (">=", "<=")
    found = [h.rhs for h in goal.given if h.lhs == node and h.rel_op in (below, "==")]
    return found + [h.lhs for h in goal.given if h.rhs == node and h.rel_op in (above, "==")]


@dataclass(frozen=True)
class replacing(Tactic):
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
