"""Products of powers and logarithms: proved when true, never when false."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from sympy import E, Interval, Rational, cbrt, exp, log, oo, sqrt

from fdp_sym.mutants.inverses import by_inverses
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Gt, Le, Lt

x, y = (real(name, Interval(1, oo)) for name in "xy")
z = real("z", Interval.open(0, oo))
b = real("b", Interval.open(0, 1))
SEED = 19


@pytest.mark.parametrize(
    "relation",
    [
        Lt(y * sqrt(log(3 * x)), 2 * y * sqrt(log(2 * x))),
        Gt(8 * log(4 * x), 5 * sqrt(log(4 * x))),
        Lt(log(5 * x) / z, sqrt(2) * log(4 * x) / z),
        Le(log(E + 3 * z), 4 * log(4 * x) * log(E + 2 * z)),
        Ge(sqrt(log(4 * x**2)), sqrt(2) * sqrt(log(2 * x))),
        Le(log(5 * x), 4 * log(4 * x) ** 2),
        Lt(0, (cbrt(b * (1 + b) / 2) - b) / (1 - b)),
        Le((cbrt(b * (1 + b) / 2) - b) / (1 - b), Rational(1, 2)),
        Ge((sqrt(1 + 2 * z) - 1) / (-z), -1),
    ],
)
def test_true(relation):
    assert by_inverses(relation, ())


@pytest.mark.parametrize(
    "relation",
    [
        Lt(y * sqrt(log(4 * x)), sqrt(2) * y * sqrt(log(2 * x))),  # equal at x = 1
        Gt(log(4 * x), 2 * sqrt(log(4 * x))),
        Lt(log(5 * x) / z, Rational(8, 7) * log(4 * x) / z),
        Le(log(E + 20 * z), 2 * log(3 * x) * log(E + z)),
        Ge(sqrt(log(4 * x**2)), sqrt(2) * sqrt(log(2 * x) + 1)),
        Lt(log(x), log(2 * x) * z),
        Le((cbrt(b * (1 + b) / 2) - b) / (1 - b), Rational(1, 3)),  # not near b = 1
        Le((sqrt(1 + 2 * z) - 1) / (-z), -1),
        Le(2, sqrt(z) / (1 - z)),  # of either sign
        Le(sqrt(1 + z), (1 + 2 * z) / (1 + z)),
    ],
)
def test_false(relation):
    assert not by_inverses(relation, ())


def test_what_is_proved_of_random_products_holds_at_random_points():
    """Independent of the rule: 30 digits of mpmath, at corners and far out."""
    rng = random.Random(SEED)
    places = [(a, b, c) for a in (1, 2, 10**6) for b in (1, 3, 10**9) for c in ("1e-9", 1, "1e9")]
    proved = 0
    for _ in range(40):
        k, m, p, q = (rng.randint(1, 6) for _ in range(4))
        h, j = (Rational(rng.randint(1, 2), 2) for _ in range(2))
        left = y * log(p * x) ** h
        right = y * sqrt(m) * log((q + 1) * x) ** j * log(E + k * z) ** rng.randint(0, 1)
        sides = (left, right) if rng.random() < Rational(4, 5) else (right, left)
        relation = rng.choice((Le, Lt))(*sides) if k % 2 else rng.choice((Ge, Gt))(*sides[::-1])
        if not by_inverses(relation, ()):
            continue
        proved += 1
        for a, b, c in places:
            at = {x: a, y: b, z: Rational(Fraction(c))}
            one, two = (mpmath.mpf(side.subs(at).evalf(30)) for side in relation.args)
            assert one <= two if relation.rel_op in ("<", "<=") else one >= two, (relation, at)
    assert proved > 5, (SEED, proved)


def test_roots_that_are_proved_to_be_below_are_so_at_random_points():
    rng = random.Random(SEED)
    proved = 0
    for _ in range(60):
        k, m, p, q = (rng.randint(1, 4) for _ in range(4))
        root = (k * b**p * (m + b) / (m + 1)) ** Rational(1, rng.randint(2, 3))
        relation = Le((root - b) / rng.choice((1 - b, -b, 1 + b)), Rational(q - 2, 2))
        if rng.random() < Rational(1, 2):
            relation = Ge(*relation.args)
        if not by_inverses(relation, ()):
            continue
        proved += 1
        for value in (Rational(n, 1000) for n in (1, 10, 100, 250, 500, 700, 900, 990, 999)):
            one, two = (mpmath.mpf(side.subs(b, value).evalf(30)) for side in relation.args)
            assert one <= two if relation.rel_op == "<=" else one >= two, (relation, value)
    assert proved > 5, (SEED, proved)


def test_nothing_else_is_tried():
    assert not by_inverses(Le(exp(x), exp(x) + 1), ())
