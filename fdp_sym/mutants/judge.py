"""What becomes of a mutant: is the mistake found, or is there none?

* ``killed``: false at an exact point of its domain, certified by balls or exact arithmetic, there
  or of what the proved original makes of it;
* ``equivalent``: it says the same, by exact arithmetic or because both are proved equations;
* ``true as well``: it follows from the original or is proved itself; nothing wrong to be found;
* ``survived``: neither, within the time; a failure unless a person knows why;
* ``unsound``: false at a point **and** proved, a defect of the checker.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from sympy import S
from sympy.core.relational import Relational

from ..deciding import decided
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.box_check import boxed
from ..theorems.checks import (
    CheckResult,
    balls,
    counterexample,
    covered_parts,
    listed,
    mpmath_points,
)
from ..theorems.evaluate import Context
from ..theorems.goals import (
    complete,
    instance_count,
    symbols_of,
    truth_at,
)
from ..theorems.statements import Decided, Iff, Statement, show
from ..theorems.verdict import Status
from .carried import in_symbols, proved_alike
from .certificates import certified
from .changed import Mutation, renamed
from .companions import companions
from .consequences import by_cases, under_other_names
from .dominated import by_dominated_convergence, claims_around
from .ends import holds_at_the_end
from .inverses import by_inverses
from .known import follows_from_parts
from .logarithms import by_logarithms
from .logic import (
    Fate,
    Judged,
    contradict,
    is_proved,
    other_claim,
    other_hypotheses,
    proved_as,
    with_binders,
)
from .points import (
    by_the_original,
    relation_of,
)
from .pointwise import value_by_value
from .refuting import Refuter, located
from .supports import by_supports
from .tails import by_tails

__all__ = ["Judge"]

_NO_PROOFS = (balls, mpmath_points, counterexample)
_BOXES, _SECONDS = 200, 1.0  # for the box prover, for each relation
_SLOW = 0.5  # seconds of a proof
_SIDE = 2  # of a box in place of an unbounded domain


class Judge:
    """Judges the mutants of one entry.

    Parameters
    ----------
    entry : Theorem or Claim
        Whose claim is proved or certified by its own checks.
    library : mapping of id to Entry
        Where the entries are that its proof uses.
    trusted : bool
        Whether it is on record that the entry is proved: its checks are not run again.
    every : int
        The checks are run on every so-many-th of the mutants that the first points refute.
    """

    def __init__(
        self, entry: Any, library: Mapping[str, Any], trusted: bool = False, every: int = 1
    ) -> None:
        self.entry = entry
        self.context = Context(entry.uses, library)
        self.every = every
        self._killed = 0
        count = len(entry.parts)
        strong = [c for c in entry.checks if not isinstance(c, _NO_PROOFS)]
        if not trusted:
            strong = [c for c in strong if _proves(c.run(entry, self.context))]
        self.proved = {
            i: tuple(c for c in strong if i in covered_parts(getattr(c, "part", None), count))
            for i in range(count)
        }
        self.false = Refuter(entry, self.proved)
        self._alone: dict[int, tuple[Any, ...]] = {}

    def alone(self, part: int) -> tuple[Any, ...]:
        """The checks that prove a part without the others; a step may have been for them."""
        if part not in self._alone:
            self._alone[part] = self._found_alone(part)
        return self._alone[part]

    def _found_alone(self, part: int) -> tuple[Any, ...]:
        known = [c for c in self.proved[part] if _covers_one(c, len(self.entry.parts))]
        if known:
            return tuple(map(_of_one_part, known))
        entry = replace(self.entry, claim=(self.entry.parts[part],), checks=(), mutants=())
        checks = tuple(map(_of_one_part, self.proved[part]))
        return tuple(c for c in checks if _proves(_run(c, entry, self.context)))

    def judge(self, mutant: Mutation) -> Judged:
        """The fate of a mutant."""
        fate, detail, witness = self._fate(mutant)
        claim = "" if fate is Fate.KILLED else mutant.text
        return Judged(mutant.what, claim, fate, detail, witness)

    def _fate(self, mutant: Mutation) -> tuple[Fate, str, Mapping[str, str]]:
        lost = self.false.under_integrals(mutant) or self.false.divided(mutant)
        if lost:  # the checks would evaluate what has no value
            return Fate.KILLED, lost[1], lost[0]
        found = self.false.at_once(mutant)
        if found and self._spared():
            return Fate.KILLED, found[1], found[0]
        why = None if found else self._by_logic(mutant)
        if why:
            return *why, {}
        found = found or self.false.soon(mutant)
        start = time.process_time()
        proof, refutation = self._checked(mutant)
        found = found or refutation
        if not proof and not found and time.process_time() - start > _SLOW:
            found = self.false.in_passing(mutant)  # other proofs take longer
        if proof and found:
            return Fate.UNSOUND, f"{found[1]}; but {proof}", found[0]
        if proof:
            fate, detail = proved_as(self.entry, mutant, proof)
            return fate, detail, {}
        why = None if found else self._follows(mutant) or self._by_another_proof(mutant)
        if why:
            return *why, {}
        if not found and self._by_products(mutant):
            return Fate.TRUE, "a sum of products of what is known", {}
        found = found or self.false.at_last(mutant)
        if found:
            return Fate.KILLED, found[1], found[0]
        return self._with_the_original(mutant) or self._at_length(mutant)

    def _spared(self) -> bool:
        """Whether the checks are not asked about this killed mutant, to save time."""
        self._killed += 1
        return self._killed % self.every != 0

    def _with_the_original(self, mutant: Mutation) -> tuple[Fate, str, Mapping[str, str]] | None:
        """The fate when one side of a proved equation is put for the other."""
        for other in by_the_original(self._equations(), mutant):
            found = self.false.at_points(other, 0)
            if found:
                return Fate.KILLED, f"there, because of the original: {other.text}", found[0]
            (part,) = (other.claim[i] for i in other.changed)
            if is_proved(part, other.given):
                return Fate.TRUE, f"the same as {show(part)}, because of the original", {}
        return None

    def _equations(self) -> list[Relational]:
        """The parts of the original that are equations, wherever their hypotheses hold."""
        return [part for part in self._proved_parts() if part.rel_op == "=="]

    def _at_length(self, mutant: Mutation) -> tuple[Fate, str, Mapping[str, str]]:
        """What every route of the toolkit together says, within a small budget."""
        routes = []
        for statement, given, confined in self.false.targets(mutant):
            if isinstance(statement, Decided) or confined:
                return Fate.SURVIVED, "", {}
            proof = ""
            if isinstance(statement, Relational):
                rules = (by_inverses, by_tails, by_logarithms)
                proof = next(filter(None, (rule(statement, given) for rule in rules)), "")
            if proof:
                routes.append(proof)
                continue
            verdict = decided(statement, given, boxed(budget=_BOXES, seconds=_SECONDS))
            if verdict.status is Status.REFUTED and self._really(statement, given, verdict):
                witness, route = located(mutant, verdict.witness, verdict.route)
                return Fate.KILLED, route, witness
            if verdict.status not in (Status.PROVED, Status.CERTIFIED):
                return Fate.SURVIVED, _on_a_box(statement, given), {}
            routes.append(verdict.route)
        return Fate.TRUE, "; ".join(dict.fromkeys(routes)), {}

    @staticmethod
    def _really(statement: Statement, given: Any, verdict: Any) -> bool:
        """Whether balls say so too, at the witness."""
        symbols = symbols_of(statement, given)
        if {str(s) for s in symbols} != set(verdict.witness):
            return False
        point = complete(verdict.witness, symbols)
        return any(
            truth_at(statement, given, point, i) is False
            for i in range(instance_count(statement, given))
        )

    # -- true ---------------------------------------------------------------------------------

    def _by_logic(self, mutant: Mutation) -> tuple[Fate, str] | None:
        """What is quickly seen to be true."""
        if mutant.symbol is not None:
            there = tuple(renamed(h, {mutant.symbol: mutant.value}) for h in mutant.given)
            if not any(h.has(S.NaN, S.ComplexInfinity) for h in there) and contradict(there):
                return Fate.TRUE, "the hypotheses say no to the value that was added"
            targets = list(self.false.targets(mutant))
            if len(targets) == len(mutant.changed) and all(
                not isinstance(s, (Iff, Decided)) and _holds(relation_of(s), g)
                for s, g, _ in targets
            ):
                return Fate.TRUE, "by field arithmetic and signs at the value that was added"
            if self._is_general(mutant) and holds_at_the_end(mutant):
                return Fate.TRUE, "by continuity from the original beside it"
            return None
        if mutant.part is None:
            if self._is_general(mutant) and by_cases(self.entry, mutant):
                text = "by the original where the old hypothesis holds, by signs elsewhere"
                return other_hypotheses(self.entry.given, mutant.given) or (Fate.TRUE, text)
            return other_hypotheses(self.entry.given, mutant.given)
        old, new = self.entry.parts[mutant.part], mutant.claim[mutant.part]
        found = other_claim(old, new, mutant.given)
        if found is None and isinstance(new, Relational):
            proof = with_binders(new, mutant.given) or value_by_value(new, mutant.given)
            proof = proof or by_supports(new, mutant.given)
            known = claims_around(self.entry, self.context)
            proof = proof or by_dominated_convergence(new, mutant.given, known)
            return proved_as(self.entry, mutant, proof) if proof else None
        return found

    def _follows(self, mutant: Mutation) -> tuple[Fate, str] | None:
        """Whether a changed relation follows from the original, by elimination."""
        if mutant.part is None or mutant.symbol is not None:
            return None
        old, new = self.entry.parts[mutant.part], mutant.claim[mutant.part]
        if not isinstance(old, Relational) or not isinstance(new, Relational):
            return None
        if not is_proved(new, (*mutant.given, old)):
            where = self._is_general(mutant) and under_other_names(self.entry, mutant)
            if where:
                return Fate.TRUE, f"the original at {where} says as much"
            if follows_from_parts(new, self._proved_parts(), mutant.given):
                return Fate.TRUE, "follows from all parts of the original by field arithmetic"
            return None
        if (
            new.free_symbols
            and not is_proved(new, mutant.given)
            and is_proved(old, (*mutant.given, new))
        ):
            return Fate.EQUIVALENT, "each follows from the other by field arithmetic and signs"
        return Fate.TRUE, "follows from the original by field arithmetic and signs"

    def _by_products(self, mutant: Mutation) -> bool:
        """Whether the changed parts follow by products, from the original if it is one part."""
        if mutant.symbol is not None or not self._is_general(mutant):
            return False
        known = () if mutant.part is None else (self.entry.parts[mutant.part],)
        given = (*mutant.given, *(h for h in known if isinstance(h, Relational)))
        return all(
            isinstance(mutant.claim[i], Relational) and certified(mutant.claim[i], given)
            for i in mutant.changed
        )

    def _proved_parts(self) -> list[Relational]:
        """The parts of the original that are relations, and proved at more than listed points."""
        return [
            part
            for i, part in enumerate(self.entry.parts)
            if isinstance(part, Relational)
            and not all(isinstance(check, listed) for check in self.proved[i])
        ]

    def _is_general(self, mutant: Mutation) -> bool:
        """Whether the changed parts are proved at more than a list of points."""
        return not any(
            all(isinstance(check, listed) for check in self.proved[i]) for i in mutant.changed
        )

    def _by_another_proof(self, mutant: Mutation) -> tuple[Fate, str] | None:
        """By a stronger neighbour, or by the proof and its lemmas with the same change."""
        if mutant.part is None or mutant.symbol is not None:
            return None
        old, new = self.entry.parts[mutant.part], mutant.claim[mutant.part]
        for other in companions(mutant):
            proof, _ = self._checked(other)
            if proof:
                return Fate.TRUE, f"follows from {show(other.claim[mutant.part])}: {proof}"
        if not isinstance(old, Relational) or not isinstance(new, Relational):
            return None
        entry = replace(self.entry, claim=(new,), given=mutant.given, checks=(), mutants=())
        for check in map(_of_one_part, self.proved[mutant.part]):
            proof = proved_alike(check, old, new, entry, self.context.uses, self.context.library)
            if proof:
                return proved_as(self.entry, mutant, proof)
        return None

    def _checked(self, mutant: Mutation) -> tuple[str, Any]:
        """How the entry's own checks prove the mutant, or ""; and what they refute it by."""
        rule = {} if mutant.symbol is None else _widening(self.entry, mutant)
        proofs = []
        for i in mutant.changed:
            if self.alone(i):
                claim, checks = (mutant.claim[i],), self.alone(i)
            else:
                claim, checks = mutant.claim, self.proved[i]
            entry = replace(self.entry, claim=claim, given=mutant.given, checks=(), mutants=())
            found = ""
            for check in checks:
                result = _run(in_symbols(check, rule), entry, self.context)
                if result.status is Status.REFUTED and result.witness:
                    return "", (result.witness, f"{result.how}: {result.detail}")
                if _proves(result):
                    found = f"{result.status}, {result.how}"
                    break
            if not found:
                return "", None
            proofs.append(found)
        return "; ".join(dict.fromkeys(proofs)), None


