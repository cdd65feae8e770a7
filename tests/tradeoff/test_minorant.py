"""Convex minorants against the definition: below everything, and nothing larger is."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from sympy import Rational

from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.symbols import delta, epsilon
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace
from fdp_sym.tradeoff.minorant import convex_minorant
from fdp_sym.tradeoff.pair import from_pair
from fdp_sym.tradeoff.piecewise_linear import PiecewiseLinear


def best_chord(points, level):
    """The least convex combination of two points at this level."""
    values = [b for a, b in points if a == level]
    for a, b in points:
        for a2, b2 in points:
            if a < level < a2:
                values.append(b + (b2 - b) * (level - a) / (a2 - a))
    return min(values)


def test_points(rng: random.Random):
    for _ in range(10):
        points = [
            (Fraction(rng.randint(0, 9), 9), Fraction(rng.randint(0, 9), 9)) for _ in range(6)
        ]
        f = convex_minorant(points)
        everything = [*points, (Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))]
        for i in range(19):
            level = Fraction(i, 18)
            assert f(level) == Rational(best_chord(everything, level))


def test_two_sided_minimum():
    f = from_pair(["1/2", "1/2"], ["1/4", "3/4"])
    g = f.inverse()
    lower = convex_minorant([f, g])
    assert lower == f.two_sided()
    assert lower.is_symmetric
    middle = Fraction(3, 8)
    assert lower(middle) < min(f(middle), g(middle))  # the minimum itself is not convex


def test_a_function_is_its_own_minorant():
    f = Gaussian(1)
    assert convex_minorant(f) is f
    assert convex_minorant([f, Gaussian(2)]) == Gaussian(2)
    assert (
        convex_minorant([EpsDelta(epsilon, delta)])
        == EpsDelta(epsilon, delta).as_piecewise_linear()
    )


def test_curved_functions_that_cross_are_refused():
    with pytest.raises(UnsupportedError, match="piecewise-linear"):
        convex_minorant([Gaussian(1), Laplace(1)])


@pytest.mark.parametrize("bad", [[(2, 0)], [(0, -1)], [], 7, [(0, 1, 2)]])
def test_bad_points_are_refused(bad):
    with pytest.raises(DomainError):
        convex_minorant(bad)


def test_non_convex_points_of_the_error_message_are_accepted_here():
    points = [(0, 1), ("1/2", "3/4"), (1, 0)]
    with pytest.raises(DomainError, match="convex_minorant"):
        PiecewiseLinear(points)
    assert convex_minorant(points).breakpoints == ((0, 1), (1, 0))
