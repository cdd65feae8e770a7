"""Truth at points: what is undecided refutes nothing."""

from __future__ import annotations

from sympy import S

from fdp_sym.functions import Phi
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Gt, Le
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
