"""Mutants about trade-off functions, sums and extrema of which little else is known."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy
import pytest
from sympy import (
    Abs,
    And,
    Derivative,
    Integral,
    Interval,
    Lambda,
    Piecewise,
    Rational,
    Sum,
    exp,
    floor,
    lambdify,
    oo,
    sqrt,
)

from fdp_sym.functions import Max, Min
from fdp_sym.mutants.certificates import certified, is_combination
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.extrema import at_kinks
from fdp_sym.mutants.interpolated import through_points
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.points import at_value
from fdp_sym.mutants.values import with_values
from fdp_sym.mutants.variants import by_values, variants
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Ge, Gt, Inf, Le, Lt, Sup, Theorem, cite, generic, symbolic
from fdp_sym.theorems.goals import complete, symbols_of, truth_at

x, y, t = (real(name, Interval(0, 1)) for name in "xyt")
i, j, n, m = (integer(name, 1) for name in "ijnm")
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])
f = generic("f", instances=[Lambda(x, 1 - x)])
symmetric = generic(
    "s",
    facts=("convex", "non-increasing", "below Id", "symmetric"),
    instances=[Lambda(x, 1 - x)],
)
a = real("a")
source = cite("nobody", "nowhere")


def theorem(claim, **more):
    return Theorem(id="t", title="", source=source, claim=claim, checks=(symbolic(),), **more)


def judged(entry, text):
    """The fate of the mutant whose claim reads like this."""
    (mutant,) = (m for m in mutations(entry).mutants if m.text == text)
    return Judge(entry, {}, trusted=True).judge(mutant)


# -- sums -------------------------------------------------------------------------------------


def test_the_same_sum_in_another_order_is_not_searched() -> None:
    body = p(i) * p(j) ** 2
    there, back = Sum(body, (i, 1, n), (j, 1, m)), Sum(body, (j, 1, m), (i, 1, n))
    assert list(variants(Eq(there, back), ())) == []
    assert list(variants(Lt(there, back), ()))  # false everywhere
    swapped = Sum(body, (i, 1, m), (j, 1, n))
    sizes = [v.integers for v in variants(Eq(there, swapped), ())]
    assert sizes
    assert all(len(set(at.values())) == 2 for at in sizes)


# -- extrema ----------------------------------------------------------------------------------


def _number(draw):
    return Rational(draw.randint(-6, 6), draw.randint(1, 5))


def _bent(draw):
    """A piecewise linear term in x, with factors a."""
    total = _number(draw) + draw.choice([1, a]) * _number(draw) * x
    for _ in range(draw.randint(0, 3)):
        lines = [_number(draw) + _number(draw) * x for _ in range(3)]
        node = draw.choice([Max(*lines), Min(*lines), Abs(lines[0])])
        total += draw.choice([_number(draw), a]) * node
    return total


def test_extrema_of_piecewise_linear_terms_are_those_of_a_fine_grid() -> None:
    draw = random.Random(20190502)
    for _ in range(30):
        body, low = _bent(draw), Rational(draw.randint(0, 2), 4)
        at = {a: _number(draw)}
        grid = numpy.linspace(float(low), float(low) + 0.25, 4001)
        values = numpy.vectorize(lambdify(x, body.subs(at), "math"), otypes=[float])(grid)
        range_ = (x, low, low + Rational(1, 4))
        largest, smallest = (float(at_kinks(kind(body, range_)).subs(at)) for kind in (Sup, Inf))
        assert -1e-9 <= largest - max(values) <= 0.01  # no term is steeper than 160
        assert -1e-9 <= min(values) - smallest <= 0.01


@pytest.mark.parametrize(
    "body",
    [
        x * (1 - x),
        x * Max(x, 1 - x),
        Max(x, a),
        Max(x**2, 1 - x),
        Piecewise((1, x > Rational(1, 3)), (0, True)),
        floor(2 * x),
        Integral(Max(x - t, 0), (t, 0, 1)),
        Derivative(x * Abs(x - t), t),
        f(x),
        Max(x - x**2, x - x**2 - 1),  # parallel, but no lines: it is largest in the middle
        Max(x - x**2, -x - x**2),
    ],
)
def test_extrema_of_other_terms_stay(body) -> None:
    assert at_kinks(Sup(body, (x, 0, 1))) == Sup(body, (x, 0, 1))


def test_where_an_extremum_is_attained_beyond_the_middle() -> None:
    entry = theorem(Eq(1 + Sup(-x - f(x), (x, 0, 1)), 1 - Inf(x + f(x), (x, 0, 1))))
    found = judged(entry, "Sup(-x - f(x), (x, 0, 1/2)) + 1 = 1 - Inf(x + f(x), (x, 0, 1))")
    assert found.fate is Fate.KILLED


# -- values of functions, and values without one ----------------------------------------------


def test_values_at_different_places_are_independent() -> None:
    claim, given = with_values(Le(p(x), p(y)), (Le(p(x), 1),), {}, apart=True)
    assert str(claim) == "p(x) <= p(y)"
    assert claim.lhs.is_Symbol
    assert given == (Le(claim.lhs, 1), Gt((x - y) ** 2, 0))
    assert with_values(Le(p(x), p(x) + 1), (), {}, apart=True) is None
    assert with_values(Le(p(1), p(2)), (), {}, apart=True) is None
    assert with_values(Le(p(x), Sum(p(y), (i, 1, 2))), (), {}, apart=True) is None
    entry = theorem(Le(p(x), y), given=(Le(p(x), y),))
    assert judged(entry, "p(x) <= y  given p(y) <= y").fate is Fate.KILLED


def test_a_factor_0_does_not_hide_a_division_by_0() -> None:
    zero = real("zero")
    rule = (), zero, Rational(0)
    assert at_value(Le(zero * Sum(p(i) / zero, (i, 1, n)), 1), *rule) is None
    assert at_value(Le(zero * Sum(p(i) ** zero, (i, 1, n)), 1), *rule) == (Le(0, 1), ())
    cases = zero * Piecewise((1 / zero, zero > 0), (p(1), True))
    assert at_value(Le(cases, 1), *rule) is not None


# -- functions through points -----------------------------------------------------------------


def _is_polygon(points):
    """Whether a convex line falls from (0, 1) through the points to (1, 0)."""
    every = [(Fraction(0), Fraction(1)), *sorted(points), (Fraction(1), Fraction(0))]
    if every[1][0] == 0:
        del every[0]
    if every[-2][0] == 1:
        del every[-1]
    slopes = [(v - u) / (b - a) for (a, u), (b, v) in pairwise(every)]
    return (
        every[-1][1] == 0
        and all(0 <= v <= 1 - a for a, v in points)
        and all(p <= q for p, q in pairwise(slopes))
        and slopes[-1] <= 0
    )


def test_points_that_satisfy_the_conditions_lie_on_a_tradeoff_function() -> None:
    claim = Lt(f(x) + f(y) + f(t), 0)
    orders = list(through_points(claim, ()))
    assert len(orders) == 6
    values = sorted(orders[0][0].free_symbols, key=str)
    assert list(map(str, values)) == ["f(t)", "f(x)", "f(y)"]
    holds = [lambdify((t, x, y, *values), And(*given)) for _, given in orders]
    draw = random.Random(20190502)
    seen = set()
    for _ in range(1000):
        chosen = draw.sample([Fraction(k, 12) for k in range(13)], 3)
        heights = [(1 - a) ** 2 * Fraction(draw.randint(5, 8), 8) for a in chosen]
        held = [bool(check(*chosen, *heights)) for check in holds]
        assert sum(held) == _is_polygon(list(zip(chosen, heights, strict=True)))
        seen.add(any(held))
    assert seen == {True, False}


@pytest.mark.parametrize(
    "claim",
    [
        Lt(Sup(f(x), (x, 0, y)), 0),
        Lt(Sum(f(y) * i, (i, 1, n)), f(x)),
        Lt(f(x), p(1)),
        Lt(symmetric(x), 0),
        Lt(Derivative(f(x), x), 0),
        Lt(x, y),
    ],
)
def test_where_values_of_functions_are_not_enough(claim) -> None:
    assert list(by_values(claim, ())) == []


def _fails_somewhere(claim, given):
    """Whether some values of functions at x = 1/4, y = 1/2, t = 3/5 refute a claim."""
    at = {"x": "1/4", "y": "1/2", "t": "3/5"}
    for variant in by_values(claim, given):
        symbols = symbols_of(variant.statement, variant.given)
        for height in range(17):
            point = complete({**at, "f(t)": Rational(height, 40)}, symbols)
            if truth_at(variant.statement, variant.given, point, 0) is False:
                return True
    return False


def test_two_values_bound_a_third() -> None:
    # the line through (1/4, 1/2) and (1/2, 1/4) goes down to 3/20 at 3/5
    given = (Eq(f(x), y), Eq(f(y), x), Lt(x, y), Lt(y, t))
    assert not _fails_somewhere(Ge(f(t), x + y - t), given)
    assert _fails_somewhere(Gt(f(t), x + y - t), given)
    # that through (1/4, 1/2) and (1/2, 1/8) to 0 at 7/12
    other = (Eq(f(x), y), Eq(f(y), x / 2), *given[2:])
    assert _fails_somewhere(Ge(f(t), x + y - t), other)
    assert not _fails_somewhere(Ge(f(t), 0), other)


def test_values_refute_a_claim_of_any_function() -> None:
    entry = theorem(Le(f(x) + f(y), 2 - x - y), given=(Lt(x, y),))
    found = judged(entry, "f(x) + f(y) <= -x + y + 2  given x < y")
    assert found.fate is Fate.TRUE
    lower = theorem(Le(f(x), 1 - x), given=(Eq(f(y), x),))
    assert judged(lower, "f(x) <= 1/2 - x  given f(y) = x").fate is Fate.KILLED


# -- sums of products -------------------------------------------------------------------------

half = Rational(1, 2)
u, v = real("u", Interval(0, oo)), real("v", Interval.open(0, oo))
largest = Sup(1 - v * t - f(t), (t, 0, 1))


@pytest.mark.parametrize(
    ("goal", "given", "follows"),
    [
        (u - u * x, (), True),
        (u - 2 * u * x, (), False),
        (u - 2 * u * x, (Le(x, half),), True),
        (x * y - x - y + 1, (), True),
        (x * y - x - y + Rational(9, 10), (), False),
        (u * x - v * x, (Ge(u, v),), True),
        (u * x - v * x, (Ge(u + 1, v),), False),
        (a * u, (Eq(a, x),), True),
        (a * u, (Eq(a + 1, x),), False),
        (a**2, (), False),  # squares are not among the products
        (exp(a) * u, (), True),
        (sqrt(2) * u, (), False),  # rational factors only
    ],
)
def test_what_is_a_sum_of_products(goal, given, follows) -> None:
    assert is_combination(goal, given) is follows


@pytest.mark.parametrize(
    ("claim", "given", "follows"),
    [
        (Ge(largest, 1 - v), (), True),  # at 1, where f is 0
        (Ge(largest, 2 - v), (), False),
        (Ge(largest, 1 - v * x - f(x)), (), True),
        (Ge(largest, 1 - v * x), (), False),
        (Ge(largest, 1 - v * x - f(x) - u), (), True),
        (Ge(largest, 1 - v * u - f(x)), (Ge(u, x),), True),
        (Le(Inf(t + f(t), (t, 0, 1)), 1), (), True),
        (Le(Inf(t + f(t), (t, 0, 1)), half), (), False),
        (Ge(Sup(1 - t - f(t), (t, 0, half)), 1 - x - f(x)), (), False),
        (Eq(Sup(v - v * f(t), (t, 0, x)), v * Sup(1 - f(t), (t, 0, x))), (), True),
        (Eq(Sup(a - a * f(t), (t, 0, x)), a * Sup(1 - f(t), (t, 0, x))), (), False),
        (Eq(Sup(v - v * f(t), (t, 0, y)), v * Sup(1 - f(t), (t, 0, x))), (), False),
        (Eq(Sup(t - t * f(t), (t, 0, x)), x * Sup(1 - f(t), (t, 0, x))), (), False),
        (Eq(Sup(v - v * f(t), (t, 0, x)), v * Inf(1 - f(t), (t, 0, x))), (), False),
        (Le(f(x) - f(y), 0), (Ge(x, y),), True),
        (Le(f(x) - f(y), 0), (Le(x, y),), False),
        (Le(f(x) - f(y), 0), (Eq(x, y),), False),  # no order of the places is left
        (Le(f(x) + f(t), f(y)), (Ge(x, y), Ge(y, t), Ge(t, x)), False),
        (Eq(x, y), (Eq(f(x), x), Eq(f(y), y)), True),  # one fixed point
        (Eq(x, y), (Eq(f(x), y), Eq(f(y), x)), False),
        (Lt(x, 2), (), False),  # no strict ones
    ],
)
def test_what_follows_from_facts_of_functions(claim, given, follows) -> None:
    assert certified(claim, given) is follows


def test_a_hypothesis_that_is_stronger_than_needed() -> None:
    entry = theorem(Le(1 - v * x - f(x), largest + u * (1 + v)), given=(Ge(x, 1 - u),))
    text = "-v*x + f(x) + 1 <= u*(v + 1) + Sup(-t*v - f(t) + 1, (t, 0, 1))  given x >= 1 - u"
    (mutant,) = (m for m in mutations(entry).mutants if m.text == text)
    judge = Judge(entry, {}, trusted=True)
    assert judge._by_products(mutant)
    assert not judge._by_products(replace(mutant, given=()))
