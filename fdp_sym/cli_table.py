"""The command ``table``: certified values of several trade-off functions side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .cli_common import EXPRESSIONS, HOLDS, UNDECIDED, digits, positive, seconds, write_file
from .errors import DomainError
from .progress import progress_bar

__all__ = ["add_command"]


class _Quantity(NamedTuple):
    """What a column shows: the method, its heading, and the direction that is a safe statement."""

    method: str
    heading: str
    safe: str


_QUANTITIES = {
    "epsilon": _Quantity("enclose_epsilon", r"$\varepsilon$ at $\delta = {}$", "up"),
    "delta": _Quantity("enclose_delta", r"$\delta$ at $\varepsilon = {}$", "up"),
    "tradeoff": _Quantity("enclose", r"$\beta$ at $\alpha = {}$", "down"),
}
_MEANING = {
    "epsilon": ("DELTA", "columns of the least epsilon at these delta"),
    "delta": ("EPS", "columns of the delta at these epsilon"),
    "tradeoff": ("ALPHA", "columns of the type II error at these type I errors"),
}
_MATHEMATICAL = ("latex", "markdown", "html")
_EXAMPLES = """\
fdp-sym table --rows "Gaussian(1)" "Laplace(1)**10" --epsilon 1e-5 1e-6 --delta 1
fdp-sym table --rows "three runs: Gaussian(1)**3" --epsilon 1e-6 --digits 4 --format text
fdp-sym table --rows "Laplace(1/10)" --times 10 100 1000 --epsilon 1e-6 --format csv -o laplace.csv
"""


class _Row(NamedTuple):
    name: str
    f: Any
    times: int | None


def add_command(command: Callable[..., Any]) -> None:
    """Add the command; ``command(name, run, help, examples)`` makes a parser of one."""
    parser = command(
        "table",
        _run,
        "print a table of certified values, for LaTeX by default",
        _EXAMPLES,
    )
    parser.epilog += EXPRESSIONS + (
        "\nevery digit printed is proved and the last one is rounded correctly; a cell that cannot"
        "\nbe worked out is a dash, and a note says why. A negative number that is no decimal goes"
        "\nwith an equals sign: --delta=-1/2"
        "\nexit status: 0 every cell is filled; 2 usage; 3 some cell is a dash"
    )
    parser.add_argument(
        "--rows",
        nargs="+",
        required=True,
        action="extend",
        metavar="EXPR",
        help='trade-off functions, each with a name of its own on request: "NAME: EXPR"',
    )
    parser.add_argument(
        "--times",
        nargs="+",
        type=positive,
        action="extend",
        metavar="K",
        help="compose each of them K times, in a row for each K",
    )
    for quantity, (metavar, help) in _MEANING.items():
        parser.add_argument(
            f"--{quantity}",
            nargs="+",
            action=_Columns,
            metavar=metavar,
            help=help,
            default=argparse.SUPPRESS,
        )
    parser.add_argument(
        "--digits", type=digits, default=6, metavar="N", help="significant digits (6)"
    )
    parser.add_argument(
        "--rounding",
        choices=("safe", "nearest", "up", "down"),
        default="safe",
        help="of the last digit; safe: epsilon and delta up, type II errors down (the default)",
    )
    parser.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help="of a cell; it is a dash after that"
    )
    parser.add_argument(
        "--format",
        choices=("latex", "text", "markdown", "html", "csv", "json"),
        default="latex",
        help="latex is a tabular for the package booktabs (the default)",
    )
    parser.add_argument(
        "--siunitx",
        action="store_true",
        help="LaTeX with the columns of the package siunitx (Debian: texlive-science)",
    )
    parser.add_argument("--caption", default="", metavar="TEXT", help="of a LaTeX table")
    parser.add_argument("--label", default="", metavar="NAME", help="of a LaTeX table")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write it there")
    parser.set_defaults(columns=[])


class _Columns(argparse.Action):
    """Keeps the order in which the columns were asked for."""

    def __call__(self, parser: Any, options: Any, values: Any, flag: str | None = None) -> None:
        columns = [*options.columns, *((self.dest, value) for value in values)]
        options.columns = columns


def _run(options: argparse.Namespace) -> int:
    from .latex.tables import Table

    if not options.columns:
        raise DomainError("no columns: allowed are --epsilon, --delta and --tradeoff with numbers")
    format = "json" if options.json else options.format
    rows = [
        _Row(name, f, k)
        for name, f in (_named(text, format in _MATHEMATICAL) for text in options.rows)
        for k in options.times or [None]
    ]
    table = Table(rows, _columns(options), options.digits)
    settings = {name: getattr(options, name) for name in ("caption", "label", "siunitx")}
    if format != "latex":
        if given := [f"--{name}" for name, value in settings.items() if value]:
            raise DomainError(f"{', '.join(given)}: allowed with --format latex, not {format}")
        settings = {}
    with progress_bar("table"):
        text = table.write(format, **settings) + "\n"
    if options.output is None:
        sys.stdout.write(text)
    else:
        write_file(options.output, text)
    for note in table.notes:
        print(f"fdp-sym: {note}", file=sys.stderr)
    return UNDECIDED if table.notes else HOLDS


def _named(text: str, mathematical: bool) -> tuple[str, Any]:
    """The function with the name it was given, or else that of its kind, or else as written."""
    from .latex.displays import brief_name
    from .parsing import parse

    name, _, expression = text.rpartition(":")
    f = parse(expression.strip())
    known = brief_name(f) if mathematical and not name.strip() else None
    return name.strip() or (f"${known}$" if known else expression.strip()), f


def _columns(options: argparse.Namespace) -> list[Any]:
    from sympy import Interval, oo

    from .exact import parameter
    from .latex.digits import as_written
    from .latex.tables import Column

    columns = [Column("mechanism", "name")]
    if options.times:
        columns.append(Column("$k$", "times"))
    for name, text in options.columns:
        quantity = _QUANTITIES[name]
        domain = Interval(-oo, oo) if name == "delta" else Interval(0, 1)
        parameter(text, f"--{name}", domain)  # or else the command stops here
        rounding = quantity.safe if options.rounding == "safe" else options.rounding
        value = partial(_value, method=quantity.method, point=text, seconds=options.timeout)
        heading = quantity.heading.format(as_written(text))
        columns.append(Column(heading, value, rounding))
    return columns


def _value(row: _Row, *, method: str, point: str, seconds: float | None) -> Callable[[int], Any]:
    from .latex.digits import probability
    from .limits import time_limit

    f = row.f if row.times is None else row.f**row.times

    def enclosed(digits: int) -> Any:
        with nullcontext() if seconds is None else time_limit(seconds):
            ball = getattr(f, method)(point, digits)
        return ball if method == "enclose_epsilon" else probability(ball)

    return enclosed
