"""Rigorous quadrature and global maximum of a function known only through enclosures."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb, ctx, fmpq

from . import arithmetic as ar
from .arithmetic import INF, NAN, ONE, ZERO

__all__ = ["budget", "maximum", "riemann"]

Function = Callable[[Any], Any]
# cells of a search, of one inside another, and of one inside that: their product is the time
_CELLS = (1000, 16, 8)
# a search is asked for about 1e-15, or for half of the working precision if that is less
_TOLERANCE_BITS = 50
# cells of t are not halved further; toward an infinite end that reaches |x| of about 2**64
_NARROWEST = fmpq(1, 2**64)


_depth = 0  # of the thread that holds the working precision


@contextmanager
def budget() -> Iterator[int]:
    """How many cells a search may use: an inner one cannot be better than the cells around it."""
    global _depth
    _depth += 1
    try:
        yield _CELLS[min(_depth, len(_CELLS)) - 1]
    finally:
        _depth -= 1


def _spread(x: Any) -> float:
    """The width of a value as a double, only to choose what to refine."""
    lo, hi, _ = ar.ends(x)
    width = arb(hi) - arb(lo)
    return float(width.abs_upper()) if width.is_finite() else math.inf


def riemann(f: Function, slope: Function | None = None) -> Any:
    """The integral of f over [0, 1] by enclosures over cells.

    A cell of width w and centre m contributes w f(X). If the difference quotients of f over X
    lie in [c, d], it also contributes w f(m) + [-1, 1] (d - c) w**2 / 8; the narrower one
    counts. Kinks and jumps are fine; the widest contributions are halved until the budget is
    spent.
    """
    with budget() as cells:
        return _riemann(f, slope, cells)


def _riemann(f: Function, slope: Function | None, cells: int) -> Any:
    count = 0

    def cell(lo: Any, hi: Any) -> tuple[float, int, Any, Any, Any]:
        nonlocal count
        count += 1
        x, width = ar.interval(lo, hi), hi - lo
        part = ar.mul(width, f(x))
        low, high, _ = ar.ends(slope(x) if slope else NAN)
        if arb(low).is_finite() and arb(high).is_finite():
            error = (high - low) * width**2 / 8
            centre = ar.mul(width, f((lo + hi) / 2))
            finer = ar.add(centre, ar.interval(-error, error))
            if _spread(finer) < _spread(part):
                part = finer
        return -_spread(part), count, lo, hi, part

    heap = [cell(ZERO, ONE)]
    while count < 2 * cells and heap[0][0] < 0:
        _, _, lo, hi, _ = heapq.heappop(heap)
        middle = (lo + hi) / 2
        heapq.heappush(heap, cell(lo, middle))
        heapq.heappush(heap, cell(middle, hi))
    total: Any = ZERO
    for _, _, _, _, part in heap:
        total = ar.add(total, part)
    low, high, attained = ar.ends(total)
    # an infinite value inside: whether the integral exists at all is not decided here
    return NAN if attained else ar.interval(low, high)


def maximum(f: Function, slope: Function | None, place: Function) -> Any:
    """The supremum of f(x(t)) over 0 <= t <= 1, by branch and bound.

    Parameters
    ----------
    f : callable
        Encloses f over an enclosure of x.
    slope : callable or None
        Encloses the difference quotients of f over an interval of x, where that is possible.
    place : callable
        The increasing map x(t), at rational points t.

    Returns
    -------
    value
        The interval from the best value that was met to the best bound that was proved; NAN if
        f may be undefined somewhere.
    """
    with budget() as cells:
        return _maximum(f, slope, place, cells)


def _maximum(f: Function, slope: Function | None, place: Function, cells: int) -> Any:
    count = 0
    best: Any = -INF
    attained = False

    def at(t: Any) -> Any:
        nonlocal best, attained
        x = place(t)
        if not arb(ar.ends(x)[0]).is_finite():
            return NAN  # an infinite end is no point, and limits are not computed here
        value = f(x)
        lo, _, infinite = ar.ends(value)
        if not ar.is_nan(lo):
            best, attained = ar.point_max(best, lo), attained or infinite
        return value

    def over(lo: Any, hi: Any) -> Any:
        """An upper bound of f on the cell, a point; INF if there is none."""
        nonlocal attained
        x = ar.hull(place(lo), place(hi))
        value = f(x)
        upper = ar.ends(value)[1]
        if ar.is_nan(upper):
            return NAN
        attained = attained or ar.ends(value)[2]
        middle = (lo + hi) / 2
        centre = at(middle)
        change = slope(x) if slope else NAN
        if ar.is_nan(ar.ends(change)[0]):
            return upper
        below, above, _ = ar.ends(change)
        if below >= 0 or above <= 0:
            monotone = ar.ends(at(hi if below >= 0 else lo))[1]
            return upper if ar.is_nan(monotone) else ar.point_min(upper, monotone)
        drift = ar.mul(change, ar.sub(x, place(middle)))
        reach = ar.ends(ar.add(centre, drift))[1]
        return upper if ar.is_nan(reach) else ar.point_min(upper, reach)

    def push(lo: Any, hi: Any) -> None:
        nonlocal count
        count += 1
        upper = over(lo, hi)
        if not upper < best:
            # the key is only an order of work: what is proved is `upper` itself
            unknown = ar.is_nan(upper) or not arb(upper).is_finite()
            key = -math.inf if unknown else -float(arb(upper).upper())
            heapq.heappush(heap, (key, count, lo, hi, upper))

    heap: list[tuple[float, int, Any, Any, Any]] = []
    at(ZERO)
    at(ONE)
    push(ZERO, ONE)
    tolerance = arb(2) ** -min(_TOLERANCE_BITS, int(ctx.prec) // 2)
    done = []
    while heap and count < cells:
        cell = heapq.heappop(heap)
        _, _, lo, hi, upper = cell
        if upper < best:
            continue
        close = arb(best).is_finite() and upper - best <= abs(best) * tolerance
        if ar.is_nan(upper) and hi - lo <= _NARROWEST:
            return NAN  # f may be undefined there, whatever it is elsewhere
        if close or hi - lo <= _NARROWEST:
            done.append(cell)
            continue
        middle = (lo + hi) / 2
        push(lo, middle)
        push(middle, hi)
    bound: Any = best
    for _, _, _, _, upper in (*done, *heap):
        bound = ar.point_max(bound, upper)
    return ar.interval(best, bound, attained)
