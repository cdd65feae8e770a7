"""Edgeworth approximations against formulas and laws computed independently."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import binom
from sympy import Interval, Rational, oo

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.compose.edgeworth import edgeworth
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.symbols import real
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity, Laplace, Logistic, from_pair


def cumulants_of(values: np.ndarray, weights: np.ndarray) -> list[float]:
    mean = values @ weights
    c = [((values - mean) ** k) @ weights for k in (2, 3, 4)]
    return [mean, c[0], c[1], c[2] - 3 * c[0] ** 2]


def floats(cumulants: object) -> list[float]:
    return [float(c.evalf(20)) for c in cumulants]  # type: ignore[attr-defined]


@pytest.mark.parametrize("eps", ["1/10", "2"])
def test_randomised_response_is_a_sum_of_signs(eps: str) -> None:
    e, n = float(Rational(eps)), 7
    p = 1 / (1 + math.exp(e))
    k = np.arange(n + 1)
    found = edgeworth([(EpsDelta(eps), n)]).cumulants
    for side, q in ((0, p), (1, 1 - p)):
        expected = cumulants_of((2 * k - n) * e, binom.pmf(k, n, q))
        assert np.allclose(floats(found[side]), expected, rtol=1e-10, atol=1e-12)


def test_laplace_by_quadrature() -> None:
    mu = mpmath.mpf(3) / 2

    def moment(k: int) -> mpmath.mpf:
        return mpmath.quad(
            lambda x: (abs(x) - abs(x - mu)) ** k * mpmath.exp(-abs(x)) / 2,
            [-mpmath.inf, 0, mu / 2, mu, mpmath.inf],
        )

    m1, m2, m3, m4 = map(moment, range(1, 5))
    expected = [
        m1,
        m2 - m1**2,
        m3 - 3 * m1 * m2 + 2 * m1**3,
        m4 - 4 * m1 * m3 - 3 * m2**2 + 12 * m1**2 * m2 - 6 * m1**4,
    ]
    under_p, under_q = edgeworth([Laplace("3/2")]).cumulants
    assert np.allclose(floats(under_p), [float(x) for x in expected], rtol=1e-10)
    assert np.allclose(
        floats(under_q),
        [-float(m1), *map(float, expected[1:2]), -float(expected[2]), float(expected[3])],
    )


def test_finite_pairs_need_no_symmetry() -> None:
    p, q = np.array([1 / 2, 1 / 4, 1 / 4]), np.array([1 / 3, 1 / 6, 1 / 2])
    f = from_pair(["1/2", "1/4", "1/4"], ["1/3", "1/6", "1/2"])
    under_p, under_q = edgeworth([f]).cumulants
    assert np.allclose(floats(under_p), cumulants_of(np.log(q / p), p))
    assert np.allclose(floats(under_q), cumulants_of(np.log(q / p), q))


def test_the_formula_is_the_printed_one() -> None:
    from scipy.stats import norm

    e, n, eps = 0.5, 12, 1.3
    approximation = {order: edgeworth([(EpsDelta("1/2"), n)], order) for order in (1, 2)}

    def tail(x: float, c: list[float], order: int) -> float:
        z = (x - c[0]) / c[1] ** 0.5
        bracket = c[2] / (6 * c[1] ** 1.5) * (z**2 - 1)
        if order == 2:
            bracket += c[3] / (24 * c[1] ** 2) * (z**3 - 3 * z)
            bracket += c[2] ** 2 / (72 * c[1] ** 3) * (z**5 - 10 * z**3 + 15 * z)
        return norm.sf(z) + norm.pdf(z) * bracket

    p = 1 / (1 + math.exp(e))
    k = np.arange(n + 1)
    laws = [cumulants_of((2 * k - n) * e, binom.pmf(k, n, q)) for q in (p, 1 - p)]
    for order in (1, 2):
        expected = tail(eps, laws[1], order) - math.exp(eps) * tail(eps, laws[0], order)
        assert approximation[order].delta(eps) == pytest.approx(expected, rel=1e-9)


def test_the_error_is_the_true_one() -> None:
    n, e, eps = 100, 0.1, 1
    p = 1 / (1 + math.exp(e))
    k = np.arange(n + 1)
    exact = np.maximum(binom.pmf(k, n, 1 - p) - math.exp(eps) * binom.pmf(k, n, p), 0).sum()
    approximation = edgeworth([(EpsDelta("1/10"), n)], 2)
    ball = approximation.error(eps, 6)
    assert float(ball.midpoint) == pytest.approx(abs(approximation.delta(1.0) - exact), rel=1e-6)
    assert ball.relative_width <= Rational(1, 10**6)


def test_gaussian_functions_are_met_exactly() -> None:
    ball = edgeworth([(Gaussian("1/2"), 4), Gaussian(1)], 2).error(1, 10)
    assert ball.lower == 0
    assert ball.upper < Rational(1, 10**30)


def test_it_says_that_it_is_no_bound() -> None:
    assert "approximation" in repr(edgeworth([Gaussian(1)]))
    assert "no bound" in repr(edgeworth([Gaussian(1)]))


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="order = 3"):
        edgeworth([Gaussian(1)], 3)
    with pytest.raises(DomainError, match=r"order = 2\.0"):
        edgeworth([Gaussian(1)], 2.0)  # type: ignore[arg-type]
    with pytest.raises(HypothesisError, match="infinite with positive probability"):
        edgeworth([EpsDelta(1, "1/10")]).formula()
    with pytest.raises(HypothesisError, match="all functions are Id"):
        edgeworth([Identity()])
    with pytest.raises(UnsupportedError, match="no closed form of the cumulants"):
        edgeworth([Logistic(real("s", Interval.open(0, oo)))]).formula()


def test_cumulants_of_sampled_noise_by_quadrature() -> None:
    """Moments of log(1 - q + q e^(s z - s^2/2)) under N(0, 1) and under the mixture, by mpmath."""
    q, s = mpmath.mpf(1) / 10, mpmath.mpf(1) / 2
    found = edgeworth([(SubsampledGaussian(2, "1/10", direction="remove"), 7)], 2).cumulants
    with mpmath.workdps(25):

        def ratio(z: mpmath.mpf) -> mpmath.mpf:
            return 1 - q + q * mpmath.exp(s * z - s**2 / 2)

        for tilt, cumulants in zip((0, 1), found, strict=True):
            m1, m2, m3, m4 = (
                mpmath.quad(
                    lambda z, k=k, tilt=tilt: (
                        mpmath.log(ratio(z)) ** k * ratio(z) ** tilt * mpmath.npdf(z)
                    ),
                    [-15, -5, 0, 5, 15],
                )
                for k in range(1, 5)
            )
            central = m3 - 3 * m1 * m2 + 2 * m1**3
            fourth = m4 - 4 * m3 * m1 + 6 * m2 * m1**2 - 3 * m1**4 - 3 * (m2 - m1**2) ** 2
            expected = [7 * m for m in (m1, m2 - m1**2, central, fourth)]
            for value, other in zip(cumulants, expected, strict=True):
                assert abs(float(value) / float(other) - 1) < 1e-12


def test_epsilon_is_where_the_approximation_takes_the_value() -> None:
    approximation = edgeworth([(SubsampledGaussian(1, "1/100", direction="add"), 400)], 2)
    ball = approximation.enclose_epsilon("1e-5", 15)
    assert approximation.delta(float(ball.midpoint)) == pytest.approx(1e-5, rel=1e-9)
    assert "no bound" in ball.route
    exact = edgeworth([Gaussian(1)]).enclose_epsilon("1e-5", 12)
    assert float(exact.midpoint) == pytest.approx(4.377178095681228, rel=1e-12)
    with pytest.raises(UnsupportedError, match="is below"):
        edgeworth([Gaussian("1/100")]).enclose_epsilon("1/10")
