"""Privacy-loss laws: masses, densities, transforms, sums; each against an independent value."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Expr, Integral, Interval, Piecewise, Rational, S, exp, lambdify, oo

from fdp_sym.balls import enclose
from fdp_sym.compose.loss import PrivacyLoss, loss
from fdp_sym.errors import UnsupportedError
from fdp_sym.symbols import delta, epsilon, integer, real
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Location,
    Logistic,
    PiecewiseLinear,
    maximum,
    mixture,
)
from fdp_sym.tradeoff.discrete_gaussian import DiscreteGaussian
from fdp_sym.tradeoff.randomized_response import RandomizedResponse
from fdp_sym.tradeoff.staircase import Staircase
from fdp_sym.tradeoff.truncated_laplace import TruncatedLaplace

FUNCTIONS = [
    Identity(),
    Gaussian(1),
    Laplace("3/2"),
    Logistic(2),
    EpsDelta(1),
    EpsDelta(1, "1/10"),
    EpsDelta(0, "1/4"),
    EpsDelta(0, 1),
    PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), ("3/4", 0), (1, 0)]),
    mixture([("1/4", Gaussian(1)), ("3/4", Identity())]),
    mixture([("1/4", Gaussian(1)), ("3/4", Identity())]).inverse(),
    mixture([("1/4", Laplace(1)), ("3/4", Identity())]),
    mixture([("1/2", TruncatedLaplace(1, 3)), ("1/2", Identity())]),
    mixture([("1/2", TruncatedLaplace(1, 3)), ("1/2", Identity())]).inverse(),
    RandomizedResponse(1, 3),
    Staircase(1, "1/3"),
    TruncatedLaplace(1, 3),
    TruncatedLaplace(4, 3),
    TruncatedLaplace(7, 3),
    Location(lambda x: 1 - exp(-exp(x)), 1),
    EpsDelta("1/2") @ Laplace(1),
    EpsDelta("1/2", "1/3") ** 3,
]


def value(expr: Expr) -> float:
    return float(enclose(expr, digits=15).midpoint) if expr != 0 else 0.0


@pytest.mark.parametrize("f", FUNCTIONS, ids=str)
def test_masses_add_up(f: Any) -> None:
    law = f.privacy_loss()
    assert value(law.mass_at_infinity) == pytest.approx(float(1 - f(0.0)), abs=1e-13)
    assert value(law.transform(0) + law.mass_at_infinity) == pytest.approx(1, abs=1e-13)
    assert value(law.transform(-1) + law.mass_at_minus_infinity) == pytest.approx(1, abs=1e-13)


def direct_transform(f: Any, s: float) -> float:
    """E_Q e^(sL) from the profile: its second derivative in e^eps is the law of the ratio.

    By parts, for s > 0: s (s + 1) times the integral of e^(s eps) delta(eps).
    """
    with mpmath.workdps(15):
        integrand = lambda e: mpmath.exp(s * e) * f.delta(float(e))  # noqa: E731
        cuts = [-60, -20, -6, -4, -2, -1, -0.5, 0, 0.5, 1, 2, 4, 8, 30]
        return float(s * (s + 1) * mpmath.quad(integrand, cuts))


@pytest.mark.parametrize(
    "f",
    [
        Gaussian(1),
        Laplace(1),
        Logistic(2),
        EpsDelta(1),
        RandomizedResponse(1, 3),
        Staircase(1, "1/3"),
        PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)]),
        mixture([("1/4", Laplace(1)), ("3/4", Identity())]),
    ],
    ids=str,
)
def test_transforms_by_the_profile(f: Any) -> None:
    for s in (1.0, 2.5):
        assert value(f.privacy_loss().transform(Rational(s))) == pytest.approx(
            direct_transform(f, s), rel=1e-4
        )


@pytest.mark.parametrize("f", [Gaussian("3/2"), Laplace(1), Logistic(2), EpsDelta(1)], ids=str)
def test_closed_transforms_are_the_integrals(f: Any) -> None:
    law = f.privacy_loss()
    plain = PrivacyLoss(law.atoms, law.parts, law.mass_at_infinity, law.mass_at_minus_infinity)
    for s in (Rational(-3, 2), Rational(-1, 2), Rational(1, 3), Rational(2)):
        closed, integral = (enclose(k.transform(s), digits=12) for k in (law, plain))
        assert closed.overlaps(integral), s


def test_transforms_keep_their_symbols() -> None:
    s, mu = real("s"), real("mu", Interval.open(0, oo))
    assert Gaussian(mu).privacy_loss().transform(s) == exp(mu**2 * s * (s + 1) / 2)
    at_half = Laplace(mu).privacy_loss().transform(s).subs(s, -S.Half)
    assert at_half == exp(-mu / 2) * (1 + mu / 2)


@pytest.mark.parametrize(
    ("f", "points"),
    [
        (Gaussian(2), (-5.0, -2.0, 0.0, 1.5)),
        (Laplace(2), (-1.5, 0.0, 1.5)),
        (Logistic(2), (-1.5, 0.0, 1.5)),
        (mixture([("1/4", Gaussian(1)), ("3/4", Identity())]), (-0.25, -0.1, 0.2, 1.0)),
        (mixture([("1/4", Gaussian(1)), ("3/4", Identity())]).inverse(), (-1.0, -0.1, 0.1, 0.25)),
        (TruncatedLaplace(1, 3), (-0.5, 0.0, 0.5)),
    ],
    ids=str,
)
def test_densities_by_the_second_derivative_of_the_profile(f: Any, points: Any) -> None:
    """With D(x) = delta(log x), D'' = p(log x)/x: P[ratio > x] = -D'(x)."""
    (part,) = f.privacy_loss().parts
    low, high = part.support.inf, part.support.sup
    density = lambdify(loss, part.density, "mpmath")
    with mpmath.workdps(20):
        for at in points:
            assert low < at < high
            x, h = mpmath.exp(at), 1e-3
            profile = [f.delta(float(mpmath.log(x + k * h))) for k in (-2, -1, 0, 1, 2)]
            weights = (-1, 16, -30, 16, -1)
            second = sum(w * d for w, d in zip(weights, profile, strict=True)) / (12 * h * h)
            assert float(density(at)) == pytest.approx(float(second * x), rel=1e-3)


