"""What a tactic is, and what all of them need: closing goals, gates, free and bound variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import (
    Expr,
    S,
)
from sympy.core.relational import Relational

from ..errors import HypothesisError
from ..signs import is_positive_multiple, possible_signs
from .gates import passed
from .goals import SIGNS, Goal
from .statements import Ge, Gt, show

__all__ = [
    "Tactic",
    "about_others",
    "closed_by",
    "closes",
    "need",
    "need_inside",
    "nonnegative_side",
    "unrestricted",
]

_SIGNS = {
    frozenset(): "undefined",
    frozenset({0}): "0",
    frozenset({1}): "positive",
    frozenset({-1}): "negative",
    frozenset({0, 1}): "0 or positive",
    frozenset({-1, 0}): "0 or negative",
    frozenset({-1, 1}): "not 0",
}


def closes(goal: Goal) -> bool:
    """Whether a goal holds by field arithmetic and signs of atoms under its hypotheses."""
    return _reason(goal) is not None


def closed_by(goal: Goal) -> str | None:
    """Why a goal closes, in words; None if it does not."""
    found = _reason(goal)
    if found is None:
        return None
    text, known = found
    return f"{text}, by {' and '.join(map(show, known))}" if known else text


def _reason(goal: Goal) -> tuple[str, tuple[Relational, ...]] | None:
    """Why a goal holds, and the hypotheses that say so; None if that is not seen."""
    relation = goal.relation
    if any(side.has(S.NaN, S.ComplexInfinity) for side in relation.args):
        return None  # no value, and equal to nothing
    if any(relation == h for h in goal.given):
        return "it is a hypothesis", ()
    allowed = SIGNS[relation.rel_op]
    if goal.lhs == goal.rhs:
        return ("both sides are the same", ()) if 0 in allowed else None
    for h in goal.given:
        if _is_multiple(goal, h):
            return "it is a hypothesis times a positive factor, or weaker", (h,)
    # few hypotheses first: it is faster, and eliminating one may hide what another one says
    chosen = dict.fromkeys([(), *((h,) for h in goal.given), goal.given])
    for given in chosen:
        signs = possible_signs(goal.lhs - goal.rhs, given)
        if signs <= allowed:
            return f"left - right is {_SIGNS[signs]}", given
    return None


def _is_multiple(goal: Goal, known: Relational) -> bool:
    """Whether the goal is a hypothesis times a positive factor, or weaker than that."""
    if not goal.relation.free_symbols:
        return False  # a number needs no hypothesis
    strict = {"<": True, ">": True, "<=": False, ">=": False}
    if not {goal.relation.rel_op, known.rel_op} <= set(strict):
        return False
    if strict[goal.relation.rel_op] and not strict[known.rel_op]:
        return False
    return is_positive_multiple(nonnegative_side(goal), nonnegative_side(Goal(known)))


def need(condition: bool, gate: str) -> None:
    if not condition:
        raise HypothesisError(f"gate not discharged: {gate}")
    if not gate.startswith(("None ", "[] ")):  # what would be wrong, of which there is nothing
        passed(gate)


def nonnegative_side(goal: Goal) -> Expr:
    """h such that the goal says h >= 0 or h > 0."""
    if goal.relation.rel_op in (">=", ">"):
        return goal.lhs - goal.rhs
    if goal.relation.rel_op in ("<=", "<"):
        return goal.rhs - goal.lhs
    raise HypothesisError(f"this step needs an inequality, not {goal.relation}")


def about_others(given: tuple[Relational, ...], x: Expr) -> tuple[Relational, ...]:
    """The hypotheses that do not speak of a free symbol with the name of the bound ``x``."""
    return tuple(h for h in given if str(x) not in map(str, h.free_symbols))


def unrestricted(variable: Any, goal: Goal) -> None:
    """A bound variable becomes free; nothing else that is known may be about it."""
    taken = goal.relation.free_symbols.union(*(h.free_symbols for h in goal.given))
    need(variable not in taken, f"{variable} occurs only as a bound variable")


def need_inside(value: Expr, domain: Any, name: str, given: tuple[Relational, ...]) -> None:
    """Require that the value lies between the ends of an interval (or range of integers)."""
    for end, direction, is_open in (
        (domain.inf, 1, getattr(domain, "left_open", False)),
        (domain.sup, -1, getattr(domain, "right_open", False)),
    ):
        if end.is_finite:
            inside = (Gt if is_open else Ge)(direction * (value - end), S.Zero)
            need(closes(Goal(inside, given)), f"{name} = {value} in {domain}")


@dataclass(frozen=True)
class Tactic:
    @property
    def name(self) -> str:
        return type(self).__name__.strip("_").replace("_", " ")
