"""Tails of the discrete Gaussian: two methods, and mpmath."""

import mpmath
import pytest
from flint import ctx
from sympy import Rational

from fdp_sym.balls.discrete_gaussian import _Tails, enclose_tail, pieces_at


@pytest.mark.parametrize("sigma", [30, 64, 200, 1000])
@pytest.mark.parametrize("bits", [80, 300])
def test_sum_and_euler_maclaurin_meet(sigma, bits):
    with ctx.workprec(bits):
        tails = _Tails(Rational(sigma))
        for k in (1, 2, sigma, 3 * sigma, 10 * sigma):
            direct, smooth = tails._direct(k), tails._euler_maclaurin(k)
            assert direct.overlaps(smooth)
            assert direct.rel_accuracy_bits() > bits - 30
            assert smooth.rel_accuracy_bits() > bits - 30


def test_euler_maclaurin_gives_up_where_it_cannot_be_precise():
    with ctx.workprec(200):
        assert _Tails(Rational(1))._euler_maclaurin(1) is None


@pytest.mark.parametrize("sigma", ["1/10", "1", "17/3", "100"])
def test_tails_by_mpmath(sigma):
    value = Rational(sigma)
    with mpmath.workdps(60):
        scale = 2 * (mpmath.mpf(int(value.p)) / int(value.q)) ** 2
        end = int(40 * value) + 40
        weights = {n: mpmath.exp(-(n**2) / scale) for n in range(-end, end)}
        total = mpmath.fsum(weights.values())
        for k in (-3, 0, 1, 2, int(4 * value) + 1):
            want = mpmath.fsum(w for n, w in weights.items() if n >= k) / total
            ball = enclose_tail(value, k, 30)
            got = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
            assert abs(got - want) < want * mpmath.mpf(10) ** -29


def test_pieces_are_located():
    sigma = Rational(2)
    for alpha in (Rational(1, 10**30), Rational(1, 10), Rational(1, 2), Rational(9, 10)):
        (k,) = pieces_at(sigma, alpha)
        assert enclose_tail(sigma, k + 1, 20) < alpha
        assert enclose_tail(sigma, k, 20) > alpha
