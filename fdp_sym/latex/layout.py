"""Displayed formulas that fit a line: wide ones are broken at relations, then at + and -."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .measure import width

__all__ = ["LINE", "display"]

LINE = 34.5  # em: a line of the article class at 10 points
_INDENT = 2.0


def display(lines: Sequence[tuple[str, str, str]], line: float = LINE) -> str:
    r"""Relations (left, sign, right) as one displayed formula, punctuated as a sentence.

    Parameters
    ----------
    lines : sequence of (str, str, str)
    line : float
        How long a line of the page is, in em.

    Examples
    --------
    >>> print(display([("a", "<", "b"), ("c", "=", "d")]))
    \begin{gathered}
    a < b, \\
    c = d.
    \end{gathered}
    """
    ends = [","] * (len(lines) - 1) + ["."]
    rows = [_relation(*parts, end, line) for parts, end in zip(lines, ends, strict=True)]
    return rows[0] if len(rows) == 1 else _environment("gathered", rows)


def _relation(left: str, sign: str, right: str, end: str, line: float) -> str:
    whole = f"{left} {sign} {right}{end}"
    if _fits(whole, line):
        return whole
    first = [left] if _fits(left, line) else _broken(left, line - 2 * _INDENT)
    second = _broken(right + end, line - 2 * _INDENT)
    rows = [f"& {first[0]}", *(rf"& \qquad {_led(piece)}" for piece in first[1:])]
    if len(first) == 1 and width(left) < 0.3 * line and sign != r"\iff":
        # beside a short left side: left = a \\ + b
        indent = width(left)
        second = _broken(right + end, line - indent - _INDENT)
        if all(_fits(piece, line - indent - 0.5) for piece in second):
            rows = [f"{left} & {sign} {second[0]}"]
            return _environment("aligned", rows + [rf"& \quad {_led(p)}" for p in second[1:]])
    rows.append(rf"& \quad {sign} {second[0]}")
    rows += [rf"& \qquad {_led(piece)}" for piece in second[1:]]
    return _environment("aligned", rows)


def _led(piece: str) -> str:
    """A row that begins with + or - has the space of a sum before its term."""
    return "{} " + piece if re.match(r"[-+](?= )|\\cdot", piece) else piece


def _environment(name: str, rows: Sequence[str]) -> str:
    return "\n".join([rf"\begin{{{name}}}", " \\\\\n".join(rows), rf"\end{{{name}}}"])


def _fits(text: str, line: float) -> bool:
    return 1.03 * width(text) <= line


# -- where to break --------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<open>\\left(?:\\[a-zA-Z]+|\\.|.)|\\[bB]igg?l(?:\\[a-zA-Z]+|\\.|.)|\\begin\{[a-z]+\}"
    r"|\\lvert|\\\{|[{(\[])"
    r"|(?P<close>\\right(?:\\[a-zA-Z]+|\\.|.)|\\[bB]igg?r(?:\\[a-zA-Z]+|\\.|.)|\\end\{[a-z]+\}"
    r"|\\rvert|\\\}|[})\]])"
    r"|(?P<and> \\text\{ and \} |\\text\{ within \})|(?P<relation> (?:=|\\[lg]eq|<|>|\\neq|\\iff) )"
    r"|(?P<sum> [-+] | \\otimes )|(?P<comma>(?<=,) )"
    r"|(?P<over> (?=\\big/))"
    r"|(?P<factor>(?<![-+/=])(?<!cdot) (?!\\cdot|\\[bB]igg?/)(?=\\[a-zA-Z]|[a-zA-Z(]))",
    re.DOTALL,
)


def _tokens(text: str) -> Iterator[tuple[str, int, int, int]]:
    """(kind, start, end, how many brackets are open outside it)."""
    depth = 0
    for found in _TOKEN.finditer(text):
        kind = str(found.lastgroup)
        depth -= kind == "close"
        yield kind, found.start(), found.end(), depth
        depth += kind == "open"


def _broken(text: str, line: float) -> list[str]:
    """Pieces that fit a line, as far as there are places to break."""
    if _fits(text, line):
        return [text]
    for wanted in ("and", "relation", "sum", "comma"):
        places = [
            start
            for kind, start, _, depth in _tokens(text)
            if kind == wanted and not depth and start
        ]
        if places:
            rows = _filled(text, places, line)
            return [row for piece in rows for row in _opened(piece, line)]
    return _opened(text, line)


def _filled(text: str, places: Sequence[int], line: float) -> list[str]:
    """Cut at some of the places, as few as possible."""
    pieces, start, last = [], 0, 0
    for place in [*places, len(text)]:
        if last > start and not _fits(text[start:place], line):
            pieces.append(text[start:last].strip())
            start = last
        last = place
    return [*pieces, text[start:].strip()]


def _opened(term: str, line: float) -> list[str]:
    """One term, broken inside its widest quotient, list of cases or bracket, or at a factor."""
    if _fits(term, line):
        return [term]
    groups = [g for g in _groups(term) if width(term[g[0] : g[1]]) > line / 4]
    if not groups:
        return _cut_at_factors(term, line)
    start, end, opening = max(groups, key=lambda g: width(term[g[0] : g[1]]))
    before, group, after = term[:start], term[start:end], term[end:]
    if opening == r"\frac":
        return _broken(before + _flat(group) + after, line)
    indent = width(before)
    places = [place for place in _factors(term) if place < start]
    if indent > line / 2 and places:
        return [*_opened(term[: places[-1]], line), *_broken(_times(term[places[-1] :]), line)]
    if opening == r"\begin{cases}":
        return [before + _narrow(group, line - indent) + after]
    left, inside, right = _resized(group, opening)
    first, *rest = _broken(inside, max(line - indent - 1, line / 2))
    if not rest:
        return _cut_at_factors(term, line)
    *middle, last = rest
    closed = f"{last}{right}"
    rows = [f"{before}{left}{first}", *middle]
    return [*rows, *_filled(closed + after, [len(closed)] if after.strip(" .,") else [], line)]


def _groups(text: str) -> Iterator[tuple[int, int, str]]:
    """Brackets, quotients and lists of cases outside all others, as (start, end, opening)."""
    start, opening = 0, ""
    for kind, place, stop, depth in _tokens(text):
        if kind == "open" and not depth:
            start, opening = place, text[place:stop]
        if kind == "close" and not depth:
            if opening != "{":
                yield start, stop, opening
            elif text[:start].endswith(r"\frac"):
                second = _closing(text, stop)
                yield start - 5, second, r"\frac"


def _closing(text: str, start: int) -> int:
    """Where the group that opens at ``start`` ends."""
    return start + next(
        stop for kind, _, stop, depth in _tokens(text[start:]) if kind == "close" and not depth
    )


def _flat(quotient: str) -> str:
    """A quotient too wide for one line as a product: its numerator can be broken."""
    middle = _closing(quotient, 5)
    above, below = quotient[6 : middle - 1], quotient[middle + 1 : -1]
    if width(above) >= width(below):
        return rf"\frac{{1}}{{{below}}} \left({above}\right)"
    above = rf"\left({above}\right)" if re.search(r" [-+] ", above) else above
    return rf"{above} \big/ \left({below}\right)"


_LARGER = {r"\left": (r"\biggl", r"\biggr"), "": (r"\bigl", r"\bigr")}


def _resized(group: str, opening: str) -> tuple[str, str, str]:
    """A bracket whose two halves may stand in different rows."""
    sized = opening.startswith(r"\left")
    left, right = _LARGER[r"\left" if sized else ""]
    mark = opening[5:] if sized else opening
    close = {"(": ")", "[": "]", r"\{": r"\}", r"\lvert": r"\rvert"}.get(mark, "")
    if not close:  # it has a fixed size already
        return opening, group[len(opening) : -len(opening)], group[-len(opening) :]
    tail = (r"\right" if sized else "") + close
    return left + mark + " ", group[len(opening) : -len(tail)].strip(), f" {right}{close}"


def _cut_at_factors(term: str, line: float) -> list[str]:
    places = _factors(term)
    if not places:
        return [term]
    first, *rest = _filled(term, places, line)
    return [first, *map(_times, rest)]


_HEAD = re.compile(r"\\(?:sum|prod|int|sup|inf|lim)(?:[_^]\{(?:[^{}]|\{[^{}]*\})*\})*$")


def _factors(term: str) -> list[int]:
    """Where a product can be cut: not between an operator and its body."""
    return [
        start
        for kind, start, _, depth in _tokens(term)
        if kind in ("factor", "over") and not depth and not _HEAD.search(term[:start])
    ]


def _times(factor: str) -> str:
    factor = factor.strip()
    return factor if factor.startswith((r"\cdot", r"\big/")) else rf"\cdot {factor}"


def _narrow(cases: str, line: float) -> str:
    """Cases whose values or conditions take several rows."""
    rows = []
    for row in cases[len(r"\begin{cases}") : -len(r"\end{cases}")].split(r" \\ "):
        value, condition = row.strip().split(" & ", 1)
        space = min(width(condition), line / 2)
        rows.append(f"{_stacked(value, line - space - 3)} & {_stacked(condition, line / 2)}")
    return " ".join([r"\begin{cases}", r" \\ ".join(rows), r"\end{cases}"])


def _stacked(text: str, line: float) -> str:
    first, *rest = _broken(text, line)
    if not rest:
        return text
    rows = " ".join(rf"\\ & \quad {_led(piece)}" for piece in rest)
    return rf"\begin{{aligned}}[t] & {first} {rows} \end{{aligned}}"
