"""Which products have values in closed form, and the function that knows them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sympy import Add, Expr, Integer, Mul, exp

from ..errors import HypothesisError, UnsupportedError
from ..functions import Max
from ..tradeoff.base import Array, TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.pair import from_pair
from ..tradeoff.piecewise_linear import PiecewiseLinear, as_piecewise_linear
from .atoms import FiniteTimes
from .finite import is_rational, multiply
from .laplace_power import laplace_power_profile
from .randomized_response import BinomialPower
from .slack import WithSlack

__all__ = ["Unordered", "closed_form", "closed_profile"]

_MOST_SYMBOLIC = 64
_MOST_ORDERED = 16  # atoms whose order is proved one by one
_MOST_LAPLACE = 40
_MOST_BITS = 10**6  # of one number

Factors = Iterable[tuple[TradeOff, Any]]


def closed_form(factors: Factors) -> TradeOff | None:
    """A function that equals the product and has formulas or floats of its own, if one is known."""
    tops: list[Expr] = []
    finite: list[tuple[TradeOff, Any]] = []
    others: list[tuple[TradeOff, Any]] = []
    for f, n in factors:
        if isinstance(f, EpsDelta) and f.eps.is_zero:
            top = 1 - f.slack
            if isinstance(n, int) and top.is_Rational and n * int(top.q).bit_length() > _MOST_BITS:
                return None  # a number that is too long
            tops.append(top**n)
            continue
        (finite if _has_finite_law(f) else others).append((f, n))
    if len(others) > 1 or (others and others[0][1] != 1):
        return None
    core = _finite(finite)
    if core is None:
        return None
    if others:
        other = others[0][0]
        if finite and isinstance(core, Unordered):
            return None
        core = FiniteTimes(core, other) if finite else other
    return WithSlack(core, 1 - Mul(*tops)) if tops else core


def closed_profile(factors: Factors, eps: Expr) -> Expr | None:
    """The profile of a power of a Laplace function, with or without slack."""
    factors = list(factors)
    core = [(f, n) for f, n in factors if not (isinstance(f, EpsDelta) and f.eps.is_zero)]
    if len(core) != 1 or not isinstance(laplace := core[0][0], Laplace):
        return None
    n = core[0][1]
    slack = closed_form(part for part in factors if part not in core)
    if slack is None or not isinstance(n, int) or n > _MOST_LAPLACE:
        return None
    kept = slack._formula(Integer(0))
    return 1 - kept + kept * laplace_power_profile(laplace.mu, n, eps)


def _has_finite_law(f: TradeOff) -> bool:
    # the vertices of EpsDelta are not needed to know that there are some
    return isinstance(f, EpsDelta) or as_piecewise_linear(f) is not None


def _finite(factors: list[tuple[TradeOff, Any]]) -> TradeOff | None:
    if not factors:
        return Identity()
    if len(factors) == 1:
        f, n = factors[0]
        if n == 1:
            return as_piecewise_linear(f)
        if isinstance(f, EpsDelta):
            return BinomialPower(f.eps, n)
    if not all(isinstance(n, int) for _, n in factors):
        return None
    if _surely_many(factors):
        return None
    parts = [(g, n) for f, n in factors if (g := as_piecewise_linear(f)) is not None]
    if all(is_rational(g) for g, _ in parts):
        return multiply(parts, _MOST_BITS)
    if any(n > _MOST_SYMBOLIC for _, n in parts):
        return None
    return _one_by_one([g for g, n in parts for _ in range(n)])


def _one_by_one(parts: list[PiecewiseLinear]) -> TradeOff | None:
    """The product in any field, or the law in no order if that depends on the symbols."""
    symbolic = any(part.free_symbols for part in parts)
    if not symbolic and _least_size(parts) > _MOST_ORDERED:
        return None
    product = parts[0]
    for part in parts[1:]:
        columns = zip(_masses(product), _masses(part), strict=True)
        p, q = ([a * b for a in x for b in y] for x, y in columns)
        if len(p) > _MOST_ORDERED:
            return _unordered(parts) if symbolic else None
        try:
            product = from_pair(p, q, dict.fromkeys(product.given + part.given))
        except HypothesisError:
            return _unordered(parts)
    return product


def _surely_many(factors: list[tuple[TradeOff, Any]]) -> bool:
    """Whether irrational factors alone make too many atoms to order; their vertices are slow."""
    if any(f.free_symbols for f, _ in factors):
        return False
    ratios = [n for f, n in factors if isinstance(f, EpsDelta) and f.eps.is_Rational]
    return sum(ratios) >= _MOST_ORDERED  # each adds at least one atom to the first


def _least_size(parts: list[PiecewiseLinear]) -> int:
    """A lower bound of the number of likelihood ratios: |A B| >= |A| + |B| - 1."""
    finite = [sum(p != 0 and q != 0 for p, q in zip(*_masses(f), strict=True)) for f in parts]
    return 1 + sum(max(n - 1, 0) for n in finite)


def _unordered(parts: list[PiecewiseLinear]) -> Unordered | None:
    law: list[tuple[Expr, Expr]] = [(Add(1), Add(1))]
    for part in parts:
        law = [(p * a, q * b) for p, q in law for a, b in zip(*_masses(part), strict=True)]
        if len(law) > _MOST_SYMBOLIC:
            return None
    return Unordered(*zip(*law, strict=True))


def _masses(f: PiecewiseLinear) -> tuple[list[Expr], list[Expr]]:
    """The masses of P and of Q, one outcome for each piece and one for the ratio infinity."""
    a, b = zip(*f.breakpoints, strict=True)
    p = [right - left for left, right in pairwise(a)]
    q = [left - right for left, right in pairwise(b)]
    return ([*p, Add(0)], [*q, 1 - b[0]]) if b[0] != 1 else (p, q)


class Unordered(TradeOff):
    r"""A finite pair whose likelihood ratios have no known order: only the profile is known,
    :math:`\delta(\varepsilon)=\sum_i\max\{0,q_i-e^\varepsilon p_i\}`.
    """

    def _formula(self, alpha: Expr) -> Expr:
        raise UnsupportedError(
            "the order of the likelihood ratios depends on the symbols; substitute numbers for them"
        )

    def _values(self, alpha: Array, rest: Array) -> Array:
        raise UnsupportedError("floats need numbers for all symbols")

    def _delta_formula(self, eps: Expr) -> Expr:
        p, q = self.parameters
        pairs = zip(p, q, strict=True)  # type: ignore[call-overload]
        return Add(*(Max(0, b - exp(eps) * a) for a, b in pairs))
