"""How seldom garbage is looked for, and that it is as before afterwards."""

from __future__ import annotations

import gc

import pytest

from fdp_sym.collecting import seldom_collected


@pytest.fixture(autouse=True)
def _as_before():
    before, enabled = gc.get_threshold(), gc.isenabled()
    yield
    gc.set_threshold(*before)
    (gc.enable if enabled else gc.disable)()


@pytest.mark.parametrize("before", [(700, 10, 10), (0, 10, 10), (500_000, 5, 5)])
def test_the_threshold_is_raised_and_put_back(before):
    gc.set_threshold(*before)

    @seldom_collected()
    def inside():
        return gc.get_threshold()

    assert inside() == (max(before[0], 100_000) if before[0] else 0, *before[1:])
    assert gc.get_threshold() == before


def test_it_is_put_back_after_an_error_and_when_nested():
    gc.set_threshold(700, 10, 10)
    with pytest.raises(ZeroDivisionError), seldom_collected(), seldom_collected():
        raise ZeroDivisionError
    assert gc.get_threshold() == (700, 10, 10)
