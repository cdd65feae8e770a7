"""A search for a point at which a relation fails, uphill along one coordinate at a time."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import Any

from sympy import Expr, Rational
from sympy.core.relational import Relational

from ..errors import FdpError
from ..slope import FAILS, NOWHERE, Score, Slope, Values
from ..symbols import domain_of

__all__ = ["Hill", "at_work", "climbed", "fraction", "lies_in", "moves"]

_STARTS = 3  # the best points from which the search goes on
_ROUNDS = 12
_TOGETHER = 40  # moves of several coordinates when no single one helps
_SEED = 20190502
_FACTORS = tuple(Fraction(*f) for f in ((1, 2), (2, 1), (9, 10), (10, 9), (1, 16), (16, 1)))
_FACTORS += (Fraction(1, 1000), Fraction(49, 50), Fraction(50, 49))
_SHARES = tuple(Fraction(f) for f in ("1/2", "9/10", "1/10", "1/100"))


def climbed(
    relation: Relational,
    given: tuple[Relational, ...],
    points: Iterable[Mapping[Any, Any]],
    seconds: float = 1.0,
) -> Iterator[dict[Any, Rational]]:
    """Points at which a relation seems to fail although the hypotheses seem to hold.

    Parameters
    ----------
    relation : relational
        Without functions of which only facts are known, and without integer symbols.
    given : tuple of relationals
        The hypotheses.
    points : iterable of mapping
        Where the search may start: exact values of all symbols.
    seconds : float
        Of processor time, after which it gives up.

    Examples
    --------
    >>> from fdp_sym.symbols import epsilon
    >>> from fdp_sym.theorems import Le
    >>> found = next(climbed(Le(epsilon, 1000), (), [{epsilon: Rational(1)}]))
    >>> found[epsilon] > 1000
    True
    """
    end = time.process_time() + seconds
    try:
        hill = Hill(relation, given)
    except FdpError:
        return
    if not hill.symbols:
        yield {}
        return
    scored = []
    for point in points:
        values = hill.values(point)
        score = hill.score(values)
        if score > FAILS:
            yield hill.point(values)
        scored.append((score, values))
        if time.process_time() > end:
            break
    scored.sort(key=lambda item: item[0], reverse=True)
    best, others = scored[: _STARTS - 1], scored[_STARTS - 1 :]
    for score, values in [*best, *hill.random.sample(others, min(_STARTS, len(others)))]:
        if score == NOWHERE or score > FAILS:
            continue
        yield from hill.climb(values, score, end)


def at_work(items: Iterable[Any], seconds: float) -> Iterator[Any]:
    """The items that are asked for within so many seconds of processor time.

    Examples
    --------
    >>> list(at_work("abc", 60.0))
    ['a', 'b', 'c']
    """
    end = time.process_time() + seconds
    return takewhile(lambda _: time.process_time() < end, items)


class Hill(Slope):
    """By how much a relation fails, and the way up."""

    def __init__(self, relation: Relational, given: tuple[Relational, ...]) -> None:
        symbols = set().union(*(r.free_symbols for r in (relation, *given)))
        claim, *others = ((r.rel_op, *r.args) for r in (relation, *given))
        super().__init__(claim, others, sorted(symbols, key=lambda s: s.sort_key()))
        self.random = random.Random(_SEED)

    def climb(self, values: Values, score: Score, end: float) -> Iterator[dict[Any, Rational]]:
        """From one point upwards; better points are tried at once."""
        for _ in range(_ROUNDS):
            before = score
            for i, symbol in enumerate(self.symbols):
                for moved in moves(values[i], domain_of(symbol)):
                    if time.process_time() > end:
                        return
                    other = (*values[:i], moved, *values[i + 1 :])
                    found = self.score(other)
                    if found > score:
                        score, values = found, other
                        if score > FAILS:
                            yield self.point(values)
            for _ in range(_TOGETHER if score == before else 0):
                other = tuple(map(self._nearby, values, self.symbols))
                found = self.score(other)
                if time.process_time() > end:
                    return
                if found > score:
                    score, values = found, other
                    if score > FAILS:
                        yield self.point(values)
            if score == before:
                return

    def _nearby(self, value: Fraction, symbol: Any) -> Fraction:
        """The same value, or one of those that are tried."""
        return self.random.choice([value, *moves(value, domain_of(symbol))])


def moves(value: Fraction, domain: Any) -> Iterator[Fraction]:
    """Other values of the domain: nearer to its ends, farther from them, a little aside."""
    seen = {value}
    for moved in _candidates(value, fraction(domain.inf), fraction(domain.sup)):
        moved = moved.limit_denominator(10**6) if moved.denominator > 10**9 else moved
        if moved in seen:
            continue
        seen.add(moved)
        if lies_in(moved, domain):
            yield moved


def lies_in(value: Fraction, domain: Any) -> bool:
    """Whether a number is in the domain of a real symbol."""
    low, high, number = domain.inf, domain.sup, Rational(value.numerator, value.denominator)
    return bool(
        (low < number or (number == low and not domain.left_open))
        and (number < high or (number == high and not domain.right_open))
    )


def fraction(end: Expr) -> Fraction | None:
    """The end of a domain; None if there is none, or it is no rational number."""
    return Fraction(int(end.p), int(end.q)) if end.is_Rational else None


def _candidates(value: Fraction, low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    if low is not None and high is not None:
        yield from (low, high)
        for share in _SHARES:
            yield value + share * (high - value)
            yield value + share * (low - value)
    elif low is not None or high is not None:
        end = low if low is not None else high
        assert end is not None
        yield end
        for factor in _FACTORS:
            yield end + factor * (value - end)
        yield value + 1
        yield value - 1
    else:
        yield from (Fraction(0), -value, value + 1, value - 1)
        for factor in _FACTORS:
            yield factor * value
