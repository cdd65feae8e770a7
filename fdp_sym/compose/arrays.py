r"""Triangular arrays given by formulas in n, their limit, and how fast it is reached.

A row consists of groups: w n copies of a symmetric function of parameter :math:`x=a/\sqrt n`
(`EpsDelta`, `Gaussian`, `Laplace`), those of `EpsDelta` perhaps with slack d/n. For :math:`x\le1`

.. math:: |\kappa_2-x^2|\le\rho_2x^3,\qquad \kappa_3\le\rho_3x^3,\qquad
          |\mathrm{kl}-\kappa_2/2|\le c\,\kappa_3,\qquad \mathrm{kl}\le\kappa_2/2,\qquad
          \bar\kappa_3\le4(\kappa_3+\mathrm{kl}^3),

with :math:`\rho_2,\rho_3` of each family and c = 0.0663 (entries drs-3.5-array-squares,
drs-3.5-array-loss and drs-3.5-gap). So the conditions of Theorems 3.5 and 3.6 hold with
:math:`s^2=\sum wa^2`, K = s^2/2 and remainders of order :math:`1/\sqrt n`, and Theorem 3.4 bounds
the distance of row n from its limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Add, Expr, Integer, Max, Rational, Symbol, exp, expand, pi, sqrt

from ..divergences.functionals import functional
from ..errors import DomainError, HypothesisError
from ..exact import exact
from ..signs import is_nonnegative
from ..theorems.verdict import Status, Verdict
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.laplace import Laplace
from .band import within_shift
from .central_limit import SHEVTSOVA_2010

__all__ = ["Condition", "Rate", "TriangularArray"]

_GAP = Rational(663, 10000)  # the constant c of Theorem 3.5, rounded up
# (rho_2, rho_3) of each family
_REMAINDERS = {
    EpsDelta: (Integer(0), Integer(1)),
    Gaussian: (Rational(1, 4), Rational(5, 2)),
    Laplace: (Rational(1, 3), Integer(1)),
}


@dataclass(frozen=True)
class Condition:
    """A sum over a row, its limit, and a bound of the distance for every n from ``first`` on.

    Attributes
    ----------
    name : str
    value : Expr
        The sum (or maximum) over row n.
    limit : Expr
    coefficient : Expr
        The distance is at most ``coefficient/sqrt(n)``.
    """

    name: str
    value: Expr
    limit: Expr
    coefficient: Expr


@dataclass(frozen=True)
class Rate:
    """For every n >= first: the row is within coefficient/sqrt(n) of the limit.

    It rests on Theorem 3.4, so on the Berry-Esseen inequality, which is cited.
    """

    coefficient: Expr
    first: Expr


@dataclass(frozen=True)
class _Group:
    """w n copies of family(a/sqrt(n)), each with slack d/n."""

    family: Any
    scale: Expr
    weight: Expr
    slack: Expr


class TriangularArray:
    r"""Rows of composed functions, one row for each n.

    Parameters
    ----------
    factors : iterable of (TradeOff, multiplicity)
        Formulas in n: EpsDelta(a/sqrt(n), d/n), Gaussian(a/sqrt(n)) or Laplace(a/sqrt(n)) with
        multiplicity w n. Other symbols are kept.
    n : Symbol
        The number of the row, made by ``integer("n", 1)``.

    Raises
    ------
    DomainError
        If a parameter or multiplicity is not of that form.

    Examples
    --------
    >>> from fdp_sym.symbols import integer, mu
    >>> n = integer("n", 1)
    >>> array = TriangularArray([(EpsDelta(mu / sqrt(n), 1 / n), n)], n)
    >>> array.limit
    EpsDelta(0, 1 - exp(-1)) @ Gaussian(mu)
    >>> [(c.name, c.limit) for c in array.conditions]
    [('kl', mu**2/2), ('max kl', 0), ('kappa2', mu**2), ('kappa3', 0)]

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorems 3.5 and 3.6.
    """

    def __init__(self, factors: Iterable[tuple[TradeOff, Any]], n: Symbol) -> None:
        self.n = n
        self.factors = tuple((f, exact(m, "multiplicity")) for f, m in map(_pair, factors))
        self._groups = tuple(self._group(f, m) for f, m in self.factors)
        if not self._groups:
            raise DomainError("an empty array; allowed is at least one factor")

    def __repr__(self) -> str:
        parts = ", ".join(f"({f}, {m})" for f, m in self.factors)
        return f"TriangularArray([{parts}], {self.n})"

    def _group(self, f: TradeOff, multiplicity: Expr) -> _Group:
        if type(f) not in _REMAINDERS:
            raise DomainError(f"{f}: allowed are EpsDelta, Gaussian and Laplace")
        slack = self._constant(f.parameters[1] * self.n, f) if isinstance(f, EpsDelta) else None
        return _Group(
            type(f),
            self._constant(f.parameters[0] * sqrt(self.n), f),
            self._constant(multiplicity / self.n, multiplicity),
            Integer(0) if slack is None else slack,
        )

    def _constant(self, expr: Any, what: Any) -> Expr:
        value = expand(expr)
        if self.n in value.free_symbols or not is_nonnegative(value):
            raise DomainError(
                f"{what}: allowed are parameters a/sqrt(n), slacks d/n and multiplicities w n with "
                "a, d, w >= 0 free of n"
            )
        return value

    def row(self, n: int) -> TradeOff:
        """The composition of row n, a positive whole number."""
        from .product import tensor_product

        number = exact(n, "n")
        if not (number.is_Integer and number.is_positive):
            raise DomainError(f"row n = {n}: allowed are whole numbers n >= 1")
        return tensor_product(
            (f.subs({self.n: number}), m.subs(self.n, number)) for f, m in self.factors
        )

    # -- the conditions --------------------------------------------------------------------------

    def _cubes(self, coefficient: Callable[[Expr, Expr], Expr]) -> Expr:
        """The sum of coefficient(rho_2, rho_3) w a^3 over the groups."""
        return Add(
            *(g.weight * g.scale**3 * coefficient(*_REMAINDERS[g.family]) for g in self._groups)
        )

    def _values(self, name: str) -> list[Expr]:
        """A functional of one function of each group, without its slack."""
        return [functional(g.family(g.scale / sqrt(self.n)), name) for g in self._groups]

    def _total(self, name: str) -> Expr:
        values = zip(self._groups, self._values(name), strict=True)
        return Add(*(g.weight * self.n * value for g, value in values))

    @property
    def square(self) -> Expr:
        """s^2, the limit of the sum of kappa2."""
        return Add(*(g.weight * g.scale**2 for g in self._groups))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of Theorem 3.5 on the factors without their slack, with their limits.

        The bounds hold for every n >= `first`; max kl is even of order 1/n.
        """
        sizes = [g.scale**2 * (1 + _REMAINDERS[g.family][0]) / 2 for g in self._groups]
        return (
            Condition(
                "kl",
                self._total("kl"),
                self.square / 2,
                self._cubes(lambda second, third: second / 2 + _GAP * third),
            ),
            Condition("max kl", Max(*self._values("kl")), Integer(0), Max(*sizes)),
            Condition(
                "kappa2", self._total("kappa2"), self.square, self._cubes(lambda second, _: second)
            ),
            Condition(
                "kappa3", self._total("kappa3"), Integer(0), self._cubes(lambda _, third: third)
            ),
        )

    @property
    def first(self) -> Expr:
        """From this n on all parameters are at most 1, as the remainders require."""
        return Max(1, *(g.scale**2 for g in self._groups))

    @cached_property
    def limit(self) -> TradeOff:
        r"""The limit :math:`G_s\otimes f_{0,1-e^{-d}}`, d the limit of the sum of the slacks."""
        slack = Add(*(g.weight * g.slack for g in self._groups))
        gaussian = Gaussian(sqrt(self.square))
        return gaussian if slack == 0 else gaussian @ EpsDelta(0, 1 - exp(-slack))

    @cached_property
    def rate(self) -> Rate:
        r"""A certified rate: for n >= first the row is within coefficient/sqrt(n) of the limit.

        With :math:`V_n=\sum(\kappa_2-\mathrm{kl}^2)\ge s^2/2` (which ``first`` ensures),
        :math:`\gamma_n\le0.56\sum\bar\kappa_3/(s^2/2)^{3/2}` and
        :math:`|\mu_n-s|\le\sqrt2(2|\sum\mathrm{kl}-K|+|V_n-s^2|)/s`, and
        :math:`|G_\mu-G_s|\le|\mu-s|/\sqrt{2\pi}`; slacks add at most :math:`w d^2/n`.
        """
        if self.square == 0:
            raise HypothesisError("s = 0: all parameters vanish, and every row is Id or a slack")
        s = sqrt(self.square)
        third = self._cubes(lambda second, third: 4 * (third + ((1 + second) / 2) ** 3))
        variance = self._cubes(lambda second, _: second + (1 + second) ** 2 / 4)
        mean = self.conditions[0].coefficient
        gamma = SHEVTSOVA_2010 * third / (self.square / 2) ** Rational(3, 2)
        centre = sqrt(2) * (2 * mean + variance) / s
        slack = Add(*(g.weight * g.slack**2 for g in self._groups))
        steps = [
            self.first,
            (2 * variance / self.square) ** 2,
            *(2 * g.slack for g in self._groups),
        ]
        return Rate(gamma + centre / sqrt(2 * pi) + slack, Max(*steps))

    def verify(self, ns: Iterable[int]) -> Verdict:
        """Whether the rate holds for listed rows, by their own certified values.

        Theorem 3.4 is not used; for n below ``rate.first`` the rate is tried all the same.

        Examples
        --------
        >>> from fdp_sym.symbols import integer
        >>> n = integer("n", 1)
        >>> TriangularArray([(Laplace(1 / sqrt(n)), n)], n).verify([4, 16]).status
        <Status.CERTIFIED: 'certified'>
        """
        ns = tuple(ns)
        if not ns:
            raise DomainError("no rows; allowed is at least one n")
        for n in ns:
            found = within_shift(self.row(n), self.limit, self.rate.coefficient / sqrt(Integer(n)))
            if found.status is not Status.CERTIFIED:
                return found
        return Verdict(Status.CERTIFIED, found.route, domain=f"alpha in [0, 1], n in {ns}")


def _pair(member: Any) -> tuple[TradeOff, Any]:
    if isinstance(member, tuple) and len(member) == 2 and isinstance(member[0], TradeOff):
        return member
    raise DomainError(f"{member!r}: allowed are pairs (f, multiplicity) of formulas in n")
