"""Goals that imply others: each implication against mpmath at points, and what they decide."""

from __future__ import annotations

import random

import mpmath
import pytest
from sympy import Interval, Rational, exp, lambdify, log, oo, sqrt, tanh

from fdp_sym.checking import check
from fdp_sym.functions import Phi, Quantile
from fdp_sym.reformulations import reformulations
from fdp_sym.symbols import domain_of, real
from fdp_sym.theorems.goals import Goal, symbols_of
from fdp_sym.theorems.statements import Eq, Ge, Gt, Le, Lt

x, y = real("x", Interval(0, 2)), real("y", Interval(0, 2))
p = real("p", Interval(Rational(1, 10), Rational(9, 10)))
late = real("s", Interval.open(1, 3))

ONE_SIDE = [
    (Le(x, sqrt(3 * x)), ["x**2/3 <= x"]),
    (Gt(2 * sqrt(x), y), ["y**2/4 < x"]),
    (Le(sqrt(x), y), ["x <= y**2", "y >= 0", "x >= 0"]),
    (Lt(x, 3 * exp(y)), ["log(x/3) < y"]),
    (Le(exp(x), y + 1), ["x <= log(y + 1)"]),
    (Ge(log(x), y), ["exp(y) <= x"]),
    (Le(log(x), y), ["x <= exp(y)", "x > 0"]),
    (Le(x - 1, Quantile(p)), ["Phi(x - 1) <= p", "p <= 1"]),
    (Le(2 * Quantile(p), x), ["p <= Phi(x/2)", "p >= 0"]),
    (Le(p * exp((1 - p) * x) + exp(-p * x), exp(x)), ["-p*x + log(p*exp(x) + 1) <= x"]),
]


SHORTER = [
    (Le(x, y + x**2), ["x <= y", "x <= x**2"]),
    (Lt(x - y, 3), ["x < 3"]),
    (Ge(x + exp(y), x * y), ["x >= x*y", "exp(y) >= x*y"]),
    (Gt(x, 1 - y), ["x > 1"]),
]


def written(goals) -> list[str]:
    return list(map(str, goals))


@pytest.mark.parametrize(("relation", "expected"), ONE_SIDE, ids=str)
def test_a_side_without_its_function(relation, expected) -> None:
    found = [goals for change, goals in reformulations(Goal(relation)) if "without" in change]
    assert expected in [written(goals) for goals in found]


@pytest.mark.parametrize(("relation", "expected"), SHORTER, ids=str)
def test_terms_that_only_help_are_left_out(relation, expected) -> None:
    found = [goals for change, goals in reformulations(Goal(relation)) if "left out" in change]
    assert sorted(str(goal) for (goal,) in found) == sorted(expected)


@pytest.mark.parametrize(
    "relation", [Le(x, 3 - y), Le(x, -sqrt(y)), Eq(x, sqrt(y)), Le(x, y * exp(x))], ids=str
)
def test_what_stays_as_it_is(relation) -> None:
    assert list(reformulations(Goal(relation))) == []


CHANGED = [
    (Goal(Le(x * y, 3), (Ge(y, x**2 / 2),)), "y = t + x**2/2"),
    (Goal(Le(x * y, 3), (Le(x + 2 * y, 1),)), "x = -t - 2*y + 1"),
    (Goal(Ge(1 / (late - 1), 0)), "s = exp(t) + 1"),
    (Goal(Ge((exp(x) + exp(y)) / 2, exp(x / 2 + y / 2))), "x = d + m, y = -d + m"),
]


@pytest.mark.parametrize(("goal", "change"), CHANGED, ids=str)
def test_new_variables_reach_every_point(goal, change) -> None:
    """Where the hypotheses hold, the new variables lie in their boxes."""
    (new,) = next(goals for found, goals in reformulations(goal) if found == change)
    inner = {str(s): domain_of(s) for s in symbols_of(new.relation, new.given)}
    rng = random.Random(3)
    old = sorted(symbols_of(goal.relation, goal.given), key=str)
    for _ in range(300):
        point = {s: domain_of(s).inf + Rational(rng.randint(1, 63), 32) for s in old}
        if not all(bool(h.subs(point)) for h in goal.given):
            continue
        if "d + m" in change:
            a, b = sorted((point[x], point[y]))  # both orders say the same
            values = {"m": (a + b) / 2, "d": (b - a) / 2}
        elif "exp(t)" in change:
            values = {"t": log(point[late] - 1)}
        elif "x = " in change:
            values = {"t": 1 - 2 * point[y] - point[x], "y": point[y]}
        else:
            values = {"t": point[y] - point[x] ** 2 / 2, "x": point[x]}
        for name, domain in inner.items():
            assert domain.inf <= values[name] <= domain.sup


def test_goals_that_hold_imply_theirs() -> None:
    """At points where the new goals hold, the old one does."""
    rng, modules = random.Random(1), [{"Phi": mpmath.ncdf, "Quantile": _quantile}, "mpmath"]
    tried = 0
    for relation, _ in ONE_SIDE + SHORTER:
        (symbols, old) = (sorted(symbols_of(relation), key=str), relation)
        for change, goals in reformulations(Goal(relation)):
            if "without" not in change and "left out" not in change:
                continue
            tests = [lambdify(symbols, r, modules) for r in (old, *(g.relation for g in goals))]
            for _ in range(40):
                point = [
                    mpmath.mpf(rng.uniform(float(domain_of(s).inf), float(domain_of(s).sup)))
                    for s in symbols
                ]
                claim, *needed = (bool(t(*point)) for t in tests)
                assert claim or not all(needed), (relation, change, point)
                tried += all(needed)
    assert tried > 60


def _quantile(q):
    return mpmath.sqrt(2) * mpmath.erfinv(2 * q - 1)


@pytest.mark.parametrize(
    ("claim", "given", "box", "status"),
    [
        ("tanh(x) <= sqrt(x*tanh(x))", (), {"x": (0, 5)}, "certified"),
        ("tanh(x) <= sqrt(99/100*x*tanh(x))", (), {"x": (0, 5)}, "refuted"),
        ("(exp(x) - 1)/x >= 1", "x > 0", {"x": (0, 1)}, "certified"),
        ("Phi((x + y)/2)**2 >= Phi(x)*Phi(y)", (), {"x": (-1, 1), "y": (-1, 1)}, "certified"),
        ("Max(x - y, 2*x) >= 0", "x >= y", {"x": (-1, 1), "y": (-1, 1)}, "proved"),
    ],
)
def test_what_they_decide(claim, given, box, status) -> None:
    assert check(claim, given, box).status.value == status


def test_a_goal_that_is_undefined_somewhere_is_not_certified() -> None:
    # where x < 1, the square of the left side is not below x - 1 either
    found = check(Le(tanh(x) - 1, sqrt(x - 1)), box={x: (0, 2)}, seconds=1)
    assert found.status.value in ("inconclusive", "consistent")
    assert domain_of(real("r", Interval(0, oo))).sup is oo
    assert list(reformulations(Goal(Le(Phi(x), y)))) == []
