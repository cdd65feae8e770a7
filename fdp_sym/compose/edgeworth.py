r"""Edgeworth approximations of a composition's profile, and their true error.

With L the privacy loss of the composition and :math:`F_P, F_Q` its distribution functions under P
and Q, :math:`\delta(\varepsilon)=(1-F_Q(\varepsilon))-e^\varepsilon(1-F_P(\varepsilon))`. Each F is
replaced by

.. math:: \Phi(z)-\varphi(z)\Bigl[\frac{\kappa_3}{6\kappa_2^{3/2}}\mathrm{He}_2(z)
    +\frac{\kappa_4}{24\kappa_2^2}\mathrm{He}_3(z)+\frac{\kappa_3^2}{72\kappa_2^3}\mathrm{He}_5(z)
    \Bigr],\qquad z=\frac{x-\kappa_1}{\sqrt{\kappa_2}},

:math:`\kappa_j` the cumulants of L there and :math:`\mathrm{He}_j` Hermite polynomials; order 1
keeps the first correction only. It is an approximation, not a bound: it may be negative. Moments
that are integrals without a closed form are rounded to 40 digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import mpmath
from sympy import Add, Expr, Integer, Interval, exp, lambdify, oo, sqrt, tanh

from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import exact, is_numeric
from ..functions import Phi, normal_density
from ..shown import Shown
from ..symbols import epsilon as epsilon_symbol
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.inputs import within
from ..tradeoff.laplace import Laplace
from .band import enclose_profile
from .central_limit import counted

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = ["Cumulants", "Edgeworth", "edgeworth"]

_REALS = Interval(-oo, oo)
_LEVELS = Interval.open(0, 1)
_DIGITS = 40
_FARTHEST = 40  # standard deviations, where an approximate tail is no longer of use


class Cumulants(NamedTuple):
    """The first four cumulants of a privacy loss."""

    first: Expr
    second: Expr
    third: Expr
    fourth: Expr


def edgeworth(fs: Iterable[Any], order: int = 1) -> Edgeworth:
    """The Edgeworth approximation of a composition's profile; see `Edgeworth`.

    Parameters
    ----------
    fs : list of trade-off functions f, or pairs (f, n) for n copies
    order : 1 or 2
        How many corrections of the normal approximation.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> approximation = edgeworth([(EpsDelta("1/10"), 1000)], order=2)
    >>> approximation
    Edgeworth approximation (no bound) of order 2 of EpsDelta(1/10, 0)**1000
    >>> round(approximation.delta(10.0), 6), approximation.error(10, 4).decimal(4)
    (0.03341, '0.00009642')
    """
    return Edgeworth(fs, order)


class Edgeworth(Shown):
    """An approximation of the profile of a composition. It is no bound.

    Parameters
    ----------
    fs, order
        See `edgeworth`.

    Attributes
    ----------
    factors : tuple of (TradeOff, multiplicity)
    order : int

    Raises
    ------
    DomainError
        For another order, or a list that is no list of trade-off functions.
    HypothesisError
        If the loss of a function is infinite with positive probability, or all are Id.
    UnsupportedError
        For a function with symbols whose cumulants have no closed form here.
    """

    def __init__(self, fs: Iterable[Any], order: int = 1) -> None:
        if order not in (1, 2) or not isinstance(order, int) or isinstance(order, bool):
            raise DomainError(f"order = {order!r}: allowed are 1 and 2")
        self.factors = counted(fs)
        self.order = order

    def __repr__(self) -> str:
        factors = " @ ".join(f"{f}**{n}" if n != 1 else str(f) for f, n in self.factors)
        return f"Edgeworth approximation (no bound) of order {self.order} of {factors}"

    @cached_property
    def product(self) -> TradeOff:
        """The composition itself."""
        from .product import tensor_product

        return tensor_product(self.factors)

    @cached_property
    def cumulants(self) -> tuple[Cumulants, Cumulants]:
        """The cumulants of the loss of the composition, under P and under Q; they add up."""
        both = [(_cumulants(f), n) for f, n in self.factors]
        return tuple(  # type: ignore[return-value]
            Cumulants(*(Add(*(n * pair[side][j] for pair, n in both)) for j in range(4)))
            for side in (0, 1)
        )

    def formula(self, eps: Any = epsilon_symbol) -> Expr:
        """The approximation of delta(eps) as an expression."""
        point = within(eps, "eps", _REALS)
        under_p, under_q = (self._upper_tail(point, c) for c in self.cumulants)
        return under_q - exp(point) * under_p

    def _upper_tail(self, x: Expr, c: Cumulants) -> Expr:
        z = (x - c.first) / sqrt(c.second)
        corrections = c.third / (6 * sqrt(c.second) ** 3) * (z**2 - 1)
        if self.order == 2:
            corrections += c.fourth / (24 * c.second**2) * (z**3 - 3 * z)
            corrections += c.third**2 / (72 * c.second**3) * (z**5 - 10 * z**3 + 15 * z)
        return Phi(-z) + normal_density(z) * corrections

    def delta(self, eps: Any) -> Any:
        """The approximation at eps: a float for a float or int, else SymPy."""
        expr = self.formula(eps)
        return float(expr.evalf(20)) + 0.0 if is_numeric(eps) and expr.is_number else expr

    def enclose_epsilon(self, delta: Any, digits: int = 10) -> Ball:
        """A ball that contains an eps >= 0 at which the **approximation** takes the value delta.

        It is the largest such eps that a search from far out finds, and no bound of the true one.

        Parameters
        ----------
        delta : number in (0, 1)
        digits : int
            The relative width asked for, as a number of digits.

        Raises
        ------
        UnsupportedError
            If the approximation is below delta wherever it is looked at.
        """
        from ..balls import Ball
        from ..balls.roots import root

        level = within(delta, "delta", _LEVELS)
        formula = self.formula(epsilon_symbol) - level
        value = lambdify(epsilon_symbol, formula, [{"Phi": mpmath.ncdf}, "mpmath"])
        mean, variance = (float(c) for c in self.cumulants[1][:2])
        step = max(variance, 1e-300) ** 0.5 / 8
        high = max(mean, 0.0) + 8 * _FARTHEST * step
        while high > 0 and value(high) < 0:
            high -= step
        if high <= 0 and value(0) < 0:
            raise UnsupportedError(f"{self} is below {level} for every eps >= 0")
        ends = (exact(max(high, 0.0), "eps"), exact(max(high, 0.0) + step, "eps"))
        found = root(formula, epsilon_symbol, *ends, digits=digits)
        return Ball(found.lower, found.upper, "Edgeworth, no bound")

    def error(self, eps: Any, digits: int = 10) -> Ball:
        """A ball that contains the distance between the approximation and the exact profile.

        Its width is at most ``10**-digits`` times the error, or times 10^-20 of the profile where
        the error is smaller than that (as for Gaussian functions, where it is 0).

        Parameters
        ----------
        eps : number
        digits : int
        """
        from ..balls import Ball, enclose

        point = within(eps, "eps", _REALS)
        for extra in (5, 15, 25):
            exact = enclose_profile(self.product, point, digits + extra)
            gap = enclose(self.formula(point), digits=digits + extra, route="Edgeworth") - exact
            low, high = max(gap.lower, -gap.upper, Fraction(0)), max(gap.upper, -gap.lower)
            if high - low <= Fraction(1, 10**digits) * low:
                break
        return Ball(low, high, exact.route)

    def _mathematics(self) -> str:
        from ..latex.displays import short

        return rf"\delta(\varepsilon) \approx {short(self.formula())}"


# -- moments of the losses -------------------------------------------------------------------------


def _cumulants(f: TradeOff) -> tuple[Cumulants, Cumulants]:
    """Under P and under Q."""
    if isinstance(f, Gaussian):  # the loss is normal
        mean, variance, zero = f.mu**2 / 2, f.mu**2, Integer(0)
        return Cumulants(-mean, variance, zero, zero), Cumulants(mean, variance, zero, zero)
    if isinstance(f, EpsDelta) and f.slack == 0:
        return _of_two_values(f.eps, -1), _of_two_values(f.eps, 1)
    law = f.privacy_loss()
    if law.mass_at_infinity != 0 or law.mass_at_minus_infinity != 0:
        raise HypothesisError(
            f"the privacy loss of {f} is infinite with positive probability, so it has no "
            "cumulants. Split off the factor EpsDelta(0, delta), whose profile is known exactly."
        )
    rounded = bool(law.parts) and not isinstance(f, Laplace)
    if rounded and f.free_symbols:
        raise UnsupportedError(
            f"no closed form of the cumulants of the privacy loss of {f} is known; allowed with "
            "symbols are Gaussian, EpsDelta(eps, 0), Laplace and finite functions"
        )
    _moments = _rounded_moments if rounded else _exact_moments
    moments = _laplace_moments(f.mu) if isinstance(f, Laplace) else _moments(law, 0)
    under_p = _from_moments(moments)
    if f.is_symmetric:  # the loss under Q has the law of minus the loss under P
        return under_p, Cumulants(-under_p[0], under_p[1], -under_p[2], under_p[3])
    return under_p, _from_moments(_moments(law, 1))


def _of_two_values(eps: Expr, sign: int) -> Cumulants:
    """Of a loss that is eps or -eps, with mean ``sign`` eps tanh(eps/2)."""
    mean = sign * tanh(eps / 2)
    rest = 1 - mean**2
    return Cumulants(
        eps * mean,
        eps**2 * rest,
        -2 * eps**3 * mean * rest,
        -2 * eps**4 * rest * (1 - 3 * mean**2),
    )


def _exact_moments(law: Any, tilt: int) -> list[Expr]:
    """E_P L^k, or E_Q L^k = E_P e^L L^k, for k = 1 … 4."""
    return [law.expectation(lambda x, k=k: x**k * exp(tilt * x)) for k in range(1, 5)]


def _rounded_moments(law: Any, tilt: int) -> list[Expr]:
    """The same as rational numbers, where there are integrals."""
    from ..balls import enclose

    balls = (enclose(moment, digits=_DIGITS + 5) for moment in _exact_moments(law, tilt))
    return [exact(ball.midpoint, "moment") for ball in balls]


def _laplace_moments(mu: Expr) -> list[Expr]:
    r"""The loss is -mu (x < 0), 2x - mu and mu (x > mu) at an x of density :math:`e^{-|x|}/2`.

    By parts :math:`I_k=\int_0^\mu(2x-\mu)^ke^{-x}dx=(-\mu)^k-\mu^ke^{-\mu}+2kI_{k-1}`.
    """
    decay, inner = exp(-mu), 1 - exp(-mu)
    moments = []
    for k in range(1, 5):
        inner = (-mu) ** k - mu**k * decay + 2 * k * inner
        moments.append(((-mu) ** k + mu**k * decay + inner) / 2)
    return moments


def _from_moments(m: list[Expr]) -> Cumulants:
    mean, second, third, fourth = m
    variance = second - mean**2
    return Cumulants(
        mean,
        variance,
        third - 3 * mean * second + 2 * mean**3,
        fourth - 4 * mean * third - 3 * second**2 + 12 * mean**2 * second - 6 * mean**4,
    )
