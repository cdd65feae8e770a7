"""Steps about values of suprema, equal terms and pieces: what they leave, and what they refuse."""

from __future__ import annotations

import pytest
from sympy import Interval, Lambda, Piecewise, Rational

from fdp_sym.errors import HypothesisError
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Inf,
    Iterate,
    Le,
    Sup,
    by_pieces,
    every_value,
    fact,
    generic,
    induction,
    replacing,
    using,
    value_at,
)
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import REWRITES

x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))
c, a = real("c"), real("a", Interval.open(0, 1))
sup, inf = Sup(x**2, (x, 0, 1)), Inf(x**2, (x, 0, 1))


def test_every_value_bounds_a_supremum_from_above_only():
    (left,) = every_value().apply(Goal(Le(sup, c)), None)
    assert left.relation == Le(x**2, c)
    assert every_value().apply(Goal(Ge(sup, c)), None) is None
    assert every_value().apply(Goal(Le(inf, c)), None) is None
    (left,) = every_value().apply(Goal(Le(c, inf)), None)
    assert left.relation == Le(c, x**2)


def test_every_value_refuses_a_bound_that_contains_the_variable():
    with pytest.raises(HypothesisError):
        every_value().apply(Goal(Le(sup, x)), None)
    with pytest.raises(HypothesisError):
        every_value().apply(Goal(Le(sup, c), (Le(x, Rational(1, 2)),)), None)


def test_value_at_uses_hypotheses_about_suprema_and_infima():
    (left,) = value_at(y).apply(Goal(Le(y, c), (Le(sup, c), Ge(inf, a))), None)
    assert Le(y**2, c) in left.given
    assert Ge(y**2, a) in left.given
    (left,) = value_at(y).apply(Goal(Ge(sup, c)), None)
    assert left.given == (Le(y**2, sup),)


def test_value_at_takes_nothing_from_a_lower_bound_of_a_supremum():
    assert value_at(y).apply(Goal(Le(y, c), (Ge(sup, c),)), None) is None


def test_value_at_refuses_points_outside_the_range():
    with pytest.raises(HypothesisError):
        value_at(2 * y).apply(Goal(Ge(sup, c)), None)
    with pytest.raises(HypothesisError):
        value_at(-y).apply(Goal(Ge(sup, c)), None)


def test_replacing_makes_the_equality_a_goal_and_spares_bound_variables():
    first, second = replacing(x, y).apply(Goal(Le(x + sup, c)), None)
    assert first.relation == Le(y + sup, c)
    assert second.relation == Eq(x, y)
    assert replacing(y, c).apply(Goal(Le(x, c)), None) is None


def test_pieces_that_contradict_a_hypothesis_are_dropped():
    step = Piecewise((x, x <= a), (a, x <= 2 * a), (0, True))
    goals = by_pieces().apply(Goal(Le(step, 1)), None)
    assert [g.lhs for g in goals] == [x, a, 0]
    assert {h.canonical for h in goals[1].given} == {(x > a).canonical, (x <= 2 * a).canonical}
    goals = by_pieces().apply(Goal(Le(step, 1), (Le(x, a / 2),)), None)
    assert [g.lhs for g in goals] == [x]
    goals = by_pieces().apply(Goal(Le(step, 1), (Ge(x, 2 * a + Rational(1, 4)),)), None)
    assert [g.lhs for g in goals] == [0]
    # where they may meet, both pieces count
    goals = by_pieces().apply(Goal(Le(step, 1), (Ge(x, a), Ge(x, 2 * a))), None)
    assert [g.lhs for g in goals] == [x, a, 0]


def test_pieces_under_a_binder_are_left_alone():
    step = Piecewise((x, x <= a), (a, True))
    assert by_pieces().apply(Goal(Le(Sup(step, (x, 0, 1)), 1)), None) is None


def test_iterate_inside_needs_a_positive_count():
    k = integer("k", 0)
    step = Lambda(x, x / 2)
    find = REWRITES["iterate inside"].find
    assert find(Iterate(step, k + 1, y), ()) == Iterate(step, k, y / 2)
    assert find(Iterate(step, k, y), ()) is None
    assert find(Iterate(step, 0, y), ()) is None


def test_multiples_of_hypotheses_are_not_negative():
    known, goal = Ge(x, y), Goal(Ge(y, x), (Ge(x, y),))
    for multiple in (-1, c):
        with pytest.raises(HypothesisError, match=">= 0"):
            using((known, multiple)).apply(goal, None)
    with pytest.raises(HypothesisError, match="is a hypothesis"):
        using((Ge(y, x), 1)).apply(goal, None)
    (left,) = using((known, 2)).apply(Goal(Ge(3 * x, 3 * y), (known,)), None)
    assert left.relation == Ge(x - y, 0)


def test_symmetry_is_a_fact_of_symmetric_functions_only():
    f = generic("f", instances=[Lambda(x, 1 - x)], facts=("symmetric", "non-increasing"))
    (left,) = fact(f, "symmetric", y).apply(Goal(Le(y, c)), None)
    assert left.given == (Le(f(f(y)), y),)
    g = generic("g", instances=[Lambda(x, (1 - x) / 2)])
    with pytest.raises(HypothesisError):
        fact(g, "symmetric", y).apply(Goal(Le(y, c)), None)


def test_induction_refuses_hypotheses_about_its_variable():
    k = integer("k", 0)
    # k (k - 7) >= 0 is false at k = 5, although both induction goals would hold
    goal = Goal(Ge(k * (k - 7), 0), (Ge(k, 5),))
    with pytest.raises(HypothesisError, match="no hypothesis depends on k"):
        induction(k).apply(goal, None)
