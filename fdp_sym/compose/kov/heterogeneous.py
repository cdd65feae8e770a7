r"""The optimal composition of different (eps, delta)-DP mechanisms: Murtagh and Vadhan's value.

The composition is :math:`(\varepsilon_g,\delta_g)`-DP exactly if

.. math:: \frac{1}{\prod_i(1+e^{\varepsilon_i})}\sum_{S}\max\Bigl\{e^{\sum_S\varepsilon_i}
          -e^{\varepsilon_g}e^{\sum_{S^c}\varepsilon_i},0\Bigr\}
          \le1-\frac{1-\delta_g}{\prod_i(1-\delta_i)},

which is the profile of :math:`\bigotimes_if_{\varepsilon_i,\delta_i}` at eps_g.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from sympy import Add, Expr, Integer

from ...errors import DomainError, PrecisionError
from ...exact import exact, to_fraction
from ...shown import Shown
from ...signs import possible_signs
from ...tradeoff.base import TradeOff
from ...tradeoff.eps_delta import EpsDelta
from .bounds import enclosed_union
from .inputs import exponent, number_of_times, probability, unreachable

__all__ = ["Optimal", "optimal"]

_ROUTE = "meeting in the middle"
_MOST_ONES = 10_000
_MOST_NAMED = 60
_MOST_SHOWN = 6
_MOST_SMOOTHED = 300  # different values for which the oracle's bracket is worth its time
_FEW = 500  # outcomes of a half, for which the sums of the oracle are fast
_DEARER = 8  # an outcome on a common lattice costs about as much as so many


def optimal(mechanisms: Iterable[tuple[Any, Any, Any]], digits: int = 30) -> Optimal:
    """The best guarantee of a composition of different mechanisms.

    It is exact, to any number of digits, where the losses take moderately many values: two
    mechanisms a thousand times each, a few more less often, or forty once each. Beyond that, up to
    ten thousand different ones and more, a certified bracket is found, which needs fewer digits:
    5 or 6 of them. To decide the value exactly is #P-complete in general.

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


