"""Limits of integrals of unknown functions, and logarithms of large arguments."""

from __future__ import annotations

import math

import pytest
from sympy import Integral, Interval, Lambda, Rational, S, exp, log, oo, sqrt

from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.divergent import diverges
from fdp_sym.mutants.dominated import by_dominated_convergence
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.limits import fails_in_the_limit, limit_at_infinity
from fdp_sym.mutants.logarithms import by_logarithms
from fdp_sym.mutants.pointwise import value_by_value
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Ge, Le, Lim, Theorem, cite, generic, symbolic

source = cite("nobody", "nowhere")

m, t = integer("m", 1), real("t", Interval(0, 1))
a, p, u = real("a", Interval(0, 1)), real("p", Interval(0, oo)), real("u", Interval(0, oo))
y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, 3 * t + 1)])
z = generic("z", facts=(), bounds=(-1, oo), instances=[Lambda(t, t)])
f = generic("f", instances=[Lambda(t, 1 - t)])
x = real("x")
small = p * y(t) / m
L = log(1 + small)


def total(body, low=0, high=a):
    return Integral(body, (t, low, high))


squares, cubes = [Eq(total(y(t) ** n), 1) for n in (2, 3)]


def limit(power, body, *ends):
    return Lim(m**power * total(body, *ends), m)


@pytest.mark.parametrize(
    ("claim", "known", "near_miss", "known_there"),
    [
        (
            Eq(limit(2, (2 - small) * L**2), 2 * p**2 * total(y(t) ** 2)),
            [squares],
            Eq(limit(2, (2 - small) * L**2), p**2 * total(y(t) ** 2)),  # another limit
            [squares],
        ),
        (Eq(limit(2, 2 * L**3), 0), [squares], Eq(limit(2, 2 * L**3), 0), []),
        # m**(3/2)*y*log(1 + y/m)**2 is as large as m**(1/2) if y has just two moments
        (
            Eq(limit(Rational(3, 2), y(t) * L**2), 0),
            [cubes],
            Eq(limit(Rational(3, 2), y(t) * L**2), 0),
            [squares],
        ),
        (Eq(limit(2, L**3), 0), [squares], Eq(limit(3, L**3), 0), [cubes]),
        (
            Le(limit(1, y(t) * L), 2 * p * total(y(t) ** 2)),
            [squares],
            Le(limit(1, y(t) * L), p * total(y(t) ** 2) / 2),
            [squares],
        ),
        (  # a function has to be integrable where it is integrated
            Eq(limit(2, L**3, a, 1), 0),
            [Eq(total(y(t) ** 2, a, 1), 1)],
            Eq(limit(2, L**3, -1, a), 0),
            [Eq(total(y(t) ** 2, -1, a), 1)],
        ),
        (  # y = 1/(1 - t) has squares below a, and beyond it the limit is infinite
            Eq(limit(2, L**3), 0),
            [squares],
            Eq(limit(2, L**3, a, 1), 0),
            [squares],
        ),
        (  # the argument of the logarithm has to be 1 or more
            Eq(limit(2, L**3), 0),
            [squares],
            Eq(limit(2, log(1 - small) ** 3), 0),
            [squares],
        ),
        (
            Eq(limit(0, exp(0) * L), 0),
            [Eq(total(y(t)), 1)],
            Eq(limit(0, exp(y(t)) * L), 0),
            [cubes],
        ),
    ],
)
def test_limits_of_integrals(claim, known, near_miss, known_there):
    assert by_dominated_convergence(claim, (), known)
    assert not by_dominated_convergence(near_miss, (), known_there)


