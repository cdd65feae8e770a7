"""Enclosures that are found on the way to a narrower one, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb

from ..limits import check_time
from ..limits import watcher as _watcher
from . import arithmetic as ar
from .ball import Ball

__all__ = ["found", "watching"]


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


def found(lower: Any, upper: Any, route: str = "", kind: type[Ball] = Ball) -> None:
    """Report bounds of the value that is asked for; of an arb its outward end counts."""
    check_time()
    watcher = _watcher.get()
    if watcher is not None:
        low, high = (ar.bounds(x) if isinstance(x, arb) else (x, x) for x in (lower, upper))
        watcher(kind(low[0], high[1], route))
