r"""Products of powers of Poisson-subsampled Gaussians, and a Gaussian: tails of the loss.

The transform of the loss is summed on a line (`transform_line`). If all factors have the same
direction and there is no Gaussian, the loss is bounded on one side by the sum of
:math:`\pm k\log(1-q)`, and what lies beyond is known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from flint import arb, ctx

from .losses import Tail
from .refine import constant
from .transform_line import Factor, LineSum
from .transform_plan import FloatFactor, FloatLoss

__all__ = ["TransformLoss"]

_LOG2 = math.log(2)
# of the working precision, bits that are left to rounding
_SPARE = 28
# about 30 ns and 5 bytes each
_MOST_TERMS = 3e7


class TransformLoss:
    """The law of the loss of a product of subsampled Gaussians and at most one Gaussian.

    Parameters
    ----------
    factors : sequence of (mu, q, k, sign)
        mu > 0 and 0 < q < 1 as expressions; sign 1 for the direction "remove", -1 for "add".
    normal : Expr
        The mu of the Gaussian, 0 without one.
    """

    def __init__(self, factors: Sequence[tuple[Any, Any, int, int]], normal: Any) -> None:
        self.numbers = list(factors)
        self.normal = normal
        floats = [FloatFactor(float(mu), float(q), k, sign) for mu, q, k, sign in self.numbers]
        self.floats = FloatLoss(floats, float(normal))
        self.count = sum(f[2] for f in self.numbers)
        self._sum: tuple[int, LineSum] | None = None

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; a poor enclosure where the sums would be too long."""
        return self._beyond_all(x) or self._inside(x)

    def _beyond_all(self, x: Any) -> Tail | None:
        """The tail where all losses are on one side of x."""
        signs = {sign for _, _, _, sign in self.numbers}
        if self.normal != 0 or len(signs) > 1:
            return None
        end = sum((s * k * (-constant(q)).log1p() for _, q, k, s in self.numbers), arb(0))
        if signs == {1} and x <= end:
            return Tail(arb(1), arb(1), -x.expm1())
        if signs == {-1} and x >= end:
            return Tail(arb(0), arb(0), arb(0))
        return None

    def _inside(self, x: Any) -> Tail:
        if self._sum is not None:
            bits, terms = self._sum
            with ctx.workprec(bits):
                tail = terms.tail(x)
            if tail.delta.rel_accuracy_bits() >= ctx.prec - _SPARE - 8:
                return tail
        depth = (ctx.prec - _SPARE) * _LOG2
        plan = self.floats.line(float(x), depth)
        if plan is None or plan.terms > _MOST_TERMS:
            unknown = arb(0).union(arb(1))
            return Tail(unknown, unknown, unknown)
        bits = ctx.prec + math.ceil(plan.excess / _LOG2 + math.log2(self.count * plan.count))
        with ctx.workprec(bits):
            factors = [Factor(constant(mu), constant(q), k, s) for mu, q, k, s in self.numbers]
            terms = LineSum(factors, constant(self.normal), plan, depth)
            self._sum = bits, terms
            return terms.tail(x)
