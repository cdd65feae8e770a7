"""The check `near`: a composition within a shift of another function, decided over all alpha."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import DomainError, PrecisionError, UnsupportedError
from .checks import CheckResult, covered_parts
from .statements import Near
from .verdict import Status

__all__ = ["near"]


@dataclass(frozen=True)
class near:
    """Certify each claim ``Near(f, g, s)`` by finitely many enclosures of the two profiles.

    See `fdp_sym.compose.band` for why finitely many suffice for all alpha in [0, 1]. The verdict
    is ``certified``, or ``refuted`` with a rational alpha.
    """

    part: int | tuple[int, ...] | None = None

    @property
    def how(self) -> str:
        return "certified profiles, convex in between, all alpha"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        for i in covered:
            statement = entry.parts[i]
            if not isinstance(statement, Near):
                raise DomainError("near() decides claims of the form Near(f, g, shift)")
            try:
                found = statement.verdict
            except (PrecisionError, UnsupportedError) as error:
                return CheckResult(self.how, Status.INCONCLUSIVE, str(error), covered)
            if found.status is not Status.CERTIFIED:
                detail = f"part {i}: {found.detail}"
                return CheckResult(self.how, found.status, detail, covered, dict(found.witness))
        count = f"{len(covered)} composition" + ("s" if len(covered) > 1 else "")
        return CheckResult(self.how, Status.CERTIFIED, count, covered)
