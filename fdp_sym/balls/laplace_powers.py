r"""Powers of the Laplace law: the tails of its k-fold sum by a trapezoidal sum on a circle.

**The law.** For :math:`L_\mu` the transform is
:math:`K(s)=E_Qe^{sL}=\tfrac12e^{-\mu/2}\bigl[e^{\mu T/2}(1+\tfrac1T)+e^{-\mu T/2}(1-\tfrac1T)
\bigr]` with T = 2s + 1. By inversion, on a vertical line right of the poles,

.. math:: Q(L>x)=\int\frac{K^ke^{-sx}}{s}\,\frac{ds}{2\pi i},\quad
    e^xP(L>x)=\int\frac{K^ke^{-sx}}{s+1}\,\frac{ds}{2\pi i},\quad
    \delta(x)=\int\frac{K^ke^{-sx}}{s(s+1)}\,\frac{ds}{2\pi i}.

**The circle.** Expand :math:`K^k` into its k + 1 exponentials. Of term m the exponential is
:math:`e^{((k-2m)\mu-x)T/2}`: for m < M = ceil((k - x/mu)/2) it pushes the line to the left, where
the poles are; the others vanish. What is left is finite, and the line may be bent to any circle
around them: with U = (k mu - x)/2,

.. math:: H(T)=-2^{-k}e^{-U}\,\frac{e^{UT}}{1-T}\Bigl(\frac{1+T}T\Bigr)^{k-1}W(X),\qquad
    W(X)=\sum_{m<M}\binom kmX^m,\quad X=-e^{-\mu T}\frac{1-T}{1+T},

the numbers Q(L > x), :math:`e^xP(L>x)` and delta are the means of (1 + T) H, (T - 1) H and 2 H over
a circle \|T\| = rho > 1. H is analytic but for poles at 0 and at 1, where the residue is 1/2.

**Aliases.** The mean over N equidistant points of the circle exceeds that over the circle by
:math:`\sum_{l\ne0}h_{lN}\rho^{lN}`, with the Laurent coefficients h beyond the pole at 1. The pole
contributes :math:`\tfrac12T^{-k}(1+T^{-1}+\ldots)` there: a known
:math:`\tfrac12\sum_{lN\ge k}\rho^{-lN}`. Without it H is analytic but for 0, so that
:math:`|h_n|\le b(r)r^{-n}`, where b(r) bounds it on \|T\| = r, for r > rho if n > 0 and for
r < rho if n < 0. With (1 + T) H and 2 H the pole counts twice, with (T - 1) H it is gone. For any
0 < t <= 1 is :math:`\sum_{m<M}\binom kmu^{k-m}v^m\le t^{1-M}(u+tv)^k`, hence

.. math:: |H|\le\frac{2^{-k}e^{U(\mathrm{Re}\,T-1)}}{r^{k-1}|1-r^2|}\,t^{1-M}
    \bigl(|1+T|+t\,|1-T|e^{-\mu\,\mathrm{Re}\,T}\bigr)^k,

on arcs with the largest of each factor.

**Negative x.** The law of -L under Q is that of L under P, so that Q(L > x) = 1 - P(L >= -x).

**At an atom.** For x = (k - 2m) mu it may be undecided whether term m counts, 0 < m < k. With
:math:`u=(k-2m)\mu-x` next to 0 and :math:`c=2^{-k}e^{-U}` it is, up to its sign, the mean of
:math:`c\binom km(1+T)^{k-m-1}(1-T)^{m-1}T^{1-k}e^{uT/2}` times 1 + T, T - 1 or 2. With
:math:`e^{uT/2}` replaced by 1 that is the coefficient of :math:`T^{k-1}`: an atom of mass
:math:`c\binom km` for the tails, 0 for the profile. On \|T\| = k, where
:math:`|1\pm T|^k\le ek^k`, the rest is at most :math:`6c\binom km(e^{k|u|/2}-1)`.

The numbers of points and the radii are a matter of speed and width only. As rho > 1, no digits are
lost in a deep tail; what cancels on the circle is paid with working precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from flint import acb, arb, arb_poly, ctx

from .losses import Tail, candidates, joined

__all__ = ["LaplacePower", "lost_bits"]

_RADII = 14  # radii that are tried on either side, in steps of a factor
_ANGLES = [math.cos(math.pi * j / 8) for j in range(9)]
_FACTOR = 1.35
_FEWEST_ARCS = 32
_STEPS = 24
_GOLDEN = (math.sqrt(5) - 1) / 2
_TINY = 1e-300
_LEAST_REACH = 1e-150
_LEAST_SHIFT = 1e-290  # for arithmetic of doubles


class LaplacePower:
    """The law of the loss of the k-fold product of the Laplace trade-off function of shift mu > 0.

    Parameters
    ----------
    k : int
    mu : arb
    """

    def __init__(self, k: int, mu: Any) -> None:
        self.k = k
        self.mu = mu
        self._ways = [arb(1)]

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; an undecided M leaves the union of its candidates."""
        counts = candidates((self.k - x / self.mu) / 2, self.k)
        if len(counts) > 3:  # x is a poor ball: more precision is cheaper
            any_mass = arb(0).union(arb(1))
            return Tail(any_mass, any_mass, any_mass)
        if len(counts) == 2 and 0 < counts[0] < self.k:
            return self._with_or_without(counts[0], x)
        return joined(self._tail(count, x) for count in counts)

    def _with_or_without(self, m: int, x: Any) -> Tail:
        """The terms before m, and that of m as a ball: its offset may have either sign."""
        k, size = self.k, abs((self.k - 2 * m) * self.mu - x)
        atom = arb.bin_uiui(k, m) * ((x - k * self.mu) / 2).exp() / arb(2) ** k
        around = _around(6 * atom * (k * size / 2).expm1())
        q, p, delta = self._tail(m, x)
        jump = arb(0).union(atom.upper()) + around
        return Tail(q + jump, p + jump * (-x).exp(), delta + around)

    def _tail(self, count: int, x: Any) -> Tail:
        if count <= 0:
            return Tail(arb(0), arb(0), arb(0))
        if count > self.k:
            return Tail(arb(1), arb(1), 1 - x.exp())
        if x < 0:
            q, p, delta = self._tail(self.k + 1 - count, -x)
            return Tail(1 - p, 1 - q, 1 - x.exp() * (1 - delta))
        return self._means(count, x)

    def _means(self, count: int, x: Any) -> Tail:
        k, mu = self.k, self.mu
        reach = (k * mu - x) / 2
        plan = _plan(k, float(mu), float(reach), count, ctx.prec)
        points, radius = plan.points, arb(plan.radius)
        binomials = arb_poly(self._binomials(count))
        q = p = delta = acb(0)
        for j in range(points // 2 + 1):
            t = radius * acb(0, 2 * arb.pi() * j / points).exp()
            ratio = (1 - t) / (1 + t)
            value = binomials(-(-mu * t).exp() * ratio) * ((1 + t) / t) ** (k - 1)
            value *= (reach * (t - 1)).exp() / (1 - t)
            if j not in (0, points - j):
                value += value
            q, p, delta = q + value * (1 + t), p + value * (t - 1), delta + value
        scale = -(arb(2) ** -k) / points
        pole = _geometric(radius**-points) * radius ** (points * (1 - -(-k // points)))
        outer, inner = arb(plan.outer), arb(plan.inner)
        around = _around(
            self._largest(count, reach, outer) * _geometric((radius / outer) ** points)
            + (self._largest(count, reach, inner) + 1 / (abs(1 - inner) * inner ** (k - 1)))
            * _geometric((inner / radius) ** points)
        )
        return Tail(
            scale * q.real - pole + around,
            (scale * p.real + around) * (-x).exp(),
            2 * scale * delta.real - pole + around,
        )

    def _binomials(self, count: int) -> list[Any]:
        for m in range(len(self._ways), count):
            self._ways.append(self._ways[-1] * (self.k + 1 - m) / m)
        return self._ways[:count]

    def _largest(self, count: int, reach: Any, radius: Any) -> Any:
        """A bound on (1 + T) H, (T - 1) H and 2 H on the circle of that radius."""
        k = self.k
        arcs = max(_FEWEST_ARCS, k // 16)
        largest = arb("-inf")
        for j in range(arcs):
            right, left = (radius * (1 - arb(2 * i) / arcs) for i in (j, j + 1))
            up = (1 + 2 * right + radius**2).log() / 2
            down = (1 - 2 * left + radius**2).log() / 2 - self.mu * left
            tilt = (_odds(k, count) + up - down).mid().min(arb(0))
            size = k * (up + (tilt + down - up).exp().log1p()) - (count - 1) * tilt
            largest = largest.max((size + reach * (right - 1).max(left - 1)).upper())
        size = (2 + radius) * (largest - (k - 1) * radius.log()).exp() / arb(2) ** k
        return size / (abs(1 - radius) * (1 + radius))


class _Plan(NamedTuple):
    """The radius of the circle, those of two others that bound the aliases, and how many points."""

    radius: float
    outer: float
    inner: float
    points: int


@lru_cache(maxsize=64)
def _plan(k: int, mu: float, reach: float, count: int, bits: int) -> _Plan:
    def size(radius: float) -> float:
        return max(_log_size(k, mu, reach, count, radius, c) for c in _ANGLES)

    radius = _least(size, k, mu, reach)
    goal = size(radius) - (bits + 4) * math.log(2)
    best = []
    for side in (1, -1):
        tried = []
        for i in range(1, _RADII):
            other = radius * _FACTOR ** (side * i)
            height = size(other)
            if side < 0:
                height = max(height, -math.log(abs(1 - other)) - (k - 1) * math.log(other))
            tried.append(((height - goal) / abs(math.log(other / radius)), other))
        best.append(min(tried))
    points = math.ceil(max(n for n, _ in best)) + 1
    return _Plan(radius, best[0][1], best[1][1], max(points, 2))


def lost_bits(k: int, mu: float, x: float) -> int:
    """About how many bits cancel on the circle, for a profile beyond x."""
    if not (_LEAST_SHIFT < mu and abs(x) < k * mu):
        return 5 * k if mu <= _LEAST_SHIFT else 0
    reach = (k * mu - abs(x)) / 2
    count = math.ceil(reach / mu)
    if not 0 < count <= k:
        return 0
    plan = _plan(k, mu, reach, count, 64)

    def right(radius: float) -> float:
        return _log_size(k, mu, reach, count, radius, 1.0)

    largest = max(_log_size(k, mu, reach, count, plan.radius, c) for c in _ANGLES)
    answer = right(_least(right, k, mu, reach))
    return math.ceil((largest - answer) / math.log(2)) + k.bit_length()


def _least(size: Callable[[float], float], k: int, mu: float, reach: float) -> float:
    """The radius > 1 where a function, about convex, is least."""
    low, high = -math.log(4 + k * mu), math.log(8 + 8 * k / max(reach, _LEAST_REACH))
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = size(1 + math.exp(left)), size(1 + math.exp(right))
    for _ in range(_STEPS):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = size(1 + math.exp(left))
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = size(1 + math.exp(right))
    return 1 + math.exp((low + high) / 2)


def _log_size(k: int, mu: float, reach: float, count: int, radius: float, c: float) -> float:
    """The logarithm of the bound of H where T = radius exp(i theta), cos(theta) = c."""
    height = radius * math.sqrt(1 - c * c)
    up = math.log(math.hypot(1 + radius * c, height) or _TINY)
    down = math.log(math.hypot(1 - radius * c, height) or _TINY) - mu * radius * c
    tilt = _tilt(k, count, up, down)
    top = max(up, tilt + down)
    size = k * (top + math.log(math.exp(up - top) + math.exp(tilt + down - top)) - math.log(2))
    size -= (count - 1) * tilt + (k - 1) * math.log(radius)
    return size + reach * (radius * c - 1) - math.log((1 + radius) * (abs(1 - radius) or _TINY))


def _tilt(k: int, count: int, up: float, down: float) -> float:
    """log t where the bound of the truncated sum is least."""
    return min(0.0, _odds(k, count) + up - down)


def _odds(k: int, count: int) -> float:
    return math.log((count - 1) / (k - count + 1)) if count > 1 else -1000.0


def _geometric(ratio: Any) -> Any:
    """The sum of all powers from the first."""
    return ratio / (1 - ratio)


def _around(size: Any) -> Any:
    bound = size.upper()
    return (-bound).union(bound)
