"""Enclosures that are found on the way to a narrower one, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .ball import Ball

__all__ = ["found", "watching"]

_watcher: ContextVar[Callable[[Ball], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(watcher: Callable[[Ball], None]) -> Iterator[None]:
    """Let the watcher see every enclosure of the value that is asked for in this context.

    Examples
    --------
    >>> with watching(print):
    ...     found(0, 1, "by definition")
    [0.5 ± 0.5]
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def found(lower: Any, upper: Any, route: str = "") -> None:
    """Report bounds of the value that is asked for."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(Ball(lower, upper, route))
