"""The maximum of lines and the lower convex hull of points on [0, 1], exactly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .scalars import Scalars

__all__ = ["lower_hull", "upper_envelope"]

Point = tuple[Any, Any]


def upper_envelope(lines: Iterable[Point], field: Scalars) -> list[Point]:
    """The breakpoints on [0, 1] of the maximum of lines ``c - s alpha``, given as pairs (c, s)."""
    kept: list[Point] = []
    starts: list[Any] = []  # kept[i] is the largest line from starts[i] on
    for c, s in field.sorted(lines, key=lambda line: -line[1]):
        start = field.zero
        while kept:
            c0, s0 = kept[-1]
            gap = s0 - s
            if field.is_zero(gap):
                if field.at_most(c, c0):
                    start = field.one
                    break
            else:
                crossing = field.normal((c0 - c) / gap)
                if not field.at_most(crossing, starts[-1]):
                    start = crossing
                    break
            kept.pop()
            starts.pop()
        if not field.at_most(field.one, start):
            kept.append((c, s))
            starts.append(start)
    points = [
        (start, field.normal(c - s * start)) for (c, s), start in zip(kept, starts, strict=True)
    ]
    c, s = kept[-1]
    return [*points, (field.one, field.normal(c - s))]


def lower_hull(points: Iterable[Point], field: Scalars) -> list[Point]:
    """The vertices of the largest convex function below the points."""
    hull: list[Point] = []
    for a, b in field.sorted(points, key=lambda point: point[0]):
        if hull and field.is_zero(a - hull[-1][0]):
            if field.at_most(hull[-1][1], b):
                continue
            hull.pop()
        while len(hull) > 1:
            (a0, b0), (a1, b1) = hull[-2:]
            if not field.at_most((b - b0) * (a1 - a0), (b1 - b0) * (a - a0)):
                break
            hull.pop()
        hull.append((a, b))
    return hull
