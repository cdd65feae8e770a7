"""Goals about numbers close by balls, whatever the hypotheses are about."""

from __future__ import annotations

from sympy import Rational, exp, tanh

from fdp_sym.functions import Phi
from fdp_sym.signs import possible_signs
from fdp_sym.symbols import epsilon, mu
from fdp_sym.theorems import Ge, Gt, Lt, increasing, using
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.tactic import closes

ROOT = Rational("4.81138813903511296493")  # a fraction with 21 digits: a root of high order in e^x


def test_exponents_with_long_denominators() -> None:
    gap = 1 / (1 + exp(ROOT)) - Phi(-ROOT / 2)
    assert possible_signs(gap) == {-1}
    assert closes(Goal(Lt(gap, 0), (Ge(exp(epsilon), 1 + epsilon),)))
    assert not closes(Goal(Gt(gap, 0), (Ge(exp(epsilon), 1 + epsilon),)))


def test_hypotheses_are_not_subtracted_from_numbers() -> None:
    known = Ge(epsilon, 0)
    assert using((known, 1)).apply(Goal(Ge(exp(1), 2), (known,)), None) is None
    assert using((known, 1)).apply(Goal(Ge(epsilon, mu), (known,)), None) is not None


def test_the_hyperbolic_tangent_increases() -> None:
    (goal,) = increasing("tanh").apply(Goal(Lt(tanh(epsilon), tanh(mu))), None)
    assert goal.relation == Lt(epsilon, mu)
