"""Certified values of any composition: delta(eps), eps(delta) and f(alpha) as enclosures."""

from __future__ import annotations

from .certified import enclose_delta, enclose_epsilon, enclose_value

__all__ = ["enclose_delta", "enclose_epsilon", "enclose_value"]
