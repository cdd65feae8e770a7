"""Mutants about trade-off functions, sums and extrema of which little else is known."""

from __future__ import annotations

from sympy import Interval, Lambda, Sum, oo

from fdp_sym.mutants.variants import variants
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Lt, generic

x, y, t = (real(name, Interval(0, 1)) for name in "xyt")
i, j, n, m = (integer(name, 1) for name in "ijnm")
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])


def test_the_same_sum_in_another_order_is_not_searched() -> None:
    body = p(i) * p(j) ** 2
    there, back = Sum(body, (i, 1, n), (j, 1, m)), Sum(body, (j, 1, m), (i, 1, n))
    assert list(variants(Eq(there, back), ())) == []
    assert list(variants(Lt(there, back), ()))  # false everywhere
    swapped = Sum(body, (i, 1, m), (j, 1, n))
    sizes = [v.integers for v in variants(Eq(there, swapped), ())]
    assert sizes
    assert all(len(set(at.values())) == 2 for at in sizes)
