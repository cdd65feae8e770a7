"""Integrals: values by mpmath's quadrature or closed forms; every refusal is seen."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction as F

import mpmath
import pytest
from flint import acb, arb, ctx, fmpq
from sympy import (
    Abs,
    Eq,
    Integral,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    cosh,
    erf,
    erfc,
    exp,
    log,
    oo,
    pi,
    sign,
    sqrt,
    tanh,
)

from fdp_sym.balls import Ball, compile_expr, enclose
from fdp_sym.balls.integrals import _Integral, integrate
from fdp_sym.balls.kinks import pieces, signs
from fdp_sym.balls.tails import Tail
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.functions import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.symbols import epsilon, mu

x = Symbol("x", real=True)
HALF = Rational(1, 2)
LOGISTIC = exp(-x) / (1 + exp(-x)) ** 2


def test_the_hockey_stick():
    # delta(log 2) of Gaussian(1) = Phi(1/2 - log 2) - 2 Phi(-1/2 - log 2)
    ball = integrate(Max(0, phi(x - 1) - 2 * phi(x)), x, -oo, oo, digits=50)
    with mpmath.workdps(70):
        half, cut = mpmath.mpf(1) / 2, mpmath.log(2)
        value = F(mpmath.nstr(mpmath.ncdf(half - cut) - 2 * mpmath.ncdf(-half - cut), 65))
    assert abs(ball.midpoint - value) < F(1, 10**51)
    assert ball.relative_width <= F(1, 10**50)
    assert ball.decimal(21) == "0.190610115236758400040"


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        (phi(x), -oo, oo, 1),
        (x**4 * phi(x), -oo, oo, 3),
        (exp(-Abs(x)), -oo, oo, 2),
        (x**3 * exp(-Abs(x)), 0, oo, 6),
        (Piecewise((exp(x), x < 0), (exp(-2 * x), True)), -oo, oo, F(3, 2)),
        (1 / cosh(x) ** 2, -oo, oo, 2),
        (LOGISTIC, -oo, oo, 1),
        (1 / (1 + x**2), -oo, oo, pi),
        (Phi(x) - Phi(x - 1), -oo, oo, 1),
        (1 - Phi(x), 0, oo, 1 / sqrt(2 * pi)),
        (1 - tanh(x), 0, oo, log(2)),
        (1 - erf(x), 0, oo, 1 / sqrt(pi)),
        (erfc(-x), -oo, 0, 1 / sqrt(pi)),
        (phi(x) * log(phi(x) / phi(x - 1)), -oo, oo, HALF),  # a Kullback-Leibler divergence
        (exp(-sqrt(x)), 0, oo, 2),
        (1 / x**2, 1, oo, 1),
        (exp(x), oo, 0, None),
        (Max(x, 0), 1, -1, -HALF),
        (Abs(x - Rational(1, 3)), 0, 1, F(5, 18)),
        (Max(0, Min(x, 1 - x)), -1, 2, F(1, 4)),
        (Abs(x**2 - HALF), 0, 1, sqrt(2) / 3 - F(1, 6)),
        (sign(x - Rational(1, 3)), 0, 1, F(1, 3)),
        (Piecewise((1, x < Rational(1, 3)), (5, True)), 0, 1, F(11, 3)),
        (Piecewise((7, Eq(x, HALF)), (1, True)), 0, 1, 1),
        (sqrt(x), 0, 1, F(2, 3)),
        (1 / sqrt(x), 0, 1, 2),
        (log(x), 0, 1, -1),
    ],
)
def test_closed_forms(integrand, low, high, value):
    if value is None:
        with pytest.raises(UnsupportedError, match="toward oo"):
            integrate(integrand, x, low, high)
        return
    ball = integrate(integrand, x, low, high, digits=15)
    assert ball.relative_width <= F(1, 10**15)
    assert ball.overlaps(enclose(Rational(value) if isinstance(value, F) else value))


def test_parameters_and_a_kink_far_out():
    stick = Max(0, phi(x - mu) - exp(epsilon) * phi(x))
    ball = integrate(stick, x, -oo, oo, {mu: F(1, 10), epsilon: 5}, digits=20)
    with mpmath.workdps(600):  # the kink is at x = 50.05, the value 2.6e-547
        tenth = mpmath.mpf(1) / 10
        upper, lower = (mpmath.ncdf(s * tenth / 2 - 5 / tenth) for s in (1, -1))
        value = F(mpmath.nstr(upper - mpmath.exp(5) * lower, 40))
    assert abs(ball.midpoint / value - 1) < F(1, 10**20)
    assert ball.relative_width <= F(1, 10**20)


def test_limits_that_are_not_rational():
    ball = enclose(Integral(Abs(x - 1), (x, sqrt(2), log(2))), digits=20)
    with mpmath.workdps(40):
        value = F(mpmath.nstr(-((mpmath.sqrt(2) - 1) ** 2 + (1 - mpmath.log(2)) ** 2) / 2, 35))
    assert abs(ball.midpoint - value) < F(1, 10**20)


def test_an_end_anywhere_in_a_range():
    program = compile_expr(Integral(exp(x), (x, mu, 2 - mu)), (mu,))
    box = program.ball([(0, 1)], 64)
    with mpmath.workdps(20):
        assert box.lower <= 0  # at mu = 1
        assert F(mpmath.nstr(mpmath.exp(2) - 1, 18)) <= box.upper + F(1, 10**15)  # at mu = 0


@pytest.mark.parametrize("sign_of_tail", [1, -1])
def test_what_is_cut_off_is_enclosed(sign_of_tail):
    program = compile_expr(sign_of_tail / x**2, (x,))
    with ctx.workprec(64):
        place, tail = _Integral(program, ()).cut(1, fmpq(1))
    assert tail.lo <= sign_of_tail / place <= tail.hi  # the integral of 1/x^2 beyond the place


def test_a_cell_around_a_double_zero_counts_with_both_branches():
    zero = (x - Rational(1, 3)) ** 2 * (1 + exp(x)) <= 0  # at 1/3 only
    ball = integrate(Piecewise((1, zero), (0, True)), x, 0, 1, width="1e-9")
    assert ball.contains(0)


def test_a_box_of_parameters():
    program = compile_expr(Integral(Max(0, phi(x - mu) - phi(x)), (x, -oo, oo)), (mu,))
    box = program.ball([(F(9, 10), F(11, 10))], 64)
    for corner in (F(9, 10), 1, F(11, 10)):
        inside = enclose(2 * Phi(mu / 2) - 1, {mu: corner})
        assert box.lower <= inside.lower
        assert inside.upper <= box.upper


@pytest.mark.parametrize(
    ("integrand", "low", "high"),
    [
        (1 / x, 1, oo),
        (exp(x**2 / 2) * Phi(-x), 0, oo),
        (x**2, 0, oo),
        (1 / x, 0, 1),
        (tanh(x), 0, oo),
    ],
)
def test_divergent_integrals_are_refused(integrand, low, high):
    with pytest.raises(UnsupportedError, match="no integrable bound is known of"):
        integrate(integrand, x, low, high)


@pytest.mark.parametrize(("integrand", "low", "high"), [(1 / x, -1, 1), (sqrt(x), -1, 1)])
def test_undefined_integrals_are_not_enclosed(integrand, low, high):
    with pytest.raises(PrecisionError) as caught:
        integrate(integrand, x, low, high, digits=5)
    assert caught.value.ball == Ball(-math.inf, math.inf)


def test_negative_arguments_of_roots_and_logarithms():
    # complex arithmetic goes on with an imaginary part: the trap itself
    assert acb.integral(lambda z, a: z.log(analytic=a), -2, -1).real.is_finite()
    with pytest.raises((PrecisionError, UnsupportedError)):
        integrate(log(x), x, -2, -1)
    with pytest.raises((PrecisionError, UnsupportedError)):
        integrate(x ** Rational(1, 3), x, -2, -1)


# -- values that may be zero, singular ends ----------------------------------------------------

# Si-like constants by mpmath's quadrature or closed form
CANCELLING = [
    ((exp(x) - 1) / x, 0, 1, lambda: mpmath.ei(1) - mpmath.euler),
    ((1 - exp(-x)) / x ** Rational(3, 2), 0, 1, None),
    ((exp(-x) - exp(-2 * x)) / x, 0, oo, lambda: mpmath.log(2)),  # Frullani
    (log(1 + x) / x, 0, 1, lambda: mpmath.pi**2 / 12),
    (tanh(x) / x, 0, 1, None),
    (erf(x) / x, 0, 1, None),
    (log(x / (1 - x)) * x, 0, 1, lambda: mpmath.mpf(1) / 2),
    (1 / sqrt(1 - x), 0, 1, lambda: mpmath.mpf(2)),
    (1 / sqrt(x + 2), -2, 1, lambda: 2 * mpmath.sqrt(3)),
    (log(3 - x), 1, 3, lambda: 2 * mpmath.log(2) - 2),
]


@pytest.mark.parametrize(("integrand", "low", "high", "value"), CANCELLING)
def test_singular_ends(integrand, low, high, value):
    from sympy import lambdify

    ball = integrate(integrand, x, low, high, digits=18)
    assert ball.relative_width <= F(1, 10**18)
    with mpmath.workdps(40):
        if value is None:
            value = lambda: mpmath.quad(lambdify(x, integrand, "mpmath"), [low, high])  # noqa: E731
        assert abs(mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator - value()) < (
            mpmath.mpf(10) ** -16
        )


ZERO_VALUES = [
    (x * phi(x), -oo, oo),
    ((x**2 - 1) * phi(x), -oo, oo),
    (x, -1, 1),
    (log(x) + 1, 0, 1),
    (log(x / (1 - x)), 0, 1),
    (phi(x - 1) - phi(x + 1), -oo, oo),
]


@pytest.mark.parametrize(("integrand", "low", "high"), ZERO_VALUES, ids=str)
def test_a_value_that_is_zero_has_an_absolute_width(integrand, low, high):
    ball = integrate(integrand, x, low, high, width="1e-20")
    assert ball.contains(0)
    assert ball.width <= F(1, 10**20)


def test_without_an_absolute_width_zero_is_not_reached_and_said_so():
    with pytest.raises(PrecisionError, match="absolute width") as caught:
        integrate(x * phi(x), x, -oo, oo, digits=5)
    assert caught.value.ball.contains(0)
    assert caught.value.ball.width < F(1, 10**50)
    for width in (-1, oo):
        with pytest.raises(DomainError, match="width = "):
            integrate(x, x, -1, 1, width=width)


def test_differences_that_do_not_vanish_are_not_taken_for_small():
    for divergent in (
        (2 - exp(x)) / x,
        (exp(-x) + exp(-2 * x)) / x,
        log(2 + x) / x,
        (1 + tanh(x)) / x,
    ):
        with pytest.raises(UnsupportedError, match="no integrable bound"):
            integrate(divergent, x, 0, 1)


# -- tails ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "f",
    [
        phi(x),
        phi(x - 1) * x**2,
        exp(-x) / (1 + exp(-x)) ** 2,
        exp(x) / (1 + exp(x)) ** 2,
        Phi(-x),
        Phi(x) - Phi(x - 1),
        exp(x) * Phi(-x),
        erfc(x) * sqrt(1 + x**2),
        1 / (1 + x**2),
        1 / (x**2 - x),
        exp(-x) * log(1 + x),
        1 / cosh(x),
        (exp(1 / x) - exp(-1 / x)) / x,
        log(1 + 1 / x) / x,
        tanh(1 / x) * erf(1 / x),
        exp(-20 * x) * Phi(-exp(3 - x) - Rational(1, 10)),  # Phi rises
    ],
)
@pytest.mark.parametrize("cut", [3, 20])
def test_tail_bounds_hold(f, cut):
    """Above mpmath's value of the tail, and not absurdly so."""
    bound = Tail(f, x, 1, (), ()).bound(fmpq(cut))
    with mpmath.workdps(95):
        numeric = {"Phi": mpmath.ncdf, "erfc": mpmath.erfc}
        from sympy import lambdify

        g = lambdify(x, f, [numeric, "mpmath"])
        value = mpmath.quad(g, [cut, cut + 5, cut + 20, 300, mpmath.inf])
        assert value * (1 - mpmath.mpf("1e-12")) <= mpmath.mpf(bound.str(20, radius=False)) * (
            1 + mpmath.mpf("1e-12")
        )
        assert mpmath.mpf(bound.str(20, radius=False)) < 8 * value


