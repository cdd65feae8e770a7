"""Opinions of MPFR and mpmath about a statement at one exact point.

MPFR's intervals decide a sign when they exclude 0; mpmath's is taken when the value is the same to
three digits at two precisions. What is not resolved with 200 digits is not resolved: it is never
counted as a pass. Equality of numbers that are no fractions is therefore left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Derivative, Integral, Rational, Subs, Sum, oo
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.goals import instantiate
from ..theorems.statements import Above, Decided, Generic, Iff, SameCurve, Statement, Sup
from .arithmetic import Arithmetic, Unresolved
from .mp import Mpmath
from .mpfr import Mpfr
from .trees import SIGNS, value_of

__all__ = ["LIBRARIES", "Truth", "exact_point", "truth_of"]

LIBRARIES = ("MPFR", "mpmath")
DIGITS = 200
_BITS = (128, 256, 700)  # 700 bits are 210 digits
_ROUGH = 60  # with a quadrature inside, more digits take long and mean nothing
_UNDEFINED = (ArithmeticError, ValueError, TypeError, RecursionError)


@dataclass(frozen=True)
class Truth:
    """Whether something holds; ``None`` with the reason why that is not known."""

    holds: bool | None
    reason: str = ""


def exact_point(witness: Mapping[str, str], symbols: set[Any]) -> dict[Any, Any] | str:
    """The values of symbols by their names, or in words what is wrong with the point."""
    point = {}
    for symbol in symbols:
        if str(symbol) not in witness:
            return f"no value of {symbol}"
        try:
            value = Rational(witness[str(symbol)])
        except (TypeError, ValueError):
            return f"{symbol} = {witness[str(symbol)]} is no fraction"
        if domain_of(symbol).contains(value) != True:  # noqa: E712  SymPy's true
            return f"{symbol} = {value} is not in {domain_of(symbol)}"
        point[symbol] = value
    return point


def truth_of(
    statement: Statement,
    given: tuple[Relational, ...],
    point: Mapping[Any, Any],
    library: str,
    instance: int = 0,
) -> Truth:
    """Whether the hypotheses entail a statement at a point, according to a library.

    Parameters
    ----------
    statement : relation, Iff, SameCurve or Above
    given : tuple of relations
        Where one fails, nothing is said, so the statement holds.
    point : mapping of symbol to Rational
    library : {"MPFR", "mpmath"}
    instance : int
        Which instance of the generic functions.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> from fdp_sym.functions import Phi
    >>> truth_of(Phi(mu) <= (1 + mu) / 2, (), {mu: Rational(1, 2)}, "mpmath")
    Truth(holds=True, reason='')
    """
    hypotheses = _all(_relation(h, point, library, instance) for h in given)
    if hypotheses.holds is False:
        return Truth(True, "a hypothesis fails there")
    found = _conclusion(statement, point, library, instance)
    if found.holds is False and hypotheses.holds is None:
        return Truth(None, f"a hypothesis: {hypotheses.reason}")
    return found


def _conclusion(statement: Any, point: Any, library: str, instance: int) -> Truth:
    if isinstance(statement, Decided):
        return Truth(None, "a composition brings its own decision")
    if isinstance(statement, Iff):
        left, right = (
            _all(_relation(r, point, library, instance) for r in side)
            for side in (statement.left, statement.right)
        )
        for side in (left, right):
            if side.holds is None:
                return side
        return Truth(left.holds == right.holds)
    if isinstance(statement, (SameCurve, Above)):
        statement = statement.relation
    return _relation(statement, point, library, instance)


def _all(parts: Any) -> Truth:
    result = Truth(True)
    for part in parts:
        if part.holds is False:
            return Truth(False)
        if part.holds is None:
            result = part
    return result


def _relation(relation: Relational, point: Any, library: str, instance: int) -> Truth:
    try:
        sides = _definite(relation, instance)
        rough = any(side.has(Integral, Sup) or _infinite_sum(side) for side in sides)
        found = _comparison(sides, point, library, rough)
    except FdpError as error:
        return Truth(None, str(error))
    except _UNDEFINED as error:
        return Truth(None, f"{type(error).__name__}: {error}")
    if found is None:
        how = "by approximate integrals and suprema" if rough else f"with {DIGITS} digits"
        return Truth(None, f"the sign is not resolved {how}")
    return Truth(found in SIGNS[relation.rel_op])


@lru_cache(maxsize=2048)
def _definite(relation: Relational, instance: int) -> tuple[Any, Any]:
    """Both sides with the instance of the generic functions, derivatives carried out."""
    left, right = (
        instantiate(side, {}, instance).replace(
            lambda node: isinstance(node, (Derivative, Subs)) and not node.has(Generic),
            lambda node: node.doit(),
        )
        for side in relation.args
    )
    return left, right


def _comparison(sides: tuple[Any, Any], point: Any, library: str, rough: bool) -> int | None:
    """The sign of left - right."""
    left, right = sides
    if left == right or replace_free(left - right, point) == 0:
        return 0
    values = {s: Fraction(int(v.p), int(v.q)) for s, v in point.items()}
    if library == "MPFR":
        signs = (_sign(sides, values, Mpfr(bits)) for bits in (_BITS[:1] if rough else _BITS))
    else:
        signs = (
            _steady_sign(sides, values, bits, rough) for bits in ((_ROUGH,) if rough else _BITS)
        )
    return next((sign for sign in signs if sign is not None), None)


def _infinite_sum(expr: Any) -> bool:
    return any(oo in limit for node in expr.atoms(Sum) for limit in node.limits)


def _difference(sides: Any, values: Any, numbers: Arithmetic) -> Any:
    """(left - right, the size of the sides), or a sign when the values are exact."""
    left, right = (value_of(side, values, numbers) for side in sides)
    if all(isinstance(v, (Fraction, float)) for v in (left, right)):
        return (left > right) - (left < right)
    for v, sense in ((left, 1), (right, -1)):
        if isinstance(v, float):
            return sense if v > 0 else -sense
    left, right = (numbers.number(v) if isinstance(v, Fraction) else v for v in (left, right))
    minus = numbers.multiply(numbers.number(Fraction(-1)), right)
    return numbers.add(left, minus), (left, right)


def _sign(sides: Any, values: Any, numbers: Arithmetic) -> int | None:
    try:
        found = _difference(sides, values, numbers)
    except Unresolved:
        return None
    return found if isinstance(found, int) else numbers.sign(found[0])


def _steady_sign(sides: Any, values: Any, bits: int, rough: bool) -> int | None:
    """The sign of a difference that is the same to three digits at two precisions."""
    found = []
    for precision in (bits, bits * 3 // 2 if rough else 2 * bits + 200):
        try:
            difference = _difference(sides, values, Mpmath(precision))
        except Unresolved:
            return None
        if isinstance(difference, int):
            return difference
        found.append(difference)
    (first, _), (second, (left, right)) = found
    if abs(first - second) > abs(second) / 1000 or second == 0:
        return None
    if rough and abs(second) < max(abs(left), abs(right)) / 10**8:
        return None
    return 1 if second > 0 else -1
