"""Randomised response, geometric and staircase noise against their distributions."""

import math
from fractions import Fraction
from itertools import accumulate, pairwise

import laws
import numpy as np
import pytest
from scipy.integrate import quad
from sympy import Interval, Rational, exp, log, oo

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.symbols import alpha, epsilon, integer, real
from fdp_sym.tradeoff import EpsDelta, Geometric, RandomizedResponse, Staircase, from_pair

NOISE = [
    *(RandomizedResponse(*p) for p in ((1, 3), (0, 5), ("1/10", 1000), (30, 4), ("1/2", 10**30))),
    *(Staircase(*p) for p in ((1, 0), (1, "1/3"), (1, "1/2"), (1, "2/3"), ("1/5", 1), (0, "1/4"))),
]


@pytest.mark.parametrize("f", NOISE, ids=repr)
def test_laws(f):
    laws.check_all(f)


@pytest.mark.parametrize("f", NOISE, ids=repr)
def test_curve_is_that_of_the_pair(f):
    exact = f.as_piecewise_linear()
    assert exact == from_pair(*f.pair)
    levels, eps = np.linspace(0, 1, 101), np.linspace(-3, 3, 61)
    assert f(levels) == pytest.approx(exact(levels), abs=3e-16)
    assert f.delta(eps) == pytest.approx(exact.delta(eps), abs=3e-16)
    assert float(sum(p for _, p, _ in f.atoms)) == pytest.approx(1)


def test_randomized_response_symbol_by_symbol():
    # all m outcomes, with e^eps = 3 so that everything is rational
    for m in (2, 3, 7):
        p = [Fraction(3, m + 2)] + [Fraction(1, m + 2)] * (m - 1)
        q = [p[1], p[0], *p[2:]]
        f = RandomizedResponse(log(3), m)
        exact = from_pair(p, q)
        for a in (0, Fraction(1, 7), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), 1):
            assert f(float(a)) == pytest.approx(float(exact(Fraction(a))), abs=1e-15)
        for y in (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4)):
            advantage = sum(max(Fraction(0), b - y * a) for a, b in zip(p, q, strict=True))
            assert f.delta(math.log(y)) == pytest.approx(float(advantage), abs=1e-15)


def test_two_symbols_and_geometric_noise_are_eps_dp():
    assert RandomizedResponse(1, 2) == RandomizedResponse(1) == Geometric(1) == EpsDelta(1, 0)
    assert Geometric(epsilon) == EpsDelta(epsilon, 0)
    m = integer("m", 2)
    f = RandomizedResponse(epsilon, m)
    assert f.subs({m: 2}) == EpsDelta(epsilon, 0)
    assert f.subs({m: 5, epsilon: 1}) == RandomizedResponse(1, 5)
    assert f(alpha).free_symbols == {alpha, epsilon, m}
    assert RandomizedResponse(1, m=3) == RandomizedResponse(1, 3)


def test_geometric_mass_by_mass():
    eps = 0.7
    z = np.arange(-200, 202)
    p, q = (math.tanh(eps / 2) * np.exp(-eps * np.abs(z - t)) for t in (0, 1))
    alphas = np.concatenate([[0], list(accumulate(p[::-1]))])  # reject from the top
    betas = 1 - np.concatenate([[0], list(accumulate(q[::-1]))])
    f = Geometric(Fraction(7, 10))
    assert f(np.clip(alphas, 0, 1)) == pytest.approx(betas, abs=1e-13)


@pytest.mark.parametrize("gamma", [0.0, 0.2, 0.5, 0.6, 1.0])
@pytest.mark.parametrize("eps", [0.3, 1.5])
def test_staircase_profile_by_integration(eps, gamma):
    b = math.exp(-eps)
    a = (1 - b) / (2 * (gamma + b * (1 - gamma)))

    def density(z):
        k = math.floor(abs(z))
        return a * math.exp(-eps * (k if abs(z) - k < gamma else k + 1))

    f = Staircase(eps, gamma)
    ends = sorted({j + s for j in range(-40, 42) for s in (0, gamma, 1 - gamma)})
    middles = [(x + y) / 2 for x, y in pairwise(ends)]
    widths = np.diff(ends)
    p = np.array([density(z) for z in middles]) * widths
    q = np.array([density(z - 1) for z in middles]) * widths
    assert p.sum() == pytest.approx(1, abs=1e-14 + 10 * math.exp(-40 * eps))
    for y in (-2.0, -0.2, 0.0, 0.1, 0.29, 1.0, 2.0):
        want = np.maximum(0, q - math.exp(y) * p).sum()
        assert f.delta(y) == pytest.approx(want, abs=1e-4 if eps < 1 else 1e-14)
    assert quad(density, 0, 1, points=[gamma])[0] == pytest.approx((1 - b) / 2, rel=1e-6)


