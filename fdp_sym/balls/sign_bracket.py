r"""A certified bracket of the profile of any number of different (eps, delta)-DP mechanisms.

The profile of randomised responses is :math:`\prod_i\operatorname{sech}(\varepsilon_i/2)` times
:math:`F(\varepsilon_1,\dots,\varepsilon_k)`, see `fdp_sym.balls.sign_sums`. As what is averaged is
convex in the sum, F is convex, symmetric and even, hence for vectors on a lattice

* F(a) is at least F(eps) if a weakly majorises eps: values move to the two ends of their cells so
  that the sums of the largest ones do not decrease. That is the upper side.
* :math:`2F(a)\le F(\varepsilon)+F(2a-\varepsilon)`, with the nearest point a: the lower side, where
  the last term is bounded from above as before.

What is off falls like the square of the width of the cells, but for less than one width at one of
the values. The steps are proved in the entries whose ids begin with ``murtagh-vadhan``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb
from sympy import Expr

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .kov_bounds import union
from .precision import precision
from .progress import found
from .refine import constant
from .sign_sums import SignSum

__all__ = ["SignBracket", "majorant"]

_ROUTE = "rounding to a lattice, both ways"
_BITS = 160
_FIRST_POINTS = 2**14
_MOST_POINTS = 2**22
_SIGMAS = 12  # about how many standard deviations are kept
_STEPS = 200
_SPARE = 9  # digits, for what is neglected
_MOST_DIGITS = 12  # that could be reached

Values = list[tuple[Fraction, int]]  # with how often they occur


class _Grid(NamedTuple):
    upper: SignSum
    nearest: SignSum
    mirrored: SignSum


class SignBracket:
    """The bracket for mechanisms with many different parameters.

    Parameters
    ----------
    epsilons, slacks : sequences of (value, multiplicity)
        Numbers, each eps > 0.
    """

    def __init__(
        self, epsilons: Sequence[tuple[Expr, Any]], slacks: Sequence[tuple[Expr, Any]]
    ) -> None:
        with precision(_BITS):
            logarithm = arb(0)
            self.below: Values = []
            self.above: Values = []
            for eps, n in epsilons:
                value = constant(eps)
                logarithm += int(n) * (value / 2).cosh().log()
                low, high = _bounds(value)
                self.below.append((low, int(n)))
                self.above.append((high, int(n)))
            self.factor = (-logarithm).exp()
            self.mass = union(slacks)
        self.spread = math.sqrt(sum(n * float(v) ** 2 for v, n in self.above))
        self.most = sum((n * v for v, n in self.above), Fraction(0))

    def delta(self, eps: Expr, digits: int, what: str) -> Ball:
        """The profile at eps.

        Raises
        ------
        PrecisionError
            If the width is not reached; its attribute ``ball`` is the best enclosure.
        """
        with precision(_BITS):
            low, high = _bounds(constant(eps))

        def attempt(grid: _Grid) -> Ball:
            with precision(_BITS):
                # it decreases with eps
                least, _ = self._between(grid, high)
                _, most = self._between(grid, low)
                return Ball(ar.bounds(least)[0], min(Fraction(1), ar.bounds(most)[1]), _ROUTE)

        return self._refined(attempt, [float(low)], digits, what)

    def epsilon(self, level: Fraction, digits: int, what: str) -> Ball:
        """The smallest eps >= 0 at which the profile is at most the level, which is not above that
        at 0 and not below the mass at infinity."""
        guess = [self.spread]

        def attempt(grid: _Grid) -> Ball:
            with precision(_BITS):
                goal = constant(level)
                if self._between(grid, Fraction(0))[1] <= goal:
                    return Ball(0, 0, _ROUTE)
                tolerance = Fraction(1, 10 ** (digits + 1))
                high = self._last(lambda e: not bool(self._between(grid, e)[1] <= goal), tolerance)[
                    1
                ]
                low = self._last(lambda e: bool(self._between(grid, e)[0] > goal), tolerance)[0]
            guess[0] = float(high)
            return Ball(low, high, _ROUTE)

        return self._refined(attempt, guess, digits, what)

    # -- both sides --------------------------------------------------------------------------------

    def _between(self, grid: _Grid, eps: Fraction) -> tuple[Any, Any]:
        inner = [
            self.factor * value
            for value in (
                2 * grid.nearest.excess(eps) - grid.mirrored.excess(eps),
                grid.upper.excess(eps),
            )
        ]
        low, high = (self.mass + (1 - self.mass) * value for value in inner)
        return low.max(self.mass), high

    def _last(
        self, above: Callable[[Fraction], bool], tolerance: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Where a condition that holds for small eps stops to hold: (holds or 0, does not)."""
        low, high = Fraction(0), self.most + 1
        for _ in range(_STEPS):
            if high - low <= tolerance * low:
                break
            middle = Fraction((low + high) / 2).limit_denominator(2**80)
            low, high = (middle, high) if above(middle) else (low, middle)
        return low, high

    def _refined(
        self, attempt: Callable[[_Grid], Ball], around: list[float], digits: int, what: str
    ) -> Ball:
        tolerance = Fraction(1, 10**digits)
        bits, most = (
            math.floor(math.log2(points / (_SIGMAS * self.spread)))
            for points in (_FIRST_POINTS, _MOST_POINTS)
        )
        best: Ball | None = None
        while best is None or best.relative_width > tolerance:
            if bits > most:
                raise PrecisionError(
                    f"{what} is enclosed only by {best}, not to {digits} digits: that is how far "
                    "this method reaches. Ask for fewer digits",
                    best,
                )
            try:
                ball = attempt(self._grid(bits, around[0], digits))
            except PrecisionError:
                bits = most + 1
                continue
            found(ball.lower, ball.upper, _ROUTE)
            best = ball if best is None or ball.width < best.width else best
            # the width falls at least like that of the cells, and at best like its square
            missing = float(min(2**10, max(1, best.relative_width / tolerance)))
            bits = max(bits + 1, min(most, bits + math.ceil(0.6 * math.log2(missing))))
        return best

    def _grid(self, bits: int, eps: float, digits: int) -> _Grid:
        unit = Fraction(1, 2**bits) if bits >= 0 else Fraction(2**-bits)
        nearest: dict[int, int] = {}
        mirrored: Values = []
        for (low, n), (high, _) in zip(self.below, self.above, strict=True):
            place = round(low / unit)
            nearest[place] = nearest.get(place, 0) + n
            mirrored.append((max(2 * place - low / unit, high / unit - 2 * place), n))
        upper = majorant((high / unit, n) for high, n in self.above)
        laws: dict[tuple[tuple[int, int], ...], SignSum] = {}
        sums = []
        for counts in (upper, nearest, majorant(mirrored)):
            key = tuple(sorted(counts.items()))
            if key not in laws:
                laws[key] = SignSum(
                    counts, unit, eps, math.ceil(2.31 * (min(digits, _MOST_DIGITS) + _SPARE))
                )
            sums.append(laws[key])
        return _Grid(*sums)


def majorant(values: Iterable[tuple[Fraction, int]]) -> dict[int, int]:
    """Whole numbers whose largest j have at least the sum of the largest j values, for every j.

    Within its cell each value moves to an end; what the larger ones have gained is carried on.

    Examples
    --------
    >>> majorant([(Fraction(1, 4), 3), (Fraction(3, 2), 1), (Fraction(5), 2)])
    {5: 2, 2: 1, 1: 1, 0: 2}
    """
    cells: dict[int, tuple[int, Fraction]] = {}
    for value, n in values:
        place = math.floor(value)
        count, rest = cells.get(place, (0, Fraction(0)))
        cells[place] = count + n, rest + n * (value - place)
    counts: dict[int, int] = {}
    gained = Fraction(0)
    for place, (count, rest) in sorted(cells.items(), reverse=True):
        moved = math.ceil(rest - gained)
        gained += moved - rest
        for end, n in ((place + 1, moved), (place, count - moved)):
            if n:
                counts[end] = counts.get(end, 0) + n
    return counts


def _bounds(x: Any) -> tuple[Fraction, Fraction]:
    low, high = ar.bounds(x)
    if isinstance(low, float) or isinstance(high, float):
        raise PrecisionError(f"{x} is out of the range of numbers")
    return low, high
