"""Integrals over an infinite range that certainly diverge at a point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cmp_to_key
from typing import Any

import sympy
from sympy import Add, Expr, Integral, Mul, Poly, S, exp

from ..binding import replace_free
from ..errors import FdpError

__all__ = ["diverges"]

_Growth = tuple[Expr, int]  # x**k * exp(polynomial without a constant)


def diverges(expr: Expr, point: Mapping[Any, Any]) -> Expr | None:
    """An integral that certainly diverges at a point, or None.

    The integrand is a sum of polynomials times exponentials of polynomials, of which the one that
    grows fastest does not fall at the infinite end: from some place on the integrand is of one sign
    and not small.

    Examples
    --------
    >>> from fdp_sym.symbols import real
    >>> x, s = real("x"), real("s")
    >>> diverges(Integral((1 - exp(x)) * exp(-s * x), (x, -sympy.oo, 0)), {s: S.One})
    Integral((1 - exp(x))*exp(-s*x), (x, -oo, 0))
    >>> diverges(Integral((1 - exp(x)) * exp(s * x), (x, -sympy.oo, 0)), {s: S.One})
    """
    for integral in expr.atoms(Integral):
        if len(integral.args) != 2 or len(integral.args[1]) != 3:
            continue
        x, low, high = integral.args[1]
        if not (low.is_infinite or high.is_infinite):
            continue
        body = replace_free(integral.args[0], {s: v for s, v in point.items() if s != x})
        for end, sign in ((high, 1), (low, -1)):
            if end == sign * S.Infinity and _stays(body, x, sign):
                return integral
    return None


def _stays(body: Expr, x: Any, sign: int) -> bool:
    """Whether the integrand does not fall as x tends to infinity (or minus infinity)."""
    if body.free_symbols - {x}:
        return False
    try:
        sizes = _sizes(body, x)

        def compared(a: _Growth, b: _Growth) -> int:
            return _direction(sympy.expand(a[0] - b[0]), x, sign) or a[1] - b[1]

        for growth in sorted(sizes, key=cmp_to_key(compared), reverse=True):
            if _sign(sizes[growth]) != 0:
                return _direction(growth[0], x, sign) >= 0
    except (_Unknown, FdpError, sympy.PolynomialError):
        return False
    return False


class _Unknown(Exception):
    """The integrand is not such a sum."""


def _sizes(body: Expr, x: Any) -> dict[_Growth, Expr]:
    """The coefficients of the different growths."""
    found: dict[_Growth, Expr] = {}
    for term in Add.make_args(sympy.expand(body)):
        exponent, rest = S.Zero, S.One
        for factor in Mul.make_args(term):
            if isinstance(factor, exp):
                exponent += factor.args[0]
            else:
                rest *= factor
        if not rest.is_polynomial(x) or not exponent.is_polynomial(x):
            raise _Unknown
        constant = exponent.subs(x, 0)
        for (power,), coefficient in Poly(rest, x).terms():
            growth = (sympy.expand(exponent - constant), power)
            found[growth] = found.get(growth, S.Zero) + coefficient * exp(constant)
    return found


def _direction(power: Expr, x: Any, sign: int) -> int:
    """The sign of a polynomial without a constant near infinity (or minus infinity)."""
    if power == 0:
        return 0
    poly = Poly(power, x)
    return _sign(poly.LC()) * sign ** poly.degree()


def _sign(number: Expr) -> int:
    from ..balls import sign

    found = sign(number, {})
    if found is None:
        raise _Unknown
    return found
