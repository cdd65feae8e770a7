"""Claims that are equalities along a curve inside the box, and false ones beside them."""

from __future__ import annotations

import json
import random

import pytest
from sympy import Interval, Max, Min, Rational, cosh, exp, expand, log, oo, sqrt

from fdp_sym.balls import prove, recheck
from fdp_sym.balls.curves import compositions, squares
from fdp_sym.functions import Phi
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Gt

R = Rational
x, y, z = real("x"), real("y"), real("z")
p, q, r = (real(name, Interval.open(0, oo)) for name in "pqr")
HAIR = R(1, 10**6)
PLANE = {x: (-2, 2), y: (-2, 2)}
SPACE = {**PLANE, z: (-2, 2)}
POSITIVE = {p: (R(1, 10), 3), q: (R(1, 10), 3)}

TRUE = {
    "square of a difference": ((x - y) ** 2, PLANE),
    "written out": (x**2 - 2 * x * y + y**2, PLANE),
    "zero along a hyperbola": ((x * y - 1) ** 2, PLANE),
    "hyperbola written out": (expand((x * y - 1) ** 2), PLANE),
    "exp is increasing": ((exp(x) - exp(y)) * (x - y), PLANE),
    "exp is increasing, written out": (expand((exp(x) - exp(y)) * (x - y)), PLANE),
    "log is increasing": ((log(p) - log(q)) * (p - q), POSITIVE),
    "Phi is increasing": ((Phi(x) - Phi(y)) * (x - y), PLANE),
    "means of two": (p + q - 2 * sqrt(p * q), POSITIVE),
    "means of exponentials": ((exp(x) + exp(y)) / 2 - exp((x + y) / 2), PLANE),
    "means of three": (p**3 + q**3 + r**3 - 3 * p * q * r, {**POSITIVE, r: (R(1, 10), 3)}),
    "a form of rank two": (x**2 + y**2 + z**2 - x * y - y * z - z * x, SPACE),
    "Cauchy-Schwarz": ((x**2 + y**2) * (z**2 + 1) - (x * z + y) ** 2, SPACE),
    "tangent at every point": (exp(x) - exp(y) - exp(y) * (x - y), PLANE),
    "tangent at an irrational point": (exp(x - sqrt(2)) - 1 - x + sqrt(2), {x: (1, 2)}),
    "Kullback-Leibler": (p * log(p / q) - p + q, POSITIVE),
    "hyperbolic cosine": (cosh(x - y) - 1, PLANE),
    "maximum of two": (Max(x, y) - (x + y) / 2, PLANE),
    "minimum of two": ((x + y) / 2 - Min(x, y), PLANE),
}
FALSE = {
    "square less a hair": (x**2 - 2 * x * y + y**2 - HAIR, PLANE),
    "an indefinite form": (x**2 + y**2 - (2 + HAIR) * x * y, PLANE),
    "means of exponentials, off": (
        (exp(x) + exp(y)) / 2 - exp((x + y) / 2) * (1 + HAIR),
        PLANE,
    ),
    "means of two, off": (p + q - (2 + HAIR) * sqrt(p * q), POSITIVE),
    "another tangent": (exp(x - y) - 1 - (x - y) * (1 + R(1, 10**4)), PLANE),
    "Kullback-Leibler, off": (p * log(p / q) - p + q - HAIR, POSITIVE),
    "a form of three, off": (x**2 + y**2 + z**2 - (x * y + y * z + z * x) * (1 + HAIR), SPACE),
    "exp against a line": ((exp(x) - exp(y)) * (x - y + HAIR), PLANE),
    "maximum of two, off": (Max(x, y) - (x + y) / 2 - HAIR, PLANE),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_certified(name):
    f, box = TRUE[name]
    found = prove(Ge(f, 0), box, budget_boxes=300)
    assert found.status == "certified"
    assert recheck(json.loads(json.dumps(found.certificate))) >= 1
    # equality is met inside, so that the strict claim is false
    assert prove(Gt(f, 0), box, budget_boxes=60).status != "certified"


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted_or_open(name):
    f, box = FALSE[name]
    found = prove(Ge(f, 0), box, budget_boxes=200)
    assert found.status in ("refuted", "inconclusive")
    if found.status == "refuted":
        point = {v: R(found.witness[v.name]) for v in box}
        assert f.subs(point).evalf(50) < 0


def test_other_forms_are_the_same_function():
    """Compared by SymPy's evaluation at seeded points, which has no part in making them."""
    rng = random.Random(3)
    for f, box in (*TRUE.values(), *FALSE.values()):
        forms = [g.subs(u, h) for h, u, g in compositions(f)]
        other = squares(f)
        for form in (*forms, *([] if other is None else [other])):
            for _ in range(3):
                point = {v: R(rng.randint(1, 2000), 1000) for v in box}
                gap = (form - f).subs(point).evalf(30, strict=False)
                assert abs(gap) < R(1, 10**20), (f, form)


def test_no_sum_of_squares_has_a_negative_one():
    assert squares(x**2 - x * y - y**2) is None or "(" in str(squares(x**2 - x * y - y**2))
    rng = random.Random(7)
    for _ in range(60):
        a, b, c = (R(rng.randint(-4, 4)) for _ in range(3))
        form = a * x**2 + b * x * y + c * y**2
        found = squares(form)
        definite = a >= 0 and c >= 0 and b**2 <= 4 * a * c
        verdict = prove(Ge(form, 0), PLANE, budget_boxes=40).status
        assert (verdict == "certified") == bool(definite), form
        assert found is None or expand(found - form) == 0


def test_a_variable_of_the_claim_may_be_called_u():
    a, u = real("a"), real("u")
    claim = Gt(exp(a - u) * (a - u) ** 2 + Rational(1, 1000), 0)
    found = prove(claim, {a: (0, 1), u: (0, 1)})
    assert found.status == "certified"
    assert recheck(found.certificate) >= 1
