"""Suprema and infima over an interval as certificates hold them: what the compiler reads."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Symbol, Tuple

from ..exact import expression

__all__ = ["Inf", "Sup"]


class Sup(Expr):  # type: ignore[misc]
    """``Sup(body, (variable, low, high))``."""

    _balls_kind = "sup"

    def __new__(cls, body: Any, limits: Any) -> Sup:
        made: Sup = Expr.__new__(cls, expression(body), Tuple(*limits))
        return made

    @property
    def bound_symbols(self) -> list[Symbol]:
        return [self.args[1].args[0]]

    @property
    def free_symbols(self) -> set[Symbol]:
        body, (variable, low, high) = self.args
        found: set[Symbol] = body.free_symbols - {variable}
        return found.union(low.free_symbols, high.free_symbols)


class Inf(Sup):
    """``Inf(body, (variable, low, high))``."""

    _balls_kind = "inf"
