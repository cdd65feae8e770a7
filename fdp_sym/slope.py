"""By how much a relation fails where its hypotheses hold: the height that searches climb.

The heights are estimates in floating point. Whether a point refutes a claim is for balls.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy import Add, Expr, Rational

from .errors import FdpError

__all__ = ["FAILS", "NOISE", "NOWHERE", "Score", "Sides", "Slope", "Values"]

_BITS = 80

Sides = tuple[str, Expr, Expr]
Score = tuple[float, float, float]
Values = tuple[Fraction, ...]

NOISE = 1e-13  # of numbers in floating point
NOWHERE: Score = (-2.0, -math.inf, -math.inf)  # a side has no value
FAILS: Score = (0.0, NOISE, math.inf)  # beyond it a claim seems to fail


class Slope:
    """By how much a relation fails, as a function of the point.

    Parameters
    ----------
    claim : (operator, left, right)
        Without functions of which only facts are known.
    given : iterable of (operator, left, right)
        The hypotheses.
    symbols : sequence of symbols
        All that occur.

    Raises
    ------
    FdpError
        For a side that cannot be evaluated.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> slope = Slope(("<=", epsilon, Rational(3)), [(">", alpha, Rational(0))], (epsilon, alpha))
    >>> slope.score((Fraction(5), Fraction(1, 2))) > FAILS
    True
    >>> slope.score((Fraction(2), Fraction(1, 2))) > FAILS
    False
    >>> slope.score((Fraction(5), Fraction(0))) > FAILS
    False
    """

    def __init__(self, claim: Sides, given: Iterable[Sides], symbols: Sequence[Any]) -> None:
        from .balls import compile_expr

        def compiled(operator: str, *sides: Expr) -> tuple[str, list[Any]]:
            return operator, [compile_expr(side, self.symbols) for side in sides]

        self.symbols = tuple(symbols)
        self.claim = compiled(*claim)
        self.given = [compiled(*sides) for sides in given]
        operator, *sides = claim
        smooth = [side.replace(_is_extremum, _mean) for side in sides]
        self.smooth = None if smooth == sides else compiled(operator, *smooth)

    def values(self, point: Mapping[Any, Any]) -> Values:
        """The rational coordinates of a point, in the order of the symbols."""
        return tuple(Fraction(int(point[s].p), int(point[s].q)) for s in self.symbols)

    def point(self, values: Values) -> dict[Any, Rational]:
        """The values by their symbols."""
        return {
            s: Rational(v.numerator, v.denominator)
            for s, v in zip(self.symbols, values, strict=True)
        }

    def score(self, values: Values) -> Score:
        """Whether the hypotheses hold, by how much the claim fails (or they do); and which way up.

        Where extrema are flat, such as ``Max(0, x)``, the mean of their members says where they
        grow.
        """
        try:
            broken = sum(max(0.0, _excess(*_numbers(h, values))) for h in self.given)
            if broken > 0:
                return -1.0, -broken, 0.0
            excess = _excess(*_numbers(self.claim, values))
            if self.smooth is None or excess > NOISE:
                return 0.0, excess, 0.0
            operator, left, right = _numbers(self.smooth, values)
            return 0.0, excess, right - left if ">" in operator else left - right
        except (FdpError, ZeroDivisionError, OverflowError, ValueError):
            return NOWHERE


def _is_extremum(node: Any) -> bool:
    return isinstance(node, (sympy.Max, sympy.Min))


def _mean(node: Expr) -> Expr:
    return Add(*node.args) / len(node.args)


def _numbers(relation: tuple[str, list[Any]], values: Values) -> tuple[str, float, float]:
    operator, (left, right) = relation
    return operator, _number(left, values), _number(right, values)


def _number(program: Any, values: Values) -> float:
    """The value of a compiled expression, roughly; a ValueError if it has none."""
    found = program(values, _BITS)
    if not found.is_finite():
        raise ValueError
    return float(found)


def _excess(operator: str, left: float, right: float) -> float:
    """By how much a relation fails, relative to its sides; more than noise if it does."""
    size = abs(left) + abs(right)
    gap = (left - right) / size if size else 0.0
    if gap == 0 and operator in ("<", ">", "!="):
        return 2 * NOISE
    if operator == "==":
        return max(0.0, abs(gap) - NOISE)
    if operator == "!=":
        return -abs(gap)
    return gap if operator in ("<=", "<") else -gap
