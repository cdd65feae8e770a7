"""The command line, given what nobody should: a verdict or exit status 2, and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import seeds
from guard import Mistake

from fdp_sym.cli import main
from fdp_sym.theorems import loader

LONG = "9" * 100_000
NAMES = ("none", "a" * 5000, "x\x00", "/dev/zero", "sur\udcff.py", "\x1b[2J", "", "bad.py")
CLAIMS = ("", "x", "(" * 10**6, "\udcff <= 1", "x\x1b[2J <= 1", "9**9**9 <= x")
RANGES = ("nan:1", f"0:{LONG}", f"0..{LONG}", "²..³", "--5..5", "1e5000:1e5001", "1:0", "\udcff:1")
TABLE = ["table", "--rows", "Gaussian(1)"]
COMMANDS = [
    *(["check", text] for text in CLAIMS),
    *(["check", "x <= x + 1", "--given", text] for text in ("x", "(" * 10**6, "1 <= 0")),
    *(["check", "x <= x + 1", "--box", f"x={ends}"] for ends in RANGES),
    *(["table", "--epsilon", "1", "--rows", text] for text in ("x", "(" * 10**6, "\udcff: x")),
    *([*TABLE, "--epsilon", text] for text in (LONG, "\udcff", "1e-999999999")),
    *([*TABLE, "--delta", "1", option, LONG] for option in ("--digits", "--times", "--timeout")),
    *(["vectors", "lint", "--quick", name] for name in (*NAMES, "bad.json")),
    *([command, name] for command in ("verify", "list", "errata", "latex") for name in NAMES),
    *(["verify", "bad.py", "--ledger", name] for name in ("\x00", "a" * 5000, "bad.py")),
    *(["bib", "--bib", name] for name in ("/dev/zero", "a" * 5000, "bad.json")),
    *(["audit", name] for name in ("a" * 5000, "\udcff", "\x1b[2J")),
    ["delta", "Gaussian(1)", "--eps", "1", "--digits", LONG],
]


def run(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as error:
        return int(error.code or 0)
    except BaseException as error:
        raise Mistake(f"{type(error).__name__}: {str(error)[:200]}") from error


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(loader, "proof_files", list)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "bad.py").write_text("raise BaseException('\\x1b[2J')")
    (tmp_path / "sur\udcff.py").write_text("1 / 0")
    (tmp_path / "bad.json").write_text("[" * 10**5)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_nothing_is_a_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments in COMMANDS:
        more = ["--jobs", "1"] if arguments[0] in ("verify", "errata", "latex") else []
        code = run([*arguments, *more])
        out, err = capfd.readouterr()
        assert code in (0, 1, 2, 3), arguments
        assert "Traceback" not in out + err, arguments
        assert len(err) < 3000, arguments
        assert not set("\x1b\x00") & set(out + err), arguments
        if code == 2:
            assert err.strip(), arguments


def test_a_good_file_is_read(folder: Path) -> None:
    (folder / "gaussian.json").write_text(json.dumps(seeds.vector_file()))
    assert run(["vectors", "lint", "--quick", "gaussian.json"]) in (0, 1)
