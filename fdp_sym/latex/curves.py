r"""Trade-off functions by the names that papers give them: :math:`G_\mu`, :math:`L_\mu`, …"""

from __future__ import annotations

from typing import Any

from sympy import Add, S

from ..compose.product import Product
from ..symbols import alpha
from ..tradeoff.algebra import Inverse, Maximum, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.group_privacy import Group
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.piecewise_linear import PiecewiseLinear
from ..tradeoff.subsampled import Subsampled
from ..tradeoff.two_sided import TwoSided
from .printer import formula

__all__ = ["THROUGH", "curve"]

THROUGH = r"\operatorname{pl}"  # the piecewise-linear function through the points that follow


def curve(f: TradeOff) -> str:
    r"""The name of a trade-off function in LaTeX; a formula where it has no name.

    Examples
    --------
    >>> from fdp_sym.symbols import delta, epsilon, mu
    >>> from fdp_sym.tradeoff import maximum
    >>> print(curve(maximum(Gaussian(mu), EpsDelta(epsilon, delta))))
    \max\{f_{\varepsilon,\delta}, G_{\mu}\}
    >>> print(curve(PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])))
    \operatorname{pl}[(0, 1), (\tfrac{1}{4}, \tfrac{1}{4}), (1, 0)]
    """
    if isinstance(f, Identity):
        return r"\mathrm{Id}"
    for family, letter in ((Gaussian, "G"), (EpsDelta, "f"), (Laplace, "L")):
        if isinstance(f, family):
            indices = ",".join(formula(parameter) for parameter in f.parameters)
            return f"{letter}_{{{indices}}}"
    if isinstance(f, Product):
        return r" \otimes ".join(_power(factor, n) for factor, n in f.factors)
    if isinstance(f, Maximum):
        return rf"\max\{{{', '.join(map(curve, f.functions))}\}}"
    if isinstance(f, Mixture):
        return " + ".join(_weighted(weight, member) for weight, member in f.parts)
    if isinstance(f, Inverse):
        return f"{_atom(f.of)}^{{-1}}"
    if isinstance(f, Group):
        return rf"1 - (1 - {_atom(f.of)})^{{\circ {f.size}}}"
    if isinstance(f, Subsampled):
        return rf"C_{{{formula(f.rate)}}}({curve(f.of)})"
    if isinstance(f, TwoSided):
        return rf"\min\{{{curve(f.of)}, {curve(f.of.inverse())}\}}^{{**}}"
    if isinstance(f, PiecewiseLinear):
        points = ", ".join(f"({formula(a)}, {formula(b)})" for a, b in f.breakpoints)
        return rf"{THROUGH}[{points}]".replace(r"\frac", r"\tfrac")
    return rf"(\alpha \mapsto {formula(f.formula(alpha))})"


def _power(f: TradeOff, n: Any) -> str:
    return curve(f) if n == 1 else rf"{_atom(f)}^{{\otimes {formula(S(n))}}}"


def _weighted(weight: Any, member: TradeOff) -> str:
    factor = formula(weight)
    return f"({factor}) {_atom(member)}" if isinstance(weight, Add) else f"{factor} {_atom(member)}"


def _atom(f: TradeOff) -> str:
    """Its name, in brackets where something has to bind to all of it."""
    return f"({curve(f)})" if isinstance(f, (Mixture, Group, Inverse)) else curve(f)
