"""Iterated steps and limits of them, members of maxima that are idle, and limits of nothing."""

from __future__ import annotations

import random
from itertools import product

import mpmath
import pytest
from sympy import Abs, Integral, Interval, Lambda, Piecewise, Rational, exp, log, oo, sqrt

from fdp_sym.functions import Max, Min
from fdp_sym.mutants.carried import in_symbols
from fdp_sym.mutants.changed import Mutation
from fdp_sym.mutants.eventually import fails_eventually
from fdp_sym.mutants.iterates import limit_of_powers, without_iterates
from fdp_sym.mutants.limits import NoExpansion
from fdp_sym.mutants.order import difference_signs
from fdp_sym.mutants.points import edges, many_steps, without_value
from fdp_sym.mutants.refuting import Refuter
from fdp_sym.symbols import alpha, epsilon, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Iterate, Le, Lim, Theorem, cite, generic, symbolic

k, n = integer("k", 0), integer("n", 1)
level, x, y = real("level", Interval(0, 1)), real("x"), real("y", Interval(0, 1))
falling, rising = (1 - level) * exp(-epsilon), 1 - level * exp(epsilon)


def after(*members, start=alpha, count=k):
    return Iterate(Lambda(level, 1 - Max(*members)), count, start)


def test_a_member_that_is_never_the_largest_on_the_way_is_dropped():
    old = after(0, falling, rising)
    assert difference_signs(old, after(falling, rising), ()) == {0}
    assert difference_signs(old, after(-1, falling, rising), ()) == {0}


def test_a_member_that_is_the_largest_somewhere_is_not_dropped():
    assert difference_signs(after(0, falling, rising), after(0, falling), ()) != {0}
    assert difference_signs(after(0, rising), after(rising), ()) != {0}


def test_no_member_is_dropped_if_the_start_is_outside():
    old, new = (after(*m, start=1 + mu) for m in ((0, falling, rising), (falling, rising)))
    assert difference_signs(old, new, ()) != {0}


def test_limits_of_the_same_sequence_are_the_same():
    old, new = (Lim(after(*m, count=n), n) for m in ((0, falling, rising), (falling, rising)))
    assert difference_signs(old, new, ()) == {0}
    other = Lim(after(0, falling, count=n), n)
    assert difference_signs(old, other, ()) != {0}


def test_below_a_maximum_with_0_nothing_is_asked_of_what_is_negative():
    old = Max(0, (1 - x) * exp(-epsilon))
    assert difference_signs(old, Max(0, (1 - x) * exp(epsilon)), ()) == {0, 1}
    assert difference_signs(Min(0, x), Min(0, x * exp(epsilon)), ()) == {-1, 0}
    assert difference_signs(old, Max(-1, (1 - x) * exp(epsilon)), ()) == {-1, 0, 1}
    assert difference_signs(old, Max(0, x * exp(epsilon)), ()) == {-1, 0, 1}


def test_signs_of_differences_of_maxima_are_the_signs_of_numbers():
    terms = [0, -1, 1 - x, (1 - x) * exp(epsilon), (1 - x) * exp(-epsilon), x, 1 - x * exp(epsilon)]
    pairs = [(a, b) for i, a in enumerate(terms) for b in terms[:i]]
    drawn = random.Random(11)
    for _ in range(60):
        kind = drawn.choice((Max, Min))
        old, new = (kind(*drawn.choice(pairs)) for _ in range(2))
        signs = difference_signs(old, new, ())
        for at, by in product((-2, -1, 0, 0.25, 0.5, 0.75, 1, 2), (0, 0.5, 1, 3)):
            values = [float(e.subs({x: Rational(at), epsilon: Rational(by)})) for e in (old, new)]
            gap = values[1] - values[0]
            assert (abs(gap) > 1e-9) * (1 if gap > 0 else -1) in signs or gap == 0


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        (1 - 2**n / n**3, -oo),
        (3 ** (-n) * n + exp(-1 / n), 1),
        (2**n * exp(1 / n) - 3 ** (n / 2), oo),
        (exp(n / 3) - 2**n * n, -oo),
        (exp(-n) + (1 + 2 / n) / 2, Rational(1, 2)),
    ],
)
def test_limits_with_exponentials(body, limit):
    assert limit_of_powers(body, n) == limit
    with mpmath.workdps(60):
        value = mpmath.mpf(str(body.subs(n, 2000).evalf(60)))
    assert (abs(value) > 1e9 and (value > 0) == (limit > 0)) if limit in (oo, -oo) else True
    assert limit in (oo, -oo) or abs(value - float(limit)) < 1e-2


def test_no_limit_is_found_of_exponentials_that_cancel_or_outgrow_those():
    for body in (2**n / 2 - 2 ** (n - 1) + exp(n**2), exp(n**2) - 2**n):
        with pytest.raises(NoExpansion):
            limit_of_powers(body, n)


