r"""Products of powers of :math:`C_p(G_\mu)`, and a Gaussian: tails of the loss.

The transform is summed on a vertical line as in `transform_line`, and bounds of aliases are those
given there. The losses are 0 all together with the probability :math:`A=\prod a_i^{k_i}`
(A = 0 beside a Gaussian), for P and Q alike. That part has no decaying transform; it is left out
of the sum, and known: with :math:`K=\prod(a_i+r_i)^{k_i}` the sum is that of K - A, and

.. math:: |K(c+it)-A|\le\frac Tt\Bigl(\prod(a_i+V_i/T)^{k_i}-A\Bigr)\quad(t\ge T),

because the product is a polynomial in 1/t with coefficients >= 0 and constant term A. A Gaussian
contributes the factor :math:`e^{\mu^2(c(c+1)-t^2)/2}`, which from :math:`1/\mu` on decreases at
least like 1/t as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import acb, arb, ctx
from numpy.typing import NDArray

from .losses import Tail
from .precision import precision
from .refine import constant
from .sampled_moments import SampledMoments, atom, variation
from .transform_line import LineSum, power
from .transform_plan import FloatLoss, LinePlan

__all__ = ["SampledLoss"]

_SPARE = 28
_BOUND_BITS = 80
_LOG2 = math.log(2)
_FARTHEST = 3000.0  # mu s for plans
_PANEL = 0.5  # of points of plans
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)
_MOST_TERMS = 2e8  # about a quarter of a minute
_MOST_NODES = 20_000

Array = NDArray[np.float64]


@dataclass(frozen=True)
class _FloatFactor:
    """The k-th power of C_p(G_mu), for plans."""

    mu: float
    p: float
    k: int

    @property
    def most(self) -> float:
        return min(20 + 4 * (math.log(1 / self.p) + 10) / self.mu**2, self.farthest)

    @property
    def farthest(self) -> float:
        """The largest s for which there are not too many points."""
        return max(20.0, _FARTHEST / self.mu)

    def log_transform(self, s: Array) -> Array:
        """log K(s) for real s."""
        s = np.maximum(s, -1 - s)  # K is symmetric about -1/2
        # points that do not depend on s, but for how far they reach: differences are taken of this
        panels = np.ceil((self.mu * (0.5 + s) + 13.0) / _PANEL).astype(int)
        low = self.mu / 2 + _PANEL * np.arange(int(panels.max()))
        z = (low[:, None] + _PANEL * (_NODES + 1) / 2).ravel()
        y = self.mu * z - self.mu**2 / 2
        ratio = np.logaddexp(math.log1p(-self.p), math.log(self.p) + y)
        base = np.tile(np.log(_PANEL * _WEIGHTS / math.sqrt(8 * math.pi)), low.size) - z**2 / 2
        result = []
        for order, count in zip(s.tolist(), (panels * _NODES.size).tolist(), strict=True):
            up = base[:count] + (1 + order) * ratio[:count]
            top = max(float(up.max()), 0.0)
            down = np.exp(base[:count] - order * ratio[:count] - top)
            total = np.exp(up - top).sum() + down.sum() + self.atom * math.exp(-top)
            result.append(top + math.log(total))
        return np.array(result)

    @property
    def atom(self) -> float:
        return (1 - self.p) * math.erf(self.mu / math.sqrt(8))

    def terms(self, c: float, t: float, depth: float) -> float:
        """About how many points the quadrature has."""
        reach = self.mu * (1 + c) + math.sqrt(2 * depth)
        return 40.0 + 4 * depth + t * math.log1p(self.p * math.expm1(self.mu * min(reach, 50.0)))

    def decay(self, c: float) -> Callable[[float], tuple[float, float]]:
        with precision(_BOUND_BITS):
            size = float(variation(arb(self.mu), arb(self.p), arb(c)))

        def log_decay(t: float) -> tuple[float, float]:
            return math.log(self.atom + size / t), 0.0

        return log_decay


class _SampledSum(LineSum):
    """The values of K - A on one line."""

    def __init__(
        self,
        factors: Sequence[tuple[Any, Any, int]],
        normal: Any,
        plan: LinePlan,
        depth: float,
    ) -> None:
        self.numbers, self.normal, self.plan = factors, normal, plan
        self.c, self.h = arb(plan.c), arb(plan.h)
        self.atoms = [atom(mu, p) for mu, p, _ in factors]
        self.mass = arb(0)
        if normal == 0:
            self.mass = arb(1)
            for a, (_, _, k) in zip(self.atoms, factors, strict=True):
                self.mass *= a**k
        self.values = [self._normal(acb(self.c, j * self.h)) for j in range(plan.count)]
        for a, (mu, p, k) in zip(self.atoms, factors, strict=True):
            inner = depth + plan.excess + math.log(2 * k)
            moments = SampledMoments(mu, p, self.c, plan.count * plan.h, inner)
            line = moments.line(self.h, plan.count)
            self.values = [v * power(a + r, k) for v, r in zip(self.values, line, strict=True)]
        self.values = [v - self.mass for v in self.values]
        with precision(_BOUND_BITS):
            self.right, self.left = self._real(arb(plan.right)), self._real(arb(plan.left))
            self.beyond, self.far = self._ends()

    def _real(self, s: Any) -> Any:
        """An upper bound of K(s) = K(-1 - s), s > 0."""
        result = self._normal(s)
        for a, (mu, p, k) in zip(self.atoms, self.numbers, strict=True):
            result *= (a + SampledMoments(mu, p, s, 0.0, 40.0).real) ** k
        return result.upper()

    def _ends(self) -> tuple[Any, Any]:
        t = self.h * self.plan.count
        bound = (self.normal**2 * (self.c * (self.c + 1) - t * t) / 2).exp()
        for a, (mu, p, k) in zip(self.atoms, self.numbers, strict=True):
            bound *= (a + variation(mu, p, self.c) / t) ** k
        bound = (bound - self.mass).upper()
        # beside a Gaussian exp(-(mu t)^2/2) has to decrease like 1/t at least
        slow = self.normal != 0 and not self.normal * t >= 1
        return bound, arb("inf") if slow else (bound * t / (t - self.h)).upper()

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""
        rest, period, growth = super().tail(x), 2 * arb.pi() / self.h, x.exp()
        one, two = 1 / (period * self.c).expm1(), 1 / (period * (1 + self.c)).expm1()
        # what was subtracted as known is as much smaller as the mass A is left out
        above = self.mass if x < 0 else arb(0) if x >= 0 else self.mass.union(arb(0))
        gain = self.mass * (1 - growth).max(arb(0))
        return Tail(
            rest.q + self.mass * one + above,
            rest.p + self.mass * two + above,
            rest.delta + self.mass * (one - growth * two) + gain,
        )


class SampledLoss:
    r"""The law of the loss of a product of powers of :math:`C_p(G_\mu)` and one Gaussian.

    Parameters
    ----------
    factors : sequence of (mu, p, k)
        mu > 0 and 0 < p < 1 as expressions.
    normal : Expr
        The mu of the Gaussian, 0 without one.
    """

    def __init__(self, factors: Sequence[tuple[Any, Any, int]], normal: Any) -> None:
        self.factors, self.normal = list(factors), normal
        numbers: list[Any] = [_FloatFactor(float(mu), float(p), k) for mu, p, k in factors]
        self.floats = FloatLoss(numbers, float(normal))
        self._last: tuple[_SampledSum, int] | None = None
        self._failed: set[float] = set()

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; a poor enclosure where the sum would be too long."""
        if x < 0:
            # -L under P has the law of L under Q, without atoms but at 0
            other, growth = self.tail(-x), x.exp()
            return Tail(1 - other.p, 1 - other.q, growth * other.delta - x.expm1())
        if self._last is not None:
            tail = self._evaluate(*self._last, x)
            if tail.delta.rel_accuracy_bits() >= ctx.prec - _SPARE - 8:
                return tail
        point = float(x)
        if point not in self._failed:
            with np.errstate(all="ignore"):
                found = self._sum(point)
            if found is not None:
                tail = self._evaluate(*found, x)
                if all(value.is_finite() for value in tail):
                    self._last = found
                    return tail
            self._failed.add(point)
        unknown = arb(0).union(arb(1))
        return Tail(unknown, unknown, unknown)

    def _sum(self, x: float) -> tuple[_SampledSum, int] | None:
        depth = (ctx.prec - _SPARE) * _LOG2
        plan = self.floats.line(x, depth)
        if plan is None or plan.terms > _MOST_TERMS or plan.count > _MOST_NODES:
            return None
        bits = 36 + math.ceil(math.log2(plan.count) + plan.excess / _LOG2)
        bits += ctx.prec + max(k for _, _, k in self.factors).bit_length()
        with precision(bits):
            factors = [(constant(mu), constant(p), k) for mu, p, k in self.factors]
            return _SampledSum(factors, constant(self.normal), plan, depth), bits

    def _evaluate(self, terms: _SampledSum, bits: int, x: Any) -> Tail:
        with precision(bits):
            return terms.tail(x)
