r"""The integrand of the transform on rotated rays in floats, to choose ranges and steps.

See `subsampled_rays` for the formulas. Nothing here is used as a bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["FloatRay", "rate"]

Array = NDArray[np.float64]

_FARTHEST = 3000.0


def rate(q: Any) -> float:
    """A double next to q, but neither 0 nor 1."""
    return min(max(float(q), 1e-300), 1 - 2.0**-53)


@dataclass(frozen=True)
class FloatRay:
    """The path of angle beta and height psi, for lambda up to ``most``."""

    mu: float
    q: float
    beta: float
    psi: float
    most: float

    def at(self, nu: Array) -> tuple[Any, Any]:
        """The logarithm of phi(z) z', and v."""
        log = nu + 1j * self.psi
        ratio = np.exp(np.minimum(nu, 30) + 1j * self.psi)
        v = np.where(nu < 30, np.where(nu < -20, ratio, np.log1p(ratio)), log)
        w = np.exp(1j * self.beta) * v
        below = np.where(nu < -20, log + 1j * self.beta, np.log(-np.expm1(-w)))
        z = (w + below - math.log(self.q / (1 - self.q))) / self.mu + self.mu / 2
        size = log - v - below - z * z / 2 - math.log(self.mu * math.sqrt(2 * math.pi))
        return size + 1j * self.beta, v

    @cached_property
    def table(self) -> tuple[Array, Array, Any]:
        """Points nu, the logarithm of the modulus of phi(z) z' there, and v."""
        middle = math.log(self.q / (1 - self.q))
        reach = 8 * max(abs(self.psi) + self.beta, 1.0) / math.cos(self.beta)
        spread = math.cos(2 * self.beta)
        reach += self.mu**2 * self.most / spread + 16 * self.mu / math.sqrt(spread)
        top = max(middle, 0.0) + min(reach, _FARTHEST)
        nu = np.arange(middle - 16 * self.mu - 8, top, 0.1)
        size, v = self.at(nu)
        return nu, np.real(size), v

    def log_integral(self, lam: Array, height: float = 0.0) -> Array:
        """log of J for each lambda, with Y = height."""
        nu, size, v = self.table
        terms = size + lam[:, None] * np.real(v) - height * np.imag(v)
        top = terms.max(axis=1)
        sums = np.exp(terms - top[:, None]).sum(axis=1) * (nu[1] - nu[0])
        return np.asarray(top + np.log(sums))

    def range(self, least: float, depth: float) -> tuple[float, float]:
        """Where terms are above exp(-depth) times the largest; and so far that ends have bounds.

        For all lambda from ``least`` to ``most``.
        """
        nu, size, v = self.table
        ends = []
        for lam in (least, self.most):
            terms = size + lam * np.real(v)
            kept = nu[terms > terms.max() - depth]
            ends += [float(kept[0]) - 0.2, float(kept[-1]) + 0.2]
            # a second peak, however low, is inside
            ends.append(float(nu[np.flatnonzero(np.diff(terms) > 0)[-1]]) + 1.0)
        cos, sin = math.cos(self.beta), math.sin(self.beta)
        right = (4.7 + (abs(self.psi) + 0.1) * sin) / cos + 0.1
        return min(*ends, -4.7), max(*ends, right, 4.8)
