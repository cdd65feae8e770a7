"""Entries as amsthm environments and as Markdown; every shipped entry, and through pdflatex."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sympy import exp

from fdp_sym.errors import DomainError
from fdp_sym.latex import standalone, theorem_latex, theorem_markdown
from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import (
    Above,
    Axiom,
    Claim,
    Entry,
    Eq,
    Iff,
    Le,
    Note,
    SameCurve,
    Theorem,
    cite,
    symbolic,
)
from fdp_sym.theorems.checks import CheckResult, Step
from fdp_sym.theorems.evaluate import Result
from fdp_sym.theorems.loader import load
from fdp_sym.theorems.runner import Outcome, outcome_of
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import EpsDelta, PiecewiseLinear

ENTRIES = load().entries
SOURCE = cite("dong2022gdp", "Eq (5)", edition="arXiv:1905.02383v3")
NASTY = r"100% of $x_1$ & #2, a_b ^ ~ {\LaTeX} <\"> | costs $5, ε ≤ 1, Beiglböck"


def found(
    entry: Entry,
    status: Status,
    *,
    detail: str = "",
    modulo: tuple[str, ...] = (),
    witness: dict[str, str] | None = None,
) -> Outcome:
    result = Result(entry.id, entry.kind, status, detail, witness=witness or {})
    return Outcome(entry, result, status, modulo)


square = Theorem(
    id="square",
    title="Squares",
    source=SOURCE,
    claim=(Le(alpha**2, alpha), Le(0, alpha**2)),
    notes="On $[0, 1]$ only.",
    checks=(symbolic(),),
    mutants=((Le(alpha**2, alpha / 2),), (Le(alpha, alpha**2),)),
)


def test_an_entry_in_full() -> None:
    outcome = found(square, Status.PROVED, modulo=("blackwell", "neyman-pearson"))
    assert theorem_latex(square, outcome).splitlines() == [
        r"\begin{theorem}[{Squares; \cite[{Eq (5)}]{dong2022gdp}, arXiv:1905.02383v3}]"
        r"\label{square}",
        r"For all $\alpha \in [0, 1]$,"
        r"\footnote{Verdict: proved modulo blackwell and neyman-pearson.}",
        r"\[",
        r"\begin{gathered}",
        r"\alpha^{2} \leq \alpha, \\",
        r"0 \leq \alpha^{2}.",
        r"\end{gathered}",
        r"\]",
        r"On $[0, 1]$ only.",
        r"\end{theorem}",
    ]


def test_without_an_outcome_nothing_is_said_about_it() -> None:
    assert "Verdict" not in theorem_latex(square) + theorem_markdown(square)


@pytest.mark.parametrize(
    ("status", "detail", "witness", "footnote"),
    [
        (Status.CERTIFIED, "on 3 boxes", {}, "certified (on 3 boxes)"),
        (Status.CONSISTENT, "100 points, $", {}, r"consistent (100 points, \$)"),
        (Status.REFUTED, "", {"epsilon": "-1/2"}, r"refuted at $\varepsilon = -\frac{1}{2}$"),
        (Status.REFUTED, "", {"f": "1 - t"}, r"refuted at $f = \text{1 - t}$"),
        (Status.ERROR, "a_b " * 100, {}, "error (" + "a\\_b " * 39 + r"\dots{})"),
    ],
)
def test_verdicts(status: Status, detail: str, witness: dict[str, str], footnote: str) -> None:
    outcome = found(square, status, detail=detail, witness=witness)
    assert rf"\footnote{{Verdict: {footnote}.}}" in theorem_latex(square, outcome)


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (
            Axiom(id="a", title="A", source=cite("k", ""), statement="Let $x$ be & so."),
            [r"\begin{axiom}[{A; \cite{k}}]\label{a}", r"Let $x$ be \& so.", r"\end{axiom}"],
        ),
        (
            Note(id="n", title="N", source=cite("no key", "p. 1"), statement="So.", notes="Or."),
            [r"\begin{remark}[{N; no key, p. 1}]\label{n}", "So.", "", "Or.", r"\end{remark}"],
        ),
        (
            Claim(id="c", title="C", source=SOURCE, claim=Le(1, 2), corrected="square"),
            ["It holds that", r"1 \leq 2.", "What holds instead: square.", r"\end{claim}"],
        ),
    ],
)
def test_kinds(entry: Entry, lines: list[str]) -> None:
    made = theorem_latex(entry).splitlines()
    assert [line for line in made if line in lines] == lines


c = (1 - delta) / (1 + exp(epsilon))


@pytest.mark.parametrize(
    ("claim", "latex"),
    [
        (Iff((Le(alpha, c), Le(alpha, 1)), Eq(alpha, 0)), r"\alpha \leq c \text{ and } \alpha \leq "
         r"1 \iff \alpha = 0."),
        (Eq(exp(c), 1 + c), "e^{c} = 1 + c."),
        (
            SameCurve(EpsDelta(0), PiecewiseLinear([(0, 1), (1, 0)])),
            r"f_{0,0} = \operatorname{pl}[(0, 1), (1, 0)] \quad\text{on } [0, 1].",
        ),
        (Above(EpsDelta(0), EpsDelta(1)), r"f_{0,0} \geq f_{1,0} \quad\text{on } [0, 1]."),
    ],
)  # fmt: skip
def test_claims(claim: object, latex: str) -> None:
    entry = Theorem(id="t", title="T", source=SOURCE, claim=claim, where={"c": c})
    made = theorem_latex(entry)
    assert latex in made.splitlines()
    assert made.splitlines()[-5:-1] in (
        ["where", r"\[", r"c = \frac{1 - \delta}{1 + e^{\varepsilon}}.", r"\]"],
        [r"\[", r"c = \frac{1 - \delta}{1 + e^{\varepsilon}}.", r"\]",
         r"Here $\operatorname{pl}[\dots]$ is linear between the points listed."],
    )  # fmt: skip


def test_markdown_has_formulas_that_mathjax_knows() -> None:
    assert theorem_markdown(square, found(square, Status.PROVED)).split("\n\n") == [
        "**Theorem** `square` **(Squares)** [dong2022gdp, Eq (5), arXiv:1905.02383v3]",
        r"For all $\alpha \in [0, 1]$,",
        "$$\n\\begin{gathered}\n\\alpha^{2} \\leq \\alpha, \\\\\n0 \\leq \\alpha^{2}.\n"
        "\\end{gathered}\n$$",
        "On $[0, 1]$ only.",
        "*Verdict: proved.*",
    ]


def test_an_entry_shows_itself_with_its_verdict() -> None:
    assert r"\footnote{Verdict: proved.}" in square._repr_latex_()
    assert square._repr_markdown_().endswith("*Verdict: proved.*")


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_every_shipped_entry(name: str) -> None:
    text = theorem_latex(ENTRIES[name])
    assert text.count(r"\begin{") == text.count(r"\end{")
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert rf"\label{{{name}}}" in text
    assert not re.search(r"operatorname\{(Sup|Inf|Lim|Iterate|Phi|Quantile)\}|None|Lambda", text)
    assert theorem_markdown(ENTRIES[name])


def test_output_does_not_depend_on_hashing() -> None:
    program = (
        "from sympy import Interval, exp, Max\n"
        "from fdp_sym.theorems import *\n"
        "from fdp_sym.latex import theorem_latex\n"
        "a, b, c = (real(n, Interval(0, 1)) for n in 'abc')\n"
        "print(theorem_latex(Theorem(id='t', title='T', source=cite('k', 'l'), "
        "claim=Le(Max(a * b, b + c, 0) * exp(a) * (1 - b), a + b + c + a * c), given=(Ge(a, b),))))"
    )
    assert len({_output(sys.executable, program, seed) for seed in "12"}) == 1


def _output(python: str, program: str, seed: str) -> str:
    environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        [python, "-c", program], capture_output=True, text=True, check=True, env=environment
    ).stdout


ALL = (
    "from fdp_sym.latex import theorem_latex\n"
    "from fdp_sym.theorems.loader import load\n"
    "for entry in load().entries.values(): print(theorem_latex(entry))"
)


@pytest.mark.slow
def test_every_entry_is_printed_the_same_with_every_hash_seed() -> None:
    assert len({_output(sys.executable, ALL, seed) for seed in "12345"}) == 1


@pytest.mark.slow
def test_every_entry_is_printed_the_same_by_another_python() -> None:
    """FDP_SYM_OTHER_PYTHON names another interpreter that has the dependencies."""
    other = os.environ.get("FDP_SYM_OTHER_PYTHON")
    if other is None:
        pytest.skip("FDP_SYM_OTHER_PYTHON names no other interpreter")
    assert _output(other, ALL, "1") == _output(sys.executable, ALL, "2")


@pytest.mark.parametrize(
    ("place", "start"), [("footnote", r"\footnote{Verdict"), ("margin", r"\marginpar{")]
)
def test_where_the_verdict_stands(place: str, start: str) -> None:
    outcome = found(square, Status.PROVED)
    assert start in theorem_latex(square, outcome, verdict=place)
    assert "Verdict" not in theorem_latex(square, outcome, verdict="none")
    with pytest.raises(DomainError, match="allowed are 'footnote', 'margin', 'none'"):
        theorem_latex(square, outcome, verdict="elsewhere")


def test_a_proof_says_what_its_trace_says() -> None:
    outcome = outcome_of(square)
    made = theorem_latex(square, outcome, proof=True).splitlines()
    proof = made[made.index(r"\begin{proof}") :]
    assert proof == [
        r"\begin{proof}",
        "To show:",
        r"\[",
        r"\alpha^{2} \leq \alpha",
        r"\tag*{(1)}",
        r"\]",
        r"(1) holds by \emph{field arithmetic and signs}.",
        "To show:",
        r"\[",
        r"0 \leq \alpha^{2}",
        r"\tag*{(2)}",
        r"\]",
        r"(2) holds by \emph{field arithmetic and signs}.",
        "Every goal was re-checked by ball arithmetic at a few points.",
        r"\end{proof}",
    ]
    with pytest.raises(DomainError, match="outcome"):
        theorem_latex(square, proof=True)


def test_a_goal_that_cannot_be_read_back_stays_text() -> None:
    step = Step("rule_1", "", "Unread(x)/(x_#) = 0", ())
    check = CheckResult("symbolic", Status.PROVED, "", (0, 1), trace=(step,))
    outcome = Outcome(
        square, Result("square", "theorem", Status.PROVED, checks=(check,)), Status.PROVED
    )
    assert r"x\_\#" in theorem_latex(square, outcome, proof=True)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_accepts_every_entry(tmp_path: Path) -> None:
    nasty = Theorem(
        id="nasty",
        title=NASTY,
        source=cite("dong2022gdp", NASTY, edition=NASTY),
        claim=Le(alpha**2, alpha),
        notes=NASTY,
    )
    note = Note(id="note", title="]", source=cite(NASTY, NASTY), statement=NASTY)
    texts = [theorem_latex(e, found(e, Status.PROVED, detail=NASTY)) for e in (nasty, note)]
    texts += [theorem_latex(entry) for entry in ENTRIES.values()]
    (tmp_path / "all.tex").write_text(standalone(texts), encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Missing character" not in (tmp_path / "all.log").read_text(errors="replace")
