"""Claims about integrals of unknown functions as claims about the values of these functions.

A linear combination of integrals is cut at all ends into cells. If on each cell the integrands
together have the wanted sign for every value between the bounds, so does the combination; and a
constant function has every such value, so that nothing is given away where there is one cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cmp_to_key
from typing import Any

from sympy import (
    Add,
    Expr,
    Function,
    Integral,
    Interval,
    Mul,
    Piecewise,
    PolynomialError,
    S,
    Symbol,
)
from sympy.core.relational import Relational

from ..binding import bound_in
from ..errors import FdpError
from ..signs import possible_signs
from ..symbols import real
from ..theorems.defined import undefined_term
from ..theorems.goals import SIGNS
from ..theorems.integrable import BOREL
from ..theorems.statements import Generic
from .logarithms import signs_with_logarithms

__all__ = ["integrands", "value_by_value"]

Given = tuple[Any, ...]

_PLACE = Symbol(".")  # a variable of integration


class _NoCells(Exception):
    """The relation is no linear combination of such integrals."""


def value_by_value(relation: Relational, given: Given) -> str:
    """How a relation between integrals is proved because it holds for every value, or "".

    Integrals of unknown functions are supposed to exist; that what is integrated has a value is
    seen.

    Examples
    --------
    >>> from sympy import Lambda, oo
    >>> from fdp_sym.theorems import Ge, generic
    >>> t = real("t", Interval(0, 1))
    >>> y = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, t)])
    >>> mean, square = (Integral(y(t) ** k, (t, 0, 1)) for k in (1, 2))
    >>> value_by_value(Ge(square, 2 * mean - 1), ())
    'value by value under the integrals'
    >>> value_by_value(Ge(square, 2 * mean), ())
    ''
    """
    if relation.rel_op == "!=" or not relation.has(Generic) or not relation.has(Integral):
        return ""
    return _of_values(relation, given) or _on_both_sides_of_zero(relation, given)


def _on_both_sides_of_zero(relation: Relational, given: Given) -> str:
    """With ranges of which no order is known: each side is compared with 0."""
    if relation.rel_op not in ("<=", ">=") or 0 in relation.args:
        return ""
    left, right = relation.args
    if not (left.has(Integral) and right.has(Integral)):
        return ""
    halves = (relation.func(*sides, evaluate=False) for sides in ((left, S.Zero), (S.Zero, right)))
    return "value by value on each side of 0" if all(_of_values(h, given) for h in halves) else ""


def _of_values(relation: Relational, given: Given) -> str:
    known = tuple(h for h in given if not h.has(Generic) and not any(map(bound_in, _nodes(h))))
    try:
        cells = _Cells(relation, given)
        if any(undefined_term(e, known) is not None for e in (*cells.bodies, *cells.others)):
            return ""
        wanted = SIGNS[relation.rel_op]
        claims = cells.claims(strict=0 not in wanted)
        proved = all(signs_with_logarithms(claim, known) <= wanted for claim in claims)
    except (_NoCells, FdpError, PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return ""
    return "value by value under the integrals" if proved else ""


def integrands(relation: Relational, given: Given) -> list[Expr]:
    """What is integrated, with symbols for the values of unknown functions.

    Constant functions take all values between the bounds. There are none if hypotheses say more.

    Examples
    --------
    >>> from sympy import Lambda, oo
    >>> from fdp_sym.theorems import Le, generic
    >>> t = real("t", Interval(0, 1))
    >>> y = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, t)])
    >>> integrands(Le(Integral(1 / y(t), (t, 0, 1)), 2), ())
    [1/y(t)]
    """
    functions = {call.func for call in relation.atoms(Generic)}
    if not functions or not relation.has(Integral) or any(h.has(Generic) for h in given):
        return []
    if any(function.facts - {"measurable"} for function in functions):
        return []
    try:
        return [body for body in _Cells(relation, given).bodies if not body.has(Piecewise)]
    except (_NoCells, FdpError, TypeError, ValueError):
        return []


def _nodes(expr: Any) -> Iterator[Any]:
    yield expr
    for part in expr.args:
        yield from _nodes(part)


class _Cells:
    """A linear combination of integrals, cut at all ends."""

    def __init__(self, relation: Relational, given: Given) -> None:
        self.given = given
        self.values: dict[Any, Any] = {}
        self.bodies: list[Expr] = []
        self.others: list[Expr] = []  # terms, factors and ends, which have to exist, too
        self.rest = S.Zero
        self.parts: list[tuple[Expr, Expr, Expr]] = []  # integrand, low, high
        self._add(relation.lhs, S.One)
        self._add(relation.rhs, S.NegativeOne)
        self.ends = self._sorted({e for _, *ends in self.parts for e in ends})

    def _add(self, term: Expr, factor: Expr) -> None:
        """A multiple of a term."""
        if not term.has(Integral):
            self.others.append(self._valued(term, None))
            self.rest += self._valued(factor * term, None)
        elif isinstance(term, Add):
            for part in term.args:
                self._add(part, factor)
        elif isinstance(term, Mul):
            inner = [f for f in term.args if f.has(Integral)]
            if len(inner) != 1:
                raise _NoCells
            outside = Mul(*(f for f in term.args if f is not inner[0]))
            self.others.append(self._valued(outside, None))
            self._add(inner[0], factor * outside)
        elif isinstance(term, Integral) and len(term.limits) == 1 and len(term.limits[0]) == 3:
            ((t, low, high),) = term.limits
            if any(end.is_infinite or end.has(Generic) for end in (low, high)):
                raise _NoCells
            moving = [f for f in term.atoms(Generic) if t in f.free_symbols and f.func.facts]
            if not all(self._within(f, low, high) for f in moving):
                raise _NoCells
            body = self._valued(term.function, t)
            self.bodies.append(body)
            self.others += [low, high]
            self.parts.append((self._valued(factor, None) * body, low, high))
        else:
            raise _NoCells

    def _within(self, call: Any, *ends: Expr) -> bool:
        """Whether a function has values on a range: beyond its domain it has, without facts."""
        domain = call.func.domain
        return all(
            possible_signs(distance, self.given) <= {0, 1}
            for end in ends
            for distance in (end - domain.inf, domain.sup - end)
        )

    def _valued(self, expr: Expr, t: Any) -> Expr:
        """With symbols for the values of unknown functions, at a variable or elsewhere."""
        if any(map(bound_in, _nodes(expr))):
            raise _NoCells
        if not all(isinstance(f, (*BOREL, Generic)) for f in expr.atoms(Function)):
            raise _NoCells
        rule = {}
        for call in expr.atoms(Generic):
            inside = call.args == (t,)
            if call.func.facts and not inside and any(a not in call.func.domain for a in call.args):
                raise _NoCells
            if not inside and (t in call.free_symbols or len(call.atoms(Generic)) > 1):
                raise _NoCells
            key = call.func(_PLACE) if inside else call
            name = str(call) if inside else f"<{call}>"
            low, high = call.func.bounds
            if "below Id" in call.func.facts and not inside:
                high = min(high, 1 - call.args[0])
            value = low if low == high else real(name, Interval(low, high))
            if value.is_Symbol and any(v == value for k, v in self.values.items() if k != key):
                raise _NoCells  # another function of that name
            rule[call] = self.values.setdefault(key, value)
        expr = expr.xreplace(rule)
        if t is not None and t in expr.free_symbols:
            raise _NoCells
        return expr

    def _sorted(self, ends: Iterable[Expr]) -> list[Expr]:
        def compared(a: Expr, b: Expr) -> int:
            signs = possible_signs(b - a, self.given)
            if not (signs <= {0, 1} or signs <= {-1, 0}):
                raise _NoCells
            return -1 if signs <= {0, 1} else 1

        return sorted(ends, key=cmp_to_key(compared))

    def claims(self, strict: bool) -> list[Expr]:
        """What has to have the sign of the combination: per cell, or together with a constant."""
        if strict and not possible_signs(self.ends[-1] - self.ends[0], self.given) <= {1}:
            raise _NoCells
        cells: dict[Expr, Expr] = {}  # of one integrand together, with their length
        for low, high in zip(self.ends, self.ends[1:], strict=False):
            body = Add(*(sign * part for part, sign in self._over(low, high)))
            cells[body] = cells.get(body, S.Zero) + high - low
        if self.rest == 0:
            return list(cells)
        numbered = enumerate(cells.items())
        terms = [length * self._own(body, i) for i, (body, length) in numbered]
        return [Add(self.rest, *terms)]

    def _over(self, low: Expr, high: Expr) -> Iterator[tuple[Expr, int]]:
        """What is integrated over a cell; a range that runs backwards counts negatively."""
        place = self.ends.index
        for part, start, end in self.parts:
            first, last, sign = place(start), place(end), 1
            if first > last:
                first, last, sign = last, first, -1
            if first <= place(low) and place(high) <= last:
                yield part, sign

    def _own(self, body: Expr, number: int) -> Expr:
        """With values of its own on each cell."""
        if number == 0:
            return body
        rule = {
            symbol: real(f"{symbol}{number}", Interval(*key.func.bounds))
            for key, symbol in self.values.items()
            if _PLACE in key.args and symbol.is_Symbol
        }
        return body.xreplace(rule)
