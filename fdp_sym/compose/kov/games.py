r"""Matrix games with too many columns to write down, solved exactly.

The row player picks a row x, the column player a mixture of columns, each a list of positive
payoffs; the column player wants the largest guaranteed payoff. The linear program

.. math:: \min\sum_ky_k\quad\text{with}\quad\sum_ky_kA_{xk}\ge1\ \text{for every row }x,\ y\ge0

has the value 1/v and the optimal mixture y v; its dual variables times v are the row player's. It
is solved by the revised simplex method in fractions. Columns enter as best responses to the current
dual variables, and a lexicographic choice of the column that leaves excludes cycles.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

__all__ = ["Solution", "maximin"]

Key = TypeVar("Key", bound=Hashable)
Column = Sequence[Fraction]


class Solution(NamedTuple):
    """The value of a game, optimal mixtures of both players, and the basis that gives them.

    ``tight`` are the rows, by number, in which the columns of ``basis`` are required to pay the
    same; there are as many of them.
    """

    value: Fraction
    columns: dict[Hashable, Fraction]
    rows: tuple[Fraction, ...]
    basis: tuple[Hashable, ...]
    tight: tuple[int, ...]


def maximin(respond: Callable[[Sequence[Fraction]], tuple[Key, Column]], size: int) -> Solution:
    """The largest payoff that a mixture of columns guarantees in every row.

    Parameters
    ----------
    respond : callable
        For weights >= 0 of the rows a column, as (name, positive payoffs), whose weighted payoff
        is largest.
    size : int
        The number of rows, at least 1.

    Examples
    --------
    >>> columns = [[Fraction(3), Fraction(1)], [Fraction(1), Fraction(2)]]
    >>> def respond(weights):
    ...     worth = [sum(w * x for w, x in zip(weights, column)) for column in columns]
    ...     best = worth.index(max(worth))
    ...     return best, columns[best]
    >>> game = maximin(respond, 2)
    >>> str(game.value), sorted((k, str(w)) for k, w in game.columns.items())
    ('5/3', [(0, '1/3'), (1, '2/3')])
    >>> [str(w) for w in game.rows], sorted(game.basis), game.tight
    (['1/3', '2/3'], [0, 1], (0, 1))
    """
    basis, inverse, levels = _start(respond, size)
    while True:
        duals = [Fraction(0)] * size
        for i, name in enumerate(basis):
            if not isinstance(name, _Surplus):
                duals = [u + b for u, b in zip(duals, inverse[i], strict=True)]
        lowest = min(range(size), key=lambda x: duals[x])
        entering: _Surplus | Key
        if duals[lowest] < 0:
            entering = _Surplus(lowest)
            direction = [-row[lowest] for row in inverse]
        else:
            entering, column = respond(duals)
            if _dot(duals, column) <= 1:
                break
            direction = [_dot(row, column) for row in inverse]
        leaving = min(
            (i for i in range(size) if direction[i] > 0),
            key=lambda i: [v / direction[i] for v in (levels[i], *inverse[i])],
        )
        _pivot(inverse, levels, direction, leaving)
        basis[leaving] = entering
    total = sum(duals, Fraction(0))
    weights: dict[Hashable, Fraction] = {}
    for name, level in zip(basis, levels, strict=True):
        if level and not isinstance(name, _Surplus):
            weights[name] = weights.get(name, Fraction(0)) + level / total
    names = tuple(name for name in basis if not isinstance(name, _Surplus))
    slack = {name.row for name in basis if isinstance(name, _Surplus)}
    tight = tuple(x for x in range(size) if x not in slack)
    return Solution(1 / total, weights, tuple(u / total for u in duals), names, tight)


class _Surplus(NamedTuple):
    """What a row gets beyond 1."""

    row: int


_Table = list[list[Fraction]]


def _start(
    respond: Callable[[Sequence[Fraction]], tuple[Key, Column]], size: int
) -> tuple[list[_Surplus | Key], _Table, list[Fraction]]:
    """The basis of one column and the surplus of all rows but the first of those with least."""
    name, column = respond([Fraction(1)] * size)
    worst = min(range(size), key=lambda x: column[x])
    basis: list[_Surplus | Key] = [_Surplus(x) for x in range(size)]
    inverse = [[Fraction(-(i == j)) for j in range(size)] for i in range(size)]
    for i in range(size):
        inverse[i][worst] += column[i] / column[worst]
    inverse[worst] = [Fraction(j == worst) / column[worst] for j in range(size)]
    basis[worst] = name
    return basis, inverse, [sum(row, Fraction(0)) for row in inverse]


def _pivot(
    inverse: _Table, levels: list[Fraction], direction: list[Fraction], leaving: int
) -> None:
    pivot = direction[leaving]
    row = inverse[leaving] = [b / pivot if b else b for b in inverse[leaving]]
    level = levels[leaving] = levels[leaving] / pivot
    for i, step in enumerate(direction):
        if step and i != leaving:
            inverse[i] = [b - step * r if r else b for b, r in zip(inverse[i], row, strict=True)]
            levels[i] -= step * level


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(left, right, strict=True) if x), Fraction(0))
