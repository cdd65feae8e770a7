"""Steps of pure logic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy.core.relational import Relational

from .goals import Goal
from .statements import Eq, Ge, Gt, Le, Lt, Ne
from .tactic import Tactic

__all__ = ["contraposition", "negated"]

_NEGATION = {"<=": Gt, "<": Ge, ">=": Lt, ">": Le, "==": Ne, "!=": Eq}


@dataclass(frozen=True)
class contraposition(Tactic):
    """``a`` entails ``b`` because the negation of ``b`` entails that of ``a``."""

    hypothesis: Relational
    says = "contraposition"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if self.hypothesis not in goal.given:
            return None
        others = tuple(h for h in goal.given if h != self.hypothesis)
        return [Goal(negated(self.hypothesis), (*others, negated(goal.relation)))]


def negated(relation: Relational) -> Relational:
    return _NEGATION[relation.rel_op](relation.lhs, relation.rhs)
