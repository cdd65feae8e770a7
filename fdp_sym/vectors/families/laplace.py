"""Laplace noise, once and composed: bounded losses with atoms at both ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, laplace

notes = {
    "BESIDE_KINK": "Next to a corner of the curve or of the profile, where two closed forms meet.",
    "END_OF_SUPPORT": "eps close to k times the eps of one run, where the losses end in an atom; "
    "rounding that atom to a grid moves the end.",
    "EXACT_ZERO": "delta(eps) = 0 from the end of the support on.",
    "FRACTIONAL_SENSITIVITY": "The query moves by a number that is no integer; what counts is its "
    "ratio to the scale.",
    "LARGE_K": "1000 runs and more: an error of each run counts as often.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps, k times the one of a run.",
}

_TINY = Fraction(1, 10**9)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _single()
    yield from _composed()
    yield from _sensitivities()


def _single() -> Iterator[Question]:
    flags: tuple[str, ...]
    for scale in ("1/10", "1", "2", "20"):
        step = (laplace(scale),)
        end = 1 / Fraction(scale)
        for alpha, flags in (
            ("0", ()),
            ("1e-12", ()),
            ("1/20", ()),
            ("1/2", ("BESIDE_KINK",)),
            ("0.500000001", ("BESIDE_KINK",)),
            ("0.95", ()),
            ("1", ()),
        ):
            comment = (
                f"one run of scale {scale}: the exponential pieces and the hyperbola meet at 1/2"
            )
            yield Question(step, "tradeoff", alpha, "drs-2.15-pieces", flags=flags, comment=comment)
        for at, flags in (
            (Fraction(0), ()),
            (end / 2, ()),
            (end - _TINY, ("END_OF_SUPPORT",)),
            (end, ("END_OF_SUPPORT", "EXACT_ZERO")),
            (2 * end, ("EXACT_ZERO",)),
        ):
            comment = f"one run of scale {scale}: 1 - exp((eps - {end})/2), 0 from {end} on"
            yield Question(step, "delta", str(at), "drs-2.15-profile", flags=flags, comment=comment)
        for delta, flags in (
            ("0", ("ZERO_DELTA", "END_OF_SUPPORT")),
            ("1e-15", ("TINY_DELTA", "END_OF_SUPPORT")),
            ("1/1000", ()),
        ):
            comment = f"one run of scale {scale}: {end} + 2 log(1 - delta), or 0"
            yield Question(step, "epsilon", delta, "drs-2.15-profile", flags=flags, comment=comment)


def _composed() -> Iterator[Question]:
    for scale, count, points, levels in (
        ("1", 2, ("1/2", "1.999"), ("1/10",)),
        ("10", 2, ("1/10", "0.199999"), ("1/10",)),
        ("1", 30, ("1", "10", "29.5"), ("1/20",)),
        ("10", 30, ("1/2", "1", "2.999"), ("1/20", "1/2")),
        ("1/2", 10, ("1", "19"), ("1/20",)),
        ("68/5", 20, ("1", "1.4"), ("1/20",)),
        ("10", 100, ("1", "9.9"), ("1/20", "1/2")),
        ("71", 500, ("1", "5"), ("1/20", "1/2")),
        ("10", 1000, ("10", "50"), ()),
        ("100", 1000, ("1", "5"), ("1/20", "1/2")),
        ("1000", 10**4, ("1", "3"), ()),
        ("100", 10**4, ("1", "8"), ()),
    ):
        step = (laplace(scale, count),)
        end = count / Fraction(scale)
        many = ("LARGE_K",) if count >= 1000 else ()
        what = f"{count} runs of scale {scale}; pure eps {end}"
        for at in ("0", *points, str(end)):
            flags = many
            if Fraction(at) == end:
                flags = (*many, "END_OF_SUPPORT", "EXACT_ZERO")
            elif Fraction(at) > end * Fraction(9, 10):
                flags = (*many, "END_OF_SUPPORT")
            yield Question(step, "delta", at, "drs-transform-laplace", flags=flags, comment=what)
        for delta in ("0", "1e-6", "1e-15") if count < 10**4 else ("0",):
            flags = {"0": (*many, "ZERO_DELTA"), "1e-15": (*many, "TINY_DELTA")}.get(delta, many)
            yield Question(
                step, "epsilon", delta, "drs-transform-laplace", flags=flags, comment=what
            )
        for alpha in levels:
            yield Question(
                step, "tradeoff", alpha, "drs-transform-laplace", flags=many, comment=what
            )


def _sensitivities() -> Iterator[Question]:
    """Only the ratio of sensitivity to scale counts."""
    for sensitivity, scale, count in (("3", "30", 30), ("1/4", "5/2", 30), ("5", "1", 1)):
        step = (laplace(scale, count, sensitivity=sensitivity),)
        flags = ("FRACTIONAL_SENSITIVITY",) if "/" in sensitivity else ()
        what = f"sensitivity {sensitivity} at scale {scale}, {count} times"
        for quantity, at in (("delta", "1"), ("epsilon", "1e-6"), ("tradeoff", "1/20")):
            yield Question(step, quantity, at, "drs-transform-laplace", flags=flags, comment=what)
