r"""A step that takes functions given in pieces apart, and forgets the pieces that cannot occur."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Piecewise, S
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..signs import possible_signs
from .goals import Goal
from .tactic import Tactic

__all__ = ["by_pieces"]

_ORDER = ("<=", "<", ">=", ">")


def _piecewise(expr: Any) -> Iterator[Piecewise]:
    """The ``Piecewise`` terms outside binders that are tested on inequalities, innermost first."""
    if bound_in(expr) or not isinstance(expr, Expr):
        return
    for part in expr.args:
        if isinstance(part, Expr):
            yield from _piecewise(part)
        elif isinstance(expr, Piecewise):
            yield from _piecewise(part[0])
    if isinstance(expr, Piecewise) and all(
        c is S.true or getattr(c, "rel_op", "") in _ORDER for _, c in expr.args
    ):
        yield expr


@dataclass(frozen=True)
class by_pieces(Tactic):
    """One goal for each piece of every ``Piecewise`` term; its condition becomes a hypothesis.

    A piece whose condition contradicts the other hypotheses is dropped.
    """

    says = "one goal for each piece that can occur"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        sides = (goal.lhs, goal.rhs, *(s for h in goal.given for s in h.args))
        node = next((n for side in sides for n in _piecewise(side)), None)
        if node is None:
            return None
        goals: list[Goal] = []
        earlier: tuple[Relational, ...] = ()  # the conditions of the pieces before fail
        for value, condition in node.args:
            swap = {node: value}
            given = tuple(
                h.func(*(replace_free(s, swap) for s in h.args), evaluate=False) for h in goal.given
            )
            own = earlier if condition is S.true else (*earlier, condition)
            if not any(_contradicts(c, (*given, *own)) for c in own):
                lhs, rhs = (replace_free(s, swap) for s in (goal.lhs, goal.rhs))
                new = tuple(c for c in own if c not in given)
                there = Goal(goal.with_sides(lhs, rhs).relation, (*given, *new))
                goals.extend(self.apply(there, context) or [there])
            if condition is S.true:
                break
            earlier = (*earlier, ~condition)
        return goals


def _contradicts(condition: Relational, given: tuple[Relational, ...]) -> bool:
    """Whether one other hypothesis, or all of them together, exclude the condition."""
    others = tuple(h for h in given if h != condition)
    excluded = {"<=": {1}, "<": {0, 1}, ">=": {-1}, ">": {-1, 0}}[condition.rel_op]
    return any(
        possible_signs(condition.lhs - condition.rhs, hypotheses) <= excluded
        for hypotheses in (*((h,) for h in others), others)
    )
