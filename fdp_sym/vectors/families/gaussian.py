"""Gaussian noise, composed: closed forms at every size of the noise, of delta and of epsilon.

T runs of noise sigma are one Gaussian trade-off function with mu = sqrt(T)/sigma, so that every
answer is a closed form and can be had for parameters that no grid or transform reaches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from statistics import NormalDist

from ..questions import Question, gaussian
from ..vector import Step

notes = {
    "HETEROGENEOUS": "Runs with different noise: mu is the root of the sum of squares.",
    "HUGE_EPSILON": "The answer or the eps asked for exceeds 700: its exponential is no double.",
    "LARGE_COUNT": "At least 10^5 runs, more than can be composed one by one.",
    "NEAR_ONE": "The truth lies between 1 and the greatest double below it.",
    "NEGATIVE_EPSILON": "delta(eps) at eps < 0, where it is at least 1 - e^eps.",
    "REPLACE_ONE": "Under replace-one the sensitivity is twice that under add-remove.",
    "SMALL_EPSILON": "The answer is below 10^-3, where differences of nearly equal terms cancel.",
    "TINY_DELTA": "delta is at most 10^-9: sums of doubles and fixed grids lose it.",
    "TINY_VALUE": "The truth lies below the least positive double.",
}

_PROFILE, _TEST, _PRODUCT = "drs-2.13", "gdp-test", "gdp-composition"
_SIGMAS = ("1/2", "1", "2", "10", "100")
_COUNTS = (1, 10, 1000, 10**4)
_DELTAS = ("1e-3", "1e-5", "1e-6", "1e-9", "1e-12", "1e-15", "1e-18")
_EPSILONS = ("0", "1/10", "1", "4", "10")
_ALPHAS = ("1e-300", "1e-18", "1e-5", "1/20", "1/2", "99/100", "999999999999/1000000000000")


def questions() -> Iterator[Question]:
    """The questions of the family."""
    for sigma in _SIGMAS:
        for count in _COUNTS:
            for delta in _DELTAS:
                yield _epsilon((gaussian(sigma, count),), delta)
            for eps in _EPSILONS:
                if Fraction(eps) < 100 * _mu((gaussian(sigma, count),)):  # else below 1e-2000
                    yield _delta((gaussian(sigma, count),), eps)
    yield from _extreme()
    yield from _negative()
    yield from _tradeoff()
    yield from _heterogeneous()
    yield from _parameters()
    for sigma, count in (("1", 1), ("5", 10), ("100", 10**4), ("7/10", 3)):
        for delta in ("1e-5", "1e-12"):
            yield _epsilon((gaussian(sigma, count),), delta, "replace-one")
        for eps in ("1", "3"):
            yield _delta((gaussian(sigma, count),), eps, "replace-one")
        steps = (gaussian(sigma, count),)
        yield Question(steps, "tradeoff", "1/20", _TEST, "replace-one", flags=("REPLACE_ONE",))
    # sensitivities of their own
    for moved, replaced in (("1/2", "1"), ("3", "3"), ("1/3", "1/2")):
        for relation in ("add-remove", "replace-one"):
            steps = (gaussian("2", 5, sensitivity=moved, replaced=replaced),)
            yield _epsilon(steps, "1e-6", relation)
            yield _delta(steps, "1", relation)


def _extreme() -> Iterator[Question]:
    for delta in ("1e-30", "1e-50", "1e-100", "1e-200", "1e-300"):
        for sigma, count in (("1", 1), ("100", 10**4), ("1", 1000), ("1000", 10**6)):
            yield _epsilon((gaussian(sigma, count),), delta)
    for sigma in ("1/1000", "1/100", "1/10", "1000", "1000000"):
        for delta in ("1e-5", "1e-12", "1e-300"):
            yield _epsilon((gaussian(sigma),), delta)
        for eps in ("0", "1e-6", "1"):
            if _mu((gaussian(sigma),)) > Fraction(1, 500) or eps != "1":
                yield _delta((gaussian(sigma),), eps)
    for count in (10**5, 10**6):
        for sigma in ("1", "30", "1000"):
            for delta in ("1e-3", "1e-5", "1e-12", "1e-18"):
                yield _epsilon((gaussian(sigma, count),), delta)
            yield _delta((gaussian(sigma, count),), "1")
    # large epsilon on purpose, where the exponential overflows but delta is a plain number
    for sigma, eps in (("1/40", "750"), ("1/40", "800"), ("1/40", "1000"), ("1/100", "5000")):
        yield _delta((gaussian(sigma),), eps)
    # far in the tail: delta below the doubles, and around the least of them
    for sigma, eps in (
        ("1", "37"),
        ("1", "38"),
        ("1", "40"),
        ("1", "60"),
        ("2", "20"),
        ("10", "5"),
    ):
        yield _delta((gaussian(sigma),), eps)


def _negative() -> Iterator[Question]:
    for sigma, count in (("1", 1), ("10", 1), ("100", 10**4), ("1/4", 1)):
        for eps in ("-1e-6", "-1/10", "-1", "-5", "-40"):
            yield _delta((gaussian(sigma, count),), eps)


def _tradeoff() -> Iterator[Question]:
    for sigma, count in (("2", 1), ("1", 1), ("100", 10**4), ("1/5", 1), ("1000", 1), ("10", 1000)):
        for alpha in _ALPHAS:
            yield _value((gaussian(sigma, count),), alpha)


def _heterogeneous() -> Iterator[Question]:
    lists = (
        (gaussian("3"), gaussian("4")),
        (gaussian("2", 10), gaussian("5", 100), gaussian("50", 1000)),
        (gaussian("1", 1), gaussian("1000", 10**6)),
        tuple(gaussian(str(Fraction(10 + i, 3)), i) for i in range(1, 9)),
    )
    for steps in lists:
        for delta in ("1e-5", "1e-12"):
            yield _epsilon(steps, delta)
        yield _delta(steps, "1")
        yield _value(steps, "1/20")


def _parameters() -> Iterator[Question]:
    lists: tuple[tuple[Step, ...], ...] = (
        (gaussian("1"),),
        (gaussian("3", 7),),
        (gaussian("100", 10**4),),
        (gaussian("1/1000", 10**6),),
        (gaussian("1000000"),),
        (gaussian("3"), gaussian("4")),
        (gaussian("2", 10), gaussian("5", 100), gaussian("50", 1000)),
        tuple(gaussian(str(Fraction(10 + i, 3)), i) for i in range(1, 9)),
        (gaussian("2", 5, sensitivity="1/3", replaced="1/2"), gaussian("1", sensitivity="3")),
    )
    for steps in lists:
        for relation in ("add-remove", "replace-one"):
            flags = _flags(steps, relation)
            yield Question(steps, "gdp", None, _PRODUCT, relation, flags=flags)


# -- one question -------------------------------------------------------------------------------


def _mu(steps: tuple[Step, ...], relation: str = "add-remove") -> float:
    """About mu."""
    total = sum(
        step.count
        * (Fraction(step.sensitivity[relation]) / Fraction(step.parameters["sigma"])) ** 2
        for step in steps
        if step.sensitivity is not None
    )
    return float(total) ** 0.5


def _flags(steps: tuple[Step, ...], relation: str, *more: str) -> tuple[str, ...]:
    flags = set(more)
    if len(steps) > 1:
        flags.add("HETEROGENEOUS")
    if sum(step.count for step in steps) >= 10**5:
        flags.add("LARGE_COUNT")
    if relation == "replace-one":
        flags.add("REPLACE_ONE")
    return tuple(sorted(flags))


def _epsilon(steps: tuple[Step, ...], delta: str, relation: str = "add-remove") -> Question:
    mu, more = _mu(steps, relation), []
    if Fraction(delta) <= Fraction("1e-9"):
        more.append("TINY_DELTA")
    # eps is close to where the greater of the two terms of the profile is delta
    if mu**2 / 2 - mu * NormalDist().inv_cdf(float(Fraction(delta))) > 700:
        more.append("HUGE_EPSILON")
    if mu < 1e-4:
        more.append("SMALL_EPSILON")
    flags = _flags(steps, relation, *more)
    return Question(steps, "epsilon", delta, _PROFILE, relation, flags=flags)


def _delta(steps: tuple[Step, ...], eps: str, relation: str = "add-remove") -> Question:
    mu, value, more = _mu(steps, relation), float(Fraction(eps)), []
    if value > 700:
        more.append("HUGE_EPSILON")
    if value < 0:
        more.append("NEGATIVE_EPSILON")
    if _rest(value, mu) < 2.0**-53:
        more.append("NEAR_ONE")
    if value / mu - mu / 2 > 38.7:
        more.append("TINY_VALUE")
    flags = _flags(steps, relation, *more)
    return Question(steps, "delta", eps, _PROFILE, relation, flags=flags)


def _rest(eps: float, mu: float) -> float:
    """About 1 - delta(eps)."""
    first = math.erfc((mu / 2 - eps / mu) / math.sqrt(2)) / 2
    # beyond 700 the second term is no larger than the first
    second = math.erfc((eps / mu + mu / 2) / math.sqrt(2)) / 2 * math.exp(min(eps, 700))
    return first + second


def _value(steps: tuple[Step, ...], alpha: str) -> Question:
    return Question(steps, "tradeoff", alpha, _TEST, flags=_flags(steps, "add-remove"))
