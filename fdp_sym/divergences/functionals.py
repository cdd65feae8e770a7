r"""The functionals of a trade-off function that govern its powers.

With :math:`\ell = \log|f'|`, which is the privacy loss L under P,

.. math:: \mathrm{kl} = -\int_0^1 \ell, \quad \kappa_2 = \int_0^1 \ell^2, \quad
          \kappa_3 = \int_0^1 |\ell|^3, \quad \bar\kappa_3 = \int_0^1 |\ell + \mathrm{kl}|^3.

All are infinite when f vanishes before 1 (L is then :math:`-\infty` with positive probability).
:math:`\bar\kappa_3` has a meaning only where kl is finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, NamedTuple

from sympy import (
    Abs,
    Add,
    Expr,
    Integer,
    Integral,
    Piecewise,
    Rational,
    Sum,
    exp,
    log,
    oo,
    pi,
    sinh,
    sqrt,
    tanh,
)
from sympy import Eq as Equal

from ..balls import Ball, enclose
from ..compose.loss import PrivacyLoss, loss
from ..compose.product import Product
from ..errors import DomainError, HypothesisError
from ..functions import Phi, normal_density
from ..signs import possible_signs
from ..symbols import integer
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.logistic import Logistic

__all__ = ["FUNCTIONALS", "enclose_functional", "functional"]

_INTEGRAL = "integral enclosed by balls"

FUNCTIONALS = ("kl", "kappa2", "kappa3", "kappa3_bar")


class _Values(NamedTuple):
    """The four functionals."""

    kl: Expr
    kappa2: Expr
    kappa3: Expr
    kappa3_bar: Expr


_NONE = _Values(*[Integer(0)] * 4)


def functional(f: TradeOff, name: str) -> Expr:
    r"""One of the functionals kl, kappa2, kappa3, kappa3_bar of a trade-off function.

    Parameters
    ----------
    f : TradeOff
    name : str
        ``"kl"``, ``"kappa2"``, ``"kappa3"`` or ``"kappa3_bar"``.

    Returns
    -------
    Expr
        A closed form where one is known, ``oo`` where the functional is infinite, else the defining
        integral, unevaluated.

    Raises
    ------
    HypothesisError
        For kappa3_bar of a function whose kl is infinite; or when that depends on a symbol.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> functional(Gaussian(mu), "kappa2"), functional(EpsDelta(1, "1/10"), "kl")
    (mu**4/4 + mu**2, oo)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Section 3.2.
    """
    if name not in FUNCTIONALS:
        raise DomainError(f"functional {name!r}: allowed are {', '.join(FUNCTIONALS)}")
    if not isinstance(f, TradeOff):
        raise DomainError(f"{name} of {f!r}: allowed are trade-off functions")
    closed = _closed(f)
    if closed is None:
        if isinstance(f, Product) and name in ("kl", "kappa2"):
            return _of_sum(f, name)
        return _of_law(f, f.privacy_loss(), name)
    value: Expr = getattr(closed, name)
    if name == "kappa3_bar" and closed.kl.has(oo):
        raise _no_centre(f)
    return value


def _no_centre(f: TradeOff) -> HypothesisError:
    return HypothesisError(
        f"kappa3_bar of {f}: it centres the privacy loss at -kl, which is infinite (or may be) "
        "because f vanishes before 1. Allowed are functions with finite kl."
    )


# -- closed forms ----------------------------------------------------------------------------------


@singledispatch
def _closed(f: TradeOff) -> _Values | None:
    """The four closed forms of a family, or None."""
    return None


@_closed.register
def _(f: Identity) -> _Values:
    return _NONE


@_closed.register
def _(f: Gaussian) -> _Values:
    mu = f.mu
    a = mu / 2
    central = (a**3 + 3 * a) * (2 * Phi(a) - 1) + 2 * (a**2 + 2) * normal_density(a)  # E|Z - a|^3
    return _Values(mu**2 / 2, mu**2 + mu**4 / 4, mu**3 * central, 2 * sqrt(2) / sqrt(pi) * mu**3)


@_closed.register
def _(f: EpsDelta) -> _Values:
    eps, c, d = f.eps, 1 / (1 + exp(f.eps)), 1 / (1 + exp(-f.eps))  # c + d = 1
    pure = (
        eps * tanh(eps / 2),
        eps**2,
        eps**3,
        8 * eps**3 * c * d * (c**2 + d**2),
    )
    signs = possible_signs(f.slack)
    if signs == {0}:
        return _Values(*pure)
    if 0 not in signs:
        return _Values(oo, oo, oo, oo)
    return _Values(*(Piecewise((value, Equal(f.slack, 0)), (oo, True)) for value in pure))


@_closed.register
def _(f: Laplace) -> _Values:
    mu = f.mu
    q = exp(-mu)
    d = 1 - q  # mu - kl
    w = 2 * mu - d  # mu + kl
    return _Values(
        mu - 1 + q,
        mu**2 - 2 * mu + 4 - (2 * mu + 4) * q,
        mu**3 - 3 * mu**2 * (1 + q) + 12 * mu * (1 - q) - 24 * (1 + q) + 48 * exp(-mu / 2),
        d**3 - 3 * d**2 + 12 * d - 24 + 48 * exp(-d / 2) - q * (3 * w**2 + 12 * w + 24),
    )


@_closed.register
def _(f: Logistic) -> _Values:
    s = f.shift
    if s.is_zero:
        return _NONE
    coth = 1 / tanh(s / 2)
    kl = s * coth - 2

    def moment(w: Expr) -> Expr:
        """-1/2 e^{l/2} times the antiderivative of w^3 e^{-l/2} where w = l + constant."""
        return w**3 + 6 * w**2 + 24 * w + 48

    outer = exp(-s / 2) * moment(s + kl) + exp(s / 2) * moment(kl - s)
    values = (
        kl,
        s**2 - 4 * s * coth + 8,
        s**3 + 24 * s - 6 * (s**2 + 8) * coth + 48 / sinh(s / 2),
        (96 * exp(kl / 2) - outer) / (2 * sinh(s / 2)),
    )
    if s.is_positive:
        return _Values(*values)
    return _Values(*(Piecewise((Integer(0), Equal(s, 0)), (value, True)) for value in values))


def _discrete_gaussian(sigma: Expr, w: Sequence[Any]) -> _Values:
    """From W_k, the sums of n^k e^(-n^2/(2 sigma^2)) over n >= 1.

    The loss at n is (2n - 1)/(2 sigma^2), so that kl = 1/(2 sigma^2); kappa3 sums |2n - 1|^3 and
    |2n + 1|^3 over n >= 1.
    """
    total = 1 + 2 * w[0]
    return _Values(
        1 / (2 * sigma**2),
        (8 * w[2] / total + 1) / (4 * sigma**4),
        (16 * w[3] + 12 * w[1] + 1) / total / (8 * sigma**6),
        2 * w[3] / total / sigma**6,
    )


@_closed.register
def _(f: DiscreteGaussian) -> _Values:
    n = integer("n", 1)
    weight = exp(-(n**2) / (2 * f.sigma**2))
    return _discrete_gaussian(f.sigma, [Sum(n**k * weight, (n, 1, oo)) for k in range(4)])


# -- from the law of the privacy loss --------------------------------------------------------------


def _of_law(f: TradeOff, law: PrivacyLoss, name: str) -> Expr:
    signs = possible_signs(law.mass_at_minus_infinity)
    if 0 not in signs:
        if name == "kappa3_bar":
            raise _no_centre(f)
        return oo
    if signs != {0}:
        raise HypothesisError(
            f"{name} of {f} is infinite if {law.mass_at_minus_infinity} > 0, which its symbols "
            "leave open. Give them narrower domains with real(name, domain)."
        )
    if name == "kl":
        return law.expectation(lambda loss: -loss)
    if name == "kappa2":
        return law.expectation(lambda loss: loss**2)
    centre = functional(f, "kl") if name == "kappa3_bar" else Integer(0)
    return _third_moment(law, centre)


def _of_sum(f: Product, name: str) -> Expr:
    """Means and variances of independent losses add."""
    means = [(functional(factor, "kl"), n) for factor, n in f.factors]
    if any(mean is oo for mean, _ in means):
        return oo
    squares = [(functional(factor, "kappa2"), n) for factor, n in f.factors]
    if any(_may_be_infinite(value) for value, _ in (*means, *squares)):
        raise HypothesisError(
            f"{name} of {f} may be infinite, which its symbols leave open. Give them narrower "
            "domains with real(name, domain)."
        )
    total = Add(*(n * mean for mean, n in means))
    if name == "kl":
        return total
    pairs = zip(means, squares, strict=True)
    return total**2 + Add(*(n * (square - mean**2) for (mean, n), (square, _) in pairs))


def _may_be_infinite(value: Expr) -> bool:
    """Whether infinity is among the cases of a value; as an end of an integral it is harmless."""
    integrals = value.atoms(Integral, Sum)
    return bool(value.xreplace(dict.fromkeys(integrals, Integer(1))).has(oo))


def _third_moment(law: PrivacyLoss, centre: Expr) -> Expr:
    return law.expectation(lambda loss: Abs(loss + centre) ** 3)


# -- enclosures ------------------------------------------------------------------------------------


def enclose_functional(f: TradeOff, name: str, digits: int = 30) -> Ball:
    """A ball that contains the functional, of relative width at most ``10**-digits``.

    Parameters
    ----------
    f : TradeOff
        With numbers for all parameters.
    name : str
        ``"kl"``, ``"kappa2"``, ``"kappa3"`` or ``"kappa3_bar"``.
    digits : int

    Returns
    -------
    Ball
        ``Ball(inf, inf)`` where the functional is infinite.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Laplace
    >>> enclose_functional(Laplace(1), "kappa3", 20).decimal(20)
    '0.76617346052015379075'
    """
    f._require_numbers(f"enclose_functional({name!r})")
    if isinstance(f, DiscreteGaussian) and name != "kl":
        return _enclose_discrete(f, name, digits)
    value = functional(f, name)
    if name == "kappa3_bar" and value.has(Integral):
        return _centred(f, digits)
    if value is oo:
        return Ball(oo, oo, "infinite: f vanishes before 1")
    route = _INTEGRAL if value.has(Integral) else "closed form"
    return enclose(value, digits=digits, route=route)


def _enclose_discrete(f: DiscreteGaussian, name: str, digits: int) -> Ball:
    from ..balls.gaussian_sums import power_sums

    more = digits + 5
    while True:
        sums = power_sums(f.sigma, 3, more)
        ball: Ball = getattr(_discrete_gaussian(Integer(1), sums), name)
        scale = {"kappa2": 4, "kappa3": 6, "kappa3_bar": 6}[name]
        ball = ball * enclose(f.sigma**-scale, digits=more)
        if ball.relative_width <= Fraction(1, 10**digits):
            return Ball(ball.lower, ball.upper, sums[0].route)
        more += digits + 5


def _centred(f: TradeOff, digits: int) -> Ball:
    r"""kappa3_bar by the integral about a centre c next to kl, at which the integrand has its kink.

    With :math:`|c-kl| \le r`, as :math:`\bigl||x|^3-|y|^3\bigr| \le 3|x-y|\max(|x|,|y|)^2`, the
    two differ by at most :math:`3r\,E(|L+c|+r)^2 \le 6r(1+E|L+c|^3+r^2)`.
    """
    law = f.privacy_loss()
    more = digits + 5
    while True:
        kl = enclose_functional(f, "kl", more)
        centre, moment = _third_moment_about(law, -kl.midpoint, more)
        off = enclose(centre, digits=more) - kl
        radius = max(off.upper, -off.lower)
        about = enclose(moment, digits=digits + 2)
        slack = 6 * radius * (1 + about.upper + radius**2)
        if slack * 10 ** (digits + 2) <= about.lower:
            return Ball(about.lower - slack, about.upper + slack, _INTEGRAL)
        more += digits + 5


def _third_moment_about(law: PrivacyLoss, value: Fraction, digits: int) -> tuple[Expr, Expr]:
    """A centre c next to minus a value of the loss, and E|L + c|^3.

    Where the outcome of that value is known, a rational outcome next to it defines the centre and
    splits the integral: the loss is monotone, so each half has one sign.
    """
    near = _rational(value)
    part = law.parts[0]
    if len(law.parts) > 1 or part.inverse is None:
        return -near, _third_moment(law, -near)
    outcome = enclose(part.inverse.xreplace({loss: near}), digits=digits).midpoint
    split = _rational(outcome.limit_denominator(10 ** (digits + 10)))
    centre = -part.loss.xreplace({part.variable: split})
    atoms = (atom.p * Abs(log(atom.ratio) + centre) ** 3 for atom in law.atoms)
    cube = part.p * (part.loss + centre) ** 3
    halves = (
        Abs(Integral(cube, (part.variable, low, high)))
        for low, high in ((part.low, split), (split, part.high))
    )
    return centre, Add(*atoms, *halves)


def _rational(value: Fraction) -> Expr:
    return Rational(value.numerator, value.denominator)
