"""Random products against sums by mpmath that share no code with the package."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, product

import mpmath as mp
import pytest
from sympy import Rational, sqrt

from fdp_sym.balls import Ball
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace, from_pair

mp.mp.dps = 50


class Reference:
    """A product of finite laws, Gaussians and at most one Laplace factor, by plain sums."""

    def __init__(self, finite, sigma=0, laplace=0):
        self.finite, self.sigma, self.laplace = finite, mp.mpf(sigma), mp.mpf(laplace)

    def base(self, x):
        if self.sigma:
            m = self.sigma
            q, p = mp.ncdf(m / 2 - x / m), mp.ncdf(-m / 2 - x / m)
            return q, p, q - mp.exp(x) * p
        if self.laplace:  # the shift of Laplace noise: loss |t| - |t - mu|
            mu = self.laplace
            if x >= mu:
                return mp.mpf(0), mp.mpf(0), mp.mpf(0)
            if x < -mu:
                return mp.mpf(1), mp.mpf(1), 1 - mp.exp(x)
            t = (x + mu) / 2
            q, p = 1 - mp.exp(t - mu) / 2, mp.exp(-t) / 2
            return q, p, q - mp.exp(x) * p
        inside = mp.mpf(1 if x < 0 else 0)
        return inside, inside, inside * (1 - mp.exp(x))

    def tails(self, x):
        totals = [mp.mpf(0)] * 3
        for outcome in product(*self.finite):
            p, q = mp.fprod(p for p, _ in outcome), mp.fprod(q for _, q in outcome)
            if q == 0:
                continue
            if p == 0:
                totals = [totals[0] + q, totals[1], totals[2] + q]
                continue
            base = self.base(x - mp.log(q / p))
            totals = [totals[0] + q * base[0], totals[1] + p * base[1], totals[2] + q * base[2]]
        return totals


def eps_delta_law(eps, delta):
    growth = mp.exp(eps)
    c = (1 - delta) / (1 + growth)
    return [(mp.mpf(0), delta), (c, growth * c), (growth * c, c), (delta, mp.mpf(0))]


def random_product(rng):
    """The factors and their reference."""
    factors, finite = [], []
    for _ in range(rng.randint(0, 2)):
        eps = rng.choice([Rational(rng.randint(1, 30), 20), sqrt(rng.randint(2, 7)) / 2])
        slack = rng.choice([Rational(0), Rational(1, rng.randint(5, 2000))])
        n = rng.randint(1, 2)
        factors.append((EpsDelta(eps, slack), n))
        finite += [eps_delta_law(mp.mpf(str(eps.evalf(60))), mp.mpf(slack.p) / slack.q)] * n
    if rng.random() < 0.5:
        p, q = ([rng.randint(0, 4) for _ in range(4)] for _ in range(2))
        p[0], q[1] = p[0] + 1, q[1] + 1
        pair = [[Fraction(x, sum(v)) for x in v] for v in (p, q)]
        factors.append((from_pair(*pair), 1))
        masses = ([mp.mpf(x.numerator) / x.denominator for x in v] for v in pair)
        finite.append(list(zip(*masses, strict=True)))
    kind = rng.choice(["gaussian", "laplace", "none"])
    sigma = laplace = 0
    if kind == "gaussian":
        n, step = rng.randint(1, 3), Rational(rng.randint(1, 12), 8)
        factors.append((Gaussian(step), n))
        sigma = mp.sqrt(n) * mp.mpf(step.p) / step.q
    if kind == "laplace":
        step = Rational(rng.randint(1, 12), 8)
        factors.append((Laplace(step), 1))
        laplace = mp.mpf(step.p) / step.q
    return factors, Reference(finite, sigma, laplace)


def agrees(ball, value, digits=40):
    """Whether the ball holds a number next to the reference value."""
    width = abs(value) * mp.mpf(10) ** -digits + mp.mpf(10) ** -digits
    low, high = (Fraction(mp.nstr(value + side * width, 50)) for side in (-1, 1))
    return ball.overlaps(Ball(low, high))


@pytest.mark.parametrize("seed", range(40))
def test_profiles(seed):
    rng = random.Random(seed)
    factors, reference = random_product(rng)
    points = sorted(Rational(rng.randint(-40, 60), 16) for _ in range(4))
    values = []
    for eps in points:
        ball = enclose_delta(factors, eps, digits=35)
        assert ball.relative_width <= Fraction(1, 10**35)
        assert agrees(ball, reference.tails(mp.mpf(eps.p) / eps.q)[2])
        assert not agrees(ball * Fraction(1001, 1000) + Fraction(1, 10**9), ball_value(ball))
        values.append(ball)
    assert all((a >= b) is not False for a, b in pairwise(values))


def ball_value(ball):
    return mp.mpf(ball.midpoint.numerator) / ball.midpoint.denominator


@pytest.mark.parametrize("seed", range(20))
def test_epsilon(seed):
    """The profile at the answer is the level."""
    rng = random.Random(1000 + seed)
    factors, reference = random_product(rng)
    level = Fraction(1, rng.randint(2, 10**4))
    ball = enclose_epsilon(factors, level)
    start, limit = reference.tails(mp.mpf(0))[2], reference.tails(mp.mpf(1000))[2]
    goal = mp.mpf(level.numerator) / level.denominator
    if goal > start:
        assert ball == Ball(0, 0)
    elif goal < limit:
        assert ball == Ball(float("inf"), float("inf"))
    else:
        assert ball.relative_width <= Fraction(1, 10**30)
        low, high = (mp.mpf(x.numerator) / x.denominator for x in (ball.lower, ball.upper))
        assert reference.tails(low * (1 - mp.mpf(10) ** -29))[2] >= goal
        assert reference.tails(high * (1 + mp.mpf(10) ** -29))[2] <= goal


@pytest.mark.parametrize("seed", range(12))
def test_values(seed):
    """f(alpha) = max over eps of 1 - delta(eps) - exp(eps) alpha, found by bisection."""
    rng = random.Random(2000 + seed)
    factors, reference = random_product(rng)
    alpha = Fraction(rng.randint(1, 63), 64)
    ball = enclose_value(factors, alpha, digits=25)
    assert ball.relative_width <= Fraction(1, 10**25)
    goal = mp.mpf(alpha.numerator) / alpha.denominator
    low, high = mp.mpf(-40), mp.mpf(40)
    for _ in range(110):  # where P(L > x) crosses alpha, the tangent touches f
        x = (low + high) / 2
        low, high = (x, high) if reference.tails(x)[1] > goal else (low, x)
    best = 1 - reference.tails(low)[2] - mp.exp(low) * goal
    assert agrees(ball, max(best, mp.mpf(0)), digits=30)
