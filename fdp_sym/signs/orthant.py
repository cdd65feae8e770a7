r"""The signs of an irreducible polynomial on a box.

Each variable is written in coordinates that run through the non-negative orthant,

* :math:`x \in [a, \infty)`: :math:`x = a + t`,
* :math:`x \in [a, b]`: :math:`x = (a u + b t)/(u + t)`,

and if all coefficients of the resulting polynomial have one sign, so has the polynomial (a
certificate in the sense of Pólya and Bernstein; a few multiplications by :math:`u + t` are tried).
Polynomials in one variable are decided by exact root counting, quadratic ones by the discriminant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from sympy import QQ, Poly, Symbol

from ..balls.polynomials import Ring, coefficient_signs, coefficients, support, terms

__all__ = ["ALL", "NONNEGATIVE", "POSITIVE", "REALS", "Range", "Signs", "polynomial_signs", "times"]

Signs = frozenset[int]
ALL: Signs = frozenset({-1, 0, 1})
# beyond these sizes the attempt is given up, honestly: the answer is then "every sign is possible"
_MAX_TERMS = 4000
_MAX_WORK = 400_000
_MULTIPLICATIONS = 4


@dataclass(frozen=True)
class Range:
    """An interval with rational ends; None is an infinite end."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = True
    high_open: bool = True

    @property
    def is_positive(self) -> bool:
        """Whether every point of it is positive."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and self.low_open))


REALS = Range()
POSITIVE = Range(Fraction(0), None, True)
NONNEGATIVE = Range(Fraction(0), None, False)


def times(left: Signs, right: Signs) -> Signs:
    """The signs that a product can have."""
    return frozenset(a * b for a, b in product(left, right))


def _sgn(number: Any) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0


def polynomial_signs(
    poly: Any, ranges: Callable[[int], Range], signs_of: Callable[[Any], Signs]
) -> Signs:
    """A superset of the signs of an irreducible polynomial.

    Parameters
    ----------
    poly : polynomial of a `Ring`
        Not constant.
    ranges : callable
        The range of a variable, by its number.
    signs_of : callable
        The signs of another polynomial on the same box (for discriminants).
    """
    used = support(poly)
    if len(used) == 1:
        return _univariate(poly, used[0], ranges(used[0]))
    found = _by_coefficients(poly, used, [ranges(i) for i in used])
    if len(found) < 3:
        return found
    degrees = poly.degrees()
    for variable in used:
        if degrees[variable] == 2:
            c, b, a = coefficients(poly, variable)
            discriminant = signs_of(b * b - 4 * a * c)
            if discriminant <= {-1}:
                return signs_of(a)
            if discriminant <= {-1, 0}:
                return signs_of(a) | {0}
    return ALL


# -- one variable -----------------------------------------------------------------------------


def _univariate(poly: Any, variable: int, span: Range) -> Signs:
    """Exact: an irreducible polynomial in one variable changes sign at its roots only."""
    column = [Fraction(0)] * (int(poly.degrees()[variable]) + 1)
    for monomial, coefficient in terms(poly):
        column[monomial[variable]] = coefficient
    return _signs_of_column(tuple(column), span)


@lru_cache(maxsize=20_000)
def _signs_of_column(column: tuple[Fraction, ...], span: Range) -> Signs:
    """The signs of the polynomial with these coefficients, constant first."""

    def value(point: Fraction) -> Fraction:
        total = Fraction(0)
        for coefficient in reversed(column):
            total = total * point + coefficient
        return total

    low, high = span.low, span.high
    if low is not None and low == high:
        return frozenset({_sgn(value(low))})
    ends = [(e, o) for e, o in ((low, span.low_open), (high, span.high_open)) if e is not None]
    at_ends = [is_open for end, is_open in ends if value(end) == 0]
    if _count_roots(column, low, high) > len(at_ends):
        return ALL
    if low is None:
        inside = Fraction(0) if high is None else high - 1
    else:
        inside = low + 1 if high is None else (low + high) / 2
    found = {_sgn(value(inside))}
    return frozenset(found | {0} if not all(at_ends) else found)


def _count_roots(column: tuple[Fraction, ...], low: Fraction | None, high: Fraction | None) -> int:
    """The number of roots in [low, high]."""
    if len(column) == 2:
        root = -column[0] / column[1]
        return int((low is None or low <= root) and (high is None or root <= high))
    poly = Poly([QQ(c.numerator, c.denominator) for c in reversed(column)], Symbol("x"), domain=QQ)
    ends = (None if e is None else QQ(e.numerator, e.denominator) for e in (low, high))
    return int(poly.count_roots(*ends))


# -- several variables ------------------------------------------------------------------------


def _by_coefficients(poly: Any, used: list[int], spans: list[Range]) -> Signs:
    """The coefficient test in coordinates of the non-negative orthant."""
    degrees = [int(poly.degrees()[i]) for i in used]
    if len(poly) * prod(d + 1 for d in degrees) > _MAX_WORK:
        return ALL
    count = sum(1 + (s.low is not None and s.high is not None) for s in spans)
    ring = Ring(count)
    one, gens = ring.constant(1), iter(enumerate(ring.gens))
    powers, free, multiplier = [], [], one
    charts: list[tuple[set[int], set[int]]] = []  # coordinates of a variable; those surely > 0
    for span, degree in zip(spans, degrees, strict=True):
        position, t = next(gens)
        bottom = one
        if span.low is None and span.high is None:
            top = t
            free.append(position)
        elif span.low is not None and span.high is not None:
            other, u = next(gens)
            top, bottom = ring.constant(span.low) * u + ring.constant(span.high) * t, u + t
            sure = {
                c for c, is_open in ((position, span.low_open), (other, span.high_open)) if is_open
            }
            charts.append(({position, other}, sure))
            multiplier *= bottom
        else:
            top = (
                ring.constant(span.low) + t
                if span.low is not None
                else ring.constant(span.high or 0) - t
            )
            is_open = span.low_open if span.low is not None else span.high_open
            charts.append(({position}, {position} if is_open else set()))
            multiplier *= one + t
        powers.append([top**k * bottom ** (degree - k) for k in range(degree + 1)])
    current = ring.constant(0)
    for monomial, coefficient in terms(poly):
        term = ring.constant(coefficient)
        for column, variable in zip(powers, used, strict=True):
            term *= column[monomial[variable]]
        current += term
    for _ in range(_MULTIPLICATIONS):
        if len(current) > _MAX_TERMS:
            return ALL
        found = _one_sign(current, free, charts)
        if len(found) < 3 or len(charts) > 3:
            return found
        current *= multiplier
    return ALL


def _one_sign(
    poly: Any,
    free: list[int],
    charts: list[tuple[set[int], set[int]]],
) -> Signs:
    signs = coefficient_signs(poly)
    monomials = terms(poly) if len(signs) == 1 else []
    if len(signs) != 1 or any(m[i] % 2 for m, _ in monomials for i in free):
        return ALL
    own = signs.pop()
    # strict when, wherever the point lies, some monomial does not vanish there
    supports = [{i for i, e in enumerate(m) if e} for m, _ in monomials]
    choices: list[list[set[int]]] = []
    for coordinates, sure in charts:
        # of two coordinates with u + t = 1 one is positive wherever the point lies
        either = sure or len(coordinates) == 1
        choices.append([sure] if either else [{c} for c in sorted(coordinates)])
    for chosen in product(*choices):
        alive: set[int] = set().union(*chosen) if chosen else set()
        if not any(s <= alive for s in supports):
            return frozenset({0, own})
    return frozenset({own})
