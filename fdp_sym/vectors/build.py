"""Building the corpus: questions of the families, answered with certainty, written outward.

What is finished is kept beside the target while a family is built, so that an interrupted run goes
on; a file of the corpus itself appears whole or not at all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import __version__
from ..errors import DomainError, FdpError, PrecisionError
from ..executors import WorkerDied, results
from ..whole_files import write_whole
from .corpus import FORMAT, file_text, read_file
from .families import discover
from .questions import Question
from .rounding import DIGITS, decimal_outward, double_outward
from .truth import answer
from .vector import number, unsafe_side

__all__ = ["ENGINE", "Built", "build", "chosen", "outward", "solve"]

# vectors of another version are computed anew
ENGINE = f"fdp_sym {__version__}"
WIDE = "WIDE"
# the answer is enclosed by more than is written, so that the outward ends are next to each other
_SPARE = 4
# also what is killed loses little
_SECONDS_BETWEEN_SAVES = 10
_ANSWERS = ("lower", "upper", "doubles")

Json = dict[str, Any]


@dataclass
class Built:
    """What became of a family."""

    family: str
    vectors: int
    computed: int
    kept: int
    failures: list[tuple[str, str]] = field(default_factory=list)


def outward(ball: Any) -> Json:
    """The bounds of a ball as a vector has them: outward decimals and doubles.

    Examples
    --------
    >>> from fdp_sym.balls import Ball
    >>> outward(Ball("1/2", "1/2"))
    {'lower': '0.5', 'upper': '0.5', 'doubles': ['0.5', '0.5']}
    """
    lower, upper = decimal_outward(ball.lower, -1), decimal_outward(ball.upper, 1)
    doubles = [double_outward(number(lower), -1), double_outward(number(upper), 1)]
    return {"lower": lower, "upper": upper, "doubles": doubles}


def solve(question: Mapping[str, Any], wide: bool = False) -> Json:
    """The outward bounds of the answer; ``wide`` allows less than 40 digits of it.

    Raises
    ------
    PrecisionError
        If fewer digits are reached and ``wide`` is not allowed.
    """
    try:
        ball = answer(question, DIGITS + _SPARE)
    except PrecisionError as error:
        if not wide or error.ball is None:
            raise
        ball = error.ball
    return outward(ball)


def chosen(families: Iterable[str] | None) -> dict[str, ModuleType]:
    """The modules of these families, or of all.

    Raises
    ------
    DomainError
        For a family that has no module.
    """
    known = discover()
    names = list(known if families is None else families)
    for name in names:
        if name not in known:
            raise DomainError(f"family {name!r}: allowed are {', '.join(known)}")
    return {name: known[name] for name in names}


def build(
    target: Path,
    families: Iterable[str] | None = None,
    *,
    executor: Executor | None = None,
    fresh: bool = False,
    progress: Callable[[str, int], Any] = lambda family, total: _Silent(),
) -> list[Built]:
    """Write the files of the families into a folder.

    Parameters
    ----------
    target : Path
        The folder. Vectors of its files with the same question and engine are kept.
    families : iterable of str, optional
        Only these.
    executor : Executor, optional
        Where they are computed; in this process without one.
    fresh : bool
        Whether to compute everything anew.
    progress : callable, optional
        Makes a bar, with ``update(n)``, of a family and the number of its open questions.

    Returns
    -------
    list of Built
        A family with failures has no new file.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FdpError(f"{target}: no folder can be made there ({error}); give another") from None
    if not os.access(target, os.W_OK):
        raise FdpError(f"{target}: nothing can be written there; give another folder")
    return [
        _build_family(target, name, module, executor, fresh, progress)
        for name, module in chosen(families).items()
    ]


def _build_family(
    target: Path,
    family: str,
    module: ModuleType,
    executor: Executor | None,
    fresh: bool,
    progress: Callable[[str, int], Any],
) -> Built:
    questions: dict[str, Question] = {}
    for question in module.questions():
        if questions.setdefault(question.id(family), question) != question:
            raise FdpError(f"{family}: {question.id(family)} is asked twice, in different words")
    path, partial = target / f"{family}.json", target / f".{family}.unfinished"
    known = {} if fresh else {**_answers(path), **_answers(partial)}
    solved = {name: known[name] for name in questions if name in known}
    open_ = [(name, q) for name, q in questions.items() if name not in solved]
    built = Built(family, len(questions), len(open_), len(solved))
    # questions about one composition together: its law is computed once
    tasks = [
        [(name, q.to_json(), WIDE in q.flags) for name, q in group]
        for _, group in groupby(open_, key=lambda item: item[1].steps)
    ]
    notes, saved = dict(sorted(module.notes.items())), time.monotonic()
    try:
        with progress(family, len(open_)) as bar:
            for task, done in results(_solve_all, tasks, executor):
                if isinstance(done, WorkerDied):
                    done = [(name, {}, str(done)) for name, _, _ in task]
                for name, values, reason in done:
                    if reason:
                        built.failures.append((name, reason))
                    else:
                        solved[name] = values
                bar.update(len(done))
                if time.monotonic() > saved + _SECONDS_BETWEEN_SAVES:
                    write_whole({partial: _file(family, notes, questions, solved)})
                    saved = time.monotonic()
    finally:
        if built.failures or len(solved) < len(questions):
            write_whole({partial: _file(family, notes, questions, solved)})
    if not built.failures:
        write_whole({path: _file(family, notes, questions, solved)})
        partial.unlink(missing_ok=True)
    return built


def _solve_all(task: list[tuple[str, Json, bool]]) -> list[tuple[str, Json, str]]:
    done: list[tuple[str, Json, str]] = []
    for name, question, wide in task:
        try:
            done.append((name, solve(question, wide), ""))
        except FdpError as error:
            done.append((name, {}, f"{type(error).__name__}: {error}"))
    return done


def _answers(path: Path) -> dict[str, Json]:
    """The bounds in a file by id, if this engine has computed them."""
    if not path.exists():
        return {}
    data = read_file(path)
    if data.get("format") != FORMAT or data.get("engine") != ENGINE:
        return {}
    return {v["id"]: {key: v[key] for key in _ANSWERS} for v in data["vectors"]}


def _file(
    family: str,
    notes: Mapping[str, str],
    questions: Mapping[str, Question],
    solved: Mapping[str, Json],
) -> str:
    vectors = []
    for name in sorted(solved):
        q = questions[name]
        vectors.append(
            {
                "id": name,
                **q.to_json(),
                **solved[name],
                "unsafe": unsafe_side(q.quantity),
                "flags": sorted(q.flags),
                "theorem": q.theorem,
                "comment": q.comment,
            }
        )
    used = {flag for vector in vectors for flag in vector["flags"]}
    head = {"format": FORMAT, "engine": ENGINE, "family": family}
    kept = {flag: note for flag, note in notes.items() if flag in used}
    return file_text({**head, "notes": kept, "vectors": vectors})


class _Silent:
    """A bar that shows nothing."""

    def __enter__(self) -> _Silent:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def update(self, n: int) -> None:
        """Count n more."""
