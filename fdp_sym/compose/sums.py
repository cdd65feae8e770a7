"""Sums of independent privacy losses: the laws of tensor products."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import comb
from typing import Any

from sympy import Expr, Integer, Mul, log

from ..errors import UnsupportedError
from .loss import Atom, Part, PrivacyLoss, loss

__all__ = ["SumOfLosses"]

_MOST_ATOMS = 20_000


class SumOfLosses(PrivacyLoss):
    r"""The law of :math:`\sum_i L_i`, each loss repeated so many times.

    Atoms are multiplied out when they are asked for. The density is known where one factor, taken
    once, has one; in general there is none, while `transform` is the product of the transforms.

    Parameters
    ----------
    factors : iterable of (PrivacyLoss, n)
        n is a positive whole number, or an expression in integer symbols.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian, Laplace, PiecewiseLinear
    >>> (Gaussian(1).privacy_loss() @ Laplace(1).privacy_loss()).transform(1)
    (sinh(3/2)/3 + cosh(3/2))*exp(1/2)
    >>> law = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)]).privacy_loss()
    >>> [(atom.ratio, atom.p) for atom in (law @ law).atoms]
    [(9, 1/16), (1, 3/8), (1/9, 9/16)]
    """

    factors: tuple[tuple[PrivacyLoss, Any], ...]

    def __init__(self, factors: Iterable[tuple[PrivacyLoss, Any]]) -> None:
        flat: list[tuple[PrivacyLoss, Any]] = []
        for law, n in factors:
            inner = law.factors if isinstance(law, SumOfLosses) else ((law, 1),)
            flat.extend((member, m * n) for member, m in inner)
        self.factors = tuple(flat)
        self.mass_at_infinity = 1 - self._kept("mass_at_infinity")
        self.mass_at_minus_infinity = 1 - self._kept("mass_at_minus_infinity")

    def __repr__(self) -> str:
        return " @ ".join(f"({law!r})**{n}" for law, n in self.factors)

    def _kept(self, name: str) -> Expr:
        return Mul(*((1 - getattr(law, name)) ** n for law, n in self.factors))

    def transform(self, s: Any) -> Expr:
        return Mul(*(law.transform(s) ** n for law, n in self.factors))

    def reversed(self) -> PrivacyLoss:
        return SumOfLosses((law.reversed(), n) for law, n in self.factors)

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:  # type: ignore[override]
        """The atoms of the sum, the largest ratio of each factor first."""
        return tuple(_sum_of_atoms((law.atoms, n) for law, n in self.factors))

    @cached_property
    def parts(self) -> tuple[Part, ...]:  # type: ignore[override]
        """What has a density: one such loss, once, moved by the atoms of the others."""
        spread = [(law, n) for law, n in self.factors if law.parts]
        if not spread:
            return ()
        ((law, n), *more) = spread
        if more or n != 1:
            raise UnsupportedError(
                "the density of a sum of several losses that have densities is not known; its "
                "transform is, and oracle enclosures of the product do not need it"
            )
        others = _sum_of_atoms((other.atoms, m) for other, m in self.factors if other is not law)
        return tuple(_moved(part, atom) for atom in others for part in law.parts)


def _moved(part: Part, atom: Atom) -> Part:
    """A density with an independent outcome of known likelihood ratio."""
    by = log(atom.ratio)
    inverse = None if part.inverse is None else part.inverse.xreplace({loss: loss - by})
    return replace(part, p=atom.p * part.p, loss=part.loss + by, inverse=inverse)


def _sum_of_atoms(factors: Iterable[tuple[Sequence[Atom], Any]]) -> list[Atom]:
    total = [Atom(Integer(1), Integer(1), Integer(1))]
    for atoms, n in factors:
        if not (isinstance(n, int) or n.is_Integer):
            raise UnsupportedError(f"the atoms of a power {n}: allowed is a definite number")
        power = _power(atoms, int(n))
        if len(total) * len(power) > _MOST_ATOMS:
            raise _too_many(len(total) * len(power))
        total = _merged(Atom(a.ratio * b.ratio, a.p * b.p, a.q * b.q) for a in total for b in power)
    return total


def _power(atoms: Sequence[Atom], n: int) -> list[Atom]:
    """The n-fold sum of one law by the multinomial formula."""
    if not atoms:
        return []
    size = comb(n + len(atoms) - 1, len(atoms) - 1)
    if size > _MOST_ATOMS:
        raise _too_many(size)

    def outcome(counts: Sequence[int]) -> Atom:
        ways, left = 1, n
        for count in counts:
            ways *= comb(left, count)
            left -= count
        ratio, p, q = (
            Mul(*(atom[k] ** count for atom, count in zip(atoms, counts, strict=True)))
            for k in range(3)
        )
        return Atom(ratio, ways * p, ways * q)

    return _merged(map(outcome, _compositions(n, len(atoms))))


def _compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write n as a sum of so many whole numbers, the first one decreasing."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n, -1, -1):
        yield from ((first, *rest) for rest in _compositions(n - first, parts - 1))


def _merged(atoms: Iterable[Atom]) -> list[Atom]:
    """Equal ratios taken together."""
    masses: dict[Expr, tuple[Expr, Expr]] = {}
    for ratio, p, q in atoms:
        before = masses.get(ratio, (Integer(0), Integer(0)))
        masses[ratio] = before[0] + p, before[1] + q
    return [Atom(ratio, p, q) for ratio, (p, q) in masses.items()]


def _too_many(count: int) -> UnsupportedError:
    return UnsupportedError(
        f"{count} atoms of a product: allowed are at most {_MOST_ATOMS}. Use the transform, or the "
        "enclosures of the product."
    )
