"""Claims about integrals of unknown functions, decided by the values of the functions."""

from __future__ import annotations

from fractions import Fraction
from math import log as ln

import pytest
from sympy import Integral, Interval, Lambda, Piecewise, Rational, S, exp, log, oo, sqrt

from fdp_sym.functions import Max
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.divergent import diverges
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logarithms import signs_with_logarithms
from fdp_sym.mutants.logic import Fate, is_the_same
from fdp_sym.mutants.pointwise import integrands, value_by_value
from fdp_sym.mutants.undefined import lost_at
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lt, Sup, Theorem, cite, generic, symbolic

t = real("t", Interval(0, 1))
q = real("q", Interval(0, Rational(1, 2)))
u, w = real("u", Interval(-1, oo)), real("w", Interval.Lopen(-1, oo))
y = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, 3 * t**2 - 1)])
p = generic("p", facts=("measurable",), bounds=(0, oo), instances=[Lambda(t, 2 * t)])
f = generic("f", instances=[Lambda(t, (1 - t) ** 2)])


def total(body, low=0, high=1):
    return Integral(body, (t, low, high))


@pytest.mark.parametrize(
    ("claim", "near_miss"),
    [
        (Ge(total(y(t) ** 2), 2 * total(y(t)) - 1), Ge(total(y(t) ** 2), 2 * total(y(t)))),
        (Gt(total(y(t) ** 2), total(y(t)) - 1), Gt(total(y(t) ** 2), total(2 * y(t)) - 1)),
        # of ranges that run backwards, are empty, or of different length
        (Le(total(y(t) ** 2, 0, -1), total(y(t) ** 2)), Le(total(y(t), 0, -1), total(y(t)))),
        (Le(total(y(t) ** 2, 1, 1), total(y(t) ** 2)), Le(total(y(t) ** 3, 1, 1), total(y(t)))),
        (
            Le(total(y(t) ** 2, 0, S.Half), total(y(t) ** 2)),
            Le(total(y(t) ** 2), total(y(t) ** 2, 0, S.Half)),
        ),
        # a constant beside cells on which the values differ
        (
            Ge(total(y(t), 0, S.Half) + total(2 * y(t), S.Half, 1), -Rational(3, 2)),
            Ge(total(y(t), 0, S.Half) + total(2 * y(t), S.Half, 1), -Rational(7, 5)),
        ),
        (
            Le(total(log(1 + q * y(t))), q * total(y(t))),
            Le(total(log(1 + q * y(t))), q * total(y(t) / 2)),
        ),
        (
            Le(total(log(1 + q * y(t)) ** 4), 4 * q**4 * total(y(t) ** 4)),
            Le(total(log(1 + q * y(t)) ** 4), 3 * q**4 * total(y(t) ** 4)),
        ),
        (
            Ge(total(Max(0, p(t) - exp(q))), total(p(t)) - exp(q)),
            Ge(total(Max(0, p(t) - exp(q))), total(p(t)) - 1),
        ),
    ],
)
def test_values_decide_integrals(claim, near_miss):
    assert value_by_value(claim, ())
    assert not value_by_value(near_miss, ())


def test_what_is_not_known_of_a_function_is_not_used():
    beyond = Ge(total(p(t), 0, 2), 0)  # a function on [0, 1] has no values beyond
    assert value_by_value(Ge(total(p(t)), 0), ())
    assert not value_by_value(beyond, ())
    assert value_by_value(Ge(total(f(t) + p(t)), f(1)), ())  # which is 0, as f(x) <= 1 - x
    assert not value_by_value(Ge(total(f(t) + p(t)), f(Rational(1, 2))), ())
    assert not value_by_value(Ge(total(p(t)), f(2)), ())
    assert not integrands(Ge(total(1 / f(t)), 0), ())  # f is no constant
    assert not value_by_value(Ge(total(t * p(t)), 0), ())
    assert not value_by_value(Ge(total(p(t)) * total(p(t)), 0), ())
    assert not value_by_value(Ge(total(p(t), 0, w), 0), ())
    assert not value_by_value(Le(y(t), total(y(t))), ())  # the value at a place, and the mean
    assert not value_by_value(Le(total(y(1 - t)), total(y(t))), ())
    assert value_by_value(Le(total(y(t), 1, 1), total(y(t), 0, 0)), ())
    assert not value_by_value(Lt(total(y(t), 1, 1), total(y(t), 0, 0)), ())
    assert not value_by_value(Lt(total(y(t), 1, 1), total(y(t), 1, 1) + q), ())


def test_what_is_integrated_has_to_have_a_value():
    assert not value_by_value(Ge(total(1 / y(t) ** 2), 0), ())
    assert not value_by_value(Eq(total(1 / y(t)), total(1 / y(t))), ())
    assert not value_by_value(Lt(total(log(1 + y(t))), total(y(t)) + 1), ())
    assert not value_by_value(Ge(total(y(t) ** 2) + q * log(q) ** 2, 0), ())  # nor beside it
    assert not value_by_value(Ge(total(y(t) ** 2) * (q * log(q)) ** 2, 0), ())
    assert value_by_value(Ge(total(y(t) ** 2) + q * log(1 + q) ** 2, 0), ())
    assert integrands(Ge(total(1 / y(t) ** 2), 0), ()) == [1 / real("y(t)", u.domain) ** 2]
    assert not integrands(Ge(total(1 / y(t) ** 2), 0), (Eq(total(y(t)), 1),))
    assert not integrands(Ge(total(Piecewise((1 / y(t), y(t) > 0), (0, True))), 0), ())


