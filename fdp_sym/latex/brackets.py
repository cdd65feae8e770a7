"""Brackets of the size that their content needs."""

from __future__ import annotations

import re

__all__ = ["slim"]

_TALL = re.compile(r"\\(?:d?frac|binom|sum|prod|int|begin|left|sup|inf|lim|sqrt|substack)(?![a-z])")
_PAIR = re.compile(r"\\(left|right)(?![a-z]*arrow)(\\[a-zA-Z]+|\\.|.)")


def slim(text: str) -> str:
    r"""Ordinary brackets around what is not tall.

    Examples
    --------
    >>> print(slim(r"\left(x + 1\right) \left(\frac{1}{2}\right)"))
    (x + 1) \left(\frac{1}{2}\right)
    """
    outside: list[str]
    opened: list[str]
    outside, opened, end = [""], [], 0
    for found in _PAIR.finditer(text):
        outside[-1] += text[end : found.start()]
        end = found.end()
        if found[1] == "left":
            outside.append("")
            opened.append(found[2])
            continue
        inside, left, right = outside.pop(), opened.pop(), found[2]
        if left == "." or _TALL.search(inside):
            space = " " if left[-1].isalpha() else ""
            outside[-1] += rf"\left{left}{space}{inside.strip()}\right{right}"
        else:
            space = " " if left[-1].isalpha() else ""  # \lvert x \rvert
            outside[-1] += f"{left}{space}{inside.strip()}{space}{right}"
    return outside[0] + text[end:]
