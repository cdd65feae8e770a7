"""Whether two expressions are the same function, for the checker of certificates.

The difference is written in exponentials, opaque functions and ``Phi`` of arguments of one sign,
put over one denominator, and expanded: the functions agree wherever both are defined if nothing
is left. ``simplify`` is not used.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import Any

import sympy
from sympy import Abs, Expr, Max, Min, cosh, exp, expand, sinh, tanh

from ..functions import Phi, Quantile

__all__ = ["same"]

_MOST_TERMS = 10_000  # longer sums are opaque


@lru_cache(maxsize=4096)
def same(f: Expr, g: Expr) -> bool:
    """Whether f and g are the same function: their difference expands to 0."""
    if f == g:
        return True
    difference = (f - g).replace(sympy.Sum, _written_out)
    for kind, other in _REWRITTEN.items():
        difference = difference.replace(kind, other)
    if expand(difference) == 0:
        return True
    return bool(expand(sympy.fraction(sympy.together(difference))[0]) == 0)


def _written_out(body: Expr, limits: Any) -> Expr:
    index, first, last = limits
    if not (first.is_Integer and last.is_Integer and 0 <= last - first < _MOST_TERMS):
        return sympy.Sum(body, limits)
    return sympy.Add(*(body.subs(index, j) for j in range(int(first), int(last) + 1)))


def _tail(x: Expr) -> Expr:
    x = expand(x)
    return 1 - Phi(-x) if x.could_extract_minus_sign() else Phi(x)


def _quantile(p: Expr) -> Expr:
    for q, sign in ((p, 1), (1 - p, -1)):
        if isinstance(q, Phi):
            return sign * q.args[0]
    return Quantile(p)


_REWRITTEN = {
    Quantile: _quantile,
    Phi: _tail,
    tanh: lambda x: 1 - 2 / (exp(2 * x) + 1),
    sinh: lambda x: (exp(x) - exp(-x)) / 2,
    cosh: lambda x: (exp(x) + exp(-x)) / 2,
    Max: lambda *args: reduce(lambda a, b: (a + b + Abs(expand(a - b))) / 2, args),
    Min: lambda *args: reduce(lambda a, b: (a + b - Abs(expand(a - b))) / 2, args),
}
