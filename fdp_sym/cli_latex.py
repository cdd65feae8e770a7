"""The commands for write-ups: ``latex bib``."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from .cli_common import FAILS, HOLDS, print_json, write_file
from .cli_entries import add_run_options, add_wanted, ledger_of, report_of
from .errors import FdpError
from .progress import progress_bar

__all__ = ["add_commands"]


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    latex = command(
        "latex",
        _latex,
        "print entries as LaTeX theorem environments with their verdicts",
        "fdp-sym latex drs-2.13\nfdp-sym latex > theorems.tex\n"
        "fdp-sym latex --standalone -o suite.tex    (a document of the whole suite)\n"
        "fdp-sym latex mine.py --standalone --bib mine.bib > mine.tex",
    )
    add_wanted(latex)
    latex.add_argument(
        "--standalone", action="store_true", help="a document, in one file with all that it needs"
    )
    latex.add_argument("--title", help="its title")
    latex.add_argument(
        "--verdict",
        choices=("footnote", "margin", "none"),
        default="footnote",
        help="where verdicts stand (footnote)",
    )
    latex.add_argument(
        "--proof", action="store_true", help="append proofs, step by step, with their rules"
    )
    latex.add_argument("-o", "--output", metavar="FILE", help="write there, not to standard output")
    _add_bib(latex)
    add_run_options(latex)

    bib = command(
        "bib",
        _bib,
        "print the references of entries as BibTeX, and check them",
        "fdp-sym bib > references.bib            all that the suite cites\n"
        "fdp-sym bib drs-2.13 kairouz2015composition\n"
        "fdp-sym bib mine.py --bib mine.bib\n"
        "fdp-sym bib --check                     nothing but the mistakes (exit status 1)",
    )
    bib.add_argument(
        "wanted", nargs="*", metavar="KEY|ID|PATH", help="BibTeX keys, entries, proof files"
    )
    _add_bib(bib)
    bib.add_argument("--check", action="store_true", help="print only what is wrong")


def _add_bib(parser: Any) -> None:
    """Files in which the keys of one's own proof files are looked up."""
    parser.add_argument(
        "--bib", action="append", default=[], metavar="FILE", help="a further BibTeX file"
    )


def _latex(options: argparse.Namespace) -> int:
    from .latex import Bibliography, suite_document, theorem_latex

    if not options.standalone and (options.title is not None or options.bib):
        raise FdpError("--title and --bib are for documents; add --standalone")
    if options.standalone and options.json:
        raise FdpError("--standalone writes a document and --json data; leave one of them out")
    bibliography = Bibliography.read(options.bib)
    report = report_of(options, ledger_of(options))
    broken = [outcome for outcome in report.outcomes if outcome.entry is None]
    how: dict[str, Any] = {"verdict": options.verdict, "proof": options.proof}
    with progress_bar("entry", description="typesetting"):
        if options.standalone:
            how |= {"bibliography": bibliography}
            how |= {} if options.title is None else {"title": options.title}
            text = suite_document(report.outcomes, report.entries, **how)
        else:
            rows = [
                {"id": o.entry.id, "latex": theorem_latex(o.entry, o, **how)}
                for o in report.outcomes
                if o.entry
            ]
            text = (
                json.dumps(rows, indent=2, ensure_ascii=False)
                if options.json
                else "\n\n".join(row["latex"] for row in rows)
            )
    _write(text.rstrip("\n") + "\n", options.output)
    for outcome in broken:
        print(f"fdp-sym: {outcome.detail}", file=sys.stderr)
    return FAILS if broken else HOLDS


def _write(text: str, path: str | None) -> None:
    if path is None:
        print(text, end="")
    else:
        write_file(path, text)


def _is_path(name: str) -> bool:
    return name.endswith(".py") or os.sep in name


def _unknown(name: str, names: Iterable[str]) -> str:
    lower = {known.lower(): known for known in names}
    near = difflib.get_close_matches(name.lower(), lower, 3)
    meant = f" (did you mean {' or '.join(lower[key] for key in near)}?)" if near else ""
    return (
        f"{name!r} is neither a BibTeX key nor an entry{meant}; `fdp-sym bib` prints all the "
        "references, `fdp-sym list` the entries, and --bib FILE adds references of your own"
    )


def _bib(options: argparse.Namespace) -> int:
    """Without anything named, references that no entry cites are mistakes too."""
    from .latex.bibliography import Bibliography, cited_keys
    from .theorems.loader import load
    from .theorems.runner import select

    bibliography = Bibliography.read(options.bib)
    keys = [name for name in options.wanted if name in bibliography.references]
    others = [name for name in options.wanted if name not in bibliography.references]
    problems: list[str] = []
    if others or not options.wanted:
        with progress_bar("file"):
            library = load([name for name in others if os.path.exists(name)])
        problems += map(str, library.broken)
        for name in others or [""]:
            try:
                chosen = select(library, [name] if name else [])
            except FdpError as error:
                names = {*bibliography.references, *library.entries}
                problems.append(str(error) if _is_path(name) else _unknown(name, names))
            else:
                keys += cited_keys(library.entries[i] for i in chosen)
    problems += bibliography.check(keys, unused=not options.wanted)
    known = sorted({key for key in keys if key in bibliography.references})
    if options.json:
        rows = [bibliography.references[key] for key in known]
        print_json(
            {
                "references": [{"key": r.key, "kind": r.kind, **r.fields} for r in rows],
                "problems": problems,
            }
        )
    elif known and not options.check:
        print(bibliography.bibtex(known), end="")
    for problem in problems:
        print(f"fdp-sym: {problem}", file=sys.stderr)
    return FAILS if problems else HOLDS