def test_the_density_of_a_law_is_that_of_its_part() -> None:
    law = Laplace(2).privacy_loss()
    assert law.density == law.parts[0].density == exp(-(loss + 2) / 2) / 4
    assert EpsDelta(1).privacy_loss().density is None
    assert (EpsDelta(1) @ Laplace(2)).privacy_loss().density is None  # in two parts


def test_supports() -> None:
    sampled = mixture([("1/4", Gaussian(1)), ("3/4", Identity())])
    (part,) = sampled.privacy_loss().parts
    assert part.support.sup is oo
    assert part.support.inf.evalf() == pytest.approx(-0.2876820724517809)  # log(3/4)
    (part,) = sampled.inverse().privacy_loss().parts
    assert part.support.inf is -oo
    (part,) = Laplace(2).privacy_loss().parts
    assert part.support == Interval.open(-2, 2)


@pytest.mark.parametrize("seed", range(4))
def test_sums_of_finite_laws(seed: int) -> None:
    """All pairs of outcomes, equal ratios merged, in Fractions."""
    rng = random.Random(seed)
    factors = []
    for _ in range(2):
        p, q = ([rng.randint(1, 5) for _ in range(3)] for _ in range(2))
        factors.append(
            [(Fraction(a, sum(p)), Fraction(b, sum(q))) for a, b in zip(p, q, strict=True)]
        )
    wanted: dict[Fraction, list[Fraction]] = {}
    for p1, q1 in factors[0]:
        for p2, q2 in factors[1]:
            entry = wanted.setdefault(q1 * q2 / (p1 * p2), [Fraction(0), Fraction(0)])
            entry[0] += p1 * p2
            entry[1] += q1 * q2
    laws = [_function(pairs).privacy_loss() for pairs in factors]
    found = {
        Fraction(a.ratio.p, a.ratio.q): [Fraction(x.p, x.q) for x in (a.p, a.q)]
        for a in (laws[0] @ laws[1]).atoms
    }
    assert found == wanted
    assert (laws[1] @ laws[0]).transform(2) == (laws[0] @ laws[1]).transform(2)


