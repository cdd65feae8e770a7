"""The closed-form bounds of compositions in balls: Kairouz, Oh and Viswanath's Section 3.

Parameters come with how often they occur, so that the same mechanism k times costs what one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from flint import arb
from sympy import Expr

from .ball import Ball
from .refine import constant, refine

__all__ = ["order_of_advanced", "order_of_drv", "smallest", "sum_of", "union", "union_of"]

_ROUTE = "closed form"
Counts = Iterable[tuple[Expr, Any]]


def order_of_advanced(epsilons: Counts, slack: Expr, digits: int) -> list[Ball]:
    """The second and the third term of Theorems 3.4 and 3.5."""

    def term(guarded: bool) -> Any:
        return _drift(epsilons) + _deviation(epsilons, slack, guarded)

    names = {True: "the second term", False: "the third term"}
    return [refine(partial(term, g), digits, _ROUTE, name) for g, name in names.items()]


def order_of_drv(epsilons: Counts, slack: Expr, digits: int) -> Ball:
    """The eps of Theorem 3.2."""

    def order() -> Any:
        return _sum(epsilons, lambda e: e * e.expm1()) + _deviation(epsilons, slack, False)

    return refine(order, digits, _ROUTE, "eps")


def sum_of(counts: Counts, digits: int) -> Ball:
    """The sum of all values."""
    return refine(lambda: _sum(counts, lambda value: value), digits, _ROUTE, "the sum")


def union_of(masses: Counts, digits: int) -> Ball:
    """The probability that one of independent events happens, 1 - prod (1 - mass)."""
    return refine(lambda: union(masses), digits, _ROUTE, "the total delta")


def smallest(terms: list[Ball]) -> Ball:
    """The least of several numbers."""
    return Ball(min(b.lower for b in terms), min(b.upper for b in terms), _ROUTE)


def _sum(counts: Counts, function: Callable[[Any], Any]) -> Any:
    return sum((int(n) * function(constant(value)) for value, n in counts), arb(0))


def _drift(epsilons: Counts) -> Any:
    return _sum(epsilons, lambda e: e * (e / 2).tanh())


def _deviation(epsilons: Counts, slack: Expr, guarded: bool) -> Any:
    squares, spent = _sum(epsilons, lambda e: e * e), constant(slack)
    logarithm = (arb(1).exp() + squares.sqrt() / spent).log() if guarded else -spent.log()
    return (2 * squares * logarithm).sqrt()


def union(masses: Counts) -> Any:
    """The same at flint's current precision."""
    if any(value == 1 and n for value, n in masses):
        return arb(1)
    return -_sum(masses, lambda mass: (-mass).log1p()).expm1()
