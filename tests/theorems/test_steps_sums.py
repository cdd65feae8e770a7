"""Steps on sums and binomial coefficients refuse what is outside their gates."""

from __future__ import annotations

import pytest
from sympy import Interval, Rational, Sum, binomial, exp, log, oo

from fdp_sym.errors import HypothesisError
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    binomial_theorem,
    cut_sum,
    pascal,
    reversal,
    symmetric_binomial,
    termwise,
)
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import REWRITES

n, m, i, j = integer("n", 1), integer("m", 0), integer("i", 0), integer("j", 0)
x, y = real("x", Interval.open(0, oo)), real("y")


def test_a_sum_is_cut_inside_its_range_only() -> None:
    total = Sum(j**2, (j, 0, n))
    (after,) = cut_sum(i).apply(Goal(Eq(total, x), (Le(i, n),)), None) or []
    for value in (0, 2, 3):
        values = {n: 3, i: value}
        assert after.lhs.subs(values).doit() == total.subs(values).doit()
    assert cut_sum(i).apply(Goal(Eq(total, x)), None) is None  # i may be beyond n
    assert cut_sum(j).apply(Goal(Eq(total, x), (Le(j, n),)), None) is None  # the index itself
    with pytest.raises(HypothesisError):
        cut_sum(i / 2).apply(Goal(Eq(total, x), (Le(i, n),)), None)
    assert cut_sum(1).apply(Goal(Eq(Sum(j, (j, 0, oo)), x)), None) is None


def test_a_sum_is_taken_backwards() -> None:
    total = Sum(j * x**j, (j, 1, n))
    (after,) = reversal().apply(Goal(Eq(total, total)), None) or []
    assert after.lhs.subs(n, 4).doit() == total.subs(n, 4).doit()
    assert after.rhs == total
    with pytest.raises(HypothesisError):
        reversal().apply(Goal(Eq(Sum(j, (j, 3, m)), x)), None)
    assert reversal().apply(Goal(Eq(x, total)), None) is None


def test_the_binomial_theorem_needs_its_terms_and_range() -> None:
    good = Sum(binomial(n, j) * exp(2 * j * x), (j, 0, n))
    (after,) = binomial_theorem(exp(2 * x), 1).apply(Goal(Eq(good, x)), None) or []
    assert after.lhs == (exp(2 * x) + 1) ** n
    for wrong in (
        Sum(binomial(n, j) * exp(2 * j * x), (j, 1, n)),
        Sum(binomial(n, j) * exp(2 * j * x), (j, 0, n - 1)),
        Sum(binomial(n, j) * exp(j * x), (j, 0, n)),
        Sum(binomial(n + 1, j) * exp(2 * j * x), (j, 0, n)),
        Sum(binomial(n, j) * exp(2 * j * j), (j, 0, n)),
    ):
        assert binomial_theorem(exp(2 * x), 1).apply(Goal(Eq(wrong, x)), None) is None


def test_pascal_and_symmetry_need_integers() -> None:
    (after,) = pascal().apply(Goal(Eq(binomial(n + 1, j), x)), None) or []
    for k in range(5):
        assert after.lhs.subs({n: 3, j: k}) == binomial(4, k)
    assert pascal().apply(Goal(Eq(binomial(n, j), x)), None) is None
    assert pascal().apply(Goal(Eq(binomial(n + 1, y), x)), None) is None
    assert pascal().apply(Goal(Eq(binomial(x + 1, j), x)), None) is None
    (mirror,) = symmetric_binomial().apply(Goal(Eq(binomial(n, n - j), x)), None) or []
    assert mirror.lhs == binomial(n, j)
    assert symmetric_binomial().apply(Goal(Eq(binomial(n, j), x)), None) is None
    assert symmetric_binomial().apply(Goal(Eq(binomial(y, y - j), x)), None) is None


def test_terms_may_use_the_range_of_their_index() -> None:
    goal = Goal(Le(Sum(j, (j, 0, n)), Sum(n, (j, 0, n))))
    (plain,) = termwise().apply(goal, None) or []
    (inside,) = termwise(within=True).apply(goal, None) or []
    assert plain.given == ()
    assert inside.given == (Ge(j, 0), Le(j, n))


def test_powers_of_positive_bases_only() -> None:
    find = REWRITES["power as exponential"].find
    assert find(x**n, ()) == exp(n * log(x))
    assert find(y**n, ()) is None
    assert find(x ** Rational(1, 2), ()) is None
    assert find(exp(x * y), ()) is None
