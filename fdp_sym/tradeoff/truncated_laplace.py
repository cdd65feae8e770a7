r"""Laplace noise cut off at a bound, against its shift."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Integer, Interval, Piecewise, Rational, exp, oo

from ..errors import PrecisionError
from ..exact import parameter
from ..functions import Max, Min
from ..symbols import real
from .base import Array, TradeOff, group_size
from .eps_delta import EpsDelta
from .numeric import double, double_pair, exp_times, exp_times_normal_tail, normal_cdf

__all__ = ["TruncatedLaplace"]

_LOSS = real("loss")
_HALF = Rational(1, 2)


def _number(value: Expr) -> Expr:
    """A rational within 1e-35 of a number, relative to it, however much cancels in it.

    A number far beyond the doubles stays as it is.
    """
    from ..balls import enclose

    try:
        middle = enclose(value, digits=35).midpoint
    except PrecisionError:
        return value
    return Rational(middle.numerator, middle.denominator)


class TruncatedLaplace(TradeOff):
    r"""Laplace noise of scale 1 conditioned to [-B, B], against its shift by mu.

    The density is :math:`de^{B-|x|}` on :math:`[-B,B]` with :math:`d=1/(2(e^B-1))`, and

    .. math:: f(\alpha)=\max\Bigl\{0,\
        \begin{cases}1+d-e^\mu(\alpha+d)&\alpha\le d(e^{B-\mu}-1)\\
        d^2e^{2B-\mu}/(\alpha+d)-d&\alpha\le1/2\\
        e^{-\mu}(1-\alpha+d)-d&\text{else}\end{cases}\Bigr\}.

    The shifted noise leaves the range of the other, so that :math:`1-f(0)=d(e^\mu-1)` for
    :math:`\mu\le B`; beyond 2B the two have nothing in common and f = 0.

    Parameters
    ----------
    mu : number or expression, mu >= 0
        Sensitivity divided by the scale of the noise.
    bound : number or expression, bound > 0
        B, the largest noise divided by its scale.

    Raises
    ------
    DomainError
        If mu is negative, or the bound is not positive.

    Examples
    --------
    >>> f = TruncatedLaplace(1, 3)
    >>> f.fixed_point(), round(f(0.1), 12)
    (Max(0, (-1 + exp(5/2))/(-2 + 2*exp(3))), 0.683156530569)
    >>> f.group(2), TruncatedLaplace(6, 3)(0.25)
    (TruncatedLaplace(2, 3), 0.0)

    Source
    ------
    Our derivation: the density is log-concave, so :math:`f(\alpha)=F(F^{-1}(1-\alpha)-\mu)` by
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition A.3.
    """

    parameters: tuple[Expr, Expr]
    is_symmetric = True

    def __init__(self, mu: Any, bound: Any) -> None:
        super().__init__(
            parameter(mu, "mu", Interval(0, oo)), parameter(bound, "bound", Interval.open(0, oo))
        )

    @property
    def mu(self) -> Expr:
        """The shift."""
        return self.parameters[0]

    @property
    def bound(self) -> Expr:
        """B, the largest noise."""
        return self.parameters[1]

    @property
    def edge(self) -> Expr:
        """d, the density at the bound."""
        return 1 / (2 * exp(self.bound) - 2)

    @property
    def reach(self) -> Expr:
        """The largest finite privacy loss, min(mu, 2B - mu); not positive where f = 0."""
        return Min(self.mu, 2 * self.bound - self.mu)

    @property
    def disjoint_mass(self) -> Expr:
        """1 - f(0), the mass of each distribution where the other has none."""
        near = self.edge * (exp(self.mu) - 1)
        far = 1 - self.edge * (exp(2 * self.bound - self.mu) - 1)
        return Piecewise(
            (near, self.mu <= self.bound), (far, self.mu <= 2 * self.bound), (Integer(1), True)
        )

    @property
    def atoms(self) -> tuple[tuple[Expr, Expr, Expr], ...]:
        """The triples (ratio dQ/dP, mass under P, mass under Q) of e^mu and e^-mu."""
        if (self.bound - self.mu).is_nonpositive:
            return ()
        growth, mass = exp(self.mu), self.edge * (exp(self.bound - self.mu) - 1)
        if not (self.bound - self.mu).is_nonnegative:
            mass = Max(0, mass)
        return (growth, mass, growth * mass), (1 / growth, growth * mass, mass)

    @property
    def loss_density(self) -> tuple[Expr, Expr, Expr]:
        """The density of the privacy loss under P in the symbol ``loss``, and between which ends.

        It belongs to the outcomes between both centres; the other common ones are the `atoms`.
        """
        density = self.edge * exp(self.bound - (_LOSS + self.mu) / 2) / 2
        return density, -self.reach, self.reach

    # -- formulas --------------------------------------------------------------------------------

    def _formula(self, alpha: Expr) -> Expr:
        mu, bound, d = self.mu, self.bound, self.edge
        if (mu - 2 * bound).is_nonnegative:
            return Integer(0)
        pieces = Piecewise(
            (1 - d * (exp(mu) - 1) - exp(mu) * alpha, alpha <= d * (exp(bound - mu) - 1)),
            (d**2 * exp(2 * bound - mu) / (alpha + d) - d, alpha <= _HALF),
            (exp(-mu) * (1 - alpha) - d * (1 - exp(-mu)), True),
        )
        certain = (bound - mu).is_nonnegative and alpha.is_zero
        return pieces if certain else Max(0, pieces)

    def _delta_formula(self, eps: Expr) -> Expr:
        rest, reach = self.disjoint_mass, self.reach
        gap = 2 * exp(self.bound + (eps - self.mu) / 2) - 1 - exp(eps)
        between = 1 - self.edge * gap
        return Piecewise(
            (rest, eps >= reach), (1 - exp(eps) * (1 - rest), eps <= -reach), (between, True)
        )

    def _reaches_limit(self) -> bool | None:
        return True

    def fixed_point(self) -> Expr:
        return Max(0, self.edge * (exp(self.bound - self.mu / 2) - 1))

    def tv(self) -> Expr:
        return 1 - 2 * self.fixed_point()

    def group(self, k: Any) -> TradeOff:
        # 1 - f = S(S^{-1} - mu) with S the upper tail, so shifts add up
        return TruncatedLaplace(group_size(k) * self.mu, self.bound)

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        if (self.mu - 2 * self.bound).is_nonnegative:
            return ((EpsDelta(0, 1), 1),)
        return () if self.mu.is_zero else super()._factors()

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> dict[str, Any]:
        mu, bound, d = self.mu, self.bound, self.edge
        return {
            "mu": double(mu),
            "bound": double(bound),
            "shrink": double(exp(-mu)),
            "d": double(_number(d)),
            "lifted d": double(_number(d * exp(mu))),
            "D": double_pair(_number(d * (exp(mu) - 1))),
            # the middle piece is d (zero - alpha)/(alpha + d)
            "zero": double_pair(_number(d * (exp(2 * bound - mu) - 1))),
            "height": double(_number(d**2 * (exp(2 * bound) - exp(mu)))),
        }

    def _middle(self, lift: Array, ratio: Array, alpha: Array) -> Array:
        n = self._numbers
        zero, low = n["zero"]
        if zero < 4.0:
            return ((zero - alpha) + low) / (1.0 + ratio)
        # the zero is beyond 1, so that this difference does not cancel
        gap = n["height"] - n["lifted d"] * alpha
        third = np.exp(-n["mu"] / 3)
        beyond = third * gap / np.where(alpha > 0, alpha + n["d"], 1.0) * third * third
        return np.where(np.isinf(lift), beyond, gap / (lift + n["lifted d"]))

    def _pieces(self, lift: Array, ratio: Array, alpha: Array, rest: Array) -> Array:
        """f from ``lift`` = exp(mu) alpha and ``ratio`` = alpha/d."""
        outside, low = self._numbers["D"]
        # where nothing is left beyond 1/2 the mass outside may be infinite in doubles
        flat = self._numbers["shrink"] * ((rest - outside) - low) if outside < 1 else 0.0 * rest
        shallow = np.where(alpha >= 0.5, flat, self._middle(lift, ratio, alpha))
        return np.where(lift <= 0.5 - outside, (1.0 - outside) - lift, np.maximum(0.0, shallow))

    def _complement_pieces(self, lift: Array, ratio: Array, alpha: Array, rest: Array) -> Array:
        outside, _ = self._numbers["D"]
        pieces = 1.0 - self._pieces(lift, ratio, alpha, rest)
        return np.where(lift <= 0.5 - outside, outside + lift, pieces)

    def _levels(self, alpha: Array, rest: Array) -> tuple[Array, Array, Array, Array]:
        n = self._numbers
        ratio = 2.0 * exp_times(n["bound"], alpha) - 2.0 * alpha
        return exp_times(n["mu"], alpha), ratio, alpha, rest

    def _levels_at_z(self, z: Array) -> tuple[Array, Array, Array, Array]:
        n, alpha = self._numbers, normal_cdf(-z)
        ratio = 2.0 * exp_times_normal_tail(n["bound"], z) - 2.0 * alpha
        return exp_times_normal_tail(n["mu"], z), ratio, alpha, normal_cdf(z)

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._pieces(*self._levels(alpha, rest))

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._complement_pieces(*self._levels(alpha, rest))

    def _values_at_z(self, z: Array) -> Array:
        return self._pieces(*self._levels_at_z(z))

    def _complements_at_z(self, z: Array) -> Array:
        return self._complement_pieces(*self._levels_at_z(z))

    @cached_property
    def _limits(self) -> tuple[float, float]:
        """The largest finite loss and 1 - f(0)."""
        return double(self.reach), double(_number(self.disjoint_mass))

    def _delta_values(self, eps: Array) -> Array:
        n, (reach, rest) = self._numbers, self._limits
        exponent = np.minimum(eps - n["mu"], 0.0) / 2
        w = np.exp(exponent)
        d = n["d"]
        if n["D"][0] <= 0.5:
            between = rest - np.expm1(exponent) * (1.0 + 2.0 * d - n["lifted d"] * (1.0 + w))
        elif d > 1.0:
            inner = np.minimum(eps, reach)
            rise = 2.0 * np.expm1(n["bound"] + (inner - n["mu"]) / 2) - np.expm1(inner)
            between = 1.0 - d * rise
        else:
            lift = (0.5 + d) * np.exp(np.minimum(eps, reach) - n["bound"])  # d e^eps
            between = 1.0 + d + lift - (1.0 + 2.0 * d) * w
        below = -np.expm1(eps) + np.exp(np.minimum(eps, 0.0)) * rest
        return np.where(eps >= reach, rest, np.where(eps <= -reach, below, between))
