r"""Laws of finitely many losses, in balls: products of them, and their tails by sums.

:math:`\delta(x)=\sum_a(q_a-e^xp_a)_+` is a sum over the atoms a of loss above x. No order between
losses has to be known for it: an atom that may be on either side of x contributes something between
0 and its term, which is continuous and close to 0 there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, zip_longest
from typing import Any

from flint import arb, arb_poly

from .losses import Tail

__all__ = ["FiniteTails", "combined", "on_line", "power"]

Atoms = list[tuple[Any, Any, Any]]  # (loss, mass under P, mass under Q)


class FiniteTails:
    """The tails of a finite law by partial sums, of which one is looked up for each x.

    The list of atoms is sorted in place and not kept: there may be very many.
    """

    def __init__(self, atoms: Atoms) -> None:
        atoms.sort(key=lambda atom: atom[0].mid(), reverse=True)
        self.middles = [loss.mid() for loss, _, _ in atoms]
        self.radius = max((loss.rad() for loss, _, _ in atoms), default=arb(0))
        self.p = list(accumulate((p for _, p, _ in atoms), initial=arb(0)))
        self.q = list(accumulate((q for _, _, q in atoms), initial=arb(0)))

    def tail(self, x: Any) -> Tail:
        """The atoms certainly above x by partial sums; the undecided ones each on its own."""
        first = self._count((x + self.radius).upper())
        last = self._count((x - self.radius).lower())
        growth = x.exp()
        q, p = self.q[first], self.p[first]
        delta = q - growth * p
        for i in range(first, last):
            mass_q, mass_p = self.q[i + 1] - self.q[i], self.p[i + 1] - self.p[i]
            delta += arb(0).union((mass_q - growth * mass_p).max(arb(0)))
        return Tail(q.union(self.q[last]), p.union(self.p[last]), delta)

    def _count(self, end: Any) -> int:
        """The number of middles above the exact number ``end``."""
        low, high = 0, len(self.middles)
        while low < high:
            middle = (low + high) // 2
            if self.middles[middle] > end:
                low = middle + 1
            else:
                high = middle
        return low


def combined(laws: Iterable[Atoms]) -> Atoms:
    """The product of independent laws: losses add, masses multiply."""
    result: Atoms = [(arb(0), arb(1), arb(1))]
    for law in sorted(laws, key=len):
        result = [(x + y, p * r, q * s) for x, p, q in law for y, r, s in result]
    return result


def power(atoms: Atoms, n: int) -> Atoms:
    r"""The n-fold product by the binomial theorem for the two halves A and B of the atoms.

    :math:`(A+B)^n=\sum_j\binom njA^jB^{n-j}`, so that no product occurs twice.
    """
    if n == 0:
        return [(arb(0), arb(1), arb(1))]
    if n == 1:
        return atoms
    if len(atoms) == 1:
        return [(n * loss, p**n, q**n) for loss, p, q in atoms]
    half = len(atoms) // 2
    result: Atoms = []
    for j in range(n + 1):
        ways = arb.bin_uiui(n, j)
        left = [(loss, ways * p, ways * q) for loss, p, q in power(atoms[:half], j)]
        result += combined([left, power(atoms[half:], n - j)])
    return result


def on_line(top: Any, step: Any, factors: Iterable[tuple[Sequence[tuple[int, Any]], int]]) -> Atoms:
    r"""The product of laws with losses ``top - j step``, by powers of polynomials in :math:`z^j`.

    ``factors`` holds the pairs (j, mass under Q) of each factor, and its multiplicity. The mass
    under P of an atom of loss l is its mass under Q times :math:`e^{-l}`.
    """
    polynomials = []
    for masses, n in factors:
        coefficients = [arb(0)] * (1 + max(j for j, _ in masses))
        for j, mass in masses:
            coefficients[j] += mass
        polynomials.append(arb_poly(coefficients) ** n)
    while len(polynomials) > 1:  # short ones with short ones
        polynomials.sort(key=len)
        pairs = [iter(polynomials)] * 2
        polynomials = [a * b for a, b in zip_longest(*pairs, fillvalue=arb_poly([1]))]
    (product,) = polynomials
    atoms = []
    density, growth = (-top).exp(), step.exp()
    for j, mass in enumerate(product.coeffs()):
        atoms.append((top - j * step, mass * density, mass))
        density *= growth
    return atoms
