"""The command ``check``: one claim, decided for all values of its symbols."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from typing import Any

from .cli_common import (
    FAILS,
    HOLDS,
    UNDECIDED,
    add_workers,
    point,
    positive,
    positive_number,
    print_json,
)
from .cli_recheck import write_certificates
from .errors import FdpError
from .progress import progress_bar
from .untrusted import printable

__all__ = ["add_command"]

_CLAIMS = """
CLAIM, a relation <= < >= > == in quotes: numbers such as 3, 1/2, 0.1 and pi, + - * / **, the
functions Phi Quantile exp log sqrt tanh sinh cosh erf erfc Min Max Abs, Sup(body, x, low, high)
and Inf; alpha and delta are in [0, 1], epsilon and mu not negative, other names real numbers
exit status: 0 it holds, or nothing was decided; 1 refuted; 2 usage; 3 nothing was decided, with
--strict"""

_WHOLE = re.compile("-?[0-9]{1,1000}")


def add_command(command: Callable[..., Any]) -> None:
    """Add it; ``command(name, run, help, examples)`` makes a parser of a command."""
    check = command(
        "check",
        _check,
        "decide one claim for all values of its symbols",
        'fdp-sym check "Phi(mu/2) - Phi(-mu/2) <= mu/sqrt(2*pi)" --box mu=0:10\n'
        'fdp-sym check "2**k >= k" --box k=1..20     (whole numbers)\n'
        'fdp-sym check "exp(x) >= 2*x" --given "x >= 1" --box x=0:inf\n'
        'fdp-sym check "log(x) <= x - 1" --given "x > 0" --box x=0:inf    (an open end)\n'
        'fdp-sym check "Phi(x) <= (1 + x)/2" --box x=0:3 --certificate c.json && '
        "fdp-sym recheck c.json\n"
        'fdp-sym check "Phi(x)*Phi(y) <= Phi(x+y)" --box x=0:3 y=0:3 --jobs 2    (many boxes)\n'
        'fdp-sym check "4*Phi(x)*Phi(-x) >= exp(-0.64*x**2)" --box x=0:6 --seconds inf '
        "--budget 500\n"
        'fdp-sym check "Phi(x) >= 1/2" --box x=0:3 --dask tcp://10.0.0.1:8786    (a cluster)',
    )
    check.epilog += _CLAIMS
    check.add_argument("claim", metavar="CLAIM", help="a relation: <= < >= > ==")
    check.add_argument(
        "--box",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=LO:HI",
        help="range of a symbol; ends may be inf; LO..HI for whole numbers",
    )
    check.add_argument("--given", action="append", default=[], metavar="CLAIM", help="a hypothesis")
    check.add_argument("--strict", action="store_true", help="exit 3 if nothing is decided")
    check.add_argument("--budget", type=positive, default=20_000, metavar="N", help="boxes (20000)")
    check.add_argument(
        "--seconds",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="for each way to decide it (30); inf: only --budget counts, so that the verdict is "
        "the same on a slow machine",
    )
    check.add_argument(
        "--certificate", metavar="FILE", help="write the box prover's certificate, for recheck"
    )
    add_workers(check, 1, "processes for claims that need many boxes (1)")


def _seconds(text: str) -> float:
    return math.inf if text == "inf" else positive_number(text, "positive numbers and inf")


def _check(options: argparse.Namespace) -> int:
    from .checking import check
    from .executors import workers
    from .theorems.verdict import Status

    box = dict(_range(text) for text in options.box)
    preload = "fdp_sym.balls"
    with (
        workers(options.jobs, options.dask, preload) as executor,
        progress_bar("box") as bar,
    ):

        def show(used: int, waiting: int) -> None:
            bar.set_postfix(open=waiting, refresh=False)
            bar.update(used - bar.n)

        kept: list[Any] = []
        given = tuple(options.given)
        verdict = check(
            options.claim,
            given,
            box,
            budget=options.budget,
            seconds=options.seconds,
            progress=show,
            executor=executor,
            keep=kept.append,
        )
    if options.certificate is not None:
        write_certificates(options.certificate, kept, f"{verdict.status}, {verdict.route}")
    if options.json:
        print_json(verdict.to_json())
    else:
        print(f"{verdict.status!s:<12} {verdict.route}")
        if verdict.domain:
            holds = verdict.status in (Status.PROVED, Status.CERTIFIED)
            print(f"{'':<13}{'for all' if holds else 'asked for'} {verdict.domain}")
        if verdict.witness:
            print(f"{'':<13}at {point(verdict.witness)}")
        if verdict.detail:
            print(f"{'':<13}{verdict.detail}")
    if verdict.status in (Status.REFUTED, Status.ERROR):
        return FAILS
    return UNDECIDED if options.strict and verdict.status is Status.INCONCLUSIVE else HOLDS


def _range(text: str) -> tuple[str, Any]:
    """``name=lo:hi``, or ``name=lo..hi`` for whole numbers."""
    from sympy import Range, oo

    name, _, ends = text.partition("=")
    low, whole, high = ends.partition("..")
    if whole and _WHOLE.fullmatch(low) and (high == "inf" or _WHOLE.fullmatch(high)):
        return name.strip(), Range(int(low), oo if high == "inf" else int(high) + 1)
    low, colon, high = ends.partition(":")
    if not (name.strip() and colon):
        raise FdpError(
            f"--box {printable(text, 60)}: allowed are NAME=LO:HI, such as x=0:1 or x=0:inf, "
            "and NAME=LO..HI, such as k=1..20, for whole numbers"
        )
    return name.strip(), (low.strip(), high.strip())
