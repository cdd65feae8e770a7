"""Staircase noise."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Interval, Rational, exp, oo

from ..exact import parameter
from ..functions import Max, Min
from ..signs import possible_signs
from .three_ratios import ThreeRatios

__all__ = ["Staircase"]


class Staircase(ThreeRatios):
    r"""Staircase noise of a query of sensitivity 1, against its shift by 1.

    The density at z is :math:`ae^{-k\varepsilon}` for :math:`k\le|z|<k+\gamma` and
    :math:`ae^{-(k+1)\varepsilon}` for :math:`k+\gamma\le|z|<k+1`, where
    :math:`a=(1-b)/(2(\gamma+b(1-\gamma)))` and :math:`b=e^{-\varepsilon}`. The likelihood ratio is
    :math:`e^\varepsilon` with P-mass
    :math:`b\min(1,\,2\gamma+b(1-2\gamma))/(2(\gamma+b(1-\gamma)))`, 1 with mass
    :math:`a\max(b(1-2\gamma),\,2\gamma-1)`, else :math:`e^{-\varepsilon}`. For
    :math:`\gamma=1/2` the trade-off function is :math:`f_{\varepsilon,0}`.

    Parameters
    ----------
    eps : number or expression, eps >= 0
        At eps = 0 the noise has no limit, but its trade-off function has: perfect privacy.
    gamma : number or expression in [0, 1]
        The width of the upper part of each stair.

    Raises
    ------
    DomainError
        If eps is negative or gamma is outside [0, 1].

    Examples
    --------
    >>> f = Staircase(1, "1/3")
    >>> f.amplitude
    (1 - exp(-1))/(4*exp(-1)/3 + 2/3)
    >>> round(f(0.3), 12)
    0.268838364931

    Source
    ------
    Geng, Kairouz, Oh and Viswanath 2015 (the noise); the trade-off function is our derivation.
    """

    parameters: tuple[Expr, Expr]

    def __init__(self, eps: Any, gamma: Any) -> None:
        super().__init__(
            parameter(eps, "eps", Interval(0, oo)), parameter(gamma, "gamma", Interval(0, 1))
        )

    @property
    def gamma(self) -> Expr:
        """The width of the upper part of each stair."""
        return self.parameters[1]

    @property
    def amplitude(self) -> Expr:
        """a, the density at 0."""
        shrink, gamma = exp(-self.eps), self.gamma
        return (1 - shrink) / (2 * (gamma + shrink * (1 - gamma)))

    def _by_width(self, narrow: Expr, wide: Expr, either: type[Expr]) -> Expr:
        """The first for gamma <= 1/2, the second for gamma >= 1/2, else ``either`` of both."""
        signs = possible_signs(self.gamma - Rational(1, 2))
        if signs <= {-1, 0}:
            return narrow
        return wide if signs <= {0, 1} else either(narrow, wide)

    @property
    def outer(self) -> Expr:
        shrink, gamma = exp(-self.eps), self.gamma
        part = self._by_width(2 * gamma + shrink * (1 - 2 * gamma), Integer(1), Min)
        return shrink * part / (2 * (gamma + shrink * (1 - gamma)))

    @property
    def neutral(self) -> Expr:
        if self.gamma == Rational(1, 2):
            return Integer(0)
        narrow, wide = exp(-self.eps) * (1 - 2 * self.gamma), 2 * self.gamma - 1
        return self.amplitude * self._by_width(narrow, wide, Max)
