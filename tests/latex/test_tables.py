"""Numbers and tables in LaTeX: every printed digit is proved."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction

import pytest
from sympy import Rational, Symbol, oo, pi, sqrt

from fdp_sym.balls import Ball
from fdp_sym.errors import DomainError, PrecisionError
from fdp_sym.latex import Column, number, table


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
    rows = [("Gaussian & co", Ball("0.54", "0.56"), {"eps": Rational(1, 3)}), ("x_1", 1, {"eps": oo})]
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
