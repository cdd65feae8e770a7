"""``fdp-sym vectors build`` and ``lint``: output, exit statuses, messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fdp_sym.cli import main
from fdp_sym.vectors import build as module
from fdp_sym.vectors import load

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three questions of the Gaussian family."""
    from types import ModuleType

    from fdp_sym.vectors.families import gaussian

    toy = ModuleType("gaussian")
    toy.questions = lambda: list(gaussian.questions())[:3]  # type: ignore[attr-defined]
    toy.notes = gaussian.notes  # type: ignore[attr-defined]
    monkeypatch.setattr(module, "discover", lambda: {"gaussian": toy})


def test_build_and_lint(few: None, tmp_path: Path, capsys: Capture) -> None:
    build = ["vectors", "build", "--output", str(tmp_path)]
    assert main(build) == 0
    assert "3 vectors, 3 computed  gaussian.json" in capsys.readouterr().out
    assert main([*build, "--json", "--families", "gaussian"]) == 0
    out = json.loads(capsys.readouterr().out)
    assert out == {
        "target": str(tmp_path),
        "families": [
            {"family": "gaussian", "vectors": 3, "computed": 0, "kept": 3, "failures": []}
        ],
    }
    assert main(["vectors", "lint", str(tmp_path)]) == 0
    assert "3 vectors in 1 files, 3 verified" in capsys.readouterr().out
    path = tmp_path / "gaussian.json"
    path.write_text(path.read_text(encoding="utf-8").replace("drs-2.13", "drs-9"), encoding="utf-8")
    assert main(["vectors", "lint", str(path), "--quick", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["vectors"], report["verified"]) == (3, 0)
    assert {f["rule"] for f in report["findings"]} == {"theorem"}
    assert main(["vectors", "lint", str(path), "--quick"]) == 1
    assert "theorem: no entry has the id 'drs-9'" in capsys.readouterr().out


def test_failures_are_named(
    few: None, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fdp_sym.errors import UnsupportedError

    def refused(question: object, wide: bool = False) -> None:
        raise UnsupportedError("no certified answer")

    monkeypatch.setattr(module, "solve", refused)
    assert main(["vectors", "build", "--output", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "not written" in captured.out
    assert "UnsupportedError: no certified answer" in captured.err
    assert not (tmp_path / "gaussian.json").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--families", "gausian", "--output", "/nowhere"], "'gausian': allowed are"),
        (["build", "--families", "gaussian", "--output", "/dev/null/x"], "no folder can be made"),
        (["lint", "/nowhere/x.json"], "no such file or folder"),
        (["lint", "--families", "gausian"], "'gausian': allowed are"),
    ],
)
def test_usage(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(["vectors", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["build"], ["lint"]])
def test_help(command: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["vectors", *command, "--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert "examples" in out or not command


@pytest.mark.parametrize("option", [["--jobs", "0"], ["--sample", "-1"], ["--quick", "--sample=1"]])
def test_options_that_are_none(option: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["vectors", "lint", *option])
    assert stopped.value.code == 2


def test_samples_are_seeded(capsys: Capture) -> None:
    assert len(load(["gaussian"])) > 5
    assert main(["vectors", "lint", "--families", "gaussian", "--sample", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] == 5
