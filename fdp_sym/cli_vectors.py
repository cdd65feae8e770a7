"""The commands ``vectors build`` and ``vectors lint``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from .cli_common import FAILS, HOLDS, add_workers, positive, print_json

__all__ = ["add_commands"]


def add_commands(commands: Any, command: Callable[..., Any]) -> None:
    """Add ``vectors`` and its two commands.

    ``command(commands, name, run, help, examples)`` makes a parser of one.
    """
    group = commands.add_parser(
        "vectors",
        help="build and check the test vectors for accountants",
        description="Build and check the test vectors for accountants.",
    )
    make = partial(
        command, group.add_subparsers(title="commands", required=True, metavar="COMMAND")
    )

    build = make(
        "build",
        _build,
        "compute the vectors of the families and write them, one JSON file a family",
        "fdp-sym vectors build --jobs 2               bring the installed corpus up to date\n"
        "fdp-sym vectors build --dask tcp://10.0.0.1:8786 --output vectors/    on a cluster\n"
        "fdp-sym vectors build --families gaussian --output vectors/ --fresh",
    )
    build.epilog += (
        "\nvectors with the same question and version that the folder has are kept; an interrupted"
        "\nrun goes on where it stopped, and no file is ever half written"
        "\nexit status: 0 written; 1 a question has no certified answer; 2 usage"
    )
    _add_families(build)
    build.add_argument(
        "--output", type=Path, metavar="DIR", help="the folder (by default that of the package)"
    )
    build.add_argument("--fresh", action="store_true", help="keep nothing, compute everything anew")

    lint = make(
        "lint",
        _lint,
        "check files of vectors: format, ids, rounding, and every enclosure at more digits",
        "fdp-sym vectors lint --quick                 without computing anything\n"
        "fdp-sym vectors lint --sample 100            100 enclosures, drawn from all\n"
        "fdp-sym vectors lint mine.json --json",
    )
    lint.epilog += "\nexit status: 0 nothing was found; 1 something was found; 2 usage"
    lint.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="files, or folders of files"
    )
    _add_families(lint)
    how = lint.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="compute no enclosure again")
    how.add_argument(
        "--sample", type=positive, metavar="N", help="compute so many enclosures again, not all"
    )
    lint.add_argument(
        "--seed", type=int, default=0, metavar="S", help="which ones --sample draws (0)"
    )


def _add_families(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--families", nargs="+", action="extend", metavar="FAMILY", help="only these, not all"
    )
    add_workers(parser, 1, "number of processes (1)")


def _bar(family: str, total: int) -> Any:
    from .progress import progress_bar

    return progress_bar("vector", total, description=family)


def _build(options: argparse.Namespace) -> int:
    from . import vectors
    from .executors import workers
    from .vectors.build import build

    target = options.output or Path(vectors.__file__).parent
    with workers(options.jobs, options.dask, preload="fdp_sym.oracle") as executor:
        done = build(
            target, options.families, executor=executor, fresh=options.fresh, progress=_bar
        )
    if options.json:
        rows = [
            {**asdict(b), "failures": [{"id": i, "reason": r} for i, r in b.failures]} for b in done
        ]
        print_json({"target": str(target), "families": rows})
    else:
        for b in done:
            written = "not written" if b.failures else f"{b.family}.json"
            print(f"{b.family:24} {b.vectors:5} vectors, {b.computed} computed  {written}")
    for b in done:
        for name, reason in b.failures:
            print(f"fdp-sym: {name}: {reason}", file=sys.stderr)
    return FAILS if any(b.failures for b in done) else HOLDS


def _lint(options: argparse.Namespace) -> int:
    from .executors import workers
    from .vectors.lint import lint

    with workers(options.jobs, options.dask, preload="fdp_sym.oracle") as executor:
        report = lint(
            options.paths,
            options.families,
            quick=options.quick,
            sample=options.sample,
            seed=options.seed,
            executor=executor,
            progress=_bar,
        )
    if options.json:
        print_json(report.to_json())
    else:
        for finding in report.findings:
            print(f"{finding.where}: {finding.rule}: {finding.detail}")
        print(
            f"{report.vectors} vectors in {report.files} files, {report.verified} verified at more "
            f"digits, {len(report.findings)} findings"
        )
    return FAILS if report.findings else HOLDS
