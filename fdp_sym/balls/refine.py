"""Working precision: constants as balls, and more bits until an enclosure is narrow enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from sympy import Expr, log

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .compiler import compile_expr
from .evaluate import tolerance_of
from .precision import precision
from .progress import found
from .real import REAL

__all__ = ["constant", "order", "refine"]

_MAX_BITS = 200_000
# bits beyond those of the digits asked for: a few roundings, and an outward bound at the end
_GUARD = 40
_ORDER_BITS = (64, 256, 1024)


def constant(value: Any) -> Any:
    """An exact number as a ball of the current precision."""
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    if value.is_Rational:
        return arb(fmpq(int(value.p), int(value.q)))
    if value.func is log and value.args[0].is_Rational:  # of these there may be thousands
        return constant(value.args[0]).log()
    return ar.to_arb(compile_expr(value).run((), REAL))


def refine(
    function: Callable[[], Any],
    digits: int,
    route: str,
    what: Expr | str,
    bits: int = 0,
    max_bits: int = _MAX_BITS,
) -> Ball:
    """The value of ``function`` to a relative width of ``10**-digits``.

    Where an evaluation loses bits to cancellation, it loses as many with more of them, so that
    the shortfall tells how many are missing.

    Parameters
    ----------
    function : callable
        Encloses the number at flint's current precision; a rational is an exact answer.
    digits : int
    route : str
        Recorded in the result.
    what : str or expression
        Names the number in messages.
    bits : int
        Bits that are known to be lost.
    max_bits : int
        Where to give up.

    Raises
    ------
    PrecisionError
        If that is not reached; its attribute ``ball`` is the best enclosure.
    """
    tolerance = Fraction(1, int(tolerance_of(digits).q))
    needed = math.ceil(digits * math.log2(10)) + 2
    best: Ball | None = None
    bits += needed + _GUARD
    while True:
        bits = min(bits, max_bits)
        with precision(bits):
            value = function()
            ball = Ball(*ar.bounds(value), route)
        if ball.relative_width <= tolerance:
            return _rounded(value, ball, needed, tolerance)
        found(ball.lower, ball.upper, route)
        best = ball if best is None or ball.width < best.width else best
        if bits >= max_bits:
            break
        accuracy = ar.to_arb(value).rel_accuracy_bits()
        if accuracy >= needed:
            break  # only the bounds of numbers beyond the range of `Ball` are wider
        missing = needed + _GUARD - accuracy if accuracy > 0 else 0
        bits += max(missing, bits // 3)
    raise PrecisionError(
        f"{what} is enclosed only by {best} with {bits} bits, not to {digits} digits; ask for "
        "fewer digits",
        best,
    )


def _rounded(value: Any, ball: Ball, needed: int, tolerance: Fraction) -> Ball:
    """The enclosure with bounds that are no longer than the digits need, if it stays narrow."""
    if ball.is_exact:
        return ball
    with precision(needed + _GUARD):
        shorter = Ball(*ar.bounds(ar.to_arb(value) * 1), ball.route)
    return shorter if shorter.relative_width <= tolerance else ball


def order(first: Callable[[], Any], second: Callable[[], Any]) -> int | None:
    """The sign of the difference of two numbers; None if it stays undecided, as for equal ones."""
    for bits in _ORDER_BITS:
        with precision(bits):
            x, y = first(), second()
            if x > y or x < y:
                return 1 if x > y else -1
    return None
