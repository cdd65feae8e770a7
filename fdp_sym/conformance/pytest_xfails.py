"""Vectors on which an accountant is known to fail, each with a reason: a file for the plugin."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import DomainError
from ..untrusted import printable, read_text

__all__ = ["Xfail", "read_xfails"]


class Xfail(NamedTuple):
    """A pattern of ids, why they fail, and the line that says so."""

    pattern: str
    reason: str
    place: str


def read_xfails(file: str) -> tuple[Xfail, ...]:
    """The lines of a file: an id, in which ``*`` and ``?`` are allowed, and a reason.

    Empty lines and those that begin with ``#`` do not count.

    Raises
    ------
    DomainError
        If the file cannot be read, or a line has no reason.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "xfails")
    ...     _ = file.write_text("# known\\ngaussian-epsilon-*  tails are cut at 1e-11\\n")
    ...     [(xfail.pattern, xfail.reason) for xfail in read_xfails(str(file))]
    [('gaussian-epsilon-*', 'tails are cut at 1e-11')]
    """
    lines = read_text(file).splitlines()
    found = []
    for number, line in enumerate(lines, start=1):
        place = f"{file}:{number}"
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pattern, *reason = line.split(None, 1)
        if not reason:
            shown = printable(pattern, 60)
            raise DomainError(f"{place}: {shown!r} has no reason; write 'ID  REASON'")
        found.append(Xfail(pattern, reason[0].strip(), place))
    return tuple(found)
