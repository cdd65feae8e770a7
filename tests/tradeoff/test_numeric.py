"""The float kernels against mpmath at 60 digits, with and without SciPy."""

import math
import random
from functools import cache

import mpmath
import numpy as np
import pytest
from sympy import Rational, exp, sqrt

from fdp_sym.tradeoff import Gaussian, Laplace, maximum, numeric

U = 2.0**-53
SEED = 20190507


@pytest.fixture(params=["scipy", "no scipy"])
def kernels(request, monkeypatch):
    if request.param == "scipy":
        pytest.importorskip("scipy")
    else:
        monkeypatch.setattr(numeric, "_scipy_special", lambda: None)
    return request.param


@cache
@mpmath.workdps(60)
def upper_quantile(alpha):
    """z with Phi(-z) = alpha, by Newton's method on log Phi."""
    alpha = mpmath.mpf(alpha)
    if 2 * alpha > 1:
        return -upper_quantile(1 - alpha)
    z = mpmath.sqrt(-2 * mpmath.log(2 * alpha))
    for _ in range(100):
        tail = mpmath.ncdf(-z) if z < 1 else mpmath.erfc(z / mpmath.sqrt(2)) / 2
        step = mpmath.log(tail / alpha) * tail / mpmath.npdf(z)
        z += step
        if abs(step) < mpmath.mpf(10) ** -55:
            return z
    raise AssertionError("no convergence")


def reference(alpha, mu):
    with mpmath.workdps(60):
        z = upper_quantile(alpha)
        d = z - mu
        return z, d, mpmath.erfc(-d / mpmath.sqrt(2)) / 2, mpmath.erfc(d / mpmath.sqrt(2)) / 2


def cases():
    rng = random.Random(SEED)
    levels = [1e-300, 5e-324, 1e-310, 2.3e-308, 1e-20, 1e-5, 0.05, 0.25, 0.5, 0.75, 1 - U]
    levels += [10 ** rng.uniform(-323, 0) for _ in range(90)]
    levels += [rng.random() for _ in range(60)] + [1 - 10 ** rng.uniform(-15, 0) for _ in range(30)]
    levels += [math.nextafter(0.25, 0), math.nextafter(0.5, 1), math.nextafter(0.5, 0)]
    for alpha in levels:
        z = float(upper_quantile(alpha))
        for mu in (0.0, 0.5, 37.0, rng.uniform(0, 10), max(z + rng.uniform(-1, 1), 0.0), abs(z)):
            yield alpha, mu


def test_gaussian_within_its_conditioning(kernels):
    """The bound 4u(1 + (z-mu)^2 + |z||z-mu|), wherever the result is not subnormal."""
    worst = 0.0
    for alpha, mu in cases():
        z, d, value, complement = reference(alpha, mu)
        f = Gaussian(mu)
        budget = 4 * U * (1 + float(d) ** 2 + abs(float(z * d)))
        for got, want in ((f(alpha), value), (f.complement(alpha), complement)):
            if want > 2.3e-308:
                error = float(abs(mpmath.mpf(got) / want - 1))
                assert error <= budget, (alpha, mu, error / budget)
                worst = max(worst, error / budget)
            else:
                assert abs(got - float(want)) <= 5e-324 * (1 + got / 5e-324 * 1e-12)
    print(f"largest error: {worst:.2f} of the bound ({kernels})")
    assert worst > 0.01  # the comparison does see rounding


def test_gaussian_at_z(kernels):
    rng = random.Random(SEED)
    for _ in range(200):
        z, mu = rng.uniform(-40, 40), rng.choice([0.0, 1.0, rng.uniform(0, 60)])
        with mpmath.workdps(60):
            d = mpmath.mpf(z) - mu
            want = mpmath.erfc(-d / mpmath.sqrt(2)) / 2
        got = Gaussian(mu).at_z(z)
        if want > 2.3e-308:
            assert float(abs(got / want - 1)) <= 4 * U * (1 + float(d) ** 2)
            complement = mpmath.erfc(d / mpmath.sqrt(2)) / 2
            error = abs(Gaussian(mu).complement_at_z(z) / complement - 1)
            assert complement < 2.3e-308 or float(error) <= 4 * U * (1 + float(d) ** 2)


def test_a_rounded_quantile_would_not_do():
    """Why z is carried as two doubles: one double misses the bound near mu = z."""
    alpha, worst = 1e-300, 0.0
    for step in range(40):
        mu = 37.0 + step / 64
        z, d, want, _ = reference(alpha, mu)
        rounded = 0.5 * math.erfc(-(float(z) - mu) / math.sqrt(2))
        budget = 4 * U * (1 + float(d) ** 2 + abs(float(z * d)))
        worst = max(worst, float(abs(rounded / want - 1)) / budget)
    assert worst > 1


