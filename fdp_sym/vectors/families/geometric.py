"""Two-sided geometric noise on the integers: pure differential privacy that is exact."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, geometric

notes = {
    "BESIDE_KINK": "Within 1e-9 of the eps where the last outcome with a larger loss drops out.",
    "END_OF_SUPPORT": "eps at or next to the largest loss, where the lattice of losses ends.",
    "EXACT_ZERO": "delta(eps) = 0: no outcome has a larger loss.",
    "LARGE_K": "1000 runs and more: an error of each run counts as often.",
    "SENSITIVITY": "The query moves by more than 1: the noise is no longer randomised response, "
    "its loss takes one value more for each further step.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps, the largest loss.",
}

_TINY = Fraction(1, 10**9)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _single()
    yield from _composed()


def _single() -> Iterator[Question]:
    for eps, sensitivity in (("1/100", 1), ("1", 1), ("1", 2), ("1/2", 3), ("2", 2), ("1/10", 3)):
        step = (geometric(eps, sensitivity=sensitivity),)
        largest = sensitivity * Fraction(eps)
        theorem = "kov-4.4-geometric" if sensitivity == 1 else f"drs-2.14-geometric-{sensitivity}"
        base = ("SENSITIVITY",) if sensitivity > 1 else ()
        what = f"eps = {eps} a step, the query moves by {sensitivity}; losses up to {largest}"
        for at, flags in (
            (Fraction(0), ()),
            (largest / 4, ()),
            (largest - 2 * Fraction(eps) + _TINY, ("BESIDE_KINK",)),
            (largest - _TINY, ("BESIDE_KINK", "END_OF_SUPPORT")),
            (largest + _TINY, ("END_OF_SUPPORT", "EXACT_ZERO")),
        ):
            if at >= 0:
                yield Question(step, "delta", str(at), theorem, flags=(*base, *flags), comment=what)
        for delta, flags in (
            ("0", ("ZERO_DELTA", "END_OF_SUPPORT")),
            ("1e-12", ("TINY_DELTA",)),
            ("1/1000", ()),
        ):
            yield Question(step, "epsilon", delta, theorem, flags=(*base, *flags), comment=what)
        for alpha in ("1/1000", "1/10", "1/2"):
            yield Question(step, "tradeoff", alpha, theorem, flags=base, comment=what)


def _composed() -> Iterator[Question]:
    for eps, sensitivity, count, points in (
        ("1/10", 1, 30, ("1/2", "2.9999999")),
        ("1", 1, 10, ("1", "5")),
        ("1/100", 1, 10**4, ("1", "5")),
        ("1/10", 2, 10, ("1/2", "1.9")),
        ("1/100", 5, 1000, ("1", "10")),
        ("1", 3, 30, ("1", "50")),
    ):
        step = (geometric(eps, count, sensitivity=sensitivity),)
        base = ("SENSITIVITY",) if sensitivity > 1 else ()
        many = ("LARGE_K",) if count >= 1000 else ()
        theorem = "kov-4.5-exact" if sensitivity == 1 else "drs-3.1-profile"
        what = f"{count} runs of eps = {eps} a step, the query moves by {sensitivity}"
        for quantity, at, flags in (
            ("delta", "0", ()),
            *(("delta", point, ()) for point in points),
            ("epsilon", "1e-6", ()),
            ("epsilon", "1e-14", ("TINY_DELTA",)),
            ("tradeoff", "1/20", ()),
        ):
            if quantity != "tradeoff" or count <= 1000:
                yield Question(
                    step, quantity, at, theorem, flags=(*base, *many, *flags), comment=what
                )
