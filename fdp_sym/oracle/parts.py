r"""What a product is made of, as the privacy loss sees it.

Losses of independent pairs add. So a product is described by the multisets of its Gaussian and of
its Laplace factors, by its factors with finitely many losses, and by the masses at infinity: the
product of the complements is the mass on which the loss is finite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sympy import Add, Expr, Integer, exp, sqrt

from ..errors import UnsupportedError
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity

__all__ = ["Factors", "FiniteLoss", "LossAtom", "Parts", "factors_of", "parts_of"]

Factors = list[tuple[TradeOff, int]]


@dataclass(frozen=True)
class LossAtom:
    """A value of the privacy loss with its masses under P and under Q."""

    loss: Expr
    p: Expr
    q: Expr


@dataclass(frozen=True)
class FiniteLoss:
    """The finite losses of one factor, the largest one first."""

    atoms: tuple[LossAtom, ...]


@dataclass
class Parts:
    """The parts of a product.

    Attributes
    ----------
    gaussian : Expr
        The mu of all Gaussian factors together, 0 without any.
    finite : dict
        The number of times that each finite law occurs.
    slack : list of (Expr, int)
        The delta of the factors f_{0,delta}, with multiplicities.
    infinite : list of (Expr, int)
        The masses at infinity of the other factors, with multiplicities.
    """

    gaussian: Expr = field(default_factory=lambda: Integer(0))
    finite: dict[FiniteLoss, int] = field(default_factory=dict)
    slack: list[tuple[Expr, int]] = field(default_factory=list)
    infinite: list[tuple[Expr, int]] = field(default_factory=list)

    @property
    def is_bounded(self) -> bool:
        """Whether no mass is at infinity."""
        return not self.slack and not self.infinite

    @property
    def largest_loss(self) -> Expr | None:
        """The largest finite loss; None if the losses are not bounded."""
        if self.gaussian != 0:
            return None
        return Add(*(n * law.atoms[0].loss for law, n in self.finite.items()))


def factors_of(f: Any) -> Factors:
    """The factors of a trade-off function, or of a list of (trade-off function, multiplicity)."""
    if isinstance(f, TradeOff):
        pairs: Iterable[Any] = getattr(f, "factors", ((f, 1),))
    else:
        pairs = f
    factors = []
    for function, count in pairs:
        if not isinstance(function, TradeOff):
            raise UnsupportedError(f"{function!r}: allowed are trade-off functions")
        if function.free_symbols or not getattr(Integer(0) + count, "is_Integer", False):
            raise UnsupportedError(
                f"{function} ** {count}: certified values need numbers for all symbols; use "
                ".subs({symbol: value}) first"
            )
        factors.append((function, int(count)))
    return factors


def parts_of(factors: Factors) -> Parts:
    """The parts of the product of the factors."""
    parts = Parts()
    square = Integer(0)
    for function, count in factors:
        if isinstance(function, Identity) or count == 0:
            continue
        if isinstance(function, Gaussian):
            square += count * function.mu**2
        elif isinstance(function, EpsDelta):
            _add_eps_delta(parts, function, count)
        else:
            raise UnsupportedError(f"no certified values of products with {function} are known")
    parts.gaussian = sqrt(square)
    return parts


def _add_eps_delta(parts: Parts, function: EpsDelta, count: int) -> None:
    eps = function.eps
    if function.slack != 0:
        parts.slack.append((function.slack, count))
    if eps != 0:
        most, least = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
        law = FiniteLoss((LossAtom(eps, least, most), LossAtom(-eps, most, least)))
        parts.finite[law] = parts.finite.get(law, 0) + count
