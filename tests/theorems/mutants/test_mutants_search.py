"""How false mutants are found: unknown values, solved equations, searches, missing values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from sympy import (
    Abs,
    E,
    Integral,
    Interval,
    Lambda,
    Product,
    Rational,
    Sum,
    exp,
    lambdify,
    log,
    oo,
    sqrt,
)

from fdp_sym.functions import Max, Min, Quantile
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.divergent import diverges
from fdp_sym.mutants.existence import conditions
from fdp_sym.mutants.families import with_other_functions
from fdp_sym.mutants.iterates import without_iterates
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.limits import NoExpansion, fails_in_the_limit
from fdp_sym.mutants.linked import solved
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.search import climbed
from fdp_sym.mutants.values import with_values
from fdp_sym.mutants.variants import variants
from fdp_sym.symbols import alpha, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Gt, Iterate, Le, Lim, Lt, Theorem, cite, generic, symbolic
from fdp_sym.theorems.goals import truth

x, y, t = real("x", Interval(0, 1)), real("y", Interval(0, 1)), real("t", Interval(0, 1))
z, size = real("z"), real("size", Interval(0, oo))
n, k, i = integer("n", 1), integer("k", 1), integer("i", 1)
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])
f = generic("f", instances=[Lambda(x, 1 - x)])
source = cite("nobody", "nowhere")


def theorem(claim, **more):
    return Theorem(id="t", title="", source=source, claim=claim, checks=(symbolic(),), **more)


def fate(entry, text):
    """The fate of the mutant whose claim reads like this."""
    (mutant,) = (m for m in mutations(entry).mutants if m.text == text)
    return Judge(entry, {}, trusted=True).judge(mutant).fate


# -- values of functions as unknowns ----------------------------------------------------------


def test_sums_are_written_out_and_integrals_have_halves() -> None:
    claim, given = with_values(Le(Sum(p(i) ** i, (i, 0, n)), p(7)), (), {n: Rational(2)})
    assert str(claim) == "p(1) + p(2)**2 + 1 <= p(7)"
    assert given == ()
    body = Integral(p(t) ** 2, (t, 0, 1))
    one, _ = with_values(Le(body, 0), (), {})
    assert str(one.lhs) == "p(1/2)**2"
    two, _ = with_values(Le(body, 0), (), {}, halves=True)
    assert str(two.lhs) == "p(1/4)**2/2 + p(3/4)**2/2"
    backwards, _ = with_values(Le(Integral(p(t), (t, 0, -1)), 0), (), {})
    assert str(backwards.lhs) == "-p(1/2)"
    three, _ = with_values(Le(Product(p(i), (i, 1, n)), 0), (), {n: Rational(3)})
    assert str(three.lhs) == "p(1)*p(2)*p(3)"


@pytest.mark.parametrize(
    ("body", "halves"),
    [
        (Sum(p(i), (i, 1, 100)), False),
        (Integral(p(t), (t, 0, oo)), False),
        (Integral(p(t), (t, 0, x)), True),
        (Integral(p(t + y), (t, 0, 1)), True),
        (f(x), False),
    ],
)
def test_what_is_not_written_out(body, halves) -> None:
    assert with_values(Le(body, 0), (), {}, halves) is None


def test_nested_integrals_are_refuted_by_constants() -> None:
    q = generic("q", facts=("measurable",), bounds=(0, oo), instances=[Lambda(t, 1)])
    double, swapped = (
        Integral(Max(0, q(x) * q(y) - t), *limits)
        for limits in (((x, 0, 1), (y, 0, 1)), ((y, 0, 1), (x, 0, 1)))
    )
    entry = theorem(Eq(double, swapped))
    false = Judge(entry, {}, trusted=True).false
    killed = [m for m in mutations(entry).mutants if false.at_once(m)]
    assert len(killed) > 8
    assert false.at_once(replace(killed[0], claim=entry.parts)) is None


def test_a_function_of_symbols_is_constant() -> None:
    claim, _ = with_values(Le(p(x), p(y)), (), {})  # x and y may be equal
    assert claim.lhs == claim.rhs


# -- equations --------------------------------------------------------------------------------


def test_equations_are_solved_within_the_domain() -> None:
    claim, given, known = solved(Le(x, y), (Eq(x + 2 * y, 1), Le(y, mu)))
    assert known == {x: 1 - 2 * y}
    assert claim == Le(1 - 2 * y, y)
    assert set(given) == {Le(y, mu), Ge(1 - 2 * y, 0), Le(1 - 2 * y, 1)}
    inside, outside = ({y: Rational(v)} for v in ("1/4", "3/4"))
    assert truth(given[1], inside)
    assert truth(given[1], outside) is False
    for nonlinear in (Eq(x**2, y**2), Eq(exp(x), exp(y)), Eq(f(x), f(y))):
        assert solved(Le(x, y), (nonlinear,))[2] == {}
    assert solved(Le(Integral(x * t, (t, 0, 1)), y), (Eq(t, x),))[2].get(t) is None


# -- the search -------------------------------------------------------------------------------


def test_a_narrow_violation_is_found_and_none_where_there_is_none() -> None:
    body, start = x * (1 - x) ** 3, [{x: Rational(9, 10)}]  # at most 27/256, at 1/4
    below = Le(body, Rational(2699, 25600))
    assert any(truth(below, point) is False for point in climbed(below, (), start))
    most = Le(body, Rational(27, 256))
    assert not any(truth(most, point) is False for point in climbed(most, (), start))
    apart = (Ge(x, Rational(1, 3)),)  # 8/81 there
    assert not list(climbed(below, apart, start))


def test_a_flat_side_is_left_and_hypotheses_are_reached() -> None:
    flat = Le(Max(0, size - 1000), 0)
    assert any(truth(flat, point) is False for point in climbed(flat, (), [{size: Rational(1)}]))
    given = (Ge(z, 500), Le(z, 501))
    found = next(climbed(Le(z, 0), given, [{z: Rational(1)}]))
    assert 500 <= found[z] <= 501


def test_what_cannot_be_evaluated_is_left() -> None:
    assert not list(climbed(Le(Lim(x / k, k), 0), (), [{x: Rational(1, 2)}]))


# -- functions --------------------------------------------------------------------------------


@pytest.mark.parametrize("symmetric", [False, True])
def test_other_trade_off_functions_have_the_facts(symmetric) -> None:
    facts = ("convex", "non-increasing", "below Id", *(["symmetric"] if symmetric else []))
    g = generic("g", facts=facts, instances=[Lambda(x, 1 - x)])
    instances = with_other_functions(g(x)).func.instances
    assert len(instances) > 5
    for instance in instances:
        body = instance(x)
        body = body.subs(dict.fromkeys(body.free_symbols - {x}, Rational(2, 7)))  # any slope
        once = lambdify(x, body, [{"Max": max}, "math"])
        values = [once(a / 48) for a in range(49)]
        assert all(0 <= v <= 1 - a / 48 + 1e-15 for a, v in enumerate(values))
        slopes = [b - a for a, b in pairwise(values)]
        assert max(slopes) <= 0
        assert all(b - a >= -1e-14 for a, b in pairwise(slopes))
        if symmetric:
            assert all(once(v) <= a / 48 + 1e-14 for a, v in enumerate(values))
    h = generic("h", facts=("convex",), bounds=(0, oo), instances=[Lambda(x, x)])
    assert with_other_functions(h(x)) == h(x)


def test_other_convex_functions() -> None:
    h = generic("h", facts=("convex",), bounds=(-oo, oo), instances=[Lambda(z, z)])
    for instance in with_other_functions(h(z)).func.instances:
        values = [instance(Rational(a, 4)) for a in range(-40, 41)]
        assert all(a + c >= 2 * b for a, b, c in zip(values, values[1:], values[2:], strict=False))


# -- no value ---------------------------------------------------------------------------------


def test_conditions_are_those_of_free_terms() -> None:
    steps = Iterate(Lambda(t, f(t) - 1), 2, alpha)
    found = [str(c) for c, _ in conditions(Le(steps + sqrt(z) + Max(log(1 - z), 0), 1))]
    assert sorted(found) == ["1 - z >= 0", "f(alpha) - 1 >= 0", "z >= 0"]
    hidden = Sum(log(z - i), (i, 1, 2)) + Iterate(Lambda(t, f(t)), k, alpha)
    assert not list(conditions(Le(hidden, alpha)))


def test_terms_without_a_value_kill() -> None:
    steps = Iterate(Lambda(t, 1 - f(t)), n, alpha)
    assert fate(theorem(Le(steps, 1)), "Iterate(Lambda(t, -f(t) - 1), n, alpha) <= 1") is (
        Fate.KILLED
    )
    quantile = theorem(Le(alpha, 1 + exp(Quantile(x + y))), given=(Le(x + y, 1),))
    text = "alpha <= exp(Quantile(x + y)) + 1  given x + y <= 2"
    assert fate(quantile, text) is Fate.KILLED
    hypothesis = theorem(Le(y, 1), given=(Le(x + y, 1), Ge(f(x + y), 0)))
    assert fate(hypothesis, "y <= 1  given x + y <= 2, f(x + y) >= 0") is not Fate.SURVIVED


def test_integrals_that_diverge() -> None:
    one = {mu: Rational(1)}
    assert diverges(Integral((1 - exp(z)) * exp(-mu * z), (z, -oo, 0)), one)
    assert diverges(Integral((exp(z) + 1) * exp(z**2 / 2), (z, mu, oo)), one)
    assert diverges(Integral((exp(z) - exp(z - mu)) * exp(-z), (z, 0, oo)), one)
    assert diverges(Integral(z**2 * Abs(z), (z, -oo, oo)), one)
    assert diverges(Integral(exp(-(z**2)) / (mu * z - 1), (z, -oo, oo)), one)
    assert diverges(Integral((z - 2) ** -2, (z, 2, 3)), one)
    assert not diverges(Integral(Abs(z) * exp(-Abs(z)), (z, -oo, oo)), one)
    assert not diverges(Integral(exp(-(z**2)) * (z - 1) / (mu * z - 1), (z, 0, 2)), one)
    assert not diverges(Integral((z - 2) ** -2, (z, 0, 1)), one)
    assert not diverges(Integral(1 / sqrt(z), (z, 0, 1)), one)
    assert not diverges(Integral((1 - exp(z)) * exp(mu * z), (z, -oo, 0)), one)
    assert not diverges(Integral((exp(z) - exp(z)) * exp(z), (z, 0, oo)), one)
    assert not diverges(Integral(exp(-mu * z), (z, 0, oo)), one)
    assert not diverges(Integral(exp(z), (z, 0, 1)), one)
    assert not diverges(Integral(1 / (1 + z**2), (z, 0, oo)), one)


# -- limits of iterates -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "start"),
    [
        (lambda v: Min(1, 2 * v, 1 - (1 - v) * exp(-1 / k)), "1/4"),
        (lambda v: 1 - Max(0, (1 - v) * exp(-1 / k), 1 - v * exp(1 / k)), "3/4"),
        (lambda v: 1 - Max(0, 1 - v * exp(1 / k), exp(-1 / k)), "1/2"),
        (lambda v: v + 1 / k, "1/3"),
        (lambda v: Rational(1, 5) + 0 * v, "1/3"),
    ],
)
def test_limits_of_iterates_are_those_of_long_orbits(step, start) -> None:
    level, many = real("level"), 400
    node = Iterate(Lambda(level, step(level)), k, Rational(start))
    closed = without_iterates(node, k).subs(k, many).evalf()  # exact from some k on
    line = step(level).subs(k, many)
    once = lambdify(level, line, [{"Max": max, "Min": min}, "math"])
    value = float(Fraction(start))
    for _ in range(many):
        value = once(value)
    assert abs(value - closed) < 1e-9


def test_orbits_that_change_the_line_late_are_left() -> None:
    level = real("level")
    step = Lambda(level, 1 - Max(0, (1 - level) * exp(-1 / k), 1 - level * exp(1 / k)))
    node = Iterate(step, k, Rational(1, 4))
    with pytest.raises(NoExpansion):
        without_iterates(node, k)
    assert not fails_in_the_limit(Eq(Lim(node, k), 0))
    later = Iterate(step, k, Rational(3, 4))
    assert fails_in_the_limit(Eq(Lim(later, k), 1 - exp(-1) / 2))
    assert not fails_in_the_limit(Eq(Lim(later, k), 1 - exp(-1) / 4))


# -- all together -----------------------------------------------------------------------------


def test_mutants_that_are_false_for_few_functions_only() -> None:
    w = generic("w", facts=(), instances=[Lambda(i, 1 / i)])
    cubes = theorem(Le(Sum(w(i) ** 3, (i, 1, n)), Sum(w(i) ** 2, (i, 1, n))))
    text = "Sum(w(i)**3, (i, 0, n)) <= Sum(w(i)**2, (i, 1, n))"
    assert fate(cubes, text) is Fate.KILLED
    total = Sum(p(i), (i, 1, n))
    square = theorem(Le(total**2, Sum(p(i) ** 2, (i, 1, n)) + 1), given=(Le(total, 1),))
    dropped = f"{total}**2 <= Sum(p(i)**2, (i, 1, n)) + 1"
    assert fate(square, dropped) is Fate.KILLED


def test_strict_inequalities_where_exponentials_are_exact() -> None:
    rate = real("rate", Interval.open(0, oo))
    entry = theorem(Le(4 * exp(-rate), 1 + 4 * exp(-2 * rate)))  # equal at log(2)
    assert fate(entry, "4*exp(-rate) < 1 + 4*exp(-2*rate)") is Fate.KILLED


def test_true_statements_are_not_refuted() -> None:
    total = Sum(p(i), (i, 1, n))
    statements = [
        (Le(p(1), total), ()),
        (Le(Sum(p(i) ** 2, (i, 1, n)), total**2), ()),
        (Le(p(1), 1), (Eq(total, 1),)),
        (Le(Integral(p(t), (t, 0, 1)) ** 2, Integral(p(t) ** 2, (t, 0, 1))), ()),
        (Le(f(x), 1 - x), ()),
        (Lt(x * (1 - x), Rational(26, 100)), ()),
        (Gt(E * exp(z), z + 1), ()),
    ]
    for statement, given in statements:
        for variant in variants(statement, given):
            starts = [dict.fromkeys(variant.statement.free_symbols, Rational(1, 2))]
            free = set().union(*(h.free_symbols for h in variant.given))
            starts[0].update(dict.fromkeys(free, Rational(1, 2)))
            for point in climbed(variant.statement, variant.given, starts, 0.05):
                assert not all(truth(h, point) for h in variant.given) or (
                    truth(variant.statement, point) is not False
                )
