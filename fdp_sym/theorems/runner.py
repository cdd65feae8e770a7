"""The runner: evaluates entries as independent tasks, resumes, caps statuses along ``uses``.

A task is one entry under its digest. Finished results go to the ledger at once, so that an
interrupted run loses only what was being computed. Tasks go to any
``concurrent.futures.Executor``; without one they run in this process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, as_completed
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import FdpError
from ..progress import progress_bar
from .digest import entry_digest
from .entries import Axiom, Entry, Note
from .evaluate import Result, evaluate
from .ledger import Ledger
from .loader import Library, load
from .verdict import Status

__all__ = ["Outcome", "Report", "outcome_of", "select", "verify"]


@dataclass(frozen=True)
class Outcome:
    """A result with its status after capping and the axioms it rests on."""

    entry: Entry | None
    result: Result
    status: Status
    modulo: tuple[str, ...] = ()
    capped_by: str = ""

    def to_json(self) -> dict[str, Any]:
        """The shape of one element of ``verify --json``."""
        killed = sum(m.witness is not None for m in self.result.mutants)
        return {
            "id": self.result.id,
            "kind": self.result.kind,
            "title": self.entry.title if self.entry else "",
            "status": str(self.status),
            "modulo": list(self.modulo),
            "uses": list(self.entry.uses) if self.entry else [],
            "statement": getattr(self.entry, "statement", ""),
            "source": str(self.entry.source) if self.entry else "",
            "detail": self.detail,
            "witness": dict(self.result.witness) or None,
            "checks": [
                {"how": c.how, "verdict": str(c.status), "detail": c.detail}
                for c in self.result.checks
            ],
            "mutants": {
                "killed": killed,
                "survived": len(self.result.mutants) - killed,
                "witnesses": [
                    {"claim": m.claim, "witness": m.witness, "detail": m.detail}
                    for m in self.result.mutants
                ],
            },
            "number": getattr(self.entry, "number", None),
            "corrected": getattr(self.entry, "corrected", "") or None,
            "seconds": self.result.seconds,
        }

    @property
    def detail(self) -> str:
        """Why the status is what it is, where that needs saying."""
        if self.capped_by:
            return f"own status {self.result.own}, capped by {self.capped_by}"
        return self.result.detail


@dataclass
class Report:
    """All outcomes of a run, in the order of the suite, and every entry that was at hand."""

    outcomes: list[Outcome] = field(default_factory=list)
    reused: int = 0
    entries: Mapping[str, Entry] = field(default_factory=dict)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The outcomes as plain data."""
        return [outcome.to_json() for outcome in self.outcomes]


def select(library: Library, wanted: Iterable[str]) -> list[str]:
    """Ids to verify: those named (ids), those of the files or folders named, or all."""
    wanted = list(wanted)
    if not wanted:
        return list(library.entries)
    chosen: list[str] = []
    for name in wanted:
        if name in library.entries:
            chosen.append(name)
            continue
        path, exists = Path(name), os.path.exists(name)  # "" is no path, though Path("") is
        inside = [
            i
            for i, origin in library.origin.items()
            if exists and _is_inside(origin.resolve(), path.resolve())
        ]
        if not inside and not any(
            exists and _is_inside(b.path.resolve(), path.resolve()) for b in library.broken
        ):
            raise FdpError(_unknown(name, library))
        chosen.extend(inside)
    return list(dict.fromkeys(chosen))


def _unknown(name: str, library: Library) -> str:
    if name.endswith(".py") or os.sep in name:
        return f"{name}: no such file or folder; the current folder is {os.getcwd()}"
    longer = [i for i in library.entries if name and name.lower() in i][:3]
    near = longer or get_close_matches(name, library.entries, n=3)
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    return (
        f"unknown entry {name!r}{meant}; `fdp-sym list` shows the ids, and paths of proof files "
        "or folders are allowed too"
    )


def _is_inside(path: Path, place: Path) -> bool:
    return path == place or place in path.parents


def ancestors(name: str, entries: Mapping[str, Entry]) -> list[str]:
    """Everything that an entry uses, directly or not; a cycle or unknown id is an error."""
    if name not in entries:
        raise FdpError(f"unknown entry {name!r}")
    order: dict[str, None] = {}
    path = {name: iter(entries[name].uses)}  # no recursion: a chain may be long
    while path:
        current, left = next(reversed(path.items()))
        used = next(left, None)
        if used is None:
            order[current] = None
            del path[current]
        elif used in path:
            raise FdpError("`uses` has a cycle: " + " -> ".join((*path, used)))
        elif used not in entries:
            raise FdpError(f"{current} uses the unknown entry {used!r}")
        elif used not in order:
            path[used] = iter(entries[used].uses)
    return list(order)[:-1]


