"""Truncated Laplace noise against its distribution, at high precision and by integration."""

import math

import laws
import mpmath
import numpy as np
import pytest
from sympy import Interval, Rational, oo

from fdp_sym.errors import DomainError
from fdp_sym.symbols import alpha, epsilon, real
from fdp_sym.tradeoff import EpsDelta, Laplace, TruncatedLaplace

CASES = [(0, 1), (1, 3), (2, 3), ("1/2", "1/2"), ("3/2", 1), (5, 6), ("1/1000", "1/500"), (30, 800)]


def number(x):
    value = Rational(x)
    return mpmath.mpf(int(value.p)) / int(value.q)


def upper(x, bound):
    """P[X > x]."""
    c = 1 / (2 * (1 - mpmath.exp(-bound)))
    if abs(x) >= bound:
        return mpmath.mpf(int(x < 0))
    tail = c * (mpmath.exp(-abs(x)) - mpmath.exp(-bound))
    return tail if x >= 0 else 1 - tail


def errors(mu, bound, alpha):
    """f and 1 - f by the threshold whose tail is alpha."""
    mu, bound, alpha = number(mu), number(bound), mpmath.mpf(alpha)
    c = 1 / (2 * (1 - mpmath.exp(-bound)))
    minor = min(alpha, 1 - alpha)
    x = -mpmath.log(minor / c + mpmath.exp(-bound))
    power = upper((x if alpha <= 0.5 else -x) - mu, bound)
    return 1 - power, power


@pytest.mark.parametrize(("mu", "bound"), [*CASES, (3, 1), (2, 1)])
def test_laws(mu, bound):
    laws.check_all(TruncatedLaplace(mu, bound))


@pytest.mark.parametrize(("mu", "bound"), CASES)
def test_floats_are_accurate_in_both_tails(mu, bound):
    f = TruncatedLaplace(mu, bound)
    levels = [1e-300, 1e-30, 1e-8, 1e-3, *np.linspace(0.01, 0.99, 33), 1 - 1e-9]
    with mpmath.workdps(700):
        for a in map(float, levels):
            value, complement = errors(mu, bound, a)
            assert f(a) == pytest.approx(float(value), rel=1e-14, abs=1e-300)
            assert f.complement(a) == pytest.approx(float(complement), rel=1e-14)


@pytest.mark.parametrize(("mu", "bound"), [(1, 3), (2, 1), ("3/2", 1), (3, 1)])
def test_profile_by_integration(mu, bound):
    f, shift, end = TruncatedLaplace(mu, bound), number(mu), number(bound)
    c = 1 / (2 * (1 - mpmath.exp(-end)))

    def density(x):
        return c * mpmath.exp(-abs(x)) if abs(x) <= end else mpmath.mpf(0)

    for eps in (-3.0, -1.0, -0.2, 0.0, 0.3, 1.0, 2.5):

        def advantage(x, eps=eps):
            return max(0, density(x - shift) - mpmath.exp(eps) * density(x))

        kink = min(max((eps + shift) / 2, -end), shift + end)
        places = sorted({-end, shift - end, mpmath.mpf(0), shift, end, shift + end, kink})
        assert f.delta(eps) == pytest.approx(float(mpmath.quad(advantage, places)), abs=1e-13)
        assert float(f.delta(Rational(eps))) == pytest.approx(f.delta(eps), abs=1e-15)


def test_atoms_and_density_add_up_to_the_profile():
    # K(0) = Q(|L| < oo): atoms and density under Q, with what lies outside
    f = TruncatedLaplace(1, 3)
    density, low, high = f.loss_density
    (loss,) = density.free_symbols
    with mpmath.workdps(20):
        between = mpmath.quad(
            lambda t: mpmath.mpf(density.subs(loss, float(t)).evalf(20)), [float(low), float(high)]
        )
        atoms = sum(float(p) for _, p, _ in f.atoms)
        assert float(between) + atoms + float(f.disjoint_mass) == pytest.approx(1, rel=1e-12)
    for ratio, p, q in f.atoms:
        assert float(ratio * p / q) == pytest.approx(1)
    assert TruncatedLaplace(3, 2).atoms == ()


