r"""Certified values of :math:`\min\{F,F^{-1}\}^{**}`, the guarantee for both directions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Interval

from ..errors import PrecisionError, UnsupportedError
from ..exact import shown
from ..tradeoff.base import TradeOff
from ..tradeoff.inputs import within
from .certified import product_of

__all__ = ["larger", "two_sided_value"]


def larger(first: Callable[[], Any], second: Callable[[], Any], digits: int, what: str) -> Any:
    """The larger one of two numbers, each enclosed by a call.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.
    """
    from ..balls import Ball

    balls = []
    for enclosed in (first, second):
        try:
            balls.append(enclosed())
        except PrecisionError as error:
            if error.ball is None:
                raise
            balls.append(error.ball)
    low, high = max(b.lower for b in balls), max(b.upper for b in balls)
    routes = dict.fromkeys(b.route for b in balls)
    ball = Ball(low, high, f"the larger one of both directions: {', '.join(routes)}")
    if not (high == low or ball.relative_width <= Fraction(1, 10**digits)):
        raise PrecisionError(
            f"{what} is enclosed only by {ball}, not to {digits} digits. Ask for fewer digits", ball
        )
    return ball


def two_sided_value(f: TradeOff, alpha: Any, digits: int) -> Any:
    """A ball that contains the value at alpha.

    Raises
    ------
    UnsupportedError
        If the tails of the loss of f are not known.
    """
    from ..balls import Ball
    from ..balls.larger_loss import two_sided_value as value
    from ..balls.refine import constant

    level = within(alpha, "alpha", Interval(0, 1))
    if level == 1:
        return Ball(0, 0, "every function vanishes at 1")
    if level == 0:
        ends = [g.enclose(0, digits) for g in (f, f.inverse())]
        return Ball(min(b.lower for b in ends), min(b.upper for b in ends), ends[0].route)
    first, second = (product_of(g).loss for g in (f, f.inverse()))
    if first.bracket is not None or second.bracket is not None:
        raise UnsupportedError(
            f"values of the two-sided guarantee of {f} are not known; allowed are enclose_delta "
            "and enclose_epsilon"
        )
    what = f"the two-sided guarantee at {shown(level)} of {f}"
    return value(first, second, lambda: constant(level), digits, first.lost_bits, what)
