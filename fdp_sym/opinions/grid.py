"""The largest value of a function on a grid that is refined around it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

__all__ = ["largest_value"]

_INTERVALS = 64
_FAR = Fraction(50)  # how far an unbounded range is searched


def largest_value(
    body: Callable[[Any], Any],
    low: Any,
    high: Any,
    *,
    rounds: int,
    size: Callable[[Any], Any] = lambda value: value,
) -> Any:
    """The largest of the values that were tried: never more than the supremum.

    Parameters
    ----------
    body : callable
    low, high : Fraction, number of a library, or an infinite float
        With fractions as ends all points are fractions, the ends among them.
    rounds : int
        How often the grid is refined.
    size : callable
        By which values are compared.

    Examples
    --------
    >>> float(largest_value(lambda x: x * (1 - x), Fraction(0), Fraction(1), rounds=1))
    0.25
    """
    low, high = (max(min(end, _FAR), -_FAR) for end in (low, high))
    best: Any = None
    for _ in range(rounds):
        points = [low + (high - low) * k / _INTERVALS for k in range(_INTERVALS + 1)]
        values = [body(point) for point in points]
        top = max(range(_INTERVALS + 1), key=lambda k: size(values[k]))
        if best is None or size(values[top]) > size(best):
            best = values[top]
        low, high = points[max(top - 1, 0)], points[min(top + 1, _INTERVALS)]
    return best
