r"""From one notion of privacy to another: pure, Gaussian and concentrated differential privacy.

Every function takes a guarantee and returns one that it implies; nothing here goes the other way.
Numbers give Balls, of which the upper end is the safe side (of a type II error: the lower end);
symbols give SymPy expressions. Those of Renyi guarantees are in
`fdp_sym.divergences.renyi_conversions`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Interval, exp, log, oo, sqrt, tanh

from ..balls import Ball, enclose
from ..exact import parameter
from ..functions import Max, Quantile
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian

__all__ = [
    "NONNEGATIVE",
    "ORDERS",
    "SLACK",
    "answer",
    "gdp_to_delta",
    "gdp_to_epsilon",
    "gdp_to_renyi",
    "gdp_to_zcdp",
    "pure_to_gdp",
    "pure_to_renyi",
    "pure_to_zcdp",
    "zcdp_to_delta",
    "zcdp_to_epsilon",
    "zcdp_to_renyi",
]

NONNEGATIVE = Interval(0, oo)
ORDERS = Interval.open(1, oo)
SLACK = Interval.open(0, 1)


def answer(value: Expr, digits: int, route: str = "closed form") -> Any:
    """A Ball of a number, an expression with symbols as it is."""
    if value.free_symbols:
        return value
    return Ball(oo, oo, "infinite") if value is oo else enclose(value, digits=digits, route=route)


# -- concentrated differential privacy -------------------------------------------------------------


def pure_to_renyi(eps: Any, order: Any, digits: int = 30) -> Any:
    r"""(eps, 0)-DP implies (a, rho)-RDP, the least rho for each order; its upper end is safe.

    :math:`\rho=\frac1{a-1}\log\frac{\sinh a\varepsilon-\sinh(a-1)\varepsilon}{\sinh\varepsilon}`,
    which is that of randomized response.

    Examples
    --------
    >>> pure_to_renyi(1, 2).decimal(10)
    '0.7353256640'

    Source
    ------
    Mironov, arXiv:1702.07476v3, Section VI; Bun and Steinke, arXiv:1605.02065v1, Lemma B.1.
    """
    return answer(EpsDelta(eps).renyi(order), digits)


def pure_to_zcdp(eps: Any, digits: int = 30) -> Any:
    r"""(eps, 0)-DP implies rho-zCDP with :math:`\rho=\varepsilon\tanh(\varepsilon/2)`.

    The least rho, at most :math:`\varepsilon^2/2`: it is the divergence KL of randomized response,
    the limit of its Renyi divergences at 1. The upper end is safe.

    Examples
    --------
    >>> pure_to_zcdp(1).decimal(10)
    '0.4621171572'

    Source
    ------
    Bun and Steinke, arXiv:1605.02065v1, Proposition 3.3 (with the constant eps^2/2).
    """
    e = parameter(eps, "eps", NONNEGATIVE)
    return answer(e * tanh(e / 2), digits)


def zcdp_to_renyi(rho: Any, order: Any, digits: int = 30) -> Any:
    """rho-zCDP is (a, a rho)-RDP for every order a > 1: the definition.

    Examples
    --------
    >>> zcdp_to_renyi("1/2", 3)
    Ball(3/2, 3/2)
    """
    r, a = parameter(rho, "rho", NONNEGATIVE), parameter(order, "order", ORDERS)
    return answer(a * r, digits)


def zcdp_to_epsilon(rho: Any, delta: Any, digits: int = 30) -> Any:
    r"""rho-zCDP implies (eps, delta)-DP with :math:`\varepsilon=\rho+2\sqrt{\rho\log(1/\delta)}`.

    The least eps of Mironov's conversion over all orders; ``RenyiDP(lambda a: a * rho)`` has better
    ones. The upper end is safe.

    Examples
    --------
    >>> zcdp_to_epsilon("1/2", "1e-5").decimal(10)
    '5.298525912'

    Source
    ------
    Bun and Steinke, arXiv:1605.02065v1, Proposition 1.3.
    """
    r, slack = parameter(rho, "rho", NONNEGATIVE), parameter(delta, "delta", SLACK)
    return answer(r + 2 * sqrt(-r * log(slack)), digits)


def zcdp_to_delta(rho: Any, eps: Any, digits: int = 30) -> Any:
    r"""rho-zCDP implies (eps, delta)-DP with :math:`\delta=e^{-(\varepsilon-\rho)^2/(4\rho)}`.

    For eps >= rho; below, the answer is 1. The upper end is safe.

    Examples
    --------
    >>> zcdp_to_delta("1/2", 4).decimal(10)
    '0.002187491118'

    Source
    ------
    Bun and Steinke, arXiv:1605.02065v1, Proposition 1.3, solved for delta.
    """
    r, e = parameter(rho, "rho", Interval.open(0, oo)), parameter(eps, "eps", NONNEGATIVE)
    return answer(exp(-(Max(0, e - r) ** 2) / (4 * r)), digits)


# -- Gaussian differential privacy -----------------------------------------------------------------


def pure_to_gdp(eps: Any, digits: int = 30) -> Any:
    r"""(eps, 0)-DP implies mu-GDP with :math:`\mu=-2\Phi^{-1}(1/(1+e^\varepsilon))`, the least mu.

    The two trade-off functions share their fixed points. No mu > 0 implies (eps, 0)-DP. The upper
    end is safe.

    Examples
    --------
    >>> pure_to_gdp(1).decimal(10)
    '1.232035385'

    Source
    ------
    Our derivation; the inequality between the trade-off functions is proved as "pure-to-gdp".
    """
    e = parameter(eps, "eps", NONNEGATIVE)
    return answer(-2 * Quantile(1 / (1 + exp(e))), digits)


def gdp_to_delta(mu: Any, eps: Any, digits: int = 30) -> Any:
    r"""mu-GDP is (eps, delta)-DP for exactly this delta, for each eps >= 0.

    :math:`\delta=\Phi(-\varepsilon/\mu+\mu/2)-e^\varepsilon\Phi(-\varepsilon/\mu-\mu/2)`; together
    they are as much as mu-GDP. The upper end is safe.

    Examples
    --------
    >>> gdp_to_delta(1, 1).decimal(12)
    '0.126936737506'

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Corollary 2.13.
    """
    e = parameter(eps, "eps", NONNEGATIVE)
    return answer(Gaussian(mu)._delta_formula(e), digits)


def gdp_to_epsilon(mu: Any, delta: Any, digits: int = 30) -> Ball:
    """mu-GDP is (eps, delta)-DP for exactly this eps and more, for each delta; numbers only.

    Examples
    --------
    >>> gdp_to_epsilon(1, "1e-5").decimal(12)
    '4.37717809568'
    """
    ball: Ball = Gaussian(mu).enclose_epsilon(delta, digits)
    return ball


def gdp_to_renyi(mu: Any, order: Any, digits: int = 30) -> Any:
    r"""mu-GDP implies (a, rho)-RDP with :math:`\rho=a\mu^2/2`, the least rho, for every a >= 1.

    The converse fails: see the entry "claim-15-holds".

    Examples
    --------
    >>> gdp_to_renyi(1, 3)
    Ball(3/2, 3/2)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Appendix B.
    """
    return answer(Gaussian(mu).renyi(order), digits)


def gdp_to_zcdp(mu: Any, digits: int = 30) -> Any:
    r"""mu-GDP implies rho-zCDP with :math:`\rho=\mu^2/2`, the least rho; the converse fails.

    Examples
    --------
    >>> gdp_to_zcdp(2)
    Ball(2, 2)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Appendix B.
    """
    return answer(Gaussian(mu).kl(), digits)
