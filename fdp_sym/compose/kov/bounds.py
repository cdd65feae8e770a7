r"""Closed-form bounds of compositions: basic, Dwork-Rothblum-Vadhan's, and KOV's two theorems.

Each says that the composition is :math:`(\tilde\varepsilon,\tilde\delta)`-DP. None is better than
the exact `composition` (the same parameters k times) or `optimal` (different ones).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sympy import Add, E, Expr, Integer, Mul, Rational, exp, log, sqrt

from ...errors import DomainError
from ...functions import Min
from ...shown import Shown
from .inputs import exponent, number_of_times, probability, slack_of

__all__ = [
    "Bound",
    "bound_3_1",
    "bound_3_1_list",
    "bound_3_2",
    "bound_3_4",
    "bound_3_5",
    "enclosed_union",
    "factor_of",
]

_MOST_BITS = 4000  # of rational numbers that are written out exactly
Counts = list[tuple[Expr, Expr]]  # values with how often they occur


class Bound(Shown, tuple[Any, Any]):
    """A guarantee (eps, delta) with the terms of which eps is the smallest.

    Balls where all parameters are numbers, SymPy expressions otherwise.

    Attributes
    ----------
    terms : tuple
        In the order in which the theorem has them; one term where there is no minimum.
    """

    terms: tuple[Any, ...]

    def __new__(cls, eps: Any, delta: Any, terms: Iterable[Any] = ()) -> Bound:
        self = super().__new__(cls, (eps, delta))
        self.terms = tuple(terms) or (eps,)
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (*self, self.terms)

    @property
    def eps(self) -> Any:
        """The exponent of the guarantee."""
        return self[0]

    @property
    def delta(self) -> Any:
        """The total delta of the guarantee; 1 or more says nothing."""
        return self[1]

    def _mathematics(self) -> str:
        from ...latex.displays import short

        return f"({short(*self)})"

    def looseness(self, exact: Any) -> tuple[Any, ...]:
        """By what factor each of the terms exceeds the exact eps at the same total delta.

        Parameters
        ----------
        exact : Composition or Optimal
            Of the same mechanisms; what has a method ``epsilon``.

        Returns
        -------
        tuple of Ball
            At least 1 each; infinite where the exact eps is 0 and the term is not.

        Examples
        --------
        >>> from fdp_sym.compose.kov import composition
        >>> bound = bound_3_4("0.1", "0.001", 30, "0.01")
        >>> [f.decimal(8) for f in bound.looseness(composition("0.1", "0.001", 30))]
        ['2.9439223', '1.6770865', '1.7782598']
        """
        from ...balls import Ball

        low, high = (
            exact.epsilon(Rational(min(Fraction(1), end)))
            for end in (self.delta.upper, self.delta.lower)
        )
        value = Ball(low.lower, high.upper)
        return tuple(factor_of(term, value) for term in self.terms)


def factor_of(bound: Any, exact: Any) -> Any:
    """bound / exact as a ball; 1 where both are 0 or infinite."""
    from ...balls import Ball

    if math.inf in (bound.lower, exact.lower):
        return Ball(1, 1) if exact.lower == math.inf else Ball(math.inf, math.inf)
    if exact.lower <= 0:
        return Ball(1, 1) if bound.upper == 0 else Ball(math.inf, math.inf)
    return bound / exact


def bound_3_1(eps: Any, delta: Any, k: Any, digits: int = 30) -> Bound:
    r"""Basic composition, :math:`(k\varepsilon,k\delta)`.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]
    k : whole number k >= 0, or an expression in integer symbols
    digits : int
        The relative width of the balls that answer numbers.

    Raises
    ------
    DomainError
        If a parameter is outside its domain.

    Examples
    --------
    >>> from fdp_sym.symbols import delta, epsilon
    >>> bound_3_1(epsilon, delta, 10)
    (10*epsilon, 10*delta)
    >>> bound_3_1("0.1", "1e-6", 10)
    (Ball(1, 1), Ball(1/100000, 1/100000))

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.1; Dwork et al. 2006.
    """
    return _basic(*_repeated(eps, delta, k), digits)


def bound_3_1_list(eps_list: Iterable[Any], delta_list: Iterable[Any], digits: int = 30) -> Bound:
    r"""Basic composition of different mechanisms, :math:`(\sum\varepsilon_i,\sum\delta_i)`.

    Parameters
    ----------
    eps_list, delta_list : iterables of the same length, not empty
        Numbers or expressions, eps >= 0 and delta in [0, 1].
    digits : int

    Examples
    --------
    >>> bound_3_1_list(["0.1", "0.2"], [0, "1e-6"])
    (Ball(3/10, 3/10), Ball(1/1000000, 1/1000000))

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.1.
    """
    return _basic(*_lists(eps_list, delta_list), digits)


def bound_3_2(eps: Any, delta: Any, k: Any, slack: Any, digits: int = 30) -> Bound:
    r"""Advanced composition of Dwork, Rothblum and Vadhan.

    .. math:: \left(k\varepsilon(e^\varepsilon-1)
              +\varepsilon\sqrt{2k\log(1/\tilde\delta)},\;k\delta+\tilde\delta\right)

    Parameters
    ----------
    eps, delta, k, digits
        See `bound_3_1`.
    slack : number or expression in (0, 1]
        The delta that is spent on a smaller eps.

    Examples
    --------
    >>> eps, delta = bound_3_2("0.1", 0, 100, "1e-6")
    >>> eps.decimal(10), delta.decimal(10)
    ('6.308230950', '1.000000000e-6')

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.2; Dwork, Rothblum and Vadhan 2010.
    """
    (epsilons, deltas), spent = _repeated(eps, delta, k), slack_of(slack)
    masses = [*deltas, (spent, Integer(1))]
    if _are_numbers(epsilons, masses):
        from ...balls.kov_bounds import order_of_drv

        return Bound(order_of_drv(epsilons, spent, digits), _enclosed_sum(masses, digits))
    growth = _sum((e * (exp(e) - 1), n) for e, n in epsilons)
    return Bound(growth + _width(epsilons) * sqrt(-2 * log(spent)), _sum(masses))


def bound_3_4(eps: Any, delta: Any, k: Any, slack: Any, digits: int = 30) -> Bound:
    r"""KOV's bound for the same parameters k times: total
    :math:`1-(1-\delta)^k(1-\tilde\delta)` at

    .. math:: \tilde\varepsilon=\min\left\{k\varepsilon,\;
              A+\varepsilon\sqrt{2k\log\left(e+\sqrt{k\varepsilon^2}/\tilde\delta\right)},\;
              A+\varepsilon\sqrt{2k\log(1/\tilde\delta)}\right\},\qquad
              A=k\varepsilon\frac{e^\varepsilon-1}{e^\varepsilon+1}.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]
    k : whole number k >= 0, or an expression in integer symbols
    slack : number or expression in (0, 1]
        The delta that is spent on a smaller eps.
    digits : int
        The relative width of the balls that answer numbers.

    Returns
    -------
    Bound
        The pair (eps, delta); ``terms`` are the three of the minimum.

    Raises
    ------
    DomainError
        If a parameter is outside its domain.
    HypothesisError
        If that does not follow from the domains of symbols.

    Examples
    --------
    >>> bound = bound_3_4("0.1", "0.001", 30, "0.01")
    >>> bound.eps.decimal(10), bound.delta.decimal(10)
    ('1.709032660', '0.03927334240')
    >>> [term.decimal(6) for term in bound.terms]
    ['3', '1.70903', '1.81213']

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.4.
    """
    return _advanced(*_repeated(eps, delta, k), slack_of(slack), digits)


def bound_3_5(
    eps_list: Iterable[Any], delta_list: Iterable[Any], slack: Any, digits: int = 30
) -> Bound:
    r"""KOV's bound for different mechanisms: total
    :math:`1-(1-\tilde\delta)\prod(1-\delta_\ell)` at

    .. math:: \tilde\varepsilon=\min\left\{\sum\varepsilon_\ell,\;A+\sqrt{2\sum\varepsilon_\ell^2
              \log\left(e+\sqrt{\textstyle\sum\varepsilon_\ell^2}/\tilde\delta\right)},\;
              A+\sqrt{2\sum\varepsilon_\ell^2\log(1/\tilde\delta)}\right\},\qquad
              A=\sum\varepsilon_\ell\frac{e^{\varepsilon_\ell}-1}{e^{\varepsilon_\ell}+1}.

    Parameters
    ----------
    eps_list, delta_list : iterables of the same length, not empty
        Numbers or expressions, eps >= 0 and delta in [0, 1].
    slack : number or expression in (0, 1]
        The delta that is spent on a smaller eps.
    digits : int
        The relative width of the balls that answer numbers.

    Raises
    ------
    DomainError
        If a parameter is outside its domain, or the lists are empty or differ in length.
    HypothesisError
        If that does not follow from the domains of symbols.

    Examples
    --------
    >>> bound = bound_3_5(["0.3", "0.5", "1.1", "0.2"], ["0.01", 0, "0.02", "0.001"], "0.1")
    >>> bound.eps.decimal(10), bound.delta.decimal(10)
    ('2.1', '0.12769318')

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 3.5.
    """
    return _advanced(*_lists(eps_list, delta_list), slack_of(slack), digits)


def _basic(epsilons: Counts, deltas: Counts, digits: int) -> Bound:
    if _are_numbers(epsilons, deltas):
        return Bound(_enclosed_sum(epsilons, digits), _enclosed_sum(deltas, digits))
    return Bound(_sum(epsilons), _sum(deltas))


def _advanced(epsilons: Counts, deltas: Counts, slack: Expr, digits: int) -> Bound:
    """Theorems 3.4 and 3.5."""
    masses = [*deltas, (slack, Integer(1))]
    if _are_numbers(epsilons, masses):
        from ...balls.kov_bounds import order_of_advanced, smallest

        terms = [_enclosed_sum(epsilons, digits), *order_of_advanced(epsilons, slack, digits)]
        return Bound(smallest(terms), enclosed_union(masses, digits), terms)
    drift = _sum((e * (exp(e) - 1) / (exp(e) + 1), n) for e, n in epsilons)
    width = _width(epsilons)
    terms = [
        _sum(epsilons),
        drift + width * sqrt(2 * log(E + width / slack)),
        drift + width * sqrt(-2 * log(slack)),
    ]
    return Bound(Min(*terms), _union(masses), terms)


def _sum(counts: Iterable[tuple[Expr, Expr]]) -> Expr:
    return Add(*(n * value for value, n in counts))


def _width(epsilons: Counts) -> Expr:
    """The root of the sum of the squares."""
    return sqrt(_sum((e**2, n) for e, n in epsilons))


def _union(masses: Counts) -> Expr:
    """The probability that one of independent events happens."""
    return 1 - Mul(*((1 - mass) ** n for mass, n in masses))


def _enclosed_sum(counts: Counts, digits: int) -> Any:
    from ...balls import Ball
    from ...balls.kov_bounds import sum_of

    if sum(_length(value) for value, _ in counts) > _MOST_BITS:
        return sum_of(counts, digits)
    return Ball(_sum(counts), _sum(counts), "exact sum")


def enclosed_union(masses: Counts, digits: int) -> Any:
    """The probability that one of independent events happens; exact if that is short."""
    from ...balls import Ball
    from ...balls.kov_bounds import union_of

    if sum(n * _length(mass) for mass, n in masses if mass != 0) > _MOST_BITS:
        return union_of(masses, digits)
    return Ball(_union(masses), _union(masses), "exact product")


def _length(value: Expr) -> float:
    """The bits of a rational number; infinite for others."""
    return int(value.q).bit_length() if value.is_Rational else math.inf


# -- parameters ------------------------------------------------------------------------------------


def _are_numbers(*counts: Counts) -> bool:
    return not any(value.free_symbols or n.free_symbols for pairs in counts for value, n in pairs)


def _repeated(eps: Any, delta: Any, k: Any) -> tuple[Counts, Counts]:
    order, mass, count = exponent(eps), probability(delta), number_of_times(k)
    return [(order, count)], [(mass, count)]


def _lists(eps_list: Iterable[Any], delta_list: Iterable[Any]) -> tuple[Counts, Counts]:
    """The parameters with how often they occur."""
    epsilons, deltas = _members(eps_list, "eps_list"), _members(delta_list, "delta_list")
    if len(epsilons) != len(deltas):
        raise DomainError(
            f"eps_list has {len(epsilons)} members and delta_list {len(deltas)}: allowed are lists "
            "of the same length"
        )
    return _counted(map(exponent, epsilons)), _counted(map(probability, deltas))


def _counted(values: Iterable[Expr]) -> Counts:
    return [(value, Integer(n)) for value, n in Counter(values).items()]


def _members(values: Any, what: str) -> list[Any]:
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)):
        members = list(values)
        if members:
            return members
    raise DomainError(f"{what} = {values!r}: allowed is a list with at least one member")
