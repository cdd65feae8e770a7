"""Poisson subsampling in both directions: against pairs, integrals and each other."""

import math
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import trapezoid
from sympy import Interval, Rational, log, oo

from fdp_sym.amplify import SubsampledGaussian, SubsampledLaplace, poisson
from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.symbols import alpha, epsilon, real
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Logistic,
    PiecewiseLinear,
    TruncatedLaplace,
    from_pair,
    maximum,
)

sys.path.insert(0, str(Path(__file__).parent / "tradeoff"))
import laws

BASES = [
    (Gaussian("1/2"), "1/100"),
    (Gaussian(2), "1/10"),
    (Laplace("1/2"), "1/2"),
    (Laplace(10), "1/1000"),
    (EpsDelta(1, "1/10"), "1/3"),
    (Logistic(1), "9/10"),
    (TruncatedLaplace(1, 2), "1/4"),
    (DiscreteGaussian(2), "1/4"),
]


@pytest.mark.parametrize(("base", "q"), BASES, ids=repr)
def test_laws(base, q):
    f = base.poisson(q, direction="remove")
    laws.check_all(f, pairs=10)
    laws.check_all(base.poisson(q, direction="add"), tolerance=1e-11, pairs=3)


@pytest.mark.parametrize(("base", "q"), BASES[:-1], ids=repr)
def test_certified_values_of_both_directions(base, q):
    remove = base.poisson(q, direction="remove")
    add = base.poisson(q, direction="add")
    for a in ("1/50", "1/7", "1/2", "4/5"):
        level = Rational(a)
        value = add.enclose(level, digits=20).midpoint
        # f(f^{-1}(a)) = a where f is positive and decreases
        assert remove(float(value)) == pytest.approx(float(level), rel=1e-9)
        assert add(float(level)) == pytest.approx(float(value), rel=1e-9)
    for eps in (-2.0, -0.1, 0.0, 0.05, 0.5):
        point = Rational(eps)
        for f in (remove, add):
            ball = f.enclose_delta(point, digits=20)
            assert f.delta(eps) == pytest.approx(float(ball.midpoint), rel=1e-12, abs=1e-300)
        # of T(Q, P) by complementing the rejection region, from that of T(P, Q)
        opposite = 1 - math.exp(eps) + math.exp(eps) * remove.delta(-eps)
        assert add.delta(eps) == pytest.approx(opposite, abs=1e-14)


POINTS = np.linspace(-40, 44, 1_000_001)


@pytest.mark.parametrize(
    ("density", "make"),
    [
        (lambda x: np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi), SubsampledGaussian),
        (lambda x: np.exp(-np.abs(x)) / 2, SubsampledLaplace),
    ],
    ids=["Gaussian", "Laplace"],
)
def test_profiles_by_integration(density, make):
    p, q = density(POINTS), density(POINTS - 2)
    mixed = 0.8 * p + 0.2 * q
    f, g = (make("1/2", "1/5", direction=d) for d in ("remove", "add"))
    for eps in (-1.0, -0.2, -0.1, 0.0, 0.1, 0.2, 0.6):
        forward = trapezoid(np.maximum(0, mixed - math.exp(eps) * p), POINTS)
        backward = trapezoid(np.maximum(0, p - math.exp(eps) * mixed), POINTS)
        assert f.delta(eps) == pytest.approx(forward, abs=1e-8)
        assert g.delta(eps) == pytest.approx(backward, abs=1e-8)


def test_a_finite_pair_in_exact_arithmetic():
    p = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    r = [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    q = Fraction(1, 3)
    mixed = [(1 - q) * a + q * b for a, b in zip(p, r, strict=True)]
    base = from_pair(p, r)
    for direction, want in (("remove", from_pair(p, mixed)), ("add", from_pair(mixed, p))):
        f = base.poisson(q, direction=direction)
        for a in (0, Fraction(1, 9), Fraction(1, 4), Fraction(3, 5), 1):
            assert f(float(a)) == pytest.approx(float(want(Fraction(a))), abs=1e-13)
        for eps in (-1.0, -0.3, 0.0, 0.1, 0.5):
            assert f.delta(eps) == pytest.approx(want.delta(eps), abs=1e-15)


def test_an_asymmetric_base():
    base = PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), (1, 0)])
    assert not base.is_symmetric
    remove, add = (base.poisson("1/2", direction=d) for d in ("remove", "add"))
    for eps in (-1.5, -0.5, 0.0, 0.3, 0.69, 1.0):
        opposite = 1 - math.exp(eps) + math.exp(eps) * remove.delta(-eps)
        assert add.delta(eps) == pytest.approx(opposite, abs=1e-14)
        assert float(add.delta(Rational(eps))) == pytest.approx(opposite, abs=1e-14)


def test_rates_at_the_ends():
    f = PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), (1, 0)])
    for base in (Gaussian(1), f):
        for direction in ("remove", "add"):
            assert poisson(base, 0, direction=direction) == Identity()
        assert poisson(base, 1, direction="remove") == base
        assert poisson(base, 1, direction="add") == base.inverse()
    assert poisson(Identity(), "1/3", direction="add") == Identity()


