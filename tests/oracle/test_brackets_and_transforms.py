"""Products in which subsampled Gaussians are mixed with factors that have atoms."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from numpy.polynomial.legendre import leggauss
from scipy.special import ndtr
from sympy import Rational

import fdp_sym as fd
from fdp_sym.balls.bracket_parts import bracket_of
from fdp_sym.balls.bracket_search import bracketed_delta
from fdp_sym.balls.refine import constant
from fdp_sym.errors import UnsupportedError
from fdp_sym.oracle import enclose_delta, enclose_epsilon
from fdp_sym.oracle.parts import factors_of, parts_of

REMOVE = fd.SubsampledGaussian(1, "1/10", direction="remove")
ADD = fd.SubsampledGaussian(1, "1/10", direction="add")
HERMITE, LEGENDRE = hermegauss(160), leggauss(40)


def nested(x, gaussian, response, sign):
    """The integral over both outcomes of the profile of the Gaussian, all under Q, in doubles."""

    def rest(x):
        return ndtr(gaussian / 2 - x / gaussian) - np.exp(x) * ndtr(-gaussian / 2 - x / gaussian)

    def noise(
        x,
    ):  # Laplace noise of scale 1, shifted by 1: at y below the centre the loss is 1 - 2y
        atoms = (rest(x - 1) + np.exp(-1) * rest(x + 1)) / 2
        y, weights = (1 + LEGENDRE[0]) / 2, LEGENDRE[1] / 2
        return atoms + (np.exp(-y) / 2 * weights) @ rest(x[None, :] - 1 + 2 * y[:, None])

    def signs(x):
        up = 1 / (1 + np.exp(-response))
        return up * noise(x - response) + (1 - up) * noise(x + response)

    z, weights = HERMITE
    ratio = (9 + np.exp(z - 1 / 2)) / 10
    if sign > 0:  # Q is the mixture
        weights = weights * ratio
    return weights @ signs(x - sign * np.log(ratio)) / np.sqrt(2 * np.pi)


@pytest.mark.parametrize(("sampled", "x"), [(REMOVE, "1/2"), (ADD, "-1/4")])
def test_against_nested_quadrature(sampled, x):
    factors = [(sampled, 1), (fd.Laplace(1), 1), (fd.Gaussian("3/4"), 1), (fd.EpsDelta("1/3"), 1)]
    ball = enclose_delta(factors, x)
    assert ball.route == "transform of the loss"
    assert ball.relative_width <= Fraction(1, 10**30)
    expected = nested(float(Fraction(x)), 3 / 4, 1 / 3, 1 if sampled is REMOVE else -1)
    assert abs(float(ball.midpoint) / expected - 1) < 1e-12


MIXED = [
    [(REMOVE, 60), (fd.Laplace("1/10"), 5)],
    [(REMOVE, 40), (ADD, 30), (fd.TruncatedLaplace("1/3", 9), 2), (fd.EpsDelta("1/7"), 40)],
    [(ADD, 70), (fd.DiscreteGaussian(3), 2), (fd.Logistic("1/3"), 1), (fd.EpsDelta(1, "1/9"), 1)],
]


@pytest.mark.parametrize("factors", MIXED)
def test_transforms_are_in_brackets(factors):
    """A bracket knows no transforms of subsampled Gaussians, and smooths."""
    ball = enclose_delta(factors, 1)
    assert ball.relative_width <= Fraction(1, 10**30)
    parts = parts_of(factors_of(factors))
    bracket = bracket_of(parts, "a product", UnsupportedError("asked for"))
    between = bracketed_delta(bracket, lambda: constant(Rational(1)), 2, "", "")
    assert between.relative_width <= Fraction(1, 100)
    assert between.lower <= ball.lower <= ball.upper <= between.upper


def test_the_profile_at_its_epsilon():
    eps = enclose_epsilon(MIXED[0], "1/1000")
    assert eps.relative_width <= Fraction(1, 10**30)
    for end, side in ((eps.lower, -1), (eps.upper, 1)):
        near = enclose_delta(MIXED[0], end + side * Fraction(1, 10**26))
        assert (near < Fraction(1, 1000)) is (side > 0)
