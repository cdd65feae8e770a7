r"""The least value of N(x)/x, or of N(x), over all x > 0, for a convex N: three values prove it.

Let :math:`x_1<x_2<x_3`, A the line through the first two points of N and B that through the last
two. As N is convex, A is below N outside :math:`(x_1,x_2)` and B outside :math:`(x_2,x_3)`. A line
over x, :math:`s+c/x`, is monotone. So N(x)/x is at least

* on :math:`(0,x_1]` the value at :math:`x_1`, if the line A/x decreases (:math:`c_A\ge0`);
* on :math:`[x_1,x_2]` the smaller end value of B/x, on :math:`[x_2,x_3]` that of A/x;
* on :math:`[x_3,\infty)` the value at :math:`x_3` or, if B/x decreases, the slope of B.

N itself is at least, on :math:`(0,x_1]`, the smaller of the value at :math:`x_1` and A(0), and
beyond :math:`x_3` the value there, if B increases. The points are found by a search in doubles and
steps to the vertex of a parabola, or are far out where the infimum is not attained; they prove
nothing, the three values do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .evaluate import tolerance_of
from .precision import precision

__all__ = ["Minimum", "least_value"]

_SEARCH_BITS = 160
_MOST = 90.0
_PLATEAU = 30.0  # beyond, the least value may be at infinity, or at 0, for all that is seen
_MARGIN = 4  # decimal digits by which the place has to be better than the distance
_GOLDEN = (math.sqrt(5) - 1) / 2


class Minimum(NamedTuple):
    """An enclosure of the least value, and a number x next to where it is taken (perhaps inf)."""

    value: Ball
    at: Any


def least_value(
    convex: Callable[[Any], Any],
    digits: int,
    what: str,
    *,
    over_x: bool,
    start: float = 0.0,
    most: float = _MOST,
    costly: bool = False,
    after: Callable[[Any], Any] = lambda value: value,
) -> Minimum:
    """The least value of N(x)/x (``over_x``) or N(x), x > 0.

    Parameters
    ----------
    convex : callable
        Encloses the convex N at an exact ball x, at flint's current precision.
    digits : int
        The relative width asked for, as a number of digits.
    what : str
        Names the value in messages.
    over_x : bool
        Whether N(x)/x is asked for.
    start : float
        Where to begin the search: the logarithm of x.
    most : float
        How far to search: up to this logarithm, and down to minus it.
    costly : bool
        Whether N takes long far out, so that nothing is tried beyond.
    after : callable
        An increasing function to apply to the value, such as exp.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> least_value(lambda x: x * x + 2, 20, "x + 2/x", over_x=True).value.decimal(20)
    '2.8284271247461900976'
    """

    def divided(x: Any) -> Any:
        return convex(x) / x if over_x else convex(x)

    with precision(_SEARCH_BITS):
        t = _search(lambda t: divided(arb(t).exp().mid()).mid(), start, most)
    far = 10 * digits // 3 + 30
    bits = 17 * digits // 3 + 120
    inside, beyond = abs(t) < most, abs(t) > _PLATEAU and not costly
    attempts = [(bits, _refined)] * inside + [(bits + far, None)] * beyond
    if not costly:
        attempts += [(2 * bits, _refined), (2 * bits, _narrowed)] * inside
    best = None
    for precise, find in attempts:
        with precision(precise):
            if find is None:
                points = [arb(2) ** ((far if t > 0 else -far) + i) for i in range(3)]
            else:
                points = find(divided, arb(t).exp().mid(), digits)
            value = after(_proved(convex, points, over_x))
            ball = Ball(*ar.bounds(value), "three values of a convex function")
        if ball.relative_width <= Fraction(1, int(tolerance_of(digits).q)):
            return Minimum(ball, math.inf if find is None and t > 0 else float(points[1]))
        best = ball if best is None or ball.width < best.width else best
    if best is None:
        raise PrecisionError(
            f"{what}: the best order is above {math.exp(most):.3g}; take the order oo"
        )
    raise PrecisionError(
        f"{what} is enclosed only by {best}, not to {digits} digits; ask for fewer digits, or take "
        "the divergence of order oo if it is finite",
        best,
    )


def _search(g: Callable[[float], Any], t: float, most: float) -> float:
    """Where g(t) is least, t = log x, to about 1e-6, or the first t beyond the bounds."""
    step = 1.0
    left, middle, right = t - step, t, t + step
    values = [g(x) for x in (left, middle, right)]
    while not values[1] <= min(values[0], values[2]):
        step = min(1.5 * step, most / 4)
        if values[2] < values[0]:
            left, middle, right = middle, right, right + step
            values = [values[1], values[2], g(right)]
        else:
            left, middle, right = left - step, left, middle
            values = [g(left), values[0], values[1]]
        if not abs(middle) < most:
            return middle
    while right - left > 1e-6:
        inner = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
        if g(inner[0]) <= g(inner[1]):
            right = inner[1]
        else:
            left = inner[0]
    return (left + right) / 2


def _refined(g: Callable[[Any], Any], x: Any, digits: int) -> list[Any]:
    """Three points around the least value, at a distance that makes the lines sharp enough.

    The vertex of the parabola through points at a distance h is off by about h^2.
    """
    last = digits // 2 + 3
    exponent = 2
    while exponent < last and 2 * exponent < last + _MARGIN:
        exponent = min(2 * exponent, last)
        h = (x * arb(10) ** -exponent).mid()
        low, here, high = g(x - h), g(x), g(x + h)
        move = h * (low - high) / (2 * (low - 2 * here + high))
        if abs(move) < x * arb(10) ** -(exponent // 2 - 1):  # no farther than the steps before
            x = (x + move).mid()
    h = (x * arb(10) ** -last).mid()
    return [(x - h).mid(), x, (x + h).mid()]


def _narrowed(g: Callable[[Any], Any], x: Any, digits: int) -> list[Any]:
    """The same for a least value at a kink, where a parabola does not help: by golden sections."""
    left, right = x * arb("0.999"), x * arb("1.001")
    ratio = (arb(5).sqrt() - 1) / 2
    while not right - left < x * arb(10) ** -(digits + 3):
        inner = [(right - ratio * (right - left)).mid(), (left + ratio * (right - left)).mid()]
        if g(inner[0]).mid() <= g(inner[1]).mid():
            right = inner[1]
        else:
            left = inner[0]
    return [left.mid(), ((left + right) / 2).mid(), right.mid()]


def _proved(convex: Callable[[Any], Any], points: list[Any], over_x: bool) -> Any:
    """The hull of the least value found and of the lower bound by the two lines."""
    x1, x2, x3 = points
    n1, n2, n3 = (convex(x) for x in points)
    low_slope, high_slope = (n2 - n1) / (x2 - x1), (n3 - n2) / (x3 - x2)
    on_b, on_a = n2 - high_slope * (x2 - x1), n2 + low_slope * (x3 - x2)
    if over_x:
        if not n1 - low_slope * x1 >= 0:
            return arb("nan")
        rises = n3 - high_slope * x3 <= 0
        values = [n1 / x1, n2 / x2, n3 / x3, on_b / x1, on_a / x3]
        beyond = high_slope
    else:
        rises = high_slope >= 0
        values = [n1, n2, n3, on_b, on_a, n1 - low_slope * x1]
        beyond = arb("-inf")
    least = values[1] if rises else values[1].min(beyond)
    for value in values:
        least = least.min(value)
    return least.union(values[1].min(values[0]).min(values[2]))
