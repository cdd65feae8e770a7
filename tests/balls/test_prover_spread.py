"""Boxes of one claim on an executor: the verdict, and a certificate that is the same."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from fractions import Fraction

import pytest
from sympy import Rational, exp

from fdp_sym.balls import prove, recheck, spread
from fdp_sym.errors import FdpError
from fdp_sym.functions import Phi
from fdp_sym.symbols import integer, real
from fdp_sym.theorems import Ge

R = Rational
x, y, k = real("x"), real("y"), integer("k", 0)
CIRCLE = (x - R(1, 3)) ** 2 + (y - R(2, 7)) ** 2
SQUARE = {x: (0, 1), y: (0, 1)}
TRUE = {
    "cuts": (Ge(R(2501, 10000) - Phi(x) * Phi(-x), 0), {x: (-20, 20)}),
    "two variables": (Ge(x**4 + y**4 - 3 * x**2 * y + R(4, 3), 0), {x: (0, 2), y: (0, 2)}),
    "integers": (Ge(exp(k * x) * R(1001, 1000) - 1 - k * x, 0), {k: (0, 3), x: (-1, 1)}),
}


class Backwards(Executor):
    """Does the tasks in this process, the newest first."""

    slots = 4

    def __init__(self) -> None:
        self.done = 0
        self.waiting = []

    def submit(self, fn, /, *args, **kwargs):
        future = Later(self, lambda: fn(*args, **kwargs))
        self.waiting.append(future)
        return future


class Later(Future):
    def __init__(self, executor, work):
        super().__init__()
        self.executor, self.work = executor, work


@pytest.fixture
def executor(monkeypatch):
    """An executor, which is asked to work as soon as somebody waits for it."""
    monkeypatch.setattr(spread, "_FIRST", 2)
    monkeypatch.setattr(spread, "_SHARE", 3)

    def wait(flying, patience, when):
        newest = max(flying, key=own.waiting.index)
        newest.set_result(newest.work())
        own.done += 1
        return type("Done", (), {"done": {newest}})

    own = Backwards()
    monkeypatch.setattr("fdp_sym.executors.wait", wait)
    return own


@pytest.mark.parametrize("name", TRUE)
def test_the_certificate_is_the_same(name, executor):
    claim, box = TRUE[name]
    here, there = prove(claim, box), prove(claim, box, executor=executor)
    assert executor.done > 1
    assert there == here
    assert recheck(there.certificate) == recheck(here.certificate)


def test_a_false_claim_is_refuted(executor):
    found = prove(Ge(CIRCLE, R(1, 10**6)), SQUARE, executor=executor)
    assert executor.done
    assert found.status == "refuted"
    a, b = (Fraction(found.witness[name]) for name in "xy")
    assert 0 <= a <= 1
    assert 0 <= b <= 1
    assert (a - Fraction(1, 3)) ** 2 + (b - Fraction(2, 7)) ** 2 < Fraction(1, 10**6)


def test_the_budget_is_kept_and_the_search_goes_on(executor, tmp_path):
    claim, box = TRUE["two variables"]
    found = prove(claim, box, budget_boxes=20, executor=executor)
    assert found.status == "inconclusive"
    assert 20 <= found.boxes < 20 + 3 * 4
    found.save(tmp_path / "search.json")
    assert prove(claim, box, resume=found, executor=executor) == prove(claim, box)
    again = prove(claim, box, resume=tmp_path / "search.json")
    assert again.certificate == prove(claim, box).certificate


def test_no_time_is_no_answer(executor):
    claim, box = TRUE["cuts"]
    found = prove(claim, box, budget_seconds=0, executor=executor)
    assert found.status == "inconclusive"
    assert not executor.done


def test_what_a_dead_worker_had_is_open_again(monkeypatch):
    class Dead(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            future.set_exception(BrokenExecutor("killed"))
            return future

    monkeypatch.setattr(spread, "_FIRST", 2)
    with pytest.raises(FdpError, match="a box of the search was not settled"):
        prove(*TRUE["cuts"], executor=Dead())
