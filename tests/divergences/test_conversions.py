"""Conversions between notions: safe sides, published numbers, searches by mpmath."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Interval, Rational, exp, log, oo, sqrt, tanh

from fdp_sym.amplify import SubsampledGaussian, SubsampledLaplace
from fdp_sym.compose import kov
from fdp_sym.divergences.conversions import (
    gdp_to_delta,
    gdp_to_epsilon,
    gdp_to_renyi,
    gdp_to_zcdp,
    pure_to_gdp,
    pure_to_renyi,
    pure_to_zcdp,
    zcdp_to_delta,
    zcdp_to_epsilon,
    zcdp_to_renyi,
)
from fdp_sym.divergences.renyi_conversions import (
    moments_accountant,
    renyi_to_delta,
    renyi_to_epsilon,
    renyi_to_tradeoff,
)
from fdp_sym.divergences.renyi_dp import RenyiDP
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.functions import Quantile
from fdp_sym.symbols import epsilon, mu, real
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian, Laplace

GAUSSIAN = RenyiDP(lambda a: a / 2)


def middle(ball: Any) -> Any:
    return mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator


def close(ball: Any, value: Any, digits: int = 12) -> bool:
    return bool(abs(middle(ball) - value) <= mpmath.mpf(10) ** -digits * abs(value))


# -- the best order ----------------------------------------------------------------------------


def test_published_conversions_of_the_gaussian() -> None:
    assert close(GAUSSIAN.epsilon("1e-5", rule="mironov"), mpmath.mpf("5.298525912188081"), 15)
    assert close(GAUSSIAN.epsilon("1e-5"), mpmath.mpf("4.728386984943314"), 15)
    assert close(Gaussian(1).enclose_epsilon("1e-5"), mpmath.mpf("4.377178095681228"), 15)
    assert GAUSSIAN.epsilon("1e-5").relative_width <= Fraction(1, 10**30)


@pytest.mark.parametrize("rule", ["mironov", "canonne-kamath-steinke"])
@pytest.mark.parametrize(
    "f",
    [Gaussian("1/2") ** 7, EpsDelta("1/10") ** 100, Laplace(1) ** 4, DiscreteGaussian(2)],
    ids=str,
)
def test_no_order_of_a_grid_is_better(f: Any, rule: str) -> None:
    curve = RenyiDP.of(f)
    eps, delta = curve.epsilon("1e-4", rule=rule), curve.delta(2, rule=rule)
    assert eps.relative_width <= Fraction(1, 10**29)
    orders = [1 + Fraction(k, 8) ** 3 for k in range(2, 40)]
    for a in orders:
        rho = curve.enclose_rho(a, 15).upper
        assert renyi_to_epsilon(a, rho, "1e-4", rule=rule, digits=15).upper >= eps.lower
        assert renyi_to_delta(a, rho, 2, rule=rule, digits=15).upper >= delta.lower
    # and the minimum is one: the value next to the named order
    order = min(float(eps.route.split()[1].rstrip(",")), 1e12)
    there = renyi_to_epsilon(order, curve.enclose_rho(order).upper, "1e-4", rule=rule)
    assert abs(float(there.upper) - float(eps.upper)) < 1e-8
    # both are safe, as the exact values show
    assert f.enclose_epsilon("1e-4", 12).upper <= eps.upper
    assert f.enclose_delta(2, 12).upper <= delta.upper


def test_composed_sampled_gaussian_by_mpmath() -> None:
    steps = SubsampledGaussian(1, "1/100", direction="remove") ** 1000
    q = mpmath.mpf(1) / 100

    def log_moment(a: Any) -> Any:
        def integrand(z: Any) -> Any:
            density = mpmath.exp(-(z**2) / 2) / mpmath.sqrt(2 * mpmath.pi)
            return density * (1 - q + q * mpmath.exp(z - mpmath.mpf(1) / 2)) ** a

        return 1000 * mpmath.log(mpmath.quad(integrand, [-12, 0, 4, 8, 12, 24]))

    values = []
    for k in range(-2, 3):
        a = mpmath.mpf("7.7808") + mpmath.mpf(k) / 50
        value = log_moment(a) / (a - 1) + mpmath.log((a - 1) / a)
        values.append(value - (mpmath.log(mpmath.mpf("1e-5")) + mpmath.log(a)) / (a - 1))
    assert min(values) == values[2]
    assert close(RenyiDP.of(steps).epsilon("1e-5"), values[2], 8)


def test_pure_privacy_is_reached_at_infinity() -> None:
    curve = RenyiDP.of(Laplace(1) ** 10)
    for ball in (curve.epsilon("1e-100"), curve.epsilon("1e-5", rule="mironov"), curve.epsilon(0)):
        assert abs(float(ball.midpoint) - 10) < 1e-12
        assert ball.upper <= 10 + Fraction(1, 10**25)
    assert curve.delta(10).upper == 0
    assert curve.delta("9.9").lower > 0
    assert curve.epsilon(1).upper == 0
    assert RenyiDP.of(EpsDelta(1, "1/10")).epsilon("1/2").lower == float("inf")
    assert RenyiDP.of(EpsDelta(1, "1/10")).delta(3).lower == 1
    assert RenyiDP.of(Gaussian(1)).epsilon(0).lower == float("inf")


def test_costly_curves_say_so() -> None:
    curve = RenyiDP.of(SubsampledLaplace(1, "1/100", direction="add") ** 10)
    assert curve.epsilon("1e-3", digits=10).upper < curve.epsilon(0).upper
    with pytest.raises(PrecisionError, match="order oo"):
        curve.epsilon("1e-100", digits=10)


def test_composition_of_curves() -> None:
    product = RenyiDP.of(Gaussian(1)) @ RenyiDP.of(Laplace(1)) ** 3
    assert product.rho(2) == Gaussian(1).renyi(2) + 3 * Laplace(1).renyi(2)
    whole = RenyiDP.of(Gaussian(1) @ Laplace(1) ** 3)
    assert product.epsilon("1e-5").overlaps(whole.epsilon("1e-5"))
    table = GAUSSIAN**2 @ RenyiDP({2: 1, 4: "3/2"})
    assert table.orders == (2, 4)
    assert table.rho(4) == Rational(11, 2)
    assert close(table.epsilon("1e-5"), 5.5 + mpmath.log(0.75) + mpmath.log("25000") / 3, 12)
    with pytest.raises(DomainError, match="in common"):
        table @ RenyiDP({3: 1})
    with pytest.raises(DomainError, match="known for"):
        table.rho(3)
    both = RenyiDP.of(SubsampledGaussian(1, "1/10", direction="remove"))
    add = SubsampledGaussian(1, "1/10", direction="add")
    assert both.enclose_rho(3).overlaps(add.enclose_renyi(3))


# -- one order ---------------------------------------------------------------------------------


def divergence(p: Any, s: Any, a: Any) -> Any:
    return mpmath.log(p**a * s ** (1 - a) + (1 - p) ** a * (1 - s) ** (1 - a)) / (a - 1)


@pytest.mark.parametrize(("order", "rho", "eps"), [(2, 1, 1), (6, 3, 4), ("1.01", 3, 4)])
def test_the_exact_conversion_is_between_a_pair_and_the_bounds(
    order: Any, rho: int, eps: int
) -> None:
    exact = renyi_to_delta(order, rho, eps, rule="exact")
    better = renyi_to_delta(order, rho, eps)
    assert exact.upper < better.upper <= renyi_to_delta(order, rho, eps, rule="mironov").upper
    # a pair of two outcomes that attains it, found on a grid
    a, best = mpmath.mpf(str(order)), mpmath.mpf(0)
    for k in range(1, 400, 4):
        s = mpmath.exp(-mpmath.mpf(k) / 25)
        p = s
        for step in (0.1, 0.01, 0.001, 0.0001):
            while p + step * (1 - s) < 1 and divergence(p + step * (1 - s), s, a) <= rho:
                p += step * (1 - s)
        best = max(best, p - mpmath.exp(eps) * s)
    assert float(best) <= float(exact.upper)
    assert float(best) >= 0.9 * float(exact.lower)
    # the other way round
    back = renyi_to_epsilon(order, rho, exact.midpoint, rule="exact", digits=20)
    assert abs(float(back.midpoint) - eps) < 1e-12


@pytest.mark.parametrize(("rho", "eps"), [(1, 1), ("1e-10", 0), (3, "3.5"), (1000, 1001), (20, 60)])
def test_exact_conversion_of_order_two_in_closed_form(rho: Any, eps: Any) -> None:
    """With (p - s)^2 <= c s (1 - s) the largest p - s - K s is (sqrt(K^2 + c) - K)/2."""
    with mpmath.workdps(1000):
        c = mpmath.expm1(mpmath.mpf(str(rho)))
        k = mpmath.expm1(mpmath.mpf(str(eps)))
        value = (mpmath.sqrt(k**2 + c) - k) / 2
        ball = renyi_to_delta(2, rho, eps, rule="exact")
        assert close(ball, value, 28)
        if eps:
            back = renyi_to_epsilon(2, rho, ball.midpoint, rule="exact", digits=20)
            assert abs(middle(back) - mpmath.mpf(str(eps))) < 1e-12


def test_exact_conversions_far_out() -> None:
    # tails of order 1000, and an order next to 1, which says little
    far = renyi_to_delta(1000, 3, "3.5", rule="exact")
    bound = renyi_to_delta(1000, 3, "3.5")
    assert far.lower <= bound.upper
    assert far.lower >= bound.lower * Fraction(9, 10)
    near = renyi_to_epsilon("1.0001", 1, "1e-5", rule="exact")
    assert 20_000 < near.lower < near.upper < renyi_to_epsilon("1.0001", 1, "1e-5").lower
    assert renyi_to_tradeoff(100, 100, "1e-5").relative_width <= Fraction(1, 10**30)


def test_exact_conversion_at_kinks_and_ends() -> None:
    assert close(renyi_to_delta(6, 3, 1, rule="exact"), 1 - mpmath.exp(-2), 14)
    assert close(renyi_to_epsilon(6, 3, "1/5", rule="exact"), 3 + mpmath.log("0.8"), 14)
    assert renyi_to_delta(6, 0, 1, rule="exact").upper == 0
    assert renyi_to_epsilon(6, 0, "1/10", rule="exact").upper == 0
    assert renyi_to_epsilon(6, "1/100", "9/10", rule="exact").upper == 0


def test_a_list_of_orders_says_more_than_its_best_one() -> None:
    orders = [2, 3, 4, 6, 8, 12]
    table = RenyiDP({a: Fraction(a, 2) for a in orders})  # what 1-GDP implies
    point = Fraction(9, 5)  # where the orders 2 and 3 both matter
    joint = table.delta(point, rule="exact", digits=12)
    single = min(renyi_to_delta(a, Fraction(a, 2), point, rule="exact").upper for a in orders)
    assert Gaussian(1).enclose_delta(point).upper < joint.lower < joint.upper < single
    back = table.epsilon(joint.midpoint, rule="exact", digits=12)
    assert abs(float(back.midpoint) - 1.8) < 1e-9
    # a pair of two outcomes within all bounds, next to the answer
    best = mpmath.mpf(0)
    for k in range(100, 400, 10):
        s = mpmath.exp(-mpmath.mpf(k) / 50)
        low, high = s, mpmath.mpf(1)
        for _ in range(40):
            p = (low + high) / 2
            inside = all(divergence(p, s, a) <= mpmath.mpf(a) / 2 for a in orders)
            low, high = (p, high) if inside else (low, p)
        best = max(best, low - mpmath.exp(1.8) * s)
    assert 0.9 * float(joint.lower) <= best <= float(joint.upper)


def test_tradeoff_of_one_order() -> None:
    for alpha in ("1/100", "1/20", "1/2", "9/10"):
        ball = renyi_to_tradeoff(2, 1, alpha, 20)
        p, s = mpmath.mpf(Fraction(alpha).numerator) / Fraction(alpha).denominator, 1 - middle(ball)
        found = sorted([divergence(p, s, 2), divergence(s, p, 2)])
        assert abs(found[1] - 1) < 1e-12
        # symmetric, and below every function with the same bound
        mirrored = renyi_to_tradeoff(2, 1, ball.midpoint, 20)
        assert abs(float(mirrored.midpoint) - float(p)) < 1e-12
        assert ball.upper <= Gaussian(1).enclose(alpha, 20).lower
    assert [renyi_to_tradeoff(2, 1, x).midpoint for x in (0, 1)] == [1, 0]
    assert close(renyi_to_tradeoff(2, 0, "1/5"), mpmath.mpf("0.8"), 20)


def test_symbols_and_errors() -> None:
    a = real("a", Interval.open(1, oo))
    rho = real("rho", Interval(0, oo))
    d = real("d", Interval.open(0, 1))
    assert renyi_to_epsilon(a, rho, d, rule="mironov") == rho - log(d) / (a - 1)
    with pytest.raises(UnsupportedError, match="numbers for a, rho"):
        renyi_to_epsilon(a, rho, "1/10", rule="exact")
    with pytest.raises(DomainError, match="rule"):
        renyi_to_delta(2, 1, 1, rule="best")
    with pytest.raises(UnsupportedError, match="over all real orders"):
        GAUSSIAN.epsilon("1e-5", rule="exact")
    for bad in ((1, 1, "1/10"), (2, -1, "1/10"), (2, 1, 0), (2, 1, 1)):
        with pytest.raises(DomainError):
            renyi_to_epsilon(*bad)
    for bad_curve in ({}, 3, {1: 1}, lambda a: -a, lambda a: "a"):
        with pytest.raises(DomainError):
            RenyiDP(bad_curve)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="trade-off function"):
        RenyiDP.of(3)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="numbers for rho"):
        RenyiDP(lambda a: a * rho).epsilon("1e-5")


# -- other notions -----------------------------------------------------------------------------


def test_moments_accountant() -> None:
    moments = {k: Fraction(k * (k + 1), 8) for k in range(1, 33)}
    best = min((k * (k + 1) / 8 + mpmath.log(10**5)) / k for k in range(1, 33))
    assert close(moments_accountant(moments, delta="1e-5"), best, 14)
    best = min(mpmath.exp(k * (k + 1) / mpmath.mpf(8) - 2 * k) for k in range(1, 33))
    assert close(moments_accountant(moments, eps=2), best, 14)
    table = RenyiDP({k + 1: moment / k for k, moment in moments.items()})
    assert moments_accountant(moments, eps=2) == table.delta(2, rule="mironov")
    for bad in ({}, {0: 1}, {1: -1}, {"1/2": 1}):
        with pytest.raises(DomainError):
            moments_accountant(bad, delta="1e-5")
    with pytest.raises(DomainError, match="one of"):
        moments_accountant(moments)


def test_concentrated() -> None:
    assert pure_to_zcdp(epsilon) == epsilon * tanh(epsilon / 2)
    rho, d = real("rho", Interval(0, oo)), real("d", Interval.open(0, 1))
    assert zcdp_to_epsilon(rho, d) == rho + 2 * sqrt(-rho * log(d))
    assert close(zcdp_to_epsilon("1/2", "1e-5"), mpmath.mpf("5.298525912188081"), 15)
    assert (
        RenyiDP(lambda a: a / 2)
        .epsilon("1e-5", rule="mironov")
        .overlaps(zcdp_to_epsilon("1/2", "1e-5"))
    )
    eps = zcdp_to_epsilon("1/3", "1e-4")
    assert close(zcdp_to_delta("1/3", eps.midpoint), mpmath.mpf("1e-4"), 20)
    assert zcdp_to_delta("1/3", "1/4").midpoint == 1
    assert zcdp_to_renyi(rho, 3) == 3 * rho
    for order in ("1.0001", 2, 9):  # the least rho: divergences of randomised response
        assert pure_to_renyi(1, order).upper <= (Fraction(order) * pure_to_zcdp(1)).upper


def test_gaussian_privacy() -> None:
    assert pure_to_gdp(epsilon) == -2 * Quantile(1 / (1 + exp(epsilon)))
    for eps in ("1/10", 1, 5):
        ball = pure_to_gdp(eps)
        above, below = (Gaussian(end) for end in (ball.upper, ball.lower * Fraction(999, 1000)))
        assert (EpsDelta(eps) >= above).status.value in ("proved", "certified")
        assert (EpsDelta(eps) >= below).status.value == "refuted"
    assert pure_to_gdp(0).midpoint == 0
    assert close(gdp_to_delta(1, 1), mpmath.mpf("0.126936737507"), 11)
    assert close(gdp_to_epsilon(1, "1e-5"), mpmath.mpf("4.37717809568"), 11)
    assert gdp_to_renyi(mu, 3) == 3 * mu**2 / 2
    assert gdp_to_zcdp(mu) == mu**2 / 2
    # never below the exact value, by way of Renyi or concentrated privacy
    assert zcdp_to_epsilon(gdp_to_zcdp(1).upper, "1e-5").upper > gdp_to_epsilon(1, "1e-5").upper


def test_advanced_composition_is_no_better_than_the_exact_one() -> None:
    eps, delta = kov.bound_3_2("1/10", 0, 50, "1e-5")
    exact = (EpsDelta("1/10") ** 50).enclose_epsilon("1e-5", 10)
    assert exact.upper < eps.lower
    assert delta.contains(Fraction(1, 10**5))
