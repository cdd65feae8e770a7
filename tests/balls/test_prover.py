"""The box prover: boundary zeros, half-infinite sides, kinks, changes of variable, budgets."""

from __future__ import annotations

import json

import pytest
from sympy import (
    Abs,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    cos,
    diff,
    exp,
    floor,
    log,
    oo,
    pi,
    sqrt,
)

from fdp_sym.balls import Ball, compile_expr, enclose, prove, recheck
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, epsilon, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Gt, Le, Lt

R = Rational
x, y = real("x"), real("y")
z = Symbol("z", real=True)


def certified(claim, box, **options):
    """Certified, and the certificate survives a round trip through JSON and the checker."""
    found = prove(claim, box, **options)
    if found.status == "certified":
        recheck(json.loads(json.dumps(found.certificate)))
    return found.status == "certified"


def refuted(claim, box, **options):
    found = prove(claim, box, **options)
    return dict(found.witness) if found.status == "refuted" else None


# -- what must hold ---------------------------------------------------------------------------

GAUSS = Phi(Quantile(1 - alpha) - mu)
m = real("mu", Interval.open(0, oo))
DELTA = Phi(-epsilon / m + m / 2) - exp(epsilon) * Phi(-epsilon / m - m / 2)
NORMAL = {m: (R(1, 100), 10), epsilon: (0, 10)}


def test_gaussian_trade_off_function_is_below_the_identity():
    assert certified(GAUSS <= 1 - alpha, {mu: (0, 8), alpha: (0, 1)})


def test_levels_between_two_rational_ends():
    # the ends of z are irrational, and rounded outward
    assert certified(GAUSS <= 1 - alpha, {mu: (0, 2), alpha: (R(1, 10), R(9, 10))})


def test_total_variation_with_a_triple_zero():
    assert certified(2 * Phi(mu / 2) - 1 <= mu / sqrt(2 * pi), {mu: (0, 20)})
    assert certified(2 * Phi(mu / 2) - 1 < mu / sqrt(2 * pi), {mu: Interval.Lopen(0, 20)})
    assert refuted(2 * Phi(mu / 2) - 1 < mu / sqrt(2 * pi), {mu: (0, 20)}) == {"mu": "0"}


def test_gaussian_trade_off_function_is_convex():
    second = diff(GAUSS, alpha, 2)
    assert certified(Ge(second, 0), {mu: (R(1, 100), 10), alpha: Interval.open(0, 1)})
    assert certified(Gt(second, 0), {mu: (R(1, 100), 10), alpha: Interval.open(0, 1)})


def test_profile_is_monotone_in_both_variables():
    assert certified(Le(diff(DELTA, epsilon), 0), NORMAL)
    assert certified(Ge(diff(DELTA, m), 0), NORMAL)
    assert certified(DELTA >= 0, NORMAL)


# -- zeros on the boundary --------------------------------------------------------------------


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_a_zero_of_any_order(order):
    remainder = exp(x) - sum(x**i / R(_factorial(i)) for i in range(order))
    assert certified(Ge(remainder, 0), {x: (0, 3)})
    assert refuted(
        Ge(remainder - x**order / R(_factorial(order)) * (1 + R(1, 10**6)), 0), {x: (0, 3)}
    )


def _factorial(n):
    return 1 if n < 2 else n * _factorial(n - 1)


def test_zeros_at_both_ends_and_inside():
    assert certified(Ge(x * (1 - x) * exp(x), 0), {x: (0, 1)})
    assert certified(Ge(log(1 + x) - x * log(2), 0), {x: (0, 1)})
    assert certified(Ge(exp(x) - 1 - x, 0), {x: (-1, 2)})
    assert certified(Ge(x**2 - 2 * x / 3 + R(1, 9), 0), {x: (0, 1)})


def test_a_factor_that_vanishes_at_an_end_is_not_positive():
    assert refuted(Gt(x * (2 + exp(x)), 0), {x: (0, 1)}) == {"x": "0"}
    assert refuted(Gt(x**2 * (2 + exp(x)), 0), {x: (0, 1)}) == {"x": "0"}
    assert certified(Gt(x * (2 + exp(x)), 0), {x: Interval.Lopen(0, 1)})


def test_a_zero_at_a_corner_only():
    assert certified(Ge(x + y - x * y / 2, 0), {x: (0, 1), y: (0, 1)})
    assert certified(Ge(exp(x * y) - 1 - x * y, 0), {x: (0, 1), y: (0, 1)})


def test_open_ends_are_not_part_of_the_box():
    assert certified(Gt(x, 0), {x: Interval.Lopen(0, 1)})
    assert refuted(Gt(x, 0), {x: (0, 1)}) == {"x": "0"}
    assert prove(Lt(x, 1), {x: Interval.Ropen(0, 1)}).status == "certified"
    # it rises and falls, and is 0 at the end that is left out
    assert certified(Gt(x * exp(-x) - x**2 / 100, 0), {x: Interval.Lopen(0, 3)})


