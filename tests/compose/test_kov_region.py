"""The list of KOV's Theorem 3.3 against the region, by another route: rational points."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from sympy import Lambda, Tuple, symbols

from fdp_sym.compose.kov.region import ListOfRegions

k, i, m = symbols("k i l", integer=True)


@pytest.mark.parametrize(
    "exponents",
    [(k - m, k - 2 * i + m + 1), (k - m + 1, k - 2 * i + m), (k - i, k - 2 * i + m), (k, k - m)],
)
def test_other_exponents_are_refuted(exponents: tuple[object, object]) -> None:
    verdict = ListOfRegions(12, Lambda((k, i, m), Tuple(*exponents))).verdict
    assert verdict.status == "refuted"
    assert int(verdict.witness["k"]) <= 3


def test_the_printed_list_against_all_outcomes() -> None:
    assert ListOfRegions(5).verdict.status == "certified"
    x, delta = Fraction(3, 2), Fraction(1, 7)
    low = (1 - delta) / (1 + x)
    P, Q = (delta, x * low, low, 0), (0, low, x * low, delta)
    for n in range(1, 5):
        for number in range(n // 2 + 1):
            excess = Fraction(0)
            for outcome in product(range(4), repeat=n):
                p = q = Fraction(1)
                for o in outcome:
                    p, q = p * P[o], q * Q[o]
                excess += max(Fraction(0), q - x ** (n - 2 * number) * p)
            terms = sum(
                comb(n, j) * (x ** (n - j) - x ** (n - 2 * number + j)) for j in range(number)
            )
            assert excess == 1 - (1 - delta) ** n * (1 - terms / (1 + x) ** n)
