"""The privacy loss of a product, put together at a given precision from the parts of the product.

Which law is the base, and which parts are spread over atoms around it, is decided here.
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx

from ..errors import UnsupportedError
from .binomial_sums import BinomialLoss
from .losses import ConstantLoss, Law, NormalLoss, Tail
from .refine import constant

__all__ = ["ProductLoss"]


class ProductLoss:
    """The law of the loss of ``parts`` (see `fdp_sym.oracle.parts`), at any precision.

    Attributes
    ----------
    route : str
        How its tails are computed.
    """

    def __init__(self, parts: Any) -> None:
        self.parts = parts
        self.route = self._choose()
        self._laws: dict[int, tuple[Law, Any, Any]] = {}

    def _choose(self) -> str:
        parts = self.parts
        if not parts.finite:
            return "closed form"
        if parts.gaussian == 0 and len(parts.finite) == 1:
            return "binomial sum"
        raise UnsupportedError("no certified values of such products are known yet")

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; an infinite loss, which only Q has, counts in full."""
        if ctx.prec not in self._laws:
            self._laws[ctx.prec] = self._law(), *self._masses()
        law, infinite, scale = self._laws[ctx.prec]
        inner = law.tail(x)
        return Tail(infinite + scale * inner.q, scale * inner.p, infinite + scale * inner.delta)

    def _law(self) -> Law:
        parts = self.parts
        if parts.gaussian != 0:
            return NormalLoss(constant(parts.gaussian))
        for law, count in parts.finite.items():
            pairs = [(constant(a.loss), constant(a.p), constant(a.q)) for a in law.atoms]
            return BinomialLoss(count, *pairs)
        return ConstantLoss()

    def _masses(self) -> tuple[Any, Any]:
        r"""The mass at infinity :math:`1-\prod(1-\delta_i)^{n_i}`, and the factor of f_{0,delta}s.

        By logarithms of the complements, so that a tiny mass keeps its relative accuracy.
        """
        slack = sum((n * (-constant(m)).log1p() for m, n in self.parts.slack), arb(0))
        every = sum((n * (-constant(m)).log1p() for m, n in self.parts.infinite), slack)
        return -every.expm1(), slack.exp()
