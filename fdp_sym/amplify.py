r"""Amplification by Poisson subsampling: each record is used with probability q, independently.

**Add or remove one record.** Of a pair (P, Q) with f = T(P, Q), P the outcome without the record,
sampling makes :math:`M=(1-q)P+qQ` of Q. What an adversary can tell depends on the direction:
``"remove"`` is :math:`T(P,M)=qf+(1-q)\mathrm{Id}`, ``"add"`` is :math:`T(M,P)`, its inverse. The
two are different functions and compose separately; no default is safe. What holds for both is
``.two_sided()`` of the finished composition F: :math:`\min\{F,F^{-1}\}^{**}`.

**Replace one record.** The outcomes are :math:`(1-q)P_0+qP_1` and :math:`(1-q)P_0+qP_2`, with P_0
the one without the record. If a symmetric f holds for each two of the three, then
:math:`C_q(f)=\min\{f_q,f_q^{-1}\}^{**}` holds, by the argument of Dong, Roth and Su's Theorem 4.2;
it is symmetric. A replacement is twice a removal: the sensitivity in f is the one for replacements.
Sampling without replacement, a fixed number of records, is ``f.subsample(p)``.
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

DIRECTIONS = ("remove", "add", "replace")


def poisson(f: TradeOff, q: Any, *, direction: str) -> TradeOff:
    r"""The guarantee of f after Poisson subsampling with rate q.

    Parameters
    ----------
    f : TradeOff
        T(P, Q), P the outcome without the record and Q the outcome with it. For ``"replace"`` a
        symmetric function that holds for the removal and for the replacement of a record.
    q : number or expression in [0, 1]
        The probability with which a record is used: 0 gives ``Identity()``, 1 gives f or its
        inverse.
    direction : "remove", "add" or "replace"
        The neighbouring relation. ``"remove"``: :math:`T(P,(1-q)P+qQ)=qf+(1-q)\mathrm{Id}`;
        ``"add"``: its inverse; ``"replace"``: :math:`C_q(f)`, both ways at once.

    Raises
    ------
    DomainError
        If q is outside [0, 1], the direction is none of the three, or f is not symmetric for
        ``"replace"``.

    Examples
    --------
    >>> f = poisson(Gaussian(1), "1/100", direction="remove")
    >>> f.delta(0.5) > f.inverse().delta(0.5)
    True
    >>> f.inverse() == Gaussian(1).poisson("0.01", direction="add")
    True
    >>> poisson(Gaussian(2), "1/100", direction="replace") == Gaussian(2).subsample("1/100")
    True

    Source
    ------
    Zhu, Dong and Wang, arXiv:2106.08567, Theorem 11 (remove and add); Dong, Roth and Su,
    arXiv:1905.02383v3, Section 4 (the mixture with Id, and Theorem 4.2).
    """
    if direction not in DIRECTIONS:
        raise DomainError(
            f'direction = {direction!r}: allowed are "remove" (the data without the record against '
            'the sampled data with it), "add" (the reverse) and "replace" (a record is exchanged '
            "for another one). Compose each for itself."
        )
    rate = parameter(q, "q", Interval(0, 1))
    if direction == "replace":
        if not f.is_symmetric:
            raise DomainError(
                f'{f} is not known to be symmetric, as direction = "replace" needs: what holds for '
                "all neighbours holds both ways, so take f.symmetrize()"
            )
        return f.subsample(rate)
    sampled = mixture([(rate, f), (1 - rate, Identity())])
    return sampled if direction == "remove" else sampled.inverse()


def SubsampledGaussian(sigma: Any, q: Any, *, direction: str) -> TradeOff:
    """Gaussian noise of standard deviation sigma on a Poisson sample.

    A record that is added or removed changes the result by at most 1, so one that is replaced by
    at most 2.

    Parameters
    ----------
    sigma : number or expression, sigma > 0
        The noise multiplier.
    q : number or expression in [0, 1]
        The sampling rate.
    direction : "remove", "add" or "replace"
        See `poisson`.

    Raises
    ------
    DomainError
        If sigma is not positive, q is outside [0, 1] or the direction is none of the three.

    Examples
    --------
    >>> SubsampledGaussian(2, "1/100", direction="remove")
    Mixture((1/100, Gaussian(1/2)), (99/100, Identity()))
    >>> SubsampledGaussian(2, "1/100", direction="replace")
    Subsampled(Gaussian(1), 1/100)
    """
    scale = parameter(sigma, "sigma", Interval.open(0, oo))
    return poisson(Gaussian(_shift(direction) / scale), q, direction=direction)


def SubsampledLaplace(b: Any, q: Any, *, direction: str) -> TradeOff:
    """Laplace noise of scale b on a Poisson sample.

    A record that is added or removed changes the result by at most 1, so one that is replaced by
    at most 2.

    Parameters
    ----------
    b : number or expression, b > 0
        The scale of the noise.
    q : number or expression in [0, 1]
        The sampling rate.
    direction : "remove", "add" or "replace"
        See `poisson`.

    Raises
    ------
    DomainError
        If b is not positive, q is outside [0, 1] or the direction is none of the three.

    Examples
    --------
    >>> SubsampledLaplace(2, "1/2", direction="add")
    Inverse(Mixture((1/2, Identity()), (1/2, Laplace(1/2))))
    """
    scale = parameter(b, "b", Interval.open(0, oo))
    return poisson(Laplace(_shift(direction) / scale), q, direction=direction)


def _shift(direction: str) -> int:
    """The sensitivity to what happens to one record, where removing it counts 1."""
    return 2 if direction == "replace" else 1
