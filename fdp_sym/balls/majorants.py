r"""Sums of simple products that are at least |f|: what the tail of an integral is bounded by.

A product is made of constants, powers of t, exponentials and normal tails; sums are bounded by
the triangle inequality, Max and Min by the sum of their members. Where u tends to 0,
:math:`|e^u-1|\le|u|e^{|u|}`, :math:`|\log(1+u)|\le|u|/(1-|u|)`, and :math:`|\sinh u|`,
:math:`|\tanh u|`, :math:`|\operatorname{erf}u|` are bounded likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Function,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    cosh,
    erf,
    erfc,
    exp,
    log,
    pi,
    sinh,
    sqrt,
    tanh,
)

from ..functions import Phi

__all__ = ["MOST_TERMS", "Product", "T", "TooManyTerms", "majorant"]

# the variable of a tail
T = Dummy("t", positive=True)
MOST_TERMS = 200
_QUARTER = Rational(1, 4)


@dataclass(frozen=True)
class Product:
    """``|scale| exp(exponent) t**power`` times powers of Phi(u), times bounded factors."""

    scale: Expr = S.One
    exponent: Expr = S.Zero
    power: Expr = S.Zero
    tails: tuple[tuple[Expr, Expr], ...] = ()  # (u, p): Phi(u)**p with p > 0
    bounded: tuple[Expr, ...] = ()  # nothing but a bound of these is used
    sums: tuple[tuple[Expr, Expr], ...] = ()  # (b, p): b**p of a sum b with p < 0

    def __mul__(self, other: Product) -> Product:
        return Product(
            self.scale * other.scale,
            self.exponent + other.exponent,
            self.power + other.power,
            self.tails + other.tails,
            self.bounded + other.bounded,
            self.sums + other.sums,
        )

    @cached_property
    def plain(self) -> Expr:
        """The factors that are evaluated as they are."""
        return exp(self.exponent) * T**self.power

    def raised(self, p: Expr) -> Product:
        """The power p > 0."""
        return Product(
            Abs(self.scale) ** p,
            self.exponent * p,
            self.power * p,
            tuple((u, q * p) for u, q in self.tails),
            tuple(Abs(b) ** p for b in self.bounded),
            tuple((b, q * p) for b, q in self.sums),
        )


Terms = tuple[Product, ...]


def _products(groups: Iterable[Terms]) -> Terms:
    """The product of sums, multiplied out."""
    total: Terms = (Product(),)
    for group in groups:
        total = tuple(a * b for a, b in product(total, group))
        if len(total) > MOST_TERMS:
            raise TooManyTerms
    return total


class TooManyTerms(Exception):
    """A product of sums with more terms than are worth multiplying out."""


@lru_cache(maxsize=1024)
def majorant(f: Expr) -> Terms:
    """Products whose sum is at least |f|."""
    if not f.has(T):
        return () if f is S.Zero else (Product(scale=f),)
    if f == T:
        return (Product(power=S.One),)
    if isinstance(f, Add):
        return tuple(term for part in _differences(f) for term in majorant(part))
    if isinstance(f, (Max, Min)):
        return tuple(term for part in f.args for term in majorant(part))
    if isinstance(f, Piecewise):
        return tuple(term for value, _ in f.args for term in majorant(value))
    if isinstance(f, Mul):
        return _products(map(majorant, f.args))
    if isinstance(f, exp):
        return (Product(exponent=f.args[0]),)
    if isinstance(f, Pow):
        return _power(*f.args)
    small = f.func in _SMALL and _vanishes(f.args[0])
    rule = (_SMALL if small else _RULES).get(f.func)
    return (Product(bounded=(f,)),) if rule is None else rule(f.args[0])


def _vanishes(u: Expr) -> bool:
    """Whether u is written as a sum of negative powers of t with constant factors."""
    if isinstance(u, Add):
        return all(map(_vanishes, u.args))
    power: Expr = S.Zero
    for part in Mul.make_args(u):
        base, exponent = part.as_base_exp()
        if base == T and exponent.is_Rational:
            power += exponent
        elif part.has(T):
            return False
    return bool(power < 0)


class _Excess(Function):  # type: ignore[misc]
    """exp(u) - 1."""

    def _ball_rewrite(self) -> Expr:
        return exp(self.args[0]) - 1


def _differences(f: Add) -> list[Expr]:
    """The summands, with c exp(u) as c (exp(u) - 1) + c where u vanishes: constants may cancel."""
    parts, constant = [], S.Zero
    for term in f.args:
        factor, moving = term.as_independent(T, as_Add=False)
        if isinstance(moving, exp) and _vanishes(moving.args[0]):
            parts.append(factor * _Excess(moving.args[0]))
            constant += factor
        elif term.has(T):
            parts.append(term)
        else:
            constant += term
    return parts if constant == 0 else [*parts, constant]


def _power(base: Expr, p: Expr) -> Terms:
    if not p.is_Rational:
        return (Product(bounded=(base**p,)),) if base != T else (Product(power=p),)
    if p > 0:
        terms = majorant(base)
        # (sum of n)**p is at most n**(p-1) times the sum of powers, or just that sum if p <= 1
        excess = Product(scale=S(max(len(terms), 1)) ** max(p - 1, S.Zero))
        return tuple(term.raised(p) * excess for term in terms)
    if base == T:
        return (Product(power=p),)
    if isinstance(base, exp):
        return (Product(exponent=base.args[0] * p),)
    if isinstance(base, Mul):
        return _products(majorant(factor**p) for factor in base.args)
    if isinstance(base, cosh):
        u = base.args[0]
        return majorant(((exp(u) + exp(-u)) / 2) ** p)
    if isinstance(base, Add):
        return (Product(sums=((base, p),)),)
    return (Product(bounded=(base**p,)),)


def _logarithm(b: Expr) -> Terms:
    """Of |log b| for b > 0: termwise for products, small powers of b and 1/b otherwise."""
    if _vanishes(b - 1):
        # at most |u|/(1 - |u|), whose denominator is not bounded if u may reach 1
        return _products([majorant(b - 1), (Product(bounded=(1 / (1 - Abs(b - 1)),)),)])
    if isinstance(b, exp):
        return majorant(b.args[0])
    if isinstance(b, Mul):
        return tuple(term for factor in b.args for term in majorant(log(Abs(factor))))
    if isinstance(b, Pow) and not b.exp.has(T):
        return _products([majorant(b.exp), majorant(log(Abs(b.base)))])
    if isinstance(b, Abs):
        b = b.args[0]
    # |log b| = 4 |log b**(1/4)|, and log y is at most y
    return _products([majorant(S(4)), majorant(b**_QUARTER) + majorant(b**-_QUARTER)])


def _normal_tail(u: Expr) -> Terms:
    return (Product(tails=((u, S.One),)),)


def _at_most(slope: Callable[[Expr], Expr]) -> Callable[[Expr], Terms]:
    """Of f(u) with |f(u)| <= |u| slope(u), used where u vanishes; else f(u) as it is."""

    def rule(u: Expr) -> Terms:
        return _products([majorant(u), (Product(bounded=(slope(u),)),)])

    return rule


# where the argument vanishes
_SMALL: dict[Any, Callable[[Expr], Terms]] = {
    _Excess: _at_most(lambda u: exp(Abs(u))),
    sinh: _at_most(cosh),
    tanh: _at_most(lambda u: S.One),
    erf: _at_most(lambda u: 2 / sqrt(pi)),
}
_RULES: dict[Any, Callable[[Expr], Terms]] = {
    Abs: majorant,
    Phi: _normal_tail,
    erfc: lambda v: _products([majorant(S(2)), _normal_tail(-sqrt(2) * v)]),
    cosh: lambda u: majorant(exp(u) + exp(-u)),
    sinh: lambda u: majorant(exp(u) + exp(-u)),
    log: _logarithm,
}
