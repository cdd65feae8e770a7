"""Maximum, mixture, inverse, groups, location families and profiles."""

import math
import pickle

import numpy as np
import pytest
from sympy import Min, Piecewise, Rational, atan, exp, log, pi

from fdp_sym.errors import DomainError, HypothesisError, PrecisionError, UnsupportedError
from fdp_sym.functions import Max, Phi
from fdp_sym.symbols import alpha, epsilon, integer, mu
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Location,
    Logistic,
    from_profile,
    maximum,
    mixture,
)
from fdp_sym.tradeoff.algebra import Inverse
from fdp_sym.tradeoff.group_privacy import Group

LEVELS = np.array([0.0, 1e-300, 1e-5, 0.1, 0.3, 0.5, 0.9, 1 - 2.0**-53, 1.0])


def test_maximum():
    f, g = Gaussian(1), EpsDelta(1, "1/10")
    h = maximum(f, g)
    assert h == maximum(g, f) == maximum(g, maximum(f, g), f)
    assert hash(h) == hash(maximum(g, f))
    assert maximum(f, f) == f
    assert h.formula() == Max(f.formula(), g.formula())
    assert (h(LEVELS) == np.maximum(f(LEVELS), g(LEVELS))).all()
    assert h.is_symmetric
    assert h.inverse() == h.two_sided() == h
    assert h.tv() == 1 - 2 * h.fixed_point()
    # the conjugate of a maximum: exact for piecewise-linear members
    exact = maximum(EpsDelta(1), EpsDelta(0, "1/4"))
    assert float(exact.delta("0.5")) == pytest.approx(exact.delta(0.5), abs=1e-12)
    with pytest.raises(UnsupportedError, match="numbers"):
        h.delta(epsilon)
    for bad in ((), (f, 1), (None,)):
        with pytest.raises(DomainError):
            maximum(*bad)


def test_mixture():
    f = mixture([("1/4", Gaussian(1)), ("1/2", Identity()), ("1/4", Gaussian(1))])
    assert f == mixture([("1/2", Identity()), ("1/2", Gaussian(1))])
    assert f.formula() == (1 - alpha) / 2 + Gaussian(1).formula() / 2
    assert mixture([(1, Gaussian(1)), (0, Identity())]) == Gaussian(1)
    assert mixture([(0.5, f), (0.5, Identity())]).parts[0][0] in (Rational(1, 4), Rational(3, 4))
    assert not f.is_symmetric
    for bad in (
        [("1/2", Gaussian(1))],
        [(0.1, Gaussian(1)), (0.9, Identity())],
        [("3/2", Gaussian(1)), ("-1/2", Identity())],
        [("1/2", Gaussian(1)), ("1/2", 3)],
        [],
    ):
        with pytest.raises(DomainError):
            mixture(bad)


def test_profile_of_a_mixture_with_the_identity():
    p, f = 0.25, Gaussian(2)
    g = mixture([("1/4", f), ("3/4", Identity())])
    levels = np.linspace(0, 1, 200_001)
    for eps in (-3.0, -0.2, 0.0, 0.5, 1.0, 3.0):
        want = (1 - g(levels) - math.exp(eps) * levels).max()
        assert want <= g.delta(eps) + 1e-15
        assert g.delta(eps) == pytest.approx(want, abs=1e-6)  # the grid is that coarse
        assert float(g.delta(str(eps))) == pytest.approx(g.delta(eps), abs=1e-14)
    assert g.delta(900.0) == 0.0
    assert float(g.tv()) == pytest.approx(p * float(f.tv()))


def test_inverse_by_bisection_against_closed_forms():
    for f in (Gaussian(1), Laplace(2), EpsDelta(1, "1/10")):
        g = Inverse(f)  # these are symmetric, so the inverse is known
        assert g(LEVELS[1:-1]) == pytest.approx(f(LEVELS[1:-1]), rel=1e-11)
        assert g.complement(LEVELS[1:-1]) == pytest.approx(f.complement(LEVELS[1:-1]), rel=1e-11)
        assert g([0.0, 1.0]) == pytest.approx(f([0.0, 1.0]), rel=1e-15, abs=0)
        assert g.inverse() == f
        with pytest.raises(UnsupportedError):
            g.formula()
    f = mixture([("1/2", Gaussian(1)), ("1/2", Identity())])
    assert f.inverse() == Inverse(f)
    both = f.symmetrize()
    assert both.is_symmetric
    assert both.symmetrize() == both
    assert f.two_sided() == f.inverse().two_sided() == Gaussian(1).subsample("1/2")


def test_groups_by_iteration():
    f = Group(Gaussian(1), Rational(3))
    assert f(LEVELS) == pytest.approx(Gaussian(3)(LEVELS), rel=1e-12)
    assert f.group(2) == Gaussian(6)
    assert float(f("1/10")) == pytest.approx(Gaussian(3)(0.1))
    with pytest.raises(UnsupportedError, match="definite"):
        mixture([("1/2", Gaussian(1)), ("1/2", Identity())]).group(integer("k", 1))


# -- location families -----------------------------------------------------------------------------


