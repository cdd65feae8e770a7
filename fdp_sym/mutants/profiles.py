"""Whether one privacy profile lies below another, where names or one point decide it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..compose.profile_order import ProfileBelow
from ..theorems.verdict import Status, Verdict
from ..tradeoff.base import TradeOff
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity

__all__ = ["verdict_of"]


def verdict_of(statement: Any) -> Verdict:
    """The verdict of a statement that decides itself; an order of profiles, at its end first.

    A profile is not above itself, and an order fails on an interval if it fails at an end of it,
    however long that is. Without a shift, a Gaussian pair is one of equal distributions.

    Parameters
    ----------
    statement : Decided
        Any; all but `ProfileBelow` are asked as they are.

    Examples
    --------
    >>> from sympy import oo
    >>> strong, weak = Gaussian(1) ** 2, Gaussian(2) ** 2
    >>> statements = [ProfileBelow(weak, f, 0, oo) for f in (strong, weak)]
    >>> [str(s.verdict.status) for s in statements]
    ['inconclusive', 'inconclusive']
    >>> [str(verdict_of(s).status) for s in statements]
    ['refuted', 'proved']
    """
    if not isinstance(statement, ProfileBelow):
        verdict: Verdict = statement.verdict
        return verdict
    f, g = _without_shifts_by_0(statement.f), _without_shifts_by_0(statement.g)
    if f == g:
        return Verdict(Status.PROVED, "a profile is not above itself")
    if (f, g) != (statement.f, statement.g):
        statement = replace(statement, f=f, g=g)
    at_the_end = replace(statement, high=statement.low).verdict
    return at_the_end if at_the_end.status is Status.REFUTED else statement.verdict


def _without_shifts_by_0(value: Any) -> Any:
    """A curve, or what it is made of, with Identity() for Gaussian(0)."""
    if isinstance(value, Gaussian):
        return Identity() if value.mu.is_zero else value
    if isinstance(value, TradeOff):
        make, arguments = value.__reduce__()[:2]
        changed = _without_shifts_by_0(arguments)
        return value if changed == arguments else make(*changed)
    return tuple(map(_without_shifts_by_0, value)) if isinstance(value, tuple) else value
