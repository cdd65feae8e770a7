"""Least values of convex functions: known minima, infima at the ends, and what is not convex."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb

from fdp_sym.balls.convex_minimum import _proved, least_value
from fdp_sym.balls.precision import precision
from fdp_sym.errors import PrecisionError


@pytest.mark.parametrize("digits", [5, 30, 100])
def test_known_minima(digits: int) -> None:
    with mpmath.workdps(digits + 20):
        for scale in (-60, 0, 60):
            c = 2**scale if scale >= 0 else Fraction(1, 2**-scale)
            constant = arb(c.numerator) / c.denominator if isinstance(c, Fraction) else arb(c)
            found = least_value(
                lambda x, k=constant: x * x + k * k, digits, "x + c^2/x", over_x=True
            )
            assert found.value.contains(2 * c)
            assert found.value.relative_width <= Fraction(1, 10**digits)
        found = least_value(lambda x: x - x.log(), digits, "x - log x", over_x=False)
        assert found.value.contains(1)
        assert abs(found.at - 1) < 1e-3


def test_infima_at_the_ends() -> None:
    line = least_value(lambda x: 2 * x + 1, 30, "2 + 1/x", over_x=True)
    assert line.value.contains(2)
    assert line.at == float("inf")
    rising = least_value(lambda x: 1 + x, 30, "1 + x", over_x=False)
    assert rising.value.contains(1)
    assert rising.value.relative_width <= Fraction(1, 10**30)


def test_a_kink() -> None:
    found = least_value(lambda x: (x - 3).max(3 - x) + 1, 20, "|x - 3| + 1", over_x=False)
    assert found.value.contains(1)


def test_precision_error_has_the_best_enclosure() -> None:
    with pytest.raises(PrecisionError) as caught:
        least_value(lambda x: x * x + arb(2, 1e-6), 20, "blurred", over_x=True)
    assert caught.value.ball is None or caught.value.ball.contains(Fraction(2828427125, 10**9))


def test_lower_bounds_hold_for_every_choice_of_points() -> None:
    """However badly the points are chosen, the bound is below the minimum 2 sqrt 2."""
    with precision(100):
        for points in ((1, 2, 3), (5, 6, 7), (1, 1.25, 1.5), (0.001, 1, 100)):
            hull = _proved(lambda x: x * x + 2, [arb(p) for p in points], True)
            assert hull.is_nan() or hull.lower() <= 2 * arb(2).sqrt()
            assert hull.is_nan() or hull.upper() >= 2 * arb(2).sqrt()


def test_three_values_of_a_concave_function_prove_nothing_about_it() -> None:
    """Convexity is the caller's duty: the bound is wrong for what is not convex."""

    def dropping(x: Any) -> Any:
        return (x - 2) ** 2 if x < 10 else -x

    with precision(100):
        hull = _proved(dropping, [arb(1), arb(2), arb(3)], False)
    assert hull.lower() > -4  # while the values tend to -infinity
