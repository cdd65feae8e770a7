r"""Answers from a profile that is known between two bounds: profile, eps at a delta, f at an alpha.

The bounds are tightened step by step; each step is reported to whoever waits, and where the next
one is too costly the last is what `PrecisionError` carries.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from flint import arb

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .bracket import Bracket
from .evaluate import tolerance_of
from .precision import precision
from .progress import found

__all__ = ["bracketed_crossing", "bracketed_delta", "bracketed_value", "rescued"]

_STAGES = (3, 6, 9)  # digits
_MOST_STEPS = 60
_MOST_DOUBLINGS = 40
_ROUGH = 1e-2

Number = Callable[[], Any]


def _stages(bracket: Bracket, digits: int) -> Iterator[int]:
    """The digits to ask for in turn; without smoothing all at once, and more if some are lost."""
    if bracket.is_exact:
        yield from (digits, digits + 6, digits + 20)
        return
    yield from (stage for stage in _STAGES if stage < digits)
    if digits <= _STAGES[-1]:
        yield digits


def rescued(first: Callable[[], Ball], second: Callable[[Bracket], Ball], bracket: Any) -> Ball:
    """The answer of a route, or of a second one where it fails, or all that both have found.

    Parameters
    ----------
    first : callable
    second : callable
        Takes the bracket.
    bracket : callable
        Makes it; None if there is no second route.

    Raises
    ------
    PrecisionError
        If both fail; its attribute ``ball`` is what their enclosures have in common.
    """
    try:
        return first()
    except PrecisionError as error:
        other = bracket()
        if other is None:
            raise
        failure = error
    try:
        return second(other)
    except PrecisionError as error:
        one, two = failure.ball, error.ball
        if one is None or two is None:
            raise failure if two is None else error from None
        low, high = max(one.lower, two.lower), min(one.upper, two.upper)
        raise PrecisionError(str(error), Ball(low, high, two.route)) from None


class _Best:
    """The narrowest enclosure so far."""

    def __init__(self, lower: Any, upper: Any, digits: int, route: str, what: str) -> None:
        self.ball = Ball(lower, upper, route)
        self.tolerance = Fraction(1, int(tolerance_of(digits).q))
        self.digits, self.what = digits, what

    def improve(self, lower: Any, upper: Any) -> bool:
        """Whether the width asked for is reached by the intersection with these bounds."""
        low, high = max(self.ball.lower, lower), min(self.ball.upper, upper)
        self.ball = Ball(low, high, self.ball.route)
        found(low, high, self.ball.route)
        return self.reached

    @property
    def reached(self) -> bool:
        return self.ball.relative_width <= self.tolerance

    def error(self, reason: str) -> PrecisionError:
        known = self.digits
        while known and self.ball.relative_width > Fraction(1, 10**known):
            known -= 1
        remedy = "Ask for fewer digits"
        if known:
            remedy += (
                f": {known} are known, as enclose_delta, enclose_epsilon and enclose with "
                f"digits={known} show"
            )
        return PrecisionError(
            f"{self.what} is enclosed only by {self.ball}, not to {self.digits} digits: {reason}. "
            f"{remedy}",
            self.ball,
        )


def _bits(digits: int) -> int:
    return 64 + math.ceil(digits * math.log2(10))


def bracketed_delta(bracket: Bracket, point: Number, digits: int, route: str, what: str) -> Ball:
    """The profile at a point, to the relative width asked for.

    Raises
    ------
    PrecisionError
        If that is not reached; its attribute ``ball`` is the best enclosure.
    """
    best = _Best(0, 1, digits, route, what)
    for stage in _stages(bracket, digits):
        try:
            with precision(_bits(stage)):
                value = bracket.delta(point(), 10.0**-stage).delta
                if best.improve(*ar.bounds(value)):
                    return best.ball
                if not bracket.is_exact and best.ball.relative_width > Fraction(1, 10**stage):
                    break
        except PrecisionError as error:
            raise best.error(str(error)) from None
    raise best.error("that is how far this method reaches")


def bracketed_crossing(
    bracket: Bracket,
    level: Number,
    digits: int,
    route: str,
    what: str,
    start: float | None = None,
) -> Ball:
    """The eps > 0 at which the profile is ``level``, strictly between its limit and delta(0).

    Newton's method on the middles finds a point, and the signs at two points next to it prove it.
    ``start`` is about that eps, if it is known.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.
    """
    best = _Best(0, math.inf, digits, route, what)
    x = None if start is None or start <= 0 else arb(start)
    for stage in _stages(bracket, digits):
        relative = 10.0**-stage
        try:
            with precision(_bits(stage)):
                target = level()
                x = _root(bracket, target, x, relative, best)
                width = relative / 4
                slope = float(bracket.delta(x, 1e-3).lifted * x / target)
                for _ in range(6):  # until the bounds are on either side of the level
                    ends = [(x * (1 + side * arb(width))).mid() for side in (-1, 1)]
                    # the profile changes by the slope times the width between x and an end
                    slack = slope * width / 4
                    values = [bracket.delta(end, slack).delta for end in ends]
                    if values[0] > target and values[1] <= target:
                        break
                    width *= 4
                low = ends[0] if values[0] > target else arb(0)
                top = ends[1] if values[1] <= target else arb("inf")
                if best.improve(ar.bounds(low)[0], ar.bounds(top)[1]):
                    return best.ball
        except PrecisionError as error:
            raise best.error(str(error)) from None
    raise best.error("that is how far this method reaches")


def _root(bracket: Bracket, target: Any, start: Any, relative: float, best: _Best) -> Any:
    """About where the middles of the bounds cross the target."""
    low, high = arb(0), arb("inf")
    x = arb(1) if start is None else start
    goal = target.log()
    for _ in range(_MOST_STEPS):
        at = bracket.delta(x, relative, float(target) * relative)
        if at.delta > target:
            best.improve(ar.bounds(x)[0], math.inf)
        elif at.delta <= target:
            best.improve(0, ar.bounds(x)[1])
        middle = at.delta.mid()
        low, high = (x, high) if middle > target else (low, x)
        step = arb("nan")
        if middle > 0 and at.lifted > 0:
            step = (middle.log() - goal).mid() * middle / at.lifted
        following = x + step
        if not (low < following and following < high):
            following = (low + high) / 2 if high.is_finite() else 2 * x
        following = following.mid()
        if abs(following - x) < relative * x / 16:
            return following
        x = following
    return x


def bracketed_value(
    bracket: Bracket,
    level: Number,
    digits: int,
    route: str,
    what: str,
    start: tuple[float, float] | None = None,
) -> Ball:
    r"""The trade-off function at a level 0 < alpha < 1.

    :math:`f(\alpha)=\max_t g(t)`, where :math:`g(t)=1-\delta(\log t)-t\alpha` is concave. Each
    value is a lower bound. At three points, if the middle one is seen to be higher than the
    others, the maximum is between these, and secants extended bound it from above: to the right of
    the middle g does not rise steeper than on its left. ``start`` is about the logarithm of the
    best t and how far it may be away, if that is known.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.
    """
    with precision(64):
        alpha = level()
        best = _Best(0, ar.bounds((1 - alpha).upper())[1], digits, route, what)
    x: Any = None if start is None else arb(start[0])
    for stage in _stages(bracket, digits):
        relative = 10.0**-stage
        try:
            with precision(_bits(stage)):
                alpha = level()
                if x is None:
                    x = _top(bracket, alpha)
                x = _polished(bracket, alpha, x, relative)
                eta = math.sqrt(relative)
                for _ in range(8):
                    lower, upper = _between_secants(bracket, alpha, x, eta, relative)
                    best.improve(ar.bounds(lower)[0], ar.bounds(upper)[1])
                    if upper < 1:
                        break
                    eta *= 2
                if best.reached:
                    return best.ball
        except PrecisionError as error:
            raise best.error(str(error)) from None
    raise best.error("that is how far this method reaches")


def _top(bracket: Bracket, alpha: Any) -> Any:
    """Roughly where P(L > x) = alpha, by bisection."""

    def above(x: Any) -> bool:
        return bool(bracket.delta(x, _ROUGH, _ROUGH).lifted > alpha * x.exp())

    low, high = arb(-1), arb(1)
    for _ in range(_MOST_DOUBLINGS):
        if above(low):
            break
        low *= 2
    for _ in range(_MOST_DOUBLINGS):
        if not above(high):
            break
        high *= 2
    for _ in range(10):
        x = ((low + high) / 2).mid()
        low, high = (x, high) if above(x) else (low, x)
    return x


def _polished(bracket: Bracket, alpha: Any, x: Any, relative: float) -> Any:
    """A better x, by secants of log P(L > x)."""
    accuracy = math.sqrt(relative)

    def height(x: Any) -> Any:
        lifted = bracket.delta(x, relative, relative).lifted
        return ((lifted / alpha).log() - x).mid() if lifted > 0 else arb("nan")

    step = arb(1e-3)
    here = height(x)
    for _ in range(_MOST_STEPS):
        other = x + step
        there = height(other)
        move = (step * here / (here - there)).mid()
        if not move.is_finite() or abs(move) > 1:
            return x
        x = (x + move).mid()
        if abs(move) < accuracy / 64:
            return x
        step, here = (move / 8).mid(), height(x)
    return x


def _between_secants(
    bracket: Bracket, alpha: Any, x: Any, eta: float, relative: float
) -> tuple[Any, Any]:
    """Bounds of the maximum of g, the upper one 1 if the three points do not enclose it."""
    points = [(x + side * eta).mid() for side in (-1, 0, 1)]
    ts = [p.exp() for p in points]
    deltas = [bracket.delta(p, relative).delta for p in points]
    values = [1 - delta - t * alpha for delta, t in zip(deltas, ts, strict=True)]
    lower = max((v.lower() for v in values), key=float)
    left, middle, right = values
    if not (left.upper() < middle.lower() and right.upper() < middle.lower()):
        return lower, arb(1)
    top = middle.upper()
    rise = (top - left.lower()) / (ts[1] - ts[0]) * (ts[2] - ts[1])
    fall = (top - right.lower()) / (ts[2] - ts[1]) * (ts[1] - ts[0])
    return lower, top + rise.max(fall)
