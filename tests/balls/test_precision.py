"""One working precision for the whole process: who changes it holds the lock."""

from __future__ import annotations

import threading

from flint import arb
from sympy import Integer

from fdp_sym.balls.precision import precision
from fdp_sym.balls.refine import refine


def test_others_wait_while_a_value_is_refined() -> None:
    entered = threading.Event()

    def other() -> None:
        with precision(20):
            entered.set()

    thread = threading.Thread(target=other)

    def value():
        if not thread.ident:
            thread.start()
        assert not entered.wait(0.2)
        return arb(2).sqrt()

    assert refine(value, 30, "", Integer(2)).decimal(5) == "1.4142"
    thread.join(10)
    assert entered.is_set()
