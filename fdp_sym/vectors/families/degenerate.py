"""Ends of the domains: no noise, no sampling or all of it, no runs, delta 0, 1 and near 1.

Every answer is exact or a closed form; an accountant should give it, or say that it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ..questions import (
    Question,
    approximate,
    discrete_gaussian,
    gaussian,
    geometric,
    laplace,
    poisson,
    randomized_response,
)
from ..vector import Step

notes = {
    "ALL_RECORDS": "Sampling at rate 1 is no sampling.",
    "DELTA_NEAR_ONE": "delta is close to 1, or 1 itself.",
    "DELTA_NEAR_START": "delta is close to delta(0), where the least epsilon comes down to 0.",
    "END": "A type I error of 0 or 1.",
    "NEGATIVE_EPSILON": "delta(eps) at eps < 0, where it is at least 1 - e^eps.",
    "NO_LOSS": "The mechanism does not depend on the data: epsilon and delta are 0.",
    "NO_NOISE": "Without noise every answer is revealed: nothing holds but delta = 1.",
    "NO_RECORDS": "Sampling at rate 0 is no access to the data.",
    "NO_RUNS": "Nothing is run: the composition is empty.",
    "ONE_DIRECTION": 'One of the directions "remove" and "add" is asked for by itself.',
    "SAMPLED_WITHOUT_NOISE": "The answer without noise is revealed if the record is drawn.",
    "ZERO_DELTA": "delta = 0: finite epsilon only where the loss is bounded.",
}

_TRIVIAL, _BLATANT, _NEUTRAL = "drs-3.1-identity", "drs-3.1-zero", "drs-3.1-general-identity"
_GDP, _TEST, _KOV, _LAPLACE = "drs-2.13", "gdp-test", "kov-3.3", "drs-2.15-profile"


def questions() -> Iterator[Question]:
    """The questions of the family."""
    for question in chain(_no_runs(), _no_noise(), _rates(), _levels()):
        flags = set(question.flags)
        if question.direction != "both":
            flags.add("ONE_DIRECTION")
        if question.quantity == "delta" and (question.at or "").startswith("-"):
            flags.add("NEGATIVE_EPSILON")
        yield replace(question, flags=tuple(sorted(flags)))


def _all(
    steps: tuple[Step, ...], theorem: str, *flags: str, direction: str = "both"
) -> Iterator[Question]:
    """The usual questions about something trivial."""

    def ask(quantity: str, at: str, *more: str) -> Question:
        found = tuple(sorted({*flags, *more}))
        return Question(steps, quantity, at, theorem, direction=direction, flags=found)

    yield ask("epsilon", "1e-5")
    yield ask("epsilon", "0", "ZERO_DELTA")
    yield ask("epsilon", "1", "DELTA_NEAR_ONE")
    for eps in ("-1", "0", "1"):
        yield ask("delta", eps)
    yield ask("tradeoff", "1/20")
    yield ask("tradeoff", "0", "END")
    yield ask("tradeoff", "1", "END")


def _no_runs() -> Iterator[Question]:
    yield from _all((), _TRIVIAL, "NO_RUNS")
    for step in (gaussian("1", 0), laplace("2", 0), approximate("1", "1/10", 0)):
        yield from _all((step,), _TRIVIAL, "NO_RUNS")
    sampled = gaussian("1", 0, sampling=poisson("1/100"))
    yield Question((sampled,), "epsilon", "1e-5", _TRIVIAL, flags=("NO_RUNS",))
    # a factor that is run no times leaves the others as they are
    for steps in ((gaussian("2", 3), laplace("1", 0)), (laplace("1", 0), gaussian("2", 3))):
        yield Question(steps, "epsilon", "1e-5", _GDP, flags=("NO_RUNS",))
        yield Question(steps, "delta", "1", _GDP, flags=("NO_RUNS",))
    # and what reveals everything reveals nothing when it is not run
    yield Question((gaussian("0", 0),), "epsilon", "1e-5", _TRIVIAL, flags=("NO_NOISE", "NO_RUNS"))
    for quantity, at in (("renyi", "2"), ("gdp", None)):
        yield Question((gaussian("1", 0),), quantity, at, _TRIVIAL, flags=("NO_RUNS",))


def _no_noise() -> Iterator[Question]:
    for step in (gaussian("0"), laplace("0"), discrete_gaussian("0"), approximate("1", "1")):
        yield from _all((step,), _BLATANT, "NO_NOISE")
    for steps in (
        (gaussian("0", 10),),
        (gaussian("1", 10), gaussian("0")),
        (laplace("0"), randomized_response("1", 2, 5)),
    ):
        for quantity, at in (("epsilon", "1e-5"), ("delta", "3"), ("tradeoff", "1/2")):
            yield Question(steps, quantity, at, _BLATANT, flags=("NO_NOISE",))
    yield Question((gaussian("0"),), "gdp", None, _BLATANT, flags=("NO_NOISE",))
    yield Question((gaussian("0"),), "renyi", "2", _BLATANT, flags=("NO_NOISE",))
    # no sensitivity, no loss; also without noise
    for step in (
        gaussian("1", 100, sensitivity="0", replaced="0"),
        gaussian("0", sensitivity="0", replaced="0"),
        laplace("1/10", 5, sensitivity="0", replaced="0"),
        geometric("0", 10),
        approximate("0", "0", 10),
        randomized_response("0", 5, 10),
    ):
        yield from _all((step,), _NEUTRAL, "NO_LOSS")


def _rates() -> Iterator[Question]:
    for none in (
        gaussian("1", 100, sampling=poisson("0")),
        laplace("1", 10, sampling=poisson("0")),
        gaussian("0", sampling=poisson("0")),
    ):
        yield from _all((none,), _NEUTRAL, "NO_RECORDS")
    full = (gaussian("3", 20, sampling=poisson("1")),)
    for quantity, at in (
        ("epsilon", "1e-5"),
        ("epsilon", "1e-12"),
        ("delta", "0"),
        ("delta", "1"),
        ("delta", "-1"),
    ):
        yield Question(full, quantity, at, _GDP, flags=("ALL_RECORDS",))
    yield Question(full, "tradeoff", "1/20", _TEST, flags=("ALL_RECORDS",))
    yield Question(full, "gdp", None, "gdp-composition", flags=("ALL_RECORDS",))
    one = (laplace("2", sampling=poisson("1")),)
    for quantity, at in (("epsilon", "1e-3"), ("delta", "0"), ("delta", "1/4")):
        yield Question(one, quantity, at, _LAPLACE, flags=("ALL_RECORDS",))
    for count in (1, 10, 1000):
        sampled = (gaussian("0", count, sampling=poisson("1/100")),)
        for direction, proof in (("remove", "poisson-remove"), ("add", "poisson-add")):
            for quantity, at in (
                ("epsilon", "1e-5"),
                ("epsilon", "1/2"),
                ("delta", "0"),
                ("delta", "1"),
                ("delta", "-1/1000"),
                ("tradeoff", "1/20"),
                ("tradeoff", "0"),
            ):
                flags = ("SAMPLED_WITHOUT_NOISE",)
                yield Question(sampled, quantity, at, proof, direction=direction, flags=flags)


def _levels() -> Iterator[Question]:
    near = ("99/100", "999999/1000000", "999999999999/1000000000000", "1")
    for steps, proof in (
        ((gaussian("1"),), _GDP),
        ((gaussian("1/10"),), _GDP),
        ((gaussian("1/20", 4),), _GDP),
        ((approximate("20", "0", 3),), _KOV),
        ((approximate("1", "1/2", 4),), _KOV),
        ((laplace("1/30"),), _LAPLACE),
    ):
        for delta in near:
            yield Question(steps, "epsilon", delta, proof, flags=("DELTA_NEAR_ONE",))
    for sigma in ("1", "100"):
        yield Question((gaussian(sigma, 5),), "epsilon", "0", _GDP, flags=("ZERO_DELTA",))
    bounded = ((approximate("1/3", "0", 7),), (randomized_response("2", 2, 3),), (laplace("4"),))
    for steps in bounded:
        proof = _LAPLACE if steps[0].mechanism == "laplace" else _KOV
        yield Question(steps, "epsilon", "0", proof, flags=("ZERO_DELTA",))
        for eps in ("1/4", "100"):
            yield Question(steps, "delta", eps, proof)
    # delta(0) of N(0, 1) against N(1, 1) is 0.38292492254802620727…
    for delta in (
        "0.38",
        "0.38292",
        "0.3829249225480262",
        "0.38292492254802620727",
        "0.3829249226",
    ):
        yield Question((gaussian("1"),), "epsilon", delta, _GDP, flags=("DELTA_NEAR_START",))
    for alpha in ("0", "1"):
        yield Question((gaussian("2", 9),), "tradeoff", alpha, _TEST, flags=("END",))
        yield Question((laplace("7"),), "tradeoff", alpha, "drs-2.4-laplace", flags=("END",))
