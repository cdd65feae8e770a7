"""Witnesses in small regions: what balls and plain fractions say of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Interval, Piecewise, Range, Rational, oo, sympify

import fdp_sym as fd
from fdp_sym.deciding_search import uphill
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Le, Lt
from fdp_sym.theorems.goals import Goal

UNIT = {"x": (0, 1), "y": (0, 1)}


@pytest.mark.parametrize("least", ["0.999", "0.99999"])
def test_a_corner_that_a_hypothesis_cuts_off(least: str) -> None:
    found = fd.check("Max(x, y) >= 1/2", f"x + y >= {least}", UNIT, seconds=3)
    assert found.status == "refuted"
    x, y = (Fraction(found.witness[s]) for s in "xy")
    assert x + y >= Fraction(least)
    assert max(x, y) < Fraction(1, 2)


def test_a_thin_strip_far_out() -> None:
    box = {"x": (0, "inf"), "y": (0, "inf")}
    found = fd.check("exp(-x) >= exp(-y) + 0.001", "x < y", box, seconds=3)
    assert found.status == "refuted"
    assert Fraction(found.witness["x"]) < Fraction(found.witness["y"])


def test_integers_beside_real_numbers() -> None:
    box: dict[str, Any] = {"x": (0, 1), "k": Range(1, 6)}
    found = fd.check("k*x*(1 - x) <= 0.4999", "k*x <= 1", box, seconds=3)
    assert found.status == "refuted"
    x, k = Fraction(found.witness["x"]), Fraction(found.witness["k"])
    assert k * x <= 1
    assert k * x * (1 - x) > Fraction("0.4999")


def test_true_claims_have_none() -> None:
    x, y = (real(name, Interval(0, 1)) for name in "xy")
    assert not list(uphill(Goal(Le(x * y, Rational(1, 4)), (Le(x + y, 1),))))
    assert not list(uphill(Goal(Le(x, x))))
    found = next(uphill(Goal(Lt(x * y, Rational(1, 5)), (Le(x + y, 1),))))
    assert found[x] + found[y] <= 1
    assert found[x] * found[y] >= Rational(1, 5)
    assert list(uphill(Goal(Eq(x, y))))


@pytest.mark.parametrize(
    ("claim", "fails"),
    [
        ("2**k <= 10**9", lambda k: 2**k > 10**9),
        ("k/(k + 1) <= 99/100", lambda k: Fraction(k, k + 1) > Fraction(99, 100)),
        ("1/k > 1/1000", lambda k: k >= 1000),
    ],
)
def test_integers_far_out(claim: str, fails: Any) -> None:
    found = fd.check(claim, box={"k": Range(1, oo)}, seconds=2)
    assert found.status == "refuted"
    assert fails(int(found.witness["k"]))


@pytest.mark.parametrize("compared", ["sqrt(k - 3)", "1/(k - 5)", "log(k)"])
def test_a_condition_that_compares_what_has_no_value(compared: str) -> None:
    k = real("k", Range(0, 10))
    term = sympify(compared, {"k": k})
    claim = Ge(Piecewise((1, term > 0), (2, True)), 1)
    assert fd.check(claim, seconds=2).status == "inconclusive"
    shifted = term.subs(k, k + 6)  # and where it has one
    assert fd.check(Ge(Piecewise((1, shifted > 0), (2, True)), 1), seconds=2).status == "proved"
