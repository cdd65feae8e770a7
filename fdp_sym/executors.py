"""Independent tasks on any ``concurrent.futures.Executor``, in bounded memory, whoever dies.

Only a few tasks for each worker are under way at a time, and results come as they are finished.
When a worker dies, what was under way is tried again, one task at a time, so that a task which
dies again is known to be the reason.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from multiprocessing import forkserver, get_context
from types import TracebackType
from typing import Any

from .errors import DomainError, FdpError
from .waiting import interrupts_blocked

__all__ = ["Processes", "WorkerDied", "results", "workers"]

_WAITING = 3  # tasks under way for each worker, so that none is ever idle
_DEATHS = 3  # of a task, the last one while nothing else was under way
_PATIENCE = 5.0
_IN_A_ROW = 3  # tasks lost without a result in between: then it is not the tasks

_GOES_ON = "finished results are kept, and the same command goes on from them"


class WorkerDied(FdpError):
    """A task took its worker with it, each time."""


def results(
    task: Callable[[Any], Any], inputs: Iterable[Any], executor: Executor | None = None
) -> Iterator[tuple[Any, Any]]:
    """``(item, task(item))`` for every item, as they are finished.

    Parameters
    ----------
    task : callable
        A function of a module; with processes or a cluster its argument and value are sent.
    inputs : iterable
        Read only as far as the workers need it.
    executor : Executor, optional
        Where the tasks run; in this process without one. An interrupt drops what has not begun.

    Yields
    ------
    tuple
        The value is a `WorkerDied` where the workers did not survive the task.

    Raises
    ------
    FdpError
        If the executor cannot go on after the death of a worker.

    Examples
    --------
    >>> list(results(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if executor is None:
        yield from ((item, task(item)) for item in inputs)
        return
    waiting = iter(inputs)
    suspects: deque[tuple[Any, int]] = deque()  # with the number of deaths
    flying: dict[Future[Any], tuple[Any, int, bool]] = {}
    lost = 0
    try:
        while True:
            room = _room(executor)
            if not suspects:
                for item in islice(waiting, max(0, room - len(flying))):
                    flying[_submitted(executor, task, item)] = item, 0, False
            elif not flying:
                item, deaths = suspects.popleft()
                flying[_submitted(executor, task, item)] = item, deaths, True
            if not flying:
                return
            # now and then the executor is asked whether it has any workers
            for future in wait(flying, _PATIENCE, FIRST_COMPLETED).done:
                item, deaths, alone = flying.pop(future)
                died = _deaths(future)
                if not died:
                    lost = 0
                    yield item, future.result()
                elif alone and deaths + died >= _DEATHS:
                    lost += 1
                    if lost == _IN_A_ROW:
                        raise FdpError(f"workers die of every task; {_GOES_ON}")
                    times = deaths + died
                    yield item, WorkerDied(f"its worker died each time it ran, {times} times")
                else:
                    suspects.append((item, deaths + died))
    finally:
        for future in flying:
            future.cancel()


def _room(executor: Executor) -> int:
    """How many tasks are to be under way."""
    slots = getattr(executor, "slots", None) or getattr(executor, "_max_workers", os.cpu_count())
    return _WAITING * max(1, slots or 1)


def _submitted(executor: Executor, task: Callable[[Any], Any], item: Any) -> Future[Any]:
    try:
        return executor.submit(task, item)
    except BrokenExecutor as error:
        raise FdpError(f"a worker process died ({error}); {_GOES_ON}") from error


def _deaths(future: Future[Any]) -> int:
    """How many workers died of it, for all that is known."""
    try:
        error = future.exception()
    except CancelledError:
        raise FdpError(f"the workers are gone; {_GOES_ON}") from None
    if isinstance(error, BrokenExecutor):
        return 1
    if type(error).__name__ == "KilledWorker":  # of Dask, which has tried several workers
        return 1 + int(getattr(error, "allowed_failures", _DEATHS))
    return 0


@contextmanager
def workers(
    jobs: int = 1, dask: str | None = None, preload: str = "", at_once: bool = False
) -> Iterator[Executor | None]:
    """Where tasks run, as the command line has it: None is this process.

    Parameters
    ----------
    jobs : int
        How many processes of this machine.
    dask : str, optional
        Instead of them, the address of a Dask cluster.
    preload : str
        The module that every process of this machine begins with.
    at_once : bool
        Whether to load it now, beside what this process does, and not with the first task.
    """
    if dask is not None:
        from .cluster import Cluster

        with Cluster(dask) as cluster:
            yield cluster
    elif jobs == 1:
        yield None
    else:
        with Processes(jobs, preload) as processes:
            if at_once:
                processes.prepare()
            yield processes


class Processes(Executor):
    """Processes of this machine; when one dies, there are new ones for the next task.

    Parameters
    ----------
    jobs : int
        How many.
    preload : str
        A module that is imported once, before they are made, where the system allows that: they
        share its memory.
    """

    def __init__(self, jobs: int, preload: str = "") -> None:
        if type(jobs) is not int or jobs < 1:
            raise DomainError(f"Processes: jobs = {jobs!r}; allowed are whole numbers from 1")
        self.slots = jobs
        # a forked copy of a process that runs threads may hang: one that does nothing is copied
        self._server = bool(preload) and sys.platform == "linux"
        self._context: Any = get_context("forkserver" if self._server else "spawn")
        if self._server:
            self._context.set_forkserver_preload([preload])
        self._pool = self._made()

    def prepare(self) -> None:
        """Load what is preloaded, if it is, without waiting for it."""
        if self._server:
            with interrupts_blocked():
                forkserver.ensure_running()

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, mp_context=self._context, initializer=_undisturbed)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Like that of any executor."""
        self.prepare()
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool.shutdown()
            self._pool = self._made()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Like that of any executor."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:  # nobody waits for what is running
            # from Python 3.14 there is kill_workers
            for process in list((self._pool._processes or {}).values()):
                process.kill()
        self.shutdown(cancel_futures=True)


def _undisturbed() -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone decides."""
    if hasattr(signal, "pthread_sigmask"):  # an alarm of `limits` still reaches the worker
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
