"""The check `symbolic`: a proof by named rules and tactics, every step re-checked by balls."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from textwrap import shorten
from typing import Any

from sympy import (
    Integral,
)

from ..errors import DomainError, HypothesisError
from .checks import CheckResult, Step, covered_parts
from .defined import undefined_term
from .gates import listening
from .goals import Goal, goals_of, instance_count, points, show_point, symbols_of, truth_at
from .integrable import divergent_term
from .rules import REWRITES, Rewrite
from .scope import scope
from .statements import Inf, Sup
from .tactic import closed_by
from .verdict import Status

__all__ = ["symbolic"]


_UNDEFINED = (undefined_term, divergent_term)
_RECHECK_POINTS = 6
_CALL = 300  # characters of a step with its arguments that are kept
_RECHECK_POINTS_OF_SEARCHES = 2  # extrema and integrals take a thousand times longer


@dataclass(frozen=True)
class symbolic:
    """Apply rules and tactics in order, then close every goal by field arithmetic and signs.

    Parameters
    ----------
    *steps : str or tactic
        Names from `fdp_sym.theorems.rules.REWRITES`, or tactics. Each must apply somewhere.
    part : int or tuple of int, optional
        Which parts of the claim; all by default.
    """

    steps: tuple[Any, ...]
    part: int | tuple[int, ...] | None = None

    def __init__(self, *steps: Any, part: int | tuple[int, ...] | None = None) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "part", part)

    @property
    def how(self) -> str:
        names = [s if isinstance(s, str) else s.name for s in self.steps]
        return "symbolic: " + ", ".join([*names, "field arithmetic and signs"])

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        goals = [g for i in covered for g in goals_of(entry.parts[i], entry.given)]
        for goal in goals:
            point, _ = _rechecked(goal)
            if point is not None:
                return CheckResult(
                    self.how, Status.REFUTED, f"{goal} fails", covered, show_point(point)
                )
        unclear = next((t for t in map(_undefined_side, goals) if t is not None), None)
        if unclear is not None:
            detail = f"not seen to be defined on the whole domain: {unclear}"
            return CheckResult(self.how, Status.INCONCLUSIVE, detail, covered)
        trace: list[Step] = []
        for step in self.steps:
            rule = _rule_named(step)
            reasons = []
            applied = False
            left: list[Goal] = []
            for goal in goals:
                with listening() as needs:
                    try:
                        after = rule.apply(goal, context)
                    except HypothesisError as error:
                        reasons.append(str(error))
                        after = None
                if after is None:
                    left.append(goal)
                    continue
                applied = True
                found = [_rechecked(new) for new in after]
                trace.append(_step(rule, goal, after, needs, [note for _, note in found]))
                for new, (point, _) in zip(after, found, strict=True):
                    if point is not None:
                        return CheckResult(
                            self.how,
                            Status.INCONCLUSIVE,
                            f"step {rule.name!r} leaves the false goal {new}",
                            covered,
                            trace=tuple(trace),
                        )
                left.extend(after)
            if not applied:
                why = "; ".join(dict.fromkeys(reasons)) or "no goal has the form it needs"
                return CheckResult(
                    self.how,
                    Status.INCONCLUSIVE,
                    f"step {rule.name!r} applies nowhere: {why}",
                    covered,
                    trace=tuple(trace),
                )
            goals = left
        decided = [(goal, closed_by(goal)) for goal in goals]
        open_goals = [goal for goal, why in decided if why is None]
        trace.extend(_closed(goal, why) for goal, why in decided if why is not None)
        if open_goals:
            text = "; ".join(str(g) for g in open_goals[:3])
            return CheckResult(
                self.how, Status.INCONCLUSIVE, f"open: {text}", covered, trace=tuple(trace)
            )
        steps = "1 step" if len(trace) == 1 else f"{len(trace)} steps"
        detail = f"{steps}, goals re-checked by balls"
        return CheckResult(self.how, Status.PROVED, detail, covered, trace=tuple(trace))


def _rule_named(step: Any) -> Any:
    if not isinstance(step, str):
        return step
    if step not in REWRITES:
        raise DomainError(f"rule {step!r}: allowed are {sorted(REWRITES)} and the tactics")
    rule: Rewrite = REWRITES[step]
    return rule


def _undefined_side(goal: Goal) -> Any:
    terms = (seen(side, goal.given) for side in goal.relation.args for seen in _UNDEFINED)
    return next((term for term in terms if term is not None), None)


def _step(rule: Any, goal: Goal, after: list[Goal], needs: list[str], notes: list[str]) -> Step:
    call = "" if isinstance(rule, Rewrite) else shorten(str(rule), _CALL, placeholder=" …")
    call = "" if call.endswith("()") else call
    seen = "; ".join(dict.fromkeys(notes))
    return Step(rule.name, rule.says, str(goal), tuple(map(str, after)), call, tuple(needs), seen)


def _closed(goal: Goal, why: str) -> Step:
    over = scope(goal.relation, goal.given)
    needs = (why, *([f"for all {over}"] if over else []))
    return Step("field arithmetic and signs", "", str(goal), (), needs=needs)


def _rechecked(goal: Goal) -> tuple[Any, str]:
    """A point at which balls refute a goal, if any, and how many points were tried.

    The absence of such a point proves nothing.
    """
    symbols = symbols_of(goal.relation, goal.given)
    searches = any(r.has(Sup, Inf, Integral) for r in (goal.relation, *goal.given))
    count = _RECHECK_POINTS_OF_SEARCHES if searches else _RECHECK_POINTS
    tried = true = 0
    for point in islice(points(symbols, count), count):
        for instance in range(instance_count(goal.relation, goal.given)):
            found = truth_at(goal.relation, goal.given, point, instance)
            if found is False:
                return point, "false"
            tried += 1
            true += found is True
    undecided = f", not decided at {tried - true}" if true < tried else ""
    return None, f"true at {true} of {tried} points{undecided}"
