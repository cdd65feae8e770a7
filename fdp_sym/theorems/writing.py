"""Terms in plain text as SymPy prints them; what one step repeats of another is printed once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Basic
from sympy.printing.str import StrPrinter

__all__ = ["written"]


class _Printer(StrPrinter):
    """SymPy's, which puts the terms of a sum in order again wherever the sum occurs."""

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if kwargs or not isinstance(expr, Basic):
            return str(super()._print(expr, **kwargs))
        return _known(expr)


_PRINTER = _Printer({"order": None})


@lru_cache(maxsize=20_000, typed=True)
def _known(expr: Basic) -> str:
    return str(StrPrinter._print(_PRINTER, expr))


def written(expr: Any) -> str:
    """What ``str`` says of a SymPy expression.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, mu
    >>> written((1 - alpha) * mu + alpha)
    'alpha + mu*(1 - alpha)'
    """
    return str(_PRINTER.doprint(expr))
