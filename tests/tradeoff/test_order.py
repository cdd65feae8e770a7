"""The order between trade-off functions: proofs, certificates, witnesses, and honest silence."""

from fractions import Fraction

import mpmath
import pytest

from fdp_sym.symbols import epsilon, mu
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Logistic,
    PiecewiseLinear,
    maximum,
    mixture,
)

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
