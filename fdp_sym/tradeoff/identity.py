r"""Perfect privacy, :math:`\mathrm{Id}(\alpha)=1-\alpha`."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr, Rational, S, exp

from ..functions import Max
from .base import Array, TradeOff, group_size

__all__ = ["Identity"]


class Identity(TradeOff):
    r"""The trade-off function of two equal distributions, :math:`\alpha\mapsto1-\alpha`.

    The largest trade-off function, and the neutral element of composition.

    Examples
    --------
    >>> Identity()("1/4"), Identity().tv()
    (3/4, 0)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Section 2.1.
    """

    is_symmetric = True

    def __init__(self) -> None:
        super().__init__()

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        return ()

    def _formula(self, alpha: Expr) -> Expr:
        return 1 - alpha

    def _values(self, alpha: Array, rest: Array) -> Array:
        return rest

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return alpha

    def _delta_formula(self, eps: Expr) -> Expr:
        return Max(0, 1 - exp(eps))

    def _delta_values(self, eps: Array) -> Array:
        return np.maximum(0.0, -np.expm1(eps))

    def fixed_point(self) -> Expr:
        return Rational(1, 2)

    def tv(self) -> Expr:
        return S.Zero

    def group(self, k: Any) -> TradeOff:
        group_size(k)
        return self
