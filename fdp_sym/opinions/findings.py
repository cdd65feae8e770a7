"""All opinions about one entry, compared with what was recorded about it.

A finding is a contradiction: a statement recorded as proved with a counterexample, a refuted one
(a mutant, too) whose negation has no solution, a witness at which nothing is violated, a corner of
a certificate at which the sign is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..theorems.checks import listed
from ..theorems.goals import symbols_of
from ..theorems.statements import Decided, show
from .certificates import certificates_of, corners
from .points import LIBRARIES, Truth, exact_point, truth_of
from .smt import STEPS, SmtOpinion, ask_z3, together

__all__ = ["EntryOpinions", "Question", "answer", "opinions_about"]

Json = dict[str, Any]
_HOLDS = ("proved", "certified")
_INSTANCE = re.compile(r"\(instance (\d+) of the generic function\)")


@dataclass
class Tally:
    """What one library says about the points of an entry."""

    agree: int = 0
    contradict: int = 0
    open: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, found: Truth, expected: bool) -> None:
        """Count the truth of a statement that is claimed to hold or to fail."""
        if found.holds is None:
            self.open += 1
            reason = _short(found.reason)
            self.reasons[reason] = self.reasons.get(reason, 0) + 1
        elif found.holds is expected and not (expected and found.reason):
            self.agree += 1
        else:
            self.contradict += 1


@dataclass
class EntryOpinions:
    """The opinions about one entry.

    Attributes
    ----------
    smt : list of SmtOpinion
        About each part of the claim.
    mutants : list of SmtOpinion
        About each mutant.
    witnesses, listed, corners : mapping of library to Tally
        About the witnesses of the claim and its mutants, the points of finite lists, and the
        corners of certificates.
    findings : list of str
        Every contradiction, naming both sides.
    """

    id: str
    status: str
    smt: list[SmtOpinion] = field(default_factory=list)
    mutants: list[SmtOpinion] = field(default_factory=list)
    witnesses: dict[str, Tally] = field(default_factory=dict)
    listed: dict[str, Tally] = field(default_factory=dict)
    corners: dict[str, Tally] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def to_json(self) -> Json:
        """Plain data."""
        return asdict(self)

    @property
    def claim(self) -> SmtOpinion:
        """Z3's opinion about the whole claim."""
        return together(self.smt) if self.smt else SmtOpinion("none")


def opinions_about(
    entry: Any,
    row: Mapping[str, Any],
    *,
    smt: bool = True,
    points: bool = True,
    steps: int = STEPS,
    libraries: Iterable[str] = LIBRARIES,
) -> EntryOpinions:
    """Ask for all opinions about an entry and compare them with its recorded outcome.

    Parameters
    ----------
    entry : Entry
    row : mapping
        Its outcome as ``fdp-sym verify --json`` prints it.
    smt, points : bool
        Whether to ask Z3; whether to evaluate points.
    steps : int
        How much work Z3 may do for each question.
    libraries : iterable of str
        From ``MPFR, mpmath``.
    """
    found = EntryOpinions(entry.id, row["status"])
    if hasattr(entry, "parts"):
        if smt:
            _ask_z3(entry, row, steps, found)
        if points:
            for library in libraries:
                _evaluate_witnesses(entry, row, library, found)
                _evaluate_listed(entry, row, library, found)
                _evaluate_corners(entry, row, library, found)
    return found


@dataclass(frozen=True)
class Question:
    """What a worker is asked: an entry by its id, its outcome, and what `opinions_about` takes."""

    id: str
    paths: tuple[str, ...]
    row: Mapping[str, Any]
    asked: Mapping[str, Any]


def answer(question: Question) -> EntryOpinions:
    """The opinions about one entry, in a process that loads the proof files itself."""
    from ..theorems.runner import loaded

    entry = loaded(question.paths).entries[question.id]
    return opinions_about(entry, question.row, **question.asked)


# -- Z3 -----------------------------------------------------------------------------------------


def _ask_z3(entry: Any, row: Mapping[str, Any], steps: int, found: EntryOpinions) -> None:
    found.smt = [ask_z3(part, entry.given, steps) for part in entry.parts]
    claim = found.claim
    if claim.answer == "sat" and (
        row["status"] in ("proved", "consistent")
        or (row["status"] == "certified" and _is_certified_everywhere(entry))
    ):
        _finding(found, f"recorded as {row['status']}, but Z3 has a counterexample", claim)
    if row["status"] == "refuted" and claim.answer == "unsat" and claim.reading != "instances":
        _finding(found, "recorded as refuted, but Z3 proves it", claim)
    for number, mutant in enumerate(entry.mutants):
        parts, given, _ = entry.mutated(mutant)
        opinion = together(ask_z3(part, given, steps) for part in parts)
        found.mutants.append(opinion)
        if opinion.answer == "unsat" and opinion.reading != "instances":
            text = f"mutant {number + 1} ({'; '.join(map(show, parts))}) is refuted, but Z3 proves"
            _finding(found, f"{text} it", opinion)


