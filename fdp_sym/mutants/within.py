"""A search among points at which the hypotheses hold: their bounds are kept at every step.

Where each of ten hypotheses bounds a number from one side, no point chosen without regard to them
satisfies all. Here free numbers are chosen, and each bounded one is put at or between its bounds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import Rational
from sympy.core.relational import Relational

from ..errors import FdpError
from ..slope import FAILS, NOISE, NOWHERE, Values
from ..symbols import domain_of
from .fitted import bounds_of
from .search import Hill, fraction, lies_in, moves

__all__ = ["within"]

_PLACES = tuple(map(Fraction, ("0", "1", "0", "1", "1/2", "1/20", "19/20")))  # ends are best
_SHUFFLED = 0.3  # of the tries are with the symbols in another order
_SHARE = 0.5  # of the tries that start from the best point so far
_STAYS = 0.6  # how often a number that is allowed stays as it is then
_TRIES = 4000
_DENOMINATOR = 10**6


def within(
    relation: Relational,
    given: tuple[Relational, ...],
    points: Iterable[Mapping[Any, Any]],
    seconds: float,
) -> Iterator[dict[Any, Rational]]:
    """Points at which the hypotheses seem to hold and a relation seems to fail.

    Parameters
    ----------
    relation : relational
        Without functions of which only facts are known, and without integer symbols.
    given : tuple of relationals
        The hypotheses; nothing is tried if they bound no symbol.
    points : iterable of mapping
        Exact values of all symbols, from which the bounded ones are moved.
    seconds : float
        Of processor time, after which it gives up.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, mu
    >>> from fdp_sym.theorems import Ge, Le
    >>> given = Ge(alpha, mu / 4), Le(alpha, mu / 3)
    >>> start = {alpha: Rational(1, 2), mu: Rational(1)}
    >>> point = next(within(Le(alpha, mu * Rational(3, 10)), given, [start], 1.0))
    >>> point[mu] * Rational(3, 10) < point[alpha] <= point[mu] / 3
    True
    """
    end = time.process_time() + seconds
    try:
        region = _Region(relation, given)
    except FdpError:
        return
    starts = [region.values(point) for point in points] if region.bounds else []
    best, height = None, NOWHERE
    for number in range(_TRIES if starts else 0):
        if time.process_time() > end:
            return
        again = best is not None and region.random.random() < _SHARE
        values = region.nearby(best) if again and best else starts[number % len(starts)]
        values = region.moved(values, _STAYS if again else 0.0)
        score = region.score(values)
        if score > FAILS or region.is_equal(score):
            yield region.point(values)
        if score > height and score < FAILS:
            best, height = values, score


class _Region(Hill):
    """The points at which hypotheses hold, and by how much a relation fails there."""

    def __init__(self, relation: Relational, given: tuple[Relational, ...]) -> None:
        from ..balls import compile_expr

        super().__init__(relation, given)
        self.strict = relation.rel_op in ("<", ">", "!=")
        self.bounds: dict[int, list[tuple[str, frozenset[int], Any]]] = {}
        for h in given:
            for kind, symbol, bound in bounds_of(h):
                own = self.bounds.setdefault(self.symbols.index(symbol), [])
                earlier = frozenset(map(self.symbols.index, bound.free_symbols))
                own.append((kind, earlier, compile_expr(bound, self.symbols)))
        often = [sum(s in h.free_symbols for h in given) for s in self.symbols]
        # each hypothesis bounds the last of its symbols: one that occurs in few of them
        self.order = sorted(range(len(often)), key=lambda i: (i in self.bounds, -often[i]))
        self.domains = [domain_of(s) for s in self.symbols]
        self.ends = [(fraction(d.inf), fraction(d.sup)) for d in self.domains]

    def is_equal(self, score: tuple[float, ...]) -> bool:
        """Whether the sides of a strict inequality look equal, and the hypotheses hold."""
        return self.strict and score[0] == 0 and abs(score[1]) <= 2 * NOISE

    def nearby(self, values: Values) -> Values:
        """The same point with one other number."""
        changed = self.random.randrange(len(values))
        other = self.random.choice([*moves(values[changed], self.domains[changed])])
        return (*values[:changed], other, *values[changed + 1 :])

    def moved(self, values: Values, stays: float) -> Values:
        """The point with each number in turn at or between the bounds by those before it."""
        order = self.order
        if self.random.random() < _SHUFFLED:
            order = self.random.sample(order, len(order))
        found = values
        before: set[int] = set()
        for i in order:
            if i in self.bounds:
                stay = self.random.random() < stays
                place = None if stay else self.random.choice(_PLACES)
                found = (*found[:i], self._between(i, found, before, place), *found[i + 1 :])
            before.add(i)
        return found

    def _between(
        self, i: int, values: Values, before: set[int], place: Fraction | None
    ) -> Fraction:
        low, high = self.ends[i]
        for kind, others, program in self.bounds[i]:
            bound = _bound(program, values, kind) if others <= before else None
            if bound is None:
                continue
            if kind != "upper":
                low = bound if low is None else max(low, bound)
            if kind != "lower":
                high = bound if high is None else min(high, bound)
        current = values[i]
        if place is None and (low is None or low <= current) and (high is None or current <= high):
            return current
        share = _PLACES[0] if place is None else place
        found = current
        if low is not None and high is not None:
            found = low + share * (high - low) if low <= high else current
        elif low is not None:
            found = low + share
        elif high is not None:
            found = high - share
        return found if lies_in(found, self.domains[i]) else current


def _bound(program: Any, values: Values, kind: str) -> Fraction | None:
    """A bound, rounded so that what it bounds satisfies it; None if it has no value."""
    try:
        found = program(values, 80)
        number = float(found) if found.is_finite() else math.nan
    except (FdpError, ZeroDivisionError, OverflowError, ValueError):
        return None
    if not math.isfinite(number):
        return None
    scaled = number * _DENOMINATOR
    if kind == "equal":
        return Fraction(round(scaled), _DENOMINATOR)
    return Fraction((math.ceil if kind == "lower" else math.floor)(scaled), _DENOMINATOR)
