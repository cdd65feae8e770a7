"""C_p(f): three pieces against the hull of the definition, floats against high precision."""

import pickle
from fractions import Fraction

import laws
import mpmath
import numpy as np
import pytest
from sympy import Interval, Piecewise, Rational, exp, latex, log, oo

from fdp_sym import parse
from fdp_sym.balls import enclose
from fdp_sym.divergences import enclose_functional
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.latex.curves import curve
from fdp_sym.symbols import alpha, real
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Logistic,
    PiecewiseLinear,
    RandomizedResponse,
    TruncatedLaplace,
    convex_minorant,
    maximum,
    mixture,
)
from fdp_sym.tradeoff.two_sided import TwoSided

CURVED = [
    (Gaussian(1), "1/10"),
    (Gaussian(3), "9/10"),
    (Laplace(1), "1/3"),
    (Logistic(2), "1/100"),
    (TruncatedLaplace(1, 2), "1/4"),
]


@pytest.mark.parametrize(("f", "p"), CURVED, ids=repr)
def test_laws(f, p):
    laws.check_all(f.subsample(p), tolerance=1e-11, pairs=4)


def test_a_fixed_point_without_a_closed_form():
    f = maximum(Gaussian(1), Laplace(1)).group(2).subsample("1/4")
    laws.bounds(f, 1e-10)
    with pytest.raises(UnsupportedError, match="fixed point"):
        f.formula()


# -- the definition --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_piecewise_linear_functions_against_the_hull(seed):
    rng = np.random.default_rng(seed)
    cuts = [Fraction(int(n), 60) for n in sorted(rng.choice(np.arange(1, 60), 4, replace=False))]
    f = convex_minorant([(a, (1 - a) ** 2 * Fraction(9, 10)) for a in (0, *cuts)])
    p = Fraction(int(rng.integers(1, 20)), 20)
    for base in (f, f.symmetrize()):
        sampled = mixture([(p, base), (1 - p, Identity())]).as_piecewise_linear()
        assert base.subsample(p) == convex_minorant([sampled, sampled.inverse()])


def test_three_pieces_are_the_biconjugate():
    """The general route, by profiles, against the three pieces."""
    levels = np.array([1e-12, 1e-3, 0.05, 0.2, 0.4, 0.6, 0.9, 0.999, 1 - 1e-12])
    for f, p in CURVED:
        pieces = f.subsample(p)
        hull = TwoSided(f.poisson(p, direction="remove"))
        assert hull(levels) == pytest.approx(pieces(levels), rel=1e-9, abs=1e-15)
        assert hull.complement(levels) == pytest.approx(pieces.complement(levels), rel=1e-9)
        assert hull.tv() == pieces.tv()
    for level in ("1/1000", "1/3", "1/2", "9/10"):
        f = Gaussian(1)
        ball = TwoSided(f.poisson("1/10", direction="add")).enclose(level, digits=20)
        assert ball.decimal(19) == f.subsample("1/10").enclose(level, digits=20).decimal(19)


def test_the_profile_is_the_larger_one():
    f = Gaussian(2)
    for p in ("1/100", "1/2"):
        both = [f.poisson(p, direction=d) for d in ("remove", "add")]
        for eps in (-3.0, -0.2, 0.0, 0.1, 2.0, 30.0):
            want = max(float(g.delta(eps)) for g in both)
            assert f.subsample(p).delta(eps) == pytest.approx(want, rel=1e-12)
            assert float(f.subsample(p).delta(Rational(eps))) == pytest.approx(want, rel=1e-12)


# -- floats ----------------------------------------------------------------------------------------


def phi(x):
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def root(decreasing, goal, low):
    low, high = mpmath.mpf(low), mpmath.mpf(45)
    for _ in range(150):
        middle = (low + high) / 2
        low, high = (middle, high) if decreasing(middle) > goal else (low, middle)
    return low


def reference(mu, p, level):
    """C_p(G_mu) and its complement in 50 digits."""
    with mpmath.workdps(50):
        mu, p, level = (
            mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator for v in (mu, p, level)
        )
        first = phi(-mu / 2)
        last = p * first + (1 - p) * (1 - first)
        if level <= first:
            z = root(lambda z: phi(-z), level, 0)
            return p * phi(z - mu) + (1 - p) * (1 - level), p * phi(mu - z) + (1 - p) * level
        if level <= last:
            return first + last - level, p * (1 - 2 * first) + level
        z = root(lambda z: p * phi(mu - z) + (1 - p) * phi(-z), 1 - level, mu / 2)
        return phi(-z), 1 - phi(-z)