@pytest.mark.parametrize("mu", [1e-8, 0.01, 0.5, 1.0, 3.0, 20.0])
def test_gaussian_profile(kernels, mu):
    """Relative accuracy 1e-13 + 8u|a|b with a = eps/mu - mu/2, b = a + mu, for tiny values too."""
    rng = random.Random(SEED)
    f = Gaussian(mu)
    for _ in range(60):
        eps = rng.choice([-1, 1]) * mu * abs(rng.gauss(0, 8))
        with mpmath.workdps(60):
            e, m = mpmath.mpf(abs(eps)), mpmath.mpf(mu)
            a, b = e / m - m / 2, e / m + m / 2
            want = mpmath.ncdf(-a) if a < 0 else mpmath.erfc(a / mpmath.sqrt(2)) / 2
            want -= mpmath.exp(e) * mpmath.erfc(b / mpmath.sqrt(2)) / 2
            if eps < 0:
                want = 1 - mpmath.exp(-e) + mpmath.exp(-e) * want
        if want > 2.3e-308:
            error = float(abs(f.delta(eps) / want - 1))
            assert error <= 1e-13 + 8 * U * float(abs(a) * b), eps


def test_profile_underflows_quietly(kernels):
    assert Gaussian(1).delta(50) == 0.0
    assert Gaussian(1).delta([-800.0, 0.0, 800.0]).tolist()[::2] == [1.0, 0.0]


def test_mills_is_smooth_across_its_branches(kernels):
    for z in (0.0, 0.1, 1.0, 24.999, 25.0, 25.001, 38.0, 1e3, 1e8):
        with mpmath.workdps(60):
            want = mpmath.erfc(z / mpmath.sqrt(2)) * mpmath.exp(mpmath.mpf(z) ** 2 / 2)
            want *= mpmath.sqrt(mpmath.pi / 2)
        assert float(numeric.mills(np.array([z]))[0] / want - 1) == pytest.approx(0, abs=8 * U)


def test_double_pair():
    for value in (Rational(1, 3), sqrt(2), exp(-200), exp(Rational(1, 7)), Rational(0)):
        high, low = numeric.double_pair(value)
        with mpmath.workdps(50):
            exact = mpmath.mpf(str(value.evalf(45)))
            assert abs(mpmath.mpf(high) + low - exact) <= abs(exact) * mpmath.mpf(2) ** -104
    assert numeric.double_pair(exp(1000)) == (math.inf, 0.0)
    assert numeric.double(exp(-(10**6))) == 0.0
    assert numeric.double(-exp(1000)) == -math.inf
    nearly_one = (exp(700) - 1) * exp(-700)
    assert numeric.double(1 - nearly_one) == pytest.approx(math.exp(-700), rel=1e-13)


def test_advantages_of_gains_that_are_rounded_relative_to_one():
    """1 - f is 0 at the smallest levels; the profile of f_{1,0} is (e - exp(eps)) / (1 + e)."""

    def rounded_gain(alpha, rest):
        return 1.0 - np.maximum(1.0 - math.e * alpha, rest / math.e)

    eps = np.array([0.0, 0.25, 0.9, 2.0])
    found = numeric.largest_advantage(rounded_gain, lambda alpha, _: alpha, eps)
    want = np.maximum(0.0, (math.e - np.exp(eps)) / (1 + math.e))
    assert found == pytest.approx(want, abs=1e-12)
    f = Laplace(1) ** 2  # has no 1 - f of its own
    ball = f.enclose_delta("1/2")
    assert maximum(f, Gaussian(9)).delta(0.5) == pytest.approx(float(ball.midpoint))


def test_advantages_beyond_that_of_level_one():
    """For eps < 0 the level 1 has an advantage too; of (1 - alpha)^2 it is (1 - exp(eps)/2)^2."""

    def rounded_gain(alpha, rest):
        return 1.0 - rest**2

    eps = np.array([-9.0, -3.0, -0.25, 0.0, 0.5, 3.0])
    found = numeric.largest_advantage(rounded_gain, lambda alpha, _: alpha, eps)
    want = np.where(np.exp(eps) < 2, (1 - np.exp(eps) / 2) ** 2, 0)
    assert found == pytest.approx(want, abs=1e-12)
