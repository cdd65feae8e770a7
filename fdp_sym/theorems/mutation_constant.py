"""Unknown functions that are constant: then sums and integrals of them are products.

Nested integrals take seconds at a single point; of constants they are numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from sympy import Expr, Integral, Rational, Sum

from .goals import in_time, points, show_point, symbols_of, truth_at
from .mutation import mapped
from .statements import Decided, Generic, relations_of

__all__ = ["refuted_by_constants", "with_constants"]

_POINTS = 8
_SECONDS = 0.5
_UNITS = [Rational(c) for c in ("3/7", "1/5", "8/13", "7/9", "2/11", "5/6")]


def refuted_by_constants(
    statement: Any, given: tuple[Any, ...]
) -> tuple[Mapping[str, str], str] | None:
    """A point and constants for all functions at which the claim fails, or None."""
    if isinstance(statement, Decided):
        return None
    relations = (*relations_of(statement), *given)
    functions = {node.func for r in relations for node in r.atoms(Generic)}
    nested = any(_is_nested(node) for r in relations for node in r.atoms(Integral))
    if not functions or not nested or any(f.facts - {"measurable"} for f in functions):
        return None
    for values in _values(functions):
        change = partial(with_constants, values=values)
        claim, hypotheses = mapped(statement, change), tuple(mapped(h, change) for h in given)
        tried = islice(points(symbols_of(claim, hypotheses), _POINTS), _POINTS)
        for point in in_time(tried, _SECONDS):
            if truth_at(claim, hypotheses, point, 0) is False:
                text = ", ".join(f"{f} = {value}" for f, value in values.items())
                return show_point(point), f"the functions are constant: {text}"
    return None


def _is_nested(node: Integral) -> bool:
    return len(node.limits) > 1 or node.function.has(Integral)


def _values(functions: set[Any]) -> Iterator[dict[Any, Rational]]:
    """Constants within the bounds of the functions, different ones for different functions."""
    ordered = sorted(functions, key=str)
    for first in range(3):
        units = (_UNITS[(first + i) % len(_UNITS)] for i in range(len(ordered)))
        yield {f: _between(unit, *f.bounds) for f, unit in zip(ordered, units, strict=True)}


def _between(unit: Rational, low: Any, high: Any) -> Rational:
    if low.is_finite and high.is_finite:
        return low + (high - low) * unit
    if low.is_finite:
        return low + 3 * unit
    return high - 3 * unit if high.is_finite else 3 * unit - 1


def with_constants(expr: Expr, values: Mapping[Any, Any]) -> Expr:
    """The term with constants for functions, its sums and integrals of constants carried out.

    Examples
    --------
    >>> from sympy import Lambda, oo
    >>> from fdp_sym.symbols import real
    >>> from fdp_sym.theorems import generic
    >>> t = real("t")
    >>> p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(t, 1)])
    >>> with_constants(Integral(p(t), (t, 0, 3)), {p: Rational(1, 2)})
    3/2
    """
    for function, value in values.items():
        expr = expr.replace(function, lambda *_, value=value: value)
    return expr.replace(lambda node: isinstance(node, (Integral, Sum)), _carried_out)


def _carried_out(node: Expr) -> Expr:
    body, limits = node.function, list(node.limits)
    more = 1 if isinstance(node, Sum) else 0
    while limits and len(limits[0]) == 3 and limits[0][0] not in body.free_symbols:
        _, low, high = limits.pop(0)
        if low.is_infinite or high.is_infinite:
            return node
        body *= high - low + more
    return node.func(body, *limits) if limits else body
