"""Numbers beyond the range of doubles, and laws of extreme shifts."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import mpmath as mp
import numpy as np
import pytest

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.balls.transform_plan import FloatFactor
from fdp_sym.errors import DomainError, PrecisionError
from fdp_sym.exact import shown
from fdp_sym.limits import time_limit
from fdp_sym.tradeoff import Gaussian, Laplace, Logistic


def test_tiny_shifts_are_a_random_walk():
    """Next to 0 the losses are steps of +-mu, and delta(0) is the mean of the positive part."""
    ball = (Laplace("1e-400") ** 50).enclose_delta(0, 20)
    walk = Fraction(25 * comb(50, 25), 2**50) / 10**400
    assert (
        ball.lower * (1 - Fraction(1, 10**300)) <= walk <= ball.upper * (1 + Fraction(1, 10**300))
    )


def test_large_shifts():
    """Of two factors the sum of the losses is integrated over the first one."""
    mu, eps = 2000, 3999
    with mp.workdps(40):

        def profile(x):
            return 1 - mp.exp((x - mu) / 2) if x > -mu else 1 - mp.exp(x)

        inside = mp.quad(
            lambda y: mp.exp(-y / 2) / 4 * profile(mp.mpf(eps) - mu + y), [0, 1], maxdegree=8
        )
        delta = profile(mp.mpf(eps) - mu) / 2 + inside
        ball = (Laplace(mu) ** 2).enclose_epsilon(Fraction(mp.nstr(delta, 30)), 20)
    assert abs(ball.midpoint - eps) < Fraction(1, 10**15)
    assert (Logistic(mu) ** 3).enclose_epsilon("1/10", 8).upper < 3 * mu
    # for a level above 1/8 all three of the largest losses are not needed
    assert (Laplace(mu) ** 3).enclose("1/10", 8).lower > 0


def test_eps_of_a_tiny_delta():
    """The profile of a Gaussian at both ends of the answer."""
    ball = Gaussian(1).enclose_epsilon("1e-5000", 12)

    def profile(x):
        value = mp.mpf(x.numerator) / x.denominator
        upper = mp.erfc((value - mp.mpf(1) / 2) / mp.sqrt(2)) / 2
        return upper - mp.exp(value) * mp.erfc((value + mp.mpf(1) / 2) / mp.sqrt(2)) / 2

    with mp.workdps(60):
        assert profile(ball.upper) <= mp.mpf("1e-5000") <= profile(ball.lower)


def test_messages_show_few_digits():
    assert shown(Fraction(10) ** 5000) == "1.0000e+5000"
    with pytest.raises(DomainError, match=r"delta = 1\.0000e\+5000: allowed"):
        Gaussian(1).enclose_epsilon("1e5000")


@pytest.mark.parametrize(("mu", "order"), [(3.0, 340), (10.0, 31), (50.0, 2), (50.0, 1)])
def test_moments_of_high_order(mu, order):
    q = 0.25
    with mp.workdps(30):
        parts = (
            mp.binomial(order, j) * mp.mpf(0.75) ** (order - j) * mp.mpf(q) ** j
            * mp.exp(j * (j - 1) * mp.mpf(mu) ** 2 / 2)
            for j in range(order + 1)
        )  # fmt: skip
        expected = float(mp.log(mp.fsum(parts)))
    value = FloatFactor(mu, q, 1, 1).log_transform(np.array([order - 1.0]))
    assert value[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_sums_that_are_too_long():
    f = Laplace(2000) @ SubsampledGaussian(1, "1/10", direction="add")
    with pytest.raises(PrecisionError), time_limit(1):
        f.enclose_epsilon("1e-300", 8)
