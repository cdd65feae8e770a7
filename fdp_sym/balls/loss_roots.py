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
_LOG2 = math.log(2)
_LEAST, _MOST = arb(2) ** -40, arb(1) / 4
_FIRST_OVERSHOOT = arb(2) ** -4

TailFunction = Callable[[Any], Tail]


class _Point(NamedTuple):
    """An exact point with the tail beyond it."""

    x: Any
    tail: Tail


def crossing(
    tail: TailFunction,
    level: Callable[[], Any],
    digits: int,
    lost: Callable[[float], int],
    what: str,
    start: float | None = None,
) -> Ball:
    r"""The eps > 0 at which the profile is ``level``.

    In :math:`t=e^x` the profile is convex with the slope :math:`-P(L>x)`. So with
    :math:`\delta_i=\delta(x_i)`, a level between :math:`\delta_1` and :math:`\delta_2` is
    reached at

    .. math:: \max_i\Bigl\{t_i+\frac{\delta_i-\mathrm{level}}{P(L>x_i)}\Bigr\}\le t\le
        t_1+\frac{\delta_1-\mathrm{level}}{\delta_1-\delta_2}(t_2-t_1),

    by tangents and the chord. Newton steps for the logit of the profile, a little beyond their
    aim, bring two points on either side so close that these agree.

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
    start : float, optional
        About where the profile is the level, if that is known.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.
    """
    tolerance = Fraction(1, int(tolerance_of(digits).q))
    bits = math.ceil(digits * math.log2(10)) + _GUARD
    search = _Crossing(tail, arb(start if start is not None and start > 0 else 1))
    for _ in range(_GROWTHS):
        with precision(bits + lost(float(search.x))):
            if search.run(level(), tolerance):
                return search.ball()
        bits = bits * 3 // 2
    raise PrecisionError(_undecided(what, digits), search.ball())


def _undecided(what: str, digits: int) -> str:
    return f"{what} is not decided to {digits} digits; ask for fewer digits or another point"


def _order(x: Any, y: Any) -> bool | None:
    return True if x > y else False if x <= y else None


class _Crossing:
    """The search for the point at which the profile is a level: what is known of it so far."""

    def __init__(self, tail: TailFunction, start: Any) -> None:
        self.tail = tail
        self.x = start  # where to look next
        self.lower, self.upper = arb(0), arb("inf")
        self.low: _Point | None = None
        self.high: _Point | None = None
        self.side: bool | None = None
        self.overshoot = _FIRST_OVERSHOOT

    def ball(self) -> Ball:
        return Ball(ar.bounds(self.lower)[0], ar.bounds(self.upper)[1])

    def run(self, level: Any, tolerance: Fraction) -> bool:
        """Whether the search reaches the relative width asked for at the current precision."""
        self.low = self.high = None
        narrow = arb(tolerance.numerator) / tolerance.denominator
        for _ in range(_MOST_STEPS + ctx.prec):
            point = _Point(self.x, self.tail(self.x))
            above = _order(point.tail.delta, level)
            if above is None:
                return False
            if above:
                self.low, self.lower = point, self.lower.max(point.x)
            else:
                self.high, self.upper = point, self.upper.min(point.x)
            self._bound(point, level)
            found(self.lower, self.upper)
            if self.upper - self.lower <= self.lower * narrow:
                return self.ball().relative_width <= tolerance
            self.x = self._next(point, level, above, tolerance)
        return False

    def _bound(self, last: _Point, level: Any) -> None:
        """The tangent of the last point, and the chord."""
        rise = (last.tail.delta - level) / last.tail.p * (-last.x).exp()
        if rise > -1:
            self.lower = self.lower.max((last.x + rise.log1p()).lower())
        if self.low is None or self.high is None:
            return
        x, here, there = self.low.x, self.low.tail.delta, self.high.tail.delta
        share = (here - level) / (here - there)
        chord = x + (share * (self.high.x - x).expm1()).log1p()
        if chord.is_finite():
            self.upper = self.upper.min(chord.upper())

    def _next(self, last: _Point, level: Any, above: bool, tolerance: Fraction) -> Any:
        """Beyond the aim of Newton's step for the logit, or of the tangent; else between bounds."""
        x, (_, p, delta) = last
        low = arb(0) if self.low is None else self.low.x
        high = arb("inf") if self.high is None else self.high.x
        # the better the aims become, the closer to them: the last step was to change sides
        changed, self.side = self.side is not above, above
        self.overshoot = self.overshoot**2 if changed else self.overshoot.sqrt()
        self.overshoot = self.overshoot.mid().max(_LEAST).min(_MOST)
        least = x * arb(tolerance.numerator) / tolerance.denominator / 8
        steps = []
        if delta > 0 and delta < 1:
            gap = (delta * (1 - level) / (level * (1 - delta))).log()
            steps.append((gap * delta * (1 - delta) / (x.exp() * p)).mid())
        if above and changed:
            steps.append((self.lower - x).mid())
        for step in steps:
            beyond = (self.overshoot * abs(step)).max(least)
            following = (x + step + (beyond if above else -beyond)).mid()
            if low < following and following < high:
                return following
        return ((self.lower + self.upper) / 2).mid() if high.is_finite() else 2 * x


