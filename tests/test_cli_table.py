"""The command that prints tables, as a user runs it."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import mpmath as mp
import pytest

from fdp_sym.cli import main

ROWS = ["table", "--rows", "Gaussian(1)", "two: Gaussian(1)**2"]


def test_columns_in_the_order_asked_for(capsys) -> None:
    asked = [*ROWS, "--delta", "1", "--tradeoff", "0.05", "--delta=-1/2", "--digits", "8"]
    assert main([*asked, "--format", "csv"]) == 0
    head, first, second = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head == [
        "mechanism", "delta at epsilon = 1", "beta at alpha = 0.05", "delta at epsilon = -1/2",
    ]  # fmt: skip
    assert first[0] == "Gaussian(1)"
    assert second[0] == "two"
    with mp.workdps(30):
        delta = mp.ncdf(-0.5) - mp.e * mp.ncdf(-1.5)
        z = mp.findroot(lambda t: mp.ncdf(-t) - mp.mpf(1) / 20, 1.6)
        beta = mp.ncdf(z - 1)
        unit = mp.mpf(10) ** -8
        # a guarantee is rounded up, a type II error down
        assert 0 <= mp.mpf(first[1]) - delta < unit
        assert 0 <= beta - mp.mpf(first[2]) < unit


def test_latex(capsys, tmp_path) -> None:
    file = tmp_path / "t.tex"
    asked = [*ROWS, "--epsilon", "1e-5", "1e-6", "--caption", "50%", "-o", str(file)]
    assert main(asked) == 0
    assert capsys.readouterr().out == ""
    text = file.read_text()
    assert r"$G_{1}$ & $4.37718$" in text  # 4.377178095...
    assert r"$\varepsilon$ at $\delta = 10^{-6}$" in text
    assert r"\caption{50\%}" in text
    assert main([*ROWS, "--epsilon", "1e-5", "--rounding", "down"]) == 0
    assert "$4.37717$" in capsys.readouterr().out


def test_json_and_times(capsys) -> None:
    assert (
        main(["table", "--rows", "EpsDelta(1)", "--times", "1", "2", "--delta", "0", "--json"]) == 0
    )
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row[1]["printed"] for row in rows] == ["1", "2"]
    tanh = mp.tanh(mp.mpf(1) / 2)  # the total variation of randomised response
    assert Fraction(rows[0][2]["lower"]) <= Fraction(float(tanh)) * (1 + Fraction(1, 10**9))
    assert abs(float(rows[0][2]["printed"]) - float(tanh)) < 1e-6


def test_a_cell_that_fails_does_not_fail_the_table(capsys) -> None:
    rows = ["table", "--rows", "Identity()", "Laplace(1)**5000"]
    code = main([*rows, "--delta=-1", "--digits", "5000", "--timeout", "0.2", "--format", "text"])
    out, err = capsys.readouterr()
    assert code == 3
    lines = out.splitlines()
    # 1 - 1/e, all 5000 digits of it
    with mp.workdps(5020):
        assert lines[1].split()[1][:5001] == mp.nstr(1 - mp.exp(-1), 5010)[:5001]
    assert lines[2].split() == ["Laplace(1)**5000", "-[1]"]
    assert lines[3].startswith("[1]")
    assert "seconds are over" in err


def test_a_file_that_cannot_be_written(capsys, tmp_path) -> None:
    assert main([*ROWS, "--delta", "1", "-o", str(tmp_path / "missing" / "t.tex")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rows", "Gaussian(1", "--delta", "1"], "expected ')'"),
        (["--rows", "Gaussian(1)"], "no columns"),
        (["--rows", "Gaussian(1)", "--epsilon", "2"], "--epsilon <= 1"),
        (["--rows", "Gaussian(1)", "--delta", "x"], "allowed are numbers"),
    ],
)
def test_wrong_usage(arguments, message, capsys) -> None:
    assert main(["table", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_probabilities_are_not_rounded_up_beyond_one(capsys) -> None:
    """delta and f are 1 minus numbers below 10^-10000."""
    asked = ["table", "--rows", "Gaussian(1000)", "--delta", "0", "--digits", "3"]
    assert main([*asked, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "Gaussian(1000),1.00"
    asked = ["table", "--rows", "Gaussian(1/1000)", "--tradeoff", "1e-50000", "--digits", "3"]
    for rounding, printed in (("up", "1.00"), ("down", "0.999"), ("nearest", "1.00")):
        assert main([*asked, "--format", "csv", "--rounding", rounding]) == 0
        assert capsys.readouterr().out.splitlines()[1] == f"Gaussian(1/1000),{printed}"
