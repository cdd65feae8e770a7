r"""Tables whose every printed digit is proved: for booktabs, Markdown, HTML, CSV, JSON and text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from sympy import Basic

from ..balls import Ball
from ..errors import DomainError, FdpError
from .digits import Printed, enclosed, number, printed, settled
from .printer import formula
from .text import latex_prose, latex_text, markdown_prose

__all__ = ["FORMATS", "Cell", "Column", "Table", "number", "table"]

FORMATS = ("latex", "text", "markdown", "html", "csv", "json")
_LABEL = re.compile(r"[^\s\\{}$&#%^~]*")
_NUMERAL = re.compile(r"-?(\d+)(?:\.(\d+))?")


@dataclass(frozen=True)
class Column:
    """One column of a `table`.

    Attributes
    ----------
    heading : str
        Text, with mathematics between dollar signs.
    value : str, int or callable
        Where a row has the value: an attribute, a place, or a function of the row.
    rounding : {"nearest", "up", "down"}
        Which way numbers are rounded: a guarantee goes up.
    digits : int, optional
        Significant digits, if others than those of the table.
    """

    heading: str
    value: str | int | Callable[[Any], Any]
    rounding: str = "nearest"
    digits: int | None = None

    def of(self, row: Any) -> Any:
        """The value in a row."""
        if callable(self.value):
            return self.value(row)
        return getattr(row, self.value) if isinstance(self.value, str) else row[self.value]


@dataclass(frozen=True)
class Cell:
    """What stands in one place of a table.

    Attributes
    ----------
    content : Printed, str, Basic or None
        A number, text, an expression with symbols, or nothing, and then a note says why.
    ball : Ball or None
        The enclosure behind a number.
    note : str
    """

    content: Printed | str | Basic | None
    ball: Ball | None = None
    note: str = ""


class Table:
    """Rows and columns, worked out once, to be written in any format.

    Parameters
    ----------
    rows, columns, digits
        See `table`.

    Attributes
    ----------
    columns : tuple of Column
    cells : tuple of tuples of Cell
    notes : tuple of str
        Why some cells are empty.

    Examples
    --------
    >>> from fractions import Fraction
    >>> print(Table([("a", Fraction(1, 3))], [Column("name", 0), Column("x", 1, "up")], 3).text())
    name      x
    a     0.334
    """

    def __init__(self, rows: Iterable[Any], columns: Sequence[Column], digits: int = 6) -> None:
        members = list(rows)
        self.columns = tuple(columns)
        if not members or not self.columns:
            raise DomainError("a table without rows or columns: allowed is at least one of each")
        for column in self.columns:
            printed(0, digits if column.digits is None else column.digits, column.rounding)
        self.cells = tuple(
            tuple(_cell(row, c, digits if c.digits is None else c.digits) for c in self.columns)
            for row in members
        )
        found = (cell.note for line in self.cells for cell in line if cell.note)
        self.notes = tuple(dict.fromkeys(found))
        self._left = [
            all(isinstance(cell.content, str) for cell in line)
            for line in zip(*self.cells, strict=True)
        ]

    def write(self, format: str = "latex", **options: Any) -> str:
        """The table in one of the `FORMATS`; options are those of the method of that name."""
        if format not in FORMATS:
            raise DomainError(f"format = {format!r}: allowed are {', '.join(FORMATS)}")
        text: str = getattr(self, format)(**options)
        return text

    # -- LaTeX --------------------------------------------------------------------------------

    def latex(self, *, caption: str = "", label: str = "", siunitx: bool = False) -> str:
        """See `table`."""
        if not _LABEL.fullmatch(label):
            raise DomainError(
                f"label = {label!r}: allowed is what LaTeX takes as one, without spaces and any of "
                "\\ { } $ & # % ^ ~"
            )
        write = self._siunitx if siunitx else self._latex
        headings = [latex_prose(column.heading) for column in self.columns]
        numeric = [siunitx and not left for left in self._left]
        lines = [
            rf"\begin{{tabular}}{{{''.join(self._specification(siunitx))}}}",
            r"\toprule",
            _row(f"{{{h}}}" if braced else h for h, braced in zip(headings, numeric, strict=True)),
            r"\midrule",
            *(_row(map(write, line)) for line in self.cells),
            r"\bottomrule",
            r"\end{tabular}",
        ]
        notes = [rf"{_mark(i)} {latex_text(note)}\par" for i, note in enumerate(self.notes)]
        lines += [r"\par\smallskip", r"{\footnotesize", *notes, "}"] if notes else []
        if not caption and not label:
            return "\n".join(lines)
        above = [rf"\caption{{{latex_prose(caption)}}}"] if caption else []
        above += [rf"\label{{{label}}}"] if label else []
        return "\n".join([r"\begin{table}", r"\centering", *above, *lines, r"\end{table}"])

    def _latex(self, cell: Cell) -> str:
        content = cell.content
        if isinstance(content, Printed):
            return f"${content.latex}$"
        if isinstance(content, str):
            return latex_prose(content)
        return f"---{_mark(self._note(cell))}" if content is None else f"${formula(content)}$"

    def _siunitx(self, cell: Cell) -> str:
        if isinstance(cell.content, Printed) and cell.content.mantissa != "inf":
            return str(cell.content)
        text = self._latex(cell)
        return text if isinstance(cell.content, str) else f"{{{text}}}"

    def _specification(self, siunitx: bool) -> list[str]:
        lines = zip(*self.cells, strict=True)
        return [
            "l" if left else _s_column(line) if siunitx else "r"
            for left, line in zip(self._left, lines, strict=True)
        ]

    def _note(self, cell: Cell) -> int:
        return self.notes.index(cell.note)

    # -- other formats ------------------------------------------------------------------------

    def text(self) -> str:
        """Columns of plain text; ``$`` and backslashes of headings are left out."""
        grid = [[_plain(column.heading) for column in self.columns]]
        grid += [[_one_line(self._plain_cell(cell)) for cell in line] for line in self.cells]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if left else cell.rjust(width)
                for cell, width, left in zip(line, widths, self._left, strict=True)
            ).rstrip()
            for line in grid
        ]
        return "\n".join([*lines, *(f"[{i + 1}] {note}" for i, note in enumerate(self.notes))])

    def _plain_cell(self, cell: Cell) -> str:
        return f"-[{self._note(cell) + 1}]" if cell.content is None else str(cell.content)

    def markdown(self) -> str:
        """A table of Markdown with mathematics between dollar signs."""
        rule = [":--" if left else "--:" for left in self._left]
        grid = [[markdown_prose(column.heading) for column in self.columns], rule]
        grid += [[self._markdown(cell) for cell in line] for line in self.cells]
        notes = [f"[{i + 1}] {markdown_prose(note)}" for i, note in enumerate(self.notes)]
        # a bar would end the cell, also within mathematics, and so would the end of a line
        bars = (
            [_one_line(re.sub(r"(?<!\\)\|", r"\\vert ", text)) for text in line] for line in grid
        )
        table = "\n".join(f"| {' | '.join(line)} |" for line in bars)
        return "\n\n".join([table, *notes])

    def _markdown(self, cell: Cell) -> str:
        content = cell.content
        if isinstance(content, str):
            return markdown_prose(content)
        if content is None:
            return f"— [{self._note(cell) + 1}]"
        return f"${content.latex if isinstance(content, Printed) else formula(content)}$"

    def html(self) -> str:
        """A table of HTML; the route of an enclosure is shown by the pointer."""
        head = "".join(_th(column.heading, left) for column, left in self._aligned())
        body = "".join(
            f"<tr>{''.join(map(self._html, line, self._left))}</tr>\n" for line in self.cells
        )
        notes = "".join(
            f"<div><small>[{i + 1}] {escape(note)}</small></div>\n"
            for i, note in enumerate(self.notes)
        )
        return f"<table>\n<tr>{head}</tr>\n{body}</table>\n{notes}"

    def _aligned(self) -> Iterable[tuple[Column, bool]]:
        return zip(self.columns, self._left, strict=True)

    def _html(self, cell: Cell, left: bool) -> str:
        content = cell.content
        if isinstance(content, Printed):
            shown = content.html
        elif content is None:
            shown = f"&mdash; <small>[{self._note(cell) + 1}]</small>"
        else:
            shown = escape(content if isinstance(content, str) else f"${formula(content)}$")
        route = cell.ball.route if cell.ball is not None else ""
        title = f' title="{escape(route)}"' if route else ""
        return f'<td style="text-align:{"left" if left else "right"}"{title}>{shown}</td>'

    _repr_html_ = html

    def _repr_latex_(self) -> str:
        return self.latex()

    def csv(self) -> str:
        """Comma-separated values; what is missing is empty."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_plain(column.heading) for column in self.columns)
        for line in self.cells:
            writer.writerow("" if cell.content is None else str(cell.content) for cell in line)
        return file.getvalue().rstrip("\n")

    def json(self) -> str:
        """The columns, and of every cell what is printed, the exact enclosure, route and note."""
        import json

        columns = [
            {"heading": column.heading, "rounding": column.rounding} for column in self.columns
        ]
        rows = [[_data(cell) for cell in line] for line in self.cells]
        return json.dumps({"columns": columns, "rows": rows}, indent=2, ensure_ascii=False)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__