def type_two_error(
    tail: TailFunction,
    level: Callable[[], Any],
    digits: int,
    lost: Callable[[float], int],
    what: str,
    start: tuple[float, float] | None = None,
) -> Ball:
    r"""The trade-off function at a level alpha strictly between 0 and P(L > -oo).

    With alpha(x) = P(L > x) and beta(x) = Q(L <= x), rejecting P where L > x is an optimal test. So
    for :math:`\alpha(x_2)\le\alpha\le\alpha(x_1)`, f being convex,

    .. math:: \max_i\{\beta(x_i)+e^{x_i}(\alpha(x_i)-\alpha)\}\le f(\alpha)\le
        \text{the chord from }x_1\text{ to }x_2,

    where the left-hand sides are tangents. Where alpha(x) and alpha cannot be told apart, the
    steepness of f between alpha(x_2) and alpha(x) is at most :math:`e^{x_2}`, hence
    :math:`f(\alpha)\le\beta(x)+e^{x_2}(\alpha(x)-\alpha)_+`. The bracket shrinks until these agree.

    The parameters and exceptions are those of `crossing`, but that ``start`` also tells how far
    from the crossing to look first.
    """
    tolerance = Fraction(1, int(tolerance_of(digits).q))
    bits = math.ceil(digits * math.log2(10)) + _GUARD
    most = bits + _MOST_BITS
    center, step = (arb(0), arb(1)) if start is None else map(arb, start)
    if start is not None:
        # Q(L <= x) is about exp(x) P(L <= x), and computed as 1 - Q(L > x)
        missing = -float(center) / _LOG2
        bits += round(min(max(0.0, missing), _MOST_BITS)) if missing < 2 * _MOST_BITS else 0
    while True:
        with precision(bits + lost(float(center))):
            search = _Level(tail, level(), center, step)
            if search.run(tolerance):
                return search.ball()
            center, step = search.center, search.step
        bits *= 2  # the bits that 1 - Q(L > x) loses where it is tiny are not known beforehand
        if bits > most or -float(center) / _LOG2 > 2 * _MOST_BITS:
            raise PrecisionError(_undecided(what, digits), search.ball())


class _Level:
    """The search for f(alpha) at one precision."""

    def __init__(self, tail: TailFunction, alpha: Any, center: Any, step: Any) -> None:
        self.tail = tail
        self.alpha = alpha
        self.center, self.step = center, step  # the points that are looked at first
        self.goal = (alpha / (1 - alpha)).log()
        self.lower, self.upper = arb(0), (1 - alpha).upper()
        self.overshoot = arb(1) / 16
        self.flat = False

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
            self.center, self.step = ((low[0] + high[0]) / 2).mid(), (high[0] - low[0]).mid()
            found(self.lower, self.upper)
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
            # no atom was passed
            self.flat = bool(tail.p.overlaps((low if above else high)[1].p))
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
            step = self.step
            for _ in range(_MOST_DOUBLINGS):
                if (low if side < 0 else high) is not None:
                    break
                x = (self.center + side * step).mid()
                tail = self.tail(x)
                if not tail.p.rad() < 1:  # only more bits help
                    self.step = (step / 2).max(self.step)
                    return None, None
                above = _order(tail.p, self.alpha)
                if above:
                    low = x, tail
                elif above is False:
                    high = x, tail
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
        if self.flat:
            x = self._beside_atom(low, high)
            if x is not None:
                return x
        ends = [self._logit(tail.p) for _, tail in (low, high)]
        if bisect or not all(end.is_finite() for end in ends):
            return middle
        share = (ends[0] / (ends[0] - ends[1])).mid()
        # beyond the estimate, so that both ends of the bracket come close to the crossing
        share += (1 if share < 0.5 else -1) * self.overshoot * share.min(1 - share)
        x = (low[0] + share * (high[0] - low[0])).mid()
        return x if low[0] < x and x < high[0] else middle

    def _beside_atom(self, low: tuple[Any, Tail], high: tuple[Any, Tail]) -> Any:
        """A point next to the atom of P(L > x), if there is one; first below and then above it."""
        atom = ((low[1].q - high[1].q) / (low[1].p - high[1].p)).log()
        if not atom.is_finite():
            return None
        room = 2 * atom.rad() + abs(atom.mid()) * arb(2) ** (-ctx.prec * 3 // 4)
        for x in ((atom.mid() - room).mid(), (atom.mid() + room).mid()):
            if low[0] < x and x < high[0]:
                return x
        return None

    def _logit(self, p: Any) -> Any:
        return ((p / (1 - p)).log() - self.goal).mid() if p > 0 and p < 1 else arb("nan")
