"""f_(eps,0) ** n: exact breakpoints, values and profiles against binomials, KOV and SciPy."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import stats
from sympy import (
    Add,
    Integer,
    Interval,
    Rational,
    Symbol,
    binomial,
    cancel,
    lambdify,
    log,
    sqrt,
    together,
)

from fdp_sym.compose.randomized_response import BinomialPower
from fdp_sym.errors import UnsupportedError
from fdp_sym.exact import to_fraction
from fdp_sym.symbols import delta, epsilon, integer, real
from fdp_sym.tradeoff import EpsDelta, Gaussian, PiecewiseLinear

HALVES = EpsDelta(log(Rational(3, 2)))
n = integer("n", 1)


def test_published_values():
    """f_(1/sqrt(10),0) ** 10, as printed to twelve digits."""
    f = EpsDelta(1 / sqrt(10)) ** 10
    published = {
        "0.05": "0.750409102477",
        "0.1": "0.618752801846",
        "0.3": "0.326477232901",
        "0.5": "0.163091654665",
    }
    for alpha, value in published.items():
        assert abs(Fraction(f.enclose(alpha, digits=20).decimal(18)) - Fraction(value)) < 6e-13
        assert f(float(alpha)) == pytest.approx(float(value), abs=1e-12)


def test_every_breakpoint_of_a_thousand_factors():
    points = (HALVES**1000).breakpoints
    assert len(points) == 1002
    terms = [math.comb(1000, j) * 3**j * 2 ** (1000 - j) for j in range(1001)]
    whole, head = 5**1000, 0
    for j, (alpha, beta) in enumerate(points):
        assert to_fraction(alpha) == Fraction(head, whole)
        assert to_fraction(beta) == Fraction(sum(terms[: 1001 - j]), whole)
        head += terms[j] if j <= 1000 else 0
    assert points[-1] == (1, 0)
    assert points[:2] == ((0, 1), points[1])
    with pytest.raises(IndexError):
        points[1002]


def test_exact_values_and_profile():
    f = HALVES**1000
    whole = 5**1000
    terms = [math.comb(1000, j) * 3**j * 2 ** (1000 - j) for j in range(1001)]
    k = next(k for k in range(1001) if 3 * sum(terms[: k + 1]) > whole)
    alpha, beta = Fraction(sum(terms[:k]), whole), Fraction(sum(terms[: 1001 - k]), whole)
    slope = Fraction(3, 2) ** (1000 - 2 * k)
    assert to_fraction(f("1/3")) == beta - slope * (Fraction(1, 3) - alpha)
    steep = Fraction(3, 2)
    for growth in (Fraction(1, 5), Fraction(1), Fraction(7, 3), steep**4, steep**1000, steep**1001):
        top, bottom = growth.as_integer_ratio()
        profile = sum(max(0, bottom * terms[1000 - j] - top * terms[j]) for j in range(1001))
        value = f.delta(log(Rational(top, bottom)))
        assert to_fraction(value) == Fraction(profile, bottom * whole)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 25])
def test_floats_against_scipy(size):
    f = EpsDelta("3/10") ** size
    p = 1 / (1 + math.exp(-0.3))
    heads = np.concatenate([[0.0], stats.binom.cdf(np.arange(size + 1), size, p)])
    assert f(heads) == pytest.approx(heads[::-1], abs=1e-13)
    eps = np.linspace(-size * 0.3, size * 0.3, 41)
    law = stats.binom(size, p)
    for e in eps:
        count = math.ceil((size - e / 0.3) / 2 - 1e-9)
        expected = law.sf(size - count) - math.exp(e) * law.cdf(count - 1)
        assert f.delta(float(e)) == pytest.approx(expected, abs=1e-12)
    c = float(f.fixed_point())
    assert f(c) == pytest.approx(c, abs=1e-14)
    assert float(f.tv()) == pytest.approx(f.delta(0.0), abs=1e-14)


def test_floats_keep_their_digits_in_the_tails():
    f = HALVES**1000
    linear = f.as_piecewise_linear()
    levels = [1e-300, 1e-60, 1e-9, 0.2, 0.7, 1 - 1e-9]
    for level in levels:
        a = Rational(level)  # the binary value
        assert f(level) == pytest.approx(float(linear(a)), rel=1e-13)
        assert f.complement(level) == pytest.approx(float(1 - linear(a)), rel=1e-13)
    for growth in (2, 10**6, 10**60, 10**150):
        exact = f.delta(log(Rational(growth)))
        assert f.delta(math.log(growth)) == pytest.approx(float(exact), rel=1e-11)


def test_many_factors_in_floats():
    """Near the Gaussian limit at the rate 1/n; and by SciPy's binomial law."""
    f = EpsDelta("1/300") ** 10**5
    assert f(0.1) == pytest.approx(Gaussian(math.sqrt(10) / 3)(0.1), abs=1e-5)
    law = stats.binom(10**5, 1 / (1 + math.exp(-1 / 300)))
    expected = law.sf(50_150) - math.exp(1) * law.cdf(49_849)
    assert f.delta(1.0) == pytest.approx(expected, rel=1e-9)


