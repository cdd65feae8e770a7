"""The command ``mutate``: every wrong neighbour of a theorem, and what became of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .cli_common import FAILS, HOLDS, point, positive, print_json
from .cli_entries import add_run_options, add_wanted, ledger_of

if TYPE_CHECKING:
    from .mutants.run import EntryMutants, MutationReport

__all__ = ["add_command"]


def add_command(command: Callable[..., Any]) -> None:
    """Add the command; ``command(name, run, help, examples)`` makes a parser of a command."""
    mutate = command(
        "mutate",
        _mutate,
        "change claims in one place, in every way, and see whether the checker finds each mistake",
        "fdp-sym mutate drs-2.13              every mutant of one entry\n"
        "fdp-sym mutate drs-2.13 -v           with the witness of each\n"
        "fdp-sym mutate --sample 40           40 mutants, drawn from the whole suite\n"
        "fdp-sym mutate --jobs 2 --json       the whole suite, in hours; what is done is kept",
    )
    add_wanted(mutate)
    mutate.add_argument("--sample", type=positive, metavar="N", help="at most N mutants in all")
    mutate.add_argument(
        "--seed", type=int, default=0, metavar="S", help="another sample for each number (0)"
    )
    mutate.add_argument("--verbose", "-v", action="store_true", help="every mutant, not survivors")
    add_run_options(mutate)


def _mutate(options: argparse.Namespace) -> int:
    from .executors import workers
    from .mutants.logic import Fate
    from .mutants.run import EVERY, mutate

    with workers(options.jobs, options.dask, preload="fdp_sym.theorems.suite") as executor:
        report = mutate(
            options.wanted,
            ledger=ledger_of(options),
            fresh=options.fresh,
            executor=executor,
            sample=options.sample,
            seed=options.seed,
            progress=True,
        )
    fails = bool(report.of(Fate.UNSOUND) or report.unexplained or report.stale)
    if options.json:
        print_json(_data(report))
    else:
        for entry in report.entries:
            _print_entry(entry, report, options.verbose)
        print(_line(report.counts) + _explained(report))
    if report.complete:
        text = f"the proof itself was tried on every {EVERY}th mutant that the first points refute"
        print(f"fdp-sym: {text}; on all in a sample", file=sys.stderr)
    for name, mutant in report.of(Fate.UNSOUND):
        print(f"fdp-sym: unsound: {name}: {mutant.claim}: {mutant.detail}", file=sys.stderr)
    for name, what in report.stale:
        wrong = "recorded as a survivor, but the contrary was found, or there is no such mutant"
        text = f"{name}: {what}: {wrong}"
        print(f"fdp-sym: {text}", file=sys.stderr)
    for name, what in report.needless:
        text = f"{name}: {what}: decided here, its reason in proofs/SURVIVORS is no longer needed"
        print(f"fdp-sym: {text}", file=sys.stderr)
    return FAILS if fails else HOLDS


def _data(report: MutationReport) -> dict[str, Any]:
    from .mutants.logic import Fate

    return {
        "entries": [entry.to_json() for entry in report.entries],
        "counts": report.counts,
        "survivors": [
            {
                "id": name,
                "what": mutant.what,
                "claim": mutant.claim,
                "reason": report.known.get((name, mutant.what)),
            }
            for name, mutant in report.of(Fate.SURVIVED)
        ],
        "unexplained": len(report.unexplained),
        "stale": [{"id": name, "what": what} for name, what in report.stale],
        "needless": [{"id": name, "what": what} for name, what in report.needless],
    }


def _line(counts: dict[str, int]) -> str:
    """How many met each fate."""
    total = sum(counts.values())
    parts = ", ".join(f"{number} {fate}" for fate, number in counts.items() if number)
    return f"{total} mutant{'' if total == 1 else 's'}" + (f": {parts}" if parts else "")


def _explained(report: MutationReport) -> str:
    """How many survivors have a recorded reason, and how many have none."""
    from .mutants.logic import Fate

    survivors, without = len(report.of(Fate.SURVIVED)), len(report.unexplained)
    if not survivors:
        return ""
    return f" ({survivors - without} of them explained in proofs/SURVIVORS, {without} not)"


def _print_entry(entry: EntryMutants, report: MutationReport, verbose: bool) -> None:
    from .mutants.logic import Fate

    text = entry.skipped or _line(entry.counts)
    if entry.inexpressible:
        text += f" ({len(entry.inexpressible)} changes make no statement)"
    print(f"{entry.id:<24} {text}")
    for mutant in entry.mutants:
        if not verbose and mutant.fate not in (Fate.SURVIVED, Fate.UNSOUND):
            continue
        print(f"    {mutant.fate!s:<12} {mutant.what}")
        if mutant.fate in (Fate.SURVIVED, Fate.UNSOUND):
            print(f"{'':<17}{mutant.claim}")
        where = f"at {point(mutant.witness)}" if mutant.fate is Fate.KILLED else ""
        why = report.known.get((entry.id, mutant.what), "") or mutant.detail
        if where or why:
            print(f"{'':<17}{': '.join(filter(None, (where, why)))}")
