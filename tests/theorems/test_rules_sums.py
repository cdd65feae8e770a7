"""Rules about finite sums refuse what is outside their gates."""

from __future__ import annotations

from fractions import Fraction

from sympy import Function, Sum, Symbol, oo

from fdp_sym.balls import enclose
from fdp_sym.theorems.rules import REWRITES

i, j = (Symbol(name, integer=True, positive=True) for name in "ij")
m, n = (Symbol(name, integer=True, positive=True) for name in "mn")
x = Function("x", real=True)
exchange = REWRITES["exchange of finite sums"].find


def test_finite_sums_are_exchanged_once() -> None:
    double = Sum(x(i, j), (j, 1, m), (i, 1, n))
    sorted_ = exchange(double, ())
    assert sorted_ == Sum(x(i, j), (i, 1, n), (j, 1, m))
    assert exchange(sorted_, ()) is None
    assert sorted_.subs({m: 2, n: 3}).doit() == double.subs({m: 2, n: 3}).doit()


def test_infinite_and_dependent_sums_are_not() -> None:
    assert exchange(Sum(x(i, j), (j, 1, oo), (i, 1, n)), ()) is None
    assert exchange(Sum(x(i, j), (j, 1, i), (i, 1, n)), ()) is None
    assert exchange(Sum(x(i, j), (j, 1, m)), ()) is None


def test_balls_read_a_sum_over_two_indices() -> None:
    ball = enclose(Sum(i / (i + j), (j, 1, i), (i, 1, 3)))
    exact = sum(Fraction(a, a + b) for a in range(1, 4) for b in range(1, a + 1))
    assert ball.lower <= exact <= ball.upper
