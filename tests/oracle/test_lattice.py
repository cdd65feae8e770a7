"""Commensurate laws on one line or apart, whichever has fewer points; both against brute force."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import mpmath as mp
import pytest
from sympy import log

from fdp_sym.oracle import certified, enclose_delta, lattice
from fdp_sym.oracle.parts import parts_of
from fdp_sym.tradeoff import EpsDelta, Gaussian, RandomizedResponse
from fdp_sym.tradeoff.pair import from_pair

FACTORS = [(EpsDelta("1/10"), 40), (EpsDelta("4/61"), 30)]


def by_brute_force(eps):
    total = mp.mpf(0)
    first, second = mp.mpf(1) / 10, mp.mpf(4) / 61
    for i in range(41):
        for j in range(31):
            loss = (40 - 2 * i) * first + (30 - 2 * j) * second
            ways = comb(40, i) * comb(30, j)
            whole = (1 + mp.exp(first)) ** 40 * (1 + mp.exp(second)) ** 30
            mass = ways * mp.exp((40 - i) * first + (30 - j) * second) / whole
            total += mass * max(0, 1 - mp.exp(eps - loss))
    return total


@pytest.mark.parametrize(("most", "lines"), [(20_000, 2), (0, 1)])
def test_two_lines_or_one(most, lines, monkeypatch):
    monkeypatch.setattr(lattice, "_MOST_COMBINATIONS", most)
    certified._product.cache_clear()
    assert len(parts_of(FACTORS).lattices()[0]) == lines
    with mp.workdps(40):
        for eps in (0, 2, Fraction(50, 61)):
            value = by_brute_force(mp.mpf(Fraction(eps).numerator) / Fraction(eps).denominator)
            ball = enclose_delta(FACTORS, eps)
            assert (
                ball.decimal(28) == mp.nstr(value, 40, strip_zeros=False)[: len(ball.decimal(28))]
            )
    certified._product.cache_clear()


def test_losses_of_two_directions_are_on_no_line():
    """Ratios 6, 1 and 1/3: their logarithms are independent, over log 2 and log 3."""
    p = [Fraction(1, 20), Fraction(23, 40), Fraction(3, 8)]
    q = [r * mass for r, mass in zip((6, 1, Fraction(1, 3)), p, strict=True)]
    assert sum(q) == 1
    f = from_pair(p, q)
    lines, scattered = parts_of([(f, 2)]).lattices()
    assert (len(lines), len(scattered)) == (0, 1)
    pairs = [(a * c, b * d) for a, b in zip(p, q, strict=True) for c, d in zip(p, q, strict=True)]
    for growth in (1, 2, 5):
        value = sum(max(Fraction(0), b - growth * a) for a, b in pairs)
        assert enclose_delta([(f, 2)], log(growth)).contains(value)


@pytest.mark.parametrize(
    ("factors", "lines"),
    [
        ([(EpsDelta("1/10"), 1000), (EpsDelta("4/61"), 1000)], 2),
        ([(EpsDelta("1/10"), 10_000), (EpsDelta("1/7"), 300)], 2),
        # a product with a law of another kind asks it for every combination
        ([(EpsDelta("1/10"), 1000), (EpsDelta("4/61"), 1000), (Gaussian(1), 1)], 1),
        ([(EpsDelta("1/10"), 1000), (EpsDelta("1/20"), 1000)], 2),
        ([(EpsDelta("1/10"), 100), (EpsDelta("1/20"), 100), (EpsDelta("3/40"), 100)], 1),
        ([(EpsDelta(Fraction(20 + i, 1000)), 1) for i in range(100)], 1),
        ([(RandomizedResponse("1/10", 3), 200), (RandomizedResponse("4/61", 4), 200)], 2),
    ],
)
def test_the_shorter_way(factors, lines):
    assert len(parts_of(factors).lattices()[0]) == lines
