"""The discrete Gaussian against brute-force sums (mpmath) over its masses."""

import math
from itertools import islice

import laws
import mpmath
import numpy as np
import pytest
from sympy import Interval, Rational, Sum, oo, sqrt

from fdp_sym.errors import DomainError
from fdp_sym.symbols import alpha, epsilon, real
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian

SIGMAS = ["1/20", "1/3", "1", "5/2", "12"]


class Sums:
    """Tails as plain sums over all outcomes that matter."""

    def __init__(self, sigma):
        value = Rational(sigma)
        self.sigma = mpmath.mpf(int(value.p)) / int(value.q)
        self.end = int(45 * self.sigma) + 20
        weights = [mpmath.exp(-(n**2) / (2 * self.sigma**2)) for n in range(-self.end, self.end)]
        total = mpmath.fsum(weights)
        self.masses = [w / total for w in weights]
        self.tails = [mpmath.mpf(0)]
        for mass in reversed(self.masses):
            self.tails.append(self.tails[-1] + mass)
        self.tails.reverse()

    def upper(self, k):
        return self.tails[min(max(k + self.end, 0), 2 * self.end)]

    def value(self, a):
        """The piece on which alpha lies: between the errors of two thresholds."""
        k = next(k for k in range(-self.end, self.end) if self.upper(k + 1) <= a)
        slope = mpmath.exp((2 * k - 1) / (2 * self.sigma**2))
        return (1 - self.upper(k)) - slope * (a - self.upper(k + 1))

    def delta(self, eps):
        """Section 7 of the literature: P[Z > eps s^2 - 1/2] - e^eps P[Z > eps s^2 + 1/2]."""
        cut = mpmath.mpf(eps) * self.sigma**2
        low, high = (int(mpmath.floor(cut + h)) + 1 for h in (-0.5, 0.5))
        return self.upper(low) - mpmath.exp(eps) * self.upper(high)


@pytest.mark.parametrize("sigma", [*SIGMAS, "127", "129", "1000", "1000000", "1e10"])
def test_laws(sigma):
    laws.check_all(DiscreteGaussian(sigma), pairs=8)


@pytest.mark.parametrize("sigma", SIGMAS)
def test_values_by_brute_force(sigma):
    f = DiscreteGaussian(sigma)
    with mpmath.workdps(150):
        sums = Sums(sigma)
        for a in (1e-12, 0.001, 0.05, 0.3, 0.45, 0.5, 0.55, 0.8, 0.999):
            want = sums.value(mpmath.mpf(a))
            assert f.complement(a) == pytest.approx(float(1 - want), rel=1e-12)
            ball = f.enclose(Rational(a), digits=30)
            assert abs(mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator - want) < (
                mpmath.mpf(10) ** -29 * want
            )
            assert f(a) == pytest.approx(float(want), rel=1e-12)
            assert float(f(Rational(a))) == pytest.approx(float(want), rel=1e-14)


@pytest.mark.parametrize("sigma", SIGMAS)
def test_profile_by_brute_force(sigma):
    f = DiscreteGaussian(sigma)
    with mpmath.workdps(60):
        sums = Sums(sigma)
        for x in (-3.0, -1.0, -0.3, 0.0, 0.1, 0.7, 1.0, 2.0, 6.0):
            eps = x / float(min(sums.sigma, sums.sigma**2))
            want = sums.delta(eps)
            brute = mpmath.fsum(
                max(0, q - mpmath.exp(eps) * p)
                for p, q in zip(sums.masses[1:], sums.masses, strict=False)
            )
            assert abs(want - brute) < mpmath.mpf(10) ** -40
            assert f.delta(eps) == pytest.approx(float(want), rel=1e-13, abs=1e-300)
            ball = f.enclose_delta(Rational(eps), digits=25)
            if want > mpmath.mpf(10) ** -40:
                assert float(ball.midpoint) == pytest.approx(float(want), rel=1e-15)
                assert float(f.delta(Rational(eps))) == pytest.approx(float(want), rel=1e-14)


@pytest.mark.parametrize("sigma", SIGMAS)
def test_epsilon_inverts_the_profile(sigma):
    f = DiscreteGaussian(sigma)
    for level in ("1e-5", "1/1000", "1e-40", "0.9"):
        eps = f.enclose_epsilon(level, digits=100)
        if eps.upper == 0:
            assert float(f.tv()) <= float(Rational(level))
            continue
        with mpmath.workdps(120):
            middle = mpmath.mpf(eps.midpoint.numerator) / eps.midpoint.denominator
            reached = Sums(sigma).delta(middle)
            want = mpmath.mpf(int(Rational(level).p)) / int(Rational(level).q)
            assert abs(reached / want - 1) < mpmath.mpf(10) ** -30
    assert f.enclose_epsilon(0).lower == math.inf
    assert f.enclose_epsilon(1).upper == 0


