"""New trade-off functions of old ones: maximum, mixture, inverse."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from typing import Any

import numpy as np
from sympy import Basic, Dummy, Expr, Integer, Interval, Piecewise, exp, expand, log

from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import parameter, shown
from ..functions import Max
from . import numeric
from .base import Array, TradeOff
from .identity import Identity
from .inputs import pairs_of, within

__all__ = ["Inverse", "Maximum", "Mixture", "maximum", "mixture"]


def maximum(*functions: TradeOff) -> TradeOff:
    r"""The pointwise maximum :math:`\max\{f,g,\dots\}`, a trade-off function again.

    Parameters
    ----------
    *functions : TradeOff
        At least one. Nested maxima are flattened and repetitions dropped, so that equal sets give
        equal objects.

    Raises
    ------
    DomainError
        Without arguments, or for something that is no trade-off function.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> maximum(EpsDelta(1), EpsDelta(0, "1/10"))
    Maximum(EpsDelta(0, 1/10), EpsDelta(1, 0))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.2.
    """
    if not functions:
        raise DomainError("maximum(): allowed is at least one trade-off function")
    members: set[TradeOff] = set()
    for function in functions:
        _require_trade_off(function, "maximum")
        members.update(function.functions if isinstance(function, Maximum) else (function,))
    ordered = sorted(members, key=repr)
    return ordered[0] if len(ordered) == 1 else Maximum(*ordered)


def mixture(parts: Iterable[tuple[Any, TradeOff]]) -> TradeOff:
    r"""The pointwise mixture :math:`\sum_i w_if_i`, a trade-off function again.

    Meaning: an index i is drawn with the public probabilities :math:`w_i`, independently of the
    data, and the adversary sees it; a test then has to hold the **same** level alpha in every
    branch. (A test free to spread its level over the branches is stronger; that is not this.)

    Parameters
    ----------
    parts : iterable of (weight, TradeOff)
        Weights in [0, 1] whose exact sum is 1. Equal functions are merged.

    Raises
    ------
    DomainError
        If a weight is outside [0, 1] or the exact sum is not 1 (0.1 + 0.9 is not, in binary).

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian, Identity
    >>> f = mixture([("1/4", Gaussian(1)), ("3/4", Identity())])
    >>> f.formula()
    -3*alpha/4 + Phi(Quantile(1 - alpha) - 1)/4 + 3/4
    """
    weights: dict[TradeOff, Expr] = {}
    for weight, function in pairs_of(parts, "parts", "(weight, TradeOff)"):
        _require_trade_off(function, "mixture")
        share = parameter(weight, "weight", Interval(0, 1))
        inner = function.parts if isinstance(function, Mixture) else ((Integer(1), function),)
        for factor, member in inner:
            weights[member] = weights.get(member, Integer(0)) + share * factor
    total = expand(sum(weights.values(), Integer(0)))
    if total != 1:
        raise DomainError(
            f"the weights of a mixture sum to {shown(total)}: allowed is a sum of exactly 1. "
            'Write decimals as strings ("0.1") or as Fraction.'
        )
    kept = sorted(((w, f) for f, w in weights.items() if not w.is_zero), key=repr)
    return kept[0][1] if len(kept) == 1 else Mixture(*kept)


def _require_trade_off(function: Any, what: str) -> None:
    if not isinstance(function, TradeOff):
        raise DomainError(f"{what}: {function!r} is no trade-off function")


class Maximum(TradeOff):
    """The maximum of at least two different functions; made by `maximum`."""

    @property
    def functions(self) -> tuple[TradeOff, ...]:
        """The members, sorted."""
        return self.parameters  # type: ignore[return-value]

    @property
    def is_symmetric(self) -> bool:
        return {f.inverse() for f in self.functions} == set(self.functions)

    def inverse(self) -> TradeOff:
        return maximum(*(f.inverse() for f in self.functions))

    def fixed_point(self) -> Any:
        # f_i >= alpha at its own fixed point, so the largest one is that of the maximum
        points = [f.fixed_point() for f in self.functions]
        if all(isinstance(point, Basic) for point in points):
            return Max(*points)
        return max(map(float, points))

    def as_piecewise_linear(self) -> Any:
        """The exact piecewise-linear maximum, or None if a member is not piecewise linear."""
        from .piecewise_linear import as_piecewise_linear, maximum_of

        members = [as_piecewise_linear(f) for f in self.functions]
        exact = [member for member in members if member is not None]
        return maximum_of(exact) if len(exact) == len(members) else None

    def tv(self) -> Any:
        return 1 - 2 * self.fixed_point() if self.is_symmetric else super().tv()

    def _formula(self, alpha: Expr) -> Expr:
        return Max(*(f._formula(alpha) for f in self.functions))

    def _formula_at_z(self, z: Expr) -> Expr:
        return Max(*(f._formula_at_z(z) for f in self.functions))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return reduce(np.maximum, (f._values(alpha, rest) for f in self.functions))

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return reduce(np.minimum, (f._complements(alpha, rest) for f in self.functions))

    def _values_at_z(self, z: Array) -> Array:
        return reduce(np.maximum, (f._values_at_z(z) for f in self.functions))

    def _complements_at_z(self, z: Array) -> Array:
        return reduce(np.minimum, (f._complements_at_z(z) for f in self.functions))

    def _delta_formula(self, eps: Expr) -> Expr:
        exact = self.as_piecewise_linear()
        return super()._delta_formula(eps) if exact is None else exact._delta_formula(eps)


class Mixture(TradeOff):
    """A convex combination of at least two different functions; made by `mixture`."""

    @property
    def parts(self) -> tuple[tuple[Expr, TradeOff], ...]:
        """Pairs (weight, function)."""
        return self.parameters  # type: ignore[return-value]

    @cached_property
    def _weights(self) -> list[float]:
        return [numeric.double(weight) for weight, _ in self.parts]

    def __reduce__(self) -> tuple[Any, ...]:
        return _mixture_of, self.parameters  # a weight may become 0 or 1 by substitution

    def __repr__(self) -> str:
        return f"Mixture({', '.join(f'({w}, {f!r})' for w, f in self.parts)})"

    def _formula(self, alpha: Expr) -> Expr:
        return sum((w * f._formula(alpha) for w, f in self.parts), Integer(0))

    def _formula_at_z(self, z: Expr) -> Expr:
        return sum((w * f._formula_at_z(z) for w, f in self.parts), Integer(0))

    def _sum(self, values: Iterable[Array]) -> Array:
        return np.asarray(sum(w * v for w, v in zip(self._weights, values, strict=True)))

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._sum(f._values(alpha, rest) for _, f in self.parts)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._sum(f._complements(alpha, rest) for _, f in self.parts)

    def _values_at_z(self, z: Array) -> Array:
        return self._sum(f._values_at_z(z) for _, f in self.parts)

    def _complements_at_z(self, z: Array) -> Array:
        return self._sum(f._complements_at_z(z) for _, f in self.parts)

    @cached_property
    def _linear(self) -> Any:
        from .piecewise_linear import PiecewiseLinear, as_piecewise_linear, mixture_of

        blind = PiecewiseLinear([(0, 1), (1, 0)])
        members = [blind if f == Identity() else as_piecewise_linear(f) for _, f in self.parts]
        exact = [member for member in members if member is not None]
        if len(exact) < len(members):
            return None
        try:
            return mixture_of([w for w, _ in self.parts], exact)
        except HypothesisError:  # an order that symbols leave open
            return None

    def as_piecewise_linear(self) -> Any:
        """The exact piecewise-linear mixture, or None if a member is not piecewise linear."""
        return self._linear

    def two_sided(self) -> TradeOff:
        exact = self.as_piecewise_linear()
        if exact is not None:
            return exact.two_sided()
        if self._with_identity is not None and self._with_identity[1].is_symmetric:
            rate, f = self._with_identity
            return f.subsample(rate)
        return super().two_sided()

    @cached_property
    def _with_identity(self) -> tuple[Expr, TradeOff] | None:
        """(p, f) when the mixture is p f + (1 - p) Id."""
        others = [part for part in self.parts if part[1] != Identity()]
        return others[0] if len(others) == 1 else None

    def tv(self) -> Any:
        if self._with_identity is None:
            return super().tv()
        return self._with_identity[0] * self._with_identity[1].tv()

    # 1 - p f - (1 - p) Id - x alpha = p (1 - f - alpha (x - 1 + p)/p), with x = e^eps

    def _delta_formula(self, eps: Expr) -> Expr:
        if self._with_identity is None:
            return super()._delta_formula(eps)
        p, f = self._with_identity
        growth = (exp(eps) - 1 + p) / p
        if eps.is_nonnegative:
            return p * f._delta_formula(log(growth))
        if growth.is_number and growth <= 0:
            return 1 - exp(eps)
        if growth.is_number:
            return p * f._delta_formula(log(growth))
        return Piecewise(
            (1 - exp(eps), exp(eps) <= 1 - p), (p * f._delta_formula(log(growth)), True)
        )

    def _delta_values(self, eps: Array) -> Array:
        if self._with_identity is None:
            return super()._delta_values(eps)
        p, f = numeric.double(self._with_identity[0]), self._with_identity[1]
        # log((x - 1 + p)/p), without overflow of x
        shrink = np.exp(-np.abs(eps))
        small = np.log1p(np.expm1(np.minimum(eps, 0.0)) / p)
        moderate = np.log1p(np.expm1(np.minimum(eps, 30.0)) / p)
        large = eps + np.log1p(-(1 - p) * shrink) - np.log(p)
        inner = np.where(eps <= 0, small, np.where(eps <= 30.0, moderate, large))
        below = ~np.isfinite(inner)  # x <= 1 - p: the best test rejects always
        delta = p * f._delta_values(np.where(below, 0.0, inner))
        return np.where(below, -np.expm1(eps), delta)

    def _reaches_limit(self) -> bool | None:
        return self._with_identity[1]._reaches_limit() if self._with_identity else None

    # the inverse of p f + (1 - p) Id: with g = 1 - (1 - p) x the profile is g times that of the
    # inverse of f at p x/g, and 0 where g <= 0

    def _inverse_delta_formula(self, eps: Expr) -> Expr:
        if self._with_identity is None:
            return super()._inverse_delta_formula(eps)
        p, f = self._with_identity
        growth = exp(eps)
        gap = 1 - (1 - p) * growth
        if gap.is_number and gap <= 0:
            return Integer(0)
        inner = gap * f._inverse_delta_formula(log(p * growth / gap))
        if gap.is_number:
            return inner
        return Piecewise((inner, gap > 0), (Integer(0), True))

    def _inverse_delta_values(self, eps: Array) -> Array:
        if self._with_identity is None:
            return super()._inverse_delta_values(eps)
        p, f = numeric.double(self._with_identity[0]), self._with_identity[1]
        rest = numeric.double(1 - self._with_identity[0])
        rise = np.expm1(np.minimum(eps, 700.0))
        gap = p - rest * rise
        inner = np.where(eps < -1, eps + np.log(p / gap), np.log1p(rise / gap))
        inside = gap > 0
        return np.where(inside, gap * f._inverse_delta_values(np.where(inside, inner, 0.0)), 0.0)


def _mixture_of(*parts: tuple[Any, TradeOff]) -> TradeOff:
    return mixture(parts)


class Inverse(TradeOff):
    """The inverse of a function that has no closed form of it; made by ``inverse()``."""

    @property
    def of(self) -> TradeOff:
        """The function whose inverse this is."""
        return self.parameters[0]  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return _inverse_of, self.parameters  # what is left by substitution may know its inverse

    def inverse(self) -> TradeOff:
        return self.of

    def two_sided(self) -> TradeOff:
        return self.of.two_sided()

    def fixed_point(self) -> Any:
        return self.of.fixed_point()

    def tv(self) -> Any:
        return self.of.tv()

    def _formula(self, alpha: Expr) -> Expr:
        raise UnsupportedError(
            f"no closed form of the inverse of {self.of} is known. Give numbers for alpha and for "
            "every symbol to get floats."
        )

    def _delta_formula(self, eps: Expr) -> Expr:
        return self.of._inverse_delta_formula(eps)

    def _delta_values(self, eps: Array) -> Array:
        return self.of._inverse_delta_values(eps)

    def _inverse_delta_formula(self, eps: Expr) -> Expr:
        return self.of._delta_formula(eps)

    def _inverse_delta_values(self, eps: Array) -> Array:
        return self.of._delta_values(eps)

    def _limit_sign(self, level: Expr) -> int | None:
        # 1 - f^{-1}(0) is the length of the interval on which f vanishes
        zero = self.enclose(0)
        for order, certain in ((1, zero < 1 - level), (-1, zero > 1 - level)):
            if certain:
                return order
        return 0 if zero.is_exact and zero.lower == 1 - level else None

    def _reaches_limit(self) -> bool | None:
        # against a mixture with P the ratio dP/dQ is bounded
        return True if isinstance(self.of, Mixture) and self.of._with_identity else None

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        self._require_numbers("enclose")
        from ..balls import Ball, sign
        from ..balls.roots import first_at_most_zero

        level, t = within(alpha, "alpha", Interval(0, 1)), Dummy("t", nonnegative=True)
        if sign(self.of._formula(Integer(0)) - level) in (-1, 0):
            return Ball(0, 0, "f(0) is not above the level")
        return first_at_most_zero(self.of._formula(t) - level, t, digits)

    def _levels(self, alpha: Array, rest: Array) -> tuple[Array, Array]:
        return numeric.inverse_levels(self.of._values, self.of._complements, alpha, rest)

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._levels(alpha, rest)[0]

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._levels(alpha, rest)[1]


def _inverse_of(function: TradeOff) -> TradeOff:
    return function.inverse()
