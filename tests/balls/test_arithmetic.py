"""Enclosures of simple operations over boxes: the exact ranges, worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from sympy import Abs, Expr, Max, Min, Piecewise, Symbol, exp, log, oo, sign

from fdp_sym.balls import Ball, compile_expr, enclose
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, epsilon

x, y = Symbol("x", real=True), Symbol("y", real=True)
LINE = Ball(-math.inf, math.inf)
BOX = ((-1, 2), (-3, 1))


def over(expr: Expr, *box: object, names: tuple[Symbol, ...] = (x, y)) -> Ball:
    return compile_expr(expr, names[: len(box)]).ball(list(box), 64)


@pytest.mark.parametrize(
    ("expr", "low", "high"),
    [
        (x + y, -4, 3),
        (x - y, -2, 5),
        (x * y, -6, 3),  # 2 * -3 and -1 * -3
        (x**2, 0, 4),
        (y**2 - x, -2, 10),
        (x**3, -1, 8),
        (Abs(x), 0, 2),
        (Abs(y), 0, 3),
        (Max(x, y), -1, 2),
        (Min(x, y), -3, 1),
        (x / (4 + y), -1, 2),
        (x / (y - 2), -2, 1),
    ],
)
def test_ranges_over_a_box(expr: Expr, low: int, high: int) -> None:
    assert over(expr, *BOX) == Ball(low, high)


@pytest.mark.parametrize("corners", [(-1, 1, -1, 1), (-2, -1, 3, 4), (-2, 3, -5, 7), (1, 2, -3, 0)])
def test_products_and_sums_hold_those_of_their_points(corners: tuple[int, ...]) -> None:
    a, b, c, d = corners
    grid = [(a + (b - a) * F(i, 6), c + (d - c) * F(j, 6)) for i in range(7) for j in range(7)]
    for expr, value in ((x * y, lambda s, t: s * t), (x - y, lambda s, t: s - t)):
        ball = over(expr, (a, b), (c, d))
        values = [value(s, t) for s, t in grid]
        assert (ball.lower, ball.upper) == (min(values), max(values))


def test_a_ball_is_wider_than_its_middle() -> None:
    # to 40 digits, by mpmath
    for expr, value in (
        (exp(x), "20.08553692318766774092852965458171789698"),
        (log(x), "1.098612288668109691395245236922525704647"),
    ):
        ball = over(expr, 3)
        assert ball.lower < F(value) < ball.upper
        assert ball.relative_width < F(1, 2**55)


def test_signs_at_and_around_zero() -> None:
    assert [over(sign(x), v) for v in (-2, 0, 3)] == [Ball(v, v) for v in (-1, 0, 1)]
    assert over(sign(x), (0, 2)) == Ball(0, 1)
    assert over(sign(x), (-2, 0)) == Ball(-1, 0)
    assert over(sign(x), (-2, 2)) == Ball(-1, 1)


def test_nothing_follows_from_zero_times_infinity() -> None:
    product = x * Quantile(alpha)  # 0 times oo is among the values
    for box in ((-1, 1), (0, 1), 0):
        assert over(Phi(product), box, (F(1, 2), 1), names=(x, alpha)) == LINE
    assert over(Phi(product), (1, 2), (F(1, 2), 1), names=(x, alpha)) == Ball(F(1, 2), 1)


def test_nothing_follows_from_infinity_minus_infinity() -> None:
    difference = Quantile(alpha) - Quantile(epsilon)
    for box in (((F(1, 2), 1), (F(1, 2), 1)), ((0, F(1, 2)), (0, 1)), ((0, 1), (0, 1))):
        assert over(Phi(difference), *box, names=(alpha, epsilon)) == LINE
    half = over(Phi(difference), (F(1, 2), 1), F(1, 2), names=(alpha, epsilon))
    assert half == Ball(F(1, 2), 1)


def test_comparisons_where_ranges_touch() -> None:
    strict, weak = (Piecewise((1, relation), (0, True)) for relation in (x < y, x <= y))
    assert enclose(strict, {x: 2, y: 2}) == Ball(0, 0)
    assert enclose(weak, {x: 2, y: 2}) == Ball(1, 1)
    assert over(strict, (0, 1), (1, 2)) == Ball(0, 1)
    assert over(strict, (0, 1), (F(5, 4), oo)) == Ball(1, 1)
