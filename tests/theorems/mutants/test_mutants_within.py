"""The search among points at which hypotheses hold."""

from __future__ import annotations

from itertools import islice

from sympy import Interval, Rational, oo, sqrt

from fdp_sym import Phi
from fdp_sym.mutants.within import within
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge, Le, Lt
from fdp_sym.theorems.goals import points, truth, truth_at

h, mu = real("h"), real("mu", Interval(0, oo))
c, gamma = real("c", Interval(0, 1)), real("gamma", Interval(0, Rational(1, 2)))
E, F = (real(name, Interval(0, 1)) for name in "EF")
SYMBOLS = (h, mu, c, gamma, E, F)


def found(claim, given):
    starts = list(points(SYMBOLS, 200))
    return next(
        (p for p in within(claim, given, starts, 5.0) if truth_at(claim, given, p, 0) is False),
        None,
    )


def test_a_point_between_the_bounds_of_distribution_functions() -> None:
    given = (
        Ge(F, Phi(h) - gamma),
        Le(F, Phi(h) + gamma),
        Ge(E, Phi(h - 2 * mu) - gamma),
        Le(E, Phi(h - mu) + gamma),
    )
    point = found(Ge(E, Phi(h - mu) - gamma), given)
    assert point is not None
    assert all(truth(g, point) is not False for g in given)
    # what the hypotheses say themselves fails nowhere
    assert found(Ge(E, Phi(h - 2 * mu) - gamma), given) is None


def test_a_strict_inequality_between_equal_sides() -> None:
    given = (Ge(F, Phi(h) - gamma), Le(F, Phi(h) + gamma))
    claim = Lt(F, Phi(h) + gamma)
    starts = list(points({h, gamma, F}, 200))
    middle = next(p for p in within(claim, given, starts, 5.0) if p[h] == 0)
    assert middle[F] == middle[gamma] + Rational(1, 2)


def test_hypotheses_that_bound_nothing() -> None:
    assert not list(within(Le(F, E), (Ge(F**2, E**2),), list(points({E, F}, 20)), 1.0))


def test_an_irrational_end_of_a_domain_is_kept() -> None:
    x, z = real("x", Interval(0, sqrt(2))), real("z", Interval(0, 3))
    starts = list(points({x, z}, 40))
    given = (Ge(x, z - 1), Ge(x, z / 2))
    tried = list(islice(within(Le(x, 0), given, starts, 1.0), 200))
    assert len(tried) > 100
    assert all(p[x] ** 2 <= 2 for p in tried)
