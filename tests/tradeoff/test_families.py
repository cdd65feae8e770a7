"""Closed forms of the families against published numbers and independent formulas."""

import math
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy.integrate import trapezoid
from sympy import Integer, Interval, Max, Piecewise, Rational, Symbol, exp, oo

from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu, real
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity, Laplace, Logistic, TradeOff, maximum

# Published: eps at delta = 1e-5 and G_mu(0.05), for mu = 1/2, 1, 2, 3, 6; delta(1) at mu = 1.
PUBLISHED = {
    "1/2": (1.99309140442, 0.873865101807),
    1: (4.37717809568, 0.740488977159),
    2: (9.99725614643, 0.361239968688),
    3: (16.6754944028, 0.0876854632497),
    6: (42.8360081027, 6.64890150974e-6),
}


@pytest.mark.parametrize("shift", PUBLISHED)
def test_published_gaussian(shift):
    eps, at_5_percent = PUBLISHED[shift]
    f = Gaussian(shift)
    assert f(0.05) == pytest.approx(at_5_percent, rel=2e-12)
    assert f.delta(eps) == pytest.approx(1e-5, rel=1e-9)
    assert float(f("0.05")) == pytest.approx(at_5_percent, rel=2e-12)
    assert float(f.delta(Rational(str(eps)))) == pytest.approx(1e-5, rel=1e-9)


def test_published_profile():
    assert Gaussian(1).delta(1) == pytest.approx(0.126936737507, rel=1e-11)


# -- the definitions, by elementary probability in floats ------------------------------------------


def test_laplace_from_its_distribution():
    def cdf(x):
        return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2

    def upper_quantile(a):
        return -math.log(2 * a) if a <= 0.5 else math.log(2 * (1 - a))

    for shift in (0.0, 0.3, 1.0, 4.0):
        for a in np.linspace(0.001, 0.999, 97):
            assert Laplace(shift)(float(a)) == pytest.approx(cdf(upper_quantile(a) - shift))


def test_laplace_profile_by_integration():
    # delta(eps) = integral of (q - e^eps p)_+, with p, q the two densities
    shift = 1.5
    for eps in (-3.0, -1.0, 0.0, 0.7, 1.4, 2.0):

        def advantage(x, eps=eps):
            return max(0, mpmath.exp(-abs(x - shift)) / 2 - mpmath.exp(eps - abs(x)) / 2)

        turn = [-40, 0, min(max((eps + shift) / 2, 0), shift), shift, 45]
        assert Laplace(shift).delta(eps) == pytest.approx(float(mpmath.quad(advantage, turn)))


def test_logistic_profile_by_integration():
    for eps in (-2.0, -1.0, 0.0, 0.5, 1.5):
        xs = np.linspace(-40, 42, 400_001)
        p, q = (1 / (4 * np.cosh((xs - t) / 2) ** 2) for t in (0.0, 1.0))
        want = trapezoid(np.maximum(0, q - np.exp(eps) * p), xs)
        assert Logistic(1).delta(eps) == pytest.approx(want, abs=1e-8)


def test_eps_delta_profile_by_its_four_outcomes():
    # the canonical pair: probabilities of the four outcomes under P and Q
    for e, d in ((0.0, 0.0), (1.0, 0.1), (0.3, 0.9), (3.0, 0.0)):
        u, v = (1 - d) * math.exp(e) / (1 + math.exp(e)), (1 - d) / (1 + math.exp(e))
        p, q = np.array([d, u, v, 0.0]), np.array([0.0, v, u, d])
        for eps in (-4.0, -0.5, 0.0, 0.2, 1.0, 2.0, 5.0):
            want = np.maximum(0, q - math.exp(eps) * p).sum()
            assert EpsDelta(e, d).delta(eps) == pytest.approx(want, abs=1e-15)


