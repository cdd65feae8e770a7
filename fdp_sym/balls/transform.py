r"""Products of powers of Poisson-subsampled Gaussians, and a Gaussian: tails of the loss.

The transform of the loss is summed on a line (`transform_line`), which suits large powers, or, if
there is nothing else, on a hyperbola (`transform_hyperbola`): whichever is expected to cost less. A
loss of "remove" is at least, and one of "add" at most, :math:`\pm\log(1-q)`. If all factors have
the same direction, what lies beyond the sum e of these ends is known.

The hyperbola is for x >= e. Otherwise the answer is read off the reversed pair: its loss is -L,
"remove" becomes "add", and

.. math:: \delta_{rev}(x)=1-e^x+e^x\delta(-x),\quad Q_{rev}(L_{rev}>x)=1-P(L>-x),\quad
    P_{rev}(L_{rev}>x)=1-Q(L>-x).

What cancels there is paid with working precision.

Far below the bulk of the loss Markov's inequality is enough, with :math:`K(s)=E_Qe^{sL}`:
:math:`Q(L\le x),\,e^xP(L\le x),\,\delta(x)-1+e^x\le K(s)e^{-sx}` for s < -1, and
:math:`Q(L\le x),\,e^xP(L>x),\,\tfrac12(1-\delta(x))\le K(s)e^{-sx}` for -1 < s < 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import arb, ctx

from ..errors import PrecisionError
from .hyperbola_plan import hyperbola_plan
from .line_factors import Factor as LineFactor
from .losses import Tail
from .precision import precision
from .refine import constant
from .subsampled_float import rate
from .transform_hyperbola import HyperbolaSum
from .transform_line import Factor, LineSum, real_transform
from .transform_plan import FloatFactor, FloatLoss

__all__ = ["TransformLoss"]

_LOG2 = math.log(2)
# of the working precision, bits that are left to rounding
_SPARE = 28
_BOUND_BITS = 80
# terms are about 30 ns each on a line, ten times that on a hyperbola
_MOST_TERMS = 3e7
# microseconds a term, and for the rest
_LINE_COST, _HYPERBOLA_COST = (0.1, 3e4), (1.7, 1e5)

# a sum, the bits it is evaluated with, and whether it is one of the reversed pair
_Sum = tuple[LineSum | HyperbolaSum, int, bool]


class TransformLoss:
    """The law of the loss of a product of subsampled Gaussians, a Gaussian and other factors.

    Parameters
    ----------
    factors : sequence of (mu, q, k, sign)
        mu > 0 and 0 < q < 1 as expressions; sign 1 for the direction "remove", -1 for "add".
    normal : Expr
        The mu of the Gaussian, 0 without one.
    others : callable, optional
        Makes the other factors, with known transforms, at the current precision.
    """

    def __init__(
        self,
        factors: Sequence[tuple[Any, Any, int, int]],
        normal: Any,
        others: Callable[[], Sequence[LineFactor]] | None = None,
    ) -> None:
        self.numbers = list(factors)
        self.normal = normal
        self.others = others or (lambda: ())
        numbers = [(float(mu), rate(q), k, sign) for mu, q, k, sign in self.numbers]
        with precision(_BOUND_BITS):
            rest = self.others()
        self.floats = FloatLoss([FloatFactor(*f) for f in numbers], float(normal), rest)
        signs = {sign for _, _, _, sign in numbers}
        self.sign = signs.pop() if len(signs) == 1 and normal == 0 and not rest else 0
        # what the hyperbola is for, and the reversed pair
        self.is_pure = normal == 0 and not rest
        self.reversed = FloatLoss([FloatFactor(*f[:3], -f[3]) for f in numbers], 0.0)
        self.count = sum(f[2] for f in numbers)
        self._last: _Sum | None = None
        self._failed: set[float] = set()

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; a poor enclosure where the sums would be too long.

        Raises
        ------
        PrecisionError
            If they are too long from the start.
        """
        beyond = self._beyond_all(x)
        if beyond is not None:
            return beyond
        if self._last is not None:
            tail = self._evaluate(*self._last, x)
            if tail.delta.rel_accuracy_bits() >= ctx.prec - _SPARE - 8:
                return tail
        point = float(x)
        near_one = self._near_one(x)
        if near_one is not None:
            return near_one
        if point not in self._failed:
            with np.errstate(all="ignore"):  # plans only
                found = self._sum(point)
            if found is not None:
                tail = self._evaluate(*found, x)
                if all(value.is_finite() for value in tail):
                    self._last = found
                    return tail
            # the sum is too long, or a bound does not exist: more bits do not help
            self._failed.add(point)
            if self._last is None:
                raise PrecisionError("all sums of the transform of the loss are too long")
        unknown = arb(0).union(arb(1))
        return Tail(unknown, unknown, unknown)

    def _beyond_all(self, x: Any) -> Tail | None:
        """The tail where all losses are on one side of x."""
        if not self.sign:
            return None
        end = self._end()
        if self.sign > 0 and x <= end:
            return Tail(arb(1), arb(1), -x.expm1())
        if self.sign < 0 and x >= end:
            return Tail(arb(0), arb(0), arb(0))
        return None

    def _near_one(self, x: Any) -> Tail | None:
        """The tail where Markov's inequality leaves nothing else to compute."""
        (low, small), (middle, tiny) = self.floats.below(float(x))
        floor = -(ctx.prec + 2) * _LOG2
        far = small <= floor + math.log(max(1e-300, -math.expm1(min(float(x), 0.0))))
        if tiny > floor and not far:
            return None
        with precision(_BOUND_BITS):
            s = arb(low if far else middle)
            bound = real_transform(self._factors(), constant(self.normal), s) * (-s * x).exp()
            for other in self.others():
                bound *= other.real(s)
        if not bound.is_finite():
            return None
        size = arb(0).union(bound.upper())
        if far:
            return Tail(1 - size, 1 - size * (-x).exp(), size - x.expm1())
        return Tail(1 - size, size * (-x).exp(), 1 - 2 * size)

    def _sum(self, x: float) -> _Sum | None:
        """The cheaper sum for the current precision."""
        depth = (ctx.prec - _SPARE) * _LOG2
        line = self.floats.line(x, depth)
        cost = math.inf if line is None else line.terms * _LINE_COST[0] + _LINE_COST[1]
        if self.is_pure and cost > _HYPERBOLA_COST[1]:
            side = 1 if x >= self.floats.least else -1
            hyperbola = hyperbola_plan(self.floats if side > 0 else self.reversed, side * x, depth)
            if hyperbola and hyperbola.terms * _HYPERBOLA_COST[0] + _HYPERBOLA_COST[1] < cost:
                if hyperbola.terms > _MOST_TERMS / 10:
                    return None
                bits = self._bits(hyperbola.excess, hyperbola.count)
                with precision(bits):
                    end = side * self._end()
                    return HyperbolaSum(self._factors(side), hyperbola, end), bits, side < 0
        if line is None or line.terms > _MOST_TERMS:
            return None
        bits = self._bits(line.excess, line.count)
        with precision(bits):
            normal = constant(self.normal)
            terms = LineSum(self._factors(), normal, line, depth, self.others())
            return terms, bits, False

    def _bits(self, excess: float, nodes: int) -> int:
        """What cancels, and what powers and sums add to the relative error of a term."""
        return int(ctx.prec + math.ceil(excess / _LOG2 + math.log2(self.count * nodes)))

    def _factors(self, side: int = 1) -> list[Factor]:
        return [
            Factor(constant(mu), constant(q), k, side * sign) for mu, q, k, sign in self.numbers
        ]

    def _end(self) -> Any:
        """The sum of the ends of the losses; exactly 0 if they cancel."""
        counts: dict[Any, int] = {}
        for _, q, k, sign in self.numbers:
            counts[q] = counts.get(q, 0) + sign * k
        return sum((n * (-constant(q)).log1p() for q, n in counts.items() if n), arb(0))

    def _evaluate(self, terms: LineSum | HyperbolaSum, bits: int, reverse: bool, x: Any) -> Tail:
        with precision(bits):
            if not reverse:
                return terms.tail(x)
            other, growth = terms.tail(-x), x.exp()
            return Tail(1 - other.p, 1 - other.q, growth * other.delta - x.expm1())
