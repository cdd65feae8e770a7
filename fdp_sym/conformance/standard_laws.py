"""The laws that an audit asks for: which mechanisms, which points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from typing import Any

from ..errors import FdpError
from ..vectors.questions import (
    approximate,
    discrete_gaussian,
    gaussian,
    laplace,
    poisson,
    randomized_response,
)
from .laws import Law, Undecided, never_more, same, within_target
from .numerals import Number

__all__ = ["standard_laws"]

Question = dict[str, Any]
Step = dict[str, Any]

_EPSILONS = ("0", "1/4", "1", "2", "4")
_DELTAS = ("1e-12", "1e-9", "1e-6", "1/1000")
_COUNTS = (1, 2, 20, 100)
_RATES = ("1/1000", "1/100", "1/10", "1")
_DELTA = "1e-6"
_TARGET = {"epsilon": "1", "delta": "1e-6"}

# Noise outside is judged at the nearer end, where a monotone profile says as much.
_LEAST_NOISE, _MOST_NOISE = Fraction(1, 10**6), Fraction(10**6)
_LONGEST = 100  # characters of noise that is taken as it is
_ROUND_DOWN = Context(prec=60, rounding=ROUND_DOWN)
_DIGITS = 20


def _with_parameter(step: Step, name: str, value: str | None) -> Step:
    return {**step, "parameters": {**step["parameters"], name: value}}


_GAUSSIAN = gaussian(10, 20).to_json()
_SAMPLED = gaussian("11/10", 500, sampling=poisson("1/100")).to_json()
_LAPLACE = laplace(20, 50).to_json()
_DISCRETE = discrete_gaussian(8, 10).to_json()
_RESPONSE = randomized_response("1/5", 2, 30).to_json()
_KNOWN = approximate("1/10", "1e-8", 20).to_json()

_BASES = {
    "gaussian": _GAUSSIAN,
    "sampled gaussian": _SAMPLED,
    "laplace": _LAPLACE,
    "discrete gaussian": _DISCRETE,
    "randomized response": _RESPONSE,
    "approximate": _KNOWN,
}
_NOISES = {  # from little to much
    "gaussian": ("sigma", ("5", "10", "10.01", "20")),
    "sampled gaussian": ("sigma", ("0.7", "1.1", "1.101", "4")),
    "laplace": ("scale", ("10", "20", "20.01", "40")),
    "discrete gaussian": ("sigma", ("3", "5", "8", "20")),
}
_MIXED = {
    "gaussian": [gaussian(sigma, 7).to_json() for sigma in ("3", "10", "33")],
    "sampled gaussian": [
        gaussian(sigma, 30, sampling=poisson(rate)).to_json()
        for sigma, rate in (("1", "1/200"), ("2", "1/50"), ("3/2", "1/100"))
    ],
    "approximate": [
        approximate(*guarantee, 5).to_json()
        for guarantee in (("1/10", "1e-8"), ("1/3", "1e-7"), ("1/30", "0"))
    ],
    "gaussian, laplace and approximate": [_GAUSSIAN, _LAPLACE, approximate(1, "1e-8").to_json()],
}
_INVALID = {
    "gaussian": [
        _with_parameter(_GAUSSIAN, "sigma", "-1"),
        {**_GAUSSIAN, "count": -1},
    ],
    "sampled gaussian": [
        _with_parameter(_SAMPLED, "sigma", "-1"),
        {**_SAMPLED, "sampling": poisson("3/2")},
        {**_SAMPLED, "count": -1},
    ],
    "approximate": [
        _with_parameter(_KNOWN, "epsilon", "-1"),
        _with_parameter(_KNOWN, "delta", "2"),
        {**_KNOWN, "count": -1},
    ],
}


def standard_laws() -> tuple[Law, ...]:
    """All laws, about 130 questions; every question has an id of its own.

    Examples
    --------
    >>> laws = standard_laws()
    >>> laws[0].name, len(laws[0].questions)
    ('delta(eps) falls with eps: gaussian', 5)
    """
    laws: list[Law] = []

    def add(
        kind: Callable[[str, list[Question]], Law], name: str, asked: Iterable[Question]
    ) -> None:
        number = len(laws) + 1
        questions = [{"id": f"law-{number}-{i}", **question} for i, question in enumerate(asked, 1)]
        laws.append(kind(name, questions))

    for name, step in _BASES.items():
        add(
            never_more,
            f"delta(eps) falls with eps: {name}",
            [_ask([step], "delta", at) for at in _EPSILONS],
        )
        add(
            never_more,
            f"eps(delta) falls with delta: {name}",
            [_ask([step], "epsilon", at) for at in _DELTAS],
        )
        add(
            never_more,
            f"eps(delta) grows with the number of compositions: {name}",
            [_ask([{**step, "count": count}], "epsilon") for count in reversed(_COUNTS)],
        )
    for name, (parameter, values) in _NOISES.items():
        add(
            never_more,
            f"eps(delta) falls with the noise: {name}",
            [_ask([_with_parameter(_BASES[name], parameter, v)], "epsilon") for v in values],
        )
    add(
        never_more,
        "eps(delta) grows with the sampling rate: sampled gaussian",
        [_ask([{**_SAMPLED, "sampling": poisson(rate)}], "epsilon") for rate in reversed(_RATES)],
    )
    for name, steps in _MIXED.items():
        add(
            same,
            f"the order of the steps is irrelevant: {name}",
            [_ask(steps[i:] + steps[:i], "epsilon") for i in range(3)],
        )
    for name, invalid in _INVALID.items():
        step = _BASES[name]
        asked = _ask([step, step], "epsilon")
        for bad in invalid:
            tried = {**asked, "rejected": [{"after": 1, "step": bad}]}
            add(
                _without_trace,
                f"a rejected step leaves no trace: {name}, {_fault(bad, step)}",
                [asked, tried],
            )
    for name, (parameter, _) in _NOISES.items():
        question = {
            **_ask([_with_parameter(_BASES[name], parameter, None)], "calibration"),
            "at": _TARGET,
            "calibrate": parameter,
        }
        add(
            lambda law, asked: within_target(law, asked[0], certified_delta),
            f"the calibrated noise meets its target: {name}",
            [question],
        )
    return tuple(laws)


def _ask(steps: list[Step], quantity: str, at: Any = _DELTA) -> Question:
    return {
        "steps": steps,
        "relation": "add-remove",
        "direction": "both",
        "quantity": quantity,
        "at": at,
    }


def _without_trace(name: str, questions: list[Question]) -> Law:
    return same(name, questions, "the invalid step was accepted, or left a trace")


def _fault(bad: Step, step: Step) -> str:
    """In what the invalid step differs."""
    for key, value in bad["parameters"].items():
        if value != step["parameters"][key]:
            return f"{key} = {value}"
    if bad["sampling"] != step["sampling"]:
        return f"rate = {bad['sampling']['rate']}"
    return f"count = {bad['count']}"


def certified_delta(question: Mapping[str, Any], noise: Number) -> tuple[Number, Number]:
    """An enclosure of delta(eps) at the noise that a calibration returned.

    Raises
    ------
    Undecided
        If the oracle cannot enclose it.
    """
    from ..vectors.truth import answer

    exact = min(max(noise, _LEAST_NOISE), _MOST_NOISE)
    text = str(exact)
    if len(text) > _LONGEST and isinstance(exact, Fraction):
        exact = _ROUND_DOWN.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    if len(text) > _LONGEST and isinstance(exact, Decimal):
        text = str(_ROUND_DOWN.plus(exact))
    first = _with_parameter(question["steps"][0], question["calibrate"], text)
    asked = {**question, "steps": [first, *question["steps"][1:]], "quantity": "delta"}
    try:
        ball = answer({**asked, "at": question["at"]["epsilon"]}, _DIGITS)
    except FdpError as error:
        raise Undecided(f"delta(eps) at {question['calibrate']} = {text}: {error}") from None
    return Fraction(ball.lower), Fraction(ball.upper)
