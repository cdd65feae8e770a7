r"""The loss of a function whose profile is a formula.

:math:`\delta'(x)=-e^xP(L>x)`, so that the formula gives both tails. Where the profile has a kink
there is an atom, and the slopes on either side enclose P(L > x) and P(L >= x).
"""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Expr, Symbol

from . import arithmetic as ar
from .arithmetic import ONE
from .compiler import compile_expr
from .duals import DUAL, Dual
from .losses import Tail
from .real import REAL

__all__ = ["ProfileLoss"]


class ProfileLoss:
    """The law with the given profile, an expression in one variable."""

    def __init__(self, profile: Expr, variable: Symbol) -> None:
        self.program = compile_expr(profile, [variable])

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; the probabilities are vacuous where there is no slope."""
        delta = ar.to_arb(self.program.run([x], REAL))
        if not self.program.supports(DUAL):
            return Tail(_anything(), _anything(), delta)
        slope = ar.to_arb(self.program.run([Dual(x, ONE)], DUAL).slope)
        if not slope.is_finite():
            return Tail(_anything(), _anything(), delta)
        return Tail(delta - slope, -slope * (-x).exp(), delta)


def _anything() -> Any:
    return arb(0).union(arb(1))
