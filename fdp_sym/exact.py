"""Numbers and parameters on their way in: everything is exact from here on.

int, ``Fraction``, SymPy rationals and decimal strings mean themselves (``"0.1"`` is 1/10); a float
means its exact binary value. A symbol is accepted when its domain proves what is required.
"""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any

from sympy import (
    AccumBounds,
    Basic,
    Expr,
    Float,
    Integer,
    Rational,
    S,
    Set,
    SympifyError,
    oo,
    sympify,
)

from .errors import DomainError, HypothesisError
from .untrusted import printable, read_fraction

__all__ = ["exact", "expression", "is_numeric", "parameter", "shown", "to_fraction"]

_LONG = 200  # bits from which on a message shows a rational number as a decimal


def is_numeric(value: Any) -> bool:
    """Whether ``value`` is a plain Python or NumPy number (for which floats are the answer)."""
    return isinstance(value, numbers.Real) and not isinstance(value, (Fraction, Basic))


def shown(value: Any) -> str:
    """The value as in a message: a rational number of many digits is cut to a few.

    Examples
    --------
    >>> shown(Rational(1, 3)), shown(Rational("1e-5000"))
    ('1/3', '1.0000e-5000')
    """
    try:
        if isinstance(value, numbers.Rational) and not isinstance(value, bool):
            number = Rational(int(value.numerator), int(value.denominator))
            if max(int(number.p).bit_length(), int(number.q).bit_length()) > _LONG:
                return str(number.evalf(5))
        return printable(str(value))
    except Exception:  # it has a number that Python does not print, or no text at all
        return str(value.evalf(5)) if isinstance(value, Expr) else f"a {type(value).__name__}"


def exact(value: Any, what: str) -> Expr:
    """The exact SymPy value of ``value``; ``what`` names it in messages.

    Parameters
    ----------
    value : int, float, Fraction, str, NumPy scalar or SymPy expression
        ``"1/10"``, ``"0.1"`` and ``"1e-5"`` are exact decimals; floats are their binary value.
    what : str
        Name used in error messages.

    Raises
    ------
    DomainError
        For NaN, infinities, complex numbers, booleans and anything that is no number.

    Examples
    --------
    >>> exact("0.1", "mu"), exact(0.5, "mu")
    (1/10, 1/2)
    """
    if isinstance(value, Basic):
        if not isinstance(value, Expr):
            raise DomainError(f"{what} = {shown(value)}: allowed are numbers and expressions")
        if value.has(S.NaN, S.ComplexInfinity, S.ImaginaryUnit, AccumBounds) or value.is_infinite:
            raise DomainError(
                f"{what} = {shown(value)}: allowed are finite real numbers and expressions"
            )
        # xreplace, not nsimplify: the binary value of a Float is a definite rational number
        return value.xreplace({f: _binary_value(f) for f in value.atoms(Float)})
    if isinstance(value, str):
        try:
            return _rational(read_fraction(value))
        except ValueError as error:
            raise DomainError(f"{what} = {error}") from None
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise DomainError(
            f"{what} = {shown(value)}: allowed are real numbers (int, float, Fraction, decimal "
            "string) and SymPy expressions"
        )
    if isinstance(value, numbers.Rational):
        return Rational(int(value.numerator), int(value.denominator))
    number = float(value)
    if not math.isfinite(number):
        raise DomainError(f"{what} = {value!r}: allowed are finite real numbers")
    return _rational(Fraction(number))


def _rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def _binary_value(value: Float) -> Rational:
    sign, mantissa, exponent, _ = value._mpf_
    return (-1) ** sign * Integer(int(mantissa)) * Integer(2) ** exponent


def to_fraction(value: Expr) -> Fraction:
    """A SymPy rational as a ``Fraction``."""
    return Fraction(int(value.p), int(value.q))


def expression(value: Any) -> Any:
    """SymPy's form of a value. Text is a number here: SymPy would run it as a program.

    Raises
    ------
    DomainError
        For other text, and what SymPy has no form of.

    Examples
    --------
    >>> expression("1/3") + expression(2)
    7/3
    """
    if isinstance(value, str):
        return exact(value, "a number")
    try:
        return sympify(value, strict=True)
    except SympifyError:
        raise DomainError(f"{shown(value)}: allowed are numbers and SymPy expressions") from None


def parameter(value: Any, what: str, domain: Set = S.Reals) -> Expr:
    """`exact`, and provably inside the interval ``domain`` for every value of its symbols.

    Raises
    ------
    DomainError
        If a number lies outside the domain, or a symbol always does.
    HypothesisError
        If an expression with symbols cannot be shown to lie inside; the message names what is
        missing.

    Examples
    --------
    >>> from sympy import Interval
    >>> parameter("1/2", "delta", Interval(0, 1))
    1/2
    """
    from .signs import possible_signs

    expr = exact(value, what)
    for bound, side, is_open in (
        (domain.inf, 1, domain.left_open),
        (domain.sup, -1, domain.right_open),
    ):
        if bound in (oo, -oo):
            continue
        signs = possible_signs(expr - bound if side > 0 else bound - expr)
        allowed = {1} if is_open else {0, 1}
        if signs <= allowed:
            continue
        relation = {1: ">", -1: "<"}[side] + ("" if is_open else "=")
        if not expr.free_symbols or not signs & allowed:
            raise DomainError(f"{what} = {shown(value)}: allowed is {what} {relation} {bound}")
        raise HypothesisError(
            f"{what} = {shown(value)}: {what} {relation} {bound} does not follow from the domains "
            "of its symbols. Give them tighter domains with real(name, domain)."
        )
    return expr
