"""The loss of one run with noise, whose loss grows with the outcome."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath as mp

__all__ = ["CLAIMED", "DPS", "FixedSize", "Monotone", "spend"]

# of the arithmetic; 100 are claimed of what is derived with it
DPS = 120
CLAIMED = 100


class Monotone:
    """One run with noise whose loss grows with the outcome x, sampled at rate q.

    With the record x has the law (1-q) noise(x) + q noise(x-s), without it noise(x).
    """

    digits = CLAIMED
    neglected = least_curve = mp.mpf(0)
    lost = Fraction(0)

    def __init__(self, noise: str, scale: Any, s: Any, q: Any, removal: bool) -> None:
        self.noise, self.scale, self.s, self.q, self.removal = noise, scale, s, q, removal
        self.largest = mp.inf
        if noise == "laplace":
            self.largest = self._loss(s if removal else mp.mpf(0))
        elif not removal and q < 1:
            self.largest = -mp.log1p(-q)

    def above(self, x: Any) -> Any:
        """noise((x, oo))."""
        if abs(x) == mp.inf:
            return mp.mpf(x < 0)
        if self.noise == "gaussian":
            return mp.erfc(x / self.scale / mp.sqrt(2)) / 2
        tail = mp.exp(-abs(x) / self.scale) / 2
        return tail if x > 0 else 1 - tail

    def below(self, x: Any) -> Any:
        return self.above(-x)

    def _ratio(self, x: Any) -> Any:
        """noise(x-s) / noise(x)."""
        s, scale = self.s, self.scale
        if self.noise == "gaussian":
            return mp.exp((2 * s * x - s * s) / (2 * scale * scale))
        return mp.exp((abs(x) - abs(x - s)) / scale)

    def _loss(self, x: Any) -> Any:
        with_over_without = mp.log1p(self.q * (self._ratio(x) - 1))
        return with_over_without if self.removal else -with_over_without

    def _outcome(self, ratio: Any) -> Any:
        """The x at which noise(x-s) / noise(x) passes this value."""
        if ratio <= 0:
            return -mp.inf
        s, scale, log = self.s, self.scale, mp.log(ratio)
        if self.noise == "gaussian":
            return s / 2 + log * scale * scale / s
        if abs(log) >= s / scale:
            return mp.inf if log > 0 else -mp.inf
        return (s + log * scale) / 2

    def with_record(self, x: Any, part: Any) -> Any:
        return (1 - self.q) * part(x) + self.q * part(x - self.s)

    def tails(self, eps: Any) -> tuple[Any, Any]:
        likelihood = mp.exp(eps if self.removal else -eps)
        x = self._outcome((likelihood - (1 - self.q)) / self.q)
        if self.removal:
            return self.with_record(x, self.above), self.above(x)
        return self.below(x), self.with_record(x, self.below)

    def threshold(self, alpha: Any) -> Any:
        """The x with B(x, oo) = alpha, or B(-oo, x) = alpha for additions."""
        if alpha in (0, 1):
            return mp.inf if (alpha == 0) == self.removal else -mp.inf
        if self.removal:
            return self._quantile(alpha, self.above)
        return self._quantile(alpha, lambda x: self.with_record(x, self.below))

    def _quantile(self, alpha: Any, part: Any) -> Any:
        rising = part(mp.inf) > mp.mpf(1) / 2
        low, high = -40 * self.scale, 40 * self.scale + self.s
        with mp.workdps(20):
            for _ in range(70):
                middle = (low + high) / 2
                if (part(middle) < alpha) == rising:
                    low = middle
                else:
                    high = middle
        for precision in (40, DPS):
            with mp.workdps(precision):
                for _ in range(2):
                    slope = self._density(low, rising)
                    low -= (part(low) - alpha) / (slope if rising else -slope)
        return low

    def _density(self, x: Any, mixed: bool) -> Any:
        """The density of B at x: of the outcome with the record for additions."""
        if self.noise == "gaussian":
            single = mp.npdf(x, 0, self.scale)
        else:
            single = mp.exp(-abs(x) / self.scale) / (2 * self.scale)
        return single * (1 + self.q * (self._ratio(x) - 1)) if mixed else single

    def curve(self, alpha: Any) -> Any:
        x = self.threshold(alpha)
        return self.with_record(x, self.below) if self.removal else self.above(x)


class FixedSize:
    """A sample of fixed size, one record of which is replaced.

    The other records may all be equal to the one, to the other, or lie between: that gives the
    curve of a removal, that of an addition, and the common tangent of slope -1 of both.
    """

    digits = CLAIMED
    neglected = least_curve = mp.mpf(0)
    lost = Fraction(0)

    def __init__(self, *arguments: Any) -> None:
        self.ways = [Monotone(*arguments, removal) for removal in (True, False)]
        self.largest = max(way.largest for way in self.ways)

    def tails(self, eps: Any) -> tuple[Any, Any]:
        return max((way.tails(eps) for way in self.ways), key=lambda ab: spend(ab, eps))

    def curve(self, alpha: Any) -> Any:
        remove, add = self.ways
        if remove._loss(_clamped(remove, alpha)) >= 0:
            return remove.curve(alpha)
        if add._loss(_clamped(add, alpha)) <= 0:
            return add.curve(alpha)
        return 1 - spend(self.tails(mp.mpf(0)), mp.mpf(0)) - alpha


def _clamped(way: Monotone, alpha: Any) -> Any:
    far = 100 * (way.scale + way.s)
    return min(max(way.threshold(alpha), -far), far)


def spend(tails: tuple[Any, Any], eps: Any) -> Any:
    a, b = tails
    return a - mp.exp(eps) * b
