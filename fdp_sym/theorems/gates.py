"""What a step needs besides the goals that it leaves, kept as it is found to hold.

A step asks whether its conditions hold (`fdp_sym.theorems.tactic.need`, and the signs that rules of
rewriting ask for). Whoever wants to print them, with the terms of the goal in them, listens here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .. import signs

__all__ = ["is_nonnegative", "is_positive", "listening", "passed", "place", "withdraw"]

_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


@contextmanager
def listening() -> Iterator[list[str]]:
    """The conditions that are found to hold within the block, each once.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha
    >>> with listening() as heard:
    ...     is_nonnegative(1 - alpha), is_positive(alpha)
    (True, False)
    >>> heard
    ['1 - alpha >= 0']
    """
    heard: list[str] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


def passed(condition: str) -> None:
    """Say that a condition holds."""
    heard = _heard.get()
    if heard is not None and condition not in heard:
        heard.append(condition)


def place() -> int:
    """Where the list ends now, for `withdraw`."""
    return len(_heard.get() or ())


def withdraw(since: int) -> None:
    """Forget the conditions since then: what they were for did not come about."""
    heard = _heard.get()
    if heard is not None:
        del heard[since:]


def is_nonnegative(expr: Any, given: Any = ()) -> bool:
    """As `fdp_sym.signs.is_nonnegative`, and said."""
    found = signs.is_nonnegative(expr, given)
    if found and _heard.get() is not None:
        passed(f"{expr} >= 0")
    return found


def is_positive(expr: Any, given: Any = ()) -> bool:
    """As `fdp_sym.signs.is_positive`, and said."""
    found = signs.is_positive(expr, given)
    if found and _heard.get() is not None:
        passed(f"{expr} > 0")
    return found
