"""The commands about what can be trusted: ``list axioms errata``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from .cli_common import FAILS, HOLDS, point, print_json
from .cli_entries import add_run_options, add_wanted, chosen_entries, ledger_of, report_of
from .cli_rows import Row, counted, recorded_rows
from .errors import FdpError

if TYPE_CHECKING:
    from .theorems.errata import Erratum

__all__ = ["add_commands"]

_WIDTH = 100


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    listing = command(
        "list",
        _list,
        "list the entries with their recorded status, evaluating nothing",
        "fdp-sym list\nfdp-sym list mine.py",
    )
    add_wanted(listing)

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
        "list the audited claims: what was printed, the verdict, the digits, what holds instead",
        "fdp-sym errata\nfdp-sym errata claim-5\n"
        "fdp-sym errata --latex > errata.tex           (for \\input{errata})\n"
        "fdp-sym errata --latex --standalone > errata.tex      (a whole document)\n"
        "fdp-sym errata --json",
    )
    errata.epilog += "\nthe digits of values are proved: they are cut off and not rounded"
    add_wanted(errata)
    errata.add_argument("--latex", action="store_true", help="LaTeX instead of text")
    errata.add_argument("--standalone", action="store_true", help="a whole document, with --latex")
    add_run_options(errata)


# -- entries ----------------------------------------------------------------------------------


def _list(options: argparse.Namespace) -> int:
    rows, broken = _listed(options)
    if options.json:
        keys = ("id", "kind", "title", "source", "status")
        print_json([{key: row[key] for key in keys} for row in rows])
    else:
        for row in rows:
            status = row["status"] or "unrecorded"
            print(
                f"{row['id']:<24} {row['kind']:<8} {status:<12} {row['title']}  ({row['source']})"
            )
    for reason in broken:
        print(f"fdp-sym: {reason}", file=sys.stderr)
    return FAILS if broken else HOLDS


def _listed(options: argparse.Namespace) -> tuple[list[Row], list[str]]:
    """Rows of the entries, and what could not be loaded.

    Statuses are those of the last complete run, of ``proofs/STATUS`` if something has changed.
    """
    recorded = recorded_rows(options.wanted)
    if recorded is not None:
        return recorded, []
    from .theorems.status import read_status

    library, chosen = chosen_entries(options)
    known = read_status()
    rows = [
        {
            "id": entry.id,
            "kind": entry.kind,
            "title": entry.title,
            "source": str(entry.source),
            "status": str(known[entry.id]) if entry.id in known else None,
        }
        for entry in map(library.entries.__getitem__, chosen)
    ]
    return rows, list(map(str, library.broken))


# -- axioms -----------------------------------------------------------------------------------


def _axioms(options: argparse.Namespace) -> int:
    rows = recorded_rows(())
    if rows is None or not set(options.wanted) <= {row["id"] for row in rows}:
        rows, wanted = _unevaluated(options)
    else:
        wanted = set(options.wanted) or {row["id"] for row in rows}
    asked = {row["id"] for row in rows if row["id"] in wanted}
    asked |= {axiom for row in rows if row["id"] in wanted for axiom in row["modulo"]}
    found = [_axiom(row, rows) for row in rows if row["kind"] == "axiom" and row["id"] in asked]
    if options.json:
        print_json(found)
        return HOLDS
    for axiom in found:
        print(f"{axiom['id']}: {axiom['title']}  ({axiom['source']})")
        print(_indented(axiom["statement"]))
        print(_indented(_rests("used by", axiom["direct"])))
        if axiom["indirect"]:
            print(_indented(_rests("and through those by", axiom["indirect"])))
    if not found:
        print("fdp-sym: what is named rests on no axiom", file=sys.stderr)
    return HOLDS


def _unevaluated(options: argparse.Namespace) -> tuple[list[Row], set[str]]:
    """Rows of the entries as far as they are known without evaluating anything."""
    from .theorems.entries import Axiom
    from .theorems.runner import ancestors

    library, chosen = chosen_entries(options)
    entries = library.entries
    rows = [
        {
            "id": entry.id,
            "kind": entry.kind,
            "title": entry.title,
            "source": str(entry.source),
            "statement": getattr(entry, "statement", ""),
            "uses": list(entry.uses),
            "modulo": [u for u in ancestors(entry.id, entries) if isinstance(entries[u], Axiom)],
        }
        for entry in entries.values()
    ]
    return rows, set(chosen)


def _axiom(axiom: Row, rows: Sequence[Row]) -> dict[str, Any]:
    """An axiom with what rests on it: directly, as it names it, or only through other entries."""
    name = axiom["id"]
    resting = [row for row in rows if name in row["modulo"]]
    return {
        **{key: axiom[key] for key in ("id", "title", "statement", "source")},
        "dependents": [row["id"] for row in resting],
        "direct": [row["id"] for row in resting if name in row["uses"]],
        "indirect": [row["id"] for row in resting if name not in row["uses"]],
    }


def _rests(how: str, names: Sequence[str]) -> str:
    return f"{how} {counted(len(names), 'statement')}" + (f": {', '.join(names)}" if names else "")


# -- errata -----------------------------------------------------------------------------------


def _errata(options: argparse.Namespace) -> int:
    if options.standalone and not options.latex:
        raise FdpError("--standalone writes a document; add --latex")
    if options.latex and options.json:
        raise FdpError("--latex writes LaTeX and --json data; leave one of them out")
    found = _found(options)
    if options.json:
        print_json({"claims": [erratum.to_json() for erratum in found]})
    elif options.latex and found:
        from .latex.errata import errata_document, errata_latex

        print(errata_document(found) if options.standalone else errata_latex(found))
    elif found:
        print("\n\n".join(map(_erratum, found)))
    if not found:
        print("fdp-sym: what is named has no audited claim", file=sys.stderr)
    return HOLDS


def _found(options: argparse.Namespace) -> list[Erratum]:
    """The claims among the entries that are wanted, and what holds instead of each."""
    from .theorems.entries import Claim
    from .theorems.errata import errata

    library, chosen = chosen_entries(options)
    claims = [c for c in map(library.entries.__getitem__, chosen) if isinstance(c, Claim)]
    if not claims:
        return []
    wanted = [name for name in options.wanted if os.path.exists(name)]
    wanted += [claim.id for claim in claims]
    wanted += [claim.corrected for claim in claims if claim.corrected in library.entries]
    report = report_of(
        argparse.Namespace(**{**vars(options), "wanted": wanted}), ledger_of(options)
    )
    outcomes = {outcome.result.id: outcome for outcome in report.outcomes}
    return errata([outcomes[claim.id] for claim in claims], outcomes, library.entries)


def _erratum(erratum: Erratum) -> str:
    from .latex.plain import plain_prose
    from .theorems.errata import limits

    claim, outcome, found = erratum.claim, erratum.outcome, erratum.violation
    number = "" if claim.number is None else f"{claim.number}. "
    lines = [f"{number}{claim.id}: {outcome.status}  ({claim.source})"]
    lines.append(_named("printed", plain_prose(claim.printed or claim.title)))
    lines += _stated("checked", claim)
    if outcome.modulo:
        lines.append(_named("modulo", ", ".join(outcome.modulo)))
    if outcome.result.witness:
        lines.append(_named("fails at", point(outcome.result.witness)))
    if found is not None:
        if found.although:
            lines.append(_named("although", found.although))
        if found.although or len(claim.parts) > 1:
            lines.append(_named("where", found.relation))
        lines.append(_named("left side", found.left))
        lines.append(_named("right side", found.right))
        lines.append(_named("violated by", found.gap))
    instead, verdict = erratum.corrected, erratum.corrected_outcome
    if instead is not None and verdict is not None:
        lines.append(_named("instead", f"{instead.id}, {verdict.status}: {instead.title}"))
        lines += _stated("", instead)
        if limits(verdict):
            lines.append(_named("certified", limits(verdict)))
        if instead.notes:
            lines.append(_named("note", plain_prose(instead.notes)))
    elif claim.notes:
        lines.append(_named("note", plain_prose(claim.notes)))
    return "\n".join(lines)


def _stated(name: str, entry: Any) -> list[str]:
    """The parts of a claim, each with what it is quantified over, and the hypotheses."""
    from .theorems.scope import scope
    from .theorems.statements import show

    lines = []
    for part in getattr(entry, "parts", ()):
        lines.append(_named(name, show(part)))
        if over := scope(part, entry.given):
            lines.append(_named("  for all", over))
    return lines + [_named("given", show(h)) for h in getattr(entry, "given", ())]


def _named(name: str, text: str) -> str:
    return _indented(text, f"{name:<12}")


def _indented(text: str, name: str = "") -> str:
    """A paragraph; formulas of which no word is short enough are not cut."""
    space = " " * (4 + len(name))
    return fill(
        text,
        _WIDTH,
        initial_indent=f"    {name}",
        subsequent_indent=space,
        break_long_words=False,
        break_on_hyphens=False,
    )
