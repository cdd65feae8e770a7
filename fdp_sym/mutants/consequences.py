"""What follows from a proved original: beside a case of its own, or under other names.

* A hypothesis was changed: where the old one holds, the original says the rest; the case in which
  it does not may be seen by itself.
* The original may be used at -s, at 1 - s or at t for s, or at t and s for s and t.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from sympy import Interval
from sympy.core.relational import Relational

from ..binding import substitute
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.logic import negated
from ..theorems.statements import Gt, Lt
from .binders import all_exist
from .changed import Mutation
from .logic import is_proved, is_the_same, with_binders
from .order import is_weaker
from .supports import by_supports

__all__ = ["by_cases", "under_other_names"]


def by_cases(entry: Any, mutant: Mutation) -> bool:
    """Whether every part holds where the hypothesis that was changed does not.

    Examples
    --------
    ``b <= 1`` follows from a <= 1 and b <= a; without the first it does not.
    """
    dropped = [h for h in entry.given if h not in mutant.given]
    if mutant.part is not None or mutant.symbol is not None or len(dropped) != 1:
        return False
    (old,) = dropped
    others = [Lt(*old.args), Gt(*old.args)] if old.rel_op == "==" else [negated(old)]
    return all(
        isinstance(part, Relational)
        and all_exist(part, (*mutant.given, other))
        and _holds(part, (*mutant.given, other))
        for part in mutant.claim
        for other in others
    )


def _holds(part: Relational, given: tuple[Any, ...]) -> bool:
    proof = with_binders(part, given) or by_supports(part, given)
    return bool(proof) or is_proved(part, given)


def under_other_names(entry: Any, mutant: Mutation) -> str:
    """Where the original says the same or more, in words; "" if that is not seen."""
    if mutant.part is None:
        return ""
    old, new = entry.parts[mutant.part], mutant.claim[mutant.part]
    if not (isinstance(old, Relational) and isinstance(new, Relational)):
        return ""
    for rule in _renamings(old.free_symbols):
        try:
            given = [_renamed(h, rule) for h in entry.given]
            there = _renamed(old, rule)
        except FdpError:
            continue
        if not all(h in mutant.given for h in given) or not all_exist(new, mutant.given):
            continue
        if is_the_same(there, new) or is_weaker(there, new, mutant.given):
            return ", ".join(f"{s} = {value}" for s, value in rule.items())
    return ""


def _renamings(symbols: set[Any]) -> Iterator[dict[Any, Any]]:
    """Maps of the domain into itself."""
    ordered = sorted(symbols, key=str)
    for s in ordered:
        domain = domain_of(s)
        if not isinstance(domain, Interval) or domain.left_open != domain.right_open:
            continue
        middle = domain.inf + domain.sup
        if domain.inf.is_infinite and domain.sup.is_infinite:
            yield {s: -s}
        elif middle.is_finite:
            yield {s: middle - s}
    for s, t in combinations(ordered, 2):
        if domain_of(s) == domain_of(t):
            yield {s: t, t: s}
    for s, t in permutations(ordered, 2):
        if domain_of(t).is_subset(domain_of(s)):
            yield {s: t}


def _renamed(relation: Relational, rule: dict[Any, Any]) -> Relational:
    sides = [substitute(side, rule) for side in relation.args]
    return relation.func(*sides, evaluate=False)
