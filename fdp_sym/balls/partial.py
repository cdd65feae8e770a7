"""Terms that may be undefined somewhere on a box: quotients, roots, logarithms, quantiles.

Simplification cancels without asking (``Abs(x)/x <= 1`` also where x = 0). A claim about a box is
therefore about those points at which its terms exist, unless they are seen to exist everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Piecewise, Pow, S, Symbol, log

from ..errors import FdpError
from ..functions import Quantile
from .boxes import Side
from .compiler import compile_expr

__all__ = ["partial_term"]

_BITS = 64


def partial_term(expr: Expr, ranges: Mapping[Symbol, Side]) -> Expr | None:
    """A subterm that is not seen to be defined on the whole box, or None.

    Parameters
    ----------
    expr : Expr
        As it was written.
    ranges : mapping of Symbol to Side
        The box.

    Examples
    --------
    >>> from fdp_sym.balls.boxes import side
    >>> from fdp_sym.symbols import real
    >>> x, box = real("x"), side((-1, 1), "x")
    >>> partial_term(1 / (2 + x), {x: box}), partial_term(1 / x, {x: box})
    (None, 1/x)
    """
    for part in expr.args:
        found = partial_term(part, ranges) if isinstance(part, Expr) else None
        if found is not None:
            return found
    return None if _exists(expr, ranges) else expr


def _exists(expr: Expr, ranges: Mapping[Symbol, Side]) -> bool:
    if isinstance(expr, Pow):
        base, exponent = expr.as_base_exp()
        if base is S.Exp1 or (exponent.is_Integer and exponent >= 0):
            return True
        if _is_positive(base, ranges) or not exponent.is_Rational:
            return _is_positive(base, ranges)
        low, high = _bounds(base, ranges)
        return bool(high < 0 if exponent.is_Integer else exponent > 0 and low >= 0)
    if isinstance(expr, log):
        return _is_positive(expr.args[0], ranges)
    if isinstance(expr, Quantile):
        low, high = _bounds(expr.args[0], ranges)
        return bool(low >= 0 and high <= 1)
    if isinstance(expr, Piecewise):
        return expr.args[-1][1] is S.true
    return True


def _is_positive(expr: Expr, ranges: Mapping[Symbol, Side]) -> bool:
    own = ranges.get(expr)
    if own is not None and own.lo == 0 and own.lo_open:
        return True
    return bool(_bounds(expr, ranges)[0] > 0)


def _bounds(expr: Expr, ranges: Mapping[Symbol, Side]) -> tuple[Any, Any]:
    variables = tuple(sorted(expr.free_symbols, key=lambda symbol: symbol.sort_key()))
    try:
        ball = compile_expr(expr, variables).ball(
            [(ranges[v].lo, ranges[v].hi) for v in variables], _BITS
        )
    except (FdpError, KeyError):
        return -float("inf"), float("inf")
    return ball.lower, ball.upper
