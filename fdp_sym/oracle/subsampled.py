"""Which trade-off functions are Gaussians on a sample: Poisson, or without replacement."""

from __future__ import annotations

from typing import NamedTuple

from sympy import Expr

from ..tradeoff.algebra import Inverse, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.subsampled import Subsampled as WithoutReplacement

__all__ = ["Subsampled", "sampled_gaussian", "subsampled_gaussian"]


class Subsampled(NamedTuple):
    """The mu of the Gaussian and the rate q; sign 1 for the direction "remove", -1 for "add"."""

    mu: Expr
    q: Expr
    sign: int


def subsampled_gaussian(function: TradeOff) -> Subsampled | None:
    r"""The parameters of :math:`qG_\mu+(1-q)\mathrm{Id}` or of its inverse; None for others.

    Examples
    --------
    >>> from fdp_sym.amplify import SubsampledGaussian
    >>> subsampled_gaussian(SubsampledGaussian(2, "1/100", direction="add"))
    Subsampled(mu=1/2, q=1/100, sign=-1)
    """
    if isinstance(function, Inverse):
        inner = subsampled_gaussian(function.of)
        return inner and inner._replace(sign=-1)
    if not isinstance(function, Mixture) or len(function.parts) != 2:
        return None
    rates = [w for w, f in function.parts if isinstance(f, Gaussian)]
    rest = [w for w, f in function.parts if isinstance(f, Identity)]
    if not (rates and rest):
        return None
    (gaussian,) = (f for _, f in function.parts if isinstance(f, Gaussian))
    return Subsampled(gaussian.mu, rates[0], 1)


def sampled_gaussian(function: TradeOff) -> tuple[Expr, Expr] | None:
    r"""The mu and p of :math:`C_p(G_\mu)`; None for other functions.

    Examples
    --------
    >>> sampled_gaussian(Gaussian(1).subsample("1/100"))
    (1, 1/100)
    """
    if isinstance(function, WithoutReplacement) and isinstance(function.of, Gaussian):
        return function.of.mu, function.rate
    return None
