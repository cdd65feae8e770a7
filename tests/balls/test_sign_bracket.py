"""Rounding to a lattice both ways, against exact rationals and against meeting in the middle."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from scipy import stats
from sympy import Rational, log

from fdp_sym.balls import Ball
from fdp_sym.balls.sign_bracket import SignBracket, majorant
from fdp_sym.balls.sign_sums import SignSum
from fdp_sym.compose.kov import optimal
from fdp_sym.errors import PrecisionError


def all_signs(values, eps):
    """E (e^{S/2} - e^{eps - S/2})_+ over all signs, by mpmath."""
    with mpmath.workdps(40):
        total = mpmath.mpf(0)
        for signs in product((1, -1), repeat=len(values)):
            s = mpmath.fsum(
                a * mpmath.mpf(v.numerator) / v.denominator
                for a, v in zip(signs, values, strict=True)
            )
            e = mpmath.mpf(eps.numerator) / eps.denominator
            total += max(mpmath.mpf(0), mpmath.exp(s / 2) - mpmath.exp(e - s / 2))
        return total / 2 ** len(values)


@pytest.mark.parametrize(
    ("counts", "unit"),
    [
        ({1: 2, 3: 1}, Fraction(1, 4)),
        ({7: 3, 2: 2, 5: 4}, Fraction(1, 8)),
        ({0: 3, 400: 6}, Fraction(1, 64)),
        ({1: 3, 3: 4, 5: 2}, Fraction(1, 9)),  # at -1 every factor of the transform is negative
    ],
)
def test_sums_of_signs_against_all_of_them(counts, unit):
    values = [n * unit for n, c in counts.items() for _ in range(c)]
    for eps in (Fraction(0), Fraction(1, 3), sum(values) * Fraction(4, 5), sum(values)):
        value = SignSum(counts, unit, float(eps)).excess(eps)
        expected = all_signs(values, eps)
        middle = mpmath.mpf(str(value.mid()).strip("[]").split(" ")[0])
        assert abs(middle - expected) <= mpmath.mpf(10) ** -13 * max(expected, 1)
        assert float(value.rad()) <= 1e-14 * max(float(expected), 1)


def test_a_cut_window_is_paid_for():
    """Sixty thousand signs, of which a few standard deviations are kept: a binomial law."""
    n, unit, eps = 60_000, Fraction(1, 500), Fraction(3, 2)
    law = SignSum({1: n}, unit, float(eps))
    assert law.points < n // 10
    value = law.excess(eps)
    with mpmath.workdps(30):
        h, e = mpmath.mpf(1) / 500, mpmath.mpf(3) / 2
        start = (n + 750) // 2
        weight = mpmath.binomial(n, start) / mpmath.mpf(2) ** n
        total = mpmath.mpf(0)
        for j in range(start, start + 6000):
            s = (2 * j - n) * h
            total += weight * max(mpmath.mpf(0), mpmath.exp(s / 2) - mpmath.exp(e - s / 2))
            weight *= mpmath.mpf(n - j) / (j + 1)
    assert abs(float(value.mid()) / float(total) - 1) < 1e-13
    assert float(value.rad()) < 1e-13 * float(total)


def test_majorants_in_exact_rationals():
    rng = random.Random(15070313)
    print("seed 15070313")
    for _ in range(60):
        values = [
            (Fraction(rng.randrange(0, 4000), rng.choice([1, 7, 100, 997])), rng.randrange(1, 4))
            for _ in range(rng.randrange(1, 12))
        ]
        flat = sorted((v for v, n in values for _ in range(n)), reverse=True)
        counts = majorant(values)
        rounded = sorted((n for n, c in counts.items() for _ in range(c)), reverse=True)
        assert len(rounded) == len(flat)
        gains = [sum(rounded[:j]) - sum(flat[:j]) for j in range(len(flat) + 1)]
        assert min(gains) == 0
        assert gains[-1] < 1


def test_both_sides_against_meeting_in_the_middle():
    values = [Fraction(i + 3, 150 + i) for i in range(32)]
    bracket = SignBracket([(Rational(str(v)), 1) for v in values], [(Rational(1, 1000), 32)])
    best = optimal([(v, "0.001", 1) for v in values])
    grid = bracket._grid(9, 0.75, 3)
    for eps in (Fraction(0), Fraction(3, 4), Fraction(2)):
        low, high = (float(x.mid()) for x in bracket._between(grid, eps))
        exact = float(best.delta(eps).midpoint)
        assert low < exact < high < low + 5e-4


def test_coarse_cells_still_enclose():
    """Each side on its own, where the cells are as wide as the values."""
    values = [Fraction(1, 5), Fraction(1, 3), Fraction(1, 2), Fraction(5, 7)]
    bracket = SignBracket([(Rational(str(v)), 1) for v in values], [])
    c = math.prod(1 / math.cosh(v / 2) for v in values)
    widths = []
    for bits in (1, 3, 6, 9):
        grid = bracket._grid(bits, 0.3, 10)
        exact = c * float(all_signs(values, Fraction(3, 10)))
        low, high = (float(x.mid()) for x in bracket._between(grid, Fraction(3, 10)))
        assert low <= exact + 1e-15
        assert high >= exact - 1e-15
        widths.append(high - low)
        # rounded to the nearest points without their mirror image it is on neither side for sure
    assert widths[0] > 10 * widths[2] > 30 * widths[3] > 0
    wrong = [
        c
        * float(
            SignSum({round(v * 2**b): 1 for v in values}, Fraction(1, 2**b), 0.3)
            .excess(Fraction(3, 10))
            .mid()
        )
        - exact
        for b in (3, 4, 5, 6)
    ]
    assert min(wrong) < 0 < max(wrong)


def test_too_many_digits(monkeypatch):
    monkeypatch.setattr("fdp_sym.balls.sign_bracket._MOST_POINTS", 2**15)
    bracket = SignBracket([(log(2) / (i + 20), 1) for i in range(200)], [])
    with pytest.raises(PrecisionError, match="fewer digits") as caught:
        bracket.delta(Rational(1, 5), 25, "delta")
    assert caught.value.ball.relative_width < 1e-2


def np_law(epsilons, unit):
    """The masses under Q of the number of units below the largest loss, times two."""
    law = np.ones(1)
    for eps in epsilons:
        p, steps = 1 / (1 + math.exp(eps)), round(eps / unit)
        longer = np.zeros(len(law) + steps)
        longer[: len(law)] += (1 - p) * law
        longer[steps:] += p * law
        law = longer
    return law


def test_many_different_mechanisms():
    """Three hundred, whose losses are whole numbers of units: by convolutions in doubles."""
    best = optimal([(Fraction(i + 50, 3000), "1e-7", 1) for i in range(300)], digits=3)
    law = np_law([(i + 50) / 3000 for i in range(300)], 1 / 3000)
    losses = (len(law) - 1 - 2 * np.arange(len(law))) / 3000
    top = (1 - 1e-7) ** 300
    inner = (law * np.clip(-np.expm1(0.5 - losses), 0, None)).sum()
    ball = best.delta("0.5")
    assert float(ball.lower) <= 1 - top * (1 - inner) <= float(ball.upper)
    assert ball.relative_width <= 1e-3
    assert "lattice" in ball.route
    assert best.epsilon(ball.midpoint).overlaps(Ball("0.499", "0.501"))
    assert best.delta(100).contains(1 - (1 - Fraction(1, 10**7)) ** 300)
    assert best.epsilon("1e-9").lower == math.inf
    assert best.epsilon("0.99").upper == 0


@pytest.mark.slow
def test_ten_thousand_different_mechanisms():
    """The width that was asked for, and the value beside its Gaussian limit."""
    epsilons = [Fraction(10**6 + i * i % 9973 + i, 10**9) for i in range(10**4)]
    best = optimal([(eps, "1e-9", 1) for eps in epsilons], digits=4)
    ball = best.delta("0.1")
    assert ball.relative_width <= 1e-4
    mu = math.sqrt(math.fsum(float(e) ** 2 for e in epsilons))
    inner = stats.norm.cdf(mu / 2 - 0.1 / mu) - math.exp(0.1) * stats.norm.cdf(-mu / 2 - 0.1 / mu)
    assert float(ball.midpoint) == pytest.approx(1e-5 + inner, rel=1e-2)
