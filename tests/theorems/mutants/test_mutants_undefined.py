"""Mutants without a value at a point, and those that follow from all parts of a claim."""

from __future__ import annotations

import pytest
from sympy import Integral, Interval, Rational, log, oo, sqrt

from fdp_sym.functions import Quantile
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.known import follows_from_parts
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.undefined import lost_at
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Gt, Inf, Le, Sup, Theorem, cite, listed

x, y, z, t = real("x"), real("y"), real("z"), real("t", Interval(0, 1))
r = real("r", Interval.open(0, oo))
HALF = Rational(1, 2)


@pytest.mark.parametrize(
    ("body", "limits", "lost"),
    [
        (sqrt(x - t), (t, 0, 1), True),  # beyond t = 1/2
        (sqrt(x - t), (t, 0, HALF), False),
        (sqrt(x - t), (t, 1, 0), True),  # whichever way it is integrated
        (sqrt(t - x), (t, HALF, 1), False),
        (log(t - x), (t, HALF, 1), False),  # an improper integral that exists
        (log(t - x), (t, 0, 1), True),
        (Quantile(t + x), (t, 0, 1), True),
        (Quantile(t + x), (t, 0, HALF), False),
        (sqrt(1 + t), (t, 0, 3), False),  # beyond the range of the symbol t
        (sqrt(2 - t), (t, 0, 3), True),
        (t, (t, 0, sqrt(x - 1)), True),
        (1 / (1 + t), (t, sqrt(-x * y), 1), True),
    ],
)
def test_integrals_of_what_has_no_value(body, limits, lost) -> None:
    relation = Gt(1 + 2 * Integral(body, limits), y)
    assert (lost_at(relation, {x: HALF, y: Rational(3)}) is not None) == lost


def test_parts_that_say_it_together() -> None:
    high, low = Sup(x * t, (t, 0, 1)), Inf(x * t, (t, 0, 1))
    above, below = Le(high, 2 * y + 1), Le(y, (high - 1) / 2)
    assert follows_from_parts(Eq(high, 2 * y + 1), [above, below], ())
    assert not follows_from_parts(Eq(high, 2 * y + 1), [above], ())
    assert follows_from_parts(Le(low, 2 * y + 1), [above], ())
    assert not follows_from_parts(Ge(low, 2 * y + 1), [above, below], ())
    assert not follows_from_parts(Le(low / (y - 1), (2 * y + 1) / (y - 1)), [above], ())
    empty = Sup(x * y, (y, 1, z)), Inf(x * y, (y, 1, z))  # over no y, if z < 1
    assert not follows_from_parts(Le(empty[1], 5), [Le(empty[0], 5)], ())
    assert follows_from_parts(Le(empty[1], 5), [Le(empty[0], 5)], (Ge(z, 1),))


def fates(claim, *checks):
    """What becomes of the mutants of a theorem that is proved by these checks."""
    entry = Theorem(id="t", title="", source=cite("n", "n"), claim=claim, checks=checks)
    judge = Judge(entry, {}, trusted=True)
    return {m.what: judge.judge(m).fate for m in mutations(entry).mutants}


def test_claims_about_listed_points() -> None:
    found = fates(Le(sqrt(r - 1) / r, 3), listed({"r": 2}, {"r": 5}))
    assert found["r in Interval.open(0, oo) -> Interval(0, oo)"] is Fate.TRUE
    assert found["-1 + r -> -1 - r"] is Fate.KILLED  # no root of a negative number
    assert found["-1 + r -> 1 + r"] is Fate.TRUE
    assert Fate.UNSOUND not in found.values()


@pytest.mark.parametrize(
    ("claim", "fate"),
    [
        (Le(x / (x + z), 1), Fate.KILLED),  # 0/0 at x = z = 0, not 0
        (Le(x / (x + z + 1), 1), Fate.TRUE),
        (Le(z / (x + 1) - z, 0), Fate.TRUE),
    ],
)
def test_division_by_zero_at_an_added_end(claim, fate) -> None:
    b, c = real("b", Interval.open(0, 1)), real("c", Interval(0, 1))
    entry = Theorem(id="t", title="", source=cite("n", "n"), claim=claim.xreplace({x: b, z: c}))
    (wider,) = (m for m in mutations(entry).mutants if m.what.endswith("-> Interval.Ropen(0, 1)"))
    judged = Judge(entry, {}, trusted=True).judge(wider)
    assert judged.fate is fate
    assert ("has no value" in judged.detail) == (fate is Fate.KILLED)
