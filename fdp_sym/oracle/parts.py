r"""What a product is made of, as the privacy loss sees it.

Losses of independent pairs add. So a product is described by the multisets of its Gaussian and of
its Laplace factors, by its factors with finitely many losses, by functions that are known by their
profiles, and by the masses at infinity: the product of the complements is the mass on which the
loss is finite.
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
from ..tradeoff.group_privacy import Group
from ..tradeoff.identity import Identity
from ..tradeoff.inputs import pairs_of
from ..tradeoff.piecewise_linear import as_piecewise_linear
from .extreme_ratios import extreme_ratios
from .half_exponential import HalfExponential, half_exponential
from .lattice import FiniteLoss, Line, LossAtom, lines_of, loss_of_ratio
from .subsampled import Subsampled, sampled_gaussian, subsampled_gaussian

__all__ = ["Factors", "Other", "Parts", "factors_of", "parts_of"]

Factors = list[tuple[TradeOff, int]]

_MOST_COORDINATES = 64


@dataclass(frozen=True)
class Other:
    """A function that is known by its profile, and how often it occurs.

    Attributes
    ----------
    function : TradeOff
    count : int
    profile : Expr or None
        Its profile as an expression in ``loss``, if there is one for all real numbers.
    loss : Expr
    infinite, vanishing : Expr or None
        The masses under Q at infinity, and under P at minus infinity, where they are known.
    largest : Expr or None
        The largest loss, where it is known and there is one.
    """

    function: TradeOff
    count: int
    profile: Expr | None
    loss: Expr
    infinite: Expr | None
    vanishing: Expr | None
    largest: Expr | None = None


@dataclass
class Parts:
    """The parts of a product.

    Attributes
    ----------
    gaussian : Expr
        The mu of all Gaussian factors together, 0 without any.
    exponential : dict
        The number of times that each law with a half-exponential density occurs.
    discrete : dict
        The number of times that each discrete Gaussian occurs, as its sigma and its shift.
    finite : dict
        The number of times that each finite law occurs.
    others : list of Other
        All other functions.
    slack : list of (Expr, int)
        The delta of the factors f_{0,delta}, with multiplicities.
    infinite : list of (Expr, int)
        The masses under Q at infinity of the piecewise-linear factors, with multiplicities.
    vanishing : list of (Expr, int)
        Their masses under P at minus infinity, with multiplicities.
    """

    gaussian: Expr = field(default_factory=lambda: Integer(0))
    exponential: dict[HalfExponential, int] = field(default_factory=dict)
    finite: dict[FiniteLoss, int] = field(default_factory=dict)
    discrete: dict[tuple[Expr, int], int] = field(default_factory=dict)
    others: list[Other] = field(default_factory=list)
    slack: list[tuple[Expr, int]] = field(default_factory=list)
    infinite: list[tuple[Expr, int]] = field(default_factory=list)
    vanishing: list[tuple[Expr, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of factors besides Gaussians and slack."""
        counts = (self.exponential, self.finite, self.discrete)
        return sum(n for c in counts for n in c.values()) + sum(o.count for o in self.others)

    @property
    def is_finite(self) -> bool:
        """Whether all factors have finitely many losses."""
        return not self.is_smooth and not self.discrete and not self.others

    @property
    def is_smooth(self) -> bool:
        """Whether there are Gaussian factors, or such with half-exponential densities."""
        return bool(self.gaussian != 0) or bool(self.exponential)

    @property
    def ends_known(self) -> bool:
        """Whether the masses at infinity and at minus infinity are all known."""
        return all(o.infinite is not None and o.vanishing is not None for o in self.others)

    @property
    def all_infinite(self) -> list[tuple[Expr, int]]:
        """All masses under Q at infinity that are known, those of slack excepted."""
        others = [(o.infinite, o.count) for o in self.others if o.infinite is not None]
        return [*self.infinite, *others]

    @property
    def all_vanishing(self) -> list[tuple[Expr, int]]:
        """All masses under P at minus infinity that are known, those of slack excepted."""
        others = [(o.vanishing, o.count) for o in self.others if o.vanishing is not None]
        return [*self.vanishing, *others]

    @property
    def known_subsampled(self) -> list[tuple[Subsampled, int]]:
        """The subsampled Gaussians among the other functions."""
        found = [(subsampled_gaussian(o.function), o.count) for o in self.others]
        return [(law, n) for law, n in found if law is not None]

    @property
    def known_by_profile(self) -> list[Other]:
        """The other functions that are no subsampled Gaussians."""
        return [o for o in self.others if subsampled_gaussian(o.function) is None]

    @property
    def subsampled(self) -> list[tuple[Subsampled, int]]:
        """The other functions as subsampled Gaussians; empty if one of them is none."""
        known = self.known_subsampled
        return known if len(known) == len(self.others) else []

    @property
    def without_replacement(self) -> list[tuple[Expr, Expr, int]]:
        """The other functions as C_p(G_mu): (mu, p, count); empty if one of them is none."""
        found = [(sampled_gaussian(o.function), o.count) for o in self.others]
        known = [(*law, n) for law, n in found if law is not None]
        return known if len(known) == len(found) else []

    @property
    def is_bounded(self) -> bool:
        """Whether no mass is at infinity."""
        return not self.slack and all(mass == 0 for mass, _ in self.all_infinite)

    @property
    def is_zero(self) -> bool:
        """Whether the whole mass is at infinity, so that the product is the function 0."""
        return any(mass == 1 for mass, _ in (*self.slack, *self.all_infinite))

    @property
    def largest_loss(self) -> Expr | None:
        """The largest finite loss; None if the losses are not bounded or it is not known."""
        subsampled = self.subsampled
        others = [] if subsampled else self.others
        unknown = any(o.largest is None for o in others)
        if self.gaussian != 0 or self.discrete or unknown:
            return None
        if any(law.sign > 0 for law, _ in subsampled):
            return None
        ends = [n * law.atoms[0].loss for law, n in self.finite.items()]
        ends += [n * law.reach for law, n in self.exponential.items()]
        ends += [o.count * o.largest for o in others if o.largest is not None]
        return Add(*ends, *(-n * log(1 - law.q) for law, n in subsampled))

    @property
    def is_unbounded(self) -> bool:
        """Whether finite losses are known to have no largest one."""
        others = any(o.function._reaches_limit() is False for o in self.others)
        return bool(self.gaussian != 0) or bool(self.discrete) or others

    def lattices(self) -> tuple[list[Line], list[tuple[FiniteLoss, int]]]:
        """The finite laws on lines, and those that lie on none."""
        return lines_of(self.finite, self.is_finite)


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
    """The parts of the product of the factors."""
    parts = Parts()
    square = Integer(0)
    for function, count in factors:
        if isinstance(function, Identity) or count == 0:
            continue
        if isinstance(function, Gaussian):
            square += function.mu * function.mu * count
        elif law := half_exponential(function):
            _add_half_exponential(parts, law, count)
        elif shifted := _discrete_gaussian(function):
            parts.discrete[shifted] = parts.discrete.get(shifted, 0) + count
        elif isinstance(function, EpsDelta):
            _add_eps_delta(parts, function, count)
        else:
            _add_piecewise_linear(parts, function, count)
    parts.gaussian = sqrt(square)
    return parts


