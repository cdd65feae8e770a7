"""Witnesses in small regions: what balls and plain fractions say of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Interval, Range, Rational

import fdp_sym as fd
from fdp_sym.deciding_search import uphill
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Le, Lt
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
