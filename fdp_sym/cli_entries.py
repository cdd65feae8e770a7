"""What the commands about entries share: which entries are meant, and how they are verified."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from .cli_common import add_workers
from .errors import FdpError

if TYPE_CHECKING:
    from .theorems.ledger import Ledger
    from .theorems.runner import Report

__all__ = ["add_run_options", "add_wanted", "chosen_entries", "ledger_of", "report_of"]


def add_wanted(parser: Any, number: str = "*") -> None:
    """The entries that a command is about."""
    parser.add_argument(
        "wanted", nargs=number, metavar="ID|PATH", help="entries, proof files, folders"
    )


def add_run_options(parser: Any) -> None:
    """How the entries are verified."""
    add_workers(parser, os.cpu_count() or 1, "processes for more than a few entries (all cores)")
    parser.add_argument("--fresh", action="store_true", help="evaluate again what is recorded")
    parser.add_argument("--ledger", metavar="DIR", help="where results are kept (user cache)")


def ledger_of(options: argparse.Namespace) -> Ledger | None:
    """Where results are kept; nowhere, and said so, when the user's cache cannot be written."""
    from .theorems.ledger import Ledger

    ledger = Ledger(options.ledger)
    try:
        ledger.try_out()
    except FdpError as error:
        if options.ledger is not None:
            raise
        print(f"fdp-sym: {error}; nothing is kept of this run", file=sys.stderr)
        return None
    return ledger


def report_of(options: argparse.Namespace, ledger: Ledger | None) -> Report:
    """The outcomes of the entries that are wanted."""
    from .executors import workers

    everything = not options.wanted and (options.fresh or ledger is None or ledger.is_empty)
    suite = "fdp_sym.theorems.suite"
    with workers(options.jobs, options.dask, preload=suite, at_once=everything) as executor:
        from .theorems.runner import verify

        return verify(
            options.wanted,
            ledger=ledger,
            fresh=options.fresh,
            executor=executor,
            few=16 if options.dask is None else 0,
            progress=True,
        )


def chosen_entries(options: argparse.Namespace) -> tuple[Any, list[str]]:
    """The suite with the proof files that are wanted, and the ids of the entries wanted."""
    from .progress import progress_bar
    from .theorems.loader import load
    from .theorems.runner import select

    with progress_bar("file"):
        library = load([name for name in options.wanted if os.path.exists(name)])
    return library, select(library, options.wanted)
