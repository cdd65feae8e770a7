"""Odd questions are refused by an error of the family; long numbers are no trouble."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath as mp
import pytest
from sympy import Interval, oo

from fdp_sym.divergences.f_divergences import FDivergence
from fdp_sym.divergences.functionals import functional
from fdp_sym.divergences.renyi import renyi
from fdp_sym.divergences.renyi_conversions import moments_accountant
from fdp_sym.divergences.renyi_dp import RenyiDP
from fdp_sym.errors import FdpError
from fdp_sym.scale import read, read_gaussian
from fdp_sym.sgd_comparison import sgd_table
from fdp_sym.symbols import real
from fdp_sym.tradeoff import EpsDelta, Gaussian

_NO: Any = 3  # no trade-off function, and no list
_SYMBOL = real("y", Interval.open(0, oo))


@pytest.mark.parametrize(
    "question",
    [
        lambda: RenyiDP({2: _SYMBOL}).epsilon("1e-5"),
        lambda: RenyiDP({2: 1, 4: 2}).delta(_SYMBOL),
        lambda: RenyiDP(lambda: 1),  # type: ignore[arg-type, misc]
        lambda: RenyiDP(lambda a: math.exp(a)).epsilon("1e-5"),
        lambda: moments_accountant({1: _SYMBOL}, delta="1e-5"),
        lambda: moments_accountant({1: 1}, eps=_SYMBOL),
        lambda: Gaussian(1).divergence(lambda t: None),
        lambda: Gaussian(1).divergence(lambda t: 1 / 0),
        lambda: EpsDelta(1, "1/10").divergence(FDivergence(lambda t: t, at_zero="q", slope=1)),
        lambda: functional(_NO, "kl"),
        lambda: renyi(_NO, 2),
        lambda: read(_NO),
        lambda: read_gaussian(_NO),
        lambda: sgd_table([_NO]),
        lambda: sgd_table([(1, _SYMBOL)]),
        lambda: sgd_table([(1, "1/1000")], n=100, batch=10),
    ],
)
def test_odd_questions_are_refused(question: Callable[[], Any]) -> None:
    with pytest.raises(FdpError):
        question()


def test_a_delta_of_very_many_digits() -> None:
    # far out the best order for a/2 is 1 + sqrt(2 log(1/delta)), up to the small terms
    with mp.workdps(30):
        log_delta = 5000 * mp.log(10)
        a = mp.findroot(
            lambda a: mp.diff(
                lambda b: b / 2 + mp.log((b - 1) / b) + (log_delta - mp.log(b)) / (b - 1), a
            ),
            1 + mp.sqrt(2 * log_delta),
        )
        least = a / 2 + mp.log((a - 1) / a) + (log_delta - mp.log(a)) / (a - 1)
    ball = RenyiDP(lambda a: a / 2).epsilon("1e-5000", digits=15)
    assert abs(mp.mpf(float(ball.midpoint)) - least) < 1e-12 * least
    assert RenyiDP({2: 1, 4: 2}).epsilon("1e-5000", rule="exact", digits=6).lower > 3838
