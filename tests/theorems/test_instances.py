"""A lemma at other values: bound variables stay, the rest is replaced, nothing is captured."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sympy import Interval, Lambda, Rational, S

from fdp_sym.errors import HypothesisError
from fdp_sym.symbols import alpha, epsilon, mu, real
from fdp_sym.theorems import Ge, Iterate, Le, Lt, Sup, integer, lemma
from fdp_sym.theorems.goals import Goal

k, x = integer("k", 0), real("x", Interval(0, 1))
iterate = Iterate(Lambda(alpha, alpha * epsilon), k, alpha)


def context(claim: object, *given: object) -> SimpleNamespace:
    return SimpleNamespace(entry=lambda name: SimpleNamespace(claim=(claim,), given=given))


def test_the_step_of_an_iterate_is_instantiated() -> None:
    inside = Iterate(Lambda(alpha, 3 * alpha), k, alpha)
    assert iterate.xreplace({epsilon: S(3), alpha: alpha}) == inside
    assert iterate.subs(epsilon, 3) == inside
    assert iterate.subs(alpha, Rational(1, 2)).args[0] == iterate.args[0]
    assert iterate.subs({epsilon: 3, k: 2, alpha: 5}).doit() == 45


def test_a_lemma_is_instantiated_under_binders() -> None:
    (goal,) = lemma("any", {"epsilon": 3}).apply(Goal(Ge(mu, 0)), context(Le(iterate, mu)))
    assert goal.given == (Le(Iterate(Lambda(alpha, 3 * alpha), k, alpha), mu),)


def test_no_symbol_of_a_value_is_captured() -> None:
    with pytest.raises(HypothesisError, match="captures"):
        lemma("any", {"epsilon": alpha}).apply(Goal(Ge(mu, 0)), context(Le(iterate, mu)))
    claim = Le(Sup(x * epsilon, (x, 0, 1)), mu)
    with pytest.raises(HypothesisError, match="captures"):
        lemma("any", {"epsilon": 2 * x}).apply(Goal(Ge(mu, 0)), context(claim))


def test_a_lemma_holds_on_its_domain_only() -> None:
    inner = real("p", Interval.open(0, 1))
    for symbol, value in ((x, 2), (x, -1), (x, mu), (inner, 0), (inner, 1), (k, S.Half)):
        claim = Lt(symbol, symbol + 1)
        with pytest.raises(HypothesisError, match="gate not discharged"):
            lemma("any", {str(symbol): value}).apply(Goal(Ge(mu, 0)), context(claim))
    (goal,) = lemma("any", {"p": S.Half}).apply(Goal(Ge(mu, 0)), context(Lt(inner, inner + 1)))
    assert goal.given == (Lt(S.Half, Rational(3, 2)),)


def test_a_lemma_holds_under_its_hypotheses_only() -> None:
    claim, known = Le(x**2, S.Half), context(Le(x**2, S.Half), Le(x, S.Half))
    with pytest.raises(HypothesisError, match="hypothesis 3/4 <= 1/2"):
        lemma("any", {"x": Rational(3, 4)}).apply(Goal(claim), known)
    assert lemma("any", {"x": Rational(1, 4)}).apply(Goal(claim), known) is not None
