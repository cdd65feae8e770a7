"""Entries: axioms, theorems, claims and notes as frozen data objects.

An entry says what is stated, where it is stated, what it rests on, how it is checked and in which
wrong variants (mutants) the checker must find the mistake. Its status is computed, never typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sympy import Expr
from sympy.core.relational import Relational

from ..errors import DomainError
from .statements import Statement, parts_of

__all__ = ["Axiom", "Claim", "Entry", "Mutant", "Note", "Source", "Theorem", "cite"]

_LONGEST = 100  # characters of an id, which is also the name of a file
_ID = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")


@dataclass(frozen=True)
class Source:
    """Where a statement is printed: BibTeX key, locator and the edition that the locator is of."""

    key: str
    locator: str
    edition: str = ""

    def __post_init__(self) -> None:
        for part in (self.key, self.locator, self.edition):
            if not isinstance(part, str):
                raise DomainError(f"cite(…): {part!r} is no text, such as cite('key', 'Theorem 1')")

    def __str__(self) -> str:
        return ", ".join(part for part in (self.key, self.locator, self.edition) if part)


def cite(key: str, locator: str, *, edition: str = "") -> Source:
    """A source, e.g. ``cite("dong2022gdp", "Prop 2.2", edition="arXiv:1905.02383v3")``."""
    return Source(key, locator, edition)


@dataclass(frozen=True)
class Mutant:
    """A wrong variant: another claim, other hypotheses, or both; ``at`` is where to look first."""

    claim: Any = None
    given: tuple[Relational, ...] | None = None
    at: Mapping[Any, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.claim, self.given))


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Common to all kinds.

    Parameters
    ----------
    id : str
        Permanent: lower-case letters, digits, dots and hyphens.
    title : str
        A few words, as a heading.
    source : Source
        Made by `cite`.
    uses : tuple of str
        Ids of the entries on which this one rests; together they form a DAG.
    notes : str
        Prose for the reader.
    """

    kind: ClassVar[str]
    id: str
    title: str
    source: Source
    uses: tuple[str, ...] = ()
    notes: str = ""

    def __post_init__(self) -> None:
        if not (isinstance(self.id, str) and len(self.id) <= _LONGEST and _ID.fullmatch(self.id)):
            raise DomainError(
                f"entry id {self.id!r}: allowed are lower-case letters, digits, '.' and '-', at "
                f"most {_LONGEST} of them"
            )
        if not isinstance(self.source, Source):
            raise DomainError(f"{self.id}: source = {self.source!r}; make it with cite(key, …)")
        for name in ("title", "notes"):
            if not isinstance(getattr(self, name), str):
                raise DomainError(f"{self.id}: {name} = {getattr(self, name)!r}; allowed is text")
        uses = self.uses if isinstance(self.uses, str) else tuple(self.uses)
        if isinstance(uses, str) or not all(isinstance(used, str) for used in uses):
            raise DomainError(f"{self.id}: uses = {uses!r}; allowed is a tuple of ids")
        object.__setattr__(self, "uses", uses)

    def __hash__(self) -> int:
        return hash((self.kind, self.id))

    def latex(self, *, verdict: str = "footnote", proof: bool = False) -> str:
        """An amsthm environment with the verdict, and on request the proof.

        Parameters
        ----------
        verdict : {"footnote", "margin", "none"}
            Where the verdict stands.
        proof : bool
            Append the proof, step by step, as the checker found it.
        """
        from ..latex import theorem_latex
        from .runner import outcome_of

        return theorem_latex(self, outcome_of(self), verdict=verdict, proof=proof)

    def _repr_latex_(self) -> str:
        """An amsthm environment with the verdict (what nbconvert puts into a LaTeX document)."""
        from ..latex import theorem_latex
        from ..latex.displays import outcome_at_once

        return theorem_latex(self, outcome_at_once(self))

    def _repr_markdown_(self) -> str:
        """The same for the screen: MathJax knows no amsthm."""
        from ..latex import theorem_markdown
        from ..latex.displays import outcome_at_once

        return theorem_markdown(self, outcome_at_once(self))

    def _repr_html_(self) -> str:
        """The same with the verdict as a badge, which notebooks prefer."""
        from ..latex.displays import outcome_at_once, theorem_html

        return theorem_html(self, outcome_at_once(self))


@dataclass(frozen=True, kw_only=True)
class _Stated(Entry):
    """An entry with a machine-readable claim.

    Parameters
    ----------
    claim : relation, Iff, SameCurve, Above, Near, or a tuple of them
        Holds for all values of its free symbols in their domains.
    given : relation or tuple of relations
        Hypotheses besides the domains.
    where : mapping of str to expression
        Names that the write-up introduces for subexpressions.
    checks : tuple of checks
        Each decides the claim, or the parts of it that it names.
    """

    claim: Any
    given: tuple[Relational, ...] = ()
    where: Mapping[str, Expr] = field(default_factory=dict)
    checks: tuple[Any, ...] = ()
    mutants: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "claim", parts_of(self.claim))
        given = self.given if isinstance(self.given, (tuple, list)) else (self.given,)
        object.__setattr__(self, "given", tuple(given))
        object.__setattr__(self, "checks", tuple(self.checks))
        object.__setattr__(self, "mutants", tuple(self.mutants))

    __hash__ = Entry.__hash__

    @property
    def parts(self) -> tuple[Statement, ...]:
        """The claim as a tuple of statements."""
        found: tuple[Statement, ...] = self.claim
        return found

    def mutated(self, mutant: Any) -> tuple[tuple[Statement, ...], tuple[Relational, ...], Any]:
        """A mutant as (claim, given, hints)."""
        if not isinstance(mutant, Mutant):
            mutant = Mutant(mutant)
        claim = self.claim if mutant.claim is None else mutant.claim
        if isinstance(claim, Expr):  # an expression stands for another right-hand side
            (relation,) = self.claim
            claim = relation.func(relation.lhs, claim, evaluate=False)
        given = self.given if mutant.given is None else tuple(mutant.given)
        return parts_of(claim), given, (mutant.at,) if mutant.at else ()


@dataclass(frozen=True, kw_only=True)
class Theorem(_Stated):
    """A statement that has to hold; at least two mutants, all of which have to be refuted."""

    kind: ClassVar[str] = "theorem"
    __hash__ = Entry.__hash__


@dataclass(frozen=True, kw_only=True)
class Claim(_Stated):
    """Something that somebody printed and that may be false: it is decided.

    Parameters
    ----------
    number : int, optional
        Its number in the list of audited claims.
    corrected : str
        Id of the entry that states what is true instead.
    printed : str
        The claim as it was met, in prose; ``claim`` is its formal reading.
    """

    kind: ClassVar[str] = "claim"
    number: int | None = None
    corrected: str = ""
    printed: str = ""
    __hash__ = Entry.__hash__


@dataclass(frozen=True, kw_only=True)
class Axiom(Entry):
    """A cited result on which others may rest; nothing of it is checked."""

    kind: ClassVar[str] = "axiom"
    statement: str
    __hash__ = Entry.__hash__


@dataclass(frozen=True, kw_only=True)
class Note(Entry):
    """Prose that no machine checks."""

    kind: ClassVar[str] = "note"
    statement: str
    __hash__ = Entry.__hash__


def unique(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Entries by id; two with one id are an error."""
    found: dict[str, Entry] = {}
    for entry in entries:
        if entry.id in found:
            raise DomainError(f"two entries have the id {entry.id!r}; ids are permanent and unique")
        found[entry.id] = entry
    return found
