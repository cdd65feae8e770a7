"""The corpus on disk: one JSON file a family, package data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import DomainError
from ..untrusted import read_json
from .vector import Vector

__all__ = ["FORMAT", "family_names", "file_text", "load", "read_file"]

FORMAT = "fdp_sym vectors 1"
_MOST_BYTES = 1 << 25  # of a file; the largest of the corpus has a hundredth of it


def family_names() -> tuple[str, ...]:
    """The families of the installed corpus, sorted."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(n[:-5] for n in names if n.endswith(".json") and n != "schema.json"))


def load(
    families: Iterable[str] | None = None, flags: Iterable[str] | None = None
) -> tuple[Vector, ...]:
    """The vectors of the corpus, by family and id.

    Parameters
    ----------
    families : iterable of str, optional
        Only these families.
    flags : iterable of str, optional
        Only vectors with at least one of these flags.

    Raises
    ------
    DomainError
        For a family or a flag that no file has.

    Examples
    --------
    >>> vector = load(["gaussian"])[0]
    >>> vector.family, vector.quantity
    ('gaussian', 'delta')
    """
    known = family_names()
    wanted = known if families is None else tuple(dict.fromkeys(_names(families)))
    for name in wanted:
        if name not in known:
            raise DomainError(f"family {name!r}: allowed are {', '.join(known)}")
    vectors = tuple(v for name in wanted for v in _family(name))
    if flags is None:
        return vectors
    chosen = set(_names(flags))
    present = {flag for v in vectors for flag in v.flags}
    if missing := sorted(chosen - present):
        raise DomainError(
            f"flags {', '.join(missing)}: those of the chosen families are "
            f"{', '.join(sorted(present)) or 'none'}"
        )
    return tuple(v for v in vectors if chosen & set(v.flags))


def read_file(path: Path) -> dict[str, Any]:
    """The JSON object of a file of vectors.

    Raises
    ------
    DomainError
        If it cannot be read, has more than 32 MiB, or is no JSON object.
    """
    data = read_json(path, _MOST_BYTES)
    if not isinstance(data, dict):
        raise DomainError(f"{path}: allowed is a JSON object with a list of vectors")
    return data


def file_text(data: dict[str, Any]) -> str:
    """The text of a file: one line a vector, and the same bytes for the same data."""
    head = {key: value for key, value in data.items() if key != "vectors"}
    lines = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    rows = ",\n".join(
        "  " + json.dumps(vector, ensure_ascii=False, separators=(",", ":"))
        for vector in data["vectors"]
    )
    return f'{lines},\n "vectors": [\n{rows}\n ]\n}}\n'


@lru_cache
def _family(name: str) -> tuple[Vector, ...]:
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return tuple(Vector.from_json(v, data["family"], data["notes"]) for v in data["vectors"])


def _names(names: Iterable[str]) -> list[str]:
    return names.split(",") if isinstance(names, str) else list(names)
