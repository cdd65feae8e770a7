"""The smallest noise against closed forms, and what is refused."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational

import fdp_sym as fd
from fdp_sym.errors import DomainError, HypothesisError, PrecisionError
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian, Laplace, TradeOff


def gaussian_delta(sigma, eps):
    return mp.ncdf(1 / (2 * sigma) - eps * sigma) - mp.exp(eps) * mp.ncdf(
        -1 / (2 * sigma) - eps * sigma
    )


@pytest.mark.parametrize(
    ("eps", "delta"),
    [("1", "1e-5"), ("0", "1e-9"), ("1/10", "1e-300"), ("-1/2", "1/2"), ("8", ".3")],
)
@pytest.mark.parametrize("digits", [5, 15, 60])
def test_gaussian(eps, delta, digits):
    """The two sides of the answer differ in the sign of the closed formula."""
    ball = fd.calibrate(lambda sigma: Gaussian(1 / sigma), eps=eps, delta=delta, digits=digits)
    assert ball.relative_width <= Fraction(1, 10**digits)
    with mp.workdps(400 if "e-300" in delta else 100):
        x, level = (mp.mpf(Fraction(n).numerator) / Fraction(n).denominator for n in (eps, delta))
        low, high = (mp.mpf(end.numerator) / end.denominator for end in (ball.lower, ball.upper))
        assert gaussian_delta(low, x) > level >= gaussian_delta(high, x)
        assert gaussian_delta(mp.mpf(ball.safe), x) <= level
        if digits >= 15:
            assert gaussian_delta(mp.mpf(math.nextafter(ball.safe, 0)), x) > level


def test_laplace():
    """delta(1) = 1 - exp((1 - 1/sigma)/2)."""
    ball = fd.calibrate(lambda sigma: Laplace(1 / sigma), eps=1, delta="1/1000", digits=25)
    with mp.workdps(50):
        sigma = 1 / (1 - 2 * mp.log(1 - mp.mpf(1) / 1000))
        assert abs(mp.mpf(ball.lower.numerator) / ball.lower.denominator / sigma - 1) < 1e-24
        assert abs(mp.mpf(ball.upper.numerator) / ball.upper.denominator / sigma - 1) < 1e-24
    assert ball.upper <= Fraction(ball.safe) <= ball.upper * (1 + Fraction(1, 2**51))


def test_a_profile_that_becomes_zero():
    """Of Laplace noise delta(1) vanishes from sigma = 1 on."""
    ball = fd.calibrate(lambda sigma: Laplace(1 / sigma), eps=1, delta=0)
    assert ball.contains(1)
    assert ball.safe == 1.0


@pytest.mark.parametrize(
    "mechanism",
    [
        lambda s: Laplace(1 / s) ** 30,
        lambda s: DiscreteGaussian(s) ** 100,
        lambda s: fd.SubsampledGaussian(s, "1/100", direction="remove") ** 1000,
        lambda s: Gaussian(1 / s) ** 5 @ EpsDelta(0, "1e-6"),
    ],
)
def test_the_least_double(mechanism):
    """The guarantee holds at the double on the safe side and fails at the one before it."""
    safe = fd.calibrate(mechanism, eps=1, delta="1e-5").safe
    assert mechanism(Rational(safe)).enclose_delta(1, 20).upper <= Fraction(1, 10**5)
    before = Rational(math.nextafter(safe, 0))
    assert mechanism(before).enclose_delta(1, 20).lower > Fraction(1, 10**5)


def test_a_profile_that_jumps():
    """No sigma between 2 and 3 makes a difference, and at 3 the guarantee is suddenly met."""

    def steps(sigma):
        return EpsDelta(1 if sigma < 3 else Rational(1, 2))

    ball = fd.calibrate(steps, eps="3/4", delta="1/100", digits=12)
    assert ball.contains(3)
    assert ball.relative_width <= Fraction(1, 10**12)


def test_compositions():
    """The guarantee is met at the answer and missed just before it."""

    def mechanism(sigma):
        return DiscreteGaussian(sigma) ** 10 @ EpsDelta("1/10")

    ball = fd.calibrate(mechanism, eps=1, delta="1e-6", digits=8)
    assert mechanism(Rational(ball.safe)).enclose_delta(1).upper <= Fraction(1, 10**6)
    before = Rational(ball.safe) * (1 - Rational(2, 10**8))
    assert mechanism(before).enclose_delta(1).lower > Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("mechanism", "eps", "delta", "error", "says"),
    [
        (lambda s: Gaussian(s), 1, "1e-7", HypothesisError, "increases"),
        (lambda s: Gaussian(1 / s), -1, "1/2", DomainError, "at least 1 - e"),
        (lambda s: Gaussian(1 / s) @ EpsDelta(0, "1e-3"), 1, "1e-4", DomainError, "hardly falls"),
        (lambda s: EpsDelta(0, "1/10"), 1, "1/2", DomainError, "even at"),
        (lambda s: Gaussian(1 / s), 1, 1, DomainError, "delta < 1"),
        (lambda s: Gaussian(1 / s), 1, -1, DomainError, "delta"),
        (lambda s: 1 / s, 1, "1/2", DomainError, "trade-off"),
        (1, 1, "1/2", DomainError, "allowed is a function of sigma"),
    ],
)
def test_what_is_refused(mechanism, eps, delta, error, says):
    with pytest.raises(error, match=says):
        fd.calibrate(mechanism, eps=eps, delta=delta)


def test_an_increase_inside_is_reported():
    """More noise is not always better if it comes with another mechanism."""

    def mechanism(sigma) -> TradeOff:
        return Gaussian(1 / sigma) if sigma < 2 else Gaussian(3 / sigma)

    with pytest.raises(HypothesisError, match="increases from"):
        fd.calibrate(mechanism, eps="1/2", delta="1e-3")


def test_a_wide_answer_keeps_its_enclosure():
    class Vague(Gaussian):
        def enclose_delta(self, eps, digits=30):
            raise PrecisionError("vague", fd.Ball(0, 1))

    def mechanism(sigma):
        return Vague(1 / sigma) if 1 < sigma < 2 else Gaussian(1 / sigma)

    with pytest.raises(PrecisionError) as caught:
        fd.calibrate(mechanism, eps=1, delta="1/20")
    assert caught.value.ball.lower == 1
    assert caught.value.ball.upper == 2


def test_it_travels():
    ball = fd.calibrate(lambda sigma: Gaussian(1 / sigma), eps=1, delta="1e-5")
    again = pickle.loads(pickle.dumps(ball))
    assert again == ball
    assert again.safe == ball.safe
