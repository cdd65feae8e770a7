"""The working precision: flint has one for the whole process, so one thread at a time uses it."""

from __future__ import annotations

import os
import threading
from types import TracebackType

from flint import ctx

from ..limits import check_time

__all__ = ["precision"]

_lock = threading.RLock()


def _new_lock() -> None:
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    # the thread that held it does not exist in the child
    os.register_at_fork(after_in_child=_new_lock)


class precision:
    """A context in which flint works with so many bits; other threads wait for its end.

    Without the lock a thread would compute with the bits of another, and two contexts that
    overlap would leave the inner one's precision behind.

    Examples
    --------
    >>> from flint import arb
    >>> with precision(200):
    ...     print(arb(2).sqrt().str(50, radius=False))
    1.4142135623730950488016887242096980785696718753769
    """

    __slots__ = ("_before", "_bits", "_held")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        check_time()
        self._held = _lock
        self._held.acquire()
        self._before = ctx.prec
        try:
            ctx.prec = self._bits
        except BaseException:
            self._held.release()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        ctx.prec = self._before
        self._held.release()
