r"""Trade-off functions by the names that papers give them: :math:`G_\mu`, :math:`L_\mu`, …"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Add, Expr, S, count_ops

from ..compose.product import Product
from ..symbols import alpha
from ..tradeoff.algebra import Inverse, Maximum, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.group_privacy import Group
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.piecewise_linear import PiecewiseLinear
from ..tradeoff.randomized_response import RandomizedResponse
from ..tradeoff.staircase import Staircase
from ..tradeoff.subsampled import Subsampled
from ..tradeoff.two_sided import TwoSided
from .printer import formula

__all__ = ["EXPLAINED", "THROUGH", "composed", "curve"]

THROUGH = r"\operatorname{pl}"  # the piecewise-linear function through the points that follow
DISCRETE = r"\mathcal{N}_{\mathbb{Z}}"
_LETTERS = (
    (Gaussian, "G"),
    (EpsDelta, "f"),
    (Laplace, "L"),
    (RandomizedResponse, r"\mathrm{RR}"),
    (Staircase, r"\mathrm{Stair}"),
)
EXPLAINED = {  # what is said once where a name is used
    THROUGH: rf"${THROUGH}[\dots]$ is linear between the points listed",
    DISCRETE: rf"${DISCRETE}(m, \sigma^2)$ is the discrete Gaussian law",
    r"\mathrm{RR}": r"$\mathrm{RR}_{\varepsilon,m}$ belongs to randomised response on $m$ symbols",
    r"\mathrm{Stair}": r"$\mathrm{Stair}_{\varepsilon,\gamma}$ belongs to staircase noise",
}
_FEW = 10  # points, or operations in a parameter, of a function that has a short name


def curve(f: TradeOff, brief: bool = False) -> str:
    r"""The name of a trade-off function in LaTeX; a formula where it has no name.

    Parameters
    ----------
    f : TradeOff
    brief : bool
        With the name of its family instead of a formula, and without long lists of points. Nothing
        is worked out then.

    Examples
    --------
    >>> from fdp_sym.symbols import delta, epsilon, mu
    >>> from fdp_sym.tradeoff import Logistic, maximum
    >>> print(curve(maximum(Gaussian(mu), EpsDelta(epsilon, delta))))
    \max\{f_{\varepsilon,\delta}, G_{\mu}\}
    >>> print(curve(PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])))
    \operatorname{pl}[(0, 1), (\tfrac{1}{4}, \tfrac{1}{4}), (1, 0)]
    >>> print(curve(Logistic(mu), brief=True))
    \operatorname{Logistic}(\mu)
    """
    if isinstance(f, Identity):
        return r"\mathrm{Id}"
    for family, letter in _LETTERS:
        if isinstance(f, family):
            indices = ",".join(formula(parameter, in_line=True) for parameter in f.parameters)
            return f"{letter}_{{{indices}}}"
    if isinstance(f, DiscreteGaussian):
        square = formula(f.sigma**2, in_line=True)
        return rf"T({DISCRETE}(0, {square}), {DISCRETE}(1, {square}))"
    if isinstance(f, Product):
        return composed(f.factors, brief)
    if isinstance(f, Maximum):
        return rf"\max\{{{', '.join(curve(g, brief) for g in f.functions)}\}}"
    if isinstance(f, Mixture):
        return " + ".join(_weighted(weight, member, brief) for weight, member in f.parts)
    if isinstance(f, Inverse):
        return f"{_atom(f.of, brief)}^{{-1}}"
    if isinstance(f, Group):
        return rf"1 - (1 - {_atom(f.of, brief)})^{{\circ {f.size}}}"
    if isinstance(f, Subsampled):
        return rf"C_{{{formula(f.rate, in_line=True)}}}({curve(f.of, brief)})"
    if isinstance(f, TwoSided):
        return rf"\min\{{{curve(f.of, brief)}, {curve(f.of.inverse(), brief)}\}}^{{**}}"
    if isinstance(f, PiecewiseLinear) and not (brief and len(f.breakpoints) > _FEW):
        points = ", ".join(f"({formula(a)}, {formula(b)})" for a, b in f.breakpoints)
        return rf"{THROUGH}[{points}]".replace(r"\frac", r"\tfrac")
    return _family(f) if brief else rf"(\alpha \mapsto {formula(f.formula(alpha))})"


def composed(factors: Iterable[tuple[TradeOff, Any]], brief: bool = False) -> str:
    """A composition of (function, how often) in LaTeX."""
    return r" \otimes ".join(_power(factor, n, brief) for factor, n in factors)


def _family(f: TradeOff) -> str:
    if isinstance(f, PiecewiseLinear):
        return rf"{THROUGH}[{len(f.breakpoints)}\text{{ points}}]"
    numbers = [p for p in f.parameters if isinstance(p, Expr) and count_ops(p) < _FEW]
    given = f"({', '.join(map(formula, numbers))})" if len(numbers) == len(f.parameters) else ""
    return rf"\operatorname{{{type(f).__name__}}}{given}"


def _power(f: TradeOff, n: Any, brief: bool) -> str:
    name = curve(f, brief)
    if n == 1:
        return f"({name})" if isinstance(f, (Mixture, Group)) else name
    return rf"{_atom(f, brief)}^{{\otimes {formula(S(n))}}}"


def _weighted(weight: Any, member: TradeOff, brief: bool) -> str:
    factor, name = formula(weight).replace(r"\frac", r"\tfrac"), _atom(member, brief)
    return f"({factor}) {name}" if isinstance(weight, Add) else f"{factor} {name}"


def _atom(f: TradeOff, brief: bool) -> str:
    """Its name, in brackets where something has to bind to all of it."""
    name = curve(f, brief)
    return f"({name})" if isinstance(f, (Mixture, Group, Inverse, Product)) else name
