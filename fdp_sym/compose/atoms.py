r"""The product of a function with finitely many likelihood ratios and one other function g.

Losses add, so with masses :math:`q_i` of Q at the losses :math:`\ell_i` of the finite factor

.. math:: \delta(\varepsilon)=q_\infty+\sum_i q_i\,\delta_g(\varepsilon-\ell_i).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from sympy import Add, Dummy, Expr, Integer, Sum, binomial, log

from ..errors import UnsupportedError
from ..tradeoff.base import Array, TradeOff
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.numeric import double, normal_cdf
from .randomized_response import BinomialPower

__all__ = ["FiniteTimes"]

_MOST_TERMS = 64
_CHUNK = 2**20  # numbers in one array
_GOLDEN = (5**0.5 - 1) / 2
_ROOT_2PI = math.sqrt(2 * math.pi)


class FiniteTimes(TradeOff):
    """The product of ``finite`` and ``other``; a `Product` delegates to it.

    Floats with a Gaussian ``other`` are sums of positive terms at the threshold of the optimal
    test, accurate in both tails. With another function they are extrema over eps, accurate
    relative to 1.

    Parameters
    ----------
    finite : TradeOff
        A `PiecewiseLinear` or a `BinomialPower`.
    other : TradeOff

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> round(FiniteTimes(EpsDelta(1).as_piecewise_linear(), Gaussian(1))(0.5), 12)
    0.079220589748
    """

    parameters: tuple[Any, TradeOff]

    def __init__(self, finite: TradeOff, other: TradeOff) -> None:
        super().__init__(finite, other)

    @property
    def finite(self) -> Any:
        """The factor with finitely many likelihood ratios."""
        return self.parameters[0]

    @property
    def other(self) -> TradeOff:
        """The other factor."""
        return self.parameters[1]

    @property
    def is_symmetric(self) -> bool:
        return bool(self.finite.is_symmetric and self.other.is_symmetric)

    def _formula(self, alpha: Expr) -> Expr:
        if alpha == 1:
            return Integer(0)
        raise UnsupportedError(
            f"no closed form of {self.finite} @ {self.other} at {alpha} is known; give a float, or "
            "ask for an enclosure"
        )

    def _delta_formula(self, eps: Expr) -> Expr:
        finite, profile = self.finite, self.other._delta_formula
        if isinstance(finite, BinomialPower):
            n, x, j = finite._sayable, finite.x, Dummy("j", integer=True, nonnegative=True)
            mass = binomial(n, j) * x ** (n - j)
            return Sum(mass * profile(eps - (n - 2 * j) * finite.eps), (j, 0, n)) / (1 + x) ** n
        points, slopes = finite.breakpoints, finite.slopes
        if len(slopes) > _MOST_TERMS:
            raise UnsupportedError(
                f"the profile of {self.other} times a function with {len(slopes)} pieces is too "
                "long a formula; give a float, or ask for an enclosure"
            )
        pieces = zip(points, points[1:], slopes, strict=False)
        terms = [(b - c) * profile(eps - log(-s)) for (_, b), (_, c), s in pieces if s != 0]
        return Add(1 - points[0][1], *terms)

    # -- floats ----------------------------------------------------------------------------------

    def _sum(self, weights: Array, function: Callable[[Array], Array], points: Array) -> Array:
        """Sums over the finite losses of weight times the function of point - loss."""
        losses = self.finite._table.order
        kept = (weights > 0) & np.isfinite(losses)
        weights, losses = weights[kept], losses[kept]
        total = np.empty_like(points)
        size = max(1, _CHUNK // max(1, len(losses)))
        for start in range(0, len(points), size):
            part = slice(start, start + size)
            shifted = points[part, np.newaxis] - losses
            values = function(shifted.ravel()).reshape(shifted.shape)
            # row by row: a value must not depend on which others are asked for
            total[part] = (values * weights).sum(axis=1)
        return total

    def _delta_values(self, eps: Array) -> Array:
        table = self.finite._table
        return table.complement[0] + self._sum(table.drop, self.other._delta_values, eps)

    def _values(self, alpha: Array, rest: Array) -> Array:
        if isinstance(self.other, Gaussian):
            return self._at_thresholds(alpha, rest)[0]
        return np.where(rest > self._never, 1.0 - self._least_cost(alpha), 0.0)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        if isinstance(self.other, Gaussian):
            return self._at_thresholds(alpha, rest)[1]
        return np.where(rest > self._never, self._least_cost(alpha), 1.0)

    @property
    def _never(self) -> float:
        """The P-mass at the loss -oo of the finite factor, which no test rejects."""
        table = self.finite._table
        return float(table.width[~np.isfinite(table.order)].sum())

    def _at_thresholds(self, alpha: Array, rest: Array) -> tuple[Array, Array]:
        """f and 1 - f, from the threshold of the optimal test."""
        table, mu = self.finite._table, double(self.other.parameters[0])  # type: ignore[arg-type]
        q, never = table.drop, self._never
        t = np.empty_like(alpha)
        small = alpha <= 0.5
        t[small] = self._threshold(alpha[small], mu, -1.0, 0.0)
        t[~small] = self._threshold(rest[~small], mu, 1.0, never)
        accepted = self._sum(q, lambda s: normal_cdf(s / mu - mu / 2), t)
        rejected = table.complement[0] + self._sum(q, lambda s: normal_cdf(mu / 2 - s / mu), t)
        accepted = np.where(alpha == 0, table.beta[0], np.where(rest <= never, 0.0, accepted))
        rejected = np.where(alpha == 0, table.complement[0], np.where(rest <= never, 1.0, rejected))
        return accepted, rejected

    def _threshold(self, target: Array, mu: float, side: float, never: float) -> Array:
        """t with P(L <= t) (side 1) or P(L > t) (side -1) equal to ``target``.

        Newton's method on the logarithm, inside a bracket that bisection shrinks.
        """
        table = self.finite._table
        losses = table.order[np.isfinite(table.order)]
        low = np.full_like(target, losses.min() - mu * (40 + mu))
        high = np.full_like(target, losses.max() + mu * (40 + mu))
        t = (low + high) / 2
        (open_,) = np.nonzero(target > never)
        for _ in range(100):
            at, goal = t[open_], target[open_]
            value = never + self._sum(
                table.width, lambda s: normal_cdf(side * (s / mu + mu / 2)), at
            )
            density = self._sum(table.width, lambda s: np.exp(-((s / mu + mu / 2) ** 2) / 2), at)
            above = side * (value - goal) > 0
            low[open_] = np.where(above, low[open_], at)
            high[open_] = np.where(above, at, high[open_])
            new = at - side * value * np.log(value / goal) * mu * _ROOT_2PI / density
            inside = (low[open_] < new) & (new < high[open_])
            t[open_] = np.where(inside, new, (low[open_] + high[open_]) / 2)
            open_ = open_[np.abs(t[open_] - at) > 4e-16 * (np.abs(at) + mu)]
            if not len(open_):
                break
        return t

    def _least_cost(self, alpha: Array) -> Array:
        """1 - f: the least delta(eps) + exp(eps) alpha, by golden section over eps."""

        def cost(eps: Array) -> Array:
            return self._delta_values(eps) + np.exp(eps) * alpha

        low, high = np.full_like(alpha, -745.0), np.full_like(alpha, 709.0)
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        at_left, at_right = cost(left), cost(right)
        best = np.minimum(1.0, np.minimum(at_left, at_right))
        for _ in range(80):
            # a tie is between two costs of 1 on the left, or between infinite ones on the right
            keep_low = (at_left < at_right) | ((at_left == at_right) & (left > 0))
            high, low = np.where(keep_low, right, high), np.where(keep_low, low, left)
            new = np.where(keep_low, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
            at_new = cost(new)
            best = np.minimum(best, at_new)
            left, right = np.where(keep_low, new, right), np.where(keep_low, left, new)
            at_left, at_right = (
                np.where(keep_low, at_new, at_right),
                np.where(keep_low, at_left, at_new),
            )
        return best
