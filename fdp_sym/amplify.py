r"""Amplification by Poisson subsampling: each record is used with probability q, independently.

Of a pair (P, Q) with f = T(P, Q), P the outcome without the record, sampling makes
:math:`M=(1-q)P+qQ` of Q. What an adversary can tell depends on the direction: ``"remove"`` is
:math:`T(P,M)=qf+(1-q)\mathrm{Id}`, ``"add"`` is :math:`T(M,P)`, its inverse. The two are different
functions and compose separately; no default is safe.
"""

from __future__ import annotations

from typing import Any

from sympy import Interval, oo

from .errors import DomainError
from .exact import parameter
from .tradeoff.algebra import mixture
from .tradeoff.base import TradeOff
from .tradeoff.gaussian import Gaussian
from .tradeoff.identity import Identity
from .tradeoff.laplace import Laplace

__all__ = ["SubsampledGaussian", "SubsampledLaplace", "poisson"]


def poisson(f: TradeOff, q: Any, *, direction: str) -> TradeOff:
    r"""The guarantee of f after Poisson subsampling with rate q.

    Parameters
    ----------
    f : TradeOff
        T(P, Q), P the outcome without the record and Q the outcome with it.
    q : number or expression in [0, 1]
        The probability with which a record is used: 0 gives ``Identity()``, 1 gives f or its
        inverse.
    direction : "remove" or "add"
        ``"remove"``: :math:`T(P,(1-q)P+qQ)=qf+(1-q)\mathrm{Id}`; ``"add"``: its inverse.

    Raises
    ------
    DomainError
        If q is outside [0, 1], or the direction is neither of the two.

    Examples
    --------
    >>> f = poisson(Gaussian(1), "1/100", direction="remove")
    >>> f.delta(0.5) > f.inverse().delta(0.5)
    True
    >>> f.inverse() == Gaussian(1).poisson("0.01", direction="add")
    True

    Source
    ------
    Zhu, Dong and Wang 2022, Theorem 11 (both directions); Dong, Roth and Su, arXiv:1905.02383v3,
    Section 4 (the mixture with Id).
    """
    if direction not in ("remove", "add"):
        raise DomainError(
            f'direction = {direction!r}: allowed are "remove" (the data without the record against '
            'the sampled data with it) and "add" (the reverse). Compose each for itself.'
        )
    rate = parameter(q, "q", Interval(0, 1))
    sampled = mixture([(rate, f), (1 - rate, Identity())])
    return sampled if direction == "remove" else sampled.inverse()


def SubsampledGaussian(sigma: Any, q: Any, *, direction: str) -> TradeOff:
    """Gaussian noise of standard deviation sigma (at sensitivity 1) on a Poisson sample.

    Parameters
    ----------
    sigma : number or expression, sigma > 0
        The noise multiplier.
    q : number or expression in [0, 1]
        The sampling rate.
    direction : "remove" or "add"
        See `poisson`.

    Raises
    ------
    DomainError
        If sigma is not positive, q is outside [0, 1] or the direction is neither of the two.

    Examples
    --------
    >>> SubsampledGaussian(2, "1/100", direction="remove")
    Mixture((1/100, Gaussian(1/2)), (99/100, Identity()))
    """
    scale = parameter(sigma, "sigma", Interval.open(0, oo))
    return poisson(Gaussian(1 / scale), q, direction=direction)


def SubsampledLaplace(b: Any, q: Any, *, direction: str) -> TradeOff:
    """Laplace noise of scale b (at sensitivity 1) on a Poisson sample.

    Parameters
    ----------
    b : number or expression, b > 0
        The scale of the noise.
    q : number or expression in [0, 1]
        The sampling rate.
    direction : "remove" or "add"
        See `poisson`.

    Raises
    ------
    DomainError
        If b is not positive, q is outside [0, 1] or the direction is neither of the two.

    Examples
    --------
    >>> SubsampledLaplace(2, "1/2", direction="add")
    Inverse(Mixture((1/2, Identity()), (1/2, Laplace(1/2))))
    """
    scale = parameter(b, "b", Interval.open(0, oo))
    return poisson(Laplace(1 / scale), q, direction=direction)
