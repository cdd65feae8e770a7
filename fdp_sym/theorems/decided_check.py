"""The check `decided`: statements about compositions that bring their own decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import DomainError, PrecisionError, UnsupportedError
from .checks import CheckResult, Step, covered_parts
from .statements import Decided
from .verdict import Status

__all__ = ["decided"]


@dataclass(frozen=True)
class decided:
    """Take the decision of statements such as ``Near(f, g, s)``: a composition in a band.

    See `fdp_sym.compose.band` for why finitely many enclosures suffice for all alpha in [0, 1],
    and `fdp_sym.compose.profile_order` for all epsilon of an interval.
    The verdict is ``certified``, or ``refuted`` with a witness.
    """

    part: int | tuple[int, ...] | None = None

    @property
    def how(self) -> str:
        return "certified values, over the whole range"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        trace = []
        for i in covered:
            statement = entry.parts[i]
            if not isinstance(statement, Decided):
                raise DomainError("decided() is for statements such as Near(f, g, shift)")
            try:
                found = statement.verdict
            except (PrecisionError, UnsupportedError) as error:
                return CheckResult(self.how, Status.INCONCLUSIVE, str(error), covered)
            needs = tuple(text for text in (found.route, found.domain) if text)
            trace.append(Step("decided", "", statement.text, (), needs=needs, seen=found.detail))
            if found.status is not Status.CERTIFIED:
                detail = f"part {i}: {found.detail}"
                witness = dict(found.witness)
                return CheckResult(self.how, found.status, detail, covered, witness, tuple(trace))
        detail = f"statements: {len(covered)}"
        return CheckResult(self.how, Status.CERTIFIED, detail, covered, trace=tuple(trace))
