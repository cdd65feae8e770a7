"""A computation in a process of its own, which can be stopped at any moment.

Arithmetic of large numbers is deaf to signals until it is done. So the one who waits keeps to
itself: it hears Ctrl-C and the clock at once, and knows what was reported so far.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

__all__ = ["Interrupted", "interrupts_blocked", "reports"]


class Interrupted(Exception):
    """The wait came to an end before the computation; the message says why."""


def reports(
    work: Callable[..., None], arguments: tuple[Any, ...], timeout: float | None
) -> Iterator[Any]:
    """What the work reports, as it comes.

    Parameters
    ----------
    work : callable
        A function of a module, called as ``work(report, *arguments)`` in a new process.
    arguments : tuple
        Plain data.
    timeout : float or None
        Seconds until the process is stopped.

    Raises
    ------
    Interrupted
        At Ctrl-C, when the time is over, and if the process dies.
    """
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(sender, work, arguments), daemon=True)
    end = None if timeout is None else time.monotonic() + timeout
    try:
        with interrupts_blocked():
            process.start()
        sender.close()
        while True:
            left = None if end is None else max(0.0, end - time.monotonic())
            if not receiver.poll(left):
                raise Interrupted(f"stopped after {timeout:g} seconds")
            try:
                yield receiver.recv()
            except EOFError:
                break
        process.join()
        if process.exitcode:
            raise Interrupted(f"the computation died (exit code {process.exitcode})")
    except KeyboardInterrupt:
        raise Interrupted("interrupted") from None
    finally:
        if process.is_alive():
            process.kill()
            process.join()


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; a child inherits that it is blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(sender: Any, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    work(sender.send, *arguments)
    sender.close()
