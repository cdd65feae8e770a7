"""The commands ``delta``, ``epsilon`` and ``tradeoff``: certified values of an expression."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .cli_common import EXPRESSIONS, digits, seconds
from .errors import FdpError, PrecisionError
from .waiting import Interrupted, reports

if TYPE_CHECKING:
    from .balls import Ball

__all__ = ["add_commands", "joined_numbers"]

COMPLETE, INCOMPLETE = 0, 3

Answer = dict[str, Any]


class _Quantity(NamedTuple):
    option: str
    meaning: str
    method: str
    help: str
    examples: str
    least: str
    most: str


_QUANTITIES = {
    "delta": _Quantity(
        "--eps",
        "any real number",
        "enclose_delta",
        "enclose delta(eps) of a trade-off function",
        'fdp-sym delta "Laplace(1/10)**1000" --eps 10\n'
        'fdp-sym delta "Laplace(1)**100 @ Gaussian(1/2)" --eps 20 --digits 50 --json\n'
        'fdp-sym delta "Gaussian(1) @ EpsDelta(1/10, 1/1000)**30" --eps -1/2',
        "0",
        "1",
    ),
    "epsilon": _Quantity(
        "--delta",
        "a number in [0, 1]",
        "enclose_epsilon",
        "enclose the least eps >= 0 with delta(eps) <= delta",
        'fdp-sym epsilon "Gaussian(1/100)**10000" --delta 1e-12\n'
        'fdp-sym epsilon "RandomizedResponse(1/10)**1000" --delta 1e-6 --digits 100\n'
        "fdp-sym epsilon \"SubsampledGaussian(1, 1/100, direction='remove')**1000\" --delta 1e-5\n"
        'fdp-sym epsilon "EpsDelta(1, 1/100)**5" --delta 1/1000          (inf: unreachable)',
        "0",
        "inf",
    ),
    "tradeoff": _Quantity(
        "--alpha",
        "a number in [0, 1]",
        "enclose",
        "enclose the type II error at a type I error alpha",
        'fdp-sym tradeoff "Gaussian(1)" --alpha 1/20\n'
        'fdp-sym tradeoff "DiscreteGaussian(5)**100" --alpha 0.05 --timeout 10',
        "0",
        "1",
    ),
}


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    for name, quantity in _QUANTITIES.items():
        parser = command(name, _run, quantity.help, quantity.examples)
        parser.epilog += EXPRESSIONS + (
            "\nthe digits printed are proved: the value itself, cut off and not rounded"
            "\nexit status: 0 enclosed to the digits asked for; 2 usage; 3 stopped before, and the"
            "\nbest enclosure so far is printed"
        )
        parser.add_argument("expression", metavar="EXPR", help="a trade-off function")
        parser.add_argument(
            quantity.option, dest="point", required=True, metavar="NUMBER", help=quantity.meaning
        )
        parser.add_argument(
            "--digits", type=digits, default=30, metavar="N", help="relative accuracy (30)"
        )
        parser.add_argument(
            "--timeout",
            type=seconds,
            metavar="SECONDS",
            help="print the best enclosure so far after that time; Ctrl-C does the same",
        )
        parser.set_defaults(quantity=name)


def joined_numbers(argv: Sequence[str]) -> list[str]:
    """The arguments with ``--eps -1/2`` as ``--eps=-1/2``, which argparse takes for a value.

    Examples
    --------
    >>> joined_numbers(["delta", "Gaussian(1)", "--eps", "-1/2"])
    ['delta', 'Gaussian(1)', '--eps=-1/2']
    """
    options = {quantity.option for quantity in _QUANTITIES.values()}
    result: list[str] = []
    for argument in argv:
        if result and result[-1] in options and argument[:1] == "-" and argument[1:2].isdigit():
            result[-1] += f"={argument}"
        else:
            result.append(argument)
    return result


def _run(options: argparse.Namespace) -> int:
    from .progress import progress_bar

    quantity = _QUANTITIES[options.quantity]
    start = time.monotonic()
    answer: Answer = {
        "lower": quantity.least,
        "upper": quantity.most,
        "decimal": f"[{quantity.least}, {quantity.most}]",
        "digits": 0,
        "route": "a priori",
    }
    reason = ""
    arguments = (quantity.method, options.expression, options.point, options.digits)
    complete = False
    with progress_bar("digit", options.digits) as bar:
        try:
            for kind, what in reports(_work, arguments, options.timeout):
                if kind == "error":
                    raise FdpError(what)
                if kind == "reason":
                    reason = what
                    continue
                answer, complete = what, kind == "complete"
                if not complete:
                    bar.update(answer["digits"] - bar.n)
        except Interrupted as stopped:
            reason = str(stopped)
    seconds = time.monotonic() - start
    if options.json:
        print(json.dumps({**answer, "seconds": round(seconds, 6)}, indent=2))
    else:
        print(answer["decimal"])
    if not complete:
        print(f"fdp-sym: {reason}; this is the best enclosure so far", file=sys.stderr)
    what = f"{answer['digits']} digits, {answer['route']}, {seconds:.2f} s"
    print(f"fdp-sym: {what}", file=sys.stderr)
    return COMPLETE if complete else INCOMPLETE


# -- in the other process ---------------------------------------------------------------------


def _work(report: Callable[[Any], None], method: str, text: str, point: str, digits: int) -> None:
    """Report enclosures as they become narrower, and how it ended."""
    from .balls.progress import watching
    from .parsing import parse

    narrowest: Any = math.inf

    def watch(ball: Ball) -> None:
        nonlocal narrowest
        if ball.width < narrowest:
            narrowest = ball.width
            report(("partial", _answer(ball, digits)))

    try:
        with watching(watch):
            ball = getattr(parse(text), method)(point, digits)
        report(("complete", _answer(ball, digits)))
    except PrecisionError as error:
        if error.ball is not None:
            watch(error.ball)
        report(("reason", str(error)))
    except FdpError as error:
        report(("error", str(error)))


def _answer(ball: Ball, digits: int) -> Answer:
    data: Answer = ball.to_json()
    width = ball.relative_width
    known = digits
    if width == math.inf:
        known = 0
    elif width:
        # exact, and also where the width is below the least float
        known = min(digits, max(0, len(str(int(1 / width))) - 1))
    return {**data, "decimal": ball.decimal(digits), "digits": known}
