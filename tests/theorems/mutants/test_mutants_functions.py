"""Mutants about trade-off functions, sums and extrema of which little else is known."""

from __future__ import annotations

import random

import numpy
import pytest
from sympy import (
    Abs,
    Derivative,
    Integral,
    Interval,
    Lambda,
    Piecewise,
    Rational,
    Sum,
    floor,
    lambdify,
    oo,
)

from fdp_sym.functions import Max, Min
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.extrema import at_kinks
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.variants import variants
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Eq, Inf, Lt, Sup, Theorem, cite, generic, symbolic

x, y, t = (real(name, Interval(0, 1)) for name in "xyt")
i, j, n, m = (integer(name, 1) for name in "ijnm")
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])
f = generic("f", instances=[Lambda(x, 1 - x)])
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
        values = lambdify(x, body.subs(at), "numpy")(grid) + 0 * grid
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
    ],
)
def test_extrema_of_other_terms_stay(body) -> None:
    assert at_kinks(Sup(body, (x, 0, 1))) == Sup(body, (x, 0, 1))


def test_where_an_extremum_is_attained_beyond_the_middle() -> None:
    entry = theorem(Eq(1 + Sup(-x - f(x), (x, 0, 1)), 1 - Inf(x + f(x), (x, 0, 1))))
    found = judged(entry, "Sup(-x - f(x), (x, 0, 1/2)) + 1 = 1 - Inf(x + f(x), (x, 0, 1))")
    assert found.fate is Fate.KILLED
