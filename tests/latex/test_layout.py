"""Wide formulas are broken into rows, without losing anything."""

from __future__ import annotations

import re

import pytest

from fdp_sym.latex.layout import LINE, display
from fdp_sym.latex.measure import width


def content(text: str) -> str:
    """What is left without rows and indentation."""
    text = re.sub(r"\\(begin|end)\{(aligned|gathered)\}|&|\\\\|\\q?quad|\{\}", "", text)
    text = re.sub(r"\\(left|right|[bB]igg?[lr])(?![a-z])", "", text)
    return re.sub(r"\s+", "", text)


def test_short_formulas_stay_on_one_line() -> None:
    assert display([("a", "=", "b + c")]) == "a = b + c."


def test_wide_formulas_are_broken_at_the_sign_then_at_terms() -> None:
    left, right = " + ".join(["abcdefghij"] * 4), " - ".join(["abcdefghij"] * 9)
    made = display([(left, "=", right)])
    rows = made.splitlines()
    assert rows[:2] == [r"\begin{aligned}", rf"& {left} \\"]
    assert rows[2].startswith(r"& \quad = abcdefghij - abc")
    assert all(row.startswith(r"& \qquad {} - abc") for row in rows[3:-1])
    assert content(made) == content(f"{left} = {right}.")


def test_every_row_fits_the_line() -> None:
    side = " + ".join(["a^{2} \\frac{x}{y}"] * 40)
    for line in (25, 34.5, 60):
        rows = display([(side, "=", side)], line).splitlines()[1:-1]
        assert all(width(row.removesuffix(" \\\\").replace("&", "")) < line for row in rows)


def test_relations_are_kept_together() -> None:
    relation = r"a + b + c + d + e \leq f + g + h"
    side = r" \text{ and } ".join([relation] * 5)
    rows = display([(side, r"\iff", side)]).splitlines()
    assert all(row.count("leq") == row.count("+ h") for row in rows)
    assert content(" ".join(rows)) == content(rf"{side} \iff {side}.")


WIDE = " + ".join(["abcdefghij"] * 9)


@pytest.mark.parametrize(
    "side",
    [
        rf"\left({WIDE}\right)",
        rf"\left[\frac{{1}}{{2}} + {WIDE}\right]",
        rf"\sup_{{x}} [{WIDE}]",
        rf"\left\lvert {WIDE} - \sum_{{i}} x\right\rvert",
    ],
)
def test_brackets_are_broken_when_nothing_else_is_left(side: str) -> None:
    made = display([(side, "=", "x + y")])
    assert all(
        width(row.removesuffix(" \\\\").replace("&", "")) < LINE for row in made.splitlines()
    )
    assert content(made) == content(f"{side} = x + y.")


def test_wide_quotients_become_products() -> None:
    made = display([(rf"\frac{{{WIDE}}}{{2}}", "=", "x")])
    assert r"\frac{1}{2} \biggl( abcdefghij" in made
    assert r"\big/ " in display([(rf"\frac{{2}}{{{WIDE}}}", "=", "x")])


def test_wide_cases_are_stacked() -> None:
    made = display(
        [(rf"\begin{{cases}} {WIDE} & \text{{if }} x > 0 \\ 0 & y \end{{cases}}", "=", "x")]
    )
    assert r"\begin{cases} \begin{aligned}[t] & abcdefghij" in made


def test_ordinary_brackets_are_broken_when_nothing_else_is_left() -> None:
    side = r"\max(" + ", ".join(["abcdefghij"] * 9) + ")"
    made = display([(side, r"\geq", "0")])
    assert made.count(r"\qquad") >= 1
    assert content(made) == content(rf"{side} \geq 0.")
