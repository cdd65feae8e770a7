r"""Subsampling without replacement: the operator :math:`C_p(f)=\min\{f_p,f_p^{-1}\}^{**}`.

Here :math:`f_p=pf+(1-p)\mathrm{Id}`. For a symmetric f with fixed point x* it has three pieces:
:math:`f_p` on [0, x*], the line :math:`x^*+f_p(x^*)-\alpha` up to :math:`f_p(x^*)`, and
:math:`f_p^{-1}` beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Abs, Expr, Integer, Interval, Piecewise, exp, log

from ..errors import UnsupportedError
from ..exact import parameter
from ..functions import Max, Min
from ..signs import possible_signs
from ..theorems.verdict import Status, Verdict
from .algebra import mixture
from .base import Array, TradeOff
from .gaussian import Gaussian
from .identity import Identity
from .inputs import within
from .numeric import double, double_pair
from .piecewise_linear import PiecewiseLinear, as_piecewise_linear
from .sampled_inverse import SampledInverse
from .sampled_tail import GaussianTail

__all__ = ["Subsampled", "subsample"]


def subsample(f: TradeOff, p: Any) -> TradeOff:
    r"""The guarantee of f after sampling m of n records without replacement, p = m/n.

    .. math:: C_p(f)=\min\{f_p,f_p^{-1}\}^{**},\qquad f_p=pf+(1-p)\mathrm{Id},

    the largest convex function below both. Neighbours differ by the **replacement** of a record,
    before sampling and after it; f is what holds for the mechanism on samples.

    Parameters
    ----------
    f : TradeOff
        The guarantee needs a symmetric f; the operator is defined for every f.
    p : number or expression in [0, 1]
        0 gives ``Identity()``; 1 gives f if f is symmetric, else
        :math:`\min\{f,f^{-1}\}^{**}`.

    Raises
    ------
    DomainError
        If p is outside [0, 1].

    Examples
    --------
    >>> f = subsample(Gaussian(1), "1/10")
    >>> f.tv() == Gaussian(1).tv() / 10
    True
    >>> print(f"{f(0.05):.6f} {f.delta(0.1):.6f}")
    0.929049 0.018472

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Definition 4.1, Theorem 4.2 and Section 4.
    """
    rate = parameter(p, "p", Interval(0, 1))
    if rate.is_zero or f == Identity() or not f._factors():
        return Identity()
    if rate == 1:
        return f.two_sided()
    linear = as_piecewise_linear(f)
    if f.is_symmetric:
        return Subsampled(f, rate) if linear is None else _three_pieces(linear, rate)
    return mixture([(rate, f), (1 - rate, Identity())]).two_sided()


def _three_pieces(f: PiecewiseLinear, p: Expr) -> PiecewiseLinear:
    """The exact vertices for a symmetric f: no order of symbols has to be decided."""
    x = f.fixed_point()
    count = len(f.breakpoints)
    # symmetric vertices: the first half lies left of the fixed point, which may be one of them
    flat = f.breakpoints[-2][1] == 0  # then (1, 0) mirrors no vertex
    half = (count - flat) // 2
    corners = [*f.breakpoints[:half], (x, x)]
    left = [(a, p * b + (1 - p) * (1 - a)) for a, b in corners]
    right = [(b, a) for a, b in reversed(left)]
    return PiecewiseLinear([*left, *right, *([(Integer(1), Integer(0))] if flat else [])], f.given)


class Subsampled(TradeOff):
    """:math:`C_p(f)` of a symmetric f; made by ``f.subsample(p)``."""

    is_symmetric = True

    @property
    def of(self) -> TradeOff:
        """The function of the mechanism that gets the sample."""
        return self.parameters[0]  # type: ignore[return-value]

    @property
    def rate(self) -> Expr:
        """The sampling rate p."""
        return self.parameters[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return subsample, self.parameters  # the rate may become 0 or 1 by substitution

    @cached_property
    def sampled(self) -> TradeOff:
        """The mixture p f + (1 - p) Id, one of the two functions below which this is."""
        return mixture([(self.rate, self.of), (1 - self.rate, Identity())])

    # f_p meets the line at the fixed point x* of f, and so does its inverse at f_p(x*)

    def _flat(self) -> tuple[Expr, Expr]:
        """The middle piece from x* to f_p(x*): both numbers."""
        x = self.of.fixed_point()
        if not isinstance(x, Expr):
            raise UnsupportedError(
                f"no closed form of {self} is known, as there is none of the fixed point of "
                f"{self.of}. Give numbers for alpha and for every symbol to get floats."
            )
        return x, self.rate * x + (1 - self.rate) * (1 - x)

    def fixed_point(self) -> Any:
        return (1 - self.tv()) / 2

    def tv(self) -> Any:
        return self.rate * self.of.tv()

    def _formula(self, alpha: Expr) -> Expr:
        first, last = self._flat()
        left, line = self.sampled._formula(alpha), first + last - alpha
        if alpha.is_zero or _order(alpha, first) in (-1, 0):
            return left
        if alpha == 1:
            return Integer(0)
        if _order(alpha, first) == 1 and _order(alpha, last) in (-1, 0):
            return line
        right = self._last_piece(alpha)
        if _order(alpha, last) == 1:
            return right
        return Piecewise((left, alpha <= first), (line, alpha <= last), (right, True))

    def _last_piece(self, alpha: Expr) -> Expr:
        if isinstance(self.of, Gaussian):
            return SampledInverse(alpha, self.rate, self.of.mu)
        return self.sampled.inverse()._formula(alpha)

    def _delta_formula(self, eps: Expr) -> Expr:
        # delta(-eps) = 1 - e^-eps + e^-eps delta(eps), as the function is symmetric
        size = Abs(eps)
        delta = self.rate * self.of._delta_formula(log(1 + (exp(size) - 1) / self.rate))
        if eps.is_nonnegative:
            return delta
        return Max(0, 1 - exp(eps)) + Min(1, exp(eps)) * delta

    def _reaches_limit(self) -> bool | None:
        return self.of._reaches_limit()

    def _at_least(self, other: TradeOff) -> Verdict | None:
        """By the laws of the operator: it decreases in p, down to f, and increases in f."""
        if not isinstance(other, Subsampled):
            smaller, excess = other, 1 - self.rate
        else:
            smaller, excess = other.of, other.rate - self.rate
        if not possible_signs(excess) <= {0, 1}:
            return None
        if self.of == smaller or (self.of >= smaller).status == Status.PROVED:
            route = "C_p(f) decreases in p, is f for p = 1, and increases in f"
            return Verdict(Status.PROVED, route, domain="alpha in [0, 1]")
        return None

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _rate(self) -> tuple[float, float]:
        return double(self.rate), double(1 - self.rate)

    @cached_property
    def _line(self) -> tuple[float, tuple[float, float], tuple[float, float]]:
        """x*, the gap p TV(f) between the line and Id, and 1 - gap: in two doubles each."""
        x = self.of.fixed_point()
        if not isinstance(x, Expr):
            gap = self._rate[0] * (1 - 2 * x)
            return x, (gap, 0.0), (1 - gap, 0.0)
        exact = self.rate * (1 - 2 * x)
        return double(x), double_pair(exact), double_pair(1 - exact)

    @cached_property
    def _tail(self) -> Callable[[Array, Array], Array]:
        """The inverse of the mixture."""
        if isinstance(self.of, Gaussian):
            pairs = double_pair(self.rate), double_pair(1 - self.rate)
            return GaussianTail(*pairs, double(self.of.mu)).levels
        return self.sampled.inverse()._values

    def _pieces(self, alpha: Array, rest: Array) -> tuple[Array, Any, Any]:
        """The line, and which levels lie left of it and right of it."""
        first, (gap, gap_low), (top, top_low) = self._line
        line = np.where(alpha <= 0.5, (top - alpha) + top_low, (rest - gap) - gap_low)
        left = alpha <= first
        return line, left, ~left & (line < first)

    def _values(self, alpha: Array, rest: Array) -> Array:
        p, q = self._rate
        values, left, right = self._pieces(alpha, rest)
        a, b = alpha[left], rest[left]
        values[left] = p * self.of._values(a, b) + q * b
        values[right] = self._tail(alpha[right], rest[right])
        return values

    def _complements(self, alpha: Array, rest: Array) -> Array:
        p, q = self._rate
        _, left, right = self._pieces(alpha, rest)
        gap, low = self._line[1]
        values = (gap + alpha) + low
        a, b = alpha[left], rest[left]
        values[left] = p * self.of._complements(a, b) + q * a
        values[right] = 1.0 - self._tail(alpha[right], rest[right])
        return values

    def _delta_values(self, eps: Array) -> Array:
        size = np.abs(eps)
        delta = self.sampled._delta_values(size)
        return np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)

    # -- certified values ------------------------------------------------------------------------

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        from ..balls import Ball, enclose, sign

        self._require_numbers("enclose")
        level = within(alpha, "alpha", Interval(0, 1))
        first, last = self._flat()
        pieces = []
        if (where := sign(first - level)) != -1:
            pieces.append(self.sampled.enclose(level, digits))
        if where != 1 and (then := sign(last - level)) != -1:
            pieces.append(enclose(first + last - level, digits=digits))
        if where != 1 and then != 1:
            pieces.append(self.sampled.inverse().enclose(level, digits))
        # at a level that is not told apart from a seam either piece may be the one
        low, high = min(b.lower for b in pieces), max(b.upper for b in pieces)
        return Ball(low, high, "three pieces")


def _order(alpha: Expr, seam: Expr) -> int | None:
    """The sign of alpha - seam, if both are numbers and it is decided."""
    from ..balls import sign

    return None if (alpha - seam).free_symbols else sign(alpha - seam)
