"""Renyi divergences of order infinity: how steep a trade-off function ends."""

from __future__ import annotations

from functools import singledispatch

from sympy import Add, Expr, Integer, Piecewise, exp, log, oo
from sympy import Eq as Equal

from ..compose.product import Product
from ..errors import UnsupportedError
from ..signs import possible_signs
from ..tradeoff.algebra import Inverse, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.location import Location
from ..tradeoff.logistic import Logistic
from ..tradeoff.piecewise_linear import PiecewiseLinear, as_piecewise_linear
from ..tradeoff.subsampled import Subsampled
from ..tradeoff.three_ratios import ThreeRatios

__all__ = ["largest_ratio"]


@singledispatch
def largest_ratio(f: TradeOff) -> Expr:
    r"""The Renyi divergence of order infinity: the logarithm of the largest value of dP/dQ.

    That is :math:`-\log|f'(1)|`, and pure differential privacy where it is finite both ways.

    Raises
    ------
    UnsupportedError
        If the slope of f at 1 is not known.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> from fdp_sym.tradeoff import EpsDelta, Laplace
    >>> largest_ratio(Laplace(mu) @ Laplace(1)), largest_ratio(EpsDelta(1, "1/10"))
    (mu + 1, oo)
    """
    exact = as_piecewise_linear(f)
    if exact is not None:
        return largest_ratio(exact)
    if 0 not in possible_signs(f.privacy_loss().mass_at_minus_infinity):
        return oo
    raise UnsupportedError(
        f"the Renyi divergence of order oo of {f}: allowed are the families, piecewise-linear "
        "functions, mixtures, inverses of mixtures, and products of such"
    )


@largest_ratio.register
def _(f: PiecewiseLinear) -> Expr:
    slope = f.slopes[-1]
    return oo if slope == 0 else -log(-slope)


@largest_ratio.register
def _(f: Identity) -> Expr:
    return Integer(0)


@largest_ratio.register
def _(f: Gaussian) -> Expr:
    return _unless_zero(f.mu, oo)


@largest_ratio.register
def _(f: EpsDelta) -> Expr:
    signs = possible_signs(f.slack)
    if signs == {0}:
        return f.eps
    return oo if 0 not in signs else Piecewise((f.eps, Equal(f.slack, 0)), (oo, True))


@largest_ratio.register
def _(f: Laplace) -> Expr:
    return f.mu


@largest_ratio.register
def _(f: Logistic) -> Expr:
    return f.shift


@largest_ratio.register
def _(f: ThreeRatios) -> Expr:
    return f.eps


@largest_ratio.register
def _(f: DiscreteGaussian) -> Expr:
    return oo


@largest_ratio.register
def _(f: Location) -> Expr:
    return largest_ratio.dispatch(TradeOff)(f) if f.closed is None else largest_ratio(f.closed)


@largest_ratio.register
def _(f: Product) -> Expr:
    return Add(*(n * largest_ratio(factor) for factor, n in f.factors))


@largest_ratio.register
def _(f: Mixture) -> Expr:
    slope = Add(*(w * exp(-largest_ratio(g)) for w, g in f.parts))
    return oo if slope.is_zero else -log(slope)


@largest_ratio.register
def _(f: Inverse) -> Expr:
    if not isinstance(f.of, Mixture):
        return largest_ratio.dispatch(TradeOff)(f)
    return log(Add(*(w * exp(largest_ratio(g.inverse())) for w, g in f.of.parts)))


@largest_ratio.register
def _(f: Subsampled) -> Expr:
    # at 1 it is the inverse of p f + (1 - p) Id, of the two functions the one with less slope
    return log(1 - f.rate + f.rate * exp(largest_ratio(f.of)))


def _unless_zero(parameter: Expr, value: Expr) -> Expr:
    signs = possible_signs(parameter)
    if signs == {0}:
        return Integer(0)
    return value if 0 not in signs else Piecewise((0, Equal(parameter, 0)), (value, True))
