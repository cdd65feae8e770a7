"""The central limit theorem's band: its parameters, and its certificates seen to hold and fail."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, norm
from sympy import Piecewise, Rational, S, sqrt

from fdp_sym.compose.band import within_shift
from fdp_sym.compose.central_limit import InBand, clt
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.symbols import integer, mu
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    PiecewiseLinear,
    from_pair,
)


def randomised_response(eps: float, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The vertices (alpha, beta) of n-fold randomised response, alpha increasing."""
    j = np.arange(n + 1, -1, -1)
    p = 1 / (1 + math.exp(eps))
    return binom.sf(j - 1, n, p), binom.cdf(j - 1, n, 1 - p)


# -- the parameters --------------------------------------------------------------------------------


def test_parameters_of_randomised_response_from_the_definition() -> None:
    with mpmath.workdps(40):
        eps, n = mpmath.mpf(1) / 10, 1000
        p = 1 / (1 + mpmath.exp(eps))  # of a loss eps under P
        kl = -(p * eps - (1 - p) * eps)
        variance = eps**2 - kl**2
        third = p * abs(eps + kl) ** 3 + (1 - p) * abs(kl - eps) ** 3
        mean = 2 * n * kl / mpmath.sqrt(n * variance)
        gamma = mpmath.mpf("0.56") * n * third / (n * variance) ** 1.5
        limit = clt([(EpsDelta("1/10"), n)])
        for ball, value in ((limit.enclose_mu(30), mean), (limit.enclose_gamma(30), gamma)):
            assert (
                abs(mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator - value) < 1e-28
            )
            assert ball.relative_width <= Rational(1, 10**30)


def test_parameters_of_a_mixed_list_by_quadrature() -> None:
    with mpmath.workdps(30):
        m = mpmath.mpf(1)  # Laplace(1), three times, and Gaussian(1/2), twice

        def mean(g) -> mpmath.mpf:  # type: ignore[no-untyped-def]
            return mpmath.quad(
                lambda x: g(abs(x) - abs(x - m)) * mpmath.exp(-abs(x)) / 2,
                [-mpmath.inf, 0, m - mpmath.exp(-m), m, mpmath.inf],
            )

        kl = -mean(lambda loss: loss)
        split = (m - kl) / 2  # where the loss is -kl
        third = mpmath.quad(
            lambda x: abs(abs(x) - abs(x - m) + kl) ** 3 * mpmath.exp(-abs(x)) / 2,
            [-mpmath.inf, 0, split, m, mpmath.inf],
        )
        variance = 3 * (mean(lambda loss: loss**2) - kl**2) + mpmath.mpf(2) / 4
        gauss = 2 * mpmath.sqrt(2 / mpmath.pi) / 8
        gamma = mpmath.mpf("0.56") * (3 * third + 2 * gauss) / variance**1.5
        centre = 2 * (3 * kl + 2 * mpmath.mpf(1) / 8) / mpmath.sqrt(variance)
        limit = clt([(Laplace(1), 3), (Gaussian("1/2"), 2)])
        assert abs(float(limit.enclose_gamma(20).midpoint) - gamma) < 1e-14
        assert abs(float(limit.enclose_mu(20).midpoint) - centre) < 1e-14


def test_gaussian_lists_have_their_own_limit() -> None:
    limit = clt([(Gaussian(3), 1), (Gaussian(1), 16)])
    assert limit.enclose_mu(30).contains(5) or abs(limit.enclose_mu(30).midpoint - 5) < 1e-29


def test_symbols_are_kept() -> None:
    n = integer("n", 1)
    limit = clt([(Gaussian(mu), n)])
    assert limit.mu.subs({mu: 1, n: 4}).equals(2)
    assert limit.free_symbols == {mu, n}
    with pytest.raises(UnsupportedError, match="needs numbers for"):
        limit.verify()


