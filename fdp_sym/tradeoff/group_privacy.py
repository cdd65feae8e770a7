r"""Group privacy :math:`1-(1-f)^{\circ k}`, by iteration.

Tests between shifts of log-concave noise are thresholds, so that for discrete Gaussian noise this
is exactly the function of the shift by k.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from .base import Array, TradeOff, group_size

__all__ = ["Group"]


class Group(TradeOff):
    r"""Group privacy :math:`1-(1-f)^{\circ k}` for a definite k; made by ``group(k)``."""

    @property
    def of(self) -> TradeOff:
        """The function of one member."""
        return self.parameters[0]  # type: ignore[return-value]

    @property
    def size(self) -> int:
        """The size k of the group."""
        return int(self.parameters[1])  # type: ignore[call-overload]

    @property
    def is_symmetric(self) -> bool:
        return self.of.is_symmetric

    def inverse(self) -> TradeOff:
        return Group(self.of.inverse(), *self.parameters[1:])

    def group(self, k: Any) -> TradeOff:
        return self.of.group(group_size(k) * self.size)

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        return self._certified("enclose_value", "enclose", alpha, digits)

    def enclose_delta(self, eps: Any, digits: int = 30) -> Any:
        return self._certified("enclose_delta", "enclose_delta", eps, digits)

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        return self._certified("enclose_epsilon", "enclose_epsilon", delta, digits)

    def _certified(self, name: str, method: str, at: Any, digits: int) -> Any:
        """By the law of the loss where that is known: discrete Gaussian noise against a shift."""
        from ..oracle import certified
        from .discrete_gaussian import DiscreteGaussian

        if isinstance(self.of, DiscreteGaussian):
            return getattr(certified, name)(self, at, digits)
        return getattr(super(), method)(at, digits)

    def _formula(self, alpha: Expr) -> Expr:
        for _ in range(self.size - 1):
            alpha = 1 - self.of._formula(alpha)
        return self.of._formula(alpha)

    def _inner(self, alpha: Array, rest: Array) -> tuple[Array, Array]:
        """The level after k - 1 steps of 1 - f, and its complement."""
        for _ in range(self.size - 1):
            alpha, rest = self.of._complements(alpha, rest), self.of._values(alpha, rest)
        return alpha, rest

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self.of._values(*self._inner(alpha, rest))

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self.of._complements(*self._inner(alpha, rest))
