"""Z3's opinions: translations that lose nothing, relaxations, refusals, and wrong translations."""

from __future__ import annotations

import sys
from itertools import pairwise
from math import comb

import pytest
import sympy
from sympy import Abs, Interval, Piecewise, Rational, Sum, exp, log, oo, sqrt, tanh

from fdp_sym.errors import UnsupportedError
from fdp_sym.functions import Max, Min, Phi
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Gt, Iff, Le, Lt, Ne, SameCurve
from fdp_sym.tradeoff.eps_delta import EpsDelta
from fdp_sym.tradeoff.piecewise_linear import PiecewiseLinear, from_guarantees

pytest.importorskip("z3")

from fdp_sym.opinions import algebraic
from fdp_sym.opinions.smt import ask_z3, together

a, b = real("a", Interval(0, oo)), real("b", Interval(0, oo))
positive = real("p", Interval.open(0, oo))
t = real("t")
k, j = integer("k", 1), integer("j", 0)
x = exp(epsilon)


@pytest.mark.parametrize(
    ("statement", "given", "answer", "reading"),
    [
        (Ge(x**2 + 1, 2 * x), (), "unsat", "exact"),
        (Ge(x + 1 / x, 2), (), "unsat", "exact"),
        (Gt(x + 1 / x, 2), (), "sat", "exact"),
        # an open end of a domain is an open end of the exponential's
        (Gt(exp(positive), 1), (), "unsat", "exact"),
        (Gt(exp(a), 1), (), "sat", "exact"),
        (Gt(exp(-positive / 2), 0), (), "unsat", "exact"),
        (Lt(exp(-positive / 2), 1), (), "unsat", "exact"),
        (Eq(tanh(a), (exp(2 * a) - 1) / (exp(2 * a) + 1)), (), "unsat", "exact"),
        # an order of exponents is the order of the exponentials
        (Le(exp(a), exp(b)), (Le(a, b),), "unsat", "exact"),
        (Le(exp(2 * a), exp(b)), (Le(a, b),), "sat", "exact"),
        (Eq(exp(Max(a, b)), Max(exp(a), exp(b))), (), "unsat", "exact"),
        # e^s with s outside, too: a relaxation, which proves but does not refute
        (Ge(exp(a), 1 + a), (), "unsat", "relaxed"),
        (Ge(exp(a), 1 + a + a**2 / 2), (), "unknown", "relaxed"),
        (Le(Phi(a), 1), (), "unsat", "relaxed"),
        (Le(log(positive), positive - 1), (), "unsat", "relaxed"),
        (Ge(Abs(t), t), (), "unsat", "exact"),
        (Eq(Max(t, -t), Abs(t)), (), "unsat", "exact"),
        (Eq(Min(t, 1) + Max(t, 1), t + 1), (), "unsat", "exact"),
        (Le(sqrt(a * b), (a + b) / 2), (), "unsat", "exact"),
        (Le(sqrt(a * b), (a + b) / 3), (), "sat", "exact"),
        (Ge(Piecewise((t, t > 0), (-t, True)), 0), (), "unsat", "exact"),
        (Ge(Piecewise((t, t > 1), (-t, True)), 0), (), "sat", "exact"),
        # a division has a value where its divisor is not 0
        (Eq(t / t, 1), (), "unsat", "exact"),
        (Ge(1 / t, 0), (Ge(t, 0), Ne(t, 0)), "unsat", "exact"),
        (Iff(Ge(t, 0), Ge(t**3, 0)), (), "unsat", "exact"),
        (Iff(Ge(t, 0), Ge(t**2, 0)), (), "sat", "exact"),
        # whole numbers: as reals, or their first values
        (Ge(k**2, k), (), "unsat", "relaxed"),
        (Eq(Sum(j, (j, 0, k)), k * (k + 1) / 2), (), "unsat", "instances"),
        (Eq(Sum(j, (j, 0, k)), k * (k + 1) / 3), (), "sat", "instances"),
        (Ge(exp(k * a), exp(a)), (), "unsat", "instances"),
        (Ge(sympy.Integral(t, (t, 0, 1)), 0), (), "none", ""),
    ],
)
def test_answers(statement, given, answer, reading):
    found = ask_z3(statement, given)
    assert (found.answer, found.reading) == (answer, reading), found


def test_a_refusal_names_the_term():
    term = sympy.Integral(alpha**t, (alpha, 0, 1))
    assert str(term) in ask_z3(Ge(term, 0)).detail
    assert "t stands in an exponent and outside" in ask_z3(Ge(exp(t), 1 + t)).detail


