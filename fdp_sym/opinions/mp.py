"""Arithmetic by mpmath: values without a bound on their error, compared at two precisions.

Integrals, suprema and infinite sums are mpmath's quadrature, a search on a grid and mpmath's
extrapolation: opinions to a few digits.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath

from ..errors import UnsupportedError
from .arithmetic import Arithmetic
from .grid import largest_value

__all__ = ["Mpmath"]

_MOST = 20_000  # values of functions inside integrals, suprema and infinite sums


class Mpmath(Arithmetic):
    """Numbers of mpmath.

    Parameters
    ----------
    bits : int
        Their precision.

    Examples
    --------
    >>> float(Mpmath(80).function("Phi", mpmath.mpf(0)))
    0.5
    """

    name = "mpmath"

    def __init__(self, bits: int) -> None:
        self.mp = mpmath.MPContext()
        self.mp.prec = bits
        self.bits = bits
        self._asked = 0

    def number(self, x: Fraction) -> Any:
        return self.mp.mpf(x.numerator) / x.denominator

    def sign(self, x: Any) -> int | None:
        # a value that cancelled would have lost its sign with its digits
        return None if abs(x) < self.mp.mpf(2) ** (-self.bits // 2) else int(self.mp.sign(x))

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def multiply(self, x: Any, y: Any) -> Any:
        return x * y

    def divide(self, x: Any, y: Any) -> Any:
        return x / y

    def root(self, x: Any, degree: int) -> Any:
        return self.mp.root(x, degree)

    def larger(self, x: Any, y: Any) -> Any:
        return max(x, y)

    def constant(self, name: str) -> Any:
        return +(self.mp.pi if name == "pi" else self.mp.e)

    def function(self, name: str, x: Any) -> Any:
        mp = self.mp
        if name == "Phi":
            return mp.erfc(-x / mp.sqrt(2)) / 2
        if name == "Quantile":
            # erfinv is asked for 2p - 1, from which a small p takes as many digits as it has zeros
            with mp.workprec(self.bits + 2 * abs(mp.mag(x)) + 20):
                return mp.sqrt(2) * mp.erfinv(2 * x - 1)
        found = getattr(mp, name, None)
        if found is None:
            raise UnsupportedError(f"mpmath has no {name}")
        return found(x)

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        value, error = self.mp.quad(self._counted(body), self._nodes(low, high), error=True)
        if error > self.mp.mpf(10) ** -10 * (1 + abs(value)):
            raise UnsupportedError(f"mpmath's quadrature is only good to {float(error):.1g}")
        return value

    def supremum(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """The largest value on a grid, refined around it."""
        return largest_value(self._counted(body), low, high, rounds=self.bits // 8)

    def series(self, term: Callable[[int], Any], low: int) -> Any:
        return self.mp.nsum(self._counted(lambda n: term(int(n))), [low, self.mp.inf])

    def _nodes(self, low: Any, high: Any) -> list[Any]:
        """Where the range is cut for the quadrature: kinks are mostly near small numbers."""
        inner = (-8, -4, -2, -1, 0, 1, 2, 4, 8)
        return [low, *(t for t in inner if low < t < high), high]

    def _counted(self, body: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The function, which gives up when it has been asked too often."""

        def counted(t: Any) -> Any:
            self._asked += 1
            if self._asked > _MOST:
                raise UnsupportedError(f"mpmath needs more than {_MOST} values of a function")
            return body(t)

        return counted