def _is_certified_everywhere(entry: Any) -> bool:
    """Whether no check is about a list of points or a box in the domain."""
    return not any(isinstance(c, listed) or getattr(c, "box", None) for c in entry.checks)


def _finding(found: EntryOpinions, text: str, opinion: SmtOpinion) -> None:
    at = ", ".join(f"{name} = {value}" for name, value in opinion.witness.items())
    found.findings.append(f"{text} ({opinion.reading}{': ' + at if at else ''})")


# -- points -------------------------------------------------------------------------------------


def _evaluate_witnesses(
    entry: Any, row: Mapping[str, Any], library: str, found: EntryOpinions
) -> None:
    tally = found.witnesses.setdefault(library, Tally())
    for what, parts, given, witness, detail in _witnesses(entry, row):
        instance = _INSTANCE.search(detail)
        truth = _violated(parts, given, witness, library, int(instance[1]) - 1 if instance else 0)
        before = tally.contradict
        tally.add(truth, expected=False)
        if tally.contradict > before:
            at = ", ".join(f"{name} = {value}" for name, value in witness.items())
            found.findings.append(f"{what} is refuted at {at}, but {library} sees that it holds")


def _witnesses(entry: Any, row: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any, Any, str]]:
    if row["status"] == "refuted" and row["witness"] is not None:
        yield "the claim", entry.parts, entry.given, row["witness"], row["detail"]
    recorded = row["mutants"]["witnesses"]
    for number, (mutant, outcome) in enumerate(zip(entry.mutants, recorded, strict=True)):
        if outcome["witness"] is not None:
            parts, given, _ = entry.mutated(mutant)
            yield f"mutant {number + 1}", parts, given, outcome["witness"], outcome["detail"]


def _violated(parts: Any, given: Any, witness: Any, library: str, instance: int) -> Truth:
    """Whether all parts hold at a witness; it may be about the symbols of one part only."""
    result = Truth(True)
    for part in parts:
        if isinstance(part, Decided):
            point: Any = "a composition brings its own decision"
        else:
            point = exact_point(witness, symbols_of(part, given))
        if isinstance(point, str):
            truth = Truth(None, point)
        else:
            truth = truth_of(part, given, point, library, instance)
        if truth.holds is False:
            return truth
        if truth.holds is None:
            result = truth
    return result


def _evaluate_listed(
    entry: Any, row: Mapping[str, Any], library: str, found: EntryOpinions
) -> None:
    if row["status"] not in _HOLDS:
        return
    from ..theorems.checks import covered_parts

    tally = found.listed.setdefault(library, Tally())
    for check in entry.checks:
        if not isinstance(check, listed):
            continue
        for part in covered_parts(check.part, len(entry.parts)):
            statement = entry.parts[part]
            for at in check.at or ({},):
                witness = {str(name): str(value) for name, value in at.items()}
                point = exact_point(witness, symbols_of(statement, entry.given))
                truth = (
                    Truth(None, point)
                    if isinstance(point, str)
                    else truth_of(statement, entry.given, point, library)
                )
                before = tally.contradict
                tally.add(truth, expected=True)
                if tally.contradict > before:
                    found.findings.append(
                        f"part {part} is certified at {witness}, but {library} sees that it fails"
                    )


def _evaluate_corners(
    entry: Any, row: Mapping[str, Any], library: str, found: EntryOpinions
) -> None:
    if row["status"] not in _HOLDS:
        return
    tally = found.corners.setdefault(library, Tally())
    for certificate in certificates_of(entry):
        for text in contradicted_corners(certificate, library, tally):
            found.findings.append(text)


def contradicted_corners(
    certificate: Mapping[str, Any], library: str, tally: Tally
) -> Iterator[str]:
    """The corners at which a library sees another sign than a certificate claims, in words."""
    for relation, point in corners(certificate):
        if point is None:
            tally.add(Truth(None, "a corner at infinity"), expected=True)
            continue
        before = tally.contradict
        tally.add(truth_of(relation, (), point, library), expected=True)
        if tally.contradict > before:
            at = ", ".join(f"{v} = {value}" for v, value in point.items())
            yield f"a certificate says {show(relation)} at {at}, {library} sees that it fails"


def _short(reason: str) -> str:
    """A reason without what is particular to one point, to be counted."""
    return re.sub(r"[:=] .*", "", reason)[:72]