@pytest.mark.parametrize(
    ("mu", "p"),
    [("1", "1/100"), ("3", "1/2"), ("1/10", "1/1000"), ("13", "1/3"), ("30", "9/10")],
)
def test_floats_in_both_tails(mu, p):
    f = Gaussian(mu).subsample(p)
    first, last = (float(x) for x in f._flat())
    levels = [1e-300, 1e-20, 1e-5, first / 2, first, (first + last) / 2, last]
    levels += [last * (1 - 1e-15), last * (1 + 1e-15), (1 + last) / 2, 1 - 1e-9, 1 - 2.0**-53]
    values, complements = f(levels), f.complement(levels)
    for level, value, complement in zip(levels, values, complements, strict=True):
        want, rest = reference(mu, p, level)
        assert abs(value - want) <= max(1e-12 * want, 1e-320)  # subnormal numbers have few digits
        assert abs(complement - rest) <= 1e-12 * rest


def test_floats_against_balls():
    f = Gaussian(1).subsample("1/10")
    for level in np.random.default_rng(5).random(12):
        ball = f.enclose(float(level), digits=20)
        assert f(float(level)) == pytest.approx(float(ball.midpoint), rel=1e-14)
    assert f.at_z(-8.0) == pytest.approx(f.of.poisson("1/10", direction="add").at_z(-8.0), rel=1e-9)


def test_without_scipy(monkeypatch):
    from fdp_sym.tradeoff import numeric

    levels = np.random.default_rng(1).random(500)
    want = Gaussian(1).subsample("1/50")(levels)
    monkeypatch.setattr(numeric, "_scipy_special", lambda: None)
    assert Gaussian(1).subsample("1/50")(levels) == pytest.approx(want, rel=1e-13)


# -- ends, symbols, text ---------------------------------------------------------------------------


@pytest.mark.parametrize("f", [Gaussian(1), EpsDelta(1, "1/10"), Laplace(2), Identity()], ids=repr)
def test_rates_at_the_ends(f):
    assert f.subsample(0) == Identity()
    assert f.subsample(1) == f
    g = PiecewiseLinear([(0, "3/4"), ("1/4", "1/4"), (1, 0)])
    assert g.subsample(1) == g.two_sided() != g
    assert Gaussian(0).subsample("1/2") == Identity()
    assert Laplace(0).subsample("1/2")(0.25) == 0.75
    assert EpsDelta(0, 1).subsample("1/3") == EpsDelta(0, "1/3").as_piecewise_linear()


def test_levels_at_the_ends_and_seams():
    f = Gaussian(1).subsample("1/3")
    assert [f(0), f(1), f(0.0), f(1.0)] == [1, 0, 1.0, 0.0]
    first, last = f._flat()
    near = f.enclose(first + Rational(1, 10**25), digits=20)
    assert abs(f.enclose(first, digits=20).midpoint - near.midpoint) < Fraction(2, 10**25)
    assert f.formula(first) == f.sampled.formula(first)
    assert float(f.enclose(last).midpoint) == pytest.approx(float(first), rel=1e-15)
    jumping = TruncatedLaplace(1, 2).subsample("1/2")  # f(0) < 1
    assert jumping(0.0) == pytest.approx(1 - 0.5 * (1 - TruncatedLaplace(1, 2)(0.0)))


@pytest.mark.parametrize("p", [-0.1, "11/10", float("nan"), None, "no"])
def test_wrong_rates(p):
    with pytest.raises(DomainError, match="p"):
        Gaussian(1).subsample(p)


def test_symbols():
    p, mu = real("p", Interval(0, 1)), real("mu", Interval.open(0, oo))
    f = Gaussian(mu).subsample(p)
    assert f.subs({p: 0}) == Identity()
    assert f.subs({p: 1}) == Gaussian(mu)
    at, point = {p: Rational(1, 10), mu: Rational(1)}, real("x")
    assert f.subs(at) == Gaussian(1).subsample("1/10")
    for eps in ("-1/2", "1/5"):
        value = f.delta(point).subs({**at, point: Rational(eps)})
        assert float(value) == pytest.approx(
            Gaussian(1).subsample("1/10").delta(float(Fraction(eps)))
        )
    assert float(f.tv().subs(at)) == pytest.approx(0.1 * float(Gaussian(1).tv()))
    with pytest.raises(HypothesisError, match="p"):
        Gaussian(1).subsample(real("p"))
    eps, delta = real("epsilon", Interval(0, oo)), real("delta", Interval(0, 1))
    g = EpsDelta(eps, delta).subsample(p)
    numbers = {eps: log(3), delta: Rational(1, 5), p: Rational(1, 2)}
    assert g.subs(numbers) == EpsDelta(log(3), "1/5").subsample("1/2")
    assert RandomizedResponse(log(2), 3).subsample("1/2").breakpoints[0] == (0, 1)