def test_the_loss_is_bounded_in_the_add_direction():
    f = SubsampledGaussian(1, "1/10", direction="add")
    largest = f.enclose_epsilon(0, digits=20)
    assert float(largest.midpoint) == pytest.approx(math.log(10 / 9), rel=1e-15)
    assert f.enclose_delta("0.2") == f.enclose_delta(3)
    assert f.delta([0.2, 3.0, 800.0]).tolist() == [0.0, 0.0, 0.0]
    assert SubsampledGaussian(1, "1/10", direction="remove").enclose_epsilon(0).lower == math.inf


def test_epsilon_inverts_the_profile():
    for direction in ("remove", "add"):
        f = SubsampledGaussian("0.8", "1/50", direction=direction)
        eps = f.enclose_epsilon("1e-5", digits=20)
        assert f.delta(float(eps.midpoint)) == pytest.approx(1e-5, rel=1e-9)
        assert f.enclose_epsilon("1/2").upper == 0


def test_symbols_are_kept():
    q, sigma = real("q", Interval(0, 1)), real("sigma", Interval.open(0, oo))
    f = SubsampledGaussian(sigma, q, direction="remove")
    assert f(alpha).free_symbols == {alpha, q, sigma}
    assert f.delta(epsilon).free_symbols == {epsilon, q, sigma}
    assert f.inverse() == SubsampledGaussian(sigma, q, direction="add")
    for end, want in ((0, Identity()), (1, Gaussian(1 / sigma))):
        assert f.subs({q: end}) == want
        assert f.inverse().subs({q: end}) == want
    at = {q: Rational(1, 4), sigma: Rational(2)}
    known = SubsampledGaussian(2, "1/4", direction="add")
    assert f.inverse().subs(at) == known
    for value in ("1/10", "1/5", "2"):
        symbolic = f.inverse().delta(epsilon).subs({**at, epsilon: Rational(value)})
        assert float(symbolic) == pytest.approx(known.delta(float(Fraction(value))), abs=1e-14)


def test_names_of_noise():
    assert SubsampledLaplace(4, "1/3", direction="add") == Laplace("1/4").poisson(
        "1/3", direction="add"
    )
    assert Laplace(log(2)).poisson(0.5, direction="remove").tv() == Laplace(log(2)).tv() / 2


@pytest.mark.parametrize("direction", ["both", "", "Remove", None, 1])
def test_wrong_direction(direction):
    with pytest.raises(DomainError, match='"remove"'):
        Gaussian(1).poisson("1/2", direction=direction)


def test_the_direction_has_no_default():
    with pytest.raises(TypeError, match="direction"):
        Gaussian(1).poisson("1/2")
    with pytest.raises(TypeError):
        SubsampledGaussian(1, "1/2", "remove")


def test_replaced_records():
    """Both ways at once, with the sensitivity of a replacement: twice that of a removal."""
    assert SubsampledGaussian(2, "1/3", direction="replace") == Gaussian(1).subsample("1/3")
    assert SubsampledLaplace(2, "1/3", direction="replace") == Laplace(1).subsample("1/3")
    f = Gaussian(2).poisson("1/10", direction="replace")
    assert f.is_symmetric
    asymmetric = PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), (1, 0)])
    with pytest.raises(DomainError, match="symmetrize"):
        asymmetric.poisson("1/2", direction="replace")
    for q, want in ((0, Identity()), (1, Gaussian(1))):
        assert SubsampledGaussian(2, q, direction="replace") == want
    # at most as good as the pair of three normal distributions that differs by such a record
    density = [np.exp(-((POINTS - m) ** 2) / 2) / math.sqrt(2 * math.pi) for m in (0, 1, -1)]
    p, q = (0.9 * density[0] + 0.1 * density[i] for i in (1, 2))
    sampled = SubsampledGaussian(1, "1/10", direction="replace")
    for eps in (0.0, 0.1, 0.5, 1.0):
        assert sampled.delta(eps) >= trapezoid(np.maximum(0, p - math.exp(eps) * q), POINTS) - 1e-9


@pytest.mark.parametrize("q", [-0.1, "11/10", 2, float("nan"), None])
def test_wrong_rate(q):
    with pytest.raises(DomainError, match="q"):
        Gaussian(1).poisson(q, direction="add")


@pytest.mark.parametrize("scale", [0, -1, float("inf"), "no"])
def test_wrong_noise(scale):
    with pytest.raises(DomainError, match="sigma"):
        SubsampledGaussian(scale, "1/2", direction="add")
    with pytest.raises(DomainError, match="b"):
        SubsampledLaplace(scale, "1/2", direction="add")


def test_rates_have_to_be_proved():
    with pytest.raises(HypothesisError, match="q"):
        Gaussian(1).poisson(real("q"), direction="add")


def test_inverses_without_a_closed_form_are_enclosed():
    f = maximum(Gaussian(1), EpsDelta("1/2", "1/10")).poisson("1/3", direction="add")
    g = f.inverse()
    value = f.enclose("1/5", digits=25)
    assert abs(float(g.enclose(value.midpoint, digits=25).midpoint) - 0.2) < 1e-15
