"""A certificate in words: what is verified at each step, on which box, and the enclosures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import arithmetic as ar
from .ball import Ball
from .interval import enclosure
from .recheck import Step, steps

__all__ = ["FORMS_SAY", "Line", "described", "digest", "outline"]

_BITS = 128
FORMS_SAY = {
    "value": "the enclosure of the function over the box has the sign",
    "taylor": "its Taylor polynomial about a point, the last derivative enclosed, has the sign",
    "factors": "some factors have known signs, which leaves the rest",
    "increasing": "a difference of values of an increasing function has the sign of the arguments'",
    "variants": "whichever member of a maximum, minimum, absolute value or Piecewise it is",
    "rise": "it is monotone in one variable, which leaves the face from which it rises",
    "cut": "the box is cut, an integer variable into its values",
    "inner": "it is a function of an expression, wherever that may be",
    "substitute": "a change of variable that reaches every value",
}


@dataclass(frozen=True)
class Line:
    """One verified step.

    Attributes
    ----------
    depth : int
        How many steps it is below the claim.
    form : str
        By which form it is verified; `FORMS_SAY` has its meaning.
    states : str
        What is verified, and where.
    enclosure : str
        Outward bounds of the function, where they decide.
    """

    depth: int
    form: str
    states: str
    enclosure: str = ""


def outline(certificate: Mapping[str, Any]) -> Iterator[Line]:
    """The steps of a certificate, each verified before it is described.

    Examples
    --------
    >>> from fdp_sym.balls.prover import prove
    >>> from fdp_sym.symbols import mu
    >>> for line in outline(prove(4 - mu >= 0, {mu: (0, 3)}).certificate):
    ...     print(line.form, line.states, line.enclosure)
    value 4 - mu >= 0 on mu in [0, 3] [1.0, 4.0]
    """
    yield from map(described, steps(certificate))


def described(step: Step) -> Line:
    """One verified step in words."""
    return Line(step.depth, step.form, _stated(step), _bounds(step))


def digest(certificate: Mapping[str, Any]) -> str:
    """The SHA-256 of a certificate, by which two copies can be compared."""
    text = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _stated(step: Step) -> str:
    sign = ">" if step.strict else ">="
    fixed = [f"{v} = {value}" for v, value in step.fixed.items()]
    sides = [f"{v} in {_side(*side)}" for v, side in step.box.items()]
    where = ", ".join([*sides, *fixed])
    return f"{step.f} {sign} 0" + (f" on {where}" if where else "")


def _side(low: Any, high: Any, no_low: bool = False, no_high: bool = False) -> str:
    left, right = "(" if no_low else "[", ")" if no_high else "]"
    ends = ("-oo" if low == float("-inf") else low, "oo" if high == float("inf") else high)
    return f"{left}{ends[0]}, {ends[1]}{right}"


def _bounds(step: Step) -> str:
    if step.form != "value":
        return ""
    ends = enclosure(step.f, {v: side[:2] for v, side in step.box.items()}, _BITS)
    low, high = Ball(*ar.bounds(ar.interval(*ends))).floats()
    return f"[{low}, {high}]"
