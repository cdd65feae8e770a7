"""Enclosures and certified signs of expressions at exact points, as precise as asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from typing import Any

from flint import arb, fmpq
from sympy import Expr, Range, Symbol

from ..errors import DomainError, PrecisionError
from ..exact import expression
from ..symbols import domain_of
from . import arithmetic as ar
from .ball import Ball
from .compiler import compile_expr
from .numbers import to_bound, to_value
from .precision import precision
from .program import Program
from .real import REAL

__all__ = ["checked", "enclose", "sign"]

_START_BITS = 64
# an inner search costs thousands of evaluations, and bits far beyond the digits rarely help it
_ITERATIVE_BITS = 512
# a search that gains less than this factor from twice the bits has met its budget
_STALLED = Fraction(1, 2)
_LONGEST = 1000  # letters of an expression in a message


@lru_cache(maxsize=1024)
def _domain(symbol: Symbol) -> tuple[Any, Any, bool, bool, bool]:
    """``(inf, sup, left open, right open, integers only)`` of the symbol's domain."""
    domain = domain_of(symbol)
    low, high = to_bound(domain.inf), to_bound(domain.sup)
    if isinstance(domain, Range):
        return low, high, False, False, True
    return low, high, bool(domain.left_open), bool(domain.right_open), False


def checked(symbol: Symbol, value: Any) -> Any:
    """The value as fmpq, if it lies in the symbol's domain."""
    bound = to_bound(value, symbol.name)  # printing a symbol takes longer than all the rest
    low, high, left_open, right_open, integers = _domain(symbol)
    above = low < bound or (low == bound and not left_open)
    below = bound < high or (bound == high and not right_open)
    if above and below and isinstance(bound, Fraction) and (not integers or bound.denominator == 1):
        return to_value(bound)
    raise DomainError(
        f"{symbol} = {value}: allowed is {domain_of(symbol)}. Choose a value in it, or give the "
        "symbol a wider domain with real(name, domain)."
    )


def _prepare(expr: Any, values: Mapping[Symbol, Any] | None) -> tuple[Program, list[Any]]:
    """The program of ``expr`` and its inputs, checked against the domains."""
    expr = expression(expr)
    given = values or {}
    program = compile_expr(expr, _variables(expr))
    try:
        return program, [checked(symbol, given[symbol]) for symbol in program.variables]
    except KeyError as missing:
        raise DomainError(
            f"no value for {missing.args[0]} in {expr}; every free symbol needs an exact number. "
            f"Add it to the values."
        ) from None


@lru_cache(maxsize=4096)
def _variables(expr: Expr) -> tuple[Symbol, ...]:
    return tuple(sorted(expr.free_symbols, key=lambda symbol: symbol.sort_key()))


def _doubled(max_bits: int, bits: int = _START_BITS) -> Iterator[int]:
    """The first number of bits (64), twice that, … up to and including the cap."""
    while bits < max_bits:
        yield bits
        bits *= 2
    yield max_bits


def tolerance_of(digits: Any) -> Any:
    """The relative width that a number of digits stands for."""
    if isinstance(digits, bool) or not isinstance(digits, Integral) or digits < 0:
        raise DomainError(f"digits = {digits!r}: allowed are whole numbers from 0")
    return fmpq(1, 10 ** int(digits))


def _narrow(value: Any, tolerance: Any, width: Any = 0) -> bool:
    """Whether the relative or the absolute width suffices, judged without Fractions."""
    lo, hi, _ = ar.ends(value)
    if type(lo) is fmpq and type(hi) is fmpq and lo == hi:
        return True
    low, high = ar.to_arb(lo).lower(), ar.to_arb(hi).upper()
    if low == high:
        return bool(low.is_finite())
    least = low if low > 0 else -high
    return bool(high - low <= least * tolerance or (width > 0 and high - low <= width))


def _width(width: Any) -> Any:
    bound = to_bound(width, "width")
    if not 0 <= bound < float("inf"):
        raise DomainError(f"width = {width}: allowed are finite numbers from 0")
    return to_value(bound)


