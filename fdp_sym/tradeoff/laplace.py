r"""The Laplace trade-off function :math:`L_\mu=T(\mathrm{Lap}(0,1),\mathrm{Lap}(\mu,1))`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, Interval, Piecewise, Rational, exp, oo

from ..exact import parameter
from ..functions import Max
from .base import Array, TradeOff, group_size
from .numeric import double, exp_times, exp_times_normal_tail, normal_cdf

__all__ = ["Laplace"]


class Laplace(TradeOff):
    r"""The trade-off function of Laplace noise of scale 1 against a shift of mu.

    :math:`L_\mu(\alpha)=1-e^\mu\alpha` for :math:`\alpha\le e^{-\mu}/2`, then
    :math:`e^{-\mu}/(4\alpha)` up to 1/2, then :math:`e^{-\mu}(1-\alpha)`. Its profile is
    :math:`\max\{0,\,1-e^{(\varepsilon-\mu)/2},\,1-e^\varepsilon\}`.

    Parameters
    ----------
    mu : number or expression, mu >= 0
        Sensitivity divided by the scale of the noise.

    Raises
    ------
    DomainError
        If mu is negative, infinite or no number.

    Examples
    --------
    >>> L = Laplace(1)
    >>> L("1/2"), L.fixed_point()
    (exp(-1)/2, exp(-1/2)/2)
    >>> L.group(3)
    Laplace(3)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.15.
    """

    parameters: tuple[Expr]
    is_symmetric = True

    def __init__(self, mu: Any) -> None:
        super().__init__(parameter(mu, "mu", Interval(0, oo)))

    @property
    def mu(self) -> Expr:
        """The shift."""
        return self.parameters[0]

    @cached_property
    def _mu(self) -> float:
        return double(self.mu)

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        return () if self.mu.is_zero else super()._factors()

    def _formula(self, alpha: Expr) -> Expr:
        mu = self.mu
        if alpha.is_zero:
            return Integer(1)
        if alpha == 1:
            return Integer(0)
        return Piecewise(
            (1 - exp(mu) * alpha, alpha <= exp(-mu) / 2),
            (exp(-mu) / (4 * alpha), alpha <= Rational(1, 2)),
            (exp(-mu) * (1 - alpha), True),
        )

    def _delta_formula(self, eps: Expr) -> Expr:
        return Max(0, 1 - exp((eps - self.mu) / 2), 1 - exp(eps))

    def fixed_point(self) -> Expr:
        return exp(-self.mu / 2) / 2

    def tv(self) -> Expr:
        return 1 - exp(-self.mu / 2)

    def group(self, k: Any) -> TradeOff:
        # 1 - L_mu = F(F^{-1} + mu) for the symmetric Laplace CDF F, so shifts add up
        return Laplace(group_size(k) * self.mu)

    # -- floats ----------------------------------------------------------------------------------

    def _pieces(self, lift: Array, alpha: Array, rest: Array) -> Array:
        """f from ``lift`` = exp(mu) alpha."""
        # where exp(mu) alpha overflows, its inverse may still be a (subnormal) double
        third = np.exp(-self._mu / 3)
        beyond = third / (4.0 * np.where(alpha > 0, alpha, 1.0)) * third * third
        middle = np.where(np.isinf(lift), beyond, 0.25 / np.maximum(lift, 0.5))
        flat = np.where(alpha >= 0.5, np.exp(-self._mu) * rest, middle)
        return np.where(lift <= 0.5, 1.0 - lift, flat)

    def _complement_pieces(self, lift: Array, alpha: Array, rest: Array) -> Array:
        return np.where(lift <= 0.5, lift, 1.0 - self._pieces(lift, alpha, rest))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._pieces(exp_times(self._mu, alpha), alpha, rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._complement_pieces(exp_times(self._mu, alpha), alpha, rest)

    def _values_at_z(self, z: Array) -> Array:
        return self._pieces(exp_times_normal_tail(self._mu, z), normal_cdf(-z), normal_cdf(z))

    def _complements_at_z(self, z: Array) -> Array:
        lift = exp_times_normal_tail(self._mu, z)
        return self._complement_pieces(lift, normal_cdf(-z), normal_cdf(z))

    def _delta_values(self, eps: Array) -> Array:
        middle = -np.expm1((eps - self._mu) / 2)
        return np.maximum(0.0, np.maximum(middle, -np.expm1(eps)))
