"""Mutants of sums: ranges beyond binomial coefficients, and beyond the domain of an index."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from sympy import Interval, Lambda, Sum, binomial, exp, oo

from fdp_sym.functions import Max
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.consequences import by_cases, under_other_names
from fdp_sym.mutants.indices import any_index
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.order import is_weaker
from fdp_sym.mutants.supports import by_supports, within_supports
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lt, Theorem, cite, generic, symbolic, termwise

k, i, j, n = integer("k", 1), integer("i", 0), integer("j", 0), integer("n", 0)
e, t = real("e", Interval.open(0, oo)), real("t", Interval.open(0, oo))


def total(low, high, body=1):
    return Sum(binomial(k, j) * body, (j, low, high))


@pytest.mark.parametrize(
    ("relation", "given", "proved"),
    [
        (Eq(total(0, i), total(0, k)), (Ge(i, k),), True),
        (Eq(total(0, i), total(0, k)), (Gt(i, k - 1),), True),  # of integers
        (Eq(total(0, i), total(0, k)), (Gt(i, k - 2),), False),
        (Eq(total(-i, k), total(0, k)), (), True),
        (Eq(total(1 - i, k), total(0, k)), (), False),
        (Eq(total(i, k), 0), (Gt(i, k),), True),
        (Eq(total(i, k), 0), (Ge(i, k),), False),
        (Eq(total(i, n), 0), (Gt(i, k),), False),  # n < k, and by Karr's convention it is not 0
        (Eq(total(0, -1 - i), 0), (), True),
        (Eq(total(0, -i), 0), (), False),
        (Eq(total(1, -1 - i), 0), (), False),
        (Eq(total(0, i, exp(j)), total(0, k, exp(j))), (Ge(i, k),), True),
        (Eq(total(0, i, 1 / (j - 2)), total(0, k, 1 / (j - 2))), (Ge(i, k),), False),
        (Eq(total(0, i, Max(0, exp(e * (i - j)) - 1)), total(0, i, exp(e * (i - j)) - 1)), (), 1),
        (Eq(total(0, i, Max(0, exp(e * (k - j)) - 1)), total(0, i, exp(e * (k - j)) - 1)), (), 0),
        (Eq(total(i, k, Max(0, 1 - exp(e * (j - i)))), 0), (Le(i, k),), True),
        (Eq(total(i, k, Max(0, 1 - exp(e * (j - i - 1)))), 0), (Le(i, k),), False),
        (Eq(total(i, k, Max(0, 2 - exp(e * (j - i)))), 0), (Le(i, k),), False),
        (Eq(total(i, k, Max(0, exp(e * i) - t * exp(e * j))), 0), (Le(i, k), Ge(t, 1)), True),
        (Eq(total(i, k, Max(0, exp(e * i) - t * exp(e * j))), 0), (Le(i, k), Le(t, 1)), False),
        (Eq(Sum(binomial(j, k) * e**j, (j, 0, k)), e**k), (), True),
        (Eq(Sum(binomial(j, k) * e**j, (j, 0, n)), 0), (Lt(n, k),), True),
        (Eq(Sum(binomial(j, k) * e**j, (j, 0, n)), 0), (Le(n, k),), False),
        (Eq(Sum(binomial(j, k) * e**j, (j, -i, k)), e**k), (), False),
        (Ge(total(0, i), 0), (Gt(i, k),), True),
        (Eq(total(i, k, Max(-1, 1 - exp(e * (j - i)))), 0), (Le(i, k),), False),
        (Eq(total(i, k, Max(1, 1 - exp(e * (j - i)))), total(i, k)), (Le(i, k),), True),
    ],
)
def test_only_what_counts_is_summed(relation, given, proved) -> None:
    assert bool(by_supports(relation, given)) == bool(proved)


def test_sums_have_the_same_value_within_the_support() -> None:
    chosen = random.Random(7)
    for _ in range(100):
        low, high, top = (chosen.randint(-3, 8) for _ in range(3))
        top = abs(top)
        sums = Sum(binomial(top, j, evaluate=False) * (2 + j), (j, low, high))
        found = within_supports(sums, ())
        if found == 0:
            first, last = 0, -1
        elif isinstance(found, Sum):
            ((_, first, last),) = found.limits
        else:  # one term
            assert found == added(top, low, high)
            continue
        assert added(top, int(first), int(last)) == added(top, low, high), (low, high, top)


def added(top, low, high):
    """By Karr's convention, with coefficients that are 0 beyond the support."""

    def part(a, b):
        values = (comb(top, m) * Fraction(2 + m) for m in range(a, b + 1) if 0 <= m <= top)
        return sum(values, Fraction(0))

    return part(low, high) if high >= low else -part(high + 1, low - 1)