@pytest.mark.parametrize(
    ("term", "signs"),
    [
        (log(1 + w) - w, {-1, 0}),
        (log(1 + q * u) - 2 * q * u / (2 + q * u), {-1, 0, 1}),
        ((1 + w) * log(1 + w) - w, {0, 1}),
        ((2 + w) * log(1 + w) ** 2 - 2 * w**2, {-1, 0, 1}),
        (log(2 + q * u) - q * u / 2, {-1, 0, 1}),
        # bounds below 0 say nothing about the square
        (4 * log(1 + w) ** 2 + log(1 + w) + 3 - w / 2, {-1, 0, 1}),
        (q**3 * u**3 / 6 - q**2 * u**2 / 2 + 1, {1}),
        (q**3 * u**3 / 6 - q**2 * u**2 / 2 + Rational(3, 5), {-1, 0, 1}),
        (u**4 * q**3 / 2 + q**3 * u**2 / 2 - q**2 * u**2 / 2 + 1, {0, 1}),
    ],
)
def test_logarithms_lie_between_rational_functions(term, signs):
    assert signs_with_logarithms(term) <= signs
    values = [Fraction(n, 7) for n in (-6, -3, 0, 1, 5, 9, 40, 400, 10**5)]
    for value in values:
        for rate in (Fraction(0), Fraction(1, 10), Fraction(1, 2)):
            point = {u: value, w: value, q: rate}
            number = term.subs({s: Rational(v.numerator, v.denominator) for s, v in point.items()})
            found = float(number.replace(log, lambda a: ln(a)))
            assert abs(found) < 1e-9 or (1 if found > 0 else -1) in signs_with_logarithms(term)


def test_a_constant_with_which_nothing_can_be_integrated():
    claim = Le(total(log(1 + q * y(t))), q * total(y(t)))
    entry = Theorem(
        id="t",
        title="",
        source=cite("nobody", "nowhere"),
        claim=claim,
        checks=(symbolic(),),
    )
    judge = Judge(entry, {}, trusted=True)
    fates = {m.what: judge.judge(m) for m in mutations(entry).mutants}
    lost = fates["1 + q*y(t) -> 1/2 + q*y(t)"]
    assert (lost.fate, dict(lost.witness)) == (Fate.KILLED, {"q": "1/2", "y(t)": "-1"})
    assert fates["q*y(t) -> y(t)"].witness == {"y(t)": "-1"}
    assert fates["q*y(t) -> q"].detail == ""
    assert {judged.fate for judged in fates.values()} == {Fate.KILLED}


def test_constant_factors_of_integrals_do_not_matter_beside_zero():
    x = real("x")
    mean = Integral(x * exp(-((x - q) ** 2)), (x, -oo, oo))
    twice = Integral(-2 * sqrt(3) * exp(q) * x * exp(-((x - q) ** 2)), (x, -oo, oo))
    assert is_the_same(Eq(mean, 0), Eq(twice, 0))
    assert is_the_same(Ge(mean, 0), Le(twice, 0))
    assert not is_the_same(Ge(mean, 0), Ge(twice, 0))
    assert not is_the_same(Eq(mean, q), Eq(twice, q))
    maybe_zero = Integral(q * x * exp(-((x - q) ** 2)), (x, -oo, oo))
    assert not is_the_same(Eq(mean, 0), Eq(maybe_zero, 0))


@pytest.mark.parametrize(
    ("body", "low", "high"),
    [
        (exp(-1 / w**2), 1, oo),
        (1 / (exp(w) - 2) ** 2, 0, 1),
        (exp(-w) / (3 * w**2 - 1), 0, 1),
        ((3 * w**2 - 1) ** -4, -1, 0),
        (abs(2 - 3 * w) / (3 * w - 2) ** 2, 0, 1),
        (exp(w) * abs(exp(w) - 2) ** -3 * (exp(w) - 2), 0, 1),
    ],
)
def test_integrals_with_poles_or_limits_diverge(body, low, high):
    assert diverges(Integral(body, (w, low, high)), {})


@pytest.mark.parametrize(
    ("body", "low", "high"),
    [
        (exp(-1 / w**2) / w**2, 1, oo),
        (1 / (exp(w) - 3) ** 2, 0, 1),
        ((exp(w) - 2) ** 2 / (exp(w) - 2), 0, 1),
        (abs(2 - 3 * w) ** 3 / (3 * w - 2) ** 2, 0, 1),
        (abs(2 - 3 * w) / (3 * w - 2), 0, 1),
        (abs(2 - 3 * w) / (3 * w - 2) ** 2, 0, Rational(1, 2)),
        ((3 * w**2 - 1) ** -4, -oo, -1),
        ((w - 5) / (exp(w) - exp(5)), 0, oo),
        (1 / w, 0, 0),  # over nothing
        (exp(w), oo, oo),
    ],
)
def test_integrals_that_exist_do_not_diverge(body, low, high):
    assert diverges(Integral(body, (w, low, high)), {}) is None


def test_integrals_under_binders_and_in_branches_are_not_looked_at():
    z = real("z")
    mean = Integral(exp(z * w), (w, 0, oo))  # which diverges at z = 1
    assert diverges(z * mean, {z: S.One}) == mean
    assert diverges(z + Sup(mean, (z, -3, -1)), {z: S.One}) is None
    assert diverges(Piecewise((mean, z < 0), (1, True)), {z: S.One}) is None
    root = Integral(sqrt(z - t), (t, 0, 1))
    assert lost_at(Le(root, 1), {z: -S.One})
    assert not lost_at(Le(Piecewise((root, z > 1), (0, True)), 1), {z: -S.One})


def test_functions_of_one_name_are_two() -> None:
    other = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, 0 * t)])
    assert other != y
    assert value_by_value(Ge(total(y(t)), total(y(t) - 1)), ())
    assert not value_by_value(Ge(total(y(t)), total(other(t) - 1)), ())
