r"""Numbers to so many significant digits, each of them proved, for LaTeX, HTML and plain text."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
)
from fractions import Fraction
from typing import Any, NamedTuple

from sympy import Basic

from ..balls import Ball, enclose
from ..balls.numbers import to_bound
from ..errors import DomainError, PrecisionError

__all__ = [
    "ROUNDINGS",
    "Printed",
    "as_written",
    "enclosed",
    "number",
    "printed",
    "probability",
    "settled",
]

ROUNDINGS = {"nearest": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
_POSITIONAL = range(-5, 17)  # decimal exponents that are printed without a power of ten
_SPARE = 10  # digits of an expression beyond those printed
_SPARES = (3, 12, 40)  # the same of a function that encloses a number, until it settles
_EDGE = Fraction(1, 1000)  # of the last digit's unit: see `number`


class Printed(NamedTuple):
    """A number as it is printed: ``mantissa`` times ten to the ``exponent``, or infinity.

    Attributes
    ----------
    mantissa : str
        A decimal numeral; "inf" for infinity.
    exponent : int or None
        None where no power of ten is printed.
    """

    mantissa: str
    exponent: int | None = None

    @property
    def latex(self) -> str:
        r"""For mathematics: ``1.5 \times 10^{-7}``, ``\infty``."""
        if self.mantissa == "inf":
            return r"\infty"
        power = "" if self.exponent is None else rf" \times 10^{{{self.exponent}}}"
        return self.mantissa + power

    @property
    def html(self) -> str:
        """For a web page, with signs of its own."""
        if self.mantissa == "inf":
            return "&infin;"
        power = "" if self.exponent is None else f"&times;10<sup>{self.exponent}</sup>"
        return f"{self.mantissa}{power}".replace("-", "&minus;")

    def __str__(self) -> str:
        return self.mantissa if self.exponent is None else f"{self.mantissa}e{self.exponent}"


def number(value: Any, digits: int = 6, rounding: str = "nearest") -> str:
    r"""A number in LaTeX to so many significant digits, each of them proved.

    Exact numbers that end earlier are printed in full, integers always.

    Parameters
    ----------
    value : Ball or exact number
    digits : int
    rounding : {"nearest", "up", "down"}
        "up" is never less than any number of the enclosure, "down" never more.

    Raises
    ------
    DomainError
        If the value is no number.
    PrecisionError
        If a digit is not proved: both ends of an enclosure have to be rounded to the same number.
        Of an enclosure narrower than a thousandth of the last digit's unit that contains a number
        of so many digits "up" prints the next one above it and "down" the one below.

    Examples
    --------
    >>> b = Ball("0.12345678", "0.12345679")
    >>> number(b, 3), number(b, 3, "up"), number("1e-300"), number(0)
    ('0.123', '0.124', '1 \\times 10^{-300}', '0')
    """
    return printed(value, digits, rounding).latex


def printed(value: Any, digits: int = 6, rounding: str = "nearest") -> Printed:
    """As `number`, for any kind of output.

    Examples
    --------
    >>> str(printed("1e-300")), printed(Ball("0.1234", "0.1235"), 2, "up").mantissa
    ('1e-300', '0.13')
    """
    return _printed(value, digits, rounding, _EDGE)


def settled(
    ask: Callable[[int], Ball], digits: int = 6, rounding: str = "nearest"
) -> tuple[Printed, Ball]:
    """A number as printed, and its enclosure, from a function that encloses it to so many digits.

    It is asked for more digits where the rounding of the last one is not decided.

    Raises
    ------
    PrecisionError
        If a digit is not proved in the end.

    Examples
    --------
    >>> print(settled(lambda d: Ball("0.12", "0.12") - Ball("1e-9", "1e-9"), 2, "up")[0])
    0.12
    """
    ball: Ball | None = None
    for spare in _SPARES:
        try:
            ball = ask(digits + spare)
        except PrecisionError:
            if ball is None:
                raise
            break
        try:
            return _printed(ball, digits, rounding, Fraction(0)), ball
        except PrecisionError:
            pass  # a number of so many digits is inside, or the enclosure is wide
    assert ball is not None
    return printed(ball, digits, rounding), ball


def _printed(value: Any, digits: int, rounding: str, edge: Fraction) -> Printed:
    if not isinstance(rounding, str) or rounding not in ROUNDINGS:
        raise DomainError(f"rounding = {rounding!r}: allowed are {', '.join(ROUNDINGS)}")
    if type(digits) is not int or digits < 1:
        raise DomainError(f"digits = {digits!r}: allowed are whole numbers from 1")
    ball = enclosed(value, digits)
    if isinstance(ball.lower, float) or isinstance(ball.upper, float):
        if ball.is_exact:
            return Printed("inf")
        raise PrecisionError(f"{ball} has no digit that is proved; enclose it on both sides", ball)
    if ball.is_exact and ball.lower.denominator == 1 and abs(ball.lower) < 10 ** max(digits, 17):
        return Printed(str(ball.lower))
    context = Context(digits, ROUNDINGS[rounding], MIN_EMIN, MAX_EMAX)
    low, high = (
        context.divide(Decimal(end.numerator), Decimal(end.denominator))
        for end in (ball.lower, ball.upper)
    )
    if low != high and (rounding == "nearest" or ball.width > edge * _unit(high, low, digits)):
        raise PrecisionError(
            f"to {digits} digits it is {low} or {high}; ask for fewer digits than that or for a "
            "narrower enclosure",
            ball,
        )
    chosen = low if rounding == "down" else high
    return _placed(chosen, digits, ball.is_exact and Fraction(chosen) == ball.lower)


def as_written(text: str) -> str:
    r"""A numeral in LaTeX as somebody wrote it, with powers of ten.

    Examples
    --------
    >>> print(as_written("1e-5"), as_written("2.5e-6"), as_written("1/3"))
    10^{-5} 2.5 \times 10^{-6} 1/3
    """
    mantissa, _, exponent = text.lower().strip().partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \times {power}"


def enclosed(value: Any, digits: int) -> Ball:
    """The number as an enclosure, narrow enough for so many digits of an expression."""
    if isinstance(value, Ball):
        return value
    if isinstance(value, Basic) and value.is_number and value.is_finite and not value.is_Rational:
        return enclose(value, digits=digits + _SPARE)
    bound = to_bound(value, "the value")
    if bound == -math.inf:
        raise DomainError(f"the value {value}: allowed are finite numbers and infinity")
    return Ball(bound, bound)


def probability(ball: Ball) -> Ball:
    """An enclosure of a number in [0, 1] without what is outside, to which it might be rounded.

    Examples
    --------
    >>> number(probability(Ball("0.99999999", "1.00000001")), 3, "up")
    '1.00'
    """
    return Ball(max(ball.lower, 0), min(ball.upper, 1), ball.route)


def _unit(x: Decimal, y: Decimal, digits: int) -> Fraction:
    """The smaller unit of the last digit; 0 if one of the numbers is 0, which has no digits."""
    if not x or not y:
        return Fraction(0)
    return Fraction(10) ** (min(x.adjusted(), y.adjusted()) - digits + 1)


def _placed(value: Decimal, digits: int, exactly: bool) -> Printed:
    sign, figures, _ = value.as_tuple()
    text = "".join(map(str, figures))
    if not any(figures):
        return Printed("0")
    exponent = value.adjusted()
    text = text.rstrip("0") if exactly else text.ljust(digits, "0")
    minus = "-" * sign
    if exponent not in _POSITIONAL or (exponent >= len(text) and not exactly):
        mantissa = f"{text[0]}.{text[1:]}" if len(text) > 1 else text
        return Printed(minus + mantissa, exponent)
    if exponent < 0:
        return Printed(f"{minus}0.{'0' * (-exponent - 1)}{text}")
    whole, rest = text[: exponent + 1].ljust(exponent + 1, "0"), text[exponent + 1 :]
    return Printed(f"{minus}{whole}.{rest}" if rest else minus + whole)
