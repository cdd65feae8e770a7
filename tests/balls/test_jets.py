"""Jets against derivatives by SymPy at 50 digits; off the axis against mpmath's Taylor series."""

from __future__ import annotations

import mpmath
import pytest
from flint import acb, arb, ctx, fmpq
from sympy import (
    Abs,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    cosh,
    diff,
    erf,
    erfc,
    exp,
    factorial,
    log,
    sinh,
    sqrt,
    tanh,
)

from fdp_sym.balls import compile_expr
from fdp_sym.balls.arithmetic import ends, interval, is_nan
from fdp_sym.balls.jets import COMPLEX, jet, jets, taylor
from fdp_sym.functions import Phi, Quantile

x, y = Symbol("x", real=True), Symbol("y", real=True)
POINT = {x: Rational(1, 3), y: Rational(7, 5)}
BITS = 200
ORDER = 6

SMOOTH = [
    exp(x**2),
    exp(-y) * x**3,
    log(1 + x),
    sqrt(1 + x),
    Phi(x * y),
    Quantile(x),
    Phi(Quantile(1 - x) - y),
    erf(x**2),
    erfc(x - 2),
    tanh(2 * x),
    sinh(x) * cosh(x * y),
    x**y,
    y**x,
    (1 + x) ** Rational(3, 2),
    x ** Rational(2, 3),
    1 / (1 + x**2),
    (1 + x) ** -3,
    Max(x, y) ** 2,
    Min(x, y, 2) * x,
    Abs(x - 2) ** 3,
    Piecewise((x**2 * y, x < 1), (x, True)),
    log(1 + y * (exp(x) - 1)),
]


def coefficients(expr, order):
    with mpmath.workdps(60):
        for j in range(order + 1):
            value = (diff(expr, x, j) / factorial(j)).subs(POINT).doit().evalf(60)
            yield mpmath.mpf(str(value))


@pytest.mark.parametrize("expr", SMOOTH, ids=str)
def test_taylor_coefficients_at_a_point(expr):
    program = compile_expr(expr, (x, y))
    with ctx.workprec(BITS):
        found = jet(program, [fmpq(1, 3), fmpq(7, 5)], 0, ORDER)
        for coefficient, reference in zip(found, coefficients(expr, ORDER), strict=True):
            near = arb(mpmath.nstr(reference, 55)) + arb(
                0, arb(10) ** -48 * (1 + abs(float(reference)))
            )
            assert near.contains(arb(coefficient).mid())
            assert arb(coefficient).rad() < 1e-40


@pytest.mark.parametrize("expr", SMOOTH, ids=str)
def test_taylor_coefficients_over_an_interval_hold_those_of_its_points(expr):
    program = compile_expr(expr, (x, y))
    with ctx.workprec(100):
        wide = jet(program, [interval(fmpq(3, 10), fmpq(2, 5)), fmpq(7, 5)], 0, 4)
        for place in (fmpq(3, 10), fmpq(1, 3), fmpq(7, 20), fmpq(2, 5)):
            for part, point in zip(wide, jet(program, [place, fmpq(7, 5)], 0, 4), strict=True):
                low, high, _ = ends(part)
                assert not low > arb(point)
                assert not high < arb(point)


@pytest.mark.parametrize("expr", SMOOTH, ids=str)
def test_taylor_form_holds_the_values_and_is_narrow(expr):
    program = compile_expr(expr, (x, y))
    span = interval(fmpq(1, 3) - fmpq(1, 100), fmpq(1, 3) + fmpq(1, 100))
    low, high, _ = ends(taylor(program, [span, fmpq(7, 5)], 0, fmpq(1, 3), 4, 80))
    values = [
        program(({x: Rational(1, 3) + Rational(k, 500), y: POINT[y]}), 80) for k in range(-5, 6)
    ]
    assert not any(low > v or high < v for v in values)
    spread = max(values, key=lambda v: v.mid()) - min(values, key=lambda v: v.mid())
    assert arb(high) - arb(low) <= spread * 2 + arb("1e-6")


def test_complex_jets():
    expr = (
        exp(x) * Phi(x) / (1 + x**2) * tanh(x) * sqrt(2 + x) * log(3 + x) + sinh(x) * cosh(x) ** 2
    )
    expr += erf(x) - erfc(x) ** 3

    def reference(z):
        phi = mpmath.erfc(-z / mpmath.sqrt(2)) / 2
        first = mpmath.exp(z) * phi / (1 + z * z) * mpmath.tanh(z)
        first *= mpmath.sqrt(2 + z) * mpmath.log(3 + z)
        return first + mpmath.sinh(z) * mpmath.cosh(z) ** 2 + mpmath.erf(z) - mpmath.erfc(z) ** 3

    with ctx.workprec(128), mpmath.workdps(60):
        found = jet(compile_expr(expr, (x,)), [acb("0.3", "0.2")], 0, 5, COMPLEX)
        series = mpmath.taylor(reference, mpmath.mpc("0.3", "0.2"), 5)
        for coefficient, value in zip(found, series, strict=True):
            gap = coefficient - acb(mpmath.nstr(value.real, 40), mpmath.nstr(value.imag, 40))
            assert abs(gap) < 1e-30


def test_a_branch_cut_has_no_taylor_series():
    with ctx.workprec(64):
        across = acb(arb(-1), arb(0, "0.1"))
        for expr in (log(x), sqrt(x)):
            found = jet(compile_expr(expr, (x,)), [across], 0, 2, COMPLEX)
            assert not found[0].is_finite()


@pytest.mark.parametrize(
    "expr", [Abs(x), Max(x, 0), Min(x, 0), Piecewise((x, x < 0), (2 * x, True))], ids=str
)
def test_a_kink_has_no_taylor_series(expr):
    with ctx.workprec(64):
        found = jet(compile_expr(expr, (x,)), [interval(fmpq(-1), fmpq(1))], 0, 2)
        assert all(is_nan(ends(c)[0]) for c in found[1:])
        assert is_nan(
            ends(
                taylor(compile_expr(expr, (x,)), [interval(fmpq(-1), fmpq(1))], 0, fmpq(0), 2, 64)
            )[0]
        )


def test_what_is_not_in_the_table_is_said_to_be_missing():
    from sympy import Sum, floor, gamma, sign

    assert not compile_expr(floor(x), (x,)).supports(jets(2))
    assert not compile_expr(Sum(sign(x - y), (y, 1, 3)), (x,)).supports(jets(2))  # inside as well
    for expr in (Quantile(x), gamma(x)):
        assert not compile_expr(expr, (x,)).supports(jets(2, COMPLEX))
