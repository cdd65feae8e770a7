"""The commands that print certified values, as a user runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction

import mpmath as mp
import pytest

from fdp_sym.cli import main

PYTHON = [sys.executable, "-m", "fdp_sym"]
# takes a good part of a minute
ENDLESS = ["delta", "Laplace(1)**5000", "--eps", "10", "--digits", "5000"]


def test_json(capsys) -> None:
    """Total variation of two normal laws at the distance sqrt(2)."""
    code = main(["delta", "Gaussian(1) @ Gaussian(1)", "--eps=0", "--digits", "40", "--json"])
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert set(data) == {"lower", "upper", "decimal", "digits", "route", "seconds"}
    assert code == 0
    assert data["digits"] == 40
    assert data["route"] in err
    with mp.workdps(60):
        expected = Fraction(mp.nstr(2 * mp.ncdf(mp.sqrt(2) / 2) - 1, 50))
    low, high = Fraction(data["lower"]), Fraction(data["upper"])
    slack = Fraction(1, 10**45)
    assert low - slack <= expected <= high + slack
    assert high - low <= low / 10**40
    assert Fraction(data["decimal"]) <= expected + slack


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["epsilon", "EpsDelta(1, 1/100)**5", "--delta", "1/1000"], "inf"),
        (["delta", "EpsDelta(1/10)**10", "--eps", "1"], "0"),
        (["delta", "EpsDelta(0, 1/4)", "--eps", "-1/1000000"], "0.25000074"),
        (["tradeoff", "EpsDelta(0, 1/4)", "--alpha", "1/2"], "0.25"),
    ],
)
def test_values(arguments, printed, capsys) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith(printed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["delta", "Gaussian(mu)", "--eps", "1"], "mu"),
        (["delta", "Gaussian(1", "--eps", "1"], "expected ')'"),
        (["epsilon", "Gaussian(1)", "--delta", "2"], "2"),
        (["tradeoff", "Gaussian(1)", "--alpha", "nan"], "nan"),
    ],
)
def test_wrong_input(arguments, message, capsys) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_wrong_options(wrong) -> None:
    for option in ("--digits", "--timeout"):
        with pytest.raises(SystemExit) as stopped:
            main(["delta", "Gaussian(1)", "--eps", "1", f"{option}={wrong}"])
        assert stopped.value.code == 2


@pytest.mark.parametrize("command", ["delta", "epsilon", "tradeoff"])
def test_help(command, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert f"fdp-sym {command}" in out
    assert "examples:" in out
    assert "exit status" in out


def test_the_clock_ends_it(capsys) -> None:
    assert main([*ENDLESS, "--timeout", "1", "--json"]) == 3
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (data["lower"], data["upper"], data["digits"]) == ("0", "1", 0)
    assert "stopped after 1 seconds" in err
    assert "best enclosure so far" in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_control_c_ends_it() -> None:
    with subprocess.Popen(
        [*PYTHON, *ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(1.5)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the group
        try:
            out, err = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 3
    assert out == "[0, 1]\n"
    assert "interrupted" in err
    assert "Traceback" not in err
