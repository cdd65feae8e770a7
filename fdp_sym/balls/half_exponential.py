r"""Products of laws whose losses have densities proportional to exp(l/2), term by term.

**The laws.** The loss l of a symmetric pair has under Q the density of -l under P, which is
:math:`e^l` times that of l under P. It is simplest if the density is :math:`ge^{l/2}` on
[-a, a], with atoms at the ends: with T = 2s + 1,

.. math:: K(s)=E_Qe^{sL}=\beta\Bigl[e^{aT/2}\Bigl(\rho+\frac1T\Bigr)
    +e^{-aT/2}\Bigl(\rho-\frac1T\Bigr)\Bigr],\qquad\beta=2g,

where :math:`\rho\beta=e^{-a/2}Q(L=a)=e^{a/2}Q(L=-a)`. Of that kind are Laplace noise
(:math:`\rho=1`), Laplace noise cut off at a bound, whose mass at infinity is counted elsewhere,
and logistic noise (:math:`\rho=0`).

**Expansion.** For factors :math:`(a_i,\rho_i,\beta_i)^{k_i}` and a Gaussian of variance v, each
tuple :math:`m=(m_i)` contributes to K(s) the exponential
:math:`e^{v(T^2-1)/8+T\sum(k_i-2m_i)a_i/2}` times a polynomial in 1/T,

.. math:: R(1/T)=\prod_i\binom{k_i}{m_i}\Bigl(\rho_i+\frac1T\Bigr)^{k_i-m_i}
    \Bigl(\rho_i-\frac1T\Bigr)^{m_i}=\sum_jr_jT^{-j}.

With :math:`u=\sum(k_i-2m_i)a_i-x` and :math:`c=e^{x/2-v/8}\prod\beta_i^{k_i}` its parts of
Q(L > x), of :math:`e^xP(L>x)` and of their difference, the profile, are integrals right of the
poles,

.. math:: c\int e^{vT^2/8+uT/2}\frac{R(1/T)}{T\mp1}\frac{dT}{2\pi i},\qquad
    \frac{T^{-j}}{T-1}=\frac1{T-1}-\sum_{i=1}^jT^{-i},\quad
    \frac{T^{-j}}{T+1}=\frac{(-1)^j}{T+1}+\sum_{i=1}^j(-1)^{j-i}T^{-i}.

The poles at T = ±1 contribute

.. math:: c\,R(\pm1)\,e^{v/8\pm u/2}\,\Phi\Bigl(\frac{u\pm v/2}{\sqrt v}\Bigr),

and the powers of 1/T the integrals

.. math:: I_j(u)=\int e^{vT^2/8+uT/2}T^{-j}\frac{dT}{2\pi i},\quad
    I_0=\tfrac2{\sqrt v}\varphi(u/\sqrt v),\quad I_1=\Phi(u/\sqrt v),\quad
    I_{j+1}=\frac{2uI_j+vI_{j-1}}{4j}

(integrate the derivative of the integrand). For v = 0, :math:`\Phi` is 1 for u > 0 and
:math:`I_j=(u/2)_+^{j-1}/(j-1)!`; each term then vanishes for u <= 0, and its profile is continuous
there, so that a term of undecided sign is united with 0.

Rounding is the only error, carried by the balls; cancellation is paid with working precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from flint import acb, arb, arb_poly

from . import arithmetic as ar
from . import elementary as el
from .line_factors import UNIT, BallFactor, FloatLine, phases, power_of
from .losses import Tail
from .refine import constant

__all__ = ["HalfExponentialFactor", "HalfExponentialLoss", "HalfExponentialPower"]


class HalfExponentialPower(NamedTuple):
    """The k-th power of the law of a = reach, rho = ratio and beta = scale, balls."""

    reach: Any
    ratio: Any
    scale: Any
    k: int

    @classmethod
    def of(cls, law: Any, k: int) -> HalfExponentialPower:
        """The k-th power of a law given by expressions, at the current precision."""
        return cls(constant(law.reach), constant(law.ratio), constant(law.scale), k)

    def transform(self, s: Any) -> Any:
        """K(s) to the k-th power, for a complex ball s."""
        t = 2 * s + 1
        up = (self.reach * t / 2).exp()
        down = 1 / up
        if t.abs_lower() > arb(1) / 64:
            odd = (up - down) / t
        else:
            odd = self.reach * (self.reach * t * acb(0, 1) / 2).sinc()
        return (self.scale * (self.ratio * (up + down) + odd)) ** self.k


class HalfExponentialFactor(BallFactor):
    r"""Such a power as a factor of a transform on a line.

    In doubles, for a single law, with :math:`A=\beta e^{aT_0/2}/K(c)`, :math:`T_0=2c+1`,
    :math:`B=\beta e^{-aT_0/2}/K(c)` and T = T_0 + 2it,

    .. math:: e^{-iat}\frac{K(c+it)}{K(c)}=A\Bigl(\rho+\frac1T\Bigr)
        +Be^{-2iat}\Bigl(\rho-\frac1T\Bigr).

    As :math:`|1/T|\le1/T_0`, rounding errs by at most (8b + 40)u times
    :math:`(A+B)(\rho+1/T_0)`: t is known to 2u, 1/T to 20u, A, B and :math:`\rho` to 2u.
    """

    cost = 8.0

    def __init__(self, power: HalfExponentialPower) -> None:
        super().__init__(power.transform)
        self.power = power
        # the scale itself may be too small for a double
        numbers = power.reach, power.ratio, power.scale.log(), power.k
        self.floats_of = tuple(float(x) for x in numbers)

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        reach, ratio, _, k = self.power
        up, down, exact, size = self._weights(c)
        turn, error = phases(-2 * h * reach, count)
        start, t = float(2 * c + 1), 2 * float(h) * np.arange(count)
        inverse = (start - 1j * t) / (start * start + t * t)
        rho = float(ratio)
        turn *= down * (rho - inverse)
        turn += up * (rho + inverse)
        error = (error + 40 * UNIT) * size + exact
        return FloatLine(power_of(turn, k), k * reach, k * error)

    def _weights(self, c: Any) -> tuple[float, float, float, float]:
        """A and B, their radii times what they are multiplied by, and the size of the terms."""
        reach, ratio, scale, _ = self.power
        start = 2 * c + 1
        growth = (reach * start / 2).exp()
        single = scale * (ratio * (growth + 1 / growth) + (growth - 1 / growth) / start)
        up, down = scale * growth / single, scale / (growth * single)
        most = (ratio + 1 / start).upper()
        exact = (up.rad() + down.rad()) * most + (abs(up) + abs(down)) * ratio.rad()
        size = (abs(up) + abs(down)) * most
        return float(up.mid()), float(down.mid()), _above(exact), _above(size)

    def log_transform(self, s: Any) -> Any:
        reach, ratio, log_scale, k = self.floats_of
        t = np.maximum(np.abs(2 * np.asarray(s) + 1), 1e-9)  # even in T
        small = np.exp(-reach * t)
        size = ratio * (1 + small) - np.expm1(-reach * t) / t
        return k * (log_scale + reach * t / 2 + np.log(size))


class _Kernels(NamedTuple):
    """R(1), R(-1), and the coefficients of I_1, I_2, ... in all three parts."""

    one: Any
    other: Any
    q: list[Any]
    p: list[Any]
    delta: list[Any]


class HalfExponentialLoss:
    """The law of the loss of such factors and at most one Gaussian.

    Parameters
    ----------
    factors : sequence of HalfExponentialPower
    sigma : arb or None
        The mu of the Gaussian factor, if there is one.
    """

    def __init__(self, factors: Sequence[HalfExponentialPower], sigma: Any = None) -> None:
        self.sigma = sigma
        self.k = sum(f.k for f in factors)
        self.scale = prod((f.scale**f.k for f in factors), start=arb(1))
        self.terms = list(_terms(factors))

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""
        v = arb(0) if self.sigma is None else self.sigma**2
        scale, growth = self.scale * (x / 2 - v / 8).exp(), x.exp()
        total = [arb(0)] * 3
        for offset, weight, kernels in self.terms:
            u = offset - x
            if self.sigma is None and u <= 0:
                continue
            parts = [scale * weight * part for part in self._parts(kernels, u, v)]
            if self.sigma is None and not u > 0:
                parts = [part.union(arb(0)) for part in parts]
            total = [a + b for a, b in zip(total, parts, strict=True)]
        q, lifted, delta = total
        return Tail(q, lifted / growth, delta)

    def _parts(self, kernels: _Kernels, u: Any, v: Any) -> tuple[Any, Any, Any]:
        """The integrals without c; u is positive if v = 0."""
        integrals = self._integrals(u, v)
        right, left = kernels.one * self._pole(u, v, 1), kernels.other * self._pole(u, v, -1)
        q, p, delta = (_dot(part, integrals) for part in kernels[2:])
        return right + q, left + p, right - left + delta

    def _pole(self, u: Any, v: Any, side: int) -> Any:
        value = (v / 8 + side * u / 2).exp()
        return value if self.sigma is None else value * _phi(u / self.sigma + side * self.sigma / 2)

    def _integrals(self, u: Any, v: Any) -> list[Any]:
        """I_1, ..., I_k."""
        if self.sigma is None:
            values = [arb(1)]
            for j in range(1, self.k):
                values.append(values[-1] * u / (2 * j))
            return values
        z = u / self.sigma
        before = 2 * (-z * z / 2).exp() / (self.sigma * (2 * arb.pi()).sqrt())
        values = [_phi(z)]
        for j in range(1, self.k):
            before, last = values[-1], (2 * u * values[-1] + v * before) / (4 * j)
            values.append(last)
        return values


def _above(x: Any) -> float:
    return math.nextafter(float(x.upper()), math.inf)


def _phi(x: Any) -> Any:
    return ar.to_arb(el.phi(x))


def _terms(factors: Sequence[HalfExponentialPower]) -> Iterator[tuple[Any, Any, _Kernels]]:
    """The offset of u, the product of the binomials, and what equal ratios share, of every m."""
    ratios: list[Any] = []
    groups = []
    for f in factors:
        equal = (i for i, ratio in enumerate(ratios) if f.ratio == ratio)
        groups.append(next(equal, len(ratios)))
        if groups[-1] == len(ratios):
            ratios.append(f.ratio)
    counts = [
        sum(f.k for f, j in zip(factors, groups, strict=True) if i == j) for i in range(len(ratios))
    ]
    choices = [_polynomials(ratio, k) for ratio, k in zip(ratios, counts, strict=True)]
    known: dict[tuple[int, ...], _Kernels] = {}
    for tuple_ in product(*(range(f.k + 1) for f in factors)):
        offset, weight = arb(0), 1
        sums = [0] * len(ratios)
        for m, f, group in zip(tuple_, factors, groups, strict=True):
            offset += (f.k - 2 * m) * f.reach
            weight *= comb(f.k, m)
            sums[group] += m
        key = tuple(sums)
        if key not in known:
            known[key] = _kernels(
                prod((c[m] for c, m in zip(choices, key, strict=True)), start=arb_poly([1]))
            )
        yield offset, weight, known[key]


def _polynomials(ratio: Any, k: int) -> list[Any]:
    """(ratio + w)^(k - m) (ratio - w)^m for all m."""
    plus, minus = [arb_poly([1])], [arb_poly([1])]
    for _ in range(k):
        plus.append(plus[-1] * arb_poly([ratio, 1]))
        minus.append(minus[-1] * arb_poly([ratio, -1]))
    return [a * b for a, b in zip(reversed(plus), minus, strict=True)]


def _kernels(polynomial: Any) -> _Kernels:
    """Sums from the last coefficient on, with equal and with alternating signs."""
    coefficients = polynomial.coeffs()
    one = other = arb(0)
    q, p = [], []
    for r in reversed(coefficients[1:]):
        one, other = one + r, r - other
        q.append(-one)
        p.append(other)
    start = coefficients[0] if coefficients else arb(0)
    q, p = q[::-1], p[::-1]
    delta = [a - b for a, b in zip(q, p, strict=True)]
    return _Kernels(start + one, start - other, q, p, delta)


def _dot(coefficients: list[Any], integrals: list[Any]) -> Any:
    return sum((c * i for c, i in zip(coefficients, integrals, strict=False)), arb(0))
