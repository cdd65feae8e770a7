"""Multiprecision evaluation of a location family whose CDF is only an expression.

A level is turned into a threshold by bisection. The working precision covers the digits that
1 - F loses in the tails and doubles until the result settles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
from sympy import Expr, Symbol, diff, lambdify

from ..errors import PrecisionError

__all__ = ["Law"]

_FURTHEST = 2.0**200
_NOTHING = mpmath.mpf("1e-350")  # a probability below every double


def _normal_cdf(x: Any) -> Any:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


class Law:
    """A CDF and its density as mpmath functions, with a shift."""

    def __init__(self, cdf: Expr, x: Symbol, shift: Expr, bounded: bool) -> None:
        self._bounded = bounded  # whether F reaches 1
        modules = [{"Phi": _normal_cdf}, "mpmath"]
        self.cdf = lambdify(x, cdf, modules)
        self.density = lambdify(x, diff(cdf, x), modules)
        self._shift = shift

    @property
    def shift(self) -> Any:
        """The shift, at the current precision."""
        return self._shift.evalf(mpmath.mp.dps + 5)._to_mpmath(mpmath.mp.prec)

    def value(self, alpha: float, rest: float, complement: bool) -> float:
        """f (or 1 - f) at a level given with its complement."""

        def at_threshold() -> Any:
            below = self.cdf(self._threshold(alpha, rest) - self.shift)
            return 1 - below if complement else below

        minor = min(alpha, rest)
        if minor == 0 and (rest == 0 or not self._bounded):
            return float(complement == (rest == 0))
        return _settled(at_threshold, 25 - math.log10(minor) if minor > 0 else 0.0)

    def delta(self, eps: float) -> float:
        """The largest S(x - shift) - e^eps S(x), S = 1 - F; its derivative changes sign once."""

        def best() -> Any:
            growth, shift = mpmath.exp(eps), self.shift

            def rises(x: Any) -> bool:
                below = self.cdf(x)
                if below < _NOTHING or 1 - below < _NOTHING:
                    return bool(below < _NOTHING)  # outside, where both densities may vanish
                return bool(growth * self.density(x) > self.density(x - shift))

            x = _last(rises)
            advantage = (1 - self.cdf(x - shift)) - growth * (1 - self.cdf(x))
            return max(advantage, mpmath.mpf(0), 1 - growth)

        return _settled(best, abs(eps) / 2)

    def _threshold(self, alpha: float, rest: float) -> Any:
        """x with 1 - F(x) = alpha; for alpha = 0 where F reaches 1."""
        if alpha <= rest:
            return _last(lambda x: 1 - self.cdf(x) > alpha)
        return -_last(lambda x: self.cdf(-x) > rest)


def _settled(compute: Callable[[], Any], least: float) -> float:
    """A value that no longer changes, as a double, when the precision doubles."""
    previous: Any = mpmath.inf
    for digits in (40, 80, 160, 320, 640, 1280):
        if digits < least:
            continue
        with mpmath.workdps(digits):
            value = compute()
            if abs(value - previous) <= abs(value) * 1e-17:
                return float(value)
            previous = value
    if abs(previous) < 1e-330:
        return 0.0
    raise PrecisionError(f"{previous} still changes at 1280 digits; allowed is a smoother CDF")


def _last(holds: Callable[[Any], bool]) -> Any:
    """The point up to which a condition holds and beyond which it fails, by bisection."""
    low, high = mpmath.mpf(-1), mpmath.mpf(1)
    while high < _FURTHEST and holds(high):
        low, high = high, 2 * high
    while low > -_FURTHEST and not holds(low):
        low, high = 2 * low, low
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high
