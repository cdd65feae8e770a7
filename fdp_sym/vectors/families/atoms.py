"""Finitely many outcomes: randomised response, thresholds and other pairs, as whole curves."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

from ..questions import Question, finite, randomized_response
from ..vector import Step

notes = {
    "AT_KINK": "A level at which the curve has a corner: both pieces have to agree there.",
    "BESIDE_KINK": "Within 1e-9 of a corner of the curve: interpolation between grid points cuts "
    "the corner off, and a curve read from the wrong piece lies above the truth.",
    "DISJOINT": "Some outcome is possible on one side only: its loss is infinite, and delta never "
    "falls below its mass however large eps is.",
    "END_OF_SUPPORT": "eps at or just below the largest loss, where delta reaches its last value; "
    "rounding the losses to a grid moves that end.",
    "ENDPOINT": "alpha = 0 or 1: f(0) is 1 less the mass of infinite loss, f(1) is 0.",
    "EXACT_ZERO": "delta(eps) = 0: anything above is loose, anything below wrong.",
    "INFINITE": "No finite eps has that delta.",
    "LARGE_K": "10 000 runs and more: an error of each run counts as often.",
    "ONE_DIRECTION": "The two directions differ, and what is asked is one of them; the other one's "
    "answer may be unsound here.",
    "TINY_DELTA": "delta is at most 1e-12, below the error of sums of doubles near 1.",
    "ZERO_DELTA": "delta = 0 asks for the pure eps: the largest loss, exactly.",
}

# name, with the record, without it, what it is
PAIRS: dict[str, tuple[list[str], list[str], str]] = {
    "symmetric": (["3/4", "1/4"], ["1/4", "3/4"], "a coin and its mirror image, eps = log 3"),
    "tilted": (["1/2", "1/2"], ["1/3", "2/3"], "a coin that is not symmetric"),
    "disjoint": (["1", "0"], ["0", "1"], "the outcomes tell the neighbours apart"),
    "overlap": (["1/2", "1/2", "0"], ["0", "1/2", "1/2"], "two values, one of them shared"),
    "uniform": (
        ["1/10"] * 10 + ["0"],
        ["0"] + ["1/10"] * 10,
        "uniform noise on ten values, shifted by one: the shared values tell nothing",
    ),
    "threshold": (
        ["1/1000", "999/1000"],
        ["0", "1"],
        "a group is published with probability 1/1000 when the record is in it, else never",
    ),
    "rare": (
        ["1/1000000", "999999/1000000"],
        ["1/2000000", "1999999/2000000"],
        "a rare event that becomes twice as likely: eps = log 2 for a total variation of 5e-7",
    ),
    "staggered": (
        ["2/5", "3/10", "1/5", "1/10"],
        ["1/10", "1/5", "3/10", "2/5"],
        "four outcomes with the ratios 4, 3/2, 2/3, 1/4",
    ),
    "mixed": (
        ["1/2", "1/4", "1/8", "1/8", "0"],
        ["1/4", "1/4", "1/4", "0", "1/4"],
        "ratios 2, 1, 1/2 and masses that only one side has, dyadic throughout",
    ),
    "skewed": (
        ["9/10", "9/100", "1/100"],
        ["99/100", "9/1000", "1/1000"],
        "ratios 10/11 and 10, the second one with little mass",
    ),
}

# outward: the next doubles around log 3 and log 2
_LOG_3 = ("1.0986122886681096", "1.0986122886681098", "1.09861228866811")
_LOG_2 = ("0.693147180559945", "0.6931471805599453", "0.6931471805599454")


def questions() -> Iterator[Question]:
    """The questions of the family."""
    yield from _responses()
    yield from _composed_responses()
    yield from _curves()
    yield from _profiles()
    yield from _composed_pairs()


def _responses() -> Iterator[Question]:
    """One run of randomised response: the curve, the profile and its inverse."""
    flags: tuple[str, ...]
    for eps, categories in (("1/10", 2), ("1", 2), ("1", 3), ("1/2", 10), ("3", 4), ("8", 1000)):
        step = (randomized_response(eps, categories),)
        what = f"randomised response on {categories} categories, eps = {eps}"
        for alpha in ("0", "1e-9", "1/100", "1/10", "1/3", "1/2", "9/10", "1"):
            flags = ("ENDPOINT",) if alpha in ("0", "1") else ()
            yield _response(
                step, "tradeoff", alpha, flags, f"{what}: its curve is piecewise linear"
            )
        size = Fraction(eps)
        for at, flags in (
            (Fraction(0), ()),
            (size / 2, ()),
            (size - Fraction(1, 10**9), ("BESIDE_KINK", "END_OF_SUPPORT")),
            (size, ("END_OF_SUPPORT", "EXACT_ZERO")),
            (size + Fraction(1, 10**9), ("END_OF_SUPPORT", "EXACT_ZERO")),
        ):
            why = "beyond eps nothing is left" if at >= size else "larger at 0 than anywhere"
            yield _response(step, "delta", _text(at), flags, f"{what}: {why}")
        for delta, flags in (
            ("0", ("ZERO_DELTA",)),
            ("1e-12", ("TINY_DELTA", "END_OF_SUPPORT")),
            ("1/1000", ()),
        ):
            yield _response(step, "epsilon", delta, flags, f"{what}: eps stays below {eps}")


def _composed_responses() -> Iterator[Question]:
    for eps, categories, count, deltas, points in (
        ("1/10", 2, 10, ("1e-6", "0"), ("0", "1/2", "1")),
        ("1/10", 2, 1000, ("1e-6", "1e-12"), ("1", "10", "99.9")),
        ("1/100", 2, 10**5, ("1e-6", "1e-15"), ("1", "10")),
        ("1/1000", 2, 10**6, ("1e-5", "1e-12"), ("1", "4")),
        ("1", 2, 3, ("1e-3", "1e-12"), ("1", "2", "3")),
        ("1", 3, 10, ("1e-6", "1e-12"), ("1", "9.5")),
        ("1/10", 3, 1000, ("1e-6", "1e-12"), ("1", "10")),
        ("1/2", 10, 100, ("1e-6", "1e-12"), ("1", "10")),
        ("8", 1000, 30, ("1e-6", "1e-12"), ("1", "100")),
    ):
        step = (randomized_response(eps, categories, count),)
        what = f"{count} runs of randomised response on {categories} categories"
        many = ("LARGE_K",) if count >= 10**4 else ()
        theorem = "kov-3.3" if categories == 2 else "drs-3.1-profile"
        for delta in deltas:
            flags = (*many, *(("TINY_DELTA",) if Fraction(delta) <= Fraction(1, 10**12) else ()))
            if delta == "0":
                flags = ("ZERO_DELTA",)
            yield _response(step, "epsilon", delta, flags, what, theorem)
        for at in points:
            at_end = Fraction(at) >= count * Fraction(eps)
            flags = ("END_OF_SUPPORT", "EXACT_ZERO") if at_end else many
            yield _response(step, "delta", at, flags, what, theorem)
        for alpha in ("1/20", "1/2"):
            if count <= 1000:
                yield _response(step, "tradeoff", alpha, many, what, theorem)


def _curves() -> Iterator[Question]:
    """f at the ends, at every corner, beside each, and between."""
    for p, q, what in PAIRS.values():
        symmetric = _corners(p, q) == _corners(q, p)
        for direction in ("both",) if symmetric else ("remove", "add"):
            # T(without, with) for the removal
            corners = _corners(q, p) if direction != "add" else _corners(p, q)
            for alpha, flag in _levels(corners):
                flags = (flag, *(() if symmetric else ("ONE_DIRECTION",)))
                yield _pair(p, q, "tradeoff", alpha, direction, tuple(filter(None, flags)), what)
        if not symmetric:
            yield _pair(p, q, "tradeoff", "1/4", "both", (), f"{what}: the lower of both curves")


def _profiles() -> Iterator[Question]:
    for name, (p, q, what) in PAIRS.items():
        symmetric = _corners(p, q) == _corners(q, p)
        only = any((a == "0") != (b == "0") for a, b in zip(p, q, strict=True))
        ways = ("both",) if symmetric else ("remove", "add", "both")
        for direction in ways:
            base = (*(("DISJOINT",) if only else ()), *(_one(direction)))
            near = {"symmetric": _LOG_3, "rare": _LOG_2, "mixed": _LOG_2}.get(name, ())
            for at in ("0", "1/2", "1", "3"):
                yield _pair(p, q, "delta", at, direction, base, what)
            for at in near:
                flags = (*base, "BESIDE_KINK")
                yield _pair(p, q, "delta", at, direction, flags, f"{what}: next to a logarithm")
            for delta in dict.fromkeys(("1e-12", "1/20", "1/4", str(_unshared(p, q)))):
                if delta == "0":
                    continue
                yield _pair(
                    p, q, "epsilon", delta, direction, _at_level(p, q, delta, direction), what
                )


def _composed_pairs() -> Iterator[Question]:
    for name, count in (
        ("symmetric", 2),
        ("symmetric", 10),
        ("symmetric", 100),
        ("tilted", 2),
        ("tilted", 10),
        ("tilted", 100),
        ("overlap", 3),
        ("threshold", 1000),
        ("staggered", 2),
        ("staggered", 5),
        ("mixed", 3),
        ("skewed", 10),
    ):
        p, q, what = PAIRS[name]
        symmetric = _corners(p, q) == _corners(q, p)
        text = f"{count} independent runs of {what}"
        for direction in ("both",) if symmetric else ("remove", "add"):
            for quantity, at in (
                ("delta", "0"),
                ("delta", "1/2"),
                ("delta", "2"),
                ("epsilon", "1/1000"),
                ("tradeoff", "1/10"),
            ):
                flags = _one(direction)
                if quantity == "epsilon":
                    flags = _at_level(p, q, at, direction, count)
                yield _pair(p, q, quantity, at, direction, flags, text, count)


# -- in few words ---------------------------------------------------------------------------------


def _response(
    steps: tuple[Step, ...],
    quantity: str,
    at: str,
    flags: tuple[str, ...],
    comment: str,
    theorem: str = "randomized-response",
) -> Question:
    return Question(steps, quantity, at, theorem, flags=flags, comment=comment)


def _pair(
    p: list[str],
    q: list[str],
    quantity: str,
    at: str,
    direction: str,
    flags: tuple[str, ...],
    comment: str,
    count: int = 1,
) -> Question:
    theorem = "drs-a.1-finite" if quantity == "tradeoff" else "drs-2.12"
    if quantity == "delta" and _is_zero(p, q, at, direction, count):
        flags = (*flags, "EXACT_ZERO")
    if count > 1:
        theorem = "drs-3.1-profile"
    steps = (finite(p, q, count),)
    return Question(steps, quantity, at, theorem, direction=direction, flags=flags, comment=comment)


def _at_level(
    p: list[str], q: list[str], delta: str, direction: str, count: int = 1
) -> tuple[str, ...]:
    """The flags of eps at a delta: whether it is finite, and which sides count."""
    ways = {"remove": (p, q), "add": (q, p)}
    masses = {way: 1 - (1 - _unshared(*pair)) ** count for way, pair in ways.items()}
    infinite = max(masses.values()) if direction == "both" else masses[direction]
    flags = _one(direction)
    if infinite:
        flags = (*flags, "DISJOINT")
    if Fraction(delta) < infinite:
        return (*flags, "INFINITE")
    if Fraction(delta) == infinite:
        return (*flags, "END_OF_SUPPORT")
    return (*flags, "TINY_DELTA") if Fraction(delta) <= Fraction(1, 10**12) else flags


def _is_zero(p: list[str], q: list[str], eps: str, direction: str, count: int) -> bool:
    """Whether no loss is above eps: exp(eps) is at least the largest ratio, to the power count."""
    ways = {"remove": ((p, q),), "add": ((q, p),), "both": ((p, q), (q, p))}[direction]
    if any(_unshared(*pair) for pair in ways):
        return False
    pairs = [(Fraction(a), Fraction(b)) for way in ways for a, b in zip(*way, strict=True)]
    largest = max(a / b for a, b in pairs if b) ** count
    with localcontext(prec=50):
        point, top = (Decimal(x.numerator) / x.denominator for x in (Fraction(eps), largest))
        return point.exp() >= top


def _unshared(first: list[str], second: list[str]) -> Fraction:
    """The mass of the first where the second has none."""
    return sum((Fraction(a) for a, b in zip(first, second, strict=True) if b == "0"), Fraction(0))


def _one(direction: str) -> tuple[str, ...]:
    return () if direction == "both" else ("ONE_DIRECTION",)


def _corners(first: list[str], second: list[str]) -> list[tuple[Fraction, Fraction]]:
    """The corners (alpha, beta) of T(first, second), by Neyman and Pearson."""
    masses = [(Fraction(a), Fraction(b)) for a, b in zip(first, second, strict=True)]
    # the outcomes with the largest ratio of the second to the first are rejected first
    masses.sort(key=lambda m: (m[0] / m[1] if m[1] else Fraction(10**9), m[0]))
    alpha, beta = Fraction(0), Fraction(1)
    found = [(alpha, beta)]
    for a, b in masses:
        alpha, beta = alpha + a, beta - b
        found.append((alpha, beta))
    return found


def _levels(corners: list[tuple[Fraction, Fraction]]) -> Iterator[tuple[str, str]]:
    """The ends, the inner corners and both sides of them, and one level between."""
    tiny = Fraction(1, 10**9)
    yield "0", "ENDPOINT"
    yield "1", "ENDPOINT"
    yield "1/7", ""
    slopes = [
        (b1 - b0) / (a1 - a0) if a1 > a0 else None for (a0, b0), (a1, b1) in pairwise(corners)
    ]
    for (alpha, _), left, right in zip(corners[1:-1], slopes, slopes[1:], strict=False):
        if 0 < alpha < 1 and left != right:
            yield _text(alpha), "AT_KINK"
            yield _text(alpha - tiny), "BESIDE_KINK"
            yield _text(alpha + tiny), "BESIDE_KINK"


def _text(x: Fraction) -> str:
    return str(x)