def test_multiplicities_and_products_are_counted() -> None:
    f, g = EpsDelta("1/10"), EpsDelta("1/5")
    once = clt([(f, 7), (g, 3)])
    again = clt([f, (f, 4), f @ g**3, f, (Identity(), 10), (g, 0)])
    assert set(again.factors) == set(once.factors)
    assert clt([(f, 10**6)]).enclose_mu(10).relative_width < 1e-10
    assert clt([f] * 1000 + [EpsDelta("1/10"), (g, 2)]).factors == ((f, 1001), (g, 2))


# -- the band --------------------------------------------------------------------------------------


def test_both_sides_like_the_formula() -> None:
    limit = clt([(EpsDelta("1/10"), 100)])
    m, g = (float(b.midpoint) for b in (limit.enclose_mu(20), limit.enclose_gamma(20)))
    for a in (0.0, 0.01, g, 0.3, 1 - g, 0.99, 1.0):
        low = norm.cdf(norm.isf(a + g) - m) - g if a + g <= 1 else -g
        high = norm.cdf(norm.isf(a - g) - m) + g if a >= g else 1 + g
        assert limit.lower(a) == pytest.approx(low, abs=1e-12)
        assert limit.upper(a) == pytest.approx(high, abs=1e-12)
        exact = Rational(a)
        assert float(limit.lower(exact).evalf(20)) == pytest.approx(low, abs=1e-12)
        assert float(limit.upper(exact).evalf(20)) == pytest.approx(high, abs=1e-12)
    assert limit.lower([0.1, 0.2]).shape == (2,)
    assert isinstance(limit.lower(0.1), float)
    assert limit.lower().has(Piecewise)


def test_the_band_holds_at_the_vertices() -> None:
    alpha, beta = randomised_response(0.1, 100)
    limit = clt([(EpsDelta("1/10"), 100)])
    alpha = np.clip(alpha, 0, 1)
    assert (limit.lower(alpha) <= beta + 1e-12).all()
    assert (beta <= limit.upper(alpha) + 1e-12).all()


