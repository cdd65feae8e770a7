"""Sums of discrete Gaussian variables against plain convolution."""

from __future__ import annotations

import math
from itertools import accumulate

import mpmath as mp
import pytest
from flint import arb, arb_poly, ctx

from fdp_sym.balls.discrete_gaussian_powers import DiscreteGaussianPower


def by_polynomial(sigma, k, x):
    """The tails from a polynomial power, cut off where the weights are below the last bit."""
    reach = int(sigma * 20) + 8
    weights = [(-arb(n * n) / (2 * arb(sigma) ** 2)).exp() for n in range(-reach, reach + 1)]
    total = sum(weights, arb(0))
    masses = (arb_poly([w / total for w in weights]) ** k).coeffs()
    upper = list(accumulate(reversed(masses), initial=arb(0)))

    def tail(m):
        return upper[max(0, min(len(masses), len(masses) - m - reach * k))]

    first = math.floor(x * sigma**2 + k / 2) + 1
    q, p = tail(first - k), tail(first)
    return q, p, q - arb(x).exp() * p


@pytest.mark.parametrize(
    ("sigma", "k", "x"),
    [
        (0.25, 3, 0.5),
        (0.25, 5, 20.3),
        (0.5, 4, -1.3),
        (0.5, 1, 0.1),
        (1, 3, 0.7),
        (1, 7, 9.1),
        (2, 10, 2.03),
        (2, 10, -4.01),
        (2, 1, 1.1),
        (5, 20, 0.25),
        (5, 30, 2.01),
        (5, 30, 8.01),
    ],
)
def test_tails_against_polynomials(sigma, k, x):
    with ctx.workprec(200):
        tail = DiscreteGaussianPower(k, arb(sigma)).tail(arb(x))
    with ctx.workprec(400):
        for ball, value in zip(tail, by_polynomial(sigma, k, x), strict=True):
            assert abs(ball / value - 1) < arb(10) ** -40
            assert ball.rel_accuracy_bits() > 140


@pytest.mark.parametrize(
    ("sigma", "k", "x", "digits"),
    [
        (2, 10, 2, "0.169292305701356940372476966490502916"),
        (5, 100, 6, "0.0099694422691062888540169184653115"),
        (5, 100, 2, "0.331871402802125510100027597302323"),
    ],
)
def test_reference_values(sigma, k, x, digits):
    """At lattice points: the profile is continuous there."""
    with ctx.workprec(200):
        delta = DiscreteGaussianPower(k, arb(sigma)).tail(arb(x)).delta
        assert abs(delta - arb(digits)) < arb(10) ** -31


def test_one_factor_against_plain_sums():
    with mp.workdps(40), ctx.workprec(200):
        for sigma, x in ((0.3, 0.5), (1, 0.9), (3, -0.2)):
            total = mp.nsum(lambda n, s=sigma: mp.exp(-(n**2) / (2 * mp.mpf(s) ** 2)), [-60, 60])
            first = math.floor(x * sigma**2 + 0.5) + 1
            masses = [mp.exp(-(mp.mpf(n) ** 2) / (2 * mp.mpf(sigma) ** 2)) for n in range(-60, 61)]
            p = mp.fsum(masses[60 + first :]) / total
            q = mp.fsum(masses[59 + first :]) / total
            tail = DiscreteGaussianPower(1, arb(sigma)).tail(arb(x))
            assert abs(tail.p / arb(mp.nstr(p, 38)) - 1) < 1e-35
            assert abs(tail.q / arb(mp.nstr(q, 38)) - 1) < 1e-35


def test_a_million_factors_are_close_to_the_continuous_law():
    """The cost does not grow with k; sigma = 500 leaves nothing of the lattice but ties."""
    with ctx.workprec(160):
        tail = DiscreteGaussianPower(10**6, arb(500)).tail(arb(1))
        mean, spread = arb(2), arb(2)  # of a normal loss of variance k/sigma^2 = 4

        def normal(z):
            return (z / arb(2).sqrt()).erfc() / 2

        # shifted by half a lattice step, 1/(2 sigma^2), as the outcomes are whole numbers
        middle = arb(1) + 1 / (2 * arb(500) ** 2)
        assert abs(tail.q - normal((middle - mean) / spread)) < 1e-9
        assert abs(tail.p - normal((middle + mean) / spread)) < 1e-9
