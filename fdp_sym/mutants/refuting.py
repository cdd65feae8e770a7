"""Where a mutant is false: points, functions and limits, what costs little first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from sympy import Integral, StrictGreaterThan, StrictLessThan
from sympy.core.relational import Relational

from ..errors import DomainError, FdpError, HypothesisError
from ..theorems.checks import listed
from ..theorems.goals import complete, instance_count, points, show_point, symbols_of, truth_at
from ..theorems.logic import negated
from ..theorems.statements import (
    Above,
    Decided,
    Ge,
    Generic,
    Iff,
    Lim,
    SameCurve,
    Statement,
    relations_of,
)
from ..theorems.verdict import Status
from .changed import Mutation
from .divergent import diverges
from .eventually import fails_eventually
from .existence import may_fail
from .fitted import fitted
from .indices import with_any_index
from .logic import is_proved
from .points import (
    at_point,
    at_value,
    corners,
    diagonals,
    division_at_corners,
    edges,
    far_points,
    holds_at,
    many_steps,
    relation_of,
    special_points,
    without_value,
)
from .pointwise import integrands
from .profiles import verdict_of
from .search import at_work, climbed
from .undefined import lost_at
from .variants import Variant, by_values, variants
from .within import within

__all__ = ["AS_RECORDED", "Refutation", "Refuter", "located"]

AS_RECORDED = "at the point in proofs/SURVIVORS"
Refutation = tuple[Mapping[str, str], str]  # a witness, and what is wrong there

_FIRST = 2  # points before anything slower is tried
_MORE = 40
_MANY = 400
_FEW = 10  # points where one of them is slow
_SECONDS = 1.0  # of processor time for the points of one statement
_SEARCHED, _CLIMBED = 2.5, 0.6  # seconds for the searches of one statement, and for one of them
_PASSING = 0.3  # seconds for a search that comes first
_GLANCE = 0.08  # seconds for a search in one of many variants
_BOUNDED = 1.0  # seconds for a search among points at which the hypotheses of one statement hold
_HYPOTHESES = 4  # fewer hold at enough of the points of other searches
_SLOW = (Generic, Integral, Lim)
_STARTS, _CLIMBS = 20, 8
_KEPT = 4  # points that refuted the mutants before are tried first


class Refuter:
    """Looks for points at which the mutants of one entry are false.

    Parameters
    ----------
    entry : Theorem or Claim
        Whose hand-written mutants say where to look first.
    proved : mapping of int to tuple of checks
        Which checks prove the parts of the original.
    """

    def __init__(self, entry: Any, proved: Mapping[int, tuple[Any, ...]]) -> None:
        self.proved = proved
        self.entry = entry
        self._known_points: dict[frozenset[Any], list[Any]] = {}
        self._killers: dict[frozenset[Any], list[Any]] = {}
        for mutant in entry.mutants:
            self._hint(entry, mutant)

    def under_integrals(self, mutant: Mutation) -> Refutation | None:
        """A constant for an unknown function with which what is integrated has no value.

        What the original integrates has one for every constant.
        """
        for statement, given, confined in self.targets(mutant):
            found = None if confined else _lost(statement, given)
            if found and not any(_lost(p, self.entry.given) for p in self.entry.parts):
                return located(mutant, *found)
        return None

    def divided(self, mutant: Mutation) -> Refutation | None:
        """A corner of the domain at which the claim divides by 0 for the value that was added."""
        for i in mutant.changed if mutant.symbol is not None else ():
            statement = mutant.claim[i]
            there = at_value(statement, mutant.given, mutant.symbol, mutant.value)
            if there is None or isinstance(statement, Decided) or self.confined(i, *there):
                continue
            for point, term in division_at_corners(statement, mutant.symbol, mutant.value):
                if all(holds_at(h, point, 0) for h in there[1]):
                    return located(mutant, show_point(point), f"{term} has no value there")
        return None

    def at_once(self, mutant: Mutation) -> Refutation | None:
        """What the first points say."""
        found = self._divergent(mutant) or self._by_constants(mutant) or self._undefined(mutant)
        return found or self.at_points(mutant, 0, _FIRST)

    def soon(self, mutant: Mutation) -> Refutation | None:
        """What more points say, or terms without a value."""
        found = self._denied(mutant) or self.at_points(mutant, _FIRST, _MORE)
        return found or self._valueless(mutant)

    def in_passing(self, mutant: Mutation) -> Refutation | None:
        """What a short search says, before proofs that take longer."""
        return self._exactly(mutant) or self._searched(mutant, _PASSING)

    def at_last(self, mutant: Mutation) -> Refutation | None:
        """What exact arithmetic, other functions, limits and very many points say."""
        found = self._exactly(mutant) or self._by_equality(mutant)
        found = found or self._within_bounds(mutant) or self._searched(mutant)
        found = found or self._where_it_applies(mutant)
        found = found or self._limited(mutant) or self._with_any_index(mutant)
        return found or self.at_points(mutant, _MORE, _MANY) or self._glanced(mutant)

    def at_recorded(self, mutant: Mutation, at: Mapping[str, str]) -> Refutation | None:
        """What is seen at a point that a person found; other symbols take their first values."""
        for statement, given, _ in self.targets(mutant):
            symbols = set(symbols_of(statement, given))
            if not isinstance(statement, Relational) or not set(at) <= set(map(str, symbols)):
                continue
            point = complete(at, symbols)
            if not all(holds_at(h, point, 0) for h in given):
                continue
            if truth_at(statement, (), point, 0) is False or _are_equal(statement, (), point):
                return located(mutant, show_point(point), AS_RECORDED)
            lost = None if statement.has(Generic) else lost_at(statement, point)
            if lost is not None:
                return located(mutant, show_point(point), f"{AS_RECORDED}: {lost} has no value")
        return None

    def _hint(self, entry: Any, mutant: Any) -> None:
        """Where a hand-written mutant is false, others may be."""
        claim, given, hints = entry.mutated(mutant)
        for statement, at in product(claim, hints):
            symbols = frozenset(symbols_of(statement, given))
            if set(map(str, at)) <= set(map(str, symbols)):
                self._remember(symbols, complete(at, set(symbols)))

    def at_points(self, mutant: Mutation, first: int, last: int = _MORE) -> Refutation | None:
        """A point at which a part is false, or a statement that decides itself."""
        for statement, given, confined in self.targets(mutant):
            if isinstance(statement, Decided):
                try:
                    verdict = verdict_of(statement)
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
            for point, instance in at_work(tried, _SECONDS):
                if truth_at(statement, given, point, instance) is False:
                    self._remember(symbols, point)
                    where = f"instance {instance + 1} of the function" if number > 1 else ""
                    return located(mutant, show_point(point), where)
        return None

    def _points(
        self, symbols: frozenset[Any], confined: Any, first: int, last: int = _MORE
    ) -> Iterator[Mapping[Any, Any]]:
        """Points that refuted other mutants, then the corners and points of the domain."""
        if confined:
            yield from (complete(at, set(symbols)) for at in confined)
            return
        if symbols not in self._known_points:
            structured = points(symbols, _MANY)
            head = list(islice(structured, _FIRST))
            self._known_points[symbols] = [
                *head,
                *corners(symbols),
                *diagonals(symbols),
                *islice(structured, _MORE),
                *edges(symbols),
                *many_steps(symbols),
                *structured,
            ]
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

    def targets(self, mutant: Mutation) -> Iterator[tuple[Statement, tuple[Any, ...], Any]]:
        """What may be false, with the points to which its proof is confined (or none)."""
        for i in mutant.changed:
            statement, given = mutant.claim[i], mutant.given
            if mutant.symbol is not None:
                there = at_value(statement, given, mutant.symbol, mutant.value)
                if there is None:
                    continue
                statement, given = there
            yield statement, given, self.confined(i, statement, given)

    def confined(self, part: int, statement: Statement, given: Any) -> tuple[Any, ...]:
        checks = self.proved[part]
        if not symbols_of(statement, given) or not all(isinstance(c, listed) for c in checks):
            return ()
        return tuple(at for c in checks for at in c.at)

    def _divergent(self, mutant: Mutation) -> Refutation | None:
        """A point at which an integral of the claim diverges: there is no need to evaluate it."""
        for statement, given, _ in self.targets(mutant):
            if not isinstance(statement, Relational) or not statement.has(Integral):
                continue
            point = next(points(symbols_of(statement, given), 1))
            lost = diverges(statement.lhs, point) or diverges(statement.rhs, point)
            if lost is not None and all(holds_at(h, point, 0) for h in given):
                return located(mutant, show_point(point), f"{lost} diverges")
        return None

    def _undefined(self, mutant: Mutation) -> Refutation | None:
        """A point to which the claim is confined, or for an integral any, where it has no value."""
        for statement, given, confined in self.targets(mutant):
            if not isinstance(statement, Relational) or statement.has(Generic):
                continue
            if not confined and not statement.has(Integral):
                continue
            symbols = frozenset(symbols_of(statement, given))
            for point in self._points(symbols, confined, 0, _FEW):
                lost = lost_at(statement, point)
                if lost is not None and all(holds_at(h, point, 0) for h in given):
                    return located(mutant, show_point(point), f"{lost} has no value there")
        return None

    def _valueless(self, mutant: Mutation) -> Refutation | None:
        """A point at which a term of the claim has no value."""
        for i in mutant.changed:
            statement, given = mutant.claim[i], mutant.given
            if self.confined(i, statement, given):  # a larger domain says nothing new then
                continue
            if mutant.symbol is not None:
                if at_value(statement, given, mutant.symbol, mutant.value) is None:
                    return {str(mutant.symbol): str(mutant.value)}, "the claim has no value there"
                continue
            if isinstance(statement, (Decided, SameCurve, Above)):
                continue
            for relation in relations_of(statement):
                for side in relation.args:
                    found = without_value(side, statement, given)
                    if found is not None:
                        return found
        return None

    def _denied(self, mutant: Mutation) -> Refutation | None:
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

    def _where_it_applies(self, mutant: Mutation) -> Refutation | None:
        """A point moved to where the hypotheses hold, and the claim does not."""
        for statement, given, confined in self.targets(mutant):
            if confined or not given or isinstance(statement, Decided):
                continue
            symbols = frozenset(symbols_of(statement, given))
            for instance in range(instance_count(statement, given)):
                tried = fitted(given, self._points(symbols, (), 0, _MANY), instance)
                for point in at_work(tried, _SECONDS):
                    if truth_at(statement, given, point, instance) is False:
                        self._remember(symbols, point)
                        return located(mutant, show_point(point), f"instance {instance + 1}")
        return None

    def _within_bounds(self, mutant: Mutation) -> Refutation | None:
        """A point at which the hypotheses hold, their bounds being kept, and the claim does not."""
        for statement, given, confined in self.targets(mutant):
            if confined or len(given) < _HYPOTHESES or not isinstance(statement, Relational):
                continue
            symbols = frozenset(symbols_of(statement, given))
            relations = (statement, *given)
            if any(s.is_integer for s in symbols) or any(r.has(*_SLOW) for r in relations):
                continue
            starts = self._points(symbols, (), 0, _MANY)
            for point in islice(within(statement, given, starts, _BOUNDED), _KEPT):
                if truth_at(statement, given, point, 0) is False:
                    return located(mutant, show_point(point), "")
                if _are_equal(statement, given, point):
                    return located(mutant, show_point(point), "by exact arithmetic")
        return None

    def _by_equality(self, mutant: Mutation) -> Refutation | None:
        """A point at which the sides of a strict inequality are equal, by exact arithmetic."""
        for statement, given, confined in self.targets(mutant):
            if confined or not isinstance(statement, (StrictLessThan, StrictGreaterThan)):
                continue
            for point in at_work(special_points(symbols_of(statement, given)), _SECONDS):
                if _are_equal(statement, given, point):
                    return located(mutant, show_point(point), "by exact arithmetic")
        return None

    def _by_constants(self, mutant: Mutation) -> Refutation | None:
        """Points and constants for unknown functions: then integrals of them are no integrals."""
        for statement, given, confined in self.targets(mutant):
            if confined or not isinstance(statement, Relational) or not statement.has(Integral):
                continue
            variant = next(variants(statement, given), None)
            if variant is None or variant.statement.has(Integral, Lim):
                continue
            symbols = frozenset(symbols_of(variant.statement, variant.given))
            for point in points(symbols, _FEW):
                if truth_at(variant.statement, variant.given, point, 0) is False:
                    return located(mutant, *variant.at(point))
        return None

    def _searched(self, mutant: Mutation, seconds: float = _SEARCHED) -> Refutation | None:
        """A point at which the claim fails for definite numbers, values and functions."""
        for statement, given, confined in self.targets(mutant):
            if confined or isinstance(statement, Decided):
                continue
            for source in (variants, by_values):
                for variant in at_work(source(statement, given), seconds):
                    found = self._among(variant)
                    if found:
                        return located(mutant, *found)
        return self._of_hypotheses(mutant)

    def _glanced(self, mutant: Mutation) -> Refutation | None:
        """What a glance says of functions for which there was no time before."""
        for statement, given, confined in self.targets(mutant):
            if confined or not isinstance(statement, Relational) or not statement.has(Generic):
                continue
            for variant in at_work(variants(statement, given), _SEARCHED):
                starts = self._starts(frozenset(symbols_of(variant.statement, variant.given)))
                point = _uphill(variant.statement, variant.given, starts, _GLANCE)
                if point is not None:
                    return located(mutant, *variant.at(point))
        return None

    def _of_hypotheses(self, mutant: Mutation) -> Refutation | None:
        """A point at which a hypothesis has no value although the others hold."""
        if mutant.part is not None:
            return None
        _, given, _ = next(self.targets(mutant), (None, (), ()))
        for i, h in enumerate(given):
            others = (*given[:i], *given[i + 1 :])
            for variant in at_work(variants(h, others), _CLIMBED) if may_fail(h) else ():
                found = self._without_value(variant)
                if found:
                    return located(mutant, *found)
        return None

    def _among(self, variant: Variant) -> Refutation | None:
        """A point at which a variant of the claim fails, or has no value."""
        claim, given = variant.statement, variant.given
        symbols = frozenset(symbols_of(claim, given))
        starts = self._starts(symbols)
        if not isinstance(claim, Relational):
            for point in at_work(starts, _CLIMBED):
                if truth_at(claim, given, point, 0) is False:
                    return variant.at(point)
            return None
        for point in starts[:_FIRST]:
            lost = diverges(claim.lhs, point) or diverges(claim.rhs, point)
            if lost is not None and all(holds_at(h, point, 0) for h in given):
                return variant.at(point, f"{lost} diverges")
        for point in starts[:_FEW] if claim.has(Lim) else ():
            there = at_point(claim, point)
            if there is None or not all(holds_at(h, point, 0) for h in given):
                continue
            if fails_eventually(there):
                return variant.at(point, "by an expansion of the limit")
        found = self._without_value(variant)
        point = None if found else _uphill(claim, given, starts, _CLIMBED)
        return found if point is None else variant.at(point)

    def _starts(self, symbols: frozenset[Any]) -> list[Mapping[Any, Any]]:
        """Where a search may start: what refuted others, corners, and points inside or far out."""
        known = islice(self._points(symbols, (), 0), _FEW)
        return [*known, *points(symbols, _STARTS), *far_points(symbols)]

    def _without_value(self, variant: Variant) -> Refutation | None:
        """A point at which a term of a variant has no value."""
        given = variant.given
        for relation, term in variant.needed:
            starts = self._starts(frozenset(symbols_of(relation, given)))
            point = _uphill(relation, given, starts, _CLIMBED)
            if point is not None:
                return variant.at(point, f"{term} has no value there")
        return None

    def _limited(self, mutant: Mutation) -> Refutation | None:
        """A point at which a limit is not what is claimed."""
        for statement, given, confined in self.targets(mutant):
            if not isinstance(statement, Relational) or not statement.has(Lim):
                continue
            symbols = frozenset(symbols_of(statement, given))
            number = instance_count(statement, given)
            tried = product(self._points(symbols, confined, 0, 2 * _MORE), range(number))
            for point, instance in at_work(tried, _SECONDS):
                there = at_point(statement, point, instance)
                if there is None or not all(holds_at(h, point, instance) for h in given):
                    continue
                if fails_eventually(there):
                    return located(mutant, show_point(point), "by an expansion of the limit")
        return None

    def _with_any_index(self, mutant: Mutation) -> Refutation | None:
        """A point at which sums are refused as they stand, and false over all integers."""
        other = with_any_index(mutant)
        return (self.at_points(other, 0) or self._searched(other)) if other else None

    def _exactly(self, mutant: Mutation) -> Refutation | None:
        """A point at which exact arithmetic refutes what balls leave open, such as 0 < 0."""
        for statement, given, confined in self.targets(mutant):
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
                        return located(mutant, show_point(point), "by exact arithmetic")
        return None


def located(mutant: Mutation, witness: Mapping[str, str], detail: str) -> Refutation:
    """The witness with the value that was added to a domain."""
    own = {} if mutant.symbol is None else {str(mutant.symbol): str(mutant.value)}
    return {**own, **witness}, detail


def _lost(statement: Statement, given: Any) -> Refutation | None:
    """Where what is integrated has no value, constants being put for unknown functions."""
    if not isinstance(statement, Relational):
        return None
    found = (without_value(body, Ge(body, 0), given) for body in integrands(statement, given))
    return next(filter(None, found), None)


def _uphill(
    relation: Relational, given: Any, starts: list[Mapping[Any, Any]], seconds: float
) -> Mapping[Any, Any] | None:
    """A point at which a relation certainly fails, found by climbing; or None."""
    for point in islice(climbed(relation, given, starts, seconds), _CLIMBS):
        if truth_at(relation, given, point, 0) is False:
            return {**starts[0], **point}
    return None


def _are_equal(relation: Relational, given: Any, point: Mapping[Any, Any]) -> bool:
    """Whether the sides of a relation are two equal numbers, of which it is false."""
    there = at_point(relation, point)
    if there is None or not _nearly_equal(there):
        return False
    return is_proved(negated(there), ()) and all(holds_at(h, point, 0) for h in given)


def _nearly_equal(relation: Relational) -> bool:
    """Whether two numbers look the same in floating point."""
    try:
        left, right = map(float, relation.args)
    except (FdpError, TypeError, ValueError, OverflowError):
        return False
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)
