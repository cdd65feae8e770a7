r"""How fast randomised response tends to the Gaussian limit: the least shift for every n.

With :math:`\varepsilon=\mu/\sqrt n` the composition :math:`f_{\varepsilon,0}^{\otimes n}` tends to
:math:`G_\mu`. The *least shift* is the smallest s with

.. math:: G_\mu(\alpha+s)-s\le f_{\varepsilon,0}^{\otimes n}(\alpha)\le G_\mu(\alpha-s)+s
          \qquad (0\le\alpha\le1),

:math:`G_\mu` being 1 left of 0 and 0 right of 1. Theorem 3.7 says that :math:`n s_n\le c(\mu)` for
all n, with alpha in [s, 1 - s] only; the functions being symmetric and strictly decreasing, that
restriction changes nothing as long as :math:`f_{\varepsilon,0}^{\otimes n}(s)\ge s`. What is
certified here is :math:`s_n` for given n, not the theorem for all n.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from sympy import Expr, Integer, Interval, Rational, oo, sqrt

from ..errors import DomainError
from ..exact import exact, parameter
from ..theorems.statements import Decided
from ..theorems.verdict import Status, Verdict
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from .band import within_shift

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = [
    "POWERS_OF_TWO",
    "GaussianRate",
    "GaussianShift",
    "certified_constant",
    "minimal_shift",
    "shift_table",
]

_MOST_COPIES = 10**6
POWERS_OF_TWO = tuple(2**k for k in range(13))


@dataclass(frozen=True)
class GaussianShift:
    """The least shift for one n, and n times it.

    Attributes
    ----------
    n : int
    shift : Ball
        The least shift s_n.
    scaled : Ball
        n s_n, the smallest constant that Theorem 3.7 allows for this n.
    """

    n: int
    shift: Ball
    scaled: Ball


def minimal_shift(mu: Any, n: int, digits: int = 20) -> Ball:
    r"""The least shift :math:`s_n` between :math:`f_{\mu/\sqrt n,0}^{\otimes n}` and :math:`G_\mu`.

    It is attained on a diagonal through a vertex of the polygon, or through the point at which
    the Gaussian curve is parallel to an edge: the largest of finitely many enclosed numbers.

    Parameters
    ----------
    mu : positive number
    n : positive integer
        About 0.1 s at n = 4096.
    digits : int
        The relative width asked for, as a number of digits.

    Raises
    ------
    DomainError
        If mu or n is not positive.

    Examples
    --------
    >>> minimal_shift(1, 4).decimal(20)
    '0.011446335219837798439'

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorem 3.7.
    """
    from ..balls.shifts import least_shift

    parameter_ = _positive_number(mu, "mu")
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= _MOST_COPIES:
        raise DomainError(f"n = {n!r}: allowed are integers from 1 to {_MOST_COPIES}")
    return least_shift(parameter_ / sqrt(Integer(n)), n, parameter_, digits)


def shift_table(
    mu: Any, ns: Iterable[int] = POWERS_OF_TWO, digits: int = 20
) -> list[GaussianShift]:
    """`minimal_shift` for several n, with n times it.

    Examples
    --------
    >>> [str(row.scaled.decimal(6)) for row in shift_table(1, [1, 2, 3], 10)]
    ['0.0395961', '0.0434018', '0.0417381']
    """
    rows = []
    for n in ns:
        shift = minimal_shift(mu, n, digits)
        rows.append(GaussianShift(n, shift, n * shift))
    return rows


def certified_constant(mu: Any, first: int, last: int, digits: int = 4) -> Rational:
    r"""The smallest c of so many digits with :math:`s_n\le c/n` for **every** n in first … last.

    Every n is enclosed: about 1 s up to 200, 15 s up to 1000, two minutes up to 4096.

    Parameters
    ----------
    mu : positive number
    first, last : int
    digits : int
        Significant decimal digits of c, which is rounded up.

    Examples
    --------
    >>> certified_constant(1, 1, 20)
    4737/100000
    """
    if not (isinstance(first, int) and isinstance(last, int) and 1 <= first <= last):
        raise DomainError(f"n from {first} to {last}: allowed are integers 1 <= first <= last")
    largest = Fraction(0)
    for n in range(first, last + 1):
        largest = max(largest, Fraction((n * minimal_shift(mu, n, digits + 2)).upper))
    unit = Fraction(10) ** (digits - 1 - floor(log10(largest)))
    top = Fraction(ceil(largest * unit)) / unit
    return Rational(top.numerator, top.denominator)


@dataclass(frozen=True)
class GaussianRate(Decided):
    r"""The statement that :math:`f_{\mu/\sqrt n,0}^{\otimes n}` is within c/n of :math:`G_\mu`.

    For each n of a list and all alpha in [0, 1].

    Parameters
    ----------
    mu, c : positive numbers
    ns : sequence of int

    Examples
    --------
    >>> GaussianRate(1, [1, 2, 3], "0.044").verdict.status
    <Status.CERTIFIED: 'certified'>
    >>> GaussianRate(1, [1, 2, 3], "0.043").verdict.witness
    {'alpha': '17/50', 'n': '2'}
    """

    mu: Expr
    ns: tuple[int, ...]
    c: Expr

    def __init__(self, mu: Any, ns: Iterable[int], c: Any) -> None:
        object.__setattr__(self, "mu", _positive_number(mu, "mu"))
        object.__setattr__(self, "ns", tuple(ns))
        if not self.ns:
            raise DomainError("ns is empty: allowed is at least one number n of factors")
        object.__setattr__(self, "c", _positive_number(c, "c"))

    @property
    def text(self) -> str:
        shown = ", ".join(map(str, self.ns[:3])) + (", ..., " if len(self.ns) > 4 else ", ")
        shown = shown + str(self.ns[-1]) if len(self.ns) > 3 else ", ".join(map(str, self.ns))
        mu = self.mu
        return f"EpsDelta({mu}/sqrt(n))**n within {self.c}/n of Gaussian({mu}) for n = {shown}"

    @cached_property
    def verdict(self) -> Verdict:
        for n in self.ns:
            if not (n * minimal_shift(self.mu, n, 10)).upper <= self.c:
                f = EpsDelta(self.mu / sqrt(Integer(n))) ** n
                found = within_shift(f, Gaussian(self.mu), self.c / n)
                if found.status is not Status.CERTIFIED:
                    witness = {**found.witness, "n": str(n)} if found.witness else {}
                    return replace(found, witness=witness)
        route = "least shifts from all vertices and edges"
        return Verdict(Status.CERTIFIED, route, domain=f"alpha in [0, 1], n in {self.ns}")


def _positive_number(value: Any, what: str) -> Expr:
    number = exact(value, what)
    if number.free_symbols:
        raise DomainError(f"{what} = {value}: allowed are positive numbers, without symbols")
    return parameter(number, what, Interval.open(0, oo))
