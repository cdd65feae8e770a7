r"""Products of Laplace and Gaussian laws, term by term in closed form.

**Expansion.** With T = 2s + 1 the transform of the loss is, for factors (mu_i, k_i) and a Gaussian
of variance v = mu² (v = 0 without one),

.. math:: K(s)=e^{v(T^2-1)/8}\prod_i2^{-k_i}e^{-k_i\mu_i/2}
    \bigl[e^{\mu_iT/2}(1+\tfrac1T)+e^{-\mu_iT/2}(1-\tfrac1T)\bigr]^{k_i}.

Let k and D be the sums of k_i and of k_i mu_i. Each tuple m = (m_i), of sum M, contributes
:math:`\prod\binom{k_i}{m_i}` times an exponential with the offset
:math:`u=\sum(k_i-2m_i)\mu_i-x`. As Q(L > x) has the kernel ds/s = dT/(T-1) and e^x P(L > x) the
kernel ds/(s+1) = dT/(T+1), their terms are, with :math:`c=2^{-k}e^{(x-D)/2-v/8}` and
:math:`N_M=(T+1)^{k-M}(T-1)^{M-1}`,

.. math:: c\int e^{vT^2/8+uT/2}\,\frac{N_M}{T^k}\,\frac{dT}{2\pi i}\quad\text{and}\quad
    c\int e^{vT^2/8+uT/2}\,\frac{N_{M+1}}{T^k}\,\frac{dT}{2\pi i}.

:math:`N_0` and :math:`N_{k+1}` are no polynomials: their poles at T = 1 and T = -1 are split off,
:math:`N_0=\frac{2^kT^k}{T-1}+\dots`, and contribute
:math:`\Phi((D-x+v/2)/\sqrt v)` and :math:`e^x\Phi((-D-x-v/2)/\sqrt v)`. What remains is a sum of

.. math:: I_j(u)=\int e^{vT^2/8+uT/2}T^{-j}\frac{dT}{2\pi i},\quad
    I_0=\tfrac2{\sqrt v}\varphi(u/\sqrt v),\quad I_1=\Phi(u/\sqrt v),\quad
    I_{j+1}=\frac{2uI_j+vI_{j-1}}{4j}

(integrate the derivative of the integrand). For v = 0, :math:`I_j=(u/2)_+^{j-1}/(j-1)!`; each term
then vanishes for u <= 0 and its profile is continuous there, so that a term of undecided sign is
united with 0.

Rounding is the only error, carried by the balls; cancellation is paid with working precision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import comb
from typing import Any

from flint import arb, fmpz_poly

from . import arithmetic as ar
from . import elementary as el
from .losses import Tail

__all__ = ["LaplaceNormal"]


class LaplaceNormal:
    """The law of the loss of Laplace factors and at most one Gaussian.

    Parameters
    ----------
    factors : sequence of (mu, k)
        The shifts, balls, with their multiplicities.
    sigma : arb or None
        The mu of the Gaussian factor, if there is one.
    """

    def __init__(self, factors: Sequence[tuple[Any, int]], sigma: Any = None) -> None:
        self.k = sum(k for _, k in factors)
        self.top = sum((k * mu for mu, k in factors), arb(0))
        self.sigma = sigma
        self.terms = list(_terms(factors))

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""
        v = arb(0) if self.sigma is None else self.sigma**2
        scale = ((x - self.top) / 2 - v / 8).exp() / arb(2) ** self.k
        growth = x.exp()
        total = [arb(0)] * 3
        for number, weight, offset in self.terms:
            u = offset - x
            if self.sigma is None and u <= 0:
                continue
            term = self._term(number, u, scale * weight, growth)
            if self.sigma is None and not u > 0:
                term = [part.union(arb(0)) for part in term]
            total = [a + b for a, b in zip(total, term, strict=True)]
        q, lifted, delta = total
        return Tail(q, lifted / growth, delta)

    def _term(self, number: int, u: Any, scale: Any, growth: Any) -> list[Any]:
        """The parts of Q(L > x), of e^x P(L > x) and of the profile; u is positive if v = 0."""
        integrals = self._integrals(u)
        first, second, third = _kernels(self.k)[number]
        q, p, delta = (scale * _dot(n, integrals) for n in (first, second, third))
        if number == 0:
            pole = self._pole(u, 1)
            q, delta = q + pole, delta + pole
        if number == self.k:
            pole = growth * self._pole(u, -1)
            p, delta = p + pole, delta - pole
        return [q, p, delta]

    def _pole(self, u: Any, side: int) -> Any:
        if self.sigma is None:
            return arb(1)
        return _phi(u / self.sigma + side * self.sigma / 2)

    def _integrals(self, u: Any) -> list[Any]:
        """I_k, ..., I_1: in the order of the coefficients of a polynomial over T^k."""
        if self.sigma is None:
            values = [arb(1)]
            for j in range(1, self.k):
                values.append(values[-1] * u / (2 * j))
            return values[::-1]
        z, v = u / self.sigma, self.sigma**2
        before = 2 * (-z * z / 2).exp() / (self.sigma * (2 * arb.pi()).sqrt())
        values = [_phi(z)]
        for j in range(1, self.k):
            before, last = values[-1], (2 * u * values[-1] + v * before) / (4 * j)
            values.append(last)
        return values[::-1]


def _phi(x: Any) -> Any:
    return ar.to_arb(el.phi(x))


def _terms(factors: Sequence[tuple[Any, int]]) -> Iterator[tuple[int, int, Any]]:
    """``(M, product of binomials, sum of (k_i - 2 m_i) mu_i)`` of every tuple."""
    for tuple_ in product(*(range(k + 1) for _, k in factors)):
        weight, offset = 1, arb(0)
        for m, (mu, k) in zip(tuple_, factors, strict=True):
            weight *= comb(k, m)
            offset += (k - 2 * m) * mu
        yield sum(tuple_), weight, offset


@lru_cache(maxsize=4)
def _kernels(k: int) -> list[tuple[list[Any], list[Any], list[Any]]]:
    """The coefficients of N_M, N_{M+1} and their difference, for M = 0, ..., k."""
    plus, minus, shifted = fmpz_poly([1, 1]), fmpz_poly([-1, 1]), fmpz_poly([0] * k + [2**k])
    kernels = [(plus**k - shifted) // minus, plus ** (k - 1)]
    for _ in range(k - 1):
        kernels.append(kernels[-1] // plus * minus)
    kernels.append((minus**k - shifted) // plus)
    return [(a.coeffs(), b.coeffs(), (a - b).coeffs()) for a, b in pairwise(kernels)]


def _dot(coefficients: list[Any], integrals: list[Any]) -> Any:
    return sum((c * i for c, i in zip(coefficients, integrals, strict=False)), arb(0))
