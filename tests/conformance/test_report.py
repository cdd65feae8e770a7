"""Reports of audits: what they say, and that nothing foreign in them is more than text."""

from __future__ import annotations

import builtins
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from fdp_sym.conformance import report, report_contents
from fdp_sym.conformance.report_text import markdown_text, visible
from fdp_sym.conformance.verdicts import VERDICTS
from fdp_sym.errors import DomainError, UnsupportedError

HOSTILE = (
    "<script>alert(1)</script> \\input{x} \\end{document} $x^2$ %c #1 & ~ _u_ `b` ``` | pipe "
    "\x1b[31mred\x00 -- '' ]]> {{ 7*7 }} << 7*7 >> {% x %} \u202e ö ε 你好 \udc80 "
    "https://evil.example @someone [l](javascript:x)\n\n# no heading\n"
)


@dataclass(frozen=True)
class FakeVector:
    """What a report asks of a vector."""

    id: str
    family: str = "gaussian"
    direction: str = "both"
    at: str = "1e-12"
    flags: tuple[str, ...] = ("TINY_DELTA",)
    theorem: str = "drs-2.13"
    comment: str = ""

    def snippet(self) -> str:
        return f'fdp-sym epsilon "Gaussian(1/100)**10000" --delta {self.at}'

    def question(self) -> dict[str, Any]:
        return {"steps": [{"mechanism": "gaussian"}], "quantity": "epsilon", "at": self.at}


def entry(number: int, verdict: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"gaussian-epsilon-{number:08x}",
        "mechanism": "gaussian(sigma=100) * 10000",
        "relation": "add-remove",
        "quantity": "epsilon",
        "claimed": "7.2168",
        "lower": "7.23849",
        "upper": "7.23850",
        "verdict": verdict,
        **more,
    }


def result(text: str = "the reason") -> dict[str, Any]:
    return {
        "accountant": f"mine {text}",
        "version": "0.6.0",
        "date": "2022-02-14",
        "python": "3.11.2",
        "platform": "Linux",
        "corpus": "0123456789abcdef",
        "whole_corpus": "fedcba9876543210",
        "selection": {"families": ["gaussian"], "ids": [text], "sample": 10, "seed": 3},
        "timeout": 2.5,
        "loose": "2",
        "vectors": [
            entry(1, "exact", gap=0.0),
            entry(2, "safe", gap=1e-9),
            entry(3, "loose", gap=3.0),
            entry(4, "loose", gap=float("inf"), claimed="inf", detail="infinite"),
            entry(5, "unsound", gap=0.003, bounds=["7.0", "7.2168"]),
            entry(6, "unsound", gap=1e-15),
            entry(7, "unsupported", detail=text, claimed=None),
            entry(8, "crash", detail=text, claimed=None),
            entry(9, "timeout", detail="no answer within 60 seconds", claimed=None),
            entry(10, "nan", detail=text, claimed=text),
        ],
        "laws": [
            {
                "law": "monotone in delta",
                "questions": [{"quantity": "epsilon", "at": text}],
                "answers": ["1", "2"],
                "verdict": "broken",
                "gap": "2e-16",
                "detail": text,
            },
            {"law": "order", "questions": [], "answers": [], "verdict": "holds", "detail": ""},
        ],
    }


@pytest.fixture(autouse=True)
def _corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = [FakeVector(f"gaussian-epsilon-{number:08x}") for number in range(1, 11)]
    monkeypatch.setattr(report_contents, "_corpus", lambda: {v.id: v for v in vectors})


