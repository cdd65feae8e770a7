"""What the composition theorems share: checked parameters, and the answer "unreachable"."""

from __future__ import annotations

import math
from typing import Any

from sympy import Expr, Interval, oo

from ...errors import DomainError, HypothesisError
from ...exact import exact, parameter

__all__ = ["exponent", "number_of_times", "probability", "slack_of", "unreachable"]


def exponent(eps: Any, what: str = "eps") -> Expr:
    """eps >= 0."""
    return parameter(eps, what, Interval(0, oo))


def probability(delta: Any, what: str = "delta") -> Expr:
    """delta in [0, 1]."""
    return parameter(delta, what, Interval(0, 1))


def slack_of(slack: Any) -> Expr:
    """The delta that a bound spends: in (0, 1]."""
    return parameter(slack, "slack", Interval.Lopen(0, 1))


def number_of_times(k: Any, what: str = "k") -> Expr:
    """A whole number k >= 0, or an expression that ranges over such."""
    count = exact(k, what)
    if count.is_integer and count.is_nonnegative:
        return count
    if count.free_symbols and count.is_integer is not False and count.is_negative is not True:
        raise HypothesisError(
            f"{what} = {k} is not known to be a whole number >= 0; make its symbols with "
            'integer("k", 1)'
        )
    raise DomainError(f"{what} = {k}: allowed are whole numbers >= 0 and integer symbols")


def unreachable(eps: Any, delta: Expr) -> Any:
    """The ball of an eps, which says plainly if it is infinite."""
    from ...balls import Ball

    if eps.lower != math.inf:
        return eps
    return Ball(eps.lower, eps.upper, f"unreachable: {delta} is less than the mass at infinity")