@pytest.mark.parametrize(
    "f", [Gaussian(2), EpsDelta(1, "1/10"), Laplace("3/2"), Logistic(2), Identity()], ids=repr
)
def test_formulas_agree_with_floats(f):
    for a in ("0", "1e-9", "1/20", "1/2", "0.9", "1"):
        value = f(a)
        assert float(value) == pytest.approx(f(float(Fraction(a))), rel=1e-13, abs=1e-300)
        assert f(Fraction(a)) == f(Rational(a)) == f.formula(a) == value
        assert float(f.complement(a)) == pytest.approx(f.complement(float(Fraction(a))), rel=1e-12)
    for eps in ("-2", "-0.3", "0", "0.3", "2"):
        assert float(f.delta(eps)) == pytest.approx(f.delta(float(eps)), abs=1e-15)
    for y in ("-5", "-1", "-1/3", "0", "2"):
        assert float(f.conjugate(y)) == pytest.approx(f.conjugate(float(Fraction(y))), abs=1e-14)
    c = f.fixed_point()
    assert float(f(c) - c) == pytest.approx(0, abs=1e-15)
    assert float(f.tv()) == pytest.approx(1 - 2 * float(c), abs=1e-15)


def test_closed_forms():
    t = real("t", Interval.open(0, oo))
    assert Gaussian(t).delta(epsilon) == Phi(t / 2 - epsilon / t) - exp(epsilon) * Phi(
        -t / 2 - epsilon / t
    )
    assert Gaussian(mu).fixed_point() == Phi(-mu / 2)
    assert Gaussian(mu).tv() == 2 * Phi(mu / 2) - 1
    assert Gaussian(mu)(alpha) == Phi(Quantile(1 - alpha) - mu)
    assert Gaussian(mu).at_z(real("z")) == Phi(real("z") - mu)
    assert EpsDelta(epsilon, delta)(alpha) == Max(
        0, 1 - delta - exp(epsilon) * alpha, exp(-epsilon) * (1 - delta - alpha)
    )
    assert EpsDelta(epsilon, delta).fixed_point() == (1 - delta) / (1 + exp(epsilon))
    assert Laplace(mu).tv() == 1 - exp(-mu / 2)
    assert isinstance(Laplace(mu)(alpha), Piecewise)


def test_groups():
    k = integer("k", 1)
    assert Gaussian(mu).group(k) == Gaussian(k * mu)
    assert Laplace(mu).group(3) == Laplace(3 * mu)
    assert Identity().group(5) == Identity()
    # by iterating 1 - f
    for f in (Laplace("1/2"), Logistic("1/2"), Gaussian("1/2"), EpsDelta("1/2", "1/10")):
        for a in (1e-6, 0.01, 0.1, 0.4):
            c = a
            for _ in range(3):
                c = 1 - f(c)
            assert f.group(3)(a) == pytest.approx(1 - c, rel=1e-9)
    for bad in (0, -1, 1.5, "1/2", mu, True):
        with pytest.raises(DomainError):
            Gaussian(1).group(bad)


def test_special_values():
    levels = np.array([0.0, 5e-324, 1e-300, 0.25, 0.5, 1 - 2.0**-53, 1.0])
    for f in (Gaussian(0), Laplace(0), EpsDelta(0, 0), Logistic(0)):
        assert f(levels) == pytest.approx(1 - levels, rel=1e-15, abs=0)
        assert float(f("1/3")) == pytest.approx(2 / 3)
        assert f.delta([-1.0, 0.0, 1.0]) == pytest.approx([1 - math.exp(-1), 0, 0])
        assert f != Identity()  # equality is of the written form
        assert (f >= Identity()).status != "refuted"
    zero = EpsDelta(3, 1)
    assert not zero(levels).any()
    assert zero("0") == 0
    assert zero.delta(1.0) == 1.0
    huge = EpsDelta(10_000)
    assert huge(levels).tolist() == [1.0] + 6 * [0.0]
    assert huge.at_z([-40.0, 0.0, 40.0]).tolist() == [0.0, 0.0, 0.0]
    assert huge.delta(9_000.0) == 1.0
    # Phi(-45) underflows, but exp(1000) Phi(-45) does not: both are known
    want = 1 - mpmath.exp(1000) * mpmath.ncdf(-45)
    assert EpsDelta(1000).at_z(45.0) == pytest.approx(float(want), rel=1e-10)
    assert Laplace(1000).at_z(45.0) == pytest.approx(float(want), rel=1e-10)


