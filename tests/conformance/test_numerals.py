"""Numbers as text: exact, and cheap whatever was sent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from fdp_sym.conformance.numerals import read_number, relative_distance, times


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("-1.50e-3", Fraction(-3, 2000)),
        (".5", Fraction(1, 2)),
        ("7.", Fraction(7)),
        (" 12/8 ", Fraction(3, 2)),
        ("-1/3", Fraction(-1, 3)),
        ("inf", Decimal("Infinity")),
        ("-Infinity", Decimal("-Infinity")),
        ("1" * 5000 + "/" + "1" * 5000, Fraction(1)),
    ],
)
def test_numbers_are_read_exactly(text: str, value: Fraction | Decimal) -> None:
    assert read_number(text) == value


NO_NUMBERS = ["nan", "-NaN", "sNaN", "1/0", "0x10", "1e", "1_000", "１", "true", "1/2/3", "1e1/2"]


@pytest.mark.parametrize(
    "text", [*NO_NUMBERS, "", "1e" + "9" * 20, "9" * 200_000, "9" * 99_999 + "x"]
)
def test_texts_that_are_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no number|divides by zero|characters"):
        read_number(text)


@pytest.mark.parametrize("text", ["None", "null"])
def test_nothing_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=f"^the accountant returned {text}$"):
        read_number(text)


@pytest.mark.parametrize("value", [None, True, 1, 0.5, ["0.1"], {"value": "0.1"}])
def test_what_is_no_text(value: object) -> None:
    with pytest.raises(ValueError, match="is no number"):
        read_number(value)


def test_huge_exponents_are_compared_and_never_written_out() -> None:
    tiny, huge = read_number("1e-999999999"), read_number("1e999999999")
    assert 0 < tiny < read_number("1/3") < huge < read_number("inf")
    assert times(tiny, 3) > tiny
    assert relative_distance(huge, tiny) == float("inf")
    assert relative_distance(tiny, huge) == 1.0


def test_small_distances_are_not_lost() -> None:
    third = Fraction(1, 3)
    assert relative_distance(third + Fraction(1, 10**100), third) == pytest.approx(3e-100)
    assert relative_distance(Fraction(1, 10**30), Fraction(0)) == 1e-30
    assert relative_distance(Decimal("inf"), Decimal("inf")) == 0.0
