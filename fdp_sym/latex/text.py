r"""Prose for LaTeX and Markdown: special characters are escaped, ``$mathematics$`` is kept.

What counts as mathematics is Pandoc's rule: an opening ``$`` with no space after it, a closing one
with no space before and no digit after it. Any other ``$`` is a dollar sign. Braces that do not
match are no mathematics either, so that no prose can break the document around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

__all__ = ["latex_prose", "latex_text", "markdown_prose"]

_MATH = re.compile(r"(?<!\\)\$(?=\S)((?:\\.|[^$\\])+?)(?<=\S)\$(?!\d)", re.DOTALL)

_LATEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+!|~$&])")

_GREEK = {
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "ε": r"\varepsilon",
    "ζ": r"\zeta",
    "η": r"\eta",
    "θ": r"\theta",
    "ι": r"\iota",
    "κ": r"\kappa",
    "λ": r"\lambda",
    "μ": r"\mu",
    "ν": r"\nu",
    "ξ": r"\xi",
    "π": r"\pi",
    "ρ": r"\rho",
    "σ": r"\sigma",
    "τ": r"\tau",
    "φ": r"\varphi",
    "χ": r"\chi",
    "ψ": r"\psi",
    "ω": r"\omega",
    "Γ": r"\Gamma",
    "Δ": r"\Delta",
    "Θ": r"\Theta",
    "Λ": r"\Lambda",
    "Ξ": r"\Xi",
    "Π": r"\Pi",
    "Σ": r"\Sigma",
    "Φ": r"\Phi",
    "Ψ": r"\Psi",
    "Ω": r"\Omega",
}
_SIGNS = {
    "−": "-",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "∘": r"\circ",
    "⊗": r"\otimes",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "→": r"\to",
    "↦": r"\mapsto",
    "⇒": r"\Rightarrow",
    "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow",
    "∞": r"\infty",
    "∈": r"\in",
    "∉": r"\notin",
    "⊆": r"\subseteq",
    "⊂": r"\subset",
    "∪": r"\cup",
    "∩": r"\cap",
    "∀": r"\forall",
    "∃": r"\exists",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∫": r"\int",
    "∑": r"\sum",
    "∏": r"\prod",
    "√": r"\surd",
    "‖": r"\Vert",
    "ℓ": r"\ell",
    "ℝ": r"\mathbb{R}",
    "ℚ": r"\mathbb{Q}",
    "ℤ": r"\mathbb{Z}",
    "ℕ": r"\mathbb{N}",
    "₊": "{}_{+}",
    "₋": "{}_{-}",
    "⁺": "{}^{+}",
    "⁻": "{}^{-}",
    "ⁿ": "{}^{n}",
    **{digit: f"{{}}^{{{value}}}" for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{digit: f"{{}}_{{{value}}}" for value, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}
_MATH_CHARACTERS = _GREEK | _SIGNS
_TEXT_CHARACTERS = {
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
}


def latex_text(text: str) -> str:
    r"""Any text, every character of it as text.

    Examples
    --------
    >>> print(latex_text("50% of A_1 & B, ε > 0"))
    50\% of A\_1 \& B, $\varepsilon$ \textgreater{} 0
    """
    return "".join(map(_latex_character, unicodedata.normalize("NFC", text)))


def latex_prose(text: str) -> str:
    r"""Text in which ``$…$`` is mathematics.

    Examples
    --------
    >>> print(latex_prose(r"For $\mu > 0$ it costs $5 & more."))
    For $\mu > 0$ it costs \$5 \& more.
    """
    return _prose(text, latex_text, _math)


def markdown_prose(text: str) -> str:
    r"""Text in which ``$…$`` is mathematics, for Markdown.

    Examples
    --------
    >>> print(markdown_prose("the set $S$ *and* a_b"))
    the set $S$ \*and\* a\_b
    """
    return _prose(text, lambda plain: _MARKDOWN_SPECIAL.sub(r"\\\1", plain), lambda math: math)


def _prose(text: str, plain: Callable[[str], str], math: Callable[[str], str]) -> str:
    made, end = [], 0
    for found in _MATH.finditer(text):
        if _balanced(found[1]):
            made += [plain(_dollars(text[end : found.start()])), f"${math(found[1])}$"]
            end = found.end()
    return "".join([*made, plain(_dollars(text[end:]))])


def _dollars(text: str) -> str:
    return text.replace(r"\$", "$")


def _balanced(math: str) -> bool:
    depth = 0
    for token in re.findall(r"\\.|[{}]", math, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            return False
    return depth == 0


# a comment and a parameter; "&" stays, as matrices are written with it
_NO_MATH = re.compile(r"(?<!\\)([%#])")


def _math(math: str) -> str:
    made = "".join(
        f"{_MATH_CHARACTERS[c]} " if c in _MATH_CHARACTERS else c
        for c in unicodedata.normalize("NFC", math)
    )
    return _NO_MATH.sub(r"\\\1", made)


def _latex_character(character: str) -> str:
    if character in _MATH_CHARACTERS:
        return f"${_MATH_CHARACTERS[character]}$"
    for table in (_LATEX_SPECIAL, _TEXT_CHARACTERS):
        if character in table:
            return table[character]
    if character.isprintable() and ord(character) < 0x180:  # up to Latin Extended-A
        return character
    # pdflatex has no glyph for it: say which character it was instead of losing it
    return " " if character.isspace() else rf"\texttt{{U+{ord(character):04X}}}"
