"""Atoms: what an expression is a rational function of, and in which range each of them lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from typing import Any

from sympy import (
    Add,
    Dummy,
    Eq,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    Symbol,
    binomial,
    cosh,
    erfc,
    exp,
    expand,
    factorial,
    gamma,
    log,
    sinh,
    tanh,
)
from sympy.core.function import AppliedUndef

from ..errors import FdpError, PrecisionError
from ..functions import Phi, Quantile
from ..symbols import domain_of
from .orthant import ALL, NONNEGATIVE, POSITIVE, REALS, Range, Signs, times

__all__ = ["Reader", "exponentiated", "is_known_number", "sign_of_number"]

_MAX_ROOT = 64  # beyond it a power of e is an atom of its own


class Reader:
    """Reads expressions as rational functions of atoms, which are dummies with ranges.

    Attributes
    ----------
    range_of : dict of Dummy to Range
        The atoms found so far, in order.
    radicals : list of (atom, n, radicand)
        Atoms that are n-th roots.
    inverted : list of Expr
        Terms that have to be different from zero for the expressions to be defined.
    """

    def __init__(self, exprs: list[Any]) -> None:
        self.range_of: dict[Dummy, Range] = {}
        self.radicals: list[tuple[Dummy, int, Expr]] = []
        self.inverted: list[Expr] = []
        self._atom_of: dict[Expr, Dummy] = {}
        self._roots = _root_orders(exprs)

    def read(self, expr: Expr) -> Expr:
        """``expr`` with everything that is not field arithmetic replaced by atoms."""
        if expr.is_Rational:
            return expr
        if expr.is_Add or expr.is_Mul:
            return expr.func(*(self.read(a) for a in expr.args))
        if isinstance(expr, exp):
            return self._power(S.Exp1, expr.args[0])
        if expr.is_Pow:
            return self._power(*expr.as_base_exp())
        if isinstance(expr, (tanh, sinh, cosh)):
            return self.read(expr.rewrite(exp))
        if expr is S.Exp1:
            return self._power(S.Exp1, S.One)
        expr = _one_writing(expr)
        return self._atom(expr, partial(_range_of, expr))

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        if exponent.is_Integer and base is not S.Exp1:
            return self._integer_power(base, exponent)
        if not exponent.is_Rational and not (base is S.Exp1 or _signs(base) <= {1}):
            return self._atom(Pow(base, exponent), lambda: REALS)
        factors = []
        for coefficient, monomial in _terms(exponent):
            root = self._roots.get((base, monomial), coefficient.q)
            power = coefficient * root
            if max(abs(power), root) > _MAX_ROOT:
                unit, root, power = coefficient * monomial, 1, S.One
            else:
                unit = monomial / root
            if monomial is S.One and base is not S.Exp1:
                if coefficient.is_Integer:
                    factors.append(self._integer_power(base, coefficient))
                    continue
                atom = self._radical(base, unit)
            else:
                key = exp(unit) if base is S.Exp1 else Pow(base, unit, evaluate=False)
                atom = self._atom(key, partial(_power_range, base, unit))
            factors.append(atom**power)
            if power.is_negative and not self.range_of[atom].is_positive:
                self.inverted.append(atom)
        return Mul(*factors)

    def _integer_power(self, base: Expr, exponent: Expr) -> Expr:
        value = self.read(base)
        if exponent.is_negative:
            self.inverted.append(value)
        return value**exponent

    def _radical(self, base: Expr, unit: Rational) -> Dummy:
        key = Pow(base, unit, evaluate=False)
        known = self._atom_of.get(key)
        if known is not None:
            return known
        radicand = self.read(base)
        if base.is_number:
            atom = self._atom(key, lambda: _bracket(Pow(base, unit)))
        else:
            signs = _signs(base)
            span = POSITIVE if signs <= {1} else NONNEGATIVE if signs <= {0, 1} else REALS
            atom = self._atom(key, lambda: span)
            if span is REALS:  # the root may not be real: nothing may be concluded
                self.inverted.append(S.Zero)
        if unit.p == 1:
            self.radicals.append((atom, int(unit.q), radicand))
        return atom

    def _atom(self, key: Expr, find_range: Callable[[], Range]) -> Dummy:
        if key not in self._atom_of:
            atom = Dummy(f"a{len(self._atom_of)}", real=True)
            self._atom_of[key] = atom
            self.range_of[atom] = find_range()
        return self._atom_of[key]


def _one_writing(expr: Expr) -> Expr:
    """One of the ways to write an opaque term: f(t x + (1-t) y) is f(t x - t y + y)."""
    if isinstance(expr, (AppliedUndef, Phi, Quantile, log)):
        return expr.func(*(expand(a) for a in expr.args))
    if isinstance(expr, Piecewise):
        return expr.replace(exp, lambda exponent: exp(expand(exponent)))
    return expr


def _signs(expr: Expr) -> Signs:
    from . import possible_signs

    return possible_signs(expr)


@lru_cache(maxsize=4096, typed=True)
def _terms(exponent: Expr) -> tuple[tuple[Rational, Expr], ...]:
    """An exponent as a sum of rational multiples of monomials."""
    return tuple(term.as_coeff_Mul(rational=True) for term in Add.make_args(expand(exponent)))


def _root_orders(exprs: list[Any]) -> dict[tuple[Expr, Expr], int]:
    """For each (base, monomial), the common denominator of the coefficients it comes with."""
    orders: dict[tuple[Expr, Expr], int] = {}
    for expr in exprs:
        for key, denominator in _fractions(expr):
            orders[key] = lcm(orders.get(key, 1), denominator)
    return orders


@lru_cache(maxsize=4096, typed=True)
def _fractions(expr: Any) -> tuple[tuple[tuple[Expr, Expr], int], ...]:
    """((base, monomial), denominator of its coefficient) wherever they stand in an exponent."""
    nodes = expr.atoms(Pow, exp)
    for hyperbolic in expr.atoms(tanh, sinh, cosh):
        nodes |= hyperbolic.rewrite(exp).atoms(Pow, exp)
    found = []
    for node in nodes:
        base, exponent = node.as_base_exp()
        if isinstance(node, exp):
            base, exponent = S.Exp1, node.args[0]
        if exponent.is_Integer and base is not S.Exp1:
            continue
        found += [((base, monomial), int(c.q)) for c, monomial in _terms(exponent)]
    return tuple(found)


def exponentiated(expr: Expr, given: tuple[Any, ...]) -> Iterator[Any]:
    """e^((x - y)/n) >= 1 for a hypothesis x >= y: atoms of exponentials do not know of x and y."""
    roots = {m: root for (base, m), root in _root_orders([expr]).items() if base is S.Exp1}
    for relation in given:
        if isinstance(relation, (Ge, Gt, Le, Lt, Eq)):
            gap = relation.lhs - relation.rhs
            monomials = {monomial for _, monomial in _terms(gap)} - {S.One}
            if monomials and monomials <= set(roots):
                root = lcm(*(roots[monomial] for monomial in monomials))
                yield relation.func(exp(gap / root), 1, evaluate=False)


# -- ranges -----------------------------------------------------------------------------------


def _range_of(expr: Expr) -> Range:
    """The range of an opaque atom."""
    if isinstance(expr, Symbol):
        return _range_of_symbol(expr)
    if hasattr(expr, "_sign_range"):
        low, high = expr._sign_range()
        return Range(_end(low), _end(high), low.is_infinite, high.is_infinite)
    if expr.is_number and not expr.atoms(Symbol, AppliedUndef):
        return _bracket(expr)
    if isinstance(expr, Phi):
        argument = _signs(expr.args[0])
        low = Fraction(1, 2) if argument <= {0, 1} else Fraction(0)
        high = Fraction(1, 2) if argument <= {0, -1} else Fraction(1)
        above, below = (low == 0, high == 1) if _is_finite(expr.args[0]) else (False, False)
        return Range(low, high, above or argument <= {1}, below or argument <= {-1})
    if isinstance(expr, (log, Quantile)):
        threshold = 1 if isinstance(expr, log) else S.Half
        argument = _signs(expr.args[0] - threshold)
        if argument <= {0, 1}:
            return POSITIVE if argument <= {1} else NONNEGATIVE
        if argument <= {0, -1}:
            return Range(None, Fraction(0), True, argument <= {-1})
        return REALS
    if isinstance(expr, erfc):
        return Range(Fraction(0), Fraction(2))
    if isinstance(expr, binomial):
        n, k = expr.args
        natural = _signs(k) <= {0, 1} and _signs(n) <= {0, 1}
        return NONNEGATIVE if natural and n.is_integer and k.is_integer else REALS
    if isinstance(expr, (factorial, gamma)):
        allowed = {0, 1} if isinstance(expr, factorial) else {1}
        return POSITIVE if _signs(expr.args[0]) <= allowed else REALS
    return REALS


def _is_finite(expr: Expr) -> bool:
    """Whether all quantiles in it are finite, so that Phi of it is neither 0 nor 1."""
    inner = [q.args[0] for q in expr.atoms(Quantile)]
    return all(_signs(p) <= {1} and _signs(1 - p) <= {1} for p in inner)


@lru_cache(maxsize=4096)
def _range_of_symbol(symbol: Symbol) -> Range:
    domain = domain_of(symbol)
    low, high = domain.inf, domain.sup
    return Range(
        _end(low) if low.is_infinite or low.is_Rational else _bracket(low).low,
        _end(high) if high.is_infinite or high.is_Rational else _bracket(high).high,
        low.is_infinite or low not in domain,
        high.is_infinite or high not in domain,
    )


def _end(value: Expr) -> Fraction | None:
    return None if value.is_infinite else Fraction(int(value.p), int(value.q))


def _power_range(base: Expr, exponent: Expr) -> Range:
    """Range of base**exponent for a positive base: compared with 1."""
    if base.is_number and exponent.is_number:
        return _bracket(Pow(base, exponent))
    above = frozenset({1}) if base is S.Exp1 else _signs(base - 1)
    direction = times(above, _signs(exponent))
    if direction <= {0, 1}:
        return Range(Fraction(1), None, direction <= {1})
    if direction <= {0, -1}:
        return Range(Fraction(0), Fraction(1), True, direction <= {-1})
    return POSITIVE


def is_known_number(expr: Expr) -> bool:
    """Whether it has a value: no free symbol, no function that is known by facts only."""
    return not expr.free_symbols and not expr.atoms(AppliedUndef)


def sign_of_number(number: Expr, max_bits: int = 4096) -> Signs:
    """The sign of a number, certified by balls."""
    from ..balls import sign as certified_sign

    try:
        found = certified_sign(number, max_bits=max_bits)
    except FdpError:  # nothing that balls can enclose
        return ALL
    return ALL if found is None else frozenset({found})


def _bracket(number: Expr) -> Range:
    """A rational bracket of an irrational number, from balls."""
    from ..balls import enclose

    try:
        ball = enclose(number, digits=20)
    except PrecisionError:  # perhaps zero: no relative width is reached
        return REALS
    if isinstance(ball.lower, float) or isinstance(ball.upper, float):
        return REALS  # unbounded
    return Range(ball.lower, ball.upper, False, False)
