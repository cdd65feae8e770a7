"""What the commands about entries share: which entries are meant, and how they are verified."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from .cli_common import positive
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
    parser.add_argument(
        "--jobs",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes for more than a few entries (all cores)",
    )
    parser.add_argument("--fresh", action="store_true", help="evaluate again what is recorded")
    parser.add_argument("--ledger", metavar="DIR", help="where results are kept (user cache)")


def _executor(jobs: int) -> AbstractContextManager[Executor | None]:
    if jobs == 1:
        return nullcontext()
    # spawn: a forked copy of a process that runs threads may hang
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


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


def _warm_up() -> None:
    """Let a worker load the suite."""
    from .theorems.runner import loaded

    loaded()


def report_of(options: argparse.Namespace, ledger: Ledger | None) -> Report:
    """The outcomes of the entries that are wanted."""
    with _executor(options.jobs) as executor:
        everything = options.fresh or ledger is None or ledger.is_empty
        if executor is not None and everything and not options.wanted:
            for _ in range(options.jobs):  # the workers load while this process does
                executor.submit(_warm_up)
        from .theorems.runner import verify

        return verify(
            options.wanted,
            ledger=ledger,
            fresh=options.fresh,
            executor=executor,
            few=16,
            progress=True,
        )


def chosen_entries(options: argparse.Namespace) -> tuple[Any, list[str]]:
    """The suite with the proof files that are wanted, and the ids of the entries wanted."""
    from .theorems.loader import load
    from .theorems.runner import select

    library = load([name for name in options.wanted if os.path.exists(name)])
    return library, select(library, options.wanted)
