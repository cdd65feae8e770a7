"""Prose for LaTeX and Markdown: nothing is lost and nothing breaks the document around it."""

from __future__ import annotations

import pytest

from fdp_sym.latex.text import latex_prose, latex_text, markdown_prose


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a & b", r"a \& b"),
        ("50%", r"50\%"),
        ("#1", r"\#1"),
        ("a_b", r"a\_b"),
        ("x^2", r"x\textasciicircum{}2"),
        ("~", r"\textasciitilde{}"),
        (r"C:\x", r"C:\textbackslash{}x"),
        ("{}", r"\{\}"),
        ("$", r"\$"),
        ("1 < 2 > 0", r"1 \textless{} 2 \textgreater{} 0"),
        ("Beiglböck", "Beiglböck"),
        ("Beiglbo\u0308ck", "Beiglböck"),  # composed: pdflatex knows no combining accents
        ("ε ≤ δ", r"$\varepsilon$ $\le$ $\delta$"),
        ("1905–2022 — “x”", "1905--2022 --- ``x''"),
        ("漢", r"\texttt{U+6F22}"),
        ("a\u200bb", r"a\texttt{U+200B}b"),
    ],
)
def test_every_character_survives_as_text(text: str, latex: str) -> None:
    assert latex_text(text) == latex
    assert latex_prose(text) == latex


@pytest.mark.parametrize(
    ("prose", "latex"),
    [
        (r"for $\mu > 0$ & more", r"for $\mu > 0$ \& more"),
        ("costs $5 and $6", r"costs \$5 and \$6"),  # no mathematics: a digit follows
        ("$ x $", r"\$ x \$"),
        (r"\$5 and $x$", r"\$5 and $x$"),
        ("$x$$y$", "$x$$y$"),
        (r"$\frac{a$ b", r"\$\textbackslash{}frac\{a\$ b"),  # unmatched braces
        ("$a} {b$", r"\$a\} \{b\$"),
        (r"$\{a\}$", r"$\{a\}$"),
        ("$ε_1$", r"$\varepsilon _1$"),
    ],
)
def test_mathematics_in_prose(prose: str, latex: str) -> None:
    assert latex_prose(prose) == latex


@pytest.mark.parametrize(
    ("prose", "markdown"),
    [
        ("*a* _b_ `c` [d](e) <f>", r"\*a\* \_b\_ \`c\` \[d\](e) \<f\>"),
        ("# a | b ~ c ! + d", r"\# a \| b \~ c \! \+ d"),
        ("$a_b*c$ and a_b", r"$a_b*c$ and a\_b"),
        ("costs $5", r"costs \$5"),
    ],
)
def test_markdown(prose: str, markdown: str) -> None:
    assert markdown_prose(prose) == markdown


def test_mathematics_comments_nothing_out() -> None:
    assert latex_prose(r"$a % b # c \% d$") == r"$a \% b \# c \% d$"
