"""Reading a certificate, for its checker: expressions and intervals from JSON data.

An expression is ``"p/q"``, a symbol ``{"symbol": …, "domain": …, "integer": …}`` or a list
``[class, argument, …]`` with a class of a fixed table. No code is read. Numbers that would fill the
memory are refused: those of too many digits, and powers and factorials that have them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Any

import sympy
from sympy import Rational, S, Symbol

from .. import functions
from ..errors import DomainError
from ..functions import Phi, Quantile
from .extremum import Inf, Sup

__all__ = ["Side", "need_small", "read_expr", "read_side", "within"]

_NAMES = """Abs Add And Equality GreaterThan Integral LessThan Mul Not Or Piecewise Pow Product
    StrictGreaterThan StrictLessThan Sum Tuple Unequality binomial ceiling cosh erf erfc exp
    digamma factorial floor gamma log loggamma lowergamma polygamma sign sinh tanh uppergamma"""
_CLASSES: dict[str, Any] = {name: getattr(sympy, name) for name in _NAMES.split()}
_CLASSES |= {c.__name__: c for c in (Phi, Quantile, Sup, Inf, functions.Max, functions.Min)}
_NUMBERS = (S.Pi, S.Exp1, S.EulerGamma, S.Catalan, S.Infinity, S.NegativeInfinity)
_CONSTANTS = {str(c): c for c in (*_NUMBERS, S.true, S.false)}
_BINDERS = ("Inf", "Integral", "Product", "Sum", "Sup")
_NUMBER = re.compile(r"-?[0-9]{1,4300}(/[0-9]{1,4300})?")
_MOST_BITS = 1_000_000  # of a power of numbers
_LARGEST = 10_000  # exponent, and argument of a function that grows as a factorial does
_GROWING = ("factorial", "binomial", "gamma", "lowergamma", "uppergamma")
Side = tuple[Any, Any, bool, bool]  # the lower and the upper end, and whether each is left out


class _Bound(Symbol):  # type: ignore[misc]
    """A bound variable: equal to no free one, and nothing is known of its sign."""


def read_expr(data: Any, bound: Mapping[str, Symbol] | None = None) -> Any:
    """An expression from ``"p/q"``, a symbol, or ``[class, argument, …]``; no code is read."""
    bound = bound or {}
    if isinstance(data, str):
        return Rational(_number(data))
    if isinstance(data, dict):
        if str(data) in bound:
            return bound[str(data)]
        if not str.isidentifier(data["symbol"]):  # "Phi(x)" would be read as something else
            raise DomainError(f"the symbol {data['symbol'][:40]!r}; allowed are names such as mu_1")
        lo, hi, no_lo, no_hi = read_side(data["domain"])
        signs = {"positive": lo > 0 or (lo == 0 and no_lo), "nonnegative": lo >= 0}
        signs |= {"negative": hi < 0 or (hi == 0 and no_hi), "nonpositive": hi <= 0}
        known = {name: True for name, holds in signs.items() if holds}
        return Symbol(data["symbol"], real=True, integer=data["integer"] or None, **known)
    name, *arguments = data
    if not arguments:
        return _CONSTANTS[name]
    if name not in _CLASSES:
        raise DomainError(f"{name!r} in a certificate; allowed are {sorted(_CLASSES)}")
    if name in _BINDERS:
        return _binder(name, arguments, bound)
    parts = [read_expr(a, bound) for a in arguments]
    need_small(name, parts)
    return _CLASSES[name](*parts)


def _number(text: str) -> Fraction:
    """A fraction as it is written in a certificate, and in no other way."""
    if not _NUMBER.fullmatch(text):
        raise DomainError(f"the number {text[:40]!r}; allowed are p and p/q of at most 4300 digits")
    return Fraction(text)


def need_small(name: str, parts: Any) -> None:
    """SymPy carries out what it is given, however long the result."""
    numbers = [abs(part) for part in parts if getattr(part, "is_Rational", False)]
    if name in _GROWING and any(number > _LARGEST for number in numbers):
        raise DomainError(f"a {name} of {max(numbers)}; allowed are arguments up to {_LARGEST}")
    if name != "Pow" or len(parts) != 2 or not parts[1].is_Rational:
        return
    base, power = parts
    bits = max(int(base.p).bit_length(), int(base.q).bit_length()) if base.is_Rational else 1
    if abs(power) > _LARGEST or abs(power) * bits > _MOST_BITS:
        raise DomainError(f"a power with the exponent {power}; allowed are smaller ones")


def _binder(name: str, arguments: Any, bound: Mapping[str, Symbol]) -> Any:
    """A sum, product, integral or extremum; its last variable is the outermost."""
    body, *limits = arguments
    read = []
    for depth, (kind, variable, *ends) in reversed(list(enumerate(limits, _depth(body)))):
        if kind != "Tuple" or len(ends) != 2:
            raise DomainError(f"the limits {variable}, {ends} of a {name}")
        symbol = _Bound(f"_{depth}", real=True, integer=name in ("Product", "Sum") or None)
        read.append((symbol, *(read_expr(end, bound) for end in ends)))
        bound = {**bound, str(variable): symbol}
    return _CLASSES[name](read_expr(body, bound), *reversed(read))


def _depth(data: Any) -> int:
    """How many variables are bound inside one another."""
    if not isinstance(data, list):
        return 0
    inner = max(map(_depth, data[1:]), default=0)
    return inner + (len(data) - 2 if data[0] in _BINDERS else 0)


def read_side(data: Any) -> Side:
    """An interval from its ends as ``"p/q"``, ``"inf"`` or ``"-inf"`` and whether they are open."""
    lo, hi = (float(x) if x in ("inf", "-inf") else _number(x) for x in data[:2])
    if not lo <= hi or lo == inf or hi == -inf:
        raise DomainError(f"the interval {data} is empty")
    return lo, hi, bool(data[2]), bool(data[3])


def within(inner: Side, outer: Side) -> bool:
    """Whether one side is part of another."""
    (a, b, no_a, no_b), (c, d, no_c, no_d) = inner, outer
    return (a > c or (a == c and (no_a or not no_c))) and (b < d or (b == d and (no_b or not no_d)))