class Page(HTMLParser):
    """The text of a page and its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.elements: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append(tag)
        # no attribute is made of foreign text
        assert all("script" not in (value or "") for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


# -- what it says -----------------------------------------------------------------------------


def test_numbers_worst_answers_laws_and_failures() -> None:
    shown = report_contents.contents(result())
    assert shown["headline"] == (
        "10 vectors, 6 answered, 2 unsound (1 of them by rounding only, a relative gap below "
        "1e-12); 2 laws tried, 1 broken (1 of them by rounding only)"
    )
    assert shown["summary"] == [
        ("gaussian", [1, 1, 2, 2, 1, 1, 1, 1]),
        ("all", [1, 1, 2, 2, 1, 1, 1, 1]),
    ]
    assert [it["id"][-1] for it in shown["unsound"]] == ["5", "6"]
    assert [it["id"][-1] for it in shown["loosest"]] == ["4", "3"]
    worst = dict(shown["unsound"][0]["facts"])
    assert worst["claimed"] == "[7.0, 7.2168]"
    assert worst["certified at least"] == "7.23849"
    assert worst["truth by"] == (
        "drs-2.13: Duality for Gaussian differential privacy (dong2022gdp, Corollary 2.13)"
    )
    assert json.loads(shown["unsound"][0]["question"])["at"] == "1e-12"
    assert shown["unanswered"][0] == ("crash", "the reason", 1, "gaussian-epsilon-00000008")
    assert ("timeout", "no answer within 60 seconds", 1) in [it[:3] for it in shown["unanswered"]]
    assert [law["law"] for law in shown["broken"]] == ["monotone in delta"]
    assert shown["broken"][0]["detail"] == "the reason (relative gap 2e-16, by rounding only)"


def test_the_head_says_how_the_result_was_made() -> None:
    facts = dict(report_contents.contents(result())["facts"])
    assert facts["corpus"] == "fedcba9876543210; of the vectors asked: 0123456789abcdef"
    assert facts["selected"] == "families gaussian; ids the reason; a sample of 10 (seed 3)"
    assert facts["time-out"] == "2.5 seconds"
    whole = {**result(), "whole_corpus": "0123456789abcdef", "selection": {"sample": None}}
    facts = dict(report_contents.contents(whole)["facts"])
    assert (facts["corpus"], facts["selected"]) == ("0123456789abcdef", "all vectors")


def test_results_of_before_say_what_they_know() -> None:
    old = {k: v for k, v in result().items() if k not in ("whole_corpus", "selection", "timeout")}
    facts = dict(report_contents.contents(old)["facts"])
    assert facts["corpus"] == "0123456789abcdef"
    assert not {"selected", "time-out"} & set(facts)


def test_points_of_the_plot() -> None:
    points = report_contents.contents(result())["points"]
    assert points.of["exact"] == [(-12.0, -17)]
    assert points.of["safe"] == [(-12.0, pytest.approx(-9))]
    assert len(points.of["unsound"]) == 2
    assert points.omitted == 1  # infinity was claimed


@pytest.mark.parametrize("at", ["0", "inf", "1e-99999999", "1/" + "9" * 400])
def test_no_delta_breaks_the_plot(at: str) -> None:
    data = {**result(), "vectors": [entry(1, "safe", gap=1e-9, at=at)]}
    points = report_contents.contents(data)["points"]
    assert points.number + points.omitted == 1


def test_at_most_three_of_a_kind_are_shown() -> None:
    many = [entry(number, "unsound", gap=number / 100) for number in range(1, 9)]
    other = entry(9, "unsound", gap=0.001, family="laplace")
    shown = report_contents.contents({**result(), "vectors": [*many, other]})
    assert [it["id"][-1] for it in shown["unsound"]] == ["8", "7", "6", "9"]
    assert shown["unsound_number"] == 9


def test_the_worst_of_a_sound_accountant_are_the_least_tight() -> None:
    data = {**result(), "vectors": [entry(1, "safe", gap=0.1), entry(2, "safe", gap=0.2)]}
    shown = report_contents.contents(data)
    assert [it["id"][-1] for it in shown["loosest"]] == ["2", "1"]
    assert shown["loose_number"] == 0


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".json"])
def test_every_format_says_the_same(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"audit{suffix}"
    report.write(result(), file)
    text = file.read_text(encoding="utf-8").replace("-{}", "-").replace("\\_", "_")
    for said in (
        "mine the reason",
        "0.6.0",
        "0123456789abcdef",
        "fedcba9876543210",
        "2.5",
        "7.2168",
        "7.23849",
        "Linux",
    ):
        assert said in text, said
    if suffix != ".json":
        for said in ("drs-2.13", "10000", "Corollary 2.13", "monotone in delta", *VERDICTS):
            assert said in text, said
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {file.name, *(["audit.svg"] if suffix == ".md" else [])}


def test_the_same_result_makes_the_same_files(tmp_path: Path) -> None:
    report.write(result(), tmp_path / "audit.md")
    first = [(tmp_path / name).read_bytes() for name in ("audit.md", "audit.svg")]
    report.write(result(), tmp_path / "audit.md")
    assert [(tmp_path / name).read_bytes() for name in ("audit.md", "audit.svg")] == first


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".json"])
def test_an_empty_audit_is_a_report(tmp_path: Path, suffix: str) -> None:
    data = {"accountant": "", "version": "", "vectors": [], "laws": [], "summary": {}}
    report.write(data, tmp_path / f"audit{suffix}")
    assert (tmp_path / f"audit{suffix}").stat().st_size > 0


# -- nothing foreign is more than text --------------------------------------------------------


def test_hostile_text_is_text_in_html(tmp_path: Path) -> None:
    report.write(result(HOSTILE), tmp_path / "audit.html")
    page = Page((tmp_path / "audit.html").read_text(encoding="utf-8"))
    assert "script" not in page.elements
    assert "a" not in page.elements
    assert visible(HOSTILE) in page.text  # as it is, each character of it


def test_hostile_text_is_text_in_markdown(tmp_path: Path) -> None:
    escaped = markdown_text(HOSTILE)
    assert re.sub(r"\\([\\`*_{}\[\]<>#|~$&:@])", r"\1", escaped) == visible(HOSTILE)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_{}\[\]<>#|~$&@]", escaped)
    report.write(result(HOSTILE), tmp_path / "audit.md")
    text = (tmp_path / "audit.md").read_text(encoding="utf-8")
    assert escaped in text
    rows = [line for line in text.splitlines() if line.startswith("| crash")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [5]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    # no fence inside a block of code ends it
    blocks = re.findall(r"^(`{3,})json\n(.*?)\n\1$", text, re.MULTILINE | re.DOTALL)
    assert any("no heading" in code for _, code in blocks)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_hostile_text_is_text_in_latex(tmp_path: Path) -> None:
    report.write(result(HOSTILE), tmp_path / "audit.tex")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "audit.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
    wide = re.findall(r"Overfull .hbox \(([\d.]+)pt", done.stdout)
    assert [points for points in wide if float(points) > 5] == []
    if shutil.which("pdftotext") is None:
        return
    printed = subprocess.run(
        ["pdftotext", "audit.pdf", "-"], cwd=tmp_path, capture_output=True, check=True
    ).stdout.decode()
    words = set(printed.split())
    assert {"<script>alert(1)</script>", "\\end{document}", "$x^2$", "%c", "`b`", "```"} <= words
    assert {"7*7", "--", "''", "|", "\\u202e", "ö", "U+4F60U+597D"} <= words
    assert "Not answered" in printed  # it did not end before


# -- whole files or none ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["audit.pdf", "audit", "audit.html.gz", ".html"])
def test_unknown_formats_are_refused_by_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(DomainError, match=r"allowed are names that end in \.html, \.md, \.tex or"):
        report.check(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="there is no folder"):
        report.check(tmp_path / "missing" / "audit.md")
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(DomainError, match="no file can be written there"):
        report.check(tmp_path / "folder.md")
    for name in ("x" * 250 + ".json", "x" * 300 + ".md", "nu\0l.tex", "\ud800.html"):
        with pytest.raises(DomainError, match="no file can be written there"):
            report.check(tmp_path / name)
    with pytest.raises(DomainError, match="no file can be written there"):
        report.check("/proc/audit.json")
    report.check(tmp_path / "AUDIT.HTML")
    assert [file.name for file in tmp_path.iterdir()] == ["folder.md"]


@pytest.mark.parametrize(
    ("package", "suffixes"),
    [("jinja2", [".html", ".md", ".tex"]), ("matplotlib", [".html", ".md"])],
)
def test_a_missing_package_is_said_before_the_audit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package: str, suffixes: list[str]
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    for suffix in (".html", ".md", ".tex", ".json"):
        if suffix in suffixes:
            with pytest.raises(UnsupportedError, match=r"pip install 'fdp_sym\[accountants\]'"):
                report.check(tmp_path / f"audit{suffix}")
        else:
            report.check(tmp_path / f"audit{suffix}")


def test_an_interrupted_write_leaves_the_old_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "audit.md"
    file.write_text("old", encoding="utf-8")

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        report.write(result(), file)
    assert [path.name for path in tmp_path.iterdir()] == ["audit.md"]
    assert file.read_text(encoding="utf-8") == "old"


def test_json_has_no_infinities_and_any_text(tmp_path: Path) -> None:
    report.write(result(HOSTILE), tmp_path / "audit.json")
    text = (tmp_path / "audit.json").read_text(encoding="ascii")

    def refuse(name: str) -> Any:
        raise AssertionError(name)

    data = json.loads(text, parse_constant=refuse)
    assert data["vectors"][3]["gap"] == "inf"
    assert data["vectors"][6]["detail"] == HOSTILE