class Optimal(Shown):
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

    def _mathematics(self) -> str:
        from ...latex.displays import short

        names = [
            f"f_{{{short(eps, delta)}}}" + ("" if n == 1 else rf"^{{\otimes {short(n)}}}")
            for eps, delta, n in self.mechanisms[:_MOST_SHOWN]
        ]
        names += [r"\cdots"] if len(self.mechanisms) > _MOST_SHOWN else []
        return r" \otimes ".join(names)

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
        what = f"delta({point}) of {self._name}"
        if self._bracket is not None:
            if possible_signs(self._largest - point) <= {-1, 0}:
                return enclosed_union(self._slacks, self.digits)
            try:
                return self._bracket.delta(point, self.digits, what)
            except PrecisionError:
                if len(self._epsilons) > _MOST_SMOOTHED:
                    raise
        if self._loss is None:
            from ...oracle import enclose_delta

            return enclose_delta(self._factors, point, self.digits)
        from ...balls.refine import constant, refine

        if possible_signs(self._largest - point) <= {-1, 0}:
            return enclosed_union(self._slacks, self.digits)
        loss = self._loss
        return refine(lambda: loss.tail(constant(point)).delta, self.digits, _ROUTE, what)

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
        level = probability(delta)
        if self._bracket is not None:
            try:
                return unreachable(self._bracketed(self._bracket, level), level)
            except PrecisionError:
                if len(self._epsilons) > _MOST_SMOOTHED:
                    raise
        if self._loss is None:
            from ...oracle import enclose_epsilon

            return unreachable(enclose_epsilon(self._factors, level, self.digits), level)
        return unreachable(self._crossing(self._loss, level), level)

    def _crossing(self, loss: Any, level: Expr) -> Any:
        from ...balls import Ball
        from ...balls.loss_roots import crossing
        from ...balls.refine import constant, order

        def target() -> Any:
            return constant(level)

        known = self._at_the_end(level)
        if known is not None:
            return known
        if order(target, lambda: loss.tail(constant(Integer(0))).delta) in (0, 1):
            return Ball(0, 0, _ROUTE)
        what = f"eps at delta = {level} of {self}"
        ball = crossing(loss.tail, target, self.digits, lambda _: 0, what)
        return Ball(ball.lower, ball.upper, _ROUTE)

    def _bracketed(self, bracket: Any, level: Expr) -> Any:
        known = self._at_the_end(level)
        if known is not None:
            return known
        if not level.is_Rational:
            raise DomainError(f"delta = {level}: allowed are rational numbers for so many values")
        what = f"eps at delta = {level} of {self._name}"
        return bracket.epsilon(to_fraction(level), self.digits, what)

    def _at_the_end(self, level: Expr) -> Any:
        """The eps of a level that is at most the mass at infinity; None for others."""
        from ...balls import Ball, enclose
        from ...balls.kov_bounds import union
        from ...balls.refine import constant, order

        mass = enclosed_union(self._slacks, self.digits)
        if mass.is_exact and level.is_Rational and mass.contains(level):
            return enclose(self._largest, digits=self.digits)
        if order(lambda: constant(level), lambda: union(self._slacks)) == -1:
            return Ball(math.inf, math.inf)
        return None

    @property
    def _name(self) -> str:
        """The mechanisms, if they are few enough to be read."""
        if len(self.mechanisms) <= _MOST_NAMED:
            return repr(self)
        return f"optimal of {len(self.mechanisms)} mechanisms"

    # -- meeting in the middle -------------------------------------------------------------------

    @cached_property
    def _epsilons(self) -> list[tuple[Expr, Expr]]:
        """The positive eps, each with its multiplicity."""
        counts: dict[Expr, Expr] = {}
        for eps, _, n in self.mechanisms:
            counts[eps] = counts.get(eps, Integer(0)) + n
        return [(eps, n) for eps, n in counts.items() if eps != 0 and n != 0]

    @property
    def _slacks(self) -> list[tuple[Expr, Expr]]:
        return [(delta, n) for _, delta, n in self.mechanisms]

    @property
    def _largest(self) -> Expr:
        return Add(*(n * eps for eps, n in self._epsilons))

    @cached_property
    def _loss(self) -> Any:
        """The law by its two halves, where the oracle would need more time or could not."""
        sizes = [int(n) + 1 for _, n in self._epsilons if n <= _MOST_ONES]
        if len(sizes) < max(2, len(self._epsilons)) or any(d == 1 and n for d, n in self._slacks):
            return None
        from ...balls.two_halves import MOST_OUTCOMES, MechanismsLoss, halves_of
        from ...oracle.parts import parts_of

        half = _larger_half(sizes, halves_of(sizes))
        if not _FEW <= half <= MOST_OUTCOMES:
            return None
        lines, _ = parts_of(self._factors_by_number).lattices()
        merged = [line.size for line in lines]
        if half > _DEARER * _larger_half(merged, halves_of(merged)):
            return None
        return MechanismsLoss(self._epsilons, self._slacks)

    @cached_property
    def _bracket(self) -> Any:
        """The bracket, where there are too many outcomes for all else."""
        sizes = [int(n) + 1 for _, n in self._epsilons]
        if any(d == 1 and n for d, n in self._slacks):
            return None
        from ...balls.two_halves import MOST_OUTCOMES, halves_of

        if not sizes or _larger_half(sizes, halves_of(sizes)) <= MOST_OUTCOMES:
            return None
        if len(sizes) <= _MOST_NAMED:
            from ...oracle.parts import parts_of

            lines, _ = parts_of(self._factors_by_number).lattices()
            merged = [line.size for line in lines]
            if len(merged) == 1 or _larger_half(merged, halves_of(merged)) <= MOST_OUTCOMES:
                return None  # all losses are on few lattices
        from ...balls.sign_bracket import SignBracket

        return SignBracket(self._epsilons, self._slacks)

    @property
    def _factors_by_number(self) -> list[tuple[TradeOff, int]]:
        return [(EpsDelta(eps), int(n)) for eps, n in self._epsilons]


def _larger_half(sizes: list[int], halves: tuple[list[int], list[int]]) -> int:
    return max(math.prod(sizes[i] for i in half) for half in halves)


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
