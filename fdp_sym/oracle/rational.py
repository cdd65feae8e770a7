r"""Exact values of small products of finite laws with rational masses.

The profile is :math:`\delta(\varepsilon)=\sum_a(q_a-e^\varepsilon p_a)_+`, and the type II error
rejects atoms in decreasing order of q/p, the last one with some probability.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from math import comb, prod

from sympy import Expr

from ..exact import to_fraction
from .parts import Parts

__all__ = ["RationalAtoms"]

Masses = Counter[tuple[Fraction, Fraction]]  # how often a pair of masses (p, q) occurs

_MOST_ATOMS = 2000
_MOST_BITS = 4000


class RationalAtoms:
    """The atoms of a product of finite laws with rational masses.

    Parameters
    ----------
    parts : Parts

    Attributes
    ----------
    exists : bool
        Whether the product is of that kind, and small.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.exists = (
            parts.is_finite
            and all(m.is_Rational for m, _ in (*parts.slack, *parts.infinite, *parts.vanishing))
            and all(a.p.is_Rational and a.q.is_Rational for law in parts.finite for a in law.atoms)
            and self._size() <= _MOST_ATOMS
            and self._bits() <= _MOST_BITS
        )

    def _size(self) -> int:
        return prod(comb(n + len(law.atoms) - 1, n) for law, n in self.parts.finite.items())

    def _bits(self) -> int:
        finite = [(a, n) for law, n in self.parts.finite.items() for a in law.atoms]
        masses = [(m, n) for a, n in finite for m in (a.p, a.q)]
        masses += [*self.parts.slack, *self.parts.infinite]
        return sum(n * int(m.q).bit_length() for m, n in masses)

    @cached_property
    def atoms(self) -> Masses:
        """The pairs of masses, with the number of outcomes that have them."""
        scale = _complement(self.parts.slack)
        result: Masses = Counter({(scale, scale): 1})
        for law, n in self.parts.finite.items():
            power = _power([(to_fraction(a.p), to_fraction(a.q)) for a in law.atoms], n)
            result = _product(result, power)
        return result

    @property
    def infinite(self) -> Fraction:
        """The mass of Q on which the loss is infinite."""
        return 1 - _complement([*self.parts.slack, *self.parts.infinite])

    def delta(self, growth: Fraction) -> Fraction:
        """The profile where exp(eps) = ``growth``."""
        gains = ((q - growth * p, count) for (p, q), count in self.atoms.items())
        return self.infinite + sum((g * count for g, count in gains if g > 0), Fraction(0))

    def value(self, alpha: Fraction) -> Fraction:
        """The type II error at level ``alpha``."""
        beta = 1 - self.infinite
        for p, q, count in sorted(
            ((p, q, count) for (p, q), count in self.atoms.items()),
            key=lambda atom: atom[1] / atom[0],
            reverse=True,
        ):
            if alpha < count * p:
                return beta - alpha * q / p
            alpha -= count * p
            beta -= count * q
        return beta


def _complement(masses: list[tuple[Expr, int]]) -> Fraction:
    """The product of the complements of the masses."""
    return prod(((1 - to_fraction(m)) ** n for m, n in masses), start=Fraction(1))


def _product(first: Masses, second: Masses) -> Masses:
    result: Masses = Counter()
    for (p, q), count in first.items():
        for (r, s), more in second.items():
            result[p * r, q * s] += count * more
    return result


def _power(atoms: list[tuple[Fraction, Fraction]], n: int) -> Masses:
    """By the binomial theorem for the two halves of the atoms."""
    if n == 0:
        return Counter({(Fraction(1), Fraction(1)): 1})
    if n == 1:
        return Counter(atoms)
    if len(atoms) == 1:
        return Counter({(p**n, q**n): 1 for p, q in atoms})
    half = len(atoms) // 2
    result: Masses = Counter()
    for j in range(n + 1):
        left = {pair: comb(n, j) * m for pair, m in _power(atoms[:half], j).items()}
        result += _product(Counter(left), _power(atoms[half:], n - j))
    return result
