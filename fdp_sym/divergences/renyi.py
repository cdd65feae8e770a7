r"""Renyi divergences of a trade-off function f = T(P, Q).

.. math:: D_a(P\|Q)=\frac1{a-1}\log E_Q\Bigl(\frac{dP}{dQ}\Bigr)^a
    =\frac1{a-1}\log\int_0^1|f'|^{1-a},\qquad a>1,

infinite if f vanishes before 1. Its limit at 1 is :math:`\mathrm{KL}(P\|Q)=\mathrm{kl}(f)`, at
infinity the logarithm of the largest value of dP/dQ. It adds up under composition. The reverse,
:math:`D_a(Q\|P)`, is that of ``f.inverse()``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import singledispatch
from typing import Any

from sympy import (
    Add,
    Dummy,
    Expr,
    Integer,
    Integral,
    Interval,
    Piecewise,
    Sum,
    binomial,
    cosh,
    exp,
    log,
    oo,
)
from sympy import Eq as Equal

from ..balls import Ball, enclose
from ..compose.product import Product
from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import parameter
from ..oracle.subsampled import Subsampled, subsampled_gaussian
from ..signs import possible_signs
from ..symbols import integer, real
from ..tradeoff.algebra import Inverse, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from .functionals import enclose_functional, functional
from .renyi_infinity import largest_ratio

__all__ = ["enclose_renyi", "log_moment", "order_of", "renyi"]

_FROM_ONE = Interval(1, oo)
_MOST_TERMS = 200  # of a binomial sum that is written out
_LARGEST_ORDER = 10**6  # of integrals: their integrands are peaks


def renyi(f: TradeOff, order: Any) -> Expr:
    r"""The Renyi divergence :math:`D_a(P\|Q)` of f = T(P, Q).

    Parameters
    ----------
    f : TradeOff
    order : number or expression, at least 1, or oo
        With symbols it has to be above 1 for all their values.

    Returns
    -------
    Expr
        A closed form where one is known, ``oo`` where the divergence is infinite, else with the
        defining integral, unevaluated.

    Raises
    ------
    DomainError
        If the order is below 1.
    HypothesisError
        If it depends on a symbol whether the order is 1, or whether the divergence is infinite.
    UnsupportedError
        If the law of the privacy loss is not known.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> renyi(Gaussian(mu), 3), renyi(EpsDelta(2), oo), renyi(EpsDelta(1, "1/10"), 2)
    (3*mu**2/2, 2, oo)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Appendix B; Mironov, arXiv:1702.07476v3, Section VI.
    """
    if not isinstance(f, TradeOff):
        raise DomainError(f"renyi of {f!r}: allowed are trade-off functions")
    a = order_of(order)
    if a is oo:
        return largest_ratio(f)
    if a == 1:
        return functional(f, "kl")
    value = _closed(f, a)
    return _from_law(f, a) if value is None else value


def order_of(order: Any) -> Expr:
    """An order as an exact number, or oo, or an expression that is known to be above 1."""
    if order is oo or order == math.inf or order in ("oo", "inf"):
        return oo
    a = parameter(order, "order", _FROM_ONE)
    if a.free_symbols and 0 in possible_signs(a - 1):
        raise HypothesisError(
            f"order = {order} may be 1, where the divergence is a limit. Allowed are numbers "
            "from 1, oo, and symbols above 1, real(name, Interval.open(1, oo))."
        )
    return a


# -- closed forms ----------------------------------------------------------------------------------


@singledispatch
def _closed(f: TradeOff, a: Expr) -> Expr | None:
    """The divergence of a finite order above 1 in closed form, or None."""
    return None


@_closed.register
def _(f: Identity, a: Expr) -> Expr:
    return Integer(0)


@_closed.register
def _(f: Gaussian, a: Expr) -> Expr:
    return a * f.mu**2 / 2


@_closed.register
def _(f: EpsDelta, a: Expr) -> Expr:
    value = log(cosh((2 * a - 1) * f.eps / 2) / cosh(f.eps / 2)) / (a - 1)
    signs = possible_signs(f.slack)
    if signs == {0}:
        return value
    return oo if 0 not in signs else Piecewise((value, Equal(f.slack, 0)), (oo, True))


@_closed.register
def _(f: Laplace, a: Expr) -> Expr:
    mu = f.mu
    moment = a * exp((a - 1) * mu) / (2 * a - 1) + (a - 1) * exp(-a * mu) / (2 * a - 1)
    return log(moment) / (a - 1)


@_closed.register
def _(f: DiscreteGaussian, a: Expr) -> Expr:
    variance = f.sigma**2
    if a.is_integer:
        return a / (2 * variance)
    n = integer("n", -oo)
    weights = (Sum(exp(-((n + by) ** 2) / (2 * variance)), (n, -oo, oo)) for by in (a, Integer(0)))
    return a / (2 * variance) + (log(next(weights)) - log(next(weights))) / (a - 1)


@_closed.register
def _(f: Product, a: Expr) -> Expr:
    return Add(*(n * renyi(factor, a) for factor, n in f.factors))


@_closed.register
def _(f: Inverse, a: Expr) -> Expr | None:
    r"""Of T(M, P) with M = (1-w) P + w Q at whole orders: :math:`E_P(1-w+wR)^a`, R = dQ/dP."""
    parts = _sampled(f.of)
    if parts is None or not a.is_integer:
        return None
    w, inner = parts
    law = inner.privacy_loss()
    if law.mass_at_infinity != 0:
        return None
    j = Dummy("j", integer=True, nonnegative=True)
    term = binomial(a, j) * (1 - w) ** (a - j) * w**j
    if a.is_Integer:
        if a > _MOST_TERMS:
            return None
        moments = (term.xreplace({j: Integer(i)}) * law.transform(i - 1) for i in range(int(a) + 1))
        return log(Add(*moments)) / (a - 1)
    index = integer("j")
    return log(Sum((term * law.transform(j - 1)).xreplace({j: index}), (index, 0, a))) / (a - 1)


def _sampled(f: TradeOff) -> tuple[Expr, TradeOff] | None:
    """(w, g) of w g + (1 - w) Id."""
    if not isinstance(f, Mixture):
        return None
    others = [part for part in f.parts if part[1] != Identity()]
    return others[0] if len(others) == 1 else None


def _from_law(f: TradeOff, a: Expr) -> Expr:
    law = f.privacy_loss()
    signs = possible_signs(law.mass_at_minus_infinity)
    if 0 not in signs:
        return oo
    if signs != {0}:
        raise HypothesisError(
            f"the Renyi divergence of {f} is infinite if {law.mass_at_minus_infinity} > 0, which "
            "its symbols leave open. Give them narrower domains with real(name, domain)."
        )
    return log(law.transform(-a)) / (a - 1)


# -- enclosures ------------------------------------------------------------------------------------


def enclose_renyi(f: TradeOff, order: Any, digits: int = 30) -> Ball:
    r"""A ball that contains :math:`D_a(P\|Q)`, of relative width at most ``10**-digits``.

    Parameters
    ----------
    f : TradeOff
        With numbers for all parameters.
    order : number, at least 1, or oo
    digits : int

    Returns
    -------
    Ball
        ``Ball(inf, inf)`` where the divergence is infinite.

    Raises
    ------
    DomainError
        If the order is below 1 or no number.
    UnsupportedError
        If the law of the privacy loss is not known.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from fdp_sym.amplify import SubsampledGaussian
    >>> f = SubsampledGaussian(12, "2/5", direction="add")
    >>> enclose_renyi(f, "59.05", 20).decimal(20)
    '0.036407605869097121169'
    """
    f._require_numbers("enclose_renyi")
    a = order_of(order)
    if a.free_symbols:
        raise DomainError(f"order = {order}: allowed are numbers from 1, and oo")
    if a == 1:
        return enclose_functional(f, "kl", digits)
    if isinstance(f, Product):
        balls = [(enclose_renyi(factor, a, digits + 1), n) for factor, n in f.factors]
        infinite = [ball for ball, _ in balls if ball.lower == math.inf]
        return infinite[0] if infinite else sum((n * ball for ball, n in balls), Ball(0, 0))
    sampled = subsampled_gaussian(f)
    if sampled is not None and a is not oo:
        return _enclose_sampled(sampled, a, digits)
    if isinstance(f, DiscreteGaussian) and a.is_integer is False and a is not oo:
        from ..balls.log_moments import enclose_discrete_gaussian

        return enclose_discrete_gaussian(f.sigma, a, digits)
    value = renyi(f, a)
    if value is oo:
        return Ball(oo, oo, "infinite: dP/dQ is not bounded" if a is oo else "infinite")
    if not value.has(Integral):
        return enclose(value, digits=digits, route="closed form")
    if a > _LARGEST_ORDER:
        raise UnsupportedError(
            f"order = {order}: of {f}, whose divergence is an integral, allowed are orders up to "
            f"{_LARGEST_ORDER}, and oo"
        )
    return enclose(value, digits=digits, route="integral enclosed by balls")


def _enclose_sampled(f: Subsampled, a: Expr, digits: int) -> Ball:
    """D_a(P||M) is the moment of dM/dP of order 1 - a, D_a(M||P) that of order a."""
    from ..balls.log_moments import enclose_log_moment

    return enclose_log_moment(f.mu, f.q, a if f.sign < 0 else 1 - a, a - 1, digits)


_X = real("x", Interval.open(0, oo))


def log_moment(f: TradeOff) -> Callable[[Any], Any] | None:
    r"""The convex :math:`\psi(x)=\log E_P(dP/dQ)^x=xD_{1+x}(P\|Q)` on balls x > 0.

    None where it is infinite.
    """
    from ..balls import log_moments

    f._require_numbers("log_moment")
    sampled = subsampled_gaussian(f)
    if sampled is not None:
        return log_moments.of_sampled_gaussian(*sampled)
    if isinstance(f, DiscreteGaussian):
        return log_moments.of_discrete_gaussian(f.sigma)
    if isinstance(f, Product):
        parts = [(log_moment(factor), n) for factor, n in f.factors]
        known = [(part, n) for part, n in parts if part is not None]
        if len(known) < len(parts):
            return None
        return lambda x: sum(n * part(x) for part, n in known)
    value = renyi(f, 1 + _X)
    return None if value is oo else log_moments.of_expression(_X * value, _X)
