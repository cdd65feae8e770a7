"""Steps on suprema and sums: what they leave to prove, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integral, Interval, Lambda, Max, Min, Rational, Sum, oo

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.functions import Phi, Quantile, normal_density
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lt,
    Sup,
    antiderivative,
    attained,
    fact,
    generic,
    increasing,
    isolate,
    termwise,
)
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import REWRITES
from fdp_sym.theorems.tactic import closes

x, y = real("x", Interval(0, 1)), real("y")
i, n = integer("i", 1), integer("n", 1)
p = generic("p", facts=(), instances=[Lambda(i, 1 / i)])
phi = generic("phi", facts=(), instances=[Lambda(i, 1 / i)])


def test_a_supremum_is_attained() -> None:
    goals = attained("1/2").apply(Goal(Eq(Sup(x * (1 - x), (x, 0, 1)), 1)), None)
    assert goals is not None
    value, bound = goals
    assert value.lhs == Rational(1, 4)
    assert not closes(value)
    assert closes(bound)


def test_a_wrong_maximiser_leaves_a_goal_that_does_not_close() -> None:
    goals = attained("1/3").apply(Goal(Eq(Sup(x * (1 - x), (x, 0, 1)), 1)), None)
    assert goals is not None
    assert not closes(goals[1])


def test_a_supremum_is_not_attained_outside_its_range() -> None:
    with pytest.raises(HypothesisError, match="3 <= 1"):
        attained(3).apply(Goal(Eq(Sup(x * (1 - x), (x, 0, 1)), 1)), None)


def test_a_bound_variable_must_not_be_known() -> None:
    with pytest.raises(HypothesisError, match="only as a bound variable"):
        attained("1/2").apply(Goal(Eq(Sup(x * (1 - x), (x, 0, 1)), 1), (Le(x, 0),)), None)


def test_termwise_leaves_the_terms() -> None:
    left, right = Sum(phi(i) * p(i), (i, 1, n)), Sum(p(i), (i, 1, n))
    goals = termwise().apply(Goal(Le(left, right)), None)
    assert goals is not None
    assert closes(goals[0])
    wrong = termwise().apply(Goal(Ge(left, right)), None)
    assert wrong is not None
    assert not closes(wrong[0])


@pytest.mark.parametrize(
    "relation",
    [
        Lt(Sum(phi(i) * p(i), (i, 1, n)), Sum(p(i), (i, 1, n))),  # an empty gain would be lost
        Le(Sum(p(i), (i, 1, n)), Sum(p(i), (i, 1, n + 1))),  # two ranges
        Le(Sum(p(i), (i, 1, n)), 1 + Sum(phi(i), (i, 1, n))),  # a term that is no sum
        Le(Sum(phi(i), (i, 0, n)), Sum(p(i), (i, 0, n))),  # i >= 1 does not contain the range
    ],
)
def test_termwise_refuses(relation: object) -> None:
    with pytest.raises(HypothesisError):
        termwise().apply(Goal(relation), None)


def test_increasing_cancels_what_both_sides_share() -> None:
    goals = increasing("Phi").apply(Goal(Le(y + 2 * Phi(x), y + 2 * Phi(y))), None)
    assert goals == [Goal(Le(x, y))]
    flipped = increasing("Phi").apply(Goal(Le(1 - Phi(x), 1 - Phi(y))), None)
    assert flipped == [Goal(Le(y, x))]
    assert increasing("Phi").apply(Goal(Le(Phi(x), 2 * Phi(y))), None) is None


def test_arguments_are_multiplied_out() -> None:
    rule = REWRITES["expand arguments"]
    goals = rule.apply(Goal(Eq(Phi((n * x + y) / n), Phi(x + y / n))))
    assert goals is not None
    assert goals[0].lhs == goals[0].rhs
    assert rule.apply(Goal(Eq(Phi(x) * (x + y), 1))) is None


def test_a_maximum_is_isolated() -> None:
    top = Max(x, y)
    goals = isolate().apply(Goal(Le(1 - 2 * top, y)), None)
    assert goals == [Goal(Le(Rational(1, 2) - y / 2, top))]
    assert isolate().apply(Goal(Le(1 - y * top, y)), None) is None
    assert isolate().apply(Goal(Le(top, Min(x, y) + 1)), None) is None


def test_integrals_reach_infinity_through_phi() -> None:
    wanted = Goal(Eq(Integral(normal_density(2 * y), (y, -oo, 0)), Rational(1, 4)))
    goals = antiderivative(Phi(2 * y) / 2).apply(wanted, None)
    assert goals is not None
    assert all(map(closes, goals))
    falling = Goal(Eq(Integral(-normal_density(-y), (y, 0, oo)), -Rational(1, 2)))
    goals = antiderivative(Phi(-y)).apply(falling, None)
    assert goals is not None
    assert all(map(closes, goals))


@pytest.mark.parametrize(
    ("function", "low", "high"),
    [(y * Phi(-y), 0, oo), (Phi(y**2), 0, oo), (Phi(y), 0, Quantile(x))],
)
def test_integrals_need_known_ends(function: Any, low: Any, high: Any) -> None:
    goal = Goal(Eq(Integral(function.diff(y), (y, low, high)), 1))
    with pytest.raises(HypothesisError):
        antiderivative(function).apply(goal, None)


def test_facts_hold_on_the_domain_only() -> None:
    there = generic("h", facts=["convex"], instances=[Lambda(x, x)])
    everywhere = generic("h", facts=["convex"], instances=[Lambda(x, x)], domain=Interval(-3, 3))
    goal = Goal(Le(x, 1))
    with pytest.raises(HypothesisError):
        fact(there, "convex", 0, 2, x).apply(goal, None)
    assert fact(everywhere, "convex", 0, 2, x).apply(goal, None)
    with pytest.raises(DomainError, match="contain"):
        generic("h", facts=["convex"], instances=[Lambda(x, x)], domain=Interval(2, 3))
