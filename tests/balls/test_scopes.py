"""Bound variables: a symbol under a binder is not the one outside, whatever its name."""

from __future__ import annotations

import pickle
import time

import pytest
from sympy import Abs, Integral, Rational, Sum, Symbol, sqrt

from fdp_sym.balls import Ball, compile_expr, enclose, prove, recheck
from fdp_sym.balls.integrals import integrate
from fdp_sym.binding import apart
from fdp_sym.checking import check
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Le, Sup

k, x, t = real("k"), Symbol("x", real=True), Symbol("t", real=True)
BOUNDED = [
    Sum(Abs(k), (k, -2, 2)),  # 6
    Sum(sqrt(k**2), (k, -2, 2)),
    Integral(Abs(k), (k, -2, 2)),  # 4
]


@pytest.mark.parametrize("lhs", BOUNDED, ids=str)
def test_the_box_of_a_free_symbol_says_nothing_about_a_bound_one(lhs) -> None:
    claim = Le(lhs, k - Rational(1, 2))  # with Abs(k) = k under the binder it would be 0
    assert prove(claim, {k: (1, 5)}).status == "refuted"
    assert check(claim, box={k: (1, 5)}).status.value == "refuted"
    found = prove(Le(lhs, k + 6), {k: (1, 5)})
    assert found.status == "certified"
    assert recheck(found.certificate) >= 1


def test_a_bound_variable_beyond_its_domain_is_refused() -> None:
    positive = Symbol("p", positive=True)
    with pytest.raises(DomainError, match="p runs to -2"):
        enclose(Integral(positive, (positive, -2, 2)))


def test_kinks_under_a_binder_are_left_alone() -> None:
    inner = Integral(k + Sum(Abs(x - k), (k, 0, 2)), (x, 0, 3))
    assert enclose(inner, {k: 5}, digits=4).contains("49/2")


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (Sum(x, (x, 0, 2)) / sqrt(1 - x), 6),
        (Integral(x, (x, 0, 1)) / sqrt(x), 1),
        (Sum(x**k, (k, 0, 3)), Rational(25, 12)),
    ],
    ids=str,
)
def test_integrands_with_binders(body, value) -> None:
    assert integrate(body, x, 0, 1, digits=3).contains(value)


def test_a_search_inside_a_search_ends_soon() -> None:
    inner = Integral(Sup(t * x - t**2, (t, 0, 1)), (x, 0, 1))
    assert compile_expr(inner).ball((), 40).contains("1/12")


def test_an_empty_range_leaves_no_domain() -> None:
    n = integer("n")
    assert enclose(Sum(n, (n, 0, -1))) == Ball(0, 0)


def test_a_constant_integral_is_not_evaluated_to_print_it() -> None:
    claim = Le(Integral(Abs(k), (k, -2, 2)), k + 6)  # SymPy's printer would take it to 15 digits
    start = time.process_time()
    assert prove(claim, {k: (1, 5)}).status == "certified"
    assert time.process_time() - start < 8


def test_messages_name_the_variable_of_the_user() -> None:
    with pytest.raises(UnsupportedError, match=r"of 1/x toward 0"):
        integrate(1 / x, x, 0, 1)
    same = apart(Sum(x, (x, 0, 2)) * x)
    assert pickle.loads(pickle.dumps(same)) == same
    assert same.free_symbols == {x}
