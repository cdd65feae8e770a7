r"""Foreign text in reports: every character of it is shown as text, whatever the format.

An accountant's messages are not trusted: they may hold markup, commands of LaTeX, pipes, backticks
or control characters. A template of any format is rendered by `environment`, in which each value
is escaped for that format unless it was escaped before (`Markup` says so).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import UnsupportedError

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = [
    "code_lines",
    "environment",
    "latex_code",
    "latex_plain",
    "markdown_fence",
    "markdown_text",
    "visible",
]

_LONGEST = 400
# the last two: what a renderer would make a link of by itself
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&]|:(?=//)|@)")


def visible(text: str, longest: int | None = _LONGEST) -> str:
    r"""One line in which what cannot be seen is written as an escape, and long text is cut.

    Examples
    --------
    >>> print(visible("two\nlines\x1b[31m"))
    two\nlines\x1b[31m
    """
    if longest is not None and len(text) > longest:
        text = f"{text[:longest]} … ({len(text)} characters)"
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text
    )


def markdown_text(text: str) -> str:
    r"""Text for Markdown, also inside a table.

    Examples
    --------
    >>> print(markdown_text("a|b <i> `x`"))
    a\|b \<i\> \`x\`
    """
    return _MARKDOWN.sub(r"\\\1", visible(text))


def markdown_fence(text: str, language: str = "") -> str:
    """A block of code whose fence is longer than any inside it."""
    runs = [len(run) for run in re.findall(r"`+", text)]
    fence = "`" * max(3, *(run + 1 for run in runs), 3)
    lines = "\n".join(visible(line, None) for line in text.splitlines())
    return f"{fence}{language}\n{lines}\n{fence}"


def code_lines(text: str, width: int) -> list[str]:
    """Lines of code broken after commas and blanks, or anywhere when there is none, to a width."""
    lines = []
    for line in text.splitlines():
        rest = visible(line, None)
        while len(rest) > width:
            cut = max(rest.rfind(mark, 0, width - 1) for mark in ", @") + 1 or width
            lines.append(rest[:cut])
            rest = rest[cut:]
        lines.append(rest)
    return lines


def latex_code(text: str, width: int = 84, most: int = 30) -> str:
    r"""Lines of typewriter text; very long code is cut, and says so.

    Examples
    --------
    >>> print(latex_code("a_1 -- 'b'"))
    \texttt{a\_1\ -{}-{}\ \textquotesingle{}b\textquotesingle{}}
    """
    lines = code_lines(text, width)
    if len(lines) > most:
        lines = [*lines[:most], f"... ({len(lines) - most} more lines)"]
    return "\\\\\n".join(rf"\texttt{{{_latex_line(line)}}}" for line in lines)


def _latex_line(line: str) -> str:
    return latex_plain(line).replace(" ", r"\ ")


def latex_plain(text: str) -> str:
    r"""Text for LaTeX in which no characters melt into others, as two hyphens do.

    Examples
    --------
    >>> print(latex_plain("a--b 'c'"))
    a-{}-{}b \textquotesingle{}c\textquotesingle{}
    """
    from ..latex.text import latex_text  # that package imports SymPy

    own = {"'": r"\textquotesingle{}", "`": r"\textasciigrave{}", "-": "-{}"}
    return "".join(own.get(piece) or latex_text(piece) for piece in re.split("(['`-])", text))


def environment(suffix: str) -> Environment:
    """The templates' environment for a format, in which every value is escaped.

    Raises
    ------
    UnsupportedError
        If jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from markupsafe import Markup
    except ImportError as error:
        raise UnsupportedError(
            "reports need jinja2, which is not installed: pip install 'fdp_sym[accountants]'"
        ) from error

    escape, code = _ESCAPES[suffix]
    brackets: dict[str, Any] = {}
    if suffix == ".tex":  # braces, per cent signs and hashes are LaTeX's own
        brackets = {
            "block_start_string": "<%",
            "block_end_string": "%>",
            "variable_start_string": "<<",
            "variable_end_string": ">>",
            "comment_start_string": "<#",
            "comment_end_string": "#>",
        }

    def finalize(value: Any) -> Any:
        return value if isinstance(value, Markup) else Markup(escape(str(value)))

    made = Environment(
        loader=PackageLoader("fdp_sym.conformance"),
        autoescape=True,  # leaves Markup alone, and `finalize` makes nothing else
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **brackets,
    )
    made.filters["code"] = lambda text, *rest: Markup(code(text, *rest))
    return made


def _html_text(text: str) -> str:
    return html.escape(visible(text))


def _html_code(text: str) -> str:
    return "\n".join(html.escape(visible(line, None)) for line in text.splitlines())


_Escape = Callable[..., str]
_ESCAPES: dict[str, tuple[_Escape, _Escape]] = {
    ".html": (_html_text, _html_code),
    ".md": (markdown_text, markdown_fence),
    ".tex": (lambda text: latex_plain(visible(text)), latex_code),
}
