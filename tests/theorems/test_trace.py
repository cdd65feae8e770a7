"""What a trace tells besides goals: conditions that were met, and why a goal closes."""

from __future__ import annotations

from types import SimpleNamespace

from sympy import Interval, log

from fdp_sym import EpsDelta
from fdp_sym.symbols import alpha, mu, real
from fdp_sym.theorems import Ge, Gt, Le, SameCurve, exact, listed, symbolic
from fdp_sym.theorems.entries import Axiom, Claim
from fdp_sym.theorems.gates import listening
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import REWRITES
from fdp_sym.theorems.runner import loaded
from fdp_sym.theorems.tactic import closed_by, need

x = real("x", Interval.open(1, 5))


def trace(check, *parts, given=()):
    return check.run(SimpleNamespace(parts=parts, given=given), None).trace


def test_conditions_of_a_rule_have_the_terms_of_the_goal() -> None:
    step, last = trace(symbolic("logarithm of a product"), Gt(log(x * (x + 1)), 0))[:2]
    assert set(step.needs) == {"x > 0", "x + 1 > 0", "log(x*(x + 1)) = log(x) + log(x + 1)"}
    assert step.seen == "true at 6 of 6 points"
    assert last.needs == ("left - right is positive", "for all x in (1, 5)")


def test_a_rule_that_does_not_apply_says_nothing() -> None:
    with listening() as heard:
        assert REWRITES["logarithm of a product"].apply(Goal(Gt(log(x * mu), 0))) is None
    assert heard == []


def test_gates_are_heard_only_within_the_block() -> None:
    with listening() as outer:
        need(True, "one")
        with listening() as inner:
            need(True, "two")
        need(True, "one")
    assert (outer, inner) == (["one"], ["two"])


def test_why_a_goal_closes() -> None:
    known = Ge(mu, 1)
    assert closed_by(Goal(Le(alpha, alpha))) == "both sides are the same"
    assert closed_by(Goal(known, (known,))) == "it is a hypothesis"
    assert closed_by(Goal(Le(alpha, 2))) == "left - right is negative"
    assert closed_by(Goal(Gt(mu + alpha, 0), (known,))) == "left - right is positive, by mu >= 1"
    assert closed_by(Goal(Ge(alpha, 1))) is None


def test_vertices_and_points_that_were_compared() -> None:
    (step,) = trace(exact(), SameCurve(EpsDelta(0, "1/4"), EpsDelta(0, "1/4")))
    assert step.needs[0] == "left vertices (0, 3/4), (3/4, 0), (1, 0)"
    (step,) = trace(listed({"x": 2}), Ge(x, 1))
    assert (step.needs, step.seen) == (("x = 2",), "the left side is 2, the right side 1")


def test_every_axiom_is_used_and_every_correction_exists() -> None:
    entries = loaded().entries
    used = {name for entry in entries.values() for name in entry.uses}
    assert {name for name, entry in entries.items() if isinstance(entry, Axiom)} <= used
    claims = [entry for entry in entries.values() if isinstance(entry, Claim)]
    assert {claim.corrected for claim in claims if claim.corrected} <= set(entries)
    assert all(claim.printed for claim in claims if claim.number is not None)
