"""The points of a piecewise-linear trade-off function: read, checked, reduced to the vertices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import Expr

from ..errors import DomainError
from ..exact import exact
from .scalars import Scalars

__all__ = ["canonical_vertices", "read_points"]

Point = tuple[Any, Any]

_MINORANT = "convex_minorant(points) gives the largest trade-off function below the points"


def read_points(points: Iterable[Any], what: str = "points") -> list[tuple[Expr, Expr]]:
    """Pairs (alpha, beta) of exact numbers or expressions.

    Raises
    ------
    DomainError
        If there are none, or something is no pair of numbers.
    """
    try:
        pairs = [tuple(point) for point in points]
    except TypeError:
        raise DomainError(
            f"{what} = {points!r}: allowed is a sequence of pairs (alpha, beta)"
        ) from None
    for i, pair in enumerate(pairs):
        if len(pair) != 2:
            raise DomainError(f"{what}[{i}] = {pair!r}: allowed is a pair (alpha, beta)")
    if not pairs:
        raise DomainError(f"no {what}: at least one pair (alpha, beta) is needed")
    return [
        (exact(a, f"alpha of {what}[{i}]"), exact(b, f"beta of {what}[{i}]"))
        for i, (a, b) in enumerate(pairs)
    ]


def canonical_vertices(
    points: list[Point], field: Scalars
) -> tuple[list[Any], list[Any], list[Any]]:
    """Alphas, betas and minus the slopes of the vertices, once the laws are checked.

    The laws: alpha runs from 0 to 1, f(0) <= 1, f(1) = 0, slopes are non-positive and increase.
    They imply the rest (0 <= f <= 1 - alpha, continuity: a finite slope is a rational function
    whose denominator vanishes nowhere). Repeated points and points between two pieces of equal
    slope are dropped.

    Raises
    ------
    DomainError
        If a law fails.
    HypothesisError
        If a law cannot be decided for all values of the symbols.
    """
    check = _Checks(field)
    points = check.ends(points)
    alphas, betas, steepness = [points[0][0]], [points[0][1]], list[Any]()
    for a, b in points[1:]:
        before = (alphas[-1], betas[-1])
        width, drop = a - before[0], before[1] - b
        if field.is_zero(width) and field.is_zero(drop):
            continue
        check.order(before, (a, b), width)
        slope = field.normal(drop / width)
        check.monotone(before, (a, b), slope)
        if steepness:
            bend = steepness[-1] - slope
            if field.is_zero(bend):
                alphas[-1], betas[-1] = a, b
                continue
            check.convex((alphas[-2], betas[-2]), before, (a, b), bend, slope)
        alphas.append(a)
        betas.append(b)
        steepness.append(slope)
    return alphas, betas, steepness


class _Checks:
    """The laws, each with the message that names the offending points and the remedy."""

    def __init__(self, field: Scalars) -> None:
        self.field = field

    def show(self, point: Point) -> str:
        return f"({self.field.write(point[0])}, {self.field.write(point[1])})"

    def require(self, gap: Any, left: Any, right: Any, message: Callable[[], str]) -> None:
        """``gap``, which has the sign of right - left, is non-negative."""
        signs = self.field.signs(gap)
        if signs <= {0, 1}:
            return
        if signs == {-1}:
            raise DomainError(message())
        raise self.field.undecided(left, right)

    def ends(self, points: list[Point]) -> list[Point]:
        field, first, last = self.field, points[0], points[-1]
        if not field.is_zero(first[0]):
            raise DomainError(
                f"the first point is {self.show(first)}; allowed is alpha = 0: begin with (0, f(0))"
            )
        self.require(
            1 - first[1],
            first[1],
            field.one,
            lambda: f"the first point is {self.show(first)}; allowed is 0 <= f(0) <= 1",
        )
        if not field.is_zero(last[1]):
            raise DomainError(
                f"the last point is {self.show(last)}; allowed is beta = 0: end with (1, 0), "
                "because f(alpha) <= 1 - alpha"
            )
        return points if field.is_zero(1 - last[0]) else [*points, (field.one, field.zero)]

    def order(self, before: Point, here: Point, width: Any) -> None:
        if self.field.is_zero(width):
            raise DomainError(
                f"{self.show(before)} and {self.show(here)} have the same alpha; allowed is one "
                "beta for each alpha"
            )
        self.require(
            width,
            before[0],
            here[0],
            lambda: (
                f"{self.show(here)} comes after {self.show(before)}; allowed are points in "
                "increasing order of alpha in [0, 1]: sort them"
            ),
        )

    def monotone(self, before: Point, here: Point, steepness: Any) -> None:
        self.require(
            steepness,
            self.field.zero,
            steepness,
            lambda: (
                f"beta increases from {self.show(before)} to {self.show(here)}; allowed are "
                f"non-increasing functions: {_MINORANT}"
            ),
        )

    def convex(self, start: Point, middle: Point, end: Point, bend: Any, steepness: Any) -> None:
        show = self.show
        self.require(
            bend,
            steepness,
            self.field.normal(steepness + bend),
            lambda: (
                f"{show(middle)} lies above the line from {show(start)} to {show(end)}; "
                f"allowed are convex functions: {_MINORANT}"
            ),
        )
