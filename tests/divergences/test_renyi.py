"""Renyi divergences against quadrature of the definition, finite sums and published values."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import pytest
from sympy import E, Integer, Interval, Rational, Sum, cosh, exp, log, oo

from fdp_sym.amplify import SubsampledGaussian, SubsampledLaplace
from fdp_sym.errors import DomainError, FdpError, HypothesisError, UnsupportedError
from fdp_sym.functions import Phi
from fdp_sym.symbols import epsilon, integer, mu, real
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Geometric,
    Identity,
    Laplace,
    Location,
    Logistic,
    PiecewiseLinear,
    Staircase,
    TruncatedLaplace,
    from_profile,
    maximum,
    mixture,
)

ORDERS = ("1.001", "1.5", 2, "7.25", 30)


def close(ball: Any, value: Any, digits: int = 12) -> bool:
    middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
    return bool(abs(middle - value) <= mpmath.mpf(10) ** -digits * abs(value))


def of_densities(p: Any, q: Any, order: Any, cuts: list[Any]) -> Any:
    """1/(a-1) log of the integral of p^a q^(1-a), by mpmath."""
    with mpmath.workdps(30):
        a = mpmath.mpf(str(order))
        value = mpmath.quad(lambda x: mpmath.exp(a * p(x) + (1 - a) * q(x)), cuts)
        return mpmath.log(value) / (a - 1)


def normal(x: Any, mean: Any, sigma: Any) -> Any:
    return -((x - mean) ** 2) / (2 * sigma**2) - mpmath.log(sigma * mpmath.sqrt(2 * mpmath.pi))


def mixed(x: Any, q: Any, sigma: Any) -> Any:
    """The logarithm of (1-q) N(0, sigma^2) + q N(1, sigma^2)."""
    return normal(x, 0, sigma) + mpmath.log(1 - q + q * mpmath.exp((2 * x - 1) / (2 * sigma**2)))


# -- published and closed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("q", "sigma", "order", "log_moment"),
    [
        ("0.4", 12, "59.05", "2.1134615207"),
        ("0.1", 1, "1.1", "8.09856846807e-4"),
        ("0.01", "2.5", "1.001", "8.66845083995e-9"),
    ],
)
def test_published_log_moments_of_sampled_gaussians(
    q: str, sigma: Any, order: str, log_moment: str
) -> None:
    ball = SubsampledGaussian(sigma, q, direction="add").enclose_renyi(order)
    ball = ball * (Fraction(order) - 1)
    assert close(ball, mpmath.mpf(log_moment), 11)
    assert ball.relative_width <= Fraction(1, 10**29)


def test_closed_forms() -> None:
    a = real("a", Interval.open(1, oo))
    assert Gaussian(mu).renyi(a) == a * mu**2 / 2
    assert EpsDelta(epsilon).renyi(2) == log(cosh(3 * epsilon / 2) / cosh(epsilon / 2))
    assert Geometric(epsilon).renyi(a) == EpsDelta(epsilon).renyi(a)
    assert EpsDelta(1, "1/10").renyi(a) is oo
    assert Identity().renyi(a) == 0
    product = Gaussian(1) @ Laplace(1) ** 3 @ Gaussian(2)
    assert product.renyi(3) == Gaussian(1).renyi(3) + Gaussian(2).renyi(3) + 3 * Laplace(1).renyi(3)
    assert DiscreteGaussian("1/2").renyi(5) == 10


def test_randomised_response_by_hand() -> None:
    for order in ORDERS:
        with mpmath.workdps(40):
            a, e = mpmath.mpf(str(order)), mpmath.mpf(1)
            moment = (mpmath.sinh(a * e) - mpmath.sinh((a - 1) * e)) / mpmath.sinh(e)
            assert close(EpsDelta(1).enclose_renyi(order), mpmath.log(moment) / (a - 1), 25)


@pytest.mark.parametrize("order", ORDERS)
def test_laplace_by_its_densities(order: Any) -> None:
    value = of_densities(
        lambda x: -abs(x) - mpmath.log(2),
        lambda x: -abs(x - 2) - mpmath.log(2),
        order,
        [-mpmath.inf, 0, 2, mpmath.inf],
    )
    assert close(Laplace(2).enclose_renyi(order), value, 12)


@pytest.mark.parametrize("order", ["1.5", "4.5"])
def test_logistic_by_its_densities(order: Any) -> None:
    def density(x: Any) -> Any:
        return -x - 2 * mpmath.log1p(mpmath.exp(-x))

    cuts = [-60, 0, 1, 60]
    value = of_densities(density, lambda x: density(x - 1), order, cuts)
    assert close(Logistic(1).enclose_renyi(order), value, 12)


@pytest.mark.parametrize("gamma", ["1/5", "1/2", "4/5"])
def test_staircase_by_its_density(gamma: str) -> None:
    # masses of p^a q^(1-a) on the parts of [k, k+1), |k| large enough, stairs at shift 1
    a, shrink, width = 2.5, mpmath.exp(-1), mpmath.mpf(Fraction(gamma).numerator)
    width /= Fraction(gamma).denominator

    def density(x: Any) -> Any:
        x = abs(x)
        k = mpmath.floor(x)
        return shrink ** (k if x - k < width else k + 1)

    total, moment = mpmath.mpf(0), mpmath.mpf(0)
    cuts = sorted({width, 1 - width, mpmath.mpf(0), mpmath.mpf(1)})
    for k in range(-60, 61):
        for left, right in pairwise(cuts):
            middle = k + (left + right) / 2
            p, q = density(middle), density(middle - 1)
            total += (right - left) * p
            moment += (right - left) * p**a * q ** (1 - a)
    value = mpmath.log(moment / total) / (a - 1)
    assert close(Staircase(1, gamma).enclose_renyi("2.5"), value, 12)


def test_discrete_gaussian_by_its_sum() -> None:
    with mpmath.workdps(40):
        for order in ("1.25", "3.5", 4):
            a, s = mpmath.mpf(str(order)), mpmath.mpf("0.7")
            weights = [mpmath.exp(-(n**2) / (2 * s**2)) for n in range(-60, 61)]
            moment = mpmath.fsum(
                mpmath.exp((-a * n**2 - (1 - a) * (n - 1) ** 2) / (2 * s**2))
                for n in range(-60, 61)
            )
            value = mpmath.log(moment / mpmath.fsum(weights)) / (a - 1)
            assert close(DiscreteGaussian("0.7").enclose_renyi(order), value, 25)


# -- sampled noise -----------------------------------------------------------------------------


@pytest.mark.parametrize(("sigma", "q", "order"), [(1, "1/10", "2.5"), ("1/2", "1/100", "1.2")])
def test_sampled_gaussian_in_both_directions(sigma: Any, q: str, order: str) -> None:
    s = mpmath.mpf(Fraction(sigma).numerator) / Fraction(sigma).denominator
    rate = mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator
    base, sampled = (lambda x: normal(x, 0, s)), (lambda x: mixed(x, rate, s))
    cuts = [-20, -5, 0, 1, 2, 5, 20]
    remove = SubsampledGaussian(sigma, q, direction="remove")
    assert close(remove.enclose_renyi(order), of_densities(base, sampled, order, cuts), 12)
    add = SubsampledGaussian(sigma, q, direction="add")
    assert close(add.enclose_renyi(order), of_densities(sampled, base, order, cuts), 12)
    assert (remove.enclose_renyi(order) < add.enclose_renyi(order)) is True


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_sampled_laplace(direction: str) -> None:
    def base(x: Any) -> Any:
        return -abs(x) - mpmath.log(2)

    def sampled(x: Any) -> Any:
        return mpmath.log(0.75 * mpmath.exp(base(x)) + 0.25 * mpmath.exp(base(x - 1)))

    pair = (base, sampled) if direction == "remove" else (sampled, base)
    value = of_densities(*pair, "2.5", [-40, 0, 1, 40])
    f = SubsampledLaplace(1, "1/4", direction=direction)
    assert close(f.enclose_renyi("2.5"), value, 12)


def test_sampled_noise_at_whole_orders_is_a_binomial_sum() -> None:
    f = SubsampledGaussian(2, "1/4", direction="add")
    moment = Rational(27, 64) + 3 * Rational(9, 64) + 3 * Rational(3, 64) * exp(Rational(1, 4))
    moment += Rational(1, 64) * exp(Rational(3, 4))
    assert (f.renyi(3) - log(moment) / 2).expand().evalf(30, chop=True) < 1e-25
    k = integer("k", 2)
    assert f.renyi(k).has(Sum)
    assert f.renyi(k).subs(k, 3).doit().evalf(20) == f.renyi(3).evalf(20)
    laplace = SubsampledLaplace(1, "1/4", direction="add")
    with mpmath.workdps(40):
        cosines, value = [0, 27, 9, 1], mpmath.mpf(27) / 64  # of E_P R^j = K(j - 1), R = dQ/dP
        for j in (1, 2, 3):
            a = mpmath.mpf(j) - mpmath.mpf(1) / 2
            moment = mpmath.exp(-mpmath.mpf(1) / 2) * (mpmath.cosh(a) + mpmath.sinh(a) / (2 * a))
            value += mpmath.mpf(cosines[j]) / 64 * moment
        assert close(laplace.enclose_renyi(3), mpmath.log(value) / 2, 25)


def test_bounds_and_the_trapezoid_rule_meet() -> None:
    # at whole orders the sum over binomials is a third opinion
    for sigma, q, order in ((1, "1/10", 150), ("1/10", "1/10", 3), (1, "1/1000", 20)):
        f = SubsampledGaussian(sigma, q, direction="add")
        with mpmath.workdps(60):
            m = mpmath.mpf(Fraction(sigma).denominator) / Fraction(sigma).numerator
            p = mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator
            moment = mpmath.fsum(
                mpmath.binomial(order, j)
                * (1 - p) ** (order - j)
                * p**j
                * mpmath.exp((j**2 - j) * m**2 / 2)
                for j in range(order + 1)
            )
            assert close(f.enclose_renyi(order), mpmath.log(moment) / (order - 1), 29)


def test_sampling_without_replacement_has_both_directions() -> None:
    # ratios R > 1 with the mass of P and 1/R with that of Q, R of p f + (1-p) Id; 1 for the rest
    with mpmath.workdps(30):
        a, rate = mpmath.mpf(5) / 2, mpmath.mpf(1) / 10

        def extra(z: Any) -> Any:
            ratio = 1 - rate + rate * mpmath.exp(z - mpmath.mpf(1) / 2)
            return mpmath.exp(normal(z, 0, 1)) * (ratio**a + ratio ** (1 - a) - ratio - 1)

        value = mpmath.log(1 + mpmath.quad(extra, [0.5, 2, 5, 9, 20])) / (a - 1)
    assert close(Gaussian(1).subsample("1/10").enclose_renyi("2.5", 20), value, 14)


# -- limits and bad input ----------------------------------------------------------------------

FAMILIES = [
    Gaussian(1),
    EpsDelta(1),
    Laplace(1),
    Logistic(1),
    Staircase(1, "1/3"),
    DiscreteGaussian(1),
    SubsampledGaussian(1, "1/10", direction="remove"),
    SubsampledGaussian(1, "1/10", direction="add"),
    SubsampledLaplace(1, "1/10", direction="add"),
    Laplace(1) @ Gaussian(1),
]


@pytest.mark.parametrize("f", FAMILIES, ids=str)
def test_the_limit_at_one_is_kl_and_the_orders_increase(f: Any) -> None:
    balls = [f.enclose_renyi(order, 20) for order in (1, "1.0000001", "1.5", 3)]
    assert all((a < b) is True for a, b in pairwise(balls))
    near, kl = (mpmath.mpf(b.midpoint.numerator) / b.midpoint.denominator for b in balls[1::-1])
    assert abs(near / kl - 1) < 1e-5
    top = f.renyi(oo)
    assert top is oo or balls[-1].upper < top


def test_order_infinity() -> None:
    assert Laplace(mu).renyi(oo) == mu
    assert Gaussian(1).renyi("inf") is oo
    assert Gaussian(0).renyi(oo) == 0
    assert DiscreteGaussian(1).renyi(float("inf")) is oo
    assert TruncatedLaplace(1, 3).renyi(oo) is oo
    remove = SubsampledLaplace(1, "1/4", direction="remove")
    assert remove.renyi(oo) == -log(Rational(3, 4) + exp(-1) / 4)
    assert SubsampledGaussian(1, "1/4", direction="remove").renyi(oo) == -log(Rational(3, 4))
    assert SubsampledGaussian(1, "1/4", direction="add").renyi(oo) is oo
    assert (remove**3).enclose_renyi(oo).contains(remove.enclose_renyi(oo).midpoint * 3)
    linear = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
    assert linear.renyi(oo) == log(3)
    both = mixture([("1/2", Gaussian(1)), ("1/2", Laplace(1))])
    assert both.renyi(oo) == -log(exp(-1) / 2)
    assert mixture([("1/2", Gaussian(1)), ("1/2", Gaussian(2))]).renyi(oo) is oo
    # sampled without replacement: of the two directions the larger one
    assert Laplace(1).subsample("1/4").renyi(oo) == log(Rational(3, 4) + E / 4)
    with pytest.raises(UnsupportedError, match="law of Maximum"):
        maximum(Gaussian(1), Laplace(1)).inverse().renyi(oo)


def test_sampling_rates_zero_and_one() -> None:
    for direction in ("remove", "add"):
        assert SubsampledGaussian(1, 0, direction=direction).renyi("2.5") == 0
        assert SubsampledGaussian(2, 1, direction=direction).renyi("2.5") == Rational(5, 16)


def test_extreme_noise() -> None:
    for direction in ("remove", "add"):
        silent = SubsampledGaussian("1e40", "1/100", direction=direction).enclose_renyi("2.5")
        assert close(silent, mpmath.mpf("1.25e-84"), 10)
    loud = SubsampledGaussian("1e-9", "1/100", direction="remove").enclose_renyi("2.5")
    assert close(loud, -mpmath.log(mpmath.mpf("0.99")), 14)
    loud = SubsampledGaussian("1e-9", "1/100", direction="add").enclose_renyi("2.5")
    expected = mpmath.mpf("1.25e18") + mpmath.mpf(5) / 3 * mpmath.log(mpmath.mpf("0.01"))
    assert close(loud, expected, 25)
    with pytest.raises(UnsupportedError, match="trapezoid"):
        SubsampledGaussian("1e-5", "1/100", direction="add").enclose_renyi("1.00000000000001")


def test_huge_orders_are_answered_or_refused_at_once() -> None:
    f = SubsampledLaplace(1, "1/100", direction="add")
    assert close(f.enclose_renyi(10**4, 15), mpmath.mpf("0.016869423425144"), 13)
    with pytest.raises(UnsupportedError, match="orders up to 1000000"):
        f.enclose_renyi("1e9")
    with pytest.raises(UnsupportedError, match="nodes"):
        SubsampledGaussian(1, "1e-30", direction="remove").enclose_renyi("1e9")
    assert (Laplace(1).enclose_renyi("1e30") < 1) is True


@pytest.mark.parametrize("order", ["1/2", 0, -1, float("nan"), True, None, "two", 2j])
def test_orders_that_are_none(order: Any) -> None:
    with pytest.raises(DomainError):
        Gaussian(1).renyi(order)
    with pytest.raises(DomainError):
        Gaussian(1).enclose_renyi(order)


def test_symbols() -> None:
    with pytest.raises(HypothesisError, match="may be 1"):
        Gaussian(1).renyi(real("a", Interval(1, oo)))
    with pytest.raises(UnsupportedError, match="needs numbers"):
        Gaussian(mu).enclose_renyi(2)
    with pytest.raises(DomainError, match="allowed are numbers"):
        Gaussian(1).enclose_renyi(real("a", Interval.open(1, oo)))
    with pytest.raises(FdpError):
        from_profile(lambda e: Gaussian(1)._delta_formula(e)).renyi(2)


def test_functions_that_vanish_early() -> None:
    for f in (EpsDelta(1, "1/10"), PiecewiseLinear([(0, 1), ("1/2", 0), (1, 0)])):
        assert f.renyi("1.5") is oo
        assert f.enclose_renyi("1.5").lower == float("inf")
    # an atom of Q alone does no harm
    top = PiecewiseLinear([(0, "1/2"), (1, 0)])
    assert top.renyi(2) == log(2)


def test_location_family_by_its_closed_form() -> None:
    assert Location(Phi, Integer(2)).renyi(3) == 6
