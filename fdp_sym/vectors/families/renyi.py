"""Renyi divergences: closed forms, and sampled noise at orders that are no integers.

The divergence of order a is D_a(P || Q), P with the record for "remove". The one that accountants
of sampled Gaussian noise use, E_Q (P/Q)^a with the mixture P, is that of the removal.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..questions import (
    Question,
    discrete_gaussian,
    gaussian,
    geometric,
    laplace,
    poisson,
    randomized_response,
)
from ..vector import Step

notes = {
    "CANCELLATION": "A series in powers of the sampling rate alternates or hardly converges there; "
    "implementations with doubles lose all digits, or stop too early.",
    "FRACTIONAL_ORDER": "The order is no integer: no binomial sum ends.",
    "LARGE_ORDER": "An order of 256 and more: moments overflow doubles unless kept as logarithms.",
    "NEAR_ONE_ORDER": "The order is so close to 1 that (1/(a-1)) log(moment) divides a rounding "
    "error by a tiny number.",
    "ONE_DIRECTION": "The two directions differ.",
    "REPORTED": "A setting for which an accountant in use is known to answer too little.",
}

ORDERS = (
    "1.00000001",
    "1.001",
    "1.25",
    "1.5",
    "2",
    "3.7",
    "11.5",
    "32",
    "59.05",
    "128.25",
    "256",
    "1024",
)
FEW_ORDERS = ("1.00000001", "1.5", "11.5", "64", "1024")


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _plain()
    yield from _copies()
    yield from _sampled_gaussian()
    yield from _sampled_laplace()


def _plain() -> Iterator[Question]:
    everywhere: tuple[tuple[Step, str, tuple[str, ...], str], ...] = (
        (gaussian(1), "drs-b-renyi-gaussian", FEW_ORDERS, "a/2"),
        (gaussian(7), "drs-b-renyi-gaussian", ("1.001", "59.05", "1000000"), "a/98"),
        (laplace(1), "renyi-laplace", ORDERS, "tends to kl = exp(-1) and to the pure eps 1"),
        (laplace(10), "renyi-laplace", FEW_ORDERS, "tends to the pure eps 1/10"),
        (laplace("1/5"), "renyi-laplace", FEW_ORDERS, "tends to the pure eps 5"),
        (
            randomized_response(1),
            "renyi-randomized-response",
            ORDERS,
            "the largest one that pure eps = 1 allows",
        ),
        (
            randomized_response("1/10", 5),
            "randomized-response",
            FEW_ORDERS,
            "three symbols tell nothing",
        ),
        (
            randomized_response(8, 1000),
            "randomized-response",
            FEW_ORDERS,
            "few answers are honest",
        ),
        (geometric("1/2"), "kov-4.4-geometric", FEW_ORDERS, "that of randomised response"),
        (
            discrete_gaussian(1),
            "discrete-gaussian-ratios",
            ("1.00000001", "1.5", "2", "11.5", "59.05", "256"),
            "below a/2 between the integers, equal to it at them",
        ),
        (
            discrete_gaussian("1/2"),
            "discrete-gaussian-ratios",
            ("1.001", "1.5", "3.7", "64"),
            "below 2a between the integers, by a good part",
        ),
    )
    for step, theorem, orders, what in everywhere:
        for order in orders:
            yield _ask(step, order, theorem, f"{step.mechanism}: {what}")


def _copies() -> Iterator[Question]:
    for step, theorem in (
        (gaussian(100, 10**4), "drs-b-renyi-gaussian"),
        (laplace(10, 100), "renyi-laplace"),
        (randomized_response("1/10", 2, 1000), "renyi-randomized-response"),
    ):
        for order in ("1.00000001", "1.5", "11.5", "59.05"):
            text = f"{step.count} copies of {step.mechanism}: divergences add up"
            yield _ask(step, order, theorem, text)


def _sampled_gaussian() -> Iterator[Question]:
    for sigma, rate, orders, what in (
        ("12", "2/5", ORDERS, "a flat integrand: series in the rate converge slowly"),
        ("1", "1/100", ORDERS, "the setting of most examples"),
        ("2", "1/100", ("1.001", "1.5", "2", "11.5", "59.05", "128.25"), "moderate noise"),
        ("1/2", "1/10", FEW_ORDERS, "little noise"),
        ("1", "9/10", FEW_ORDERS, "almost no sampling"),
        ("100", "1/2", FEW_ORDERS, "very large noise"),
        ("0.7", "8/1875", FEW_ORDERS, "MNIST, batches of 256 of 60 000"),
        ("4", "1/1000", ("1.00000001", "1.5", "11.5", "64", "256"), "tiny: 1e-8 and less"),
        ("30", "3/4", ("11.5", "59.05", "100.5", "256"), "large noise on most records"),
    ):
        step = gaussian(sigma, sampling=poisson(rate))
        for order in orders:
            hard = ("CANCELLATION",) if sigma in ("12", "30", "100") and _fractional(order) else ()
            if (sigma, order) == ("12", "59.05"):
                hard = (*hard, "REPORTED")
            for way in ("remove", "add"):
                text = f"sigma = {sigma}, q = {rate}: {what}"
                whole = way == "remove" and not _fractional(order)
                theorem = "renyi-sampled-gaussian" if whole else "drs-loss-gaussian"
                flags = tuple(f for f in hard if way == "remove" or f != "REPORTED")
                yield _ask(step, order, theorem, text, way, (*flags, "ONE_DIRECTION"))
            if order in ("1.5", "11.5", "59.05"):
                text = f"sigma = {sigma}, q = {rate}: the larger of both directions"
                yield _ask(step, order, "drs-loss-gaussian", text, "both", hard)
    for sigma, rate, count in (("12", "2/5", 1000), ("1", "1/100", 10**4)):
        step = gaussian(sigma, count, sampling=poisson(rate))
        for order in ("1.5", "8", "59.05"):
            text = f"{count} copies: divergences of a direction add up"
            for way in ("remove", "add"):
                yield _ask(step, order, "drs-b-renyi-products", text, way, ("ONE_DIRECTION",))


def _sampled_laplace() -> Iterator[Question]:
    for scale, rate, orders in (
        ("1", "1/100", ("1.00000001", "1.001", "1.5", "2", "11.5", "59.05", "256")),
        ("5", "2/5", ("1.5", "11.5", "59.05")),
        ("1/2", "1/10", ("1.5", "11.5", "59.05")),
        ("20", "1/2", ("1.5", "11.5")),
    ):
        step = laplace(scale, sampling=poisson(rate))
        for order in orders:
            for way in ("remove", "add"):
                text = f"scale {scale}, q = {rate}: bounded losses"
                yield _ask(step, order, "drs-loss-laplace", text, way, ("ONE_DIRECTION",))


def _ask(
    step: Step,
    order: str,
    theorem: str,
    comment: str,
    way: str = "both",
    flags: tuple[str, ...] = (),
) -> Question:
    a = Fraction(order)
    if a < 1 + Fraction(1, 10**6):
        flags = (*flags, "NEAR_ONE_ORDER")
    elif a >= 256:
        flags = (*flags, "LARGE_ORDER")
    if _fractional(order):
        flags = (*flags, "FRACTIONAL_ORDER")
    return Question((step,), "renyi", order, theorem, direction=way, flags=flags, comment=comment)


def _fractional(order: str) -> bool:
    return Fraction(order).denominator > 1
