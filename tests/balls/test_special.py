"""Gamma and its relatives, sums, products, exp - 1, log(1 + x): mpmath, exact values, edges.

Second opinions by mpmath at twice the precision; exact ones by Python's integers and Fractions.
"""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction as F

import mpmath
import pytest
from flint import arb, ctx, fmpq
from sympy import (
    Integral,
    Product,
    Rational,
    Sum,
    Symbol,
    binomial,
    cosh,
    diff,
    digamma,
    exp,
    factorial,
    gamma,
    log,
    loggamma,
    lowergamma,
    oo,
    polygamma,
    sinh,
    tanh,
    uppergamma,
)

from fdp_sym.balls import Ball, compile_expr, enclose, prove, recheck
from fdp_sym.balls import arithmetic as ar
from fdp_sym.balls.duals import DUAL, Dual
from fdp_sym.balls.jets import jet, jets
from fdp_sym.errors import PrecisionError, UnsupportedError
from fdp_sym.functions import Phi
from fdp_sym.symbols import integer

x, y = Symbol("x", real=True), Symbol("y", real=True)
n, k = integer("n"), integer("k")
LINE = Ball(-math.inf, math.inf)
BITS = 80
SEED = 20220214


def mpf(value: F) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def check(expr, reference, points, lost=20):
    """Each enclosure holds mpmath's value at 2x precision, and is small."""
    program = compile_expr(expr, (x, y))
    for a, b in points:
        ball = program.ball([a, b], BITS)
        with mpmath.workprec(2 * BITS + 60):
            value = reference(mpf(a), mpf(b))
            slack = abs(value) * mpmath.mpf(2) ** (-2 * BITS)
            assert mpf(ball.lower) - slack <= value <= mpf(ball.upper) + slack, (expr, a, b)
        assert ball.relative_width <= F(1, 2 ** (BITS - lost)), (expr, a, b, ball)


def pairs(low: F, high: F, count: int = 60) -> list[tuple[F, F]]:
    rng = random.Random(SEED)
    size = 997
    return [
        tuple(low + (high - low) * F(rng.randrange(1, size), size) for _ in "xy")
        for _ in range(count)
    ]


