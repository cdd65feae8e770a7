"""The commands about entries: ``verify show``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .cli_common import FAILS, HOLDS, UNDECIDED, point, print_json
from .cli_entries import add_run_options, add_wanted, ledger_of, report_of
from .cli_recheck import write_certificates_of
from .cli_rows import Row, counted, line_of, rows_of
from .errors import FdpError
from .whole_files import write_whole

if TYPE_CHECKING:
    from .theorems.checks import CheckResult
    from .theorems.runner import Outcome

__all__ = ["add_commands"]


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    verify = command(
        "verify",
        _verify,
        "check theorems and print how far each can be trusted",
        "fdp-sym verify --jobs 2\n"
        "fdp-sym verify --dask tcp://10.0.0.1:8786     (on the workers of a cluster)\n"
        "fdp-sym verify drs-2.13 --json\nfdp-sym verify my_proofs/\n"
        "fdp-sym verify --certificates DIR && fdp-sym recheck DIR",
    )
    verify.epilog += (
        "\nexit status: 0 every theorem holds; 1 one is refuted, in error, or weaker than recorded;"
        "\n2 usage; 3 one is inconclusive, with --strict"
    )
    add_wanted(verify)
    verify.add_argument("--strict", action="store_true", help="exit 3 if anything is inconclusive")
    verify.add_argument("--verbose", "-v", action="store_true", help="also checks and witnesses")
    verify.add_argument(
        "--write-status", action="store_true", help="record the outcome in proofs/STATUS"
    )
    verify.add_argument(
        "--certificates", metavar="DIR", help="write the box prover's certificates, for recheck"
    )
    add_run_options(verify)

    show = command(
        "show",
        _show,
        "print one entry: claim, hypotheses, verdict, mutants with their witnesses",
        "fdp-sym show drs-2.13\nfdp-sym show drs-2.13 --trace",
    )
    add_wanted(show, "+")
    show.add_argument("--trace", action="store_true", help="every step of the proof")
    add_run_options(show)


def _verify(options: argparse.Namespace) -> int:
    from .theorems.status import changes, counts, read_status, render_status, status_path

    rows = rows_of(options)
    if options.write_status:
        if options.wanted:
            raise FdpError("--write-status records the whole suite; give no ids or paths with it")
        write_whole({status_path(): render_status(rows)})
    if options.certificates is not None:
        write_certificates_of(options, options.certificates)
    regressed, other = changes(rows, read_status())
    if options.json:
        print_json({"theorems": rows, "counts": counts(rows), "regressed": regressed})
    else:
        for row in rows:
            print(line_of(row))
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
        parts.append(f"{counted(claims, 'audited claim')} refuted (see `fdp-sym errata`)")
    return ", ".join(parts)


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
    report = report_of(options, ledger_of(options))
    if options.json:
        print_json([_described(o, options.trace) for o in report.outcomes])
        return HOLDS
    for outcome in report.outcomes:
        print(line_of(outcome.to_json()))
        if outcome.entry is None:
            continue
        _print_entry(outcome.entry)
        _print_findings(outcome.to_json())
        if options.trace:
            for check in outcome.result.checks:
                _print_trace(check, len(getattr(outcome.entry, "parts", ())))
    return HOLDS


def _print_entry(entry: Any) -> None:
    from .latex.plain import plain_prose
    from .theorems.scope import scope
    from .theorems.statements import show

    print(f"    {entry.kind}, {entry.source}")
    for part in getattr(entry, "parts", ()):
        print(f"    claim        {show(part)}")
        if over := scope(part, entry.given):
            print(f"      for all    {over}")
    if hasattr(entry, "statement"):
        print(f"    states       {plain_prose(entry.statement)}")
    if getattr(entry, "printed", ""):
        print(f"    printed      {plain_prose(entry.printed)}")
    for relation in getattr(entry, "given", ()):
        print(f"    given        {show(relation)}")
    if entry.uses:
        print(f"    uses         {', '.join(entry.uses)}")
    if entry.notes:
        print(f"    note         {plain_prose(entry.notes)}")


def _print_trace(check: CheckResult, parts: int) -> None:
    """Each step so that it can be followed: goal, rule, what it needs, goals, numbers."""
    from .latex.plain import plain_prose

    which = "" if len(check.parts) == parts else f" of part {', '.join(map(str, check.parts))}"
    print(f"  {check.status} by {check.how}{which}")
    if check.detail and not check.trace:
        print(f"    {check.detail}")
    for number, step in enumerate(check.trace, start=1):
        says = f": {plain_prose(step.says)}" if step.says else ""
        print(f"    step {number}, {step.rule}{says}")
        if step.call:
            print(f"        as    {step.call}")
        print(f"        from  {step.before}")
        for needed in step.needs:
            print(f"        with  {needed}")
        for goal in step.after:
            print(f"        to    {goal}")
        if step.seen:
            print(f"        seen  {step.seen}")
        if not step.after:
            print("        closed")


def _described(outcome: Outcome, trace: bool) -> dict[str, Any]:
    from .theorems.scope import scope
    from .theorems.statements import show

    entry: Any = outcome.entry
    data = outcome.to_json()
    if entry is not None:
        parts, given = getattr(entry, "parts", ()), getattr(entry, "given", ())
        data["claim"] = [show(p) for p in parts]
        data["over"] = [scope(p, given) for p in parts]
        data["statement"] = getattr(entry, "statement", "")
        data["given"] = [show(h) for h in given]
        data["uses"] = list(entry.uses)
        data["notes"] = entry.notes
    if trace:
        data["trace"] = [
            {
                "check": number,
                "rule": s.rule,
                "says": s.says,
                "call": s.call,
                "from": s.before,
                "needs": list(s.needs),
                "to": list(s.after),
                "seen": s.seen,
            }
            for number, c in enumerate(outcome.result.checks)
            for s in c.trace
        ]
    return data
