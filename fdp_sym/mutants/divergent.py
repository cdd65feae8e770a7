"""Integrals that certainly diverge at a point: at an infinite end, or at a pole."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cmp_to_key
from typing import Any

import sympy
from sympy import Abs, Add, Expr, Mul, Poly, Pow, S, exp

from ..binding import replace_free
from ..errors import FdpError
from ..signs import possible_signs
from ..symbols import real
from .existence import certain_integrals
from .limits import limit_at_infinity

__all__ = ["diverges"]

_PLACES = [S(n) for n in range(-4, 5)]  # at which a term may have different signs
_Growth = tuple[Expr, int]  # x**k * exp(polynomial without a constant)


def diverges(expr: Expr, point: Mapping[Any, Any]) -> Expr | None:
    """An integral that certainly diverges at a point, or None.

    Either the range is infinite, and the integrand is a sum of polynomials times exponentials of
    polynomials, of which the one that grows fastest does not fall at the infinite end: from some
    place on the integrand is of one sign and not small; or it has another limit there than 0. Or
    it is a product with a pole in the range, at which nothing else of it vanishes.

    Examples
    --------
    >>> from sympy import Integral
    >>> from fdp_sym.symbols import real
    >>> x, s = real("x"), real("s")
    >>> diverges(Integral((1 - exp(x)) * exp(-s * x), (x, -sympy.oo, 0)), {s: S.One})
    Integral((1 - exp(x))*exp(-s*x), (x, -oo, 0))
    >>> diverges(Integral((1 - exp(x)) * exp(s * x), (x, -sympy.oo, 0)), {s: S.One})
    """
    for integral in certain_integrals(expr):
        if len(integral.args) != 2 or len(integral.args[1]) != 3:
            continue
        x, *ends = integral.args[1]
        values = {s: v for s, v in point.items() if s != x}
        try:
            body, low, high = (replace_free(a, values) for a in (integral.args[0], *ends))
        except (FdpError, TypeError, ValueError):  # what raises has no value there
            continue
        if body.free_symbols - {x} or (low.free_symbols | high.free_symbols) or low == high:
            continue
        if any(
            end == sign * S.Infinity and _stays(body, x, sign)
            for end, sign in ((high, 1), (low, -1))
        ):
            return integral
        if _has_pole(body, x, low, high):
            return integral
    return None


def _stays(body: Expr, x: Any, sign: int) -> bool:
    """Whether the integrand does not fall as x tends to infinity (or minus infinity)."""
    body = Mul(*(f for f in Mul.make_args(body) if not _tends_to_one(f, x)))
    try:
        sizes = _sizes(_without_abs(body, x, sign), x)

        def compared(a: _Growth, b: _Growth) -> int:
            return _direction(sympy.expand(a[0] - b[0]), x, sign) or a[1] - b[1]

        for growth in sorted(sizes, key=cmp_to_key(compared), reverse=True):
            if _sign(sizes[growth]) != 0:
                return _direction(growth[0], x, sign) >= 0
    except (_Unknown, FdpError, sympy.PolynomialError):
        pass
    return limit_at_infinity(body.xreplace({x: sign * x}), x) not in (None, S.Zero)


def _tends_to_one(factor: Expr, x: Any) -> bool:
    """Whether it is the exponential of a polynomial in 1/x without a constant."""
    if not isinstance(factor, exp) or not factor.has(x):
        return False
    power = sympy.expand(factor.args[0].xreplace({x: 1 / x}))
    return bool(power.is_polynomial(x) and power.subs(x, 0) == 0)


def _without_abs(body: Expr, x: Any, sign: int) -> Expr:
    """The same far out, where polynomials have one sign."""

    def far_out(node: Abs) -> Expr:
        inner = node.args[0]
        if not inner.is_polynomial(x):
            raise _Unknown
        return inner * _direction(sympy.expand(inner - inner.subs(x, 0)), x, sign)

    return body.replace(lambda n: isinstance(n, Abs) and n.has(x), far_out)


def _has_pole(body: Expr, x: Any, low: Expr, high: Expr) -> bool:
    """Whether a factor is a negative power of what vanishes in the range, with a slope there.

    It vanishes at the root of a line, or somewhere between two points with different signs; the
    other factors do not vanish there.
    """
    factors = [factor.as_base_exp() for factor in Mul.make_args(body)]
    for i, (base, power) in enumerate(factors):
        others = [*factors[:i], *factors[i + 1 :]]
        power += Add(*(q for b, q in others if b == Abs(base)))  # of the size of the product
        if not (power.is_Rational and power <= -1 and base.has(x) and _is_smooth(base, x)):
            continue
        rest = Mul(*(b**q for b, q in others if b != Abs(base)))
        if not _is_smooth(rest, x):
            continue
        try:
            if _vanishes(base, x, low, high, rest):
                return True
        except (_Unknown, FdpError):
            continue
    return False


def _vanishes(base: Expr, x: Any, low: Expr, high: Expr, rest: Expr) -> bool:
    """Whether there is a root in the range at which the rest is not zero."""

    def inside(place: Expr) -> bool:
        distances = ((low, place - low), (high, high - place))
        return all(end.is_infinite or _sign(distance) >= 0 for end, distance in distances)

    if base.is_polynomial(x) and (line := Poly(base, x)).degree() == 1:
        root = -line.nth(0) / line.nth(1)
        return inside(root) and _sign(rest.subs(x, root)) != 0
    signs = possible_signs(rest.xreplace({x: real("<x>")}))
    if 0 in signs or len(signs) > 1:
        return False
    places = [*filter(inside, _PLACES), *(end for end in (low, high) if not end.is_infinite)]
    return len({_sign(base.subs(x, p)) for p in places}) > 1


def _is_smooth(expr: Expr, x: Any) -> bool:
    """Whether it is made of exponentials and polynomials in x."""
    if not expr.has(x) or expr == x:
        return True
    if isinstance(expr, Pow) and not isinstance(expr, exp):
        return bool(expr.exp.is_Integer and expr.exp > 0) and _is_smooth(expr.base, x)
    return isinstance(expr, (Add, Mul, exp)) and all(_is_smooth(a, x) for a in expr.args)


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
