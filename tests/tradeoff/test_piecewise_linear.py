"""Exact piecewise-linear functions against brute force over fractions and published vertices."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import pairwise

import laws
import mpmath
import numpy as np
import pytest
from sympy import Interval, Le, Max, Rational, exp, log, oo, simplify, sin

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.symbols import alpha, delta, epsilon, real
from fdp_sym.tradeoff import EpsDelta, Gaussian
from fdp_sym.tradeoff.piecewise_linear import (
    PiecewiseLinear,
    from_guarantees,
    maximum_of,
    minimum_of,
    mixture_of,
)

HALF = Rational(1, 2)


def random_points(rng: random.Random, pieces: int, jump: bool = False):
    """Vertices of a trade-off function from random likelihood ratios, by cumulative sums."""
    p = [Fraction(rng.randint(1, 9)) for _ in range(pieces)]
    q = [Fraction(rng.randint(0, 9)) for _ in range(pieces)]
    q[0] += 1
    mass = Fraction(rng.randint(0, 5)) if jump else Fraction(0)
    total_p, total_q = sum(p), sum(q) + mass
    atoms = sorted(zip(p, q, strict=True), key=lambda a: -a[1] / a[0])
    a, b = Fraction(0), 1 - mass / total_q
    points = [(a, b)]
    for mass_p, mass_q in atoms:
        a, b = a + mass_p / total_p, b - mass_q / total_q
        points.append((a, b))
    return points


def chord(points, level):
    """Linear interpolation in fractions: the oracle for values."""
    for (a, b), (a2, b2) in pairwise(points):
        if a <= level <= a2:
            return b + (b2 - b) * (level - a) / (a2 - a) if a2 > a else b
    raise AssertionError(level)


def as_fraction(value):
    return Fraction(int(value.p), int(value.q))


LEVELS = [Fraction(i, 24) for i in range(25)]


@pytest.fixture(params=range(6))
def points(request):
    return random_points(random.Random(request.param), request.param + 1, jump=request.param % 2)


def test_values_are_interpolations(points):
    f = PiecewiseLinear(points)
    for level in LEVELS:
        assert as_fraction(f(level)) == chord(points, level)
        assert f(float(level)) == pytest.approx(float(chord(points, level)), rel=1e-12, abs=1e-15)
        assert f.complement(float(level)) == pytest.approx(
            float(1 - chord(points, level)), rel=1e-12, abs=1e-15
        )
    for level in LEVELS[::6]:
        formula = f.formula(alpha).subs(alpha, Rational(level.numerator, level.denominator))
        assert as_fraction(formula) == chord(points, level)


def test_laws():
    laws.check_all(PiecewiseLinear(random_points(random.Random(8), 5, jump=True)))


def test_canonical_form_drops_what_does_not_bend():
    f = PiecewiseLinear([(0, 1), ("1/4", "1/2"), (HALF, "1/4"), ("3/4", "1/8"), (1, 0)])
    assert f.breakpoints == ((0, 1), (Rational(1, 4), HALF), (HALF, Rational(1, 4)), (1, 0))
    assert f.slopes == (-2, -1, -HALF)
    g = PiecewiseLinear([(0, 1), (0, 1), ("1/4", "1/2"), (HALF, "1/4"), (1, 0)])
    assert f == g
    assert hash(f) == hash(g)
    assert PiecewiseLinear([(0, 1), ("1/3", "2/3"), (1, 0)]).breakpoints == ((0, 1), (1, 0))


def test_it_is_completed_on_the_right():
    assert PiecewiseLinear([(0, HALF), (HALF, 0)]).breakpoints == ((0, HALF), (HALF, 0), (1, 0))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([], "at least one"),
        (5, "sequence of pairs"),
        ([(0, 1, 2)], "pair"),
        ([(0, 1), (0.5, 0.75), (1, 0)], "convex_minorant"),
        ([(0, 1), ("1/2", "1/4"), ("2/5", "1/5"), (1, 0)], "increasing order"),
        ([(0, 1), ("1/2", "1/4"), ("1/2", "1/8"), (1, 0)], "same alpha"),
        ([(0, 2), (1, 0)], r"\(0, 2\)"),
        ([(0, 1), (2, 0)], r"\(2, 0\)"),
        ([(0, 1), (-1, 0), (1, 0)], r"\(-1, 0\)"),
        ([("1/10", "1/2"), (1, 0)], "alpha = 0"),
        ([(0, 1), (1, "1/2")], "beta = 0"),
        ([(0, "1/4"), ("1/2", "1/2"), (1, 0)], "increases"),
        ([(0, 1), (float("nan"), 0)], "finite"),
        ([(0, 1), (oo, 0)], "finite"),
        ([(0, 1), (1j, 0)], "real"),
        ([(0, "x"), (1, 0)], "allowed"),
    ],
)
def test_what_is_no_trade_off_function_is_refused(bad, message):
    with pytest.raises(DomainError, match=message):
        PiecewiseLinear(bad)


def test_inverse(points):
    f = PiecewiseLinear(points)
    g = f.inverse()
    assert g.inverse() == f
    for level in LEVELS:
        # inf {t : f(t) <= level}: t is on the graph, or 0
        t = as_fraction(g(level))
        assert chord(points, t) <= level
        assert t == 0 or chord(points, t) == level
        if t:
            assert chord(points, t - Fraction(1, 10**9)) > level


def test_conjugate_and_profile_are_maxima_over_vertices(points):
    f = PiecewiseLinear(points)
    for y in [Fraction(-7, 2), Fraction(-1), Fraction(-1, 3), Fraction(0), Fraction(2)]:
        best = max(y * a - b for a, b in points)
        assert as_fraction(f.conjugate(y)) == best
        assert f.conjugate(float(y)) == pytest.approx(float(best), rel=1e-14, abs=1e-15)
    for growth in [Fraction(1, 5), Fraction(1), Fraction(3, 2), Fraction(40)]:
        best = max(1 - b - growth * a for a, b in points)
        assert as_fraction(f.delta(log(Rational(growth.numerator, growth.denominator)))) == best
        assert f.delta(float(np.log(float(growth)))) == pytest.approx(float(best), abs=1e-14)
    assert as_fraction(f.tv()) == max(1 - b - a for a, b in points)


def test_float_profile_keeps_its_digits():
    # delta(log 2 - t) = (1 - e^-t)/3 for this function and small t > 0
    f = PiecewiseLinear([(0, 1), ("1/3", "1/3"), (1, 0)])
    t = 2.0**-30
    expected = 2 / 3 * -np.expm1(-t)
    assert f.delta(float(np.log(2.0)) - t) == pytest.approx(expected, rel=1e-6)
    tiny = PiecewiseLinear([(0, 1), (Fraction(1, 10**300), Fraction(1, 2)), (1, 0)])
    assert tiny.complement(1e-301) == pytest.approx(0.05, rel=1e-14)
    assert tiny.delta(690.0) == pytest.approx(0.5 - float(np.exp(690 - 300 * np.log(10))), rel=1e-9)
    beyond = PiecewiseLinear([(0, 1), (Fraction(1, 10**400), Fraction(1, 2)), (1, 0)])
    assert (beyond(0.0), beyond(5e-324), beyond.delta(900.0)) == (1.0, 0.5, pytest.approx(0.5))
    assert beyond.delta(1000.0) == 0.0


def test_fixed_point_is_one(points):
    f = PiecewiseLinear(points)
    level = as_fraction(f.fixed_point())
    assert chord(points, level) == level


def test_symmetric_functions_from_one(points):
    f = PiecewiseLinear(points)
    upper, lower = f.symmetrize(), f.two_sided()
    assert upper.is_symmetric
    assert lower.is_symmetric
    g = f.inverse()
    for level in LEVELS:
        assert upper(level) == max(f(level), g(level))
        assert lower(level) <= min(f(level), g(level))
    # the largest convex function below both: its vertices lie on one of them
    for a, b in lower.breakpoints:
        assert b == min(f(a), g(a))


def test_groups_compose(points):
    f = PiecewiseLinear(points)
    for k in (1, 2, 3, 5):
        g = f.group(k)
        for level in LEVELS[::5]:
            value = level
            for _ in range(k):
                value = 1 - chord(points, value)
            assert as_fraction(g(level)) == 1 - value


def test_maximum_and_mixture(points):
    f = PiecewiseLinear(points)
    g = PiecewiseLinear(random_points(random.Random(99), 4))
    top, mean = maximum_of([f, g]), mixture_of(["1/3", "2/3"], [f, g])
    bottom = minimum_of([f, g])
    for level in LEVELS:
        assert top(level) == max(f(level), g(level))
        assert mean(level) == f(level) / 3 + 2 * g(level) / 3
        assert bottom(level) <= min(f(level), g(level))


def test_order_is_exact(points):
    f = PiecewiseLinear(points)
    g = PiecewiseLinear(random_points(random.Random(5), 3, jump=True))
    verdict = f >= g
    vertices = [a for a, _ in (*points, *g.breakpoints)]
    if all(f(a) >= g(a) for a in vertices):
        assert verdict.status == "proved"
    else:
        assert verdict.status == "refuted"
        level = Fraction(verdict.witness["alpha"])
        assert f(level) < g(level)
    assert (maximum_of([f, g]) >= f).status == "proved"
    assert (f >= minimum_of([f, g])).status == "proved"


def test_order_against_other_families():
    f = EpsDelta(1, "1/10").as_piecewise_linear()
    assert (f >= EpsDelta(1, "1/10")).status == "proved"
    assert (f >= EpsDelta(1, "1/5")).status == "proved"
    refuted = f >= EpsDelta(2, "1/20")
    assert refuted.status == "refuted"
    assert (EpsDelta(0, "1/10").as_piecewise_linear() >= Gaussian(3)).status == "refuted"


def test_vertices_of_eq_5():
    """DRS eq. (5): (0, 1 - delta), (c, c), (1 - delta, 0), (1, 0)."""
    f = EpsDelta(epsilon, delta).as_piecewise_linear()
    c = (1 - delta) / (1 + exp(epsilon))
    assert f.breakpoints == ((0, 1 - delta), (c, c), (1 - delta, 0), (1, 0))
    assert f.slopes == (-exp(epsilon), -exp(-epsilon), 0)
    assert f.is_symmetric
    assert simplify(f.fixed_point() - c) == 0
    assert simplify(f.tv() - (delta + (1 - delta) * (exp(epsilon) - 1) / (exp(epsilon) + 1))) == 0
    assert f.delta(epsilon) == delta or simplify(f.delta(epsilon) - delta) == 0
    assert f.subs({delta: 0}) == EpsDelta(epsilon).as_piecewise_linear()
    assert f.subs({epsilon: 0, delta: 0}).breakpoints == ((0, 1), (1, 0))
    assert f.subs({delta: 1}).breakpoints == ((0, 0), (1, 0))


def test_groups_of_pure_privacy_in_symbols():
    """1 - (1 - f)^k at its vertices, by hand for k = 2 with x = e^epsilon, c = 1/(1 + x)."""
    x = exp(epsilon)
    f = EpsDelta(epsilon).as_piecewise_linear().group(2)
    # 1 - f: c -> 1 - c, and c/x -> c because 1 - f has slope x there
    expected = [(0, 1), (1 / (x * (1 + x)), 1 / (1 + x)), (1 / (1 + x), 1 / (x * (1 + x))), (1, 0)]
    assert f == PiecewiseLinear(expected)
    assert f.subs({epsilon: log(2)}) == EpsDelta(log(2)).as_piecewise_linear().group(2)
    with pytest.raises(HypothesisError, match="1 - delta"):
        EpsDelta(epsilon, delta).as_piecewise_linear().group(2)


def test_hypotheses_decide_orders():
    low, high = (real(name, Interval(0, oo)) for name in ("e1", "e2"))
    small, large = (real(name, Interval(0, 1)) for name in ("d1", "d2"))
    f = EpsDelta(low, small).as_piecewise_linear()
    g = EpsDelta(high, large).as_piecewise_linear()
    given = [Le(low, high), Le(small, large)]
    assert (PiecewiseLinear(f.breakpoints, given) >= g).status == "proved"
    assert (f >= g).status == "inconclusive"
    with pytest.raises(HypothesisError, match="Give one as a hypothesis"):
        PiecewiseLinear([(0, 1), (small, 1 - 2 * small), (1, 0)])
    with pytest.raises(HypothesisError, match="contradict"):
        PiecewiseLinear([(0, 1), (1, 0)], given=[Le(1, 0)])


def test_guarantees_give_the_maximum():
    pairs = [(0, "1/2"), (log(2), "1/5"), (log(3), "3/20"), (log(8), 0)]
    f = from_guarantees(pairs)
    assert all(x.is_Rational for point in f.breakpoints for x in point)
    members = [EpsDelta(*pair) for pair in pairs]
    for level in LEVELS:
        point = Rational(level.numerator, level.denominator)
        assert f(point) == Max(*(g.formula(point) for g in members))
    assert f.is_symmetric
    irrational = from_guarantees([(0, "1/2"), (1, "1/10")])
    grid = np.linspace(0, 1, 101)
    expected = np.maximum(EpsDelta(0, "1/2")(grid), EpsDelta(1, "1/10")(grid))
    np.testing.assert_allclose(irrational(grid), expected, rtol=1e-14, atol=1e-16)
    assert from_guarantees([(epsilon, delta)]) == EpsDelta(epsilon, delta).as_piecewise_linear()
    with pytest.raises(DomainError, match="at least one"):
        from_guarantees([])
    with pytest.raises(DomainError, match="eps"):
        from_guarantees([(-1, 0)])


def test_pickle_and_thousands_of_breakpoints():
    points = random_points(random.Random(2), 2000)
    f = PiecewiseLinear(points)
    assert pickle.loads(pickle.dumps(f)) == f
    assert (f.two_sided() <= f).status == "proved"
    assert f.symmetrize().is_symmetric


@pytest.mark.parametrize("eps", ["1.0999999", 10**4, "1e-7"])
def test_exponentials_of_high_degree_are_opaque(eps):
    f = EpsDelta(eps, "1/10")
    h = f.as_piecewise_linear()
    with mpmath.workdps(5000):
        growth = mpmath.exp(mpmath.mpf(int(f.eps.p)) / int(f.eps.q))
        # 1 - (1 - f)(1 - f): the two lines of f, by hand, at a level below the first kink
        level = mpmath.mpf(1) / 10 / growth**3
        inner = mpmath.mpf(1) / 10 + growth * level
        lines = (mpmath.mpf(9) / 10 - growth * inner, (mpmath.mpf(9) / 10 - inner) / growth)
        expected = max(0, *lines)
        got = mpmath.mpf(str(f.group(2).formula(exp(-3 * f.eps) / 10).evalf(40)))
        assert abs(got - expected) <= 1e-30 * expected
    both = maximum_of([h, EpsDelta("1/2", "1/20").as_piecewise_linear()])
    assert both(0.5) == pytest.approx(max(f(0.5), EpsDelta("1/2", "1/20")(0.5)), rel=1e-15)


def test_values_at_opaque_functions():
    f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    r = real("r")
    assert f(sin(r)).subs(r, 0) == HALF
