"""The package of macros: every one of them compiles, and the package clashes with none in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pdf import compiled, faults, needs_pdflatex

from fdp_sym.latex import macros

DEFINED = re.findall(r"\\newcommand\*\{\\([A-Za-z]+)\}(?:\[(\d)\])?", macros())


def test_every_macro_is_defined_once_and_says_what_it_is() -> None:
    names = [name for name, _ in DEFINED]
    assert len(names) == len(set(names)) > 20
    assert macros().isascii()


@needs_pdflatex
def test_every_macro_compiles_in_a_paper(tmp_path: Path) -> None:
    uses = [rf"\{name}{'{x}' * int(count or 0)}" for name, count in DEFINED]
    text = [use if use.startswith(("\\DP", "\\fDP", "\\GDP")) else f"${use}$" for use in uses]
    (tmp_path / "fdp-macros.sty").write_text(macros())
    paper = (
        "\\documentclass{amsart}\n"
        "\\usepackage{amsmath,amssymb,mathtools,bm,graphicx,hyperref,xspace}\n"
        "\\usepackage[theorems]{fdp-macros}\n\\begin{document}\n"
        + "\n\n".join(text)
        + "\n\\begin{theorem}T\\end{theorem}\\begin{axiom}A\\end{axiom}\\begin{claim}C\\end{claim}"
        "\\begin{remark}R\\end{remark}\\end{document}"
    )
    log = compiled(paper, tmp_path)
    assert faults(log) == []
    assert "fdp-macros" in log


@needs_pdflatex
@pytest.mark.parametrize(
    "line", [r"\usepackage[nonsense]{fdp-macros}", r"\usepackage{fdp-macros}\newcommand{\fed}{}"]
)
def test_misuse_is_an_error(line: str, tmp_path: Path) -> None:
    (tmp_path / "fdp-macros.sty").write_text(macros())
    with pytest.raises(AssertionError, match=r"Unknown option|already defined"):
        compiled(f"\\documentclass{{article}}{line}\\begin{{document}}x\\end{{document}}", tmp_path)