def test_enclosures():
    f = EpsDelta(1) ** 40
    with mpmath.workdps(60):
        x, e = mpmath.e, mpmath.exp(mpmath.mpf(5) / 2)
        profile = (
            sum(mpmath.binomial(40, j) * max(0, x ** (40 - j) - e * x**j) for j in range(41))
            / (1 + x) ** 40
        )
        ball = f.enclose_delta(Rational(5, 2), digits=40)
        assert (
            ball.lower <= Fraction(str(mpmath.nstr(profile, 45))) <= ball.upper
            or abs(mpmath.mpf(ball.decimal(38)) / profile - 1) < mpmath.mpf(10) ** -37
        )
    assert f.enclose_delta(40).upper == 0
    assert (EpsDelta(log(2)) ** 3).enclose("1/3").is_exact


# -- in Q(x) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(2, 13))
def test_kairouz_oh_viswanath(k):
    """Theorem 3.3: ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i)), an identity in Q(x, delta)."""
    f = EpsDelta(epsilon, delta) ** k
    x, d = Symbol("x"), Symbol("d")
    for i in range(k // 2 + 1):
        delta_i = (
            Add(*(binomial(k, j) * (x ** (k - j) - x ** (k - 2 * i + j)) for j in range(i)))
            / (1 + x) ** k
        )
        expected = 1 - (1 - d) ** k * (1 - delta_i)
        value = f.delta((k - 2 * i) * epsilon).subs(epsilon, log(x)).subs(delta, d)
        assert cancel(together(value - expected)) == 0


def test_polynomials_of_a_thousand_factors():
    f = BinomialPower(epsilon, 1000)
    head = f.numerator(400)
    assert head.degree() == 399
    assert [int(c) for c in head.coeffs()[:4]] == [1, 1000, 499500, 166167000]
    assert int(head(2)) == sum(math.comb(1000, j) * 2**j for j in range(400))


def test_the_view_of_a_breakpoint():
    """A sum that is not written out, at x = 2."""
    alpha, beta = (EpsDelta(epsilon) ** 60).breakpoints[25]
    at_two = tuple(view.subs(epsilon, log(2)).doit() for view in (alpha, beta))
    assert at_two == (EpsDelta(log(2)) ** 60).breakpoints[25]


def test_symbolic_breakpoints():
    k = integer("k", 1)
    alpha, beta = BinomialPower(epsilon, n).breakpoint(k)
    for size, i in ((3, 1), (5, 4)):
        at = {n: size, k: i}
        expected = BinomialPower(epsilon, size).breakpoint(i)
        for view, value in zip((alpha, beta), expected, strict=True):
            number = (view.subs(at).doit() - value).subs(epsilon, Rational(1, 2))
            assert float(number) == pytest.approx(0, abs=1e-15)


def test_formula_with_symbols():
    f = EpsDelta(epsilon) ** 4
    a = real("a", Interval(0, 1))
    value = lambdify((epsilon, a), f.formula(a), "math")
    for e, level in ((0.5, 0.2), (2.0, 0.01), (0.0, 0.4)):
        assert value(e, level) == pytest.approx(float(f.subs({epsilon: e})(level)), abs=1e-14)
    linear = (EpsDelta(epsilon) ** 3).as_piecewise_linear()
    assert isinstance(linear, PiecewiseLinear)
    assert linear.subs({epsilon: log(2)}) == (EpsDelta(log(2)) ** 3).as_piecewise_linear()


@pytest.mark.parametrize("size", [1, 4, 7])
def test_fixed_point_and_variation_in_symbols(size):
    f = EpsDelta(epsilon) ** size
    at = {epsilon: log(5)}
    c = f.fixed_point().subs(at)
    assert f.subs(at)(c) == c
    assert f.tv().subs(at) == f.subs(at).delta(log(1))


def test_different_exponents():
    """Rational ratios are merged exactly: x = 2 and x = 3/2, 30 and 20 times."""
    f = EpsDelta(log(2)) ** 30 @ HALVES**20
    terms = [
        (
            Fraction(2) ** (30 - 2 * i) * Fraction(3, 2) ** (20 - 2 * j),
            Fraction(
                math.comb(30, i) * 2**i * math.comb(20, j) * 3**j * 2 ** (20 - j), 3**30 * 5**20
            ),
        )
        for i in range(31)
        for j in range(21)
    ]
    for growth in (Fraction(1), Fraction(10), Fraction(1, 7)):
        expected = sum(max(Fraction(0), mass * (ratio - growth)) for ratio, mass in terms)
        value = f.delta(log(Rational(growth.numerator, growth.denominator)))
        assert to_fraction(value) == expected


# -- limits ----------------------------------------------------------------------------------------


def test_what_is_too_long_says_so():
    f = EpsDelta(epsilon) ** 1000
    with pytest.raises(UnsupportedError, match="too long"):
        f.formula()
    with pytest.raises(UnsupportedError, match="subs"):
        (EpsDelta(epsilon) ** n).fixed_point()
    with pytest.raises(UnsupportedError, match="subs"):
        (EpsDelta(1) ** n)(Rational(1, 2))
    with pytest.raises(UnsupportedError, match="allowed is n"):
        (EpsDelta(1) ** 10**30)(0.5)
    with pytest.raises(UnsupportedError, match="breakpoints"):
        (EpsDelta(1) ** 3 @ Gaussian(1)).breakpoints  # noqa: B018
    assert (EpsDelta(1) ** 10**30).delta(Integer(10) ** 31) == 0
