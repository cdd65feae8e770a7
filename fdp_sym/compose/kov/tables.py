r"""What each composition theorem gives for the same mechanisms and the same total delta.

For the total T a bound may spend what the mechanisms leave of it: T - k delta with Theorem 3.2, and
the slack with :math:`1-(1-\delta)^k(1-\tilde\delta)=T` with Theorem 3.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from sympy import Expr, Rational, sinh, sqrt

from ...errors import DomainError, PrecisionError
from ...tradeoff.eps_delta import EpsDelta
from ...tradeoff.gaussian import Gaussian
from .bounds import bound_3_1, bound_3_2, bound_3_4, enclosed_union, factor_of
from .homogeneous import composition
from .inputs import exponent, number_of_times, probability

if TYPE_CHECKING:
    from ...latex.tables import Table

__all__ = ["Comparison", "ComparisonRow", "comparison"]

_HEADER = ("k", "eps", "basic", "DRV", "KOV 3.4", "exact", "CLT (approximation)")


class ComparisonRow(NamedTuple):
    """The eps of the k-fold composition at the total delta, by each theorem.

    Attributes
    ----------
    k : int
    eps : Expr
        That of one mechanism.
    basic, drv, kov, exact : Ball
        Theorems 3.1, 3.2, 3.4 and 3.3; infinite where a theorem does not reach the total delta.
    clt : Ball
        The eps of the Gaussian limit with the same slack: an approximation on either side of the
        exact value, and no guarantee.
    """

    k: int
    eps: Expr
    basic: Any
    drv: Any
    kov: Any
    exact: Any
    clt: Any

    @property
    def looseness(self) -> tuple[Any, Any, Any]:
        """By what factor basic, drv and kov exceed the exact value, each enclosed.

        Infinite where a bound is; 1 where both are 0.
        """
        return tuple(factor_of(bound, self.exact) for bound in (self.basic, self.drv, self.kov))


class Comparison(Sequence[ComparisonRow]):
    """Rows of `comparison`; ``str`` of it is a table whose digits are all proved."""

    def __init__(self, rows: Iterable[ComparisonRow], digits: int) -> None:
        self.rows = tuple(rows)
        self.digits = digits

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        return self.rows[i]

    def __str__(self) -> str:
        lines = [_HEADER, *(self._line(row) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
            for line in lines
        )

    __repr__ = __str__

    def table(self) -> Table:
        """The rows with all digits proved and guarantees rounded up, for any format."""
        from ...latex.tables import Column, Table

        fields = ("basic", "drv", "kov", "exact")
        columns = [
            Column("$k$", "k"),
            Column(r"$\varepsilon$", "eps"),
            *(Column(name, f, "up") for name, f in zip(_HEADER[2:-1], fields, strict=True)),
            Column(_HEADER[-1], "clt"),
        ]
        return Table(self, columns, self.digits)

    def latex(self, **options: Any) -> str:
        """A table of booktabs whose digits are all proved; guarantees are rounded up.

        Parameters
        ----------
        options
            ``caption``, ``label`` and ``siunitx``, see `fdp_sym.latex.table`.
        """
        return self.table().latex(**options)

    def _repr_latex_(self) -> str:
        return self.latex()

    def _repr_html_(self) -> str:
        return self.table().html()

    def plot(self, file: Any = None) -> Any:
        """The rows as curves, see `fdp_sym.plots.comparison`."""
        from ...plots import comparison

        return comparison(self, file)

    def _line(self, row: ComparisonRow) -> tuple[str, ...]:
        values = (ball.decimal(self.digits) for ball in row[2:])
        return (str(row.k), str(row.eps), *values)


def comparison(eps: Any, delta: Any, k: Any, total: Any, digits: int = 6) -> Comparison:
    r"""Basic composition, DRV, KOV 3.4, the exact value and the CLT beside each other.

    The CLT is :math:`G_\mu\otimes f_{0,1-(1-\delta)^k}` with
    :math:`\mu=2\sqrt k\sinh(\varepsilon/2)`, the parameter of Theorem 3.4 of Dong, Roth and Su.

    Parameters
    ----------
    eps, k : number, or list of numbers
        eps >= 0 of one mechanism, and how many there are; one row for each pair.
    delta : number in [0, 1]
        Of one mechanism.
    total : number in [0, 1]
        The total delta, at which the eps of the composition is compared.
    digits : int
        Proved digits of each value.

    Raises
    ------
    DomainError
        For numbers outside their domains, symbols, and empty lists.

    Examples
    --------
    >>> comparison("0.1", "1e-6", [10, 100, 1000], "1e-3")
       k   eps  basic      DRV  KOV 3.4    exact  CLT (approximation)
      10  1/10      1  1.28141        1  0.754239             0.784363
     100  1/10     10  4.79687  4.24471   3.14528              3.17343
    1000  1/10    100      inf  22.0305   19.7776              19.8774

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorems 3.1 to 3.4, Figures 2 and 3.
    """
    epsilons, counts = _several(eps, exponent, "eps"), _several(k, number_of_times, "k")
    slack, level = probability(delta), probability(total, "total")
    parameters = [*epsilons, *counts, slack, level]
    if any(value.free_symbols for value in parameters):
        raise DomainError(f"{parameters}: allowed are numbers; substitute them for the symbols")
    rows = (_row(e, slack, n, level, digits + 2) for n in counts for e in epsilons)
    return Comparison(rows, digits)


def _several(values: Any, read: Any, what: str) -> list[Expr]:
    single = not isinstance(values, Iterable) or isinstance(values, (str, bytes, Expr))
    members = [values] if single else list(values)
    if not members:
        raise DomainError(f"{what} = {values!r}: allowed is a number or a list of numbers")
    return [read(value, what) for value in members]


def _row(eps: Expr, slack: Expr, k: Expr, total: Expr, digits: int) -> ComparisonRow:
    from ...oracle import enclose_epsilon

    basic = bound_3_1(eps, slack, k, digits)
    left = total - k * slack
    limit = Gaussian(2 * sqrt(k) * sinh(eps / 2)) if eps != 0 and k != 0 else EpsDelta(0)
    return ComparisonRow(
        int(k),
        eps,
        basic.eps if left >= 0 else _infinite(),
        bound_3_2(eps, slack, k, left, digits).eps if left > 0 else _infinite(),
        _kov(eps, slack, k, total, digits),
        composition(eps, slack, k, digits).epsilon(total),
        enclose_epsilon([(limit, 1), (EpsDelta(0, slack), k)], total, digits),
    )


def _kov(eps: Expr, slack: Expr, k: Expr, total: Expr, digits: int) -> Any:
    """The eps of Theorem 3.4, which falls with the slack it may spend."""
    from ...balls import Ball, enclose

    if slack == 1 and k != 0:
        return bound_3_1(eps, 0, k, digits).eps if total == 1 else _infinite()
    mass = enclosed_union([(slack, k)], 2 * digits + 10)
    level = Ball(total, total) if total.is_Rational else enclose(total, digits=2 * digits + 10)
    spent = (level - mass) / (1 - mass)
    if spent.upper < 0:
        return _infinite()
    if spent.upper == 0:  # exactly: what is left is basic composition
        return bound_3_1(eps, 0, k, digits).eps
    if spent.lower <= 0:
        raise PrecisionError(
            f"total = {total} is not told from 1 - (1 - delta)^k = {mass}; choose another total"
        )
    low, high = (_rational(end) for end in (spent.lower, spent.upper))
    worst, best = bound_3_4(eps, 0, k, low, digits + 5), bound_3_4(eps, 0, k, high, digits + 5)
    return Ball(best.eps.lower, worst.eps.upper, worst.eps.route)


def _rational(value: Any) -> Expr:
    bound = min(Fraction(1), value)
    return Rational(bound.numerator, bound.denominator)


def _infinite() -> Any:
    from ...balls import Ball

    return Ball(math.inf, math.inf, "unreachable: the total delta is less than this bound's")