def test_limits_of_other_functions_are_left_open():
    known = [Eq(total(g(t) ** 2), 1) for g in (z, f)]
    for claim in (
        Eq(limit(2, log(1 + z(t) / m) ** 3), 0),  # may be negative
        Eq(limit(0, f(t) / m), 0),  # more is known of it
        Eq(limit(0, t * L), 0),
        Eq(limit(2, log(1 + y(1 - t) / m) ** 3), 0),
        Eq(Lim(total(L) ** 2, m), 0),
        Eq(total(L), 0),
    ):
        assert not by_dominated_convergence(claim, (), [squares, *known])


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (log(2 * m + 1) - log(m), math.log(2)),
        (m * (log(m + 1) - log(m)), 1),
        (log(m) ** 2 - log(m) * log(3 * m), -oo),
        (m**2 * log(1 + 3 * m) ** 3, oo),
        (m**3 * log(1 + 2 / m**2) ** Rational(3, 2), 2 * math.sqrt(2)),
        (m**2 * log(1 + 2 / m) ** Rational(3, 2), oo),
        (log(m) / sqrt(m), 0),
        (log(log(m)), None),
        (1 / log(m), None),
    ],
)
def test_limits_with_logarithms(body, value):
    found = limit_at_infinity(body, m)
    if value in (oo, -oo, None):
        assert found == value
    else:
        assert found is not None
        assert abs(float(found) - value) < 1e-12
        assert fails_in_the_limit(Eq(Lim(body, m), value + 1))
        assert not fails_in_the_limit(Le(Lim(body, m), found))


@pytest.mark.parametrize(
    ("body", "infinite"),
    [
        ((exp(x) - 1) ** 2 * exp(-1 / (2 * x**2)), True),
        (exp(-1 / (2 * x**2)), True),
        ((exp(-x) - 1) ** 2 * exp(-1 / x - x), False),
        (exp(-1 / x) * x**2 * exp(-(x**2)), False),
        (exp(-1 / x) / x**2, False),  # is integrable, of which nothing is said
        (exp(x / (1 + x) - x), False),
    ],
)
def test_factors_that_tend_to_one_are_no_help(body, infinite):
    found = diverges(Integral(body, (x, 1, oo)), {})
    assert (found is not None) is infinite


def test_functions_that_the_long_searches_do_not_reach(monkeypatch):
    monkeypatch.setattr("fdp_sym.mutants.refuting._GLANCE", 0.02)
    entry = Theorem(id="t", title="", source=source, claim=Le(f(a), 1 - a), checks=(symbolic(),))
    by_text = {mutant.text: mutant for mutant in mutations(entry).mutants}
    glanced = Judge(entry, {}, True).false._glanced
    witness, words = glanced(by_text["f(a) <= 1/2 - a"])
    assert set(witness) == {"a"}
    assert words.startswith("f(")
    assert glanced(by_text["f(a) <= 1"]) is None


K = log(1 + u)


@pytest.mark.parametrize(
    ("claim", "near_miss"),
    [
        (Le((2 + u) * K**3, 2 * u**3), Le((2 + u) * K**3, Rational(19, 10) * u**3)),
        (Le((2 + u) * K**4, 2 * u**3), Le((2 + u) * K**5, 9 * u**3 / 10)),
        # the quotient is 0.827 at u = 10
        (Le((2 + u) * K**3, 2 * u**2), Le((2 + u) * K**3, Rational(8, 5) * u**2)),
        (
            Le((2 + u) * log(u + Rational(1, 2)) ** 3, 2 * u**3),
            Le((2 + u) * log(u + Rational(1, 2)) ** 3, u**3 / 10),
        ),
        (Le(K, u), Le(log(u), u - 1)),  # no logarithm of 0
    ],
)
def test_logarithms_of_large_arguments(claim, near_miss):
    assert by_logarithms(claim, ())
    assert not by_logarithms(near_miss, ())


def test_sides_with_ranges_in_any_order_are_compared_with_zero():
    b = real("b", Interval(0, oo))
    below = total(p * y(t) * log(1 + p * y(t)) - p**2 * y(t) ** 2, 0, b)  # is not positive
    above = total(y(t) ** 3)
    assert value_by_value(Le(below, above), ())
    assert value_by_value(Ge(above, below), ())
    assert not value_by_value(Le(above, below), ())
    assert not value_by_value(Le(-below, above), ())
    assert not value_by_value(Eq(below, above), ())


def test_integrals_elsewhere_say_nothing_of_the_whole_range() -> None:
    t, m = real("t", Interval(0, 1)), integer("m", 1)
    y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, t)])
    limit = Eq(Lim(Integral(y(t) ** 2, (t, 0, 1)) / m, m), 0)  # false unless the integral exists
    elsewhere = (
        Integral(y(t) ** 2, (t, 0, S.Half)),
        Integral(y(S.Half) ** 2, (t, 0, 1)),
        Integral(y(t / 2) ** 2, (t, 0, 1)),
    )
    for known in elsewhere:
        assert by_dominated_convergence(limit, (), [Eq(known, known)]) == ""
