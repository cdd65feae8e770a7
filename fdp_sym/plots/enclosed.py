r"""Certified bands around convex decreasing curves, from enclosures at finitely many points.

Let f be convex and decreasing in X. Between two points it lies below their chord, and above the
continued chords of the neighbours; with enclosures instead of values, below the chord of the upper
ends, and above the lines through lower ends with the least possible slopes. A level is its own X;
a profile is convex in :math:`X=e^\varepsilon`.

On a page with other axes (:math:`\varepsilon=\log X`, logarithmic ordinates) a falling line is a
concave curve: what is straight on the page between two of its points is below it, and the tangents
of it are above. So the lower boundary consists of points of the lines, and the upper one of
tangents to the chords. Those are floats, and raised by more than their rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sympy import Rational, exp

from ..balls import Ball, enclose
from .sampling import Axis

__all__ = ["CertifiedBand"]

_PARTS = 4  # of a chord, with a tangent at each end
_RAISED = 1 + 1e-9  # more than the rounding of the coordinates
_DIGITS = 25

Corners = list[tuple[float, float]]


class CertifiedBand:
    """A polygon that contains a curve between the first and the last of its points.

    Parameters
    ----------
    xs : increasing floats
        Levels, or epsilon; exactly these numbers.
    ys : sequence of Ball
        Of the curve there.
    across, up : Axis
        Whether they are logarithmic decides what is straight.
    exponential : bool
        Whether the curve is convex in exp(x) instead of x.

    Examples
    --------
    >>> balls = [Ball(y, y) for y in (1, "1/4", "1/9", 0)]
    >>> axis = Axis(0, 1)
    >>> x, y = CertifiedBand([0.0, 0.25, 0.5, 1.0], balls, axis, axis).polygon()
    >>> len(x) == len(y) and min(y) == 0.0
    True
    """

    def __init__(
        self,
        xs: Sequence[float],
        ys: Sequence[Ball],
        across: Axis,
        up: Axis,
        exponential: bool = False,
    ) -> None:
        exact = [_exact(x, exponential) for x in xs]
        low = up.low * 1e-3 if up.log else 0.0
        self.axes = across, up
        self.lower = [
            [(x, max(y, low)) for x, y in corners] for corners in _lower(xs, exact, ys, exponential)
        ]
        tops = [max(y.floats()[1], low) for y in ys]
        self.upper = _upper(xs, tops, across, up, exponential)

    def polygon(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Its corners: along the lower side, and back along the upper one."""
        lower = [corner for corners in self.lower for corner in corners]
        upper = [corner for corners in self.upper for corner in corners]
        corners = [*lower, *reversed(upper)]
        return tuple(x for x, _ in corners), tuple(y for _, y in corners)

    def widths(self) -> list[float]:
        """How wide it is on the page between each two points, where the axes have length 1."""
        across, up = self.axes
        found = []
        for below, above in zip(self.lower, self.upper, strict=True):
            places = [[(across.place(x), up.place(y)) for x, y in side] for side in (below, above)]
            (u, v), (s, t) = places[0][0], places[1][-1]
            length = math.hypot(s - u, t - v)
            hidden = max(v for _, v in places[1]) < 0
            off = [
                abs((s - u) * (y - v) - (t - v) * (x - u)) / length
                for side in places
                for x, y in side
                if length
            ]
            found.append(0.0 if hidden else 2 * max(off, default=0.0))
        return found


def _exact(x: float, exponential: bool) -> Ball:
    number = Fraction(x)
    if not exponential:
        return Ball(number, number)
    return enclose(exp(Rational(number.numerator, number.denominator)), digits=_DIGITS)


def _lower(
    xs: Sequence[float], exact: Sequence[Ball], ys: Sequence[Ball], exponential: bool
) -> list[Corners]:
    """Between two points: their lower ends, and a point that is below both continued chords."""
    slopes = [(b - a) / (t - s) for (s, a), (t, b) in pairwise(zip(exact, ys, strict=True))]
    ends = [(x, y.floats()[0]) for x, y in zip(xs, ys, strict=True)]
    segments = []
    for i in range(len(xs) - 1):
        a, b = ys[i].lower, ys[i + 1].lower
        # the least fall of the line through the next points; after the last, it does not rise
        right = min(slopes[i + 1].upper, Fraction(0)) if i + 1 < len(slopes) else Fraction(0)
        if i == 0:
            corner = xs[0], _below(min(a, b - right * (exact[1] - exact[0]).lower))
        else:
            left = slopes[i - 1].lower
            place = _meeting(xs[i], xs[i + 1], exact, i, (a, b, left, right), exponential)
            x = _exact(place, exponential)
            first = a + left * (x - exact[i]).upper
            second = b - right * max(Fraction(0), (exact[i + 1] - x).lower)
            corner = place, _below(min(first, second))
        segments.append([ends[i], corner, ends[i + 1]])
    return segments


def _meeting(
    s: float, t: float, exact: Sequence[Ball], i: int, lines: Any, exponential: bool
) -> float:
    """About where two lines meet, given by a value each at the ends and their slopes."""
    a, b, left, right = lines
    width = (exact[i + 1] - exact[i]).midpoint
    turn = (right - left) * width
    share = float((right * width + a - b) / turn) if turn > 0 else 0.5
    share = min(1.0, max(0.0, share))
    place = s + math.log1p(share * math.expm1(t - s)) if exponential else s + share * (t - s)
    return min(t, max(s, place))


def _below(x: Any) -> float:
    return Ball(x, x).floats()[0]


def _upper(
    xs: Sequence[float], ys: Sequence[float], across: Axis, up: Axis, exponential: bool
) -> list[Corners]:
    """Tangents to the chords of the upper ends, as they are on the page."""
    segments = []
    for (s, a), (t, b) in pairwise(zip(xs, ys, strict=True)):
        a = max(a, b)
        corners = [(s, a)]
        if across.log or up.log or exponential:
            corners += _tangents(s, a, t, b, across, up, exponential)
        segments.append([(x, y * _RAISED) for x, y in (*corners, (t, b))])
    return segments


def _tangents(
    s: float, a: float, t: float, b: float, across: Axis, up: Axis, exponential: bool
) -> Corners:
    """Where the tangents at neighbouring points of the chord meet."""
    start, end = (math.log(s), math.log(t)) if across.log else (s, t)
    touching = []
    for k in range(_PARTS + 1):
        u = start + (end - start) * k / _PARTS
        x = min(t, max(s, math.exp(u) if across.log else u))
        share, growth = (x - s) / (t - s), 1 / (t - s)
        if exponential:
            whole = math.expm1(t - s)
            share, growth = math.expm1(x - s) / whole, math.exp(x - s) / whole
        y = a - (a - b) * share
        slope = -(a - b) * growth * (x if across.log else 1.0)
        touching.append((u, math.log(y), slope / y) if up.log else (u, y, slope))
    corners = []
    for (u1, v1, m1), (u2, v2, m2) in pairwise(touching):
        bend = m1 - m2
        u = (v2 - v1 + m1 * u1 - m2 * u2) / bend if bend > 1e-9 * abs(m1) else (u1 + u2) / 2
        u = min(u2, max(u1, u))
        v = max(v1 + m1 * (u - u1), v2 + m2 * (u - u2))
        corners.append((math.exp(u) if across.log else u, math.exp(v) if up.log else v))
    return corners
