"""Inequalities of exponentials and normal tails: proved when true, never when false."""

from __future__ import annotations

import mpmath
import pytest
from sympy import E, Interval, Rational, exp, log, oo, pi, sqrt

from fdp_sym.functions import Phi
from fdp_sym.mutants import tails
from fdp_sym.mutants.tails import by_tails
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Le, Lt

s, eps = real("s", Interval(2, oo)), real("epsilon", Interval(0, Rational(15, 2)))
t = real("t", Interval(0, oo))
far = sqrt(4 * t + 68)  # beyond 8
late = Phi(-far + eps / far / 2) - exp(-eps) * Phi(-far - eps / far / 2)
delta = real("delta", Interval.Lopen(0, 1))
root = sqrt(4 * log(E + eps / delta))
above = Phi(eps / (2 * root) - root)
profile = Phi(-s + eps / (2 * s)) - exp(eps) * Phi(-s - eps / (2 * s))
density = exp(-(s**2) / 2 + eps / 2 - eps**2 / (8 * s**2)) / sqrt(2 * pi)


def least(relation):
    """The least of right - left over left, by mpmath, on a grid that reaches far out."""
    found = mpmath.inf
    for x in (0, mpmath.mpf(1) / 100, 2, mpmath.mpf(15) / 2):
        for y in (2, mpmath.mpf(9) / 4, 5, 20):
            at = {eps: x, s: y, t: y - 2, delta: 1 / (y - 1) ** 9}
            left, right = (mpmath.mpf(side.subs(at).evalf(30)) for side in relation.args)
            found = min(found, right - left if relation.rel_op == "<=" else left - right)
    return found


@pytest.mark.parametrize(
    "relation",
    [
        Le(Phi(-s), exp(-(s**2) / 2) / 5),
        Ge(Phi(-s), exp(-(s**2) / 2) / (7 * s)),
        Le(profile, eps / s * density / 2),
        Le(Phi(-s + eps / (2 * s)) - exp(eps) * Phi(-s - eps / s), eps / s * density),
        Le(exp(-t) - exp(-2 * t - 1), exp(-t / 2)),
        Ge(exp(eps) * Phi(-s), Phi(-s)),
        Le((exp(17 + t) - E) * late, eps),
        Le(above - exp(-eps) * Phi(-eps / (2 * root) - root), delta),
    ],
)
def test_true(relation):
    assert by_tails(relation, ())
    assert least(relation) >= 0


@pytest.mark.parametrize(
    "relation",
    [
        Le(Phi(-s), exp(-(s**2) / 2) / 6),
        Ge(Phi(-s), exp(-(s**2) / 2) / (2 * s)),
        Le(profile, eps / s * density / 10),
        Le(Phi(-s + eps / (2 * s)) - exp(eps) * Phi(-s - 9 * eps / s), eps / s * density / 2),
        Le(exp(-t) + exp(-2 * t - 1), exp(-t / 2)),
        Ge(exp(-eps) * Phi(-s), Phi(-s)),
        Le((exp(48 + t) - E) * late, eps),
        Le(above - Phi(-2 * root), delta),
    ],
)
def test_false(relation):
    assert least(relation) < 0
    assert not by_tails(relation, ())


def test_what_is_no_inequality_or_strict_is_left_open():
    assert not by_tails(Lt(Phi(-s), exp(-(s**2) / 2) / 5), ())
    assert not by_tails(Le(s, 2 * s), ())


def test_coefficients_of_unknown_sign_bound_nothing() -> None:
    x = real("x")
    assert list(tails._sums([(-s, -t), (s, t - t)], ()))
    assert not list(tails._sums([(x, -t), (s, t - t)], ()))  # x exp(-t) is not at least x
