"""Divergences against their definition on finite pairs, quadrature, and each other."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Abs, Rational, exp, log, oo, sqrt, tanh

from fdp_sym.amplify import SubsampledLaplace
from fdp_sym.divergences.f_divergences import (
    CHI_SQUARED,
    KULLBACK_LEIBLER,
    SQUARED_HELLINGER,
    TOTAL_VARIATION,
    FDivergence,
    hockey_stick,
)
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.symbols import delta, epsilon, mu
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    PiecewiseLinear,
    from_pair,
)

NAMED = [KULLBACK_LEIBLER, TOTAL_VARIATION, SQUARED_HELLINGER, CHI_SQUARED]
# the same functions without what is known of them
BARE = [FDivergence(d.function, d.at_zero, d.slope, d.name) for d in NAMED]
CUBES = FDivergence(lambda t: Abs(t - 1) ** 3, at_zero=1, slope=oo, name="cubes")


def by_definition(p: list[Fraction], q: list[Fraction], convex: FDivergence) -> Any:
    """E_Q F(dP/dQ) with 0 F(x/0) = x slope."""
    total: Any = 0
    for a, b in zip(p, q, strict=True):
        first, second = (Rational(x.numerator, x.denominator) for x in (a, b))
        if b == 0:
            total += 0 if a == 0 else first * convex.slope
        else:
            total += second * (convex.at_zero if a == 0 else convex(first / second))
    return total


def random_pair(seed: int, zeros: bool) -> tuple[list[Fraction], list[Fraction]]:
    generator = random.Random(seed)
    pair = []
    for k in range(2):
        weights = [generator.randint(1, 12) for _ in range(5)]
        if zeros:
            weights[k] = 0
        pair.append([Fraction(w, sum(weights)) for w in weights])
    return pair[0], pair[1]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("zeros", [False, True])
def test_finite_pairs(seed: int, zeros: bool) -> None:
    p, q = random_pair(seed, zeros)
    f = from_pair(p, q)
    for convex in (*NAMED, *BARE, CUBES, hockey_stick("1/3"), hockey_stick("-1/3")):
        expected, found = by_definition(p, q, convex), f.divergence(convex)
        if expected is oo:
            assert found is oo, (seed, convex.name)
            assert f.enclose_divergence(convex).lower == float("inf")
        else:
            assert abs((found - expected).evalf(30, chop=True)) < 1e-20, (seed, convex.name)
            ball = f.enclose_divergence(convex, 25)
            assert abs(Rational(ball.midpoint) - expected).evalf(30, chop=True) < 1e-20


def test_closed_forms() -> None:
    assert Gaussian(mu).divergence(CHI_SQUARED) == exp(mu**2) - 1
    assert Gaussian(mu).divergence(SQUARED_HELLINGER) == 1 - exp(-(mu**2) / 8)
    assert Gaussian(mu).divergence(KULLBACK_LEIBLER) == mu**2 / 2
    assert EpsDelta(epsilon).divergence(KULLBACK_LEIBLER) == epsilon * tanh(epsilon / 2)
    found = EpsDelta(epsilon, delta).divergence(TOTAL_VARIATION)
    values = {epsilon: Rational(3, 2), delta: Rational(1, 5)}
    expected = delta + (1 - delta) * tanh(epsilon / 2)
    assert abs((found - expected).subs(values).evalf(30, chop=True)) < 1e-25
    assert all(Identity().divergence(convex) == 0 for convex in NAMED)


@pytest.mark.parametrize("f", [Gaussian(1), Laplace(1)], ids=str)
def test_against_quadrature(f: Any) -> None:
    def density(x: Any) -> Any:
        normal = mpmath.exp(-(x**2) / 2) / mpmath.sqrt(2 * mpmath.pi)
        return normal if isinstance(f, Gaussian) else mpmath.exp(-abs(x)) / 2

    cuts = [-40, 0, 0.5, 1, 40]
    functions = {
        "KL": lambda t: t * mpmath.log(t),
        "squared Hellinger distance": lambda t: (mpmath.sqrt(t) - 1) ** 2 / 2,
        "total variation": lambda t: abs(t - 1) / 2,
        "chi^2": lambda t: (t - 1) ** 2,
    }
    for convex in (*NAMED, *BARE):
        F = functions[convex.name]
        expected = mpmath.quad(lambda x: density(x - 1) * F(density(x) / density(x - 1)), cuts)  # noqa: B023
        ball = f.enclose_divergence(convex, 15)
        assert abs(float(ball.midpoint) - expected) < 1e-10, convex.name


def test_directions() -> None:
    f = SubsampledLaplace(1, "1/4", direction="remove")
    for convex in (KULLBACK_LEIBLER, CHI_SQUARED):
        balls = [g.enclose_divergence(convex, 20) for g in (f, f.inverse())]
        assert (balls[0] < balls[1]) is True
    # the hockey stick of P against Q is the profile of T(Q, P)
    assert f.enclose_divergence(hockey_stick("1/5")).upper == 0
    assert f.inverse().enclose_divergence(hockey_stick("1/5")).lower > 0
    assert f.divergence(hockey_stick("1/10")) == f.inverse().delta(Rational(1, 10))


def test_products_have_what_multiplies_or_adds() -> None:
    f = Gaussian(1) @ Laplace(1) ** 3
    affinity = (1 - Gaussian(1).divergence(SQUARED_HELLINGER)) * (
        1 - Laplace(1).divergence(SQUARED_HELLINGER)
    ) ** 3
    found = f.enclose_divergence(SQUARED_HELLINGER, 25)
    assert abs(Rational(found.midpoint) - 1 + affinity).evalf(30, chop=True) < 1e-20
    assert f.enclose_divergence(TOTAL_VARIATION, 15) == f.enclose_delta(0, 15)
    with pytest.raises(UnsupportedError, match="density"):
        f.enclose_divergence(CUBES)


def test_discrete_gaussian() -> None:
    f = DiscreteGaussian(1)
    assert f.enclose_divergence(TOTAL_VARIATION, 20) == f.enclose_delta(0, 20)
    assert f.divergence(CHI_SQUARED) == exp(1) - 1


def test_limits_have_to_be_known_where_they_matter() -> None:
    top = PiecewiseLinear([(0, "3/4"), (1, 0)])
    with pytest.raises(HypothesisError, match="at_zero"):
        top.divergence(lambda t: sqrt(t))
    flat = top.inverse()
    with pytest.raises(HypothesisError, match="slope"):
        flat.divergence(lambda t: t**2)
    assert flat.divergence(FDivergence(lambda t: t**2, slope=oo)) is oo
    with pytest.raises(HypothesisError, match="symbols leave open"):
        EpsDelta(epsilon, delta).divergence(FDivergence(lambda t: t**2, at_zero=0, slope=oo))


@pytest.mark.parametrize("generator", [None, "KL", 3])
def test_bad_generators(generator: Any) -> None:
    with pytest.raises(DomainError, match="allowed is an FDivergence"):
        Gaussian(1).divergence(generator)
    with pytest.raises(UnsupportedError, match="needs numbers"):
        Gaussian(mu).enclose_divergence(KULLBACK_LEIBLER)
    with pytest.raises(DomainError):
        hockey_stick("x")


def test_a_wrong_limit_is_noticed() -> None:
    p, q = random_pair(0, True)
    wrong = FDivergence(TOTAL_VARIATION.function, at_zero=0, slope=Rational(1, 2))
    assert from_pair(p, q).divergence(wrong) != by_definition(p, q, TOTAL_VARIATION)
    assert log(1) == 0
