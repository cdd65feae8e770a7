"""The prover on random expressions: no certificate against a sampled value, no false witness."""

from __future__ import annotations

import json
import random

import mpmath
import pytest
from sympy import (
    Abs,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    exp,
    lambdify,
    log,
    sqrt,
    tanh,
)

from fdp_sym.balls import prove, recheck
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Gt

SEED, GRID = 20190502, 7
a, y = real("alpha", Interval(0, 1)), real("y")


def normal_quantile(p):
    if 0 < p < 1:
        return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)
    return mpmath.inf if p >= 1 else -mpmath.inf


def tree(rng, depth):
    def number():
        return Rational(rng.randint(-6, 6), rng.choice([1, 2, 3, 4]))

    def part():
        return tree(rng, depth - 1)

    if depth == 0:
        return rng.choice([a, 1 - a, y, y, number(), Phi(Quantile(1 - a) - y)])
    return rng.choice(
        [
            lambda: part() + part(),
            lambda: part() - part() / 3,
            lambda: part() * part(),
            lambda: part() ** 2,
            lambda: Phi(part()),
            lambda: exp(part() / 4),
            lambda: tanh(part()),
            lambda: Max(part(), part()),
            lambda: Min(part(), part()),
            lambda: Abs(part()),
            lambda: log(1 + part() ** 2),
            lambda: sqrt(1 + part() ** 2),
            lambda: 1 / (1 + part() ** 2),
            lambda: Piecewise((part(), y < number()), (part(), True)),
        ]
    )()


def smallest_sample(f, box):
    """The smallest value on a grid, by mpmath."""
    modules = [{"Phi": mpmath.ncdf, "Quantile": normal_quantile, "Max": max, "Min": min}, "mpmath"]
    function = lambdify((a, y), f, modules=modules)
    (la, ha), (ly, hy) = box[a], box[y]
    return min(
        function(mpmath.mpf(la + (ha - la) * i / GRID), mpmath.mpf(ly + (hy - ly) * j / GRID))
        for i in map(Rational, range(GRID + 1))
        for j in map(Rational, range(GRID + 1))
    )


@pytest.mark.parametrize("count", [24, pytest.param(60, marks=pytest.mark.slow)])
def test_random_claims_near_their_minimum(count):
    rng = random.Random(SEED)
    counts = {"certified": 0, "refuted": 0, "inconclusive": 0}
    for _ in range(count):
        f = tree(rng, rng.randint(2, 3))
        start = Rational(rng.randint(-6, 6), rng.choice([1, 2, 3]))
        box = {
            a: rng.choice([(Rational(0), Rational(1)), (Rational(1, 3), Rational(4, 5))]),
            y: (start, start + rng.choice([Rational(1, 2), 1, 2])),
        }
        least = smallest_sample(f, box)
        shift = Rational(mpmath.nstr(least, 12)) + rng.choice([0, 1, -1]) * Rational(1, 10**4)
        relation = rng.choice([Ge, Gt])(f, shift)
        found = prove(relation, box, budget_boxes=300, budget_seconds=2)
        counts[found.status] += 1
        if found.status == "certified":
            assert least - mpmath.mpf(str(shift.evalf(30))) >= -1e-12, relation
            recheck(json.loads(json.dumps(found.certificate)))
        elif found.status == "refuted":
            point = {s: Rational(found.witness[str(s)]) for s in (a, y)}
            assert all(lo <= point[s] <= hi for s, (lo, hi) in box.items())
            value = (f - shift).subs(point).evalf(30)
            assert value <= 0 if relation.rel_op == ">" else value < 0, (relation, point)
    assert counts["certified"] >= count // 4
    assert counts["refuted"] >= count // 4
    assert counts["inconclusive"] <= count // 10