def test_staircase_is_symbolic_on_either_side():
    narrow, wide = real("gamma", Interval(0, Rational(1, 2))), real("gamma", Interval(0, 1))
    assert Staircase(1, "1/2").as_piecewise_linear() == EpsDelta(1).as_piecewise_linear()
    assert Staircase(epsilon, narrow).outer.subs(narrow, Rational(1, 2)) == exp(-epsilon) / (
        1 + exp(-epsilon)
    )
    f = Staircase(1, wide)
    for gamma in ("0", "1/3", "1/2", "9/10"):
        value = f.subs({wide: gamma})
        assert float(f.tv().subs(wide, Rational(gamma))) == pytest.approx(float(value.tv()))


def test_group_and_certified_values():
    f = RandomizedResponse(1, 3)
    by_steps = 0.05
    for _ in range(2):
        by_steps = 1 - f(by_steps)
    assert f.group(2)(0.05) == pytest.approx(1 - by_steps, rel=1e-13)
    assert f.enclose("1/3").contains(Rational(0)) is False
    # below its middle ratio the profile is (e - e^eps)/(e + 2)
    level = Rational(1, 10)
    eps = math.log(math.e - 0.1 * (math.e + 2))
    assert float(f.enclose_epsilon(level).midpoint) == pytest.approx(eps, rel=1e-14)
    assert float(f.enclose_epsilon(0).midpoint) == pytest.approx(1, rel=1e-25)
    assert f.enclose_delta(2).is_exact


@pytest.mark.parametrize("m", [1, 0, -3, 2.5, "5/2", True, "many", real("m", Interval(2, oo))])
def test_wrong_number_of_symbols(m):
    with pytest.raises(DomainError, match="m"):
        RandomizedResponse(1, m)
    with pytest.raises((DomainError, HypothesisError)):
        RandomizedResponse(1, integer("m", 1))


@pytest.mark.parametrize("eps", [-1, "-1/10", float("nan"), float("inf"), 1j, None])
def test_wrong_eps(eps):
    for make in (Geometric, lambda e: RandomizedResponse(e, 3), lambda e: Staircase(e, "1/2")):
        with pytest.raises(DomainError, match="eps"):
            make(eps)


@pytest.mark.parametrize("gamma", [-0.1, "11/10", 2, float("nan")])
def test_wrong_gamma(gamma):
    with pytest.raises(DomainError, match="gamma"):
        Staircase(1, gamma)


def test_levels_between_tiny_masses():
    # e^-eps (1 - alpha) beyond the second vertex, at (m - 1)/(e^eps + m - 1), about 4e-41
    f = RandomizedResponse(100, 1000)
    assert f(3e-24) == pytest.approx(math.exp(-100), rel=1e-14)
    with_middle = 1000 * math.exp(-100) - 1e-42
    assert f(1e-42) == pytest.approx(with_middle, rel=1e-12)


def test_huge_values():
    for f in (
        RandomizedResponse(10_000, 3),
        Staircase(10_000, "1/3"),
        RandomizedResponse(1e300, 9),
    ):
        laws.shape_and_types(f)
        laws.bounds(f, 1e-15)
        assert f(0.0) == 1.0
        assert f(0.5) == 0.0


@pytest.mark.parametrize("steps", [2, 5])
def test_profiles_of_groups_end_at_their_largest_loss(steps):
    f = Geometric("1/10").group(steps)
    assert f.enclose_delta(Rational(steps, 10)).upper == 0
    assert f.enclose_delta(Rational(steps, 10) - Rational(1, 10**9)).lower > 0
