r"""Powers of the Laplace law: the tails of its k-fold sum from two power series.

**The law.** For :math:`L_\mu` the transform is
:math:`K(s)=E_Qe^{sL}=\tfrac12e^{-\mu/2}\bigl[e^{\mu T/2}(1+\tfrac1T)+e^{-\mu T/2}(1-\tfrac1T)
\bigr]` with T = 2s + 1. By inversion, on a vertical line right of the poles,

.. math:: Q(L>x)=\int\frac{K^ke^{-sx}}{s}\,\frac{ds}{2\pi i},\quad
    e^xP(L>x)=\int\frac{K^ke^{-sx}}{s+1}\,\frac{ds}{2\pi i},\quad
    \delta(x)=\int\frac{K^ke^{-sx}}{s(s+1)}\,\frac{ds}{2\pi i}.

**Residues.** Expand :math:`K^k` into its k + 1 exponentials. Of term m the exponential is
:math:`e^{((k-2m)\mu-x)T/2}`: for m < M = ceil((k - x/mu)/2) it pushes the line to the left,
where the poles are; the others vanish. For 0 < m < M <= k the poles at T = ±1 cancel, that of m = 0
at T = 1 contributes exactly 1, and at T = 0 is left, with U = (k mu - x)/2,
:math:`X=-e^{-\mu T}\frac{1-T}{1+T}`, :math:`W=\sum_{m<M}\binom kmX^m` and
:math:`c=2^{-k}e^{(x-k\mu)/2}`,

.. math:: \delta=1-2c\,[T^{k-1}]AW,\qquad A=e^{UT}(1+T)^{k-1}(1-T)^{-1},

    Q(L>x)=1-c\,[T^{k-1}]A(1+T)W,\qquad e^xP(L>x)=c\,[T^{k-1}]A(1-T)W.

**The truncated binomial.** From :math:`\frac{d}{dX}W(1+X)^{-k}=-\kappa X^{M-1}(1+X)^{-k-1}`,
:math:`\kappa=(k-M+1)\binom k{M-1}`, and 1 + X = T y(T) with y(0) = mu + 2, integration gives
:math:`W=(1+X)^k(\mathrm{const}+\ldots)`. The constant enters at :math:`T^k` only, and so does the
logarithm, so that modulo :math:`T^k`

.. math:: W=(-1)^M\kappa\,y^k\sum_{i<k}\frac{h_i}{i-k}T^i,\qquad
    h=\Bigl(\mu+\frac2{1-T^2}\Bigr)e^{-M\mu T}\Bigl(\frac{1-T}{1+T}\Bigr)^My^{-k-1}.

**At an atom.** For x = (k - 2m) mu it may be undecided whether term m counts, 0 < m < k. Its
parts are integrals of :math:`c\binom kme^{uT/2}N(T)T^{-k}` with :math:`u=(k-2m)\mu-x` next to 0,
which vanish for u <= 0 and else are sums of coefficients of N times :math:`(u/2)^{j-1}/(j-1)!`. For
the tails N has the leading term :math:`T^{k-1}`, an atom of mass :math:`c\binom km`, and for the
profile a degree below that; the moduli of the coefficients add up to at most :math:`2^{k-1}`. So
the term is at most :math:`c\binom km2^{k-1}(e^{|u|/2}-1)` besides the atom.

So one logarithm, two exponentials and two dot products of length k. Rounding is the only error, and
the balls carry it; the cancellation (2.2 k to 4.5 k bits) is paid with working precision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from flint import arb, arb_series, ctx

from .losses import Tail, candidates, joined

__all__ = ["LaplacePower"]


class LaplacePower:
    """The law of the loss of the k-fold product of the Laplace trade-off function of shift mu > 0.

    Parameters
    ----------
    k : int
    mu : arb
    """

    def __init__(self, k: int, mu: Any) -> None:
        self.k = k
        self.mu = mu

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; an undecided M leaves the union of its candidates."""
        counts = candidates((self.k - x / self.mu) / 2, self.k)
        if len(counts) > 3:  # x is a poor ball: more precision is cheaper
            any_mass = arb(0).union(arb(1))
            return Tail(any_mass, any_mass, any_mass)
        if len(counts) == 2 and 0 < counts[0] < self.k:
            return self._with_or_without(counts[0], x)
        return joined(self._tail(count, x) for count in counts)

    def _with_or_without(self, m: int, x: Any) -> Tail:
        """The terms before m, and that of m as a ball: its offset may have either sign."""
        k, size = self.k, abs((self.k - 2 * m) * self.mu - x)
        atom = arb.bin_uiui(k, m) * ((x - k * self.mu) / 2).exp() / arb(2) ** k
        rest = (atom * arb(2) ** (k - 1) * (size / 2).expm1()).upper()
        around = (-rest).union(rest)
        q, p, delta = self._tail(m, x)
        jump = arb(0).union(atom.upper()) + around
        return Tail(q + jump, p + jump * (-x).exp(), delta + around)

    @cached_property
    def _logarithms(self) -> tuple[list[Any], list[Any], list[Any]]:
        """The coefficients of log(1 + T), log(1 - T) and log((1 + T) y)."""
        k, mu = self.k, self.mu
        powers = [arb(1)]
        for n in range(1, k + 1):
            powers.append(-powers[-1] * mu / n)
        # (1 + T) y = (1 + T - exp(-mu T)(1 - T)) / T
        z = [powers[n] - powers[n + 1] for n in range(k)]
        z[0] += 1
        plus = [arb(0), *((arb(1) if n % 2 else arb(-1)) / n for n in range(1, k))]
        minus = [arb(0), *(arb(-1) / n for n in range(1, k))]
        with _cap(k):
            return plus, minus, _padded(arb_series(z, k).log(), k)

    def _tail(self, count: int, x: Any) -> Tail:
        if count <= 0:
            return Tail(arb(0), arb(0), arb(0))
        if count > self.k:
            return Tail(arb(1), arb(1), 1 - x.exp())
        k, mu = self.k, self.mu
        plus, minus, rest = self._logarithms
        columns = list(zip(plus, minus, rest, strict=True))
        # exponents: U T - log(1+T) - log(1-T) + k log((1+T) y), and that of h without its factor
        first = [k * z - a - b for a, b, z in columns]
        second = [count * (b - a) - (k + 1) * (z - a) for a, b, z in columns]
        if k > 1:
            first[1] += (k * mu - x) / 2
            second[1] -= count * mu
        with _cap(k):
            series = _padded(arb_series(first, k).exp(), k)
            inner = _padded(arb_series(second, k).exp(), k)
        weights = _times_ratio(inner, mu)
        weights = [h / (i - k) for i, h in enumerate(weights)]
        kappa = (k - count + 1) * arb.bin_uiui(k, count - 1) * (-1) ** count
        scale = kappa * ((x - k * mu) / 2).exp() / arb(2) ** k
        shifted = [arb(0), *series[:-1]]
        straight, moved = _convolved(series, weights), _convolved(shifted, weights)
        return Tail(
            1 - scale * (straight + moved),
            scale * (straight - moved) * (-x).exp(),
            1 - 2 * scale * straight,
        )


def _times_ratio(h: list[Any], mu: Any) -> list[Any]:
    """The coefficients of (mu + 2/(1 - T^2)) h."""
    result, running = [], [arb(0), arb(0)]
    for i, term in enumerate(h):
        running[i % 2] += term
        result.append(mu * term + 2 * running[i % 2])
    return result


def _convolved(a: list[Any], b: list[Any]) -> Any:
    """The last coefficient of the product of two series of equal length."""
    return sum((x * y for x, y in zip(reversed(a), b, strict=True)), arb(0))


def _padded(series: Any, length: int) -> list[Any]:
    coefficients = series.coeffs()
    return coefficients + [arb(0)] * (length - len(coefficients))


@contextmanager
def _cap(length: int) -> Iterator[None]:
    """flint truncates every series to a global length."""
    before = ctx.cap
    ctx.cap = length
    try:
        yield
    finally:
        ctx.cap = before
