r"""Prose with ``$mathematics$`` as plain text, for terminals: the inverse of what LaTeX needs."""

from __future__ import annotations

import re

from .text import _GREEK, _SIGNS

__all__ = ["plain_prose"]

_BY_COMMAND = {command: sign for sign, command in (_GREEK | _SIGNS).items() if command[0] == "\\"}
_BY_COMMAND |= {
    r"\epsilon": "ε",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\neq": "≠",
    r"\infty": "∞",
    r"\ldots": "...",
    r"\dots": "...",
    r"\pm": "±",
    r"\,": " ",
    r"\;": " ",
    r"\quad": "  ",
    r"\{": "{",
    r"\}": "}",
    r"\sqrt": "√",
    r"\mid": "|",
}
_GROUPED = re.compile(r"\\(?:mathrm|mathcal|mathbb|operatorname|text)\{([^{}]*)\}")
_ACCENT = re.compile(r"\\(tilde|bar|hat)\s*(\\[A-Za-z]+|\{[^{}]*\}|\w)")
_MARKS = {"tilde": "\u0303", "bar": "\u0304", "hat": "\u0302"}
_FRACTION = re.compile(r"\\frac\s*(\d|\{[^{}]*\})\s*(\d|\{[^{}]*\})")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")
_MATH = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])+)\$", re.DOTALL)


def plain_prose(text: str) -> str:
    r"""Text in which ``$…$`` is mathematics, without the dollars and commands.

    Examples
    --------
    >>> plain_prose(r"For $\epsilon = 5/2$ the variance $2 k \log(e + \epsilon/\delta)$ suffices.")
    'For ε = 5/2 the variance 2 k log(e + ε/δ) suffices.'
    >>> plain_prose(r"$\delta_i \le 1 - \sqrt{x}^{k-2i}$, $f_{\epsilon,0}$, $5")
    'δ_i ≤ 1 - √x^(k-2i), f_{ε,0}, $5'
    """
    return _MATH.sub(lambda found: _math(found[1]), text).replace(r"\$", "$")


def _math(math: str) -> str:
    math = _GROUPED.sub(r"\1", math)
    math = _ACCENT.sub(lambda m: m[2].strip("{}") + _MARKS[m[1]], math)
    math = re.sub(r"\^\{([^{}]*)\}", r"^(\1)", math)
    math = _ROOT.sub(r"√(\1)", math)
    math = _FRACTION.sub(lambda m: f"({m[1].strip('{}')})/({m[2].strip('{}')})", math)
    math = _COMMAND.sub(lambda m: _BY_COMMAND.get(m[0], m[0][1:]), math)
    # one sign needs no brackets
    return re.sub(r"(\^|√)\((\w)\)|(?<!\w)\((\w)\)(?=/)", r"\1\2\3", math)
