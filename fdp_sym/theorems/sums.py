r"""Steps on finite sums: a range cut in two, a sum backwards, binomial coefficients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Range, S, Sum, binomial, expand, oo

from ..binding import outside_binders, replace_free, substitute
from ..symbols import domain_of
from .gates import is_nonnegative
from .goals import Goal
from .statements import Eq
from .tactic import Tactic, about_others, closes, need

__all__ = ["binomial_theorem", "cut_sum", "pascal", "reversal", "symmetric_binomial"]


def _sums(goal: Goal, side: Expr | None = None) -> list[Sum]:
    """The sums over one index between two finite ends, none under a binder, in a fixed order."""
    where = goal.relation if side is None else side
    found = {
        node
        for node in outside_binders(where, Sum)
        if len(node.limits) == 1 and len(node.limits[0]) == 3
        if all(bool(end.is_integer and end.is_finite) for end in node.limits[0][1:])
    }
    return sorted(found, key=str)


def _swapped(goal: Goal, swap: dict[Expr, Expr]) -> Goal:
    return goal.with_sides(*(replace_free(side, swap) for side in goal.relation.args))


@dataclass(frozen=True)
class cut_sum(Tactic):
    r""":math:`\sum_{i=a}^b x_i = \sum_{i=a}^{c-1} x_i + \sum_{i=c}^b x_i` for a <= c <= b."""

    at: Expr
    says = "a sum is cut in two"

    def __init__(self, at: Any) -> None:
        object.__setattr__(self, "at", S(at))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        at = self.at
        need(bool(at.is_integer), f"{at} is an integer")
        for node in _sums(goal):
            ((index, low, high),) = node.limits
            inside = is_nonnegative(at - low, goal.given) and is_nonnegative(high - at, goal.given)
            if inside and index not in at.free_symbols:
                before = Sum(node.function, (index, low, at - 1))
                return [_swapped(goal, {node: before + Sum(node.function, (index, at, high))})]
        return None


@dataclass(frozen=True)
class reversal(Tactic):
    r""":math:`\sum_{i=a}^b x_i = \sum_{i=a}^b x_{a+b-i}`, for every sum of the left side."""

    says = "a sum is taken backwards"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {}
        for node in _sums(goal, goal.lhs):
            ((index, low, high),) = node.limits
            need(is_nonnegative(high - low + 1, goal.given), f"{low} … {high} is not backwards")
            need(index not in low.free_symbols | high.free_symbols, f"{low} … {high} is fixed")
            body = substitute(node.function, {index: low + high - index})
            swap[node] = Sum(body, (index, low, high))
        return [goal.with_sides(replace_free(goal.lhs, swap), goal.rhs)] if swap else None


@dataclass(frozen=True)
class binomial_theorem(Tactic):
    r""":math:`\sum_{j=0}^n \binom nj a^j b^{n-j} = (a+b)^n`, for sums of these terms."""

    a: Expr
    b: Expr
    says = "binomial theorem"

    def __init__(self, a: Any, b: Any) -> None:
        object.__setattr__(self, "a", S(a))
        object.__setattr__(self, "b", S(b))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {node: (self.a + self.b) ** node.limits[0][2] for node in self._matching(goal)}
        return [_swapped(goal, swap)] if swap else None

    def _matching(self, goal: Goal) -> Iterator[Sum]:
        constants = self.a.free_symbols | self.b.free_symbols
        for node in _sums(goal):
            ((j, low, n),) = node.limits
            fits = low == 0 and is_nonnegative(n, goal.given) and domain_of(j) == Range(0, oo)
            if fits and j not in constants | n.free_symbols:
                term = binomial(n, j) * self.a**j * self.b ** (n - j)
                if closes(Goal(Eq(node.function, term), about_others(goal.given, j))):
                    yield node


@dataclass(frozen=True)
class _Binomials(Tactic):
    """Replace binomial coefficients outside binders, with an integer n >= 0 on top."""

    def _replaced(self, goal: Goal, new: Callable[[Expr, Expr], Expr | None]) -> list[Goal] | None:
        swap = {}
        for node in outside_binders(goal.relation, binomial):
            n, j = node.args
            if n.is_integer and j.is_integer and is_nonnegative(n, goal.given):
                value = new(n, j)
                if value is not None:
                    swap[node] = value
        return [_swapped(goal, swap)] if swap else None


@dataclass(frozen=True)
class pascal(_Binomials):
    r""":math:`\binom{n+1}j = \binom nj + \binom n{j-1}` for integers n >= 0 and j."""

    says = "Pascal's rule"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        def split(n: Expr, j: Expr) -> Expr | None:
            constant, _ = n.as_coeff_Add()
            if not (constant >= 1 and is_nonnegative(n - 1, goal.given)):
                return None
            return binomial(n - 1, j) + binomial(n - 1, j - 1)

        return self._replaced(goal, split)


@dataclass(frozen=True)
class symmetric_binomial(_Binomials):
    r""":math:`\binom n{n-j} = \binom nj` for integers n >= 0 and j, where the right is shorter."""

    says = "binomial coefficients are symmetric"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        def mirrored(n: Expr, j: Expr) -> Expr | None:
            other = expand(n - j)
            return binomial(n, other) if other.count_ops() < j.count_ops() else None

        return self._replaced(goal, mirrored)
