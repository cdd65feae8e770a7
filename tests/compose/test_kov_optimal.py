"""The optimal composition of different mechanisms: Murtagh and Vadhan's value."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from sympy import Rational, exp, log, sqrt

from fdp_sym.compose.kov import composition, optimal
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.symbols import delta, epsilon
from fdp_sym.tradeoff import EpsDelta

MIXED = [("0.3", "0.01", 1), ("0.5", 0, 1), ("1.1", "0.02", 1), ("0.2", "0.001", 1)]


def all_subsets(growths, slacks, growth):
    """Murtagh and Vadhan's sum over all subsets; exact for Fractions, which are e^eps."""
    below = math.prod(1 + x for x in growths)
    total = sum(
        max(
            math.prod(x for x, inside in zip(growths, subset, strict=True) if inside)
            - growth
            * math.prod(x for x, inside in zip(growths, subset, strict=True) if not inside),
            0,
        )
        for subset in product((True, False), repeat=len(growths))
    )
    return 1 - math.prod(1 - d for d in slacks) * (1 - total / below)


def test_published_numbers():
    best = optimal(MIXED)
    published = {
        "0": "0.515889304187869",
        "0.5": "0.38472970531397",
        "0.9": "0.274352344340615",
        "1.5": "0.116491492626129",
        "2.1": "0.0307702",
    }
    for eps, value in published.items():
        unit = Fraction(1, 10 ** len(value.partition(".")[2]))
        assert abs(best.delta(eps).midpoint - Fraction(value)) < unit
        if eps != "2.1":
            assert abs(best.epsilon(value).midpoint - Fraction(eps)) < 10 * unit


def test_all_subsets_in_exact_rationals():
    growths = [Fraction(3, 2), Fraction(2), Fraction(2), Fraction(5, 3), Fraction(9, 7)]
    slacks = [Fraction(0), Fraction(1, 10), Fraction(1, 10), Fraction(1, 7), Fraction(0)]
    counted = {}
    for pair in zip(growths, slacks, strict=True):
        counted[pair] = counted.get(pair, 0) + 1
    best = optimal([(log(Rational(str(x))), d, n) for (x, d), n in counted.items()])
    for growth in (Fraction(1), Fraction(7, 5), Fraction(4), Fraction(15), Fraction(20)):
        value = best.delta(log(Rational(str(growth))))
        assert value.contains(all_subsets(growths, slacks, growth))
        assert value.relative_width <= Fraction(1, 10**30)


def test_fifty_digits_of_eight_different_ones():
    growths = [mpmath.mpf(i) / 10 for i in range(3, 11)]
    best = optimal([(Fraction(i, 10), Fraction(1, 1000), 1) for i in range(3, 11)], digits=50)
    with mpmath.workdps(70):
        growths = [mpmath.exp(mpmath.mpf(i) / 10) for i in range(3, 11)]
        slacks = [mpmath.mpf(1) / 1000] * 8
        for eps in ("0", "0.45", "3"):
            value = all_subsets(growths, slacks, mpmath.exp(mpmath.mpf(eps)))
            ball = best.delta(eps)
            middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
            assert abs(middle / value - 1) < mpmath.mpf(10) ** -50


def test_equal_mechanisms_are_the_exact_composition():
    best, same = (
        optimal([("0.1", "0.001", 10), ("0.1", "0.001", 20)]),
        composition("0.1", "0.001", 30),
    )
    assert best.tradeoff == same.tradeoff
    assert all(best.delta(e).overlaps(same.delta(e)) for e in (0, 1, "2.05"))


def test_two_mechanisms_a_thousand_times_each():
    """By a convolution in doubles: two binomial laws on 1001 points each."""
    best = optimal([(sqrt(2) / 100, "1e-6", 1000), ("0.037", 0, 1000)])
    laws = []
    for eps in (math.sqrt(2) / 100, 0.037):
        j = np.arange(1001)
        p = 1 / (1 + math.exp(-eps))
        with mpmath.workdps(20):
            weights = [float(mpmath.binomial(1000, int(i))) for i in j]
        logs = np.log(np.array(weights)) + (1000 - j) * math.log(p) + j * math.log1p(-p)
        laws.append(((1000 - 2 * j) * eps, np.exp(logs)))
    losses = laws[0][0][:, None] + laws[1][0][None, :]
    masses = laws[0][1][:, None] * laws[1][1][None, :]
    top = (1 - 1e-6) ** 1000
    for eps in (0.5, 2.0):
        inner = (masses * np.clip(-np.expm1(eps - losses), 0, None)).sum()
        assert float(best.delta(eps).midpoint) == pytest.approx(1 - top * (1 - inner), rel=1e-9)
    level = best.delta(2.0).midpoint
    assert best.epsilon(level).contains(2) or abs(best.epsilon(level).midpoint - 2) < 1e-25


def test_symbols():
    best = optimal([(epsilon, delta, 2), (1, 0, 1)])
    value = best.delta(1).subs({epsilon: log(2), delta: Rational(1, 10)})
    growths = [mpmath.mpf(2), mpmath.mpf(2), mpmath.e]
    expected = all_subsets(growths, [mpmath.mpf("0.1")] * 2, mpmath.e)
    assert float(value) == pytest.approx(float(expected), rel=1e-12)
    assert optimal([(epsilon, delta, 3)]).tradeoff == EpsDelta(epsilon, delta) ** 3
    with pytest.raises(UnsupportedError):
        best.epsilon("0.1")


def test_extremes():
    assert optimal([(1, 0, 0)]).delta(0).upper == 0
    assert optimal([(1, "0.5", 1), (2, 1, 1)]).delta(100).lower == 1
    assert optimal([(0, 0, 5), (0, "0.1", 2)]).delta(3).contains(Fraction(19, 100))
    best = optimal(MIXED)
    limit = 1 - Fraction(99 * 98 * 999, 100 * 100 * 1000)
    assert best.epsilon(limit).contains(Fraction(21, 10))
    unreachable = best.epsilon(limit - Fraction(1, 10**9))
    assert unreachable.lower == math.inf
    assert unreachable.route.startswith("unreachable")
    assert best.epsilon("0.6").upper == 0


@pytest.mark.parametrize(
    "mechanisms",
    [
        [],
        None,
        "abc",
        [(1, 0)],
        [1],
        [(-1, 0, 1)],
        [(1, 2, 1)],
        [(1, 0, -1)],
        [(1, 0, 0.5)],
        [(1, 0, 1), (1, 0, 1, 1)],
        [(1, 0, True)],
    ],
)
def test_bad_input(mechanisms):
    with pytest.raises(DomainError):
        optimal(mechanisms)


def test_bad_targets():
    best = optimal(MIXED)
    for level in (-1, "1.5", math.nan):
        with pytest.raises(DomainError):
            best.epsilon(level)
    with pytest.raises(DomainError):
        best.delta(math.inf)


def test_an_irrational_target():
    """Of so many different mechanisms that the halves meet in the middle; all signs in floats."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
    ball = optimal([(sqrt(p) / 20, 0, 1) for p in primes], digits=8).epsilon(exp(-3))
    losses, masses = np.zeros(1), np.ones(1)
    for eps in np.sqrt(primes) / 20:
        kept = 1 / (1 + np.exp(-eps))
        losses = np.concatenate([losses + eps, losses - eps])
        masses = np.concatenate([masses * kept, masses * (1 - kept)])
    above = losses > float(ball.midpoint)
    value = np.sum(masses[above] * -np.expm1(float(ball.midpoint) - losses[above]))
    assert value == pytest.approx(math.exp(-3), rel=1e-6)
