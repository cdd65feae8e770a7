"""Discrete Gaussian noise on the integers, at sensitivity 1 and more."""

from __future__ import annotations

from collections.abc import Iterator

from ..questions import Question, discrete_gaussian
from ..vector import Step

notes = {
    "AT_KINK": "eps is exactly a loss of an outcome, where the profile has a corner.",
    "BESIDE_KINK": "Within 1e-9 of the loss of an outcome, where the profile has a corner.",
    "LARGE_K": "1000 runs and more: an error of each run counts as often.",
    "NOT_CONTINUOUS": "At small sigma the noise is far from normal; the formula for continuous "
    "noise of the same sigma is above the truth at some eps and below it at others.",
    "SENSITIVITY": "The query moves by more than 1: that is not the noise of sigma divided by the "
    "sensitivity, whose lattice of losses is another one.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
}


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _single()
    yield from _shifted()
    yield from _composed()


def _single() -> Iterator[Question]:
    """One run at sensitivity 1: the losses are (2n - 1)/(2 sigma^2)."""
    for sigma, points in (
        ("1/4", ("0", "1", "8", "24")),
        ("1/2", ("0", "1", "2", "6")),
        ("1", ("0", "1", "3/2", "0.499999999", "0.500000001")),
        ("2", ("0", "1/2", "3/8", "5")),
        ("10", ("1/10", "1/200", "0.995")),
        ("100", ("1/100", "1/10")),
    ):
        step = discrete_gaussian(sigma)
        small = ("NOT_CONTINUOUS",) if sigma in ("1/4", "1/2", "1") else ()
        text = f"sigma = {sigma} at sensitivity 1"
        for at in points:
            kink = {
                "24": ("AT_KINK",),
                "8": ("AT_KINK",),
                "2": ("AT_KINK",),
                "6": ("AT_KINK",),
                "3/2": ("AT_KINK",),
                "3/8": ("AT_KINK",),
                "1/200": ("AT_KINK",),
                "0.995": ("AT_KINK",),
                "0.499999999": ("BESIDE_KINK",),
                "0.500000001": ("BESIDE_KINK",),
            }.get(at, ())
            yield _ask(step, "delta", at, text, (*small, *kink))
        for delta in ("1e-5", "1e-15"):
            tiny = ("TINY_DELTA",) if delta == "1e-15" else ()
            yield _ask(step, "epsilon", delta, text, (*small, *tiny))
        for alpha in ("1/100", "1/3"):
            yield _ask(step, "tradeoff", alpha, text, small)


def _shifted() -> Iterator[Question]:
    """One run at sensitivity d: the losses are d (2n - d)/(2 sigma^2)."""
    for sigma, sensitivity, points in (
        ("1", 2, ("0", "1", "2", "4")),
        ("2", 3, ("0", "3/8", "2")),
        ("10", 2, ("1/10", "1/2")),
        ("3", 5, ("1/2", "3")),
        ("50", 10, ("1/10", "1")),
    ):
        step = discrete_gaussian(sigma, sensitivity=sensitivity)
        text = f"sigma = {sigma} at sensitivity {sensitivity}"
        for at in points:
            kink = ("AT_KINK",) if (sigma, at) in (("1", "2"), ("1", "4"), ("2", "3/8")) else ()
            yield _ask(step, "delta", at, text, ("SENSITIVITY", *kink))
        for delta in ("1e-5", "1e-15"):
            tiny = ("TINY_DELTA",) if delta == "1e-15" else ()
            yield _ask(step, "epsilon", delta, text, ("SENSITIVITY", *tiny))
        yield _ask(step, "tradeoff", "1/3", text, ("SENSITIVITY",))
    for sigma, points in (("2", ("1", "1/2")), ("10", ("1/10", "1"))):
        step = discrete_gaussian(sigma)
        for at in points:
            yield _ask(
                step,
                "delta",
                at,
                f"sigma = {sigma}, a record replaced: the sum moves by 2",
                ("SENSITIVITY",),
                "replace-one",
            )


def _composed() -> Iterator[Question]:
    for sigma, sensitivity, count, points in (
        ("1/2", 1, 3, ("1", "10")),
        ("2", 1, 10, ("2", "8")),
        ("5", 1, 100, ("2", "6")),
        ("20", 1, 1000, ("1", "5")),
        ("100", 1, 10**4, ("1", "4")),
        ("2", 3, 2, ("1", "4")),
        ("10", 2, 100, ("1", "8")),
        ("30", 5, 1000, ("1", "20")),
    ):
        step = discrete_gaussian(sigma, count, sensitivity=sensitivity)
        base = ("SENSITIVITY",) if sensitivity > 1 else ()
        base = (*base, "LARGE_K") if count >= 1000 else base
        text = f"{count} runs of sigma = {sigma} at sensitivity {sensitivity}"
        for at in ("0", *points):
            yield _ask(step, "delta", at, text, base)
        for delta in ("1e-6", "1e-15"):
            tiny = ("TINY_DELTA",) if delta == "1e-15" else ()
            yield _ask(step, "epsilon", delta, text, (*base, *tiny))
        yield _ask(step, "tradeoff", "1/20", text, base)


def _ask(
    step: Step,
    quantity: str,
    at: str,
    comment: str,
    flags: tuple[str, ...] = (),
    relation: str = "add-remove",
) -> Question:
    theorem = "discrete-gaussian-profile" if step.count == 1 else "drs-3.1-general-profile"
    if quantity == "tradeoff" and step.count == 1:
        theorem = "discrete-gaussian-ratios"
    return Question((step,), quantity, at, theorem, relation, flags=flags, comment=comment)
