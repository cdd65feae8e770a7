"""Proof files of a test's own, verified without the shipped suite."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from fdp_sym.theorems import loader

HEAD = """
from sympy import Interval, oo
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import *
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lt
x = real("x", Interval(0, 1))
src = cite("nobody", "nowhere")


def entry(id, claim=Le(x, 1), check=symbolic(), **more):
    more = {"mutants": (Le(2 * x, 1), Lt(x, 1)), **more}
    return Theorem(id=id, title=id, source=src, claim=claim, checks=(check,), **more)
"""


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a proof file by name; the shipped suite is hidden, so that only these are loaded."""
    monkeypatch.setattr(loader, "proof_files", list)

    def write(name: str, body: str) -> Path:
        path = tmp_path / "proofs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD + dedent(body))
        return path

    return write
