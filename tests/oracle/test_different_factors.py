"""Lists of many different factors, with atoms and without, against convolutions of laws."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import mpmath as mp
import numpy as np
import pytest
from scipy.special import ndtr
from sympy import exp as exp_

import fdp_sym as fd

LAPLACE = [fd.Laplace(Fraction(i, 100)) for i in range(1, 41)]
RESPONSE = [fd.EpsDelta(Fraction(i, 100), "1e-6") for i in range(1, 31)]
SAMPLED = [
    fd.SubsampledGaussian(1 + Fraction(i, 30), "1/100", direction=side)
    for i in range(20)
    for side in ("remove", "add")
]
STEP = 1 / 400


def _laplace(shift):
    def below(x):  # Q(L <= x), the outcome 1/2 (shift + loss) from the centre of P
        if x < -shift:
            return 0.0
        return 1.0 if x >= shift else exp(-(shift - x) / 2) / 2

    return below


def _response(eps):
    return lambda x: 0.0 if x < -eps else 1.0 if x >= eps else 1 / (1 + exp(eps))


def _sampled(sigma, sign, rate=0.01):
    def below(x):
        if sign < 0:
            # the losses of "add" are those of "remove" reversed, and under P those of Q
            inner = (exp(-x) - 1 + rate) / rate
            return 1.0 if inner <= 0 else float(ndtr(-(sigma * log(inner) + 1 / (2 * sigma))))
        inner = (exp(x) - 1 + rate) / rate
        if inner <= 0:
            return 0.0
        z = sigma * log(inner) + 1 / (2 * sigma)
        return float((1 - rate) * ndtr(z) + rate * ndtr(z - 1 / sigma))

    return below


def _rounded(below, up):
    """Masses on multiples of the step of the losses rounded up or down: bounds of profiles."""
    points = np.arange(-2400, 2401) * STEP
    values = np.array([below(x) for x in points])
    masses = np.diff(values, prepend=0.0)
    masses[-1] += 1 - values[-1]
    return masses if up else np.append(masses[1:], 0.0)


def _bounds(laws, x):
    """The profile at x of the convolutions, by a Fourier transform."""
    size, half = 1 << 16, 2400
    result = []
    for up in (False, True):
        spectrum = np.ones(size, dtype=complex)
        for below in laws:
            masses = np.zeros(size)
            masses[: 2 * half + 1] = _rounded(below, up)
            spectrum *= np.fft.fft(np.roll(masses, -half))
        masses = np.real(np.fft.ifft(spectrum))
        losses = np.fft.fftfreq(size, 1 / size) * STEP
        result.append(float(np.sum(masses * np.maximum(-np.expm1(x - losses), 0))))
    return result


LAWS = [
    *(_laplace(i / 100) for i in range(1, 41)),
    *(_response(i / 100) for i in range(1, 31)),
    *(_sampled(1 + i / 30, sign) for i in range(20) for sign in (1, -1)),
]


@pytest.mark.parametrize("x", [1, 3])
def test_a_mixed_list(x):
    product = fd.tensor_product([(f, 1) for f in (*LAPLACE, *RESPONSE, *SAMPLED)])
    ball = product.enclose_delta(x, 6)
    assert ball.route == "bracket by Gaussian smoothing"
    assert ball.relative_width <= Fraction(1, 10**6)
    kept = (1 - 1e-6) ** 30
    low, high = (1 - kept + kept * value for value in _bounds(LAWS, x))
    assert low < ball.lower <= ball.upper < high


def test_only_subsampled_gaussians():
    """As many of them are known by a route of their own if they are equal."""
    equal = fd.SubsampledGaussian(1, "1/100", direction="remove") ** 31
    other = [
        (fd.SubsampledGaussian(1 + Fraction(i, 10**12), "1/100", direction="remove"), 1)
        for i in range(31)
    ]
    one, two = equal.enclose_delta("1/10", 3), fd.tensor_product(other).enclose_delta("1/10", 3)
    assert one.route != two.route
    assert abs(one.midpoint / two.midpoint - 1) < Fraction(1, 10**3)


def test_a_profile_with_a_limit_that_is_not_known_exactly():
    """The profile of the Gaussian function of parameter 1, whose powers are Gaussian."""
    half = Fraction(1, 2)
    f = fd.from_profile(lambda e: fd.Phi(half - e) - exp_(e) * fd.Phi(-half - e))
    ball = (f**3).enclose_delta("1/2", 4)
    mu = mp.sqrt(3)
    exact = mp.ncdf(mu / 2 - 0.5 / mu) - mp.exp(0.5) * mp.ncdf(-mu / 2 - 0.5 / mu)
    assert ball.relative_width <= Fraction(1, 10**4)
    assert float(ball.lower) <= exact <= float(ball.upper)
