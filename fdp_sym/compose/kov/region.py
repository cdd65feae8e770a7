r"""The privacy region of k canonical pairs against the list of KOV's Theorem 3.3, exactly.

The k-fold product of the pair of eqs (12), (13) is multiplied out, outcome by outcome. With
:math:`x=e^\varepsilon`, :math:`y=1-\delta`, its masses times :math:`(1+x)^k` are polynomials in x
times :math:`y^k`, but for the outcomes that occur under one hypothesis only. Sorted by likelihood
ratio they give the vertices of the region, and a polynomial identity says that a line of the
theorem joins two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from sympy import Lambda, Tuple, lambdify, latex, symbols

from ...theorems.statements import Decided
from ...theorems.verdict import Status, Verdict

__all__ = ["ListOfRegions", "printed_exponents"]

Polynomial = dict[int, int]  # exponents of x to coefficients
Law = dict[int, tuple[int, Polynomial]]  # exponent of the ratio Q/P to (exponent of y, mass of P)

_k, _i, _l = symbols("k i l", integer=True)
printed_exponents = Lambda((_k, _i, _l), Tuple(_k - _l, _k - 2 * _i + _l))


@dataclass(frozen=True)
class ListOfRegions(Decided):
    r"""For each k up to ``most`` the regions of Theorem 3.3 intersect in the k-fold region.

    Their parameters are :math:`((k-2i)\varepsilon,1-(1-\delta)^k(1-\delta_i))` for i = 0, ...,
    floor(k/2), with :math:`\delta_i=\sum_{l<i}\binom kl(x^a-x^b)/(1+x)^k`.

    Parameters
    ----------
    most : int
        The largest k.
    exponents : Lambda
        From (k, i, l) to (a, b); as printed (k - l, k - 2i + l).

    Examples
    --------
    >>> ListOfRegions(8).verdict.status
    <Status.CERTIFIED: 'certified'>
    """

    most: int
    exponents: Lambda = printed_exponents

    @property
    def text(self) -> str:
        a, b = map(latex, self.exponents.expr)
        return (
            f"the intersection of the regions with the terms $x^{{{a}}} - x^{{{b}}}$ lies within "
            f"the k-fold region, and is all of it, for k = 1, ..., {self.most}"
        )

    @cached_property
    def verdict(self) -> Verdict:
        exponents = lambdify(self.exponents.variables, tuple(self.exponents.expr), "math")
        route = "exact polynomials in exp(eps) and delta"
        for k, law in _laws(self.most):
            wrong = _first_wrong(k, law, exponents)
            if wrong is not None:
                witness = {"k": str(k), "i": str(wrong)}
                detail = f"the line of region {wrong} does not join two vertices"
                return Verdict(Status.REFUTED, route, witness, detail=detail)
        return Verdict(Status.CERTIFIED, route, domain=f"k = 1, ..., {self.most}")


def _laws(most: int) -> Iterator[tuple[int, Law]]:
    """The products of the finite part of the canonical pair, times (1 + x)^k."""
    law: Law = {0: (0, {0: 1})}
    for k in range(1, most + 1):
        product: Law = {}
        for ratio, (power, mass) in law.items():
            for step, factor in ((-1, 1), (1, 0)):  # P-masses y x and y, of ratios 1/x and x
                old = product.get(ratio + step, (power + 1, {}))[1]
                _add(old, mass, factor)
                product[ratio + step] = power + 1, old
        law = product
        yield k, law


def _add(polynomial: Polynomial, other: Polynomial, shift: int = 0, times: int = 1) -> None:
    for exponent, coefficient in other.items():
        key = exponent + shift
        value = polynomial.get(key, 0) + times * coefficient
        if value:
            polynomial[key] = value
        else:
            polynomial.pop(key, None)


def _first_wrong(k: int, law: Law, exponents: Any) -> int | None:
    """The first i whose line misses one of its two vertices; the whole law has to be symmetric."""
    ratios = sorted(law, reverse=True)
    if ratios != [k - 2 * i for i in range(k + 1)]:
        return 0
    for i, ratio in enumerate(ratios[: k // 2 + 1]):
        power, mass = law[ratio]
        mirrored = {e + ratio: c for e, c in mass.items()}  # the mass under Q
        if power != k or law[-ratio] != (k, mirrored):
            return i
        delta_i: Polynomial = {}
        gap: Polynomial = {}  # the power of the test minus x^ratio times its level
        for m in range(i):
            a, b = exponents(k, i, m)
            _add(delta_i, {a: comb(k, m)})
            _add(delta_i, {b: comb(k, m)}, times=-1)
            above, rejected = k - 2 * m, law[k - 2 * m][1]
            _add(gap, rejected, above)
            _add(gap, rejected, ratio, -1)
        if gap != delta_i:
            return i
        # the outcome of this ratio adds nothing to the gap: the next vertex is on the line too
    return None
