r"""The best order for turning a Renyi guarantee into an (eps, delta) guarantee.

With x = a - 1 and the convex :math:`\psi(x)=x\rho(1+x)`, one order gives

.. math:: \varepsilon=\frac{\psi(x)+h(x)-\log\delta}x,\qquad
    \log\delta=\psi(x)+h(x)-x\varepsilon,

h = 0 for Mironov, and :math:`h(x)=x\log x-(1+x)\log(1+x)` for Canonne, Kamath and Steinke. That
h is convex, :math:`h''=1/(x(1+x))`, so `fdp_sym.balls.convex_minimum` encloses the least values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb
from sympy import Expr

from ..exact import shown
from .convex_minimum import Minimum, least_value
from .refine import constant

__all__ = ["least_delta", "least_epsilon"]

Function = Callable[[Any], Any]
_MOST, _COSTLY = 90.0, 9.0


def _numerator(psi: Function, x: Any, mironov: bool) -> Any:
    if mironov:
        return psi(x)
    # h = -x log(1 + 1/x) - log(1 + x)
    return psi(x) - x * (1 / x).log1p() - x.log1p()


def least_epsilon(
    psi: Function, delta: Expr, mironov: bool, digits: int, costly: bool = False
) -> Minimum:
    """The least eps over all orders, for 0 < delta < 1.

    Examples
    --------
    >>> from sympy import Rational
    >>> least_epsilon(lambda x: x * (x + 1) / 2, Rational("1e-5"), False, 15).value.decimal(15)
    '4.72838698494331'
    """
    return least_value(
        lambda x: _numerator(psi, x, mironov) - constant(delta).log(),
        digits,
        f"the least epsilon for delta = {shown(delta)}",
        over_x=True,
        most=_COSTLY if costly else _MOST,
        costly=costly,
    )


def least_delta(
    psi: Function, eps: Expr, mironov: bool, digits: int, costly: bool = False
) -> Minimum:
    """The least delta over all orders, for eps >= 0."""
    return least_value(
        lambda x: _numerator(psi, x, mironov) - x * constant(eps),
        digits,
        f"the least delta for epsilon = {shown(eps)}",
        over_x=False,
        most=_COSTLY if costly else _MOST,
        costly=costly,
        after=lambda value: arb(value).exp(),
    )
