"""Wide formulas are broken into rows, without losing anything."""

from __future__ import annotations

import re

from fdp_sym.latex.layout import display


def content(text: str) -> str:
    """What is left without rows and indentation."""
    text = re.sub(r"\\(begin|end)\{(aligned|gathered)\}|&|\\\\|\\q?quad", "", text)
    return re.sub(r"\s+", "", text)


def test_short_formulas_stay_on_one_line() -> None:
    assert display([("a", "=", "b + c")]) == "a = b + c."


def test_wide_formulas_are_broken_at_the_sign_then_at_terms() -> None:
    left, right = " + ".join(["abcdefghij"] * 4), " - ".join(["abcdefghij"] * 9)
    made = display([(left, "=", right)])
    assert made.splitlines()[:3] == [
        r"\begin{aligned}",
        rf"& {left} \\",
        r"& \quad = " + " - ".join(["abcdefghij"] * 5) + r" \\",
    ]
    assert content(made) == content(f"{left} = {right}.")


def test_relations_are_kept_together() -> None:
    relation = r"a + b + c + d + e \leq f + g + h"
    side = r" \text{ and } ".join([relation] * 5)
    rows = display([(side, r"\iff", side)]).splitlines()
    assert all(row.count("leq") == row.count("+ h") for row in rows)
    assert content(" ".join(rows)) == content(rf"{side} \iff {side}.")


def test_tall_brackets_and_cases_are_not_broken() -> None:
    tall = r"\left(" + " + ".join(["abcdefghij"] * 9) + r"\right)"
    cases = r"\begin{cases} " + " + ".join(["abcdefghij"] * 9) + r" & \text{x} \end{cases}"
    for part in (tall, cases, r"\frac{" + " + ".join(["abcdefghij"] * 9) + "}{2}"):
        assert any(part in row for row in display([(part, "=", "x + y")]).splitlines())


def test_ordinary_brackets_are_broken_when_nothing_else_is_left() -> None:
    side = r"\max(" + ", ".join(["abcdefghij"] * 9) + ")"
    made = display([(side, r"\geq", "0")])
    assert made.count(r"\qquad") == 1
    assert content(made) == content(rf"{side} \geq 0.")
