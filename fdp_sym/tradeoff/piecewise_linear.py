r"""Piecewise-linear trade-off functions with exact breakpoints.

The breakpoints are rationals, or rational functions of symbols and exponentials such as
:math:`(1-\delta)/(1+e^\varepsilon)`; every order between them is decided under the domains of the
symbols and the hypotheses ``given``, never by sampling. Collinear breakpoints are dropped and each
coordinate is in lowest terms, so equal functions are equal objects.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from sympy import Expr, Integer, Le, Max, Piecewise, exp, sympify
from sympy import log as sympy_log

from ..errors import DomainError, HypothesisError
from ..exact import exact
from ..theorems.verdict import Status, Verdict
from .base import Array, TradeOff, group_size
from .envelope import upper_envelope
from .scalars import Scalars, field_of, joint_given, read_all

__all__ = ["PiecewiseLinear", "as_piecewise_linear", "from_guarantees"]


class PiecewiseLinear(TradeOff):
    """The trade-off function through given points.

    Parameters
    ----------
    points : sequence of (alpha, beta)
        Exact numbers or expressions, ``alpha`` increasing from 0, ``beta`` convex and
        non-increasing to 0. If ``beta`` reaches 0 before ``alpha`` reaches 1, (1, 0) is added.
    given : sequence of SymPy relations
        Hypotheses about the symbols, used to decide orders.

    Raises
    ------
    DomainError
        If the points are not those of a trade-off function; the message names the offender.
    HypothesisError
        If that cannot be decided for all values of the symbols.

    Examples
    --------
    >>> f = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
    >>> f("1/8"), f.delta(0.0), f.fixed_point()
    (5/8, 0.5, 1/4)
    >>> f.is_symmetric, f.inverse().breakpoints
    (True, ((0, 1), (1/4, 1/4), (1, 0)))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.2.
    """

    given: tuple[Any, ...]
    _field: Scalars

    def __init__(self, points: Iterable[Any], given: Iterable[Any] = ()) -> None:
        given = tuple(sympify(relation) for relation in given)
        pairs = _read_points(points)
        field = field_of([x for pair in pairs for x in pair], given)
        alphas, betas, slopes = _vertices([(field.read(a), field.read(b)) for a, b in pairs], field)
        write = field.write
        super().__init__(tuple((write(a), write(b)) for a, b in zip(alphas, betas, strict=True)))
        self.__dict__.update(
            given=given, _field=field, _alphas=alphas, _betas=betas, _steepness=slopes
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return PiecewiseLinear, (self.breakpoints, self.given)

    _alphas: list[Any]
    _betas: list[Any]
    _steepness: list[Any]  # minus the slopes: decreasing likelihood ratios dQ/dP

    @property
    def breakpoints(self) -> tuple[tuple[Expr, Expr], ...]:
        """The points (alpha, beta) at which the slope changes, with both ends."""
        points: Any = self.parameters[0]
        return points

    @property
    def slopes(self) -> tuple[Expr, ...]:
        """The slopes between breakpoints, increasing: minus the likelihood ratios dQ/dP."""
        return tuple(self._field.write(-s) for s in self._steepness)

    def as_piecewise_linear(self) -> PiecewiseLinear:
        """The function itself."""
        return self

    # -- exact values ----------------------------------------------------------------------------

    @property
    def _lines(self) -> list[tuple[Any, Any]]:
        """(intercept, steepness) of each piece: f is the maximum of ``intercept - steepness a``."""
        normal = self._field.normal
        return [
            (normal(b + s * a), s)
            for a, b, s in zip(self._alphas, self._betas, self._steepness, strict=False)
        ]

    def _piece(self, alpha: Any, field: Scalars) -> int:
        """The index of a piece that contains ``alpha``."""
        inner = self._alphas[1:-1]
        if field.is_fast:
            return bisect_right(inner, alpha)
        low, high = 0, len(inner)
        while low < high:
            middle = (low + high) // 2
            if field.at_most(inner[middle], alpha):
                low = middle + 1
            else:
                high = middle
        return low

    def _at(self, alpha: Any, field: Scalars) -> Any:
        i = self._piece(alpha, field)
        return field.normal(self._betas[i] - self._steepness[i] * (alpha - self._alphas[i]))

    def _formula(self, alpha: Expr) -> Expr:
        field = field_of([alpha, *(x for point in self.breakpoints for x in point)], self.given)
        if field.is_fast:
            return field.write(self._at(field.read(alpha), field))
        if not alpha.is_Symbol:
            try:
                return self._in(field)._at(field.read(alpha), field)
            except HypothesisError:
                pass  # the maximum below holds whatever the order is
        return Max(*(c - s * alpha for c, s in self._in(field)._lines))

    def _in(self, field: Scalars) -> PiecewiseLinear:
        """The same function with coordinates written in ``field``."""
        if field.is_fast == self._field.is_fast:
            return self
        twin = PiecewiseLinear.__new__(PiecewiseLinear)
        write = self._field.write
        twin.__dict__.update(
            self.__dict__,
            _field=field,
            _alphas=[field.read(write(a)) for a in self._alphas],
            _betas=[field.read(write(b)) for b in self._betas],
            _steepness=[field.read(write(s)) for s in self._steepness],
        )
        return twin
