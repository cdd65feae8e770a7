r"""Logarithms of moments of likelihood ratios: Poisson-subsampled and discrete Gaussians.

For :math:`W=1-q+qe^{\mu Z-\mu^2/2}` and a real b outside [0, 1] the moment A(b) is found by
`fdp_sym.balls.subsampled_moments`. Where :math:`\mu` is large that would take many nodes, and
bounds in closed form are as good:

* b > 1: :math:`x^b+y^b\le EW^b\le(x+y)^b` for :math:`x=1-q`, :math:`y=qe^{(b-1)\mu^2/2}`, by
  superadditivity and by Minkowski's inequality, as :math:`y^b=E(qe^Y)^b`;
* b < 0: :math:`\Phi(t)(1-q+qe^{\mu t-\mu^2/2})^b\le EW^b\le(1-q)^b` for every t.

For the discrete Gaussian, :math:`\sum_ne^{-(n+a)^2/2\sigma^2}=\sigma\sqrt{2\pi}\,
\vartheta_3(a,2\pi i\sigma^2)` by Poisson summation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import acb, arb, ctx
from sympy import Expr, Symbol

from ..errors import PrecisionError, UnsupportedError
from . import arithmetic as ar
from .ball import Ball
from .compiler import compile_expr
from .real import REAL
from .refine import constant, refine
from .subsampled_moments import real_moment, step_of

__all__ = [
    "enclose_discrete_gaussian",
    "enclose_log_moment",
    "of_discrete_gaussian",
    "of_expression",
    "of_sampled_gaussian",
]

_MOST_NODES = 300_000
_BOUNDS_BITS = 60  # beyond those of the digits asked for
_SMALLEST, _LARGEST = 1e-150, 1e6  # mu of which trapezoid rules are planned in doubles
_TRAPEZOID = "trapezoid rule with its error enclosed"
_BOUNDS = "bounds in closed form"


def enclose_log_moment(mu: Expr, q: Expr, b: Expr, divisor: Expr, digits: int = 30) -> Ball:
    """log A(b) over a positive divisor.

    Parameters
    ----------
    mu : Expr
        A number mu > 0.
    q : Expr
        A number in (0, 1).
    b : Expr
        A number below 0 or above 1.
    divisor : Expr
        A positive number.
    digits : int
        The relative width asked for, as a number of digits.

    Raises
    ------
    UnsupportedError
        If the trapezoid rule would take too many nodes.

    Examples
    --------
    >>> from sympy import Integer, Rational
    >>> enclose_log_moment(Integer(1), Rational(1, 10), Rational(11, 10), Integer(1)).decimal(12)
    '0.000809856846807'
    """
    what = f"the moment of order {b} for mu = {mu}, q = {q}"

    def bounds() -> Any:
        return _log_bounds(constant(mu), constant(q), constant(b)) / constant(divisor)

    def moment() -> Any:
        numbers = constant(mu), constant(q), constant(b)
        _require_moderate(float(mu), float(b), what)
        return real_moment(*numbers).log() / constant(divisor)

    bits = math.ceil(digits * math.log2(10)) + _BOUNDS_BITS
    try:
        return refine(bounds, digits, _BOUNDS, what, max_bits=bits)
    except PrecisionError:
        return refine(moment, digits, _TRAPEZOID, what, _lost(float(mu), float(q), float(b)))


def _log_bounds(mu: Any, q: Any, b: Any) -> Any:
    """The hull of the bounds in closed form."""
    least = (-q).log1p()
    if b > 1:
        most = q.log() + (b - 1) * mu**2 / 2
        gap = least - most
        if not gap < 0:
            return arb("nan")
        return b * most + (b * gap).exp().log1p().union(b * gap.exp().log1p())
    t = mu * 2 / 5
    below = 1 - (t / arb(2).sqrt()).erfc() / 2
    ratio = 1 - q + q * (mu * t - mu**2 / 2).exp()
    return (below.log() + b * ratio.log()).union(b * least)


def _require_moderate(mu: float, b: float, what: str) -> None:
    """Refuse a rule with too many nodes (they reach to the peak of the integrand)."""
    nodes = math.inf
    if _SMALLEST < mu < _LARGEST:
        depth = 0.7 * ctx.prec + 5
        peak = mu * b if b > 0 else math.log1p(-mu * b) / mu
        reach = 2 + math.sqrt(2 * depth) + peak
        nodes = 2 * reach / step_of(mu, b, 0.0, depth).h
    if nodes > _MOST_NODES:
        raise UnsupportedError(
            f"{what}: allowed is what {_MOST_NODES} nodes of the trapezoid rule can do. Take a "
            "smaller order, or a mu between 1e-150 and 1e3."
        )


def _lost(mu: float, q: float, b: float) -> int:
    """The bits that cancel in log A(b), which is about b (b - 1) q^2 (e^(mu^2) - 1) / 2."""
    if not _SMALLEST < mu < 1:
        return 0
    return max(0, -math.floor(math.log2(abs(b * (b - 1))) + 2 * math.log2(q * mu)))


def enclose_discrete_gaussian(sigma: Expr, order: Expr, digits: int) -> Ball:
    """The Renyi divergence of the discrete Gaussian and its shift by 1.

    Examples
    --------
    >>> from sympy import Integer, Rational
    >>> enclose_discrete_gaussian(Integer(1), Rational(3, 2), 12).decimal(10)
    '0.7499999785'
    """
    log_moment = of_discrete_gaussian(sigma)

    def value() -> Any:
        x = constant(order - 1)
        return log_moment(x) / x

    what = f"the Renyi divergence of order {order} of the discrete Gaussian, sigma = {sigma}"
    return refine(value, digits, "theta functions", what)


# -- log E_P (dP/dQ)^x as a function of balls x > 0 ------------------------------------------------


def of_discrete_gaussian(sigma: Expr) -> Callable[[Any], Any]:
    """For the discrete Gaussian and its shift by 1."""

    def log_moment(x: Any) -> Any:
        s = constant(sigma)
        tau = acb(0, 2 * arb.pi() * s**2)
        there, here = (acb.modular_theta(acb(shift), tau)[2].real for shift in (x, arb(0)))
        return x * (x + 1) / (2 * s**2) + (there / here).log()

    return log_moment


def of_sampled_gaussian(mu: Expr, q: Expr, sign: int) -> Callable[[Any], Any]:
    """For a Poisson-subsampled Gaussian; sign 1 for the direction "remove", -1 for "add"."""

    def log_moment(x: Any) -> Any:
        numbers = constant(mu), constant(q), x + 1 if sign < 0 else -x
        bounds = _log_bounds(*numbers)
        if bounds.rel_accuracy_bits() > ctx.prec - _BOUNDS_BITS:
            return bounds
        _require_moderate(float(mu), float(numbers[2]), f"the moment of order {numbers[2]}")
        return real_moment(*numbers).log()

    return log_moment


def of_expression(expr: Expr, x: Symbol) -> Callable[[Any], Any]:
    """Where it is an expression in x."""
    program = compile_expr(expr, (x,))
    return lambda value: ar.to_arb(program.run((value,), REAL))
