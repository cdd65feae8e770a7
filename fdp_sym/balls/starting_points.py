r"""Where a search in the tails of a loss starts: saddle-point approximations, in floats.

With :math:`K(s)=E_Qe^{sL}` the tails are integrals over a vertical line through c,

.. math:: \delta(x)=\int\frac{K(s)e^{-sx}}{s(s+1)}\frac{ds}{2\pi i}\ (c>0),\qquad
    P(L>x)=\int\frac{K(s)e^{-(s+1)x}}{s+1}\frac{ds}{2\pi i}\ (c>-1),

and lines on the other side of the pole at 0, or at -1, give their complements. With h the logarithm
of the integrand without its exponential, the tail is about :math:`e^{h(c)-cx}/\sqrt{2\pi h''(c)}`
where x = h'(c). So c determines x and the tail beyond it, and it is c that is searched. Nothing is
proved here: a poor point costs time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bracket import Bracket
from .bracket_parts import log_product, transformed
from .precision import precision
from .sampled_line import SampledLoss
from .transform_plan import FloatFactor, FloatLoss

__all__ = ["StartingPoints"]

Floats = NDArray[np.float64]
LogTransform = Callable[[Floats], Floats]

_BITS = 64
_POINTS = 24
_ROUNDS = 4
_DISTANCES = np.geomspace(1e-6, 1e4, 2 * _POINTS)  # from a pole
_STEP = 1e-3
_PART = 2.0**-7
_LEAST = 2.0**-20


class StartingPoints:
    """Starting points for the tails of a product.

    Parameters
    ----------
    parts : fdp_sym.oracle.parts.Parts
    bracket : Bracket, optional
        What bounds the profile, where the transform is not known.
    """

    def __init__(self, parts: Any, bracket: Bracket | None = None) -> None:
        self.parts = parts
        self.bracket = bracket

    def near_profile(self, level: Callable[[], Any]) -> float | None:
        """About the x at which the profile is a level strictly between its limits."""
        with precision(_BITS):
            value, (slack, finite, _) = level(), self._masses()
            # the part at infinity is there for every x
            above, below = (finite - 1 + value) / slack, (1 - value) / slack
            if above < below:
                return self._point((0.0, -1.0), 0.0, _DISTANCES, above)
            return self._point((0.0, -1.0), 0.0, -1 / (1 + _DISTANCES), below)

    def near_level(self, level: Callable[[], Any]) -> tuple[float, float] | None:
        """About the x at which P(L > x) is a level strictly between its limits.

        With a distance from it at which that changes by a small part, or the other part does.
        """
        with precision(_BITS):
            value, (slack, _, finite) = level(), self._masses()
            above, below = value / slack, (finite - value) / slack
            share, grid = (above, _DISTANCES) if above < below else (below, -_DISTANCES)
            x = self._point((-1.0,), -1.0, -1 + grid, share)
            other = self._point((-1.0,), -1.0, -1 + grid, share * (1 + _PART))
        if x is None or other is None:
            return None
        return x, max(abs(other - x), _LEAST * (1 + abs(x)))

    def _masses(self) -> tuple[Any, Any, Any]:
        """The share of all but the slacks, and the finite masses of Q and of P."""
        slack = self.parts.slack
        masses = (slack, [*slack, *self.parts.all_infinite], [*slack, *self.parts.all_vanishing])
        slack, finite, p = (log_product(m).exp() for m in masses)
        return slack, finite, p

    def _log_transform(self) -> LogTransform | None:
        """log K at real points; None if the transform is not known."""
        parts = self.parts
        if parts.without_replacement:
            others = SampledLoss(parts.without_replacement, parts.gaussian).floats
        elif parts.others and not parts.subsampled:
            return None if self.bracket is None else self.bracket.log_transform()
        else:
            laws = [(float(law.mu), float(law.q), n, law.sign) for law, n in parts.subsampled]
            others = FloatLoss([FloatFactor(*law) for law in laws], float(parts.gaussian))
        factors = transformed(parts)
        return lambda s: sum((f.log_transform(s) for f in factors), others.log_transform(s))

    def _point(
        self, poles: tuple[float, ...], origin: float, grid: Floats, level: Any
    ) -> float | None:
        """The x of the c on the grid, which is refined, with that tail."""
        log_transform = self._log_transform()
        if log_transform is None or not level > 0:
            return None
        goal = float(level.log().mid())
        guess = math.nan
        with np.errstate(all="ignore"):
            for _ in range(_ROUNDS):
                x, tail = _saddles(log_transform, poles, origin, grid)
                good = np.isfinite(x) & np.isfinite(tail)
                x, tail, grid = x[good], tail[good] - goal, grid[good]
                change = np.flatnonzero(np.sign(tail[1:]) != np.sign(tail[:-1]))
                if not change.size:  # next to the largest or the least loss
                    return float(x[np.abs(tail).argmin()]) if x.size else None
                i = int(change[0])
                share = tail[i] / (tail[i] - tail[i + 1])
                guess = float(x[i] + share * (x[i + 1] - x[i]))
                grid = np.linspace(grid[i], grid[i + 1], _POINTS)
        return guess if math.isfinite(guess) else None


def _saddles(
    log_transform: LogTransform, poles: tuple[float, ...], origin: float, c: Floats
) -> tuple[Floats, Floats]:
    """For each c the x whose saddle point it is, and the logarithm of the tail there."""
    room = np.min([np.abs(c - pole) for pole in poles], axis=0)
    step = _STEP * np.minimum(room, 1.0)
    low, middle, high = (
        log_transform(s) - sum(np.log(np.abs(s - pole)) for pole in poles)
        for s in (c - step, c, c + step)
    )
    x = (high - low) / (2 * step)
    bend = (high - 2 * middle + low) / step**2
    return x, middle - (c - origin) * x - np.log(2 * math.pi * bend) / 2
