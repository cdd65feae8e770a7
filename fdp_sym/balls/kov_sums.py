r"""The k-fold composition of (eps, delta)-DP mechanisms in balls: running sums of positive terms.

With :math:`r=e^{-\varepsilon}` and the binomial masses
:math:`w_i=\binom ki\frac{r^i}{(1+r)^k}` the numbers of Kairouz, Oh and Viswanath's Theorem 3.3 are

.. math:: \delta_{i+1}=\delta_i+(1-r^2)\,u_i,\qquad u_i=w_i+r^2u_{i-1},

so that nothing cancels, however small they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from flint import arb
from sympy import Expr

from ..errors import PrecisionError
from ..exact import to_fraction
from . import arithmetic as ar
from .ball import Ball
from .evaluate import tolerance_of
from .precision import precision
from .refine import constant

__all__ = ["RunningSums"]

_GUARD = 48  # roundings of single operations, and the outward bounds at the end
_ATTEMPTS = 4
_ROUTE = "running sums of positive terms"


Bounds = tuple[Fraction | float, Fraction | float]
_set = object.__setattr__


class _Late(Ball):
    """A ball whose bounds are computed when they are first asked for: there may be millions."""

    __slots__ = ("_first", "_second")
    route = _ROUTE
    _first: Any
    _second: Any

    def __init__(self, compute: Callable[[int], Bounds], place: int) -> None:
        # not a pair, which would be one more object for the garbage collector to visit
        _set(self, "_first", compute)
        _set(self, "_second", place)

    @property
    def lower(self) -> Fraction | float:  # type: ignore[override]
        """The lower bound."""
        self._know()
        return self._first  # type: ignore[no-any-return]

    @property
    def upper(self) -> Fraction | float:  # type: ignore[override]
        """The upper bound."""
        self._know()
        return self._second  # type: ignore[no-any-return]

    def _know(self) -> None:
        if callable(self._first):
            low, high = self._first(self._second)
            _set(self, "_first", low)
            _set(self, "_second", high)


class RunningSums:
    """The numbers of Theorem 3.3, all of them to a number of digits.

    Parameters
    ----------
    eps, slack : Expr
        Numbers: eps >= 0, and the delta of one mechanism.
    k : int
    digits : int
        The relative width of every number, as a number of digits.
    """

    def __init__(self, eps: Expr, slack: Expr, k: int, digits: int) -> None:
        self.eps = eps
        self.slack = slack
        self.k = k
        self.tolerance = tolerance_of(digits)
        self.needed = math.ceil(digits * math.log2(10)) + 2
        # a term has the errors of all factors before it, and those of eps count k times
        self.bits = self.needed + _GUARD + 2 * k.bit_length() + int(float(eps) + 1).bit_length()

    def inner(self, i: int) -> Ball:
        """delta_i of the composition for delta = 0."""
        return _Late(self._inner_value, i)

    def total(self, i: int) -> Ball:
        """The delta at the same eps, 1 - (1 - delta)^k (1 - delta_i)."""
        return _Late(self._total_value, i)

    def order(self, i: int) -> Ball:
        """(k - 2 i) eps."""
        return _Late(self._order_value, i)

    def vertex(self, j: int) -> tuple[Ball, Ball]:
        """Corner j = 0, ..., k + 1 of the lower boundary, (P_FA, P_MD)."""
        return _Late(self._head_value, j), _Late(self._head_value, self.k + 1 - j)

    def _inner_value(self, i: int) -> Bounds:
        values = self._inner
        with precision(self.bits):
            return _below_one(values[i])

    def _total_value(self, i: int) -> Bounds:
        values = self._inner
        with precision(self.bits):
            mass, kept = self._composed_slack
            return _below_one(mass + kept * values[i])

    def _order_value(self, i: int) -> Bounds:
        times = self.k - 2 * i
        if isinstance(self._step, Fraction):
            order = times * self._step
            return order, order
        with precision(self.bits):
            return ar.bounds(times * self._step)

    def _head_value(self, j: int) -> Bounds:
        values = self._heads
        with precision(self.bits):
            return _below_one(self._composed_slack[1] * values[j])

    @cached_property
    def _step(self) -> Any:
        """eps, exactly if it is rational."""
        if self.eps.is_Rational:
            return to_fraction(self.eps)
        with precision(self.bits):
            return constant(self.eps)

    @cached_property
    def _composed_slack(self) -> tuple[Any, Any]:
        """1 - (1 - delta)^k, and (1 - delta)^k."""
        if not self.k or self.slack == 1:
            return (arb(1), arb(0)) if self.k else (arb(0), arb(1))
        logarithm = self.k * (-constant(self.slack)).log1p()
        return -logarithm.expm1(), logarithm.exp()

    @cached_property
    def _inner(self) -> list[Any]:
        return self._narrow(self._running_deltas)

    @cached_property
    def _heads(self) -> list[Any]:
        """The mass under P of the j outcomes that speak most for Q, for each j."""
        return self._narrow(self._running_heads)

    def _narrow(self, compute: Callable[[], list[Any]]) -> list[Any]:
        for _ in range(_ATTEMPTS):
            with precision(self.bits):
                values = compute()
            if all(v.rel_accuracy_bits() >= self.needed or v == 0 for v in values):
                return values
            self.bits *= 2
        raise PrecisionError(
            f"the {self.k}-fold composition at eps = {self.eps} is not enclosed with "
            f"{self.bits // 2} bits; ask for fewer digits"
        )

    def _weights(self, ratio: Any, first: Any) -> Iterator[Any]:
        """binom(k, i) first ratio^i for i = 0, ..., k."""
        weight = first
        for i in range(self.k + 1):
            yield weight
            weight = weight * ratio * (self.k - i) / (i + 1)

    def _running_deltas(self) -> list[Any]:
        eps = constant(self.eps)
        ratio, square, gap = (-eps).exp(), (-2 * eps).exp(), -(-2 * eps).expm1()
        weights = self._weights(ratio, (-self.k * ratio.log1p()).exp())
        deltas = [arb(0)]
        tail = arb(0)
        for weight, _ in zip(weights, range(self.k // 2), strict=False):
            tail = weight + square * tail
            deltas.append(deltas[-1] + gap * tail)
        return deltas

    def _running_heads(self) -> list[Any]:
        eps = constant(self.eps)
        # e^eps may be out of range of a relative enclosure while its logarithm is not
        first = (-self.k * (eps + (-eps).exp().log1p())).exp()
        weights = self._weights(eps.exp(), first)
        heads = list(accumulate(weights, initial=arb(0)))
        return [*heads[:-1], arb(1)]


def _below_one(value: Any) -> Bounds:
    """The bounds of a probability."""
    low, high = ar.bounds(value)
    return low, high if high <= 1 else Fraction(1)