def test_recognised_location_families():
    for cdf, closed in (
        (Phi, Gaussian(2)),
        (lambda x: 1 / (1 + exp(-x)), Logistic(2)),
        (lambda x: Piecewise((exp(x) / 2, x < 0), (1 - exp(-x) / 2, True)), Laplace(2)),
    ):
        f = Location(cdf, 2)
        assert f.closed == closed
        assert (f(LEVELS) == closed(LEVELS)).all()
        assert f.is_symmetric
        assert float(f("1/3")) == pytest.approx(closed(1 / 3))
        assert f.delta(0.5) == closed.delta(0.5)
        assert f.group(2).closed == closed.group(2)
        assert pickle.loads(pickle.dumps(f)) == f
    assert Location(Phi, mu).formula() == Gaussian(mu).formula()
    assert Location(Phi, mu).subs({mu: 1}) == Location(Phi, 1)
    assert Location(Phi, 1).log_concavity.status == "proved"


def test_gumbel():
    # T(xi, xi + 1) = (1 - alpha)^e by hand
    f = Location(lambda x: exp(-exp(-x)), 1, lambda p: -log(-log(p)))
    assert f.formula() == (1 - alpha) ** exp(1)
    for a in (1e-300, 1e-5, 0.1, 0.5, 0.9):
        assert f(a) == pytest.approx(math.exp(math.e * math.log1p(-a)), rel=1e-14)
        assert f.complement(a) == pytest.approx(-math.expm1(math.e * math.log1p(-a)), rel=1e-14)
    assert f([0.0, 1.0]).tolist() == [1.0, 0.0]
    assert not f.is_symmetric
    assert f.inverse()(f(0.2)) == pytest.approx(0.2, rel=1e-14)
    levels = np.linspace(0, 1, 100_001)
    for eps in (-1.0, 0.0, 0.5, 2.0):
        want = (1 - (1 - levels) ** math.e - math.exp(eps) * levels).max()
        assert f.delta(eps) == pytest.approx(want, abs=1e-9)


def test_bounded_support():
    uniform = Location(lambda x: Piecewise((0, x < 0), (x, x < 1), (1, True)), "1/4")
    assert uniform([0.0, 0.25, 0.75, 1.0]).tolist() == [0.75, 0.5, 0.0, 0.0]
    assert uniform.delta([0.0, 3.0]) == pytest.approx([0.25, 0.25])
    assert uniform.log_concavity.status == "consistent"
    with pytest.raises(UnsupportedError, match="quantile"):
        uniform.formula()


def test_location_refuses():
    with pytest.raises(HypothesisError, match=r"log-concave: at x = .* the square"):
        Location(lambda x: Rational(1, 2) + atan(x) / pi, 1)
    for cdf in (lambda x: exp(-x), lambda x: Phi(x) / 2, lambda x: Phi(-x), lambda x: mu * x, 3):
        with pytest.raises(DomainError):
            Location(cdf, 1)
    with pytest.raises(DomainError, match="inverse"):
        Location(lambda x: exp(-exp(-x)), 1, lambda p: -log(-log(p**2)))
    with pytest.raises(DomainError):
        Location(Phi, -1)


# -- from a profile --------------------------------------------------------------------------------


@pytest.mark.parametrize("f", [Gaussian(1), EpsDelta(1, "1/10"), Laplace(1)], ids=repr)
def test_there_and_back(f):
    for g in (
        from_profile(f.delta),
        from_profile(f.delta, symmetric=True),
        from_profile(lambda eps: f.delta(float(eps)), symmetric=True),
    ):
        assert g([0.0, 1e-5, 0.1, 0.5, 1.0]) == pytest.approx(
            f([0.0, 1e-5, 0.1, 0.5, 1.0]), abs=2e-14
        )
        assert g.delta(0.7) == pytest.approx(f.delta(0.7), abs=1e-15)
        assert g.complement(1e-5) == pytest.approx(f.complement(1e-5), rel=1e-10)


def test_profile_formula_is_an_inert_supremum():
    g = from_profile(Gaussian(mu + 1).delta, symmetric=True)
    assert "Sup" in str(g.formula())
    assert g.free_symbols == {mu}
    assert g.subs({mu: 0})(0.05) == pytest.approx(0.740488977159, rel=1e-11)
    with pytest.raises(UnsupportedError):
        from_profile(lambda eps: Gaussian(1).delta(float(eps))).formula()


def test_finitely_many_guarantees():
    pairs = [(0, "1/2"), (1, "1/10"), (3, "1/1000")]
    f = from_profile(pairs)
    want = np.max([EpsDelta(*pair)(LEVELS) for pair in pairs], axis=0)
    assert f(LEVELS) == pytest.approx(want, abs=1e-15)
    assert f.is_symmetric


@pytest.mark.parametrize(
    "bad",
    [
        lambda eps: 2,
        lambda eps: eps,
        lambda eps: math.nan,
        lambda eps: 1 - exp(-(eps**2)) / 2,
        lambda eps: 1 / (1 + exp(-eps)),
        lambda eps: max(0.0, 1 - math.exp(eps)) + 0.3 * (eps < 1),
        lambda eps: Max(0, Min(1, 2 - exp(eps))),
        "1/2",
        3,
        [(1, 2)],
        [1, 2],
        ["12"],
        np.array(0.3),
        [],
    ],
)
def test_no_profile(bad):
    with pytest.raises(DomainError):
        from_profile(bad)
    if callable(bad):
        with pytest.raises(DomainError):
            from_profile(bad, symmetric=True)


def test_profiles_beyond_the_bounds_of_balls_say_so():
    sampled = Gaussian(1).poisson("1/2", direction="remove")
    with pytest.raises(PrecisionError, match="is 10 to the power"):
        sampled.enclose_delta(700, 10)
