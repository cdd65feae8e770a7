"""A search for a point at which a relation fails, uphill along one coordinate at a time.

What is maximised is by how much the relation fails, relative to its sides; where hypotheses do not
hold, by how little they do not. Both are only estimates: whether a point refutes is for balls.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import Any

import sympy
from sympy import Add, Expr, Rational
from sympy.core.relational import Relational

from ..deciding_search import number
from ..errors import FdpError
from ..symbols import domain_of

__all__ = ["at_work", "climbed"]

_NOISE = 1e-13  # of numbers in floating point
_STARTS = 3  # the best points from which the search goes on
_ROUNDS = 12
_TOGETHER = 40  # moves of several coordinates when no single one helps
_SEED = 20190502
_FACTORS = tuple(Fraction(*f) for f in ((1, 2), (2, 1), (9, 10), (10, 9), (1, 16), (16, 1)))
_FACTORS += (Fraction(1, 1000), Fraction(49, 50), Fraction(50, 49))
_SHARES = tuple(Fraction(f) for f in ("1/2", "9/10", "1/10", "1/100"))

Score = tuple[float, float, float]
Values = tuple[Fraction, ...]

_NOWHERE: Score = (-2.0, -math.inf, -math.inf)
_FAILS: Score = (0.0, _NOISE, math.inf)


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
        hill = _Hill(relation, given)
    except FdpError:
        return
    if not hill.symbols:
        yield {}
        return
    scored = []
    for point in points:
        values = tuple(Fraction(int(point[s].p), int(point[s].q)) for s in hill.symbols)
        score = hill.score(values)
        if score > _FAILS:
            yield hill.point(values)
        scored.append((score, values))
        if time.process_time() > end:
            break
    scored.sort(key=lambda item: item[0], reverse=True)
    best, others = scored[: _STARTS - 1], scored[_STARTS - 1 :]
    for score, values in [*best, *hill.random.sample(others, min(_STARTS, len(others)))]:
        if score == _NOWHERE or score > _FAILS:
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


class _Hill:
    """By how much a relation fails, as a function of the point."""

    def __init__(self, relation: Relational, given: tuple[Relational, ...]) -> None:
        from ..balls import compile_expr

        self.symbols = sorted(
            set().union(*(r.free_symbols for r in (relation, *given))), key=lambda s: s.sort_key()
        )
        self.operator = relation.rel_op
        self.random = random.Random(_SEED)
        self.sides = [compile_expr(side, tuple(self.symbols)) for side in relation.args]
        smooth = [side.replace(_is_extremum, _mean) for side in relation.args]
        self.smooth = [compile_expr(side, tuple(self.symbols)) for side in smooth]
        self.is_flat = smooth != list(relation.args)
        self.given = [
            (h.rel_op, [compile_expr(side, tuple(self.symbols)) for side in h.args]) for h in given
        ]

    def point(self, values: Values) -> dict[Any, Rational]:
        return {
            s: Rational(v.numerator, v.denominator)
            for s, v in zip(self.symbols, values, strict=True)
        }

    def score(self, values: Values) -> Score:
        """Whether the hypotheses hold, by how much the claim fails (or they do); and which way up.

        Where extrema are flat, such as ``Max(0, x)``, the mean of their members says where they
        grow.
        """
        try:
            broken = 0.0
            for operator, sides in self.given:
                broken += max(0.0, _excess(operator, *(number(side, values) for side in sides)))
            if broken > 0:
                return -1.0, -broken, 0.0
            excess = _excess(self.operator, *(number(side, values) for side in self.sides))
            if not self.is_flat or excess > _NOISE:
                return 0.0, excess, 0.0
            left, right = (number(side, values) for side in self.smooth)
            return 0.0, excess, right - left if ">" in self.operator else left - right
        except (FdpError, ZeroDivisionError, OverflowError, ValueError):
            return _NOWHERE

    def climb(self, values: Values, score: Score, end: float) -> Iterator[dict[Any, Rational]]:
        """From one point upwards; better points are tried at once."""
        for _ in range(_ROUNDS):
            before = score
            for i, symbol in enumerate(self.symbols):
                for moved in _moves(values[i], domain_of(symbol)):
                    if time.process_time() > end:
                        return
                    other = (*values[:i], moved, *values[i + 1 :])
                    found = self.score(other)
                    if found > score:
                        score, values = found, other
                        if score > _FAILS:
                            yield self.point(values)
            for _ in range(_TOGETHER if score == before else 0):
                other = tuple(map(self._nearby, values, self.symbols))
                found = self.score(other)
                if time.process_time() > end:
                    return
                if found > score:
                    score, values = found, other
                    if score > _FAILS:
                        yield self.point(values)
            if score == before:
                return

    def _nearby(self, value: Fraction, symbol: Any) -> Fraction:
        """The same value, or one of those that are tried."""
        return self.random.choice([value, *_moves(value, domain_of(symbol))])


def _is_extremum(node: Any) -> bool:
    return isinstance(node, (sympy.Max, sympy.Min))


def _mean(node: Expr) -> Expr:
    return Add(*node.args) / len(node.args)


def _excess(operator: str, left: float, right: float) -> float:
    """By how much a relation fails, between -1 and 1; positive if it does."""
    size = abs(left) + abs(right)
    if size == 0:
        return 1.0 if operator in ("<", ">", "!=") else 0.0
    difference = (left - right) / size
    if operator == "==":
        return max(0.0, abs(difference) - _NOISE)
    if operator == "!=":
        return -abs(difference)
    return difference if operator in ("<=", "<") else -difference


def _moves(value: Fraction, domain: Any) -> Iterator[Fraction]:
    """Other values of the domain: nearer to its ends, farther from them, a little aside."""
    low, high = domain.inf, domain.sup
    seen = {value}
    for moved in _candidates(value, *(_fraction(e) for e in (low, high))):
        moved = moved.limit_denominator(10**6) if moved.denominator > 10**9 else moved
        if moved in seen:
            continue
        seen.add(moved)
        number = Rational(moved.numerator, moved.denominator)
        if (low < number or (number == low and not domain.left_open)) and (
            number < high or (number == high and not domain.right_open)
        ):
            yield moved


def _fraction(end: Expr) -> Fraction | None:
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
