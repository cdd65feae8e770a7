r"""Which hyperbola, step and number of nodes the transform of a privacy loss is summed with.

Everything here is done in floats and proves nothing: a poor choice costs time or width. The bounds
that a plan is made for are those of `transform_hyperbola`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .subsampled_float import FloatRay
from .transform_plan import FloatFactor, FloatLoss

__all__ = ["HyperbolaPlan", "InnerPlan", "hyperbola_plan"]

Array = NDArray[np.float64]

_ANGLES = (0.1, 0.15, 0.2, 0.28, 0.36)
_STARTS = np.array([0.03, 0.1, 0.25, 0.45, 0.7])  # of the saddle point
_CROSSINGS = np.array([1.2, 1.6, 2.2, 3.2, 5.0])  # of the way from the start to the saddle point
_WALLS = np.array([0.5, 0.8])
_PLACES = np.arange(0.05, 32.0, 0.1)
_HEIGHTS = (0.3, 0.6, 1.0, 1.4, 1.8, 2.1, 2.3)
_RIGHT_ANGLE = 1.57
_FARTHEST = 1e14
# by which crude bounds exceed what they bound, and a margin of the estimates made here
_CRUDE, _MARGIN = 4.0, 3.0
# for a profile to two digits
_ROUGH = 12.0
_MOST_NODES = 50_000
_MOST_TERMS = 3e6


@dataclass(frozen=True)
class InnerPlan:
    """For the transform of a factor: the step and the heights of nodes and of the far path."""

    h: float
    psi: float
    far: float
    first: float
    last: float


@dataclass(frozen=True)
class HyperbolaPlan:
    """A sum over the points of the hyperbola with vertex distance ``radius`` right of ``start``.

    Attributes
    ----------
    start, radius, angle
        mu_0, r and alpha of `transform_hyperbola`.
    h, count
        The step and the number of nodes.
    inner
        One for each factor.
    scale
        log of about the size of the profile.
    excess
        By how much the log of the largest term is expected to exceed that.
    terms
        How many terms there are.
    depth
        What it was made for: errors of exp(-depth) times the size.
    """

    start: float
    radius: float
    angle: float
    h: float
    count: int
    inner: tuple[InnerPlan, ...]
    scale: float
    excess: float
    terms: float
    depth: float


def hyperbola_plan(loss: FloatLoss, eps: float, depth: float) -> HyperbolaPlan | None:
    """A plan for errors of exp(-depth) relative to the size of the profile at eps.

    None if eps is below the sum of the ends of the losses, or too far in the tail.
    """
    rough = _plan(loss, eps, _ROUGH, None)
    if rough is None or rough.terms > _MOST_TERMS:
        return None
    return _plan(loss, eps, depth, min(rough.scale, _log_profile(loss, rough, eps)))


def _log_profile(loss: FloatLoss, plan: HyperbolaPlan, eps: float) -> float:
    """log of the profile as the sum of a rough plan: the saddle point may miss it by far."""
    distance = eps - loss.least
    u, angle = plan.h * np.arange(plan.count), plan.angle
    s = plan.start + 1j * plan.radius * np.sinh(u - 1j * angle)
    slope = 1j * plan.radius * np.cosh(u - 1j * angle)
    total = loss.removed - s * distance + np.log(slope / (s * (s + 1)))
    for f, inner in zip(loss.factors, plan.inner, strict=True):
        turn = angle if f.sign > 0 else 0.0
        exponents = 1 + s if f.sign > 0 else -s.conjugate()
        size, v = FloatRay(f.mu, f.q, turn, inner.psi, 1.0).at(
            np.arange(inner.first, inner.last, inner.h)
        )
        terms = size + np.exp(1j * turn) * v * exponents[:, None]
        values = np.log(inner.h * np.exp(terms).sum(axis=1))
        total = total + f.k * (values if f.sign > 0 else values.conjugate())
    values = np.exp(total - plan.scale).imag * plan.h / math.pi
    value = float(values.sum() - values[0] / 2)
    return plan.scale + math.log(value) if value > 1e-12 else plan.scale


def _plan(loss: FloatLoss, eps: float, depth: float, scale: float | None) -> HyperbolaPlan | None:
    least = loss.least
    s, right, i, rough = loss.saddle(eps)
    scale = rough if scale is None else scale
    distance = eps - least
    if distance < 0 or i == len(s) - 1:
        return None
    saddle = float(s[i])
    inside = [j for j in range(len(s)) if right[j] - loss.removed - s[j] * least < 1]
    crossings = [_WALLS * s[inside[-1]]] if inside else []
    floor = scale - depth
    farthest = max(float(x) for x in (5 * saddle, *(c[-1] for c in crossings)))
    bounds = _LogBounds(loss, 3 * (2 + farthest))
    best: tuple[float, float, float, float, float, float] | None = None
    for angle in _ANGLES:
        for start in _STARTS * saddle:
            ends = np.concatenate([start + (saddle - start) * _CROSSINGS, *crossings])
            ends = ends[ends > 1.1 * start]
            choice = _best_end(bounds, angle, float(start), ends, distance, floor)
            if best is None or not choice[0] >= best[0]:
                best = choice
    if best is None or not math.isfinite(best[0]) or best[4] <= 0:
        return None
    _, angle, start, radius, h, last = best
    middle = np.array([start + radius * math.sin(angle)])
    size = float((loss.log_transform(middle) - middle * eps - np.log(middle * (middle + 1)))[0])
    excess = max(0.0, size + math.log(radius) - scale)
    count = math.ceil(last / h) + 1
    if count > _MOST_NODES:
        return None
    inner = tuple(_inner(f, angle, start, radius, depth + excess) for f in loss.factors)
    terms = count * sum((p.last - p.first) / p.h for p in inner)
    return HyperbolaPlan(start, radius, angle, h, count, inner, scale, excess, terms, depth)


class _LogBounds:
    """The sum of k log J(lambda) on each ray over the factors "remove", interpolated."""

    def __init__(self, loss: FloatLoss, most: float) -> None:
        self.factors = [f for f in loss.factors if f.sign > 0]
        self.removed = loss.removed
        added = [f for f in loss.factors if f.sign < 0]
        self.places = np.geomspace(1e-4, _FARTHEST, 100)
        self.falls = np.zeros(100)
        for f in added:
            self.falls += f.k * FloatRay(f.mu, f.q, 0.0, 0.0, 0.0).log_integral(-self.places)
        self.grid = np.geomspace(0.3, most, 40)
        self.known: dict[float, Array] = {}

    def __call__(self, angle: float, lam: Array) -> Array:
        if angle not in self.known:
            rays = [(f.k, FloatRay(f.mu, f.q, angle, 0.0, self.grid[-1])) for f in self.factors]
            total = sum((k * ray.log_integral(self.grid) for k, ray in rays), np.zeros(40))
            self.known[angle] = total
        return np.interp(lam, self.grid, self.known[angle])

    def added(self, real: Array) -> Array:
        """The like over the factors "add" where Re s is real; and the scale of all."""
        return self.removed + np.interp(np.log(real), np.log(self.places), self.falls)


def _best_end(
    bounds: _LogBounds,
    angle: float,
    start: float,
    ends: Array,
    distance: float,
    floor: float,
) -> tuple[float, float, float, float, float, float]:
    """The right boundary with the fewest nodes: that number, and the parameters."""
    wide = 2 * angle
    radius = (ends - start) / math.sin(wide)
    u = _PLACES[None, :]
    far = start + radius[:, None] * math.sin(wide) * np.cosh(u)
    turned = (1 + start) * math.cos(wide) + radius[:, None] / 2 * math.sin(2 * wide) * np.exp(-u)
    sizes = bounds(wide, turned)
    near = 1 + far[:, :30]
    sizes[:, :30] = np.minimum(sizes[:, :30], bounds(0.0, near))
    modulus = np.hypot(far, radius[:, None] * math.cos(wide) * np.sinh(u))
    right = (
        sizes
        + bounds.added(far)
        - far * distance
        + np.log(radius[:, None] * np.cosh(u) / modulus**2)
    )
    top = right.max(axis=1)
    right_bound = top + np.log(0.2 * np.exp(right - top[:, None]).sum(axis=1))
    left = bounds(0.0, np.array([1 + start]))[0] + bounds.added(np.array([start]))[0]
    left -= start * distance
    bound = np.logaddexp(left + math.log(math.pi / start), right_bound)
    h = 2 * math.pi * angle / (bound - floor + _MARGIN)
    node = start + radius[:, None] * math.sin(angle) * np.cosh(u)
    turned = (1 + start) * math.cos(angle) + radius[:, None] / 2 * math.sin(wide) * np.exp(-u)
    rest = bounds(angle, turned) + bounds.added(node) - node * distance
    rest -= np.log(radius[:, None] * np.sinh(u))
    small = rest < floor - _MARGIN
    last = np.where(small.any(axis=1), _PLACES[small.argmax(axis=1)], 1e6)
    i = int((last / h).argmin())
    return float(last[i] / h[i]), angle, start, float(radius[i]), float(h[i]), float(last[i])


def _inner(f: FloatFactor, angle: float, start: float, radius: float, depth: float) -> InnerPlan:
    if f.sign < 0:
        return _inner_added(f, start + radius * math.sin(angle), depth)
    low = (1 + start) * math.cos(angle)
    high = low + radius / 2 * math.sin(2 * angle)
    height = (1 + start) * math.sin(angle) + radius * math.sin(angle) ** 2
    vertex = 1 + start + radius * math.sin(angle)
    ends = np.array([low, high])
    value = FloatRay(f.mu, f.q, 0.0, 0.0, vertex).log_integral(np.array([vertex]))[0]
    aim = depth + math.log(2 * f.k) - float(value)
    below = float(FloatRay(f.mu, f.q, angle, 0.0, high).log_integral(ends).max()) + aim
    far = [FloatRay(f.mu, f.q, angle, psi, high) for psi in _HEIGHTS]
    above = [float(ray.log_integral(ends, height).max()) + aim + _CRUDE for ray in far]
    h, psi, far_psi = _largest_step(below, above)
    first, last = FloatRay(f.mu, f.q, angle, psi, high).range(low, depth + 5)
    return InnerPlan(h, psi, far_psi, first, last)


def _inner_added(f: FloatFactor, least: float, depth: float) -> InnerPlan:
    """For the direction "add", on a ray that is not turned, with Re s from ``least`` on."""
    lam = np.array([-least])
    value = float(FloatRay(f.mu, f.q, 0.0, 0.0, 0.0).log_integral(lam)[0])
    aim = depth + math.log(2 * f.k) - value
    heights = [*(psi for psi in _HEIGHTS if psi < _RIGHT_ANGLE), _RIGHT_ANGLE]
    far = [FloatRay(f.mu, f.q, 0.0, psi, 0.0) for psi in heights]
    above = [float(ray.log_integral(lam).max()) + aim + _CRUDE for ray in far]
    h, psi, far_psi = _largest_step(value + aim, above, heights)
    first, last = FloatRay(f.mu, f.q, 0.0, psi, 0.0).range(-least, depth + 5 - value)
    return InnerPlan(h, psi, far_psi, first, last)


def _largest_step(
    below: float, above: Sequence[float], heights: Sequence[float] = _HEIGHTS
) -> tuple[float, float, float]:
    """The step, the height of the nodes and that of the far path."""
    best = (0.0, 1.0, 2.0)
    for psi, size in zip(heights, above, strict=True):
        h = 2 * math.pi * psi / (below + size)
        if h > best[0]:
            best = h, psi * below / (below + size), psi
    return best
