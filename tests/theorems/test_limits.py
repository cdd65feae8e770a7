"""The step from infinity needs a limit of zero, a whole half-line and a smooth function."""

from __future__ import annotations

import pytest
from sympy import Interval, exp, oo, sqrt

from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Phi
from fdp_sym.symbols import Real, epsilon, integer, real
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lim, from_infinity, remainder
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.tactic import closes

x: Real = real("x", Interval(0, oo))
k = integer("k", 1)


def test_what_decreases_to_zero_is_positive() -> None:
    (goal,) = from_infinity(x).apply(Goal(Ge(exp(-x), 0)), None)
    assert goal.relation == Le(-exp(-x), 0)
    assert closes(goal)
    for h in (
        Phi(-x),
        2 / (exp(x + 6) + 1),
        exp(-(x**2) / 8) * Phi(x),
        1 / (1 + x),
        Phi(1 - x) / 2,
        x / (1 + x**2),
        Phi(-x) - x * exp(-(x**2) / 2) / (3 * (1 + x**2)),
    ):
        assert from_infinity(x).apply(Goal(Gt(h, 0)), None) is not None


@pytest.mark.parametrize(
    "h",
    [
        1 + exp(-x),  # tends to 1
        exp(-x) - 1,  # decreases to -1
        exp(x),
        Phi(x),
        x * exp(-x),  # does tend to 0, but that is not seen
        x**2 / (1 + x**2),
        x**2 * Phi(x) / (1 + x**2),
        x / (1 + epsilon * x**2),  # epsilon may be 0
        1 / (exp(-x) + 1),
        exp(-epsilon * x),  # epsilon may be 0
        exp(x - epsilon * x),
        1 / (1 + epsilon * x),
        1 / (1 - exp(x + 1)) - 1,
        1 / (1 + epsilon * exp(x)),
    ],
)
def test_other_limits_are_refused(h: object) -> None:
    with pytest.raises(HypothesisError, match="tends to 0"):
        from_infinity(x).apply(Goal(Ge(h, 0)), None)


def test_a_remainder_has_to_vanish() -> None:
    # 1/k is within 1 of 1
    claim = Eq(Lim(1 / k, k), 1)
    for bound in (1, (k + 1) / k, k):
        with pytest.raises(HypothesisError, match="tends to 0"):
            remainder(bound).apply(Goal(claim), None)
    assert remainder(1 / k).apply(Goal(claim), None) is not None


def test_the_whole_half_line_is_needed() -> None:
    with pytest.raises(HypothesisError, match="no hypothesis"):
        from_infinity(x).apply(Goal(Ge(exp(-x), 0), (Le(x, 1),)), None)
    bounded = real("x", Interval(0, 5))
    with pytest.raises(HypothesisError, match="infinity"):
        from_infinity(bounded).apply(Goal(Ge(exp(-bounded), 0)), None)
    with pytest.raises(HypothesisError, match="smooth"):
        from_infinity(x).apply(Goal(Ge(1 / sqrt(x), 0)), None)
    with pytest.raises(HypothesisError, match="inequality"):
        from_infinity(x).apply(Goal(Eq(exp(-x), 0)), None)
