"""Steps used for products and concave functions: what they leave, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Integral, Interval, Lambda, Rational, S, Sum, oo, sqrt

from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Max
from fdp_sym.signs import possible_signs
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Ge, Gt, Le, from_boundary, from_ends, generic, termwise
from fdp_sym.theorems import under_integral as under
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import REWRITES
from fdp_sym.theorems.tactic import closes

x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))
z = real("z")
half_open = real("x", Interval.Lopen(0, 1))
i, j, n, m = (integer(name, 1) for name in "ijnm")
a = generic("a", facts=(), instances=[Lambda(i, 1 / i)])
b = generic("b", facts=(), instances=[Lambda(j, 1 / j)])
factor_out = REWRITES["factor out of a sum"].find


def open_goals(tactic: Any, relation: Any, *given: Any) -> list[Goal]:
    goals = tactic.apply(Goal(relation, given), None)
    assert goals is not None
    return [goal for goal in goals if not closes(goal)]


def test_a_concave_function_is_seen_from_its_ends() -> None:
    assert not open_goals(from_ends(x), Ge(x * (1 - x), 0))
    assert open_goals(from_ends(x), Ge(x**2 - x, 0))  # convex, and negative inside
    assert open_goals(from_ends(x), Ge(x * (1 - x) - x, 0))  # negative at an end


@pytest.mark.parametrize(
    ("relation", "given", "reason"),
    [
        (Gt(x * (1 - x), 0), (), "not strict"),
        (Ge(x * (1 - x), 0), (Ge(x, y),), "no hypothesis restricts"),
        (Ge(sqrt(x), 0), (), "smooth"),
        (Ge(1 - Abs(x - S.Half), 0), (), "smooth"),
    ],
)
def test_from_ends_refuses(relation: Any, given: Any, reason: str) -> None:
    with pytest.raises(HypothesisError, match=reason):
        from_ends(x).apply(Goal(relation, given), None)


def test_from_ends_needs_two_ends() -> None:
    unbounded = real("x", Interval(0, oo))
    with pytest.raises(HypothesisError, match="bounded interval"):
        from_ends(unbounded).apply(Goal(Ge(unbounded, 0)), None)


def test_from_boundary_does_not_look_at_the_open_end_that_it_does_not_use() -> None:
    assert not open_goals(from_boundary(half_open, 1), Ge(1 / half_open, 1))
    with pytest.raises(HypothesisError, match="smooth"):
        from_boundary(half_open, 0).apply(Goal(Ge(1 / half_open, 1)), None)
    with pytest.raises(HypothesisError, match="smooth"):
        from_boundary(x, 1).apply(Goal(Ge(1 / x, 1)), None)


def test_sums_over_two_indices_are_compared_term_by_term() -> None:
    limits = ((i, 1, n), (j, 1, m))
    assert not open_goals(termwise(), Le(Sum(a(i) * b(j), *limits), Sum(a(i), *limits)))
    assert open_goals(termwise(), Ge(Sum(a(i) * b(j), *limits), Sum(a(i), *limits)))


@pytest.mark.parametrize(
    "right",
    [
        Sum(a(i), (j, 1, m), (i, 1, n)),  # another order
        Sum(a(i), (i, 1, n), (j, 1, n)),  # another range
    ],
)
def test_sums_over_other_ranges_are_not_compared(right: Any) -> None:
    with pytest.raises(HypothesisError, match="over one range"):
        termwise().apply(Goal(Le(Sum(a(i) * b(j), (i, 1, n), (j, 1, m)), right)), None)


def test_a_range_that_depends_on_another_index_is_refused() -> None:
    triangle = ((i, 1, j), (j, 1, m))
    with pytest.raises(HypothesisError, match="is fixed"):
        termwise().apply(Goal(Le(Sum(a(i) * b(j), *triangle), Sum(a(i), *triangle))), None)


def test_a_factor_leaves_the_innermost_sum() -> None:
    term = Sum(a(i) * b(j), (i, 1, n), (j, 1, m))
    assert factor_out(term, ()) == Sum(b(j) * Sum(a(i), (i, 1, n)), (j, 1, m))
    assert factor_out(Sum(a(i) * b(i), (i, 1, n), (j, 1, m)), ()) is None
    assert factor_out(Sum(a(i) * b(j), (i, 1, n), (j, 1, oo)), ()) is None


def test_each_side_keeps_its_terms() -> None:
    (goal,) = termwise().apply(Goal(Le(Sum(a(i), (i, 1, n)), 2 * Sum(b(i), (i, 1, n)))), None) or []
    assert (goal.lhs, goal.rhs) == (a(i), 2 * b(i))
    more = Sum(b(j), (j, 1, m))  # over another range, but on both sides
    (goal,) = termwise().apply(Goal(Le(more, Sum(a(i), (i, 1, n)) + more)), None) or []
    assert (goal.lhs, goal.rhs) == (-a(i), 0)
    (goal,) = termwise().apply(Goal(Le(1 + Sum(a(i), (i, 1, n)), 1)), None) or []
    assert (goal.lhs, goal.rhs) == (a(i), 0)


def test_a_factor_moves_into_a_maximum() -> None:
    inside = REWRITES["factor into a maximum"].find
    assert inside(y * Max(0, x - z), ()) == Max(0, y * x - y * z)
    assert inside(-2 * y * Max(0, x - z), ()) == -2 * Max(0, y * x - y * z)
    assert inside(z * Max(0, x - z), ()) is None  # z may be negative
    assert inside(z * Max(0, x - z), (Ge(z, 0),)) is not None
    assert inside(Max(0, x), ()) is None


def test_the_negative_part() -> None:
    negative = REWRITES["negative part"].find
    first, second = (Max(0, s * (x - z)) for s in (1, -1))
    assert sorted([negative(first, ()) is None, negative(second, ()) is None]) == [False, True]
    changed = negative(first, ()) or negative(second, ())
    for value in (Rational(1, 3), Rational(-1, 3)):
        at = {x: 0, z: value}
        kept = first if negative(second, ()) else second
        other = second if kept is first else first
        assert changed.subs(at) == other.subs(at)
    assert negative(Max(1, x - z), ()) is None
    assert negative(Max(0, x, z), ()) is None


def test_integrals_are_compared_value_by_value() -> None:
    f = generic("f", facts=(), instances=[Lambda(x, x)])
    left, right = Integral(x * f(x), (x, 0, y)), Integral(f(x), (x, 0, y))
    assert not open_goals(under(), Le(left, right))
    assert open_goals(under(), Ge(left, right))
    assert open_goals(under(), Le(2 * left, right))
    assert not open_goals(under(), Le(2 * left, right + left))


@pytest.mark.parametrize(
    ("relation", "reason"),
    [
        (Gt(Integral(x + 1, (x, 0, 1)), Integral(x, (x, 0, 1))), "the relation is"),
        (Ge(Integral(x, (x, 0, 1)), Integral(x, (x, 0, y))), "over one range"),
        (Ge(Integral(x, (x, 0, 1)), y), "linear combinations"),
        (Ge(Integral(x, (x, 1, 0)), Integral(2 * x, (x, 1, 0))), "run backwards"),
        (Ge(Integral(x, (x, 0, 2)), Integral(-x, (x, 0, 2))), "contains"),
        (Ge(Integral(x * y, (x, 0, 1)), Integral(x, (x, 0, 1)) * x), "occurs only as a bound"),
    ],
)
def test_integrals_are_not_compared(relation: Any, reason: str) -> None:
    with pytest.raises(HypothesisError, match=reason):
        under().apply(Goal(relation), None)


def test_no_integral_no_step() -> None:
    assert under().apply(Goal(Eq(x, x)), None) is None


def test_a_bound_does_not_make_one_forget_an_open_end() -> None:
    rate = real("delta", Interval.Ropen(0, 1))
    assert possible_signs(1 - x / (1 - rate), (Le(x, 1 - rate),)) <= {0, 1}
    assert -1 in possible_signs(1 - x / (1 - rate), (Le(x, 2 - 2 * rate),))
