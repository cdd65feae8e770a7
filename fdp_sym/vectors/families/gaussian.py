"""Gaussian noise, composed: closed forms at every size of the noise and of delta."""

from __future__ import annotations

from collections.abc import Iterator

from ..questions import Question, gaussian

notes = {
    "TINY_DELTA": "delta is at most 1e-9: sums of floats and fixed grids lose it.",
}


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield Question((gaussian(100, 10**4),), "epsilon", "1e-12", "drs-2.13", flags=("TINY_DELTA",))
    yield Question((gaussian(1),), "delta", "1", "drs-2.13")