def _holds(relation: Relational, given: Any) -> bool:
    return bool(
        is_proved(relation, given)
        or with_binders(relation, given)
        or value_by_value(relation, given)
        or by_supports(relation, given)
    )


def _on_a_box(statement: Statement, given: Any) -> str:
    """What is certified of a bounded part of the domain: no proof, but of use to a reader."""
    box = {}
    for s in symbols_of(statement, given):
        low, high = domain_of(s).inf, domain_of(s).sup
        if low.is_infinite and high.is_infinite:
            low = S(-_SIDE)
        low, high = (high - _SIDE if low.is_infinite else low), high
        box[s] = (low, low + _SIDE if high.is_infinite else high)
    prover = boxed(box, budget=_BOXES, seconds=_SECONDS)
    try:
        found = prover.run(SimpleNamespace(parts=(statement,), given=given), None)
    except FdpError:
        return ""
    if found.status is not Status.CERTIFIED:
        return ""
    return f"true on a box, open elsewhere: {found.detail}"


# -- checks -----------------------------------------------------------------------------------


def _proves(result: CheckResult) -> bool:
    return result.status in (Status.PROVED, Status.CERTIFIED)


def _run(check: Any, entry: Any, context: Context) -> CheckResult:
    """What a check says; one that cannot be run says nothing."""
    try:
        result: CheckResult = check.run(entry, context)
    except Exception as error:  # a mutant may be anything
        return CheckResult(check.how, Status.ERROR, f"{type(error).__name__}: {error}")
    return result


def _covers_one(check: Any, count: int) -> bool:
    """Whether a check is about a single part."""
    part = getattr(check, "part", None)
    return count == 1 if part is None else isinstance(part, int) or len(part) == 1


def _of_one_part(check: Any) -> Any:
    if not hasattr(check, "part"):
        return check
    only = copy.copy(check)
    object.__setattr__(only, "part", None)
    return only


def _widening(entry: Any, mutant: Mutation) -> dict[Any, Any]:
    symbols = {s for part in entry.parts for s in symbols_of(part, entry.given)}
    return {s: mutant.symbol for s in symbols if str(s) == str(mutant.symbol)}
