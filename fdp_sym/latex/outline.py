"""Entries in the order of the papers that they come from: by paper, section, and number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..theorems.entries import Axiom, Entry

__all__ = ["Paper", "Section", "outline", "section_of"]

_NUMBER = re.compile(r"(?<![\w.])(?:(\d+)|([A-Z]))(?:\.(\d+))?(?:\.(\d+))?(?![\w])")
_SECTION = re.compile(r"(Section|Appendix|Chapter)s? ([\dA-Z]+)(?:\.(\d+))?")
_FEW = 12  # entries of a paper that need no sections


@dataclass(frozen=True)
class Section:
    """Entries of one section of a paper; without a title where its sections are unknown."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Paper:
    """What comes from one paper: its BibTeX key and its sections in order."""

    key: str
    sections: tuple[Section, ...]

    @property
    def entries(self) -> list[Entry]:
        """All of them in order."""
        return [entry for section in self.sections for entry in section.entries]

    @property
    def editions(self) -> list[str]:
        """The editions whose numbers its entries give."""
        return sorted({e.source.edition for e in self.entries if e.source.edition})


def outline(entries: Iterable[Entry]) -> list[Paper]:
    """Entries by paper, those with most entries first; axioms are left out.

    Examples
    --------
    >>> from fdp_sym.theorems import Note, cite
    >>> def note(name, place):
    ...     return Note(id=name, title="", source=cite("paper", place), statement="")
    >>> entries = [note("b", "Lemma A.2"), note("c", "Theorem 2.10"), note("d", "Prop 2.9")]
    >>> entries += [note(f"e{n}", f"Section {n}") for n in range(12, 2, -1)]
    >>> [(s.title, [e.id for e in s.entries]) for s in outline(entries)[0].sections][-3:]
    [('Section 11', ['e11']), ('Section 12', ['e12']), ('Appendix A', ['b'])]
    >>> outline(entries)[0].entries[:3] == [entries[2], entries[1], entries[-1]]
    True
    """
    by_paper: dict[str, list[Entry]] = {}
    for entry in entries:
        if not isinstance(entry, Axiom):
            by_paper.setdefault(entry.source.key, []).append(entry)
    papers = [Paper(key, _sections(members)) for key, members in by_paper.items()]
    return sorted(papers, key=lambda paper: (-len(paper.entries), paper.key))


def section_of(locator: str) -> tuple[str, str]:
    """The section of a locator as (word, number); two empty strings where it names none.

    Examples
    --------
    >>> section_of("Proof of Theorem 3.4"), section_of("Remark A.1 (a)"), section_of("Eq (5)")
    (('Section', '3'), ('Appendix', 'A'), ('', ''))
    """
    named = _SECTION.search(locator)
    if named:
        return named[1], named[2]
    for found in _NUMBER.finditer(locator):
        if found[3]:  # a number within a section
            return ("Section", found[1]) if found[1] else ("Appendix", found[2])
    return "", ""


def _sections(entries: Sequence[Entry]) -> tuple[Section, ...]:
    ordered = sorted(entries, key=lambda entry: _place(entry.source.locator))
    titles = [" ".join(section_of(entry.source.locator)).strip() for entry in ordered]
    if len(ordered) < _FEW or len(set(titles)) == 1:
        return (Section("", tuple(ordered)),)
    groups: dict[str, list[Entry]] = {}
    for title, entry in zip(titles, ordered, strict=True):
        groups.setdefault(title or "numbered equations", []).append(entry)
    return tuple(Section(title, tuple(members)) for title, members in groups.items())


def _place(locator: str) -> tuple[int, int, int, list[int]]:
    """Where a locator lies: numbered sections, appendices, the rest; statements before remarks."""
    word, number = section_of(locator)
    part = 2 if not word else 1 if word == "Appendix" else 0
    section = int(number) if number.isdigit() else sum(map(ord, number))
    named = _SECTION.match(locator)
    statement = re.search(
        r"[A-Z]\w+\.? (\(?[A-Z\d][.\d]*)", locator[named.end() :] if named else locator
    )
    if statement:
        return part, section, 0, [int(n) for n in re.findall(r"\d+", statement[1])]
    return part, section, 1, [int(named[3] or 0) if named else 0]
