"""A digest sees a change anywhere in the file of what an entry is made of."""

from __future__ import annotations

import os
import sys

import pytest

from fdp_sym.theorems import digest, loader
from fdp_sym.theorems.digest import entry_digest
from fdp_sym.theorems.loader import Library, _add

FILE = """
from sympy import Function, Interval
from fdp_sym.theorems import Ge, Theorem, balls, cite, real

x = real("x", Interval(0, 1))
FACTOR = 3


def helper(y):
    return FACTOR * y


class Own(Function):
    def _ball_rewrite(self):
        return helper(self.args[0])


entry = Theorem(
    id="own",
    title="A function of the file",
    source=cite("dong2022gdp", "Section 4"),
    claim=Ge(Own(x), 0),
    checks=(balls(count=5),),
    mutants=(Ge(Own(x), 9), Ge(Own(x), 10)),
)
"""


@pytest.fixture
def digest_of(tmp_path):
    def found(text: str) -> str:
        path = tmp_path / "own.py"
        path.write_text(text)
        library = Library()
        _add(library, path)
        return entry_digest(library.entries["own"], {})

    return found


@pytest.mark.parametrize(("old", "new"), [("FACTOR * y", "-FACTOR * y"), ("= 3", "= -3")])
def test_what_a_function_calls(digest_of, old, new) -> None:
    assert digest_of(FILE) == digest_of(FILE)
    assert digest_of(FILE) != digest_of(FILE.replace(old, new))


def test_proofs_are_no_part_of_the_engine() -> None:
    assert digest._is_known("fdp_sym.signs.field")
    assert not digest._is_known("fdp_sym.proofs.claims.own")
    assert not digest._is_known("fdp_sym_proof_1_own")


def test_a_shipped_file_is_compiled_anew(tmp_path, monkeypatch) -> None:
    """A compiled copy is of another text, if that has the same length and time."""
    monkeypatch.setattr(loader, "_canonical_name", lambda path: "fdp_sym.proofs.own")
    path = tmp_path / "own.py"
    for text in (FILE, FILE.replace("= 3", "= 4")):
        path.write_text(text)
        os.utime(path, (10**9, 10**9))
        assert f"FACTOR = {loader._execute(path).FACTOR}" in text
    sys.modules.pop("fdp_sym.proofs.own")
