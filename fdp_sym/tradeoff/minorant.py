"""Convex minorants: the largest trade-off function below given points or below given functions.

An infimum of trade-off functions need not be convex, so need not be a trade-off function; its
largest convex minorant is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Interval

from ..errors import UnsupportedError
from ..exact import parameter
from ..theorems.verdict import Status
from .base import TradeOff
from .breakpoints import read_points
from .envelope import lower_hull
from .inputs import relations
from .piecewise_linear import PiecewiseLinear, as_piecewise_linear, minimum_of
from .scalars import field_of

__all__ = ["convex_minorant"]


def convex_minorant(of: Any, given: Iterable[Any] = ()) -> TradeOff:
    r"""The largest trade-off function below points, or below :math:`\min\{f,g,\dots\}`.

    Parameters
    ----------
    of : TradeOff, sequence of TradeOff, or sequence of points (alpha, beta)
        A point demands :math:`f(\alpha)\le\beta`; both coordinates are in [0, 1], in any order.
    given : sequence of SymPy relations
        Hypotheses about the symbols in the points.

    Raises
    ------
    DomainError
        If a coordinate is outside [0, 1].
    UnsupportedError
        For functions that are not all piecewise linear, unless one of them is proved to lie below
        the others.

    Examples
    --------
    >>> convex_minorant([("1/2", "1/4"), ("1/4", "1/2"), ("3/4", 1)])
    PiecewiseLinear(((0, 1), (1/4, 1/2), (1/2, 1/4), (1, 0)))
    >>> f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    >>> convex_minorant([f, f.inverse()])
    PiecewiseLinear(((0, 1/2), (1/2, 0), (1, 0)))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Definition 4.1 (there written with a double star).
    """
    if isinstance(of, TradeOff):
        return of
    try:
        items = list(of)
    except TypeError:
        items = []
    if items and all(isinstance(item, TradeOff) for item in items):
        return _below(items)
    points = [
        (parameter(a, "alpha", Interval(0, 1)), parameter(b, "beta", Interval(0, 1)))
        for a, b in read_points(items or of)
    ]
    field = field_of([x for point in points for x in point], relations(given))
    # every trade-off function passes below (0, 1) and (1, 0)
    ends = [(field.zero, field.one), (field.one, field.zero)]
    hull = lower_hull([*ends, *((field.read(a), field.read(b)) for a, b in points)], field)
    return PiecewiseLinear([(field.write(a), field.write(b)) for a, b in hull], field.given)


def _below(functions: list[TradeOff]) -> TradeOff:
    members = [as_piecewise_linear(f) for f in functions]
    linear = [f for f in members if f is not None]
    if len(linear) == len(functions):
        return minimum_of(linear)
    for f in functions:
        if all((other >= f).status == Status.PROVED for other in functions):
            return f
    names = ", ".join(map(str, functions))
    raise UnsupportedError(
        f"the convex minorant of the minimum of {names} is known only for piecewise-linear "
        "functions and where one function is proved to be the smallest. Give lower bounds of the "
        "others as PiecewiseLinear: the minorant of lower bounds is a lower bound."
    )
