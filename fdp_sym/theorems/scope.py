"""Over what a statement is quantified, as text: the domain of each of its symbols."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Interval, Range, Set

from ..symbols import domain_of
from .goals import symbols_of
from .statements import Statement

__all__ = ["scope"]


def scope(statement: Statement, given: tuple[Any, ...] = ()) -> str:
    """The symbols with their domains, in one line.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, integer, mu
    >>> from fdp_sym.theorems import Le
    >>> scope(Le(alpha * mu, integer("k", 1)))
    'alpha in [0, 1], k in {1, 2, ...}, mu in [0, oo)'
    """
    symbols = sorted(symbols_of(statement, given), key=str)
    return ", ".join(f"{s} in {_shown(domain_of(s))}" for s in symbols)


@lru_cache(maxsize=1024)
def _shown(domain: Set) -> str:
    if isinstance(domain, Range):
        low, high = domain.inf, domain.sup
        if low.is_infinite and high.is_infinite:
            return "the integers"
        first = f"{low}, {low + 1}, " if low.is_finite else ""
        return f"{{{first}...{'' if high.is_infinite else f', {high}'}}}"
    if not isinstance(domain, Interval):
        return str(domain)
    left, right = "(["[not domain.left_open], ")]"[not domain.right_open]
    return f"{left}{domain.start}, {domain.end}{right}"
