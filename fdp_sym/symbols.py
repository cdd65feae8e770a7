"""Symbols whose domain is data; the SymPy assumptions are derived from it.

``real("mu", Interval.open(0, oo))`` is a SymPy symbol that remembers its domain, so that a
hypothesis is written once and read by SymPy, by the sign engine, by balls and by the printer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Interval, Range, S, Set, Symbol, oo, sympify

from .errors import DomainError

__all__ = ["Real", "alpha", "delta", "domain_of", "epsilon", "integer", "mu", "real"]


def _assumptions(domain: Set) -> dict[str, bool]:
    """The strongest SymPy assumptions that hold on every point of ``domain``."""
    facts: dict[str, bool] = {"real": True}
    if isinstance(domain, Range):
        facts["integer"] = True
    low, high = domain.inf, domain.sup
    # not ``0 not in domain``: SymPy takes a while to say so
    no_low, no_high = (getattr(domain, end, False) for end in ("left_open", "right_open"))
    if low > 0 or (low == 0 and no_low):
        facts["positive"] = True
    elif low == 0:
        facts["nonnegative"] = True
    if high < 0 or (high == 0 and no_high):
        facts["negative"] = True
    elif high == 0:
        facts["nonpositive"] = True
    return facts


class Real(Symbol):  # type: ignore[misc]
    """A real (or integer) symbol with a domain; made by `real` and `integer`.

    Two such symbols are equal when name **and** domain agree.
    """

    __slots__ = ("domain",)
    domain: Set

    def __new__(cls, name: str, domain: Set) -> Real:
        return _made(name, domain)

    def __getnewargs_ex__(self) -> tuple[tuple[str, Set], dict[str, Any]]:
        return (self.name, self.domain), {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Real, (self.name, self.domain)

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*Symbol._hashable_content(self), self.domain)


@lru_cache(maxsize=4096, typed=True)
def _made(name: str, domain: Set) -> Real:
    """One object for equal symbols, which are compared wherever a term is looked up."""
    symbol: Real = Symbol.__xnew__(Real, name, **_assumptions(domain))
    symbol.domain = domain
    return symbol


def real(name: str, domain: Set = S.Reals) -> Real:
    """A real symbol that ranges over ``domain``.

    Parameters
    ----------
    name : str
        ASCII name as SymPy prints it, e.g. ``"mu"``.
    domain : Interval or Range
        Where the symbol ranges; a non-empty interval, or a ``Range`` for integers.

    Raises
    ------
    DomainError
        If the domain is empty or is neither an ``Interval`` nor a ``Range``.

    Examples
    --------
    >>> from sympy import Interval, oo
    >>> mu = real("mu", Interval.open(0, oo))
    >>> mu.is_positive, mu.domain
    (True, Interval.open(0, oo))
    """
    if not isinstance(domain, (Interval, Range)) or domain is S.EmptySet or _is_empty_range(domain):
        raise DomainError(
            f"the domain of {name!r} is {domain}; allowed is a non-degenerate Interval "
            "or a non-empty Range. Write the value itself instead of a symbol with one value."
        )
    return Real(name, domain)


def _is_empty_range(domain: Set) -> bool:
    """Whether a ``Range`` has no member (an ``Interval`` without members is ``EmptySet``)."""
    return isinstance(domain, Range) and domain.size == 0


def integer(name: str, low: int = 0, high: Any = oo) -> Real:
    """An integer symbol with ``low <= name <= high`` (``high`` may be ``oo``).

    Examples
    --------
    >>> k = integer("k", 1)
    >>> k.is_integer, k.is_positive
    (True, True)
    """
    try:
        start, end = (sympify(bound, strict=True) for bound in (low, high))  # text would be run
        domain = Range(start, end if end is oo else end + 1)
        empty = bool(domain.free_symbols) or domain.size == 0
    except (TypeError, ValueError):
        empty = True
    if empty:
        raise DomainError(
            f"the integers from {low!r} to {high!r}: allowed are whole numbers low <= high, or oo "
            "for high"
        )
    return real(name, domain)


def domain_of(symbol: Symbol) -> Set:
    """The domain of a symbol: its own, or what SymPy's assumptions of a plain symbol say.

    A plain symbol needs at least ``real=True``; a symbol about which nothing is known could be
    complex, and no inequality would mean anything.

    Examples
    --------
    >>> from sympy import Symbol
    >>> domain_of(Symbol("t", positive=True))
    Interval.open(0, oo)
    """
    if isinstance(symbol, Real):
        return symbol.domain
    if not symbol.is_extended_real:
        raise DomainError(
            f"nothing is known about the symbol {symbol}; allowed are real symbols. "
            f'Make it with real("{symbol}", domain) or give SymPy\'s real=True.'
        )
    if symbol.is_integer:
        if symbol.is_positive:
            return Range(1, oo)
        return Range(0, oo) if symbol.is_nonnegative else Range(-oo, oo)
    if symbol.is_positive:
        return Interval.open(0, oo)
    if symbol.is_nonnegative:
        return Interval(0, oo)
    if symbol.is_negative:
        return Interval.open(-oo, 0)
    if symbol.is_nonpositive:
        return Interval(-oo, 0)
    return Interval(-oo, oo)


alpha = real("alpha", Interval(0, 1))
epsilon = real("epsilon", Interval(0, oo))
delta = real("delta", Interval(0, 1))
mu = real("mu", Interval(0, oo))
