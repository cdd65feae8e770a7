"""What trade-off functions accept: numbers, arrays, expressions; and their parameters as trees."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Basic, Expr, Interval, Symbol, SympifyError, sympify
from sympy.logic.boolalg import Boolean

from ..errors import DomainError, UnsupportedError
from ..exact import exact, parameter, shown

__all__ = [
    "deepest",
    "floats",
    "group_size",
    "pairs_of",
    "relations",
    "require_iterable",
    "substitute",
    "symbols_of",
    "within",
    "written",
]

_MAX_ITERATIONS = 10_000


def group_size(k: Any) -> Expr:
    """A group size: a positive integer, or a symbol that ranges over such."""
    size = exact(k, "k")
    if size.is_integer and size.is_positive:
        return size
    raise DomainError(f"group size k = {shown(k)}: allowed are positive integers")


def require_iterable(size: Expr) -> None:
    """Where 1 - f has to be applied ``size`` times one by one, that has to come to an end."""
    if size > _MAX_ITERATIONS:
        raise UnsupportedError(
            f"group size k = {size.evalf(5)}: without a closed form allowed are at most "
            f"{_MAX_ITERATIONS}; Gaussian and Laplace have one for every k"
        )


def within(value: Any, what: str, domain: Interval) -> Expr:
    """The exact value; numbers must lie in the domain, symbols must not be known to be outside."""
    if not isinstance(value, (Basic, str, numbers.Real)):
        raise DomainError(f"{what} = {shown(value)}: allowed are real numbers in {domain}")
    expr = exact(value, what)
    if not expr.free_symbols:
        return parameter(expr, what, domain)
    below = domain.inf.is_finite and (expr - domain.inf).is_negative
    above = domain.sup.is_finite and (domain.sup - expr).is_negative
    if below or above or expr.is_extended_real is False:
        raise DomainError(f"{what} = {shown(value)}: allowed are real numbers in {domain}")
    return expr


def floats(values: Any, what: str, domain: Interval) -> NDArray[np.float64]:
    """Doubles in the domain, of the shape of ``values``."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "iuf":
            raise TypeError
        points = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise DomainError(
            f"{what} = {shown(values)}: allowed are real numbers in {domain}, or arrays of them"
        ) from None
    low, high = float(domain.inf), float(domain.sup)
    bad = ~np.isfinite(points) | (points < low) | (points > high)
    if bad.any():
        raise DomainError(f"{what} = {points[bad].flat[0]}: allowed are real numbers in {domain}")
    return points


def pairs_of(values: Any, what: str, shape: str) -> list[tuple[Any, Any]]:
    """The members of an iterable, each of which has to be a pair (no string)."""
    try:
        items = [(item, tuple(item)) for item in values]
    except TypeError:
        items = [(values, ())]
    for item, pair in items:
        if len(pair) != 2 or isinstance(item, (str, bytes)):
            raise DomainError(f"{what} = {shown(values)}: allowed is a list of pairs {shape}")
    return [(first, second) for _, (first, second) in items]


def relations(given: Any) -> tuple[Any, ...]:
    """Hypotheses: SymPy relations, or their truth values; text is none, as SymPy would run it."""
    try:
        found = tuple(sympify(relation, strict=True) for relation in given)
    except (TypeError, SympifyError):
        found = (None,)
    if not all(isinstance(relation, Boolean) for relation in found):
        raise DomainError(
            f"given = {shown(given)}: allowed is a list of relations, such as [x > 0]"
        )
    return found


def written(value: Any) -> str:
    """A parameter as text: exact, unless Python does not print numbers of that length."""
    try:
        return str(value)
    except ValueError:
        return shown(value)


def deepest(parameters: Any) -> int:
    """How deep functions are nested in one another in parameters."""
    depth = 0
    for item in parameters:
        if isinstance(item, tuple):
            depth = max(depth, deepest(item))
        else:
            depth = max(depth, getattr(item, "_nesting", 0))
    return depth


def symbols_of(value: Any) -> set[Symbol]:
    if isinstance(value, (tuple, list)):
        return set().union(*map(symbols_of, value))
    return set(getattr(value, "free_symbols", ()))


def substitute(value: Any, pairs: Mapping[Any, Expr]) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(substitute(item, pairs) for item in value)
    if hasattr(value, "subs"):
        return value.subs(pairs)
    return value
