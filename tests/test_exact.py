"""Numbers on their way in: exact, or refused with the name, the value and what is allowed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from sympy import Float, I, Interval, Rational, Symbol, nan, oo, sqrt, zoo

from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.exact import exact, is_numeric, parameter, to_fraction
from fdp_sym.symbols import real

TENTH = Rational(1, 10)
BINARY_TENTH = Rational(3602879701896397, 36028797018963968)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, 3),
        ("0.1", TENTH),
        ("1/10", TENTH),
        (" 1e-1 ", TENTH),
        ("-2", -2),
        (Fraction(1, 10), TENTH),
        (0.1, BINARY_TENTH),
        (np.float64(0.1), BINARY_TENTH),
        (np.int64(7), 7),
        (np.float32(0.5), Rational(1, 2)),
        (Float(0.1), BINARY_TENTH),
        (sqrt(2), sqrt(2)),
    ],
)
def test_exact(value, expected) -> None:
    assert exact(value, "x") == expected
    assert not exact(value, "x").has(Float)


@pytest.mark.parametrize(
    "bad",
    [
        float("nan"),
        float("inf"),
        nan,
        oo,
        -oo,
        zoo,
        I,
        1 + I,
        True,
        None,
        "abc",
        "",
        "1/0",
        "nan",
        "inf",
        1j,
        [1],
        np.nan,
        np.array([1.0, 2.0]),
    ],
)
def test_refused(bad) -> None:
    with pytest.raises(DomainError, match="epsilon"):
        exact(bad, "epsilon")


def test_plain_numbers() -> None:
    assert is_numeric(1.0)
    assert is_numeric(np.float32(1))
    assert not is_numeric(Fraction(1, 2))
    assert not is_numeric(Rational(1, 2))
    assert not is_numeric("1/2")
    assert to_fraction(Rational(2, 6)) == Fraction(1, 3)


def test_parameters_lie_in_their_domain() -> None:
    unit = Interval(0, 1)
    d, wide = real("d", Interval(0, 1)), real("w", Interval(0, 2))
    assert parameter("1/2", "delta", unit) == Rational(1, 2)
    assert parameter(d / 2, "delta", unit) == d / 2
    for bad in (2, -1, "1.0000001", d + 2):
        with pytest.raises(DomainError, match="allowed is delta"):
            parameter(bad, "delta", unit)
    for unclear in (wide, d - 1 / Rational(2), 2 * d):
        with pytest.raises(HypothesisError, match="does not follow"):
            parameter(unclear, "delta", unit)
    with pytest.raises(DomainError):
        parameter(0, "mu", Interval.open(0, oo))
    with pytest.raises(DomainError):
        parameter(Symbol("z"), "delta", unit)  # it may be complex


@pytest.mark.parametrize("text", ["1e999999999", "1e-999999999", "1" * 200_000])
def test_numbers_too_long_to_write_out(text: str) -> None:
    with pytest.raises(DomainError, match="digits"):
        exact(text, "x")
