r"""Floats of the inverse of :math:`pG_\mu+(1-p)\mathrm{Id}`, small type II errors included.

With :math:`t=\Phi(-z)`, :math:`z\ge\mu/2`, the inverse t at the level :math:`\alpha` solves

.. math:: p\Phi(\mu-z)+(1-p)\Phi(-z)=1-\alpha,\qquad
          (1-p)\Phi(-z)-p\Phi(z-\mu)=1-p-\alpha;

the first form has only small positive terms where :math:`z\ge\mu`, the second where :math:`z<\mu`.
A table of z gives a start, by cubic interpolation with the exact slopes; Newton steps follow while
a step times :math:`1+z+\mu` exceeds 1e-7. The error that is left is the square of that, and
rounding, which is :math:`z^2u` relative to t.
"""

from __future__ import annotations

import math

import numpy as np

from . import numeric
from .base import Array

__all__ = ["GaussianTail"]

_FARTHEST = 39.0  # the tail beyond is 0 in doubles
_NODES = 4096
_ACCURATE = 1e-7
_MOST_STEPS = 60
_LOG_ROOT_2PI = math.log(2 * math.pi) / 2
_PEAK = math.exp(-_LOG_ROOT_2PI)

Pair = tuple[float, float]


class GaussianTail:
    r"""The inverse at levels beyond the value at the fixed point.

    Parameters
    ----------
    p, q : pair of floats
        The rate and its complement, each as a sum of two doubles.
    mu : float
    """

    def __init__(self, p: Pair, q: Pair, mu: float) -> None:
        self.p, self.q, self.mu = p, q, mu
        split = min(mu, _FARTHEST)
        near = np.linspace(min(mu / 2, split), split, _NODES)
        self.near = _Table(near, -self._excess(near), 1 / self._density(near))
        far = np.linspace(split, _FARTHEST, _NODES)
        log_tail = np.logaddexp(
            math.log(p[0]) + _log_tail(far - mu), math.log(q[0]) + _log_tail(far)
        )
        self.far = _Table(far, -log_tail, np.exp(log_tail) / self._density(far))

    def levels(self, alpha: Array, rest: Array) -> Array:
        """The inverse at the levels alpha; ``rest`` is 1 - alpha."""
        (p, p_low), (q, q_low) = self.p, self.q
        excess = np.where(alpha <= 0.5, (q - alpha) + q_low, (rest - p) - p_low)
        near = -excess <= self.near.key[-1]
        result = np.zeros_like(alpha)
        result[near] = self._solve(excess[near], True)
        result[~near] = self._solve(rest[~near], False)
        return result

    def _solve(self, goal: Array, near: bool) -> Array:
        key, table = (-goal, self.near) if near else (-np.log(goal), self.far)
        result, inside = np.zeros_like(goal), key < table.key[-1]
        goal, z = goal[inside], table.start(key[inside])
        for _ in range(_MOST_STEPS):
            density, own, other, own_density = self._at(z)
            p, q = self.p[0], self.q[0]
            value = q * own - p * other if near else q * own + p * other
            step = np.where(density > 0, (value - goal) / density, 0.0)
            if (np.abs(step) * (1 + z + self.mu)).max(initial=0.0) < _ACCURATE:
                break
            z = np.maximum(z + step, self.mu / 2)
        result[inside] = own - own_density * step * (1 - z * step / 2)
        return result

    def _at(self, z: Array) -> tuple[Array, Array, Array, Array]:
        """The density of the mixture, the two tails, and the density of the one without a shift."""
        shift = np.abs(z - self.mu)
        own, other = np.exp(-(z**2) / 2) * _PEAK, np.exp(-(shift**2) / 2) * _PEAK
        density = self.p[0] * other + self.q[0] * own
        return density, own * numeric.mills(z), other * numeric.mills(shift), own

    def _density(self, z: Array) -> Array:
        return self._at(z)[0]

    def _excess(self, z: Array) -> Array:
        _, own, other, _ = self._at(z)
        return self.q[0] * own - self.p[0] * other


class _Table:
    """z against an increasing key, with the slopes dz/dkey."""

    def __init__(self, z: Array, key: Array, slope: Array) -> None:
        self.z, self.key, self.slope = z, key, slope
        self.rise = z[1] - z[0]

    def start(self, key: Array) -> Array:
        """z by cubic interpolation."""
        i = np.clip(np.searchsorted(self.key, key, side="right") - 1, 0, _NODES - 2)
        width = self.key[i + 1] - self.key[i]
        t = np.clip((key - self.key[i]) / width, 0.0, 1.0)
        a, b = self.slope[i] * width - self.rise, self.rise - self.slope[i + 1] * width
        z = self.z[i] + t * (self.rise + (1 - t) * (a * (1 - t) + b * t))
        return np.asarray(np.clip(z, self.z[i], self.z[i + 1]))


def _log_tail(x: Array) -> Array:
    """log of the upper tail of the normal distribution, for x >= 0."""
    return np.asarray(np.log(numeric.mills(x)) - x**2 / 2 - _LOG_ROOT_2PI)
