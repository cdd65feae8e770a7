r"""The references that entries cite: as BibTeX, and as a bibliography that needs no BibTeX run.

The files are read by bibtexparser; what is checked here is what it does not: fields that a kind of
reference must have, keys that differ in case only, keys that are unknown or that nothing cites.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import DomainError
from ..theorems.entries import Entry
from ..theorems.fingerprint import proof_roots
from ..untrusted import read_text

__all__ = ["Bibliography", "Reference", "cited_keys"]

_PLACE = {
    "article": ("journal",),
    "book": ("publisher",),
    "inproceedings": ("booktitle",),
    "incollection": ("booktitle", "publisher"),
    "phdthesis": ("school",),
    "techreport": ("institution",),
    "misc": (),
}
_ALWAYS = ("author", "title", "year")


@dataclass(frozen=True)
class Reference:
    """One reference: its key, its kind, its fields, and how it stands in the file."""

    key: str
    kind: str
    fields: Mapping[str, str]
    bibtex: str

    @property
    def authors(self) -> list[tuple[str, str]]:
        """The authors as (first names, last name)."""
        from bibtexparser.middlewares.names import (
            parse_single_name_into_parts,
            split_multiple_persons_names,
        )

        names = split_multiple_persons_names(self.fields.get("author", ""))
        parts = [parse_single_name_into_parts(name, strict=False) for name in names]
        return [(" ".join(p.first), " ".join([*p.von, *p.last, *p.jr])) for p in parts]

    @property
    def people(self) -> str:
        """The authors with all their names."""
        return _listed([f"{first}~{last}" if first else last for first, last in self.authors])

    @property
    def short(self) -> str:
        """Last names and year."""
        lasts = [last for _, last in self.authors]
        named = _listed(lasts) if len(lasts) < 4 else f"{lasts[0]} et al."
        return f"{named} {self.fields.get('year', '')}".strip()

    @property
    def problems(self) -> list[str]:
        """What a reference of this kind lacks, as sentences."""
        if self.kind not in _PLACE:
            return [f"{self.key}: unknown kind @{self.kind}; allowed are {', '.join(_PLACE)}"]
        needed = (*_ALWAYS, *_PLACE[self.kind])
        missing = [name for name in needed if not self.fields.get(name, "").strip()]
        return [f"{self.key}: @{self.kind} without {' and '.join(missing)}"] if missing else []

    @property
    def latex(self) -> str:
        r"""The text of a ``\bibitem``, with links."""
        value = self.fields.get
        sentences = [self.people, value("title", "")]
        parts = [_published(self), value("edition", "") and f"edition~{value('edition')}"]
        sentences.append(", ".join(filter(None, [*parts, value("year")])))
        sentences.append(value("note", ""))
        if doi := value("doi"):
            sentences.append(_link(f"https://doi.org/{doi}", f"doi:{doi}"))
        if eprint := value("eprint"):
            sentences.append(_link(f"https://arxiv.org/abs/{eprint}", f"arXiv:{eprint}"))
        return "\n\\newblock ".join(f"{text}." for text in sentences if text)


@dataclass(frozen=True)
class Bibliography:
    """References by key, and what is wrong with the files that they come from.

    Examples
    --------
    >>> book = '''@book{torgersen1991,
    ...   author = {Torgersen, Erik}, title = {Comparison of Statistical Experiments},
    ...   publisher = {Cambridge University Press}, year = 1991}'''
    >>> read = Bibliography.parse(book)
    >>> read.check(["torgersen1991"])
    []
    >>> read.check(["kairouz"])
    ['kairouz is cited and in no file of references', 'torgersen1991: nothing cites it']
    >>> print(read.latex(["torgersen1991"]))
    \\begin{thebibliography}{1}
    \\bibitem{torgersen1991}
    Erik~Torgersen.
    \\newblock Comparison of Statistical Experiments.
    \\newblock Cambridge University Press, 1991.
    \\end{thebibliography}
    """

    references: Mapping[str, Reference]
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, files: Iterable[str | Path] = ()) -> Bibliography:
        """The references of the shipped suite, and those of further files.

        Raises
        ------
        DomainError
            If a file cannot be read.
        """
        texts = []
        for path in (proof_roots()[0] / "references.bib", *map(Path, files)):
            texts.append(read_text(path))
        return cls.parse("\n\n".join(texts))

    @classmethod
    def parse(cls, text: str) -> Bibliography:
        """The references of a text in BibTeX; its mistakes become `problems`."""
        from bibtexparser.entrypoint import parse_string
        from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock

        # what it would warn of on stderr is reported here
        logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
        library = parse_string(text)
        problems = []
        for block in library.failed_blocks:
            line = (block.start_line or 0) + 1
            if isinstance(block, DuplicateBlockKeyBlock):
                problems.append(f"{block.key}: the key is given twice (line {line})")
            elif isinstance(block, DuplicateFieldKeyBlock):
                names = ", ".join(sorted(block.duplicate_keys))
                problems.append(f"line {line}: fields given twice: {names}")
            else:
                problems.append(f"line {line}: no BibTeX: {block.error}")
        references: dict[str, Reference] = {}
        spelled: dict[str, str] = {}
        for entry in library.entries:
            fields = {name.lower(): str(f.value) for name, f in entry.fields_dict.items()}
            reference = Reference(
                entry.key, entry.entry_type.lower(), fields, (entry.raw or "").strip()
            )
            other = spelled.setdefault(entry.key.lower(), entry.key)
            if other != entry.key:
                problems.append(f"{entry.key}: for BibTeX this is the same key as {other}")
            references[entry.key] = reference
            problems += reference.problems
        return cls(references, tuple(problems))

    def check(self, cited: Iterable[str], *, unused: bool = True) -> list[str]:
        """Everything that is wrong, as sentences: with the files, and with what is cited.

        Parameters
        ----------
        cited : iterable of str
            The keys that are cited.
        unused : bool
            Whether a reference that nothing cites counts as wrong.
        """
        cited = list(cited)
        unknown = [key for key in dict.fromkeys(cited) if key not in self.references]
        found = [f"{key} is cited and in no file of references" for key in unknown]
        if unused:
            found += [f"{key}: nothing cites it" for key in self.references if key not in cited]
        return [*self.problems, *found]

    def bibtex(self, keys: Iterable[str]) -> str:
        """The references as they stand in their files, sorted by key."""
        return "\n\n".join(self._of(key).bibtex for key in sorted(set(keys))) + "\n"

    def latex(self, keys: Iterable[str]) -> str:
        """A ``thebibliography``, sorted by authors and year; it has links of hyperref.

        Raises
        ------
        DomainError
            For a key without a reference.
        """
        chosen = sorted(map(self._of, sorted(set(keys))), key=_by_authors)
        items = [f"\\bibitem{{{reference.key}}}\n{reference.latex}" for reference in chosen]
        head = rf"\begin{{thebibliography}}{{{len(items)}}}"  # as wide as the widest number
        return "\n".join([head, *items, r"\end{thebibliography}"])

    def _of(self, key: str) -> Reference:
        if key not in self.references:
            raise DomainError(
                f"{key!r} is cited and in no file of references; name its BibTeX file too"
            )
        return self.references[key]


def cited_keys(entries: Iterable[Entry]) -> list[str]:
    """The keys that entries cite, each once and sorted."""
    return sorted({entry.source.key for entry in entries})


# -- fields ----------------------------------------------------------------------------------------


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _published(reference: Reference) -> str:
    value = reference.fields.get
    number = f"({value('number')})" if value("number") else ""
    volume = f"{value('volume', '')}{number}"
    pages = value("pages", "")
    if reference.kind == "article":
        place = rf"\emph{{{value('journal', '')}}}"
        return ", ".join(filter(None, [place, ":".join(filter(None, [volume, pages]))]))
    names = {"inproceedings": "booktitle", "incollection": "booktitle"}
    held = value(names.get(reference.kind, ""), "")
    parts = [rf"In \emph{{{held}}}" if held else ""]
    if value("series"):
        of = rf"volume~{volume} of \emph{{{value('series')}}}"
        parts.append(of if volume else rf"\emph{{{value('series')}}}")
    parts.append(f"pages {pages}" if pages else "")
    parts += [value(name, "") for name in ("publisher", "school", "institution")]
    return ", ".join(filter(None, parts))


def _link(address: str, text: str) -> str:
    address = re.sub(r"([%#])", r"\\\1", address)
    return rf"\href{{{address}}}{{\nolinkurl{{{text}}}}}"


def _by_authors(reference: Reference) -> tuple[str, str, str]:
    lasts = " ".join(last for _, last in reference.authors)
    plain = re.sub(r"\\.|[{}]", "", lasts).lower()
    return plain, reference.fields.get("year", ""), reference.key
