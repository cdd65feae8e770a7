r"""The exact tensor product of piecewise-linear trade-off functions with rational breakpoints.

A law with finitely many rational likelihood ratios is a polynomial: with a base of pairwise coprime
integers :math:`b_j` for the numerators and denominators of the ratios, a ratio is
:math:`\prod_jb_j^{e_j}` for one exponent vector e, and its mass the coefficient of the monomial
with these exponents. Composition multiplies the polynomials, which merges equal ratios exactly; the
ratios are ordered as integers, over a common denominator. No float is involved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import comb, gcd, lcm, prod
from typing import Any, NamedTuple

from ..balls.integer_polynomials import product_of_powers
from ..tradeoff.base import TradeOff
from ..tradeoff.piecewise_linear import PiecewiseLinear
from ..tradeoff.scalars import Rationals

__all__ = ["is_rational", "multiply"]

MOST_ATOMS = 20_000
MOST_BITS = 10**8  # of all numerators together
MOST_MONOMIALS = 128  # of all factors, where exponents in a common base pay

Exponents = tuple[int, ...]


def is_rational(function: object) -> bool:
    """Whether the function is piecewise linear with rational breakpoints."""
    return isinstance(function, PiecewiseLinear) and isinstance(function._field, Rationals)


def multiply(
    parts: Iterable[tuple[PiecewiseLinear, int]], longest: int = MOST_BITS
) -> PiecewiseLinear | None:
    """The product of powers of rational piecewise-linear functions, none of which vanishes.

    None if it could be excessively large, which is judged by the factors before it is multiplied
    out: more than 20,000 atoms, numbers of more than ``longest`` bits, or 10^8 bits in all.

    Examples
    --------
    >>> f = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
    >>> multiply([(f, 2)])
    PiecewiseLinear(((0, 1), (1/16, 7/16), (7/16, 1/16), (1, 0)))
    >>> multiply([(f, 10**30)]) is None
    True
    """
    laws = [(_law(f), n) for f, n in parts]
    bits = sum(n * law.bits for law, n in laws)
    if bits > longest:
        return None
    most = _most_atoms([(len(law.masses), n) for law, n in laws])
    if sum(len(law.masses) for law, _ in laws) > MOST_MONOMIALS:
        return _by_pairs(laws) if most <= MOST_ATOMS and most * bits <= MOST_BITS else None
    base = _coprime_base(laws)
    polynomials = [(_polynomial(law, base), n) for law, n in laws]
    atoms = min(most, _most_points([(terms, n) for (terms, _), n in polynomials], MOST_ATOMS))
    if atoms > MOST_ATOMS or atoms * bits > MOST_BITS:
        return None
    masses = product_of_powers([(terms, n) for (terms, _), n in polynomials], len(base))
    # every ratio over one common denominator, so that integers are sorted
    least = [sum(n * low[j] for (_, low), n in polynomials) for j in range(len(base))]
    bottom = prod(b**-e for b, e in zip(base, least, strict=True) if e < 0)
    factor = prod(b**e for b, e in zip(base, least, strict=True) if e > 0)
    ordered = sorted(
        ((factor * prod(map(pow, base, key)), mass) for key, mass in masses.items()), reverse=True
    )
    scale = prod(law.scale**n for law, n in laws)
    atom = [(Fraction(top, bottom), mass, top * mass) for top, mass in ordered]
    return _assemble(atom, scale, scale * bottom)


def _by_pairs(laws: Iterable[tuple[_Law, int]]) -> PiecewiseLinear:
    """The product of laws with many atoms, one pair of ratios after the other."""
    masses, p_scale, q_scale = {Fraction(1): (1, 1)}, 1, 1
    for law in (law for law, n in laws for _ in range(n)):
        q_lcm = lcm(*(ratio.denominator for ratio in law.masses))
        product: dict[Fraction, tuple[int, int]] = {}
        for r, (p, q) in masses.items():
            for s, mass in law.masses.items():
                old = product.get(r * s, (0, 0))
                product[r * s] = old[0] + p * mass, old[1] + q * mass * int(s * q_lcm)
        masses, p_scale, q_scale = product, p_scale * law.scale, q_scale * law.scale * q_lcm
    atoms = [(ratio, p, q) for ratio, (p, q) in sorted(masses.items(), reverse=True)]
    return _assemble(atoms, p_scale, q_scale)


def _assemble(
    atoms: Sequence[tuple[Fraction, int, int]], p_scale: int, q_scale: int
) -> PiecewiseLinear:
    """The function with these falling likelihood ratios and masses p/p_scale, q/q_scale."""
    ratios, p, q = zip(*atoms, strict=True)
    alphas = [Fraction(a, p_scale) for a in accumulate(p, initial=0)]
    betas = [Fraction(b, q_scale) for b in accumulate(q, lambda b, q: b - q, initial=sum(q))]
    steepness = list(ratios)
    if alphas[-1] != 1:  # on the rest Q has no mass
        alphas, betas = [*alphas, Fraction(1)], [*betas, Fraction(0)]
        steepness.append(Fraction(0))
    field = Rationals()
    write = field.write
    points = tuple((write(a), write(b)) for a, b in zip(alphas, betas, strict=True))
    result = PiecewiseLinear.__new__(PiecewiseLinear)
    TradeOff.__init__(result, points)
    result.__dict__.update(
        given=(), _field=field, _alphas=alphas, _betas=betas, _steepness=steepness
    )
    return result


class _Law(NamedTuple):
    """The finite positive likelihood ratios, with masses under P over a common denominator."""

    masses: dict[Fraction, int]
    scale: int
    bits: int


def _polynomial(law: _Law, base: Sequence[int]) -> tuple[dict[Exponents, int], Exponents]:
    """The masses by the exponents of their ratios, and the least exponents, which are left out."""
    rows = [_exponents(ratio, base) for ratio in law.masses]
    least = tuple(map(min, zip(*rows, strict=True)))
    keys = (tuple(e - low for e, low in zip(row, least, strict=True)) for row in rows)
    return dict(zip(keys, law.masses.values(), strict=True)), least


@lru_cache(maxsize=256)
def _law(function: PiecewiseLinear) -> _Law:
    widths = [b - a for a, b in pairwise(function._alphas)]
    scale = lcm(*(w.denominator for w in widths))
    pairs = zip(function._steepness, widths, strict=True)
    masses = {s: int(w * scale) for s, w in pairs if s}
    ratios = max(max(s.numerator, s.denominator).bit_length() for s in masses)
    return _Law(masses, scale, scale.bit_length() + ratios)


def _coprime_base(laws: Iterable[tuple[_Law, int]]) -> list[int]:
    """Pairwise coprime integers > 1 of which all numerators and denominators are products."""
    base: list[int] = []

    def insert(number: int) -> None:
        if number == 1:
            return
        for i, other in enumerate(base):
            common = gcd(number, other)
            if common > 1:
                del base[i]
                for part in (common, number // common, other // common):
                    insert(part)
                return
        base.append(number)

    ratios = {ratio for law, _ in laws for ratio in law.masses}
    for number in sorted({part for r in ratios for part in r.as_integer_ratio()}):
        insert(number)
    return sorted(base) or [2]


def _exponents(ratio: Fraction, base: Sequence[int]) -> Exponents:
    return tuple(
        _multiplicity(ratio.numerator, b) - _multiplicity(ratio.denominator, b) for b in base
    )


def _multiplicity(number: int, b: int) -> int:
    count = 0
    while number % b == 0:
        number //= b
        count += 1
    return count


def _most_atoms(sizes: Iterable[tuple[int, int]]) -> int:
    """A bound on the number of atoms: how often each atom of each factor can be taken."""
    return prod(comb(n + size - 1, size - 1) for size, n in sizes)


def _most_points(polynomials: Sequence[tuple[Any, int]], enough: int) -> int:
    """A bound on the number of exponents: those of a box in coordinates that determine the rest."""
    differences = []
    for terms, _ in polynomials:
        first, *others = terms
        differences += [[e - f for e, f in zip(key, first, strict=True)] for key in others]
    points = 1
    for j in _pivots(differences):
        step = gcd(*(row[j] for row in differences))
        points *= 1 + sum(n * max(key[j] for key in terms) for terms, n in polynomials) // step
        if points > enough:
            break
    return points


def _pivots(rows: Iterable[Sequence[int]]) -> list[int]:
    """Columns that determine the others on the span of the rows: Gaussian elimination."""
    reduced: dict[int, list[Fraction]] = {}
    for row in rows:
        left = [Fraction(e) for e in row]
        for j, pivot in reduced.items():
            if left[j]:
                share = left[j] / pivot[j]
                left = [x - share * y for x, y in zip(left, pivot, strict=True)]
        if any(left):
            reduced[next(i for i, x in enumerate(left) if x)] = left
    return list(reduced)
