r"""The optimal composition of different (eps, delta)-DP mechanisms: Murtagh and Vadhan's value.

The composition is :math:`(\varepsilon_g,\delta_g)`-DP exactly if

.. math:: \frac{1}{\prod_i(1+e^{\varepsilon_i})}\sum_{S}\max\Bigl\{e^{\sum_S\varepsilon_i}
          -e^{\varepsilon_g}e^{\sum_{S^c}\varepsilon_i},0\Bigr\}
          \le1-\frac{1-\delta_g}{\prod_i(1-\delta_i)},

which is the profile of :math:`\bigotimes_if_{\varepsilon_i,\delta_i}` at eps_g.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from sympy import Expr

from ...errors import DomainError
from ...exact import exact
from ...tradeoff.base import TradeOff
from ...tradeoff.eps_delta import EpsDelta
from .inputs import exponent, number_of_times, probability, unreachable

__all__ = ["Optimal", "optimal"]


def optimal(mechanisms: Iterable[tuple[Any, Any, Any]], digits: int = 30) -> Optimal:
    """The best guarantee of a composition of different mechanisms.

    It is exact, to any number of digits, where the losses take moderately many values: two
    mechanisms a thousand times each, a few more less often, or about thirty once each.
    Beyond that a certified bracket is found, which needs fewer digits (8 or so). To decide the
    value exactly is #P-complete in general.

    Parameters
    ----------
    mechanisms : iterable of (eps, delta, multiplicity)
        eps >= 0 and delta in [0, 1], numbers or expressions, and how often, a whole number >= 0.
    digits : int
        The relative width of the balls that answer numbers.

    Raises
    ------
    DomainError
        If the list is empty, a member is no such triple, or a parameter is outside its domain.

    Examples
    --------
    >>> best = optimal([("0.3", "0.01", 1), ("0.5", 0, 1), ("1.1", "0.02", 1), ("0.2", "0.001", 1)])
    >>> best.delta("0.5").decimal(15), best.epsilon("0.1").decimal(15)
    ('0.384729705313969', '1.59040700108523')

    Source
    ------
    Murtagh and Vadhan, The Complexity of Computing the Optimal Composition of Differential
    Privacy, arXiv:1507.03113, Theorem 1.5.
    """
    return Optimal(mechanisms, digits)


class Optimal:
    """The composition of different mechanisms; made by `optimal`.

    Attributes
    ----------
    mechanisms : tuple of (eps, delta, multiplicity)
    digits : int
    """

    def __init__(self, mechanisms: Iterable[tuple[Any, Any, Any]], digits: int = 30) -> None:
        self.mechanisms = tuple(_read(mechanisms))
        self.digits = digits

    def __repr__(self) -> str:
        return f"optimal({list(self.mechanisms)})"

    @property
    def _factors(self) -> list[tuple[TradeOff, Expr]]:
        return [(EpsDelta(eps, delta), n) for eps, delta, n in self.mechanisms]

    @cached_property
    def tradeoff(self) -> TradeOff:
        """The tensor product of the mechanisms' functions.

        Examples
        --------
        >>> optimal([(1, 0, 3), (2, "0.1", 1)]).tradeoff
        EpsDelta(0, 1/10) @ EpsDelta(1, 0)**3 @ EpsDelta(2, 0)
        """
        from ..product import tensor_product

        return tensor_product(self._factors)

    def delta(self, eps: Any) -> Any:
        """The least delta_g at eps_g = eps.

        Parameters
        ----------
        eps : number or expression
            Any real number.

        Returns
        -------
        Ball or Expr
            A ball for numbers.

        Raises
        ------
        PrecisionError
            If the number of digits is not reached; its attribute ``ball`` is the best enclosure.
        UnsupportedError
            For too many mechanisms with symbols.
        """
        point = exact(eps, "eps")
        symbols = point.free_symbols.union(*(x.free_symbols for m in self.mechanisms for x in m))
        if symbols:
            return self.tradeoff.delta(point)
        from ...oracle import enclose_delta

        return enclose_delta(self._factors, point, self.digits)

    def epsilon(self, delta: Any) -> Any:
        """The least eps_g >= 0 at delta_g = delta.

        Parameters
        ----------
        delta : number in [0, 1]

        Returns
        -------
        Ball
            Infinite, with a route that says so, if delta < 1 - prod (1 - delta_i).

        Raises
        ------
        PrecisionError
            If the number of digits is not reached; its attribute ``ball`` is the best enclosure.
        UnsupportedError
            If there are symbols.

        Examples
        --------
        >>> optimal([(1, "0.01", 2), (2, 0, 1)]).epsilon("0.01").route
        'unreachable: 1/100 is less than the mass at infinity'
        """
        from ...oracle import enclose_epsilon

        level = probability(delta)
        return unreachable(enclose_epsilon(self._factors, level, self.digits), level)


def _read(mechanisms: Any) -> list[tuple[Expr, Expr, Expr]]:
    shape = "a list, not empty, of triples (eps, delta, multiplicity)"
    if not isinstance(mechanisms, Iterable) or isinstance(mechanisms, (str, bytes)):
        raise DomainError(f"mechanisms = {mechanisms!r}: allowed is {shape}")
    triples = list(mechanisms)
    if not triples or not all(isinstance(t, (tuple, list)) and len(t) == 3 for t in triples):
        raise DomainError(f"mechanisms = {triples!r}: allowed is {shape}")
    return [
        (exponent(eps), probability(delta), number_of_times(n, "multiplicity"))
        for eps, delta, n in triples
    ]
