"""Mutants of limits, of hypotheses and of sums, and those that only the box prover decides."""

from __future__ import annotations

import pytest
from sympy import E, Integral, Interval, Lambda, Rational, S, Sum, exp, log, oo, pi, sqrt

from fdp_sym.functions import Max, Min, Phi
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.eventually import fails_eventually
from fdp_sym.mutants.fitted import fitted
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.limits import fails_in_the_limit, limit_at_infinity
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.points import by_the_original
from fdp_sym.symbols import integer, mu, real
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lim,
    Theorem,
    boxed,
    cite,
    generic,
    remainder,
    symbolic,
)
from fdp_sym.theorems.goals import truth

x, y, t = real("x", Interval(0, 1)), real("y", Interval(0, 1)), real("t", Interval(0, 1))
n, k, i = integer("n", 1), integer("k", 1), integer("i", 1)
source = cite("nobody", "nowhere")


def theorem(claim, *checks, **more):
    checks = checks or (symbolic(),)
    return Theorem(id="t", title="", source=source, claim=claim, checks=checks, **more)


def judged(entry, text):
    """The mutant whose claim reads like this, and its fate."""
    judge = Judge(entry, {}, trusted=True)
    (mutant,) = (m for m in mutations(entry).mutants if m.text == text)
    return judge.judge(mutant)


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ((1 + 1 / k) ** k, E),
        ((1 - 2 / k) ** k, exp(-2)),
        (k**2 * (exp(1 / k**2) - 1 - 1 / k**2), 0),
        (k**3 * (exp(1 / k**2) - 1), oo),
        (-k * log(1 + 3 / k), -3),
        (k * (sqrt(1 + 1 / k) - 1), Rational(1, 2)),
        (k * (Phi(1 / k) - Phi(0)), 1 / sqrt(2 * pi)),
        (Max(1 / k, -k) * k, 1),
        (Min(2, k) + k**5 * exp(-k), 2),
        (Phi(-k), 0),
        (sqrt(k) * log(1 + 3 / sqrt(k)), 3),
        (k * log(1 + 1 / sqrt(k)) ** 3, 0),
        (k * Integral(exp(t / k) - 1, (t, 0, 1)), None),  # t/k may be 0: no sign, no expansion
        (k * Integral(log(1 + t / k), (t, 0, 1)), Rational(1, 2)),
        (k**2 * Integral((1 + t / k) ** 3 - 1 - 3 * t / k, (t, 0, 1)), 1),
        (Sum(1 / i, (i, 1, k)), None),
        (log(-1 + 1 / k), None),
    ],
)
def test_limits_are_right_or_none(body, limit) -> None:
    found = limit_at_infinity(body, k)
    if limit in (oo, None):
        assert found == limit
    else:
        assert found is not None
        assert abs(float(found - limit)) < 1e-12


def test_a_limit_is_refuted_only_where_it_is_another() -> None:
    body = k * (exp(2 / k) - 1)
    assert not fails_in_the_limit(Eq(Lim(body, k), 2))
    assert fails_in_the_limit(Eq(Lim(body, k), 3))
    assert fails_in_the_limit(Le(Lim(body, k), 1))
    assert fails_in_the_limit(Eq(Lim(k * body, k), 2))
    assert not fails_in_the_limit(Le(Lim(k * body, k), 1))  # it has none: left open
    assert not fails_in_the_limit(Eq(Lim(Sum(1 / i, (i, 1, k)), k), 2))


def test_mutants_of_a_limit() -> None:
    entry = theorem(Eq(Lim(mu + mu**2 / k, k), mu), symbolic(remainder(mu**2 / k)))
    assert Judge(entry, {}).proved[0]
    for text in (
        "Lim(mu + mu**2/k, (k, 1, oo)) = 2*mu",
        "-Lim(mu + mu**2/k, (k, 1, oo)) = mu",
        "Lim(mu**2/k, (k, 1, oo)) = mu",
        "Lim(mu + mu**2, (k, 1, oo)) = mu",
    ):
        found = [m for m in mutations(entry).mutants if m.text == text]
        if found:
            assert Judge(entry, {}).judge(found[0]).fate is Fate.KILLED
    fates = [Judge(entry, {}).judge(m).fate for m in mutations(entry).mutants]
    assert Fate.UNSOUND not in fates
    assert fates.count(Fate.KILLED) >= 6


