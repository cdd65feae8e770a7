"""Boxes: products of intervals with exact rational or infinite ends, each end open or closed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq
from sympy import Expr, Interval, Range, Rational, S

from ..errors import DomainError
from . import arithmetic as ar
from .numbers import to_bound

__all__ = ["Bound", "Box", "Side", "side", "to_point"]

Bound = Fraction | float


def _sympy(bound: Bound) -> Expr:
    if isinstance(bound, Fraction):
        return Rational(bound.numerator, bound.denominator)
    return S.Infinity if bound > 0 else S.NegativeInfinity


def to_point(bound: Bound) -> Any:
    """The bound as a value of the interpreter; an infinite one is a limit that is taken."""
    if isinstance(bound, Fraction):
        return fmpq(bound.numerator, bound.denominator)
    return ar.INF if bound > 0 else -ar.INF


@dataclass(frozen=True)
class Side:
    """One interval; an infinite end is always open."""

    lo: Bound
    hi: Bound
    lo_open: bool = False
    hi_open: bool = False

    @cached_property
    def value(self) -> Any:
        """The interval as a value of the interpreter."""
        if self.lo == self.hi:
            return to_point(self.lo)
        return ar.interval(to_point(self.lo), to_point(self.hi))

    @cached_property
    def domain(self) -> Interval:
        """The interval as a SymPy set."""
        return Interval(_sympy(self.lo), _sympy(self.hi), self.lo_open, self.hi_open)

    @property
    def is_point(self) -> bool:
        return self.lo == self.hi

    @property
    def is_bounded(self) -> bool:
        return isinstance(self.lo, Fraction) and isinstance(self.hi, Fraction)

    @property
    def width(self) -> float:
        """Only to choose what to halve."""
        return float(self.hi) - float(self.lo)

    def end(self, upper: bool) -> Bound:
        return self.hi if upper else self.lo

    def is_open(self, upper: bool) -> bool:
        return self.hi_open if upper else self.lo_open

    def sympy_end(self, upper: bool) -> Expr:
        return _sympy(self.end(upper))

    @cached_property
    def middle(self) -> Fraction:
        """Where to cut: the simplest number in the middle half, often a place of interest.

        A half-infinite side is cut as if halved in t, where x = a + t/(1 - t) runs over
        [a, oo) for t in [0, 1): at distances 1, 3, 7, … from the first end.
        """
        lo, hi = self.lo, self.hi
        if isinstance(lo, Fraction) and isinstance(hi, Fraction):
            quarter = (hi - lo) / 4
            return _simplest(lo + quarter, hi - quarter)
        if isinstance(lo, Fraction):
            return max(lo + 1, 2 * lo + 1)
        if isinstance(hi, Fraction):
            return min(hi - 1, 2 * hi - 1)
        return Fraction(0)

    def cut(self, at: Fraction) -> tuple[Side, Side]:
        return Side(self.lo, at, self.lo_open, False), Side(at, self.hi, False, self.hi_open)

    def opened(self, upper: bool) -> Side:
        """The same without one of its ends."""
        return Side(self.lo, self.hi, self.lo_open or not upper, self.hi_open or upper)

    def __str__(self) -> str:
        left, right = "(" if self.lo_open else "[", ")" if self.hi_open else "]"
        return f"{left}{_text(self.lo)}, {_text(self.hi)}{right}"


def _text(bound: Bound) -> str:
    return str(bound) if isinstance(bound, Fraction) else "oo" if bound > 0 else "-oo"


def side(given: Any, name: str) -> Side:
    """A side from a pair ``(lo, hi)``, closed at its finite ends, or from a SymPy Interval.

    Raises
    ------
    DomainError
        If that is no non-empty interval with exact ends.
    """
    lo_open = hi_open = False
    if isinstance(given, Interval):
        pair = (given.start, given.end)
        lo_open, hi_open = bool(given.left_open), bool(given.right_open)
    elif isinstance(given, Range):
        pair = (given.inf, given.sup)
    elif isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 2:
        pair = (given[0], given[1])
    else:
        raise DomainError(f"the range {given} of {name}: allowed is a pair (lo, hi) or an Interval")
    lo, hi = to_bound(pair[0], name), to_bound(pair[1], name)
    if lo > hi or math.inf in (lo, -hi) or (lo == hi and (lo_open or hi_open)):
        raise DomainError(f"the range {given} of {name} is empty; allowed is lo <= hi")
    return Side(lo, hi, lo_open or math.isinf(lo), hi_open or math.isinf(hi))


def _simplest(lo: Fraction, hi: Fraction) -> Fraction:
    """The fraction of smallest denominator in [lo, hi], by continued fractions."""
    if lo <= 0 <= hi:
        return Fraction(0)
    if hi < 0:
        return -_simplest(-hi, -lo)
    whole = math.ceil(lo)
    if whole <= hi:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / _simplest(1 / (hi - below), 1 / (lo - below))


@dataclass(frozen=True)
class Box:
    """A product of sides, in the order of the variables of a problem."""

    sides: tuple[Side, ...]

    @cached_property
    def values(self) -> list[Any]:
        return [s.value for s in self.sides]

    @cached_property
    def centre(self) -> tuple[Fraction, ...]:
        return tuple(_middle(s) for s in self.sides)

    def replace(self, i: int, new: Side) -> Box:
        return Box((*self.sides[:i], new, *self.sides[i + 1 :]))

    def without(self, i: int) -> Box:
        return Box((*self.sides[:i], *self.sides[i + 1 :]))

    def cut(self, i: int, at: Fraction) -> tuple[Box, Box]:
        low, high = self.sides[i].cut(at)
        return self.replace(i, low), self.replace(i, high)

    def __str__(self) -> str:
        return " x ".join(map(str, self.sides)) or "a point"


def _middle(s: Side) -> Fraction:
    return s.lo if s.is_point and isinstance(s.lo, Fraction) else s.middle