def test_no_warnings_even_when_numpy_raises():
    f = maximum(Gaussian(1), EpsDelta(900), Laplace(900), Logistic(900))
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        levels = np.array([0.0, 5e-324, 1e-300, 0.5, 1.0])
        for g in (f, *f.functions):
            g(levels), g.complement(levels), g.at_z([-40.0, 0.0, 40.0])
            g.delta([-800.0, 0.0, 800.0]), g.conjugate([-1e300, -1e-300, 0.0, 3.0])


# -- numbers in, numbers out -----------------------------------------------------------------------


def test_kinds_of_numbers():
    f = EpsDelta(0, "1/4")
    assert f(Fraction(1, 4)) == f("0.25") == f(Rational(1, 4)) == Rational(1, 2)
    assert isinstance(f("0.25"), type(Rational(1, 2)))
    assert f(np.float64(0.25)) == 0.5
    assert type(f(np.float32(0.25))) is float
    assert f(np.array([0, 1])).tolist() == [0.75, 0.0]
    assert f(np.array(0.25)).shape == ()
    assert EpsDelta(0, 0.1).slack == Rational(3602879701896397, 36028797018963968)
    # with symbols in the function a number gives SymPy
    assert Gaussian(mu)(0.25) == Phi(Quantile(Rational(3, 4)) - mu)
    with pytest.raises(UnsupportedError, match="subs"):
        Gaussian(mu)([0.25])
    assert Gaussian(mu).subs({mu: "1/2"}) == Gaussian("1/2")
    with pytest.raises(DomainError):
        Gaussian(mu).subs({mu: -1})


BAD_LEVELS = [-1e-300, 1.5, -1, 2, math.nan, math.inf, -math.inf, 1j, True, "2", "x", None]
BAD_LEVELS += [Rational(3, 2), Integer(-1), Fraction(-1, 2), 10**400, oo, {}, b"1"]


@pytest.mark.parametrize("level", BAD_LEVELS, ids=repr)
@pytest.mark.parametrize("f", [Gaussian(1), EpsDelta(1), Gaussian(mu)], ids=repr)
def test_bad_levels(f, level):
    for method in (f, f.complement, f.formula):
        with pytest.raises(DomainError, match="allowed"):
            method(level)


def test_bad_arrays_name_the_first_offender():
    with pytest.raises(DomainError, match=r"alpha = 1\.5"):
        Gaussian(1)(np.array([0.1, 1.5, -3.0]))
    for bad in ([0.1, math.nan], np.array([1j]), [True, False], ["0.1"], [[0.1], [0.1, 0.2]]):
        with pytest.raises(DomainError):
            Gaussian(1)(bad)


@pytest.mark.parametrize(
    "bad", [-1, -0.5, "-1/2", math.nan, math.inf, 1j, "x", None, True, -mu - 1]
)
@pytest.mark.parametrize("make", [Gaussian, Laplace, Logistic, EpsDelta, lambda d: EpsDelta(1, d)])
def test_bad_parameters(make, bad):
    with pytest.raises(DomainError, match="allowed"):
        make(bad)