def verify(
    wanted: Iterable[str] = (),
    *,
    paths: Iterable[str | Path] = (),
    ledger: Ledger | None = None,
    fresh: bool = False,
    executor: Executor | None = None,
    few: int = 0,
    progress: bool = False,
) -> Report:
    """Verify entries and everything that they use.

    Parameters
    ----------
    wanted : iterable of str
        Ids or paths; nothing means the whole suite.
    paths : iterable of path
        Further proof files or folders to load.
    ledger : Ledger, optional
        Where finished results are kept; None keeps nothing.
    fresh : bool
        Evaluate everything again.
    executor : concurrent.futures.Executor, optional
        Where the tasks run; in this process without one.
    few : int
        Up to so many tasks run in this process all the same: they are done before a worker has
        loaded the suite.
    progress : bool
        A progress bar on standard error.
    """
    wanted, paths = list(wanted), list(paths)
    external = paths + [w for w in wanted if os.path.exists(w)]
    library = load(external)
    chosen = select(library, wanted)
    report = Report(entries=library.entries)
    problems: dict[str, str] = {}
    needed: dict[str, None] = {}
    for name in chosen:
        try:
            needed.update(dict.fromkeys(ancestors(name, library.entries)))
        except FdpError as error:
            problems[name] = str(error)
        needed[name] = None
    results: dict[str, Result] = {}
    digests: dict[str, str] = {}
    todo = []
    for name in needed:
        entry = library.entries[name]
        if name in problems:
            results[name] = Result(name, entry.kind, Status.ERROR, problems[name])
            continue
        try:
            digests[name] = entry_digest(entry, library.entries)
        except Exception as error:  # an entry that cannot be read is that entry's error
            results[name] = Result(name, entry.kind, Status.ERROR, f"no digest: {error}")
            continue
        stored = None if ledger is None or fresh else ledger.get(name, digests[name])
        if stored is not None:
            results[name] = stored
            report.reused += 1
        else:
            todo.append(name)
    with progress_bar("entry", len(todo), hidden=not progress or not todo) as bar:
        chosen_executor = executor if len(todo) > few else None
        for result in _run(todo, library, chosen_executor, [str(p) for p in external]):
            results[result.id] = result
            if ledger is not None:
                ledger.put(digests[result.id], result)
            bar.update()
    for name in chosen:
        report.outcomes.append(_capped(name, results, library.entries))
    for broken in library.broken:
        if not wanted or any(
            _is_inside(broken.path.resolve(), Path(w).resolve()) for w in wanted if Path(w).exists()
        ):
            failed = Result(broken.id, "theorem", Status.ERROR, f"{broken.path}: {broken.reason}")
            report.outcomes.append(Outcome(None, failed, Status.ERROR))
    return report


@lru_cache(maxsize=256)
def outcome_of(entry: Entry) -> Outcome:
    """The outcome of one entry, which need not be in the suite: recorded, or evaluated now.

    Parameters
    ----------
    entry : Entry
        What it uses is looked up in the suite.
    """
    entries = {**(loaded().entries if entry.uses else {}), entry.id: entry}
    try:
        needed = [*ancestors(entry.id, entries), entry.id]
    except FdpError as error:
        return Outcome(entry, Result(entry.id, entry.kind, Status.ERROR, str(error)), Status.ERROR)
    ledger = Ledger()
    results = {
        name: ledger.get(name, entry_digest(entries[name], entries))
        or evaluate(entries[name], entries)
        for name in needed
    }
    return _capped(entry.id, results, entries)


def _run(
    names: list[str], library: Library, executor: Executor | None, paths: list[str]
) -> Iterator[Result]:
    if executor is None:
        for name in names:
            yield evaluate(library.entries[name], library.entries)
        return
    tasks = [executor.submit(_task, name, paths) for name in names]
    try:
        for task in as_completed(tasks):
            yield task.result()
    except BrokenExecutor as error:
        raise FdpError(
            f"a worker process died ({error}); finished results are kept, and the same command "
            "goes on from them (with --jobs 1 in this process)"
        ) from error
    finally:
        for task in tasks:
            task.cancel()


_loaded: dict[tuple[str, ...], Library] = {}


def loaded(paths: Iterable[str] = ()) -> Library:
    """The suite and further proof files, loaded once in a process."""
    key = tuple(paths)
    if key not in _loaded:
        _loaded[key] = load(key)
    return _loaded[key]


def _task(name: str, paths: list[str]) -> Result:
    """One task in a worker, which loads the proof files itself (entries are not sent)."""
    entries = loaded(paths).entries
    return evaluate(entries[name], entries)


def _capped(name: str, results: Mapping[str, Result], entries: Mapping[str, Entry]) -> Outcome:
    """The status of an entry is no better than the weakest non-axiom that it uses."""
    entry, own = entries[name], results[name]
    try:
        used = ancestors(name, entries)
    except FdpError:
        return Outcome(entry, own, Status.ERROR)
    modulo = tuple(sorted(u for u in used if isinstance(entries[u], Axiom)))
    if isinstance(entry, (Axiom, Note)):
        return Outcome(entry, own, own.own, modulo)
    status, by = own.own, ""
    for u in used:
        if isinstance(entries[u], Axiom):
            continue
        theirs = results[u].own
        # what rests on a refuted or broken entry is not thereby refuted, only unproved
        limit = theirs if theirs.rank <= Status.CONSISTENT.rank else Status.INCONCLUSIVE
        if status.rank < limit.rank:
            status, by = limit, u
    return Outcome(entry, own, status, modulo, by)
