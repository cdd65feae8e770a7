r"""Finite losses on common lattices, found exactly.

A loss is written over generators that are not compared with each other: 1 for rational losses,
log of each prime for rational likelihood ratios, anything else for itself. Two losses with the same
coordinates are equal; equal losses that are not recognised as such only cost time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, isqrt, lcm, prod

from sympy import Add, Expr, Integer, Rational, S, expand, factorrat, log

from ..exact import to_fraction

__all__ = ["FiniteLoss", "Line", "LossAtom", "lines_of", "loss_of_ratio"]

Vector = dict[Expr, Fraction]

_MOST_POINTS = 150_000  # of a common lattice
_MOST_COMBINATIONS = 20_000  # of the points of separate lattices
# longer lattices of two atoms are summed where the mass is, some standard deviations around a point
_LONG = 5_000
_DEVIATIONS = 15
_MOST_BITS = 256
_LARGEST_PRIME = 1000  # what is left of a number without its smaller primes is a generator


@dataclass(frozen=True)
class LossAtom:
    """A value of the privacy loss with its masses under P and under Q."""

    loss: Expr
    p: Expr
    q: Expr


@dataclass(frozen=True)
class FiniteLoss:
    """The finite losses of one factor, the largest one first."""

    atoms: tuple[LossAtom, ...]


@dataclass(frozen=True)
class Line:
    """Factors whose losses are ``top - j step`` for whole numbers j >= 0.

    Attributes
    ----------
    top, step : Expr
    factors : tuple of (tuple of (j, LossAtom), multiplicity)
    """

    top: Expr
    step: Expr
    factors: tuple[tuple[tuple[tuple[int, LossAtom], ...], int], ...]

    @property
    def size(self) -> int:
        """The number of points from the largest to the least loss."""
        return 1 + sum(n * max(j for j, _ in atoms) for atoms, n in self.factors)

    @property
    def width(self) -> int:
        """About how many of them a sum visits."""
        is_binomial = all(len(atoms) == 2 for atoms, _ in self.factors)
        return _DEVIATIONS * isqrt(self.size) if is_binomial and self.size > _LONG else self.size


def loss_of_ratio(ratio: Expr) -> Expr:
    """The logarithm of a likelihood ratio, as a sum of generators with rational coefficients.

    Examples
    --------
    >>> from sympy import Rational, exp
    >>> loss_of_ratio(3 * exp(Rational(1, 10)) / 4)
    -2*log(2) + 1/10 + log(3)
    """
    terms = []
    for base, power in ratio.as_powers_dict().items():
        if base is S.Exp1:
            terms.append(expand(power))
        elif base.is_Rational and _moderate(base):
            primes = factorrat(base, limit=_LARGEST_PRIME)
            terms += [power * n * log(p) for p, n in primes.items()]
        else:
            terms.append(power * log(base))
    return Add(*terms)


def _moderate(x: Rational) -> bool:
    return int(x.p).bit_length() + int(x.q).bit_length() <= _MOST_BITS


def _vector(loss: Expr) -> Vector:
    coordinates: Vector = {}
    for term in Add.make_args(loss):
        factor, generator = term.as_coeff_Mul()
        if not factor.is_Rational:
            factor, generator = Integer(1), term
        coordinates[generator] = coordinates.get(generator, Fraction(0)) + to_fraction(factor)
    return {g: c for g, c in coordinates.items() if c}


def _multiple(v: Vector, of: Vector) -> Fraction | None:
    """The c with v = c of, if there is one."""
    if not v:
        return Fraction(0)
    if v.keys() != of.keys():
        return None
    ratios = {c / of[g] for g, c in v.items()}
    return ratios.pop() if len(ratios) == 1 else None


def _steps(law: FiniteLoss) -> tuple[Vector, list[Fraction]] | None:
    """A direction, and each atom's distance below the first in it; None if there are several."""
    top = _vector(law.atoms[0].loss)
    gaps = []
    for atom in law.atoms:
        v = _vector(atom.loss)
        gap = {g: top.get(g, Fraction(0)) - v.get(g, Fraction(0)) for g in top | v}
        gaps.append({g: c for g, c in gap.items() if c})
    if len(gaps) == 1:
        return None
    direction = gaps[1]
    scale = abs(direction[min(direction, key=str)])
    direction = {g: c / scale for g, c in direction.items()}
    distances = [_multiple(gap, direction) for gap in gaps]
    if any(d is None or d < 0 for d in distances):
        return None
    return direction, [d for d in distances if d is not None]


def lines_of(
    laws: Mapping[FiniteLoss, int],
    alone: bool = True,
) -> tuple[list[Line], list[tuple[FiniteLoss, int]]]:
    """The laws that lie on lines, and those that do not.

    Laws of a common direction are put on one line where that has fewer points than there are
    combinations of their own points, the longest line's excepted if there is no other law
    (``alone``): that one is looked up.
    """
    grouped: dict[frozenset[tuple[Expr, Fraction]], list[tuple[FiniteLoss, int]]] = {}
    distances: dict[FiniteLoss, list[Fraction]] = {}
    scattered = []
    for law, n in laws.items():
        found = _steps(law)
        if found is None:
            scattered.append((law, n))
            continue
        distances[law] = found[1]
        grouped.setdefault(frozenset(found[0].items()), []).append((law, n))
    lines = []
    for direction, members in grouped.items():
        vector = Add(*(Rational(c.numerator, c.denominator) * g for g, c in direction))
        together = _line(vector, members, distances)
        apart = [_line(vector, [member], distances) for member in members]
        most = min(together.size, _MOST_POINTS)
        lines += apart if together.size > most or _combinations(apart, alone) < most else [together]
    return lines, scattered


def _combinations(apart: list[Line], alone: bool) -> float:
    """How many combinations of points a sum visits; infinite if they are too many."""
    *others, longest = sorted(line.width for line in apart)
    count = max(longest, prod(others)) if alone else longest * prod(others)
    return count if count <= _MOST_COMBINATIONS else inf


def _line(
    direction: Expr,
    members: list[tuple[FiniteLoss, int]],
    distances: Mapping[FiniteLoss, list[Fraction]],
) -> Line:
    unit = _common(d for law, _ in members for d in distances[law])
    factors = tuple(
        (tuple((int(d / unit), a) for d, a in zip(distances[law], law.atoms, strict=True)), n)
        for law, n in members
    )
    top = Add(*(n * law.atoms[0].loss for law, n in members))
    return Line(top, direction * Rational(unit.numerator, unit.denominator), factors)


def _common(distances: Iterable[Fraction]) -> Fraction:
    """The greatest number of which all are whole multiples."""
    numerators, denominators = zip(*((d.numerator, d.denominator) for d in distances), strict=True)
    return Fraction(gcd(*numerators), lcm(*denominators))
