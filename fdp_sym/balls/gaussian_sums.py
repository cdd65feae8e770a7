r"""Enclosures of :math:`W_k=\sum_{n\ge1}n^ke^{-n^2/2\sigma^2}`, moments of the discrete Gaussian.

The sum is cut off at N. The quotient of two neighbouring terms falls with n, so the rest is at most
the geometric series :math:`t_{N+1}/(1-r)` with :math:`r=t_{N+2}/t_{N+1}`.
"""

from __future__ import annotations

from flint import arb
from sympy import Expr

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .precision import precision
from .refine import constant

__all__ = ["power_sums"]

_ROUTE = "sums cut off with a bound on the rest"
_MOST = 200_000


def power_sums(sigma: Expr, top: int, digits: int) -> tuple[Ball, ...]:
    """Balls of W_0, …, W_top for sigma > 0, of about so many digits.

    Examples
    --------
    >>> from sympy import Integer
    >>> power_sums(Integer(1), 1, 10)[1].decimal(10)
    '0.9118887911'
    """
    bits = digits * 10 // 3 + 40
    with precision(bits + 64):
        rate = 1 / (2 * constant(sigma) ** 2)
        if not (bits / rate).sqrt() < _MOST:  # beyond, e^(-n^2 rate) is below e^-bits
            raise _too_many(sigma)
        sums = [arb(0)] * (top + 1)
        step = (-2 * rate).exp()
        term, factor = (-rate).exp(), (-3 * rate).exp()
        for n in range(1, _MOST):
            for k in range(top + 1):
                sums[k] += term * n**k
            term, factor = term * factor, factor * step
            # the quotient from n + 1 to n + 2, for the highest power
            quotient = factor * (arb(n + 2) / (n + 1)) ** top
            if quotient < 0.5 and term * n ** (top + 1) < sums[0] * arb(2) ** -bits:
                rest = [term * (n + 1) ** k / (1 - quotient) for k in range(top + 1)]
                return tuple(
                    Ball(*ar.bounds(total + r * arb(0.5, 0.5)), _ROUTE)
                    for total, r in zip(sums, rest, strict=True)
                )
    raise _too_many(sigma)


def _too_many(sigma: Expr) -> PrecisionError:
    return PrecisionError(
        f"moments of the discrete Gaussian with sigma = {sigma}: allowed are sums of at most "
        f"{_MOST} terms. Use a smaller sigma, or Gaussian(1/sigma) as an approximation."
    )
