"""The check `boxed` inside entries: what it certifies, refutes, and leaves open."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sympy import Rational, Symbol, exp, oo, pi, sqrt

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, epsilon, integer, mu, real
from fdp_sym.theorems import Ge, Gt, Iff, Le, boxed

x = real("x")


def run(check, *parts, given=()):
    return check.run(SimpleNamespace(parts=parts, given=tuple(given)), None)


TV = Le(2 * Phi(mu / 2) - 1, mu / sqrt(2 * pi))


def test_certified_with_the_box_in_the_detail():
    found = run(boxed({"mu": (0, 20)}), TV)
    assert found.status == "certified"
    assert "mu in [0, 20]" in found.detail
    assert run(boxed({mu: (0, 20)}), TV).status == "certified"


def test_a_variable_left_out_ranges_over_its_domain():
    found = run(boxed({mu: (0, 8)}), Le(Phi(Quantile(1 - alpha) - mu), 1 - alpha))
    assert found.status == "certified"
    assert "alpha in [0, 1]" in found.detail


def test_refuted_with_an_exact_witness():
    found = run(boxed({mu: (0, 20)}), Le(2 * Phi(mu / 2) - 1, mu / 3))
    assert found.status == "refuted"
    assert "certificate" not in found.how  # there is none
    value = real("m").func("mu", mu.domain)
    assert (2 * Phi(value / 2) - 1 - value / 3).subs(value, found.witness["mu"]).evalf(30) > 0


def test_several_parts_and_a_choice_of_parts():
    false = Ge(Phi(mu), 1)
    assert run(boxed({mu: (0, 3)}), TV, false).status == "refuted"
    assert run(boxed({mu: (0, 3)}, part=0), TV, false).parts == (0,)
    assert run(boxed({mu: (0, 3)}, part=0), TV, false).status == "certified"


def test_a_witness_that_violates_a_hypothesis_refutes_nothing():
    claim, given = Ge(x, 0), Gt(x, 1)
    assert run(boxed({x: (-1, 2)}), claim, given=[given]).status == "inconclusive"
    assert run(boxed({x: (1, 2)}), claim, given=[given]).status == "certified"
    assert run(boxed({x: (1, 3)}), Le(x, 2), given=[given]).status == "refuted"


def test_a_witness_at_which_a_hypothesis_is_undecided_refutes_nothing():
    equal = Gt(Phi(x) + Phi(-x), 1)  # false everywhere, but no enclosure can tell
    assert run(boxed({x: (-1, 2)}), Ge(x, 0), given=[equal]).status == "inconclusive"


def test_what_the_prover_says_is_verified(monkeypatch):
    monkeypatch.setattr("fdp_sym.balls.tree.above", lambda *_: True)
    with pytest.raises(HypothesisError, match="certificate"):
        run(boxed({x: (0, 1)}), Ge(exp(x) - 1 - Rational(11, 10) * x, 0))


def test_both_directions_of_an_equivalence():
    both = Iff(Ge(x**2, 0), Ge(exp(x), 0))
    assert run(boxed({x: (-1, 1)}), both).status == "certified"


def test_change_of_variable():
    z = Symbol("z", real=True)
    check = boxed({alpha: (0, 1), "z": (-oo, oo)}, {alpha: Phi(-z)})
    assert run(check, Le(alpha, 1)).status == "certified"


def test_inconclusive_says_where():
    found = run(boxed({x: (1, 2)}, budget=5), Ge(exp(x**2 - 2) + 1 - x**2, 0))
    assert found.status == "inconclusive"
    assert "undecided: x in" in found.detail


def test_bad_boxes_are_refused():
    with pytest.raises(DomainError, match="no variable"):
        run(boxed({epsilon: (0, 1)}), TV)
    with pytest.raises(DomainError, match="ranges over"):
        run(boxed({mu: (-1, 1)}), TV)
    with pytest.raises(DomainError, match="empty"):
        run(boxed({mu: (2, 1)}), TV)


def test_integers_one_by_one():
    k = integer("k", 1)
    claim = Ge((1 + mu) ** k, 1 + k * mu)
    assert run(boxed({k: (1, 5), mu: (0, 2)}), claim).status == "certified"
