"""What questions and vectors have to look like before anything is made of them.

The schema of files says more; this is what every reader relies on, checked file or not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..errors import DomainError
from ..untrusted import WHOLE, misfit, read_fraction

__all__ = ["need_question", "need_step", "need_vector", "read_number"]

_NUMBER = (None, str, WHOLE)  # null where a calibration asks for it
_STEP = {"mechanism": str, "parameters": {...: (*_NUMBER, [_NUMBER])}, "count": WHOLE}
_OPTIONAL = {
    "sensitivity": (None, {...: (str, WHOLE)}),
    "sampling": (None, {"scheme": str, "rate": (str, WHOLE)}),
}
_QUESTION = {"steps": [object], "relation": str, "direction": str}
_VECTOR = {
    "id": str,
    "quantity": str,
    "at": (None, str),
    "lower": str,
    "upper": str,
    "doubles": [str],
    "unsafe": str,
    "flags": [str],
    "theorem": str,
    "comment": str,
}
_MOST_TIMES = 10**100


def need_step(data: Any) -> None:
    """Raise DomainError unless it is a step of a composition."""
    wrong = misfit(data, _STEP)
    wrong = wrong or misfit({key: data.get(key) for key in _OPTIONAL}, _OPTIONAL)
    if wrong:
        raise DomainError(f"no step of a composition: {wrong}")
    if not 0 <= data["count"] <= _MOST_TIMES:
        many = abs(data["count"]) > _MOST_TIMES  # printed, it would fill the message
        shown = "a number of more than 100 digits" if many else data["count"]
        raise DomainError(f"count = {shown} of a step: allowed are whole numbers from 0 to 10^100")


def need_question(data: Any) -> None:
    """Raise DomainError unless it is a question about a composition."""
    if wrong := misfit(data, _QUESTION):
        raise DomainError(f"no question about a composition: {wrong}")
    for step in data["steps"]:
        need_step(step)


def need_vector(data: Any) -> None:
    """Raise DomainError unless it is a question with its answer."""
    need_question(data)
    wrong = misfit(data, _VECTOR)
    if not wrong and len(data["doubles"]) != 2:
        wrong = f"{len(data['doubles'])} doubles, and not two"
    if wrong:
        raise DomainError(f"no vector: {wrong}")


def read_number(value: Any, what: str) -> Fraction:
    """The exact value of a number as vectors have it.

    Raises
    ------
    DomainError
        If it is none, or one that cannot be written out.

    Examples
    --------
    >>> read_number("1e-3", "the rate")
    Fraction(1, 1000)
    """
    try:
        return read_fraction(value) if isinstance(value, str) else Fraction(value)
    except (TypeError, ValueError, OverflowError) as error:
        shown = error if isinstance(value, str) else f"of type {type(value).__name__}"
        raise DomainError(f"{what} is no number: {shown}") from None
