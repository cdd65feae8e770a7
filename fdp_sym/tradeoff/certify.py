"""Signs of numbers as proved by balls, for witnesses and refutations."""

from __future__ import annotations

from sympy import Expr

from ..errors import FdpError

__all__ = ["certified_sign"]


def certified_sign(expr: Expr) -> int | None:
    """-1, 0 or 1 when balls prove it, None when they cannot."""
    from ..balls import sign

    try:
        result: int | None = sign(expr)
    except FdpError:
        return None
    return result
