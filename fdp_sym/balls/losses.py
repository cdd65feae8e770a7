r"""Tails of a privacy loss :math:`L=\log\frac{dQ}{dP}` as balls, and how composition combines them.

A *law* is any object with a method ``tail(x)`` that encloses, at flint's current precision,
:math:`Q(L>x)`, :math:`P(L>x)` and the profile
:math:`\delta(x)=E_Q(1-e^{x-L})_+=Q(L>x)-e^xP(L>x)`. Where it is undecided whether an atom lies
above x, the first two are enclosures of both answers; the profile is continuous and stays narrow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from flint import arb

from . import arithmetic as ar
from . import elementary as el

__all__ = ["ConstantLoss", "Law", "NormalLoss", "Shifted", "Tail", "candidates", "joined"]


class Tail(NamedTuple):
    """Enclosures of Q(L > x), of P(L > x) and of the profile at x."""

    q: Any
    p: Any
    delta: Any


class Law(Protocol):
    """A law of the privacy loss."""

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""


def candidates(t: Any, n: int) -> range:
    """The whole numbers from 0 to n + 1 among which ceil(t), moved into that range, must be."""
    return range(_ceiling(t.lower(), n, 0), _ceiling(t.upper(), n, n + 1) + 1)


def _ceiling(end: Any, n: int, otherwise: int) -> int:
    if not end.is_finite():
        return otherwise
    if end <= 0:
        return 0
    return n + 1 if end > n else int(end.ceil().unique_fmpz())


def joined(tails: Iterable[Tail]) -> Tail:
    """The union of several answers, one of which is right."""
    first, *others = tails
    for other in others:
        first = Tail(*(a.union(b) for a, b in zip(first, other, strict=True)))
    return first


class ConstantLoss:
    """The loss 0 of the identity."""

    def tail(self, x: Any) -> Tail:
        gap = 1 - x.exp()
        if x < 0:
            return Tail(arb(1), arb(1), gap)
        if x >= 0:
            return Tail(arb(0), arb(0), arb(0))
        above = arb(0).union(arb(1))
        return Tail(above, above, arb(0).union(gap.upper()))


class NormalLoss:
    r"""The loss of :math:`G_\mu`: normal of variance mu², mean -mu²/2 under P and mu²/2 under Q."""

    def __init__(self, mu: Any) -> None:
        self.mu = mu

    def tail(self, x: Any) -> Tail:
        q = _phi(self.mu / 2 - x / self.mu)
        p = _phi(-self.mu / 2 - x / self.mu)
        return Tail(q, p, q - x.exp() * p)


def _phi(x: Any) -> Any:
    return ar.to_arb(el.phi(x))


class Shifted:
    r"""The loss of a product with a finite law of atoms :math:`(\ell_a,p_a,q_a)`.

    :math:`\delta(x)=\sum_a q_a\,\delta_{\mathrm{base}}(x-\ell_a)`, because losses add; the tails
    likewise. All terms are non-negative, so nothing cancels.
    """

    def __init__(self, base: Law, atoms: list[tuple[Any, Any, Any]]) -> None:
        self.base = base
        self.atoms = atoms

    def tail(self, x: Any) -> Tail:
        q = p = delta = arb(0)
        for loss, mass_p, mass_q in self.atoms:
            tail = self.base.tail(x - loss)
            q += mass_q * tail.q
            p += mass_p * tail.p
            delta += mass_q * tail.delta
        return Tail(q, p, delta)
