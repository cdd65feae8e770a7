"""The parts of a product as factors of a bracket of its profile."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import acb, arb

from ..errors import FdpError, PrecisionError, UnsupportedError
from . import arithmetic as ar
from .bracket import Bracket
from .compiler import compile_expr
from .discretised import ProfileFactor
from .half_exponential import HalfExponentialFactor, HalfExponentialPower
from .line_factors import AtomFactor, BallFactor, Factor
from .numbers import to_bound, to_value
from .real import REAL
from .refine import constant
from .subsampled_factor import SubsampledFactor

__all__ = ["bracket_of", "log_product", "transformed"]

_PROFILE_DIGITS = 28
# beyond it sums are too long for even one digit, and the product is next to the function 0
_WIDEST = 300.0
_SHORT = 1e-3


def log_product(masses: Sequence[tuple[Any, int]]) -> Any:
    """The logarithm of the product of the complements."""
    return sum((n * (-constant(m)).log1p() for m, n in masses), arb(0))


def bracket_of(parts: Any, name: str, refusal: UnsupportedError) -> Bracket:
    """The bracket of a product.

    Parameters
    ----------
    parts : fdp_sym.oracle.parts.Parts
    name : str
        What to call the product in messages.
    refusal : UnsupportedError
        Why its tails are not known.

    Raises
    ------
    UnsupportedError
        If a factor is known neither by its transform nor by its profile, or if the loss is spread
        too far for sums that are affordable.
    """
    deviation = _deviation([*transformed(parts), *_subsampled(parts)])
    if not deviation <= _WIDEST:
        raise UnsupportedError(
            f"no certified values of {name} are known: {refusal}, and its loss has a standard "
            f"deviation of about {deviation:.0f}; allowed are {_WIDEST:.0f}. Take fewer factors, "
            "or the limit by clt"
        )
    profiles = []
    for other in parts.known_by_profile:
        try:
            profile = _profile(other)
            profile(arb(1) / 4)  # functions are enclosed at exact points
        except FdpError as error:
            raise UnsupportedError(
                f"no certified values of {name} are known: {refusal}, and the profile of "
                f"{other.function} has no closed form ({error})"
            ) from None
        # a mass may be known as a wide ball only
        limit, rest = (
            0 if m is None else constant(m).lower() for m in (other.infinite, other.vanishing)
        )
        limit = arb(limit) if limit > 0 else arb(0)
        finite = (1 - arb(rest)).upper() if rest > 0 else arb(1)
        profiles.append(ProfileFactor(profile, limit, finite, other.count))

    def factors() -> list[Factor]:
        return [*transformed(parts), *_subsampled(parts)]

    def variance() -> Any:
        return constant(parts.gaussian) ** 2 if parts.gaussian != 0 else arb(0)

    def masses() -> tuple[Any, Any]:
        return log_product([*parts.slack, *parts.infinite]), log_product(parts.slack)

    return Bracket(factors, profiles, variance, masses)


def transformed(parts: Any) -> list[Factor]:
    """The factors of a product whose transforms are known, Gaussians excepted."""
    factors: list[Factor] = []
    for law, n in parts.finite.items():
        factors.append(AtomFactor([(constant(a.loss), constant(a.q)) for a in law.atoms], n))
    for law, n in parts.exponential.items():
        factors.append(HalfExponentialFactor(HalfExponentialPower.of(law, n)))
    for (sigma, shift), n in parts.discrete.items():
        factors.append(BallFactor(_DiscreteGaussian(constant(sigma), shift, n)))
    return factors


def _subsampled(parts: Any) -> list[Factor]:
    """The subsampled Gaussians among the factors."""
    return [
        SubsampledFactor(constant(law.mu), constant(law.q), n, law.sign)
        for law, n in parts.known_subsampled
    ]


def _deviation(factors: Sequence[Factor]) -> float:
    """About the standard deviation of the sum of the losses, from log K next to 0."""
    points = np.array([_SHORT, -_SHORT])
    return math.sqrt(max(sum(float(f.log_transform(points).sum()) for f in factors), 0)) / _SHORT


class _DiscreteGaussian:
    r"""K(s) of the discrete Gaussian law, to the n-th power.

    Against the shift by m the loss is :math:`(2mS+m^2)/(2\sigma^2)` under Q, with S a discrete
    Gaussian around 0, whose moment generating function is a quotient of theta functions.
    """

    def __init__(self, sigma: Any, shift: int, n: int) -> None:
        self.sigma, self.shift, self.n = sigma, shift, n
        self.tau = acb(0, 1 / (2 * arb.pi() * sigma**2))
        self.whole = self._theta(acb(0))

    def _theta(self, z: Any) -> Any:
        return acb.modular_theta(z / (2 * acb(0, 1) * arb.pi()), self.tau)[2]

    def __call__(self, s: Any) -> Any:
        z = s * self.shift / self.sigma**2
        return ((z * self.shift / 2).exp() * self._theta(z) / self.whole) ** self.n


def _profile(other: Any) -> Callable[[Any], Any]:
    """The profile on balls: a compiled formula, or else the function's own enclosures."""
    if other.profile is not None:
        program = compile_expr(other.profile, [other.loss])
        return lambda x: ar.to_arb(program.run([x], REAL))

    def enclosed(x: Any) -> Any:
        point = ar.bounds(x)[0]
        if not x.is_exact():
            raise UnsupportedError(f"{other.function} is enclosed at exact points only")
        try:
            ball = other.function.enclose_delta(point, _PROFILE_DIGITS)
        except PrecisionError as error:
            if error.ball is None:
                raise
            ball = error.ball
        low, high = (arb(to_value(to_bound(end))) for end in (ball.lower, ball.upper))
        return low.union(high)

    return enclosed
