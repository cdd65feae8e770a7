r"""Group privacy :math:`1-(1-f)^{\circ k}`, by iteration."""

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
