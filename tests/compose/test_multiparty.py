"""Functions of private bits: exact accuracies against enumeration, SciPy and formulas."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from sympy import Rational, log

from fdp_sym.compose.kov import accuracy


def xor(*bits):
    return sum(bits) % 2


def conjunction(*bits):
    return min(bits)


def disjunction(*bits):
    return max(bits)


def majority(*bits):
    return int(2 * sum(bits) > len(bits))


FUNCTIONS = (xor, conjunction, disjunction, majority)
MIXED = [
    (Fraction(2), Fraction(1, 10)),
    (Fraction(3), Fraction(0)),
    (Fraction(7, 4), Fraction(1, 5)),
]


def guarantees(pairs):
    return [(log(Rational(str(growth))), slack) for growth, slack in pairs]


def law(pairs, x, party=None):
    """The masses of all 4^n outcomes at the input x; those of ``party`` are replaced by its bit."""
    rows = []
    for i, ((growth, slack), bit) in enumerate(zip(pairs, x, strict=True)):
        most, least = (1 - slack) * growth / (1 + growth), (1 - slack) / (1 + growth)
        row = [slack, most, least, Fraction(0)]
        row = row if bit == 0 else row[::-1]
        rows.append([Fraction(bit == 0), Fraction(bit == 1), 0, 0] if i == party else row)
    return {s: math.prod(r[o] for r, o in zip(rows, s, strict=True)) for s in _outcomes(len(x))}


def _outcomes(n):
    return list(product(range(4), repeat=n))


def average_by_enumeration(function, pairs, party=None):
    inputs = list(product((0, 1), repeat=len(pairs)))
    laws = {x: law(pairs, x, party) for x in inputs}
    best = sum(
        max(sum(laws[x][s] for x in inputs if function(*x) == a) for a in (0, 1))
        for s in _outcomes(len(pairs))
    )
    return best / len(inputs)


def worst_by_linprog(function, pairs, party=None):
    """max t with sum_s P(s|x) d(f(x)|s) >= t for every x, in floats."""
    n = len(pairs)
    outcomes = _outcomes(n)
    rows, bounds = [], []
    for x in product((0, 1), repeat=n):
        masses = law(pairs, x, party)
        p = np.array([float(masses[s]) for s in outcomes])
        sign = 1 if function(*x) else -1  # d = probability of answering 1
        rows.append([*(-sign * p), 1.0])
        bounds.append(0.0 if function(*x) else 1.0)
    box = [(0, 1)] * len(outcomes) + [(None, None)]
    found = linprog([0.0] * len(outcomes) + [-1.0], rows, bounds, bounds=box)
    return -found.fun


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("party", [None, 1])
def test_against_enumeration_and_linprog(function, party):
    pairs = MIXED
    average = accuracy(function, guarantees(pairs), case="average", party=party)
    assert Fraction(str(average.value)) == average_by_enumeration(function, pairs, party)
    worst = accuracy(function, guarantees(pairs), party=party)
    assert float(worst.value) == pytest.approx(worst_by_linprog(function, pairs, party), abs=1e-9)


def test_four_bits_against_linprog():
    pairs = [*MIXED, (Fraction(5, 2), Fraction(1, 7))]
    for function in (conjunction, xor):
        worst = accuracy(function, guarantees(pairs))
        expected = worst_by_linprog(function, pairs)
        assert float(worst.value) == pytest.approx(expected, abs=1e-9)


def test_rule_and_prior_by_hand():
    """The two sides of the worst case multiplied out here, from the masses."""
    found = accuracy(conjunction, guarantees(MIXED))
    inputs = list(product((0, 1), repeat=3))
    laws = {x: law(MIXED, x) for x in inputs}
    gains = [
        sum(laws[x][s] * row[found.answers.index(min(x))] for s, row in found.rule.items())
        for x in inputs
    ]
    bound = sum(
        max(sum(found.prior[x] * laws[x][s] for x in inputs if min(x) == a) for a in (0, 1))
        for s in _outcomes(3)
    )
    assert min(gains) == bound == Fraction(str(found.value))
