"""Steps of calculus: what they leave to show, and the gates that keep them where they are true.

Proofs re-check their goals at points, which hides a missing gate: here steps stand alone.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integral, Interval, Rational, exp, log, oo

from fdp_sym.errors import HypothesisError
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Sup, antiderivative, from_boundary, stationary
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.tactic import closes

HALF = Rational(1, 2)
t, x, z = real("t", Interval.open(0, oo)), real("x"), real("z", Interval(0, 1))


def left(step: Any, relation: Any, *given: Any) -> list[Goal]:
    goals = step.apply(Goal(relation, given), None)
    assert goals is not None
    return [goal for goal in goals if not closes(goal)]


def refused(step: Any, relation: Any, *given: Any, reason: str) -> None:
    with pytest.raises(HypothesisError, match=reason):
        step.apply(Goal(relation, given), None)


def test_a_stationary_point_is_largest_for_a_concave_function_only() -> None:
    assert not left(stationary(HALF), Eq(Sup(z * (1 - z), (z, 0, 1)), HALF**2))
    assert left(stationary(HALF), Eq(Sup((z - HALF) ** 2, (z, 0, 1)), 0))


def test_a_stationary_point_lies_in_the_range() -> None:
    for low, high in ((0, Rational(1, 4)), (Rational(3, 4), 1)):
        claim = Eq(Sup(z * (1 - z), (z, low, high)), HALF**2)  # it is 3/16
        refused(stationary(HALF), claim, reason="1/2")


def test_a_hypothesis_does_not_shorten_the_way_from_the_boundary() -> None:
    # z^2 - z rises where z >= 1/2, and is 0 at 0; but it is negative between 0 and 1
    refused(from_boundary(z, 0), Ge(z**2 - z, 0), Ge(z, HALF), reason="no hypothesis restricts")


def test_an_antiderivative_has_no_pole_in_the_domain() -> None:
    refused(antiderivative(-1 / x), Eq(Integral(x**-2, (x, -1, 1)), -2), reason="smooth")
    assert not left(antiderivative(-1 / t), Eq(Integral(t**-2, (t, 1, 2)), HALF))


def test_an_antiderivative_is_used_within_the_domain() -> None:
    # log is an antiderivative where t > 0, which says nothing of [-1, 2]
    refused(antiderivative(log(t)), Eq(Integral(1 / t, (t, -1, 2)), log(2)), reason="t = -1")
    refused(antiderivative(exp(z)), Eq(Integral(exp(z), (z, 0, 2)), 1), reason="z = 2")
