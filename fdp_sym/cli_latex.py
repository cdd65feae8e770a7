"""The commands for write-ups: ``latex bib``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .cli_common import FAILS, HOLDS, print_json
from .cli_entries import add_run_options, add_wanted, ledger_of, report_of

__all__ = ["add_commands"]


def add_commands(command: Callable[..., Any]) -> None:
    """Add the commands; ``command(name, run, help, examples)`` makes a parser of one."""
    latex = command(
        "latex",
        _latex,
        "print entries as LaTeX theorem environments with their verdicts",
        "fdp-sym latex drs-2.13\nfdp-sym latex > theorems.tex",
    )
    add_wanted(latex)
    add_run_options(latex)


def _latex(options: argparse.Namespace) -> int:
    from .latex import theorem_latex

    report = report_of(options, ledger_of(options))
    texts = {o.result.id: theorem_latex(o.entry, o) for o in report.outcomes if o.entry}
    if options.json:
        print_json([{"id": name, "latex": text} for name, text in texts.items()])
    else:
        print("\n\n".join(texts.values()))
    return FAILS if len(texts) < len(report.outcomes) else HOLDS
