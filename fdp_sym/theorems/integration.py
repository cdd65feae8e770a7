r"""Steps on integrals: a change of variable, a range cut in two, absolute values of one sign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Dummy, Expr, Integral, S, oo
from sympy import diff as differentiate
from sympy.core.relational import Relational

from ..binding import outside_binders, replace_free, substitute
from ..signs import is_nonnegative, is_positive
from ..symbols import Real, domain_of
from .goals import Goal
from .integrable import need_existence
from .smooth import smooth_in, value_at_end
from .statements import Eq, Ge, Le
from .tactic import Tactic, about_others, need, need_inside, unrestricted

__all__ = ["split_at", "substitution", "without_absolute_value"]


def _integrals(goal: Goal) -> list[Integral]:
    """The single integrals between two ends, none of them under a binder, in a fixed order."""
    found = {
        node
        for node in outside_binders(goal.relation, Integral)
        if len(node.limits) == 1 and len(node.limits[0]) == 3
    }
    return sorted(found, key=str)


def _replaced(goal: Goal, old: Expr, new: Expr) -> Goal:
    return goal.with_sides(*(replace_free(side, {old: new}) for side in goal.relation.args))


@dataclass(frozen=True)
class substitution(Tactic):
    r""":math:`\int_{u(a)}^{u(b)} g(x)\,dx = \int_a^b g(u(t))\,u'(t)\,dt` for a monotone smooth u.

    u is smooth and its derivative has one sign on the domain of t, which contains (a, b). An end
    may be infinite where u is seen to have a limit. Then either both integrals exist or neither.

    Parameters
    ----------
    variable : Symbol made by `real`
        The new variable t.
    value : Expr
        The old variable, u(t).
    low, high : Expr
        The new ends a and b.
    """

    variable: Real
    value: Expr
    low: Expr
    high: Expr
    says = "a monotone change of variable"

    def __init__(self, variable: Real, value: Any, low: Any, high: Any) -> None:
        for name, given in zip(
            ("variable", "value", "low", "high"), (variable, value, low, high), strict=True
        ):
            object.__setattr__(self, name, S(given))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        t, u = self.variable, self.value
        node = next((n for n in _integrals(goal) if n.limits[0][0] != t), None)
        if node is None:
            return None
        ((x, low, high),) = node.limits
        unrestricted(t, goal)
        need_existence(node, goal.given)
        given = about_others(goal.given, x)
        for end in (self.low, self.high):
            need_inside(end, domain_of(t), str(t), given)
        slope = differentiate(u, t)
        need(smooth_in(u, t, given), f"{u} is smooth in {t} on its domain")
        rises = is_positive(slope, given)
        need(rises or is_positive(-slope, given), f"{u} is monotone in {t}")
        ends = (value_at_end(u, t, end, given) for end in (self.low, self.high))
        body = substitute(node.function, {x: u}) * (slope if rises else -slope)
        new = Integral(body, (t, self.low, self.high) if rises else (t, self.high, self.low))
        return [
            _replaced(goal, node, new),
            *(Goal(Eq(at, end), goal.given) for at, end in zip(ends, (low, high), strict=True)),
        ]


@dataclass(frozen=True)
class split_at(Tactic):
    r""":math:`\int_a^b g = \int_a^c g + \int_c^b g` for g continuous between a, b and c.

    Continuous is what is built of smooth functions and absolute values.
    """

    point: Expr
    says = "a range of integration is cut in two"

    def __init__(self, point: Any) -> None:
        object.__setattr__(self, "point", S(point))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = next((n for n in _integrals(goal) if n.function.has(Abs)), None)
        if node is None:
            return None
        ((t, low, high),) = node.limits
        given = about_others(goal.given, t)
        for end in (low, self.point, high):
            need_inside(end, domain_of(t), str(t), given)
        need(t not in self.point.free_symbols, f"{self.point} does not depend on {t}")
        need(_continuous(node.function, t, given), f"{node.function} is continuous in {t}")
        need_existence(node, goal.given)
        parts = (
            Integral(node.function, (t, a, b)) for a, b in ((low, self.point), (self.point, high))
        )
        return [_replaced(goal, node, sum(parts, S.Zero))]


def _continuous(expr: Expr, t: Real, given: tuple[Relational, ...]) -> bool:
    """Whether absolute values of smooth functions enter smoothly."""
    inner = {node: Dummy(real=True) for node in expr.atoms(Abs)}
    outer = expr.xreplace(inner)
    polynomial = all(outer.is_polynomial(d) for d in inner.values())
    smooth = all(smooth_in(node.args[0], t, given) for node in inner)
    return polynomial and smooth and smooth_in(outer, t, given)


@dataclass(frozen=True)
class without_absolute_value(Tactic):
    r""":math:`\int_a^b g(|h|) = \int_a^b g(\pm h)` where h has one sign on [a, b].

    The sign has to follow from the hypotheses; a <= b becomes a goal.
    """

    says = "an absolute value of constant sign"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = next((n for n in _integrals(goal) if any(outside_binders(n.function, Abs))), None)
        if node is None:
            return None
        ((t, low, high),) = node.limits
        unrestricted(t, goal)
        for end in (low, high):
            need_inside(end, domain_of(t), str(t), goal.given)
        inside = tuple(_range(t, low, high))
        known = (*goal.given, *inside)
        # under another binder, what is known of a name need not be about its variable
        values = {a: _value(a.args[0], known) for a in outside_binders(node.function, Abs)}
        body = replace_free(node.function, values)
        order = () if low is -oo or high is oo else (Le(low, high),)
        return [
            _replaced(goal, node, Integral(body, (t, low, high))),
            *(Goal(relation, goal.given) for relation in order),
        ]


def _value(h: Expr, given: tuple[Relational, ...]) -> Expr:
    """The absolute value of h, whose sign is known."""
    if is_nonnegative(h, given):
        return h
    need(is_nonnegative(-h, given), f"{h} has one sign there")
    return -h


def _range(t: Real, low: Expr, high: Expr) -> Iterator[Relational]:
    if not low.is_infinite:
        yield Ge(t, low)
    if not high.is_infinite:
        yield Le(t, high)
