"""What is said of an expression that is not enclosed to the digits asked for."""

from __future__ import annotations

import pytest
from sympy import Add, Integer, Interval, Mul, Rational, log, sqrt

from fdp_sym.balls import enclose, sign
from fdp_sym.errors import DomainError, PrecisionError
from fdp_sym.symbols import real

ZERO = Add(sqrt(2), sqrt(3), -sqrt(5 + 2 * sqrt(6)), evaluate=False)


@pytest.mark.parametrize(
    "value",
    [
        Mul(Integer(10) ** 5000, ZERO, evaluate=False),
        Add(ZERO, *(log(n) for n in range(2, 500)), -log(Mul(*range(2, 500))), evaluate=False),
    ],
    ids=["an integer that Python does not write", "many terms"],
)
def test_messages_are_short_however_long_the_expression(value):
    with pytest.raises(PrecisionError) as error:
        enclose(value, digits=10, max_bits=1000)
    assert len(str(error.value)) < 2000
    assert error.value.ball is not None


def test_a_value_lies_in_the_domain():
    shape = real("shape", Interval.Lopen(0, 2))
    assert sign(shape - 1, {shape: 2}) == 1
    for value in (0, -1, Rational(201, 100)):
        with pytest.raises(DomainError, match="allowed is"):
            sign(shape - 1, {shape: value})
    other = real("other", Interval.Ropen(0, 2))
    with pytest.raises(DomainError, match="allowed is"):
        enclose(other, {other: 2})
