"""Mechanisms of which only (epsilon, delta) is known: the exact composition of Kairouz and others.

The worst of them is randomised response that fails with probability delta; equal ones give a
binomial sum, different ones a sum over atoms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from ..questions import Question, approximate
from ..vector import Step

notes = {
    "ALL_LOSSES_BELOW": "eps is at least every finite loss: delta is the slack, to the last digit.",
    "HETEROGENEOUS": "Different guarantees: the optimal composition of Murtagh and Vadhan.",
    "KINK": "The question is asked at a corner of the exact curve.",
    "LARGE_COUNT": "At least 10^5 mechanisms.",
    "NEGATIVE_EPSILON": "delta(eps) at eps < 0.",
    "PUBLISHED": "The setting of a table in print.",
    "SLACK": "Each mechanism fails with a positive delta.",
    "TINY_DELTA": "delta is at most 10^-9: sums of doubles and fixed grids lose it.",
    "UNREACHABLE": "delta is below the slack 1 - (1 - delta0)^k: no finite epsilon holds.",
    "ZERO_EPSILON": "delta is at least delta(0): the least epsilon is 0.",
}

_HOMOGENEOUS, _DIFFERENT, _SLACK = "kov-3.3", "drs-3.1-profile", "kov-3.3-slacks"


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _published()
    for eps, count in (("1", 1), ("1", 5), ("1/10", 30), ("1/10", 1000), ("1/100", 10**4)):
        steps = (approximate(eps, "0", count),)
        for delta in ("1/10", "1e-3", "1e-5", "1e-9", "1e-12", "1e-18"):
            yield _ask(steps, "epsilon", delta)
        for point in ("0", "1/20", "1/2", "1", "3", "10"):
            yield _ask(steps, "delta", point)
        for alpha in ("1e-12", "1/20", "1/2", "19/20") if count < 10**4 else ("1/20",):
            yield _ask(steps, "tradeoff", alpha)
    for eps, slack, count in (
        ("1/10", "1e-3", 20),
        ("1/2", "1e-6", 10),
        ("1/100", "1e-10", 1000),
        ("2", "1/100", 4),
    ):
        steps = (approximate(eps, slack, count),)
        total = _slack(steps)
        for factor in ("1001/1000", "2", "20"):
            level = _rounded(total * Fraction(factor))
            yield _ask(steps, "epsilon", level)
        for point in ("0", "1/5", "1", "3"):
            yield _ask(steps, "delta", point)
        for alpha in ("1e-6", "1/20", "1/2"):
            yield _ask(steps, "tradeoff", alpha)
        yield _ask(steps, "epsilon", _rounded(total / 2))
        yield _ask(steps, "epsilon", _rounded(total * Fraction(999, 1000)))
        yield _ask(steps, "epsilon", "0")
        yield _ask(steps, "tradeoff", "0")
    yield from _corners()
    yield from _large()
    yield from _different()
    for count in (1, 2, 50):
        steps = (approximate("0", "1/100", count),)
        yield _ask(steps, "delta", "0", theorem=_SLACK)
        yield _ask(steps, "delta", "2", "ALL_LOSSES_BELOW", theorem=_SLACK)
        yield _ask(steps, "epsilon", "1/1000", theorem=_SLACK)
        yield _ask(steps, "epsilon", "1/2", "ZERO_EPSILON", theorem=_SLACK)
        yield _ask(steps, "tradeoff", "1/20", theorem=_SLACK)


def _published() -> Iterator[Question]:
    steps = (approximate("1/10", "1/1000", 30),)
    where = "k = 30 of (0.1, 0.001): a setting of Kairouz, Oh and Viswanath's figures"
    for eps in ("3", "2", "4/5", "3/5", "2/5"):
        yield _ask(steps, "delta", eps, "PUBLISHED", comment=where)
    different = (
        approximate("3/10", "1/100"),
        approximate("1/2", "0"),
        approximate("11/10", "1/50"),
        approximate("1/5", "1/1000"),
    )
    for eps in ("0", "1/2", "9/10", "3/2", "21/10"):
        more = ("ALL_LOSSES_BELOW",) if eps == "21/10" else ()
        yield _ask(different, "delta", eps, *more)
    for delta in ("1/2", "1/10", "4/100"):
        yield _ask(different, "epsilon", delta)
    yield _ask(different, "epsilon", "3/100")


def _corners() -> Iterator[Question]:
    """At the epsilons (k - 2i) eps of the exact curve, at its ends and beside them."""
    for eps, slack, count in (("1", "0", 4), ("1/10", "1e-3", 7), ("1/2", "1e-6", 3)):
        steps = (approximate(eps, slack, count),)
        for i in range(count // 2 + 1):
            point = (count - 2 * i) * Fraction(eps)
            yield _ask(steps, "delta", str(point), "KINK")
            yield _ask(steps, "delta", str(point - Fraction(1, 10**9)))
        largest = count * Fraction(eps)
        yield _ask(steps, "delta", str(largest + 1), "ALL_LOSSES_BELOW")
        yield _ask(steps, "delta", str(-largest), "NEGATIVE_EPSILON", "KINK")
        yield _ask(steps, "delta", "-1/7", "NEGATIVE_EPSILON")
        total = _slack(steps)
        yield _ask(steps, "epsilon", str(total), "KINK")
        yield _ask(steps, "tradeoff", "0", "KINK")
        yield _ask(steps, "tradeoff", "1", "KINK")
        if total:
            yield _ask(steps, "tradeoff", str(1 - total), "KINK")
        yield _ask(steps, "epsilon", "99/100", "ZERO_EPSILON")


def _large() -> Iterator[Question]:
    for eps, slack, count in (
        ("1/100", "0", 10**5),
        ("1/1000", "0", 10**6),
        ("1/1000", "1e-12", 10**6),
        ("1/500", "1e-15", 10**5),
    ):
        steps = (approximate(eps, slack, count),)
        for delta in ("1e-3", "1e-5"):
            yield _ask(steps, "epsilon", delta)
        for point in ("0", "1", "4"):
            yield _ask(steps, "delta", point)
    for delta in ("1e-9", "1e-15"):
        yield _ask((approximate("1/1000", "0", 10**6),), "epsilon", delta)
    yield _ask((approximate("1/1000", "1e-12", 10**6),), "epsilon", "1e-9")


def _different() -> Iterator[Question]:
    spread = tuple(approximate(str(Fraction(i, 100)), "1e-8", i % 4 + 1) for i in range(1, 21))
    lists: tuple[tuple[Step, ...], ...] = (
        (approximate("1"), approximate("1/2")),
        (approximate("1/10", "1e-6", 20), approximate("1/5", "0", 10)),
        (approximate("1/100", "0", 1000), approximate("1", "1e-9", 3)),
        (approximate("3"), approximate("1/1000", "0", 100)),
        spread,
        tuple(reversed(spread)),
    )
    for steps in lists:
        for delta in ("1/10", "1e-3", "1e-5"):
            yield _ask(steps, "epsilon", delta)
        for point in ("0", "1/2", "1", "2"):
            yield _ask(steps, "delta", point)
        for alpha in ("1e-4", "1/20", "1/2"):
            yield _ask(steps, "tradeoff", alpha)


# -- one question -------------------------------------------------------------------------------


def _slack(steps: tuple[Step, ...]) -> Fraction:
    """The mass of infinite loss, 1 - prod(1 - delta0): exact for few steps, else as a double.

    No level of many steps is near its slack.
    """
    slacks = [(Fraction(step.parameters["delta"]), step.count) for step in steps]
    if sum(count for slack, count in slacks if slack) > 100:
        logarithm = sum(count * math.log1p(-slack) for slack, count in slacks)
        return Fraction(-math.expm1(logarithm))
    rest = Fraction(1)
    for slack, count in slacks:
        if slack:
            rest *= (1 - slack) ** count
    return 1 - rest


def _rounded(x: Fraction) -> str:
    """Six significant digits: a level that reads well."""
    return f"{float(x):.5e}".replace("e-0", "e-")


def _ask(
    steps: tuple[Step, ...],
    quantity: str,
    at: str,
    *flags: str,
    theorem: str = "",
    comment: str = "",
) -> Question:
    found = set(flags)
    if len(steps) > 1:
        found.add("HETEROGENEOUS")
    if any(Fraction(step.parameters["delta"]) for step in steps):
        found.add("SLACK")
    if sum(step.count for step in steps) >= 10**5:
        found.add("LARGE_COUNT")
    if quantity == "epsilon":
        if Fraction(at) <= Fraction("1e-9"):
            found.add("TINY_DELTA")
        if Fraction(at) < _slack(steps):
            found.add("UNREACHABLE")
    proof = theorem or (_HOMOGENEOUS if len(steps) == 1 else _DIFFERENT)
    return Question(steps, quantity, at, proof, flags=tuple(sorted(found)), comment=comment)
