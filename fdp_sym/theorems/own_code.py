"""What a proof file brings of its own: checks, steps and statements that nobody has reviewed.

A proof file is a program. It may define its own classes, and they are run; but what they say is
only as good as they are, so an entry that rests on them does not pass.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from sympy import Expr

from .fingerprint import PACKAGE
from .rules import REWRITES, Rewrite
from .statements import Decided, Generic, relations_of

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
    # a mutant that decides itself would be refuted for nothing
    mutants = (part for mutant in entry.mutants for part in entry.mutated(mutant)[0])
    for part in (*entry.parts, *mutants):
        if isinstance(part, Decided):
            yield "statement", part
    for relation in (*(r for part in entry.parts for r in relations_of(part)), *entry.given):
        for node in relation.atoms(Expr):
            known = getattr(type(node), "_sign_range", Generic._sign_range)
            if known is not Generic._sign_range:
                yield "function", node
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
