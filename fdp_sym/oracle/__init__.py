"""Certified values of any composition: delta(eps), eps(delta) and f(alpha) as enclosures."""

from __future__ import annotations
