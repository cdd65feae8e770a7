"""Contraposition negates both sides and needs the hypothesis it turns round."""

from __future__ import annotations

from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lt, Ne, contraposition
from fdp_sym.theorems.goals import Goal


def test_both_sides_are_negated() -> None:
    turned, kept = Le(alpha, delta), Ge(epsilon, 1)
    (goal,) = contraposition(turned).apply(Goal(Lt(alpha, epsilon), (kept, turned)), None)
    assert goal == Goal(Gt(alpha, delta), (kept, Ge(alpha, epsilon)))
    (goal,) = contraposition(Ne(alpha, delta)).apply(Goal(Eq(alpha, 0), (Ne(alpha, delta),)), None)
    assert goal == Goal(Eq(alpha, delta), (Ne(alpha, 0),))


def test_only_a_hypothesis_of_the_goal_is_turned_round() -> None:
    assert contraposition(Le(alpha, delta)).apply(Goal(Lt(alpha, epsilon)), None) is None
