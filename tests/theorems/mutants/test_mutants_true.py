"""Rules by which a neighbour of a theorem is true as well; each refuses a false neighbour."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import (
    E,
    Integer,
    Integral,
    Interval,
    Lambda,
    Piecewise,
    Range,
    Rational,
    Sum,
    binomial,
    cbrt,
    exp,
    floor,
    log,
    oo,
    sqrt,
)

from fdp_sym.functions import Max, Min, Phi, Quantile
from fdp_sym.mutants.binders import closes_with_binders, maps_into_itself, signs_of
from fdp_sym.mutants.carried import proved_alike, strictly_through
from fdp_sym.mutants.changed import Mutation, mutations
from fdp_sym.mutants.companions import companions
from fdp_sym.mutants.consequences import by_cases, under_other_names
from fdp_sym.mutants.ends import continuous, holds_at_the_end
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.order import difference_signs, is_weaker
from fdp_sym.symbols import epsilon, integer, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Inf,
    Iterate,
    Le,
    Lt,
    Sup,
    Theorem,
    cite,
    from_boundary,
    generic,
    lemma,
    symbolic,
    termwise,
    using,
)
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.verdict import Status

x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))
t, z = real("t", Interval(0, 1)), real("z")
level = real("level", Interval(0, 1))
c = real("c", Interval.open(0, 1))
i, j, k, n = integer("i", 1), integer("j", 0), integer("k", 0), integer("n", 1)
f = generic("f", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i)])
free = generic("h", facts=(), bounds=(-oo, oo), instances=[Lambda(x, x)])
source = cite("nobody", "nowhere")


def theorem(claim, *checks, id="t", **more):
    checks = checks or (symbolic(),)
    return Theorem(id=id, title="", source=source, claim=claim, checks=checks, **more)


def judged(entry, text, library=()):
    judge = Judge(entry, {e.id: e for e in library}, trusted=True)
    (mutant,) = (m for m in mutations(entry).mutants if m.text == text)
    return judge.judge(mutant)


# -- ranges of sums, integrals, extrema and iterates ---------------------------------------------


@pytest.mark.parametrize(
    ("expr", "signs"),
    [
        (Sum(p(i), (i, 1, n)), {0, 1}),
        (Sum(p(i) + 1, (i, 1, n)), {1}),
        (Sum(p(i) + 1, (i, 2, n)), {0, 1}),  # empty for n = 1
        (Sum(0 * p(i) - 1, (i, 1, n)), {-1}),
        (Sum(p(i) - 1, (i, 1, n)), {-1, 0, 1}),
        (Sum(free(i), (i, 1, 0)), {0}),  # of nothing
        (Sum(p(i), (i, 3, n)), {-1, 0, 1}),  # SymPy's sum over a reversed range
        (Sum(p(i), (i, 0, n)), {-1, 0, 1}),  # beyond the domain of i
        (Sum(p(i), (i, 1, oo)), {-1, 0, 1}),  # which may diverge
        (Integral(t * exp(epsilon), (t, 0, x)), {0, 1}),
        (Integral(x / z**2, (z, -1, 1)), {-1, 0, 1}),
        (Integral(free(t), (t, 0, 1)), {-1, 0, 1}),
        (Integral(exp(z), (z, x, 0)), {-1, 0, 1}),
        (Sup(t - 1, (t, 0, 1)), {0}),
        (Sup(t - x, (t, 0, 1)), {0, 1}),
        (Sup(-exp(t * x), (t, 0, 1)), {-1, 0}),
        (Sup(t - 2 * x, (t, 0, 1)), {-1, 0, 1}),
        (Inf(t - x, (t, 0, 1)), {-1, 0}),
        (Inf(t + 1 + x, (t, 0, 1)), {0, 1}),
        (Max(x - 2, free(x)), {-1, 0, 1}),
        (Max(x + 1, free(x)), {1}),
        (Min(x, free(x)), {-1, 0, 1}),
        (Min(x - 2, free(x)), {-1}),
        (-Sup(1 - f(t) * x, (t, 0, 1)) - 1, {-1}),
        (Iterate(Lambda(level, 1 - f(level)), k, x), {0, 1}),
        (Iterate(Lambda(level, 1 - level / 2), k, x) - 2, {-1}),
        (Iterate(Lambda(level, 2 * level - 1), k, x), {-1, 0, 1}),
        (Iterate(Lambda(level, level**2), k, 2 * x), {-1, 0, 1}),
    ],
)
def test_signs(expr, signs) -> None:
    assert signs_of(expr) == signs


def test_hypotheses_about_a_bound_name_say_nothing_under_the_binder() -> None:
    assert signs_of(Integral(t - 1 / Rational(2), (t, 0, 1)), (Ge(t, Rational(1, 2)),)) > {0, 1}
    assert closes_with_binders(Ge(Sum(p(i), (i, 1, n)), 0), ())
    assert not closes_with_binders(Gt(Sum(p(i), (i, 1, n)), 0), ())
    assert not closes_with_binders(Le(Sum(p(i), (i, 1, n)), 1), (Le(p(i), 0),))


def test_iterates_stay_where_their_step_does() -> None:
    inside = Iterate(Lambda(level, Min(1, 2 * level)), k, x)
    assert maps_into_itself(inside, ()) == Interval(0, 1)
    assert maps_into_itself(Iterate(Lambda(level, 2 * level), k, x), ()) is None
    assert maps_into_itself(Iterate(Lambda(level, level / 2), k, 2 * x), ()) is None
    assert maps_into_itself(Iterate(Lambda(level, f(level + 1)), k, x), ()) is None  # undefined
    assert maps_into_itself(Iterate(Lambda(level, level / 2), k - 3, x), ()) is None


# -- which is larger -----------------------------------------------------------------------------


def steps(body, count=k, start=x):
    return Iterate(Lambda(level, body), count, start)


wide = real("i", Range(0, oo))


def piecewise(value, end=y, strict=False):
    """The value up to an end, and half of the end beyond it."""
    return Piecewise((value, Lt(x, end) if strict else Le(x, end)), (y / 2, True))


@pytest.mark.parametrize(
    ("old", "new", "signs"),
    [
        ((1 - x) ** k, (1 - x / 2) ** k, {0, 1}),
        ((x - 1) ** k, (x / 2 - 1) ** k, None),  # of negative bases
        ((1 - x) ** -k, (1 - x / 2) ** -k, None),  # of what may be 0
        ((2 - x) ** -k, (2 - x / 2) ** -k, {-1, 0}),
        (exp(epsilon * k), exp(epsilon * (k + 1)), {0, 1}),
        ((1 + x) ** k, (1 + x) ** (k + 1), {0, 1}),
        ((1 - x) ** k, (1 - x) ** (k + 1), None),
        ((2 - x) ** (-n), (2 - x) ** n, {0, 1}),
        (x**2, sqrt(x), {0, 1}),
        (x**2, 1 / x, None),
        (z * c ** Rational(2, 3) * (1 + c) ** Rational(2, 3), z * c, None),
        (y * c ** Rational(2, 3) * (1 + c) ** Rational(2, 3), y * c ** Rational(4, 3), {-1, 0}),
        (sqrt(2 * x) * (1 + x) / 2, sqrt(x) * (1 + x), {0, 1}),
        ((2 - c) / sqrt(1 + c), sqrt(2 - c), None),  # equal at c = 1/2
        ((1 - x) / (1 + x), 1 / (1 - x), None),  # without a value at x = 1
        (c / sqrt(1 + c), 1 / sqrt(1 + 2 * c), None),
        (c / (1 + c), (1 + c) / (2 + c), {1}),
        ((1 - x) / cbrt(1 + x), (1 - x) ** Rational(2, 3), {0, 1}),
        ((1 - x) / cbrt(1 + x), (1 - 2 * x) ** Rational(2, 3), None),  # no real numbers
        (sqrt(log(E + x)), log(E + x) ** Rational(3, 2), {0, 1}),
        (sqrt(log(1 + x)), log(1 + x) ** Rational(3, 2), {-1, 0}),
        (sqrt(log(2 + x)), log(2 + x) ** Rational(3, 2), None),
        (Integer(1), 1 / sqrt(1 + exp(epsilon)), {-1}),
        (Integer(1), sqrt(x + y), None),
        (Integer(1), sqrt(log(E + x)), {0, 1}),
        (Integer(2), sqrt(log(E + x)), {-1}),
        (Integer(1), sqrt(log(E + x - y)), None),
        (Integer(-1), exp(free(x)), {1}),
        (exp(1 - x), Integer(1), {-1, 0}),
        (Integer(4), (2 + x) ** 2, {0, 1}),
        (Integer(4), (2 + free(x)) ** 2, None),
        (Max(x, y), Max(x / 2, y), {-1, 0}),
        (Max(x, y), Max(x / 2, 2 * y), None),
        (Max(x, y, 0), Max(x / 2, y / 3), {-1, 0}),
        (Max(x, y), Max(x * y, x, y), {0}),  # at most what is there already
        (Max(x, y), Max(x * y + y, x, y), {0, 1}),
        (Min(x, 2 * y), Min(x, y, 1), {-1, 0}),
        (Min(x, y), Min(x**2, 2 * y), None),
        (Phi(x), Phi(x + 1), {1}),
        (Phi(Quantile(x)), Phi(Quantile(x) + 1), {0, 1}),  # 0 and 0 at x = 0
        (f(x / 2), f(x), {-1, 0}),
        (f(x / 2 - 1), f(x), None),  # nothing is known left of 0
        (free(x / 2), free(x), None),
        (1 - f(x * y), 1 - f(x), {0, 1}),
        (Sum(p(i), (i, 1, n)), Sum(p(i), (i, 2, n)), {-1, 0}),
        (Sum(p(i), (i, 1, n)), Sum(p(i), (i, 1, n + 1)), {0, 1}),
        (Sum(p(i) - 1, (i, 1, n)), Sum(p(i) - 1, (i, 2, n)), None),
        (Sum(j * j, (j, 0, n)), Sum(j * (n - j), (j, 0, n)), {-1, 0}),  # in opposite order
        (Sum(binomial(n, j) * x**2 * j**2, (j, 0, n)), Sum(binomial(n, j) * j, (j, 0, n)), None),
        (Sum(exp(j * z) * j, (j, 0, n)), Sum(exp(-j * z) * j, (j, 0, n)), None),  # z may be < 0
        (Sum(exp(j) * j, (j, 0, n)), Sum(exp(n - j) * j, (j, 0, n)), {-1, 0}),
        (Sum(exp(-j) * j, (j, 0, n)), Sum(exp(j - n) * j, (j, 0, n)), {0, 1}),
        (Integral(t * t, (t, 0, 1)), Integral(t * (1 - t), (t, 0, 1)), {-1, 0}),  # 1/3, 1/6
        (Sum(p(i), (i, 1, n)), Sum(p(i), (i, 0, n)), None),  # i is never 0
        (Sum(p(i), (i, 1, n)), Sum(p(j), (j, 0, n)), None),  # another variable
        (Sum(p(i), (i, 1, n)), Sum(p(wide), (wide, 0, n)), {0, 1}),
        (Sum(free(i), (i, 1, n)), Sum(free(wide), (wide, 0, n)), None),
        (Sum(free(i) - 1, (i, 1, n)), Sum(free(i) - 1, (i, 1, n + 1)), None),
        (Sum(binomial(n, j) * z, (j, 0, n)), Sum(binomial(n, j) * z, (j, 0, n + 1)), {0}),
        (Sum(binomial(n, j) * z, (j, 0, n)), Sum(binomial(n, j) * z, (j, 0, n - 1)), None),
        (Sum(j * (n - j), (j, 1, n)), Sum(j * (n - j), (j, 1, n + 1)), {-1}),
        (Sum(p(i), (i, 1, n)), Sum(p(i) + 1, (i, 1, n)), {1}),
        (Sum(p(i), (i, 2, n)), Sum(p(i) + 1, (i, 2, n)), {0, 1}),
        (Integral(exp(t), (t, 0, 1)), Integral(exp(t), (t, 0, x)), {-1, 0}),
        (Integral(t - x, (t, 0, 1)), Integral(t - x, (t, 0, y)), None),
        (Integral(x * t, (t, 0, 1)), Integral(t, (t, 0, 1)), {0, 1}),
        (Sup(t - x * t**2, (t, 0, 1)), Sup(t - x * t**2, (t, 0, y)), {-1, 0}),
        (Inf(t - x * t**2, (t, 0, 1)), Inf(t - x * t**2, (t, 0, y)), {0, 1}),
        (Sup(t - x, (t, 0, y)), Sup(t - x, (t, x, y)), None),  # where nothing may lie
        (Sup(t * x, (t, 0, y)), Inf(t * x, (t, 0, y)), {-1, 0}),
        (Inf(t * x, (t, 0, y)), Sup(t * x, (t, 0, y)), {0, 1}),
        (Sup(t - x, (t, 0, y)), Inf(t - y, (t, 0, y)), None),
        (Sup(t * x, (t, x, y)), Inf(t * x, (t, x, y)), None),
        (steps(1 - f(level)), steps(1 - f(level) / 2), {0, 1}),
        (steps(1 - f(level)), steps(1 - f(level), start=x * y), {-1, 0}),
        (steps(1 - f(level)), steps(1 - f(level), count=k + 1), {0, 1}),  # f is below Id
        (steps(f(level)), steps(f(level) / 2), None),  # the order is reversed
        (steps(1 - level), steps(1 - level, start=x * y), None),
        (steps(level * (1 - level)), steps(level * (1 - level) / 2), None),  # no order is kept
        (steps(2 * level), steps(3 * level), None),  # which leave the domain of level
        (steps(1 - f(level)), steps(1 - f(level) / 2, start=x * y), None),
        (steps(level / 2), steps(-1 + level / 2), {-1, 0}),  # of any numbers
        (steps(-level / 2), steps(-1 - level / 2), None),
        (steps(sqrt(level)), steps(sqrt(level) - 1), None),  # of which there are no roots
        (piecewise(x / 2), piecewise(x), {0, 1}),
        (piecewise(x / 2), piecewise(1 - y), None),
        (piecewise(1, y / 2), piecewise(1, y), {0, 1}),
        (piecewise(1 - x, y / 2), piecewise(1 - x, y), None),
        (piecewise(x / 2, strict=True), piecewise(x / 2), {0}),
        (piecewise(1, strict=True), piecewise(1), {0, 1}),  # at x = y
        (piecewise(1), piecewise(1, strict=True), {-1, 0}),
    ],
)
def test_differences(old, new, signs) -> None:
    found = difference_signs(old, new, ())
    assert found == (signs if signs is not None else {-1, 0, 1})


def test_a_convex_function_that_is_bounded_on_a_half_line_decreases() -> None:
    def signs(**known):
        u = generic("u", **{"facts": ("convex",), "instances": [Lambda(x, 1 / (1 + x))], **known})
        return difference_signs(u(x / 2), u(x), ())

    half_line, unknown = Interval(0, oo), {-1, 0, 1}
    assert signs(domain=half_line) == {-1, 0}
    assert signs(domain=half_line, bounds=(-oo, 5)) == {-1, 0}
    assert signs(domain=half_line, bounds=(0, oo)) == unknown  # x**2
    assert signs(domain=Interval(0, 9)) == unknown  # x/9
    assert signs(domain=Interval(-oo, 1)) == unknown  # exp(x - 1)
    assert signs(domain=half_line, facts=()) == unknown


def test_equal_functions_are_one_function() -> None:
    # SymPy gives back a value of whichever of them was there first
    other = generic("f", instances=f.instances)
    assert type(other(x / 7)) is not type(f(x / 3))
    assert difference_signs(other(x / 7), f(x / 3), ()) == {-1, 0}


def test_one_hypothesis_does_not_hide_the_domain() -> None:
    b, d = real("b", Interval.Ropen(0, 1)), real("d", Interval.open(0, 1))
    given = (Le(x, b), Le(b, d))
    assert is_weaker(Le((1 - d) / (1 - b), 1), Le((1 - d) / sqrt(1 - b), 1), given)
    assert not is_weaker(Le((1 - d) / sqrt(1 - b), 1), Le((1 - d) / (1 - b), 1), given)


def test_a_strict_relation_needs_a_strict_step() -> None:
    assert is_weaker(Le(x, y), Lt(x, y + 1), ())
    assert not is_weaker(Le(x, y), Lt(x, y + x), ())
    assert is_weaker(Lt(x, y), Lt(x, y + x), ())
    assert not is_weaker(Le(x, y), Ge(x, y + 1), ())
    assert not is_weaker(Le(x, y), Le(x, y + 1 / x), ())  # without a value at x = 0


# -- continuity at the end of a domain -----------------------------------------------------------


def at_the_end(claim, symbol, given=()):
    """Whether the original holds where the domain of a symbol is closed."""
    entry = theorem(claim, given=given)
    (mutant,) = (
        m for m in mutations(entry).mutants if m.symbol is not None and m.symbol.name == symbol
    )
    return holds_at_the_end(mutant)


def test_closed_relations_hold_at_the_end() -> None:
    r = real("r", Interval.open(0, oo))
    assert at_the_end(Le(log(1 + r), r), "r")
    assert at_the_end(Eq(Phi(r) + Phi(-r), 1), "r")
    assert at_the_end(Le(Sum(binomial(5, j) * Max(0, r - j), (j, 0, 5)), exp(9 * r) * 99), "r")
    assert at_the_end(Le(Sup(t * r - t**2, (t, 0, 1)), r), "r")
    assert at_the_end(Ge(Iterate(Lambda(level, level / (1 + r)), 5, x), 0), "r")
    assert not at_the_end(Gt(r, 0), "r")  # strict
    assert not at_the_end(Le(log(r), r), "r")  # no value there
    assert not at_the_end(Ge(floor(r) - floor(-r), 1), "r")  # 0 there
    assert not at_the_end(Ge(free(r), 0), "r")  # free may jump
    assert not at_the_end(Le(r * x, r), "r", given=(Lt(x, 1 + r),))
    assert not at_the_end(Le(Integral(r * exp(-r * z), (z, 0, oo)), 1), "r")  # 1, and 0 at 0


def test_what_is_continuous() -> None:
    both = frozenset({x, y})
    assert continuous(x ** (1 + y), both)
    assert continuous(Quantile((1 + x) / 4), both)
    assert continuous(Integral(exp(t * x), (t, 0, 1)), both)
    assert not continuous(Quantile(x), both)
    assert not continuous(Integral(free(t) * x, (t, 0, 1)), both)
    assert not continuous(Integral(exp(t), (t, 0, x)), both)
    assert not continuous(Sum(x**i, (i, 1, oo)), both)
    assert not continuous(f(x), both)  # a trade-off function may jump at 0


# -- hypotheses and names ------------------------------------------------------------------------


def test_a_hypothesis_in_whose_absence_the_claim_is_plain() -> None:
    entry = theorem(Le(Min(x, y), y * 2), given=Le(y, x))
    dropped = next(m for m in mutations(entry).mutants if not m.given)
    assert by_cases(entry, dropped)
    false = theorem(Le(2 * x, x + y), given=Le(x, y))
    assert not any(by_cases(false, m) for m in mutations(false).mutants if not m.given)
    equal = theorem(Le(x**2, y), given=Eq(x, y))  # follows for x < y only
    assert not any(by_cases(equal, m) for m in mutations(equal).mutants if not m.given)


def other(entry, new):
    return Mutation("", "old", "new", (new,), entry.given, 0)


def test_the_original_under_other_names() -> None:
    entry = theorem(Le(z * x, exp(z * x)))
    assert under_other_names(entry, other(entry, Le(-z * x, exp(-z * x)))) == "z = -z"
    mirrored = Le(z * (1 - x), exp(z * (1 - x)))
    assert under_other_names(entry, other(entry, mirrored)) == "x = 1 - x"
    assert not under_other_names(entry, other(entry, Le(-z * x, exp(z * x))))
    ordered = theorem(Le(x, y), given=Le(x, y))
    assert not under_other_names(ordered, other(ordered, Le(y, x)))  # the hypothesis is another


# -- sums over a part ----------------------------------------------------------------------------


def test_a_sum_over_a_part_follows_from_the_same_part_on_both_sides() -> None:
    e = exp(epsilon)
    claim = Le(Sum(free(i) - e, (i, 1, n)), Sum(Max(0, free(i) - e), (i, 1, n)))
    entry = theorem(claim, symbolic(termwise()))
    fewer = "Sum(h(i) - exp(epsilon), (i, 2, n)) <= Sum(Max(0, h(i) - exp(epsilon)), (i, 1, n))"
    found = judged(entry, fewer)
    assert found.fate is Fate.TRUE
    assert found.detail.startswith("follows from Sum(h(i) - exp(epsilon), (i, 2, n)) <= ")
    signed = theorem(Le(Sum(free(i) - e, (i, 1, n)), Sum(free(i), (i, 1, n))))
    (mutant,) = (
        m
        for m in mutations(signed).mutants
        if m.text == "Sum(h(i) - exp(epsilon), (i, 2, n)) <= Sum(h(i), (i, 1, n))"
    )
    assert list(companions(mutant)) == []  # h(1) may be negative


def test_a_factor_of_at_most_1_is_left_out() -> None:
    d, size, length = real("d", Interval.open(0, 1)), real("S", Interval.open(0, oo)), real("l")
    claim = Le(size / ((size + length) * (size / d + E)), d)
    entry = theorem(claim, given=Ge(length, 1))
    text = "S/(sqrt(S + l)*(S/d + E)) <= d  given l >= 1"
    assert judged(entry, text).fate is Fate.TRUE
    without = next(m for m in mutations(entry).mutants if m.text == text)
    assert list(companions(without))
    assert not list(companions(replace(without, given=())))  # S + l may be less than 1


# -- proofs changed like their claims ------------------------------------------------------------


r = real("r", Interval.open(0, oo))
known = theorem(Le(log(1 + r), r), symbolic(from_boundary(r, 0)), id="known")
below = Le(log(1 + r), r)


def test_the_same_change_in_the_proof() -> None:
    steps = lemma("known"), using((below, 1 + x))
    entry = theorem(Le((1 + x) * (log(1 + r) - r), 0), symbolic(*steps), uses=("known",))
    (old,) = entry.parts
    for factor, holds in ((1 - x, True), (x - 1, False)):
        new = Le(factor * (log(1 + r) - r), 0)
        found = proved_alike(entry.checks[0], old, new, theorem(new), ("known",), {"known": known})
        assert bool(found) is holds


def test_the_same_change_in_a_lemma() -> None:
    """A lemma with another term is used if it is true, and not if it is not."""
    lemma_of = theorem(Le(2 * x, 1 + x**2), id="square")
    steps = lemma("square"), using((Le(2 * x, 1 + x**2), y))
    entry = theorem(Le(2 * x * y, y * (1 + x**2)), symbolic(*steps), uses=("square",))
    (old,) = entry.parts
    library = {"square": lemma_of}
    for new, holds in (
        (Le(2 * x * y, y * (x**2 + Rational(1, 2))), False),
        (Le(2 * x * y, y * (2 + x**2)), True),
    ):
        found = proved_alike(entry.checks[0], old, new, theorem(new), ("square",), library)
        assert bool(found) is holds


def test_strict_by_a_strict_lemma_only() -> None:
    closed = real("r", Interval(0, oo))
    for s, fate in ((r, Fate.TRUE), (closed, Fate.KILLED)):
        first = theorem(Le(log(1 + s), s), symbolic(from_boundary(s, 0)), id="known")
        entry = theorem(Le(2 * log(1 + s), 2 * s), symbolic(lemma("known")), uses=("known",))
        assert judged(entry, "2*log(r + 1) < 2*r", [first]).fate is fate


def test_one_strict_step_of_a_chain() -> None:
    goal = Goal(Lt(x, x + 2))
    assert [g.relation for g in strictly_through((x, x + 1), 1).apply(goal, None)] == [
        Le(x, x),
        Lt(x, x + 1),
        Le(x + 1, x + 2),
    ]
    chain = theorem(Lt(x, x), symbolic(strictly_through((x,), 0)))
    assert chain.checks[0].run(chain, None).status is not Status.PROVED


def test_a_value_that_the_hypotheses_exclude() -> None:
    """At b = 1 the claim has no value, but b <= d < 1 says that b is not 1."""
    b, d = real("b", Interval.Ropen(0, 1)), real("d", Interval.open(0, 1))
    entry = theorem(Le((1 - d) / (1 - b), 1), given=Le(b, d))
    added = "(1 - d)/(1 - b) <= 1  also at b = 1"
    assert judged(entry, added).detail == "the hypotheses say no to the value that was added"
    assert judged(theorem(Ge((1 - d) / (1 - b), 0)), added.replace("<= 1", ">= 0")).fate is (
        Fate.KILLED
    )
