"""The command ``opinions``: what Z3, MPFR and mpmath say about what was decided."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .cli_common import FAILS, HOLDS, positive, print_json
from .cli_entries import add_run_options, add_wanted, ledger_of, report_of
from .progress import progress_bar

if TYPE_CHECKING:
    from .opinions.findings import EntryOpinions, Tally
    from .opinions.smt import SmtOpinion

__all__ = ["add_command"]

_FEW = 16  # entries for which no processes are started


def add_command(command: Callable[..., Any]) -> None:
    """Add it; ``command(name, run, help, examples)`` makes a parser of a command."""
    opinions = command(
        "opinions",
        _opinions,
        "compare what was decided with the opinions of Z3, MPFR and mpmath",
        "fdp-sym opinions drs-2.5 kov-2.3\n"
        "fdp-sym opinions --no-smt            (MPFR and mpmath at witnesses and corners only)\n"
        "fdp-sym opinions --no-points         (Z3 only)\n"
        "fdp-sym opinions my_proofs/ --json",
    )
    add_wanted(opinions)
    boolean = argparse.BooleanOptionalAction
    opinions.add_argument(
        "--smt",
        action=boolean,
        default=True,
        help="ask Z3 for counterexamples to claims and mutants (extra smt)",
    )
    opinions.add_argument(
        "--points",
        action=boolean,
        default=True,
        help="evaluate witnesses, listed points and corners of certificates by MPFR and mpmath",
    )
    opinions.add_argument(
        "--steps",
        type=positive,
        default=2_000_000,
        metavar="N",
        help="how much work Z3 may do for each question (2000000 of its own steps)",
    )
    opinions.add_argument(
        "--verbose", "-v", action="store_true", help="also why an opinion is missing"
    )
    add_run_options(opinions)


def _opinions(options: argparse.Namespace) -> int:
    from .opinions.algebraic import z3_or_error
    from .opinions.mpfr import gmpy2_or_error

    if options.smt:
        z3_or_error()
    if options.points:
        gmpy2_or_error()
    found = _all_opinions(options)
    if options.json:
        print_json({"entries": [o.to_json() for o in found], "counts": _counts(found)})
    else:
        _print_table(found, options.verbose)
    findings = [f"{o.id}: {text}" for o in found for text in o.findings]
    for text in findings:
        print(f"fdp-sym: {text}", file=sys.stderr)
    return FAILS if findings else HOLDS


def _all_opinions(options: argparse.Namespace) -> list[EntryOpinions]:
    """The opinions about the entries that are wanted, in the order of the suite."""
    from .executors import WorkerDied, results, workers
    from .opinions.findings import Question, answer

    report = report_of(options, ledger_of(options))
    paths = tuple(name for name in options.wanted if os.path.exists(name))
    asked = {"smt": options.smt, "points": options.points, "steps": options.steps}
    questions = [
        Question(outcome.entry.id, paths, outcome.to_json(), asked)
        for outcome in report.outcomes
        if outcome.entry is not None and hasattr(outcome.entry, "parts")
    ]
    few = len(questions) <= _FEW and options.dask is None
    found = {}
    with (
        workers(1 if few else options.jobs, options.dask, "fdp_sym.theorems.suite") as executor,
        progress_bar("entry", len(questions)) as bar,
    ):
        for question, opinions in results(answer, questions, executor):
            if isinstance(opinions, WorkerDied):
                raise opinions
            found[question.id] = opinions
            bar.update()
    return [found[question.id] for question in questions]


def _counts(found: Iterable[EntryOpinions]) -> dict[str, Any]:
    """How many opinions there are of each kind."""
    found = list(found)
    points: dict[str, Any] = {}
    for kind in ("witnesses", "listed", "corners"):
        for one in found:
            for library, tally in getattr(one, kind).items():
                total = points.setdefault(kind, {}).setdefault(library, Counter())
                total.update(agree=tally.agree, contradict=tally.contradict, open=tally.open)
                total.update({f"open: {reason}": n for reason, n in tally.reasons.items()})
    return {
        "entries": len(found),
        "claims": Counter(_named(o.claim) for o in found if o.smt),
        "parts": Counter(_named(part) for o in found for part in o.smt),
        "mutants": Counter(_named(m) for o in found for m in o.mutants),
        "points": points,
        "findings": sum(len(o.findings) for o in found),
    }


def _named(opinion: SmtOpinion) -> str:
    return f"{opinion.answer} {opinion.reading}".strip()


def _print_table(found: list[EntryOpinions], verbose: bool) -> None:
    print(f"{'status':<12} {'id':<28} {'Z3':<18} {'mutants':<10} {'MPFR':<10} mpmath")
    for one in found:
        mutants = f"{sum(m.answer == 'sat' for m in one.mutants)}/{len(one.mutants)} sat"
        cells = [_named(one.claim) if one.smt else "", mutants if one.mutants else ""]
        points = [_points(one, library) for library in ("MPFR", "mpmath")]
        print(
            f"{one.status:<12} {one.id:<28} {cells[0]:<18} {cells[1]:<10} {points[0]:<10} "
            f"{points[1]}".rstrip()
        )
        if verbose:
            _print_reasons(one)
    _print_summary(_counts(found))


def _points(one: EntryOpinions, library: str) -> str:
    tallies = [kind[library] for kind in _kinds(one) if library in kind]
    agree, total = sum(t.agree for t in tallies), sum(map(_total, tallies))
    return f"{agree}/{total}" if total else ""


def _kinds(one: EntryOpinions) -> tuple[dict[str, Tally], ...]:
    return one.witnesses, one.listed, one.corners


def _total(tally: Tally) -> int:
    return tally.agree + tally.contradict + tally.open


def _print_reasons(one: EntryOpinions) -> None:
    for number, part in enumerate(one.smt):
        print(f"    part {number}: {_named(part)}" + (f" - {part.detail}" if part.detail else ""))
    for number, mutant in enumerate(one.mutants, start=1):
        at = ", ".join(f"{name} = {value}" for name, value in mutant.witness.items())
        told = " - ".join(filter(None, (_named(mutant), mutant.detail, at)))
        print(f"    mutant {number}: {told}")
    for kind in _kinds(one):
        for library, tally in kind.items():
            for reason, count in tally.reasons.items():
                print(f"    {library}: {count} not decided - {reason}")


def _print_summary(counts: dict[str, Any]) -> None:
    def listed(counter: Counter[str]) -> str:
        return ", ".join(f"{n} {name}" for name, n in sorted(counter.items()))

    print()
    for what in ("claims", "mutants"):
        if counts[what]:
            print(f"Z3, {what}: {listed(counts[what])}")
    for kind, libraries in counts["points"].items():
        for library, total in libraries.items():
            print(
                f"{library}, {kind}: {total['agree']} agree, {total['contradict']} contradict, "
                f"{total['open']} not decided"
            )
    print(f"{counts['findings']} contradictions")
