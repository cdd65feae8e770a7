"""Stronger neighbours of a mutant: the same change in more than one place, or a number there.

A sum over fewer terms on one side is at most that over all on the other side because it is at most
that over the same fewer terms there, and those are not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sympy import Expr, Integral, S, Sum
from sympy.core.relational import Relational

from ..binding import replace_free
from ..theorems.statements import Sup
from .changed import Mutation
from .order import is_weaker

__all__ = ["companions"]


def companions(mutant: Mutation) -> Iterator[Mutation]:
    """Mutants with the same change on both sides, or 0 or 1, from which the mutant follows."""
    if mutant.part is None:
        return
    new = mutant.claim[mutant.part]
    if not isinstance(new, Relational) or new.rel_op == "==":
        return
    seen = {new}
    for sides in _changed_alike(mutant.old, mutant.new, new.args):
        other = new.func(*sides, evaluate=False)
        if other not in seen and is_weaker(other, new, mutant.given):
            seen.add(other)
            claim = (*mutant.claim[: mutant.part], other, *mutant.claim[mutant.part + 1 :])
            yield replace(mutant, claim=claim)


def _changed_alike(old: Any, new: Any, sides: Any) -> Iterator[list[Expr]]:
    if not isinstance(old, Expr) or not isinstance(new, Expr):
        return
    yield [replace_free(side, {old: new}) for side in sides]
    for number in () if new.is_Number else (S.Zero, S.One):  # a factor of at most 1, say
        yield [replace_free(side, {new: number}) for side in sides]
    if isinstance(old, (Sum, Integral, Sup)) and old.func == new.func:
        pairs = [(a, b) for a, b in zip(old.args[1:], new.args[1:], strict=False) if a != b]
        if len(pairs) == 1 and len(old.args) == len(new.args):
            (before, after), *_ = pairs
            yield [_with_limits(side, old.func, tuple(before), tuple(after)) for side in sides]


def _with_limits(side: Expr, kind: Any, before: Any, after: Any) -> Expr:
    """The ends of all sums (or integrals) over the same range are changed."""

    def change(node: Expr) -> Expr:
        limits = [
            (x, *after[1:]) if tuple(ends) == tuple(before[1:]) else (x, *ends)
            for x, *ends in node.args[1:]
        ]
        return node.func(node.args[0], *limits)

    return side.replace(lambda node: type(node) is kind, change)
