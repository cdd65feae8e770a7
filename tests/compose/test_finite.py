"""Products of rational piecewise-linear functions: exact, against brute-force enumeration."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from itertools import product as cartesian

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, log

from fdp_sym.compose import Product
from fdp_sym.compose.finite import is_rational, multiply
from fdp_sym.exact import to_fraction
from fdp_sym.tradeoff import EpsDelta, PiecewiseLinear, from_pair

TENT = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])


def masses(f):
    """(P, Q) masses of a pair with this trade-off function, in Fractions."""
    points = [
        (Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for a, b in f.breakpoints
    ]
    pieces = [(c - a, b - e) for (a, b), (c, e) in pairwise(points)]
    return [(Fraction(0), 1 - points[0][1]), *pieces]


def by_enumeration(functions):
    """T of the product of the pairs, all outcomes one by one."""
    rows = list(cartesian(*map(masses, functions)))
    p = [math.prod(o[0] for o in row) for row in rows]
    q = [math.prod(o[1] for o in row) for row in rows]
    return from_pair(p, q)


weights = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


@st.composite
def pairs(draw):
    p, q = draw(weights), draw(weights)
    f = from_pair([Fraction(x, sum(p)) for x in p], [Fraction(x, sum(q)) for x in q])
    return f if f.formula(0) != 0 else TENT  # f = 0 has no finite likelihood ratio


@settings(max_examples=60)
@given(st.lists(st.tuples(pairs(), st.integers(1, 3)), min_size=1, max_size=2))
def test_enumeration(parts):
    expected = by_enumeration([f for f, n in parts for _ in range(n)])
    result = multiply(parts)
    assert result == expected
    # what the constructor would have found: same vertices, slopes and order
    twin = PiecewiseLinear(result.breakpoints)
    assert twin == result
    assert twin.slopes == result.slopes
    assert twin._steepness == result._steepness
    assert is_rational(result)


def test_equal_ratios_merge():
    """Ratios 4, 1 and 1/4: (16, 4, 1, 1/4, 1/16) after two, of 9 pairs of outcomes."""
    f = from_pair(["1/9", "4/9", "4/9"], ["4/9", "4/9", "1/9"])
    assert len((f**2).slopes) == 5
    # 4 = 2**2, 1/8 = 2**-3, 3/2 and 2/3: ratios that need a common base
    g = from_pair(["1/10", "4/5", "1/10"], ["4/10", "1/2", "1/10"])
    h = from_pair(["2/5", "3/5"], ["3/5", "2/5"])
    assert g @ h @ g == by_enumeration([g, g, h])
    assert len((h**4).slopes) == 5


def test_close_ratios_stay_apart():
    """Ratios that agree in their first 50 digits are ordered exactly."""
    tiny = Fraction(1, 10**50)
    f = from_pair([Fraction(1, 2), Fraction(1, 2)], [Fraction(2, 3), Fraction(1, 3)])
    g = from_pair([Fraction(1, 2), Fraction(1, 2)], [Fraction(2, 3) - tiny, Fraction(1, 3) + tiny])
    product = f @ g
    assert len(product.slopes) == 4
    assert product.slopes == tuple(sorted(product.slopes))
    assert product == by_enumeration([f, g])


def test_powers_of_two_atoms_are_binomial():
    """TENT is f_(log 3, 0); 1000 factors against binomial sums."""
    f = TENT**1000
    terms = [math.comb(1000, j) * 3**j for j in range(1001)]
    whole = 4**1000
    assert sum(terms) == whole
    head = 0
    for j, (alpha, beta) in enumerate(f.breakpoints):
        assert to_fraction(alpha) == Fraction(head, whole)
        assert to_fraction(beta) == Fraction(sum(terms[: 1001 - j]), whole)
        head += terms[j] if j <= 1000 else 0
    assert (EpsDelta(log(3)) ** 1000).as_piecewise_linear() == f


def test_ten_thousand_atoms():
    f = PiecewiseLinear([(0, 1), ("1/7", "2/5"), ("3/5", "1/9"), (1, 0)])
    g = f**139
    assert len(g.slopes) == math.comb(141, 2)  # no two ratios coincide
    alpha, beta = g.breakpoints[2]
    # the two largest ratios: 139 times the first piece, 138 times the first and once the second
    p = [Rational(1, 7) ** 139, 139 * Rational(1, 7) ** 138 * Rational(16, 35)]
    q = [Rational(3, 5) ** 139, 139 * Rational(3, 5) ** 138 * Rational(13, 45)]
    assert (alpha, beta) == (sum(p), 1 - sum(q))


def test_many_atoms_pair_by_pair():
    f = from_pair([Fraction(i + 1, 5050) for i in range(100)], [Fraction(1, 100)] * 100)
    g = from_pair([Fraction(2 * i + 1, 10000) for i in range(100)], [Fraction(1, 100)] * 100)
    product = f @ g
    assert product == by_enumeration([f, g])
    assert len(product.slopes) == len(
        {(i + 1) * (2 * j + 1) for i in range(100) for j in range(100)}
    )


@pytest.mark.parametrize("n", [10**4, 10**30])
def test_too_large_is_left_alone(n):
    f = TENT**n
    assert isinstance(f, Product)
    assert f.factors == ((TENT, n),)
    assert f @ TENT == TENT ** (n + 1)


def test_no_mass_above_and_below():
    """f_(0, delta)-like pairs: infinite and zero likelihood ratios multiply as they must."""
    f = from_pair(["1/2", "1/2", 0], [0, "2/3", "1/3"])
    g = f**3
    assert g == by_enumeration([f] * 3)
    assert g.breakpoints[0][1] == Rational(8, 27)
    assert g.breakpoints[1] == (Rational(1, 8), 0)
