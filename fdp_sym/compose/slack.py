r"""Composition with :math:`f_{0,\delta}`: with probability delta everything is revealed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, Piecewise, S

from ..tradeoff.base import Array, TradeOff
from ..tradeoff.numeric import double, double_pair

__all__ = ["WithSlack"]


class WithSlack(TradeOff):
    r"""The function :math:`f\otimes f_{0,\delta}`; a `Product` delegates to it.

    It is :math:`(1-\delta)f(\alpha/(1-\delta))` up to :math:`1-\delta` and 0 beyond; its profile is
    :math:`\delta+(1-\delta)\delta_f`.

    Parameters
    ----------
    of : TradeOff
    slack : Expr
        delta < 1, or a symbol in [0, 1].

    Examples
    --------
    >>> from sympy import Rational
    >>> from fdp_sym.tradeoff import Gaussian
    >>> f = WithSlack(Gaussian(1), Rational(1, 10))
    >>> f("1/2"), f.fixed_point()
    (9*Phi(-1 + Quantile(4/9))/10, 9*Phi(-1/2)/10)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Section 3.3.
    """

    parameters: tuple[TradeOff, Expr]

    def __init__(self, of: TradeOff, slack: Expr) -> None:
        super().__init__(of, slack)

    @property
    def of(self) -> TradeOff:
        """f."""
        return self.parameters[0]

    @property
    def slack(self) -> Expr:
        """delta."""
        return self.parameters[1]

    @property
    def is_symmetric(self) -> bool:
        return self.of.is_symmetric

    def _formula(self, alpha: Expr) -> Expr:
        top = 1 - self.slack
        inside = alpha <= top
        if inside is S.false:
            return Integer(0)
        return Piecewise((top * self.of._formula(alpha / top), inside), (0, True))

    def _delta_formula(self, eps: Expr) -> Expr:
        return self.slack + (1 - self.slack) * self.of._delta_formula(eps)

    def fixed_point(self) -> Any:
        point = self.of.fixed_point()
        return (1 - self.slack) * point if isinstance(point, Expr) else self._top * point

    def tv(self) -> Any:
        tv = self.of.tv()
        return self.slack + (1 - self.slack) * tv if isinstance(tv, Expr) else super().tv()

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _top(self) -> float:
        return double(1 - self.slack)

    @cached_property
    def _slack(self) -> tuple[float, float]:
        return double_pair(self.slack)

    def _inner(self, alpha: Array, rest: Array) -> tuple[Array, Array]:
        """alpha/(1 - delta) and its complement."""
        left = np.maximum((rest - self._slack[0]) - self._slack[1], 0.0) / self._top
        return np.minimum(alpha / self._top, 1.0), np.minimum(left, 1.0)

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._top * self.of._values(*self._inner(alpha, rest))

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._slack[0] + self._top * self.of._complements(*self._inner(alpha, rest))

    def _delta_values(self, eps: Array) -> Array:
        return self._slack[0] + self._top * self.of._delta_values(eps)
