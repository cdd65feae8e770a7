r"""The profile of a product of very many finite laws by meeting in the middle, in fixed point.

The outcomes of one half are sorted by their losses, with partial sums; for each outcome of the
other half one partial sum is looked up. So :math:`2^{40}` outcomes cost about :math:`2^{20}` steps.
Masses are integers, rounded down: what was cut off is bounded and becomes a radius.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import prod
from operator import mul
from typing import Any

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray
from sympy import Expr

from ..errors import PrecisionError
from .finite_losses import Atoms
from .kov_bounds import union
from .losses import Tail
from .precision import precision
from .refine import constant

__all__ = ["MOST_OUTCOMES", "MechanismsLoss", "TwoHalves", "halves_of"]

MOST_OUTCOMES = 2**20 + 2**17  # of one half
_GUARD = 40  # bits, for the masses that are cut off a million times
_LOST = 4  # units in the last place that one more factor can cost: two for its own rounding


class MechanismsLoss:
    """The loss of (eps, delta)-DP mechanisms run together, at flint's current precision.

    Parameters
    ----------
    epsilons, slacks : sequences of (value, multiplicity)
    """

    def __init__(
        self, epsilons: Sequence[tuple[Expr, Any]], slacks: Sequence[tuple[Expr, Any]]
    ) -> None:
        self.epsilons = epsilons
        self.slacks = slacks
        self._law: tuple[int, TwoHalves] | None = None

    def infinite_mass(self) -> Any:
        """The mass of Q at infinity."""
        return union(self.slacks)

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; an infinite loss, which only Q has, counts in full."""
        if self._law is None or self._law[0] != ctx.prec:
            self._law = None  # there is not room for two
            self._law = ctx.prec, TwoHalves(lambda: [_binomial(*pair) for pair in self.epsilons])
        mass, inner = self.infinite_mass(), self._law[1].tail(x)
        return Tail(
            mass + (1 - mass) * inner.q, (1 - mass) * inner.p, mass + (1 - mass) * inner.delta
        )


def _binomial(eps: Expr, n: Any) -> Atoms:
    """The atoms of one randomised response n times."""
    step = constant(eps)
    ratio = (-step).exp()
    masses = [arb.bin_uiui(int(n), j) * ratio**j / (1 + ratio) ** int(n) for j in range(int(n) + 1)]
    return [
        ((int(n) - 2 * j) * step, p, q)
        for j, (p, q) in enumerate(zip(masses[::-1], masses, strict=True))
    ]


