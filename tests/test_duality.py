"""Regions and the definitions of conjugate and profile."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from sympy import Interval, Rational, exp, simplify

from fdp_sym.duality import (
    Region,
    conjugate_definition,
    profile_definition,
    region_eps_delta,
)
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.symbols import delta, epsilon, real
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity
from fdp_sym.tradeoff.pair import from_pair
from fdp_sym.tradeoff.piecewise_linear import PiecewiseLinear

P, Q = ["1/2", "1/4", "1/4", 0], ["1/8", "1/4", "1/2", "1/8"]


def test_region_is_what_randomised_tests_reach(rng: random.Random):
    region = Region(from_pair(P, Q))
    p, q = ([Fraction(x) for x in side] for side in (P, Q))
    for _ in range(40):
        test = [Fraction(rng.choice([0, 1, rng.randint(0, 8) / 8])) for _ in p]
        p_fa = sum(a * t for a, t in zip(p, test, strict=True))
        p_md = 1 - sum(b * t for b, t in zip(q, test, strict=True))
        assert region.contains(p_md, p_fa).status == "proved"
        # a point is reachable iff its reflection is
        assert region.contains(1 - p_md, 1 - p_fa).status == "proved"


def test_just_outside_is_refuted():
    f = from_pair(P, Q)
    region, step = Region(f), Fraction(1, 10**9)
    for i in range(1, 8):
        level = Fraction(i, 8)
        low, high = region.lower(level), region.upper(level)
        assert region.contains(low, level).status == "proved"
        assert region.contains(high, level).status == "proved"
        if low > step:
            assert region.contains(low - step, level).status == "refuted"
        if high < 1:
            assert region.contains(high + step, level).status == "refuted"
    outside = region.contains(2, "1/2")
    assert outside.witness == {"p_md": "2", "p_fa": "1/2"}
    assert region.contains("1/2", -1).status == "refuted"


def test_orientation_is_missed_detection_first():
    f = from_pair(["1/2", "1/2"], [0, 1])  # not symmetric: f(1/2) = 0, f(0) = 1
    region = Region(f)
    assert region.contains(p_md=0, p_fa="1/2").status == "proved"
    assert region.contains(p_md="1/2", p_fa=0).status == "refuted"
    assert region.vertices == ((1, 0), (0, Rational(1, 2)), (0, 1), (1, Rational(1, 2)))


def test_vertices_in_symbols():
    c = (1 - delta) / (1 + exp(epsilon))
    vertices = EpsDelta(epsilon, delta).region().vertices
    assert vertices[:5] == ((1 - delta, 0), (c, c), (0, 1 - delta), (0, 1), (delta, 1))
    assert vertices[6:] == ((1, delta), (1, 0))
    assert [simplify(x - 1 + c) for x in vertices[5]] == [0, 0]


def test_symmetry_and_both_boundaries():
    region = Region(Gaussian(1))
    for level in (0.0, 1e-9, 0.3, 0.5, 0.999, 1.0):
        assert region.upper(level) == pytest.approx(1 - region.lower(1 - level), abs=1e-15)
        assert region.lower(level) <= region.upper(level)
    grid = np.linspace(0, 1, 5)
    np.testing.assert_allclose(region.upper(grid), 1 - Gaussian(1)(1 - grid), atol=1e-16)
    assert Region(Identity()).contains("1/3", "2/3").status == "proved"
    assert Region(Identity()).contains("1/3", "1/2").status == "refuted"
    assert region.contains("1/3", "1/3").status == "certified"
    assert region.contains("1/100", "1/100").status == "refuted"
    with pytest.raises(DomainError):
        region.upper(1.5)
    with pytest.raises(UnsupportedError, match="curved"):
        _ = region.vertices


def test_inclusion_is_the_reverse_order_of_functions():
    small, large = Region(EpsDelta(0, "1/10")), Region(EpsDelta(0, "1/5"))
    assert (small <= large).status == "proved"
    assert (large >= small).status == "proved"
    refuted = large <= small
    assert refuted.status == "refuted"
    level = Fraction(refuted.witness["alpha"])
    assert large.lower(level) < small.lower(level)
    f = from_pair(P, Q)
    assert (Region(f) <= Region(f.two_sided())).status == "proved"
    assert (Region(f.symmetrize()) <= Region(f)).status == "proved"
    with pytest.raises(TypeError):
        small <= 3  # noqa: B015


def test_eq_2_as_printed_is_unbounded():
    planes = region_eps_delta(epsilon, delta)
    assert planes.contains(5, 5).status == "proved"
    assert planes.contains(0, 1 - delta).status == "proved"
    c = (1 - delta) / (1 + exp(epsilon))
    assert planes.contains(c, c).status == "proved"
    assert planes.contains(c / 2, c).status != "proved"
    first, second = planes.inequalities(0, 1)
    assert (first.lhs, first.rhs) == (1, 1 - delta)
    assert (second.lhs, second.rhs) == (exp(epsilon), 1 - delta)
    # not symmetric about P_FA + P_MD = 1: (x, y) -> (1 - y, 1 - x) leads outside
    pure = region_eps_delta(1, 0)
    assert pure.contains(2, 2).status == "certified"
    assert pure.contains(-1, -1).status == "refuted"
    with pytest.raises(DomainError, match="eps"):
        region_eps_delta(-1, 0)
    with pytest.raises(DomainError, match="delta"):
        region_eps_delta(1, 2)


def test_region_inside_the_half_planes():
    region = Region(from_pair(P, Q))
    profile = from_pair(P, Q).two_sided().delta(0)
    assert (region <= region_eps_delta(0, profile)).status == "proved"
    assert (region <= region_eps_delta(0, profile / 2)).status == "refuted"


@pytest.mark.parametrize("f", [from_pair(P, Q), from_pair(Q, P), EpsDelta(0, "1/4")])
def test_definitions_agree_with_a_search(f):
    """The body of the supremum, maximised over a grid that contains all vertices."""
    grid = [Rational(i, 8) for i in range(9)]
    for eps in (-1, 0, Rational(1, 2), 3):
        supremum = profile_definition(f, eps)
        variable, low, high = supremum.limits
        assert (low, high) == (0, 1)
        best = max(float(supremum.body.subs(variable, point)) for point in grid)
        assert f.delta(float(eps)) == pytest.approx(best, abs=1e-13)
    for y in (-3, Rational(-1, 2), 0, 2):
        supremum = conjugate_definition(f, y)
        best = max(supremum.body.subs(supremum.limits[0], point) for point in grid)
        assert f.conjugate(Rational(y)) == best


def test_the_bound_variable_is_fresh():
    taken = real("x", Interval(0, 1))
    supremum = conjugate_definition(EpsDelta(0, taken), -1)
    assert taken in supremum.free_symbols
    assert supremum.limits[0] != taken
    assert conjugate_definition(PiecewiseLinear([(0, 1), (1, 0)]), epsilon).has(epsilon)
