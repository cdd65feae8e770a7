r"""Pure differential privacy with an outcome that tells nothing: ratios e^eps, 1 and e^-eps."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, exp

from ..functions import Max
from .base import Array, TradeOff, group_size
from .numeric import double, double_pair, exp_times, exp_times_normal_tail, normal_cdf

__all__ = ["ThreeRatios"]


class ThreeRatios(TradeOff):
    r"""A symmetric pair whose likelihood ratio dQ/dP is e^eps, 1 or e^-eps.

    With the masses p, w and e^eps p of these under P the trade-off function is
    :math:`\max\{1-e^\varepsilon\alpha,\;1-(e^\varepsilon-1)p-\alpha,\;e^{-\varepsilon}(1-\alpha)\}`.

    Attributes
    ----------
    eps : Expr
        The exponent.
    outer : Expr
        p, the P-mass of the ratio e^eps and the Q-mass of e^-eps.
    neutral : Expr
        w, the mass of the ratio 1 under both.
    """

    is_symmetric = True

    @property
    def eps(self) -> Expr:
        """The exponent."""
        return self.parameters[0]

    @property
    @abstractmethod
    def outer(self) -> Expr:
        """The P-mass of the ratio e^eps, which is the Q-mass of e^-eps."""

    @property
    @abstractmethod
    def neutral(self) -> Expr:
        """The mass of the ratio 1, the same under P and Q."""

    @property
    def atoms(self) -> tuple[tuple[Expr, Expr, Expr], ...]:
        """The triples (ratio dQ/dP, mass under P, mass under Q), the largest ratio first."""
        growth, p, w = exp(self.eps), self.outer, self.neutral
        middle = () if w.is_zero else ((Integer(1), w, w),)
        return ((growth, p, growth * p), *middle, (1 / growth, growth * p, p))

    @property
    def pair(self) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
        """The masses of P and of Q, outcomes of one likelihood ratio taken together."""
        _, p, q = zip(*self.atoms, strict=True)
        return p, q

    def as_piecewise_linear(self) -> Any:
        """The same function by its vertices, for exact arithmetic."""
        from .piecewise_linear import PiecewiseLinear

        zero, one = Integer(0), Integer(1)
        corner = 1 - exp(self.eps) * self.outer
        return PiecewiseLinear(
            [(zero, one), (self.outer, corner), (corner, self.outer), (one, zero)]
        )

    def _formula(self, alpha: Expr) -> Expr:
        growth = exp(self.eps)
        return Max(1 - growth * alpha, 2 * self.fixed_point() - alpha, (1 - alpha) / growth)

    def _delta_formula(self, eps: Expr) -> Expr:
        growth, other, p = exp(self.eps), exp(eps), self.outer
        if self.eps.is_zero:
            return Max(0, 1 - other)
        steep = p * (growth - other)
        return Max(0, steep, 1 - p - other * (1 - growth * p), 1 - other)

    def _reaches_limit(self) -> bool | None:
        return True

    def fixed_point(self) -> Expr:
        return (1 - self.tv()) / 2

    def tv(self) -> Expr:
        return (exp(self.eps) - 1) * self.outer

    def group(self, k: Any) -> TradeOff:
        size = group_size(k)
        if size == 1:
            return self
        group: TradeOff = self.as_piecewise_linear().group(size)
        return group

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        return () if self.eps.is_zero else super()._factors()

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> tuple[float, float]:
        """eps and exp(-eps)."""
        return double(self.eps), double(exp(-self.eps))

    @cached_property
    def _advantage(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The total variation and its complement, each as two doubles."""
        return double_pair(self.tv()), double_pair(2 * self.fixed_point())

    def _pieces(self, lift: Array, alpha: Array, rest: Array) -> Array:
        """f from ``lift`` = exp(eps) alpha and rest = 1 - alpha."""
        (tv, tv_low), (other, other_low) = self._advantage
        middle = np.where(alpha < 0.5, (other - alpha) + other_low, (rest - tv) - tv_low)
        return np.maximum(1.0 - lift, np.maximum(middle, self._numbers[1] * rest))

    def _complement_pieces(self, lift: Array, alpha: Array) -> Array:
        """1 - f: sums of positive terms, so that nothing cancels."""
        (eps, shrink), tv = self._numbers, self._advantage[0][0]
        return np.minimum(lift, np.minimum(tv + alpha, shrink * alpha - np.expm1(-eps)))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._pieces(exp_times(self._numbers[0], alpha), alpha, rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._complement_pieces(exp_times(self._numbers[0], alpha), alpha)

    def _values_at_z(self, z: Array) -> Array:
        lift = exp_times_normal_tail(self._numbers[0], z)
        return self._pieces(lift, normal_cdf(-z), normal_cdf(z))

    def _complements_at_z(self, z: Array) -> Array:
        return self._complement_pieces(exp_times_normal_tail(self._numbers[0], z), normal_cdf(-z))

    @cached_property
    def _shares(self) -> tuple[float, float]:
        """The mass of the two ratios other than 1, and of 1."""
        return double(1 - self.neutral), double(self.neutral)

    def _delta_values(self, eps: Array) -> Array:
        # the ratio 1 adds the profile of Id, the others that of randomised response
        order, shrink = self._numbers
        spread, neutral = self._shares
        identity = np.maximum(0.0, -np.expm1(eps))
        response = np.maximum(-np.expm1(eps - order) / (1.0 + shrink), identity)
        return spread * response + neutral * identity
