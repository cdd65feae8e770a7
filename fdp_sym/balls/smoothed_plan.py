"""Which line, step and number of nodes a smoothed loss is summed with.

Floats choose, and prove nothing: a poor choice costs time or width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import PrecisionError

__all__ = ["Plan", "plan_line", "saddle"]

Floats = NDArray[np.float64]

_LEAST, _MOST = 1e-3, 1e5
_BITS = 26


@dataclass(frozen=True)
class Plan:
    """The points c + i j h, j < count, and the exponents of the bounds of the aliases."""

    c: float
    h: float
    count: int
    right: float
    left: float


def saddle(transform: Callable[[Floats], Floats], x: float) -> tuple[float, float]:
    """The c > 0 with the least K(c) exp(-c x)/(c (c + 1)), and the logarithm of that."""

    def height(c: Floats) -> Floats:
        return transform(c) - c * x - np.log(c * (c + 1))

    grid = np.geomspace(_LEAST, _MOST, 41)
    for _ in range(3):
        values = height(grid)
        best = int(np.nanargmin(np.where(np.isfinite(values), values, np.inf)))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
        grid = np.geomspace(low, high, 11)
    return float(grid[5]), float(values[best])


def plan_line(
    transform: Callable[[Floats], Floats], variance: float, x: float, depth: float
) -> Plan:
    """A plan whose errors are about exp(-depth) of the profile at x.

    ``transform`` is log K with the Gaussian of this variance.
    """
    c, height = saddle(transform, x)
    # the profile is smaller than the integrand at the saddle point
    depth += 3 + math.log1p(c)
    goal = height - depth
    c = _short(c)
    right = c + np.geomspace(0.05 * (1 + c), 40 * (1 + c) + 200, 40)
    left = np.geomspace(0.01, 40 * (1 + c) + 200, 40)
    with np.errstate(all="ignore"):
        over = (transform(right) - right * x + _log_peak(right) - goal) / (right - c)
        under = (transform(-1 - left) + (1 + left) * x + _log_peak(left) - goal) / (1 + left + c)
    if np.isnan(over).all() or np.isnan(under).all():
        raise PrecisionError(f"no line is found for a loss of {x:.3g}, beyond the range of doubles")
    i, k = int(np.nanargmin(over)), int(np.nanargmin(under))
    period = max(float(over[i]), float(under[k]), 1e-3)
    h = _short(2 * math.pi / period)
    farthest = math.sqrt(2 * depth / variance)
    return Plan(c, h, math.ceil(farthest / h) + 2, _short(float(right[i])), _short(float(left[k])))


def _log_peak(a: Any) -> Any:
    return a * np.log(a) - (1 + a) * np.log1p(a)


def _short(x: float) -> float:
    """A positive number nearby with few bits, so that multiples of it are exact doubles."""
    mantissa, exponent = math.frexp(x)
    return math.ldexp(math.floor(mantissa * 2**_BITS), exponent - _BITS)
