"""The collector of garbage runs less often while terms are worked with.

SymPy makes many small objects and hardly any cycles, so that counting references frees almost all
of them; looking for cycles takes a tenth of the time of a proof and finds next to nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["seldom_collected"]

_OBJECTS = 100_000  # new ones, less those that are gone, before the young are looked at


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within the block, or the function that it decorates; afterwards as before.

    Examples
    --------
    >>> before = gc.get_threshold()
    >>> with seldom_collected():
    ...     gc.get_threshold()[0] >= 100_000
    True
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    if 0 < before[0] < _OBJECTS:  # 0: somebody has turned it off
        gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
