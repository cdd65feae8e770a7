"""Documents: complete, compiled without a fault, from packages that a small TeX has."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pdf import compiled, faults, needs_pdflatex

from fdp_sym.cli import main
from fdp_sym.errors import DomainError
from fdp_sym.latex import Bibliography, macros, standalone, suite_document
from fdp_sym.symbols import alpha
from fdp_sym.theorems import Axiom, Claim, Entry, Le, Note, Theorem, cite, loader, symbolic
from fdp_sym.theorems.evaluate import MutantResult, Result
from fdp_sym.theorems.loader import load
from fdp_sym.theorems.runner import Outcome, outcome_of
from fdp_sym.theorems.status import status_path
from fdp_sym.theorems.verdict import Status

SOURCE = cite("dong2022gdp", "Theorem 2.7", edition="arXiv:1905.02383v3")
NASTY = r"100% of $x_1$ & #2, a_b ^ ~ {\LaTeX} <\"> | costs $5, ε ≤ 1, Beiglböck"
# Debian's packages that a document may need, and what they rest on
ALLOWED = {"texlive-latex-recommended", "texlive-pictures", "lmodern", "texlive-latex-base"} | {
    "texlive-base"
}


def outcome(entry: Entry, status: Status, modulo: tuple[str, ...] = ()) -> Outcome:
    return Outcome(entry, Result(entry.id, entry.kind, status, ""), status, modulo)


@pytest.fixture(scope="module")
def suite() -> tuple[list[Outcome], dict[str, Entry]]:
    """Every shipped entry with its recorded status."""
    entries = load().entries
    lines = status_path().read_text(encoding="utf-8").splitlines()[1:]
    recorded = {name: (status, modulo) for name, _, status, modulo in map(str.split, lines)}
    outcomes = []
    for name, entry in entries.items():
        status, modulo = recorded.get(name, ("inconclusive", "-"))
        outcomes.append(
            outcome(entry, Status(status), () if modulo == "-" else tuple(modulo.split(",")))
        )
    return outcomes, entries


axiom = Axiom(id="given", title="Given", source=cite("rudin1987", "1"), statement="It is.")
below = Theorem(
    id="below", title="Below", source=SOURCE, claim=Le(alpha**2, alpha), uses=("given",)
)
above = Theorem(id="above", title=NASTY, source=SOURCE, claim=Le(alpha**3, alpha), uses=("below",))
wrong = Claim(id="wrong", title="Wrong", source=SOURCE, claim=Le(1, 0), number=7, corrected="above")
prose = Note(id="prose", title="Prose", source=SOURCE, statement=NASTY)
SMALL: dict[str, Entry] = {e.id: e for e in (axiom, below, above, wrong, prose)}
OUTCOMES = [
    outcome(axiom, Status.CITED),
    outcome(below, Status.PROVED, ("given",)),
    outcome(above, Status.CERTIFIED, ("given",)),
    outcome(wrong, Status.REFUTED),
    outcome(prose, Status.CITED),
]


def test_a_document_has_everything() -> None:
    text = suite_document(OUTCOMES, SMALL, title="50% & more")
    assert r"\title{50\% \& more}" in text
    assert "5 entries" in text
    assert "2 theorems, 1 audited claim, 1 note and 1 axiom" in text
    assert "Of the theorems, 1 is proved and 1 is certified." in text
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert sorted(labels) == sorted(SMALL)
    assert r"\links{\entry{below}; uses \entry{given}; used by \entry{above}.}" in text
    assert r"\links{\entry{given}. Rests on it: \entry{below}, \entry{above}.}" in text
    assert r"7 & \entry{wrong} & Wrong & refuted & \entry{above} \\" in text
    assert r"\entry{below} & Below & proved &  & \ref{given} & \pageref{below} \\" in text
    assert r"theorems & 1 & 1 &  &  & 2 \\" in text
    assert [text.count(rf"\node at {at}") for at in ("(0, 0) {\\dependency{below}}", "")] == [1, 2]
    assert re.findall(r"\\bibitem\{(.*?)\}", text) == ["dong2022gdp", "rudin1987"]
    assert text.count(macros()) == 1


def test_verdicts_and_proofs_where_they_are_wanted() -> None:
    wrong = (Le(alpha, alpha**2), Le(alpha**2, alpha / 2))
    proved = [outcome_of(replace(below, uses=(), checks=(symbolic(),), mutants=wrong))]
    assert r"\footnote{" in suite_document(proved, SMALL)
    text = suite_document(proved, SMALL, verdict="margin", proof=True)
    assert r"\footnote{" not in text
    assert r"\marginpar{" in text
    assert "The verdict is in the margin:" in text
    marks = (r"\end{theorem}", r"\begin{proof}", r"\end{proof}", r"\links{\entry")
    assert sorted(map(text.index, marks)) == list(map(text.index, marks))
    text = suite_document(proved, SMALL, verdict="none")
    assert "Verdict:" not in text
    assert "in the tables at the end" in text
    with pytest.raises(DomainError, match="allowed are 'footnote', 'margin', 'none'"):
        suite_document(proved, SMALL, verdict="above")


def test_mutants_are_counted() -> None:
    mutants = (MutantResult("a", {"x": "1"}), MutantResult("b", None))
    found = Outcome(prose, Result("prose", "note", Status.CITED, "", mutants=mutants), Status.CITED)
    assert "& cited & 1/2 &" in suite_document([found], SMALL)


def test_a_selection_names_the_rest_and_states_its_axioms() -> None:
    text = suite_document([OUTCOMES[2]], SMALL)
    assert r"uses \absent{below}" in text
    assert r"\label{given}" in text
    assert "tikzpicture" not in text
    with pytest.raises(DomainError, match="no entries"):
        suite_document([], SMALL)


def test_unknown_keys_are_errors() -> None:
    with pytest.raises(DomainError, match=r"'nowhere' is cited .* name its BibTeX file"):
        standalone([r"Here \cite[{p. 1}]{dong2022gdp}, there \cite{nowhere,rudin1987}."])
    empty = Bibliography.parse("")
    with pytest.raises(DomainError, match="'dong2022gdp' is cited"):
        suite_document(OUTCOMES, SMALL, bibliography=empty)


@pytest.mark.parametrize(
    ("part", "package"),
    [
        (r"\begin{tikzpicture}\draw (0, 0) -- (1, 1);\end{tikzpicture}", "tikz"),
        (r"\begin{tikzpicture}\begin{axis}\end{axis}\end{tikzpicture}", "pgfplots"),
        (r"\includegraphics{example.pdf}", "graphicx"),
        (r"\begin{tabular}{S[table-format=1.2]}1.25\end{tabular}", "siunitx"),
    ],
)
def test_packages_are_loaded_for_what_needs_them(part: str, package: str) -> None:
    assert rf"\usepackage{{{package}}}" in standalone([part])
    assert rf"\usepackage{{{package}}}" not in standalone(["Text."])


def test_documents_do_not_depend_on_hashing() -> None:
    program = (
        "from fdp_sym.latex import suite_document\n"
        "from fdp_sym.theorems import *\n"
        "from fdp_sym.theorems.evaluate import Result\n"
        "from fdp_sym.theorems.runner import Outcome\n"
        "from fdp_sym.theorems.verdict import Status\n"
        "names = [f'n{k}' for k in range(9)]\n"
        "notes = [Note(id=n, title='', source=cite('rudin1987', 'Theorem 2.1'), statement='',\n"
        "              uses=tuple(names[k // 2 : k])) for k, n in enumerate(names)]\n"
        "from sympy import Interval\n"
        "parts = tuple(Le(real('x', Interval(0, k)), k) for k in range(1, 9))\n"
        "notes.append(Theorem(id='t', title='', source=notes[0].source, claim=parts))\n"
        "cited = Status.CITED\n"
        "found = [Outcome(n, Result(n.id, 'note', cited, ''), cited) for n in notes]\n"
        "print(suite_document(found, {n.id: n for n in notes}))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


# -- compiled --------------------------------------------------------------------------------------


def packages_of(folder: Path) -> set[str]:
    """The Debian packages of all files that the last run has read."""
    lines = (folder / "made.fls").read_text().splitlines()
    read = {line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT /usr/share/")}
    read = {str(Path(name).resolve()) for name in read}
    listed = subprocess.run(["dpkg", "-S", *sorted(read)], capture_output=True, text=True).stdout
    return {line.split(":")[0] for line in listed.splitlines()}


@needs_pdflatex
def test_a_selection_compiles_from_the_packages_of_a_small_tex(tmp_path: Path) -> None:
    log = compiled(suite_document(OUTCOMES, SMALL, title=NASTY), tmp_path, runs=3)
    assert faults(log) == []
    assert (tmp_path / "fdp-macros.sty").read_text() == macros()
    if shutil.which("dpkg") is None:
        pytest.skip("compiled; but whose its files are only dpkg can tell")
    assert packages_of(tmp_path) <= ALLOWED


@needs_pdflatex
def test_faults_are_seen(tmp_path: Path) -> None:
    wide = r"\noindent\rule{20cm}{1pt} \ref{nowhere}\cite{dong2022gdp}"
    log = compiled(standalone([wide]), tmp_path)
    seen = " ".join(faults(log))
    assert "Reference `nowhere'" in seen
    assert "Overfull" in seen
    bad = standalone([r"\undefined"])
    with pytest.raises(AssertionError, match="Undefined control sequence"):
        compiled(bad, tmp_path)


@needs_pdflatex
@pytest.mark.slow
def test_the_whole_suite_compiles(suite, tmp_path: Path) -> None:
    log = compiled(suite_document(*suite), tmp_path, runs=3)
    assert faults(log) == []
    pages = re.search(r"Output written on made.pdf \((\d+) pages", log)
    assert pages is not None
    assert int(pages[1]) > 80


# -- the command -----------------------------------------------------------------------------------


PROOF = """
from fdp_sym.theorems import Note, cite
mine = Note(id="mine", title="Mine", source=cite("own2001", "p. 1"), statement="So.")
"""
OWN = "@misc{own2001, author = {Doe, Jane}, title = {Own}, year = 2001}"


def test_the_command_writes_a_document(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(loader, "proof_files", list)
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(PROOF)
    Path("mine.bib").write_text(OWN)

    def latex(*options: str) -> tuple[int, str, str]:
        code = main(["latex", "mine.py", *options, "--ledger", "ledger"])
        return code, *capsys.readouterr()

    assert latex("--standalone", "--bib", "mine.bib", "-o", "mine.tex") == (0, "", "")
    text = Path("mine.tex").read_text(encoding="utf-8")
    assert r"\label{mine}" in text
    assert r"\bibitem{own2001}" in text
    assert latex("--standalone", "--bib", "mine.bib", "--verdict", "margin", "--proof")[0] == 0
    titled = re.sub(r"\\title\{.*\}", r"\\title{T}", text)
    assert latex("--standalone", "--bib", "mine.bib", "--title", "T") == (0, titled, "")
    for options, says in (
        (["--standalone"], "'own2001' is cited and in no file of references"),
        (["--title", "T"], "add --standalone"),
        (["--standalone", "--json"], "leave one of them out"),
        (["-o", "no/folder.tex"], "cannot be written"),
    ):
        code, out, err = latex(*options)
        assert (code, out) == (2, "")
        assert says in err
    Path("mine.py").write_text("1 / 0")
    assert latex()[0] == 1
    assert "ZeroDivisionError" in latex()[2]


def test_styles_alone_load_the_package_that_they_are_of() -> None:
    # a graph that is wanted and turns out to have no edges leaves its styles
    assert r"\usepackage{tikz}" in standalone(["text"], preamble="\\tikzset{}\n")
    assert "tikz" not in standalone(["text"]).partition(r"\begin{document}")[0].split("endfile")[-1]
