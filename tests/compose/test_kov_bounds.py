"""The closed-form bounds of compositions: KOV's Theorems 3.1, 3.2, 3.4 and 3.5."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import mpmath
import pytest
from sympy import Interval, Min, Rational, exp, log, oo

from fdp_sym.balls import Ball
from fdp_sym.compose.kov import (
    bound_3_1,
    bound_3_1_list,
    bound_3_2,
    bound_3_4,
    bound_3_5,
    composition,
    optimal,
)
from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.oracle import enclose_delta
from fdp_sym.symbols import delta, epsilon, integer, real
from fdp_sym.tradeoff import EpsDelta

MIXED = (["0.3", "0.5", "1.1", "0.2"], ["0.01", "0", "0.02", "0.001"])


def close(ball: Ball, value, digits: int = 30) -> bool:
    """Whether an mpmath number is within the ball, up to its own rounding, and the ball narrow."""
    middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
    return ball.relative_width <= Fraction(1, 10**digits) and (
        abs(middle - value) <= mpmath.mpf(10) ** -digits * abs(value)
    )


def printed(epsilons, deltas, slack):
    """The three terms and the total delta of Theorem 3.5 in mpmath, as printed."""
    epsilons, deltas = [[mpmath.mpf(x) for x in xs] for xs in (epsilons, deltas)]
    slack = mpmath.mpf(slack)
    drift = mpmath.fsum(e * (mpmath.exp(e) - 1) / (mpmath.exp(e) + 1) for e in epsilons)
    square = mpmath.fsum(e * e for e in epsilons)
    second = drift + mpmath.sqrt(2 * square * mpmath.log(mpmath.e + mpmath.sqrt(square) / slack))
    third = drift + mpmath.sqrt(2 * square * mpmath.log(1 / slack))
    total = 1 - (1 - slack) * mpmath.fprod(1 - d for d in deltas)
    return [mpmath.fsum(epsilons), second, third], total


@pytest.mark.parametrize(
    ("eps", "slack0", "k", "slack"),
    [("0.1", "0.001", 30, "0.01"), ("1", "0", 7, "1"), ("1e-5", "1e-200", 1000, "1e-100")],
)
def test_equal_parameters_against_mpmath(eps, slack0, k, slack):
    bound = bound_3_4(eps, slack0, k, slack)
    with mpmath.workdps(300):
        terms, total = printed([eps] * k, [slack0] * k, slack)
        assert all(close(b, t) for b, t in zip(bound.terms, terms, strict=True))
        assert close(bound.eps, min(terms))
        assert close(bound.delta, total)
        e, s = mpmath.mpf(eps), mpmath.mpf(slack)
        drv = bound_3_2(eps, slack0, k, slack)
        root = e * mpmath.sqrt(2 * k * mpmath.log(1 / s))
        assert close(drv.eps, k * e * mpmath.expm1(e) + root)
        assert close(drv.delta, k * mpmath.mpf(slack0) + s)
    assert bound_3_1(eps, slack0, k) == (
        Ball(k * Fraction(eps), k * Fraction(eps)),
        Ball(k * Fraction(slack0), k * Fraction(slack0)),
    )


def test_different_parameters_against_mpmath():
    bound = bound_3_5(*MIXED, "0.1", digits=40)
    with mpmath.workdps(60):
        terms, total = printed(*MIXED, "0.1")
        assert all(close(b, t, 40) for b, t in zip(bound.terms, terms, strict=True))
        assert close(bound.delta, total, 40)
    assert bound.eps == bound.terms[0] == Ball("2.1", "2.1")
    assert bound_3_1_list(*MIXED) == (Ball("2.1", "2.1"), Ball("0.031", "0.031"))


def test_equal_lists_are_the_same_bound():
    many = bound_3_5([Fraction(1, 10)] * 30, ["0.001"] * 30, "0.01")
    assert many == bound_3_4("0.1", "0.001", 30, "0.01")
    assert many.terms == bound_3_4("0.1", "0.001", 30, "0.01").terms


def test_long_lists():
    """Two thousand different exponents."""
    epsilons = [Fraction(i + 1, 10**6 + i) for i in range(2000)]
    bound = bound_3_5(epsilons, [Fraction(1, 10**9)] * 2000, "1e-6")
    floats = [float(e) for e in epsilons]
    width = math.sqrt(2 * math.fsum(e * e for e in floats) * math.log(1e6))
    drift = math.fsum(e * math.tanh(e / 2) for e in floats)
    assert float(bound.terms[2].midpoint) == pytest.approx(drift + width, rel=1e-12)
    assert bound.delta.midpoint == pytest.approx(1 - (1 - 1e-6) * (1 - 1e-9) ** 2000)


def test_symbols_in_expressions_out():
    k, slack = integer("k", 1), real("slack", Interval.Lopen(0, 1))
    bound = bound_3_4(epsilon, delta, k, slack)
    at = {epsilon: Rational(1, 10), delta: Rational(1, 1000), k: 30, slack: Rational(1, 100)}
    numbers = bound_3_4("0.1", "0.001", 30, "0.01")
    values = [*bound, *bound.terms]
    balls = [*numbers, *numbers.terms]
    for value, ball in zip(values, balls, strict=True):
        number = Fraction(str(value.subs(at).evalf(40)))
        assert abs(number - ball.midpoint) < Fraction(1, 10**28)
    assert isinstance(bound.eps, Min)
    assert set(bound.eps.args) == set(bound.terms)
    for pair in (
        bound_3_4(epsilon, 0, 5, "0.1"),
        bound_3_4(1, delta, 5, "0.1"),
        bound_3_2(1, 0, k, "0.1"),
        bound_3_1(1, delta, 5),
        bound_3_5([1, epsilon], [0, 0], "0.1"),
        bound_3_1_list([1, epsilon], [0, 0]),
    ):  # one symbol is enough for both
        assert not any(isinstance(x, Ball) for x in (*pair, *pair.terms))
    assert bound_3_2(epsilon, delta, 3, 1).eps == 3 * epsilon * (exp(epsilon) - 1)


def test_no_bound_beats_the_exact_composition():
    for eps, slack0, k, slack in (
        ("0.1", "0.001", 30, "0.01"),
        ("0.5", "0", 20, "1e-6"),
        ("1/3", "1e-5", 4, "1/2"),
    ):
        exact = composition(eps, slack0, k)
        kov, drv = bound_3_4(eps, slack0, k, slack), bound_3_2(eps, slack0, k, slack)
        for bound in (*((t, kov.delta) for t in kov.terms), drv):
            assert exact.delta(bound[0].upper).upper <= bound[1].lower
        assert kov.delta.upper <= drv.delta.lower
        assert kov.eps.upper <= drv.eps.lower
    pairs = [(EpsDelta(e, d), 1) for e, d in zip(*MIXED, strict=True)]
    bound = bound_3_5(*MIXED, "0.1")
    assert all(enclose_delta(pairs, t.upper).upper <= bound.delta.lower for t in bound.terms)


def test_looseness():
    """Against bounds and exact values that are tested on their own."""
    bound, best = bound_3_5(*MIXED, "0.1"), optimal([(*p, 1) for p in zip(*MIXED, strict=True)])
    exact = best.epsilon(bound.delta.midpoint).midpoint
    for factor, term in zip(bound.looseness(best), bound.terms, strict=True):
        assert factor.lower >= 1
        assert float(factor.midpoint) == pytest.approx(float(term.midpoint / exact), rel=1e-12)
    drv = bound_3_2("0.1", "0.001", 30, "0.01")
    (factor,) = drv.looseness(composition("0.1", "0.001", 30))
    expected = composition("0.1", "0.001", 30).epsilon(drv.delta.midpoint)
    assert float(factor.midpoint) == pytest.approx(float(drv.eps.midpoint / expected.midpoint))
    assert bound_3_1("0.1", 0, 3).looseness(composition("0.1", 0, 3))[0].contains(1)
    assert bound_3_1(0, 0, 3).looseness(composition(0, 0, 3)) == (Ball(1, 1),)
    (endless,) = bound_3_1("0.1", "0.4", 2).looseness(composition("0.1", "0.4", 2))
    assert endless.lower == math.inf  # 0.8 needs no eps at all


def test_extremes():
    assert bound_3_4("0.1", "0.1", 0, "0.1") == (Ball(0, 0), Ball("0.1", "0.1"))
    assert [t.upper for t in bound_3_4(0, "0.1", 5, "0.1").terms] == [0, 0, 0]
    assert bound_3_4(1, 1, 5, "0.1").delta == Ball(1, 1)
    assert bound_3_4(1, "0.1", 10**6, "0.1").delta.lower > 1 - Fraction(1, 10**30)
    assert bound_3_4(10**4, 0, 10**6, "1e-9").eps == Ball(10**10, 10**10)
    tiny = bound_3_4("1e-300", "1e-300", 10**6, "1e-300")
    assert tiny.eps.relative_width <= Fraction(1, 10**30)
    assert tiny.delta.relative_width <= Fraction(1, 10**30)
    assert bound_3_4(log(2), 0, 3, "0.1").terms[0].decimal(16) == "2.079441541679835"
    assert bound_3_4(0.1, 0, 1, 0.5).terms[0] == Ball(0.1, 0.1)


def test_a_bound_is_a_pair():
    bound = bound_3_4("0.1", "0.001", 30, "0.01")
    eps, total = bound
    assert (eps, total) == bound == (bound.eps, bound.delta)
    again = pickle.loads(pickle.dumps(bound))
    assert again == bound
    assert again.terms == bound.terms


# -- bad input -------------------------------------------------------------------------------------

GOOD = {"eps": "0.1", "delta": "0.1", "k": 3, "slack": "0.1"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("eps", -1),
        ("eps", math.nan),
        ("eps", oo),
        ("eps", "abc"),
        ("delta", "-1e-9"),
        ("delta", "1.0001"),
        ("k", -1),
        ("k", 2.5),
        ("k", True),
        ("slack", 0),
        ("slack", "1.5"),
        ("slack", -1),
    ],
)
@pytest.mark.parametrize("bound", [bound_3_2, bound_3_4])
def test_bad_input(bound, name, value):
    with pytest.raises(DomainError, match=name):
        bound(**(GOOD | {name: value}))


@pytest.mark.parametrize(
    ("epsilons", "deltas"),
    [
        ([], []),
        ([1], []),
        ([1, 2], [0]),
        ([1], [0, 0]),
        (1, [0]),
        ("1", "0"),
        ([-1], [0]),
        ([1], [2]),
        (None, None),
    ],
)
def test_bad_lists(epsilons, deltas):
    with pytest.raises(DomainError):
        bound_3_5(epsilons, deltas, "0.1")
    with pytest.raises(DomainError):
        bound_3_1_list(epsilons, deltas)


def test_bad_slack_of_lists_and_symbols():
    for slack in (0, 2, "-0.1"):
        with pytest.raises(DomainError, match="slack"):
            bound_3_5([1], [0], slack)
    with pytest.raises(HypothesisError):
        bound_3_4(1, 0, 3, delta)  # which may be 0
