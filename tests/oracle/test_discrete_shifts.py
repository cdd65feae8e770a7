"""Discrete Gaussian noise against shifts by more than 1: sums over all outcomes decide."""

from fractions import Fraction

import pytest
from mpmath import exp, mp, mpf
from sympy import Rational

from fdp_sym.tradeoff import DiscreteGaussian, Gaussian

RANGE = 60


@pytest.fixture(autouse=True)
def precise():
    with mp.workdps(50):
        yield


def masses(sigma):
    weights = {n: exp(-(mpf(n) ** 2) / (2 * mpf(sigma) ** 2)) for n in range(-RANGE, RANGE + 1)}
    total = sum(weights.values())
    return {n: w / total for n, w in weights.items()}


def convolved(p, k):
    law = {0: mpf(1)}
    for _ in range(k):
        longer = {}
        for a, x in law.items():
            for b, y in p.items():
                longer[a + b] = longer.get(a + b, mpf(0)) + x * y
        law = longer
    return law


def profile(sigma, shift, k, eps):
    # the sum of the outcomes decides, as the densities are those of an exponential family
    law = convolved(masses(sigma), k)
    return sum(
        max(mpf(0), law.get(n - k * shift, mpf(0)) - exp(mpf(eps)) * x) for n, x in law.items()
    )


def contains(ball, value, digits=28):
    low, high = (mpf(end.numerator) / end.denominator for end in (ball.lower, ball.upper))
    tiny = value * mpf(10) ** -40
    assert low - tiny <= value <= high + tiny
    assert high - low <= high * mpf(10) ** -digits


@pytest.mark.parametrize(("sigma", "shift", "k"), [(2, 3, 1), (1, 2, 1), (2, 3, 2), (3, 2, 3)])
@pytest.mark.parametrize("eps", ["0", "0.7", "3"])
def test_profile_by_the_sum_over_all_outcomes(sigma, shift, k, eps):
    f = DiscreteGaussian(sigma).group(shift) ** k
    contains(f.enclose_delta(eps), profile(sigma, shift, k, eps))


def test_epsilon_is_where_the_profile_has_the_level():
    ball = (DiscreteGaussian(2).group(3) ** 2).enclose_epsilon("1/1000")
    for end, above in ((ball.lower, True), (ball.upper, False)):
        margin = profile(2, 3, 2, mpf(end.numerator) / end.denominator) - mpf(1) / 1000
        assert (margin > -(mpf(10) ** -33)) if above else (margin < mpf(10) ** -33)


def test_curve_at_a_corner_and_between():
    p = masses(3)
    tail = {n: sum(x for m, x in p.items() if m >= n) for n in range(-10, 20)}
    f = DiscreteGaussian(3).group(2)
    # rejected from n = 4 on, the type II error is P[N + 2 < 4]
    share = Fraction(1, 10)
    assert tail[5] < mpf(1) / 10 < tail[4]
    part = (mpf(1) / 10 - tail[5]) / p[4]
    beta = 1 - (tail[3] + part * p[2])
    contains(f.enclose(share), beta)


def test_many_runs_are_like_the_floats_of_continuous_noise():
    discrete = DiscreteGaussian(10).group(2) ** 1000
    continuous = Gaussian(Rational(1, 5)) ** 1000
    assert float(discrete.enclose_epsilon("1e-6").upper) == pytest.approx(
        float(continuous.enclose_epsilon("1e-6").upper), rel=1e-4
    )
