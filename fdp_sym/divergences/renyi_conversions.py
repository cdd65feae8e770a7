r"""What one Renyi guarantee implies: an (eps, delta) guarantee, or a trade-off function.

A guarantee (a, rho) bounds :math:`D_a(P\|Q)` and :math:`D_a(Q\|P)` by rho for all neighbours. The
upper end of an enclosure is the safe side (of a type II error: the lower end). Over many orders
`fdp_sym.divergences.renyi_dp.RenyiDP` finds the best one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Interval, exp, log

from ..balls import Ball, enclose
from ..errors import DomainError, UnsupportedError
from ..exact import exact, parameter
from ..functions import Max, Min
from .conversions import NONNEGATIVE, ORDERS, SLACK, answer

__all__ = [
    "RULES",
    "moments_accountant",
    "renyi_to_delta",
    "renyi_to_epsilon",
    "renyi_to_tradeoff",
]

RULES = ("canonne-kamath-steinke", "mironov", "exact")


def _renyi_guarantee(order: Any, rho: Any, rule: str) -> tuple[Expr, Expr]:
    if rule not in RULES:
        raise DomainError(f"rule = {rule!r}: allowed are {', '.join(RULES)}")
    return parameter(order, "order", ORDERS), parameter(rho, "rho", NONNEGATIVE)


def _need_numbers(*values: Expr) -> None:
    symbols = sorted({str(s) for value in values for s in value.free_symbols})
    if symbols:
        raise UnsupportedError(
            f"the exact conversion has no closed form: give numbers for {', '.join(symbols)}, or "
            'take rule="canonne-kamath-steinke"'
        )


def renyi_to_epsilon(
    order: Any, rho: Any, delta: Any, *, rule: str = RULES[0], digits: int = 30
) -> Any:
    r"""(a, rho)-RDP implies (eps, delta)-DP: an eps for a delta; its upper end is safe.

    * ``"mironov"``: :math:`\varepsilon=\rho+\frac{\log(1/\delta)}{a-1}`;
    * ``"canonne-kamath-steinke"``, never more:
      :math:`\varepsilon=\rho+\log\frac{a-1}a-\frac{\log\delta+\log a}{a-1}`;
    * ``"exact"``, the least of all for that one order: the largest :math:`\log((p-\delta)/s)` over
      two outcomes of the divergence, by balls.

    A value below 0 becomes 0.

    Parameters
    ----------
    order : number or expression, above 1
    rho : number or expression, rho >= 0
    delta : number or expression in (0, 1)
    rule : str
    digits : int

    Examples
    --------
    >>> renyi_to_epsilon(6, 3, "1e-5", rule="mironov").decimal(10)
    '5.302585092'
    >>> renyi_to_epsilon(6, 3, "1e-5").decimal(10)
    '4.761911642'
    >>> renyi_to_epsilon(6, 3, "1e-5", rule="exact").decimal(10)
    '4.761911581'

    Source
    ------
    Mironov, arXiv:1702.07476v3, Proposition 3; Canonne, Kamath and Steinke, arXiv:2004.00010v5,
    Proposition 12; the exact one: Asoodeh et al., arXiv:2008.06529.
    """
    a, r = _renyi_guarantee(order, rho, rule)
    slack = parameter(delta, "delta", SLACK)
    if rule == "exact":
        from ..balls.binary_renyi import best_epsilon

        _need_numbers(a, r, slack)
        if r == 0:
            return Ball(0, 0, "rho = 0")
        ball = best_epsilon([(a, r)], slack, digits)
        return Ball(max(ball.lower, 0), max(ball.upper, 0), ball.route)
    if rule == "mironov":
        return answer(r - log(slack) / (a - 1), digits)
    return answer(Max(0, r + log((a - 1) / a) - (log(slack) + log(a)) / (a - 1)), digits)


def renyi_to_delta(
    order: Any, rho: Any, eps: Any, *, rule: str = RULES[0], digits: int = 30
) -> Any:
    r"""(a, rho)-RDP implies (eps, delta)-DP: a delta for an eps; its upper end is safe.

    * ``"mironov"``: :math:`\delta=e^{(a-1)(\rho-\varepsilon)}`;
    * ``"canonne-kamath-steinke"``, a smaller one by the factor
      :math:`\frac1a\left(1-\frac1a\right)^{a-1}`;
    * ``"exact"``, the least of all for that one order, by balls.

    Parameters
    ----------
    order : number or expression, above 1
    rho : number or expression, rho >= 0
    eps : number or expression, eps >= 0
    rule : str
    digits : int

    Examples
    --------
    >>> renyi_to_delta(6, 3, 4, rule="mironov").decimal(10)
    '0.006737946999'
    >>> renyi_to_delta(6, 3, 4).decimal(10), renyi_to_delta(6, 3, 4, rule="exact").decimal(10)
    ('0.0004513049633', '0.0004513048275')

    Source
    ------
    As of `renyi_to_epsilon`.
    """
    a, r = _renyi_guarantee(order, rho, rule)
    e = parameter(eps, "eps", NONNEGATIVE)
    if rule == "exact":
        from ..balls.binary_renyi import best_delta

        _need_numbers(a, r, e)
        if r == 0:
            return Ball(0, 0, "rho = 0")
        return best_delta([(a, r)], e, digits)
    factor = 1 if rule == "mironov" else (1 - 1 / a) ** (a - 1) / a
    return answer(Min(1, exp((a - 1) * (r - e)) * factor), digits)


def renyi_to_tradeoff(order: Any, rho: Any, alpha: Any, digits: int = 30) -> Ball:
    r"""(a, rho)-RDP implies that a test at level alpha has at least this type II error.

    The largest bound that follows from the one order: 1 - s for the largest s with
    :math:`\alpha^as^{1-a}+(1-\alpha)^a(1-s)^{1-a}` and the same with :math:`\alpha` and s exchanged
    at most :math:`e^{(a-1)\rho}`. The lower end is safe. As a function of alpha it is a symmetric
    trade-off function.

    Parameters
    ----------
    order : number, above 1
    rho : number, rho >= 0
    alpha : number in [0, 1]
    digits : int

    Examples
    --------
    >>> renyi_to_tradeoff(2, 1, "1/20").decimal(12)
    '0.664310681243'

    Source
    ------
    Balle et al., arXiv:1905.09982v2, Theorem 22 and its corollaries; Dong, Roth and Su,
    arXiv:1905.02383v3, Appendix B.
    """
    from ..balls.binary_renyi import least_error

    a, r = _renyi_guarantee(order, rho, RULES[0])
    level = parameter(alpha, "alpha", Interval(0, 1))
    _need_numbers(a, r, level)
    if level in (0, 1) or r == 0:
        end = 1 - level
        return enclose(end, digits=digits, route="end" if level in (0, 1) else "rho = 0")
    return least_error(a, r, level, digits)


def moments_accountant(
    log_moments: Mapping[Any, Any], *, delta: Any = None, eps: Any = None, digits: int = 30
) -> Ball:
    r"""The tail bound of the moments accountant, from finitely many moments of whole orders.

    .. math:: \varepsilon=\min_\lambda\frac{\alpha(\lambda)+\log(1/\delta)}\lambda,\qquad
        \delta=\min_\lambda e^{\alpha(\lambda)-\lambda\varepsilon},

    where :math:`\alpha(\lambda)=\log E_P(dP/dQ)^\lambda=\lambda D_{\lambda+1}(P\|Q)` in both orders
    of the neighbours: Mironov's conversion at the order :math:`\lambda+1`. The upper end is safe.

    Parameters
    ----------
    log_moments : mapping of whole numbers lambda >= 1 to numbers alpha >= 0
        Moments of a composition: those of its parts add up.
    delta, eps : number
        One of the two; the other one is the answer.
    digits : int

    Examples
    --------
    >>> moments = {k: f"{k * (k + 1)}/8" for k in range(1, 33)}     # of mu = 1/2
    >>> moments_accountant(moments, delta="1e-5").decimal(10)
    '2.526292546'

    Source
    ------
    Abadi et al., arXiv:1607.00133v2, Theorem 2.
    """
    if not isinstance(log_moments, Mapping) or not log_moments:
        raise DomainError(
            f"log_moments = {log_moments!r}: allowed is a mapping of whole numbers to numbers"
        )
    if (delta is None) == (eps is None):
        raise DomainError("moments_accountant: allowed is one of delta and eps")
    given = exact(eps if delta is None else delta, "eps" if delta is None else "delta")
    if given.free_symbols:
        raise DomainError(f"moments_accountant at {given}: allowed are numbers")
    balls = []
    for number, moment in log_moments.items():
        k, value = exact(number, "lambda"), parameter(moment, "the log-moment", NONNEGATIVE)
        if value.free_symbols:
            raise DomainError(f"the log-moment {moment}: allowed are numbers from 0")
        if not (k.is_Integer and k >= 1):
            raise DomainError(f"lambda = {number}: allowed are whole numbers from 1")
        if delta is not None:
            ball = renyi_to_epsilon(k + 1, value / k, delta, rule="mironov", digits=digits)
        else:
            ball = renyi_to_delta(k + 1, value / k, eps, rule="mironov", digits=digits)
        balls.append((ball.upper, ball.lower, k))
    upper, _, best = min(balls)
    return Ball(min(lower for _, lower, _ in balls), upper, f"lambda = {best}")
