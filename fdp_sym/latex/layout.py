"""Displayed formulas that fit a line: wide ones are broken at signs and after commas."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["display"]

_WIDTH = 70  # letters that fit the line of an article, as `_width` counts them


def display(lines: Sequence[tuple[str, str, str]]) -> str:
    r"""Relations (left, sign, right) as one displayed formula, punctuated as a sentence.

    Examples
    --------
    >>> print(display([("a", "<", "b"), ("c", "=", "d")]))
    \begin{gathered}
    a < b, \\
    c = d.
    \end{gathered}
    """
    ends = [","] * (len(lines) - 1) + ["."]
    rows = [_relation(*line, end) for line, end in zip(lines, ends, strict=True)]
    return rows[0] if len(rows) == 1 else _environment("gathered", rows)


def _relation(left: str, sign: str, right: str, end: str) -> str:
    whole = f"{left} {sign} {right}{end}"
    if _width(whole) <= _WIDTH:
        return whole
    rows = []
    for indent, text in (("", left), (rf"\quad {sign} ", right + end)):
        first, *rest = _broken(text)
        rows += [f"& {indent}{first}", *(rf"& \qquad {piece}" for piece in rest)]
    return _environment("aligned", rows)


def _environment(name: str, rows: Sequence[str]) -> str:
    return "\n".join([rf"\begin{{{name}}}", " \\\\\n".join(rows), rf"\end{{{name}}}"])


# -- how wide --------------------------------------------------------------------------------------

_CASES = re.compile(r"\\begin\{cases\}(.*?)\\end\{cases\}", re.DOTALL)
_SPACED = re.compile(r" (?:[-+=<>]|\\(?:geq|leq|neq|iff|mapsto|to|in)) ")
_SCRIPT = re.compile(r"[_^]\{([^{}]*)\}")
_FRACTION = re.compile(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}")
_GROUP = re.compile(r"\{([^{}]*)\}")


def _width(text: str) -> float:
    """Roughly the letters seen: a command is one, a script 0.7, a fraction its longer half."""
    text = re.sub(r"\\[{}]", "x", text)
    text = re.sub(r"\\(?:left|right|text|mathrm|operatorname|:)(?![a-z])", "", text)
    text = _SPACED.sub("xxx", text)
    text = re.sub(r"\\q?quad", "xxx", text)
    text = _CASES.sub(lambda found: "xxxx" + max(found[1].split(r"\\"), key=len), text)
    text = re.sub(r"\\(?!t?frac)[a-zA-Z]+ ?", "x", text).replace(" ", "")
    before = ""
    while before != text:
        before = text
        text = _SCRIPT.sub(lambda found: "x" * round(0.7 * len(found[1])), text)
        text = _FRACTION.sub(lambda found: max(found[1], found[2], key=len), text)
        if before == text:
            text = _GROUP.sub(r"\1", text)
    return len(text)


# -- where to break --------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<open>\\left.|\\begin\{cases\}|(?<!\\)\{)|(?P<close>\\right.|\\end\{cases\}|(?<!\\)\})"
    r"|(?P<soft_open>[(\[]|\\\{)|(?P<soft_close>[)\]]|\\\})"
    r"|(?P<break> [-+] | \\text\{ and \} |(?<=,) )"
)


def _broken(text: str, inside: int = -1) -> list[str]:
    """Pieces that fit a line: first between relations, then at signs, then inside brackets."""
    places = _places(text, inside)
    if _width(text) <= _WIDTH or places is None:
        return [text]
    pieces, start, last = [], 0, 0
    for place in [*places, len(text)]:
        if last > start and _width(text[start:place]) > _WIDTH:
            pieces.append(text[start:last].strip())
            start = last
        last = place
    pieces.append(text[start:].strip())
    return [line for piece in pieces for line in _broken(piece, inside + 1)]


def _places(text: str, inside: int) -> list[int] | None:
    """Where to break inside at most that many ordinary brackets; None if there are not so many."""
    hard = soft = deepest = 0
    places = []
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        hard += {"open": 1, "close": -1}.get(kind or "", 0)
        soft += {"soft_open": 1, "soft_close": -1}.get(kind or "", 0) if not hard else 0
        deepest = max(deepest, soft)
        between = inside >= 0 or token[0].startswith(r" \text")
        if kind == "break" and between and not hard and soft <= max(inside, 0):
            places.append(token.start())
    return places if inside <= deepest else None
