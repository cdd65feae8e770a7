"""No entry hangs: the searches for points end when their time is up, and say so."""

from __future__ import annotations

import time
from types import SimpleNamespace

from sympy import Integral, Interval, Lambda, exp

from fdp_sym.functions import Max
from fdp_sym.symbols import epsilon, real
from fdp_sym.theorems import Eq, Ge, Le, Status, balls, generic
from fdp_sym.theorems.goals import in_time, refute, satisfied, truth_at

x, u, t = (real(name, Interval(0, 1)) for name in "xut")
_s, _r = (
    generic(name, instances=[Lambda(x, 1 + x), Lambda(x, exp(x))], facts=(), bounds=(0, 3))
    for name in "sr"
)
# a search for points inside which every point takes two nested searches
HOCKEY = Integral(Max(0, _s(t) * _r(u) - exp(epsilon)), (u, 0, 1), (t, 0, 1))


def test_items_are_given_out_until_the_time_is_up() -> None:
    start = time.monotonic()
    assert len(list(in_time(range(3), 60))) == 3
    assert list(in_time(range(3), 0)) == []
    taken = in_time(iter(int, 1), 0.05)  # never ends by itself
    assert set(taken) == {0}
    assert time.monotonic() - start < 20


def test_a_mutant_with_integrals_inside_integrals_does_not_hang(monkeypatch) -> None:
    monkeypatch.setattr("fdp_sym.balls.search._CELLS", (100, 8, 4))  # one point takes less
    tried = []
    monkeypatch.setattr(
        "fdp_sym.theorems.goals.truth_at", lambda *args: tried.append(args) or truth_at(*args)
    )
    refute(Eq(HOCKEY, 2 * HOCKEY), count=400, seconds=1)
    assert 1 <= len(tried) < 100  # of 800


def test_hints_are_tried_in_any_case() -> None:
    wrong = Le(x, x / 2)
    assert refute(wrong, hints=[{x: 1}], seconds=0) == ({x: 1}, 0)
    assert refute(wrong, seconds=0) is None
    assert refute(wrong) is not None


def test_points_of_a_box_that_take_too_long_decide_nothing() -> None:
    entry = SimpleNamespace(parts=(Le(x, 1),), given=())
    found = balls(seconds=0).run(entry, None)
    assert found.status is Status.INCONCLUSIVE
    assert "0 evaluations" in found.detail
    assert balls().run(entry, None).status is Status.CONSISTENT


def test_hypotheses_are_not_tried_for_ever() -> None:
    assert satisfied((Ge(x, 0),))
    assert not satisfied((Ge(x, 0),), seconds=0)
