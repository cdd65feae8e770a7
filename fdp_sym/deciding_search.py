"""A witness for a claim whose hypotheses hold, or which fails, only in a small region.

From points of the domain uphill by random steps that grow after a success and shrink after a
failure.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from sympy import Derivative, Expr, Integral, S, Sum

from .errors import FdpError
from .slope import FAILS, NOISE, NOWHERE, Score, Slope, Values
from .symbols import domain_of
from .theorems.goals import Goal, evaluated, points, symbols_of
from .theorems.statements import Generic, Iterate, Sup

__all__ = ["uphill"]

_SEED = 20190502
_STARTS, _BEST = 60, 4
_STEPS = 400  # from every start
_WHOLE = 6  # choices of values for integer symbols
_FAR = (*range(6, 40), 64, 100, 250, 1024, 10_007)
_GROWS, _SHRINKS = 1.6, 0.88
_ROUNDED = (20, 1000, 10**6, 10**12)  # denominators of a witness


def uphill(goal: Goal, seconds: float = math.inf) -> Iterator[dict[Any, Expr]]:
    """Exact points at which a goal seems to fail, although its hypotheses seem to hold.

    Parameters
    ----------
    goal : Goal
        Nothing is found for one with integrals, extrema over a range or generic functions.
    seconds : float
        Of processor time; without a limit the number of steps ends it.

    Examples
    --------
    >>> from sympy import Interval, Rational
    >>> from fdp_sym.symbols import real
    >>> from fdp_sym.theorems import Le
    >>> x, y = (real(name, Interval(0, 1)) for name in "xy")
    >>> found = next(uphill(Goal(Le(x * y, Rational("0.2499")), (Le(x + y, 1),))))
    >>> found[x] + found[y] <= 1, found[x] * found[y] > Rational("0.2499")
    (True, True)
    """
    relations = (goal.relation, *goal.given)
    if any(r.has(Generic, Sup, Integral, Derivative) for r in relations):
        return
    end = time.process_time() + seconds
    symbols = symbols_of(goal.relation, goal.given)
    whole = sorted((s for s in symbols if s.is_integer), key=str)
    rest = sorted(symbols - set(whole), key=str)
    if whole and not any(r.has(Sum, Iterate) for r in relations):
        yield from _far(symbols, whole)
    choices = {tuple(p[k] for k in whole): p for p in points(symbols, _STARTS)}
    for chosen in islice(choices, _WHOLE):
        fixed = dict(zip(whole, chosen, strict=True))
        try:
            search = _Search(goal, rest, fixed)
        except FdpError:
            continue
        for found in search.ascents(end):
            yield {**fixed, **found}


def _far(symbols: set[Any], whole: list[Any]) -> Iterator[dict[Any, Expr]]:
    """Integers beyond those of the first points: of one symbol, and of all together."""
    first = next(points(symbols, 1))
    for far in _FAR:
        moved = {k: domain_of(k).inf + far for k in whole if domain_of(k).inf.is_finite}
        moved = {k: v for k, v in moved.items() if v in domain_of(k)}
        for k, v in moved.items():
            yield first | {k: v}
        if len(moved) > 1:
            yield first | moved


class _Search:
    """From different points of the symbols that are not integers."""

    def __init__(self, goal: Goal, symbols: list[Any], fixed: dict[Any, Expr]) -> None:
        def sides(relation: Any) -> Any:
            return relation.rel_op, *(evaluated(side, fixed) for side in relation.args)

        self.slope = Slope(sides(goal.relation), map(sides, goal.given), symbols)
        self.symbols = symbols
        self.random = random.Random(_SEED)

    def ascents(self, end: float) -> Iterator[dict[Any, Expr]]:
        if not self.symbols:
            return
        starts = []
        for point in points(self.symbols, _STARTS):
            values = self.slope.values(point)
            starts.append((self.slope.score(values), values))
        starts.sort(key=lambda item: item[0], reverse=True)
        best, others = starts[:_BEST], starts[_BEST:]
        for score, values in [*best, *self.random.sample(others, min(_BEST, len(others)))]:
            if score != NOWHERE:
                yield from self._ascent(values, score, end)

    def _ascent(self, values: Values, score: Score, end: float) -> Iterator[dict[Any, Expr]]:
        size = 0.3
        for _ in range(_STEPS):
            if time.process_time() > end or size < NOISE:
                return
            other = tuple(map(self._aside, values, self.symbols, [size] * len(values)))
            found = self.slope.score(other)
            size *= _GROWS if found > score else _SHRINKS
            size = min(size, 2.0)
            if found >= score:
                score, values = found, other
            if score > FAILS:
                yield self._rounded(values)
                return

    def _aside(self, value: Fraction, symbol: Any, size: float) -> Fraction:
        if self.random.random() < 1 / 4:
            return value
        low, high = domain_of(symbol).inf, domain_of(symbol).sup
        width = float(high - low) if (high - low).is_finite else max(1.0, abs(float(value)))
        moved = value + Fraction(self.random.gauss(0, size * width))
        for bound, is_open, sense in (
            (low, domain_of(symbol).left_open, 1),
            (high, domain_of(symbol).right_open, -1),
        ):
            if bound.is_infinite:
                continue
            limit = Fraction(int(bound.p), int(bound.q)) if bound.is_Rational else None
            if limit is None:
                return value
            if sense * (moved - limit) <= 0:
                moved = (limit + value) / 2 if is_open else limit
        return moved.limit_denominator(2**60)

    def _rounded(self, values: Values) -> dict[Any, Expr]:
        """With few digits, where the goal fails all the same."""
        for most in (*_ROUNDED, 0):
            near = tuple(v.limit_denominator(most) for v in values) if most else values
            point = self.slope.point(near)
            inside = all(domain_of(s).contains(v) == S.true for s, v in point.items())
            if not most or (inside and self.slope.score(near) > FAILS):
                break
        return point
