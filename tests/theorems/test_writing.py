"""Terms are printed as SymPy prints them, whatever was printed before."""

from __future__ import annotations

import pytest
import sympy
from sympy import Dummy, Float, Integer, Integral, Interval, Lambda, Piecewise, S, Sum, exp, sqrt

from fdp_sym.functions import Max, Phi
from fdp_sym.symbols import alpha, epsilon, integer, mu, real
from fdp_sym.theorems import Eq, Sup, generic
from fdp_sym.theorems.statements import Iterate
from fdp_sym.theorems.writing import written

x, k = real("x", Interval(0, 1)), integer("k")
wide = real("x")
f = generic("f", instances=[Lambda(alpha, 1 - alpha)])
TERMS = [
    (1 - alpha) * mu + alpha - 3,
    Max(alpha, mu, 0) + 1,
    sympy.Max(alpha, mu, 0) + 1,
    Integer(1) + sqrt(2) * x,
    Float(1) + sqrt(2) * wide,
    Sum(k * x**k, (k, 0, 5)) - Integral(exp(-(wide**2)), (wide, 0, mu)),
    Sup(1 - f(x) - exp(epsilon) * x, (x, 0, 1)),
    Iterate(Lambda(x, 1 - f(x)), k, alpha),
    Piecewise((x, x <= S.Half), (1 - x, True)),
    Eq(Phi(-mu / 2), Phi(mu / 2)),
    -(x - 1) / (x + Dummy("y")),
    S.true,
    2,
]


@pytest.mark.parametrize("order", [1, -1])
def test_it_is_what_str_says(order):
    for term in TERMS[::order]:
        assert written(term) == str(term)


def test_equal_names_in_other_domains_and_equal_values_of_other_types():
    pair = [x - 2 * mu, wide - 2 * mu, Integer(3), Float(3), sympy.true, True, 1]
    assert list(map(written, pair)) == list(map(str, pair))
