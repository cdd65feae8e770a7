r"""Divergences :math:`D_F(P\|Q)=E_Q F(dP/dQ)` of a trade-off function f = T(P, Q), F convex.

With :math:`x_f=\inf\{x:f(x)=0\}` and :math:`\tau_F=\lim_{t\to\infty}F(t)/t`,

.. math:: D_F(P\|Q)=\int_0^{x_f}F\Bigl(\frac1{|f'|}\Bigr)|f'|\,dx+F(0)(1-f(0))+\tau_F(1-x_f):

Q has the mass 1 - f(0) where P has none, P the mass 1 - x_f where Q has none. The reverse
divergence :math:`D_F(Q\|P)` is that of ``f.inverse()``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Expr, Integer, Integral, S, Sum, exp, log, oo, sqrt, sympify

from ..balls import Ball, enclose
from ..compose.loss import PrivacyLoss
from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import exact
from ..functions import Max
from ..signs import possible_signs
from ..tradeoff.base import TradeOff
from .functionals import enclose_functional
from .renyi import renyi

__all__ = [
    "CHI_SQUARED",
    "KULLBACK_LEIBLER",
    "SQUARED_HELLINGER",
    "TOTAL_VARIATION",
    "FDivergence",
    "divergence",
    "enclose_divergence",
    "hockey_stick",
]


@dataclass(frozen=True)
class FDivergence:
    r"""A convex F on :math:`(0,\infty)`, and its limits.

    Parameters
    ----------
    function : callable
        F, from SymPy to SymPy. That it is convex is the caller's duty.
    at_zero : Expr, optional
        F(0), the limit at 0, perhaps ``oo``; needed where Q has mass and P has none.
    slope : Expr, optional
        The limit of F(t)/t at infinity, perhaps ``oo``; needed where P has mass and Q has none.
    name : str
        Used in messages.
    closed, enclosed : callable, optional
        The divergence of a trade-off function as an expression, and as a ball of so many digits;
        tried before the definition.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> third = FDivergence(lambda t: t**3 - 1, at_zero=-1, slope=oo, name="cubes")
    >>> EpsDelta(log(2)).divergence(third)
    7/4
    """

    function: Callable[[Expr], Expr]
    at_zero: Any = None
    slope: Any = None
    name: str = "F"
    closed: Callable[[TradeOff], Expr] | None = None
    enclosed: Callable[[TradeOff, int], Ball] | None = None

    def __call__(self, ratio: Any) -> Expr:
        """F at a positive number or expression."""
        try:
            return exact(self.function(sympify(ratio, strict=True)), self.name)
        except (TypeError, ZeroDivisionError) as error:
            raise DomainError(
                f"{self.name} at {ratio}: {error}; allowed are functions of one SymPy expression"
            ) from None


def _chi_squared(f: TradeOff) -> Expr:
    value = renyi(f, 2)
    return value if value is oo else exp(value) - 1


#: KL(P||Q), F(t) = t log t
KULLBACK_LEIBLER = FDivergence(
    lambda t: t * log(t),
    Integer(0),
    oo,
    "KL",
    lambda f: f.kl(),
    lambda f, digits: enclose_functional(f, "kl", digits),
)
#: half the L1 distance, F(t) = |t - 1|/2
TOTAL_VARIATION = FDivergence(
    lambda t: Abs(t - 1) / 2,
    S.Half,
    S.Half,
    "total variation",
    lambda f: f._delta_formula(Integer(0)),
    lambda f, digits: f.enclose_delta(0, digits),
)
#: F(t) = (sqrt(t) - 1)^2/2: 1 minus the affinity, the integral of the root of the densities
SQUARED_HELLINGER = FDivergence(
    lambda t: (sqrt(t) - 1) ** 2 / 2,
    S.Half,
    S.Half,
    "squared Hellinger distance",
    lambda f: 1 - f.privacy_loss().transform(-S.Half),
)
#: F(t) = (t - 1)^2
CHI_SQUARED = FDivergence(lambda t: (t - 1) ** 2, Integer(1), oo, "chi^2", _chi_squared)


def hockey_stick(eps: Any) -> FDivergence:
    r""":math:`H_{e^\varepsilon}(P\|Q)=\sup_S(P(S)-e^\varepsilon Q(S))`, F(t) = max(0, t - e^eps).

    That is the profile of the inverse of f = T(P, Q); for a symmetric f it is ``f.delta(eps)``.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> Gaussian(1).divergence(hockey_stick(1)) == Gaussian(1).delta("1")
    True
    """
    order = exact(eps, "eps")
    return FDivergence(
        lambda t: Max(0, t - exp(order)),
        Integer(0),
        Integer(1),
        f"hockey stick at {order}",
        lambda f: f.inverse()._delta_formula(order),
        lambda f, digits: f.inverse().enclose_delta(order, digits),
    )


def divergence(f: TradeOff, generator: Any) -> Expr:
    r"""The divergence :math:`D_F(P\|Q)=E_Q F(dP/dQ)` of f = T(P, Q).

    Parameters
    ----------
    f : TradeOff
    generator : FDivergence or callable
        A convex F. A plain callable has unknown limits, and is enough where neither P nor Q has
        mass that the other one has not.

    Returns
    -------
    Expr
        A closed form where one is known, ``oo`` where infinite, else with the defining integral.

    Raises
    ------
    HypothesisError
        If a limit of F is needed and not given, or it depends on a symbol whether it is.
    UnsupportedError
        If the law of the privacy loss is not known.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> divergence(Gaussian(mu), CHI_SQUARED), divergence(EpsDelta(0, "1/4"), TOTAL_VARIATION)
    (exp(mu**2) - 1, 1/4)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Appendix B.
    """
    convex = _generator(generator)
    if convex.closed is not None:
        with suppress(UnsupportedError):
            return convex.closed(f)
    return _from_law(f, f.privacy_loss(), convex)


def _generator(value: Any) -> FDivergence:
    if isinstance(value, FDivergence):
        return value
    if callable(value):
        return FDivergence(value)
    raise DomainError(
        f"F = {value!r}: allowed is an FDivergence, such as TOTAL_VARIATION or hockey_stick(1), or "
        "a function of one expression"
    )


def _from_law(f: TradeOff, law: PrivacyLoss, convex: FDivergence) -> Expr:
    total = Integer(0)
    for mass, limit, what in (
        (law.mass_at_infinity, convex.at_zero, "at_zero, the limit at 0"),
        (law.mass_at_minus_infinity, convex.slope, "slope, the limit of F(t)/t"),
    ):
        signs = possible_signs(mass)
        if signs == {0}:
            continue
        if limit is None:
            raise HypothesisError(
                f"the divergence {convex.name} of {f} needs {what}: one of P and Q has the mass "
                f"{mass} where the other has none. Give it: FDivergence(F, at_zero=…, slope=…)."
            )
        limit = oo if limit in (oo, "oo", "inf") else exact(limit, what)
        if limit.is_infinite:
            if 0 in signs:
                raise HypothesisError(
                    f"the divergence {convex.name} of {f} is infinite if {mass} > 0, which its "
                    "symbols leave open. Give them narrower domains with real(name, domain)."
                )
            return oo
        total += limit * mass
    # under Q: E_Q F(1/R) = E_P R F(1/R)
    return total + law.expectation(lambda loss: exp(loss) * convex(exp(-loss)))


# -- enclosures ------------------------------------------------------------------------------------


def enclose_divergence(f: TradeOff, generator: Any, digits: int = 30) -> Ball:
    """A ball that contains the divergence, of relative width at most ``10**-digits``.

    Parameters
    ----------
    f : TradeOff
        With numbers for all parameters.
    generator : FDivergence or callable
        See `divergence`.
    digits : int

    Examples
    --------
    >>> from fdp_sym.tradeoff import Logistic
    >>> enclose_divergence(Logistic(1), TOTAL_VARIATION, 20).decimal(20)
    '0.24491866240370912927'
    """
    f._require_numbers("enclose_divergence")
    convex = _generator(generator)
    if convex.enclosed is not None:
        return convex.enclosed(f, digits)
    value = divergence(f, convex)
    if value is oo:
        return Ball(oo, oo, "infinite")
    route = "integral enclosed by balls" if value.has(Integral, Sum) else "closed form"
    return enclose(value, digits=digits, route=route)
