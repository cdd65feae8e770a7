r"""What a product is made of, as the privacy loss sees it.

Losses of independent pairs add. So a product is described by the multisets of its Gaussian and of
its Laplace factors, by its factors with finitely many losses, and by the masses at infinity: the
product of the complements is the mass on which the loss is finite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sympy import Add, Expr, Integer, exp, log, sqrt

from ..errors import DomainError, UnsupportedError
from ..exact import exact
from ..symbols import real
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.inputs import pairs_of
from ..tradeoff.laplace import Laplace
from ..tradeoff.piecewise_linear import as_piecewise_linear
from .lattice import FiniteLoss, Line, LossAtom, lines_of, loss_of_ratio

__all__ = ["Factors", "Parts", "factors_of", "parts_of"]

Factors = list[tuple[TradeOff, int]]

_MOST_COORDINATES = 64


@dataclass
class Parts:
    """The parts of a product.

    Attributes
    ----------
    gaussian : Expr
        The mu of all Gaussian factors together, 0 without any.
    laplace : dict
        The number of times that each shift mu occurs.
    discrete : (Expr, int) or None
        The sigma of the discrete Gaussian factors, and how many there are.
    finite : dict
        The number of times that each finite law occurs.
    other : TradeOff or None
        At most one more function, whose profile has a closed form.
    profile : Expr
        Its profile as an expression in ``loss``, without the mass at infinity where that is known.
    ends_known : bool
        Whether the masses at infinity and at minus infinity are all known.
    slack : list of (Expr, int)
        The delta of the factors f_{0,delta}, with multiplicities.
    infinite : list of (Expr, int)
        The masses under Q at infinity of the other factors, with multiplicities.
    vanishing : list of (Expr, int)
        The masses under P at minus infinity of the other factors, with multiplicities.
    """

    gaussian: Expr = field(default_factory=lambda: Integer(0))
    laplace: dict[Expr, int] = field(default_factory=dict)
    finite: dict[FiniteLoss, int] = field(default_factory=dict)
    discrete: tuple[Expr, int] | None = None
    other: TradeOff | None = None
    profile: Expr = field(default_factory=lambda: Integer(0))
    loss: Expr = field(default_factory=lambda: real("loss"))
    ends_known: bool = True
    slack: list[tuple[Expr, int]] = field(default_factory=list)
    infinite: list[tuple[Expr, int]] = field(default_factory=list)
    vanishing: list[tuple[Expr, int]] = field(default_factory=list)

    @property
    def is_finite(self) -> bool:
        """Whether all factors have finitely many losses."""
        return not any(self.bases)

    @property
    def bases(self) -> tuple[bool, bool, bool]:
        """Which parts with infinitely many losses there are: sums over atoms support one."""
        smooth = bool(self.gaussian != 0) or bool(self.laplace)
        return smooth, self.discrete is not None, self.other is not None

    @property
    def is_bounded(self) -> bool:
        """Whether no mass is at infinity."""
        return not self.slack and not self.infinite

    @property
    def is_zero(self) -> bool:
        """Whether the whole mass is at infinity, so that the product is the function 0."""
        return any(mass == 1 for mass, _ in (*self.slack, *self.infinite))

    @property
    def largest_loss(self) -> Expr | None:
        """The largest finite loss; None if the losses are not bounded or it is not known."""
        if self.gaussian != 0 or self.discrete is not None or self.other is not None:
            return None
        discrete = (n * law.atoms[0].loss for law, n in self.finite.items())
        return Add(*discrete, *(n * mu for mu, n in self.laplace.items()))

    @property
    def is_unbounded(self) -> bool:
        """Whether finite losses are known to have no largest one."""
        other = self.other is not None and self.other._reaches_limit() is False
        return bool(self.gaussian != 0) or self.discrete is not None or other

    def lattices(self) -> tuple[list[Line], list[tuple[FiniteLoss, int]]]:
        """The finite laws on lines, and those that lie on none."""
        return lines_of(self.finite)


def factors_of(f: Any) -> Factors:
    """The factors of a trade-off function, or of a list of (trade-off function, multiplicity).

    Raises
    ------
    DomainError
        If that is no such list, or a multiplicity is no whole number n >= 0.
    UnsupportedError
        If there are symbols.
    """
    own = getattr(f, "factors", ((f, 1),)) if isinstance(f, TradeOff) else f
    factors = []
    for function, n in pairs_of(own, "f", "(trade-off function, multiplicity)"):
        if not isinstance(function, TradeOff):
            raise DomainError(f"{function!r}: allowed are trade-off functions")
        count = exact(n, "multiplicity")
        if function.free_symbols or count.free_symbols:
            raise UnsupportedError(
                f"certified values of {function} ** {n} need numbers for all symbols; use "
                ".subs({symbol: value}) first"
            )
        if not count.is_Integer or count < 0:
            raise DomainError(f"multiplicity = {n}: allowed are whole numbers n >= 0")
        factors.append((function, int(count)))
    return factors


def parts_of(factors: Factors) -> Parts:
    """The parts of the product of the factors.

    Raises
    ------
    UnsupportedError
        Names the first factor whose loss is none of those described in the module.
    """
    parts = Parts()
    square = Integer(0)
    for function, count in factors:
        if isinstance(function, Identity) or count == 0:
            continue
        if isinstance(function, Gaussian):
            square += count * function.mu**2
        elif isinstance(function, Laplace):
            if function.mu != 0:
                parts.laplace[function.mu] = parts.laplace.get(function.mu, 0) + count
        elif isinstance(function, DiscreteGaussian):
            _add_discrete_gaussian(parts, function, count)
        elif isinstance(function, EpsDelta):
            _add_eps_delta(parts, function, count)
        else:
            _add_piecewise_linear(parts, function, count)
    parts.gaussian = sqrt(square)
    if sum(parts.bases) > 1:
        names = ", ".join(sorted({str(f) for f, _ in factors}))
        raise UnsupportedError(
            f"no certified values of products of {names} are known; allowed beside functions with "
            "finitely many losses is one of: Gaussian with Laplace factors, powers of one discrete "
            "Gaussian, one function with a closed profile"
        )
    return parts


def _add_discrete_gaussian(parts: Parts, function: DiscreteGaussian, count: int) -> None:
    sigma, before = parts.discrete or (function.sigma, 0)
    if sigma != function.sigma:
        raise UnsupportedError(
            f"no certified values of products of discrete Gaussians with sigma = {sigma} and "
            f"{function.sigma} are known; allowed are powers of one"
        )
    parts.discrete = sigma, before + count


def _add_eps_delta(parts: Parts, function: EpsDelta, count: int) -> None:
    eps = function.eps
    if function.slack != 0:
        parts.slack.append((function.slack, count))
    if eps != 0:
        growth = exp(eps)
        most, least = growth / (1 + growth), 1 / (1 + growth)
        _add(parts, (LossAtom(eps, least, most), LossAtom(-eps, most, least)), count)


def _add_piecewise_linear(parts: Parts, function: TradeOff, count: int) -> None:
    """One atom for each piece: its steepness is the likelihood ratio."""
    linear = as_piecewise_linear(function)
    if linear is None:
        _add_other(parts, function, count)
        return
    points = linear.breakpoints
    atoms = []
    # coordinates are not worth it for many atoms, of which there cannot be many factors
    read = loss_of_ratio if len(points) <= _MOST_COORDINATES else _opaque
    for (a, b), (c, d), slope in zip(points, points[1:], linear.slopes, strict=False):
        if slope != 0:
            atoms.append(LossAtom(read(-slope), c - a, b - d))
        else:
            parts.vanishing.append((c - a, count))
    if points[0][1] != 1:
        parts.infinite.append((1 - points[0][1], count))
    _add(parts, tuple(atoms), count)


def _opaque(ratio: Expr) -> Expr:
    return log(ratio, evaluate=False)


def _add_other(parts: Parts, function: TradeOff, count: int) -> None:
    """One function with a closed form of its profile, beside finite ones."""
    profile = _formula_or_none(function._delta_formula, parts.loss)
    if profile is None or count != 1 or parts.other is not None:
        raise UnsupportedError(
            f"no certified values of products with {function} ** {count} are known; allowed are "
            "products of Gaussian, Laplace, EpsDelta and piecewise-linear functions, and powers of "
            "one discrete Gaussian, or one other function with a closed profile, beside those of "
            "finitely many losses"
        )
    parts.other = function
    start = _formula_or_none(function._formula, Integer(0))
    if start is None:
        parts.profile, parts.ends_known = profile, False
        return
    parts.profile = profile - (1 - start)
    if start != 1:
        parts.infinite.append((1 - start, 1))
    end = _formula_or_none(function.inverse()._formula, Integer(0))
    if end is None:
        parts.ends_known = False
    elif end != 1:
        parts.vanishing.append((1 - end, 1))


def _formula_or_none(formula: Callable[[Expr], Expr], point: Expr) -> Expr | None:
    try:
        return formula(point)
    except UnsupportedError:
        return None


def _add(parts: Parts, atoms: tuple[LossAtom, ...], count: int) -> None:
    law = FiniteLoss(atoms)
    parts.finite[law] = parts.finite.get(law, 0) + count
