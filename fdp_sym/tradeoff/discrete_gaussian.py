r"""Discrete Gaussian noise on the integers, against its shift by 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from sympy import Dummy, Expr, Function, Integer, Interval, Rational, Sum, exp, floor, oo

from ..errors import DomainError, PrecisionError
from ..exact import exact, parameter
from ..functions import Max
from ..symbols import real
from .base import Array, TradeOff
from .discrete_normal import tails_of
from .gaussian import Gaussian
from .inputs import within
from .numeric import double, mills, normal_cdf

__all__ = ["DiscreteGaussian", "UpperTail"]


class UpperTail(Function):  # type: ignore[misc]
    r"""P[N >= k] of the discrete Gaussian N_Z(0, sigma^2); ``rewrite(Sum)`` writes it out.

    Examples
    --------
    >>> UpperTail(1, 2), UpperTail(0, 2) - 1 + UpperTail(1, 2)
    (UpperTail(1, 2), 0)
    >>> UpperTail(30, 2).evalf(12)
    2.76670504467e-50
    """

    nargs = 2
    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, k: Expr, sigma: Expr) -> Expr | None:
        # the noise is symmetric
        return 1 - cls(1 - k, sigma) if k.is_Integer and k <= 0 else None

    def _eval_rewrite_as_Sum(self, k: Expr, sigma: Expr, **hints: Any) -> Expr:
        def weights(low: Expr) -> Expr:
            return Sum(exp(-(_N**2) / (2 * sigma**2)), (_N, low, oo))

        return weights(k) / (1 + 2 * weights(Integer(1)))

    def _eval_evalf(self, prec: int) -> Expr | None:
        from ..balls.discrete_gaussian import enclose_tail

        k, sigma = self.args
        k = k.doit()
        if not k.is_Integer or sigma.free_symbols:
            return None
        ball = enclose_tail(sigma, int(k), prec // 3 + 5)
        return Rational(ball.midpoint.numerator, ball.midpoint.denominator)._eval_evalf(prec)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k, sigma = map(printer._print, self.args)
        text = rf"P\left[N_{{{sigma}}} \geq {k}\right]"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


# there the function is that of continuous noise to all digits of a double
_CONTINUOUS_FROM = 2.0**30
_DIGITS = (30, 120, 480, 1920)
_N = Dummy("n", integer=True)


class DiscreteGaussian(TradeOff):
    r"""Noise from N_Z(0, sigma^2), masses proportional to :math:`e^{-n^2/2\sigma^2}`, shifted by 1.

    With :math:`S(k)=P[N\ge k]` the trade-off function is piecewise linear with the breakpoints
    :math:`(S(k),S(2-k))`, k any integer; the likelihood ratio of the outcome n is
    :math:`e^{(2n-1)/2\sigma^2}`. Its profile is

    .. math:: \delta(\varepsilon)=P[N>\varepsilon\sigma^2-\tfrac12]
        -e^\varepsilon P[N>\varepsilon\sigma^2+\tfrac12].

    Parameters
    ----------
    sigma : number or expression, sigma > 0
        The parameter of the noise, which is close to its standard deviation unless it is small.

    Raises
    ------
    DomainError
        If sigma is not positive.

    Examples
    --------
    >>> f = DiscreteGaussian(1)
    >>> round(f(0.1), 12), round(f.delta(1.0), 12)
    (0.631145059167, 0.141351339406)
    >>> f.enclose_delta(1, digits=20).decimal(20)
    '0.14135133940562190809'

    Source
    ------
    Canonne, Kamath and Steinke 2020, Section 2 (the noise and its profile).
    """

    parameters: tuple[Expr]
    is_symmetric = True

    def __init__(self, sigma: Any) -> None:
        if exact(sigma, "sigma").is_zero:
            raise DomainError(
                f"sigma = {sigma}: allowed is sigma > 0. Without noise nothing is private: that is "
                "EpsDelta(0, 1), the function 0"
            )
        super().__init__(parameter(sigma, "sigma", Interval.open(0, oo)))

    @property
    def sigma(self) -> Expr:
        """The parameter of the noise."""
        return self.parameters[0]

    # -- the distribution ------------------------------------------------------------------------

    def mass(self, n: Any) -> Expr:
        """P[N = n]."""
        outcome = exact(n, "n")
        return exp(-(outcome**2) / (2 * self.sigma**2)) * self.tv()

    def upper_tail(self, k: Any) -> Expr:
        """S(k) = P[N >= k]."""
        return UpperTail(exact(k, "k"), self.sigma)

    @property
    def atoms(self) -> Iterator[tuple[Expr, Expr, Expr]]:
        """Triples (ratio dQ/dP, mass under P, mass under Q) of the outcomes 1, 0, 2, -1, 3, …"""
        for step in count(1):
            for n in (Integer(step), Integer(1 - step)):
                ratio = exp((2 * n - 1) / (2 * self.sigma**2))
                yield ratio, self.mass(n), self.mass(n - 1)

    # -- formulas --------------------------------------------------------------------------------

    def _piece(self, k: Expr, alpha: Expr) -> Expr:
        """The piece between S(k + 1) and S(k), continued."""
        ratio = exp((2 * k - 1) / (2 * self.sigma**2))
        return self.upper_tail(1 - k) - ratio * (alpha - self.upper_tail(k + 1))

    def _formula(self, alpha: Expr) -> Expr:
        if alpha.is_zero or alpha == 1:
            return 1 - alpha
        if alpha.free_symbols or self.free_symbols:
            from ..theorems.statements import Sup

            t = real("t")
            return Sup(self._piece(floor(t), alpha), (t, -oo, oo))
        from ..balls.discrete_gaussian import pieces_at

        pieces = [self._piece(Integer(k), alpha) for k in pieces_at(self.sigma, alpha)]
        return pieces[0] if len(pieces) == 1 else Max(*pieces)

    def _delta_formula(self, eps: Expr) -> Expr:
        k = floor(eps * self.sigma**2 + Rational(1, 2))
        return self.upper_tail(k) - exp(eps) * self.upper_tail(k + 1)

    def _reaches_limit(self) -> bool | None:
        return False  # the likelihood ratio is not bounded

    def fixed_point(self) -> Expr:
        return self.upper_tail(1)

    def tv(self) -> Expr:
        return 1 - 2 * self.upper_tail(1)  # P[N = 0]

    # -- certified values ------------------------------------------------------------------------

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        self._require_numbers("enclose")
        level = within(alpha, "alpha", Interval(0, 1))
        from ..balls import Ball
        from ..balls.discrete_gaussian import enclose_value

        if level.is_zero or level == 1:
            return Ball(1 - level, 1 - level, "the ends")
        return enclose_value(self.sigma, level, digits)

    def enclose_delta(self, eps: Any, digits: int = 30) -> Any:
        self._require_numbers("enclose_delta")
        from ..balls.discrete_gaussian import enclose_delta

        return enclose_delta(self.sigma, within(eps, "eps", Interval(-oo, oo)), digits)

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        self._require_numbers("enclose_epsilon")
        level = within(delta, "delta", Interval(0, 1))
        from ..balls import Ball
        from ..balls.discrete_gaussian import enclose_epsilon

        if level.is_zero:
            return Ball(float("inf"), float("inf"), "the level is never reached")
        if not self._starts_above(level):
            return Ball(0, 0, "reached at 0")
        return enclose_epsilon(self.sigma, level, digits)

    def _starts_above(self, level: Expr) -> bool:
        """Whether delta(0) is above the level."""
        from ..balls import enclose

        if level == 1:
            return False
        for digits in _DIGITS:
            gap = self.enclose_delta(0, digits) - enclose(level, digits=digits)
            if gap > 0 or gap <= 0:
                return bool(gap > 0)
        raise PrecisionError(
            f"delta(0) - {level} has no certain sign with {digits} digits: the two may be equal",
            gap,
        )

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _tails(self) -> Any:
        return tails_of(self.sigma)

    @cached_property
    def _continuous(self) -> Gaussian | None:
        return Gaussian(1 / self.sigma) if double(self.sigma) >= _CONTINUOUS_FROM else None

    def _pieces(self, level: Array, log_level: Array, mirrored: Any) -> tuple[Array, Array]:
        """f and 1 - f where the smaller of alpha and 1 - alpha (``mirrored``) is ``level``."""
        tails = self._tails
        n, share = tails.locate(level, log_level)
        n, share = np.where(mirrored, -n, n), np.where(mirrored, 1.0 - share, share)
        mass = tails.mass(n - 1.0)
        # from the right end and from the left end of the piece
        value = tails.upper(2.0 - n) + (1.0 - share) * mass
        return value, tails.upper(n) + share * mass

    def _at_levels(self, alpha: Array, rest: Array) -> tuple[Array, Array]:
        level = np.minimum(alpha, rest)
        return self._pieces(level, np.log(level), alpha > rest)

    def _at_thresholds(self, z: Array) -> tuple[Array, Array]:
        far = np.abs(z)
        log_level = np.log(mills(far)) - np.log(2 * np.pi) / 2 - far**2 / 2
        return self._pieces(normal_cdf(-far), log_level, z < 0)

    def _values(self, alpha: Array, rest: Array) -> Array:
        if self._continuous:
            return self._continuous._values(alpha, rest)
        return self._at_levels(alpha, rest)[0]

    def _complements(self, alpha: Array, rest: Array) -> Array:
        if self._continuous:
            return self._continuous._complements(alpha, rest)
        return self._at_levels(alpha, rest)[1]

    def _values_at_z(self, z: Array) -> Array:
        return self._continuous._values_at_z(z) if self._continuous else self._at_thresholds(z)[0]

    def _complements_at_z(self, z: Array) -> Array:
        if self._continuous:
            return self._continuous._complements_at_z(z)
        return self._at_thresholds(z)[1]

    def _delta_values(self, eps: Array) -> Array:
        if self._continuous:
            return self._continuous._delta_values(eps)
        size = np.abs(eps)
        delta = self._tails.delta(size)
        return np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)