def table(
    rows: Iterable[Any],
    columns: Sequence[Column],
    digits: int = 6,
    *,
    caption: str = "",
    label: str = "",
    siunitx: bool = False,
) -> str:
    r"""A tabular with the rules of the package booktabs, which the document has to load.

    Parameters
    ----------
    rows : iterable
    columns : sequence of Column
        A value is a Ball, an exact number, text, an expression with symbols, or a function of the
        number of digits that encloses a number.
    digits : int
        Significant digits of numbers; see `number`. Text is set as it is.
    caption, label : str, optional
        With either the tabular is inside a ``table``.
    siunitx : bool
        With columns S of that package, which align at the decimal marker.

    Raises
    ------
    DomainError
        If there are no columns or rows, for an unknown rounding or number of digits, or a label
        that LaTeX does not take.

    Notes
    -----
    A value that cannot be worked out, or of which a digit is not proved, is a dash, and a note
    below the tabular says why.

    Examples
    --------
    >>> import math
    >>> rows = [(10, Ball("0.7542", "0.7543")), (100, Ball(math.inf, math.inf))]
    >>> columns = [Column("$k$", 0), Column(r"$\varepsilon$", 1, "up", digits=3)]
    >>> print(table(rows, columns))
    \begin{tabular}{rr}
    \toprule
    $k$ & $\varepsilon$ \\
    \midrule
    $10$ & $0.755$ \\
    $100$ & $\infty$ \\
    \bottomrule
    \end{tabular}
    """
    return Table(rows, columns, digits).latex(caption=caption, label=label, siunitx=siunitx)


