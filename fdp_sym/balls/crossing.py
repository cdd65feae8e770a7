"""Whether a function crosses zero at most once, certified cell by cell.

A cell of the interval is settled when the function has a certified sign on it, or does not turn
back on it: a derivative of one certified sign (which may touch zero), the same for all such cells,
or an exact zero of odd order. Cells that stay unsettled around a zero of higher order hold all
zeros if to either side of them the function has its two signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq
from sympy import Dummy, Expr, Rational, Symbol

from ..errors import DomainError, HypothesisError, PrecisionError
from . import arithmetic as ar
from .arithmetic import ONE, ZERO
from .compiler import compile_expr
from .duals import DUAL, Dual
from .evaluate import checked, tolerance_of
from .jets import jet, jets
from .precision import precision
from .real import REAL

__all__ = ["CELL_BITS", "Crossing", "Curve", "cross_once", "is_narrow", "sign_of"]

CELL_BITS = 128
_SIGN_BITS = 4096
_MOST_CELLS = 5000
# a cell is cut in two so often before it is left, and so much more often for each digit asked for
# unless it holds an exact zero
_HALVINGS, _PER_DIGIT = 64, 4
# cuts until an exact zero that a cell holds is seen to be its only one
_ZERO_HALVINGS = 20
# an exact zero may have one of these orders; around others a Taylor form of the derivative helps
_ORDERS = (3, 5, 7)
_FORM_ORDER = 6
_Y = Dummy("y", positive=True)


class Curve:
    """A function of one variable, the values of its other symbols given."""

    def __init__(self, expr: Expr, variable: Symbol, values: Mapping[Symbol, Any]) -> None:
        self.expr, self.variable, self.given = expr, variable, values
        outer = sorted(expr.free_symbols - {variable}, key=lambda s: s.sort_key())
        missing = [s for s in outer if s not in values]
        if missing:
            raise DomainError(
                f"no value for {missing[0]} in {expr}; every symbol but {variable} needs an exact "
                "number. Add it to the values."
            )
        self.program = compile_expr(expr, (*outer, variable))
        self.values = [checked(s, values[s]) for s in outer]
        self.steep = self.program.supports(DUAL)

    def at(self, x: Any) -> Any:
        return self.program.run((*self.values, x), REAL)

    def slope(self, x: Any) -> Any:
        """An enclosure of all difference quotients over an interval; NAN without one."""
        if not self.steep:
            return ar.NAN
        constants = [Dual(v) for v in self.values]
        return self.program.run((*constants, Dual(x, ONE)), DUAL).slope

    def jet(self, x: Any, order: int) -> list[Any]:
        return jet(self.program, (*self.values, x), len(self.values), order)

    def tendency(self, x: Any) -> Any:
        """An enclosure of the derivative over an interval, by its Taylor form; NAN without one."""
        if not self.program.supports(jets(_FORM_ORDER)):
            return ar.NAN
        lo, hi, _ = ar.ends(x)
        middle = (lo + hi) / 2
        coefficients = [*self.jet(middle, _FORM_ORDER)[:-1], self.jet(x, _FORM_ORDER)[-1]]
        total: Any = ZERO
        for j, c in enumerate(coefficients[1:]):
            step = ar.integer_power(ar.sub(x, middle), j)
            total = ar.add(total, ar.mul(ar.mul(fmpq(j + 1), c), step))
        return total

    def has_only_zero(self, point: Any, x: Any, direction: int) -> bool:
        """Whether the point is a zero of odd order n: f(x) = c (x - point)**n with such a c."""
        if not self.program.supports(jets(_FORM_ORDER)):
            return False
        for n in _ORDERS:
            below = self.jet(point, n - 1)
            if any(sign_of(c) != 0 for c in below):
                return False
            if sign_of(self.jet(x, n)[n]) == direction:
                return True
        return False

    def sign(self, x: Any, bits: int = _SIGN_BITS) -> int | None:
        """The certified sign at a rational; None if it stays undecided."""
        tried = 64
        while tried <= bits:
            with precision(tried):
                found = sign_of(self.at(x))
            if found is not None:
                return found
            tried *= 2
        return None

    def inverted(self, end: Any, direction: int) -> Curve:
        """The function of y = 1/|x - end|."""
        point = Rational(int(end.p), int(end.q))
        moved = self.expr.xreplace({self.variable: point + direction / _Y})
        return Curve(moved, _Y, self.given)


def sign_of(x: Any) -> int | None:
    """The certain sign of an enclosure; None if there is none."""
    lo, hi, _ = ar.ends(x)
    if lo > 0:
        return 1
    if hi < 0:
        return -1
    return 0 if lo >= 0 and hi <= 0 else None


@dataclass
class Crossing:
    """What is known of the crossing.

    ``touches`` says that the derivative may vanish, ``cells`` are the ends of a range that holds
    all zeros, if that range is the answer.
    """

    touches: bool = False
    cells: tuple[Any, Any] | None = None


def cross_once(curve: Curve, low: Any, high: Any, direction: int, digits: int) -> Crossing:
    """Check that the function crosses zero at most once, in the given direction."""
    tolerance = tolerance_of(digits) / 8
    crossing, left = Crossing(), []
    cells, count = [(low, high, 0)], 0
    while cells:
        a, b, depth = cells.pop()
        count += 1
        with precision(CELL_BITS + 4 * depth):
            settled = _settled(curve, a, b, direction)
            zeros = [c for c in (ZERO, low, high) if a <= c <= b and sign_of(curve.at(c)) == 0]
            if zeros and settled in ("touches", "open"):
                x = ar.interval(a, b)
                if any(curve.has_only_zero(c, x, direction) for c in zeros):
                    settled = "zero"
                elif depth < _ZERO_HALVINGS:
                    settled = "open"
        deepest = _HALVINGS + (0 if zeros else _PER_DIGIT * digits)
        if settled is None:
            raise HypothesisError(
                f"{curve.expr} is not monotone between {low} and {high}: its derivative has the "
                f"other sign near {curve.variable} = {arb((a + b) / 2).str(6, radius=False)}"
            )
        if settled == "touches":
            crossing.touches = True
        elif settled == "open" and (is_narrow(a, b, tolerance) or depth > deepest):
            left.append((a, b))
        elif settled == "open":
            middle = (a + b) / 2
            cells += [(a, middle, depth + 1), (middle, b, depth + 1)]
        if count > _MOST_CELLS:
            break
    if left and not cells:
        crossing.cells = _around(curve, left, direction, digits)
    if cells or (left and crossing.cells is None):
        raise PrecisionError(
            f"that {curve.expr} is monotone between {low} and {high} is not decided with {count} "
            "cells; choose closer ends"
        )
    return crossing


def _settled(curve: Curve, a: Any, b: Any, direction: int) -> str | None:
    """How a cell is settled: "sign", "slope" or "touches", else "open"; None if refuted."""
    x = ar.interval(a, b)
    if sign_of(curve.at(x)):
        return "sign"
    weak = False
    for slope in (curve.slope(x), curve.tendency(x)):
        lo, hi, _ = ar.ends(slope)
        if (lo if direction > 0 else -hi) > 0:
            return "slope"
        if (-hi if direction > 0 else lo) > 0:
            return None
        weak = weak or bool((lo if direction > 0 else -hi) >= 0)
    return "touches" if weak else "open"


def _around(
    curve: Curve, left: list[tuple[Any, Any]], direction: int, digits: int
) -> tuple[Any, Any] | None:
    """The hull of the cells if all zeros are in it: it is narrow, the function continuous there.

    Outside, the function has certain signs or does not turn back, so the signs at both ends of the
    hull are those of everything beyond.
    """
    low, high = min(a for a, _ in left), max(b for _, b in left)
    with precision(CELL_BITS):
        continuous = all(
            arb(end).is_finite()
            for cell in left
            for end in ar.ends(curve.slope(ar.interval(*cell)))[:2]
        )
    if not (continuous and is_narrow(low, high, tolerance_of(digits))):
        return None
    return (low, high) if (curve.sign(low), curve.sign(high)) == (-direction, direction) else None


def is_narrow(low: Any, high: Any, tolerance: Any) -> bool:
    """Whether the relative width is within the tolerance."""
    if low < 0 < high:
        return False
    return bool(high - low <= min(abs(low), abs(high)) * tolerance)
