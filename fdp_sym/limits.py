"""A time limit for certified answers: what is known when it is over, instead of a long wait.

A *question* is a call that encloses one number. On its way it reports narrower and narrower
enclosures (`fdp_sym.balls.progress`). Where it asks further questions about other numbers, their
reports are no enclosures of its own, and are kept from whoever watches.
"""

from __future__ import annotations

import math
import numbers
import signal
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from types import TracebackType
from typing import Any, TypeVar

from .errors import DomainError, PrecisionError
from .exact import shown

__all__ = ["check_time", "question", "time_limit", "watcher"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

watcher: ContextVar[Callable[[Any], None] | None] = ContextVar("watcher", default=None)
_limit: ContextVar[_Limit | None] = ContextVar("limit", default=None)
_asked: ContextVar[bool] = ContextVar("asked", default=False)

_FOREVER = 1e300
_PATIENCE = 1000  # milliseconds for an interrupt that is on its way


class _TimeOver(BaseException):
    """Passes every handler of errors on its way out."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Give the certified answers in a block so many seconds in all.

    When they are over, or at Ctrl-C, the one that is being computed ends with a `PrecisionError`
    whose attribute ``ball`` is the best enclosure so far, and so do those that come after it.

    Parameters
    ----------
    seconds : float
        A positive number; with ``inf`` there is only Ctrl-C. In a block within a block the earlier
        end counts.

    Raises
    ------
    DomainError
        If it is no positive number.

    Notes
    -----
    A single operation of the arithmetic of balls is not interrupted; that may take a second or two.
    In threads other than the main one the clock is looked at only between larger steps.

    Examples
    --------
    >>> from fdp_sym.errors import PrecisionError
    >>> from fdp_sym.tradeoff import Gaussian
    >>> with time_limit(60):
    ...     print(Gaussian(1).enclose_delta(1).decimal(10))
    0.1269367375
    >>> try:
    ...     with time_limit(1e-9):
    ...         Gaussian(1).enclose_delta(1)
    ... except PrecisionError as error:
    ...     print(error.ball)
    [0.5 ± 0.5]
    """
    if not (isinstance(seconds, numbers.Real) and seconds > 0):
        raise DomainError(f"seconds = {seconds!r}: allowed are positive numbers")
    limit, outer = _Limit(math.inf if seconds > _FOREVER else float(seconds)), _limit.get()
    token = _limit.set(limit if outer is None or limit.end < outer.end else outer)
    try:
        yield
    finally:
        _limit.reset(token)


def question(least: float, most: float) -> Callable[[_Function], _Function]:
    """Mark a function as a question whose answer lies between these numbers in any case."""

    def marked(function: _Function) -> _Function:
        @wraps(function)
        def asked(*arguments: Any, **options: Any) -> Any:
            if _asked.get():
                hidden = watcher.set(None)
                try:
                    return function(*arguments, **options)
                finally:
                    watcher.reset(hidden)
            token = _asked.set(True)
            try:
                limit = _limit.get()
                if limit is None:
                    return function(*arguments, **options)
                what = f"{function.__name__}({', '.join(map(shown, arguments))})"
                return limit.answer(lambda: function(*arguments, **options), what, least, most)
            finally:
                _asked.reset(token)

        return asked  # type: ignore[return-value]

    return marked


def check_time() -> None:
    """Leave the question if its time is over."""
    limit = _limit.get()
    if limit is not None and _asked.get() and time.monotonic() > limit.end:
        raise _TimeOver


class _Limit:
    """A point in time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.monotonic() + seconds

    def answer(self, ask: Callable[[], Any], what: str, least: float, most: float) -> Any:
        """The answer, or an error with the narrowest enclosure that was reported."""
        from .balls.ball import Ball

        best = Ball(least, most, "a priori")
        outer = watcher.get()

        def watch(ball: Any) -> None:
            nonlocal best
            if ball.width < best.width:
                best = ball
            if outer is not None:
                outer(ball)

        token = watcher.set(watch)
        try:
            check_time()
            with _Alarm(self.end):
                return ask()
        except (_TimeOver, KeyboardInterrupt):
            over = time.monotonic() > self.end
        finally:
            watcher.reset(token)
        reason = f"the {self.seconds:g} seconds are over" if over else "interrupted"
        raise PrecisionError(
            f"{reason}: {what} is enclosed only by {best}. Give more time or ask for fewer digits",
            best,
        )


class _Alarm:
    """Interrupts the main thread at a point in time, as Ctrl-C does; other threads have to look."""

    def __init__(self, end: float) -> None:
        self._lock = threading.Lock()
        self._over = self._rung = False
        self._timer: threading.Timer | None = None
        heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if heard and threading.current_thread() is threading.main_thread() and end < math.inf:
            left = min(max(0.0, end - time.monotonic()), threading.TIMEOUT_MAX)
            self._timer = threading.Timer(left, self._ring)
            self._timer.daemon = True

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.start()

    def _ring(self) -> None:
        with self._lock:
            if not self._over:
                self._rung = True
                interrupt_main()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._over = True
        if self._timer is not None:
            self._timer.cancel()
        if self._rung and kind is not KeyboardInterrupt:
            for _ in range(_PATIENCE):  # it must not arrive any later
                time.sleep(1e-3)