def test_both_methods_and_the_limit_meet():
    # just below and above the table; and the continuous limit
    levels = np.array([1e-300, 1e-20, 0.01, 0.3, 0.5, 0.7, 0.99])
    for low, high in ((128, "128.0000000000001"), (2**30 - 1, 2**30)):
        f, g = DiscreteGaussian(low), DiscreteGaussian(high)
        assert f(levels) == pytest.approx(g(levels), rel=1e-12)
        assert f.complement(levels) == pytest.approx(g.complement(levels), rel=1e-12)
    for sigma in (50, 1000):
        f, g = DiscreteGaussian(sigma), Gaussian(Rational(1, sigma))
        assert np.abs(f(levels) - g(levels)).max() < 1 / sigma**2
    far = DiscreteGaussian(10**12).enclose_delta(0, digits=20)
    assert float(far.midpoint) == pytest.approx(1e-12 / math.sqrt(2 * math.pi), rel=1e-15)


def test_the_discrete_profile_may_exceed_the_continuous_one():
    # at sigma = 1, eps = 1 by the masses themselves
    assert DiscreteGaussian(1).enclose_delta(1) > Gaussian(1).enclose_delta(1)
    with mpmath.workdps(30):
        assert Sums(1).delta(1) > mpmath.mpf("0.1412")


def test_thresholds_whose_level_underflows():
    f = DiscreteGaussian("1/1000")  # S(1) is about exp(-500000)
    z = np.array([900.0, 1000.0, 1100.0])
    with mpmath.workdps(40):
        for at, got in zip(z.tolist(), f.complement_at_z(z), strict=True):
            level = mpmath.erfc(at / mpmath.sqrt(2)) / 2
            mass = mpmath.exp(-mpmath.mpf(500_000))  # P[N = 1], P[N = 2] is far below
            assert got == pytest.approx(float(min(level / mass, 1)), rel=1e-9, abs=1e-300)


def test_symbols_and_sums():
    sigma = real("sigma", Interval.open(0, oo))
    f = DiscreteGaussian(sigma)
    assert f.subs({sigma: 2}) == DiscreteGaussian(2)
    assert f.delta(epsilon).free_symbols == {sigma, epsilon}
    assert f(alpha).free_symbols == {sigma, alpha}
    at = f.delta(epsilon).subs({sigma: 2, epsilon: Rational(1, 2)})
    assert float(at) == pytest.approx(DiscreteGaussian(2).delta(0.5), rel=1e-14)
    written = DiscreteGaussian(2)("1/3").rewrite(Sum)
    assert written.has(Sum)
    weights = [math.exp(-n * n / 8) for n in range(1, 60)]
    tail = sum(weights) / (1 + 2 * sum(weights))
    assert float(DiscreteGaussian(2).fixed_point()) == pytest.approx(tail, rel=1e-15)
    assert "P" in DiscreteGaussian(2)._repr_latex_()
    assert DiscreteGaussian(sqrt(2)).enclose_delta(sqrt(3)) > 0


def test_atoms_are_the_pair():
    f, n = DiscreteGaussian(1), 30
    ratios, p, q = (
        np.array([float(x) for x in row]) for row in np.transpose(list(islice(f.atoms, n)))
    )
    assert p.sum() == pytest.approx(1, abs=1e-15)
    assert q.sum() == pytest.approx(1, abs=1e-15)
    assert q == pytest.approx(ratios * p, rel=1e-12)
    for eps in (0.0, 0.4, 1.7):
        want = np.maximum(0, q - math.exp(eps) * p).sum()
        assert f.delta(eps) == pytest.approx(want, abs=1e-14)


@pytest.mark.parametrize("sigma", [0, "0", -1, float("inf"), float("nan"), None])
def test_wrong_sigma(sigma):
    with pytest.raises(DomainError, match="sigma"):
        DiscreteGaussian(sigma)


def test_no_noise_names_the_remedy():
    with pytest.raises(DomainError, match=r"EpsDelta\(0, 1\)"):
        DiscreteGaussian(0)
    assert EpsDelta(0, 1)(0.0) == 0.0


def test_extreme_values():
    nothing, everything = DiscreteGaussian("1e-200"), DiscreteGaussian("1e300")
    assert nothing([0.0, 1e-300, 0.5, 1.0]).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert everything([0.0, 0.25, 1.0]).tolist() == [1.0, 0.75, 0.0]
    assert everything.enclose("1/3").contains(Rational(2, 3))
    assert DiscreteGaussian(3).enclose(0).is_exact
    assert DiscreteGaussian(3).enclose(1).upper == 0
