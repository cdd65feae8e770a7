"""Outcomes as rows of plain data: as they were recorded, or evaluated now; and one line of each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .cli_common import point
from .cli_entries import ledger_of, report_of

if TYPE_CHECKING:
    from .theorems.ledger import Ledger

__all__ = ["Row", "counted", "line_of", "recorded_rows", "rows_of"]

Row = dict[str, Any]


def rows_of(options: argparse.Namespace) -> list[Row]:
    """The outcomes as plain data; of an unchanged suite as they were recorded, without SymPy."""
    from .theorems.fingerprint import suite_fingerprint

    ledger = ledger_of(options)
    recorded = None if options.fresh or ledger is None else _recorded(ledger, options.wanted)
    if recorded is not None:
        _need_cluster(options.dask)
        return recorded
    rows = report_of(options, ledger).rows
    if ledger is not None and not options.wanted:
        ledger.put_suite(suite_fingerprint(), rows)
    return rows


def _need_cluster(address: str | None) -> None:
    """A wrong address is refused also when there is nothing to do."""
    from .executors import workers

    if address is not None:
        with workers(dask=address):
            pass


def recorded_rows(wanted: Sequence[str]) -> list[Row] | None:
    """What the user's cache records of an unchanged suite; None if it has not all that is wanted.

    Nothing is evaluated, and SymPy is not loaded.
    """
    from .theorems.ledger import Ledger

    return _recorded(Ledger(), wanted)


def _recorded(ledger: Ledger, wanted: Sequence[str]) -> list[Row] | None:
    from .theorems.fingerprint import suite_fingerprint

    recorded = ledger.get_suite(suite_fingerprint())
    if recorded is None or not wanted:
        return recorded
    by_id = {row["id"]: row for row in recorded}
    if not set(wanted) <= set(by_id):
        return None
    return [by_id[name] for name in dict.fromkeys(wanted)]


def line_of(row: Row) -> str:
    """One line about an entry: status, id, title, axioms, mutants, and why where it matters."""
    line = f"{row['status']:<12} {row['id']:<24} {row['title']}".rstrip()
    if row["kind"] == "claim":
        line += "  [audited claim]"
    if row["modulo"]:
        line += f"  [modulo {', '.join(row['modulo'])}]"
    mutants = row["mutants"]
    total = mutants["killed"] + mutants["survived"]
    if total:
        line += f"  ({mutants['killed']}/{total} mutants refuted)"
    if row["status"] not in ("proved", "cited") and row["detail"]:
        line += f"\n{'':<13}{row['detail']}"
    if row["witness"]:
        line += f"\n{'':<13}at {point(row['witness'])}"
    return line


def counted(number: int, noun: str) -> str:
    """A number of things, e.g. ``1 box``, ``2 boxes`` for the nouns ``box`` and ``boxes``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
