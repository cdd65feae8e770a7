r"""The Gaussian trade-off function :math:`G_\mu=T(N(0,1),N(\mu,1))`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Interval, Piecewise, S, exp, oo

from ..errors import PrecisionError
from ..exact import parameter
from ..functions import Max, Phi, Quantile
from .base import Array, TradeOff, group_size
from .numeric import double_pair, mills, mills_drop, normal_cdf, normal_upper_quantile, two_sum

__all__ = ["Gaussian"]


class Gaussian(TradeOff):
    r"""Gaussian differential privacy, :math:`G_\mu(\alpha)=\Phi(\Phi^{-1}(1-\alpha)-\mu)`.

    Parameters
    ----------
    mu : number or expression, mu >= 0
        The shift between two unit normal distributions.

    Raises
    ------
    DomainError
        If mu is negative, infinite or no number.

    Examples
    --------
    >>> G = Gaussian(1)
    >>> G("1/2"), round(G(0.05), 12)
    (Phi(-1), 0.740488977159)
    >>> G.fixed_point(), G.group(3)
    (Phi(-1/2), Gaussian(3))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, eq. (6) and Corollary 2.13.
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
    def _mu(self) -> tuple[float, float]:
        high, low = double_pair(self.mu)
        # beyond the doubles the largest one stands for mu: an infinite one would meet z = inf
        return min(high, float(np.finfo(float).max)), low

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        return () if self.mu.is_zero else super()._factors()

    def _formula(self, alpha: Expr) -> Expr:
        if self.mu.is_zero:
            return 1 - alpha
        return Phi(Quantile(1 - alpha) - self.mu)

    def _formula_at_z(self, z: Expr) -> Expr:
        return Phi(z - self.mu)

    def _delta_formula(self, eps: Expr) -> Expr:
        mu = self.mu
        identity = Max(0, 1 - exp(eps))
        if mu.is_zero:
            return identity
        gaussian = Phi(-eps / mu + mu / 2) - exp(eps) * Phi(-eps / mu - mu / 2)
        if mu.is_positive:
            return gaussian
        return Piecewise((gaussian, mu > 0), (identity, True))

    def _reaches_limit(self) -> bool | None:
        # the likelihood ratio of two normal distributions is not bounded
        return self.mu.is_zero

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        self._require_numbers("enclose_epsilon")
        from ..oracle import enclose_epsilon

        try:  # the tails of the loss are its derivatives too
            return enclose_epsilon(self, delta, digits)
        except PrecisionError:
            return super().enclose_epsilon(delta, digits)

    def fixed_point(self) -> Expr:
        return Phi(-self.mu / 2)

    def tv(self) -> Expr:
        return S(2) * Phi(self.mu / 2) - 1

    def group(self, k: Any) -> TradeOff:
        return Gaussian(group_size(k) * self.mu)

    # -- floats ----------------------------------------------------------------------------------

    def _shifted(self, z: Array, low: Array) -> tuple[Array, Array]:
        """z - mu as a sum of two doubles."""
        high, error = two_sum(z, -self._mu[0])
        return two_sum(high, np.where(np.isfinite(high), error + (low - self._mu[1]), 0.0))

    def _values(self, alpha: Array, rest: Array) -> Array:
        high, low = self._shifted(*normal_upper_quantile(alpha, rest))
        return normal_cdf(high, low)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        high, low = self._shifted(*normal_upper_quantile(alpha, rest))
        return normal_cdf(-high, -low)

    def _values_at_z(self, z: Array) -> Array:
        return normal_cdf(*self._shifted(z, np.zeros_like(z)))

    def _complements_at_z(self, z: Array) -> Array:
        high, low = self._shifted(z, np.zeros_like(z))
        return normal_cdf(-high, -low)

    def _delta_values(self, eps: Array) -> Array:
        # delta(-eps) = 1 - e^-eps + e^-eps delta(eps), as f is symmetric
        size = np.abs(eps)
        delta = np.where(self._mu[0] > 0, _delta(size, self._mu[0]), 0.0)
        return np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)


def _delta(eps: Array, mu: float) -> Array:
    r"""The profile for eps >= 0 and mu > 0, accurate relative to itself.

    With a = eps/mu - mu/2 and b = a + mu it is phi(a)(M(a) - M(b)), M the Mills ratio. Below
    a = -1 the difference of two probabilities is at least 0.68 and needs no care.
    The error is that of a in exp(-a^2/2), about (10 + |a|b)u relative.
    """
    # beyond 1e9 the density is 0 in doubles; an infinite a would meet it
    a, b = np.minimum(eps / mu - mu / 2, 1e9), eps / mu + mu / 2
    density = np.exp(-(a**2) / 2) / np.sqrt(2 * np.pi)
    near = density * mills_drop(np.maximum(a, -1.0), mu)
    return np.where(a >= -1, near, normal_cdf(-a) - density * mills(b))
