"""MPFR and mpmath at exact points: their values, what they see, and what they must not pass."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

import gmpy2
import mpmath
import pytest
import sympy
from sympy import Integral, Interval, Piecewise, Rational, Sum, binomial, cosh, exp, log, oo, sqrt

from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.functions import Max, Phi, Quantile
from fdp_sym.opinions.mp import Mpmath
from fdp_sym.opinions.mpfr import Mpfr
from fdp_sym.opinions.points import LIBRARIES, exact_point, truth_of
from fdp_sym.opinions.trees import value_of
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Gt, Iff, Inf, Le, Lt, Ne, Sup, generic

t = real("t")
i, j = integer("i", 0), integer("j", 0)
DIGITS = 190
# numbers to 30 digits: Abramowitz and Stegun, tables 1.1, 26.1 and 26.5 give the first ones
KNOWN = {
    "exp": ("1", "2.71828182845904523536028747135"),
    "log": ("2", "0.693147180559945309417232121458"),
    "Phi": ("1", "0.841344746068542948585232545632"),
    "Quantile": ("1/40", "-1.95996398454005423552459443052"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_values(name):
    argument, value = KNOWN[name]
    low, high = Mpfr(128).function(name, Mpfr(128).number(Fraction(argument)))
    wanted = gmpy2.mpq(Fraction(value).numerator, Fraction(value).denominator)
    unit = gmpy2.mpq(1, 10**28)
    assert wanted - unit < gmpy2.mpq(low) <= gmpy2.mpq(high) < wanted + unit
    second = Mpmath(128).function(name, Mpmath(128).number(Fraction(argument)))
    assert abs(second - mpmath.mpf(value)) < mpmath.mpf(10) ** -14


NAMES = (
    "exp",
    "log",
    "erf",
    "erfc",
    "sinh",
    "cosh",
    "tanh",
    "atan",
    "sin",
    "cos",
    "Phi",
    "digamma",
)
ARGUMENTS = [Fraction(1, 3), Fraction(7, 2), Fraction(-5, 4), Fraction(30), Fraction(-1, 10**6)]


@pytest.mark.parametrize("name", NAMES)
def test_mpfr_encloses_what_mpmath_finds(name):
    """At 200 digits the ends agree to 190 digits; operators at another precision would not."""
    numbers, other = Mpfr(700), Mpmath(900)
    for x in ARGUMENTS:
        if name in ("log", "gamma", "loggamma", "digamma") and x < 2:
            x = 2 + abs(x)
        if name == "Quantile":
            x = Fraction(1, 2 + 1000 * abs(x.numerator))
        low, high = numbers.function(name, numbers.number(x))
        value = other.function(name, other.number(x))
        below, above = (
            other.number(Fraction(int(q.numerator), int(q.denominator)))
            for q in (gmpy2.mpq(low), gmpy2.mpq(high))
        )
        slack = abs(value) * other.mp.mpf(10) ** -DIGITS
        assert below - slack <= value <= above + slack
        assert above - below <= abs(value) * other.mp.mpf(10) ** (10 - DIGITS)


EXACT = [
    (Sum(j**2, (j, 1, 4)), 30),
    (Sum(j**2, (j, 1, -2)), -1),  # Karr: minus the terms at -1 and 0
    (
        Sum(
            j * sympy.Symbol("i", integer=True), (sympy.Symbol("i", integer=True), 0, j), (j, 0, 3)
        ),
        25,
    ),
    (sympy.Product(1 + j, (j, 1, 3)), 24),
    (binomial(6, 2) + sympy.factorial(4), 39),
    (Piecewise((1, t > 1), (5, t > Rational(1, 4)), (3, True)), 5),
    (Max(t, 1 / t, exp(0)), 2),
    (sqrt(t + Rational(7, 4)), Rational(3, 2)),
    (cosh(0) + Phi(0), Rational(3, 2)),
    (Phi(Quantile(t - Rational(1, 2))), 0),
]


@pytest.mark.parametrize("numbers", [Mpfr(64), Mpmath(64)], ids=LIBRARIES)
def test_what_is_exact_stays_exact(numbers):
    for expr, value in EXACT:
        assert value_of(expr, {t: Fraction(1, 2)}, numbers) == Fraction(str(value))


def test_what_has_no_value_is_an_error():
    for expr in (1 / (t - 1), log(t - 2), sqrt(t - 2), Quantile(t + 1), exp(oo) - 1 / (1 - t)):
        with pytest.raises(DomainError):
            value_of(expr, {t: Fraction(1)}, Mpfr(64))
    with pytest.raises(UnsupportedError, match="zeta"):
        value_of(sympy.zeta(t), {t: Fraction(3)}, Mpfr(64))


half = {alpha: Rational(1, 2), mu: Rational(1), epsilon: Rational(1), delta: Rational(1, 10)}
f = generic("f", instances=[sympy.Lambda(t, 1 - t), sympy.Lambda(t, (1 - t) ** 2)])
STATEMENTS = [
    (Le(Phi(mu), (1 + mu) / 2), (), True),
    (Ge(Phi(mu), (1 + mu) / 2), (), False),
    (Eq(exp(epsilon), 3), (), False),
    (Ne(exp(epsilon), 3), (), True),
    (Lt(delta, delta), (), False),
    (Ge(exp(epsilon) - exp(epsilon), 0), (), True),
    (Eq(exp(epsilon) * exp(-epsilon), 1 + exp(-epsilon) - exp(-epsilon)), (), True),
    (Iff(Ge(exp(epsilon), 2), Ge(Phi(mu), delta)), (), True),
    (Iff(Ge(exp(epsilon), 3), Ge(Phi(mu), delta)), (), False),
    (Ge(0, exp(epsilon)), (Ge(delta, 1),), True),
    (Ge(0, exp(epsilon)), (Ge(1, delta),), False),
    (Ge(f(alpha), alpha), (), True),
]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(("statement", "given", "holds"), STATEMENTS)
def test_truth(library, statement, given, holds):
    assert truth_of(statement, given, half, library).holds is holds


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_not_resolved_is_not_passed(library):
    equal = Ge((exp(epsilon) + 1) ** 2, exp(2 * epsilon) + 2 * exp(epsilon) + 1)
    assert truth_of(equal, (), half, library).holds is None
    tiny = Gt(1 + exp(-(Rational(10) ** 3)), 1)
    assert truth_of(tiny, (), half, library).holds is None  # 435 digits after the point
    assert truth_of(Gt(1 + exp(-Rational(300)), 1), (), half, library).holds is True


def test_the_instance_matters():
    assert truth_of(Ge(f(alpha), alpha), (), half, "MPFR", 1).holds is False


def test_integrals_and_suprema():
    z = real("z", Interval(-oo, oo))
    normal = Integral(exp(-(z**2) / 2), (z, -oo, oo))
    for wrong in (Le(normal, sympy.Rational(5, 2)), Ge(normal, 3)):
        assert truth_of(wrong, (), half, "mpmath").holds is False
        assert truth_of(wrong, (), half, "MPFR").holds is None
    x = real("x", Interval(0, 1))
    top = Sup(x * (1 - x) * mu, (x, 0, 1))
    assert truth_of(Eq(top, Rational(1, 3)), (), half, "mpmath").holds is False
    assert truth_of(Le(top, Rational(1, 5)), (), half, "MPFR").holds is False  # by one value
    assert truth_of(Ge(top, Rational(1, 3)), (), half, "MPFR").holds is None
    assert truth_of(Ge(Inf(x, (x, 0, 1)), Rational(1, 10)), (), half, "MPFR").holds is False


def test_points_are_read_exactly():
    assert exact_point({"alpha": "1/3"}, {alpha}) == {alpha: Rational(1, 3)}
    assert "no value" in str(exact_point({}, {alpha}))
    assert "not in" in str(exact_point({"alpha": "2"}, {alpha}))
    assert "no fraction" in str(exact_point({"alpha": "pi"}, {alpha}))


def test_gmpy2_is_optional(monkeypatch):
    monkeypatch.setitem(sys.modules, "gmpy2", None)
    with pytest.raises(UnsupportedError, match="pip install"):
        Mpfr(64)


def test_infinite_sums():
    geometric = Sum(exp(-j), (j, 0, oo))
    value = 1 / (1 - math.exp(-1))
    assert truth_of(Ge(geometric, Rational(str(value + 1e-3))), (), {}, "mpmath").holds is False
    assert truth_of(Le(geometric, Rational(str(value + 1e-3))), (), {}, "mpmath").holds is True
