"""Which vectors are asked: by family, flag and id, and a seeded sample of those."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from ..errors import DomainError

__all__ = ["described", "sample", "select"]


def select(
    vectors: Iterable[Any],
    families: Sequence[str] = (),
    flags: Sequence[str] = (),
    ids: Sequence[str] = (),
) -> list[Any]:
    """The vectors of one of the families, with one of the flags, whose id matches a pattern.

    Parameters
    ----------
    vectors : iterable of Vector
    families, flags, ids : sequence of str
        Nothing is all; ids may hold ``*`` and ``?``.

    Raises
    ------
    DomainError
        For a family, flag or id that no vector has, or that none has together with the others.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> vector = SimpleNamespace(id="gaussian-delta-0a", family="gaussian", flags=("TAIL",))
    >>> select([vector], ids=["gaussian-*"]) == [vector]
    True
    >>> select([vector], flags=["KINK"])
    Traceback (most recent call last):
    ...
    fdp_sym.errors.DomainError: flag 'KINK': no vector has it; there are TAIL
    """
    vectors = list(vectors)
    _known("family", families, {vector.family for vector in vectors})
    _known("flag", flags, {flag for vector in vectors for flag in vector.flags})
    for pattern in ids:
        if not any(fnmatchcase(vector.id, pattern) for vector in vectors):
            raise DomainError(f"id {pattern!r}: no vector has it; allowed are ids, with * and ?")
    selected = [
        vector
        for vector in vectors
        if (not families or vector.family in families)
        and (not flags or set(flags) & set(vector.flags))
        and (not ids or any(fnmatchcase(vector.id, pattern) for pattern in ids))
    ]
    if vectors and not selected:
        asked = ", ".join([*families, *flags, *ids])
        raise DomainError(f"{asked}: no vector is of those families, flags and ids at once")
    return selected


def _known(what: str, asked: Iterable[str], there: set[str]) -> None:
    for name in asked:
        if name not in there:
            raise DomainError(
                f"{what} {name!r}: no vector has it; there are {', '.join(sorted(there))}"
            )


def sample(vectors: Sequence[Any], number: int, seed: int = 0) -> list[Any]:
    """A random sample with shares of the families as in the whole, at least one of each if it can.

    Parameters
    ----------
    vectors : sequence of Vector
    number : int
        How many; all if there are no more.
    seed : int
        The same seed draws the same sample from the same vectors.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> vectors = [SimpleNamespace(id=f"{f}-{i}", family=f) for f in "ab" for i in range(9)]
    >>> [vector.family for vector in sample(vectors, 4)]
    ['a', 'a', 'b', 'b']
    """
    if number >= len(vectors):
        return list(vectors)
    families: dict[str, list[int]] = {}
    for index, vector in enumerate(vectors):
        families.setdefault(vector.family, []).append(index)
    source = random.Random(seed)
    for indices in families.values():
        source.shuffle(indices)
    # By D'Hondt's rule, every family counting as if it had a place before the first was given:
    # the next place goes where the share would be the furthest behind.
    taken = dict.fromkeys(families, 0)
    for _ in range(number):
        neediest = max(
            (family for family in families if taken[family] < len(families[family])),
            key=lambda family: (taken[family] == 0, len(families[family]) / (taken[family] + 1)),
        )
        taken[neediest] += 1
    chosen = {index for family, indices in families.items() for index in indices[: taken[family]]}
    return [vectors[index] for index in sorted(chosen)]


def described(selection: Mapping[str, Any]) -> str:
    """How vectors were selected, as the result of an audit has it, in one line.

    Parameters
    ----------
    selection : mapping
        May hold "families", "flags", "ids", "sample", "seed", and pytest's "keyword".

    Examples
    --------
    >>> described({"families": ["gaussian", "kov"], "sample": 100, "seed": 0})
    'families gaussian, kov; a sample of 100 (seed 0)'
    >>> described({"families": [], "sample": None, "seed": 0})
    'all vectors'
    """
    parts = [
        f"{name} {', '.join(map(str, selection[name]))}"
        for name in ("families", "flags", "ids")
        if selection.get(name)
    ]
    if selection.get("sample"):
        parts.append(f"a sample of {selection['sample']} (seed {selection.get('seed', 0)})")
    if selection.get("keyword"):
        parts.append(f"-k {selection['keyword']}")
    return "; ".join(parts) or "all vectors"
