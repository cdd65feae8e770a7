"""What the axes and the curves are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..errors import DomainError
from ..latex.displays import brief_name

__all__ = ["ALPHA", "BETA", "DELTA", "EPSILON", "labels_of"]

ALPHA = r"type I error $\alpha$"
BETA = r"type II error $\beta$"
EPSILON = r"$\varepsilon$"
DELTA = r"$\delta(\varepsilon)$"
_LONGEST = 60
_FRACTION = re.compile(r"\\t?frac\{(\d+)\}\{(\d+)\}( ?)")  # too small to be read as an index


def labels_of(functions: Sequence[Any], labels: Sequence[str] | None) -> list[str]:
    """The labels given, or the short names of the functions.

    Raises
    ------
    DomainError
        If there are more or fewer labels than functions.
    """
    if labels is not None:
        given = [labels] if isinstance(labels, str) else list(labels)
        if len(given) != len(functions):
            raise DomainError(
                f"{len(given)} labels for {len(functions)} functions: allowed is one for each"
            )
        return given
    return [_label(f) for f in functions]


def _label(f: Any) -> str:
    name = brief_name(f)
    if name is not None:
        name = _FRACTION.sub(lambda m: f"{m[1]}/{m[2]}" + (r"\," if m[3] else ""), name)
    if name is not None and len(name) <= _LONGEST:
        return f"${name}$"
    return type(f).__name__
