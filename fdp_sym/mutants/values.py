"""Functions known by bounds only, as numbers: each value that a claim speaks of is an unknown.

In a sum of few terms such a function is a list of numbers between its bounds; under an integral it
is constant, or constant on both halves of the range. Each number becomes a symbol of its own, so
that hypotheses, points and searches reach it like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from sympy import (
    Add,
    Derivative,
    Expr,
    Integral,
    Interval,
    Mul,
    Product,
    Rational,
    Subs,
    Sum,
    preorder_traversal,
)

from ..binding import bound_in, replace_free
from ..errors import FdpError
from ..symbols import real
from ..theorems.goals import evaluated
from ..theorems.statements import Decided, Generic, Gt, relations_of
from .changed import mapped

__all__ = ["with_values"]

_TERMS = 5  # of a sum that is written out
_UNKNOWNS = 20
_HALF = Rational(1, 2)


class _NotWritten(Exception):
    """A sum is too long, or an integral has no halves."""


def with_values(
    statement: Any,
    given: tuple[Any, ...],
    integers: Mapping[Any, Any],
    halves: bool = False,
    apart: bool = False,
) -> tuple[Any, tuple[Any, ...]] | None:
    """Claim and hypotheses with symbols for values of functions; None if that cannot be done.

    Parameters
    ----------
    statement, given
        The claim and its hypotheses.
    integers : mapping of symbol to integer
        Values of the free integer symbols.
    halves : bool
        Functions under an integral have two values instead of one.
    apart : bool
        Functions are not constant: their arguments are different, and so may their values be.

    Examples
    --------
    >>> from sympy import Lambda, oo
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Eq, Ge, generic
    >>> i, n = integer("i", 1), integer("n", 1)
    >>> p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / n)])
    >>> total = Sum(p(i), (i, 1, n))
    >>> with_values(Ge(total, p(1)), (Eq(total, 1),), {n: Rational(2)})
    (p(1) + p(2) >= p(1), (Eq(p(1) + p(2), 1),))
    """
    if isinstance(statement, Decided):
        return None
    relations = (*relations_of(statement), *given)
    functions = {n.func for r in relations for n in r.atoms(Generic) if _is_free(n.func)}
    if not functions or any(r.has(Derivative, Subs) for r in relations):
        return None
    if apart and any(bound_in(n) for r in relations for n in preorder_traversal(r)):
        return None
    writer = _Writer(functions, halves)

    def written(side: Expr) -> Expr:
        return writer.written(evaluated(side, integers))

    try:
        claim, hypotheses = mapped(statement, written), tuple(mapped(h, written) for h in given)
    except (_NotWritten, FdpError, TypeError, ValueError):
        return None
    calls = {n for r in (*relations_of(claim), *hypotheses) for n in r.atoms(Generic)}
    if apart:
        different = _different(calls, functions)
        if not different:
            return None
        hypotheses = (*hypotheses, *different)
    rule = _unknowns(calls, functions, apart)
    if len(set(rule.values())) > _UNKNOWNS:
        return None

    def replaced(side: Expr) -> Expr:
        return side.xreplace(rule)

    return mapped(claim, replaced), tuple(mapped(h, replaced) for h in hypotheses)


def _is_free(function: Any) -> bool:
    low, high = function.bounds
    return function.facts <= {"measurable"} and bool(low < high)


def _unknowns(calls: set[Any], functions: set[Any], apart: bool) -> dict[Any, Any]:
    """A symbol for every value at a rational point; one for all where others occur."""
    rule = {}
    for function in functions:
        own = sorted((c for c in calls if c.func == function), key=str)
        known = apart or all(a.is_Rational for c in own for a in c.args)
        for call in own:
            name = str(call) if known else str(function)
            rule[call] = real(name, Interval(*function.bounds))
    return rule


def _different(calls: set[Any], functions: set[Any]) -> list[Any]:
    """That no two values of a function are at the same place; the places are no numbers."""
    return [
        Gt(Add(*((a - b) ** 2 for a, b in zip(one.args, two.args, strict=True))), 0)
        for one, two in combinations(sorted(calls, key=str), 2)
        if one.func == two.func
        and one.func in functions
        and not all(a.is_Rational for a in (*one.args, *two.args))
    ]


class _Writer:
    """Writes out the sums and integrals in which the functions occur."""

    def __init__(self, functions: set[Any], halves: bool) -> None:
        self.functions = tuple(functions)
        self.halves = halves

    def written(self, expr: Any) -> Any:
        if not getattr(expr, "args", ()) or not expr.has(*self.functions):
            return expr
        if isinstance(expr, (Sum, Product)):
            make = Add if isinstance(expr, Sum) else Mul
            return make(*(self.written(term) for term in _terms(expr)))
        if isinstance(expr, Integral):
            return Add(*self._cells(expr)) if self.halves else self._constant(expr)
        return expr.func(*map(self.written, expr.args))

    def _constant(self, node: Integral) -> Expr:
        """The integral when each function is constant."""
        bound = bound_in(node)

        def at_half(call: Any) -> Any:
            if call.func in self.functions and call.free_symbols & bound:
                return call.func(*[_HALF] * len(call.args))
            return call

        body = node.function.replace(lambda n: isinstance(n, Generic), at_half)
        return _integrated(self.written(body), node.limits)

    def _cells(self, node: Integral) -> Iterator[Expr]:
        """The integral when each function is constant left and right of 1/2."""
        *inner, (t, low, high) = node.limits
        if not (low.is_Rational and high.is_Rational and 0 <= low < high <= 1):
            raise _NotWritten
        body = Integral(node.function, *inner) if inner else node.function
        for a, b in pairwise(sorted({low, high, min(max(low, _HALF), high)})):
            there = body.replace(
                lambda n: isinstance(n, Generic) and n.func in self.functions,
                lambda n, middle=(a + b) / 2: _moved(n, t, middle),
            )
            yield _integrated(self.written(there), [(t, a, b)])


def _moved(call: Any, t: Any, middle: Any) -> Any:
    if any(a != t and t in a.free_symbols for a in call.args):
        raise _NotWritten
    return call.func(*(middle if a == t else a for a in call.args))


def _integrated(body: Expr, limits: Any) -> Expr:
    for t, low, high in limits:
        if t in body.free_symbols:
            body = Integral(body, (t, low, high))
        elif low.is_infinite or high.is_infinite:
            raise _NotWritten
        else:
            body = body * (high - low)
    return body


def _terms(node: Any) -> Iterator[Expr]:
    *inner, (i, low, high) = node.limits
    if not (low.is_Integer and high.is_Integer and -1 <= high - low < _TERMS):
        raise _NotWritten
    body = node.func(node.function, *inner) if inner else node.function
    for value in range(int(low), int(high) + 1):
        yield replace_free(body, {i: Rational(value)})