def _discrete_gaussian(function: TradeOff) -> tuple[Expr, int] | None:
    """The sigma and the shift of a discrete Gaussian: for groups of k that is k."""
    if isinstance(function, DiscreteGaussian):
        return function.sigma, 1
    if isinstance(function, Group) and isinstance(function.of, DiscreteGaussian):
        return function.of.sigma, function.size
    return None


def _add_half_exponential(parts: Parts, law: HalfExponential, count: int) -> None:
    if law.reach == 0:
        return
    parts.exponential[law] = parts.exponential.get(law, 0) + count
    if law.outside != 0:
        parts.infinite.append((law.outside, count))
        parts.vanishing.append((law.outside, count))


def _add_eps_delta(parts: Parts, function: EpsDelta, count: int) -> None:
    eps = function.eps
    if function.slack != 0:
        parts.slack.append((function.slack, count))
    if eps != 0:
        growth = exp(eps)
        # the first sum that SymPy simplifies makes it import more than all else here takes
        whole = 1 + growth if growth.is_Rational else Add(1, growth, evaluate=False)
        most, least = growth / whole, 1 / whole
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
    """A function that is known by its profile."""
    loss = real("loss")
    profile = _formula_or_none(function._delta_formula, loss)
    start = _formula_or_none(function._formula, Integer(0))
    end = None if start is None else _formula_or_none(function.inverse()._formula, Integer(0))
    infinite, vanishing = (None if value is None else 1 - value for value in (start, end))
    ratios = extreme_ratios(function)
    if ratios is not None or subsampled_gaussian(function):
        infinite = vanishing = Integer(0)
    largest = None if ratios is None else log(ratios[0])
    parts.others.append(Other(function, count, profile, loss, infinite, vanishing, largest))


def _formula_or_none(formula: Callable[[Expr], Expr], point: Expr) -> Expr | None:
    try:
        return formula(point)
    except UnsupportedError:
        return None


def _add(parts: Parts, atoms: tuple[LossAtom, ...], count: int) -> None:
    law = FiniteLoss(atoms)
    parts.finite[law] = parts.finite.get(law, 0) + count