def test_an_index_of_another_domain() -> None:
    fitting = total(0, i) + Sum(j, (j, 1, 3)) + total(0, i - 1)
    assert any_index(fitting) is fitting
    assert "<j>" in str(any_index(total(0, -1 - i)))


def entry_of(claim, given, *checks):
    return Theorem(id="t", title="", source=cite("n", "n"), claim=claim, given=given, checks=checks)


def fate(what, claim, given, *checks):
    entry = entry_of(claim, given, *checks)
    (mutant,) = (m for m in mutations(entry).mutants if m.what == what)
    return Judge(entry, {}, trusted=True).judge(mutant).fate


def test_sums_that_are_refused_as_they_stand() -> None:
    """The index is at least 1, and q(0) is some number."""
    m, last = integer("i", 1), integer("n", 1)
    q = generic("q", facts=(), bounds=(1, oo), instances=[Lambda(m, m)])
    claim = Le(Sum(q(m), (m, 1, last)), Sum(q(m) + 1, (m, 1, last)))
    found = fate("Sum(q(i), (i, 1, n)) -> Sum(q(i), (i, 0, n))", claim, (), symbolic(termwise()))
    assert found is Fate.KILLED
    other = "Sum(1 + q(i), (i, 1, n)) -> Sum(1 + q(i), (i, 0, n))"  # true: q(0) >= 1
    assert fate(other, claim, (), symbolic(termwise())) is not Fate.KILLED


def test_coefficients_are_at_least_1_within_their_support() -> None:
    body, free = Max(0, exp(e * (k - j)) - t), ()
    claim = Le(total(0, k, body), t)
    assert is_weaker(claim, Le(Sum(body, (j, 0, k)), t), free)
    assert not is_weaker(Le(Sum(body, (j, 0, k)), t), claim, free)
    assert not is_weaker(Le(total(0, k + 1, body), t), Le(Sum(body, (j, 0, k + 1)), t), free)


def test_the_original_with_one_symbol_for_another() -> None:
    p, q, s = (real(name, Interval(0, 1)) for name in "pqs")
    claim = Le(p * s + q * (1 - s), 1)
    entry = entry_of(claim, Le(p, q), symbolic())
    first = next(m for m in mutations(entry).mutants if m.part == 0)
    mutant = replace(first, claim=(Le(p * q + q * (1 - q), 1),))
    assert under_other_names(entry, mutant)
    assert not under_other_names(entry, replace(mutant, claim=(Le(2 * p * q, 1),)))
    moved = replace(mutant, claim=(Le(q * s + q * (1 - s), 1),), given=(Le(p, q),))
    assert not under_other_names(entry, moved)  # q <= q is no hypothesis of it


def test_a_hypothesis_that_says_nothing_beyond_the_support() -> None:
    """Where i < k does not hold, the sums to i are those to k."""
    difference = exp(e * (i - j)) - 1
    claim = Eq(total(0, i, Max(0, difference)), total(0, i, difference))
    entry = entry_of(claim, Lt(i, k), symbolic(termwise(within=True)))
    (dropped,) = (m for m in mutations(entry).mutants if m.what == "given i < k: this -> nothing")
    assert by_cases(entry, dropped)
    other = entry_of(Eq(total(0, i), total(0, k)), Ge(i, k), symbolic(termwise(within=True)))
    (needed,) = (m for m in mutations(other).mutants if m.what == "given i >= k: this -> nothing")
    assert not by_cases(other, needed)
