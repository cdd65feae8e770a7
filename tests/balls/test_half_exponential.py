"""Laplace, cut off or not, logistic and Gaussian factors against nested quadrature by mpmath."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import mpmath as mp
import pytest
import sympy
from flint import arb, ctx

import fdp_sym as fd
from fdp_sym.balls.half_exponential import HalfExponentialLoss, HalfExponentialPower
from fdp_sym.balls.losses import NormalLoss
from fdp_sym.oracle import enclose_delta, enclose_epsilon


def laplace(factors, sigma=None):
    powers = [HalfExponentialPower(mu, arb(1), (-mu / 2).exp() / 2, k) for mu, k in factors]
    return HalfExponentialLoss(powers, sigma)


def gaussian(m):
    def tails(x):
        q, p = mp.ncdf(m / 2 - x / m), mp.ncdf(-m / 2 - x / m)
        return q, p, q - mp.exp(x) * p

    return tails


def density(widths, t):
    """Of one uniform variable on (-a, a), or of the sum of two."""
    if len(widths) == 1:
        return 1 / (2 * widths[0])
    a, b = widths
    return max(min(a, t + b) - max(-a, t - b), 0) / (4 * a * b)


def with_laplace(tails, mus, x):
    """Tails of Gaussian with Laplace factors, each of which goes up, down or is uniform between.

    The two atoms have weight 1/2 and the uniform part mu/2, times exp(±loss/2 - mu/2).
    """
    result = [mp.mpf(0)] * 3
    for moves in product((1, 0, -1), repeat=len(mus)):
        shift = sum(move * mu for move, mu in zip(moves, mus, strict=True))
        widths = [mu for move, mu in zip(moves, mus, strict=True) if move == 0]
        weight = mp.fprod([mp.mpf(1) / 2, *widths, *[mp.mpf(1) / 2] * (len(mus) - 1)])
        for i, power in enumerate((1, -1, 1)):  # densities under Q, P, Q

            def term(t, i=i, power=power, shift=shift):
                loss = shift + t
                return mp.exp((power * loss - sum(mus)) / 2) * tails(x - loss)[i]

            if not widths:
                result[i] += weight * term(mp.mpf(0))
                continue
            reach = sum(widths)
            inner = abs(widths[0] - widths[-1])
            knots = sorted({-reach, -inner, mp.mpf(0), inner, reach})
            result[i] += weight * mp.quad(
                lambda t, term=term, widths=widths: density(widths, t) * term(t), knots
            )
    return result


@pytest.mark.parametrize(
    ("mus", "sigma", "x"),
    [
        ([1], 0.75, 0.5),
        ([0.5], 2, -1),
        ([2], 1, 4),
        ([0.25], 0.5, 3),
        ([1, 1], 0.75, 0.5),
        ([0.5, 1], 1, -0.25),
        ([0.5, 0.25], 1.5, 2),
    ],
)
def test_against_quadrature(mus, sigma, x):
    with mp.workdps(20), ctx.workprec(300):
        expected = with_laplace(gaussian(mp.mpf(sigma)), [mp.mpf(mu) for mu in mus], mp.mpf(x))
        factors = [(arb(mu), mus.count(mu)) for mu in sorted(set(mus))]
        tail = laplace(factors, arb(sigma)).tail(arb(x))
        for ball, value in zip(tail, expected, strict=True):
            assert abs(ball / arb(mp.nstr(value, 20)) - 1) < 1e-14
            assert ball.rel_accuracy_bits() > 150


def test_a_tiny_laplace_factor_changes_little():
    """Data processing: dropping the factor gains privacy, and by less than its total variation."""
    with ctx.workprec(300):
        mu = arb(2) ** -100
        base = NormalLoss(arb(1)).tail(arb(1)).delta
        both = laplace([(mu, 3)], arb(1)).tail(arb(1)).delta
        assert base < both < base + 3 * mu


def test_more_factors_less_privacy(rng):
    with ctx.workprec(500):
        for _ in range(10):
            mu, nu = (arb(rng.randint(1, 9)) / 8 for _ in range(2))
            x = arb(rng.randint(-8, 24)) / 8
            values = [
                laplace(factors, sigma).tail(x).delta
                for factors, sigma in (
                    ([(mu, 3)], arb(1)),
                    ([(mu, 3), (nu, 1)], arb(1)),
                    ([(mu, 3), (nu, 4)], arb(1)),
                    ([(mu, 3), (nu, 4)], arb(2)),
                )
            ]
            assert all(a < b for a, b in pairwise(values))


class Truncated:
    """Laplace noise on [-B, B] and its shift by mu; ``above`` is the mass of the noise above y."""

    def __init__(self, mu, bound):
        self.mu, self.bound = mp.mpf(mu), mp.mpf(bound)
        self.knots = [self.mu - self.bound, 0, self.mu, self.bound]
        self.ends = self.mu - self.bound, self.mu + self.bound

    def density(self, y):
        return mp.exp(-abs(y)) / (2 - 2 * mp.exp(-self.bound)) if abs(y) <= self.bound else 0

    def above(self, y):
        y = min(max(y, -self.bound), self.bound)
        half = (mp.exp(-abs(y)) - mp.exp(-self.bound)) / (2 - 2 * mp.exp(-self.bound))
        return half if y > 0 else 1 - half

    def loss(self, y):
        return abs(y) - abs(y - self.mu)

    def crossing(self, x):
        return self.ends[0] if x < -self.mu else self.bound if x >= self.mu else (x + self.mu) / 2


class Logistic:
    def __init__(self, shift):
        self.mu = mp.mpf(shift)
        self.knots, self.ends = [0], (-50, 50)

    def density(self, y):
        return mp.sech(y / 2) ** 2 / 4

    def above(self, y):
        return 1 / (1 + mp.exp(y))

    def loss(self, y):
        return 2 * mp.log(mp.cosh(y / 2) / mp.cosh((y - self.mu) / 2))

    def crossing(self, x):
        if abs(x) >= self.mu:
            return mp.inf if x > 0 else -mp.inf
        growth = mp.exp(x / 2)  # cosh(y/2) = growth cosh((y - mu)/2), for z = exp(y)
        return mp.log((growth * mp.exp(self.mu / 2) - 1) / (1 - growth * mp.exp(-self.mu / 2)))


def profile(noise, x):
    """Q - e^x P where the loss is above x."""
    y = noise.crossing(x)
    return noise.above(y - noise.mu) - mp.exp(x) * noise.above(y)


def two(noise, other, x):
    """The profile of the product: the integral of q(y) delta(x - loss(y))."""
    low, high = noise.ends
    bends = [noise.crossing(x + side * other.mu) for side in (-1, 1)]
    knots = sorted({k for k in (low, high, noise.mu, *noise.knots, *bends) if low <= k <= high})

    def integrand(y):
        common = abs(y) <= getattr(noise, "bound", mp.inf)
        return noise.density(y - noise.mu) * (profile(other, x - noise.loss(y)) if common else 1)

    return mp.quad(integrand, knots)


@pytest.mark.parametrize(
    ("noise", "other", "factors", "x"),
    [
        (Truncated(1, 3), Truncated(1, 3), [(fd.TruncatedLaplace(1, 3), 2)], "1/2"),
        (Truncated(1, 3), Truncated(1, 3), [(fd.TruncatedLaplace(1, 3), 2)], "-3/2"),
        (
            Truncated(1, 2),
            Truncated("0.5", "0.75"),
            [(fd.TruncatedLaplace(1, 2), 1), (fd.TruncatedLaplace("1/2", "3/4"), 1)],
            "1/4",
        ),
        (
            Truncated(1, 3),
            Logistic(1),
            [(fd.TruncatedLaplace(1, 3), 1), (fd.Logistic(1), 1)],
            "1/2",
        ),
        (Logistic(1), Logistic(1), [(fd.Logistic(1), 2)], "3/4"),
    ],
)
def test_cut_off_and_logistic_noise(noise, other, factors, x):
    ball = enclose_delta(factors, x)
    assert ball.route == "term-wise closed form"
    assert ball.relative_width <= Fraction(1, 10**30)
    with mp.workdps(15):
        expected = two(noise, other, mp.mpf(Fraction(x).numerator) / Fraction(x).denominator)
        assert abs(mp.mpf(float(ball.midpoint)) / expected - 1) < 1e-13


def test_single_laws_have_their_closed_profiles():
    """Where the centres are outside the common range there are no atoms."""
    for f in (
        fd.TruncatedLaplace(1, 3),
        fd.TruncatedLaplace(2, "3/2"),
        fd.TruncatedLaplace(2, 2),
        fd.Logistic(2),
    ):
        for x in ("-5/2", "-1/3", 0, "1/7", "9/10", "3/2", 4):
            one = enclose_delta([(f, 1), (fd.EpsDelta("1/7"), 1)], x)
            e = sympy.Rational(1, 7)
            point = sympy.Rational(str(x))
            up = sympy.exp(e) / (1 + sympy.exp(e))
            sums = up * f.delta(point - e) + (1 - up) * f.delta(point + e)
            expected = Fraction(str(sympy.N(sums, 40)))
            assert abs(one.midpoint - expected) < Fraction(1, 10**28)


def test_beyond_the_largest_loss():
    assert enclose_delta([(fd.Logistic("1/3"), 3)], 1) == fd.Ball(0, 0)
    assert enclose_epsilon([(fd.Logistic("1/3"), 3)], 0) == fd.Ball(1, 1)
    outside = 1 - (1 - fd.TruncatedLaplace(1, 3).delta(sympy.Integer(9))) ** 2
    ball = enclose_delta([(fd.TruncatedLaplace(1, 3), 2)], 2)
    assert abs(ball.midpoint - Fraction(str(sympy.N(outside, 40)))) < Fraction(1, 10**30)
