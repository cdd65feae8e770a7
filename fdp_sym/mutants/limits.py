"""Limits at infinity of terms without parameters, by exact expansions in the reciprocal.

Balls do not evaluate limits; of a changed one it is decided here whether it is another number.
Coefficients are numbers, or polynomials in the logarithm of what tends to infinity: it grows, and
slower than any power.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Add, Dummy, Expr, Integral, Mul, Pow, S, exp, factorial, log, oo
from sympy.core.relational import Relational

from ..binding import outside_binders, replace_free
from ..errors import FdpError
from ..functions import Phi
from ..theorems.goals import truth
from ..theorems.statements import Lim

__all__ = [
    "NoExpansion",
    "check_expansion",
    "compared",
    "fails_in_the_limit",
    "limit_at_infinity",
    "pointwise_limit",
    "sign_at_infinity",
]

_TERMS = 8
_x = Dummy("x", real=True)
_log = Dummy("log", positive=True)  # of the variable of an expansion


class NoExpansion(Exception):
    """No expansion is found."""


@dataclass(frozen=True)
class _Series:
    """``t**start * (terms[0] + terms[1]*t + ...)``, up to a multiple of the next power of t."""

    start: int
    terms: tuple[Expr, ...]

    @property
    def end(self) -> int:
        """The first power of which nothing is known."""
        return self.start + len(self.terms)

    def __getitem__(self, power: int) -> Expr:
        place = power - self.start
        return self.terms[place] if place >= 0 else S.Zero

    def __add__(self, other: _Series) -> _Series:
        start, end = min(self.start, other.start), min(self.end, other.end)
        return _Series(start, tuple(self[i] + other[i] for i in range(start, end)))

    def __mul__(self, other: _Series) -> _Series:
        size = min(len(self.terms), len(other.terms))
        terms = tuple(
            Add(*(self.terms[j] * other.terms[i - j] for j in range(i + 1))) for i in range(size)
        )
        return _Series(self.start + other.start, terms)

    def stripped(self) -> _Series:
        """Without zeros in front; the sign of every coefficient on the way is certified."""
        for i, term in enumerate(self.terms):
            if _sign(term):
                return _Series(self.start + i, self.terms[i:])
        return _Series(self.end, ())


def limit_at_infinity(body: Expr, k: Any) -> Expr | None:
    """The limit as ``k`` tends to infinity, perhaps infinite; None if it is not found.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> k = integer("k", 1)
    >>> limit_at_infinity(k**2 * (exp(1 / k**2) - 1), k)
    1
    >>> limit_at_infinity(k * (Phi(1 / k) - Phi(-1 / k)), k)
    sqrt(2)/sqrt(pi)
    >>> limit_at_infinity(k - 1, k)
    oo
    >>> limit_at_infinity(log(2 * k + 1) - log(k), k)
    log(2)
    """
    try:
        found = _series(*_without_roots(body, k)).stripped()
        if found.terms and found.start <= 0:
            power, sign = _leading(found.terms[0])
            return sign * oo if found.start < 0 or power else sympy.expand(found.terms[0])
        return S.Zero if found.start > 0 else None
    except (NoExpansion, FdpError, TypeError, ValueError, ZeroDivisionError):
        return None


def pointwise_limit(body: Expr, k: Any) -> Expr | None:
    """The limit of a term with other symbols, for each of their values; None if it is not found.

    Examples
    --------
    >>> from fdp_sym.symbols import integer, real
    >>> k, y = integer("k", 1), real("y")
    >>> pointwise_limit(k**2 * log(1 + y / k) ** 2, k), pointwise_limit(k * log(1 + y), k)
    (y**2, None)
    """
    try:
        found = _series(*_without_roots(body, k))
        if found.end <= 0 or any(sympy.expand(found[i]) != 0 for i in range(found.start, 0)):
            return None
        limit = sympy.expand(found[0])
        return None if limit.has(_log) else limit
    except (NoExpansion, FdpError, TypeError, ValueError, ZeroDivisionError):
        return None


def _without_roots(body: Expr, k: Any) -> tuple[Expr, Any]:
    """The term as one of the root of ``k``, if there are roots of it."""
    if not any(p.exp.is_Rational and p.exp.q == 2 and p.has(k) for p in body.atoms(Pow)):
        return body, k
    root = Dummy("root", positive=True)
    return replace_free(body, {k: root**2}), root


def fails_in_the_limit(relation: Relational) -> bool:
    """Whether a relation without free symbols is certainly false, its limits being what they are.

    A sequence that tends to infinity has no limit: then an equation is false.
    """
    sides = [_without_limits(side) for side in relation.args]
    known = [side for side in sides if side is not None]
    if len(known) < len(sides):
        return False
    infinite = [side in (oo, -oo) for side in known]  # not the ends of an integral
    if any(infinite):
        return relation.rel_op == "==" and not all(infinite)
    return truth(relation.func(*known, evaluate=False), {}) is False


def sign_at_infinity(expr: Expr, k: Any) -> int:
    """The sign of a term that is not zero, for all large ``k``.

    Raises
    ------
    NoExpansion
        If it is not found.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> k = integer("k", 1)
    >>> sign_at_infinity(exp(-1 / k) - 1, k)
    -1
    """
    series = _series(*_without_roots(expr, k)).stripped()
    if not series.terms:
        raise NoExpansion
    return _sign(series.terms[0])


def check_expansion(expr: Expr, k: Any) -> None:
    """A `NoExpansion` unless a term is expanded in powers of ``k`` and its logarithm."""
    _series(*_without_roots(expr, k))


def compared(a: Expr, b: Expr) -> int:
    """The sign of the difference of two numbers."""
    return 0 if a == b else _sign(sympy.expand(a - b))


def _without_limits(expr: Expr) -> Expr | None:
    for node in outside_binders(expr, Lim):
        k, _, high = node.limits
        value = _limit(node.body, k) if high is oo else None
        if value is None:
            return None
        expr = expr.xreplace({node: value})
    return expr


def _limit(body: Expr, k: Any) -> Expr | None:
    from .iterates import limit_of_powers, without_iterates  # which need this module

    try:
        return limit_of_powers(without_iterates(body, k), k)
    except (NoExpansion, FdpError):
        return None


def _sign(number: Expr) -> int:
    from ..balls import sign

    if number.is_Rational:
        return int(sympy.sign(number))
    if number.has(_log):
        return _leading(number)[1]
    found = sign(number, {})
    if found is None:
        raise NoExpansion
    return found


def _leading(number: Expr) -> tuple[int, int]:
    """The degree of a polynomial in the logarithm, and its sign for all large ones."""
    if not number.has(_log):
        return 0, _sign(number)
    for (power,), factor in sympy.Poly(sympy.expand(number), _log).terms():
        if sign := _sign(factor):
            return power, sign
    return 0, 0


def _constant(c: Expr) -> _Series:
    return _Series(0, (c, *[S.Zero] * (_TERMS - 1)))


def _series(node: Expr, k: Any) -> _Series:
    if k not in node.free_symbols:
        if not node.is_polynomial(*node.free_symbols):  # of variables of integration
            raise NoExpansion
        return _constant(node)
    if isinstance(node, Integral):
        return _integrated(node, k)
    if node == k:
        return _Series(-1, _constant(S.One).terms)
    if isinstance(node, Add):
        return _folded(_Series.__add__, node.args, k)
    if isinstance(node, Mul):
        return _folded(_Series.__mul__, node.args, k)
    if isinstance(node, Pow) and node.exp.is_Integer:
        return _power(_series(node.base, k), int(node.exp))
    if isinstance(node, Pow) and k in node.exp.free_symbols:
        return _series(exp(node.exp * log(node.base)), k)
    if isinstance(node, (sympy.Max, sympy.Min)):
        return _extremum(node, k)
    if isinstance(node, (exp, log, Phi, Pow)):
        function = Pow(_x, node.exp) if isinstance(node, Pow) else node.func(_x)
        return _composed(function, _series(node.args[0], k).stripped())
    raise NoExpansion


def _integrated(node: Integral, k: Any) -> _Series:
    """Term by term: what is expanded is uniformly small, since only polynomials depend on t.

    Whatever has to have a sign for an expansion has none if it depends on t, and is refused.
    """
    (t, low, high), *others = node.limits
    if others or not (low.is_Rational and high.is_Rational):
        raise NoExpansion
    series = _series(node.function, k)
    terms = tuple(Integral(term, (t, low, high)).doit() for term in series.terms)
    return _Series(series.start, terms)


def _folded(operation: Any, args: Any, k: Any) -> _Series:
    first, *others = (_series(a, k) for a in args)
    for other in others:
        first = operation(first, other)
    return first


def _power(base: _Series, power: int) -> _Series:
    if power < 0:
        base, power = _inverse(base.stripped()), -power
    found = _constant(S.One)
    for _ in range(power):
        found = found * base
    return found


def _inverse(series: _Series) -> _Series:
    if not series.terms:
        raise NoExpansion
    lead, *others = series.terms
    if lead.has(_log):
        raise NoExpansion
    terms = [1 / lead]
    for i in range(1, len(series.terms)):
        known = Add(*(others[j] * terms[i - 1 - j] for j in range(i)))
        terms.append(sympy.expand(-known / lead))
    return _Series(-series.start, tuple(terms))


def _composed(function: Expr, inner: _Series) -> _Series:
    """A function of the dummy ``_x``, analytic where it is expanded, at a series."""
    if inner.start <= 0 and not inner.terms:
        raise NoExpansion
    if inner.start != 0 and isinstance(function, (log, Pow)):
        return _without_power(function, inner)
    if inner.start < 0:
        return _far_out(function, inner)
    centre = inner.terms[0] if inner.start == 0 else S.Zero
    if centre.has(_log) or (isinstance(function, (log, Pow)) and _sign(centre) <= 0):
        raise NoExpansion
    rest = inner + _constant(-centre) if centre != 0 else inner
    rest = _Series(max(rest.start, 1), rest.terms[max(0, 1 - rest.start) :])
    found, power, derivative = _constant(function.subs(_x, centre)), _constant(S.One), function
    for j in range(1, _TERMS):
        power, derivative = power * rest, derivative.diff(_x)
        factor = _constant(derivative.subs(_x, centre) / factorial(j))
        found = found + factor * power
    return found


def _without_power(function: Expr, inner: _Series) -> _Series:
    """A logarithm or a power of what vanishes or grows: of ``t**start`` it is known."""
    rest = _composed(function, _Series(0, inner.terms))
    if isinstance(function, log):  # t is the reciprocal of what tends to infinity
        return rest + _constant(-inner.start * _log)
    start = inner.start * function.exp
    if not start.is_Integer:
        raise NoExpansion
    return _Series(int(start), rest.terms)


def _far_out(function: Expr, inner: _Series) -> _Series:
    """``exp`` and ``Phi`` approach their limits faster than any power."""
    upwards = _sign(inner.terms[0]) > 0
    if isinstance(function, Phi):
        return _constant(S.One if upwards else S.Zero)
    if isinstance(function, exp) and not upwards:
        return _constant(S.Zero)
    raise NoExpansion


def _extremum(node: Expr, k: Any) -> _Series:
    """The member that is the largest (or smallest) from some point on."""
    best, *others = (_series(a, k) for a in node.args)
    for other in others:
        gap = (best + _constant(S.NegativeOne) * other).stripped()
        if not gap.terms:
            raise NoExpansion
        above = _sign(gap.terms[0]) > 0
        if above is isinstance(node, sympy.Min):
            best = other
    return best
