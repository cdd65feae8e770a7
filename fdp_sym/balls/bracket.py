r"""Profiles of products of any factors, from above and below.

Factors with known transforms are smoothed by a Gaussian (`smoothed_line`); factors known by their
profiles are put on a lattice first (`discretised`). With V_0 the variance of a Gaussian factor, w
that of the lattices, v that of the smoothing, and V their sum,

.. math:: \delta'_v-e^{(v+w)/8}\sqrt V(\sqrt V-\sqrt{V_0})\,q_V-\eta\le\delta\le\delta'_v,

where the dash stands for the law with lattices and :math:`\eta` for what its ends moved: smoothing
and the lattice only lose privacy, and a law with lattices is not worse than the original one with
the variance w more. The relative width is about V c (c + 1) at the saddle point c.

If there is a Gaussian factor and no lattice, nothing has to be smoothed, and the sum is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flint import arb

from ..errors import PrecisionError
from .discretised import Discretised, ProfileFactor
from .line_factors import Factor
from .precision import precision
from .refine import constant
from .smoothed_line import SmoothedLine, TooSlow
from .smoothed_plan import Plan, plan_line, saddle

__all__ = ["Bracket", "Bracketed"]

_BITS = 96
_FLOAT_DEPTH = 24.0
_MOST_FLOATS = 6e8  # elementary operations for nodes alone: a few seconds
_MOST_BALLS = 1e6
_MOST_CELLS = 30_000
_NODE = 600.0  # what a node costs by itself
_COARSE = 256
_LEAST = 1e-12
_FARTHEST = 200.0
_ATTEMPTS = 8
_ORDERS = (1e-2, 1e-5)


class Bracketed(NamedTuple):
    """An enclosure of the profile, and roughly its slope: exp(x) P(L > x)."""

    delta: Any
    lifted: Any


class _Setting(NamedTuple):
    """Lattices and smoothing."""

    smoothing: float
    step: float
    threshold: float


class Bracket:
    """The profile of a product.

    Parameters
    ----------
    factors : callable
        Makes the factors with known transforms at the current precision.
    profiles : sequence of ProfileFactor
    variance : callable
        Encloses the variance of the Gaussian factor, 0 without one.
    masses : callable
        Encloses the logarithm of the product of 1 - m over the masses m at infinity of all but the
        profiles' factors, and that over the slacks alone, with which all else is multiplied.

    Attributes
    ----------
    route : str
        How it is computed.
    """

    def __init__(
        self,
        factors: Callable[[], Sequence[Factor]],
        profiles: Sequence[ProfileFactor],
        variance: Callable[[], Any],
        masses: Callable[[], tuple[Any, Any]],
    ) -> None:
        self.factors, self.profiles = factors, profiles
        self.variance, self.masses = variance, masses
        self._lattices: dict[int, tuple[float, list[Discretised]]] = {}
        self._coarse: tuple[list[Factor], list[Discretised]] | None = None
        self._last: tuple[_Setting, float, float, SmoothedLine, list[Discretised]] | None = None

    @property
    def route(self) -> str:
        """How the profile is computed."""
        if self.is_exact:
            return "transform on a line"
        return f"bracket by {'lattices and ' if self.profiles else ''}Gaussian smoothing"

    @property
    def is_exact(self) -> bool:
        """Whether nothing needs to be smoothed."""
        return not self.profiles and bool(self.variance() > 0)

    def delta(self, x: Any, relative: float, absolute: float = 0.0) -> Bracketed:
        """The profile at x to about one of these widths, or as well as is affordable.

        Raises
        ------
        PrecisionError
            If not even a first enclosure is affordable.
        """
        if self.is_exact:
            found = self._exact(x, relative)
            if found is not None:
                return found
        with precision(_BITS):
            return self._bracket(arb(x), max(relative, _LEAST), absolute)

    def order(self, x: Any, target: Callable[[], Any]) -> int | None:
        """The sign of the target minus the profile at the exact number x, if it is decided."""
        for relative in _ORDERS:
            with precision(_BITS):
                level, value = target(), self.delta(constant(x), relative).delta
                if level > value or level < value:
                    return 1 if level > value else -1
        return None

    def log_transform(self) -> Callable[[Any], Any]:
        """log K of about this law at real points, in floats: no bound."""
        with precision(_BITS):
            factors, coarse = self._first_law()
            return _transform([*factors, *(d.factor for d in coarse)], float(self.variance()))

    # -- without smoothing --------------------------------------------------------------------

    def _exact(self, x: Any, relative: float) -> Bracketed | None:
        depth = -math.log(relative) + 4
        with precision(_BITS):
            factors, variance = self.factors(), float(self.variance())
            transform = _transform(factors, variance)
            plan = plan_line(transform, variance, float(x), depth)
        cost = plan.count * sum(len(getattr(f, "atoms", ())) or 4 for f in factors)
        if cost > _MOST_BALLS:
            return None
        bits = math.ceil(depth / math.log(2)) + 40 + math.ceil(math.log2(plan.count + 2))
        with precision(bits):
            line = SmoothedLine(self.factors(), self.variance(), plan, True)
            at = line.at(arb(x))
            total, slack = self.masses()
            delta = -total.expm1() + slack.exp() * at.delta
            return Bracketed(delta, (slack.exp() * at.lifted).mid())

    # -- with smoothing -----------------------------------------------------------------------

    def _bracket(self, x: Any, relative: float, absolute: float) -> Bracketed:
        point = float(x.mid())
        c, _ = saddle(self.log_transform(), point)
        best: Bracketed | None = None
        # next to the largest loss the saddle point is far out, and says little
        c = min(c, _FARTHEST)
        total = max(relative / (1.2 * c * (c + 1)), absolute / 4)
        setting = self._setting(total, 1e-13)
        for _ in range(_ATTEMPTS):
            try:
                found = self._evaluate(x, setting, c)
            except PrecisionError as error:
                if best is not None:
                    break
                if isinstance(error, TooSlow):
                    raise
                total *= 16
                setting = self._setting(total, 1e-13)
                continue
            if best is None or found.delta.rad() < best.delta.rad():
                best = found
            size = float(found.delta.upper())
            allowed = max(absolute, relative * float(found.delta.lower()))
            width = 2 * float(found.delta.rad())
            if width <= allowed:
                return found
            total *= 0.8 * max(min(allowed / width, 0.5), 1e-2)
            setting = self._setting(total, min(setting.threshold, size * relative * 1e-3))
        if best is None:
            raise PrecisionError("all sums that are affordable are too wide")
        return best

    def _first_law(self) -> tuple[list[Factor], list[Discretised]]:
        if self._coarse is None:
            lattices = []
            for f in self.profiles:
                low, high = f.range(1e-12)
                lattices.append(f.on_lattice(arb((high - low) / _COARSE), low, high))
            self._coarse = list(self.factors()), lattices
        return self._coarse

    def _setting(self, total: float, threshold: float) -> _Setting:
        if not self.profiles:
            return _Setting(total, 0.0, threshold)
        # sqrt(2) and some more for the density, half of what is left for the lattices
        part = total / 4
        n = sum(f.n for f in self.profiles)
        return _Setting(part, math.log1p(math.sqrt(8 * part / math.pi / n)), threshold / n)

    def _evaluate(self, x: Any, setting: _Setting, c: float) -> Bracketed:
        line, lattices = self._line(float(x.mid()), setting, c)
        own, v = self.variance(), arb(setting.smoothing)
        total, slack = self.masses()
        for f, lattice in zip(self.profiles, lattices, strict=True):
            total += f.n * (-lattice.infinite).log1p()
        if not self.profiles:
            at = line.at(x)
            added, comparison = v, arb(1)
        else:
            d = lattices[0].step
            growth = d.exp()
            n = sum(f.n for f in self.profiles)
            w = n * arb.pi() / 8 * (growth - 1) ** 2
            added = v + w
            every = own + added
            a = n * d**2 / 4 * growth
            m = a * growth / 2
            comparison = arb(2).sqrt() * (every / 8 + m / 2 + (a + 2 * m * m) / (4 * every)).exp()
            at = line.at(x, 2 * every)
        every = own + added
        # sqrt(V) - sqrt(V_0) without cancellation
        gap = (added / 8).exp() * every.sqrt() * added / (every.sqrt() + own.sqrt())
        moved = sum((d.moved for d in lattices), arb(0))
        below = at.delta - gap * comparison * at.density.upper() - moved.upper()
        infinite = -total.expm1()
        low, high = (infinite + slack.exp() * end for end in (below, at.delta))
        low = low.max(1 - x.exp()).max(arb(0))
        return Bracketed(low.lower().union(high.upper()), (slack.exp() * at.lifted).mid())

    def _line(
        self, x: float, setting: _Setting, c: float
    ) -> tuple[SmoothedLine, list[Discretised]]:
        if self._last is not None:
            old, at, where, line, lattices = self._last
            near = abs(x - at) * (where + 1) < 0.05
            if near and old.smoothing <= setting.smoothing and old.threshold <= setting.threshold:
                return line, lattices
        factors, _ = self._first_law()
        variance = self.variance() + arb(setting.smoothing)
        bits, lattices = 0, []
        if self.profiles:
            bits = math.ceil(-math.log2(setting.step))
            lattices = self._on_lattices(bits, setting.threshold)
        everything = [*factors, *(d.factor for d in lattices)]
        plan = plan_line(_transform(everything, float(variance)), float(variance), x, _FLOAT_DEPTH)
        exact = None
        if self.profiles:
            # so that the values on the line are a discrete Fourier transform
            size = 1 << math.ceil(math.log2(2 * math.pi / plan.h) + bits)
            exact = 2 * arb.pi() / (size * arb(2) ** -bits)
            h = float(exact)
            plan = replace(plan, h=h, count=math.ceil(plan.count * plan.h / h) + 1)
        _affordable(plan)
        line = SmoothedLine(everything, variance, plan, False, exact)
        self._last = setting, x, c, line, lattices
        return line, lattices

    def _on_lattices(self, bits: int, threshold: float) -> list[Discretised]:
        """The profiles' laws on multiples of 2**-bits."""
        known = self._lattices.get(bits)
        if known is not None and known[0] <= threshold:
            return known[1]
        result = []
        for f in self.profiles:
            low, high = f.range(threshold)
            cells = (high - low) * 2.0**bits
            if cells > _MOST_CELLS:
                raise PrecisionError(
                    f"a lattice would have {cells:.0f} cells of {_MOST_CELLS} allowed"
                )
            result.append(f.on_lattice(arb(2) ** -bits, low, high))
        self._lattices = {bits: (threshold, result)}
        return result


def _transform(factors: Sequence[Factor], variance: float) -> Callable[[Any], Any]:
    def log_transform(s: Any) -> Any:
        return sum((f.log_transform(s) for f in factors), variance * s * (s + 1) / 2)

    return log_transform


def _affordable(plan: Plan) -> None:
    work = plan.count * _NODE
    if work > _MOST_FLOATS:
        raise PrecisionError(f"a sum would have {work:.0e} terms of {_MOST_FLOATS:.0e} allowed")