# -- infinite sides ---------------------------------------------------------------------------


def test_half_infinite_and_whole_lines():
    assert certified(Ge(exp(x) - 1 - x, 0), {x: (0, oo)})
    assert certified(Ge(Phi(x + 1) - Phi(x), 0), {x: (-oo, oo)})
    assert certified(Le(Phi(-x), exp(-(x**2) / 2) / 2), {x: (0, oo)})
    assert certified(Ge(1 / (1 + x) - 1 / (2 + x), 0), {x: (0, oo)})
    assert refuted(Le(x, 10**6), {x: (0, oo)})
    assert refuted(Ge(Phi(x), R(1, 10**9)), {x: (-oo, oo)})


def test_a_limit_at_infinity_is_no_value():
    """x exp(-x) tends to 0 from above; -x/(1+x) tends to -1, which bounds nothing."""
    assert certified(Ge(x * exp(-x), 0), {x: (0, oo)})
    assert certified(Gt(x * exp(-x), 0), {x: (1, oo)})
    assert refuted(Ge(x * exp(-x) - R(1, 10**4), 0), {x: (0, oo)})


# -- kinks, integers, identities --------------------------------------------------------------


def test_kinks():
    assert certified(Ge(Max(x, 0) - x, 0), {x: (-1, 1)})
    assert certified(Ge(x - Min(x, R(1, 2)), 0), {x: (0, 1)})
    assert certified(Ge(Abs(x) * exp(x), 0), {x: (-1, 1)})
    # 1/3 at 1/3, though neither line is that low at the ends
    assert refuted(Ge(Max(x, 1 - 2 * x), R(1, 2)), {x: (0, 1)})
    assert refuted(Le(Min(2 * x, 3 - x), 1), {x: (0, 3)})
    step = Piecewise((x, x < R(1, 3)), (R(1, 3) + (x - R(1, 3)) * 2, True))
    assert certified(Ge(step - x / 2, 0), {x: (0, 1)})
    jump = Piecewise((0, x < R(1, 3)), (-R(1, 10**9), x <= R(1, 3)), (0, True))
    assert refuted(Ge(jump, 0), {x: (0, 1)}) == {"x": "1/3"}


def test_a_jump_is_not_mistaken_for_a_slope():
    drop = Piecewise((x, x < R(1, 2)), (x - 1, True))
    assert refuted(Ge(drop, 0), {x: (0, 1)})
    assert not certified(Ge(x - floor(x), R(1, 10)), {x: (0, 2)})
    # -1/2 where the first step is taken and not yet the second one, which is hard to hit
    gap = R(1, 2) - floor(x - R(2345, 10**4)) + floor(x - R(2345, 10**4) - R(1, 10**9))
    found = refuted(Ge(gap, 0), {x: (1, R(3, 2))})
    assert found is not None
    assert 0 <= R(found["x"]) - R(12345, 10**4) < R(1, 10**9)


def test_integers_are_taken_one_by_one():
    k = integer("k", 1)
    assert certified(Ge((1 + x) ** k, 1 + k * x), {k: (1, 6), x: (0, 2)})
    i = Symbol("i", integer=True)
    harmonic = Sum(1 / i, (i, 1, k))
    assert certified(Ge(harmonic, log(k + 1)), {k: (1, 20)})
    assert refuted(Le(harmonic, R(7, 2)), {k: (1, 20)}) == {"k": "19"}


def test_equality_is_certified_only_as_an_identity():
    assert certified(Eq(exp(x) * exp(1 - x), exp(1)), {x: (0, 1)})
    assert certified(Eq(Phi(x) + Phi(-x), 1), {x: (-oo, oo)})
    assert refuted(Eq(x**2, x), {x: (0, 1)})
    assert refuted(Eq(exp(x), 1 + x + x**2 / 2), {x: (0, R(1, 10**6))})


# -- changes of variable ----------------------------------------------------------------------


def test_a_stated_change_of_variable():
    claim = Le(alpha * (1 - alpha), R(1, 4))
    assert certified(claim, {alpha: (0, 1), z: (-oo, oo)}, substitute={alpha: Phi(-z)})
    assert certified(claim, {alpha: (0, R(1, 2)), z: (0, oo)}, substitute={alpha: Phi(-z)})
    with pytest.raises(DomainError, match="does not cover"):
        prove(claim, {alpha: (0, 1), z: (0, oo)}, substitute={alpha: Phi(-z)})
    with pytest.raises(DomainError, match="does not cover"):
        prove(claim, {alpha: (0, 1), z: (-5, 5)}, substitute={alpha: Phi(-z)})