def enclose(
    expr: Any,
    values: Mapping[Symbol, Any] | None = None,
    digits: int = 30,
    max_bits: int = 20_000,
    route: str = "ball arithmetic",
    width: Any = 0,
) -> Ball:
    """An enclosure of relative width at most ``10**-digits``.

    Parameters
    ----------
    expr : Expr
        What to enclose; see `compile_expr`.
    values : mapping of Symbol to number, optional
        An exact number inside its domain for every free symbol.
    digits : int
        The relative width asked for, as a number of digits.
    max_bits : int
        The working precision at which to give up; it doubles from 64 until it suffices.
    route : str
        Recorded in the result.
    width : number
        An absolute width that suffices as well: a value that is 0 has no relative width unless
        it is known exactly.

    Returns
    -------
    Ball
        An exactly zero value is the ball [0, 0].

    Raises
    ------
    PrecisionError
        If that is not reached; its attribute ``ball`` is the best enclosure.
    DomainError
        For a free symbol without a value, or with one outside its domain.

    Examples
    --------
    >>> from sympy import Rational
    >>> from fdp_sym.functions import Phi
    >>> enclose(Phi(-Rational(40)), digits=20).decimal(20)
    '3.6558935409150297037e-350'
    >>> enclose(Phi(1) + Phi(-1) - 1, width="1e-40").width <= Rational("1e-40")
    True
    """
    program, inputs = _prepare(expr, values)
    tolerance, wide = tolerance_of(digits), _width(width)
    start = _START_BITS
    if program.iterative:
        # each attempt is a search of its own, so the first one gets what usually suffices
        start = max(start, 32 + 7 * digits // 2)
        max_bits = min(max_bits, max(_ITERATIVE_BITS, 2 * start))
    best: Ball | None = None
    for bits in _doubled(max_bits, start):
        with precision(bits):
            value = program.run(inputs, REAL)
            if _narrow(value, tolerance, wide):
                ball = Ball(*ar.bounds(value), route)
                if ball.relative_width <= Fraction(1, 10**digits) or ball.width <= to_bound(width):
                    return ball
                raise _beyond(program, inputs, value, ball)
            if not program.iterative and bits < max_bits:
                continue
            ball = Ball(*ar.bounds(value), route)
        stalled = program.iterative and best is not None and not _gained(best, ball)
        best = ball if best is None or ball.width < best.width else best
        if stalled:
            break
    assert best is not None
    raise PrecisionError(
        f"{_shown(program, inputs)} is enclosed only by {best} with {bits} bits, "
        f"not to {digits} digits; allowed is what {max_bits} bits decide. Raise max_bits, ask "
        "for fewer digits or (if the value may be 0) for an absolute width, or check that the "
        "expression is defined there.",
        best,
    )


def _beyond(program: Program, inputs: list[Any], value: Any, ball: Ball) -> PrecisionError:
    """What to say of a number that is known well, but not between two bounds of a Ball."""
    size = abs(ar.to_arb(value)).log() / arb(10).log()
    side = "" if ball.upper > 0 else "minus "
    return PrecisionError(
        f"{_shown(program, inputs)} is {side}10 to the power {size.str(20)}, "
        "beyond the exact bounds that are kept, 2**-200000 to 2**200000 in size. Enclose its "
        "logarithm, or give an absolute width.",
        ball,
    )


def _gained(before: Ball, after: Ball) -> bool:
    """Whether the width fell by more than half."""
    if isinstance(before.width, float):
        return isinstance(after.width, Fraction)
    return after.width < before.width * _STALLED


def _shown(program: Program, inputs: list[Any]) -> str:
    """The expression, shortened if need be, and the point."""
    try:
        text = str(program.expr)
    except ValueError:  # Python writes no integers of thousands of digits
        text = "an expression with numbers of thousands of digits"
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} …"
    pairs = zip(program.variables, inputs, strict=True)
    point = ", ".join(f"{symbol} = {value}" for symbol, value in pairs)
    return f"{text} at {point or 'no free symbols'}"


def sign(expr: Any, values: Mapping[Symbol, Any] | None = None, max_bits: int = 4096) -> int | None:
    """The certified sign: 1, -1, 0 (only for an exact zero), or None when undecided.

    Raises
    ------
    DomainError
        For a free symbol without a value, or with one outside its domain.

    Examples
    --------
    >>> from sympy import Rational, exp, log, sqrt
    >>> from fdp_sym.functions import Phi
    >>> sign(Phi(-40)), sign(exp(1) - Rational(2718, 1000)), sign(sqrt(2) ** 2 - 2)
    (1, 1, 0)
    >>> sign(Phi(1) + Phi(-1) - 1) is None  # zero, but no enclosure can tell
    True
    """
    program, inputs = _prepare(expr, values)
    for bits in _doubled(max_bits):
        with precision(bits):
            lo, hi, _ = ar.ends(program.run(inputs, REAL))
            if lo > 0:
                return 1
            if hi < 0:
                return -1
            if lo == 0 and hi == 0:
                return 0
        if program.iterative and bits >= 2 * _START_BITS:
            break
    return None
