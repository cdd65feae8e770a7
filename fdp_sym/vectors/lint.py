"""Checking files of vectors: the rules, and every enclosure again at more digits."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from ..errors import DomainError, FdpError, PrecisionError
from ..executors import WorkerDied, results
from ..untrusted import printable
from .corpus import read_file
from .rounding import unit
from .rules import WIDE, Finding, about_file, about_schema, about_vector, same_question
from .truth import answer
from .vector import number

__all__ = ["Report", "lint", "verify"]

# more than a vector has, by enough to see a bound that is wrong in its last digit
_DIGITS = 60

Json = Mapping[str, Any]


@dataclass
class Report:
    """What was looked at, and what was found."""

    files: int = 0
    vectors: int = 0
    verified: int = 0
    findings: list[Finding] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {
            "files": self.files,
            "vectors": self.vectors,
            "verified": self.verified,
            "findings": [finding._asdict() for finding in self.findings],
        }


def lint(
    paths: Sequence[Path] = (),
    families: Iterable[str] | None = None,
    *,
    quick: bool = False,
    sample: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[str, int], Any] | None = None,
) -> Report:
    """Check files of vectors.

    Parameters
    ----------
    paths : sequence of Path
        Files, or folders of files; the corpus of the package by default.
    families : iterable of str, optional
        Only these.
    quick : bool
        Whether to compute no enclosure again.
    sample : int, optional
        How many enclosures to compute again, drawn with ``seed``; all by default.
    executor : Executor, optional
        Where they are computed; in this process without one.

    Raises
    ------
    DomainError
        If there is no such file or family.
    UnsupportedError
        If jsonschema is not installed.

    Examples
    --------
    >>> lint(families=["gaussian"], quick=True).findings
    []
    """
    from ..theorems.status import read_status

    report, sound = Report(), []
    theorems, seen = read_status(), dict[str, str]()
    for path in _files(paths, families):
        report.files += 1
        data = read_file(path)
        wrong = list(about_schema(data, path.stem))
        report.findings += wrong
        if wrong:
            continue
        report.vectors += len(data["vectors"])
        report.findings += about_file(data, path.stem, theorems)
        for vector in data["vectors"]:
            wrong = [*about_vector(vector, data["family"]), *_repeated(vector, seen)]
            report.findings += wrong
            if not wrong:
                sound.append(vector)
    if quick:
        return report
    if sample is not None:
        drawn = random.Random(seed).sample(range(len(sound)), min(sample, len(sound)))
        sound = [sound[i] for i in sorted(drawn)]
    # vectors of one composition together: its law is computed once
    tasks = [list(group) for _, group in groupby(sorted(sound, key=_steps), key=_steps)]
    with nullcontext() if progress is None else progress("verified", len(sound)) as bar:
        for vectors, found in results(_verify_all, tasks, executor):
            if isinstance(found, WorkerDied):
                found = [Finding(vector["id"], "verified", str(found)) for vector in vectors]
            report.verified += len(vectors)
            report.findings += found
            if bar is not None:
                bar.update(len(vectors))
    return report


def verify(vector: Json) -> Iterator[Finding]:
    """Compute the answer at more digits: it must lie inside the bounds, and fill them.

    A vector with the flag WIDE was not computed to all digits; its bounds must meet the new ones.
    """
    lower, upper = number(vector["lower"]), number(vector["upper"])
    try:
        ball = answer(vector, _DIGITS)
    except PrecisionError as error:
        if WIDE not in vector["flags"] or error.ball is None:
            yield Finding(vector["id"], "verified", f"not to {_DIGITS} digits: {error}")
        elif not (error.ball.lower <= upper and lower <= error.ball.upper):
            yield Finding(vector["id"], "truth", f"it lies in {error.ball.decimal()}")
        return
    except FdpError as error:
        yield Finding(vector["id"], "verified", f"{type(error).__name__}: {error}")
        return
    if not (lower <= ball.lower and ball.upper <= upper):
        yield Finding(vector["id"], "truth", f"it is {ball.decimal(45)}, outside of the bounds")
        return
    if WIDE in vector["flags"] or lower == upper:
        return
    # each end may be one unit of the last digit further out than the nearest
    if isinstance(upper, float) or upper - lower > 3 * unit(upper):
        yield Finding(vector["id"], "tight", f"the truth is {ball.decimal(45)}")


def _verify_all(vectors: list[Json]) -> list[Finding]:
    return [finding for vector in vectors for finding in verify(vector)]


def _steps(vector: Json) -> str:
    return str((vector["steps"], vector["relation"]))


def _repeated(vector: Json, seen: dict[str, str]) -> Iterator[Finding]:
    other = seen.setdefault(same_question(vector), vector["id"])
    if other != vector["id"]:
        yield Finding(vector["id"], "question", f"it is the same as that of {other}")


def _files(paths: Sequence[Path], families: Iterable[str] | None) -> list[Path]:
    found: list[Path] = []
    for path in paths or [Path(__file__).parent]:
        if os.path.isdir(path):  # False where pathlib raises
            inside = sorted(path.glob("*.json"))
            found += [p for p in inside if p.name != "schema.json" and p.name[0] != "."]
        elif os.path.isfile(path):
            found.append(path)
        else:
            raise DomainError(
                f"{printable(str(path), 200)}: no such file or folder; give files of vectors"
            )
    if families is not None:
        names = {path.stem for path in found}
        for family in families:
            if family not in names:
                raise DomainError(f"family {family!r}: allowed are {', '.join(sorted(names))}")
        found = [path for path in found if path.stem in set(families)]
    if not found:
        raise DomainError(f"{', '.join(map(str, paths))}: there is no file of vectors (*.json)")
    return found
