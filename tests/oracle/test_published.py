"""Published numbers of long compositions, and those that this kind of oracle is measured by."""

from __future__ import annotations

from fractions import Fraction

import pytest

import fdp_sym as fd


@pytest.mark.parametrize(
    ("mechanism", "eps", "digits"),
    [
        # noisy gradient descent of ten thousand steps: a float accountant's .0102249111 (its last
        # digit is wrong) and .0228503396; here by a trapezoidal sum in mpmath with 30 digits
        ("SubsampledGaussian(2, 1/100, direction='remove') ** 10000", "1", ".0102249112360591857"),
        ("SubsampledGaussian(2, 1/100, direction='remove') ** 10000", ".8", ".0228503396422759795"),
        # Laplace noise of scale 13.6, twenty times; the scale 71 was calibrated to 1e-4
        ("Laplace(5/68) ** 20", "1", "9.350039e-5"),
        ("Laplace(1/71) ** 500", "1", "9.929e-5"),
        (
            "SubsampledGaussian(1, 1/100, direction='remove') ** 1000",
            "1",
            "0.0026124205786269238",
        ),
        ("Laplace(1) ** 30", "10", "0.5135483935078025"),
        ("Laplace(1/10) ** 1000", "10", "0.0280340412154775"),
        ("DiscreteGaussian(2) ** 10", "2", "0.1692923057"),
        ("Gaussian(1)", "1", "0.126936737507"),
    ],
)
def test_profiles(mechanism, eps, digits):
    """Within a unit of the last digit printed."""
    ball = fd.parse(mechanism).enclose_delta(eps, 30)
    assert ball.relative_width <= Fraction(1, 10**30)
    mantissa, _, exponent = digits.partition("e")
    unit = Fraction(1, 10 ** (len(mantissa.partition(".")[2]) - int(exponent or 0)))
    assert abs(ball.midpoint - Fraction(digits)) <= unit


@pytest.mark.parametrize(
    ("mechanism", "delta", "digits"),
    [
        ("Gaussian(1)", "1e-12", "7.23849442018"),
        ("Gaussian(1/2)", "1e-5", "1.99309140442"),
        ("Gaussian(1)", "1e-5", "4.37717809568"),
        ("Gaussian(2)", "1e-5", "9.99725614643"),
        ("Gaussian(3)", "1e-5", "16.6754944028"),
        ("Gaussian(6)", "1e-5", "42.8360081027"),
    ],
)
def test_epsilons(mechanism, delta, digits):
    ball = fd.parse(mechanism).enclose_epsilon(delta, 30)
    assert ball.relative_width <= Fraction(1, 10**30)
    unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
    assert abs(ball.midpoint - Fraction(digits)) <= unit


@pytest.mark.parametrize(
    ("alpha", "digits"),
    [
        ("0.05", "0.750409102477"),
        ("0.1", "0.618752801846"),
        ("0.3", "0.326477232901"),
        ("0.5", "0.163091654665"),
    ],
)
def test_ten_randomized_responses(alpha, digits):
    ball = fd.parse("EpsDelta(10**(-1/2)) ** 10").enclose(alpha, 30)
    assert abs(ball.midpoint - Fraction(digits)) <= Fraction(1, 10**12)