def test_iterates_that_leave_every_bound_have_no_limit():
    step = Lambda(level, 1 - 2 * Max(0, 1 - level))
    moved = Lim(1 - Iterate(step, n, Rational(1, 2)), n)
    assert fails_eventually(Eq(moved, Rational(1, 2)))
    halved = Lambda(level, 1 - Max(0, 1 - level) / 2)  # tends to 1
    tends = Lim(1 - Iterate(halved, n, Rational(1, 2)), n)
    assert fails_eventually(Eq(tends, Rational(1, 2)))
    assert not fails_eventually(Eq(tends, 0))


def test_what_has_no_value_in_the_end_has_no_limit():
    t = real("t", Interval(0, 1))
    for lost in (log(1 - n / 4), sqrt(3 - n), Integral(t * log(2 - n) ** 2, (t, 0, 1))):
        assert fails_eventually(Eq(Lim(lost / n**9, n), 0))
    for fine in (log(1 - Rational(1, 4) / n), sqrt(n - 3) / n**2, (3 - n) ** 2 / n**3):
        assert not fails_eventually(Eq(Lim(fine, n), 0))
    assert not fails_eventually(Eq(Lim(Integral(log(2 - n), (t, 0, 0)) / n, n), 0))


def test_points_at_edges_and_after_many_steps():
    domain = [alpha, mu, n]
    at_edges = list(edges(domain))
    assert all(p[alpha] in (0, 1) or p[mu] == 0 or p[n] == 1 for p in at_edges)
    assert {p[alpha] for p in at_edges if p[mu] == 0} > {Rational(1, 2)}
    assert {(p[mu], p[n]) for p in many_steps(domain)} == {(10, 40)}
    assert not list(many_steps([alpha, mu]))


def test_what_is_false_only_after_many_steps_is_refuted():
    """mu/(4 n) is below mu**2/(4 n**2) only where mu > n."""
    source = cite("nobody", "nowhere")
    claim = Le(mu**2 * alpha, mu + 300 / n)
    entry = Theorem(id="t", title="", source=source, claim=claim, checks=(symbolic(),))
    mutant = Mutation("", 1, 2, (claim,), (), 0)
    found = Refuter(entry, {0: ()}).at_points(mutant, 40, 400)
    assert found is not None
    assert found[0]["n"] != "1"


def test_values_of_a_changed_step_are_changed_in_the_proof():
    old = Lambda(level, 1 - Max(0, falling, rising))
    new = Lambda(level, 1 - Max(0, rising))
    start = alpha * exp(-3 * epsilon)
    assert in_symbols(old(start), {old: new}) == new(start)
    assert in_symbols(Eq(old(start) * mu, 1), {old: new}) == Eq(new(start) * mu, 1)
    other = 1 - Max(0, falling.subs(level, start), rising.subs(level, mu))
    assert in_symbols(other, {old: new}) == other


def test_no_value_where_hypotheses_hold_as_equations_or_for_another_function():
    w = real("w", Interval(1, oo))
    g = generic("g", instances=[Lambda(y, Max(1 - 2 * y, (1 - y) / 2)), Lambda(y, 1 - y)])
    side = alpha / (1 - w)
    for h in (Eq(g(1 / (1 + w)), 1 / (1 + w)), Ge(1, w * exp(mu))):
        found = without_value(side, Ge(side, 0), (h,))
        assert found is not None
        assert found[0]["w"] == "1"
    assert without_value(side, Ge(side, 0), (Ge(w, 2),)) is None


@pytest.mark.parametrize("bump", [Min(4 * x - 1, Rational(3, 2) - x), 8 * x * (1 - x)])
def test_a_line_that_is_left_between_both_ends_is_not_followed_all_the_way(bump):
    step = Lambda(x, Max(x + 1 / n, bump))
    value = Rational(0)
    for _ in range(20):  # by the line alone it is 1 after n steps
        value = step(value).subs(n, 20)
    assert value > Rational(6, 5)
    with pytest.raises(NoExpansion):
        without_iterates(Iterate(step, n, Rational(0)), n)


def test_a_piece_that_does_not_apply_needs_no_value():
    for bound, lost in ((5, False), (0, True)):  # x = 1 is beyond the first bound only
        claim = Le(Piecewise((1 / (x - 1), x**3 + x > bound), (0, True)), 1)
        assert (without_value(claim.lhs, claim, ()) is not None) is lost


def test_an_integral_may_exist_without_a_value_at_an_end():
    improper = 1 / sqrt(Abs(y - Rational(1, 2)))
    early = sqrt(y - Rational(1, 1000))  # not real near 0 only
    for body, low, lost in (
        (1 / sqrt(y), 0, False),
        (improper, 0, False),
        (sqrt(y - Rational(1, 2)), 0, True),
        (early, 0, True),
        (sqrt(y - 1), 1, False),  # an integral over one point is 0
    ):
        claim = Le(Integral(body, (y, low, 1)), 3)
        assert (without_value(claim.lhs, claim, ()) is not None) is lost