def test_a_tail_bound_needs_its_hypotheses():
    beyond = fmpq(10)
    assert Tail(1 / x, x, 1, (), ()).bound(beyond) is None
    assert Tail(exp(x**2 / 100 - 10 * x), x, 1, (), ()).bound(beyond) is None  # falls at first
    assert Tail(exp(x**2 / 2) * Phi(-x), x, 1, (), ()).bound(beyond) is None
    assert Tail(1 / (x - 50) ** 2, x, 1, (), ()).bound(beyond) is None  # a pole beyond the cut
    assert Tail(1 / (x - 50) ** 2, x, 1, (), ()).bound(fmpq(60)) is not None
    assert Tail(exp(-mu * x), x, 1, (mu,), (fmpq(0),)).bound(beyond) is None
    assert Tail(exp(-mu * x), x, 1, (mu,), (fmpq(1),)).bound(beyond) is not None


# -- kinks ------------------------------------------------------------------------------------


def test_signs_cover_the_interval_and_hold():
    s = (x - Rational(1, 3)) * (x**2 - 2) * exp(x)
    with ctx.workprec(128):
        cells = signs(s, x, fmpq(-3), fmpq(3), (), ())
    assert (cells[0][0], cells[-1][1]) == (-3, 3)
    assert all(a[1] == b[0] for a, b in itertools.pairwise(cells))
    assert [c[2] for c in cells if c[2] is not None] == [-1, 1, -1, 1]
    for low, high, side in cells:
        middle = (low + high) / 2
        value = (middle - fmpq(1, 3)) * (middle**2 - 2)
        assert side is None or (value > 0) == (side > 0)
        assert side is None or not low < fmpq(1, 3) < high
        assert side is None or not low**2 < 2 < high**2
        assert side is not None or high - low < fmpq(1, 2**60)


