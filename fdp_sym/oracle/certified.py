r"""Certified values of products: every answer is an interval that provably holds the truth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Expr, Interval, expand, oo

from ..signs import possible_signs
from ..tradeoff.inputs import within
from .parts import Factors, Parts, factors_of, parts_of

__all__ = ["enclose_delta"]

_REALS = Interval(-oo, oo)


class _Product:
    """A product with the law of its loss, kept for the next question about it."""

    def __init__(self, factors: Factors) -> None:
        from ..balls.product_loss import ProductLoss

        self.name = " @ ".join(f"{f} ** {n}" if n > 1 else f"{f}" for f, n in factors)
        self.parts: Parts = parts_of(factors)
        self.loss = ProductLoss(self.parts, self.name)

    def above_all(self, eps: Expr) -> bool:
        """Whether eps is proved to be at least every loss, so that delta(eps) is zero."""
        largest = self.parts.largest_loss
        if largest is None or not self.parts.is_bounded:
            return False
        return bool(possible_signs(expand(eps - largest)) <= {0, 1})


@lru_cache(maxsize=16)
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
    from ..balls.refine import constant, refine

    point = within(eps, "eps", _REALS)
    product = _product(tuple(factors_of(f)))
    loss = product.loss
    if product.above_all(point):
        return Ball(0, 0, loss.route)
    return refine(
        lambda: loss.tail(constant(point)).delta,
        digits,
        loss.route,
        f"delta({point}) of {product.name}",
        loss.lost_bits(float(point)),
    )
