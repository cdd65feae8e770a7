"""Independent tasks in this process or in several, results as they come."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

__all__ = ["results"]


def results(
    task: Callable[[Any], Any], inputs: Sequence[Any], jobs: int = 1
) -> Iterator[tuple[int, Any]]:
    """``(i, task(inputs[i]))`` in any order; an interrupt drops what has not begun."""
    if jobs == 1 or len(inputs) < 2:
        yield from ((i, task(item)) for i, item in enumerate(inputs))
        return
    pool = ProcessPoolExecutor(jobs, initializer=_undisturbed)
    try:
        places = {pool.submit(task, item): i for i, item in enumerate(inputs)}
        for future in as_completed(places):
            yield places[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _undisturbed() -> None:
    """Ctrl-C reaches the whole process group; the parent alone decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
