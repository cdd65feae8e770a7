r"""Moments of the likelihood ratio of a Poisson-subsampled Gaussian, and how fast they decay.

With Z standard normal, :math:`Y=\mu Z-\mu^2/2` and :math:`W=1-q+qe^Y`, the moment is

.. math:: A(a)=EW^a=\int\varphi(z)e^{a\Lambda(z)}\,dz,\qquad\Lambda(z)=\log(1-q+qe^{\mu z-\mu^2/2}).

Let :math:`a=\alpha+it`, t >= 0 (:math:`A(\bar a)=\overline{A(a)}`). For :math:`z+i\xi` the phase of
:math:`e^Y` is :math:`\psi=\mu\xi`. For :math:`0\le\psi<\pi`, with w = 1-q+q e^{y+i psi},

.. math:: \cos(\psi/2)\,W\le|w|\le W,\qquad 0\le\arg w\le\psi,

for :math:`|w|^2=W^2-4q(1-q)e^y\sin^2(\psi/2)`. As w never vanishes, the integrand is analytic for
:math:`|\psi|<\pi`; put :math:`\gamma(\psi)=1` for :math:`\alpha\ge0` and
:math:`\gamma(\psi)=\cos(\psi/2)^\alpha` else.

**Trapezoid rule.** By Poisson summation the error of the rule of step h is a sum of Fourier
coefficients; shifting their integrals up, resp. down, by :math:`\xi` bounds it by

.. math:: |A_h(a)-A(a)|\le\epsilon(t)A(\alpha),\quad
    \epsilon(t)=\gamma(\mu\xi)e^{\xi^2/2}\frac{1+e^{t\mu\xi}}{e^{2\pi\xi/h}-1}.

At t = 0 this encloses :math:`A(\alpha)` itself. **Ends.** :math:`\Lambda'=\mu p(z)`, where
:math:`p=1-(1-q)/W` increases from 0 to 1. So beyond :math:`z_1` successive terms have at most the
ratio :math:`e^{-h(z_1-\mu\alpha_+)}`, below :math:`z_0` at most
:math:`e^{-h(-z_0-\mu\alpha_-p(z_0))}`: geometric series.

**Decay.** On the line :math:`\mathrm{Im}\,\mu z=\theta\in(0,\pi/2)`, with :math:`\xi=\theta/\mu`,

.. math:: |A(\alpha+it)|\le B(t)=e^{\xi^2/2}E\bigl[|w|^\alpha e^{-t\arg w}\bigr],

which *decreases* in t. Its integrand is analytic too: it is
:math:`\varphi\,w_+^{(\alpha+it)/2}w_-^{(\alpha-it)/2}` with phases :math:`\pm\theta`. A shift by
:math:`\eta` changes them to :math:`\pm\theta+\mu\eta`, and as arg w increases with the phase up to
:math:`\pi/2`, for :math:`\theta+\mu\eta\le\pi/2` the rule of step h errs by at most
:math:`2\gamma(\pi/2)A(\alpha)e^{(\xi^2+\eta^2)/2}/(e^{2\pi\eta/h}-1)`.

**Decay like 1/t.** As :math:`\arg w\ge\sin\arg w\ge p\sin\theta` and :math:`e^{-x}\le1/(ex)`,
:math:`B(t)\le C/t`. Completing the square in :math:`E[W^{\alpha+1}e^{-Y}]`, with
:math:`q'=qe^{-\mu^2}` and :math:`r=\alpha+1`,

.. math:: C=\frac{\gamma(\theta)e^{\xi^2/2+\mu^2}}{eq\sin\theta}E(1-q+q'e^Y)^r,

and the last moment is at most
:math:`(1-q+q')^{r-1}(1-q+q'e^{r(r-1)\mu^2/2})` for r >= 1 (Jensen), :math:`(1-q)^r+q'^r` for r in
[0, 1] (subadditivity), :math:`(1-q)^r` for r <= 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb, ctx

from .subsampled_float import rate

__all__ = [
    "Samples",
    "Step",
    "decay",
    "end_terms",
    "harmonic_decay",
    "phase_loss",
    "real_moment",
    "step_of",
    "term_range",
]

_LARGEST_PHASE = 3.0
_BOUND_BITS = 80


@dataclass(frozen=True)
class Step:
    """A step of the trapezoid rule, and the shift for which its error is bounded."""

    h: float
    xi: float


def _penalty(alpha: float, psi: float) -> float:
    """log of gamma(psi)."""
    return alpha * math.log(math.cos(psi / 2)) if alpha < 0 else 0.0


def step_of(mu: float, alpha: float, t: float, depth: float) -> Step:
    """The largest step for which epsilon(t) is about exp(-depth)."""
    best = Step(0.0, 1.0)
    for psi in np.geomspace(0.01, 1.0, 24) * min(_LARGEST_PHASE, mu * math.sqrt(2 * depth)):
        xi = psi / mu
        h = 2 * math.pi / ((depth + xi**2 / 2 + _penalty(alpha, psi)) / xi + t * mu)
        if h > best.h:
            best = Step(h, xi)
    return best


def term_range(mu: float, q: float, alpha: float, h: float, floor: float) -> tuple[int, int]:
    """The first and the last index: from there on terms decrease and are below exp(floor)."""
    peak = mu * alpha if alpha > 0 else math.log1p(-mu * alpha) / mu
    reach = 2.0 + math.sqrt(-2 * floor) + peak
    z = h * np.arange(-math.ceil(reach / h), math.ceil(reach / h) + 1)
    y = mu * z - mu**2 / 2
    size = -(z**2) / 2 + alpha * np.logaddexp(math.log1p(-q), math.log(q) + y)
    kept = z[size > size.max() + floor]
    first = math.floor(min(kept[0], -1.0) / h) - 1
    last = math.ceil(max(kept[-1], 1.0 + mu * max(alpha, 0.0)) / h) + 1
    return first, last


class Samples:
    r"""The terms of the trapezoid rule for :math:`A(\alpha+it)`, 0 <= t <= ``longest``.

    Parameters
    ----------
    mu, q, alpha : arb
    longest : float
        The largest t.
    depth : float
        The relative errors made are about exp(-depth); they are part of every enclosure.
    """

    def __init__(self, mu: Any, q: Any, alpha: Any, longest: float, depth: float) -> None:
        self.mu, self.q, self.alpha = mu, q, alpha
        self.longest = longest
        numbers = float(mu), float(alpha)
        self.step = step_of(*numbers, longest, depth)
        h = arb(self.step.h)
        first, last = term_range(numbers[0], rate(q), numbers[1], self.step.h, -depth)
        self.logs = []
        self.weights = []
        scale = h / (2 * arb.pi()).sqrt()
        for j in range(first, last + 1):
            z = j * h
            log = (1 - q + q * (mu * z - mu**2 / 2).exp()).log()
            self.logs.append(log)
            self.weights.append(scale * (alpha * log - z * z / 2).exp())
        self.ends = end_terms(mu, q, alpha, h, (first, last))

    def error(self, t: Any) -> Any:
        """epsilon(t)."""
        xi, h = arb(self.step.xi), arb(self.step.h)
        result = (xi**2 / 2).exp() * (1 + (t * self.mu * xi).exp())
        return result * phase_loss(self.alpha, self.mu * xi) / (2 * arb.pi() * xi / h).expm1()

    @cached_property
    def real(self) -> Any:
        """The enclosure of A(alpha)."""
        total = sum(self.weights, arb(0))
        total += self.ends.union(arb(0))
        error = self.error(arb(0)).upper()
        return total / (1 + (-error).union(error)) if error < 1 else arb("nan")

    def line(self, h: Any, count: int) -> list[Any]:
        """Enclosures of A(alpha + i j h) for j < count; (count - 1) h is at most ``longest``."""
        error = (self.real * self.error(arb(self.longest)) + self.ends).upper()
        ball = acb((-error).union(error), (-error).union(error))
        small = max(1, math.isqrt(count))
        large = -(-count // small)
        phases = [log * h for log in self.logs]
        rows = [[acb(0, small * m * x).exp() for x in phases] for m in range(large)]
        columns = [
            [weight * acb(0, r * x).exp() for r in range(small)]
            for weight, x in zip(self.weights, phases, strict=True)
        ]
        return [value + ball for value in (acb_mat(rows) * acb_mat(columns)).entries()][:count]


def real_moment(mu: Any, q: Any, alpha: Any) -> Any:
    """An enclosure of A(alpha) at the current precision."""
    return Samples(mu, q, alpha, 0.0, 0.7 * ctx.prec + 5).real


def decay(mu: Any, q: Any, alpha: Any, t: Any, theta: float, size: float) -> Any:
    r"""An upper bound of B(t), hence of :math:`|A(\alpha+is)|` for all s >= t.

    Parameters
    ----------
    mu, q, alpha, t : arb
    theta : float in (0, pi/2)
    size : float
        The expected value of log(B(t) / A(alpha)), which is aimed at only.
    """
    whole = real_moment(mu, q, alpha)
    m, a = float(mu), float(alpha)
    depth = -size + 0.7 * _BOUND_BITS
    room = (math.pi / 2 - theta) * 0.999 / m
    shift = (theta / m) ** 2 / 2 + _penalty(a, math.pi / 2)
    eta = min(room, math.sqrt(2 * (depth + shift)))
    step = 2 * math.pi * eta / (depth + shift + eta**2 / 2)
    h, angle, xi = arb(step), arb(theta), arb(theta) / mu
    lift = (xi**2 / 2).exp()
    first, last = term_range(m, rate(q), a, step, -depth - shift)
    total = arb(0)
    for j in range(first, last + 1):
        z = j * h
        y = mu * z - mu**2 / 2
        w = (acb(1 - q) + q * acb(y, angle).exp()).log()
        total += (alpha * w.real - t * w.imag - z * z / 2).exp()
    total *= lift * h / (2 * arb.pi()).sqrt()
    gamma = phase_loss(alpha, arb.pi() / 2)
    rest = 2 * gamma * whole * lift * (arb(eta) ** 2 / 2).exp()
    rest /= (2 * arb.pi() * eta / h).expm1()
    ends = end_terms(mu, q, alpha, h, (first, last)) * lift * gamma
    if not angle + mu * arb(eta) <= arb.pi() / 2:
        return arb("inf")
    return (total + rest + ends).upper()


def phase_loss(alpha: Any, psi: Any) -> Any:
    """gamma(psi)."""
    return (psi / 2).cos() ** -(-alpha).max(arb(0))


def end_terms(mu: Any, q: Any, alpha: Any, h: Any, ends: tuple[int, int]) -> Any:
    r"""A bound of the terms of :math:`A_h(\alpha)` beyond the ends."""
    total = arb(0)
    for j in ends:
        z = j * h
        ratio = 1 - q + q * (mu * z - mu**2 / 2).exp()
        if j == ends[1]:
            slope = z - mu * alpha.max(arb(0))
        else:
            slope = -z - mu * (-alpha).max(arb(0)) * (1 - (1 - q) / ratio)
        if not slope > 0:
            return arb("inf")
        term = (alpha * ratio.log() - z * z / 2).exp() * h / (2 * arb.pi()).sqrt()
        total += term / (h * slope).expm1()
    return total.upper()


def harmonic_decay(mu: Any, q: Any, alpha: Any) -> Any:
    r"""A constant C with :math:`|A(\alpha+it)|\le C/t` for all t > 0."""
    theta = arb(min(1.0, float(mu)))
    xi = theta / mu
    constant = (xi**2 / 2 + mu**2 - 1).exp() / (q * theta.sin()) * phase_loss(alpha, theta)
    less = q * (-(mu**2)).exp()
    r = alpha + 1
    if r >= 1:
        moment = (1 - q + less) ** alpha * (1 - q + less * (r * alpha * mu**2 / 2).exp())
    elif r >= 0:
        moment = (1 - q) ** r + less**r
    elif r < 0:
        moment = (1 - q) ** r
    else:  # r is a ball around 0
        moment = arb(2) + (1 - q) ** r
    return (constant * moment).upper()
