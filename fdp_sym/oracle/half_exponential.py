"""Which trade-off functions have losses with densities proportional to exp(l/2)."""

from __future__ import annotations

from typing import NamedTuple

from sympy import Expr, Integer, exp, sinh

from ..functions import Max
from ..tradeoff.base import TradeOff
from ..tradeoff.laplace import Laplace
from ..tradeoff.logistic import Logistic
from ..tradeoff.truncated_laplace import TruncatedLaplace

__all__ = ["HalfExponential", "half_exponential"]


class HalfExponential(NamedTuple):
    r"""The loss has the density :math:`\frac\beta2e^{l/2}` on (-a, a) under Q, and atoms at ±a.

    Attributes
    ----------
    reach : Expr
        a, the largest finite loss.
    ratio : Expr
        :math:`\rho`; the atom at a has the mass :math:`\rho\beta e^{a/2}`.
    scale : Expr
        :math:`\beta`.
    outside : Expr
        The mass of each distribution where the other has none.
    """

    reach: Expr
    ratio: Expr
    scale: Expr
    outside: Expr


def half_exponential(function: TradeOff) -> HalfExponential | None:
    r"""The parameters of Laplace noise, cut off or not, and of logistic noise; None for others.

    The atoms of Laplace noise of shift :math:`\mu` have the masses 1/2 and :math:`e^{-\mu}/2`. With
    the bound B, outcomes between :math:`\mu-B` and B are common, and those between the centres have
    the loss density of :math:`\beta=e^{B-\mu/2}/(2(e^B-1))`, if the centres are in that range.

    Examples
    --------
    >>> half_exponential(Laplace(1))
    HalfExponential(reach=1, ratio=1, scale=exp(-1/2)/2, outside=0)
    """
    zero, one = Integer(0), Integer(1)
    if isinstance(function, Laplace):
        return HalfExponential(function.mu, one, exp(-function.mu / 2) / 2, zero)
    if isinstance(function, Logistic):
        return HalfExponential(function.shift, zero, 1 / (2 * sinh(function.shift / 2)), zero)
    if isinstance(function, TruncatedLaplace):
        mu, bound = function.mu, function.bound
        return HalfExponential(
            function.reach,
            Max(0, 1 - exp(mu - bound)),
            function.edge * exp(bound - mu / 2),
            function.disjoint_mass,
        )
    return None
