r"""Inverting the tails of a loss: eps at a given delta, and the type II error at a given level.

Both search a point x at which a certain monotone function of x crosses a number. Steps are chosen
by floating midpoints; only certain signs and inequalities enter the answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, ctx

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .evaluate import tolerance_of
from .losses import Tail
from .precision import precision
from .progress import found

__all__ = ["crossing", "type_two_error"]

_MOST_DOUBLINGS = 64
_MOST_STEPS = 40
_GROWTHS = 8
_MOST_BITS = 40_000
_GUARD = 64
_LEAST, _MOST = arb(2) ** -40, arb(1) / 4

TailFunction = Callable[[Any], Tail]


class _Bracket(NamedTuple):
    """Exact points: the function is above the level at ``low``, at or below it at ``high``."""

    low: Any
    high: Any


def crossing(
    tail: TailFunction,
    level: Callable[[], Any],
    digits: int,
    lost: Callable[[float], int],
    what: str,
) -> Ball:
    r"""The eps > 0 at which the profile is ``level``.

    The profile decreases strictly where it is positive, with the derivative
    :math:`\delta'(\varepsilon)=-e^\varepsilon P(L>\varepsilon)`. Newton steps for its logit find a
    point; its neighbours at a quarter of the tolerance have certain signs.

    Parameters
    ----------
    tail : callable
        Encloses the tail at flint's current precision.
    level : callable
        Encloses the level, which lies strictly between the limit of the profile and its value
        at 0.
    digits : int
    lost : callable
        About how many bits are lost beyond x.
    what : str
        Names the number in messages.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.
    """
    tolerance = arb(tolerance_of(digits)) / 4
    bits = math.ceil(digits * math.log2(10)) + _GUARD
    bracket = None
    for _ in range(_GROWTHS):
        with precision(bits + (lost(float(bracket.high)) if bracket else lost(1.0))):
            target = level()

            def above(x: Any, target: Any = target) -> bool | None:
                return _order(tail(x).delta, target)

            bracket = bracket or _bracket(above)
            if bracket:
                found(ar.bounds(bracket.low)[0], ar.bounds(bracket.high)[1])
            x = bracket and _newton(tail, target, bracket, tolerance)
            if x is not None:
                low, high = (x * (1 - tolerance)).mid(), (x * (1 + tolerance)).mid()
                if above(low) is True and above(high) is False:
                    return Ball(ar.bounds(low)[0], ar.bounds(high)[1])
        bits = bits * 3 // 2
    ends = bracket or _Bracket(arb(0), arb("inf"))
    ball = Ball(ar.bounds(ends.low)[0], ar.bounds(ends.high)[1])
    raise PrecisionError(_undecided(what, digits), ball)


def _undecided(what: str, digits: int) -> str:
    return f"{what} is not decided to {digits} digits; ask for fewer digits or another point"


def _order(x: Any, y: Any) -> bool | None:
    return True if x > y else False if x <= y else None


def _bracket(above: Callable[[Any], bool | None]) -> _Bracket | None:
    """Exact points around the crossing, which is known to lie above 0, by doubling."""
    low, high = arb(0), arb(1)
    for _ in range(_MOST_DOUBLINGS):
        order = above(high)
        if order is False:
            return _Bracket(low, high)
        if order:
            low = high
        high *= 2
    return None


def _newton(tail: TailFunction, target: Any, bracket: _Bracket, tolerance: Any) -> Any:
    """A point near the crossing, in midpoints; bisection wherever Newton leaves the bracket."""
    low, high = bracket
    x = ((low + high) / 2).mid()
    goal = (target / (1 - target)).log()
    for _ in range(_MOST_STEPS + ctx.prec):
        _, p, delta = tail(x)
        if not (delta > 0 and delta < 1):
            order = _order(delta, target)
            if order is None:
                return None
            low, high = (x, high) if order else (low, x)
            x = ((low + high) / 2).mid()
            continue
        gap = ((delta / (1 - delta)).log() - goal).mid()
        low, high = (x, high) if gap > 0 else (low, x)
        slope = (x.exp() * p / (delta * (1 - delta))).mid()
        following = x + gap / slope if slope > 0 else arb("nan")
        if not (low < following and following < high):
            following = (low + high) / 2
        following = following.mid()
        if abs(following - x) < tolerance * x / 8:
            return following
        x = following
    return x


def type_two_error(
    tail: TailFunction,
    level: Callable[[], Any],
    digits: int,
    lost: Callable[[float], int],
    what: str,
) -> Ball:
    r"""The trade-off function at a level alpha strictly between 0 and P(L > -oo).

    With alpha(x) = P(L > x) and beta(x) = Q(L <= x), rejecting P where L > x is an optimal test. So
    for :math:`\alpha(x_2)\le\alpha\le\alpha(x_1)`, f being convex,

    .. math:: \max_i\{\beta(x_i)+e^{x_i}(\alpha(x_i)-\alpha)\}\le f(\alpha)\le
        \text{the chord from }x_1\text{ to }x_2,

    where the left-hand sides are tangents. Where alpha(x) and alpha cannot be told apart, the
    steepness of f between alpha(x_2) and alpha(x) is at most :math:`e^{x_2}`, hence
    :math:`f(\alpha)\le\beta(x)+e^{x_2}(\alpha(x)-\alpha)_+`. The bracket shrinks until these agree.

    The parameters and exceptions are those of `crossing`.
    """
    tolerance = Fraction(1, int(tolerance_of(digits).q))
    bits = math.ceil(digits * math.log2(10)) + _GUARD
    most = bits + _MOST_BITS
    start = arb(1)
    while True:
        with precision(bits + lost(0.0)):
            search = _Level(tail, level(), start)
            if search.run(tolerance):
                return search.ball()
            start = search.start
        bits *= 2  # the bits that 1 - Q(L > x) loses where it is tiny are not known beforehand
        if bits > most:
            raise PrecisionError(_undecided(what, digits), search.ball())


class _Level:
    """The search for f(alpha) at one precision."""

    def __init__(self, tail: TailFunction, alpha: Any, start: Any) -> None:
        self.tail = tail
        self.alpha = alpha
        self.start = start  # the first distance from 0 that is looked at
        self.goal = (alpha / (1 - alpha)).log()
        self.lower, self.upper = arb(0), (1 - alpha).upper()
        self.overshoot = arb(1) / 16

    def ball(self) -> Ball:
        """What is known of f(alpha)."""
        return Ball(ar.bounds(self.lower)[0], ar.bounds(self.upper)[1])

    def run(self, tolerance: Fraction) -> bool:
        """Whether the search reaches the relative width asked for."""
        low, high = self._first()
        if low is None or high is None:
            return False
        stale = 0
        for _ in range(_MOST_STEPS + 4 * tolerance.denominator.bit_length()):
            if not 1 - high[1].q > 0:
                return False  # the value is lost in 1 - Q(L > x): only more bits help
            self._bound(low, high)
            found(self.ball().lower, self.ball().upper)
            if self.ball().relative_width <= tolerance:
                return True
            x = self._between(low, high, bisect=stale >= 2)
            if not (low[0] < x and x < high[0]):
                return False
            tail = self.tail(x)
            width = high[0] - low[0]
            above = _order(tail.p, self.alpha)
            if above is None:
                self._level_with(x, tail, high[0])
                return self.ball().relative_width <= tolerance
            low, high = ((x, tail), high) if above else (low, (x, tail))
            left = (high[0] - low[0]) / width
            stale = 0 if left < 0.75 else stale + 1
            # the better the estimates become, the closer to them
            caught = left < 4 * self.overshoot
            self.overshoot = self.overshoot**2 if caught else self.overshoot.sqrt()
            self.overshoot = self.overshoot.mid().max(_LEAST).min(_MOST)
        return False

    def _first(self) -> tuple[Any, Any]:
        """Points on either side of the crossing; points passed on the way serve as well."""
        low = high = None
        for side in (-1, 1):
            step = self.start
            for _ in range(_MOST_DOUBLINGS):
                if (low if side < 0 else high) is not None:
                    break
                tail = self.tail(side * step)
                if not tail.p.rad() < 1:  # only more bits help
                    self.start = (step / 2).max(arb(1))
                    return None, None
                above = _order(tail.p, self.alpha)
                if above:
                    low = side * step, tail
                elif above is False:
                    high = side * step, tail
                step *= 2
        return low, high

    def _bound(self, low: tuple[Any, Tail], high: tuple[Any, Tail]) -> None:
        for x, tail in (low, high):
            tangent = 1 - tail.q + x.exp() * (tail.p - self.alpha)
            self.lower = self.lower.max(tangent.lower())
        share = (self.alpha - high[1].p) / (low[1].p - high[1].p)
        chord = 1 - high[1].q - share * (low[1].q - high[1].q)
        if chord.is_finite():
            self.upper = self.upper.min(chord.upper())

    def _level_with(self, x: Any, tail: Tail, far: Any) -> None:
        excess = tail.p - self.alpha
        self.lower = self.lower.max((1 - tail.q + x.exp() * excess).lower())
        above = 1 - tail.q + far.exp() * excess.max(arb(0))
        self.upper = self.upper.min(above.upper())

    def _between(self, low: tuple[Any, Tail], high: tuple[Any, Tail], bisect: bool) -> Any:
        """A point that splits the bracket well: by the chord of the logit of P(L > x)."""
        middle = ((low[0] + high[0]) / 2).mid()
        ends = [self._logit(tail.p) for _, tail in (low, high)]
        if bisect or not all(end.is_finite() for end in ends):
            return middle
        share = (ends[0] / (ends[0] - ends[1])).mid()
        # beyond the estimate, so that both ends of the bracket come close to the crossing
        share += (1 if share < 0.5 else -1) * self.overshoot * share.min(1 - share)
        x = (low[0] + share * (high[0] - low[0])).mid()
        return x if low[0] < x and x < high[0] else middle

    def _logit(self, p: Any) -> Any:
        return ((p / (1 - p)).log() - self.goal).mid() if p > 0 and p < 1 else arb("nan")
