"""Multiples of the instances of generic functions that satisfy a changed hypothesis.

The instances of a proof file satisfy ``Sum(p(i), (i, 1, n)) = 1``; where a mutant says 1/2 instead,
nothing is tried unless they are halved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy
from sympy import Dummy, Expr, Lambda, Rational, S
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from .goals import instantiate, truth
from .mutation import mapped
from .statements import Decided, Generic, generic, relations_of

__all__ = ["scaled"]

# if no hypothesis asks for one
_FACTORS = (Rational(1, 10), Rational(2), Rational(1, 2), Rational(10))


def scaled(
    statement: Any, given: tuple[Relational, ...], point: Mapping[Any, Any], instance: int
) -> Iterator[tuple[Any, tuple[Relational, ...], str]]:
    """Claim and hypotheses with one or more functions multiplied, and by what, in words.

    Every hypothesis that is an equation and fails at the point is repaired if it can be; if none
    fails, each function is multiplied by a few constants.

    Parameters
    ----------
    statement, given
        The claim and its hypotheses.
    point : mapping of symbol to exact number
        Values of all free symbols.
    instance : int
        Which instances are put for the functions.

    Examples
    --------
    >>> from sympy import Eq, Lambda, Rational, Sum, oo
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Ge, generic
    >>> i, n = integer("i", 1), integer("n", 1)
    >>> p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / n)])
    >>> half = Eq(Sum(p(i), (i, 1, n)), Rational(1, 2))
    >>> [words for _, _, words in scaled(Ge(p(1), 0), (half,), {n: Rational(2)}, 0)]
    ['1/2 times p']
    """
    functions = _scalable(statement, given)
    broken = [h for h in given if h.rel_op == "==" and truth(h, point, instance) is not True]
    if broken:
        yield from _repaired(statement, given, functions, broken, point, instance)
        return
    for function in functions:
        for factor in _FACTORS:
            if _allowed(function, factor):
                rule = {function: _multiple(function, factor, instance)}
                yield *_replaced(statement, given, rule), f"{factor} times {function}"


def _scalable(statement: Any, given: Any) -> list[Any]:
    """Functions of which nothing is known but bounds that multiples keep."""
    if isinstance(statement, Decided):
        return []
    relations = (*relations_of(statement), *given)
    functions = {node.func for relation in relations for node in relation.atoms(Generic)}
    return sorted((f for f in functions if f.facts <= {"measurable"}), key=str)


def _repaired(
    statement: Any,
    given: Any,
    functions: list[Any],
    broken: list[Any],
    point: Mapping[Any, Any],
    instance: int,
) -> Iterator[tuple[Any, Any, str]]:
    """One function for each broken hypothesis, by the factor that makes it true."""
    rule: dict[Any, Any] = {}
    words = []
    for hypothesis in broken:
        for function in functions:
            if function in rule or not hypothesis.has(function):
                continue
            current = _mapped_functions(hypothesis, rule)
            factor = _factor(current, function, point, instance)
            if factor is not None:
                rule[function] = _multiple(function, factor, instance)
                words.append(f"{factor} times {function}")
                break
        else:
            return
    yield *_replaced(statement, given, rule), ", ".join(words)


def _factor(hypothesis: Relational, function: Any, point: Any, instance: int) -> Any:
    """The rational multiple of a function with which an equation holds at a point, or None."""
    s = Dummy("s")
    body = function.instances[instance % len(function.instances)]
    changed = hypothesis.lhs - hypothesis.rhs
    changed = changed.replace(function, Lambda(body.signature, s * body.expr))
    try:
        value = replace_free(instantiate(changed, point, instance), point).doit()
        if value.free_symbols != {s}:
            return None
        roots = sympy.roots(sympy.Poly(value, s, domain="QQ"), filter="Q")
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, AttributeError):
        return None
    return next((r for r in sorted(roots, reverse=True) if _allowed(function, r)), None)


def _allowed(function: Any, factor: Any) -> bool:
    """Whether a multiple of an instance keeps its bounds."""
    low, high = function.bounds
    if low.is_infinite and high.is_infinite:
        return True
    if factor < 0 or not (low.is_infinite or low <= 0) or not (high.is_infinite or high >= 0):
        return False
    return bool(factor <= 1 or (low in (0, -sympy.oo) and high in (0, sympy.oo)))


def _multiple(function: Any, factor: Any, instance: int) -> Any:
    body = function.instances[instance % len(function.instances)]
    return generic(
        function.__name__,
        instances=[Lambda(body.signature, factor * body.expr)],
        facts=function.facts,
        bounds=function.bounds,
        domain=function.domain,
    )


def _replaced(statement: Any, given: Any, rule: Mapping[Any, Any]) -> tuple[Any, Any]:
    return (
        _mapped_functions(statement, rule),
        tuple(_mapped_functions(h, rule) for h in given),
    )


def _mapped_functions(thing: Any, rule: Mapping[Any, Any]) -> Any:
    def change(side: Expr) -> Expr:
        for old, new in rule.items():
            side = side.replace(old, new)
        return S(side)

    return mapped(thing, change)