FUNCTIONS = {
    "gamma": (gamma(x), lambda a, b: mpmath.gamma(a), F(0), F(30)),
    "gamma, negative": (gamma(x), lambda a, b: mpmath.gamma(a), F(-6), F(0)),
    "loggamma": (loggamma(x), lambda a, b: mpmath.loggamma(a).real, F(0), F(40)),
    "digamma": (digamma(x), lambda a, b: mpmath.digamma(a), F(0), F(40)),
    "polygamma": (polygamma(3, x), lambda a, b: mpmath.polygamma(3, a), F(0), F(40)),
    "factorial": (factorial(x), lambda a, b: mpmath.factorial(a), F(0), F(30)),
    "binomial": (
        binomial(10 * x, y),
        lambda a, b: mpmath.binomial(10 * a, b),
        F(1, 2),
        F(9, 2),
    ),
    "binomial, k beyond n": (
        binomial(x, 10 + y),
        lambda a, b: mpmath.binomial(a, 10 + b),
        F(1, 2),
        F(9, 2),
    ),
    "uppergamma": (uppergamma(x, y), lambda a, b: mpmath.gammainc(a, b), F(0), F(12)),
    "uppergamma, s < 0": (
        uppergamma(-x, y),
        lambda a, b: mpmath.gammainc(-a, b),
        F(1, 100),
        F(3),
    ),
    "lowergamma": (lowergamma(x, y), lambda a, b: mpmath.gammainc(a, 0, b), F(0), F(12)),
    "tanh": (tanh(x), lambda a, b: mpmath.tanh(a), F(-20), F(20)),
    "sinh": (sinh(x), lambda a, b: mpmath.sinh(a), F(-20), F(20)),
    "cosh": (cosh(x), lambda a, b: mpmath.cosh(a), F(-20), F(20)),
    "exp - 1": (exp(x) - 1, lambda a, b: mpmath.expm1(a), F(-5), F(5)),
    "1 - exp": (1 - exp(x), lambda a, b: -mpmath.expm1(a), F(-1, 10**30), F(1, 10**30)),
    "log(1 + x)": (log(1 + x), lambda a, b: mpmath.log1p(a), F(-1), F(5)),
    "log(1 + x) of a tiny x": (
        log(1 + exp(-x)),
        lambda a, b: mpmath.log1p(mpmath.exp(-a)),
        F(50),
        F(700),
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_against_mpmath(name):
    expr, reference, low, high = FUNCTIONS[name]
    # flint's upper incomplete gamma function is the difference from the whole in between
    check(expr, reference, pairs(low, high), lost=50 if expr.has(uppergamma) else 20)


def test_the_check_fails_for_another_function():
    def shifted(a, b):
        return mpmath.gamma(a) * (1 + mpmath.mpf(2) ** -60)

    with pytest.raises(AssertionError):
        check(gamma(x), shifted, pairs(F(1), F(9)))
    with pytest.raises(AssertionError):  # too wide
        check(gamma(x) + exp(99) - exp(y), lambda a, b: mpmath.gamma(a), [(F(3), F(99))])


@pytest.mark.parametrize("name", [f for f in FUNCTIONS if "tiny" not in f])
def test_intervals_hold_their_points(name):
    expr, _, low, high = FUNCTIONS[name]
    program = compile_expr(expr, (x, y))
    for (a, b), (c, d) in zip(pairs(low, high, 12), pairs(low, high, 24)[12:], strict=True):
        (a, c), (b, d) = sorted((a, c)), sorted((b, d))
        box = program.ball([(a, c), (b, d)], BITS)
        for t in (F(0), F(1, 3), F(1)):
            inside = program.ball([a + t * (c - a), b + t * (d - b)], BITS)
            assert box.lower <= inside.lower
            assert inside.upper <= box.upper


# -- exact values and edges --------------------------------------------------------------------


def test_gamma_exactly():
    program = compile_expr(gamma(x), (x,))
    for m in range(1, 60):
        assert program.ball([m], 64) == Ball(math.factorial(m - 1), math.factorial(m - 1))
    for pole in (0, -1, -2, -50):
        assert program.ball([pole], 64) == LINE
        assert compile_expr(loggamma(x), (x,)).ball([pole], 64) == LINE
    assert program.ball([(-1, 1)], 64) == LINE
    assert compile_expr(loggamma(x), (x,)).ball([F(-1, 2)], 64) == LINE  # gamma is negative there
    assert enclose(loggamma(x), {x: 1}) == enclose(loggamma(x), {x: 2}) == Ball(0, 0)


def test_gamma_over_long_intervals():
    program = compile_expr(gamma(x), (x,))
    # DLMF 5.4(iii): the minimum 0.88560 31944 at 1.46163 21449
    for low, high in ((1, 2), (F(1, 10), 100), (F(7, 5), F(3, 2)), (1, oo)):
        ball = program.ball([(low, high)], 64)
        assert F(8856, 10000) <= ball.lower <= F("0.8856031944108888")
        assert ball.upper > F("0.886")
    assert program.ball([(2, oo)], 64) == Ball(1, math.inf)
    assert program.ball([(2, 100)], 64).contains(math.factorial(99))
    assert program.ball([(F(1, 2), 1)], 64).lower == 1
    turning = compile_expr(digamma(x), (x,))
    assert turning.ball([F(7, 5)], 64).upper < 0 < turning.ball([F(3, 2)], 64).lower
    bottom = compile_expr(loggamma(x), (x,)).ball([(F(7, 5), F(3, 2))], 64)
    assert bottom.lower < math.log(0.88560319441088) < bottom.upper


def test_huge_arguments_of_gamma():
    assert enclose(loggamma(x), {x: 10**300}, digits=20).lower > 10**302
    ratio = gamma(x + 1) / gamma(x)
    assert enclose(ratio, {x: F(10**9, 7)}, digits=20).contains(F(10**9, 7))
    with mpmath.workdps(60):
        value = mpmath.loggamma(mpmath.mpf(10) ** 15)
        ball = enclose(log(gamma(x)), {x: 10**15}, digits=30)
        assert abs(mpf(ball.midpoint) / value - 1) < mpmath.mpf(10) ** -29


def test_polygamma_edges():
    assert compile_expr(polygamma(0, x), (x,)).ball([0], 64) == LINE
    with pytest.raises(UnsupportedError, match="orders 0, 1, 2"):
        compile_expr(polygamma(y, x), (x, y))
    assert compile_expr(polygamma(1, x), (x,)).ball([(1, oo)], 64).lower == 0
    assert compile_expr(polygamma(2, x), (x,)).ball([(1, oo)], 64).upper == 0


def test_factorials_and_binomials_exactly():
    whole = compile_expr(binomial(x, y), (x, y))
    for top in range(-8, 13):
        for bottom in range(-3, 15):
            exact = falling(F(top), bottom)
            assert whole.ball([top, bottom], 64) == Ball(exact, exact)
            half = F(2 * top + 1, 2)
            assert whole.ball([half, bottom], 64).contains(falling(half, bottom))
    assert enclose(factorial(n), {n: 25}) == Ball(math.factorial(25), math.factorial(25))
    assert compile_expr(factorial(x), (x,)).ball([-1], 64) == LINE
    for top, bottom in ((3000, 1500), (5000, 4999), (10**6, 3), (20000, 1234)):
        ball = enclose(binomial(x, y), {x: top, y: bottom}, digits=30)
        assert ball.contains(math.comb(top, bottom))
    assert whole.ball([2000, 2001], 64) == Ball(0, 0)
    assert whole.ball([-1, F(1, 2)], 64) == LINE  # a pole


def falling(top: F, bottom: int) -> F:
    """top (top - 1) … (top - bottom + 1) / bottom!."""
    if bottom < 0:
        return F(0)
    return math.prod((top - j for j in range(bottom)), start=F(1)) / math.factorial(bottom)


def test_incomplete_gamma_edges():
    upper, lower = (compile_expr(f(x, y), (x, y)) for f in (uppergamma, lowergamma))
    assert upper.ball([3, 0], 64) == Ball(2, 2)
    assert lower.ball([F(1, 2), 0], 64) == Ball(0, 0)
    assert upper.ball([3, -1], 64) == lower.ball([3, -1], 64) == LINE
    assert upper.ball([-1, 0], 64) == lower.ball([-1, 2], 64) == LINE
    assert lower.ball([3, (0, oo)], 64) == upper.ball([3, (0, oo)], 64) == Ball(0, 2)
    # a Poisson tail: exp(-a) times the first terms of the series of exp(a)
    tail = enclose(uppergamma(n, x) / factorial(n - 1), {n: 12, x: 7}, digits=30)
    terms = sum(F(7**j, math.factorial(j)) for j in range(12))
    assert tail.overlaps(enclose(Rational(terms.numerator, terms.denominator) * exp(-7)))
    far = enclose(uppergamma(x, y), {x: 3, y: 10**5}, digits=20)
    assert far.overlaps(enclose(exp(-y) * (y**2 + 2 * y + 2), {y: 10**5}, digits=20))


def test_hyperbolic_edges():
    for f in (tanh, sinh):
        assert enclose(f(x), {x: 0}) == Ball(0, 0)
    assert compile_expr(tanh(x), (x,)).ball([10**6], 64).upper >= 1
    assert compile_expr(cosh(x), (x,)).ball([(-oo, oo)], 64) == Ball(1, math.inf)
    assert compile_expr(sinh(x), (x,)).ball([(-oo, 0)], 64) == Ball(-math.inf, 0)
    assert enclose(tanh(x) / x, {x: F(1, 10**40)}, digits=30).contains(1 - F(1, 3 * 10**80))


def test_cancellation_next_to_one_costs_nothing():
    for expr in (exp(x) - 1, log(1 + x)):
        program = compile_expr(expr, (x,))
        assert program.ball([F(1, 10**40)], 64).relative_width < F(1, 10**15)
        box = program.ball([(0, F(1, 10**40))], 64)
        assert (box.lower, box.upper > 0) == (0, True)
        assert box.upper < F(2, 10**40)
    assert compile_expr(exp(x) - 1, (x,)).ball([(-oo, 0)], 64) == Ball(-1, 0)
    assert compile_expr(log(1 + x), (x,)).ball([(-1, 0)], 64).upper == 0
    assert compile_expr(log(1 + x), (x,)).ball([-2], 64) == LINE
    assert compile_expr(log(1 + x), (x,)).ball([(0, oo)], 64) == Ball(0, math.inf)
    # a difference that is not with 1 is left alone, and so is log(1 - Phi)
    assert enclose(exp(x) - 2, {x: 0}) == Ball(-1, -1)
    assert compile_expr(log(1 - Phi(x)), (x,)).ball([40], 64).relative_width < F(1, 10**12)


# -- sums and products -------------------------------------------------------------------------


def test_sums_exactly():
    half = Sum(Rational(1, 2) ** k, (k, 1, n))
    for last in (0, 1, 7, 300):
        assert enclose(half, {n: last}) == Ball(1 - F(1, 2**last), 1 - F(1, 2**last))
    # Karr's convention, as in SymPy: the sum from 1 to -3 is minus the sum from -2 to 0
    below = Symbol("n", integer=True)
    assert compile_expr(Sum(k, (k, 1, below)), (below,)).ball([-3], 64) == Ball(3, 3)
    assert enclose(Product(x + k, (k, 1, n)), {n: 0, x: F(1, 3)}) == Ball(1, 1)
    odd = compile_expr(Product(2 * k + 1, (k, 1, below)), (below,))
    assert odd.ball([-3], 64) == Ball(F(1, 3), F(1, 3))  # 1/((-3)(-1)(1))
    zero = compile_expr(Product(k, (k, 1, below)), (below,))
    assert (zero.ball([0], 64), zero.ball([-1], 64)) == (Ball(1, 1), LINE)  # 1/0
    assert enclose(Product(k, (k, 1, n)), {n: 20}) == Ball(math.factorial(20), math.factorial(20))
    double = Sum(Sum(x**k, (k, 0, n)), (n, 0, 3))
    value = sum(F(2, 3) ** j for m in range(4) for j in range(m + 1))
    assert enclose(double, {x: F(2, 3)}) == Ball(value, value)


def test_sums_of_many_terms():
    weights = Sum(binomial(n, k) * x**k * (1 - x) ** (n - k), (k, 0, n))
    assert enclose(weights, {n: 10**4, x: F(1, 3)}, digits=20).contains(1)
    inverse = enclose(Sum(1 / k**2, (k, 1, n)), {n: 10**4}, digits=30)
    exact = sum(F(1, j * j) for j in range(1, 200))
    with mpmath.workdps(50):
        value = mpmath.zeta(2) - mpmath.polygamma(1, 10**4 + 1)
        assert abs(mpf(inverse.midpoint) - value) < mpmath.mpf(10) ** -29
        product = enclose(Product(1 + x / k**2, (k, 1, n)), {n: 10**4, x: 1}, digits=25)
        ends = [mpmath.mpc(10**4 + 1, s) for s in (1, -1)]
        value = mpmath.sinh(mpmath.pi) / mpmath.pi
        value *= mpmath.exp(sum(map(mpmath.loggamma, ends)) - 2 * mpmath.loggamma(10**4 + 1)).real
        assert abs(mpf(product.midpoint) / value - 1) < mpmath.mpf(10) ** -24
    assert enclose(Sum(1 / k**2, (k, 1, n)), {n: 199}) == Ball(exact, exact)


def test_sums_that_are_refused():
    with pytest.raises(UnsupportedError, match="1000000 terms"):
        enclose(Sum(1 / k, (k, 1, n)), {n: 10**8})
    with pytest.raises(UnsupportedError, match="finite limits"):
        compile_expr(Sum(1 / k**2, (k, 1, oo)))
    # limits that are not integers, or not decided
    assert compile_expr(Sum(k, (k, 1, x)), (x,)).ball([F(5, 2)], 64) == LINE
    assert compile_expr(Sum(k, (k, 1, x)), (x,)).ball([(1, 2)], 64) == LINE
    j = Symbol("j", integer=True)
    with pytest.raises(PrecisionError):
        enclose(Sum(1 / j, (j, -1, 1)), max_bits=128)


# -- derivatives -------------------------------------------------------------------------------

PLACE = {x: F(7, 3), y: F(5, 4)}
SMOOTH = [
    gamma(x) * y,
    gamma(x - 3),
    loggamma(x * y),
    polygamma(1, x),
    factorial(x**2),
    binomial(10, x),
    binomial(x + 5, 3),
    binomial(3 * x, x * y),
    uppergamma(y, x**2),
    lowergamma(y, x),
    exp(x * y) - 1,
    log(1 + x * y),
    tanh(x) * sinh(x) / cosh(x),
    Sum(x**k / (1 + k), (k, 0, 6)),
    Sum(exp(-k * x), (k, 3, 1)),
    Product(1 + x / k, (k, 1, 5)),
    Product(1 + x / k, (k, 4, 2)),
    Sum(Product(x + k, (k, 1, n)), (n, 0, 3)),
]


def numeric(expr):
    """The expression as a function of x by mpmath, by its own names."""
    from sympy import lambdify

    own = {"uppergamma": mpmath.gammainc, "lowergamma": lambda s, t: mpmath.gammainc(s, 0, t)}
    f = lambdify((x, y), expr.doit(), [own, "mpmath"])
    return lambda t: f(t, mpf(PLACE[y]))


@pytest.mark.parametrize("expr", SMOOTH, ids=str)
def test_slopes_and_jets(expr):
    program = compile_expr(expr, (x, y))
    inputs = [fmpq(7, 3), fmpq(5, 4)]
    with ctx.workprec(160), mpmath.workdps(80):
        found = jet(program, inputs, 0, 4)
        slope = program.run((Dual(inputs[0], fmpq(1)), Dual(inputs[1])), DUAL).slope
        series = mpmath.taylor(numeric(expr), mpf(PLACE[x]), 4)
        for coefficient, value in zip([*found, slope], [*series, series[1]], strict=True):
            near = arb(mpmath.nstr(value, 40))
            assert abs(arb(coefficient) - near) < 1e-12 * (1 + abs(near))
            assert arb(coefficient).rad() < 1e-35
        # over an interval: what holds at its points
        wide = ar.interval(fmpq(7, 3) - fmpq(1, 9), fmpq(7, 3) + fmpq(1, 9))
        for part, point in zip(jet(program, [wide, inputs[1]], 0, 3), found, strict=False):
            low, high, _ = ar.ends(part)
            assert not low > arb(point)
            assert not high < arb(point)
        low, high, _ = ar.ends(program.run((Dual(wide, fmpq(1)), Dual(inputs[1])), DUAL).slope)
        assert not low > arb(slope)
        assert not high < arb(slope)


@pytest.mark.parametrize(
    "expr", [e for e in SMOOTH if not e.has(uppergamma, lowergamma, Sum, Product)], ids=str
)
def test_sympy_s_derivatives_compile(expr):
    first = enclose(diff(expr, x), {s: PLACE[s] for s in expr.free_symbols}, digits=20)
    with mpmath.workdps(60):
        value = mpmath.diff(numeric(expr), mpf(PLACE[x]))
        assert abs(mpf(first.midpoint) - value) < mpmath.mpf(10) ** -18 * (1 + abs(value))


def test_derivatives_that_are_not_known_are_refused():
    for expr in (uppergamma(x, y), lowergamma(x, y)):
        program = compile_expr(expr, (x, y))
        inputs = (fmpq(2), fmpq(1))
        assert ar.is_nan(program.run((Dual(inputs[0], fmpq(1)), Dual(inputs[1])), DUAL).slope)
        with ctx.workprec(64):
            assert all(map(ar.is_nan, jet(program, inputs, 0, 2)[1:]))
        with pytest.raises(UnsupportedError, match="cannot be enclosed"):
            compile_expr(diff(expr, x), (x, y))
    # at a pole of digamma nothing is known either
    program = compile_expr(binomial(x, 3), (x,))
    assert ar.is_nan(program.run((Dual(fmpq(1), fmpq(1)),), DUAL).slope)
    inner = Sum(Integral(exp(-k * x * y), (y, 0, 1)), (k, 1, 3))
    assert not compile_expr(inner, (x,)).supports(DUAL)
    assert not compile_expr(inner, (x,)).supports(jets(2))


def test_proofs_with_them():
    positive = {x: (2, 10)}
    assert prove(gamma(x + 1) - gamma(x), positive).status == "certified"
    found = prove(loggamma(x + 1) - loggamma(x) - log(x - 1), positive)
    assert found.status == "certified"
    recheck(json.loads(json.dumps(found.certificate)))
    assert prove(gamma(x) - gamma(x + 1) + 10**5, positive).status == "refuted"
    assert prove(exp(x) - 1 - x, {x: (-1, 1)}).status == "certified"
    assert prove(x - log(1 + x), {x: (0, 5)}).status == "certified"
    assert prove(log(1 + x) - x + x**2 * Rational(9, 20), {x: (0, 1)}).status == "refuted"


def test_incomplete_gamma_functions_of_an_interval_of_orders_start_at_zero():
    for function in (uppergamma, lowergamma):
        found = compile_expr(function(x, y), (x, y)).ball([(F(1, 2), F(3, 4)), (0, 1)], 64)
        value = function(Rational(2, 3), Rational(1, 3)).evalf(30)
        assert found.contains(value)
    assert compile_expr(uppergamma(x, y), (x, y)).ball([(1, 2), (0, oo)], 64).contains(1)
