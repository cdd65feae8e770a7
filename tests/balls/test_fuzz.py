"""Random expressions: the enclosure holds mpmath's high-precision value, and is small."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Abs, Expr, Max, Min, Rational, S, Symbol, erfc, exp, log, loggamma, sqrt, tanh

from fdp_sym.balls import compile_expr, enclose
from fdp_sym.errors import PrecisionError
from fdp_sym.functions import Phi

x, y = Symbol("x", real=True), Symbol("y", real=True)
rationals = st.fractions(min_value=-4, max_value=4, max_denominator=50)
to_rational = lambda f: Rational(f.numerator, f.denominator)  # noqa: E731
leaves = st.one_of(st.sampled_from([x, y, S.Pi]), rationals.map(to_rational))


def grow(children: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(children, children)
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - p[1]),
        pair.map(lambda p: p[0] * p[1]),
        pair.map(lambda p: p[0] / (1 + p[1] ** 2)),
        pair.map(lambda p: Max(*p)),
        pair.map(lambda p: Min(*p)),
        children.map(lambda e: Phi(e)),
        children.map(lambda e: exp(-Abs(e))),
        children.map(lambda e: log(1 + e**2)),
        children.map(lambda e: sqrt(Abs(e) + 1)),
        children.map(tanh),
        children.map(erfc),
        children.map(lambda e: e**3),
        children.map(lambda e: exp(-Abs(e)) - 1),
        children.map(lambda e: loggamma(Abs(e) + 1)),
    )


expressions = st.recursive(leaves, grow, max_leaves=8)


def reference(expr: Expr, point: dict[Symbol, Fraction], digits: int) -> mpmath.mpf:
    """The value by mpmath: an evaluator of its own, which shares nothing with flint."""
    functions = {
        "Phi": mpmath.ncdf,
        "exp": mpmath.exp,
        "log": mpmath.log,
        "tanh": mpmath.tanh,
        "erfc": mpmath.erfc,
        "Abs": abs,
        "loggamma": mpmath.loggamma,
    }

    def value(node: Expr) -> mpmath.mpf:
        if node in point:
            return mpmath.mpf(point[node].numerator) / point[node].denominator
        if node.is_Rational:
            return mpmath.mpf(int(node.p)) / int(node.q)
        if node is S.Pi:
            return +mpmath.pi
        if node is S.Exp1:
            return +mpmath.e
        args = [value(a) for a in node.args]
        if node.is_Add:
            return mpmath.fsum(args)
        if node.is_Mul:
            return mpmath.fprod(args)
        if node.is_Pow:
            return args[0] ** args[1]
        if node.func in (Max, Min):
            return (max if node.func is Max else min)(args)
        return functions[node.func.__name__](*args)

    with mpmath.workdps(digits):
        return value(expr)


def distance(value: mpmath.mpf, low: Fraction, high: Fraction) -> mpmath.mpf:
    """How far the value lies outside the bounds."""
    bounds = [mpmath.mpf(b.numerator) / b.denominator for b in (low, high)]
    return max(bounds[0] - value, value - bounds[1], mpmath.mpf(0))


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(expressions, rationals, rationals)
def test_encloses_and_is_small(expr, first, second):
    assume(expr.is_extended_real is not False and expr.is_finite is not False)
    point = {x: first, y: second}
    given_values = {s: v for s, v in point.items() if s in expr.free_symbols}
    undecided = None
    try:
        ball = enclose(expr, given_values, digits=25, max_bits=2048)
    except PrecisionError as error:
        undecided = ball = error.ball
    value = reference(expr, point, 700)
    if undecided is not None:
        # only a zero that no enclosure can prove may stay undecided
        assert ball.contains(0)
        assert ball.width < Fraction(1, 10**100)
    else:
        assert ball.relative_width <= Fraction(1, 10**25)
    with mpmath.workdps(700):
        # mpmath has its own error, far below this
        assert distance(value, ball.lower, ball.upper) <= abs(value) * mpmath.mpf(
            "1e-300"
        ) + mpmath.mpf("1e-600")


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(expressions, rationals, rationals, st.fractions(0, 1, max_denominator=9))
def test_a_box_encloses_its_points(expr, first, second, weight):
    low, high = min(first, second), max(first, second)
    inside = low + weight * (high - low)
    program = compile_expr(expr, (x, y))
    box = program.ball([(low, high), (low, high)], 64)
    value = reference(expr, {x: inside, y: high}, 60)
    with mpmath.workdps(60):
        assert distance(value, box.lower, box.upper) <= abs(value) * mpmath.mpf(10) ** -40
