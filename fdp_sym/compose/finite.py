"""The exact tensor product of piecewise-linear trade-off functions with rational breakpoints."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from typing import NamedTuple

from ..tradeoff.piecewise_linear import PiecewiseLinear
from ..tradeoff.scalars import Rationals

__all__ = ["FiniteLaw", "is_rational", "multiply", "within_cap"]

MOST_ATOMS = 20_000
MOST_BITS = 10**8


def is_rational(function: object) -> bool:
    """Whether the function is piecewise linear with rational breakpoints."""
    return isinstance(function, PiecewiseLinear) and isinstance(function._field, Rationals)


class FiniteLaw(NamedTuple):
    """The law of the likelihood ratio dQ/dP where both P and Q have mass.

    P gives ``masses[r] / scale`` to the ratio r, and Q gives r times that.
    """

    masses: dict[Fraction, int]
    scale: int

    @classmethod
    def of(cls, function: PiecewiseLinear) -> FiniteLaw:
        """The law of a function with rational breakpoints."""
        levels = function._alphas
        widths = [b - a for a, b in pairwise(levels)]
        scale = lcm(*(w.denominator for w in widths))
        pairs = zip(function._steepness, widths, strict=True)
        return cls({s: int(w * scale) for s, w in pairs if s}, scale)

    def __matmul__(self, other: FiniteLaw) -> FiniteLaw:
        masses: dict[Fraction, int] = {}
        for r, p in self.masses.items():
            for s, q in other.masses.items():
                ratio = r * s
                masses[ratio] = masses.get(ratio, 0) + p * q
        return FiniteLaw(masses, self.scale * other.scale)

    def __pow__(self, n: int) -> FiniteLaw:
        result, square = FiniteLaw({Fraction(1): 1}, 1), self
        while n:
            if n & 1:
                result = result @ square
            n >>= 1
            if n:
                square = square @ square
        return result

    def as_piecewise_linear(self) -> PiecewiseLinear:
        """The function with this law."""
        ordered = sorted(self.masses.items(), reverse=True)
        q = [ratio * mass for ratio, mass in ordered]
        alpha, beta = 0, sum(q, Fraction(0))
        points = [(Fraction(0), beta / self.scale)]
        for (_, mass), drop in zip(ordered, q, strict=True):
            alpha, beta = alpha + mass, beta - drop
            points.append((Fraction(alpha, self.scale), beta / self.scale))
        write = Rationals().write
        return PiecewiseLinear([(write(a), write(b)) for a, b in points])


def within_cap(parts: Iterable[tuple[PiecewiseLinear, int]]) -> bool:
    """Whether the product is small enough to be multiplied out, judged before that is done."""
    atoms, bits = 1, 0
    for function, n in parts:
        law = FiniteLaw.of(function)
        size = len(law.masses)
        bits += n * law.scale.bit_length()
        if n > MOST_BITS or bits > MOST_BITS:
            return False
        atoms *= comb(n + size - 1, min(n, size - 1)) if size > 1 else 1
        if atoms > MOST_ATOMS:
            return False
    return atoms * bits <= MOST_BITS


def multiply(parts: Iterable[tuple[PiecewiseLinear, int]]) -> PiecewiseLinear:
    """The product, multiplied out."""
    law = FiniteLaw({Fraction(1): 1}, 1)
    for function, n in parts:
        law = law @ FiniteLaw.of(function) ** n
    return law.as_piecewise_linear()
