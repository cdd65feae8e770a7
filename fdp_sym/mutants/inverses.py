"""Products of powers, roots and logarithms are compared: common factors off, then inverses taken.

Every step is an equivalence: both sides are divided by something positive, raised to a whole power
where neither is negative, or, of multiples of logarithms, the exponentials are compared. Only where
a factor of the larger side is replaced by a number below it more is said than was claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import Any

import sympy
from sympy import Add, Expr, Mul, Pow, S, exp, floor, log
from sympy.core.relational import Relational

from ..errors import FdpError
from ..theorems.goals import Goal
from ..theorems.statements import Le, Lt
from ..theorems.tactic import closes
from .binders import all_exist, signs_of

__all__ = ["by_inverses"]

Given = tuple[Any, ...]
Sides = tuple[Expr, Expr]  # the smaller and the larger one

_STEPS = 4
_BELOW = (4, 2, 1)  # what is tried as a bound of a factor
_PARTS = 5
_LARGEST = 20  # power to which a side is raised


def by_inverses(relation: Relational, given: Given) -> str:
    """How an inequality of products is proved by inverse functions, or "".

    Examples
    --------
    >>> from sympy import Interval, oo, sqrt
    >>> from fdp_sym.symbols import real
    >>> x, y = (real(name, Interval(1, oo)) for name in "xy")
    >>> by_inverses(Lt(y * sqrt(log(3 * x)), 2 * y * sqrt(log(2 * x))), ())
    'by inverse functions of both sides'
    >>> by_inverses(Lt(y * sqrt(log(3 * x)), y * sqrt(log(2 * x))), ())
    ''
    """
    upward = relation.rel_op in ("<=", "<")
    if not (upward or relation.rel_op in (">=", ">")) or not (
        relation.has(log) or _roots(relation)
    ):
        return ""
    sides = relation.args if upward else relation.args[::-1]
    less = Lt if relation.rel_op in ("<", ">") else Le
    try:
        if all_exist(relation, given) and any(
            _ordered(pair, less, given, _STEPS) for pair in (sides, *_cleared(sides, given))
        ):
            return "by inverse functions of both sides"
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        pass
    return ""


def _roots(relation: Relational) -> bool:
    return any(p.exp.is_Rational and not p.exp.is_Integer for p in relation.atoms(Pow))


def _cleared(sides: Sides, given: Given) -> Iterator[Sides]:
    """Sides with roots times a common denominator, and what is subtracted on the other side."""
    if any(side.has(log) for side in sides):
        return
    numerator, denominator = sympy.together(sides[1] - sides[0]).as_numer_denom()
    signs = signs_of(denominator, given)
    if signs == {-1}:
        numerator = -numerator
    elif signs != {1}:
        return
    terms = Add.make_args(sympy.expand(numerator))
    taken = [t for t in terms if t.as_coeff_Mul()[0].is_negative]
    small, large = Add(*(-t for t in taken)), Add(*(t for t in terms if t not in taken))
    if (small, large) != sides:
        yield small, large


def _ordered(sides: Sides, less: Any, given: Given, steps: int) -> bool:
    sides = _with_one_number(_without_common_factors(sides, given))
    if closes(Goal(less(*sides, evaluate=False), given)):
        return True
    if steps == 0:
        return False
    return any(_ordered(other, less, given, steps - 1) for other in _others(sides, given))


def _without_common_factors(sides: Sides, given: Given) -> Sides:
    """Both sides divided by the powers of positive terms that both have."""
    small, large = (side.as_powers_dict() for side in sides)
    common = S.One
    for base in small:
        if base in large and not base.is_number and signs_of(base, given) == {1}:
            common *= Pow(base, min(small[base], large[base], key=lambda q: q.is_Rational and q))
    return sides[0] / common, sides[1] / common


def _with_one_number(sides: Sides) -> Sides:
    """Only the larger side with a number as its factor."""
    numbers = [Mul(*(f for f in Mul.make_args(side) if f.is_number)) for side in sides]
    if not all(n.is_positive for n in numbers) or any(s.is_number for s in sides):
        return sides
    left, right = (side / n for side, n in zip(sides, numbers, strict=True))
    return left, right * numbers[1] / numbers[0]


def _others(sides: Sides, given: Given) -> Iterator[Sides]:
    """Sides in the same order, or in that order only if these are."""
    logarithms = [_multiple(side) for side in sides]
    if all(c for c, _ in logarithms):
        whole = lcm(*(int(c.q) for c, _ in logarithms))
        left, right = (u ** (c * whole) for c, u in logarithms)
        yield left, right
    for (c, u), number in zip(logarithms, sides[::-1], strict=True):
        if c and number.is_number:
            bound = exp(number / c)
            yield (u, bound) if number is sides[1] else (bound, u)
    if all(signs_of(side, given) <= {0, 1} for side in sides):
        power = lcm(*(int(q.q) for side in sides for q in _powers(side)))
        if 1 < power <= _LARGEST:
            left, right = (Mul(*(b ** (q * power) for b, q in _factors(s))) for s in sides)
            yield left, right
        yield from _with_numbers(sides, given)
        numbers = Mul(*(f for f in Mul.make_args(sides[1]) if f.is_number))
        if numbers.is_positive and not numbers.is_Rational:
            yield sides[0], sides[1] / numbers * floor(_PARTS * numbers) / _PARTS


def _factors(side: Expr) -> list[tuple[Expr, Expr]]:
    return [factor.as_base_exp() for factor in Mul.make_args(side)]


def _counted(factor: Expr) -> tuple[Expr, int]:
    """A whole power as so many factors."""
    base, power = factor.as_base_exp()
    return (base, int(power)) if power.is_Integer and 0 < power <= _STEPS else (factor, 1)


def _powers(side: Expr) -> list[Expr]:
    return [q for _, q in _factors(side) if q.is_Rational]


def _multiple(side: Expr) -> tuple[Expr, Expr]:
    """(c, u) if the side is c log(u) with a rational c > 0; else c = 0."""
    c, rest = side.as_coeff_Mul()
    if isinstance(rest, log) and c.is_Rational and c.is_positive:
        return c, rest.args[0]
    return S.Zero, side


def _with_numbers(sides: Sides, given: Given) -> Iterator[Sides]:
    """A factor of the larger side is replaced by a number that is below it."""
    number, rest = sides[1].as_coeff_Mul()
    factors = [b for b, q in map(_counted, Mul.make_args(rest)) for _ in range(q)]
    for i, factor in enumerate(factors if len(factors) > 1 and number.is_positive else ()):
        others = Mul(*factors[:i], *factors[i + 1 :])
        if not signs_of(others, given) <= {0, 1}:
            continue
        for least in (number, *_BELOW):
            if _ordered((sympy.sympify(least, strict=True), number * factor), Le, given, 1):
                yield sides[0], least * others
                break
