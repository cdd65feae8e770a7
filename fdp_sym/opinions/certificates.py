"""The corners of certificates: what the box prover claims at those of every box it settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from sympy import Rational
from sympy.core.relational import Relational

from ..theorems.box_check import boxed
from ..theorems.goals import goals_of
from ..theorems.statements import Ge, Gt

__all__ = ["certificates_of", "corners"]

_MOST = 64  # corners of one box


def certificates_of(entry: Any) -> Iterator[Mapping[str, Any]]:
    """The certificates of the box proofs of an entry, made again."""
    from ..theorems.checks import covered_parts

    for check in entry.checks:
        if isinstance(check, boxed):
            for part in covered_parts(check.part, len(entry.parts)):
                for goal in goals_of(entry.parts[part], entry.given):
                    found = check._prove(goal)
                    if found.certificate is not None:
                        yield found.certificate


def corners(certificate: Mapping[str, Any]) -> Iterator[tuple[Relational, dict[Any, Any] | None]]:
    """What is claimed at each corner of each settled box, as (f >= 0 or f > 0, point).

    What was left to show there (perhaps of a derivative, another factor or another variable),
    and the claim itself where the box is one of its own variables. At an open end only f >= 0
    remains in the limit. The point is None for a corner at infinity.
    """
    from ..balls.recheck import steps

    for step in steps(certificate):
        if not step.is_last:
            continue
        for corner, is_open in _corners_of(step.box):
            yield _sign_of(step.f, step.strict and not is_open), corner
            whole, strict = step.claim
            if corner is not None and whole != step.f:
                point = {**step.fixed, **corner}
                if whole.free_symbols <= set(point):
                    yield _sign_of(whole, strict and not is_open), point


def _sign_of(f: Any, strict: bool) -> Relational:
    return (Gt if strict else Ge)(f, 0)


def _corners_of(box: Mapping[Any, Any]) -> Iterator[tuple[dict[Any, Any] | None, bool]]:
    sides = [dict.fromkeys([(lo, no_lo), (hi, no_hi)]) for lo, hi, no_lo, no_hi in box.values()]
    for ends in islice(product(*sides), _MOST):
        if any(isinstance(end, float) for end, _ in ends):
            yield None, False
            continue
        point = {v: Rational(end) for v, (end, _) in zip(box, ends, strict=True)}
        yield point, any(is_open for _, is_open in ends)
