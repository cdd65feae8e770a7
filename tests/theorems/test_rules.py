"""Rules of terms: each rewrites what it should, and nothing that its gate has to stop."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, Integral, Interval, Lambda, Rational, Sum, exp, log, oo

from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Gt, Inf, Sup, generic
from fdp_sym.theorems.rules import REWRITES, rewrite_everywhere

t, u = real("t", Interval.open(0, oo)), real("u", Interval(0, 1))
w, y = real("w", Interval(-1, 1)), real("y")
i, n = integer("i", 1), integer("n", 1)
m = integer("m", 0)
wide = real("u", Interval(0, 2))
f = generic("f", facts=("absolutely continuous",), instances=[Lambda(u, 1 - u)])
cantor = generic("cantor", facts=("non-increasing",), instances=[Lambda(u, 1 - u)])


def applied(name: str, term: Any, *given: Any) -> Any:
    return REWRITES[name].find(term, given)


@pytest.mark.parametrize(
    ("name", "term", "result"),
    [
        ("Phi of quantile", Phi(Quantile(u)), u),
        ("logarithm of a product", log(t**2 * exp(y)), 2 * log(t) + y),
        ("power as exponential", t**y, exp(y * log(t))),
        (
            "fundamental theorem of calculus",
            Integral(Derivative(f(u), u), (u, 0, Rational(1, 2))),
            f(Rational(1, 2)) - f(0),
        ),
        ("factor into a sum", y * Sum(i, (i, 1, n)), Sum(y * i, (i, 1, n))),
        (
            "extremum of a shifted function",
            y + Sup(u**2, (u, 0, 1)),
            Sup(y + u**2, (u, 0, 1)),
        ),
        ("extremum of a shifted function", Inf(u**2, (u, 0, 1)), -Sup(-(u**2), (u, 0, 1))),
    ],
)
def test_what_is_rewritten(name: str, term: Any, result: Any) -> None:
    assert applied(name, term) == result


@pytest.mark.parametrize(
    ("name", "term"),
    [
        ("Phi of quantile", Phi(Quantile(2 * u))),  # at u = 1 there is no quantile
        ("exponential of logarithm", exp(t * (1 + log(w) / t))),
        ("logarithm of a product", log(w**2)),
        ("logarithm of a product", log(t * w)),
        ("power as exponential", m**y),  # at 0 there is no logarithm
        (
            "fundamental theorem of calculus",
            Integral(Derivative(f(wide), wide), (wide, 0, 2)),  # nothing is known beyond 1
        ),
        (
            "fundamental theorem of calculus",
            Integral(Derivative(cantor(u), u), (u, 0, 1)),  # may be 0 for the steps of Cantor
        ),
        ("factor into a sum", i * Sum(i, (i, 1, n))),
        ("extremum of a shifted function", u + Sup(u**2, (u, 0, 1))),
    ],
)
def test_what_is_left_alone(name: str, term: Any) -> None:
    assert applied(name, term) is None


def test_what_is_known_of_a_name_is_not_used_under_its_binder() -> None:
    find, known = REWRITES["power as exponential"].find, (Gt(w, 0),)
    assert rewrite_everywhere(w**y, known, find) == exp(y * log(w))
    bound = Sup(w**y, (w, -1, 1))
    assert rewrite_everywhere(bound, known, find) == bound
