"""Neyman and Pearson on finite pairs, against enumeration of all deterministic tests."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, exp, log, simplify, sqrt

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.symbols import delta, epsilon
from fdp_sym.tradeoff import EpsDelta
from fdp_sym.tradeoff.pair import from_pair, optimal_test

x = exp(epsilon)
# KOV eqs (12), (13)
CANONICAL = (
    (delta, (1 - delta) * x / (1 + x), (1 - delta) / (1 + x), 0),
    (0, (1 - delta) / (1 + x), (1 - delta) * x / (1 + x), delta),
)


def normalised(weights):
    return [Fraction(w, sum(weights)) for w in weights]


def error_pairs(p, q):
    """(alpha, beta) of every deterministic test."""
    outcomes = range(len(p))
    subsets = chain.from_iterable(combinations(outcomes, r) for r in range(len(p) + 1))
    return [(sum(p[i] for i in s), 1 - sum(q[i] for i in s)) for s in map(tuple, subsets)]


def least_beta(pairs, level):
    """Best mixture of two deterministic tests at exactly this level: brute force for T(P, Q)."""
    best = min((b for a, b in pairs if a <= level), default=Fraction(1))
    for a, b in pairs:
        for a2, b2 in pairs:
            if a < level < a2:
                best = min(best, b + (b2 - b) * (level - a) / (a2 - a))
    return best


weights = st.lists(st.integers(0, 5), min_size=1, max_size=4)


@given(weights, weights)
def test_every_randomised_test_lies_above_and_one_attains_it(left, right):
    size = min(len(left), len(right))
    left, right = left[:size], right[:size]
    if not sum(left) or not sum(right):
        return
    p, q = normalised(left), normalised(right)
    f, pairs = from_pair(p, q), error_pairs(p, q)
    for level in (Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(5, 6), Fraction(1)):
        value = f(level)
        assert value == Rational(least_beta(pairs, level))
        test = optimal_test(p, q, level)
        assert all(0 <= share <= 1 for share in test)
        assert sum(a * b for a, b in zip(map(Rational, p), test, strict=True)) == level
        assert 1 - sum(a * b for a, b in zip(map(Rational, q), test, strict=True)) == value


def test_by_hand():
    f = from_pair(["1/2", "1/4", "1/4"], ["1/8", "3/8", "1/2"])
    quarter, half = Rational(1, 4), Rational(1, 2)
    assert f.breakpoints == ((0, 1), (quarter, half), (half, half / 4), (1, 0))
    assert f.slopes == (-2, Rational(-3, 2), Rational(-1, 4))


def test_the_reverse_pair_gives_the_inverse(rng: random.Random):
    for _ in range(20):
        p, q = ([rng.randint(0, 6) for _ in range(5)] for _ in range(2))
        p[0] += 1
        q[1] += 1
        p, q = normalised(p), normalised(q)
        assert from_pair(q, p) == from_pair(p, q).inverse()


def test_atoms_without_mass():
    f = from_pair([0, "1/2", 0, "1/2"], ["1/4", "1/4", 0, "1/2"])
    assert f("0") == Rational(3, 4)  # rejecting the first outcome costs nothing
    assert f == from_pair(["1/2", "1/2", 0], ["1/2", "1/4", "1/4"])
    assert from_pair([1, 0], [0, 1]).breakpoints == ((0, 0), (1, 0))
    assert from_pair([1], [1]).breakpoints == ((0, 1), (1, 0))
    assert optimal_test([1, 0, 0], [0, 1, 0], 0) == (0, 1, 0)


def test_splitting_an_outcome_changes_nothing():
    whole = from_pair(["1/2", "1/2"], ["1/4", "3/4"])
    split = from_pair(["1/6", "1/3", "1/2"], ["1/12", "1/6", "3/4"])
    assert whole == split


def test_the_canonical_pair_is_eq_5_in_symbols():
    assert from_pair(*CANONICAL) == EpsDelta(epsilon, delta).as_piecewise_linear()
    assert from_pair(*reversed(CANONICAL)) == EpsDelta(epsilon, delta).as_piecewise_linear()
    # mutant: other weights of the middle outcomes
    wrong = (CANONICAL[0], (0, (1 - delta) / 2, (1 - delta) / 2, delta))
    assert from_pair(*wrong) != EpsDelta(epsilon, delta).as_piecewise_linear()


def test_symbols_that_leave_the_order_open():
    p = (1 - delta / 2, delta / 2)
    q = (x / (1 + x), 1 / (1 + x))
    with pytest.raises(HypothesisError, match="matters here"):
        from_pair(p, q)
    with pytest.raises(HypothesisError, match="exp"):
        from_pair((1 - x / 8, x / 8), (x / 8, 1 - x / 8))


def test_irrational_numbers():
    c = 1 / (1 + exp(1))
    assert from_pair((1 - c, c), (c, 1 - c)) == EpsDelta(1).as_piecewise_linear()
    root = sqrt(2) / 2
    assert from_pair((root, 1 - root), (root, 1 - root)).breakpoints == ((0, 1), (1, 0))
    slopes = from_pair((log(2), 1 - log(2)), ("1/2", "1/2")).slopes  # log(2) > 1/2
    assert simplify(slopes[0] + 1 / (2 - 2 * log(2))) == 0


@pytest.mark.parametrize(
    ("p", "q", "message"),
    [
        ([], [], "empty"),
        ([1], [1, 0], "p has 1 masses and q has 2"),
        (["1/2", "1/4"], [1, 0], "sums to 3/4"),
        ([0.1, 0.9], [1, 0], "36028797018963969/36028797018963968"),
        ([2, -1], [1, 0], r"p\[1\] = -1"),
        ([1, 0], [-1, 2], r"q\[0\] = -1"),
        ([float("nan"), 1], [1, 0], "finite"),
        ([1j, 1], [1, 0], "real"),
        ("10", [1, 0], "list of numbers"),
        (1, [1], "list of numbers"),
        ((delta, delta), (1, 0), "sums to 2"),
    ],
)
def test_what_is_no_pair_is_refused(p, q, message):
    with pytest.raises(DomainError, match=message):
        from_pair(p, q)


def test_levels_outside_the_unit_interval_are_refused():
    for level in (-1, 2, "3/2"):
        with pytest.raises(DomainError, match="alpha"):
            optimal_test([1], [1], level)


def test_the_level_of_the_profile_at_zero_is_reached_at_zero():
    f = from_pair(["1/1000", "999/1000"], [0, 1])
    assert f.enclose_delta(0).upper >= Fraction(1, 1000) >= f.enclose_delta(0).lower
    assert f.enclose_epsilon("1/1000").upper == 0
    assert f.enclose_epsilon("1/1001").lower > 0
