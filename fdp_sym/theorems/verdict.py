"""What a check answers: a status that says exactly how far the answer can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NoReturn

__all__ = ["Status", "Verdict"]


class Status(StrEnum):
    """The seven statuses, strongest first.

    * ``proved``: symbolic, exact arithmetic or named rules, each step re-checked by balls;
    * ``certified``: ball arithmetic over a stated box, or exact arithmetic on a stated list;
    * ``consistent``: held at n points, no proof;
    * ``cited``: nothing was checked;
    * ``inconclusive``: nothing was decided (never a pass);
    * ``refuted``: false, with a witness;
    * ``error``: the check itself failed.
    """

    PROVED = "proved"
    CERTIFIED = "certified"
    CONSISTENT = "consistent"
    CITED = "cited"
    INCONCLUSIVE = "inconclusive"
    REFUTED = "refuted"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """Position from the strongest (0) to the weakest."""
        return list(Status).index(self)


@dataclass(frozen=True, repr=False)
class Verdict:
    """The answer of a check. It has no truth value: read `status`.

    Attributes
    ----------
    status : Status
        How far the statement can be trusted.
    route : str
        How that was found, e.g. ``"exact rational arithmetic"``.
    witness : mapping of str to str
        For a refutation: symbol name -> exact value (``"p/q"``). Empty otherwise.
    domain : str
        On which set of parameters the status holds.
    detail : str
        Anything a reader needs besides, e.g. the two sides at the witness.

    Examples
    --------
    >>> Verdict(Status.PROVED, "exact arithmetic")
    Verdict(proved: exact arithmetic)
    >>> bool(Verdict(Status.PROVED, "exact arithmetic"))
    Traceback (most recent call last):
    ...
    TypeError: a Verdict has no truth value; compare its .status, e.g. v.status == "proved"
    """

    status: Status
    route: str = ""
    witness: Mapping[str, str] = field(default_factory=dict)
    domain: str = ""
    detail: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", Status(self.status))
        object.__setattr__(self, "witness", dict(self.witness))

    def __bool__(self) -> NoReturn:
        raise TypeError(
            'a Verdict has no truth value; compare its .status, e.g. v.status == "proved"'
        )

    def __hash__(self) -> int:
        return hash((self.status, self.route, tuple(sorted(self.witness.items())), self.domain))

    def __repr__(self) -> str:
        parts = [str(self.status)]
        if self.route:
            parts.append(f": {self.route}")
        if self.domain:
            parts.append(f" on {self.domain}")
        if self.witness:
            point = ", ".join(f"{name} = {value}" for name, value in sorted(self.witness.items()))
            parts.append(f" at {point}")
        if self.detail and not self.route:
            parts.append(f"; {self.detail}")
        return f"Verdict({''.join(parts)})"

    def _repr_latex_(self) -> str:
        from ..latex.displays import verdict_latex

        return verdict_latex(self)

    def _repr_html_(self) -> str:
        from ..latex.displays import verdict_badge

        return verdict_badge(self)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain JSON data (exact numbers are strings)."""
        return {
            "verdict": str(self.status),
            "route": self.route,
            "witness": dict(self.witness) or None,
            "domain": self.domain,
            "detail": self.detail,
        }