def test_a_solution_is_a_counterexample():
    found = ask_z3(Ge(x, 2 - delta))
    assert found.confirmed
    point = {s: sympy.sympify(found.witness[str(s)]) for s in (epsilon, delta)}
    assert exp(point[epsilon]) < 2 - point[delta]


def test_little_work_decides_nothing():
    hard = Ge(mu**4 + alpha**4 + delta**4 + 1, 4 * mu * alpha * delta)
    assert ask_z3(hard, steps=100).answer == "unknown"
    assert ask_z3(hard).answer == "unsat"


def test_together_is_what_is_known_least():
    yes, no, open_ = ask_z3(Ge(x, 1)), ask_z3(Ge(x, 2)), ask_z3(Ge(sympy.zeta(t), 0))
    assert together([yes, yes]).answer == "unsat"
    assert together([yes, open_]).answer == "none"
    assert together([yes, open_, no]).answer == "sat"


# -- curves of (epsilon, delta) guarantees, and KOV's regions -----------------------------------


def test_curves_of_epsilon_delta():
    f = EpsDelta(epsilon, delta)
    c = (1 - delta) / (1 + x)
    vertices = PiecewiseLinear([(0, 1 - delta), (c, c), (1 - delta, 0), (1, 0)])
    assert ask_z3(SameCurve(f, vertices)).answer == "unsat"
    assert ask_z3(Eq(f.formula(f.fixed_point()), f.fixed_point())).reading == "exact"
    assert ask_z3(SameCurve(f, EpsDelta(epsilon, delta / 2))).confirmed
    top = PiecewiseLinear(
        [(0, 1 - delta), (c / 2, c), (1 - delta, 0), (1, 0)], given=[Le(delta, 0)]
    )
    assert ask_z3(SameCurve(f, top)).confirmed


def kov_guarantees(n: int) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """Theorem 3.3: ((n - 2i) epsilon, 1 - (1 - delta)^n (1 - delta_i)), written out."""
    found = []
    for i in range(n // 2 + 1):
        terms = (comb(n, m) * (x ** (n - m) - x ** (n - 2 * i + m)) for m in range(i))
        total = 1 - (1 - delta) ** n * (1 - sum(terms) / (1 + x) ** n)
        found.append(((n - 2 * i) * epsilon, total))
    return found


def kov_vertices(n: int) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """The errors of the tests that reject at all large ratios, from the masses of n answers."""
    scale = (1 - delta) ** n / (1 + x) ** n
    points, first, second = [], sympy.Integer(0), (1 - delta) ** n
    for m in range(n + 1):
        points.append((first, second))
        first, second = (
            first + comb(n, m) * x**m * scale,
            second - comb(n, m) * x ** (n - m) * scale,
        )
    return [*points, ((1 - delta) ** n, sympy.Integer(0))]


@pytest.mark.parametrize("n", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4))])
def test_kov_regions(n):
    """The intersection of the regions passes through the vertices, and is linear between them."""
    s = real("s", Interval(0, 1))
    lines = [sympy.Integer(0)]
    for eps, total in kov_guarantees(n):
        lines += [lambda y, e=eps, d=total: 1 - d - exp(e) * y]
        lines += [lambda y, e=eps, d=total: exp(-e) * (1 - d - y)]
    for (a0, b0), (a1, b1) in pairwise(kov_vertices(n)):
        at, height = (1 - s) * a0 + s * a1, (1 - s) * b0 + s * b1
        for line in lines[1:]:
            assert ask_z3(Ge(height, line(at))).answer == "unsat"
        assert any(ask_z3(Eq(height, line(at))).answer == "unsat" for line in lines[1:])


@pytest.mark.slow
def test_a_region_of_the_toolkit():
    f = from_guarantees(kov_guarantees(2))
    assert ask_z3(SameCurve(f, f.inverse())).answer == "unsat"


# -- what must be noticed -------------------------------------------------------------------------


def test_a_wrong_translation_is_noticed(monkeypatch):
    claim = Eq(Max(t, -t), Abs(t))
    monkeypatch.setattr(sympy, "Max", sympy.Min)  # is_max is then False
    assert ask_z3(claim).answer != "unsat"


def test_a_wrong_range_is_noticed(monkeypatch):
    monkeypatch.setattr(algebraic.Terms, "_one_sided", lambda *_: None)
    assert ask_z3(Ge(x, 1)).answer == "sat"


def test_z3_is_optional(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'fdp_sym\[smt\]'"):
        ask_z3(Ge(x, Rational(1)))
