r"""What Renyi divergences say about a test: the best conversions of one order, and of a list.

If :math:`D_a(P\|Q)\le\rho` and an event has the probabilities p under P and s under Q, then by data
processing

.. math:: c(p,s)=p^as^{1-a}+(1-p)^a(1-s)^{1-a}\le e^{(a-1)\rho},

and pairs of two outcomes attain it. c is convex, so the largest p(s) is concave; it is 1 from
:math:`s=e^{-\rho}` on, where it has a kink. For p >= s, c increases in p, so signs enclose p(s).
The largest :math:`p-e^\varepsilon s` is the least delta, the largest :math:`(p-\delta)/s` the least
:math:`e^\varepsilon`: `fdp_sym.balls.convex_minimum` encloses both. Of several orders
the least p(s) counts; the pair of two outcomes then meets all bounds, so that nothing better
follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, ctx
from sympy import Expr, exp, log

from ..exact import shown
from .ball import Ball
from .convex_minimum import least_value
from .evaluate import enclose, sign
from .refine import constant, refine

__all__ = ["best_delta", "best_epsilon", "least_error"]

Guarantees = Sequence[tuple[Expr, Expr]]  # (order, rho)
_MOST_STEPS = 10_000
_FARTHEST = 1e6
_ROUTE = "largest p for a divergence of two outcomes"


def _largest(a: Any, bound: Any, s: Any) -> Any:
    """An enclosure of the largest p with c(p, s) <= exp((a - 1) rho) =: bound, 0 < s < 1."""
    if s ** (1 - a) <= bound:
        return arb(1)

    def excess(p: Any) -> Any:
        return p**a * s ** (1 - a) + (1 - p) ** a * (1 - s) ** (1 - a) - bound

    # Newton's method from the right, where the first term alone is the bound; c is convex in p
    p = (bound * s ** (a - 1)) ** (1 / a)
    p = p.min(arb(1)).mid()
    tiny = arb(2) ** (10 - int(ctx.prec))
    for _ in range(_MOST_STEPS):
        slope = a * ((p / s) ** (a - 1) - ((1 - p) / (1 - s)) ** (a - 1))
        step = (excess(p) / slope).mid()
        if not step.is_finite():
            break
        p = (p - step).mid().max(s).mid()
        if abs(step) <= tiny * p:
            break
    for k in range(0, int(ctx.prec), 8):
        r = tiny * p * arb(2) ** k
        low, high = p - r, p + r
        above = high >= 1 or excess(high.mid()) > 0
        below = low <= s or excess(low.mid()) < 0
        if above and below:
            return low.max(s).union(high.min(arb(1)))
    return s.union(arb(1))


def _share(guarantees: Guarantees) -> Callable[[Any], Any]:
    """The largest p that all guarantees allow: a minimum of concave functions."""

    def share(s: Any) -> Any:
        p = arb(1)
        if s < 1:
            for order, rho in guarantees:
                a = constant(order)
                p = p.min(_largest(a, ((a - 1) * constant(rho)).exp(), s))
        return p

    return share


def best_delta(guarantees: Guarantees, eps: Expr, digits: int) -> Ball:
    """The least delta such that all (order, rho)-RDP together imply (eps, delta)-DP.

    Examples
    --------
    >>> from sympy import Integer
    >>> best_delta([(Integer(2), Integer(1))], Integer(1), 12).decimal(10)
    '0.2214577937'
    """
    if len(guarantees) == 1:
        ((order, rho),) = guarantees
        if sign(rho + log(1 - 1 / order) - eps) == 1:  # the largest p(s) - e^eps s is at the kink
            return enclose(1 - exp(eps - rho), digits=digits, route=_ROUTE)
    share = _share(guarantees)
    start, most = _scope(guarantees)

    def negative(s: Any) -> Any:
        return constant(eps).exp() * s - share(s)

    what = f"the least delta for epsilon = {shown(eps)}"
    found = least_value(negative, digits, what, over_x=False, start=start, most=most).value
    return Ball(-found.upper, -found.lower, _ROUTE)


def best_epsilon(guarantees: Guarantees, delta: Expr, digits: int) -> Ball:
    """The least eps such that all (order, rho)-RDP together imply (eps, delta)-DP; may be negative.

    Examples
    --------
    >>> from sympy import Integer, Rational
    >>> best_epsilon([(Integer(2), Integer(1))], Rational("1e-5"), 12).decimal(10)
    '10.66797923'
    """
    if len(guarantees) == 1:
        ((order, rho),) = guarantees
        if delta >= 1 / order:  # then (p(s) - delta)/s is largest at the kink
            return enclose(rho + log(1 - delta), digits=digits, route=_ROUTE)
    share = _share(guarantees)
    start, most = _scope(guarantees)

    def negative(s: Any) -> Any:
        return constant(delta) - share(s)

    def exponent(value: Any) -> Any:
        return -(-value).log()  # increasing, as least_value asks for

    what = f"the least epsilon for delta = {shown(delta)}"
    found = least_value(
        negative, digits, what, over_x=True, start=start, most=most, after=exponent
    ).value
    return Ball(-found.upper, -found.lower, _ROUTE)


def _scope(guarantees: Guarantees) -> tuple[float, float]:
    """Where to look for log s: it is below -rho, perhaps by very much."""
    rho = min(float(rho) for _, rho in guarantees)
    return -rho - 1, _FARTHEST + rho


def least_error(order: Expr, rho: Expr, alpha: Expr, digits: int) -> Ball:
    """The least 1 - s with c(alpha, s), c(s, alpha) <= exp((order - 1) rho), for 0 < alpha < 1.

    Examples
    --------
    >>> from sympy import Integer, Rational
    >>> least_error(Integer(2), Integer(1), Rational(1, 20), 12).decimal(10)
    '0.6643106812'
    """

    def value() -> Any:
        a, level = constant(order), constant(alpha)
        bound = ((a - 1) * constant(rho)).exp()
        return 1 - _largest(a, bound, level).min(_other(a, bound, level))

    return refine(value, digits, _ROUTE, f"the type II error at level {alpha}")


def _other(a: Any, bound: Any, level: Any) -> Any:
    """The largest s with c(level, s) <= bound; for s >= level, c increases in s."""

    def excess(s: Any) -> Any:
        return level**a * s ** (1 - a) + (1 - level) ** a * (1 - s) ** (1 - a) - bound

    low, high = level, arb(1)
    for _ in range(2 * int(ctx.prec)):
        middle = ((low + high) / 2).mid()
        sign = excess(middle)
        if sign > 0:
            high = middle
        elif sign < 0:
            low = middle
        else:
            break
    return low.union(high)
