"""The rule that takes the last term off a finite sum or product, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integer, Product, Sum, Symbol

from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Ge
from fdp_sym.theorems.rules import REWRITES

i, n, m = integer("i", 1), integer("n", 1), integer("m", 0)
x = real("x")
find = REWRITES["last term"].find


def test_the_last_term_comes_off() -> None:
    assert find(Sum(i * x, (i, 1, n + 1)), ()) == Sum(i * x, (i, 1, n)) + (n + 1) * x
    assert find(Product(i + x, (i, 1, n + 2)), ()) == Product(i + x, (i, 1, n + 1)) * (n + 2 + x)
    assert find(Sum(i * x, (i, 1, 1)), ()) == x
    values = (find(Sum(i**2, (i, 1, k)), ()).doit() for k in range(1, 8))
    assert list(values) == [Integer(k * (k + 1) * (2 * k + 1) // 6) for k in range(1, 8)]


@pytest.mark.parametrize(
    "term",
    [
        Sum(i * x, (i, 1, n)),  # no last term is written
        Sum(i * x, (i, 1, m)),
        Sum(i * x, (i, 3, m + 1)),  # may be empty, or run backwards
        Sum(i * x, (i, 1, Symbol("k", positive=True) + 1)),  # may be no integer
        Sum(i * x, (i, 1, n + 1), (n, 1, 4)),
    ],
)
def test_refused(term: Any) -> None:
    assert find(term, ()) is None


def test_a_hypothesis_may_say_that_there_is_a_last_term() -> None:
    term = Sum(i * x, (i, 3, m + 1))
    assert find(term, (Ge(m, 2),)) == Sum(i * x, (i, 3, m)) + (m + 1) * x
