"""A test vector: a question about a composition, and an enclosure of the certified answer.

Numbers are exact strings ("1/100", "1e-12", "inf"), as in the file; nothing here computes.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .expressions import command, expression
from .shapes import need_step, need_vector, read_number

__all__ = ["QUANTITIES", "Step", "Vector", "digest", "number", "unsafe_side"]

QUANTITIES = ("delta", "epsilon", "tradeoff", "renyi", "gdp")
_QUESTION = ("steps", "relation", "direction", "quantity", "at")


def number(text: str) -> Fraction | float:
    """The exact value of a number in a vector; only "inf" and "-inf" are floats.

    Raises
    ------
    DomainError
        If it is no number, or one that cannot be written out.

    Examples
    --------
    >>> number("1/3"), number("1e-3"), number("inf")
    (Fraction(1, 3), Fraction(1, 1000), inf)
    """
    return float(text) if text in ("inf", "-inf") else read_number(text, "a number of a vector")


def unsafe_side(quantity: str) -> str:
    """The side of the truth on which an answer claims less loss than there is."""
    return "above" if quantity == "tradeoff" else "below"


def digest(question: Mapping[str, Any]) -> str:
    """The first 8 hexadecimal digits of the SHA-256 of the question as canonical JSON."""
    asked = {key: question[key] for key in _QUESTION}
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Step:
    """A mechanism that is run ``count`` times.

    Parameters
    ----------
    mechanism : str
        The name of the noise, such as "gaussian"; the list is in `fdp_sym.vectors.expressions`.
    parameters : mapping
        Its parameters by name: exact numbers as strings.
    sensitivity : mapping, optional
        For additive noise: how far one record moves the query, by neighbouring relation.
    sampling : mapping, optional
        ``{"scheme": "poisson" | "without-replacement", "rate": ...}``.
    count : int
        How many times it is run, from 0.
    """

    mechanism: str
    parameters: Mapping[str, Any]
    sensitivity: Mapping[str, str] | None = None
    sampling: Mapping[str, str] | None = None
    count: int = 1

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Step:
        """The step of its JSON object.

        Raises
        ------
        DomainError
            If something is missing or of another type.
        """
        need_step(data)
        return cls(
            data["mechanism"],
            data["parameters"],
            data.get("sensitivity"),
            data.get("sampling"),
            data["count"],
        )

    def to_json(self) -> dict[str, Any]:
        """Its JSON object; additive noise alone has a sensitivity."""
        data: dict[str, Any] = {"mechanism": self.mechanism, "parameters": dict(self.parameters)}
        if self.sensitivity is not None:
            data["sensitivity"] = dict(self.sensitivity)
        data["sampling"] = None if self.sampling is None else dict(self.sampling)
        data["count"] = self.count
        return data


@dataclass(frozen=True)
class Vector:
    """A question and the enclosure of its answer.

    Attributes
    ----------
    id : str
        Family, quantity and digest of the question: permanent.
    steps : tuple of Step
        What is composed.
    relation : "add-remove" or "replace-one"
        Which of the sensitivities counts.
    direction : "remove", "add" or "both"
        "remove": P is the outcome with the record and Q the one without, and
        delta(eps) = sup P(S) - e^eps Q(S); "both": what holds whichever way the neighbours lie.
    quantity : "delta", "epsilon", "tradeoff", "renyi" or "gdp"
        delta(eps), the least eps >= 0 with delta(eps) <= delta, the trade-off function T(Q, P) at
        alpha, the Renyi divergence of P from Q of an order, or the exact mu of a Gaussian
        composition.
    at : str or None
        The eps, delta, alpha or order.
    lower, upper : str
        The truth is between them: outward decimals of at most 40 significant digits, or "inf".
    doubles : tuple of two str
        The nearest doubles outside ``lower`` and ``upper``.
    unsafe : "below" or "above"
        The side on which an answer claims less loss than there is.
    flags : tuple of str
        What makes the vector hard; the file explains each in its notes.
    theorem : str
        The entry of the proofs that gives the truth.
    comment, family : str
    """

    id: str
    steps: tuple[Step, ...]
    relation: str
    direction: str
    quantity: str
    at: str | None
    lower: str
    upper: str
    doubles: tuple[str, str]
    unsafe: str
    flags: tuple[str, ...] = ()
    theorem: str = ""
    comment: str = ""
    family: str = ""
    notes: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.id)

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], family: str, notes: Mapping[str, str] | None = None
    ) -> Vector:
        """The vector of its JSON object in the file of a family.

        Raises
        ------
        DomainError
            If something is missing or of another type.
        """
        need_vector(data)
        flags = tuple(data["flags"])
        low, high = data["doubles"]
        return cls(
            id=data["id"],
            steps=tuple(Step.from_json(step) for step in data["steps"]),
            relation=data["relation"],
            direction=data["direction"],
            quantity=data["quantity"],
            at=data["at"],
            lower=data["lower"],
            upper=data["upper"],
            doubles=(low, high),
            unsafe=data["unsafe"],
            flags=flags,
            theorem=data["theorem"],
            comment=data["comment"],
            family=family,
            notes={flag: (notes or {}).get(flag, "") for flag in flags},
        )

    def to_json(self) -> dict[str, Any]:
        """Its JSON object, as in the file."""
        return {
            **self.question(),
            "lower": self.lower,
            "upper": self.upper,
            "doubles": list(self.doubles),
            "unsafe": self.unsafe,
            "flags": list(self.flags),
            "theorem": self.theorem,
            "comment": self.comment,
        }

    def question(self) -> dict[str, Any]:
        """What an accountant is asked: id, steps, relation, direction, quantity and at."""
        return {
            "id": self.id,
            "steps": [step.to_json() for step in self.steps],
            "relation": self.relation,
            "direction": self.direction,
            "quantity": self.quantity,
            "at": self.at,
        }

    def bounds(self) -> tuple[Fraction | float, Fraction | float]:
        """``lower`` and ``upper`` as exact numbers, or the float inf."""
        return number(self.lower), number(self.upper)

    def float_bounds(self) -> tuple[float, float]:
        """``doubles`` as floats."""
        return float(self.doubles[0]), float(self.doubles[1])

    @property
    def is_infinite(self) -> bool:
        """Whether the truth is infinite."""
        return self.lower == "inf" and not math.isfinite(float(self.upper))

    def expression(self) -> str:
        """The composition as text that `fdp_sym.parse` reads.

        For "both" directions of what is not symmetric it ends in ``.two_sided()``.

        Raises
        ------
        DomainError, UnsupportedError
            For steps that are none, or whose exact trade-off function is not known.
        """
        return expression(self.question())

    def snippet(self) -> str:
        """Text to copy: the command and the Python line that compute the truth again."""
        return command(self.question())
