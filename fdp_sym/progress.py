"""Progress of long work, on stderr."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["progress_bar"]

_DELAY = 2.0
_WITHOUT_TOTAL = "{desc}{n_fmt} {unit} [{elapsed}, {rate_fmt}{postfix}]"  # tqdm's has no space
_INTERVALS = (10.0, 1.0)  # in a file, on a terminal


@contextmanager
def progress_bar(
    unit: str, total: int | None = None, *, description: str = "", hidden: bool = False
) -> Iterator[Any]:
    """A bar that appears after two seconds, counts them meanwhile, and is gone at the end.

    Parameters
    ----------
    unit : str
        What is counted.
    total : int, optional
        How many there are, if that is known.
    description : str
        What is worked on.
    hidden : bool
        Whether to show nothing.

    Notes
    -----
    A file keeps every state of the bar, so where stderr is no terminal there is one in ten seconds.

    Examples
    --------
    >>> with progress_bar("entry", 3) as bar:
    ...     bar.update()
    """
    from tqdm import tqdm

    terminal = sys.stderr.isatty()
    interval = _INTERVALS[terminal]
    bar: Any = tqdm(
        total=total,
        unit=unit,
        desc=f"{description}: " if description else None,
        bar_format=None if total else _WITHOUT_TOTAL,
        disable=hidden,
        file=sys.stderr,
        leave=False,
        delay=_DELAY,
        mininterval=interval / 10 if terminal else interval,
    )
    over = threading.Event()

    def tick() -> None:
        while not over.wait(interval):
            with bar.get_lock():
                now = time.time()
                if now >= max(bar.start_t + _DELAY, bar.last_print_t + interval):
                    bar.refresh(nolock=True)
                    bar.last_print_t = now  # or it would not be wiped out at the end

    ticking = threading.Thread(target=tick, daemon=True)
    if not hidden:
        ticking.start()
    try:
        yield bar
    finally:
        over.set()
        if not hidden:
            ticking.join()
        bar.close()
