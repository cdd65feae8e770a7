r"""Steps about maxima and minima of finitely many terms.

The sign engine splits ``Max`` and ``Min`` into cases by itself. These steps take a maximum apart
where the argument is simpler than its cases: it is below c when all members are, above c when one
member is, and equal to the member that is at least all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sympy import Add, Expr, Max, Min, S
from sympy.core.relational import Relational

from ..errors import HypothesisError
from .goals import Goal
from .statements import Ge
from .tactic import Tactic, closes

__all__ = ["active_member", "all_members", "isolate", "largest", "some_member"]


def _ordered(relation: Relational) -> tuple[Any, Any, Any] | None:
    """(smaller side, larger side, the relation written that way round)."""
    if relation.rel_op in ("<=", "<"):
        return relation.lhs, relation.rhs, lambda a, b: relation.func(a, b, evaluate=False)
    if relation.rel_op in (">=", ">"):
        return relation.rhs, relation.lhs, lambda a, b: relation.func(b, a, evaluate=False)
    return None


def _split(relation: Relational) -> tuple[Relational, ...]:
    """The relations that together say ``max(a, b) <= c``, or ``c <= min(a, b)``."""
    sides = _ordered(relation)
    if sides is None:
        return (relation,)
    small, large, make = sides
    smalls = small.args if isinstance(small, Max) else (small,)
    larges = large.args if isinstance(large, Min) else (large,)
    if len(smalls) * len(larges) == 1:
        return (relation,)
    return tuple(make(a, b) for a in smalls for b in larges)


@dataclass(frozen=True)
class all_members(Tactic):
    r""":math:`\max_i a_i \le c` says that all :math:`a_i \le c`, in goals and in hypotheses."""

    says = "a maximum is at most c when all its members are"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        given = tuple(part for h in goal.given for part in _split(h))
        relations = _split(goal.relation)
        if given == goal.given and relations == (goal.relation,):
            return None
        return [Goal(relation, given) for relation in relations]


@dataclass(frozen=True)
class some_member(Tactic):
    r""":math:`c \le \max_i a_i` from the first :math:`c \le a_i` that holds by signs."""

    says = "a maximum is at least each of its members"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        sides = _ordered(goal.relation)
        if sides is None:
            return None
        small, large, make = sides
        smalls = small.args if isinstance(small, Min) else (small,)
        larges = large.args if isinstance(large, Max) else (large,)
        if len(smalls) * len(larges) > 1:
            for found in (Goal(make(a, b), goal.given) for a in smalls for b in larges):
                if closes(found):
                    return [found]
        return None


@dataclass(frozen=True)
class active_member(Tactic):
    r""":math:`c \le \max_i a_i` from two members: :math:`c \le a` where :math:`a \ge b`, or else b.

    So a maximum is at least every mean of two members, whatever their weights.
    """

    says = "a maximum is at least the larger of two members"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        sides = _ordered(goal.relation)
        if sides is None:
            return None
        small, large, make = sides
        if isinstance(large, Max):
            cases = [(make(small, a), a, b) for a, b in permutations(large.args, 2)]
        elif isinstance(small, Min):
            cases = [(make(a, large), b, a) for a, b in permutations(small.args, 2)]
        else:
            return None
        goals = {(a, b): Goal(r, (*goal.given, Ge(a, b))) for r, a, b in cases}
        for (a, b), first in goals.items():
            if closes(first) and closes(goals[b, a]):
                return [first, goals[b, a]]
        return None


@dataclass(frozen=True)
class largest(Tactic):
    """A maximum is the member that is at least every other one; the comparisons become goals."""

    member: Expr
    says = "a maximum is its largest member"

    def __init__(self, member: Any) -> None:
        object.__setattr__(self, "member", S(member))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        nodes = [n for n in goal.relation.atoms(Max) if self.member in n.args]
        if not nodes:
            return None
        # a bound variable must not be confused with a free one that hypotheses restrict
        bound = {v for n in goal.relation.atoms(Expr) for v in getattr(n, "bound_symbols", ())}
        known = self.member.free_symbols.union(*(h.free_symbols for h in goal.given))
        if bound & known & {s for n in nodes for s in n.free_symbols}:
            raise HypothesisError(f"gate not discharged: no variable of {nodes[0]} is bound")
        swap = dict.fromkeys(nodes, self.member)
        others = {a for node in nodes for a in node.args} - {self.member}
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            *(Goal(Ge(self.member, a), goal.given) for a in sorted(others, key=str)),
        ]


@dataclass(frozen=True)
class isolate(Tactic):
    r"""Bring a relation to the form ``Max(...) R rest`` (or ``Min``), so that members can be used.

    The relation contains one maximum or minimum, with a number as its factor.
    """

    says = "the maximum alone on one side"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        parts = [t.as_coeff_Mul() for t in Add.make_args(goal.lhs - goal.rhs)]
        found = [(c, node) for c, node in parts if isinstance(node, (Max, Min))]
        if len(found) != 1 or found[0][1] in (goal.lhs, goal.rhs):
            return None
        ((factor, node),) = found
        rest = Add(*(c * term for c, term in parts if term is not node)) / -factor
        sides = (node, rest) if factor > 0 else (rest, node)
        return [goal.with_sides(*sides)]