def _function(pairs: Any) -> PiecewiseLinear:
    points = [(Fraction(0), Fraction(1))]
    for p, q in sorted(pairs, key=lambda m: m[1] / m[0], reverse=True):
        points.append((points[-1][0] + p, points[-1][1] - q))
    return PiecewiseLinear(points)


def test_powers_have_binomial_atoms() -> None:
    x = exp(epsilon)
    atoms = (EpsDelta(epsilon) ** 5).privacy_loss().atoms
    assert [a.ratio for a in atoms] == [exp((5 - 2 * k) * epsilon) for k in range(6)]
    assert [(a.p * (1 + x) ** 5).simplify() for a in atoms[:3]] == [1, 5 * x, 10 * x**2]
    n = integer("n", 1)
    power = (EpsDelta(epsilon) ** n).privacy_loss()
    assert power.transform(0) == 1
    with pytest.raises(UnsupportedError, match="definite"):
        _ = power.atoms


def test_a_law_on_the_integers() -> None:
    law = DiscreteGaussian(2).privacy_loss()
    (part,) = law.parts
    assert law.density is part.density is None
    n = part.variable
    weights = {k: math.exp(-(k**2) / 8) for k in range(-40, 41)}
    total = sum(weights.values())
    summand = law.transform(1).args[0]
    for k in (-3, 0, 4):
        wanted = weights[k] / total * math.exp(2 * (2 * k - 1) / 8)
        assert float(summand.subs(n, k).evalf()) == pytest.approx(wanted)
    assert law.reversed().parts[0].loss == -part.loss


def test_atoms_that_are_too_many_are_refused() -> None:
    f = RandomizedResponse("1/10", 3) ** 400
    with pytest.raises(UnsupportedError, match="at most"):
        _ = f.privacy_loss().atoms


def test_the_density_of_two_continuous_factors_is_not_claimed() -> None:
    law = (Gaussian(1) @ Laplace(1)).privacy_loss()
    assert law.atoms == ()  # the normal law spreads the atoms of the other
    with pytest.raises(UnsupportedError, match="transform"):
        _ = law.parts
    wanted = Gaussian(1).privacy_loss().transform(1) * Laplace(1).privacy_loss().transform(1)
    assert law.transform(1) == wanted
    assert law.mass_at_infinity == law.mass_at_minus_infinity == 0


def test_reversal_is_the_inverse_function() -> None:
    f = PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), ("3/4", 0), (1, 0)])
    law, inverse = f.privacy_loss().reversed(), f.inverse().privacy_loss()
    assert sorted(law.atoms, key=str) == sorted(inverse.atoms, key=str)
    assert law.mass_at_infinity == inverse.mass_at_infinity == Rational(1, 4)
    for g in (Gaussian(2), Laplace(1), EpsDelta(1, "1/3")):
        there, back = g.privacy_loss(), g.privacy_loss().reversed()
        for s in (Rational(-1, 3), Rational(2)):
            assert value(there.transform(s)) == pytest.approx(value(back.transform(s)))


def test_symbolic_slack() -> None:
    law = EpsDelta(epsilon, delta).privacy_loss()
    assert law.mass_at_infinity == law.mass_at_minus_infinity == delta
    assert law.transform(0) == 1 - delta


def test_no_law_is_invented() -> None:
    for f in (
        maximum(Gaussian(1), EpsDelta(1, "1/10")),
        mixture([("1/2", Gaussian(1)), ("1/2", Laplace(1))]),
        Location(lambda x: Piecewise((0, x < 0), (x**2, x < 1), (1, True)), 2),  # nothing shared
    ):
        with pytest.raises(UnsupportedError, match="privacy-loss law"):
            f.privacy_loss()


def test_expectations_are_left_unevaluated() -> None:
    mean = Gaussian(1).privacy_loss().expectation(lambda x: x)
    assert isinstance(mean, Integral)
    assert enclose(mean, digits=15).contains(Fraction(-1, 2))


def test_laws_are_shown() -> None:
    assert repr(EpsDelta(1, "1/10").privacy_loss()) == (
        "PrivacyLoss(2 atoms, mass 1/10 at +oo, mass 1/10 at -oo)"
    )
    assert repr(Laplace(1).privacy_loss()).startswith("PrivacyLoss(2 atoms, loss loss with")
    assert repr((EpsDelta(epsilon) ** 5).privacy_loss()) == "(PrivacyLoss(2 atoms))**5"
