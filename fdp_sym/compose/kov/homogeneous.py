r"""The exact k-fold composition of (eps, delta)-DP mechanisms: KOV's Theorem 3.3.

With :math:`x=e^\varepsilon` it is :math:`((k-2i)\varepsilon,\;1-(1-\delta)^k(1-\delta_i))`-DP for
i = 0, ..., floor(k/2), where

.. math:: \delta_i=\sum_{\ell<i}\binom k\ell\frac{x^{k-\ell}-x^{k-2i+\ell}}{(1+x)^k},

and no better: its privacy region is the intersection of these.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from sympy import Add, Dummy, Eq, Expr, Integer, Piecewise, Sum, binomial, exp, log, oo

from ...errors import DomainError, UnsupportedError
from ...exact import exact
from ...functions import Max
from ...shown import Shown
from ...signs import possible_signs
from ...tradeoff.base import TradeOff
from ...tradeoff.eps_delta import EpsDelta
from .inputs import exponent, number_of_times, probability, unreachable

__all__ = ["Composition", "composition"]

_MOST_WRITTEN = 200  # terms of a formula; longer sums stay sums
_MOST_NUMBERS = 4_000_000
_MOST_INVERTED = 64  # lines of the profile, each of which is written out twice


def composition(eps: Any, delta: Any, k: Any, digits: int = 50) -> Composition:
    r"""The k-fold composition of (eps, delta)-DP mechanisms, exactly.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]
    k : whole number k >= 0, or an expression in symbols made by ``integer``
    digits : int
        The relative width of the balls that answer numbers.

    Returns
    -------
    Composition
        A sequence of floor(k/2) + 1 pairs ((k - 2 i) eps, total delta).

    Raises
    ------
    DomainError
        If eps is negative, delta outside [0, 1] or k no whole number k >= 0.
    HypothesisError
        If that does not follow from the domains of symbols.

    Examples
    --------
    >>> from fdp_sym.symbols import delta, epsilon
    >>> for pair in composition(epsilon, delta, 2):
    ...     print(pair)
    (2*epsilon, 1 - (1 - delta)**2)
    (0, -(1 - delta)**2*(1 - (exp(2*epsilon) - 1)/(exp(epsilon) + 1)**2) + 1)
    >>> [(str(e), d.decimal(12)) for e, d in composition("0.1", "0.001", 4)]
    [('0.4', '0.00399400399'), ('0.2', '0.0177076971862'), ('0', '0.0785701704780')]
    >>> composition("0.1", "0.001", 30).delta("0.8").decimal(15)
    '0.0527729166869329'

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.3.
    """
    return Composition(eps, delta, k, digits)


class Composition(Shown, Sequence[tuple[Any, Any]]):
    """The pairs of Theorem 3.3 and what follows from them; made by `composition`.

    With symbols the pairs are SymPy expressions, with numbers they are balls. Everything else is
    that of ``tradeoff``, the same function as ``EpsDelta(eps, delta) ** k``.

    Parameters
    ----------
    eps, delta, k, digits
        See `composition`.

    Attributes
    ----------
    eps, slack, k : Expr
        The parameters; slack is the delta of one mechanism.
    digits : int
    """

    def __init__(self, eps: Any, delta: Any, k: Any, digits: int = 50) -> None:
        self.eps = exponent(eps)
        self.slack = probability(delta)
        self.k = number_of_times(k)
        self.digits = digits
        self._numeric = not (self.eps.free_symbols | self.slack.free_symbols | self.k.free_symbols)

    def __repr__(self) -> str:
        return f"composition({self.eps}, {self.slack}, {self.k})"

    def _mathematics(self) -> str:
        from ...latex.displays import short

        return rf"f_{{{short(self.eps, self.slack)}}}^{{\otimes {short(self.k)}}}"

    # -- the pairs -------------------------------------------------------------------------------

    @cached_property
    def _definite(self) -> int:
        if not self.k.is_Integer:
            raise UnsupportedError(
                f"the pairs of {self!r} one by one need a number for {self.k}; formula(i) is pair i"
            )
        if self.k > _MOST_NUMBERS:
            raise UnsupportedError(
                f"the pairs of {self!r} one by one: allowed is k <= {_MOST_NUMBERS}; delta(eps) "
                "and epsilon(delta) do not need them"
            )
        return int(self.k)

    def __len__(self) -> int:
        return self._definite // 2 + 1

    @overload
    def __getitem__(self, i: int) -> tuple[Any, Any]: ...

    @overload
    def __getitem__(self, i: slice) -> tuple[tuple[Any, Any], ...]: ...

    def __getitem__(self, i: int | slice) -> Any:
        if isinstance(i, slice):
            return tuple(self[j] for j in range(*i.indices(len(self))))
        i = range(len(self))[i]
        if self._numeric:
            return self._numbers.order(i), self._numbers.total(i)
        return self.formula(i)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        if not self._numeric:
            return super().__iter__()
        order, total = self._numbers.order, self._numbers.total
        return ((order(i), total(i)) for i in range(len(self)))

    @property
    def inner(self) -> tuple[Any, ...]:
        """The delta_i, those of (eps, 0)-DP mechanisms."""
        number = self._numbers.inner if self._numeric else self.inner_formula
        return tuple(number(i) for i in range(len(self)))

    @cached_property
    def _numbers(self) -> Any:
        from ...balls.kov_sums import RunningSums

        return RunningSums(self.eps, self.slack, self._definite, self.digits)

    def formula(self, i: Any) -> tuple[Expr, Expr]:
        """Pair i as expressions; i and k may be integer symbols.

        Examples
        --------
        >>> from fdp_sym.symbols import epsilon, integer
        >>> i, k = integer("i"), integer("k")
        >>> composition(epsilon, 0, k).formula(i)[0]
        epsilon*(-2*i + k)
        """
        total = 1 - (1 - self.slack) ** self.k * (1 - self.inner_formula(i))
        return (self.k - 2 * i) * self.eps, total

    def inner_formula(self, i: Any) -> Expr:
        """delta_i as an expression; i and k may be integer symbols.

        Examples
        --------
        >>> from fdp_sym.symbols import epsilon
        >>> composition(epsilon, 0, 3).inner_formula(1)
        (exp(3*epsilon) - exp(epsilon))/(exp(epsilon) + 1)**3
        """
        i = number_of_times(i, "i")
        if (self.k - 2 * i).is_negative:
            raise DomainError(f"i = {i}: allowed are whole numbers 0 <= i <= {self.k}/2")
        k, x = self.k, exp(self.eps)
        if k.is_Integer and i.is_Integer and i <= _MOST_WRITTEN:
            terms = (
                math.comb(int(k), j) * (x ** (k - j) - x ** (k - 2 * i + j)) for j in range(int(i))
            )
            return Add(*terms) / (1 + x) ** k
        j = Dummy("l", integer=True, nonnegative=True)
        term = binomial(k, j) * (x ** (k - j) - x ** (k - 2 * i + j))
        return Sum(term, (j, 0, i - 1)) / (1 + x) ** k

    # -- the region ------------------------------------------------------------------------------

    @cached_property
    def tradeoff(self) -> TradeOff:
        """The trade-off function whose region is the intersection: EpsDelta(eps, delta) ** k."""
        power: TradeOff = EpsDelta(self.eps, self.slack) ** self.k
        return power

    def region(self) -> Any:
        """The privacy region, closed by its mirror image."""
        return self.tradeoff.region()

    @property
    def vertices(self) -> tuple[tuple[Any, Any], ...]:
        """The corners (P_FA, P_MD) of the lower boundary, from left to right.

        Examples
        --------
        >>> from fdp_sym.symbols import delta, epsilon
        >>> composition(epsilon, delta, 1).vertices[1]
        ((1 - delta)/(exp(epsilon) + 1), (1 - delta)/(exp(epsilon) + 1))
        """
        k = self._definite
        if self.slack == 1 and k:
            numbers = [0]
        elif self.eps == 0:  # all corners but the ends lie on one line
            numbers = [0, k + 1]
        else:
            numbers = list(range(k + 2))
        corners = [self._corner(j) for j in numbers]
        if k and self.slack != 0:
            corners.append(self._last_corner)
        return tuple(corners)

    def _corner(self, j: int) -> tuple[Any, Any]:
        if self._numeric:
            corner: tuple[Any, Any] = self._numbers.vertex(j)
            return corner
        return self._head(j), self._head(self._definite + 1 - j)

    @property
    def _last_corner(self) -> tuple[Any, Any]:
        if not self._numeric:
            return Integer(1), Integer(0)
        from ...balls import Ball

        return Ball(1, 1), Ball(0, 0)

    def _head(self, j: int) -> Expr:
        """P_FA of corner j: the j outcomes of the canonical pair that speak most for Q."""
        k, x = self._definite, exp(self.eps)
        kept = (1 - self.slack) ** k
        if j in (0, k + 1):
            return kept if j else Integer(0)
        return kept * Add(*(math.comb(k, i) * x**i for i in range(j))) / (1 + x) ** k

    # -- values ----------------------------------------------------------------------------------

    def delta(self, eps: Any) -> Any:
        """The least delta at a target eps, which may lie between those of the pairs.

        Parameters
        ----------
        eps : number or expression
            Any real number.

        Returns
        -------
        Ball or Expr
            A ball for numbers.

        Examples
        --------
        >>> composition("0.1", "0.001", 30).delta(1).decimal(15)
        '0.0398184105221305'
        """
        point = exact(eps, "eps")
        if self._numeric and not point.free_symbols:
            from ...oracle import enclose_delta

            return enclose_delta(self._factors, point, self.digits)
        return self.tradeoff.delta(point)

    def epsilon(self, delta: Any) -> Any:
        """The least eps >= 0 at a target delta: certified for numbers, a formula for symbols.

        Parameters
        ----------
        delta : number or expression in [0, 1]

        Returns
        -------
        Ball or Expr
            Infinite if delta < 1 - (1 - delta0)^k, as no eps reaches it; the route of a ball says
            so.

        Raises
        ------
        UnsupportedError
            For symbols, if k is one of them or large.

        Examples
        --------
        >>> composition("0.1", "0.001", 30).epsilon("0.1").decimal(12)
        '0.478463988894'
        >>> ball = composition("0.1", "0.001", 30).epsilon("0.01")
        >>> ball, ball.route
        (Ball(inf, inf), 'unreachable: 1/100 is less than the mass at infinity')
        >>> from fdp_sym.symbols import delta, epsilon
        >>> composition(epsilon, 0, 1).epsilon(delta)
        log(Max(1, (-delta + exp(epsilon)/(exp(epsilon) + 1))*(exp(epsilon) + 1)))
        """
        level = probability(delta)
        if not self._numeric or level.free_symbols:
            return self._epsilon_formula(level)
        from ...oracle import enclose_epsilon

        return unreachable(enclose_epsilon(self._factors, level, self.digits), level)

    def _epsilon_formula(self, level: Expr) -> Expr:
        """The profile is the largest of the lines a_i - b_i e^eps, each of which is inverted."""
        if not self.k.is_Integer or self.k > _MOST_INVERTED:
            raise UnsupportedError(
                f"eps of {self!r} at delta = {level} as a formula: allowed are numbers k <= "
                f"{_MOST_INVERTED}; with numbers for all symbols there is no such limit"
            )
        k, x, kept = int(self.k), exp(self.eps), (1 - self.slack) ** self.k
        if k == 0:
            return Integer(0)
        inner = 1 - (1 - level) / kept if kept != 0 else Integer(0)
        growths = []
        for i in range((k + 1) // 2):  # the other lines are larger for eps < 0 only
            weights = [math.comb(k, j) / (1 + x) ** k for j in range(i + 1)]
            a = Add(*(w * x ** (k - j) for j, w in enumerate(weights)))
            b = Add(*(w * x**j for j, w in enumerate(weights)))
            growths.append((a - inner) / b)
        reached = log(Max(1, *growths))
        short = possible_signs(1 - kept - level)
        if short <= {-1, 0} and possible_signs(self.slack - 1) == {-1}:
            return reached
        pieces = [(Integer(0), Eq(level, 1)), (oo, level < 1 - kept), (reached, True)]
        return Piecewise(*pieces)

    @property
    def _factors(self) -> list[tuple[TradeOff, Expr]]:
        return [(EpsDelta(self.eps, self.slack), self.k)]
