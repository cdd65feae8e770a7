"""What becomes of a mutant: is the mistake found, or is there none?

* ``killed``: false at an exact point of its domain, certified by balls or exact arithmetic;
* ``equivalent``: it says the same, by exact arithmetic or because both are proved equations;
* ``true as well``: it follows from the original or is proved itself; nothing wrong to be found;
* ``survived``: neither, within the time; a failure unless a person knows why;
* ``unsound``: false at a point **and** proved, a defect of the checker.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice, product
from typing import Any

from sympy import Basic, Integral
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import DomainError, FdpError, HypothesisError
from .checks import CheckResult, balls, counterexample, covered_parts, listed, mpmath_points
from .evaluate import Context
from .goals import (
    complete,
    in_time,
    instance_count,
    points,
    show_point,
    symbols_of,
    truth_at,
)
from .logic import negated
from .mutation import Mutation, mapped, renamed
from .mutation_logic import (
    Fate,
    Judged,
    is_proved,
    other_claim,
    other_hypotheses,
    proved_as,
)
from .mutation_points import (
    at_point,
    at_value,
    corners,
    diverges,
    holds_at,
    relation_of,
    with_other_instances,
    without_value,
)
from .statements import Above, Decided, Iff, SameCurve, Statement, relations_of
from .verdict import Status

__all__ = ["Judge"]

_NO_PROOFS = (balls, mpmath_points, counterexample)
_FIRST = 2  # points before anything slower is tried
_MORE = 40
_MANY = 400
_SECONDS = 1.0  # for the points of one statement
_KEPT = 4  # points that refuted the mutants before are tried first


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
        self._known_points: dict[frozenset[Any], list[Any]] = {}
        self._killers: dict[frozenset[Any], list[Any]] = {}
        for mutant in entry.mutants:
            self._hint(entry, mutant)
        count = len(entry.parts)
        strong = [c for c in entry.checks if not isinstance(c, _NO_PROOFS)]
        if not trusted:
            strong = [c for c in strong if _proves(c.run(entry, self.context))]
        self.proved = {
            i: tuple(c for c in strong if i in covered_parts(getattr(c, "part", None), count))
            for i in range(count)
        }
        self._alone: dict[int, tuple[Any, ...]] = {}

    def _hint(self, entry: Any, mutant: Any) -> None:
        """Where a hand-written mutant is false, others may be."""
        claim, given, hints = entry.mutated(mutant)
        for statement, at in product(claim, hints):
            symbols = frozenset(symbols_of(statement, given))
            if set(map(str, at)) <= set(map(str, symbols)):
                self._remember(symbols, complete(at, set(symbols)))

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
        found = self._divergent(mutant) or self._refuted(mutant, 0, _FIRST)
        if found and self._spared():
            return Fate.KILLED, found[1], found[0]
        why = None if found else self._by_logic(mutant)
        if why:
            return *why, {}
        found = found or self._denied(mutant) or self._refuted(mutant, _FIRST, _MORE)
        found = found or self._valueless(mutant)
        proof, refutation = self._checked(mutant)
        found = found or refutation
        if proof and found:
            return Fate.UNSOUND, f"{found[1]}; but {proof}", found[0]
        if proof:
            fate, detail = proved_as(self.entry, mutant, proof)
            return fate, detail, {}
        why = None if found else self._follows(mutant)
        if why:
            return *why, {}
        found = found or self._exactly(mutant) or self._refuted(mutant, _MORE, _MANY)
        found = found or self._by_another_function(mutant)
        if found:
            return Fate.KILLED, found[1], found[0]
        return Fate.SURVIVED, "", {}

    def _spared(self) -> bool:
        """Whether the checks are not asked about this killed mutant, to save time."""
        self._killed += 1
        return self._killed % self.every != 0

    # -- false --------------------------------------------------------------------------------

    def _refuted(
        self, mutant: Mutation, first: int, last: int
    ) -> tuple[Mapping[str, str], str] | None:
        for statement, given, confined in self._targets(mutant):
            if isinstance(statement, Decided):
                try:
                    verdict = statement.verdict
                except (DomainError, HypothesisError) as error:
                    return {}, f"refused: {error}"
                except FdpError:
                    continue
                if verdict.status is Status.REFUTED:
                    return verdict.witness, verdict.detail
                continue
            symbols = frozenset(symbols_of(statement, given))
            number = instance_count(statement, given)
            tried = product(self._points(symbols, confined, first, last), range(number))
            for point, instance in in_time(tried, _SECONDS):
                if truth_at(statement, given, point, instance) is False:
                    self._remember(symbols, point)
                    where = f"instance {instance + 1} of the function" if number > 1 else ""
                    return _at(mutant, show_point(point), where)
        return None

    def _points(
        self, symbols: frozenset[Any], confined: Any, first: int, last: int
    ) -> Iterator[Mapping[Any, Any]]:
        """Points that refuted other mutants, then the corners and points of the domain."""
        if confined:
            yield from (complete(at, set(symbols)) for at in confined)
            return
        if symbols not in self._known_points:
            structured = points(symbols, _MANY)
            head = list(islice(structured, _FIRST))
            self._known_points[symbols] = [*head, *corners(symbols), *structured]
        if first == 0:
            yield from tuple(self._killers.get(symbols, ()))
        yield from self._known_points[symbols][first:last]

    def _remember(self, symbols: frozenset[Any], point: Mapping[Any, Any]) -> None:
        """The last points that refuted a mutant are tried first on the next."""
        killers = self._killers.setdefault(symbols, [])
        if point in killers:
            killers.remove(point)
        killers.insert(0, point)
        del killers[_KEPT:]

    def _targets(self, mutant: Mutation) -> Iterator[tuple[Statement, tuple[Any, ...], Any]]:
        """What may be false, with the points to which its proof is confined (or none)."""
        for i in mutant.changed:
            statement, given = mutant.claim[i], mutant.given
            if mutant.symbol is not None:
                there = at_value(statement, given, mutant.symbol, mutant.value)
                if there is None:
                    continue
                statement, given = there
            yield statement, given, self._confined(i, statement, given)

    def _confined(self, part: int, statement: Statement, given: Any) -> tuple[Any, ...]:
        checks = self.proved[part]
        if not symbols_of(statement, given) or not all(isinstance(c, listed) for c in checks):
            return ()
        return tuple(at for c in checks for at in c.at)

    def _divergent(self, mutant: Mutation) -> tuple[Mapping[str, str], str] | None:
        """A point at which an integral of the claim diverges: there is no need to evaluate it."""
        for statement, given, _ in self._targets(mutant):
            if not isinstance(statement, Relational) or not statement.has(Integral):
                continue
            point = next(points(symbols_of(statement, given), 1))
            lost = diverges(statement.lhs, point) or diverges(statement.rhs, point)
            if lost is not None and all(holds_at(h, point, 0) for h in given):
                return _at(mutant, show_point(point), f"{lost} diverges")
        return None

    def _valueless(self, mutant: Mutation) -> tuple[Mapping[str, str], str] | None:
        """A point at which a term of the claim has no value."""
        for i in mutant.changed:
            statement, given = mutant.claim[i], mutant.given
            if mutant.symbol is not None:
                if at_value(statement, given, mutant.symbol, mutant.value) is None:
                    return {str(mutant.symbol): str(mutant.value)}, "the claim has no value there"
                continue
            if isinstance(statement, (Decided, SameCurve, Above)):
                continue
            if self._confined(i, statement, given):
                continue
            for relation in relations_of(statement):
                for side in relation.args:
                    found = without_value(side, statement, given)
                    if found is not None:
                        return found
        return None

    def _denied(self, mutant: Mutation) -> tuple[Mapping[str, str], str] | None:
        """``<`` or ``>`` in place of ``=`` is false wherever the original is true."""
        if mutant.part is None:
            return None
        old, new = self.entry.parts[mutant.part], mutant.claim[mutant.part]
        if not isinstance(old, Relational) or old.rel_op != "==" or old.args != new.args:
            return None
        for point in points(symbols_of(old, mutant.given), _MANY):
            if all(holds_at(h, point, 0) for h in mutant.given):
                return show_point(point), "there, as everywhere, the original says ="
        return None

    def _by_another_function(self, mutant: Mutation) -> tuple[Mapping[str, str], str] | None:
        claim, given = (
            tuple(mapped(s, with_other_instances) for s in stated)
            for stated in (mutant.claim, mutant.given)
        )
        if (claim, given) == (mutant.claim, mutant.given):
            return None
        return self._refuted(replace(mutant, claim=claim, given=given), 0, _MORE)

    def _exactly(self, mutant: Mutation) -> tuple[Mapping[str, str], str] | None:
        """A point at which exact arithmetic refutes what balls leave open, such as 0 < 0."""
        for statement, given, confined in self._targets(mutant):
            if isinstance(statement, (Iff, Decided)) or confined:
                continue
            relation = relation_of(statement)
            number = instance_count(statement, given)
            for point in corners(symbols_of(statement, given)):
                for instance in range(number):
                    if not all(holds_at(h, point, instance) for h in given):
                        continue
                    there = at_point(relation, point, instance)
                    if there is not None and is_proved(negated(there), ()):
                        return _at(mutant, show_point(point), "by exact arithmetic")
        return None

    # -- true ---------------------------------------------------------------------------------

    def _by_logic(self, mutant: Mutation) -> tuple[Fate, str] | None:
        """What is quickly seen to be true."""
        if mutant.symbol is not None:
            targets = list(self._targets(mutant))
            if len(targets) == len(mutant.changed) and all(
                not isinstance(s, (Iff, Decided)) and is_proved(relation_of(s), g)
                for s, g, _ in targets
            ):
                return Fate.TRUE, "by field arithmetic and signs at the value that was added"
            return None
        if mutant.part is None:
            return other_hypotheses(self.entry.given, mutant.given)
        return other_claim(self.entry.parts[mutant.part], mutant.claim[mutant.part], mutant.given)

    def _follows(self, mutant: Mutation) -> tuple[Fate, str] | None:
        """Whether a changed relation follows from the original, by elimination."""
        if mutant.part is None or mutant.symbol is not None:
            return None
        old, new = self.entry.parts[mutant.part], mutant.claim[mutant.part]
        if not isinstance(old, Relational) or not isinstance(new, Relational):
            return None
        if not is_proved(new, (*mutant.given, old)):
            return None
        if (
            new.free_symbols
            and not is_proved(new, mutant.given)
            and is_proved(old, (*mutant.given, new))
        ):
            return Fate.EQUIVALENT, "each follows from the other by field arithmetic and signs"
        return Fate.TRUE, "follows from the original by field arithmetic and signs"

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
                result = _run(_in_symbols(check, rule), entry, self.context)
                if result.status is Status.REFUTED and result.witness:
                    return "", (result.witness, f"{result.how}: {result.detail}")
                if _proves(result):
                    found = f"{result.status}, {result.how}"
                    break
            if not found:
                return "", None
            proofs.append(found)
        return "; ".join(dict.fromkeys(proofs)), None


def _at(mutant: Mutation, witness: Mapping[str, str], detail: str) -> tuple[Any, str]:
    own = {} if mutant.symbol is None else {str(mutant.symbol): str(mutant.value)}
    return {**own, **witness}, detail


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


def _in_symbols(thing: Any, rule: Mapping[Any, Any]) -> Any:
    """A check or one of its steps with symbols replaced."""
    if not rule:
        return thing
    if isinstance(thing, Relational):
        return renamed(thing, rule)
    if isinstance(thing, Basic):
        return replace_free(thing, rule)
    if isinstance(thing, (tuple, list)):
        return type(thing)(_in_symbols(t, rule) for t in thing)
    if isinstance(thing, Mapping):
        return {_in_symbols(k, rule): _in_symbols(v, rule) for k, v in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        other = copy.copy(thing)
        for f in fields(thing):
            object.__setattr__(other, f.name, _in_symbols(getattr(thing, f.name), rule))
        return other
    return thing
