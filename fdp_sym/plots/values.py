"""Values of functions at points of a plot: fast floats, or enclosures where there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..tradeoff.base import TradeOff
from .sampling import Levels

__all__ = ["enclosed_level", "enclosed_profile", "kinks_of", "levels_of", "profile_of"]

Values = Callable[[Sequence[float]], Iterable[float]]

_DIGITS = 9
_MOST_KINKS = 200


def enclosed_level(f: TradeOff, t: float) -> Any:
    """A ball that contains f at the double next to the level of log-odds t."""
    return f.enclose(Fraction(Levels.both(t)[0]), _DIGITS)


def enclosed_profile(f: TradeOff, x: float) -> Any:
    """A ball that contains the profile of f at the double x."""
    return f.enclose_delta(Fraction(x), _DIGITS)


def levels_of(f: TradeOff) -> Values:
    """f at log-odds, in floats."""
    f._require_numbers("a plot")
    if _is_hard(f):
        return lambda ts: (float(enclosed_level(f, t).midpoint) for t in ts)

    def values(ts: Sequence[float]) -> Sequence[float]:
        both = np.array([Levels.both(t) for t in ts], dtype=float)
        with np.errstate(all="ignore"):
            found: list[float] = f._values(both[:, 0].copy(), both[:, 1].copy()).tolist()
        return found

    return _one_by_one(values) if _holds_a_product(f) else values


def profile_of(f: TradeOff) -> Values:
    """The profile of f at real epsilon, in floats."""
    f._require_numbers("a plot")
    if _is_hard(f):
        return lambda xs: (float(enclosed_profile(f, x).midpoint) for x in xs)

    def values(xs: Sequence[float]) -> Sequence[float]:
        found: list[float] = f.delta(np.array(xs, dtype=float)).tolist()
        return found

    return _one_by_one(values) if _holds_a_product(f) else values


def kinks_of(f: TradeOff) -> list[float]:
    """The log-odds of the levels at which a piecewise-linear f bends, if they are few."""
    from ..tradeoff.piecewise_linear import as_piecewise_linear

    try:
        linear = as_piecewise_linear(f)
    except UnsupportedError:
        return []
    if linear is None or len(linear.breakpoints) > _MOST_KINKS:
        return []
    levels = [float(alpha) for alpha, _ in linear.breakpoints]
    return [float(np.log(a) - np.log1p(-a)) for a in levels if 0 < a < 1]


def _is_hard(f: TradeOff) -> bool:
    """Whether floats come from enclosures of more digits than a plot needs."""
    from ..compose.product import Product
    from ..tradeoff.two_sided import TwoSided

    if isinstance(f, TwoSided):
        return _is_hard(f.of)
    return isinstance(f, Product) and f._closed is None


def _holds_a_product(f: TradeOff) -> bool:
    """Whether each value needs that of a composition, which may take long."""
    from ..compose.product import Product

    waiting: list[Any] = [f]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Product) and item._closed is None:
            return True
        if isinstance(item, tuple):
            waiting += item
        elif isinstance(item, TradeOff):
            waiting.append(item.parameters)
    return False


def _one_by_one(values: Callable[[Sequence[float]], Sequence[float]]) -> Values:
    """The same values, each of them at hand as soon as it is known."""
    return lambda parameters: (values([t])[0] for t in parameters)
