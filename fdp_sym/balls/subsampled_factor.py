r"""Powers of a Poisson-subsampled Gaussian as factors of a transform on a line.

The transform is a moment :math:`A(a)=EW^a` of `subsampled_moments`, with a = 1 + s for the
direction "remove" and a = -s for "add".

**Far up the line.** On the line :math:`z+i\xi`, :math:`\theta=\mu\xi<\pi`, the integrand
:math:`\varphi w^{\alpha+it}` has the factor :math:`e^{-t\arg w}\le1`, and so it has on all lines
between the real one and another one at :math:`\xi+\eta`, up to the phase :math:`\pi`. So by Poisson
summation the trapezoid rule of step h errs for all t >= 0 by at most

.. math:: A(\alpha)\Bigl[\frac1{e^{2\pi\xi/h}-1}
    +\frac{\gamma(\mu(\xi+\eta))e^{(\xi+\eta)^2/2}}{e^{2\pi\eta/h}-1}\Bigr],

and the terms beyond the ends are at most :math:`\gamma(\theta)e^{\xi^2/2}` times those on the real
line at t = 0. Their number does not grow with t. The sum of their moduli, the error included, is a
bound of :math:`|K(c+it)|/K(c)` that decreases in t.

**Doubles.** That sum, :math:`\sum_zw_ze^{it\log w(z)}` at t = (ml + r)h, r < l, is a product of two
matrices. Their entries are powers of numbers of modulus at most 1. With :math:`r<2^b` the r-th
power is a product of at most b squares of squares that are rounded from balls, to 3u each, and in
error by less than 8bu. A product of matrices of N columns adds at most
(2N + 8)u times the sum of the moduli of :math:`w_z/A(\alpha)`, in any order of its sums.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from flint import acb, arb, ctx
from numpy.typing import NDArray

from ..errors import PrecisionError
from .line_factors import UNIT, FloatLine, power_of
from .precision import precision
from .subsampled_float import rate
from .subsampled_moments import Samples, end_terms, phase_loss, real_moment, term_range

__all__ = ["Decay", "SubsampledFactor"]

Floats = NDArray[np.float64]

_BITS = 80
_DEPTH = 40.0  # the errors of the trapezoid sum are then less than those of doubles
_LOST = 1.0  # by how much the log of the terms may exceed that of the sum
_LARGEST_ANGLE, _FARTHEST_ANGLE = 1.5, 3.0
_POINTS = 256
_WIDTH = 14.0
_SPACING = 0.3


class SubsampledFactor:
    """The n-th power of a subsampled Gaussian.

    Parameters
    ----------
    mu, q : arb
    n : int
    sign : int
        1 for the direction "remove", -1 for "add".
    """

    cost = 250.0

    def __init__(self, mu: Any, q: Any, n: int, sign: int) -> None:
        self.mu, self.q, self.n, self.sign = mu, q, n, sign
        self._last: tuple[float, tuple[list[Any], list[Any], Any]] | None = None

    def _exponent(self, s: Any) -> Any:
        return 1 + s if self.sign > 0 else -s

    def log_transform(self, s: Floats) -> Floats:
        """log K(s) at real points: trapezoid sums, around the peak where they are long."""
        mu, q = float(self.mu), rate(self.q)
        a = self._exponent(np.ravel(np.asarray(s, dtype=float)))[:, None]
        up, down = mu * np.maximum(a, 0), mu * np.maximum(-a, 0)
        low, high = -_WIDTH - np.minimum(down, np.log1p(down * mu) / mu), _WIDTH + up
        share = np.linspace(0, 1, _POINTS)
        z = low + share * (high - low)

        def terms(z: Floats) -> Floats:
            ratio = np.logaddexp(math.log1p(-q), math.log(q) + mu * z - mu**2 / 2)
            return np.asarray(a * ratio - z * z / 2)

        values = terms(z)
        wide = (high - low)[:, 0] > _SPACING * _POINTS
        if wide.any():
            peak = np.take_along_axis(z, values.argmax(axis=1)[:, None], axis=1)
            z = np.where(wide[:, None], peak + _WIDTH * (2 * share - 1), z)
            values = terms(z)
        top = values.max(axis=1, keepdims=True)
        step = (z[:, 1] - z[:, 0]) / math.sqrt(2 * math.pi)
        logs = top[:, 0] + np.log(np.exp(values - top).sum(axis=1) * step)
        return np.asarray(self.n * logs.reshape(np.shape(s)))

    def real(self, s: Any) -> Any:
        """K(s) for a real ball s."""
        if s == 0 or s == -1:
            return arb(1)
        return real_moment(self.mu, self.q, self._exponent(s)) ** self.n

    def balls(self, c: Any, h: Any, count: int) -> list[Any]:
        """K(c + ijh)/K(c) for j < count."""
        samples = self._samples(c, h, count, (ctx.prec + 8) * math.log(2))
        line = [(z / samples.real) ** self.n for z in samples.line(h, count)]
        return line if self.sign > 0 else [z.conjugate() for z in line]

    def _samples(self, c: Any, h: Any, count: int, depth: float) -> Samples:
        longest = math.nextafter(float(h) * count, math.inf)
        return Samples(self.mu, self.q, self._exponent(c), longest, depth)

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        """The same in doubles."""
        with precision(_BITS):
            logs, weights, error = self._shifted(c)
            size = sum((abs(w).upper() for w in weights), arb(0))
            small = math.isqrt(count - 1) + 1
            large = -(-count // small)
            columns = _powers(logs, h, small) * _doubles(weights)[:, None]
            values = (_powers(logs, small * h, large).T @ columns).ravel()[:count]
        if self.sign < 0:
            values = values.conj()
        bits = small.bit_length() + large.bit_length()
        rounding = 8 * bits + 2 * len(weights) + 12
        total = rounding * UNIT * float(size) * 1.01 + float(error) * 1.01
        return FloatLine(power_of(values, self.n), arb(0), self.n * total)

    def decay(self, c: Any) -> Decay:
        """A decreasing bound of |K(c + it)|/K(c)."""
        with precision(_BITS):
            return Decay(*self._shifted(c), self.n)

    def _shifted(self, c: Any) -> tuple[list[Any], list[Any], Any]:
        """log w and the weights of the trapezoid sum, and its relative error."""
        point = float(c)
        if self._last is None or self._last[0] != point:
            self._last = point, self._sum(c)
        return self._last[1]

    def _sum(self, c: Any) -> tuple[list[Any], list[Any], Any]:
        alpha = self._exponent(c)
        mu, a = float(self.mu), float(alpha)
        xi, eta, step = _shifts(mu, a)
        h, shift = arb(step), arb(xi)
        theta, beyond = self.mu * shift, self.mu * (shift + arb(eta))
        whole = real_moment(self.mu, self.q, alpha)
        lift = (shift**2 / 2).exp() * phase_loss(alpha, theta)
        first, last = term_range(mu, rate(self.q), a, step, -_DEPTH - _LOST)
        scale = h / ((2 * arb.pi()).sqrt() * whole)
        logs, weights = [], []
        for j in range(first, last + 1):
            z = acb(j * h, shift)
            logs.append((1 - self.q + self.q * (self.mu * z - self.mu**2 / 2).exp()).log())
            weights.append(scale * (alpha * logs[-1] - z * z / 2).exp())
        error = 1 / (2 * arb.pi() * shift / h).expm1()
        above = phase_loss(alpha, beyond) * ((shift + arb(eta)) ** 2 / 2).exp()
        error += above / (2 * arb.pi() * arb(eta) / h).expm1()
        error += lift * end_terms(self.mu, self.q, alpha, h, (first, last)) / whole
        if not beyond < arb.pi():
            raise PrecisionError("no line is found for the moments of a subsampled Gaussian")
        return logs, weights, error.upper()


class Decay:
    """The sum of the moduli of the terms, and the error, to the n-th power.

    Parameters
    ----------
    logs, weights : list
        log w and the weights of the trapezoid sum.
    error : arb
    n : int
    """

    def __init__(self, logs: list[Any], weights: list[Any], error: Any, n: int) -> None:
        self.terms = [(abs(w), x.imag) for w, x in zip(weights, logs, strict=True)]
        self.error, self.n = error, n
        self._weights, self._angles = np.array([[float(y) for y in t] for t in self.terms]).T

    def log(self, t: float) -> float:
        """The logarithm of the bound in floats."""
        return float(self.n * math.log(np.exp(-t * self._angles) @ self._weights + 1e-17))

    def bound(self, t: Any) -> Any:
        """The bound at t and beyond."""
        terms = ((w * (-t * angle).exp()).upper() for w, angle in self.terms)
        return (sum(terms, self.error) ** self.n).upper()


def _shifts(mu: float, alpha: float) -> tuple[float, float, float]:
    """xi, how much further the line may be moved, and the step for errors of exp(-_DEPTH)."""
    bend = max(-alpha, 0.0) / 8
    theta = min(_LARGEST_ANGLE, math.sqrt(_LOST / (0.5 / mu**2 + bend)))
    xi = theta / mu
    beyond = np.linspace(theta, _FARTHEST_ANGLE, 40)[1:]
    with np.errstate(all="ignore"):
        penalty = (beyond / mu) ** 2 / 2 - max(-alpha, 0.0) * np.log(np.cos(beyond / 2))
    etas = (beyond - theta) / mu
    rates = etas / (_DEPTH + penalty)
    best = int(rates.argmax())
    return xi, float(etas[best]), 2 * math.pi * min(xi / _DEPTH, float(rates[best]))


def _doubles(balls: Iterable[Any]) -> NDArray[np.complex128]:
    return np.array([complex(float(z.real.mid()), float(z.imag.mid())) for z in balls])


def _powers(logs: list[Any], h: Any, count: int) -> NDArray[np.complex128]:
    """exp(i j h x), j < count, in a row for each x, by doubling."""
    values = np.ones((len(logs), count), dtype=np.complex128)
    size, units = 1, [(acb(0, 1) * x * h).exp() for x in logs]
    while size < count:
        more = min(size, count - size)
        values[:, size : size + more] = values[:, :more] * _doubles(units)[:, None]
        size, units = 2 * size, [z * z for z in units]
    return values
