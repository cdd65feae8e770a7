"""Laplace noise on Poisson samples, in each direction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, laplace, poisson

notes = {
    "BESIDE_KINK": "Next to a point where two pieces of the curve or of the profile meet.",
    "END_OF_SUPPORT": "eps at the largest loss: log(1-q+q exp(1/b)) for removals and less, "
    "-log(1-q+q exp(-1/b)), for additions.",
    "EXACT_ZERO": "delta(eps) = 0: the losses are bounded, unlike with Gaussian noise.",
    "ONE_DIRECTION": "The two directions differ; an accountant that answers with the other one, or "
    "assumes that one is always the worse, is unsound for some of these.",
    "RARE_SAMPLE": "The sampling rate is at most 1/1000.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "WIDE": "The truth is enclosed, but to fewer than 40 digits.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps, the largest loss of the direction.",
}

WAYS = ("remove", "add")
# scale, rate, and the two largest losses cut to nine digits
SETTINGS = (
    ("1", "1/100", "0.017036863", "0.006341269"),
    ("1", "1/2", "0.620114506", "0.379885493"),
    ("1/2", "1/10", "0.494028708", "0.090435200"),
    ("5", "2/5", "0.084856735", "0.075270785"),
    ("1/5", "1/1000", "0.137509981", "0.000993755"),
    ("20", "9/10", "0.045111010", "0.044885989"),
    ("1", "1/10000", "0.000171813", "0.000063214"),
)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    for scale, rate, *ends in SETTINGS:
        step = laplace(scale, sampling=poisson(rate))
        base = ("RARE_SAMPLE",) if Fraction(rate) <= Fraction(1, 1000) else ()
        for way, end in zip(WAYS, ends, strict=True):
            text = f"scale {scale} at q = {rate}: losses of this direction end after {end}"
            theorem = f"poisson-{way}"
            inside = Fraction(end)
            beyond = inside + Fraction(1, 10**9)
            for quantity, at, flags in (
                ("delta", "0", ()),
                ("delta", str(inside / 2), ()),
                ("delta", end, ("END_OF_SUPPORT",)),
                ("delta", str(beyond), ("END_OF_SUPPORT", "EXACT_ZERO")),
                ("delta", str(4 * inside), ("EXACT_ZERO",)),
                ("epsilon", "0", ("ZERO_DELTA",)),
                ("epsilon", "1e-15", ("TINY_DELTA", "END_OF_SUPPORT")),
                ("epsilon", "1e-6", ()),
                ("tradeoff", "1/100", ()),
                ("tradeoff", "1/2", ("BESIDE_KINK",)),
                ("tradeoff", "0.999", ()),
            ):
                every = (*base, *flags, "ONE_DIRECTION")
                yield Question((step,), quantity, at, theorem, "add-remove", way, every, text)
        text = f"scale {scale} at q = {rate}: removals are the worse direction at eps >= 0"
        for quantity, at in (("delta", "0"), ("epsilon", "1e-6"), ("tradeoff", "1/4")):
            yield Question(
                (step,), quantity, at, "poisson-directions-once", flags=base, comment=text
            )
    yield from _composed()


def _composed() -> Iterator[Question]:
    for scale, rate, count, at in (
        ("1", "1/100", 2, "1/100"),
        ("1", "1/100", 10, "1/100"),
        ("5", "2/5", 10, "1/10"),
        ("1/2", "1/10", 30, "1"),
        ("1", "1/100", 100, "1/10"),
    ):
        step = laplace(scale, count, sampling=poisson(rate))
        for way in WAYS:
            yield Question(
                (step,),
                "delta",
                at,
                "drs-3.1-general-profile",
                direction=way,
                flags=("ONE_DIRECTION", "WIDE"),
                comment=f"{count} runs at scale {scale} and q = {rate}: bounded losses with atoms",
            )
