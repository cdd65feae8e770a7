"""Truth at points: what is undecided refutes nothing."""

from __future__ import annotations

import pytest
import sympy
from sympy import Piecewise, S, sqrt

from fdp_sym.checking import check
from fdp_sym.errors import DomainError
from fdp_sym.functions import Phi
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Ge, Gt, Iff, Le
from fdp_sym.theorems.goals import truth, truth_at

x = real("x")
undecided = Gt(Phi(x) + Phi(-x), 1)  # false, as the sides are equal; no enclosure can tell


def test_a_claim_is_not_false_where_a_hypothesis_may_fail() -> None:
    point = {x: S(3)}
    assert truth(undecided, point) is None
    assert truth_at(Le(x, 2), (undecided,), point, 0) is None
    assert truth_at(Le(x, 2), (Ge(x, 1),), point, 0) is False
    assert truth_at(Le(x, 2), (Ge(x, 4),), point, 0) is True
    assert truth_at(Le(x, 3), (undecided,), point, 0) is True


@pytest.mark.parametrize("side", [sympy.Ge(x**2, 0), False, (Ge(x, 0), S.true)])
def test_an_equivalence_is_not_made_of_what_sympy_evaluated(side: object) -> None:
    with pytest.raises(DomainError, match=r"SymPy evaluated a claim to (True|False) before"):
        check(Iff(Ge(x, 0), side))
    with pytest.raises(DomainError, match="SymPy evaluated"):
        Iff(side, Ge(x, 0))


@pytest.mark.parametrize("side", [x, "x >= 0", ()])
def test_an_equivalence_is_made_of_relations(side: object) -> None:
    with pytest.raises(DomainError, match="relation"):
        Iff(Ge(x, 0), side)


k = integer("k", 1, 9)
root = sqrt(k - 5) * sqrt(k - 6)  # SymPy's value at 2 is -2 sqrt(3)


def test_whole_numbers_at_which_a_root_has_no_value_decide_nothing() -> None:
    sign = Piecewise((S(0), x >= 0), (S(1), True))
    for claim in (Le(root, sign), Le(Piecewise((root, x >= 0), (S(1), True)), 0)):
        assert truth(claim, {k: S(2), x: S(1)}) is None
        assert truth(claim, {k: S(6), x: S(1)}) is True
    assert truth(Le(root + sign, 1), {k: S(9), x: S(1)}) is False


def test_a_piece_that_does_not_apply_needs_no_value() -> None:
    beyond = Piecewise((root, k >= 6), (S(0), True))
    assert truth(Le(beyond, 0), {k: S(2)}) is True
    assert truth(Le(beyond, 0), {k: S(9)}) is False