def test_one_side_of_the_original_is_put_for_the_other() -> None:
    entry = theorem(Eq(Lim(n * mu + mu / k, k), n * mu))  # both sides are in one term
    texts = {
        other.text
        for mutant in mutations(entry).mutants
        for other in by_the_original([entry.parts[0]], mutant)
    }
    assert "mu*n = n" in texts
    assert "-mu*n = mu*n" in texts
    assert not any("Lim(Lim" in text for text in texts)
    assert not list(by_the_original([], mutations(entry).mutants[0]))


def test_a_hypothesis_that_no_instance_satisfies() -> None:
    p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])
    total = Sum(p(i), (i, 1, n))
    entry = theorem(Eq(2 * total, 2), given=Eq(total, 1))
    for change in ("1/2", "2"):
        assert judged(entry, f"2*{total} = 2  given {total} = {change}").fate is Fate.KILLED
    impossible = judged(entry, f"2*{total} = 2  given {total} = -1")
    assert impossible.fate is Fate.TRUE  # p is nowhere negative


def test_points_are_moved_to_where_the_hypotheses_hold() -> None:
    low, high = exp(-mu) / 2, exp(-mu) / 2 + Rational(1, 100)
    given = Ge(x, low), Le(x, high)
    moved = list(fitted(given, [{x: Rational(9, 10), mu: Rational(m)} for m in range(1, 9)]))
    assert len(moved) == 8
    assert any(all(truth(h, point) for h in given) for point in moved)
    entry = theorem(Le(x, Rational(1, 2) + y), given=given)
    found = [m for m in mutations(entry).mutants if m.text.startswith("x <= y  ")]
    assert [Judge(entry, {}, trusted=True).judge(m).fate for m in found] == [Fate.KILLED]


def test_a_sum_from_an_index_that_its_symbol_does_not_allow() -> None:
    w = generic("w", facts=(), bounds=(0, oo), instances=[Lambda(i, i)])
    entry = theorem(Le(Sum(w(i), (i, 1, n)), 2 * Sum(w(i), (i, 1, n))))
    text = "Sum(w(i), (i, 0, n)) <= 2*Sum(w(i), (i, 1, n))"
    assert judged(entry, text).fate is Fate.KILLED


def test_a_neighbour_that_the_box_prover_certifies() -> None:
    entry = theorem(Le(2 * Phi(x) - 1, x), boxed())
    fates = {m.text: Judge(entry, {}, True).judge(m) for m in mutations(entry).mutants}
    assert Fate.UNSOUND not in {found.fate for found in fates.values()}
    assert fates["Phi(x) - 1 <= x"].fate is Fate.TRUE
    assert fates["3*Phi(x) - 1 <= x"].fate is Fate.KILLED


def test_what_is_certified_on_a_box_only_survives(monkeypatch) -> None:
    monkeypatch.setattr("fdp_sym.mutants.judge._SECONDS", 0.2)
    z = real("z", Interval(0, oo))
    entry = theorem(Le(Phi(-z) ** 2, exp(-(z**2) / 8)))
    found = judged(entry, "Phi(-z)**2 <= exp(-z/8)")
    assert found.fate is Fate.SURVIVED
    assert found.detail.startswith("true on a box, open elsewhere: z in [0, 2]")


def test_limits_beside_integrals_without_an_end_and_under_other_binders() -> None:
    k, j, x = integer("k", 1), integer("j", 1), real("x", Interval(0, oo))
    assert not fails_in_the_limit(Eq(Lim(1 + 1 / k, k), Integral(exp(-x), (x, 0, oo))))
    shadowed = Integral(log(1 - k), (k, 0, S.Half))
    assert not fails_eventually(Eq(Lim(shadowed, k), shadowed))
    nothing = Sum(j * log(1 - k), (j, 2, 1))
    assert not fails_eventually(Eq(Lim(1 + nothing, k), 1))
