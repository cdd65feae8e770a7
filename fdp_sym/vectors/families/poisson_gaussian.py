"""Gaussian noise on Poisson samples: the accountants' own example, in each direction.

P, the outcome with the record, is the mixture in the direction "remove", and Q in "add". The two
directions are composed apart; "both" asks for the worse of the two results.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ..questions import Question, gaussian, poisson
from ..vector import Step

notes = {
    "DEEP_TAIL": "The delta is below 1e-11: what a grid or a series cuts off must be less.",
    "END_OF_SUPPORT": 'Close to the largest loss k log(1/(1-q)) of the direction "add", beyond '
    "which delta is 0.",
    "EXACT_ZERO": 'delta(eps) = 0: in the direction "add" no loss is above k log(1/(1-q)).',
    "LARGE_K": "100 000 runs and more: the errors of grids and of sums of doubles add up.",
    "NEAR_ONE": "The delta is above 1 - 1e-6: few digits of a double are left for the rest.",
    "ONE_DIRECTION": "The two directions differ; an accountant that answers with the other one, or "
    "assumes that one is always the worse, is unsound for some of these.",
    "PUBLISHED": "The value is printed in a paper or in the documentation of a program.",
    "RARE_SAMPLE": "The sampling rate is at most 1/1000: most runs say nothing, a few say much, "
    "and normal approximations are far off.",
    "REAL_WORLD": "Data, batches and noise of a size at which models are trained.",
    "TINY_DELTA": "delta is at most 1e-12: outside the range for which many programs were tested.",
}

WAYS = ("remove", "add")


class Setting(NamedTuple):
    """Noise and rate, what is special, and for each number of runs the eps that are asked."""

    sigma: str
    rate: str
    what: str
    flags: tuple[str, ...]
    points: dict[int, tuple[str, ...]]


SETTINGS = (
    Setting(
        "1",
        "1/100",
        "noise equal to the sensitivity, one record in a hundred",
        (),
        {
            1: ("0", "1/200", "1", "2"),
            1000: ("0", "1", "4"),
            10**4: ("1", "8"),
            10**5: ("1", "25"),
            10**6: ("50", "140"),
        },
    ),
    Setting(
        "2",
        "1/100",
        "twice the sensitivity, one record in a hundred",
        (),
        {1: ("1/100", "1/2"), 1000: ("1/10", "1"), 10**5: ("1", "9"), 10**6: ("30",)},
    ),
    Setting(
        "12",
        "2/5",
        "large noise on nearly half of the records",
        (),
        {1: ("0", "1/10"), 100: ("1/2", "2"), 1000: ("1", "8"), 10**5: ("90",)},
    ),
    Setting(
        "1/2",
        "1/10",
        "little noise: one run can tell nearly all",
        (),
        {1: ("0", "1/10", "5"), 1000: ("50", "150"), 10**4: ("700",)},
    ),
    Setting(
        "1",
        "9/10",
        "almost no sampling",
        (),
        {1: ("1", "5/2"), 100: ("10", "80"), 1000: ("400",)},
    ),
    Setting(
        "100",
        "1/2",
        "very large noise",
        (),
        {1: ("0", "1/50"), 100: ("1/10",), 10**4: ("1", "2"), 10**6: ("30",)},
    ),
    Setting(
        "3/5",
        "1/1000",
        "little noise, one record in a thousand",
        ("RARE_SAMPLE",),
        {1: ("1/2000", "1"), 10**4: ("1", "4"), 10**5: ("1", "7"), 10**6: ("20",)},
    ),
    Setting(
        "1",
        "1/10000",
        "one record in ten thousand",
        ("RARE_SAMPLE",),
        {1: ("1/20000", "1"), 10**6: ("1/2", "2")},
    ),
)

# sigma, rate, runs, what
RUNS = (
    ("1.3", "8/1875", 3515, "MNIST, 60 000 images in batches of 256, 15 epochs"),
    ("1.1", "8/1875", 14062, "MNIST, 60 000 images in batches of 256, 60 epochs"),
    ("0.7", "8/1875", 10546, "MNIST, 60 000 images in batches of 256, 45 epochs"),
    ("3", "256/3125", 2000, "CIFAR-10, 50 000 images in batches of 4096"),
    ("9.4", "0.32768", 2000, "CIFAR-10, 50 000 images in batches of 16 384"),
    ("2.5", "16384/1281167", 72000, "ImageNet, batches of 16 384"),
    ("0.5", "0.0001", 10**6, "a language model: tiny batches of a large corpus, little noise"),
    ("1", "0.001", 10**5, "federated averaging, 100 clients of 100 000 a round"),
)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _settings()
    yield from _published()
    yield from _runs()
    yield from _ends()
    yield from _few()


def _settings() -> Iterator[Question]:
    for sigma, rate, what, base, points in SETTINGS:
        for count, eps in points.items():
            step = gaussian(sigma, count, sampling=poisson(rate))
            text = f"{what}; {count} run{'s' if count > 1 else ''}"
            flags = (*base, "LARGE_K") if count >= 10**5 else base
            for way in WAYS:
                for at in eps:
                    zero = _is_zero(rate, count, at, way)
                    extra = ("EXACT_ZERO",) if zero else ()
                    yield _ask(step, "delta", at, way, (*flags, *extra), text)
                for delta in ("1e-5", "1e-12"):
                    tiny = ("TINY_DELTA",) if delta == "1e-12" else ()
                    yield _ask(step, "epsilon", delta, way, (*flags, *tiny), text)
            yield _ask(step, "epsilon", "1e-9", "both", flags, text)
            # a curve that is nearly 0 costs more than it teaches
            if count <= 100 or (count <= 10**4 and Fraction(rate) < Fraction(1, 10)):
                for way, alpha in (("remove", "1/20"), ("add", "1/20"), ("add", "1/2")):
                    yield _ask(step, "tradeoff", alpha, way, flags, text)


def _published() -> Iterator[Question]:
    """sigma = 2, q = 1/100, 10 000 runs, printed as 0.0102249111 and 0.0228503396."""
    step = gaussian(2, 10**4, sampling=poisson("1/100"))
    for at, printed in (("1", "0.0102249111"), ("0.8", "0.0228503396")):
        text = f'printed as {printed} for "remove"'
        yield _ask(step, "delta", at, "remove", ("PUBLISHED",), text)
        yield _ask(step, "delta", at, "add", (), "the other direction of a printed value: smaller")
        yield _ask(step, "delta", at, "both", (), "the worse direction of a printed value")
    for delta in ("1e-5", "1e-12", "1e-18", "1e-30"):
        flags = ("TINY_DELTA",) if Fraction(delta) <= Fraction(1, 10**12) else ()
        for way in (*WAYS, "both"):
            yield _ask(step, "epsilon", delta, way, flags, "the same runs as a printed value")
    for alpha in ("1/100", "1/2", "99/100"):
        for way in (*WAYS, "both"):
            yield _ask(step, "tradeoff", alpha, way, (), "the same runs as a printed value")


def _runs() -> Iterator[Question]:
    for sigma, rate, count, what in RUNS:
        step = gaussian(sigma, count, sampling=poisson(rate))
        flags = ("REAL_WORLD", *(("LARGE_K",) if count >= 10**5 else ()))
        if Fraction(rate) <= Fraction(1, 1000):
            flags = (*flags, "RARE_SAMPLE")
        text = f"{what}: {count} steps"
        for way in (*WAYS, "both"):
            yield _ask(step, "epsilon", "1e-5", way, flags, text)
        yield _ask(step, "epsilon", "1e-8", "both", flags, text)
        yield _ask(step, "delta", "1", "both", flags, text)
        yield _ask(step, "tradeoff", "1/20", "remove", flags, text)


def _ends() -> Iterator[Question]:
    """Where the losses of the additions end, and what removals do there."""
    for sigma, rate, count, inside in (
        ("1", "1/10", 1, "0.105"),
        ("1", "1/2", 1, "0.693"),
        ("1", "1/2", 10, "0.69"),
        ("4", "1/2", 10, "3"),
    ):
        step = gaussian(sigma, count, sampling=poisson(rate))
        text = f"{count} runs at q = {rate}: additions have losses up to {count} log(1/(1-q))"
        beyond = str(count * Fraction(rate) / (1 - Fraction(rate)))
        yield _ask(step, "delta", inside, "add", ("END_OF_SUPPORT",), text)
        yield _ask(step, "delta", beyond, "add", ("END_OF_SUPPORT", "EXACT_ZERO"), text)
        yield _ask(step, "delta", beyond, "remove", (), f"{text}; those of removals do not end")
        if count == 1:
            yield _ask(step, "epsilon", "1e-15", "add", ("END_OF_SUPPORT", "TINY_DELTA"), text)
    for sigma, rate, count, at in (
        ("2", "1/100", 1000, "2"),
        ("12", "2/5", 100, "5"),
        ("100", "1/2", 1000, "1"),
        ("1", "1/100", 10**4, "20"),
        ("2", "1/100", 10**4, "6"),
    ):
        step = gaussian(sigma, count, sampling=poisson(rate))
        for way in WAYS:
            text = f"{count} runs far out: delta is tiny there and smaller for additions"
            yield _ask(step, "delta", at, way, ("DEEP_TAIL",), text)
    for sigma, rate, count, at in (("1", "1/100", 10**6, "1"), ("12", "2/5", 10**5, "1")):
        step = gaussian(sigma, count, sampling=poisson(rate))
        for way in WAYS:
            text = f"{count} runs at an eps that is far too small: delta is nearly 1"
            yield _ask(step, "delta", at, way, ("NEAR_ONE", "LARGE_K"), text)


def _few() -> Iterator[Question]:
    """Few runs: the laws of the losses are far from normal."""
    for sigma, rate, count, at in (
        ("12", "2/5", 10, "1/5"),
        ("4", "1/2", 2, "1/2"),
        ("2", "9/10", 3, "1"),
        ("1", "9/10", 10, "5"),
        ("2", "1/100", 30, "1/20"),
        ("4", "1/10", 30, "1/5"),
    ):
        step = gaussian(sigma, count, sampling=poisson(rate))
        text = f"{count} runs: too few for any limit theorem"
        for way in WAYS:
            yield _ask(step, "delta", at, way, (), text)
    for sigma, rate, count, base in (
        ("2", "1/100", 100, ()),
        ("4", "1/10", 30, ()),
        ("1", "1/5000", 10**5, ("RARE_SAMPLE", "LARGE_K")),
        ("4", "1/1000", 1000, ("RARE_SAMPLE",)),
    ):
        step = gaussian(sigma, count, sampling=poisson(rate))
        text = f"{count} runs at q = {rate}: few of them use the record"
        for way in WAYS:
            yield _ask(step, "epsilon", "1e-5", way, base, text)
            yield _ask(step, "tradeoff", "1/10", way, base, text)


# -- in few words ---------------------------------------------------------------------------------


def _ask(
    step: Step, quantity: str, at: str, way: str, flags: tuple[str, ...], comment: str
) -> Question:
    single = {"remove": "poisson-remove", "add": "poisson-add", "both": "poisson-directions-once"}
    theorem = single[way] if step.count == 1 else "transform-profile"
    if way != "both":
        flags = (*flags, "ONE_DIRECTION")
    return Question((step,), quantity, at, theorem, direction=way, flags=flags, comment=comment)


def _is_zero(rate: str, count: int, eps: str, way: str) -> bool:
    """Whether eps is beyond count log(1/(1-q)); none of them is near it."""
    return way == "add" and Fraction(eps) > -count * math.log1p(-Fraction(rate))
