"""Steps on integrals: what they leave, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Integral, Interval, Piecewise, Sum, exp, oo, sqrt, tan

from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Phi, normal_density
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    antiderivative,
    split_at,
    substitution,
    through,
    under_integral,
    without_absolute_value,
)
from fdp_sym.theorems.defined import cancelled_term
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.integrable import divergent_term
from fdp_sym.theorems.smooth import value_at_end
from fdp_sym.theorems.tactic import closes

mu = real("mu", Interval.open(0, oo))
t, x, z = real("t"), real("x"), real("z")
p = real("p", Interval.open(0, 1))
positive = real("r", Interval.open(0, oo))
n = integer("n", 1)


def apply(tactic: Any, relation: Any, *given: Any) -> list[Goal]:
    goals = tactic.apply(Goal(relation, given), None)
    assert goals is not None
    return list(goals)


def open_goals(tactic: Any, relation: Any, *given: Any) -> list[Goal]:
    return [goal for goal in apply(tactic, relation, *given) if not closes(goal)]


# -- limits at infinity ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "end", "limit"),
    [
        (Phi(mu * t) + t**3 * exp(-(t**2)), oo, 1),
        (Phi(mu * t) + t * exp(-(t**2) + 5 * t), -oo, 0),
        (t**2 * exp(-mu * t), oo, 0),
        (t**2 * exp(mu * t) * Phi(t), -oo, 0),
        (3 + exp(t**3), -oo, 3),
    ],
)
def test_limits_at_infinity(function: Any, end: Any, limit: Any) -> None:
    assert value_at_end(function, t, end, ()) == limit


@pytest.mark.parametrize(
    ("function", "end"),
    [
        (exp(t**2) * Phi(-t), oo),  # tends to infinity, though Phi(-t) tends to 0
        (t * Phi(-t), oo),  # tends to 0, which is not seen
        (t * exp(-mu * t), -oo),
        (exp(-x * t), oo),  # the sign of x is not known
        (exp(-(t**2)) / t, oo),
        (exp(-(t**2)) * sqrt(1 + t**2), oo),
        (t + exp(-t), oo),
        (exp(t) / Phi(t), -oo),  # tends to infinity
        (exp(t - t / Phi(t)), -oo),
    ],
)
def test_limits_that_are_not_seen_are_refused(function: Any, end: Any) -> None:
    with pytest.raises(HypothesisError):
        value_at_end(function, t, end, ())


def test_an_antiderivative_with_the_wrong_growth_is_refused() -> None:
    claim = Eq(Integral(normal_density(t), (t, 0, oo)), 1)
    with pytest.raises(HypothesisError):
        antiderivative(Phi(t) + t * exp(t)).apply(Goal(claim), None)


# -- change of variable ----------------------------------------------------------------------------


def test_a_change_of_variable_keeps_the_value() -> None:
    claim = Eq(Integral(p, (p, 0, 1)), Integral(Phi(-z) * normal_density(z), (z, -oo, oo)))
    assert not open_goals(substitution(z, Phi(-z), oo, -oo), claim)


def test_the_ends_have_to_match() -> None:
    claim = Eq(Integral(p, (p, 0, 1)), 1)
    ends = [str(g) for g in open_goals(substitution(z, Phi(-z) / 2, oo, -oo), claim)][1:]
    assert ends == ["1/2 = 1"]


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (z**2, 0, 1),  # not monotone on the domain of z
        (Abs(z), 0, 1),  # not smooth
        (1 / z, 1, 2),
        (exp(x * z), 0, 1),  # the sign of x is not known
    ],
)
def test_substitution_refuses(value: Any, low: Any, high: Any) -> None:
    with pytest.raises(HypothesisError, match="gate not discharged"):
        substitution(z, value, low, high).apply(Goal(Eq(Integral(p, (p, 0, 1)), 1)), None)


def test_the_new_range_stays_in_the_domain() -> None:
    with pytest.raises(HypothesisError, match="gate not discharged"):
        substitution(positive, 2 * positive, -1, 1).apply(
            Goal(Eq(Integral(t, (t, -2, 2)), 0)), None
        )
    share = real("share", Interval(0, 1))
    with pytest.raises(HypothesisError, match="share = 2"):
        substitution(share, 2 * share, 0, 2).apply(Goal(Eq(Integral(t, (t, 0, 4)), 8)), None)


def test_the_new_variable_must_be_new() -> None:
    claim = Eq(Integral(p, (p, 0, 1)), z)
    with pytest.raises(HypothesisError, match="bound variable"):
        substitution(z, Phi(z), -oo, oo).apply(Goal(claim), None)


# -- absolute values -------------------------------------------------------------------------------


def test_an_absolute_value_is_integrated_in_two_pieces() -> None:
    claim = Eq(Integral(Abs(t - mu), (t, 0, 2 * mu)), mu**2)
    goal = apply(split_at(mu), claim)[0]
    for _ in range(2):
        goal, *rest = apply(without_absolute_value(), goal.relation)
        assert all(map(closes, rest))
    for function in (t**2 / 2 - mu * t, mu * t - t**2 / 2):
        goal, derivative = apply(antiderivative(function), goal.relation)
        assert closes(derivative)
    assert closes(goal)


def test_a_cut_needs_continuity() -> None:
    jump = Piecewise((1, t < 0), (2, True))
    for body in (Abs(t) + jump, Abs(t) + 1 / t, 1 / (1 + Abs(t - 1))):
        with pytest.raises(HypothesisError, match="continuous"):
            split_at(0).apply(Goal(Eq(Integral(body, (t, -1, 1)), 1)), None)


def test_the_cut_does_not_depend_on_the_variable() -> None:
    with pytest.raises(HypothesisError, match="does not depend"):
        split_at(t).apply(Goal(Eq(Integral(Abs(t), (t, -1, 1)), 1)), None)


def test_a_sign_that_changes_is_refused() -> None:
    with pytest.raises(HypothesisError, match="one sign"):
        without_absolute_value().apply(Goal(Eq(Integral(Abs(t), (t, -1, 1)), 1)), None)


def test_a_range_that_may_run_backwards_leaves_a_goal() -> None:
    claim = Eq(Integral(Abs(t), (t, 0, x)), x**2 / 2)
    assert [str(g) for g in open_goals(without_absolute_value(), claim)][1:] == ["0 <= x"]


def test_a_range_outside_the_domain_is_refused() -> None:
    # as r > 0, Abs(r) = r; but the range is not that of r
    claim = Eq(Integral(Abs(positive - mu), (positive, -oo, mu)), 1)
    with pytest.raises(HypothesisError, match="gate not discharged"):
        without_absolute_value().apply(Goal(claim, (Ge(mu, 1), Le(mu, 2))), None)


def test_what_is_known_of_a_name_is_not_used_under_its_binder() -> None:
    # the hypothesis is about another x than the inner integral
    inner = Integral(Abs(x - p), (x, 0, 1))
    claim = Eq(Integral(Abs(p) + inner, (p, 0, 1)), 1)
    assert without_absolute_value().apply(Goal(claim, (Ge(x, 2),)), None) is None


# -- integrals that exist --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "node",
    [
        Integral(1 / p, (p, 0, 1)),
        Integral(1 / sqrt(p), (p, 0, 1)),  # exists, which is not seen
        Integral(Piecewise((1 / p, p > 0), (0, True)), (p, 0, 1)),
        Integral(1 / Piecewise((p, p > 0), (1, True)), (p, 0, 1)),
        Integral(tan(t), (t, 0, 2)),
        Integral(t, (t, -oo, oo)),
        Integral(exp(-t), (t, -oo, oo)),
        Integral(exp(-(t**3)), (t, -oo, oo)),
        Integral(Phi(-t), (t, 0, oo)),  # exists, which is not seen
        Integral(exp(-x * t**2), (t, 0, oo)),
        Integral(Abs(t) - t, (t, -oo, oo)),
        Integral(exp(-(t**2)) / t, (t, -oo, oo)),
        Integral(exp(-(t**2)) / t, (t, 1, x)),
        Integral(1 + Integral(1 / p, (p, 0, t)), (t, 0, 1)),
        Sum(1 / n, (n, 1, oo)),
    ],
)
def test_what_is_not_seen_to_exist(node: Any) -> None:
    assert divergent_term(1 - 2 * node) == node


@pytest.mark.parametrize(
    "node",
    [
        Integral(0, (t, -oo, oo)),
        Integral(sqrt(p), (p, 0, 1)),
        Integral(1 / positive, (positive, mu, 2 * mu)),
        Integral(Piecewise((t, t > 0), (2, True)), (t, -1, 1)),
        Integral(Abs(t - mu) ** 3 * exp(-(t**2)), (t, -oo, oo)),
        Integral(Phi(t) * normal_density(t), (t, -oo, oo)),
        Integral(exp(-mu * t), (t, 0, oo)),
        Integral(exp(-(t**2)) / (1 + t**2), (t, 1, x)),
    ],
)
def test_what_is_seen_to_exist(node: Any) -> None:
    assert divergent_term(1 - 2 * node) is None


def test_an_infinite_integral_that_cancels_is_found() -> None:
    infinite = Integral(1 / p, (p, 0, 1))
    assert cancelled_term(Gt(infinite + 1, infinite)) == infinite
    assert cancelled_term(Gt(1 + mu, mu)) is None


@pytest.mark.parametrize(
    ("step", "claim"),
    [
        (substitution(z, 2 * z, -oo, oo), Eq(Integral(t, (t, -oo, oo)), 0)),
        (split_at(0), Eq(Integral(Abs(t), (t, -oo, oo)), 0)),
        (under_integral(), Le(Integral(t, (t, -oo, oo)), Integral(t + 1, (t, -oo, oo)))),
        (through(Integral(t, (t, -oo, oo))), Le(0, 1)),
    ],
)
def test_steps_refuse_integrals_that_are_not_seen_to_exist(step: Any, claim: Any) -> None:
    with pytest.raises(HypothesisError, match="exists"):
        step.apply(Goal(claim), None)
