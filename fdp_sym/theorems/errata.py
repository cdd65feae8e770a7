"""Audited claims with all that a list of errata says: what was printed, and what holds instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .entries import Claim, Entry
from .runner import Outcome
from .scope import scope
from .statements import show
from .verdict import Status
from .violation import DIGITS, Violation, violation

__all__ = ["Erratum", "errata", "limits"]


@dataclass(frozen=True)
class Erratum:
    """One audited claim and what became of it.

    Attributes
    ----------
    claim : Claim
    outcome : Outcome
        Its verdict, and the witness of a refutation.
    violation : Violation or None
        By how much it fails at the witness.
    corrected : Entry or None
        What holds instead.
    corrected_outcome : Outcome or None
        The verdict of that.
    """

    claim: Claim
    outcome: Outcome
    violation: Violation | None = None
    corrected: Entry | None = None
    corrected_outcome: Outcome | None = None

    def to_json(self) -> dict[str, Any]:
        """The shape of one element of ``errata --json``.

        Decimals of a violation have ``digits`` digits, all of them proved: they are cut off, which
        is rounding toward zero. Those of an exact number may end earlier.
        """
        data: dict[str, Any] = {
            "number": self.claim.number,
            "id": self.claim.id,
            "status": str(self.outcome.status),
            "witness": dict(self.outcome.result.witness) or None,
            "corrected": self.claim.corrected or None,
            "printed": self.claim.printed,
            "claim": [show(part) for part in self.claim.parts],
            "given": [show(h) for h in self.claim.given],
            "over": [scope(part) for part in self.claim.parts],
            "source": str(self.claim.source),
            "modulo": list(self.outcome.modulo),
            "violation": None,
            "corrected_claim": None,
        }
        if self.violation is not None:
            v = self.violation
            data["violation"] = {
                "relation": v.relation,
                "left": v.left,
                "right": v.right,
                "gap": v.gap,
                "digits": DIGITS,
                "rounding": "toward zero",
                "although": v.although or None,
            }
        entry, found = self.corrected, self.corrected_outcome
        if entry is not None and found is not None:
            data["corrected_claim"] = {
                "id": entry.id,
                "title": entry.title,
                "status": str(found.status),
                "claim": [show(part) for part in getattr(entry, "parts", ())],
                "given": [show(h) for h in getattr(entry, "given", ())],
                "over": [scope(part) for part in getattr(entry, "parts", ())],
                "limits": limits(found),
                "notes": entry.notes,
            }
        return data


def limits(outcome: Outcome) -> str:
    """For what a certified entry was certified: its status is for that only."""
    if outcome.status is not Status.CERTIFIED:
        return ""
    return "; ".join(c.detail for c in outcome.result.checks if c.status is Status.CERTIFIED)


def errata(
    claims: Iterable[Outcome], corrected: Mapping[str, Outcome], entries: Mapping[str, Entry]
) -> list[Erratum]:
    """The claims among some outcomes, by number, with the digits of their refutations.

    Parameters
    ----------
    claims : iterable of Outcome
        Others than of claims are left out.
    corrected : mapping of str to Outcome
        By id, of the entries that say what holds instead.
    entries : mapping of str to Entry
        Where the ids are looked up.
    """
    found = []
    for outcome in claims:
        claim = outcome.entry
        if not isinstance(claim, Claim):
            continue
        failing = None
        if outcome.status is Status.REFUTED:
            failing = violation(claim.parts, claim.given, outcome.result.witness)
        instead = entries.get(claim.corrected)
        found.append(Erratum(claim, outcome, failing, instead, corrected.get(claim.corrected)))
    return sorted(found, key=lambda e: (e.claim.number is None, e.claim.number or 0, e.claim.id))