@pytest.mark.parametrize(
    "fs",
    [
        [(EpsDelta("1/10"), 1000)],
        [(EpsDelta("1/10"), 50), (EpsDelta("1/5"), 10)],
        [(EpsDelta("1/10"), 100), (Gaussian(1), 1)],
        [(Laplace(1), 6)],
        [(from_pair(["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]), 20)],
    ],
)
def test_it_is_certified(fs: list) -> None:
    verdict = clt(fs).verify()
    assert verdict.status is Status.CERTIFIED
    assert verdict.domain == "alpha in [0, 1]"


def test_it_is_certified_where_mu_is_an_infinite_sum() -> None:
    limit = clt([(DiscreteGaussian(3), 200)])
    assert limit.verify().status is Status.CERTIFIED
    wrong = clt([(DiscreteGaussian("1/2"), 9)], constant="1e-6")
    assert wrong.verify().status is Status.INCONCLUSIVE
    assert not wrong.verify().witness


@pytest.mark.parametrize("n", [10**6, 10**30])
def test_any_number_of_copies_is_decided_at_once(n: int) -> None:
    assert clt([(EpsDelta("1/10"), n)]).verify().status is Status.CERTIFIED


def test_too_small_a_constant_is_refuted_by_a_true_witness() -> None:
    limit = clt([(EpsDelta("1/10"), 1000)], Rational(1, 250))
    verdict = limit.verify()
    assert verdict.status is Status.REFUTED
    a = float(Rational(verdict.witness["alpha"]))
    alpha, beta = randomised_response(0.1, 1000)
    value = np.interp(a, alpha, beta)
    assert value < limit.lower(a) or value > limit.upper(a)


def test_unknown_compositions_are_inconclusive() -> None:
    limit = clt([(Gaussian(1), 1), (EpsDelta("1/10"), 100)])
    limit.__dict__["product"] = _NoProfile()
    assert limit.verify().status is Status.INCONCLUSIVE


class _NoProfile(PiecewiseLinear):
    def __init__(self) -> None:
        super().__init__([(0, 1), (1, 0)])

    def enclose_delta(self, eps: object, digits: int = 30) -> object:
        raise UnsupportedError("no profile")


def test_the_statement_decides_itself() -> None:
    assert InBand((Gaussian(1), 4)).verdict.status is Status.CERTIFIED
    wrong = InBand((EpsDelta("1/10"), 2), constant="1/1000")
    assert wrong.verdict.status is Status.REFUTED
    assert "1/1000" in wrong.text


# -- hypotheses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fs", "message"),
    [
        ([Identity(), (Gaussian(0), 3)], "all functions are Id"),
        ([(EpsDelta("1/10", "1/100"), 100)], "kappa3 = oo"),
        ([EpsDelta(1)], "gamma < 1/2"),
        ([from_pair(["1/2", "1/2"], ["1/3", "2/3"])], "not known to be symmetric"),
    ],
)
def test_hypotheses_are_named(fs: list, message: str) -> None:
    with pytest.raises(HypothesisError, match=message):
        clt(fs)


@pytest.mark.parametrize("fs", [[], 3, ["f"], [(Gaussian(1), -1)], [(Gaussian(1), "1/2")]])
def test_bad_lists(fs: object) -> None:
    with pytest.raises(DomainError):
        clt(fs)  # type: ignore[arg-type]


@pytest.mark.parametrize("constant", [0, -1, "x"])
def test_bad_constants(constant: object) -> None:
    with pytest.raises(DomainError):
        clt([Gaussian("1/10")], constant)


# -- the criterion ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_criterion_agrees_with_the_definition(seed: int) -> None:
    """The least shift of two polygons, by bisection on a fine grid of alpha."""
    rng = np.random.default_rng(seed)
    p, q = (rng.integers(1, 9, 4) for _ in range(2))
    f = from_pair(
        [Rational(int(x), int(p.sum())) for x in p], [Rational(int(x), int(q.sum())) for x in q]
    )
    g = Gaussian("3/4")
    alpha = np.linspace(0, 1, 4001)
    values = f(alpha)

    def holds(s: float) -> bool:
        up = np.where(alpha < s, 1.0, g(np.clip(alpha - s, 0, 1))) + s
        low = np.where(alpha > 1 - s, 0.0, g(np.clip(alpha + s, 0, 1))) - s
        return bool((low <= values + 1e-13).all() and (values <= up + 1e-13).all())

    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    # the grid sees almost all of the violation
    assert within_shift(f, g, Rational(high + 0.001)).status is Status.CERTIFIED
    refuted = within_shift(f, g, Rational(high - 0.001))
    assert refuted.status is Status.REFUTED
    a, s = float(Rational(refuted.witness["alpha"])), high - 0.001
    outside = [
        a <= 1 - s and f(a) < g(min(a + s, 1.0)) - s,
        a >= s and f(a) > g(max(a - s, 0.0)) + s,
    ]
    assert any(outside)


def test_a_shift_is_positive() -> None:
    with pytest.raises(DomainError, match="shift"):
        within_shift(Gaussian(1), Gaussian(1), 0)


def test_a_budget_that_is_too_small_is_inconclusive() -> None:
    verdict = within_shift(Gaussian(1), Gaussian(1), S(10) ** -6, points=20)
    assert verdict.status is Status.INCONCLUSIVE
    assert "undecided" in verdict.detail


def test_limits_between_two_gaussians() -> None:
    """The least shift is attained on the diagonal alpha = beta: Phi(-mu/2) - Phi(-nu/2)."""
    least = float(norm.cdf(-0.5) - norm.cdf(-0.55))
    assert (
        within_shift(Gaussian("1.1"), Gaussian(1), Rational(least * 1.02)).status
        is Status.CERTIFIED
    )
    assert (
        within_shift(Gaussian("1.1"), Gaussian(1), Rational(least * 0.98)).status is Status.REFUTED
    )


def test_products_with_irrational_parameters() -> None:
    f = EpsDelta(1 / sqrt(S(10))) ** 10
    assert within_shift(f, Gaussian(1), "1/100").status is Status.CERTIFIED