def test_a_zero_of_second_order_stays_a_tiny_undecided_cell():
    with ctx.workprec(128):
        cells = signs((x - Rational(1, 3)) ** 2 * (1 + exp(x)), x, fmpq(0), fmpq(1), (), ())
    assert [c[2] for c in cells] == [1, None, 1]
    assert cells[1][1] - cells[1][0] < fmpq(1, 2**50)


def test_a_difference_that_vanishes_identically_is_not_given_a_sign():
    with ctx.workprec(64):
        cells = signs(
            (sqrt(2) * x) ** 2 - x * x * sqrt(4) + exp(x) * (exp(-x) - 1) + exp(x) - 1,
            x,
            fmpq(0),
            fmpq(1),
            (),
            (),
        )
    assert [c[2] for c in cells] == [None]


def test_branches():
    f = Max(0, Min(x, 1 - x**2))
    with ctx.workprec(128):
        found = [p.branch for p in pieces(f, x, fmpq(-2), fmpq(2), (), ()) if p.branch is not None]
    kept = [b for a, b in zip([None, *found], found, strict=False) if a != b]
    assert kept == [0, x, 1 - x**2, 0]


def test_precision_never_leaks():
    before = ctx.prec
    integrate(Max(0, phi(x)), x, 0, oo, digits=40)
    assert ctx.prec == before
    assert arb(1) == 1
