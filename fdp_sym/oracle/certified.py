r"""Certified values of products: every answer is an interval that provably holds the truth."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from sympy import Expr, Interval, Mul, Rational, S, exp, expand, oo

from ..errors import PrecisionError, UnsupportedError
from ..exact import shown, to_fraction
from ..functions import Max
from ..signs import possible_signs
from ..tradeoff.inputs import within
from .parts import Factors, Parts, factors_of, parts_of
from .rational import RationalAtoms

__all__ = ["enclose_delta", "enclose_epsilon", "enclose_value", "product_of"]

_REALS = Interval(-oo, oo)
_LEVELS = Interval(0, 1)
# that takes up to half a minute; sums of many equal factors have as many terms as the square root
_MOST_FACTORS = 10**7
# powers with more bits than that are not multiplied out to decide an equality
_MOST_BITS = 20_000


class _Product:
    """A product with the law of its loss, kept for the next question about it."""

    def __init__(self, factors: Factors) -> None:
        from ..balls.product_loss import ProductLoss

        self.name = " @ ".join(f"{f} ** {n}" if n > 1 else f"{f}" for f, n in factors)
        self.parts: Parts = parts_of(factors)
        if not self._is_binomial:
            self.require_moderate()
        self.loss = ProductLoss(self.parts, self.name)
        self.rational = RationalAtoms(self.parts)

    @cached_property
    def starts(self) -> Any:
        """Where searches in the tails start."""
        from ..balls.starting_points import StartingPoints

        return StartingPoints(self.parts, self.loss.bracket)

    @property
    def _is_binomial(self) -> bool:
        """Whether all factors with a loss are the same with two atoms."""
        return self.parts.is_finite and [len(law.atoms) for law in self.parts.finite] == [2]

    def require_moderate(self, eps: Expr | None = None) -> None:
        """Refuse products of too many factors, unless eps is far from the bulk of a binomial."""
        if self.parts.count <= _MOST_FACTORS or (eps is not None and self._far(eps)):
            return
        raise UnsupportedError(
            f"certified values of {self.name}: it has {self.parts.count} factors that are not "
            f"Gaussian or slack; allowed are {_MOST_FACTORS}. Take fewer, or the limit by clt"
        )

    def _far(self, eps: Expr) -> bool:
        """Whether eps is so far from the means under P and Q that few terms of the sum matter."""
        ((law, n),) = self.parts.finite.items()
        above = sum(float(a.q) * float(a.loss) for a in law.atoms)
        below = sum(-float(a.p) * float(a.loss) for a in law.atoms)
        return abs(float(eps / n)) < min(above, below) / 2

    def exact_delta(self, eps: Expr) -> Fraction | None:
        """The profile where that is a rational number and cheap to find."""
        if self.parts.is_zero:
            return Fraction(1)
        if self.above_all(eps):
            return Fraction(0)
        if not self.rational.exists:
            return None
        growth = exp(eps)
        return self.rational.delta(to_fraction(growth)) if growth.is_Rational else None

    def above_all(self, eps: Expr) -> bool:
        """Whether eps is proved to be at least every loss, so that delta(eps) is zero."""
        largest = self.parts.largest_loss
        if largest is None or not self.parts.is_bounded:
            return False
        return bool(possible_signs(expand(eps - largest)) <= {0, 1})


def product_of(f: Any) -> _Product:
    """The product of the factors of a function, or of a list of factors."""
    return _product(tuple(factors_of(f)))


@lru_cache(maxsize=4)
def _product(factors: tuple[Any, ...]) -> _Product:
    return _Product(list(factors))


def enclose_delta(f: Any, eps: Any, digits: int = 30) -> Any:
    r"""A ball that holds the profile :math:`\delta(\varepsilon)` of a product.

    Parameters
    ----------
    f : TradeOff, or list of (TradeOff, int)
        A trade-off function, a product, or the factors of one with their multiplicities.
    eps : number
        Any real number.
    digits : int
        The relative width asked for, as a number of digits.

    Returns
    -------
    Ball
        Of relative width at most ``10**-digits``; an exact zero is the ball [0, 0]. Its ``route``
        says how it was computed.

    Raises
    ------
    DomainError
        If eps is no real number.
    UnsupportedError
        For symbols, and for factors of which no certified values are known.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> enclose_delta([(EpsDelta("1/10"), 1000)], 10).decimal(20)
    '0.033313825692114020066'
    """
    from ..balls import Ball
    from ..balls.bracket_search import bracketed_delta, rescued
    from ..balls.refine import constant, refine

    point = within(eps, "eps", _REALS)
    product = product_of(f)
    loss = product.loss
    exact = product.exact_delta(point)
    if exact is not None:
        return Ball(exact, exact, "exact sum over atoms")
    product.require_moderate(point)
    what = f"delta({shown(point)}) of {product.name}"
    if loss.bracket is not None:
        return bracketed_delta(loss.bracket, lambda: constant(point), digits, loss.route, what)

    def profile() -> Any:
        return loss.tail(constant(point)).delta

    return rescued(
        lambda: refine(profile, digits, loss.route, what, loss.lost_bits(float(point))),
        lambda b: bracketed_delta(b, lambda: constant(point), digits, b.route, what),
        loss.fallback,
    )


def enclose_epsilon(f: Any, delta: Any, digits: int = 30) -> Any:
    r"""A ball that holds :math:`\inf\{\varepsilon\ge0:\delta(\varepsilon)\le\delta\}`.

    Parameters
    ----------
    f : TradeOff, or list of (TradeOff, int)
        A trade-off function, a product, or the factors of one with their multiplicities.
    delta : number in [0, 1]
    digits : int
        The relative width asked for, as a number of digits.

    Returns
    -------
    Ball
        Of relative width at most ``10**-digits``; the answers 0 and ``inf`` are exact.

    Raises
    ------
    DomainError
        If delta is outside [0, 1].
    UnsupportedError
        For symbols, and for factors of which no certified values are known.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> enclose_epsilon(Gaussian(1), "1e-12").decimal(12)
    '7.23849442017'
    >>> enclose_epsilon([(EpsDelta(1, "1/100"), 5)], "1/100")
    Ball(inf, inf)
    """
    from ..balls import Ball, enclose
    from ..balls.bracket_search import bracketed_crossing, rescued
    from ..balls.loss_roots import crossing
    from ..balls.refine import constant, order

    level = within(delta, "delta", _LEVELS)
    product = product_of(f)
    product.require_moderate()
    loss, parts = product.loss, product.parts

    def target() -> Any:
        return constant(level)

    if level == 1:
        return Ball(0, 0, loss.route)
    # the profile decreases from its value at 0 to the mass at infinity, strictly until it is there
    masses = [*parts.slack, *parts.all_infinite]
    above = _exact_order(level, masses)
    if above is None:
        above = order(target, loss.infinite_mass)
    if above == 0 and parts.largest_loss is not None:
        largest = Max(0, parts.largest_loss)
        return enclose(largest, digits=digits, route=loss.route)
    if above == -1 or (above == 0 and parts.is_unbounded):
        return Ball(math.inf, math.inf, loss.route)
    if above == 0:
        raise UnsupportedError(
            f"the largest loss of {product.name}, at which the profile reaches {shown(level)}, is "
            "not known; allowed are larger delta"
        )

    def reached_at_zero() -> bool:
        start = product.exact_delta(S.Zero)
        if start is not None:
            return start == level or order(target, lambda: constant(start)) in (0, 1)
        if loss.bracket is not None:
            return loss.bracket.order(S.Zero, target) in (0, 1)
        return order(target, lambda: loss.tail(constant(S.Zero)).delta) in (0, 1)

    # tails of Gaussians cost less than a good place to start
    near = product.starts.near_profile(target) if parts.count else None
    far = near is not None and near > 1
    if not far and reached_at_zero():
        return Ball(0, 0, loss.route)
    what = f"eps at delta = {shown(level)} of {product.name}"
    if loss.bracket is not None:
        return bracketed_crossing(loss.bracket, target, digits, loss.route, what, near)

    def by_tails() -> Any:
        try:
            ball = crossing(loss.tail, target, digits, loss.lost_bits, what, near)
        except PrecisionError as error:
            if far and error.ball is not None and error.ball.lower == 0 and reached_at_zero():
                return Ball(0, 0, loss.route)
            raise
        return Ball(ball.lower, ball.upper, loss.route)

    return rescued(
        by_tails,
        lambda b: bracketed_crossing(b, target, digits, b.route, what, near),
        loss.fallback,
    )


def enclose_value(f: Any, alpha: Any, digits: int = 30) -> Any:
    r"""A ball that holds the type II error :math:`f(\alpha)` of a product.

    Parameters
    ----------
    f : TradeOff, or list of (TradeOff, int)
        A trade-off function, a product, or the factors of one with their multiplicities.
    alpha : number in [0, 1]
    digits : int
        The relative width asked for, as a number of digits.

    Returns
    -------
    Ball
        Of relative width at most ``10**-digits``; an exact zero is the ball [0, 0].

    Raises
    ------
    DomainError
        If alpha is outside [0, 1].
    UnsupportedError
        For symbols, and for factors of which no certified values are known.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from sympy import sqrt
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> enclose_value([(EpsDelta(1 / sqrt(10)), 10)], "1/20").decimal(12)
    '0.750409102476'
    """
    from ..balls import Ball
    from ..balls.bracket_search import bracketed_value, rescued
    from ..balls.loss_roots import type_two_error
    from ..balls.refine import constant, order, refine

    level = within(alpha, "alpha", _LEVELS)
    product = product_of(f)
    product.require_moderate()
    loss, parts = product.loss, product.parts
    what = f"f({shown(level)}) for f = {product.name}"
    if parts.is_zero:
        return Ball(0, 0, loss.route)
    if level == 0 and not parts.ends_known:
        raise UnsupportedError(
            f"{what}: its mass of infinite loss is not known; allowed is alpha > 0"
        )
    if level == 0:
        return refine(loss.finite_mass, digits, loss.route, what)

    def rest() -> Any:
        return 1 - constant(level)

    # where Q vanishes, P is accepted for free
    masses = [*parts.slack, *parts.all_vanishing]
    below = _exact_order(1 - level, masses)
    if below is None:
        below = order(rest, loss.vanishing_mass)
    if below in (-1, 0):
        return Ball(0, 0, loss.route)
    if product.rational.exists and level.is_Rational:
        exact = product.rational.value(to_fraction(level))
        return Ball(exact, exact, "exact sum over atoms")

    def target() -> Any:
        return constant(level)

    near = product.starts.near_level(target)
    if loss.bracket is not None:
        return bracketed_value(loss.bracket, target, digits, loss.route, what, near)

    def by_tails() -> Any:
        ball = type_two_error(loss.tail, target, digits, loss.lost_bits, what, near)
        return Ball(ball.lower, ball.upper, loss.route)

    return rescued(
        by_tails,
        lambda b: bracketed_value(b, target, digits, b.route, what, near),
        loss.fallback,
    )


def _exact_order(level: Expr, masses: list[tuple[Expr, int]]) -> int | None:
    r"""The sign of the level minus :math:`1-\prod(1-m_i)^{n_i}`, if exact arithmetic decides it."""
    bits = sum(n * r.q.bit_length() for m, n in masses for r in m.atoms(Rational))
    if bits > _MOST_BITS:
        return None
    signs = possible_signs(level - 1 + Mul(*((1 - m) ** n for m, n in masses)))
    return next(iter(signs)) if len(signs) == 1 else None
