"""The command ``audit``: what starts, what is printed, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fdp_sym.cli import main
from fdp_sym.cli_audit import ADAPTERS
from fdp_sym.conformance.audit import corpus_digest
from fdp_sym.conformance.protocol import ProtocolError
from fdp_sym.conformance.verdicts import VERDICTS
from fdp_sym.vectors import load

FOLDER = Path(__file__).parent
MANY = "gaussian-epsilon-7bf685c6"  # sigma = 100, 10000 times, delta = 1e-12
SERVE = Path(sys.modules[ProtocolError.__module__].__file__ or "").parent / "adapters" / "serve.py"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)  # where the accountants are


def test_a_factory_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "out.json"
    asked = ["audit", "fake_accountants:gaussians", "--ids", MANY, "--report", str(report)]
    assert main([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(report.read_text())
    assert data["accountant"] == "tail bound"
    assert data["selection"] == {
        "families": [],
        "flags": [],
        "ids": [MANY],
        "sample": None,
        "seed": 0,
    }
    assert data["timeout"] == 60
    assert data["whole_corpus"] == corpus_digest(load()) != data["corpus"]
    (row,) = data["vectors"]
    assert row["verdict"] == "safe"
    # mu = 1: sqrt(2 log(1/delta)) + 1/2
    assert float(row["claimed"]) == pytest.approx(7.9338, rel=1e-4)
    assert row["lower"].startswith("7.2384944201788583598")
    broken = [law for law in data["laws"] if law["verdict"] == "broken"]
    assert broken == []
    assert {"holds", "unsupported"} == {law["verdict"] for law in data["laws"]}


@pytest.mark.parametrize("how", ["python", "command"])
def test_other_interpreters_and_commands(how: str, capsys: pytest.CaptureFixture[str]) -> None:
    factory = "fake_accountants:gaussians"
    start = {
        "python": [factory, "--python", sys.executable],
        "command": ["--command", f"'{sys.executable}' '{SERVE}' {factory}"],
    }
    assert main(["audit", *start[how], "--ids", MANY, "--no-laws"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tail bound, 1 vector")
    assert "laws" not in out


def test_unsound_answers_are_shown_and_fail(capsys: pytest.CaptureFixture[str]) -> None:
    program = (
        "import json, sys; print(json.dumps({'protocol': 1, 'accountant': 'low', 'version': '0'}), "
        "flush=True); sys.stdin.readline()\n"
        "for line in sys.stdin: print(json.dumps("
        "{'id': json.loads(line)['id'], 'value': '7.2168'}), flush=True)"
    )
    asked = ["--command", f'"{sys.executable}" -c "{program}"', "--ids", MANY]
    assert main(["audit", *asked, "--jobs", "2"]) == 1
    out = capsys.readouterr().out
    assert "1 unsound; the worst:" in out
    assert "gaussian(sigma=100) x 10000, add-remove, direction both" in out
    assert "epsilon at 1e-12: claimed 7.2168\n    certified in [7.23849442" in out
    assert "relative gap 0.0029" in out


def test_failures_are_counted_by_their_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "failing.py").write_text(
        "def factory():\n"
        "    def account(question):\n"
        "        if question['quantity'] == 'delta': return float('nan')\n"
        "        raise ValueError('of no use')\n"
        "    return account\n"
    )
    ids = [MANY, "gaussian-delta-6b3e8745"]
    assert main(["audit", "failing:factory", "--no-laws", "--ids", *ids]) == 3
    out, err = capsys.readouterr()
    assert err == (
        "fdp-sym: nothing could be judged: none of the vectors was answered with a number "
        "(1 crash, 1 nan)\n"
    )
    assert f"crash:\n  1 x ValueError: of no use\n    such as {MANY}" in out
    assert "nan:\n  1 x 'nan' is no number" in out


def test_the_adapters_are_named() -> None:
    found = [path.stem for path in SERVE.parent.glob("*.py") if '"accountant"' in path.read_text()]
    assert tuple(sorted(set(found) - {"serve"})) == ADAPTERS


def test_crashes_in_laws_are_no_failure_of_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "fake_accountants:dying", "--ids", MANY]) == 0
    assert ", crash 1\n  crash: eps(delta) falls" in capsys.readouterr().out


def test_laws_broken_by_rounding_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "fake_accountants:rounding", "--ids", MANY]) == 0
    out = capsys.readouterr().out
    assert "broken 1 (1 of them by rounding only)" in out
    assert "  broken by rounding only: the order of the steps is irrelevant: " in out
    assert ": answers " in out


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ([], "allowed is either NAME"),
        (["dp_accounting", "--command", "x"], "allowed is either NAME"),
        (["--command", "x", "--python", "y"], "--python belongs to"),
        (["--command", ""], "--command"),
        (["--command", "'"], "--command"),
        (["dp_accounting", "--python", "/no/python"], "no such program"),
        (["no_such_adapter"], "no adapter no_such_adapter; there are autodp, "),
        (["../opendp"], "no adapter ../opendp; "),
        (["serve"], "no adapter serve; "),
        (["dp-accounting"], "; did you mean dp_accounting?\n"),
        (["Opendpp.rdp"], "; did you mean opendp.rdp?\n"),
        (["opendp", "--python", ""], "no such program"),
        (["fake_accountants:gaussians", "--jobs", "257"], "numbers from 1 to 256"),
        (["fake_accountants:gaussians", "--loose", "1e999999999"], "numbers from 1 to 1e+300"),
        (
            ["fake_accountants:gaussians", "--families", "gaussian", "--ids", "laplace*"],
            "no vector is of those families, flags and ids at once",
        ),
        (["opendp.rdp"], "the functions of opendp are accountant"),
        (["no_such_module:factory"], "No module named 'no_such_module'"),
        (["no_such_module:factory"], "; modules are looked for in the current folder and in the "),
        (
            ["no_such_module:factory", "--python", sys.executable],
            f"'no_such_module'; modules are looked for in the current folder and in the packages "
            f"of {sys.executable}\n",
        ),
        (
            ["fake_accountants.py:gaussians"],
            "; a module is named without .py: fake_accountants:gaussians\n",
        ),
        (
            ["./fake/own.py:gaussians"],
            "; a module is named without .py: fake.own:gaussians\n",
        ),
        (
            ["fake_accountants:gausians"],
            f"the accountant does not start: {sys.executable}: AttributeError: module "
            "'fake_accountants' has no attribute 'gausians'; did you mean gaussians?\n",
        ),
        (["fake_accountants:broken_at_start"], "no module named numpie"),
        (["fake_accountants:gaussians", "--families", "gauss"], "family 'gauss'"),
        (["fake_accountants:gaussians", "--flags", "HARD"], "flag 'HARD'"),
        (["fake_accountants:gaussians", "--ids", "gaus"], "id 'gaus'"),
        (["fake_accountants:gaussians", "--loose", "0.5"], "loose = '0.5'"),
        (["fake_accountants:gaussians", "--report", "out.doc"], "out.doc"),
    ],
)
def test_wrong_usage(asked: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *asked]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") <= 2


def test_a_report_that_fails_at_the_end_loses_no_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fdp_sym.conformance.report.os.replace", full)
    asked = ["audit", "fake_accountants:gaussians", "--ids", MANY, "--no-laws"]
    assert main([*asked, "--report", str(tmp_path / "out.json")]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("tail bound, 1 vector")
    assert "out.json': not written: [Errno 28] No space left on device" in captured.err
    assert list(tmp_path.iterdir()) == []


def test_only_a_missing_library_is_looked_for_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "fake_accountants:no_accountant"]) == 2
    assert "--python" not in capsys.readouterr().err
    assert main(["audit", "no_such_module:factory"]) == 2
    assert "; --python names its interpreter" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--timeout", "0"], ["--jobs", "no"], ["--sample", "0"]])
def test_wrong_options(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["audit", "fake_accountants:gaussians", *option])
    assert stopped.value.code == 2
    assert option[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "usage", "message"),
    [
        (
            ["audit", "a:b", "--family", "kov", "--jbos=2"],
            "fdp-sym audit [-h]",
            "fdp-sym audit: error: unrecognized arguments: --family kov --jbos=2; did you "
            "mean --families?\n",
        ),
        (["audit", "a:b", "--jbos=2"], "fdp-sym audit [-h]", "--jbos=2; did you mean --jobs?\n"),
        (["audit", "a:b", "--zzz"], "fdp-sym audit [-h]", "unrecognized arguments: --zzz\n"),
        (["audit", "a:b", "c:d"], "fdp-sym audit [-h]", "unrecognized arguments: c:d\n"),
        (
            ["vectors", "lint", "--fix-quickly", "--qick"],
            "fdp-sym vectors lint [-h]",
            "unrecognized arguments: --fix-quickly --qick",
        ),
    ],
)
def test_unknown_options_are_those_of_the_command(
    arguments: list[str], usage: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"usage: {usage}")
    assert message in err


def test_an_interrupted_audit_promises_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fdp_sym.vectors.load", interrupted)
    assert main(["audit", "fake_accountants:gaussians"]) == 130
    assert capsys.readouterr().err == "fdp-sym: interrupted\n"


def test_the_help_explains_verdicts_statuses_and_the_protocol(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["audit", "--help"])
    out = capsys.readouterr().out
    for word in (
        *VERDICTS,
        "exit status",
        "3 nothing could be judged",
        '-> {"protocol": 1}',
        "without-replacement",
    ):
        assert word in out


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_prints_the_verdicts_so_far_and_leaves_no_process(
    sent: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, time\n"
        "def account(question):\n"
        f"    if question['id'] == '{MANY}': return 8\n"
        "    open('pid', 'w').write(str(os.getpid()))\n"
        "    time.sleep(60)\n"
        "def factory():\n"
        "    return account\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "fdp_sym", "audit", "slow:factory", "--ids", MANY],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    pid = tmp_path / "pid"
    for _ in range(400):
        if pid.exists() and pid.read_text():
            break
        time.sleep(0.05)
    child = int(pid.read_text())
    process.send_signal(sent)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "1 vector" in out
    assert "interrupted; " in err
    assert "questions are left" in err
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
