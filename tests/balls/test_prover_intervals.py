"""The checker's own intervals and identities, against values from mpmath and known traps."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf

import mpmath
import pytest
from sympy import (
    Abs,
    Max,
    Min,
    Piecewise,
    Product,
    Rational,
    Sum,
    Symbol,
    cosh,
    erf,
    erfc,
    exp,
    floor,
    gamma,
    log,
    sinh,
    sqrt,
    tanh,
)

from fdp_sym.balls.identities import same
from fdp_sym.balls.interval import enclosure
from fdp_sym.balls.precision import precision
from fdp_sym.errors import FdpError
from fdp_sym.functions import Phi, Quantile

R = Rational
x, y = Symbol("x", real=True), Symbol("y", real=True)
i, p = Symbol("i", integer=True), Symbol("p", positive=True)


def ncdf(t):
    return mpmath.erfc(-t / mpmath.sqrt(2)) / 2


FUNCTIONS = [
    (exp(x), mpmath.exp),
    (log(x), mpmath.log),
    (sqrt(x), mpmath.sqrt),
    (x ** R(2, 3), lambda t: mpmath.cbrt(t) ** 2),
    (x**-3, lambda t: t**-3),
    (x ** sqrt(2), lambda t: t ** mpmath.sqrt(2)),
    (Phi(x), ncdf),
    (1 - Phi(x), lambda t: ncdf(-t)),
    (Quantile(x / 100), lambda t: mpmath.sqrt(2) * mpmath.erfinv(t / 50 - 1)),
    (erf(x), mpmath.erf),
    (erfc(x), mpmath.erfc),
    (tanh(x), mpmath.tanh),
    (sinh(x), mpmath.sinh),
    (cosh(x), mpmath.cosh),
    (Abs(x - 3), lambda t: abs(t - 3)),
    (Max(x, 7 - x) - Min(x, 2), lambda t: max(t, 7 - t) - min(t, 2)),
    (Piecewise((x**2, x < 4), (16 - x, True)), lambda t: t**2 if t < 4 else 16 - t),
    (Sum(x**i / i, (i, 1, 5)), lambda t: sum(t**j / j for j in range(1, 6))),
    (Product(x + i, (i, 0, 3)), lambda t: t * (t + 1) * (t + 2) * (t + 3)),
    (gamma(x), mpmath.gamma),
    (floor(x), mpmath.floor),
]


@pytest.mark.parametrize(("f", "value"), FUNCTIONS, ids=lambda f: str(f)[:20])
def test_enclosures_hold_the_values_and_are_narrow_at_points(f, value):
    rng = random.Random(11)
    with mpmath.workdps(60):
        for _ in range(40):
            a = Fraction(rng.randint(1, 8000), 1000)
            b = a + Fraction(rng.randint(0, 500), rng.choice([1, 10, 1000])) / 10
            t = a + (b - a) * Fraction(rng.randint(0, 8), 8)
            expected = value(mpmath.mpf(t.numerator) / t.denominator)
            for box, width in (((a, b), None), ((t, t), mpmath.mpf(2) ** -40)):
                lo, hi = (
                    bound(e)
                    for bound, e in zip((low, high), enclosure(f, {x: box}, 96), strict=True)
                )
                assert lo <= expected + abs(expected) * mpmath.mpf(10) ** -50
                assert hi >= expected - abs(expected) * mpmath.mpf(10) ** -50
                assert width is None or hi - lo <= width * (1 + abs(expected))


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (Phi(-x), lambda t: mpmath.ncdf(-t)),
        (exp(exp(x)), lambda t: mpmath.exp(mpmath.exp(t))),
        (Quantile(1 / (1 + x)), None),
    ],
    ids=["tail", "exponential", "quantile"],
)
def test_enclosures_of_ill_conditioned_points_hold_the_value(f, value):
    """Where the rounding of an argument weighs more than that of the function."""
    with mpmath.workdps(80):
        for t in (3, 7, 11, Fraction(35, 3), 30):
            lo, hi = enclosure(f, {x: (Fraction(t), Fraction(t))}, 96)
            exact = mpmath.mpf(Fraction(t).numerator) / Fraction(t).denominator
            if value is None:
                below, above = (mpmath.ncdf(end) for end in (low(lo), high(hi)))
                assert below < 1 / (1 + exact) < above
            else:
                assert low(lo) <= value(exact) <= high(hi)


def test_even_powers_of_both_signs():
    for box, square in (((-2, 1), (0, 4)), ((-1, 2), (0, 4)), ((-3, -2), (4, 9)), ((1, 2), (1, 4))):
        ends = {x: tuple(map(Fraction, box))}
        assert enclosure(x**2, ends, 64) == square
        assert enclosure(1 + x**2, ends, 64) == tuple(1 + s for s in square)


def number(t):
    return mpmath.mpf(int(t.p)) / int(t.q)


def low(t):
    with precision(400):  # else the bounds are rounded outward to 53 bits
        return mpmath.mpf(t.lower().str(70, radius=False)) if hasattr(t, "lower") else number(t)


def high(t):
    with precision(400):
        return mpmath.mpf(t.upper().str(70, radius=False)) if hasattr(t, "upper") else number(t)


@pytest.mark.parametrize(
    ("f", "box"),
    [
        (1 / x, (-1, 1)),
        (log(x), (-1, 1)),
        (sqrt(x), (-1, 1)),
        (x * log(x), (0, 1)),
        (x * Quantile(x), (0, 1)),
        (Quantile(x), (0, 2)),
        (Quantile(x), (-1, 1)),
        (Sum(log(x) * i, (i, 1, 2)) * x, (0, 1)),
        (Piecewise((1, x < 0)), (-1, 1)),
        (floor(x), (0, inf)),
        (y, (0, 1)),
    ],
)
def test_what_may_be_undefined_is_refused(f, box):
    with pytest.raises((FdpError, LookupError)):
        enclosure(f, {x: tuple(Fraction(t) if t != inf else t for t in box)}, 64)


def test_unbounded_sides_and_limits():
    half = {x: (Fraction(0), inf)}
    assert enclosure(x * exp(-x), half, 64)[0] == 0
    assert enclosure(Phi(-x), half, 64)[0] == 0
    point = {x: (inf, inf)}
    assert enclosure(exp(-x), point, 64, limit=True) == (0, 0)
    for unknown in (x * exp(-x), x - sqrt(x), x / (1 + x)):
        with pytest.raises(FdpError):
            enclosure(unknown, point, 64, limit=True)


@pytest.mark.parametrize(
    ("f", "g"),
    [
        (exp(x) * exp(1 - x), exp(1)),
        (Phi(-x), 1 - Phi(x)),
        (Quantile(Phi(x)), x),
        (Quantile(1 - Phi(x)), -x),
        (tanh(x), (exp(x) - exp(-x)) / (exp(x) + exp(-x))),
        (Max(x, y), (x + y + Abs(x - y)) / 2),
        ((x - y) ** 2, x**2 - 2 * x * y + y**2),
        (Sum(x**i, (i, 0, 2)), 1 + x + x**2),
        (p - 1, (sqrt(p) - 1) * (sqrt(p) + 1)),
    ],
)
def test_identities(f, g):
    assert same(f, g)
    assert not same(f, g + R(1, 10**9))
    assert not same(f, 2 * g)
    assert not same(f, g.subs(x, 2 * x) + g.subs(p, p + 1))


def test_no_identity_of_half_a_line():
    assert not same(sqrt(x**2), x)
    assert not same(Abs(x), x)
    assert not same(log(x * y), log(x) + log(y))
