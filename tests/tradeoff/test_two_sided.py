"""min{F, F^-1}**: against the two directions and the hull of points; what is not known."""

import pickle
from fractions import Fraction

import numpy as np
import pytest

from fdp_sym import parse
from fdp_sym.amplify import SubsampledGaussian, SubsampledLaplace
from fdp_sym.errors import PrecisionError, UnsupportedError
from fdp_sym.latex.curves import curve
from fdp_sym.oracle.two_sided import larger
from fdp_sym.tradeoff import Gaussian, Laplace, mixture
from fdp_sym.tradeoff.two_sided import TwoSided

REMOVE = SubsampledGaussian(1, "1/10", direction="remove")
POWER = REMOVE**30


def test_one_function_for_both_orders():
    f = POWER.two_sided()
    assert isinstance(f, TwoSided)
    assert f == POWER.inverse().two_sided() == f.two_sided() == f.inverse() == f.symmetrize()
    assert parse(repr(f)) == f == pickle.loads(pickle.dumps(f))
    assert REMOVE.two_sided() == REMOVE.inverse().two_sided() == Gaussian(1).subsample("1/10")
    assert curve(f).startswith(r"\min\{")
    assert "min" in f._repr_latex_()


def test_certified_profiles_and_epsilons():
    f = POWER.two_sided()
    both = [POWER, POWER.inverse()]
    for eps in ("-1/2", "0", "1/100", "1/2", "2"):
        ball = f.enclose_delta(eps, digits=15)
        values = [g.enclose_delta(eps, digits=15) for g in both]
        assert ball.lower == max(v.lower for v in values)
        assert ball.upper == max(v.upper for v in values)
    for delta in ("1e-6", "9/10"):
        ball = f.enclose_epsilon(delta, digits=12)
        assert ball.lower == max(g.enclose_epsilon(delta, digits=12).lower for g in both)


def test_certified_values_of_a_product():
    """Below both directions, on every tangent, and equal to one direction away from the middle."""
    f = POWER.two_sided()
    assert f.enclose(0).lower == 1
    assert f.enclose(1).upper == 0
    for level in ("1/50", "2/5"):
        ball = f.enclose(level, digits=12)
        a = Fraction(level)
        values = [g.enclose(level, digits=12) for g in (POWER, POWER.inverse())]
        assert all(ball.lower <= v.upper for v in values)
        for eps in (-1, 0, 1):
            tangent = 1 - f.enclose_delta(eps, 12) - Fraction(np.exp(eps)) * a
            assert ball.upper >= tangent.lower - Fraction(1, 10**12)
        if level == "1/50":
            assert ball.overlaps(min(values, key=lambda v: v.midpoint))
    middle, delta = f.enclose("9/25", digits=15), f.enclose_delta(0, digits=20)
    assert middle.overlaps(1 - delta - Fraction(9, 25))  # the chord of slope -1
    # the reverse level: symmetric
    back = f.enclose(f.enclose("1/50", digits=15).midpoint, digits=10)
    assert float(back.midpoint) == pytest.approx(1 / 50, rel=1e-9)


def test_floats_are_the_best_tangents():
    f = REMOVE.inverse().poisson("1/2", direction="remove")  # symmetric neither here nor there
    two = f.two_sided()
    assert isinstance(two, TwoSided)
    eps = np.linspace(-6, 6, 6001)
    delta = np.maximum(f.delta(eps), f.inverse().delta(eps))
    levels = np.array([0.01, 0.2, 0.45, 0.48, 0.6, 0.99])
    tangents = 1 - delta - np.exp(eps) * levels[:, np.newaxis]
    assert two(levels) == pytest.approx(tangents.max(axis=1), abs=1e-5)
    assert (two(levels) <= f(levels) + 1e-12).all()
    assert (two(f(levels)) <= levels + 1e-12).all()  # below the inverse as well
    c = float(two.fixed_point())
    assert two(c) == pytest.approx(c, rel=1e-12)
    assert float(two.tv()) == pytest.approx(f.delta(0.0), rel=1e-12)


@pytest.mark.slow
def test_floats_without_a_formula_of_the_profile():
    f = mixture([("1/2", REMOVE), ("1/2", Laplace(1))])
    assert f.two_sided()(0.01) == pytest.approx(f(0.01), rel=1e-9)


def test_where_values_are_not_known():
    f = (SubsampledLaplace(1, "1/2", direction="remove") ** 2).two_sided()
    with pytest.raises(UnsupportedError, match="enclose_delta"):
        f.enclose("1/3")
    with pytest.raises(UnsupportedError, match="closed form"):
        f.formula()
    # the direction "add" is the worse one here; 20 digits of both by an independent integral
    ball = f.enclose_delta("1/5", digits=3)
    assert ball.contains(Fraction("0.18478831254177305044"))
    assert not ball.contains(Fraction("0.16868444942541878208"))


def test_poor_enclosures_are_not_lost():
    from fdp_sym.balls import Ball

    def poor():
        raise PrecisionError("too wide", Ball(Fraction(1, 4), Fraction(1, 2)))

    assert larger(lambda: Ball(1, 1), poor, 10, "it").lower == 1
    with pytest.raises(PrecisionError) as caught:
        larger(lambda: Ball(Fraction(1, 3), Fraction(1, 3)), poor, 10, "it")
    assert (caught.value.ball.lower, caught.value.ball.upper) == (Fraction(1, 3), Fraction(1, 2))
