"""All mutants of all entries, or a sample: a task per entry, resumable, on any executor."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from ..errors import FdpError
from ..executors import WorkerDied, results
from ..progress import progress_bar
from ..theorems.digest import entry_digest
from ..theorems.entries import Claim, Theorem
from ..theorems.fingerprint import proof_roots, sources_digest
from ..theorems.ledger import Ledger
from ..theorems.runner import loaded, select
from ..theorems.status import read_status
from ..theorems.verdict import Status
from .changed import Mutation, mutations
from .judge import Judge
from .logic import Fate, Judged
from .refuting import AS_RECORDED

__all__ = ["EntryMutants", "MutationReport", "mutate", "read_survivors", "survivors_path"]

EVERY = 8  # of the mutants that points refute, the checks are asked about so many
_PROVED = (Fate.EQUIVALENT, Fate.TRUE)
_AT = "false: at "  # the start of a reason that is a point
_FEW = 4  # entries that are done before a worker has loaded the suite
MUTANT_SECONDS = 8.0  # of processor time for one mutant; then it counts as a survivor
_AGAIN = 0.5  # seconds after which the alarm is repeated if something went on
_UNDECIDED = f"undecided in {MUTANT_SECONDS:g} seconds"


@dataclass(frozen=True)
class EntryMutants:
    """The mutants of one entry, what became of each, and why there are none."""

    id: str
    mutants: tuple[Judged, ...] = ()
    inexpressible: tuple[tuple[str, str], ...] = ()
    skipped: str = ""
    seconds: float = 0.0

    @property
    def counts(self) -> dict[str, int]:
        """How many mutants met each fate."""
        return _counts(self.mutants)

    def to_json(self) -> dict[str, Any]:
        """Plain data, read back by `from_json`."""
        return {**asdict(self), "counts": self.counts}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EntryMutants:
        """What `to_json` made."""
        mutants = tuple(Judged(**{**m, "fate": Fate(m["fate"])}) for m in data["mutants"])
        inexpressible = tuple((what, why) for what, why in data["inexpressible"])
        return cls(data["id"], mutants, inexpressible, data["skipped"], data["seconds"])


def _counts(mutants: Iterable[Judged]) -> dict[str, int]:
    found = dict.fromkeys(map(str, Fate), 0)
    for mutant in mutants:
        found[str(mutant.fate)] += 1
    return found


@dataclass
class MutationReport:
    """What became of the mutants of several entries.

    Attributes
    ----------
    entries : list of EntryMutants
        In the order of the suite.
    known : mapping of (id, what) to reason
        Survivors that a person has looked at.
    complete : bool
        Whether all mutants of the entries were judged, not a sample.
    """

    entries: list[EntryMutants] = field(default_factory=list)
    known: Mapping[tuple[str, str], str] = field(default_factory=dict)
    complete: bool = True
    reused: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many mutants met each fate, in all."""
        return _counts(m for e in self.entries for m in e.mutants)

    def of(self, fate: Fate) -> list[tuple[str, Judged]]:
        """The mutants with a fate, with the ids of their entries."""
        return [(e.id, m) for e in self.entries for m in e.mutants if m.fate is fate]

    @property
    def unexplained(self) -> list[tuple[str, Judged]]:
        """Survivors without a recorded reason."""
        return [(i, m) for i, m in self.of(Fate.SURVIVED) if (i, m.what) not in self.known]

    @property
    def stale(self) -> list[tuple[str, str]]:
        """Records of these entries of which the contrary was found, or that name no mutant."""
        return [
            key
            for key, found in self._of_known().items()
            if (self.complete if found is None else _is_wrong(self.known[key], found))
        ]

    @property
    def needless(self) -> list[tuple[str, str]]:
        """Records that were found to be right without them, which depends on the machine."""
        return [
            key
            for key, found in self._of_known().items()
            if found is not None and _is_needless(self.known[key], found)
        ]

    def _of_known(self) -> dict[tuple[str, str], Judged | None]:
        """What became of the recorded survivors of these entries; None: no such mutant."""
        judged = {(e.id, m.what): m for e in self.entries for m in e.mutants}
        covered = {e.id for e in self.entries}
        return {key: judged.get(key) for key in self.known if key[0] in covered}


