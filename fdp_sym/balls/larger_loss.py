r"""The law of :math:`\min\{F,F^{-1}\}^{**}`, from those of F and of its inverse.

Its profile is the larger one of the two profiles; and as :math:`P(L>x)` and :math:`Q(L>x)` follow
from a profile and its slope at x, its tails are those of whichever profile is larger at x. At
x = 0 both are always equal: there is an atom, of the mass by which
:math:`P(L\ge0)=1-\delta(0)-P(L>0)` exceeds P(L > 0).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb

from .ball import Ball
from .loss_roots import type_two_error
from .losses import Law, Tail
from .precision import precision
from .refine import refine

__all__ = ["two_sided_value"]

_BITS = 128


def _larger(first: Law, second: Law) -> Callable[[Any], Tail]:
    """The tail of the law with the larger profile, near a tie both."""

    def tail(x: Any) -> Tail:
        a, b = first.tail(x), second.tail(x)
        if a.delta > b.delta:
            return a
        if a.delta < b.delta:
            return b
        return Tail(a.q.union(b.q), a.p.union(b.p), a.delta.max(b.delta))

    return tail


def two_sided_value(
    first: Law,
    second: Law,
    level: Callable[[], Any],
    digits: int,
    lost: Callable[[float], int],
    what: str,
) -> Ball:
    """The value of min{F, F^-1}** at a level 0 < alpha < 1.

    Parameters
    ----------
    first, second : laws of the losses of F and of its inverse
    level : callable
        Encloses alpha at the current precision.
    digits : int
    lost : callable
        About how many bits are lost beyond a point.
    what : str
        Names the value in messages.
    """
    route = "the larger one of both profiles"
    with precision(_BITS):
        alpha, here = level(), [law.tail(arb(0)) for law in (first, second)]
        delta = here[0].delta.intersection(here[1].delta)
        start = here[0].p.min(here[1].p)
        flat = start < alpha and alpha < 1 - delta - start
    if flat:
        return refine(lambda: 1 - first.tail(arb(0)).delta - level(), digits, route, what)
    ball = type_two_error(_larger(first, second), level, digits, lost, what)
    return Ball(ball.lower, ball.upper, route)