class TwoHalves:
    """The law of the product of finite laws.

    Parameters
    ----------
    laws : callable
        Makes the lists of atoms (loss, mass under P, mass under Q) at the current precision, which
        is higher than that of the answers: what is rounded is to be known to the last place.

    Raises
    ------
    PrecisionError
        If it is not.

    Examples
    --------
    >>> law = [(arb(1), arb("0.25"), arb("0.75")), (arb(-1), arb("0.75"), arb("0.25"))]
    >>> TwoHalves(lambda: [law, law]).tail(arb(1)).q
    [0.562500000000000 +/- ...]
    """

    def __init__(self, laws: Callable[[], Sequence[Atoms]]) -> None:
        self.bits = ctx.prec + _GUARD
        with precision(self.bits + _GUARD):
            exact = laws()
            left, right = ([exact[i] for i in half] for half in halves_of([*map(len, exact)]))
            self.losses = _losses(left, self.bits)
            self.q, self.p = _both_masses(left, self.bits)
            losses = _losses(right, self.bits)
            # doubles sort all but a few, for which the exact order then costs little
            order = sorted(
                np.argsort(-_doubles(losses, self.bits)).tolist(),
                key=losses.__getitem__,
                reverse=True,
            )
            self.rising = [-losses[i] for i in order]
            del losses  # there are a million of each, so one list at a time
            q, p = _both_masses(right, self.bits)
            self.sums_q = list(accumulate(map(q.__getitem__, order), initial=0))
            self.sums_p = list(accumulate(map(p.__getitem__, order), initial=0))
            del q, p
        # rounding keeps the order, so that doubles find all but a few places
        self.doubles = _doubles(self.losses, self.bits), _doubles(self.rising, self.bits)
        # units in the last place
        self.radius = 2 * len(exact) + 1
        whole = 1 << self.bits
        ours = len(left) * _LOST * len(self.q)
        theirs = len(right) * _LOST * len(order)
        self.lost = ours * whole + (whole + ours) * theirs

    def tail(self, x: Any) -> Tail:
        """The tails beyond the ball x."""
        scale = arb(2) ** self.bits
        low = int((x * scale).lower().floor().unique_fmpz()) - self.radius
        high = int((x * scale).upper().ceil().unique_fmpz()) + self.radius
        above, near = self._places(low, high)
        q, p = (
            self._sum(self.q, self.sums_q, above),
            self._sum(self.p, self.sums_p, above),
        )
        delta = q - x.exp() * p
        if near != above:
            most = self._sum(self.q, self.sums_q, near)
            # an undecided loss is so close to x that it contributes at most that times its mass
            delta += arb(0).union((most - q).abs_upper() * (high - low) / scale)
            q, p = q.union(most), p.union(self._sum(self.p, self.sums_p, near))
        return Tail(q, p, delta)

    def _places(self, low: int, high: int) -> tuple[list[int], list[int]]:
        """For each outcome of the first half, how many of the second bring the loss certainly
        above x, and how many perhaps."""
        ours, theirs = self.doubles
        middle = (low + high) / (2 << self.bits)
        largest = max(-float(theirs[0]), float(theirs[-1]), abs(middle))
        radius = (high - low) / (1 << self.bits) + 2.0**-48 * (largest + float(abs(ours).max()))
        above = np.searchsorted(theirs, ours - middle - radius, side="left")
        near = np.searchsorted(theirs, ours - middle + radius, side="right")
        first, last = above.tolist(), near.tolist()
        for i in np.flatnonzero(near > above).tolist():
            loss, span = self.losses[i], (first[i], last[i])
            first[i] = bisect_left(self.rising, loss - high, *span)
            last[i] = bisect_right(self.rising, loss - low, *span)
        return first, last

    def _sum(self, masses: list[int], sums: list[int], counts: list[int]) -> Any:
        total = sum(map(mul, masses, map(sums.__getitem__, counts)))
        return arb(total).union(arb(total + self.lost)) * arb(2) ** (-2 * self.bits)


def _losses(laws: Sequence[Atoms], bits: int) -> list[int]:
    """The losses of all outcomes in fixed point, rounded down."""
    losses = [0]
    for law in laws:
        steps = [_rounded_down(atom[0], bits) for atom in law]
        losses = [loss + step for loss in losses for step in steps]
    return losses


def _masses(laws: Sequence[Atoms], column: int, bits: int) -> list[int]:
    """The masses of all outcomes, in the order of their losses."""
    masses = [1 << bits]
    for law in laws:
        weights = [_rounded_down(atom[column], bits) for atom in law]
        masses = [mass * weight >> bits for mass in masses for weight in weights]
    return masses


def _both_masses(laws: Sequence[Atoms], bits: int) -> tuple[list[int], list[int]]:
    """The masses under Q and P; those of symmetric laws are the same in reverse order."""
    weights = [[[_rounded_down(atom[c], bits) for atom in law] for c in (2, 1)] for law in laws]
    q = _masses(laws, 2, bits)
    if all(of_q == of_p[::-1] for of_q, of_p in weights):
        return q, q[::-1]
    return q, _masses(laws, 1, bits)


def _doubles(values: list[int], bits: int) -> NDArray[np.float64]:
    whole = 1 << bits
    return np.array([value / whole for value in values])


def _rounded_down(x: Any, bits: int) -> int:
    """Less than two units in the last place below x."""
    scaled = x * arb(2) ** bits
    low, high = (int(end.floor().unique_fmpz()) for end in (scaled.lower(), scaled.upper()))
    if high > low + 1:
        raise PrecisionError(f"{x} is not known to {bits} bits; ask for fewer digits")
    return low


def halves_of(sizes: Sequence[int]) -> tuple[list[int], list[int]]:
    """The numbers of the laws of two halves with about equally many outcomes.

    Examples
    --------
    >>> halves_of([2, 2, 2, 9])
    ([3], [0, 1, 2])
    """
    halves: tuple[list[int], list[int]] = ([], [])
    for i in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        counts = [prod(sizes[j] for j in half) for half in halves]
        halves[counts[1] < counts[0]].append(i)
    return halves
