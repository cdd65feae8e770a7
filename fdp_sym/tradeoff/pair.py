"""Finite pairs of distributions: trade-off function and optimal tests (Neyman and Pearson).

Equal likelihood ratios are merged, zero masses and ties handled exactly; the ratios may be rational
functions of symbols and exponentials, and are then ordered by what is proved about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sympy import Expr

from ..errors import DomainError
from ..exact import exact
from .inputs import relations
from .piecewise_linear import PiecewiseLinear
from .scalars import Scalars, field_of, read_all

__all__ = ["from_pair", "optimal_test", "read_pair"]


class _Group(NamedTuple):
    """The outcomes of one likelihood ratio q/p; the ratio is None where p = 0 < q."""

    ratio: Any
    p: Any
    q: Any
    outcomes: tuple[int, ...]


def from_pair(p: Iterable[Any], q: Iterable[Any], given: Iterable[Any] = ()) -> PiecewiseLinear:
    """The trade-off function T(P, Q) of two distributions on finitely many outcomes.

    Parameters
    ----------
    p, q : sequence of numbers or expressions
        The masses of P and of Q on the same outcomes: in [0, 1], of exact sum 1.
    given : sequence of SymPy relations
        Hypotheses about the symbols.

    Raises
    ------
    DomainError
        For different lengths, a mass outside [0, 1] or a sum that is not exactly 1.
    HypothesisError
        If the order of two likelihood ratios depends on the symbols.

    Examples
    --------
    >>> from_pair(["1/2", "1/2", 0], ["1/4", "1/2", "1/4"])
    PiecewiseLinear(((0, 3/4), (1/2, 1/4), (1, 0)))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Definition 2.1 and Theorem A.1 (Neyman and Pearson).
    """
    masses_p, masses_q, field = read_pair(p, q, given)
    groups = _groups(masses_p, masses_q, field)
    alpha, beta = field.zero, field.one
    points = [] if groups[0].ratio is None else [(alpha, beta)]
    for group in groups:
        alpha, beta = field.normal(alpha + group.p), field.normal(beta - group.q)
        points.append((alpha, beta))
    return PiecewiseLinear([(field.write(a), field.write(b)) for a, b in points], field.given)


def optimal_test(
    p: Iterable[Any], q: Iterable[Any], alpha: Any, given: Iterable[Any] = ()
) -> tuple[Expr, ...]:
    """The most powerful test of P against Q at level ``alpha``.

    Parameters
    ----------
    p, q : sequence of numbers or expressions
        The masses of P and of Q, as for `from_pair`.
    alpha : number or expression in [0, 1]
        The type I error.
    given : sequence of SymPy relations
        Hypotheses about the symbols.

    Returns
    -------
    tuple of SymPy expressions
        For each outcome the probability of rejecting P. The type I error is exactly ``alpha``.

    Raises
    ------
    DomainError
        For what is no pair, or an ``alpha`` outside [0, 1].

    Examples
    --------
    >>> optimal_test(["1/2", "1/2"], ["1/4", "3/4"], "3/5")
    (1/5, 1)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorem A.1 (Neyman and Pearson).
    """
    level = exact(alpha, "alpha")
    masses_p, masses_q, field = read_pair(p, q, given, level)
    left = field.read(level)
    if -1 in field.signs(left) or -1 in field.signs(1 - left):
        raise DomainError(f"alpha = {alpha}: allowed is what is proved to lie in [0, 1]")
    test = [field.zero] * len(masses_p)
    for group in _groups(masses_p, masses_q, field):
        if group.ratio is None or field.at_most(group.p, left):
            share, left = field.one, field.normal(left - group.p)
        else:
            share, left = field.normal(left / group.p), field.zero
        for i in group.outcomes:
            test[i] = share
    return tuple(field.write(x) for x in test)


def read_pair(
    p: Iterable[Any], q: Iterable[Any], given: Iterable[Any] = (), *more: Expr
) -> tuple[list[Any], list[Any], Scalars]:
    """The masses of P and of Q as scalars of one field (which also holds ``more``), checked."""
    exprs = {"p": read_all(p, "p"), "q": read_all(q, "q")}
    if len(exprs["p"]) != len(exprs["q"]):
        raise DomainError(
            f"p has {len(exprs['p'])} masses and q has {len(exprs['q'])}; allowed are two "
            "distributions on the same outcomes: give 0 where one of them has no mass"
        )
    if not exprs["p"]:
        raise DomainError("p and q are empty: at least one outcome is needed")
    field = field_of([*exprs["p"], *exprs["q"], *more], relations(given))
    columns = []
    for name, column in exprs.items():
        masses = [field.read(x) for x in column]
        for i, mass in enumerate(masses):
            signs = field.signs(mass)
            if signs == {-1} or (-1 in signs and not column[i].free_symbols):
                raise DomainError(f"{name}[{i}] = {column[i]}: allowed are masses in [0, 1]")
            if -1 in signs:
                raise field.undecided(field.zero, mass)
        total = field.normal(sum(masses, field.zero))
        if not field.is_zero(total - 1):
            raise DomainError(
                f"{name} sums to {field.write(total)}: allowed is a sum of exactly 1. Write "
                'decimals as strings ("0.1") or as Fraction, and divide by the sum.'
            )
        columns.append(masses)
    return columns[0], columns[1], field


def _groups(p: list[Any], q: list[Any], field: Scalars) -> list[_Group]:
    """The outcomes in decreasing order of q/p, equal ratios together; p = q = 0 is left out."""
    infinite: list[int] = []
    finite: list[tuple[Any, int]] = []
    for i, (mass_p, mass_q) in enumerate(zip(p, q, strict=True)):
        if not field.is_zero(mass_p):
            finite.append((field.normal(mass_q / mass_p), i))
        elif not field.is_zero(mass_q):
            infinite.append(i)
    groups = [_Group(None, field.zero, sum(q[i] for i in infinite), tuple(infinite))]
    ordered = field.sorted(finite, key=lambda item: -item[0])
    start = 0
    for end in range(1, len(ordered) + 1):
        if end < len(ordered) and field.is_zero(ordered[end][0] - ordered[start][0]):
            continue
        outcomes = tuple(i for _, i in ordered[start:end])
        mass_p = field.normal(sum(p[i] for i in outcomes))
        mass_q = field.normal(sum(q[i] for i in outcomes))
        groups.append(_Group(ordered[start][0], mass_p, mass_q, outcomes))
        start = end
    return groups if infinite else groups[1:]
