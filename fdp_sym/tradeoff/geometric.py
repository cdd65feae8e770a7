"""Two-sided geometric noise on the integers."""

from __future__ import annotations

from typing import Any

from .eps_delta import EpsDelta

__all__ = ["Geometric"]


def Geometric(eps: Any) -> EpsDelta:
    r"""Geometric noise of a query of sensitivity 1: exactly :math:`f_{\varepsilon,0}`.

    The noise has the masses :math:`\frac{e^\varepsilon-1}{e^\varepsilon+1}e^{-\varepsilon|z|}`.
    Against its shift by 1 the likelihood ratio takes the values :math:`e^{\pm\varepsilon}` only.

    Parameters
    ----------
    eps : number or expression, eps >= 0
        At eps = 0 the noise has no limit, but its trade-off function has: perfect privacy.

    Raises
    ------
    DomainError
        If eps is negative.

    Examples
    --------
    >>> Geometric("1/2")
    EpsDelta(1/2, 0)

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Sections 4.4 and 4.5.
    """
    return EpsDelta(eps, 0)
