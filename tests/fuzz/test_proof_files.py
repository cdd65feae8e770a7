"""Proof files that raise, lie, are of another kind or no files: each is its own error alone.

A proof file is a program, and what it does to the process on purpose is not prevented.
"""

from __future__ import annotations

import os
import py_compile
from pathlib import Path

import pytest
from guard import tried
from targets import _HEAD

from fdp_sym.errors import FdpError
from fdp_sym.theorems import Status, loader
from fdp_sym.theorems.runner import ancestors, verify

GOOD = """
t = Theorem(id="{id}", title="", source=cite("a", "b"), claim=Le(x, 1), uses={uses!r},
            checks=(symbolic(),), mutants=(Le(2 * x, 1), Lt(x, 1)))
"""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "proof_files", list)


def outcomes(folder: Path) -> dict[str, Status]:
    return {o.result.id: o.status for o in verify([str(folder)]).outcomes}


@pytest.mark.parametrize(
    "body",
    [
        *("raise BaseException", "raise GeneratorExit", "raise SystemExit(0)", "raise MemoryError"),
        *("raise Silent", "def f(): f()\nf()", "(" * 500, "\x00", "def f(:", "x" * (1 << 21)),
        *(
            "raise RuntimeError('\\x1b[2J' + 'x' * 10**6)",
            "import sys; del sys.modules[__name__]; 1/0",
        ),
        *("liar", "t = liar", "globals().clear()", "-" * 50000 + "1", "# coding: latin-9\n'ÿ'"),
    ],
)
def test_a_file_spoils_no_other(tmp_path: Path, body: str) -> None:
    (tmp_path / "good.py").write_text(_HEAD + GOOD.format(id="good", uses=()))
    (tmp_path / "bad.py").write_text(_HEAD + body)
    found = tried(outcomes, tmp_path)
    assert found == {"good": Status.PROVED, "bad": Status.ERROR}


def test_what_is_no_source(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(_HEAD + GOOD.format(id="good", uses=()))
    (tmp_path / "latin.py").write_bytes(b"x = '\xff'")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "around").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.py")
    found = tried(outcomes, tmp_path)
    bad = dict.fromkeys(("latin", "folder", "loop", "pipe"), Status.ERROR)
    assert found == {"good": Status.PROVED, **bad}


def test_a_compiled_copy_of_another_text_is_not_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(_HEAD + "1 / 0")
    py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    path.write_text(_HEAD + GOOD.format(id="good", uses=()))
    assert outcomes(tmp_path) == {"good": Status.PROVED}


def test_output_is_left_to_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loud.py").write_text(_HEAD + "print('noise')" + GOOD.format(id="t", uses=()))
    outcomes(tmp_path)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "noise\n")


def test_interruptions_are_not_errors_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "stopped.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        verify([str(tmp_path)])


def test_chains_and_cycles_of_any_length() -> None:
    class Used:
        def __init__(self, *uses: str) -> None:
            self.uses = uses

    chain = {str(i): Used(str(i + 1)) for i in range(5000)} | {"5000": Used()}
    assert len(ancestors("0", chain)) == 5000  # type: ignore[arg-type]
    chain["5000"] = Used("0")
    assert isinstance(tried(lambda name: ancestors(name, chain), "0"), FdpError)  # type: ignore[arg-type]
