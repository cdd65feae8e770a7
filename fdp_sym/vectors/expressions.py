r"""The trade-off function of a question as text: what each mechanism of the vectors means.

In the library f = T(P, Q) has P without and Q with the record for ``"remove"``, so that the profile
:math:`\sup_S Q(S)-e^\varepsilon P(S)` is that of the removal. ``"add"`` is the inverse.

========================  ===================  ================================================
mechanism                 parameters           meaning
========================  ===================  ================================================
``gaussian``              sigma                N(0, sigma^2) noise
``laplace``               scale                Laplace noise
``discrete-gaussian``     sigma                noise on the integers, masses e^(-n^2/2sigma^2)
``geometric``             epsilon              two-sided geometric noise, masses e^(-epsilon|n|)
``staircase``             epsilon, gamma       the staircase noise of Geng and others
``randomized-response``   epsilon, categories  the input or, uniformly, another category
``approximate``           epsilon, delta       (epsilon, delta)-DP; nothing else is known
``finite``                p, q                 two distributions, p of the outcome with the record
========================  ===================  ================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..errors import DomainError, UnsupportedError
from ..untrusted import printable
from .shapes import need_question, need_step, read_number

__all__ = ["MECHANISMS", "command", "expression", "is_symmetric", "step_expression"]

MECHANISMS: dict[str, tuple[str, ...]] = {
    "gaussian": ("sigma",),
    "laplace": ("scale",),
    "discrete-gaussian": ("sigma",),
    "geometric": ("epsilon",),
    "staircase": ("epsilon", "gamma"),
    "randomized-response": ("epsilon", "categories"),
    "approximate": ("epsilon", "delta"),
    "finite": ("p", "q"),
}
ADDITIVE = ("gaussian", "laplace", "discrete-gaussian", "geometric", "staircase")
RELATIONS = ("add-remove", "replace-one")
DIRECTIONS = ("remove", "add", "both")
_MOST_DIGITS = 1000  # of a number in an expression
_LARGEST = 10**_MOST_DIGITS
_BLATANT = "EpsDelta(0, 1)"  # f = 0: the outcomes tell the neighbours apart


def expression(question: Mapping[str, Any]) -> str:
    """The composition of a question as text that `fdp_sym.parse` reads.

    Parameters
    ----------
    question : mapping
        As in a vector.

    Raises
    ------
    DomainError
        For unknown mechanisms, relations, directions or parameters that are none.
    UnsupportedError
        Where the exact trade-off function is not known, as for Poisson samples whose records are
        replaced.

    Examples
    --------
    >>> step = {"mechanism": "gaussian", "parameters": {"sigma": "100"}, "count": 10000,
    ...         "sensitivity": {"add-remove": "1", "replace-one": "2"}, "sampling": None}
    >>> expression({"steps": [step], "relation": "replace-one", "direction": "both"})
    'Gaussian(1/50)**10000'
    """
    need_question(question)
    steps, relation, way = question["steps"], question["relation"], question["direction"]
    _one_of(way, "direction", DIRECTIONS)
    if way != "both":
        return _product(steps, relation, way)
    text = _product(steps, relation, "remove")
    return text if is_symmetric(question) else f"({text}).two_sided()"


def is_symmetric(question: Mapping[str, Any]) -> bool:
    """Whether the composition is the same whichever way the neighbours lie."""
    need_question(question)
    steps, relation = question["steps"], question["relation"]
    return _product(steps, relation, "remove") == _product(steps, relation, "add")


def step_expression(step: Mapping[str, Any], relation: str, direction: str) -> str:
    """One run of a step as text; the direction is "remove" or "add"."""
    need_step(step)
    _one_of(relation, "relation", RELATIONS)
    base = _mechanism(step, relation, direction)
    sampling = step.get("sampling")
    if sampling is None:
        return base
    rate = _number(sampling["rate"], "the sampling rate")
    if not 0 <= rate <= 1:
        raise DomainError(f"the sampling rate {rate}: allowed are numbers in [0, 1]")
    scheme = sampling["scheme"]
    _one_of(scheme, "the sampling scheme", ("poisson", "without-replacement"))
    if rate in (0, 1):
        return base if rate else "Identity()"
    if scheme == "without-replacement":
        if relation != "replace-one" or step["count"] > 1:
            raise UnsupportedError(
                f"sampling without replacement, {relation}, {step['count']} times: its exact "
                "trade-off function is known for one run under replace-one only"
            )
        return f"{base}.subsample({rate})"
    if relation != "add-remove":
        raise UnsupportedError(
            f"Poisson sampling under {relation}: only a bound of its trade-off function is known. "
            "Ask for add-remove, or for sampling without replacement"
        )
    if step["mechanism"] == "finite":
        raise UnsupportedError(
            "a sampled pair of distributions; write the mixture as a pair of its own"
        )
    if base == _BLATANT:
        # the outcome without the record, or with it if it is drawn
        pair = ["[1, 0]", f"[{1 - rate}, {rate}]"]
        return f"from_pair({', '.join(pair if direction == 'remove' else pair[::-1])})"
    return f'{base}.poisson({rate}, direction="{direction}")'


def command(question: Mapping[str, Any]) -> str:
    """The commands and the Python lines that compute the truth of a question again."""
    both = question["direction"] == "both" and not is_symmetric(question)
    ways = ("remove", "add") if both else (question["direction"],)
    lines = [f"# {question['id']}" + (": the worse of both directions" if both else "")]
    quantity, at = question["quantity"], question["at"]
    option = {"delta": "--eps", "epsilon": "--delta", "tradeoff": "--alpha"}.get(quantity)
    method = {"tradeoff": "enclose"}.get(quantity, f"enclose_{quantity}")
    for way in ways:
        text = expression({**question, "direction": way})
        if option is not None:
            quoted = text.replace('"', "'")
            lines.append(f'fdp-sym {quantity} "{quoted}" {option} {at} --digits 40')
        if quantity == "gdp":
            answer = f"fd.parse({text!r}).mu"
        elif quantity == "renyi":
            # the divergence is that of the outcome with the record from the one without
            answer = f'fd.parse({text!r}).inverse().enclose_renyi("{at}", digits=40)'
        else:
            answer = f'fd.parse({text!r}).{method}("{at}", digits=40)'
        lines.append(f"# Python: import fdp_sym as fd; print({answer})")
    return "\n".join(lines)


# -- one mechanism ------------------------------------------------------------------------------


def _product(steps: list[Mapping[str, Any]], relation: str, direction: str) -> str:
    factors = []
    for step in steps:
        text = step_expression(step, relation, direction)
        count = step["count"]
        if count:
            factors.append(text if count == 1 else f"{text}**{count}")
    return " @ ".join(factors) or "Identity()"


def _mechanism(step: Mapping[str, Any], relation: str, direction: str) -> str:
    name, given = step["mechanism"], step["parameters"]
    _one_of(name, "mechanism", tuple(MECHANISMS))
    if sorted(given) != sorted(MECHANISMS[name]):
        raise DomainError(
            f"parameters {printable(str(sorted(given)), 200)} of {name}: allowed are "
            f"{list(MECHANISMS[name])}"
        )
    if name == "finite":
        p, q = ([str(_number(x, name)) for x in given[key]] for key in ("p", "q"))
        first, second = (q, p) if direction == "remove" else (p, q)
        return f"from_pair([{', '.join(first)}], [{', '.join(second)}])"
    values = [_number(given[key], f"{key} of {name}") for key in MECHANISMS[name]]
    if name == "randomized-response":
        return f"RandomizedResponse({values[0]}, {values[1]})"
    if name == "approximate":
        return f"EpsDelta({values[0]}, {values[1]})"
    sensitivity = _sensitivity(step, relation)
    if sensitivity == 0:
        return "Identity()"
    if name in ("gaussian", "laplace"):
        if values[0] < 0:
            raise DomainError(f"the scale {values[0]} of {name}: allowed are numbers from 0")
        constructor = name.capitalize()
        return f"{constructor}({sensitivity / values[0]})" if values[0] else _BLATANT
    return _on_integers(name, values, sensitivity)


def _on_integers(name: str, values: list[Fraction], sensitivity: Fraction) -> str:
    if sensitivity.denominator != 1 and name != "staircase":
        raise DomainError(f"the sensitivity {sensitivity} of {name}: allowed are integers")
    if name == "staircase":
        if sensitivity != 1:
            raise UnsupportedError(f"staircase noise at sensitivity {sensitivity}: allowed is 1")
        return f"Staircase({values[0]}, {values[1]})"
    if name == "geometric":
        text = f"Geometric({values[0]})"
    elif values[0] == 0:
        return _BLATANT
    else:
        text = f"DiscreteGaussian({values[0]})"
    # the noise is log-concave: tests of every shift are thresholds, so that groups are exact
    return text if sensitivity == 1 else f"{text}.group({sensitivity})"


def _sensitivity(step: Mapping[str, Any], relation: str) -> Fraction:
    sensitivity = step.get("sensitivity")
    if not sensitivity or relation not in sensitivity:
        raise DomainError(f"{step['mechanism']} has no sensitivity for {relation}; give one")
    value = _number(sensitivity[relation], "the sensitivity")
    if value < 0:
        raise DomainError(f"the sensitivity {value}: allowed are numbers from 0")
    return value


def _number(value: Any, what: str) -> Fraction:
    number = read_number(value, what)
    if max(abs(number.numerator), number.denominator) > _LARGEST:
        raise DomainError(f"{what}: allowed are numbers of at most {_MOST_DIGITS} digits")
    return number


def _one_of(value: Any, what: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        shown = printable(repr(value), 60)
        raise DomainError(f"{what} = {shown}: allowed are {', '.join(allowed)}")