def test_the_laws_of_the_operator_as_verdicts():
    f = Gaussian(1)
    assert (f.subsample("1/10") >= f.subsample("1/2")).status == "proved"
    assert (f.subsample("1/2") >= Gaussian(2).subsample("1/2")).status == "proved"
    assert (f.subsample("1/2") >= f).status == "proved"
    assert (f.subsample("1/2") >= f.subsample("1/10")).status == "refuted"
    assert (Gaussian(2).subsample("1/2") >= f.subsample("1/2")).status == "refuted"
    assert (Gaussian(2).subsample("1/10") >= f.subsample("1/2")).status != "proved"


def test_text_and_copies():
    f = Gaussian("1/2").subsample("1/100")
    assert repr(f) == "Subsampled(Gaussian(1/2), 1/100)"
    assert parse(repr(f)) == f == parse("Gaussian(1/2).subsample(0.01)")
    assert pickle.loads(pickle.dumps(f)) == f
    assert curve(f) == r"C_{1/100}(G_{1/2})"
    assert "C_{" in f._repr_latex_()
    assert (f**2 @ f) == f**3


# -- the privacy loss ------------------------------------------------------------------------------


@pytest.mark.parametrize(("f", "p"), CURVED[:4], ids=repr)
def test_the_law_of_the_loss(f, p):
    sampled = f.subsample(p)
    law = sampled.privacy_loss()
    ends = 1 - law.mass_at_minus_infinity
    for moment in (lambda loss: 1 + 0 * loss, exp):  # P and Q are probabilities
        assert enclose(
            law.expectation(moment) - ends, digits=12, width=Rational(1, 10**12)
        ).contains(0)


def test_functionals_of_a_sampled_gaussian():
    """The formulas of Dong, Roth and Su's Section 5, by mpmath."""
    f = Gaussian(1).subsample("1/4")

    def integral(weight):
        def integrand(z):
            g = mpmath.mpf(3) / 4 + mpmath.exp(z - mpmath.mpf(1) / 2) / 4
            return mpmath.npdf(z) * weight(g, mpmath.log(g))

        return mpmath.quad(integrand, [0.5, 2, 5, 12])

    for name, weight in (
        ("kl", lambda g, log: (g - 1) * log),
        ("kappa2", lambda g, log: (g + 1) * log**2),
        ("kappa3", lambda g, log: (g + 1) * log**3),
    ):
        ball = enclose_functional(f, name, 15)
        assert float(ball.midpoint) == pytest.approx(float(integral(weight)), rel=1e-13)


def test_laws_that_are_not_known():
    with pytest.raises(UnsupportedError):
        maximum(Gaussian(1), Laplace(1)).subsample("1/2").privacy_loss()
    law = DiscreteGaussian(2).subsample("1/2").privacy_loss()
    assert law.parts[0].low == 1


def test_formulas_at_numbers():
    f = Gaussian(1).subsample("1/10")
    assert f.formula("1/10") == f.sampled.formula("1/10")
    assert not isinstance(f.formula("1/2"), Piecewise)
    with pytest.raises(UnsupportedError):
        Laplace(1).subsample("1/2").formula(alpha)


def test_the_last_piece_as_a_function():
    p, mu = real("p", Interval.open(0, 1)), real("mu", Interval.open(0, oo))
    formula = Gaussian(mu).subsample(p).formula(alpha)
    at = {p: Rational(1, 10), mu: Rational(1)}
    for level in ("1/10", "1/2", "99/100", "0.9999999999"):
        value = formula.subs({**at, alpha: Rational(level)}).evalf(30)
        want, _ = reference("1", "1/10", level)
        with mpmath.workdps(50):
            assert abs(mpmath.mpf(str(value)) - want) < 1e-25 * want
    third = Gaussian(mu).subsample(p)._last_piece(alpha)
    assert third.subs(alpha, 1) == 0
    assert "^{-1}" in latex(third)
    numbers, step = {**at, alpha: Rational(9, 10)}, Rational(1, 10**10)
    for symbol in (alpha, p, mu):
        moved = [
            third.subs({**numbers, symbol: numbers[symbol] + s}).evalf(40) for s in (-step, step)
        ]
        slope = third.diff(symbol).subs(numbers).evalf(20)
        assert float(slope) == pytest.approx(float((moved[1] - moved[0]) / (2 * step)), rel=1e-9)
    assert third.subs({p: Rational(1, 2)}).evalf().has(alpha)
