r"""Which line, step and number of nodes the transform of a privacy loss is summed with.

Everything here is done in floats and proves nothing: a poor choice costs time or width. The bounds
that a plan is made for are those of `transform_line`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .line_factors import Factor as LineFactor
from .subsampled_moments import step_of

__all__ = ["FloatFactor", "FloatLoss", "LinePlan"]

Array = NDArray[np.float64]
Angles = tuple[tuple[float, float], ...]

_SHARES = (0.25, 0.4, 0.6, 0.8, 1.0)  # of the saddle point
_ANGLES = np.linspace(0.03, 1.5, 24)
_FARTHEST = 1e12
_LARGEST = 1e5
_HIGH_ORDER, _FAR_APART = 3000.0, 40.0
_MOST_POINTS = 2e4  # of a grid


@dataclass(frozen=True)
class FloatFactor:
    """The k-th power of a subsampled Gaussian: sign 1 is the direction "remove", -1 "add"."""

    mu: float
    q: float
    k: int
    sign: int

    def grid(self, most: float) -> tuple[Array, Array, Array]:
        """Points z, log of the normal weights, and log W: for moments up to the order ``most``."""
        z = np.arange(-14.0, 14.0 + self.mu * max(most, 0.0), self.step)
        return z, -(z**2) / 2 + math.log(self.step / math.sqrt(2 * math.pi)), self.log_ratio(z)

    @property
    def step(self) -> float:
        """The distance of the points."""
        return min(0.15, max(0.3 / self.mu, 0.02))

    def log_ratio(self, z: Array) -> Array:
        """log W at the point z."""
        y = self.mu * z - self.mu**2 / 2
        return np.logaddexp(math.log1p(-self.q), math.log(self.q) + y)

    @property
    def most(self) -> float:
        """About the largest s that matters unless eps / k is large."""
        return min(20 + 4 * (math.log(1 / self.q) + 10) / self.mu**2, self.farthest)

    @property
    def farthest(self) -> float:
        """The largest s for which the grid is not too long."""
        return max(20.0, _MOST_POINTS * self.step / self.mu)

    def exponents(self, s: Array) -> Array:
        """The power of W whose mean is K(s)."""
        return 1 + s if self.sign > 0 else -s

    def log_transform(self, s: Array) -> Array:
        """log K(s) for real s; a large order or mu would need too long a grid."""
        exponents = np.asarray(self.exponents(s))
        known = exponents > _HIGH_ORDER / self.mu**2
        if self.mu > _FAR_APART:
            known[:] = True
        result = np.empty(exponents.shape)
        result[known] = self._log_far_apart(exponents[known])
        if not known.all():
            result[~known] = self._log_sum(exponents[~known])
        return result

    def _log_far_apart(self, exponents: Array) -> Array:
        """log of the moments of W where only one term of it matters near each peak."""
        upper = exponents * (math.log(self.q) + (exponents - 1) * self.mu**2 / 2)
        upper[exponents < 1] = -np.inf  # the peak is not there
        return np.logaddexp(exponents * math.log1p(-self.q), upper)

    def _log_sum(self, exponents: Array) -> Array:
        _, weights, ratio = self.grid(float(exponents.max()))
        terms = weights + exponents[:, None] * ratio
        top = terms.max(axis=1)
        return np.asarray(top + np.log(np.exp(terms - top[:, None]).sum(axis=1)))

    def terms(self, c: float, t: float, depth: float) -> float:
        """About how many terms a moment has."""
        alpha, inner = 1 + c if self.sign > 0 else -c, depth + math.log(2 * self.k)
        width = 2 * math.sqrt(2 * inner) + self.mu * max(alpha, 0.0)
        return width / step_of(self.mu, alpha, t, inner).h

    def decay(self, c: float) -> Callable[[float], tuple[float, float]]:
        """The function of t that gives log B(t) for the best angle, and that angle."""
        alpha = float(self.exponents(np.array([c]))[0])
        z, weights, _ = self.grid(alpha)
        y = self.mu * z - self.mu**2 / 2
        # where exp(y) is large only its phase matters, and where it overflows nothing
        large = np.maximum(y - 300, 0)
        w = 1 - self.q + self.q * np.exp((y - large)[None, :] + 1j * _ANGLES[:, None])
        lift = (_ANGLES[:, None] / self.mu) ** 2 / 2
        sizes = weights + alpha * (np.log(np.abs(w)) + large) + lift
        angles = np.angle(w)

        def log_decay(t: float) -> tuple[float, float]:
            terms = sizes - t * angles
            top = terms.max(axis=1)
            values = top + np.log(np.exp(terms - top[:, None]).sum(axis=1))
            best = int(values.argmin())
            return float(values[best]), float(_ANGLES[best])

        return log_decay


@dataclass(frozen=True)
class LinePlan:
    """A sum over the points c + i j h, j < count.

    Attributes
    ----------
    c, h, count
        The line, the step and the number of nodes.
    right, left
        The exponents c_1 and c_2 of the bounds of the aliases.
    angles
        For each factor the theta of the bound of its decay, and the expected log of that.
    scale
        log of about the size of the profile.
    excess
        By how much the log of the largest term is expected to exceed that.
    terms
        About how many terms all the moments at all the nodes have.
    """

    c: float
    h: float
    count: int
    right: float
    left: float
    angles: Angles
    scale: float
    excess: float
    terms: float


class FloatLoss:
    """A product of subsampled Gaussians, of a Gaussian of parameter ``normal`` and of others.

    The others are factors as in `line_factors`.
    """

    def __init__(
        self, factors: list[FloatFactor], normal: float, others: Sequence[LineFactor] = ()
    ) -> None:
        self.factors = factors
        self.normal = normal
        self.others = others

    @property
    def least(self) -> float:
        """The sum of the ends of the losses: the least one if all factors are "remove"."""
        return sum(f.sign * f.k * math.log1p(-f.q) for f in self.factors)

    @property
    def removed(self) -> float:
        """The part of it that is due to the direction "remove"."""
        return sum(f.k * math.log1p(-f.q) for f in self.factors if f.sign > 0)

    @cached_property
    def _table(self) -> tuple[Array, Array, Array]:
        """Points s > 0, and log K at s and at -1 - s."""
        largest = min(max(f.most for f in self.factors), *(f.farthest for f in self.factors))
        s = np.geomspace(1e-7, largest, 220)
        return s, self.log_transform(s), self.log_transform(-1 - s)

    def _right(self, eps: float) -> tuple[Array, Array]:
        """Points s > 0 beyond the saddle point, and log K there."""
        s, right, _ = self._table
        largest = min(_LARGEST, *(f.farthest / 3 for f in self.factors))
        while (s[int((right - s * eps).argmin())] > s[-1] / 3) and s[-1] < largest:
            s = np.append(s, s[-1] * np.geomspace(1.05, 3, 22))
            right = np.append(right, self.log_transform(s[len(right) :]))
        return s, right

    def log_transform(self, s: Array) -> Array:
        """log K(s) for real s."""
        total = self.normal**2 * s * (s + 1) / 2
        for f in self.factors:
            total = total + f.k * f.log_transform(s)
        for other in self.others:
            total = total + other.log_transform(s)
        return np.asarray(total)

    def below(self, eps: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Exponents s < -1, and s in (-1, 0), and log K(s) exp(-s eps) where it is least."""
        s, _, left = self._table
        middle = -np.linspace(0.02, 0.98, 49)
        result = []
        for points, values in ((-1 - s, left), (middle, self.log_transform(middle))):
            sizes = values - points * eps
            i = int(sizes.argmin())
            result.append((float(points[i]), float(sizes[i])))
        return result[0], result[1]

    def saddle(self, eps: float) -> tuple[Array, Array, int, float]:
        """Points s, log K there, the index of the saddle point, and log of about the profile."""
        s, right = self._right(eps)
        chernoff = right - s * eps - np.log(s * (s + 1))
        i = int(chernoff.argmin())
        return s, right, i, float(chernoff[i]) - _saddle_width(s, chernoff, i)

    def line(self, eps: float, depth: float) -> LinePlan | None:
        """A plan for errors of exp(-depth) relative to the size of the profile at eps.

        None if eps is too far in the tail.
        """
        s, right, saddle, scale = self.saddle(eps)
        if saddle == len(s) - 1:
            return None
        below, _, left = self._table
        floor = scale - depth
        choices = []
        for share in _SHARES:
            c = float(share * s[saddle])
            beyond = s > 1.05 * c
            over = np.logaddexp(0, right - s * eps - floor)[beyond] / (s[beyond] - c)
            under = np.logaddexp(0, left + (1 + below) * eps - floor) / (1 + below + c)
            i, j = int(over.argmin()), int(under.argmin())
            h = float(2 * math.pi / max(over[i], under[j]))
            choices.append((h, c, float(s[beyond][i]), float(below[j])))
        h, c, a, b = max(choices)
        size = float(self.log_transform(np.array([c]))[0]) - c * eps
        if not (math.isfinite(h) and h > 0):
            return None
        t, angles = self._end(c, floor + c * eps - 2.0, max(h, 1.0))
        count, excess = math.ceil(t / h) + 1, size - math.log(c) - scale
        terms = count * sum(f.terms(c, t, depth + excess) for f in self.factors)
        return LinePlan(c, h, count, a, b, angles, scale, excess, terms)

    def _end(self, c: float, floor: float, t: float) -> tuple[float, Angles]:
        """The t from which on log B is below the floor; the angles and decays of the factors."""
        decays = [f.decay(c) for f in self.factors]
        rest = sum(float(other.log_transform(np.array([c]))[0]) for other in self.others)

        def excess(t: float) -> float:
            normal = self.normal**2 * (c * (c + 1) - t * t) / 2
            return (
                rest
                + normal
                + sum(f.k * d(t)[0] for f, d in zip(self.factors, decays, strict=True))
            )

        low = 0.0
        while excess(t) > floor and t < _FARTHEST:
            low, t = t, 2 * t
        for _ in range(7):
            middle = (low + t) / 2
            low, t = (middle, t) if excess(middle) > floor else (low, middle)
        angles = []
        for f, d in zip(self.factors, decays, strict=True):
            size, angle = d(t)
            angles.append((angle, size - float(f.log_transform(np.array([c]))[0])))
        return t, tuple(angles)


def _saddle_width(s: Array, values: Array, i: int) -> float:
    """What the curvature at the saddle point takes off the logarithm of the integral."""
    if not 0 < i < len(s) - 1:
        return 0.0
    before, after = np.diff(values[i - 1 : i + 2]) / np.diff(s[i - 1 : i + 2])
    curvature = 2 * (after - before) / (s[i + 1] - s[i - 1])
    return max(0.0, 0.5 * math.log(2 * math.pi * curvature))
