"""Brackets of noise with a bounded loss, against integrals over the noise itself."""

from __future__ import annotations

from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational

from fdp_sym.amplify import SubsampledLaplace
from fdp_sym.oracle import enclose_delta, enclose_value
from fdp_sym.tradeoff import EpsDelta, Logistic, TruncatedLaplace


def holds(ball, value, digits):
    """Whether the ball is narrow and holds the value, which quadrature knows to 12 digits."""
    slack = Fraction(1, 10**12)
    low, high = ball.lower * (1 - slack), ball.upper * (1 + slack)
    return ball.relative_width <= Fraction(1, 10**digits) and low <= Fraction(float(value)) <= high


def laplace_above(y):
    return mp.exp(-y) / 2 if y > 0 else 1 - mp.exp(y) / 2


class Truncated:
    """Noise of density proportional to exp(-|y|) on [-3, 3], around 0 and around 1."""

    mass = 1 - mp.exp(-3)

    def above(self, y):
        y = min(max(y, -3), 3)
        return (laplace_above(y) - mp.exp(-3) / 2) / self.mass

    def profile(self, x):
        if x >= 1:
            return self.above(2)
        y = -2 if x <= -1 else (x + 1) / 2
        return self.above(y - 1) - mp.exp(x) * self.above(y)

    def composed(self, x):
        def integrand(y):
            loss = min(max(2 * y - 1, -1), 1)
            return mp.exp(-abs(y - 1)) / 2 / self.mass * self.profile(x - loss)

        return self.above(2) + mp.quad(
            integrand, [-2, 0, mp.mpf(1) / 4, mp.mpf(1) / 2, mp.mpf(3) / 4, 1, 2, 3]
        )


@pytest.mark.parametrize("x", [Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(3, 2)])
def test_two_truncated_laplace_laws(x):
    """Both have atoms at the ends of their losses, and a mass at infinity."""
    ball = enclose_delta([(TruncatedLaplace(1, 3), 2)], x, 4)
    assert holds(ball, Truncated().composed(mp.mpf(x.numerator) / x.denominator), 4)


class Sampled:
    """Laplace noise around 1 with probability 1/4 and else around 0, against that around 0."""

    q = mp.mpf(1) / 4

    def ratio(self, y):
        return 1 - self.q + self.q * mp.exp(min(max(2 * y - 1, -1), 1))

    def profile(self, x):
        inner = (mp.exp(x) - 1 + self.q) / self.q
        if inner >= mp.e:
            return mp.mpf(0)
        if inner <= mp.exp(-1):
            return 1 - mp.exp(x)
        y = (mp.log(inner) + 1) / 2
        mixed = (1 - self.q) * laplace_above(y) + self.q * laplace_above(y - 1)
        return mixed - mp.exp(x) * laplace_above(y)

    def composed(self, x):
        def integrand(y):
            return mp.exp(-abs(y)) / 2 * self.ratio(y) * self.profile(x - mp.log(self.ratio(y)))

        return mp.quad(integrand, [-40, -10, 0, *mp.linspace(0.1, 0.9, 9), 1, 10, 40])


@pytest.mark.parametrize("x", [Fraction(-1, 4), Fraction(1, 10), Fraction(3, 10)])
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_two_sampled_laplace_laws(x, direction):
    """The other direction by delta_add(x) = 1 - e^x + e^x delta_remove(-x)."""
    function = SubsampledLaplace(1, "1/4", direction=direction)
    ball = enclose_delta([(function, 2)], x, 4)
    point = mp.mpf(x.numerator) / x.denominator
    if direction == "remove":
        expected = Sampled().composed(point)
    else:
        expected = 1 - mp.exp(point) * (1 - Sampled().composed(-point))
    assert holds(ball, expected, 4)


def test_a_mixed_product_is_convex_between_its_values():
    """f(alpha) lies above the tangents that the profile gives, and meets one of them."""
    factors = [(Logistic(1), 1), (EpsDelta("1/3"), 2), (TruncatedLaplace("1/2", 4), 1)]
    value = enclose_value(factors, "1/5", 3)
    assert value.relative_width <= Fraction(1, 10**3)
    tangents = []
    for n in range(-4, 13):
        x = Rational(n, 8)
        delta = enclose_delta(factors, x, 3)
        with mp.workdps(25):
            growth = Fraction(mp.nstr(mp.exp(mp.mpf(n) / 8), 22))
        tangents.append(1 - delta.upper - growth / 5)
    assert max(tangents) <= value.upper
    assert max(tangents) >= value.lower * Fraction(98, 100)