def _is_wrong(reason: str, found: Judged) -> bool:
    contrary = (Fate.KILLED,) if reason.startswith("true: ") else _PROVED
    return found.fate in (*contrary, Fate.UNSOUND)


def _is_needless(reason: str, found: Judged) -> bool:
    if reason.startswith("true: "):
        return found.fate in _PROVED
    return found.fate is Fate.KILLED and not found.detail.startswith(AS_RECORDED)


def _point(reason: str) -> dict[str, str]:
    """The point that a reason gives for a mutant that is false, if it is one of numbers."""
    if not reason.startswith(_AT):
        return {}
    pairs = (pair.partition(" = ") for pair in reason.removeprefix(_AT).split(", "))
    return {name: value for name, _, value in pairs}


def survivors_path() -> Path:
    """Where the survivors of the shipped suite are recorded, each with a reason."""
    return proof_roots()[0] / "SURVIVORS"


def read_survivors() -> dict[tuple[str, str], str]:
    """The recorded survivors, {(id, change): reason}.

    A reason is ``true: why``, ``false: why`` or ``false: at x = 1/2, n = 3``, a point that is
    looked at where nothing else decides.
    """
    path = survivors_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    known = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        row = line.split(" | ")
        if len(row) != 3 or not row[2].startswith(("true: ", "false: ")):
            allowed = "id | change | true: why, or false: why, or false: at x = 1/2, n = 3"
            raise FdpError(f"{path}: {line[:60]!r}: allowed is {allowed}")
        known[row[0], row[1]] = row[2]
    return known


def mutate(
    wanted: Iterable[str] = (),
    *,
    ledger: Ledger | None = None,
    fresh: bool = False,
    executor: Executor | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: bool = False,
) -> MutationReport:
    """Judge the mutants of entries.

    Parameters
    ----------
    wanted : iterable of str
        Ids or paths; nothing means the whole suite.
    ledger : Ledger, optional
        Where finished entries are kept.
    fresh : bool
        Judge everything again.
    executor : concurrent.futures.Executor, optional
        Where the tasks run; in this process without one.
    sample : int, optional
        At most so many mutants, drawn evenly from the entries; nothing is kept of them.
    seed : int
        Another seed draws another sample.
    progress : bool
        A progress bar on standard error.
    """
    wanted = list(wanted)
    paths = tuple(name for name in wanted if os.path.exists(name))
    library = loaded(paths)
    names = [n for n in select(library, wanted) if isinstance(library.entries[n], (Theorem, Claim))]
    if library.broken:
        broken = library.broken[0]
        raise FdpError(str(broken))
    report = MutationReport(known=read_survivors(), complete=sample is None)
    store = None if ledger is None or sample is not None else MutantLedger(ledger)
    shares = dict.fromkeys(names) if sample is None else _shares(names, sample, seed)
    digests, found, todo = {}, {}, []
    own = sources_digest(Path(__file__).parent)  # the engine's does not count this package
    for name in shares:
        if store is None:
            todo.append(name)
            continue
        entry = entry_digest(library.entries[name], library.entries)
        digests[name] = entry + own + _points_digest(name, report.known)
        stored = None if fresh else store.entry(name, digests[name])
        if stored is None:
            todo.append(name)
        else:
            found[name] = stored
            report.reused += 1
    with progress_bar("entry", len(todo), hidden=not progress or not todo) as bar:
        items = [(name, shares[name], seed, paths) for name in todo]
        for (name, *_), result in results(_task, items, executor if len(items) > _FEW else None):
            if isinstance(result, WorkerDied):
                raise FdpError(f"{name}: {result}")
            found[name] = result
            if store is not None:
                store.keep(digests[name], result)
            bar.update()
    report.entries = [found[name] for name in shares]
    return report


