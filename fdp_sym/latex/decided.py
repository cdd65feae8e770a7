r"""Statements about compositions that bring their own decision, in the notation of the field."""

from __future__ import annotations

from typing import Any

from sympy import Symbol, oo, sqrt

from ..errors import FdpError
from ..theorems.statements import Decided
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from .curves import composed, curve
from .measure import width
from .printer import formula

__all__ = ["decided"]

_SUBSCRIPT = 3.0  # em: longer names of functions stand beside a formula, not below a delta


def decided(part: Decided) -> tuple[str, str, str] | None:
    r"""A statement as (left, sign, right) in LaTeX; None for those that have words only.

    Examples
    --------
    >>> from fdp_sym.compose.profile_order import ProfileBelow
    >>> print(*decided(ProfileBelow(Gaussian(1), EpsDelta(1) ** 2, 0, "1/2")))
    \delta_{G_{1}}(\varepsilon) \leq \delta_{f_{1,0}^{\otimes 2}}(\varepsilon) \quad\text{for } {0 \leq \varepsilon \leq 1/2}
    """  # noqa: E501
    from ..compose.central_limit import InBand
    from ..compose.gaussian_limit import GaussianRate
    from ..compose.profile_order import ProfileBelow

    try:
        if isinstance(part, ProfileBelow):
            return _profiles(part)
        if isinstance(part, InBand):
            factors = composed(part.fs)
            constant = formula(part.constant, in_line=True)
            words = r"\text{ lies in its Gaussian band with the constant }"
            return factors, words, constant
        if isinstance(part, GaussianRate):
            return _rate(part)
    except FdpError:  # a function that no formula is known for
        return None
    return None


def _profiles(part: Any) -> tuple[str, str, str]:
    named = []
    beside = []
    for letter, function in (("f", part.f), ("g", part.g)):
        name = curve(function)
        if width(name) > _SUBSCRIPT:
            beside.append(f"{letter} = {name}")
            name = letter
        named.append(name)
    low, high = (formula(end, in_line=True) for end in (part.low, part.high))
    if part.low == part.high:
        at, where = low, []
    else:
        at = r"\varepsilon"
        ends = (
            rf"\varepsilon \geq {low}"
            if part.high == oo
            else rf"{low} \leq \varepsilon \leq {high}"
        )
        where = [ends]
    left, right = (rf"\delta_{{{name}}}({at})" for name in named)
    said = r", \; ".join(f"{{{text}}}" for text in (*where, *beside))  # a row ends at a comma only
    return left, r"\leq", rf"{right} \quad\text{{for }} {said}" if said else right


def _rate(part: Any) -> tuple[str, str, str]:
    n = Symbol("n", positive=True)
    factor: TradeOff = EpsDelta(part.mu / sqrt(n))
    shown = list(map(str, part.ns))
    if len(shown) > 4:
        shown = [*shown[:3], r"\dots", shown[-1]]
    words = rf"\text{{up to a shift by }} {formula(part.c / n)} \text{{ on }} [0, 1]"
    numbers = rf"n = {', '.join(shown)}"
    return (
        rf"{curve(factor)}^{{\otimes n}}",
        r"\approx",
        rf"{curve(Gaussian(part.mu))} \quad {words}, \; {numbers}",
    )
