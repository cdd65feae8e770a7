r"""Tables for booktabs whose every printed digit is proved."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
)
from fractions import Fraction
from typing import Any

from sympy import Basic

from ..balls import Ball, enclose
from ..balls.numbers import to_bound
from ..errors import DomainError, PrecisionError
from .printer import formula
from .text import latex_prose

__all__ = ["Column", "number", "table"]

_ROUNDINGS = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_EVEN}
_POSITIONAL = range(-5, 17)  # decimal exponents that are printed without a power of ten
_SPARE = 10  # digits of an expression beyond those printed


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


def table(
    rows: Iterable[Any],
    columns: Sequence[Column],
    digits: int = 6,
    *,
    caption: str = "",
    label: str = "",
) -> str:
    r"""A tabular with the rules of the package booktabs, which the document has to load.

    Parameters
    ----------
    rows : iterable
    columns : sequence of Column
    digits : int
        Significant digits of numbers; see `number`. Text is set as it is.
    caption, label : str, optional
        With either the tabular is inside a ``table``.

    Raises
    ------
    DomainError
        If there are no columns or rows, or for an unknown rounding.
    PrecisionError
        If a digit is not proved.

    Examples
    --------
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
    members = list(rows)
    if not members or not columns:
        raise DomainError("a table without rows or columns: allowed is at least one of each")
    values = [[column.of(row) for column in columns] for row in members]
    cells = [
        [
            _cell(v, c, digits if c.digits is None else c.digits)
            for v, c in zip(line, columns, strict=True)
        ]
        for line in values
    ]
    sides = [
        "l" if all(isinstance(v, str) for v in line) else "r" for line in zip(*values, strict=True)
    ]
    lines = [
        rf"\begin{{tabular}}{{{''.join(sides)}}}",
        r"\toprule",
        _line(latex_prose(column.heading) for column in columns),
        r"\midrule",
        *map(_line, cells),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    if not caption and not label:
        return "\n".join(lines)
    above = [rf"\caption{{{latex_prose(caption)}}}"] if caption else []
    above += [rf"\label{{{label}}}"] if label else []
    return "\n".join([r"\begin{table}", r"\centering", *above, *lines, r"\end{table}"])


def number(value: Any, digits: int = 6, rounding: str = "nearest") -> str:
    r"""A number in LaTeX to so many significant digits, each of them proved.

    Exact numbers that end earlier are printed in full, integers always.

    Parameters
    ----------
    value : Ball or exact number
    digits : int
    rounding : {"nearest", "up", "down"}
        "up" is never less than any number of the enclosure, "down" never more; "nearest" needs an
        enclosure all of which is rounded to the same.

    Raises
    ------
    DomainError
        If the value is no number.
    PrecisionError
        If a digit is not proved.

    Examples
    --------
    >>> b = Ball("0.12345678", "0.12345679")
    >>> number(b, 3), number(b, 3, "up"), number("1e-300"), number(0)
    ('0.123', '0.124', '1 \\times 10^{-300}', '0')
    """
    if not isinstance(rounding, str) or rounding not in _ROUNDINGS:
        raise DomainError(f"rounding = {rounding!r}: allowed are {', '.join(_ROUNDINGS)}")
    if type(digits) is not int or digits < 1:
        raise DomainError(f"digits = {digits!r}: allowed are whole numbers from 1")
    ball = _enclosed(value, digits)
    if isinstance(ball.lower, float) or isinstance(ball.upper, float):
        if ball.is_exact:
            return r"\infty"
        raise PrecisionError(f"{ball!r} has no digit that is proved; enclose it on both sides")
    if ball.is_exact and ball.lower.denominator == 1 and abs(ball.lower) < 10 ** max(digits, 17):
        return str(ball.lower)
    context = Context(digits, _ROUNDINGS[rounding], MIN_EMIN, MAX_EMAX)
    low, high = (
        context.divide(Decimal(end.numerator), Decimal(end.denominator))
        for end in (ball.lower, ball.upper)
    )
    if rounding == "nearest" and low != high:
        raise PrecisionError(
            f"{ball!r} is rounded to {low} or to {high}; ask for fewer digits than {digits} or "
            "for a narrower enclosure"
        )
    printed = low if rounding == "down" else high
    return _typeset(printed, ball.is_exact and Fraction(printed) == ball.lower)


def _cell(value: Any, column: Column, digits: int) -> str:
    if isinstance(value, str):
        return latex_prose(value)
    if isinstance(value, Basic) and not value.is_number:
        return f"${formula(value)}$"
    return f"${number(value, digits, column.rounding)}$"


def _line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _enclosed(value: Any, digits: int) -> Ball:
    if isinstance(value, Ball):
        return value
    if isinstance(value, Basic) and value.is_number and value.is_finite and not value.is_Rational:
        return enclose(value, digits=digits + _SPARE)
    bound = to_bound(value, "the value")
    if bound == -math.inf:
        raise DomainError(f"the value {value}: allowed are finite numbers and infinity")
    return Ball(bound, bound)


def _typeset(value: Decimal, exactly: bool) -> str:
    sign, figures, _ = value.as_tuple()
    text = "".join(map(str, figures))
    if not any(figures):
        return "0"
    exponent = value.adjusted()
    if exactly:
        text = text.rstrip("0")
    minus = "-" * sign
    if exponent not in _POSITIONAL or (exponent >= len(text) and not exactly):
        mantissa = f"{text[0]}.{text[1:]}" if len(text) > 1 else text
        return rf"{minus}{mantissa} \times 10^{{{exponent}}}"
    if exponent < 0:
        return f"{minus}0.{'0' * (-exponent - 1)}{text}"
    whole, rest = text[: exponent + 1].ljust(exponent + 1, "0"), text[exponent + 1 :]
    return f"{minus}{whole}.{rest}" if rest else minus + whole
