r"""The trade-off function of the logistic distribution against its shift."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, Interval, Piecewise, exp, oo

from ..exact import parameter
from .base import Array, TradeOff, group_size
from .numeric import double, exp_times, exp_times_normal_tail, normal_cdf

__all__ = ["Logistic"]


class Logistic(TradeOff):
    r"""Standard logistic noise against a shift s: :math:`(1-\alpha)/(1-\alpha+e^s\alpha)`.

    A shift multiplies the odds by :math:`e^{-s}`. The profile is
    :math:`(e^{s/2}-e^{\varepsilon/2})^2/(e^s-1)` for :math:`|\varepsilon|\le s`.

    Parameters
    ----------
    shift : number or expression, shift >= 0

    Raises
    ------
    DomainError
        If the shift is negative, infinite or no number.

    Examples
    --------
    >>> Logistic(1)("1/3")
    2/(3*(2/3 + E/3))
    >>> Logistic(1).fixed_point()
    1/(1 + exp(1/2))
    """

    parameters: tuple[Expr]
    is_symmetric = True

    def __init__(self, shift: Any) -> None:
        super().__init__(parameter(shift, "shift", Interval(0, oo)))

    @property
    def shift(self) -> Expr:
        """The shift."""
        return self.parameters[0]

    @cached_property
    def _shift(self) -> float:
        return double(self.shift)

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        return () if self.shift.is_zero else super()._factors()

    def _formula(self, alpha: Expr) -> Expr:
        return (1 - alpha) / (1 - alpha + exp(self.shift) * alpha)

    def _delta_formula(self, eps: Expr) -> Expr:
        s = self.shift
        return Piecewise(
            (Integer(0), eps >= s),
            (1 - exp(eps), eps <= -s),
            ((exp(s / 2) - exp(eps / 2)) ** 2 / (exp(s) - 1), True),
        )

    def fixed_point(self) -> Expr:
        return 1 / (1 + exp(self.shift / 2))

    def tv(self) -> Expr:
        return (exp(self.shift / 2) - 1) / (exp(self.shift / 2) + 1)

    def group(self, k: Any) -> TradeOff:
        return Logistic(group_size(k) * self.shift)

    # -- floats ----------------------------------------------------------------------------------

    @staticmethod
    def _share(part: Array, other: Array) -> Array:
        """part / (part + other); one of them may be infinite."""
        return np.where(np.isinf(part), 1.0, part / (part + other))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._share(rest, exp_times(self._shift, alpha))

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._share(exp_times(self._shift, alpha), rest)

    def _values_at_z(self, z: Array) -> Array:
        return self._share(normal_cdf(z), exp_times_normal_tail(self._shift, z))

    def _complements_at_z(self, z: Array) -> Array:
        return self._share(exp_times_normal_tail(self._shift, z), normal_cdf(z))

    def _delta_values(self, eps: Array) -> Array:
        gap = np.minimum(eps, self._shift) - self._shift  # <= 0
        middle = np.expm1(gap / 2) ** 2 / -np.expm1(-self._shift)
        flat = (eps <= -self._shift) | (self._shift == 0)
        return np.where(flat, np.maximum(0.0, -np.expm1(eps)), middle)
