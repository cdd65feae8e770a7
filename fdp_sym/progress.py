"""Progress of long work, on stderr."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["progress_bar"]


def progress_bar(unit: str, total: int | None = None, *, hidden: bool = False) -> Any:
    """A bar that appears after two seconds and is gone at the end.

    Parameters
    ----------
    unit : str
        What is counted.
    total : int, optional
        How many there are, if that is known.
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

    return tqdm(
        total=total,
        unit=unit,
        disable=hidden,
        file=sys.stderr,
        leave=False,
        delay=2,
        mininterval=0.1 if sys.stderr.isatty() else 10,
    )
