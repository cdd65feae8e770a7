r"""Few points on a decreasing curve, so that the polyline through them looks like the curve.

Distances are measured on the page, with both axes as they are drawn (linear or logarithmic) scaled
to length 1. Where the curve on the page bends one way only, it lies between two points inside the
triangle of their chord and the continued chords of the neighbours; and as it decreases, inside the
box of the two points. A segment whose triangle and box are both wider than the tolerance is split:
in turn where the continued chords meet, which hits a kink exactly once two points lie on either
side of it, and in the middle of the parameter. (Sandwich algorithms: Rote, Computing 48, 1992.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from ..progress import progress_bar

__all__ = ["Axis", "Levels", "Numbers", "Point", "counted", "sampled", "shows_progress"]

_Value = TypeVar("_Value")
_Function = TypeVar("_Function", bound=Callable[..., Any])

_ROUNDS = 40
_MOST = 600  # points

_bar: ContextVar[Any] = ContextVar("bar", default=None)


def shows_progress(plot: _Function) -> _Function:
    """Mark a function that makes a plot: after two seconds it shows how many points it has."""

    @wraps(plot)
    def shown(*arguments: Any, **options: Any) -> Any:
        with progress_bar("point") as bar:
            token = _bar.set(bar)
            try:
                return plot(*arguments, **options)
            finally:
                _bar.reset(token)

    return shown  # type: ignore[return-value]


def counted(values: Iterable[_Value]) -> Iterator[_Value]:
    """The values as they come, each of them counted by the bar of the plot.

    Examples
    --------
    >>> list(counted([1.0, 0.5]))
    [1.0, 0.5]
    """
    bar = _bar.get()
    for value in values:
        yield value
        if bar is not None:
            bar.update()


@dataclass(frozen=True)
class Axis:
    """An axis of a page: what lies at its ends, and whether it is logarithmic."""

    low: float
    high: float
    log: bool = False

    def place(self, value: float) -> float:
        """0 at the lower end, 1 at the upper; what is far below is a little below 0."""
        if not self.log:
            return (value - self.low) / (self.high - self.low)
        if value <= 0:
            return -0.1
        span = math.log(self.high / self.low)
        return max(-0.1, math.log(value / self.low) / span)

    def value(self, place: float) -> float:
        """The number at a place."""
        if self.log:
            return self.low * math.exp(place * math.log(self.high / self.low))
        return self.low + place * (self.high - self.low)


class Point(NamedTuple):
    """A point of a curve: its parameter, its coordinates, and both on the page."""

    parameter: float
    x: float
    y: float
    u: float
    v: float


class Levels:
    r"""Type I errors in [0, 1], by their log-odds: both tails to full relative accuracy."""

    def __init__(self, axis: Axis) -> None:
        self.axis = axis

    @staticmethod
    def both(t: float) -> tuple[float, float]:
        """alpha and 1 - alpha."""
        if math.isinf(t):
            return (0.0, 1.0) if t < 0 else (1.0, 0.0)
        small = math.exp(-abs(t))
        minor, major = small / (1 + small), 1 / (1 + small)
        return (minor, major) if t < 0 else (major, minor)

    def x(self, t: float) -> float:
        """alpha."""
        return self.both(t)[0]

    def at(self, u: float) -> float:
        """The parameter at a place of the axis."""
        alpha = self.axis.value(u)
        if not 0 < alpha < 1:
            return math.nan
        rest = -math.expm1(math.log(alpha))
        return math.log(alpha) - math.log(rest)

    def middle(self, s: float, t: float) -> float:
        """The parameter between two."""
        if math.isinf(s) and math.isinf(t):
            return 0.0
        if math.isinf(s):
            return t - 2.0
        return s + 2.0 if math.isinf(t) else (s + t) / 2

    def grid(self) -> list[float]:
        """Where to begin."""
        end = -math.log(self.axis.low) if self.axis.log else 9.0
        inner = [end * (k / 4) ** 1.5 for k in range(5)]
        ts = [*(-t for t in reversed(inner[1:])), *inner]
        return ts if self.axis.log else [-math.inf, *ts, math.inf]


class Numbers:
    """Real numbers along an axis, in equal steps on the page."""

    def __init__(self, axis: Axis) -> None:
        self.axis = axis

    def x(self, t: float) -> float:
        """The number, which is its own parameter."""
        return t

    def at(self, u: float) -> float:
        """The number at a place of the axis."""
        return self.axis.value(u)

    def middle(self, s: float, t: float) -> float:
        """The number in the middle on the page."""
        return self.axis.value((self.axis.place(s) + self.axis.place(t)) / 2)

    def grid(self) -> list[float]:
        """Where to begin."""
        inner = [self.axis.value(k / 8) for k in range(1, 8)]
        return [self.axis.low, *inner, self.axis.high]


def sampled(
    values: Callable[[Sequence[float]], Iterable[float]],
    across: Levels | Numbers,
    up: Axis,
    *,
    kinks: Iterable[float] = (),
    tolerance: float = 1e-3,
) -> list[Point]:
    """Points of a decreasing curve, in order.

    Parameters
    ----------
    values : callable
        From parameters to ordinates; those that take long are best given one by one.
    across : Levels or Numbers
        What the parameters are, and the horizontal axis.
    up : Axis
        The vertical axis.
    kinks : iterable of float
        Parameters that have to be among the points.
    tolerance : float
        The largest distance of the polyline from the curve, where the axes have length 1.

    Examples
    --------
    >>> axis = Axis(0, 1)
    >>> line = sampled(lambda xs: [max(0.0, 1 - 3 * x) for x in xs], Numbers(axis), axis)
    >>> min(abs(point.x - 1 / 3) for point in line) < 1e-12
    True
    """

    def placed(parameters: list[float]) -> list[Point]:
        if not parameters:
            return []
        xs = map(across.x, parameters)
        return [
            Point(t, x, float(y), across.axis.place(x), up.place(float(y)))
            for t, x, y in zip(parameters, xs, counted(values(parameters)), strict=True)
        ]

    points = placed(sorted({*across.grid(), *kinks}))
    seen: set[tuple[float, float]] = set()
    for turn in range(_ROUNDS):
        wanted = _wanted(points, across, tolerance, turn % 2 == 0)
        found = placed(wanted)
        if not wanted:
            # where the curve bends both ways the triangles may be wrong: look between the points
            pairs = [(a, b) for a, b in pairwise(points) if (a.parameter, b.parameter) not in seen]
            seen |= {(a.parameter, b.parameter) for a, b in pairs}
            pairs = [pair for pair in pairs if max(pair[0].v, pair[1].v) >= 0]
            between = placed([across.middle(a.parameter, b.parameter) for a, b in pairs])
            found = [
                q for (a, b), q in zip(pairs, between, strict=True) if _off(a, b, q) > tolerance / 2
            ]
        if not found or len(points) + len(found) > _MOST:
            break
        points = sorted([*points, *found])
    return points


def _wanted(
    points: list[Point], across: Levels | Numbers, tolerance: float, at_meeting: bool
) -> list[float]:
    """Parameters at which segments that may be off by more than the tolerance are to be split."""
    wanted = []
    for i, (a, b) in enumerate(pairwise(points)):
        meeting, bound = _triangle(points, i)
        if bound <= tolerance or (a.v < 0 and b.v < 0):
            continue
        new = across.at(meeting) if at_meeting and meeting is not None else math.nan
        if not a.parameter < new < b.parameter:
            new = across.middle(a.parameter, b.parameter)
        if a.parameter < new < b.parameter:
            wanted.append(new)
    return wanted


def _off(a: Point, b: Point, q: Point) -> float:
    """The distance of a point from the line through two."""
    width, rise = b.u - a.u, b.v - a.v
    length = math.hypot(width, rise)
    return abs(width * (q.v - a.v) - rise * (q.u - a.u)) / length if length else 0.0


def _triangle(points: list[Point], i: int) -> tuple[float | None, float]:
    """Where the continued chords beside segment i meet, and a bound of the error on it."""
    a, b = points[i], points[i + 1]
    width, drop = b.u - a.u, a.v - b.v
    length = math.hypot(width, drop)
    if length == 0.0:
        return None, 0.0
    box = abs(width * drop) / length
    if box == 0.0 or not 0 < i < len(points) - 2:
        return None, box
    p, n = points[i - 1], points[i + 2]
    # continued chords in coordinates in which the segment is from 0 to `length` on the first axis
    along, across = (width / length, -drop / length), (drop / length, width / length)

    def turned(q: Point) -> tuple[float, float]:
        x, y = q.u - a.u, q.v - a.v
        return x * along[0] + y * along[1], x * across[0] + y * across[1]

    (px, py), (nx, ny) = turned(p), turned(n)
    if px >= 0 or nx <= length:  # a sharp turn: nothing is known
        return None, box
    left, right = py / px, ny / (nx - length)  # slopes of the two lines
    if left * right >= 0:
        # an inflection: the lines do not meet between the points, and each bounds the curve there
        off = min(abs(left), abs(right)) * length
        return None, min(box, off)
    meets = right * length / (right - left)
    height = left * meets
    place = a.u + meets * along[0] + height * across[0]
    return place, min(box, abs(height))
