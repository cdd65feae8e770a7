"""Conditions of Piecewise: connectives against their truth tables, straddling ones unite."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction as F

import pytest
from sympy import (
    ITE,
    And,
    Contains,
    Eq,
    Equivalent,
    FiniteSet,
    Ge,
    Gt,
    Implies,
    Integral,
    Interval,
    Le,
    Lt,
    Ne,
    Not,
    Or,
    Piecewise,
    Rational,
    S,
    Symbol,
    Union,
    Xor,
    exp,
    oo,
    piecewise_fold,
    sin,
)

from fdp_sym.balls import Ball, compile_expr, enclose, prove, recheck
from fdp_sym.balls.integrals import integrate
from fdp_sym.balls.real import LOGIC
from fdp_sym.errors import UnsupportedError
from fdp_sym.functions import Phi

x, y = Symbol("x", real=True), Symbol("y", real=True)
TRUTH = {
    "and": lambda *c: all(c),
    "or": lambda *c: any(c),
    "xor": lambda *c: sum(c) % 2 == 1,
    "equivalent": lambda *c: len(set(c)) == 1,
    "not": lambda c: not c,
    "implies": lambda a, b: b if a else True,
    "if_then_else": lambda c, a, b: a if c else b,
}
ARITY = {"not": (1,), "implies": (2,), "if_then_else": (3,)}


def united(truth, values):
    """What is certain when None may be either."""
    possible = [(True, False) if v is None else (v,) for v in values]
    found = {truth(*choice) for choice in itertools.product(*possible)}
    return found.pop() if len(found) == 1 else None


@pytest.mark.parametrize("name", TRUTH)
def test_connectives_of_three_truth_values(name):
    for arity in ARITY.get(name, (2, 3)):
        for values in itertools.product((True, False, None), repeat=arity):
            assert LOGIC[name](*values) is united(TRUTH[name], values), values


def test_every_connective_has_its_truth_table():
    assert set(LOGIC) == {*TRUTH, "true", "false"}


CONDITIONS = {
    And(x > 0, x < 1): lambda t: 0 < t < 1,
    Or(x <= 0, Gt(x, 1)): lambda t: t <= 0 or t > 1,
    Not(And(x > 0, x < 1)): lambda t: not 0 < t < 1,
    ITE(x > 0, x < 1, x > -1): lambda t: t < 1 if t > 0 else t > -1,
    ITE(Ge(1, x), Ne(x, 0), Eq(x, 2)): lambda t: t != 0 if t <= 1 else t == 2,
    Xor(x > 0, x < 1): lambda t: (t > 0) ^ (t < 1),
    Implies(x > 0, x < 1): lambda t: t <= 0 or t < 1,
    Equivalent(x > 0, x < 1): lambda t: (t > 0) == (t < 1),
    Le(0, x, evaluate=False): lambda t: t >= 0,
    Lt(1, x, evaluate=False): lambda t: t > 1,
    And(Not(x < -1), Or(Eq(x, 0), Gt(1, x, evaluate=False))): lambda t: -1 <= t < 1,
    Contains(x, Interval.Lopen(0, 1)): lambda t: 0 < t <= 1,
    Contains(x, Union(Interval(-2, -1), FiniteSet(0, 1))): lambda t: -2 <= t <= -1 or t in (0, 1),
}


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_conditions_decide_at_points_and_unite_over_boxes(condition):
    truth = CONDITIONS[condition]
    program = compile_expr(Piecewise((3, condition), (5, True), evaluate=False), (x,))
    grid = [F(k, 4) for k in range(-12, 13)]
    for t in grid:
        value = 3 if truth(t) else 5
        assert program.ball([t], 64) == Ball(value, value)
    rng = random.Random(20220214)
    for _ in range(100):
        low, high = sorted(rng.choices(grid, k=2))
        box = program.ball([(low, high)], 64)
        assert all(box.contains(3 if truth(t) else 5) for t in grid if low <= t <= high)
    assert program.ball([(-3, 3)], 64) == Ball(3, 5)


def test_what_sympy_folds_is_enclosed_all_the_same():
    nested = Piecewise((1, Piecewise((x < 1, y > 0), (x > 3, True))), (2, True))
    assert nested.has(ITE)  # SymPy's doing
    program = compile_expr(nested, (x, y))
    assert program.ball([0, 1], 64) == Ball(1, 1)
    assert program.ball([0, -1], 64) == Ball(2, 2)
    assert program.ball([4, (-1, 1)], 64) == Ball(1, 2)
    assert program.ball([2, (-1, 1)], 64) == Ball(2, 2)  # whatever y is
    inner = Piecewise((exp(x), Or(x < 0, And(x > F(1, 2), Ne(x, 3)))), (Phi(x), True))
    folded = piecewise_fold(Piecewise((inner, y > 0), (inner + 1, True)))
    for point in ({x: 1, y: 1}, {x: F(1, 4), y: 0}, {x: 3, y: -1}):
        expected = inner.subs(x, point[x]) + (0 if point[y] > 0 else 1)
        assert enclose(folded, point).overlaps(enclose(expected))


def test_integrals_split_at_every_relation():
    values = {
        ITE(x > 0, x < 1, x > -1): 12,
        Xor(x > 0, x < 1): 8,
        Equivalent(x > 0, x < 1): 16,
        Contains(x, Interval(0, 1)): 16,
        Or(x < -1, Not(x <= F(1, 2))): 10,
    }
    for condition, value in values.items():
        ball = integrate(Piecewise((1, condition), (5, True)), x, -2, 2, digits=10)
        assert ball.contains(value)
    bump = Piecewise((exp(-x), Contains(x, Interval(0, oo))), (0, True))
    assert enclose(Integral(bump, (x, -oo, oo)), digits=20).contains(1)


SPLIT = Piecewise((x, ITE(x > 1, x < 2, x > -1)), (1 / (1 + x**2), True))
STRIP = Piecewise((x - Rational(1, 1000), Xor(x > 0, x > 1)), (1, True))


@pytest.mark.parametrize(
    ("difference", "status"),
    [
        (2 - SPLIT, "certified"),
        (Rational(19, 10) - SPLIT, "refuted"),  # only just left of 2
        (STRIP + Rational(1, 500), "certified"),
        (STRIP, "refuted"),  # only between 0 and 1/1000
        (Piecewise((0, ~Contains(x, Interval(1, Rational(11, 10)))), (-1, True)), "refuted"),
    ],
    ids=str,
)
def test_claims(difference, status):
    found = prove(difference, {x: (-3, 3)})
    assert found.status == status
    if status == "certified":
        recheck(json.loads(json.dumps(found.certificate)))
    else:
        assert enclose(difference, {x: found.witness["x"]}).upper < 0


def test_sets_without_relations_are_refused():
    with pytest.raises(UnsupportedError, match="intervals, finite sets"):
        compile_expr(Piecewise((1, Contains(x, S.Rationals)), (0, True)), (x,))
    with pytest.raises(UnsupportedError, match="sin"):
        compile_expr(Piecewise((1, ITE(sin(x) > 0, x > 0, x < 1)), (0, True)), (x,))
