"""Kairouz, Oh and Viswanath's composition theorems: the exact one, its bounds, and their use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import attach

if TYPE_CHECKING:
    from .homogeneous import Composition as Composition
    from .homogeneous import composition as composition

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        ".homogeneous": ("Composition", "composition"),
    },
)
