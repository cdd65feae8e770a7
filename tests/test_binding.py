"""Bound variables: replaced, sealed and substituted without confusing them with free ones."""

from __future__ import annotations

import pytest
from sympy import Derivative, Eq, Integral, Lambda, Piecewise, Sum, symbols

from fdp_sym.binding import bound_in, outside_binders, replace_free, seal, substitute
from fdp_sym.errors import HypothesisError

i, n, t, x, y = symbols("i n t x y", real=True)


def test_what_a_node_binds() -> None:
    assert bound_in(Sum(i * x, (i, 1, n))) == {i}
    assert bound_in(Integral(t * x, (t, 0, x))) == {t}
    assert bound_in(Lambda(x, x + y)) == {x}
    assert bound_in(Derivative(x * y, x)) == {x}
    assert bound_in(x + y) == frozenset()


def test_terms_are_replaced_where_they_mean_the_same() -> None:
    expr = x + Sum(x * i, (i, 1, n))
    assert replace_free(expr, {x: y}) == y + Sum(y * i, (i, 1, n))
    assert replace_free(i + Sum(i, (i, 1, n)), {i: x}) == x + Sum(i, (i, 1, n))
    assert replace_free(expr, {x: i}) == i + Sum(x * i, (i, 1, n))  # an equal term, kept inside
    assert replace_free(Derivative(x * y, x), {x: 2}) == Derivative(x * y, x)


def test_values_are_substituted_everywhere_or_not_at_all() -> None:
    expr = x + Sum(x * i, (i, 1, n))
    assert substitute(expr, {x: y, n: 3}) == y + Sum(y * i, (i, 1, 3))
    assert substitute(expr, {i: y}) == expr
    for values in ({x: i}, {x: i + 1}, {n: 2, x: i}):
        with pytest.raises(HypothesisError, match="binds"):
            substitute(expr, values)
    with pytest.raises(HypothesisError):
        substitute(Derivative(x * y, x), {x: y})


def test_sealed_binders_are_opaque_and_equal_ones_stay_equal() -> None:
    total = Sum(x * i, (i, 1, n))
    sealed, relation = seal([total - total / 2, Eq(total, x, evaluate=False)])
    (dummy,) = sealed.free_symbols
    assert sealed == dummy / 2
    assert relation == Eq(dummy, x, evaluate=False)
    assert seal([Piecewise((x, x > 0), (y, True))]) == [Piecewise((x, x > 0), (y, True))]


def test_terms_outside_binders() -> None:
    inner = Integral(t * y, (t, 0, 1))
    assert list(outside_binders(x + inner, Integral)) == [inner]
    assert list(outside_binders(Sum(inner * y, (y, 1, n)), Integral)) == []
