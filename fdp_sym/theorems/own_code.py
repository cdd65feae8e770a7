"""What a proof file brings of its own: checks, steps and statements that nobody has reviewed.

A proof file is a program. It may define its own classes, and they are run; but what they say is
only as good as they are, so an entry that rests on them does not pass.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from .fingerprint import PACKAGE
from .rules import REWRITES, Rewrite
from .statements import Decided

__all__ = ["own_code"]

_PACKAGE = __name__.partition(".")[0]


def own_code(entry: Any) -> tuple[str, ...]:
    """The names of what an entry uses besides the toolkit's own checks, steps and statements."""
    names = (
        f"{kind} {getattr(thing, 'name', None) or type(thing).__name__}"
        for kind, thing in _things(entry)
        if not _is_ours(thing)
    )
    return tuple(dict.fromkeys(names))


def _things(entry: Any) -> Iterator[tuple[str, Any]]:
    for part in entry.parts:
        if isinstance(part, Decided):
            yield "statement", part
    for check in entry.checks:
        yield "check", check
        for step in getattr(check, "steps", ()):
            if not isinstance(step, str):
                yield "step", step


def _is_ours(thing: Any) -> bool:
    if isinstance(thing, Rewrite):  # a rule of our making would be in the table
        return REWRITES.get(thing.name) is thing
    kind = type(thing)
    module = kind.__module__
    inside = module.startswith(f"{_PACKAGE}.") and not module.startswith(f"{PACKAGE}.")
    return inside and getattr(sys.modules.get(module), kind.__name__, None) is kind