def test_an_end_that_is_only_approached_is_shown_by_itself():
    at_zero = Piecewise((-1, Le(alpha, 0)), (1, True))
    found = refuted(Ge(at_zero, 0), {alpha: (0, 1), z: (-oo, oo)}, substitute={alpha: Phi(-z)})
    assert found == {"alpha": "0"}


def test_a_witness_is_in_the_stated_variables():
    found = refuted(GAUSS <= (1 - alpha) * (1 - R(1, 10**6)), {mu: (0, 8), alpha: (0, 1)})
    assert set(found) == {"mu", "alpha"}
    point = {mu: R(found["mu"]), alpha: R(found["alpha"])}
    assert (GAUSS - (1 - alpha) * (1 - R(1, 10**6))).subs(point).evalf(30) > 0


# -- budgets ----------------------------------------------------------------------------------

HARD = Ge(exp(x**2 - 2) + 1 - x**2, 0)  # zero at sqrt(2), inside


def test_inconclusive_within_the_budget_and_resumed():
    seen = []
    first = prove(HARD, {x: (1, 2)}, budget_boxes=10, progress=lambda *state: seen.append(state))
    assert first.status == "inconclusive"
    assert first.undecided.startswith("x in [")
    assert first.boxes == 10
    assert [used for used, _ in seen] == list(range(1, 11))
    second = prove(HARD, {x: (1, 2)}, budget_boxes=10, resume=first)
    assert (second.status, second.boxes) == ("inconclusive", 20)
    with pytest.raises(DomainError, match="same question"):
        prove(HARD, {x: (1, 3)}, resume=first)
    assert prove(HARD, {x: (1, 2)}, budget_seconds=0).status == "inconclusive"


def test_a_resumed_search_ends_like_an_uninterrupted_one():
    claim = Ge(R(251, 1000) - Phi(x) * Phi(-x), 0)
    found = prove(claim, {x: (-20, 20)}, budget_boxes=2)
    assert found.status == "inconclusive"
    while found.status == "inconclusive":
        found = prove(claim, {x: (-20, 20)}, budget_boxes=2, resume=found)
    assert found.status == "certified"
    assert recheck(found.certificate) >= 2


# -- what is refused --------------------------------------------------------------------------


def test_bad_questions_are_refused():
    with pytest.raises(DomainError, match="SymPy decided"):
        prove(Phi(x) >= 0, {x: (0, 1)})
    with pytest.raises(DomainError, match="no range for y"):
        prove(Ge(x, y), {x: (0, 1)})
    with pytest.raises(DomainError, match="ranges over"):
        prove(Ge(mu, 0), {mu: (-1, 1)})
    with pytest.raises(UnsupportedError, match="cos"):
        prove(Ge(cos(x), -1), {x: (0, 1)})
    with pytest.raises(DomainError, match="empty"):
        prove(Ge(x, 0), {x: (1, 0)})
    with pytest.raises(UnsupportedError, match="each integer"):
        prove(Ge(integer("k"), 0), {integer("k"): (0, oo)})


def test_undefined_is_never_certified():
    assert prove(Ge(log(x) ** 2, 0), {x: (-1, 1)}, budget_boxes=200).status == "inconclusive"
    assert prove(Ge(1 / x**2, 0), {x: (-1, 1)}, budget_boxes=200).status == "inconclusive"
    assert prove(Ge(sqrt(x), 0), {x: (-1, 1)}, budget_boxes=200).status != "certified"
    n = integer("n", 0)
    assert prove(Ge(1 / n, 0), {n: (0, 3)}).status == "inconclusive"
    assert prove(Ge(1 / n, 0), {n: (1, 3)}).status == "certified"


# -- what the prover needs from the enclosures ------------------------------------------------


def test_a_third_minus_infinity_is_infinite():
    third = R(1, 3)
    assert compile_expr((third - x) ** 2, (x,)).ball([(1, oo)], 64).lower > R(4, 10)
    assert compile_expr(exp(-((third - x) ** 2)), (x,)).ball([(-oo, oo)], 64) == Ball(0, 1)
    assert compile_expr(Phi(third - x), (x,)).ball([oo], 64) == Ball(0, 0)


def test_both_upper_tails_keep_their_digits():
    for expr in (1 - Phi(x), Phi(x) - 1):
        assert enclose(expr, {x: 40}, digits=20).relative_width < R(1, 10**20)


def test_what_is_cancelled_is_said() -> None:
    """Abs(x)/x <= 1 says nothing at x = 0, and 1/(x + 2) is defined on all of [-1, 1]."""
    y = real("y", Interval(-1, 1))
    assert prove(Le(Abs(y) / y, 1), {y: (-1, 1)}).domain == "y in [-1, 1], wherever 1/y is defined"
    assert prove(Le(1 / (y + 2), 1), {y: (-1, 1)}).domain == "y in [-1, 1]"
    assert prove(Le(log(y), y - 1), {y: Interval.Lopen(0, 1)}).domain == "y in (0, 1]"
