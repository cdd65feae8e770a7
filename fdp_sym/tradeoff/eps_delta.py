r"""The trade-off function :math:`f_{\varepsilon,\delta}` of (eps, delta)-differential privacy."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, Interval, exp, oo

from ..exact import parameter
from ..functions import Max
from .base import Array, TradeOff, group_size
from .numeric import double, double_pair, exp_times, exp_times_normal_tail, normal_cdf

__all__ = ["EpsDelta"]


class EpsDelta(TradeOff):
    r"""The function
    :math:`f_{\varepsilon,\delta}(\alpha)
    =\max\{0,\,1-\delta-e^\varepsilon\alpha,\,e^{-\varepsilon}(1-\delta-\alpha)\}`.

    A mechanism is (eps, delta)-DP exactly when it is :math:`f_{\varepsilon,\delta}`-DP.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]

    Raises
    ------
    DomainError
        If eps is negative or delta is outside [0, 1].

    Examples
    --------
    >>> f = EpsDelta(1, "1/10")
    >>> f
    EpsDelta(1, 1/10)
    >>> f.fixed_point()
    9/(10*(1 + E))
    >>> f(0.5)
    0.14715177646857694

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, eq. (5); Wasserman and Zhou 2010.
    """

    parameters: tuple[Expr, Expr]
    is_symmetric = True

    def __init__(self, eps: Any, delta: Any = 0) -> None:
        super().__init__(
            parameter(eps, "eps", Interval(0, oo)), parameter(delta, "delta", Interval(0, 1))
        )

    @property
    def eps(self) -> Expr:
        """The exponent."""
        return self.parameters[0]

    @property
    def slack(self) -> Expr:
        """The parameter delta (the name ``delta`` is that of the whole profile)."""
        return self.parameters[1]

    @property
    def vertices(self) -> list[tuple[Expr, Expr]]:
        """The vertices (alpha, beta), from left to right."""
        top, c = 1 - self.slack, self.fixed_point()
        zero, one = Integer(0), Integer(1)
        if top == 0:
            return [(zero, zero), (one, zero)]
        points = [(zero, top), (c, c), (top, zero)]
        return points if top == 1 else [*points, (one, zero)]

    def as_piecewise_linear(self) -> Any:
        """The same function by its vertices, for exact arithmetic."""
        from .piecewise_linear import PiecewiseLinear

        return PiecewiseLinear(self.vertices)

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        # f_{eps,delta} is the product of f_{eps,0} and f_{0,delta}
        if "_composed_of" in self.__dict__ or self.slack.is_zero or self.eps.is_zero:
            trivial = self.slack.is_zero and self.eps.is_zero
            return () if trivial else super()._factors()
        return (EpsDelta(self.eps), 1), (EpsDelta(0, self.slack), 1)

    def _formula(self, alpha: Expr) -> Expr:
        top = 1 - self.slack
        return Max(0, top - exp(self.eps) * alpha, exp(-self.eps) * (top - alpha))

    def _delta_formula(self, eps: Expr) -> Expr:
        middle = (exp(self.eps) - exp(eps)) / (1 + exp(self.eps))
        return self.slack + (1 - self.slack) * Max(0, middle, 1 - exp(eps))

    def fixed_point(self) -> Expr:
        return (1 - self.slack) / (1 + exp(self.eps))

    def tv(self) -> Expr:
        growth = exp(self.eps)
        return self.slack + (1 - self.slack) * (growth - 1) / (growth + 1)

    def group(self, k: Any) -> TradeOff:
        size = group_size(k)
        if size == 1:
            return self
        group: TradeOff = self.as_piecewise_linear().group(size)
        return group

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> tuple[float, float, float, tuple[float, float]]:
        """eps, exp(-eps), 1 - delta and delta (two doubles)."""
        return (
            double(self.eps),
            double(exp(-self.eps)),
            double(1 - self.slack),
            double_pair(self.slack),
        )

    def _pieces(self, lift: Array, rest: Array) -> Array:
        """f from ``lift`` = exp(eps) alpha and rest = 1 - alpha."""
        _, shrink, top, (slack, low) = self._numbers
        return np.maximum(0.0, np.maximum(top - lift, shrink * ((rest - slack) - low)))

    def _complement_pieces(self, lift: Array, alpha: Array) -> Array:
        """1 - f: sums of positive terms, so that nothing cancels."""
        eps, shrink, _, (slack, _) = self._numbers
        flat = -np.expm1(-eps) + shrink * slack + shrink * alpha
        return np.minimum(1.0, np.minimum(slack + lift, flat))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._pieces(exp_times(self._numbers[0], alpha), rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._complement_pieces(exp_times(self._numbers[0], alpha), alpha)

    def _values_at_z(self, z: Array) -> Array:
        return self._pieces(exp_times_normal_tail(self._numbers[0], z), normal_cdf(z))

    def _complements_at_z(self, z: Array) -> Array:
        return self._complement_pieces(exp_times_normal_tail(self._numbers[0], z), normal_cdf(-z))

    def _delta_values(self, eps: Array) -> Array:
        order, shrink, top, (slack, _) = self._numbers
        middle = -np.expm1(eps - order) / (1.0 + shrink)
        return slack + top * np.maximum(0.0, np.maximum(middle, -np.expm1(eps)))
