"""False claims with certificates made by hand: each was accepted once."""

from __future__ import annotations

from fractions import Fraction as F
from math import inf

import pytest

from fdp_sym.balls import recheck
from fdp_sym.balls.reading import read_expr, within
from fdp_sym.errors import HypothesisError


def symbol(name, low, high):
    return {"symbol": name, "domain": [low, high, False, False], "integer": False}


X = symbol("x", "-3", "1")
K, U = symbol("k", "-2", "-1"), symbol("u", "-2", "-1")
V, W = symbol("v", "0", "1"), symbol("w", "0", "1")
P = {"symbol": "p", "domain": ["1", "inf", False, True], "integer": False}
# sqrt((x + 1)^2)/(x + 1), whose formal derivative is 0, jumps from -1 to 1
SQUARE = ["Add", ["Pow", X, "2"], ["Mul", "2", X], "1"]
JUMP = ["Mul", ["Pow", SQUARE, "1/2"], ["Pow", ["Add", X, "1"], "-1"]]
STEP = [
    "Piecewise",
    ["Tuple", "1", ["StrictLessThan", U, "-3/2"]],
    ["Tuple", "-1", ["True"]],
]
FORGED = {
    "a jump": (
        [X],
        [JUMP, ">=", "1/2"],
        {"form": "taylor", "order": 1, "centre": {"x": "0"}, "derivatives": ["0"]},
    ),
    "a captured symbol": (  # -sum k^2 = -1 is no value of -sum u k = -u
        [K],
        [["Sum", ["Mul", "-1", ["Pow", K, "2"]], ["Tuple", K, "0", "1"]], ">=", "0"],
        {
            "form": "inner",
            "h": K,
            "u": U,
            "g": ["Sum", ["Mul", "-1", U, K], ["Tuple", K, "0", "1"]],
            "over": ["-2", "-1", False, False],
            "children": [{"form": "value"}],
        },
    ),
    "the larger one of a minimum": (  # min(u + 2, u) is u
        [U],
        [["Min", ["Add", U, "2"], U], ">=", "0"],
        {
            "form": "variants",
            "kink": ["Min", ["Add", U, "2"], U],
            "kept": [["Add", U, "2"]],
            "children": [{"form": "value"}],
        },
    ),
    "a gap between pieces": (  # (2 u + 3)^2 - 1/8 is negative at -3/2
        [U],
        [["Add", ["Pow", ["Add", ["Mul", "2", U], "3"], "2"], "-1/8"], ">=", "0"],
        {
            "form": "cut",
            "variable": "u",
            "pieces": [["-2", "-7/4", False, False], ["-5/4", "-1", False, False]],
            "children": [{"form": "value"}, {"form": "value"}],
        },
    ),
    "a factor that vanishes": (  # v (v + 1) is 0 at 0
        [V],
        [["Mul", V, ["Add", V, "1"]], ">", "0"],
        {
            "form": "factors",
            "factors": [V],
            "rest": ["Add", V, "1"],
            "children": [{"form": "value"}],
        },
    ),
    "a series about another place": (  # v^2 - 2 is 7 at -3, and does not fall on [0, 1]
        [V],
        [["Add", ["Pow", V, "2"], "-2"], ">=", "0"],
        {
            "form": "taylor",
            "order": 1,
            "centre": {"v": "-3"},
            "derivatives": [["Mul", "2", V]],
        },
    ),
    "an inner function that goes further": (  # 1 - 2 v is 1 - w for w = 2 v up to 2
        [V],
        [["Add", "1", ["Mul", "-2", V]], ">=", "0"],
        {
            "form": "inner",
            "h": ["Mul", "2", V],
            "u": W,
            "g": ["Add", "1", ["Mul", "-1", W]],
            "over": ["0", "1", False, False],
            "children": [{"form": "value"}],
        },
    ),
    "a step down": (  # 1 below -3/2 and -1 above, with the derivative 0
        [U],
        [STEP, ">=", "0"],
        {
            "form": "rise",
            "variable": "u",
            "upper": False,
            "strictly": False,
            "nested": False,
            "children": [{"form": "value"}],
        },
    ),
    "a bound variable said to be positive": (
        [],
        [["Sum", ["Abs", P], ["Tuple", P, "-2", "2"]], "<=", "1"],
        {"form": "value"},
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_certificate_is_rejected(name) -> None:
    variables, (left, op, right), proof = FORGED[name]
    whole = {
        "claim": f"{read_expr(left)} {op} {read_expr(right)}",
        "relation": [left, op, right],
        "box": [[v, v["domain"]] for v in variables],
        "proofs": [proof],
    }
    with pytest.raises(HypothesisError):
        recheck(whole)


@pytest.mark.parametrize("name", ["Phi(x)", "x >= 0 for all x in [0, 1] #", "x\x1b[2J", ""])
def test_a_symbol_is_a_name(name) -> None:
    variable = symbol(name, "1", "3")
    claim = {"claim": f"{name} >= 1", "relation": [variable, ">=", "1"]}
    box = [[variable, variable["domain"]]]
    with pytest.raises(HypothesisError, match="allowed are names"):
        recheck({**claim, "box": box, "proofs": [{"form": "value"}]})


def test_another_version_of_the_format_is_refused() -> None:
    whole = {
        "claim": "1 >= 0",
        "relation": ["1", ">=", "0"],
        "box": [],
        "proofs": [{"form": "value"}],
    }
    assert recheck({**whole, "version": 2}) == 1
    with pytest.raises(HypothesisError, match="version"):
        recheck({**whole, "version": 3})


def test_bound_variables_are_read_apart() -> None:
    inner = ["Sum", ["Pow", X, K], ["Tuple", K, "0", "2"]]
    assert str(read_expr(["Mul", K, inner])) == "k*Sum(x**_0, (_0, 0, 2))"
    nested = ["Integral", inner, ["Tuple", X, "0", K]]
    assert str(read_expr(nested)) == "Integral(Sum(_1**_0, (_0, 0, 2)), (_1, 0, k))"
    assert read_expr(inner) == read_expr(["Sum", ["Pow", X, U], ["Tuple", U, "0", "2"]])


def test_one_side_inside_another() -> None:
    closed, right, left, both = ((F(0), F(1), a, b) for a in (False, True) for b in (False, True))
    for side in (closed, left, right, both):
        assert within(side, closed)
        assert within(both, side)
    assert not within(closed, left)
    assert not within(closed, right)
    assert not within(left, right)
    assert within((F(1, 3), F(1, 2), False, False), both)
    assert not within((F(-1), F(1, 2), False, False), closed)
    assert not within((F(0), inf, False, True), closed)
