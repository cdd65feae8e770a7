"""Answers of the corpus against a second route of the library, on a sample."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Integer, Rational, exp

import fdp_sym as fd
from fdp_sym.balls import enclose
from fdp_sym.vectors import load
from fdp_sym.vectors.mechanisms import composition

DIGITS = 25


def overlap(ball, vector):
    low, high = vector.bounds()
    assert ball.lower <= high, vector.id
    assert low <= ball.upper, vector.id
    if ball.upper not in (0, float("inf")):
        assert ball.upper - ball.lower <= ball.upper * Fraction(1, 10 ** (DIGITS - 3)), vector.id


def sample(families, quantity, every, keep=lambda v: True):
    chosen = [v for v in load(families) if v.quantity == quantity and keep(v)]
    return chosen[::every]


def turned(v):
    """The composition with P and Q exchanged."""
    return composition(
        {**v.question(), "direction": {"remove": "add", "add": "remove"}[v.direction]}
    )


def test_profiles_by_the_other_direction_at_minus_eps():
    """sup P - e^eps Q = 1 - e^eps + e^eps sup Q - e^-eps P."""

    def cheap(v):
        # e^eps cancels
        small = Fraction(v.at) <= 5 and v.bounds()[1] > 1e-12
        return v.direction != "both" and "WIDE" not in v.flags and small

    seen = 0
    for v in sample(["poisson-gaussian", "poisson-laplace", "atoms"], "delta", 6, cheap):
        eps = Rational(v.at)
        other = turned(v).enclose_delta(-eps, 45)
        growth = enclose(exp(eps), digits=45)
        value = Integer(1) - growth + growth * other
        overlap(value, v)
        seen += 1
    assert seen >= 25


def test_binary_answers_by_the_theorem_of_kairouz_oh_and_viswanath():
    seen = 0
    for v in load(["atoms", "geometric"]):
        step = v.steps[0]
        binary = step.parameters.get("categories") == "2" or (
            step.mechanism == "geometric" and step.sensitivity[v.relation] == "1"
        )
        if not binary or not 1 < step.count <= 1000 or v.quantity not in ("delta", "epsilon"):
            continue
        theorem = fd.kov.composition(step.parameters["epsilon"], 0, step.count)
        if v.quantity == "delta" and v.bounds()[1] > 0:
            overlap(theorem.delta(v.at), v)
        elif v.quantity == "epsilon" and v.at != "0":
            overlap(theorem.epsilon(v.at), v)
        else:
            continue
        seen += 1
    assert seen >= 12


def test_epsilons_are_where_the_profile_has_the_level():
    families = ["poisson-gaussian", "discrete-gaussian", "laplace", "replace-one"]

    def cheap(v):
        return v.direction != "add" and v.at != "0" and v.bounds()[0] > 0

    seen = 0
    for v in sample(families, "epsilon", 16, cheap):
        f, level = composition(v.question()), Fraction(v.at)
        low, high = (Rational(e.numerator, e.denominator) for e in v.bounds())
        wider = Rational(1, 10**36)
        assert f.enclose_delta(low * (1 - wider), DIGITS + 20).upper > level, v.id
        assert f.enclose_delta(high * (1 + wider), DIGITS + 20).lower < level, v.id
        seen += 1
    assert seen >= 12


@pytest.mark.parametrize("family", ["laplace", "discrete-gaussian", "poisson-gaussian", "atoms"])
def test_curves_are_above_the_lines_of_the_profile(family):
    """f(alpha) >= 1 - delta(eps) - e^eps alpha for every eps, with P and Q as in the curve."""
    seen = 0
    for v in sample([family], "tradeoff", 8, lambda v: v.direction != "both"):
        f, alpha = composition(v.question()), Rational(v.at)
        for eps in (Rational(-1, 2), Integer(0), Rational(1, 2), Integer(2)):
            line = 1 - f.enclose_delta(eps, 30) - enclose(exp(eps) * alpha, digits=30)
            assert line.lower <= v.bounds()[1], v.id
        seen += 1
    for v in sample([family], "tradeoff", 8, lambda v: v.direction == "both"):
        f, alpha = composition(v.question()), Rational(v.at)
        line = 1 - f.enclose_delta(0, 30) - enclose(alpha, digits=30)
        assert line.lower <= v.bounds()[1], v.id
        seen += 1
    assert seen >= 2


def test_gradient_descent_by_its_own_function():
    setting = {"sampling": "poisson", "neighbours": "add-remove", "noise": "sensitivity"}
    seen = 0
    for v in load(["poisson-gaussian"], flags=["REAL_WORLD"]):
        step = v.steps[0]
        if step.sampling["rate"] != "8/1875" or v.direction == "both" or v.quantity != "epsilon":
            continue
        f = fd.noisy_sgd(
            60000,
            256,
            step.parameters["sigma"],
            steps=step.count,
            direction=v.direction,
            **setting,
        )
        overlap(f.enclose_epsilon(v.at, DIGITS), v)
        seen += 1
    assert seen == 6


def test_groups_by_iterating_one_step():
    seen = 0
    for v in sample(["discrete-gaussian"], "tradeoff", 1, lambda v: v.steps[0].count == 1):
        shift = int(v.steps[0].sensitivity[v.relation])
        one = fd.DiscreteGaussian(v.steps[0].parameters["sigma"])
        if shift == 1:
            continue
        alpha = Rational(v.at)
        for _ in range(shift - 1):
            ball = one.enclose(alpha, 45)
            alpha = 1 - Rational(ball.midpoint.numerator, ball.midpoint.denominator)
        low, high = v.bounds()
        ball = one.enclose(alpha, 45)
        assert abs(ball.midpoint - low) < Fraction(1, 10**36)
        assert high - low < Fraction(1, 10**36)
        seen += 1
    assert seen >= 4


def test_a_second_route_that_is_wrong_is_seen():
    v = next(
        v
        for v in load(["poisson-gaussian"])
        if v.quantity == "delta" and "both" in v.direction and v.bounds()[1] > 0
    )
    with pytest.raises(AssertionError):
        overlap(composition(v.question()).enclose_delta(Rational(v.at) * 2, DIGITS), v)
