"""Evaluate one entry: run its checks, refute its mutants, compute its own status."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sympy import Dummy, Symbol

from ..collecting import seldom_collected
from ..errors import DomainError, FdpError
from ..symbols import domain_of
from .checks import CheckResult, Step, find_witness
from .entries import Axiom, Entry, Note, Theorem
from .goals import SECONDS, need_facts, satisfied
from .own_code import own_code
from .statements import Generic, relations_of, show
from .verdict import Status

__all__ = ["MutantResult", "Result", "evaluate"]

_MUTANTS_OWED = 2


@dataclass(frozen=True)
class MutantResult:
    """A mutant, and the witness that refutes it (None: it survived)."""

    claim: str
    witness: Mapping[str, str] | None
    detail: str = ""


@dataclass(frozen=True)
class Result:
    """What was found about one entry on its own, before its ancestors cap it."""

    id: str
    kind: str
    own: Status
    detail: str = ""
    checks: tuple[CheckResult, ...] = ()
    mutants: tuple[MutantResult, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, read back by `from_json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """The result stored by `to_json`."""
        checks = tuple(
            CheckResult(
                how=c["how"],
                status=Status(c["status"]),
                detail=c["detail"],
                parts=tuple(c["parts"]),
                witness=c["witness"],
                trace=tuple(
                    Step(**{**t, "after": tuple(t["after"]), "needs": tuple(t["needs"])})
                    for t in c["trace"]
                ),
            )
            for c in data["checks"]
        )
        mutants = tuple(MutantResult(**m) for m in data["mutants"])
        rest = {k: data[k] for k in ("id", "kind", "detail", "witness", "seconds")}
        return cls(own=Status(data["own"]), checks=checks, mutants=mutants, **rest)


@dataclass(frozen=True)
class Context:
    """What a check may look at: the entries that its own entry says it uses."""

    uses: tuple[str, ...]
    library: Mapping[str, Entry]

    def entry(self, name: str) -> Any:
        """The used entry ``name``."""
        if name not in self.uses:
            raise FdpError(f"the proof uses {name!r}, which is not listed in `uses`")
        if name not in self.library:
            raise FdpError(f"the proof uses {name!r}, which no proof file defines")
        return self.library[name]


@seldom_collected()
def evaluate(entry: Entry, library: Mapping[str, Entry]) -> Result:
    """Run the checks and mutants of an entry; whatever goes wrong becomes status ``error``."""
    start = time.perf_counter()
    try:
        result = _evaluate(entry, library)
    except FdpError as error:
        result = Result(entry.id, entry.kind, Status.ERROR, str(error))
    except Exception as error:  # a defective proof file must not stop the others
        where = traceback.extract_tb(error.__traceback__)[-1]
        detail = f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
        result = Result(entry.id, entry.kind, Status.ERROR, detail)
    seconds = round(time.perf_counter() - start, 4)
    return Result(**{**result.__dict__, "seconds": seconds})


def _evaluate(entry: Any, library: Mapping[str, Entry]) -> Result:
    if isinstance(entry, (Axiom, Note)):
        return Result(entry.id, entry.kind, Status.CITED)
    if not entry.checks:
        return Result(entry.id, entry.kind, Status.ERROR, "no check is given")
    _need_one_meaning(entry)
    for function in {n.func for r in _relations(entry) for n in r.atoms(Generic)}:
        need_facts(function)
    if not satisfied(entry.given):
        raise DomainError("no point is found at which all hypotheses hold: the claim may be empty")
    context = Context(entry.uses, library)
    checks = tuple(check.run(entry, context) for check in entry.checks)
    own, detail = _status(checks, len(entry.parts))
    foreign = own_code(entry)
    if foreign and own.rank < Status.INCONCLUSIVE.rank:
        own = Status.INCONCLUSIVE
        detail = f"the proof file brings its own {' and '.join(foreign)}: not the toolkit's verdict"
    witness: Mapping[str, str] = next((c.witness for c in checks if c.status is Status.REFUTED), {})
    mutants = tuple(_refute_mutant(entry, m) for m in entry.mutants)
    if isinstance(entry, Theorem):
        survivors = [m.claim for m in mutants if m.witness is None]
        if len(mutants) < _MUTANTS_OWED:
            own = Status.ERROR
            detail = (
                f"{len(mutants)} mutants; a theorem owes {_MUTANTS_OWED}: wrong variants of its "
                "claim, which have to be refuted"
            )
        elif survivors and own is not Status.REFUTED:
            own = Status.ERROR
            detail = (
                f"mutant survives: {survivors[0]}; no point at which it is false was found (the "
                f"search ends after {SECONDS:g} seconds at most). If it is true, choose another; "
                "otherwise name a point with Mutant(claim, at={symbol: value})"
            )
    return Result(entry.id, entry.kind, own, detail, checks, mutants, witness)


def _relations(entry: Any) -> tuple[Any, ...]:
    return (*(r for part in entry.parts for r in relations_of(part)), *entry.given)


def _need_one_meaning(entry: Any) -> None:
    """Points, hints and bound variables go by name: a name has to mean one symbol in a part."""
    for part in entry.parts:
        named: dict[str, Any] = {}
        for relation in (*relations_of(part), *entry.given):
            for symbol in relation.atoms(Symbol) - relation.atoms(Dummy):
                if named.setdefault(str(symbol), symbol) != symbol:
                    domains = sorted(str(domain_of(s)) for s in (named[str(symbol)], symbol))
                    raise DomainError(
                        f"two symbols are called {symbol}, in {' and '.join(domains)}"
                    )


def _status(checks: tuple[CheckResult, ...], parts: int) -> tuple[Status, str]:
    """Each part gets its best check, the claim its weakest part; contradictions are errors."""
    failed = next((c for c in checks if c.status is Status.ERROR), None)
    if failed is not None:
        return Status.ERROR, failed.detail
    refutations = [c for c in checks if c.status is Status.REFUTED]
    if refutations:
        strong = [c for c in checks if c.status in (Status.PROVED, Status.CERTIFIED)]
        if any(set(s.parts) & set(r.parts) for s in strong for r in refutations):
            clash = f"{strong[0].how} says {strong[0].status}, {refutations[0].how} says refuted"
            return Status.ERROR, f"two checks contradict each other: {clash}"
        return Status.REFUTED, refutations[0].detail
    best = []
    for part in range(parts):
        covering = [c for c in checks if part in c.parts]
        if not covering:
            return Status.ERROR, f"no check covers part {part}"
        best.append(min(covering, key=lambda c: c.status.rank))
    weakest = max(best, key=lambda c: c.status.rank)
    return weakest.status, "" if weakest.status is Status.PROVED else weakest.detail


def _refute_mutant(entry: Any, mutant: Any) -> MutantResult:
    claim, given, hints = entry.mutated(mutant)
    shown = "; ".join(map(show, claim))
    found = find_witness(claim, given, hints, count=400)
    if found is None:
        return MutantResult(shown, None)
    witness, detail = found
    return MutantResult(shown, witness, detail)
