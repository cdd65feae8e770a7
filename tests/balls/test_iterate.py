"""Iterates are compiled step by step: the program stays short, the value is that of the nest."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Lambda, Max, Rational, Symbol

from fdp_sym.balls import compile_expr, enclose
from fdp_sym.errors import UnsupportedError
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Iterate

x = real("x")
STEP = Lambda(x, Max(2 * x - 1, x / 3 + Rational(1, 7)))


def by_hand(count: int, value: Fraction) -> Fraction:
    for _ in range(count):
        value = max(2 * value - 1, value / 3 + Fraction(1, 7))
    return value


@pytest.mark.parametrize("count", [0, 1, 2, 9, 40])
def test_value_is_that_of_the_nested_expression(count):
    ball = enclose(Iterate(STEP, count, x), {x: Rational(5, 4)}, digits=20)
    expected = by_hand(count, Fraction(5, 4))
    assert Fraction(ball.lower) <= expected <= Fraction(ball.upper)
    assert Fraction(ball.upper) - Fraction(ball.lower) < Fraction(1, 10**15)


def test_code_is_linear_in_the_count():
    one, two, three = (len(compile_expr(Iterate(STEP, n, x), [x]).code) for n in (10, 20, 30))
    assert three - two == two - one


def test_start_may_contain_the_variable_of_the_step():
    ball = enclose(Iterate(STEP, 2, x + 1), {x: Rational(1, 4)}, digits=20)
    assert Fraction(ball.lower) <= by_hand(2, Fraction(5, 4)) <= Fraction(ball.upper)


def test_an_indefinite_count_is_refused():
    k = integer("k", 0)
    with pytest.raises(UnsupportedError, match="iterated k times"):
        compile_expr(Iterate(STEP, k, x), [x, Symbol("k", integer=True)])
