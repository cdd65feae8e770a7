r"""Float kernels: upper tails of the discrete normal distribution N_Z(0, sigma^2).

Up to sigma = 128 a table is made of the masses and of the ratios
:math:`R(n)=S(n+1)/p(n)`, by :math:`R(n-1)=(1+R(n))p(n)/p(n-1)` from the far end: sums of positive
terms in which earlier errors fade. Beyond that the Euler-Maclaurin formula at :math:`n-\tfrac12`
is accurate to a few units in the last place with six corrections, because the ratio of
neighbouring masses is within :math:`e^{\pm0.31}` wherever they are not zero in doubles.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr

from .base import Array
from .numeric import (
    double,
    double_pair,
    mills,
    mills_drop,
    normal_cdf,
    normal_upper_quantile,
    two_product,
)

__all__ = ["Smooth", "Table", "tails_of"]

_TABLE_UP_TO = 128.0
_FURTHEST = 39.0  # standard deviations; masses beyond are 0 in doubles
# B_2j(1/2)/(2j)!
_BERNOULLI = (
    -1 / 24,
    7 / 5760,
    -31 / 967680,
    127 / 154828800,
    -73 / 3503554560,
    1414477 / 2678117105664000,
)


def tails_of(sigma: Expr) -> Any:
    """The tails for a standard deviation."""
    return (Table if double(sigma) <= _TABLE_UP_TO else Smooth)(sigma)


class _Tails:
    """What both have in common: the outcomes n are whole numbers in doubles."""

    def __init__(self, sigma: Expr) -> None:
        self.sigma = double(sigma)
        # the rate c in exp(-c n^2); beyond the doubles the largest one stands for it
        high, low = double_pair(1 / (2 * sigma**2))
        self.rate = (high, low) if np.isfinite(high) else (1e300, 0.0)

    def _exponential(self, n: Array) -> Array:
        """exp(-c n^2)."""
        square, error = two_product(n * n, self.rate[0])
        error = np.where(np.isfinite(error), error, 0.0) + n * n * self.rate[1]
        return np.exp(-square) * (1.0 - np.where(square < 1e4, error, 0.0))

    def loss(self, n: Array) -> Array:
        """log dQ/dP at n."""
        return (2.0 * n - 1.0) * self.rate[0]


class Table(_Tails):
    """Tails by a table of every n >= 0 whose mass is not zero."""

    def __init__(self, sigma: Expr) -> None:
        super().__init__(sigma)
        self.last = int(_FURTHEST * self.sigma) + 3
        n = np.arange(self.last + 2, dtype=float)
        self.ratio = np.zeros_like(n)
        shrink = np.exp(-self.loss(n))  # p(n)/p(n - 1)
        for i in range(self.last, -1, -1):
            self.ratio[i] = (1.0 + self.ratio[i + 1]) * shrink[i + 1]
        self.total = 1.0 + 2.0 * self.ratio[0]
        self.masses = self._exponential(n) / self.total
        self.log_masses = -n * n * self.rate[0] - np.log(self.total)
        self.tails = self.masses * (1.0 + self.ratio)
        self.tails[0] = 1.0 - self.tails[1]
        self.log_tails = self.log_masses + np.log1p(self.ratio)

    def mass(self, n: Array) -> Array:
        """P[N = n]."""
        return self.masses[np.minimum(np.abs(n), self.last + 1).astype(int)]

    def upper(self, n: Array) -> Array:
        """P[N >= n]."""
        tail = self.tails[np.clip(np.where(n > 0, n, 1 - n), 0, self.last + 1).astype(int)]
        return np.where(n > 0, tail, 1.0 - tail)

    def locate(self, level: Array, log_level: Array) -> tuple[Array, Array]:
        """n with S(n + 1) <= level <= S(n), and (level - S(n + 1))/p(n), for levels up to 1/2."""
        tiny = level < 1e-290
        by_value = np.searchsorted(-self.tails, -level, side="left")
        by_log = np.searchsorted(-self.log_tails, -log_level, side="left")
        i = np.clip(np.where(tiny, by_log, by_value) - 1, 0, self.last)
        share = np.where(
            tiny, np.exp(log_level - self.log_masses[i]), level / np.maximum(self.masses[i], 1e-300)
        )
        return i.astype(float), np.clip(share - self.ratio[i], 0.0, 1.0)

    def delta(self, eps: Array) -> Array:
        """The profile for eps >= 0: a sum over the outcomes with a larger loss."""
        n = np.arange(1.0, self.last + 2.0)
        weight, loss = self.mass(n - 1.0), self.loss(n)
        return np.array([weight @ np.maximum(0.0, -np.expm1(e - loss)) for e in eps.tolist()])


class Smooth(_Tails):
    """Tails by the Euler-Maclaurin formula, for large sigma."""

    def _normal(self, n: Array) -> tuple[Array, Array]:
        """(n - 1/2)/sigma as a sum of two doubles."""
        z = (n - 0.5) / self.sigma
        product, error = two_product(z, self.sigma)
        return z, (((n - 0.5) - product) - error) / self.sigma

    def _corrections(self, z: Array) -> Array:
        """The sum of b_j sigma^-2j He_{2j-1}(z)."""
        before, hermite, total = np.ones_like(z), z, np.zeros_like(z)
        for j, b in enumerate(_BERNOULLI, start=1):
            total = total + b * hermite / self.sigma ** (2 * j)
            for m in (2 * j - 1, 2 * j):
                before, hermite = hermite, z * hermite - m * before
        return total

    def mass(self, n: Array) -> Array:
        """P[N = n]."""
        return self._exponential(n) / (self.sigma * np.sqrt(2 * np.pi))

    def upper(self, n: Array) -> Array:
        """P[N >= n]."""
        z, low = self._normal(np.where(n > 0, n, 1.0 - n))
        density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
        tail = normal_cdf(-z, -low) + density * self._corrections(np.minimum(z, 2 * _FURTHEST))
        return np.where(n > 0, tail, 1.0 - tail)

    def locate(self, level: Array, log_level: Array) -> tuple[Array, Array]:
        """n with S(n + 1) <= level <= S(n), and (level - S(n + 1))/p(n), for levels up to 1/2."""
        z, _ = normal_upper_quantile(level, 1.0 - level)
        n = np.floor(np.minimum(z, _FURTHEST) * self.sigma + 0.5)
        n = np.where(self.upper(n + 1.0) > level, n + 1.0, n)
        n = np.where(self.upper(n) < level, n - 1.0, n)
        mass = self.mass(n)
        share = np.where(mass > 0, (level - self.upper(n + 1.0)) / np.maximum(mass, 1e-320), 0.0)
        return n, np.clip(share, 0.0, 1.0)

    def delta(self, eps: Array) -> Array:
        """The profile for eps >= 0; differences of tails as in the continuous case."""
        n = np.floor(np.minimum(eps * self.sigma, 2 * _FURTHEST) * self.sigma + 0.5) + 1.0
        a, b = (n - 1.5) / self.sigma, (n - 0.5) / self.sigma
        excess = np.expm1(np.minimum(eps - (n - 1.0) / self.sigma**2, 1.0))
        drop = mills_drop(a, 1 / self.sigma) - mills(b) * excess
        corrections = self._corrections(b)
        drop = drop + (self._corrections(a) - corrections) - corrections * excess
        return np.maximum(0.0, np.exp(-(a**2) / 2) / np.sqrt(2 * np.pi) * drop)
