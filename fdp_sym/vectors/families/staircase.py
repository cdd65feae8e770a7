"""Staircase noise of sensitivity 1, once and composed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, staircase

notes = {
    "BESIDE_KINK": "Next to the largest loss: below it an outcome is left, above it none.",
    "EXACT_ZERO": "delta(eps) = 0: no outcome has a larger loss.",
    "LARGE_K": "1000 runs: an error of each run counts as often.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "UNUSUAL_STAIRS": "gamma is 0 or 1/2: stairs shifted by one, or of equal widths, where the "
    "loss 0 has no mass and the pair is that of randomised response.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps, the largest loss.",
}

# the width of the stairs with the least variance is 1/(1 + exp(eps/2)), here cut to four digits
_STAIRS = (
    ("1", "1/3", "stairs that are neither the best nor the simplest"),
    ("1", "0.3775", "nearly the least variance"),
    ("1", "1/2", "the pairs of randomised response"),
    ("2", "3/4", "wide stairs: the loss 0 has mass again"),
    ("1/10", "0.4875", "nearly the least variance, weak privacy loss"),
    ("4", "0.1192", "nearly the least variance at a large eps"),
    ("1", "0", "all stairs shifted by one"),
)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    tiny = Fraction(1, 10**9)
    for eps, gamma, what in _STAIRS:
        step = (staircase(eps, gamma),)
        base = ("UNUSUAL_STAIRS",) if gamma in ("0", "1/2") else ()
        comment = f"eps = {eps}, gamma = {gamma}: {what}"
        for quantity, at, flags in (
            ("delta", "0", ()),
            ("delta", str(Fraction(eps) / 2), ()),
            ("delta", str(Fraction(eps) - tiny), ("BESIDE_KINK",)),
            ("delta", str(Fraction(eps) + tiny), ("BESIDE_KINK", "EXACT_ZERO")),
            ("epsilon", "0", ("ZERO_DELTA",)),
            ("epsilon", "1e-12", ("TINY_DELTA",)),
            ("epsilon", "1/1000", ()),
            ("tradeoff", "1/20", ()),
            ("tradeoff", "2/5", ()),
        ):
            yield Question(
                step, quantity, at, "staircase-tradeoff", flags=(*base, *flags), comment=comment
            )
    for eps, gamma, count in (("1", "1/3", 10), ("1/10", "0.4875", 100), ("1/10", "0.4875", 1000)):
        step = (staircase(eps, gamma, count),)
        many = ("LARGE_K",) if count >= 1000 else ()
        comment = f"{count} runs of eps = {eps}, gamma = {gamma}: the losses are multiples of eps"
        for quantity, at, flags in (
            ("delta", "1/2", ()),
            ("delta", "5", ()),
            ("epsilon", "1e-6", ()),
            ("epsilon", "1e-15", ("TINY_DELTA",)),
            ("tradeoff", "1/20", ()),
        ):
            yield Question(
                step, quantity, at, "drs-3.1-profile", flags=(*many, *flags), comment=comment
            )