def test_limits():
    assert TruncatedLaplace(1, 60)(0.3) == pytest.approx(Laplace(1)(0.3), rel=1e-15)
    levels = np.linspace(0, 1, 11)
    assert not TruncatedLaplace(2, 1)(levels).any()
    assert TruncatedLaplace(5, 1).enclose("1/3").is_exact
    assert (TruncatedLaplace(5, 1).delta([-2.0, 0.0, 3.0]) == 1).all()
    assert TruncatedLaplace(0, 1)(levels) == pytest.approx(1 - levels)
    assert TruncatedLaplace(2, 1)._factors() == ((EpsDelta(0, 1), 1),)


def test_group():
    f = TruncatedLaplace("1/2", 2)
    for a in (1e-9, 0.01, 0.2, 0.6):
        step = a
        for _ in range(3):
            step = 1 - f(step)
        assert f.group(3)(a) == pytest.approx(1 - step, abs=1e-14)


def test_certified_values():
    f = TruncatedLaplace(1, 3)
    with mpmath.workdps(40):
        assert f.enclose("1/10", digits=35).decimal(30) in mpmath.nstr(errors(1, 3, "0.1")[0], 40)
    assert f.enclose_epsilon("1/100").lower == float("inf")  # 1 - f(0) is about 0.045
    eps = f.enclose_epsilon("1/10").midpoint
    assert f.delta(float(eps)) == pytest.approx(0.1, rel=1e-12)


def test_symbols_are_kept():
    mu, bound = real("mu", Interval(0, oo)), real("B", Interval.open(0, oo))
    f = TruncatedLaplace(mu, bound)
    assert f(alpha).free_symbols == {mu, bound, alpha}
    for values in ((1, 3), ("3/2", 1), (3, 1)):
        given = dict(zip((mu, bound), map(Rational, values), strict=True))
        known = TruncatedLaplace(*values)
        assert f.subs(given) == known
        for a, e in (("1/50", "1/2"), ("2/3", "-2")):
            at = {**given, alpha: Rational(a)}
            assert float(f(alpha).subs(at)) == pytest.approx(float(known(a)), abs=1e-15)
            there = real("epsilon")
            value = f.delta(there).subs({**given, there: Rational(e)})
            assert float(value) == pytest.approx(float(known.delta(e)), abs=1e-15)
    assert f.delta(epsilon).free_symbols == {mu, bound, epsilon}


@pytest.mark.parametrize(("mu", "bound"), [(-1, 1), (1, 0), (1, -2), ("x", 1), (1, float("inf"))])
def test_wrong_parameters(mu, bound):
    with pytest.raises(DomainError):
        TruncatedLaplace(mu, bound)


def test_huge_values():
    for f in (TruncatedLaplace(1000, 1e6), TruncatedLaplace(1e6, 1e6), TruncatedLaplace(1e-300, 1)):
        laws.bounds(f, 1e-15)
        laws.monotone(f, 1e-15)
    # nearly uniform noise: shifted by 3/4 of the width of its range
    tiny = TruncatedLaplace("1.5e-200", "1e-200")
    assert tiny([0.0, 0.1, 0.5]) == pytest.approx([0.25, 0.15, 0.0])
    assert tiny.delta([-2.0, 0.0, 3.0]) == pytest.approx([1 - math.exp(-2) / 4, 0.75, 0.75])
    far = TruncatedLaplace("1e200", "2e200")
    assert far([0.1, 0.6]).tolist() == [0.0, 0.0]
    assert TruncatedLaplace(800, 1000)(1e-300) == pytest.approx(Laplace(800)(1e-300), rel=1e-12)


@pytest.mark.parametrize("mu", ["1e-12", "1e-6"])
def test_profiles_of_tiny_shifts_are_accurate_relative_to_themselves(mu):
    f = TruncatedLaplace(mu, 1)
    for eps in (0.0, float(mu) / 4, float(mu) / 2):
        with mpmath.workdps(50):
            shift, cut, e = mpmath.mpf(mu), mpmath.mpf(1), mpmath.mpf(eps)
            scale = 1 / (2 - 2 * mpmath.exp(-cut))
            middle = (shift + e) / 2  # Q has the larger part of what is beyond this outcome

            def mass(low, high, scale=scale):  # of exp(-|x|) between low < 0 and high, or 0 < both
                left = 1 - mpmath.exp(low) if low < 0 else mpmath.exp(-low) - 1
                return scale * (left + 1 - mpmath.exp(-high))

            exact = mass(middle - shift, cut) - mpmath.exp(e) * mass(middle, cut)
            assert abs(f.delta(eps) / exact - 1) < 1e-13
