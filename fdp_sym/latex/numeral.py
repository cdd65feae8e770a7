"""Numbers as numerals: fractions of integers, decimals where those are long."""

from __future__ import annotations

from sympy import Rational

__all__ = ["numerals"]


def numerals(value: Rational) -> tuple[str, str]:
    """A positive number as numerator and denominator; decimals as decimals where they are long."""
    places = next((k for k in range(5, 120) if 10**k % value.q == 0), None)
    if value.q >= 10**4 and places is not None:
        return _decimal(value.p * (10**places // value.q), places), ""
    shared = 0
    while value.q >= 10**4 and value.p % 10 ** (shared + 1) == 0:
        shared += 1
    if shared > 2:  # 10^10 / 44318496703 is 1 / 4.4318496703
        return str(value.p // 10**shared), _decimal(value.q, shared)
    return _integer(value.p), "" if value.q == 1 else _integer(value.q)


def _integer(value: int) -> str:
    digits = str(value)
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros < 5:
        return digits
    return (
        f"10^{{{zeros}}}" if value == 10**zeros else rf"{value // 10**zeros} \cdot 10^{{{zeros}}}"
    )


def _decimal(digits: int, places: int) -> str:
    """digits / 10^places."""
    text = str(digits)
    while text.endswith("0") and places:
        text, places = text[:-1], places - 1
    if text == "1":
        return f"10^{{-{places}}}"
    if places - len(text) >= 4:
        power = places - len(text) + 1
        mantissa = text if len(text) == 1 else f"{text[0]}.{text[1:]}"
        return rf"{mantissa} \cdot 10^{{-{power}}}"
    text = text.rjust(places + 1, "0")
    text = f"{text[:-places]}.{text[-places:]}" if places else text
    return rf"{{\scriptscriptstyle {text}}}" if len(text) > 60 else text
