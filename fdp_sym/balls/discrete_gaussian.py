r"""Enclosures for the discrete Gaussian N_Z(0, sigma^2) against its shift by 1.

Everything comes from the upper tails :math:`S(k)=T(k)/(1+2T(1))`,
:math:`T(k)=\sum_{n\ge k}e^{-cn^2}`, :math:`c=1/(2\sigma^2)`, of which two enclosures are used:

* the sum itself, cut off where the rest is below the last bit: beyond n the terms fall by the
  factor :math:`e^{-(2n+1)c}` at least, so the rest is at most a geometric series;
* where that takes many terms, the Euler-Maclaurin formula from :math:`a=k-\tfrac12`, at which the
  odd Bernoulli polynomials vanish. With :math:`z=a/\sigma`, :math:`f=e^{-cx^2}` and
  :math:`b_j=B_{2j}(1/2)/(2j)!` it is :math:`\sigma\sqrt{2\pi}\,\Phi(-z)
  +f(a)\sum_{j\le J}b_j\sigma^{1-2j}\mathrm{He}_{2j-1}(z)` up to
  :math:`|B_{2J}|/(2J)!\,\int|f^{(2J)}|`, where :math:`|B_{2J}|/(2J)!\le4(2\pi)^{-2J}` and, as
  :math:`E\,\mathrm{He}_m^2=m!`, :math:`\int|f^{(2J)}|\le\sigma^{1-2J}\sqrt{2\pi\,(2J)!}`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Expr, Rational

from ..errors import PrecisionError
from .ball import Ball
from .precision import precision
from .refine import constant, refine

__all__ = ["enclose_delta", "enclose_epsilon", "enclose_tail", "enclose_value", "pieces_at"]

_ROUTE = "discrete Gaussian tails, cut off with a bound on the rest"
_FEW = 500  # terms that are summed without further thought
_MOST = 1_000_000
_SEARCH_BITS = tuple(128 * 2**i for i in range(10))


class _Tails:
    """The tails at the current precision."""

    def __init__(self, sigma: Expr) -> None:
        self.sigma = constant(sigma)
        self.rate = 1 / (2 * self.sigma**2)
        self.known: dict[int, Any] = {}
        self.total = 1 + 2 * self._sum(1)

    def upper(self, k: int) -> Any:
        """P[N >= k]."""
        if k <= 0:
            return 1 - self.upper(1 - k)
        if k not in self.known:
            self.known[k] = self._sum(k) / self.total
        return self.known[k]

    def mass(self, k: int) -> Any:
        """P[N = k]."""
        return (-self.rate * k * k).exp() / self.total

    def loss(self, k: int) -> Any:
        """The privacy loss at the outcome k."""
        return (2 * k - 1) * self.rate

    def _sum(self, k: int) -> Any:
        """T(k) for k >= 1."""
        bits = ctx.prec
        # the last term has (2kn + n^2) c = bits log 2
        ends = bits * 0.7 / (self.rate * k + (self.rate * (self.rate * k * k + bits * 0.7)).sqrt())
        if not ends < _FEW:
            smooth = self._euler_maclaurin(k)
            if smooth is not None:
                return smooth
        return self._direct(k)

    def _direct(self, k: int) -> Any:
        bits = ctx.prec
        with precision(bits + 64):
            first = (-self.rate * k * k).exp()
            factor, step = (-self.rate * (2 * k + 1)).exp(), (-2 * self.rate).exp()
            total = term = arb(1)
            small = arb(2) ** (-bits - 8)
            for _ in range(_MOST):
                term = term * factor
                factor = factor * step
                rest = term / (1 - factor)  # of the terms from this one on
                if rest < small:
                    return first * (total + rest.union(arb(0)))
                total = total + term
        return arb("nan")

    def _euler_maclaurin(self, k: int) -> Any:
        """T(k) if the formula can be as precise as the working precision, else None."""
        bits = ctx.prec
        with precision(bits + 32):
            a = arb(fmpq(2 * k - 1, 2))
            z = a / self.sigma
            root = (2 * arb.pi()).sqrt()
            density = (-(z**2) / 2).exp()
            # T(k) is at least f(k)
            small = (-self.rate * k * k).exp() * arb(2) ** (-bits - 8)
            lead = self.sigma * root * (z / arb(2).sqrt()).erfc() / 2
            correction, before, hermite = arb(0), arb(1), z
            bound = 4 * self.sigma * root
            for j in range(1, bits + 64):
                # b_j = B_2j(1/2)/(2j)!, B_m(1/2) = -(1 - 2^(1-m)) B_m
                bernoulli = -(1 - arb(2) ** (1 - 2 * j)) * arb.bernoulli(2 * j)
                size = self.sigma ** (1 - 2 * j) / arb(2 * j).fac()
                correction += bernoulli * size * hermite
                for m in (2 * j - 1, 2 * j):
                    before, hermite = hermite, z * hermite - m * before
                shrink = arb(2 * j * (2 * j - 1)).sqrt() / (2 * arb.pi() * self.sigma) ** 2
                if not shrink < 1:
                    return None
                bound = bound * shrink
                if bound < small:
                    rest = bound.union(-bound)
                    return lead + density * correction + rest
        return None


def enclose_tail(sigma: Expr, k: int, digits: int) -> Ball:
    """P[N >= k]."""
    return refine(lambda: _Tails(sigma).upper(k), digits, _ROUTE, "a tail of the discrete Gaussian")


def pieces_at(sigma: Expr, alpha: Expr) -> tuple[int, ...]:
    """The k with S(k + 1) <= alpha <= S(k), for alpha strictly between 0 and 1.

    Where that is not decided (alpha is one of the S(k), as far as can be seen) the two candidates.
    """
    swapped, found = _located(sigma, alpha)
    return tuple(-k for k in found) if swapped else found


def _located(sigma: Expr, alpha: Expr) -> tuple[bool, tuple[int, ...]]:
    """Whether the level is 1 - alpha >= 0, the smaller one, and the k that belong to it."""
    for bits in _SEARCH_BITS:
        with precision(bits):
            swapped = not constant(alpha) < 0.5
            level, tails = constant(1 - alpha if swapped else alpha), _Tails(sigma)
            k = _last(lambda n: not tails.upper(n) < level)  # noqa: B023 - used at once
            if level < tails.upper(k):
                return swapped, (k,)
            if level < tails.upper(k - 1):
                return swapped, (k - 1, k)
    raise PrecisionError(f"{alpha} is not located among the tails for sigma = {sigma}")


def _last(holds: Callable[[int], bool]) -> int:
    """The last n >= 0 for which a condition holds that fails from some point on."""
    low, high = 0, 1
    while holds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def enclose_value(sigma: Expr, alpha: Expr, digits: int) -> Ball:
    """f(alpha) for alpha strictly between 0 and 1."""
    swapped, found = _located(sigma, alpha)

    def value() -> Any:
        tails, level = _Tails(sigma), constant(1 - alpha if swapped else alpha)
        return _largest(_line(tails, -k if swapped else k, level, swapped) for k in found)

    return refine(value, digits, _ROUTE, "the trade-off function of the discrete Gaussian")


def _line(tails: _Tails, k: int, level: Any, swapped: bool) -> Any:
    """The piece of f between S(k + 1) and S(k), continued: f is the largest of these."""
    ratio = tails.loss(k).exp()
    if swapped:  # the level is that of 1 - alpha, and 1 - S(k) = S(1 - k)
        return tails.upper(2 - k) + ratio * (level - tails.upper(1 - k))
    return tails.upper(1 - k) - ratio * (level - tails.upper(k + 1))


def enclose_delta(sigma: Expr, eps: Expr, digits: int) -> Ball:
    """delta(eps) for any real eps: the best of the tests that reject from k on."""
    k = _near(eps * sigma**2 + Rational(1, 2)) + 1

    def value() -> Any:
        tails, growth = _Tails(sigma), constant(eps).exp()
        return _largest(tails.upper(j - 1) - growth * tails.upper(j) for j in (k - 1, k, k + 1))

    return refine(value, digits, _ROUTE, "the profile of the discrete Gaussian")


def _near(value: Expr) -> int:
    """The integer part of a number, or a neighbour of it."""
    for bits in _SEARCH_BITS:
        with precision(bits):
            ball = constant(value)
            if ball.rad() < 0.25:
                return int(ball.mid().floor().unique_fmpz())
    raise PrecisionError(f"{value} is too large to be told from its neighbours")


def enclose_epsilon(sigma: Expr, level: Expr, digits: int) -> Ball:
    """The least eps >= 0 with delta(eps) <= level, for 0 < level < delta(0)."""
    found = _crossed(sigma, level)

    def value() -> Any:
        tails, target = _Tails(sigma), constant(level)
        # the test that rejects from k on asks for S(k - 1) - e^eps S(k) <= level
        gaps = ((k, tails.upper(k - 1) - target) for k in found)
        return _largest((gap / tails.upper(k)).log() for k, gap in gaps if not gap < 0)

    return refine(value, digits, _ROUTE, "epsilon of the discrete Gaussian")


def _crossed(sigma: Expr, level: Expr) -> tuple[int, ...]:
    """The k between whose loss and that of k - 1 the profile crosses the level, or two of them."""
    for bits in _SEARCH_BITS:
        with precision(bits):
            tails, target = _Tails(sigma), constant(level)

            def excess(k: int, tails: Any = tails, target: Any = target) -> Any:
                return tails.upper(k - 1) - tails.loss(k).exp() * tails.upper(k) - target

            k = _last(lambda n: n == 0 or not excess(n) < 0) + 1
            for first in (k, k - 1):
                # the loss of 0 is negative, and there the profile is above the level
                if first == 1 or (first > 1 and excess(first - 1) > 0):
                    return tuple(range(first, k + 1))
    raise PrecisionError(f"the profile for sigma = {sigma} is not seen to cross {level}")


def _largest(values: Any) -> Any:
    result = None
    for value in values:
        result = value if result is None else result.max(value)
    return result
