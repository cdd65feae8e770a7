"""What exact arithmetic says of a mutant, and the names of the fates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import sympy
from sympy import Expr
from sympy.core.relational import Relational

from ..errors import FdpError
from ..signs import is_positive_multiple
from ..theorems.goals import SIGNS, Goal
from ..theorems.logic import negated
from ..theorems.statements import Above, Decided, SameCurve, Statement, relations_of
from ..theorems.tactic import closes
from .binders import (
    all_exist,
    closes_with_binders,
    constants_outside,
    signs_of,
    without_idle_members,
)
from .changed import Mutation
from .order import difference_signs, is_weaker

__all__ = [
    "Fate",
    "Judged",
    "contradict",
    "is_proved",
    "is_the_same",
    "other_claim",
    "other_hypotheses",
    "proved_as",
    "with_binders",
]


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    TRUE = "true as well"
    SURVIVED = "survived"
    UNSOUND = "unsound"


@dataclass(frozen=True)
class Judged:
    """A mutant and its fate, as plain data."""

    what: str
    claim: str
    fate: Fate
    detail: str = ""
    witness: Mapping[str, str] = field(default_factory=dict)


def is_proved(relation: Relational, given: tuple[Any, ...]) -> bool:
    """Whether field arithmetic and signs prove a relation."""
    try:
        return closes(Goal(relation, given))
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def with_binders(relation: Relational, given: tuple[Any, ...]) -> str:
    """How a relation is proved with the ranges of its binders or by monotone functions, or ""."""
    try:
        if not all_exist(relation, given):
            return ""
        if closes_with_binders(relation, given):
            return "by the signs of sums, integrals and extrema"
        sides = [without_idle_members(side, given) for side in relation.args]
        other = relation.func(*sides, evaluate=False)
        if other != relation and closes(Goal(other, given)):
            return "by field arithmetic and signs, without members that are never the largest"
        if difference_signs(relation.rhs, relation.lhs, given) <= SIGNS[relation.rel_op]:
            return "the sides are compared by monotone functions"
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        pass
    return ""


def is_mirrored(old: Relational, new: Relational, given: tuple[Any, ...]) -> bool:
    """Whether the only side that was changed is equal to what it was, term by term."""
    pairs = [(a, b) for a, b in zip(old.args, new.args, strict=True) if a != b]
    try:
        return (
            old.rel_op == new.rel_op
            and len(pairs) == 1
            and difference_signs(*pairs[0], given) == {0}
            and all_exist(new, given)
        )
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def other_claim(old: Statement, new: Statement, given: Any) -> tuple[Fate, str] | None:
    """Whether a changed part says the same as the original, or follows from it."""
    if isinstance(old, (Decided, SameCurve, Above)):
        return None
    pairs = [(a, b) for a, b in zip(relations_of(old), relations_of(new), strict=True) if a != b]
    if all(is_the_same(a, b) for a, b in pairs):
        if isinstance(old, Relational) and old.rel_op != "==" and is_proved(new, given):
            return Fate.TRUE, "by field arithmetic and signs alone"
        return Fate.EQUIVALENT, "the difference of the sides is the same up to a factor"
    if isinstance(old, Relational):
        ((a, b),) = pairs
        if is_mirrored(a, b, given):
            return Fate.EQUIVALENT, "the changed side is what it was, term by term"
        if not b.free_symbols and is_proved(b, ()):
            return Fate.TRUE, "an inequality of numbers"
        if is_weaker(a, b, given):
            return Fate.TRUE, "weaker: the sides are further apart, by monotone functions"
    return None


def _normal(relation: Relational) -> tuple[str, Expr]:
    """The relation as one between a difference and 0."""
    lhs, rhs = relation.args
    if relation.rel_op in ("<=", "<"):
        return relation.rel_op.replace("<", ">"), rhs - lhs
    return relation.rel_op, lhs - rhs


def is_the_same(a: Relational, b: Relational) -> bool:
    """Whether the differences of the sides are the same up to a factor of known sign."""
    (kind, old), (other, new) = _normal(a), _normal(b)
    if kind != other or not (old.free_symbols and new.free_symbols):
        return False  # of two true relations of numbers each is a multiple of the other
    try:
        if sympy.expand(old - new) == 0:
            return True
        old, new = constants_outside(old), constants_outside(new)
        if is_positive_multiple(new, old):
            return True
        return kind in ("==", "!=") and is_positive_multiple(-new, old)
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def other_hypotheses(old: Any, new: Any) -> tuple[Fate, str] | None:
    """Whether changed hypotheses say the same, more, or contradict each other."""
    stronger = all(
        h in new or is_proved(h, new) or any(is_weaker(n, h, ()) for n in new) for h in old
    )
    weaker = all(h in old or is_proved(h, old) for h in new)
    if stronger and weaker:
        return Fate.EQUIVALENT, "each set of hypotheses follows from the other"
    if stronger:
        return Fate.TRUE, "the hypotheses say more"
    if contradict(new):
        return Fate.TRUE, "the hypotheses contradict each other"
    return None


def contradict(hypotheses: Sequence[Relational]) -> bool:
    """Whether no point satisfies all hypotheses."""
    for i, h in enumerate(hypotheses):
        others = (*hypotheses[:i], *hypotheses[i + 1 :])
        if is_proved(negated(h), others) or _is_impossible(h, others):
            return True
    return False


def _is_impossible(h: Relational, given: Any) -> bool:
    """Whether the difference of the sides never has a sign that a hypothesis asks for."""
    try:
        return not signs_of(h.lhs - h.rhs, given) & SIGNS[h.rel_op]
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def proved_as(entry: Any, mutant: Mutation, proof: str) -> tuple[Fate, str]:
    """An equation with one side changed, and proved, has the same side in other words."""
    if mutant.part is not None:
        old, new = entry.parts[mutant.part], mutant.claim[mutant.part]
        equations = (
            isinstance(old, Relational)
            and old.rel_op == new.rel_op == "=="
            and any(x == y for x, y in zip(old.args, new.args, strict=True))
        ) or (isinstance(old, SameCurve) and isinstance(new, SameCurve))
        if equations:
            return Fate.EQUIVALENT, f"the changed side is equal to the same other side: {proof}"
    return Fate.TRUE, proof
