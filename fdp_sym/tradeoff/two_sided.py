r"""What holds whichever way the neighbours lie: :math:`\min\{F,F^{-1}\}^{**}`.

Its profile is :math:`\max\{\delta_F,\delta_{F^{-1}}\}`, because the conjugate of a minimum is the
maximum of the conjugates. It is symmetric.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr

from ..errors import UnsupportedError
from ..functions import Max
from .base import Array, TradeOff
from .numeric import largest_support

__all__ = ["TwoSided"]


class TwoSided(TradeOff):
    """The two-sided guarantee of an asymmetric F; made by ``F.two_sided()``."""

    is_symmetric = True

    def __init__(self, of: TradeOff) -> None:
        # that of the inverse is the same function
        super().__init__(min(of, of.inverse(), key=lambda f: (len(str(f)), str(f))))

    @property
    def of(self) -> TradeOff:
        """F or its inverse."""
        return self.parameters[0]  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return _two_sided, self.parameters

    def fixed_point(self) -> Any:
        return (1 - self.tv()) / 2

    def tv(self) -> Any:
        return self.of.tv()

    def _formula(self, alpha: Expr) -> Expr:
        raise UnsupportedError(
            f"no closed form of {self} is known. Give numbers for alpha and for every symbol to "
            "get floats, or ask for an enclosure."
        )

    def _delta_formula(self, eps: Expr) -> Expr:
        return Max(self.of._delta_formula(eps), self.of.inverse()._delta_formula(eps))

    def _reaches_limit(self) -> bool | None:
        answers = {f._reaches_limit() for f in (self.of, self.of.inverse())}
        return answers.pop() if len(answers) == 1 else None

    # -- certified values ------------------------------------------------------------------------

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        from ..oracle.two_sided import two_sided_value

        self._require_numbers("enclose")
        return two_sided_value(self.of, alpha, digits)

    def enclose_delta(self, eps: Any, digits: int = 30) -> Any:
        return self._larger("enclose_delta", eps, digits, f"delta({eps}) of {self}")

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        return self._larger("enclose_epsilon", delta, digits, f"eps at delta = {delta} of {self}")

    def _larger(self, name: str, argument: Any, digits: int, what: str) -> Any:
        from ..oracle.two_sided import larger

        self._require_numbers(name)
        first, second = (
            lambda f=f: getattr(f, name)(argument, digits) for f in (self.of, self.of.inverse())
        )
        return larger(first, second, digits, what)

    # -- floats ----------------------------------------------------------------------------------

    def _delta_values(self, eps: Array) -> Array:
        return np.maximum(self.of._delta_values(eps), self.of.inverse()._delta_values(eps))

    def _values(self, alpha: Array, rest: Array) -> Array:
        # left of the fixed point 1 - f(alpha) is accurate, right of it f(alpha)
        found, left = largest_support(self._delta_values, alpha, rest)
        return np.where(left, 1.0 - found, found)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        found, left = largest_support(self._delta_values, alpha, rest)
        return np.where(left, found, 1.0 - found)


def _two_sided(of: TradeOff) -> TradeOff:
    return of.two_sided()
