"""Records that are replaced: the query moves by its own sensitivity, here twice the usual one.

Sampling without replacement, m of n records, belongs to this relation. One run has exactly the
profile of C_p, p = m/n: let all other records be alike and equal to the old, or to the new value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, gaussian, geometric, laplace
from ..vector import Step

notes = {
    "BESIDE_KINK": "Next to a corner of the curve of C_p: between its fixed-point pieces it is a "
    "straight line of slope -1.",
    "END_OF_SUPPORT": "eps at or next to the largest loss.",
    "EXACT_ZERO": "delta(eps) = 0.",
    "FIXED_SIZE": "A sample of fixed size without replacement; an accountant for Poisson samples "
    "answers another question.",
    "LARGE_K": "10 000 runs: an error of each run counts as often.",
    "OWN_SENSITIVITY": "A replaced record moves the query by this relation's sensitivity; with "
    "that of added and removed records the answer claims too little loss.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps, the largest loss.",
}


def without_replacement(rate: str) -> dict[str, str]:
    """A sample of the share ``rate`` of the records, drawn without replacement."""
    return {"scheme": "without-replacement", "rate": rate}


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _unsampled()
    yield from _sampled_gaussian()
    yield from _sampled_laplace()


def _unsampled() -> Iterator[Question]:
    flags: tuple[str, ...]
    for sigma, count, points in (
        ("5/4", 1, ("0", "1", "6")),
        ("80", 10**4, ("1", "7")),
        ("20", 100, ("1/2", "4")),
        ("1/2", 1, ("4", "20")),
    ):
        step = gaussian(sigma, count)
        many = ("LARGE_K",) if count >= 10**4 else ()
        text = f"sigma = {sigma}, {count} times: mu is {2 * count**0.5 / float(Fraction(sigma)):g}"
        for at in points:
            yield _own(step, "delta", at, "drs-2.13", text, many)
        for delta in ("1e-5", "1e-12", "1e-18"):
            tiny = ("TINY_DELTA",) if delta != "1e-5" else ()
            yield _own(step, "epsilon", delta, "drs-2.13", text, (*many, *tiny))
        for alpha in ("1/20", "1/2"):
            yield _own(step, "tradeoff", alpha, "drs-2.7", text, many)
        if count > 1:
            yield _own(step, "gdp", None, "gdp-composition", f"{text}, exactly", many)
    for replaced in ("1", "3/2"):
        # an average over a known number of records may move less than by twice as much
        step = gaussian(10, 100, replaced=replaced)
        text = f"a query that replaced records move by {replaced}, added ones by 1"
        for quantity, at in (("delta", "1"), ("epsilon", "1e-6"), ("tradeoff", "1/20")):
            yield _own(step, quantity, at, "drs-2.13", text)
    for scale, count in (("1", 1), ("2", 1), ("20", 30), ("200", 1000)):
        step = laplace(scale, count)
        end = Fraction(2 * count) / Fraction(scale)
        text = f"scale {scale}, {count} times: pure eps {end}, not {end / 2}"
        theorem = "drs-2.15-profile" if count == 1 else "drs-transform-laplace"
        for at, flags in (
            (str(end / 2), ()),
            (str(end * Fraction(3, 4)), ()),
            (str(end), ("END_OF_SUPPORT", "EXACT_ZERO")),
        ):
            yield _own(step, "delta", at, theorem, text, flags)
        for delta, flags in (("0", ("ZERO_DELTA",)), ("1e-6", ()), ("1e-15", ("TINY_DELTA",))):
            yield _own(step, "epsilon", delta, theorem, text, flags)
        yield _own(step, "tradeoff", "1/20", theorem, text)
    for eps, count in (("1/2", 1), ("1", 1), ("1/10", 10), ("1/100", 1000)):
        step = geometric(eps, count)
        text = f"geometric noise of {eps} a step, two steps away, {count} times"
        theorem = "drs-2.14-geometric-2" if count == 1 else "drs-3.1-profile"
        for quantity, at, flags in (
            ("delta", "0", ()),
            ("delta", str(Fraction(eps) * count), ()),
            ("epsilon", "0", ("ZERO_DELTA",)),
            ("epsilon", "1e-6", ()),
            ("tradeoff", "1/20", ()),
        ):
            yield _own(step, quantity, at, theorem, text, flags)


def _sampled_gaussian() -> Iterator[Question]:
    for sigma, rate in (
        ("1", "1/100"),
        ("2", "1/100"),
        ("12", "2/5"),
        ("2", "1/10"),
        ("1/2", "1/1000"),
        ("1", "9/10"),
        ("1.3", "8/1875"),
        ("100", "1/2"),
    ):
        step = gaussian(sigma, sampling=without_replacement(rate))
        text = f"one run at sigma = {sigma} and m/n = {rate}: C_p of G with mu = 2/{sigma}"
        for at in ("0", "1/10", "1", "3"):
            yield _sampled(step, "delta", at, "drs-4-gaussian-profile", text)
        for delta in ("1e-5", "1e-9", "1e-15"):
            tiny = ("TINY_DELTA",) if delta == "1e-15" else ()
            yield _sampled(step, "epsilon", delta, "drs-4-gaussian-profile", text, tiny)
        for alpha in ("1/100", "1/2", "99/100"):
            yield _sampled(step, "tradeoff", alpha, "drs-4.2", text)


def _sampled_laplace() -> Iterator[Question]:
    flags: tuple[str, ...]
    # scale, rate and the largest loss log(1 - p + p exp(2/b)), cut to nine digits
    for scale, rate, end in (
        ("1", "1/100", "0.061932529"),
        ("2", "1/2", "0.620114506"),
        ("10", "2/5", "0.084856735"),
        ("1", "1/1000", "0.006368732"),
    ):
        step = laplace(scale, sampling=without_replacement(rate))
        text = f"one run at scale {scale} and m/n = {rate}: losses end after {end}"
        for at, flags in (
            ("0", ()),
            (str(Fraction(end) / 2), ()),
            (end, ("END_OF_SUPPORT",)),
            (str(Fraction(end) + Fraction(1, 10**9)), ("END_OF_SUPPORT", "EXACT_ZERO")),
        ):
            yield _sampled(step, "delta", at, "drs-4.1-profile", text, flags)
        for delta, flags in (("0", ("ZERO_DELTA",)), ("1e-6", ()), ("1e-15", ("TINY_DELTA",))):
            yield _sampled(step, "epsilon", delta, "drs-4.1-profile", text, flags)
        for alpha, flags in (("1/100", ()), ("1/2", ()), ("0.499", ("BESIDE_KINK",))):
            yield _sampled(step, "tradeoff", alpha, "drs-4.2", text, flags)


# -- in few words ---------------------------------------------------------------------------------


def _own(
    step: Step,
    quantity: str,
    at: str | None,
    theorem: str,
    comment: str,
    flags: tuple[str, ...] = (),
) -> Question:
    flags = (*flags, "OWN_SENSITIVITY")
    return Question((step,), quantity, at, theorem, "replace-one", flags=flags, comment=comment)


def _sampled(
    step: Step,
    quantity: str,
    at: str,
    theorem: str,
    comment: str,
    flags: tuple[str, ...] = (),
) -> Question:
    return _own(step, quantity, at, theorem, comment, (*flags, "FIXED_SIZE"))
