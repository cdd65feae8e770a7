r"""The whole suite, or a selection of it, as a document in the style of a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import __version__
from ..errors import DomainError
from ..theorems.entries import Axiom, Claim, Entry
from ..theorems.runner import Outcome, ancestors
from ..theorems.verdict import Status
from .bibliography import Bibliography
from .document import standalone
from .graph import components, dependency_picture, flow_picture
from .outline import Paper, Section, outline
from .text import latex_prose, latex_text
from .theorem import theorem_latex
from .words import enumeration

__all__ = ["suite_document"]

_LINE = 44.0  # em: a line of the page
_MEANINGS = {
    Status.PROVED: "by exact arithmetic or by named rules of rewriting, each step of which was "
    "checked once more with ball arithmetic",
    Status.CERTIFIED: "by ball arithmetic over a stated compact box, or by exact arithmetic for a "
    "stated finite list; nothing is said beyond it",
    Status.CONSISTENT: "no contradiction was found at finitely many points, which proves nothing",
    Status.CITED: "a result of others; nothing of it was checked",
    Status.INCONCLUSIVE: "the checks did not decide it",
    Status.REFUTED: "a point was found at which it fails",
    Status.ERROR: "the entry could not be checked",
}
_PREAMBLE = r"""\newcommand{\idfont}{\fontfamily{lmtt}\fontseries{lc}\selectfont}
\newcommand{\entry}[1]{\hyperref[#1]{{\idfont #1}}}
\newcommand{\absent}[1]{{\idfont #1}}
\newcommand{\links}[1]{\par{\small\raggedright\noindent #1\par}\medskip}
\newcommand{\dependency}[1]{\hyperref[#1]{#1}}
\counterwithin*{footnote}{section}
\clubpenalty=10000 \widowpenalty=10000
\marginparwidth=1.9cm \marginparsep=2mm
\makeatletter
\renewcommand{\@pnumwidth}{2em}\renewcommand{\@tocrmarg}{3em}
\@endparpenalty=10000 % a theorem stays with its line of links
\makeatother
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
"""
_STYLES = r"""\tikzset{
  dependency/.style={x=0.1*#1pt, y=0.1*#1pt, >=stealth, line width=0.3pt, black!60,
    baseline=(current bounding box.center), every path/.append style={->},
    every node/.style={anchor=west, inner xsep=0.5pt, inner ysep=0pt,
      font=\idfont\fontsize{#1}{#1}\selectfont}},
  flow/.style={x=1pt, y=1pt, >=stealth, black!60, every path/.append style={->},
    every node/.style={inner sep=2pt, text=black, font=\small}},
}
"""


def suite_document(
    outcomes: Sequence[Outcome],
    entries: Mapping[str, Entry],
    *,
    bibliography: Bibliography | None = None,
    title: str = "Theorems of $f$-differential privacy and their verdicts",
    verdict: str = "footnote",
    proof: bool = False,
) -> str:
    """Entries in the order of their papers, what rests on what, and every verdict.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Of the entries to write up.
    entries : mapping of str to Entry
        All entries; those that are used and not written up are only named.
    bibliography : Bibliography, optional
        Where the keys that are cited are looked up; that of the shipped suite by default.
    title : str
        Text, with mathematics between dollar signs.
    verdict, proof
        As for `theorem_latex`; all verdicts stand in a table in any case.

    Raises
    ------
    DomainError
        If there is nothing to write up, a key is cited and in no file of references, or the
        verdict is to stand where it cannot.
    """
    if verdict not in _WHERE:
        raise DomainError(f"verdict = {verdict!r}: allowed are {', '.join(map(repr, _WHERE))}")
    found = {outcome.entry.id: outcome for outcome in outcomes if outcome.entry is not None}
    if not found:
        raise DomainError("a document of no entries: allowed is at least one")
    known = Bibliography.read() if bibliography is None else bibliography
    suite = _Suite(found, entries, known, {"verdict": verdict, "proof": proof, "line": _LINE})
    return standalone(
        suite.parts(),
        title=title,
        abstract=suite.abstract(),
        bibliography=known,
        preamble=_PREAMBLE + (_STYLES if suite.has_pictures else ""),
    )


class _Suite:
    def __init__(
        self,
        found: Mapping[str, Outcome],
        entries: Mapping[str, Entry],
        known: Bibliography,
        how: Mapping[str, Any],
    ) -> None:
        self.found, self.entries, self.known, self.how = found, entries, known, how
        shown = [outcome.entry for outcome in found.values() if outcome.entry is not None]
        self.papers = outline(shown)
        below = {name: ancestors(name, entries) for name in found}
        self.axioms = [
            entry
            for entry in entries.values()
            if isinstance(entry, Axiom)
            and (entry.id in found or any(entry.id in used for used in below.values()))
        ]
        self.resting = {
            axiom.id: [name for name, used in below.items() if axiom.id in used]
            for axiom in self.axioms
        }
        self.shown = {e.id for p in self.papers for e in p.entries} | {a.id for a in self.axioms}
        self.users: dict[str, list[str]] = {}
        for entry in shown:
            for used in entry.uses:
                self.users.setdefault(used, []).append(entry.id)
        self.uses = {entry.id: entry.uses for entry in shown}

    @property
    def has_pictures(self) -> bool:
        return any(used in self.shown for uses in self.uses.values() for used in uses)

    def abstract(self) -> str:
        count = self._counts()
        kinds = {kind: sum(by.values()) for kind, by in count.items()}
        sentences = [
            f"This document states {_number(len(self.found), 'entry', 'entries')} of the suite of "
            rf"\texttt{{fdp\_sym}} {__version__}: "
            + enumeration([_number(n, *_KINDS[kind]) for kind, n in kinds.items() if n])
            + ".",
            *(
                f"Of the {_KINDS[kind][1]}, "
                + enumeration([f"{n} {_be(n)} {status}" for status, n in by.items()])
                + "."
                for kind, by in count.items()
                if kind in ("theorem", "claim") and by
            ),
            "A verdict is computed, never typed: it is the best that the checks of an entry reach, "
            "and no better than the weakest entry on which it rests. Axioms are results of others "
            "that are cited and not checked; what rests on them is proved \\emph{modulo} them.",
        ]
        return "\n".join(sentences)

    def parts(self) -> Iterable[str]:
        yield "\\tableofcontents"
        yield from self._reading()
        for paper in self.papers:
            yield from self._paper(paper)
        if self.has_pictures:
            yield from self._graph()
        if self.axioms:
            yield from self._axioms()
        yield from self._verdicts()

    # -- how to read it ----------------------------------------------------------------------------

    def _reading(self) -> Iterable[str]:
        used = {outcome.status for outcome in self.found.values()}
        meanings = [
            rf"\item[{status}] {meaning}."
            for status, meaning in _MEANINGS.items()
            if status in used
        ]
        yield "\\section{How to read this}"
        yield (
            "Statements are numbered here, and named by the permanent id that stands below each "
            "one, with the entries on which it rests and those that rest on it. The locator is "
            "that of the edition named; other editions number differently. A claim is something "
            f"that was printed and may be false: it is decided. {_WHERE[self.how['verdict']]}:"
        )
        yield "\n".join([r"\begin{description}", *meanings, r"\end{description}"])
        yield _NOTATION

    # -- statements --------------------------------------------------------------------------------

    def _paper(self, paper: Paper) -> Iterable[str]:
        reference = self.known.references.get(paper.key)
        named = reference.fields["title"] if reference else latex_text(paper.key)
        yield rf"\section{{{named}}}"
        editions = f", numbered as in {latex_text(enumeration(paper.editions))}"
        number = _number(len(paper.entries), "entry", "entries")
        people = f"{reference.people}~" if reference else ""
        yield f"{people}\\cite{{{paper.key}}}{editions if paper.editions else ''}: {number}."
        for section in paper.sections:
            yield from self._section(section)

    def _section(self, section: Section) -> Iterable[str]:
        if section.title:
            yield rf"\subsection{{From the paper's {section.title}}}"
        for entry in section.entries:
            yield theorem_latex(entry, self.found[entry.id], **self.how)
            yield self._links(entry)

    def _links(self, entry: Entry) -> str:
        said = [self._named([entry.id])]
        if entry.uses:
            said.append(f"uses {self._named(entry.uses)}")
        if users := self.users.get(entry.id):
            said.append(f"used by {self._named(users)}")
        return rf"\links{{{'; '.join(said)}.}}"

    def _named(self, names: Iterable[str]) -> str:
        return ", ".join(
            rf"\{'entry' if name in self.shown else 'absent'}{{{name}}}" for name in names
        )

    # -- what rests on what ------------------------------------------------------------------------

    def _graph(self) -> Iterable[str]:
        yield "\\clearpage\n\\section{What rests on what}"
        yield (
            "An arrow leads from an entry to one that uses it, where no longer way leads there "
            "too. Entries that neither use another one of their section nor are used by one are "
            "left out; arrows between sections stand in the lists under the statements."
        )
        yield from self._overview()
        for paper in self.papers:
            for section in paper.sections:
                names = [entry.id for entry in section.entries]
                groups = components(names, self.uses)
                if groups:
                    of = f", {section.title}" if section.title else ""
                    yield rf"\subsubsection*{{{self._short(paper.key)}{of}}}"
                    pictures = [dependency_picture(group, self.uses) for group in groups]
                    yield "{\\raggedright\\noindent\n" + "\\qquad\n".join(pictures) + "\\par}"

    def _overview(self) -> Iterable[str]:
        flows: dict[tuple[str, str], int] = {}
        for name, uses in self.uses.items():
            for used in uses:
                pair = self.entries[used].source.key, self.entries[name].source.key
                if pair[0] != pair[1]:
                    flows[pair] = flows.get(pair, 0) + 1
        if not flows:
            return
        left = {key: self._short(key) for key, _ in sorted(flows)}
        right = {key: self._short(key) for _, key in sorted(flows, key=lambda pair: pair[1])}
        yield "\\subsubsection*{Papers}"
        yield (
            "On the left what is used, on the right what uses it; the broader an arrow, the more "
            "often."
        )
        yield f"\\begin{{center}}\n{flow_picture(left, right, flows)}\n\\end{{center}}"

    def _short(self, key: str) -> str:
        reference = self.known.references.get(key)
        return f"{reference.short}" if reference else latex_text(key)

    # -- axioms and verdicts -----------------------------------------------------------------------

    def _axioms(self) -> Iterable[str]:
        yield "\\section{Axioms}"
        yield "Results of others, cited and not checked, with everything that rests on each."
        for axiom in self.axioms:
            yield theorem_latex(axiom, line=_LINE)
            resting = self.resting[axiom.id]
            said = f"Rests on it: {self._named(resting)}" if resting else "Nothing here rests on it"
            yield rf"\links{{{self._named([axiom.id])}. {said}.}}"

    def _counts(self) -> dict[str, dict[Status, int]]:
        order = sorted(Status, key=lambda status: status.rank)
        counted: dict[str, dict[Status, int]] = {kind: {} for kind in _KINDS}
        for status in order:
            for outcome in self.found.values():
                if outcome.status is status and outcome.entry is not None:
                    by = counted[outcome.entry.kind]
                    by[status] = by.get(status, 0) + 1
        return counted

    def _verdicts(self) -> Iterable[str]:
        yield "\\section{Verdicts}"
        yield self._count_table()
        claims = [o for o in self.found.values() if isinstance(o.entry, Claim)]
        if claims:
            yield self._claim_table(claims)
        yield self._verdict_table()

    def _count_table(self) -> str:
        counted = {kind: by for kind, by in self._counts().items() if by}
        columns = [
            s for s in sorted(Status, key=lambda s: s.rank) if any(s in c for c in counted.values())
        ]
        rows = [
            " & ".join(
                [_KINDS[kind][1], *(str(by.get(s, "")) for s in columns), str(sum(by.values()))]
            )
            for kind, by in counted.items()
        ]
        return _tabular("center", f"l{'r' * (len(columns) + 1)}", ["", *columns, "all"], rows)

    def _claim_table(self, claims: Sequence[Outcome]) -> str:
        rows = []
        for outcome in sorted(claims, key=lambda o: getattr(o.entry, "number", 0) or len(claims)):
            claim = outcome.entry
            assert isinstance(claim, Claim)
            instead = self._named([claim.corrected]) if claim.corrected in self.entries else ""
            rows.append(
                f"{claim.number or ''} & {self._named([claim.id])} & {latex_prose(claim.title)} & "
                f"{outcome.status} & {instead}"
            )
        return "The claims that were audited, and what holds instead:\n" + _longtable(
            "rlL{200pt}lL{110pt}", ["", "claim", "title", "verdict", "instead"], rows
        )

    def _verdict_table(self) -> str:
        rows = []
        for name in [e.id for p in self.papers for e in p.entries]:
            outcome = self.found[name]
            mutants = outcome.result.mutants
            killed = sum(mutant.witness is not None for mutant in mutants)
            numbers = [a.id for a in self.axioms if a.id in outcome.modulo]
            axioms = ", ".join(rf"\ref{{{axiom}}}" for axiom in numbers)
            assert outcome.entry is not None
            rows.append(
                f"{self._named([name])} & {latex_prose(outcome.entry.title)} & {outcome.status} & "
                f"{f'{killed}/{len(mutants)}' if mutants else ''} & "
                rf"{axioms} & \pageref{{{name}}}"
            )
        return (
            "All entries, with how many of their wrong variants (mutants) were refuted, and the "
            "axioms modulo which the verdict holds:\n"
            + _longtable(
                "lL{172pt}lcL{46pt}r",
                ["entry", "title", "verdict", "mutants", "axioms", "page"],
                rows,
            )
        )


_WHERE = {
    "footnote": "The verdict is in a footnote",
    "margin": "The verdict is in the margin",
    "none": "The verdicts are in the tables at the end",
}
_KINDS = {
    "theorem": ("theorem", "theorems"),
    "claim": ("audited claim", "audited claims"),
    "note": ("note", "notes"),
    "axiom": ("axiom", "axioms"),
}
_NOTATION = r"""Throughout, $\tradeoff{P}{Q}$ is the trade-off function of $P$ and $Q$: the least
type~II error at each type~I error $\alpha$. By name there are $\Id$ for perfect privacy,
$\gaussian{\mu} = \tradeoff{\normal(0, 1)}{\normal(\mu, 1)}$ for \GDP{\mu},
$\fed{\varepsilon}{\delta}$ for \DP{\varepsilon}{\delta}, and $\laplace{\mu}$ for Laplace noise;
$f \otimes g$ is the tensor product (composition), $\tensorpower{f}{n}$ its powers,
$\inversecurve{f}$ the inverse, $\conjugate{f}$ the convex conjugate,
$\groups{f}{k}$ what $f$ becomes for groups of $k$, and $\subsampled{p}{f}$ subsampling at
rate~$p$. $\Phi$ is the standard normal distribution function and $\quantile$ its inverse."""


def _number(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _tabular(around: str, columns: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    lines = [r"\toprule", " & ".join(heads) + r" \\", r"\midrule"]
    lines += [f"{row} \\\\" for row in rows] + [r"\bottomrule"]
    inside = [rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}"]
    return "\n".join([rf"\begin{{{around}}}", *inside, rf"\end{{{around}}}"])


def _longtable(columns: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    head = " & ".join(heads) + r" \\"
    lines = [r"{\small\setlength{\tabcolsep}{4pt}", rf"\begin{{longtable}}{{{columns}}}"]
    lines += [r"\toprule", head, r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot"]
    return "\n".join([*lines, *(f"{row} \\\\" for row in rows), r"\end{longtable}}"])
