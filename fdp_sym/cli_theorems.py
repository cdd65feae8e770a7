"""The commands about entries: ``verify list show axioms errata``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .cli_common import FAILS, HOLDS, UNDECIDED, point, print_json
from .cli_entries import add_run_options, add_wanted, chosen_entries, ledger_of, report_of
from .errors import FdpError

if TYPE_CHECKING:
    from .theorems.runner import Outcome

__all__ = ["add_commands"]

Row = dict[str, Any]


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    verify = command(
        "verify",
        _verify,
        "check theorems and print how far each can be trusted",
        "fdp-sym verify --jobs 2\nfdp-sym verify drs-2.13 --json\nfdp-sym verify my_proofs/",
    )
    add_wanted(verify)
    verify.add_argument("--strict", action="store_true", help="exit 3 if anything is inconclusive")
    verify.add_argument("--verbose", "-v", action="store_true", help="also checks and witnesses")
    verify.add_argument(
        "--write-status", action="store_true", help="record the outcome in proofs/STATUS"
    )
    add_run_options(verify)

    listing = command("list", _list, "list the entries", "fdp-sym list\nfdp-sym list p.py")
    add_wanted(listing)

    show = command(
        "show",
        _show,
        "print one entry: claim, hypotheses, verdict, mutants with their witnesses",
        "fdp-sym show drs-2.13\nfdp-sym show drs-2.13 --trace",
    )
    add_wanted(show, "+")
    show.add_argument("--trace", action="store_true", help="every step of the proof")
    add_run_options(show)

    axioms = command(
        "axioms",
        _axioms,
        "list the cited results on which others rest, with what depends on each",
        "fdp-sym axioms\nfdp-sym axioms drs-2.7             (those that drs-2.7 rests on)",
    )
    add_wanted(axioms)

    errata = command(
        "errata",
        _errata,
        "list the audited claims and what became of them",
        "fdp-sym errata",
    )
    add_wanted(errata)
    add_run_options(errata)


def _rows(options: argparse.Namespace) -> list[Row]:
    """The outcomes as plain data; of an unchanged suite as they were recorded, without SymPy."""
    from .theorems.fingerprint import suite_fingerprint

    ledger, fingerprint = ledger_of(options), suite_fingerprint()
    recorded = None if options.fresh or ledger is None else ledger.get_suite(fingerprint)
    if recorded is not None:
        if not options.wanted:
            return recorded
        by_id = {row["id"]: row for row in recorded}
        if set(options.wanted) <= set(by_id):
            return [by_id[name] for name in dict.fromkeys(options.wanted)]
    rows = report_of(options, ledger).rows
    if ledger is not None and not options.wanted:
        ledger.put_suite(fingerprint, rows)
    return rows


def _verify(options: argparse.Namespace) -> int:
    from .theorems.status import changes, counts, read_status, render_status, status_path

    rows = _rows(options)
    if options.write_status:
        if options.wanted:
            raise FdpError("--write-status records the whole suite; give no ids or paths with it")
        status_path().write_text(render_status(rows), encoding="utf-8")
    regressed, other = changes(rows, read_status())
    if options.json:
        print_json({"theorems": rows, "counts": counts(rows), "regressed": regressed})
    else:
        for row in rows:
            print(_line(row))
            if options.verbose:
                _print_findings(row)
        print(_summary(rows))
    for sentence in regressed:
        print(f"fdp-sym: regressed: {sentence}", file=sys.stderr)
    for sentence in other:
        print(f"fdp-sym: proofs/STATUS is out of date: {sentence}", file=sys.stderr)
    statuses = {(row["kind"], row["status"]) for row in rows}
    if regressed or ("theorem", "refuted") in statuses or any(s == "error" for _, s in statuses):
        return FAILS
    if options.strict and any(status == "inconclusive" for _, status in statuses):
        return UNDECIDED
    return HOLDS


def _line(row: Row) -> str:
    """One line of ``verify``: status, id, title, axioms, mutants, and why where it matters."""
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


def _summary(rows: Sequence[Row]) -> str:
    """How many entries have each status, the best first; a refuted claim is a finding."""
    from .theorems.verdict import Status

    claims = sum(row["kind"] == "claim" and row["status"] == "refuted" for row in rows)
    parts = []
    for status in sorted(Status, key=lambda s: s.rank):
        count = sum(row["status"] == status for row in rows)
        count -= claims if status is Status.REFUTED else 0
        if count:
            parts.append(f"{count} {status}")
    if claims:
        parts.append(f"{_count(claims, 'audited claim')} refuted (see `fdp-sym errata`)")
    return ", ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _print_findings(row: Row) -> None:
    for check in row["checks"]:
        detail = f" - {check['detail']}" if check["detail"] else ""
        print(f"    {check['verdict']:<12} {check['how']}{detail}")
    for mutant in row["mutants"]["witnesses"]:
        if mutant["witness"] is None:
            print(f"    survived     mutant {mutant['claim']}")
        else:
            print(f"    refuted      mutant {mutant['claim']}")
            print(f"{'':<17}at {point(mutant['witness'])}: {mutant['detail']}")


def _show(options: argparse.Namespace) -> int:
    from .theorems.statements import show

    report = report_of(options, ledger_of(options))
    if options.json:
        print_json([_described(o, options.trace) for o in report.outcomes])
        return HOLDS
    for outcome in report.outcomes:
        entry: Any = outcome.entry
        print(_line(outcome.to_json()))
        if entry is None:
            continue
        print(f"    {entry.kind}, {entry.source}")
        for part in getattr(entry, "parts", ()):
            print(f"    claim        {show(part)}")
        if hasattr(entry, "statement"):
            print(f"    states       {entry.statement}")
        for relation in getattr(entry, "given", ()):
            print(f"    given        {show(relation)}")
        if entry.uses:
            print(f"    uses         {', '.join(entry.uses)}")
        if entry.notes:
            print(f"    note         {entry.notes}")
        _print_findings(outcome.to_json())
        if options.trace:
            _print_trace(outcome)
    return HOLDS


def _print_trace(outcome: Outcome) -> None:
    for check in outcome.result.checks:
        for number, step in enumerate(check.trace, start=1):
            says = f": {step.says}" if step.says else ""
            print(f"    step {number}, {step.rule}{says}")
            print(f"        from  {step.before}")
            for goal in step.after:
                print(f"        to    {goal}")
            if not step.after:
                print("        closed")


def _described(outcome: Outcome, trace: bool) -> dict[str, Any]:
    from .theorems.statements import show

    entry: Any = outcome.entry
    data = outcome.to_json()
    if entry is not None:
        data["claim"] = [show(p) for p in getattr(entry, "parts", ())]
        data["statement"] = getattr(entry, "statement", "")
        data["given"] = [show(h) for h in getattr(entry, "given", ())]
        data["uses"] = list(entry.uses)
        data["notes"] = entry.notes
    if trace:
        data["trace"] = [
            {"rule": s.rule, "says": s.says, "from": s.before, "to": list(s.after)}
            for c in outcome.result.checks
            for s in c.trace
        ]
    return data


def _list(options: argparse.Namespace) -> int:
    library, chosen = chosen_entries(options)
    rows = [library.entries[name] for name in chosen]
    if options.json:
        print_json(
            [{"id": e.id, "kind": e.kind, "title": e.title, "source": str(e.source)} for e in rows]
        )
    else:
        for entry in rows:
            print(f"{entry.id:<24} {entry.kind:<8} {entry.title}  ({entry.source})")
    for broken in library.broken:
        print(f"fdp-sym: {broken.path}: {broken.reason}", file=sys.stderr)
    return FAILS if library.broken else HOLDS


def _axioms(options: argparse.Namespace) -> int:
    from .theorems.entries import Axiom
    from .theorems.runner import ancestors

    library, chosen = chosen_entries(options)
    dependents: dict[str, list[str]] = {
        name: [] for name, entry in library.entries.items() if isinstance(entry, Axiom)
    }
    for name in library.entries:
        for used in ancestors(name, library.entries):
            if used in dependents:
                dependents[used].append(name)
    asked = set(chosen).union(*(ancestors(name, library.entries) for name in chosen))
    rows = [library.entries[name] for name in dependents if name in asked]
    if options.json:
        print_json(
            [
                {
                    "id": axiom.id,
                    "title": axiom.title,
                    "statement": axiom.statement,
                    "source": str(axiom.source),
                    "dependents": dependents[axiom.id],
                }
                for axiom in rows
            ]
        )
        return HOLDS
    for axiom in rows:
        print(f"{axiom.id}: {axiom.title}  ({axiom.source})")
        print(f"    {axiom.statement}")
        users = dependents[axiom.id]
        named = f": {', '.join(users)}" if users else ""
        print(f"    used by {_count(len(users), 'statement')}{named}")
    if not rows:
        print("fdp-sym: what is named rests on no axiom", file=sys.stderr)
    return HOLDS


def _errata(options: argparse.Namespace) -> int:
    rows = [row for row in _rows(options) if row["kind"] == "claim"]
    rows.sort(key=lambda row: (row["number"] or 0, row["id"]))
    if options.json:
        keys = ("number", "id", "status", "witness", "corrected")
        print_json({"claims": [{key: row[key] for key in keys} for row in rows]})
        return HOLDS
    for row in rows:
        print(_line(row))
        if row["corrected"]:
            print(f"{'':<13}what holds instead: {row['corrected']}")
    if not rows:
        print("fdp-sym: what is named has no audited claim", file=sys.stderr)
    return HOLDS
