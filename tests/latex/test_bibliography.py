"""References: every mistake is seen, by the functions and by the command; BibTeX agrees."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fdp_sym.cli import main
from fdp_sym.errors import DomainError
from fdp_sym.latex.bibliography import Bibliography, cited_keys
from fdp_sym.theorems import fingerprint, loader
from fdp_sym.theorems.loader import load

GOOD = "@book{key, author = {Doe, Jane}, title = {A Book}, publisher = {Press}, year = 2001}\n"
PROOF = """
from sympy import Interval
from fdp_sym.symbols import real
from fdp_sym.theorems import Le, Theorem, cite
x = real("x", Interval(0, 1))
mine = Theorem(id="mine", title="Mine", source=cite("key", "p. 1"), claim=Le(x, 1))
"""


def test_the_shipped_suite_has_no_mistake() -> None:
    cited = cited_keys(load().entries.values())
    assert {"dong2022gdp", "kairouz2015composition"} <= set(cited)
    assert Bibliography.read().check(cited) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD + GOOD, "key: the key is given twice (line 2)"),
        (GOOD + GOOD.replace("key", "KEY"), "KEY: for BibTeX this is the same key as key"),
        (GOOD.replace("2001}", "2001, year = 2002}"), "line 1: fields given twice: year"),
        (GOOD.replace(", publisher = {Press}", ""), "key: @book without publisher"),
        (GOOD.replace("{Press}", "{}"), "key: @book without publisher"),
        (GOOD.replace("Doe, Jane", " ").replace("A Book", ""), "key: @book without author and ti"),
        (GOOD.replace("@book", "@misc").replace("2001", "{}"), "key: @misc without year"),
        (GOOD.replace("@book", "@article"), "key: @article without journal"),
        (GOOD.replace("@book", "@inproceedings"), "key: @inproceedings without booktitle"),
        (GOOD.replace("@book", "@bok"), "key: unknown kind @bok; allowed are article, book, "),
        ("\n" + GOOD.replace("2001}", "2001"), "line 2: no BibTeX"),
        (GOOD.replace("key,", "key"), "line 1: no BibTeX"),
    ],
)
def test_mistakes_in_a_file(text: str, problem: str) -> None:
    assert Bibliography.parse(GOOD).problems == ()
    assert any(found.startswith(problem) for found in Bibliography.parse(text).problems)


def test_mistakes_of_citations() -> None:
    read = Bibliography.parse(GOOD)
    assert read.check(["key"]) == []
    assert read.check(["other", "other", "key"]) == ["other is cited and in no file of references"]
    assert read.check([]) == ["key: nothing cites it"]
    assert read.check([], unused=False) == []
    for write in (read.latex, read.bibtex):
        with pytest.raises(DomainError, match="'other' is cited"):
            write(["key", "other"])


@pytest.mark.parametrize(
    ("author", "shown", "short"),
    [
        ("Doe, Jane", "Jane~Doe", "Doe 2001"),
        ("Jane Doe and Roe, Richard", "Jane~Doe and Richard~Roe", "Doe and Roe 2001"),
        ("van der Vaart, Aad", "Aad~van der Vaart", "van der Vaart 2001"),
        ("{The And And Co}", "{The And And Co}", "{The And And Co} 2001"),
        ("A, B and C, D and E, F", "B~A, D~C and F~E", "A, C and E 2001"),
        ("A, B and C, D and E, F and G, H", "B~A, D~C, F~E and H~G", "A et al. 2001"),
    ],
)
def test_names(author: str, shown: str, short: str) -> None:
    reference = Bibliography.parse(GOOD.replace("Doe, Jane", author)).references["key"]
    assert reference.latex.startswith(f"{shown}.\n")
    assert reference.short == short


def test_a_bibliography_in_latex() -> None:
    text = (
        "@article{b, author={Doe, Jane}, title={On 50\\%}, journal={J}, volume=3, number=4, "
        "pages={5--6}, year=2002, doi={10.1/a_b#c}, eprint={1.2}, note={Read}}\n"
        "@inproceedings{a, author={Doe, Jane}, title={T}, booktitle={B}, series={S}, volume=7, "
        "pages={1--2}, year=1999}"
    )
    assert Bibliography.parse(text).latex(["b", "a", "b"]).splitlines() == [
        r"\begin{thebibliography}{2}",
        r"\bibitem{a}",
        "Jane~Doe.",
        r"\newblock T.",
        r"\newblock In \emph{B}, volume~7 of \emph{S}, pages 1--2, 1999.",
        r"\bibitem{b}",
        "Jane~Doe.",
        r"\newblock On 50\%.",
        r"\newblock \emph{J}, 3(4):5--6, 2002.",
        r"\newblock Read.",
        r"\newblock \href{https://doi.org/10.1/a_b\#c}{\nolinkurl{doi:10.1/a_b#c}}.",
        r"\newblock \href{https://arxiv.org/abs/1.2}{\nolinkurl{arXiv:1.2}}.",
        r"\end{thebibliography}",
    ]


@pytest.mark.skipif(shutil.which("bibtex") is None, reason="bibtex is not installed")
def test_bibtex_reads_what_is_written(tmp_path: Path) -> None:
    read = Bibliography.read()
    (tmp_path / "all.bib").write_text(read.bibtex(read.references), encoding="utf-8")
    (tmp_path / "a.aux").write_text("\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n")
    done = subprocess.run(["bibtex", "a"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, "Warning" in done.stdout) == (0, False), done.stdout
    items = re.findall(r"\\bibitem\{(.*)\}", (tmp_path / "a.bbl").read_text())
    assert sorted(items) == sorted(read.references)


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A proof file of one's own, which is all that there is beside the shipped references."""
    monkeypatch.setattr(loader, "proof_files", list)
    monkeypatch.setattr(fingerprint, "proof_files", list)
    (tmp_path / "mine.py").write_text(PROOF)
    (tmp_path / "mine.bib").write_text(GOOD)
    return tmp_path / "mine.py"


def test_keys_entries_and_files_are_named(proof, capsys) -> None:
    own = str(proof.with_suffix(".bib"))
    assert main(["bib", str(proof), "dong2022gdp", "--bib", own]) == 0
    out, err = capsys.readouterr()
    assert re.findall(r"^@\w+\{(\w+),", out, re.M) == ["dong2022gdp", "key"]
    assert err == ""
    assert main(["bib", "dong2022gdp", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [r["year"] for r in data["references"]] == ["2022"]
    assert data["problems"] == []


def test_unknown_keys_are_errors(proof, capsys) -> None:
    assert main(["bib", str(proof), "nosuch"]) == 1
    out, err = capsys.readouterr()
    assert out.strip() == ""
    assert "key is cited and in no file of references" in err
    assert "'nosuch' is neither a BibTeX key nor an entry" in err


def test_unused_keys_are_errors(proof, capsys) -> None:
    assert main(["bib", "--check"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "fdp-sym: dong2022gdp: nothing cites it" in err.splitlines()


def test_mistakes_in_files_are_errors(proof, capsys) -> None:
    double = proof.with_suffix(".bib")
    double.write_text(GOOD + GOOD)
    assert main(["bib", str(proof), "--bib", str(double), "--check"]) == 1
    assert "key: the key is given twice" in capsys.readouterr().err
    assert main(["bib", "dong2022gdp", "--bib", "nowhere.bib"]) == 2
    assert "nowhere.bib cannot be read" in capsys.readouterr().err
