"""The command ``recheck``: certificates of the box prover, verified by the independent checker."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .cli_common import FAILS, HOLDS, print_json, write_file
from .errors import FdpError
from .progress import progress_bar

__all__ = ["add_command", "write_certificates", "write_certificates_of"]

_MOST_BYTES = 1 << 28


def add_command(command: Callable[..., Any]) -> None:
    """Add it; ``command(name, run, help, examples)`` makes a parser of a command."""
    recheck = command(
        "recheck",
        _recheck,
        "verify certificates of the box prover with the small independent checker",
        "fdp-sym verify --certificates DIR && fdp-sym recheck DIR\n"
        "fdp-sym recheck c.json --steps                (every step, with its box)",
    )
    recheck.add_argument(
        "files", nargs="+", metavar="FILE|DIR", help="certificates, folders of *.json"
    )
    recheck.add_argument("--steps", action="store_true", help="print the steps of each")


def _recheck(options: argparse.Namespace) -> int:
    files = [path for name in options.files for path in _files(Path(name))]
    rows = []
    with progress_bar("certificate", len(files)) as bar:
        for path in files:
            rows += [_verified(path, certificate) for certificate in _read(path)]
            bar.update()
    if options.json:
        print_json(rows)
    else:
        for row in rows:
            _print(row, options.steps)
    return HOLDS if all(row["holds"] for row in rows) else FAILS


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.json"))
    if not found:
        raise FdpError(f"{path}: the folder has no certificate (*.json)")
    return found


def _read(path: Path) -> Iterator[Any]:
    """The certificates of a file, which has one or a list of them; one that is unreadable fails."""
    from .untrusted import read_json

    if not path.exists():
        raise FdpError(f"{path}: no such file or folder")
    try:
        found = read_json(path, _MOST_BYTES)
    except FdpError as error:
        yield error
        return
    yield from found if isinstance(found, list) and found else [found]


def _verified(path: Path, certificate: Any) -> dict[str, Any]:
    from .balls.outline import FORMS_SAY, digest, outline

    row: dict[str, Any] = {"file": str(path), "holds": False, "claim": None, "box": None}
    if isinstance(certificate, FdpError):
        return {**row, "reason": str(certificate)}
    try:
        lines = list(outline(certificate))
    except FdpError as error:
        return {**row, "reason": str(error)}
    return {
        **row,
        "holds": True,
        "claim": certificate["claim"],
        "box": {v["symbol"]: _side(side) for v, side in certificate["box"]},
        "sha256": digest(certificate),
        "steps": [
            {
                "depth": line.depth,
                "form": line.form,
                "says": FORMS_SAY[line.form],
                "states": line.states,
                "enclosure": line.enclosure or None,
            }
            for line in lines
        ],
    }


def _side(data: Sequence[Any]) -> str:
    return f"{'(['[not data[2]]}{data[0]}, {data[1]}{')]'[not data[3]]}"


def _print(row: dict[str, Any], steps: bool) -> None:
    if not row["holds"]:
        print(f"fails   {row['file']}: {row['reason']}")
        return
    count = len(row["steps"])
    where = ", ".join(f"{name} in {side}" for name, side in row["box"].items())
    print(f"holds   {row['file']}: {count} step{'' if count == 1 else 's'} verified")
    print(f"        {row['claim']}" + (f" for all {where}" if where else ""))
    print(f"        sha256 {row['sha256']}")
    for step in row["steps"] if steps else ():
        within = f"; the function is in {step['enclosure']}" if step["enclosure"] else ""
        print(f"        {'  ' * step['depth']}{step['form']}: {step['states']}{within}")


# -- writing ----------------------------------------------------------------------------------


def write_certificates(path: str | Path, certificates: Sequence[Any], verdict: str) -> None:
    """Write certificates to one file; without any say on standard error why there is none."""
    if not certificates:
        print(f"fdp-sym: no certificate is written: {verdict}", file=sys.stderr)
        return
    data = certificates[0] if len(certificates) == 1 else list(certificates)
    write_file(path, json.dumps(data))


def write_certificates_of(options: argparse.Namespace, folder: str) -> None:
    """Write the certificates of every entry that is wanted and has a check by boxes."""
    from .cli_entries import chosen_entries
    from .theorems.box_check import boxed

    library, chosen = chosen_entries(options)
    found = [
        (entry, check)
        for entry in map(library.entries.__getitem__, chosen)
        for check in getattr(entry, "checks", ())
        if isinstance(check, boxed)
    ]
    if not found:
        text = "no certificate is written: what is named has no check by boxes"
        print(f"fdp-sym: {text}", file=sys.stderr)
        return
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FdpError(f"{folder} cannot be made ({error.strerror}); name another") from error
    kept: dict[str, list[Any]] = {}
    with progress_bar("certificate", len(found)) as bar:
        for entry, check in found:
            replace(check, keep=kept.setdefault(entry.id, []).append).run(entry, None)
            bar.update()
    for name, certificates in kept.items():
        path = Path(folder) / f"{name}.json"
        if not certificates:  # one of an earlier run would pass for that of the entry as it is now
            path.unlink(missing_ok=True)
        write_certificates(path, certificates, f"{name} is not certified")
