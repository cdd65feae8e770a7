"""What is known beside the changed part of a claim: its other parts, and inf <= sup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy.core.relational import Relational

from ..theorems.statements import Inf, Le, Sup
from .binders import all_exist, closes_with_binders
from .logic import is_proved
from .order import is_weaker

__all__ = ["follows_from_parts"]


def follows_from_parts(
    relation: Relational, parts: Iterable[Relational], given: tuple[Relational, ...]
) -> bool:
    """Whether a relation follows by field arithmetic from parts that are proved together.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon, real
    >>> from fdp_sym.theorems import Ge
    >>> x, y = real("x"), real("y")
    >>> follows_from_parts(Ge(x, 3 * y), [Le(x, 4 * y), Ge(x / 2, 3 * y / 2)], ())
    True
    >>> follows_from_parts(Ge(x, 3 * y), [Le(x, 4 * y), Ge(x / 2, y)], ())
    False
    >>> follows_from_parts(Le(x / (1 + epsilon), y), [Le(x, y), Ge(x, 0)], ())
    True
    >>> follows_from_parts(Le(x / (1 + epsilon), y), [Le(x, y)], ())
    False
    >>> low, high = (kind(x * epsilon, (x, 0, alpha)) for kind in (Inf, Sup))
    >>> follows_from_parts(Le(low, 2), [Le(high, 1)], ())
    True
    >>> follows_from_parts(Le(high, 2), [Le(low, 1)], ())
    False
    """
    parts = list(parts)
    if not all_exist(relation, given):
        return False
    extrema = list(_extrema([relation, *given, *parts], given))
    known = (*given, *parts, *extrema)
    if is_proved(relation, known) or closes_with_binders(relation, known):
        return True
    return any(is_weaker(part, relation, (*given, *parts)) for part in parts)


def _extrema(
    relations: Iterable[Relational], given: tuple[Relational, ...]
) -> Iterator[Relational]:
    """An infimum is at most the supremum over the same range, if that is not empty."""
    found = set().union(*(r.atoms(Sup) for r in relations))
    for low in sorted((s for s in found if isinstance(s, Inf)), key=str):
        high = Sup(low.body, low.limits)
        if high in found and is_proved(Le(*low.limits[1:]), given):
            yield Le(low, high)