def _points_digest(name: str, known: Mapping[tuple[str, str], str]) -> str:
    """Of the recorded points: another one may decide another mutant of the entry."""
    points = sorted((w, r) for (i, w), r in known.items() if i == name and _point(r))
    return hashlib.sha256(repr(points).encode()).hexdigest() if points else ""


def _rank(seed: int, *names: str) -> str:
    """A place in an order that looks random and is the same everywhere."""
    return hashlib.sha256("\0".join((str(seed), *names)).encode()).hexdigest()


def _shares(names: list[str], sample: int, seed: int) -> dict[str, int | None]:
    """How many mutants of which entries make a sample."""
    order = sorted(names, key=lambda name: _rank(seed, name))
    rounds, rest = divmod(sample, len(order) or 1)
    shares = {name: rounds + (i < rest) for i, name in enumerate(order)}
    return {name: shares[name] for name in names if shares[name]}


def _task(item: tuple[str, int | None, int, tuple[str, ...]]) -> EntryMutants:
    """One task, perhaps in a worker, which loads the proof files itself."""
    name, share, seed, paths = item
    entries = loaded(paths).entries
    return entry_mutants(entries[name], entries, share, seed)


def entry_mutants(
    entry: Any, library: Mapping[str, Any], share: int | None = None, seed: int = 0
) -> EntryMutants:
    """The mutants of one entry: all, or a share of them."""
    start = time.process_time()
    recorded = read_status().get(entry.id)
    why = "its claim is not proved: a wrong variant of it need not be false"
    if recorded is not None and recorded not in (Status.PROVED, Status.CERTIFIED):
        return EntryMutants(entry.id, skipped=why)
    judge = Judge(entry, library, recorded is not None, every=1 if share else EVERY)
    if not all(judge.proved.values()):
        return EntryMutants(entry.id, skipped=why)
    found = mutations(entry)
    chosen = found.mutants
    if share is not None:
        order = sorted(range(len(chosen)), key=lambda i: _rank(seed, entry.id, str(i)))
        chosen = [chosen[i] for i in sorted(order[:share])]
    known = read_survivors()
    judged = tuple(_judged(judge, m, known.get((entry.id, m.what), "")) for m in chosen)
    seconds = round(time.process_time() - start, 3)
    return EntryMutants(entry.id, judged, tuple(found.inexpressible), "", seconds)


def _judged(judge: Judge, mutant: Mutation, reason: str = "") -> Judged:
    """The fate of a mutant; of one that survives, what the point says that is recorded for it."""
    found = _within_time(mutant, judge.judge)
    if found.fate is not Fate.SURVIVED or not (at := _point(reason)):
        return found

    def again(mutant: Mutation) -> Judged:
        refutation = judge.false.at_recorded(mutant, at)
        if refutation is None:
            return found
        return Judged(mutant.what, "", Fate.KILLED, refutation[1], refutation[0])

    return _within_time(mutant, again)


def _within_time(mutant: Mutation, judged: Callable[[Mutation], Judged]) -> Judged:
    try:
        with _processor_time(MUTANT_SECONDS):
            return judged(mutant)
    except _TooLong:
        detail = _UNDECIDED
    except Exception as error:  # a mutant may be anything; what cannot be judged is no success
        detail = f"not judged: {type(error).__name__}: {error}"
        if isinstance(error.__cause__, _TooLong):  # as compiled code hands it on
            detail = _UNDECIDED
    return Judged(mutant.what, mutant.text, Fate.SURVIVED, detail)


class _TooLong(BaseException):
    """Passes every handler of errors on its way out."""


@contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """Leave the block after so many seconds, where the system has such an alarm."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class MutantLedger(Ledger):
    """The mutants of entries, beside their results and valid under the same digests."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger.directory / "mutants")

    def entry(self, name: str, digest: str) -> EntryMutants | None:
        """What is stored of an entry under this digest."""
        data = self._read(f"{name}.json")
        if data is None or data.get("digest") != digest:
            return None
        try:
            return EntryMutants.from_json(data["result"])
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, digest: str, found: EntryMutants) -> None:
        """Store the mutants of an entry."""
        self._write(f"{found.id}.json", {"digest": digest, "result": found.to_json()})
