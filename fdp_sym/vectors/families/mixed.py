"""Different mechanisms composed: Gaussian and Laplace noise, randomised response, guarantees.

No closed form exists; the transforms of the losses multiply, and the profile is one certified
integral of their product. The order of the steps changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from ..questions import (
    Question,
    approximate,
    gaussian,
    geometric,
    laplace,
    randomized_response,
    staircase,
)
from ..vector import Step

notes = {
    "LARGE_COUNT": "At least 10^4 runs.",
    "NEGATIVE_EPSILON": "delta(eps) at eps < 0.",
    "ORDER": "One of several orders of the same steps, all with the same truth.",
    "REPLACE_ONE": "Under replace-one the sensitivity is twice that under add-remove.",
    "SLACK": "A step fails with a positive delta.",
    "SPLIT": "The same mechanism in several steps; together they are one of the whole count.",
    "TINY_DELTA": "delta is at most 10^-9: sums of doubles and fixed grids lose it.",
    "UNREACHABLE": "delta is below the slack of the composition: no finite epsilon holds.",
}

_PROFILE, _GENERAL = "transform-profile", "drs-3.1-general-profile"

_COMPOSITIONS: tuple[tuple[Step, ...], ...] = (
    (gaussian("2"), laplace("2")),
    (gaussian("5", 10), laplace("10", 10)),
    (gaussian("10", 100), laplace("20", 50), randomized_response("1/10", 2, 20)),
    (gaussian("1"), randomized_response("1", 3)),
    (laplace("3", 5), randomized_response("1/2", 4, 3)),
    (laplace("10", 20), approximate("1/10", "1e-6", 10)),
    (gaussian("4", 8), approximate("1/5", "1e-8", 5)),
    (gaussian("3", 2), geometric("1/4", 8)),
    (gaussian("6", 30), staircase("1/3", "1/3", 4)),
    (gaussian("100", 10**4), laplace("50", 200)),
    (gaussian("1000", 10**5), randomized_response("1/100", 2, 1000)),
    (laplace("100", 1000), randomized_response("1/50", 2, 500), gaussian("40", 500)),
)


def questions() -> Iterator[Question]:
    """The questions of the family."""
    for steps in _COMPOSITIONS:
        for eps in ("0", "1/2", "1", "2", "5"):
            yield _ask(steps, "delta", eps)
        for delta in ("1/10", "1e-3", "1e-5", "1e-9", "1e-12"):
            yield _ask(steps, "epsilon", delta)
        # tests of many runs of Laplace noise take long, and of 1000 are not known to 40 digits
        count = sum(step.count for step in steps)
        few = ("1e-5", "1/20", "1/2", "19/20") if count < 100 else ("1/20",)
        for alpha in few if steps[0] != laplace("100", 1000) else ():
            yield _ask(steps, "tradeoff", alpha)
        yield _ask(steps, "delta", "-1", "NEGATIVE_EPSILON")
    for steps in (_COMPOSITIONS[0], _COMPOSITIONS[1], _COMPOSITIONS[4]):
        for eps in ("1/2", "2"):
            yield _ask(steps, "delta", eps, "REPLACE_ONE", relation="replace-one")
        for delta in ("1e-5", "1e-9"):
            yield _ask(steps, "epsilon", delta, "REPLACE_ONE", relation="replace-one")
        yield _ask(steps, "tradeoff", "1/20", "REPLACE_ONE", relation="replace-one")
    three = (gaussian("3", 4), laplace("5", 6), randomized_response("1/5", 2, 7))
    for steps in permutations(three):
        yield _ask(steps, "delta", "1", "ORDER")
        yield _ask(steps, "epsilon", "1e-6", "ORDER")
        yield _ask(steps, "tradeoff", "1/20", "ORDER")
    parts = (
        (gaussian("3", 1), laplace("5", 2), gaussian("3", 3), laplace("5", 4)),
        (laplace("5", 6), gaussian("3", 4)),
    )
    for steps in parts:
        yield _ask(steps, "delta", "1", "SPLIT")
        yield _ask(steps, "epsilon", "1e-6", "SPLIT")


def _ask(
    steps: tuple[Step, ...], quantity: str, at: str, *flags: str, relation: str = "add-remove"
) -> Question:
    found = set(flags)
    if sum(step.count for step in steps) >= 10**4:
        found.add("LARGE_COUNT")
    slack = 1 - _rest(steps)
    if slack:
        found.add("SLACK")
    if quantity == "epsilon":
        if Fraction(at) <= Fraction("1e-9"):
            found.add("TINY_DELTA")
        if Fraction(at) < slack:
            found.add("UNREACHABLE")
    proof = _GENERAL if quantity == "tradeoff" else _PROFILE
    return Question(steps, quantity, at, proof, relation, flags=tuple(sorted(found)))


def _rest(steps: tuple[Step, ...]) -> Fraction:
    """The mass of finite loss, the product of all 1 - delta0."""
    rest = Fraction(1)
    for step in steps:
        if step.mechanism == "approximate":
            rest *= (1 - Fraction(step.parameters["delta"])) ** step.count
    return rest
