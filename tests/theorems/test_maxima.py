"""Steps about maxima: they split as they should and refuse what does not follow."""

from __future__ import annotations

import pytest
from sympy import Interval, Max, Min, exp

from fdp_sym.errors import HypothesisError
from fdp_sym.symbols import epsilon, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
    Sup,
    active_member,
    all_members,
    largest,
    some_member,
)
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.tactic import closes

x, y, z = (real(name, Interval(0, 1)) for name in "xyz")


def test_a_bound_from_above_needs_every_member() -> None:
    goals = all_members().apply(Goal(Le(Max(x, y), z)), None)
    assert [g.relation for g in goals] == [Le(x, z), Le(y, z)]
    goals = all_members().apply(Goal(Gt(Min(x, y), z)), None)
    assert [g.relation for g in goals] == [Gt(x, z), Gt(y, z)]


def test_a_hypothesis_is_split_as_well() -> None:
    (goal,) = all_members().apply(Goal(Ge(z, y), (Ge(z, Max(x, y)),)), None)
    assert set(goal.given) == {Ge(z, x), Ge(z, y)}


def test_a_bound_from_below_is_not_split() -> None:
    assert all_members().apply(Goal(Ge(Max(x, y), z)), None) is None
    assert all_members().apply(Goal(Le(Min(x, y), z)), None) is None
    assert all_members().apply(Goal(x_is_max := Eq(Max(x, y), z)), None) is None
    assert x_is_max.rel_op == "=="


def test_a_bound_from_below_needs_one_member_that_closes() -> None:
    (goal,) = some_member().apply(Goal(Ge(Max(y, x + 1), z)), None)
    assert goal.relation == Ge(x + 1, z)
    assert some_member().apply(Goal(Ge(Max(x, y), z)), None) is None
    assert some_member().apply(Goal(Le(Max(x, y), z + 1)), None) is None


def test_a_mean_of_two_members_is_below_the_larger() -> None:
    mean = (2 * x + exp(epsilon) * y) / (2 + exp(epsilon))
    found = active_member().apply(Goal(Ge(Max(x, y, z), mean)), None)
    assert [(g.relation, *g.given) for g in found] == [
        (Ge(x, mean), Ge(x, y)),
        (Ge(y, mean), Ge(y, x)),
    ]
    assert active_member().apply(Goal(Le(Min(x, y), mean)), None) is not None
    for wrong in (Ge(Max(x, y), mean + z), Gt(Max(x, y), mean), Le(Max(x, y), mean), Ge(x, mean)):
        assert active_member().apply(Goal(wrong), None) is None
    assert active_member().apply(Goal(Ge(Min(x, y), mean)), None) is None
    assert active_member().apply(Goal(Ge(Max(x, z), mean)), None) is None


def test_the_largest_member_has_to_be_the_largest() -> None:
    goals = largest(x + 1).apply(Goal(Eq(Max(y, x + 1), x + 1)), None)
    assert all(closes(g) for g in goals)
    goals = largest(x).apply(Goal(Eq(Max(y, x), x)), None)
    assert not all(closes(g) for g in goals)


def test_bound_variables_are_left_alone() -> None:
    goal = Goal(Le(Sup(Max(x, y), (x, 0, 1)), 1), (Ge(x, y),))
    with pytest.raises(HypothesisError):
        largest(x).apply(goal, None)


def test_a_positive_multiple_of_a_hypothesis_closes() -> None:
    assert closes(Goal(Ge(x, exp(-epsilon) * (1 - y)), (Ge(exp(epsilon) * x + y, 1),)))
    assert not closes(Goal(Ge(x, exp(-epsilon) * (2 - y)), (Ge(exp(epsilon) * x + y, 1),)))
    # a strict inequality does not follow from a weak one, nor from a multiple that may vanish
    assert not closes(Goal(Gt(x, y), (Ge(x, y),)))
    assert not closes(Goal(Gt(x * z, y * z), (Gt(x, y),)))
    assert closes(Goal(Lt(y, x), (Gt(x, y),)))


def test_nothing_is_less_than_itself() -> None:
    for strict in (Lt, Gt, Ne):
        assert not closes(Goal(strict(x, x)))
        assert not closes(Goal(strict(exp(x), exp(x)), (strict(x, y),)))
    assert all(closes(Goal(weak(x, x))) for weak in (Le, Ge, Eq))


def test_one_of_several_hypotheses_is_enough() -> None:
    assert closes(Goal(Ge(x, 0), (Ge(x + exp(epsilon) * y, 1), Ge(exp(epsilon) * x + y, 1))))
