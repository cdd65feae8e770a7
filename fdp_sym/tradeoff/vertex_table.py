"""Float values of piecewise-linear trade-off functions, from tables of rounded exact differences.

Every value is a sum of non-negative terms whose factors are differences taken exactly and rounded
once, so nothing cancels: the error is a few units in the last place beyond the conditioning.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from .base import Array
from .scalars import Scalars

__all__ = ["VertexTable"]


class VertexTable:
    """Doubles of the vertices ``(alpha, beta)`` and of what the formulas below need of them."""

    def __init__(
        self, alphas: list[Any], betas: list[Any], steepness: list[Any], field: Scalars
    ) -> None:
        def column(values: Any) -> Array:
            return np.array([field.double(v) for v in values])

        self.alpha, self.rest = column(alphas), column(1 - a for a in alphas)
        self.beta, self.complement = column(betas), column(1 - b for b in betas)
        self.width = column(b - a for a, b in pairwise(alphas))
        self.drop = column(a - b for a, b in pairwise(betas))
        # vertex i > 0 ends piece i - 1, of steepness exp(order): there 1 - f - exp(order) alpha
        # is 1 minus the intercept
        self.order = np.array([field.log_double(s) for s in steepness])
        ends = list(zip(alphas[1:], betas[1:], steepness, strict=True))
        self.lift = column(field.normal(s * a) for a, _, s in ends)
        self.advantage = column(field.normal(1 - b - s * a) for a, b, s in ends)

    def _piece(self, alpha: Array) -> Any:
        return np.clip(np.searchsorted(self.alpha, alpha, side="right") - 1, 0, len(self.width) - 1)

    def _portion(self, distance: Array, i: Any) -> Array:
        """A distance as a portion of piece i."""
        width = self.width[i]
        return np.clip(np.where(width > 0, distance / np.where(width > 0, width, 1.0), 0.0), 0, 1)

    def values(self, alpha: Array, rest: Array) -> Array:
        """f(alpha), from the right end of the piece."""
        i = self._piece(alpha)
        distance = np.where(alpha < 0.5, self.alpha[i + 1] - alpha, rest - self.rest[i + 1])
        inner = self.beta[i + 1] + self.drop[i] * self._portion(distance, i)
        return np.where(alpha == 0, self.beta[0], inner)

    def complements(self, alpha: Array, rest: Array) -> Array:
        """1 - f(alpha), from the left end of the piece."""
        i = self._piece(alpha)
        distance = np.where(alpha < 0.5, alpha - self.alpha[i], self.rest[i] - rest)
        inner = self.complement[i] + self.drop[i] * self._portion(distance, i)
        return np.where(alpha == 0, self.complement[0], inner)

    def delta(self, eps: Array) -> Array:
        """The profile: the best vertex ends the last piece that is steeper than exp(eps)."""
        steeper = np.searchsorted(-self.order, -eps, side="left")
        i = np.maximum(steeper - 1, 0)
        beyond = self.advantage[i] - self.lift[i] * np.expm1(np.minimum(eps - self.order[i], 0.0))
        return np.where(steeper == 0, self.complement[0], beyond)

    def conjugate(self, y: Array) -> Array:
        """The conjugate: ``y alpha - beta`` at the best vertex, two terms of one sign for y < 0."""
        falling = np.minimum(y, 0.0)
        with np.errstate(divide="ignore"):
            best = np.searchsorted(-self.order, -np.log(-falling), side="left")
        return np.where(y >= 0, y, falling * self.alpha[best] - self.beta[best])
