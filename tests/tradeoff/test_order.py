"""The order between trade-off functions: proofs, certificates, witnesses, and honest silence."""

from fractions import Fraction

import mpmath
import pytest
from sympy import Rational, exp, sin

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.symbols import epsilon, mu
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Logistic,
    PiecewiseLinear,
    maximum,
    mixture,
)
from fdp_sym.tradeoff.certify import certified_sign

CASES = [
    (Gaussian(1), Gaussian(2), "proved"),
    (Gaussian(2), Gaussian(1), "refuted"),
    (Gaussian(mu), Gaussian(2 * mu), "proved"),
    (Gaussian(mu), Gaussian(1), "inconclusive"),
    (Gaussian(mu), Laplace(mu), "inconclusive"),
    (Laplace(1), Laplace("1.1"), "proved"),
    (Logistic(2), Logistic(1), "refuted"),
    (Identity(), Gaussian(mu), "proved"),
    (Gaussian("1/10"), Identity(), "refuted"),
    (EpsDelta(1), EpsDelta(1, "1/10"), "proved"),
    (EpsDelta(1), EpsDelta("1.1", "1/100"), "proved"),
    (EpsDelta("1.1"), EpsDelta("1.0999999"), "refuted"),
    (EpsDelta(1, "1/10"), EpsDelta(5, "1/11"), "refuted"),
    (EpsDelta(epsilon), EpsDelta(2 * epsilon), "proved"),
    # delta_{G_1}(1) = 0.1269367375...
    (Gaussian(1), EpsDelta(1, "0.1269367376"), "certified"),
    (Gaussian(1), EpsDelta(1, "0.1269367"), "refuted"),
    (Laplace(1), EpsDelta(1), "certified"),
    (Laplace(1), EpsDelta("0.999"), "refuted"),
    (EpsDelta(1), Gaussian(3), "certified"),
    (EpsDelta(1), Gaussian(1), "refuted"),
    (Logistic(1), Laplace(1), "consistent"),
    (Laplace(1), Logistic(1), "refuted"),
    (maximum(Gaussian(1), EpsDelta(1)), EpsDelta(1), "proved"),
    (Gaussian(1), maximum(Gaussian(2), Gaussian(3)), "proved"),
    (Gaussian(1), maximum(Gaussian(2), Laplace("1/2")), "refuted"),
    (mixture([("1/2", Gaussian(1)), ("1/2", Identity())]), Gaussian(1), "consistent"),
]


@pytest.mark.parametrize(("f", "g", "status"), CASES, ids=str)
def test_order(f, g, status):
    verdict = f >= g
    assert verdict.status == status
    assert (g <= f).status == status
    if status == "refuted":
        level = Fraction(verdict.witness["alpha"])
        assert 0 <= level <= 1
        with mpmath.workdps(40):
            gap = f.formula(level).evalf(40) - g.formula(level).evalf(40)
        assert gap < 0


def test_what_is_not_enclosed_has_no_sign():
    assert certified_sign(sin(1)) is None
    assert certified_sign(exp(1) - 3) == -1
    assert certified_sign(Rational(0)) == 0


def test_a_delta_within_the_width_of_its_enclosure_is_not_certified():
    f = Laplace(1) @ Laplace("1/2")
    rough, exact = f.enclose_delta(1, digits=8), f.enclose_delta(1, digits=40)
    assert rough.lower < exact.lower
    below = EpsDelta(1, Rational((rough.lower + exact.lower) / 2))
    assert (f >= below).status in ("inconclusive", "consistent", "refuted")
    above = EpsDelta(1, Rational(rough.upper) + Rational(1, 10**9))
    assert (f >= above).status == "certified"


def test_a_verdict_is_no_bool():
    with pytest.raises(TypeError):
        bool(Gaussian(1) >= Gaussian(2))
    with pytest.raises(TypeError):
        Gaussian(1) < Gaussian(2)  # noqa: B015
    with pytest.raises(TypeError):
        Gaussian(1) >= 0.5  # noqa: B015


def test_the_simplest_witness_comes_first():
    verdict = PiecewiseLinear([(0, "1/2"), (1, 0)]) >= Gaussian(3)
    assert verdict.witness == {"alpha": "0"}


def test_a_witness_in_the_far_tail():
    # f < g only where alpha is tiny: f(0) = 1 in both, and the slopes at 0 differ
    f = maximum(Laplace(30), EpsDelta(1, "1/2"))
    g = maximum(Laplace(29), EpsDelta(1, "1/2"))
    verdict = f >= g
    assert verdict.status == "refuted"
    assert Fraction(verdict.witness["alpha"]) < Fraction(1, 10**10)


@pytest.mark.parametrize(
    ("f", "eps", "delta"),
    [  # delta between its certified neighbours; published or computed elsewhere
        (Laplace("1/10") ** 1000, 10, "0.02803404121547754"),
        (SubsampledGaussian(1, "1/100", direction="remove") ** 1000, 1, "0.00261242057862692"),
        (DiscreteGaussian(2) ** 10, 2, "0.16929230570135694"),
    ],
    ids=str,
)
def test_compositions_against_epsilon_and_delta(f, eps, delta):
    above, below = (EpsDelta(eps, Rational(delta) * (1 + Rational(k, 10**4))) for k in (1, -1))
    assert (f >= above).status == "certified"
    verdict = f >= below
    assert verdict.status == "refuted"
    alpha = verdict.witness["alpha"]
    assert f.enclose(alpha, 8).upper < below.enclose(alpha).lower


def test_the_add_direction_needs_both_slopes():
    """f^{-1}(alpha) >= f_{eps,delta} asks for both signs of eps when f is not symmetric."""
    add = SubsampledGaussian(1, "1/4", direction="add")
    profile = {eps: add.enclose_delta(eps).upper for eps in (1, -1)}
    enough = max(profile[1], 1 - (1 - profile[-1]) * Rational(271828182846, 10**11))
    assert (add >= EpsDelta(1, Rational(enough) + Rational(1, 10**6))).status == "certified"
    assert (add >= EpsDelta(1, Rational(enough) - Rational(1, 10**6))).status == "refuted"
