"""Numbers and tables in LaTeX: every printed digit is proved."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
import shutil
import subprocess
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational, Symbol, oo, pi, sqrt

import fdp_sym as fd
from fdp_sym.balls import Ball
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.latex import Column, number, table
from fdp_sym.latex.digits import settled
from fdp_sym.latex.tables import FORMATS, Table
from fdp_sym.sgd_comparison import SgdRow, SgdTable

PDFLATEX = shutil.which("pdflatex")


def value_of(text: str) -> Fraction:
    """What is printed, as a number."""
    mantissa, _, power = text.partition(r" \times 10^{")
    return Fraction(mantissa) * Fraction(10) ** int(power.rstrip("}") or 0)


def test_rounding_in_exact_rationals():
    rng = random.Random(20131104)
    print("seed 20131104")
    for _ in range(300):
        x = Fraction(rng.randrange(-(10**9), 10**9), rng.randrange(1, 10**6))
        x *= Fraction(10) ** rng.randrange(-30, 30)
        digits = rng.randrange(1, 9)
        up, down, near = (value_of(number(x, digits, r)) for r in ("up", "down", "nearest"))
        if x == 0 or (x.denominator == 1 and abs(x) < 10**17):
            assert up == down == near == x
            continue
        unit = Fraction(10) ** (math.floor(math.log10(abs(x)) - 1e-12) - digits + 1)
        assert down <= x <= up <= down + 10 * unit
        assert abs(near - x) <= unit * 5
        assert near in (up, down)
        assert abs(near - x) == min(up - x, x - down)
        printed = number(1 + abs(x), digits)
        assert len(re.sub(r" \\times.*|[-.]|^0+", "", printed)) <= max(17, digits)


def test_enclosures_are_rounded_outward():
    ball = Ball("0.12341", "0.12344")
    assert number(ball, 4, "up") == "0.1235"
    assert number(ball, 4, "down") == number(ball, 4) == "0.1234"
    assert number(Ball("0.99996", "0.99999"), 4, "up") == "1.000"
    assert number(-ball, 4, "up") == "-0.1234"
    with pytest.raises(PrecisionError, match="fewer digits"):
        number(Ball("0.12344", "0.12346"), 4)
    with pytest.raises(PrecisionError, match="both sides"):
        number(Ball(0, math.inf), 4, "up")


def test_special_numbers():
    assert [number(x) for x in (0, oo, math.inf, Ball(0, 0))] == ["0", r"\infty", r"\infty", "0"]
    assert number(pi, 12) == "3.14159265359"
    assert number(sqrt(2), 5, "up") == "1.4143"
    assert number(Rational(1, 8)) == "0.125"
    assert number("1e-300", 3) == r"1 \times 10^{-300}"
    assert number(10**20 + 1, 3, "up") == r"1.01 \times 10^{20}"
    assert number(250_000, 2) == "250000"
    assert number(Rational(2500001, 10), 3) == r"2.50 \times 10^{5}"


@pytest.mark.parametrize("value", [math.nan, -math.inf, "abc", None, Symbol("x"), True])
def test_no_numbers(value):
    with pytest.raises(DomainError):
        number(value)


def test_table():
    rows = [
        ("Gaussian & co", Ball("0.54", "0.56"), {"eps": Rational(1, 3)}),
        ("x_1", 1, {"eps": oo}),
    ]
    columns = [
        Column("name", 0),
        Column(r"$\delta$ in %", 1, "up", 1),
        Column(r"$\varepsilon$", lambda row: row[2]["eps"], "down"),
    ]
    lines = table(rows, columns, 3, caption="A_1", label="t:a").splitlines()
    assert lines == [
        r"\begin{table}",
        r"\centering",
        r"\caption{A\_1}",
        r"\label{t:a}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"name & $\delta$ in \% & $\varepsilon$ \\",
        r"\midrule",
        r"Gaussian \& co & $0.6$ & $0.333$ \\",
        r"x\_1 & $1$ & $\infty$ \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    assert r"$\varepsilon$ &" in table([[Symbol("epsilon"), 1]], [Column("a", 0), Column("b", 1)])


def test_bad_tables():
    for rows, columns in (([], [Column("a", 0)]), ([(1,)], [])):
        with pytest.raises(DomainError):
            table(rows, columns)
    with pytest.raises(DomainError, match="nearest"):
        table([("0.1",), (Rational(1, 3),)], [Column("a", 0, "sideways")])
    with pytest.raises(DomainError, match="digits"):
        number(1, 0)
    with pytest.raises(DomainError, match="digits"):
        table([("0.1",)], [Column("a", lambda row: Rational(1, 3), digits=0)])
    with pytest.raises(DomainError, match="rounding"):
        number(1, 3, ["up"])


# -- digits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rounding", ["up", "down", "nearest"])
def test_digits_of_the_oracle_against_mpmath(rounding):
    """delta(eps) of a Gaussian function, from 10^-1 to 10^-300, by an independent route."""
    way = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_EVEN}[rounding]
    rows = [(fd.Gaussian(mu), eps) for mu in (1, Rational(1, 3)) for eps in (-1, 0, 1, 5, 11)]
    column = Column("x", lambda row: lambda d: row[0].enclose_delta(row[1], d), rounding, 7)
    for line, (f, eps) in zip(Table(rows, [column]).cells, rows, strict=True):
        with mp.workdps(60):
            mu = mp.mpf(int(f.mu.p)) / int(f.mu.q)
            true = mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)
            expected = Context(7, way).create_decimal(Decimal(mp.nstr(true, 40)))
        assert Decimal(str(line[0].content)) == expected
        assert len(re.sub(r"e.*|[.]", "", str(line[0].content)).lstrip("0")) == 7


def test_a_rounding_that_is_not_decided_is_an_error():
    wide, edge = Ball("0.1", "0.9"), Ball("0.12339999999", "0.12340000001")
    for rounding in ("up", "down", "nearest"):
        with pytest.raises(PrecisionError, match="fewer digits"):
            number(wide, 2, rounding)
    # a number of four digits is inside: the next one on the safe side
    assert number(edge, 4, "up") == "0.1235"
    assert number(edge, 4, "down") == "0.1233"
    assert number(edge, 4) == "0.1234"
    with pytest.raises(PrecisionError):
        number(Ball("0.12344999", "0.12345001"), 4)
    with pytest.raises(PrecisionError):
        number(Ball(0, "1e-10"), 4, "up")


def test_all_digits_asked_for_are_printed():
    assert number(Ball("0.49999999999", "0.5"), 4, "up") == "0.5000"
    assert number(Rational(1, 2), 4) == "0.5"
    assert number(Ball("0.99999999", "0.999999999"), 3) == "1.00"
    assert number(Ball("1e-400", "1e-400") + Ball("1e-420", "2e-420"), 3, "down") == (
        r"1.00 \times 10^{-400}"
    )


def test_values_are_asked_again_for_more_digits():
    asked = []

    def value(digits):
        asked.append(digits)
        third = Fraction(12345, 10**5) + Fraction(1, 10**9)
        return Ball(third - Fraction(1, 10**digits), third + Fraction(1, 10**digits))

    assert Table([(value,)], [Column("x", 0)], 4).text().split() == ["x", "0.1235"]
    assert len(asked) == 2
    assert asked[1] > asked[0]


def test_digits_next_to_a_number_of_so_few_digits():
    """delta and f next to 1: the rounding of their last digit is settled by more digits."""
    with mp.workdps(80):
        delta = mp.ncdf(mp.mpf(19) / 2 - mp.mpf(5) / 38) - mp.exp(mp.mpf(5) / 2) * mp.ncdf(
            -mp.mpf(19) / 2 - mp.mpf(5) / 38
        )
        expected = Decimal(mp.nstr(delta, 40))
    for rounding, way in (("up", ROUND_CEILING), ("down", ROUND_FLOOR)):
        column = Column("x", lambda f: lambda d: f.enclose_delta(Rational(5, 2), d), rounding, 3)
        ((cell,),) = Table([fd.Gaussian(19)], [column]).cells
        assert Decimal(str(cell.content)) == Context(3, way).create_decimal(expected)
        assert str(cell.content) == {"up": "1.00", "down": "0.999"}[rounding]


def test_more_digits_are_not_needed_for_a_bound():
    """What is known when no more digits can be had is printed on the safe side."""

    def value(digits):
        if digits > 10:
            raise PrecisionError("over", Ball(0, 1))
        return Ball("0.12339999", "0.12340001")

    assert str(settled(value, 3, "up")[0]) == "0.124"
    with pytest.raises(PrecisionError, match="fewer digits"):
        settled(value, 6, "up")
    with pytest.raises(PrecisionError, match="over"):
        settled(value, 9)


def test_labels_that_would_break_the_document():
    assert r"\label{tab:a_b-1}" in table([(1,)], [Column("a", 0)], label="tab:a_b-1")
    for label in ("a}b", "a\\b", "50%", "a b", "#1"):
        with pytest.raises(DomainError, match="label"):
            table([(1,)], [Column("a", 0)], label=label)


def test_text_of_several_lines_stays_in_its_row():
    made = Table([("a\nb", 1)], [Column("x", 0), Column("y", 1)])
    assert made.markdown().splitlines()[2:] == ["| a b | $1$ |"]
    assert made.text().splitlines()[1:] == ["a b  1"]
    assert list(csv.reader(io.StringIO(made.csv())))[1] == ["a\nb", "1"]


# -- cells that fail --------------------------------------------------------------------------


def impossible(row):
    raise UnsupportedError("no value of A_1 & B < 50% is known")


FAILING = [Column("a", 0), Column("b", impossible), Column("c", lambda row: Ball(0, 1))]


def test_a_cell_that_fails_is_a_dash_with_a_note():
    lines = table([(1,), (2,)], FAILING).splitlines()
    assert lines[4] == r"$1$ & ---\textsuperscript{1} & ---\textsuperscript{2} \\"
    assert lines[-3] == (r"\textsuperscript{1} no value of A\_1 \& B \textless{} 50\% is known\par")
    made = Table([(1,), (2,)], FAILING)
    assert len(made.notes) == 2
    assert "-[1]" in made.text()
    assert "[1] no value of A_1 & B < 50% is known" in made.text()
    assert list(csv.reader(io.StringIO(made.csv())))[1] == ["1", "", ""]
    assert json.loads(made.json())["rows"][0][1] == {
        "printed": None,
        "note": "no value of A_1 & B < 50% is known",
    }
    assert "A_1 &amp; B &lt; 50%" in made.html()


def test_errors_of_the_program_are_no_notes():
    with pytest.raises(ZeroDivisionError):
        table([(1,)], [Column("a", lambda row: 1 // 0)])
    with pytest.raises(DomainError, match="format"):
        Table([(1,)], [Column("a", 0)]).write("pdf")


# -- formats ----------------------------------------------------------------------------------

ROWS = [
    ("50% & | <b>", Ball("1.5e-30", "1.5e-30"), oo),
    ("a, b", lambda d: fd.Gaussian(1).enclose_delta(40, d), Symbol("x")),
    ("c", Fraction(-22, 7), 0),
]
COLUMNS = [Column("$f$ of A_1", 0), Column(r"$\varepsilon$ at $10^{-5}$", 1), Column("$|x|$", 2)]


def test_formats():
    made = Table(ROWS, COLUMNS, 4)
    text = made.text().splitlines()
    assert text[0].split() == ["f", "of", "A_1", "epsilon", "at", "1e-5", "|x|"]
    assert text[1].split()[-2:] == ["1.5e-30", "inf"]
    assert len({len(line) for line in text}) == 1
    grid = list(csv.reader(io.StringIO(made.csv())))
    assert grid[2][0] == "a, b"
    assert grid[3][1:] == ["-3.143", "0"]
    lines = made.markdown().splitlines()
    assert lines[1] == "| :-- | --: | --: |"
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 4 for line in lines)
    data = json.loads(made.json())
    exact = data["rows"][1][1]
    assert Fraction(exact["lower"]) < Fraction(exact["printed"]) * Fraction("1.001")
    assert data["rows"][0][2]["printed"] == "inf"
    assert r"50\% \& \textbar{} \textless{}b\textgreater{}" in made.latex()
    assert "&lt;b&gt;" in made.html()
    for name in FORMATS:
        assert made.write(name)


def test_siunitx():
    lines = table(ROWS, COLUMNS, 4, siunitx=True).splitlines()
    assert lines[0] == r"\begin{tabular}{lS[table-format=-1.3e-3]S[table-format=1]}"
    assert lines[2].endswith(r"{$\varepsilon$ at $10^{-5}$} & {$|x|$} \\")
    assert lines[4].endswith(r"& 1.5e-30 & {$\infty$} \\")
    assert lines[6] == r"c & -3.143 & 0 \\"


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed")
def test_tables_compile_with_booktabs_alone(tmp_path):
    made = [
        table(ROWS, COLUMNS, caption="50% of $f$", label="t:1"),
        table([(1,), (2,)], FAILING),
        fd.kov.comparison("0.1", "1e-6", [10, 1000], "1e-3").latex(label="t:2"),
    ]
    document = "\n\n".join(
        [
            r"\documentclass{article}",
            r"\usepackage[T1]{fontenc}",
            r"\usepackage{booktabs}",
            r"\begin{document}",
            *made,
            r"\end{document}",
        ]
    )
    (tmp_path / "t.tex").write_text(document, encoding="utf-8")
    run = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=tmp_path, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-1500:]
    assert "Overfull" not in run.stdout


def test_comparisons_are_tables():
    (row,) = fd.kov.comparison("0.1", "1e-6", [10], "1e-3").table().cells
    assert [str(cell.content) for cell in row[:4]] == ["10", "0.1", "1", "1.28142"]
    enclosed = [Ball(f"{x}.23451", f"{x}.23452") for x in range(9)]
    made = SgdTable([SgdRow(Rational(13, 10), Rational(15), 3515, *enclosed)])
    # mu_poisson, mu_uniform, limit_poisson, limit_uniform, edgeworth, renyi, remove, add, uniform
    assert made.table(4).text().splitlines()[1].split() == [
        "1.3", "15", "3515", "6.235", "7.235", "8.235", "5.235", "2.235", "3.235", "4.235",
    ]  # fmt: skip
    made = SgdTable([SgdRow(Rational(13, 10), Rational(15), 3515, *[Ball("1.001", "1.002")] * 9)])
    assert made.latex(3).splitlines()[4] == (
        "$1.3$ & $15$ & $3515$ & " + " & ".join(["$1.01$"] * 4 + ["$1.00$"] * 3) + r" \\"
    )