def test_parameters_that_cannot_be_decided():
    with pytest.raises(DomainError, match=r"delta = 2: .*delta <= 1"):
        EpsDelta(1, 2)
    with pytest.raises(HypothesisError, match="real"):
        EpsDelta(1, epsilon)
    with pytest.raises(DomainError, match="real"):
        Gaussian(Symbol("m"))


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1j, "x", None, [math.inf]])
def test_bad_arguments_of_the_profile(bad):
    for method in (Gaussian(1).delta, Gaussian(1).conjugate, Gaussian(1).at_z):
        with pytest.raises(DomainError):
            method(bad)


def test_symbols_of_the_conjugate():
    with pytest.raises(UnsupportedError, match="sign"):
        Gaussian(1).conjugate(real("y"))
    y = real("y", Interval.open(-oo, 0))
    assert Gaussian(1).conjugate(y).subs(y, -1) == Gaussian(1).delta("0") - 1


def test_repr_and_values():
    assert repr(Gaussian("1/2")) == "Gaussian(1/2)"
    assert repr(EpsDelta(1, "1/10")) == "EpsDelta(1, 1/10)"
    assert Gaussian(1) == Gaussian("1") != Gaussian(2)
    assert len({Gaussian(1), Gaussian(1.0), Laplace(1)}) == 2
    assert "Phi" in Gaussian(1)._repr_latex_()
    assert isinstance(Gaussian(1), TradeOff)


def test_certified_values():
    ball = Gaussian(1).enclose("1/20", digits=40)
    assert float(ball.lower) <= 0.7404889771585559 <= float(ball.upper) * (1 + 1e-15)
    assert ball.upper - ball.lower <= Fraction(1, 10**40)
    with mpmath.workdps(60):
        want = mpmath.ncdf(-0.5) - mpmath.e * mpmath.ncdf(-1.5)
        assert mpmath.mpf(ball.lower.numerator) / ball.lower.denominator < 1
        enclosed = Gaussian(1).enclose_delta(1)
        low, high = (
            mpmath.mpf(b.numerator) / b.denominator for b in (enclosed.lower, enclosed.upper)
        )
        assert low <= want <= high
    with pytest.raises(UnsupportedError):
        Gaussian(mu).enclose("1/2")


@pytest.mark.parametrize("mu_", [10**308, "1e400"])
def test_shift_beyond_the_doubles(mu_):
    f = Gaussian(mu_)
    assert f([0.0, 1e-300, 0.5, 1.0]).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert f.complement([0.0, 1e-300, 0.5, 1.0]).tolist() == [0.0, 1.0, 1.0, 1.0]
    assert f.delta([-1.0, 0.0, 1e4]).tolist() == [1.0, 1.0, 1.0]


def test_groups_that_never_end_are_refused():
    for f in (EpsDelta(1), maximum(Gaussian(1), Laplace(2))):
        with pytest.raises(UnsupportedError, match="at most"):
            f.group(10**400)
    assert Gaussian(1).group(10**400) == Gaussian(10**400)


@pytest.mark.parametrize("shift", [1401, 1450, 1480, 10**4, "1e400"])
def test_laplace_where_exponentials_leave_the_doubles(shift):
    # e^-mu/(4 alpha) at the smallest double; it used to stop decreasing at mu = 1400
    with mpmath.workdps(40):
        decay = mpmath.mpf(0) if shift == "1e400" else mpmath.exp(-shift)
        expected = float(decay / (4 * mpmath.mpf(5e-324)))
    got = Laplace(shift)(5e-324)
    assert got == pytest.approx(expected, rel=1e-12, abs=2e-323)


@pytest.mark.parametrize("digits", [-1, 1.5, None, "3", True])
def test_digits_are_whole_numbers(digits):
    for f in (Gaussian(1), Laplace(1)):
        with pytest.raises(DomainError, match="whole numbers"):
            f.enclose("1/3", digits=digits)
        with pytest.raises(DomainError, match="whole numbers"):
            f.enclose_delta("1/3", digits=digits)
    with pytest.raises(DomainError, match="whole numbers"):
        Gaussian(1).enclose_epsilon("1/100", digits=digits)
