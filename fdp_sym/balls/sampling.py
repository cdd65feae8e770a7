"""Where the prover looks for violations, and which side of a box it cuts: heuristics only."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb

from . import arithmetic as ar
from .boxes import Box

__all__ = ["corners_of", "influence", "is_excluded", "is_narrow", "samples"]

# beyond this many corners only the first ones are looked at
_MAX_CORNERS = 16
# sides narrower than this, relative to where they are, are not cut further
_NARROWEST = Fraction(1, 2**80)
_FARTHEST = 2**64


def is_narrow(s: Any) -> bool:
    """Whether there is no point in cutting: a tiny side, or one that is all but infinity."""
    if s.is_bounded:
        return bool(s.hi - s.lo <= _NARROWEST * max(1, abs(s.lo)))
    return bool(abs(s.middle) > _FARTHEST)


def influence(slope: Any, width: float) -> float:
    """How much f may vary along a side, as far as that is known."""
    low, high, _ = ar.ends(slope)
    size = arb(low).abs_upper().max(arb(high).abs_upper())
    return float(size) * width if size.is_finite() else math.inf


def is_excluded(s: Any, x: Fraction) -> bool:
    return (s.lo_open and x == s.lo) or (s.hi_open and x == s.hi)


def corners_of(box: Box) -> Iterator[tuple[Any, ...]]:
    ends = [(s.lo,) if s.is_point else (s.lo, s.hi) for s in box.sides]
    return itertools.islice(itertools.product(*ends), _MAX_CORNERS)


def samples(box: Box, corners: list[Any], zeros: list[Any]) -> Iterator[tuple[Fraction, ...]]:
    """The centre, the finite corners, the centres of faces, and points that approach a zero."""
    centre = box.centre
    yield centre
    for corner in corners:
        if all(isinstance(c, Fraction) for c in corner):
            yield corner
    if len(centre) > 1:
        for i, s in enumerate(box.sides):
            for end in (s.lo, s.hi):
                if isinstance(end, Fraction):
                    yield (*centre[:i], end, *centre[i + 1 :])
    for zero in zeros:
        if all(isinstance(c, Fraction) for c in zero):
            for k in (4, 10, 20, 40):
                yield tuple(c + (m - c) / 2**k for c, m in zip(zero, centre, strict=True))
