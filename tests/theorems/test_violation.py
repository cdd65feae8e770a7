"""By how much a statement fails at a point, and which part of it."""

from __future__ import annotations

from sympy import Rational

from fdp_sym.symbols import alpha, delta
from fdp_sym.theorems import Eq, Ge, Iff, Le
from fdp_sym.theorems.violation import violation

half = Rational(1, 2)


def test_what_holds_is_violated_nowhere() -> None:
    assert violation((Le(alpha, 1),), (), {"alpha": "1/2"}) is None
    assert violation((Le(alpha, 1), Le(2 * alpha, 1)), (), {"alpha": "1"}).part == 1
    assert violation((Le(2 * alpha, 1),), (Le(alpha, half),), {"alpha": "1"}) is None


def test_equivalences_say_which_side_holds() -> None:
    failing = violation(
        (Iff(Ge(alpha, delta), Ge(delta, alpha)),), (), {"alpha": "1", "delta": "0"}
    )
    assert (failing.although, failing.relation) == ("alpha >= delta", "delta >= alpha")
    assert (failing.left, failing.right, failing.gap) == ("0", "1", "1")
    failing = violation((Eq(alpha, delta),), (), {"alpha": "1/3", "delta": "1"})
    assert failing.gap == "0.66666666666666666666"