def _cell(row: Any, column: Column, digits: int) -> Cell:
    try:
        value = column.of(row)
        if isinstance(value, str) or (isinstance(value, Basic) and not value.is_number):
            return Cell(value)
        if not callable(value):
            ball = enclosed(value, digits)
            return Cell(printed(ball, digits, column.rounding), ball)
        return Cell(*settled(value, digits, column.rounding))
    except FdpError as error:
        return Cell(None, getattr(error, "ball", None), str(error))


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _mark(i: int) -> str:
    return rf"\textsuperscript{{{i + 1}}}"


def _s_column(cells: Iterable[Cell]) -> str:
    """The column of siunitx with room for these numbers."""
    whole, places, power, minus = 1, 0, 0, ""
    for cell in cells:
        content = cell.content
        if not isinstance(content, Printed) or content.mantissa == "inf":
            continue
        found = _NUMERAL.fullmatch(content.mantissa)
        assert found is not None
        whole, places = max(whole, len(found[1])), max(places, len(found[2] or ""))
        minus = "-" if content.mantissa[0] == "-" else minus
        power = power if content.exponent is None else max(power, len(str(abs(content.exponent))))
    decimals = f".{places}" if places else ""
    exponent = f"e-{power}" if power else ""
    return f"S[table-format={minus}{whole}{decimals}{exponent}]"


def _plain(heading: str) -> str:
    text = re.sub(r"(?:([\d.]+) \\times )?10\^\{(-?\d+)\}", _power, heading)
    return re.sub(r"[$\\{}]", "", text.replace(r"\varepsilon", "epsilon"))


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def _power(found: re.Match[str]) -> str:
    return f"{found[1] or 1}e{found[2]}"


def _th(heading: str, left: bool) -> str:
    return f'<th style="text-align:{"left" if left else "right"}">{escape(heading)}</th>'


def _data(cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {"printed": None if cell.content is None else str(cell.content)}
    if cell.ball is not None:
        exact = cell.ball.to_json()
        data |= {"lower": exact["lower"], "upper": exact["upper"], "route": exact["route"]}
    return data | ({"note": cell.note} if cell.note else {})
