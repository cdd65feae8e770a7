"""The runner: evaluates entries as independent tasks, resumes, caps statuses along ``uses``.

A task is one entry under its digest. Finished results go to the ledger at once, so that an
interrupted run loses only what was being computed. Tasks go to any
``concurrent.futures.Executor``; without one they run in this process. While they run, this
process looks for the next ones.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ..errors import FdpError
from ..executors import WorkerDied
from ..executors import results as results_of
from ..progress import progress_bar
from ..untrusted import printable
from .digest import entry_digest
from .entries import Axiom, Entry, Note
from .evaluate import Result, evaluate
from .ledger import Ledger
from .loader import Library, load
from .verdict import Status

__all__ = ["Outcome", "Report", "outcome_of", "select", "verify"]

_SHOWN = 10  # entries of a cycle


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
        inside = [i for i, origin in library.origin.items() if exists and _is_inside(origin, path)]
        if not inside and not any(exists and _is_inside(b.path, path) for b in library.broken):
            raise FdpError(_unknown(name, library))
        chosen.extend(inside)
    return list(dict.fromkeys(chosen))


def _unknown(name: str, library: Library) -> str:
    name = printable(name, 200)
    if name.endswith(".py") or os.sep in name:
        return f"{name}: no such file or folder; the current folder is {os.getcwd()}"
    longer = [i for i in library.entries if name and name.lower() in i][:3]
    file = [f"{name}.py"] if os.path.isfile(f"{name}.py") else []
    near = file or longer or get_close_matches(name, library.entries, n=3)
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    return (
        f"unknown entry {name!r}{meant}; `fdp-sym list` shows the ids, and paths of proof files "
        "or folders are allowed too"
    )


def _is_inside(path: Path, place: Path) -> bool:
    inner, outer = Path(os.path.realpath(path)), Path(os.path.realpath(place))
    return inner == outer or outer in inner.parents


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
            cycle = [*path, used]
            shown = cycle if len(cycle) <= _SHOWN else [*cycle[: _SHOWN - 2], "…", used]
            raise FdpError("`uses` has a cycle: " + " -> ".join(shown))
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
    wanted = list(wanted)
    external = [*map(str, paths), *(w for w in wanted if os.path.exists(w))]
    with progress_bar("file", hidden=not progress):
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

    def unknown() -> Iterator[str]:
        """What has to be evaluated; it is looked up only as far as somebody asks for more."""
        for name in _longest_first(needed, ledger) if executor else needed:
            entry = library.entries[name]
            found = None
            if name in problems:
                found = Result(name, entry.kind, Status.ERROR, problems[name])
            else:
                try:
                    digests[name] = entry_digest(entry, library.entries)
                except Exception as error:  # an entry that cannot be read is that entry's error
                    found = Result(name, entry.kind, Status.ERROR, f"no digest: {error}")
            if found is None and ledger is not None and not fresh:
                found = ledger.get(name, digests[name])
                report.reused += found is not None
            if found is None:
                yield name
            else:
                results[name] = found
                bar.update()

    with progress_bar("entry", len(needed), hidden=not progress) as bar:
        names = unknown()
        first = list(islice(names, few + 1))
        place = executor if len(first) > few else None
        for result, lasting in _run(chain(first, names), library, place, external):
            results[result.id] = result
            if ledger is not None and lasting:
                ledger.put(digests[result.id], result)
            bar.update()
    for name in chosen:
        report.outcomes.append(_capped(name, results, library.entries))
    for broken in library.broken:
        if not wanted or any(_is_inside(broken.path, Path(w)) for w in wanted if os.path.exists(w)):
            failed = Result(broken.id, "theorem", Status.ERROR, str(broken))
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
    names: Iterable[str],
    library: Library,
    executor: Executor | None,
    paths: list[str],
) -> Iterator[tuple[Result, bool]]:
    """Results, and whether they would be the same another time."""
    if executor is None:
        yield from ((evaluate(library.entries[name], library.entries), True) for name in names)
        return
    places = tuple(map(os.path.abspath, paths))
    task = partial(_task, paths=places, digest=_files_digest(places))
    for name, found in results_of(task, names, executor):
        if isinstance(found, WorkerDied):
            yield Result(name, library.entries[name].kind, Status.ERROR, str(found)), False
        else:
            yield found, True


def _longest_first(names: Iterable[str], ledger: Ledger | None) -> list[str]:
    """In the order of what they took another time, so that none is left alone at the end."""
    took = {name: 0.0 if ledger is None else ledger.seconds(name) for name in names}
    return sorted(took, key=lambda name: -took[name])


_loaded: dict[tuple[str, ...], tuple[str, Library]] = {}


def loaded(paths: Iterable[str] = ()) -> Library:
    """The suite and further proof files, loaded once in a process, and when those change."""
    key = tuple(paths)
    digest = _files_digest(key)
    if key not in _loaded or _loaded[key][0] != digest:
        _loaded[key] = digest, load(key)
    return _loaded[key][1]


def _files_digest(paths: tuple[str, ...]) -> str:
    text = hashlib.sha256()
    for path in map(Path, paths):
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            text.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return text.hexdigest()


def _task(name: str, paths: tuple[str, ...], digest: str) -> Result:
    """One task in a worker, which loads the proof files itself (entries are not sent)."""
    if not all(map(os.path.exists, paths)) or _files_digest(paths) != digest:
        raise FdpError(f"a worker has other files under {', '.join(paths)}; copy them there")
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
