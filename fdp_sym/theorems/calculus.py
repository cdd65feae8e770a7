r"""Steps of calculus: extrema, monotone functions, antiderivatives.

What a step needs besides its goals is a gate: that the function is smooth or continuous there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import (
    Expr,
    FiniteSet,
    Integral,
    Interval,
    S,
)
from sympy import diff as differentiate

from ..binding import outside_binders
from ..signs import is_nonnegative
from ..symbols import Real, domain_of, real
from .goals import Goal
from .smooth import continuous_to_the_ends, interior, smooth_in, value_at_end
from .statements import Eq, Ge, Gt, Le, Lt, Sup
from .tactic import Tactic, about_others, need, need_inside, nonnegative_side

__all__ = [
    "antiderivative",
    "first_supremum",
    "from_boundary",
    "from_ends",
    "monotone_supremum",
    "stationary",
]


def first_supremum(goal: Goal) -> Sup | None:
    """A supremum whose free symbols are those of the goal, not bound around it."""
    found = (n for n in outside_binders(goal.relation, Sup) if n.func is Sup)
    return min(found, key=str, default=None)


def _slope_inside(node: Sup, goal: Goal) -> tuple[Real, Expr, tuple[Any, ...]]:
    """The variable inside the range of a supremum, the slope there, what is given about the rest.

    Needs a body that is smooth inside and continuous to the ends.
    """
    x, low, high = node.limits
    inner = interior(x, low, high)
    body = node.body.xreplace({x: inner})
    given = about_others(goal.given, x)
    need(smooth_in(body, inner, given), f"{node.body} is smooth in {x}")
    need(continuous_to_the_ends(node.body, x), f"{node.body} is continuous at the ends")
    return inner, differentiate(body, inner), given


@dataclass(frozen=True)
class stationary(Tactic):
    r"""A concave function is largest where its derivative vanishes.

    :math:`\sup_{x \in [a,b]} g = g(x_0)` when g is continuous on [a, b], :math:`g'' \le 0` inside,
    :math:`g'(x_0) = 0`, :math:`a \le x_0 \le b`.
    """

    at: Expr
    says = r"a concave function is largest where its derivative vanishes"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = first_supremum(goal)
        if node is None:
            return None
        x, low, high = node.limits
        point = self.at
        need(low.is_infinite or is_nonnegative(point - low, goal.given), f"{point} >= {low}")
        need(high.is_infinite or is_nonnegative(high - point, goal.given), f"{point} <= {high}")
        inner, slope, given = _slope_inside(node, goal)
        swap = {node: node.body.xreplace({x: point})}
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(Eq(slope.xreplace({inner: point}), S.Zero), goal.given),
            Goal(Le(differentiate(slope, inner), S.Zero), given),
        ]


@dataclass(frozen=True)
class monotone_supremum(Tactic):
    r""":math:`\sup_{[a,b]} g = g(b)` (or g(a)) when g is monotone on [a, b]."""

    end: str
    says = "a monotone function is largest at an end"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = first_supremum(goal)
        if node is None:
            return None
        x, low, high = node.limits
        point = low if self.end == "low" else high
        need(bool(point.is_finite), f"the end {point} is finite")
        not_empty = low.is_infinite or high.is_infinite or is_nonnegative(high - low, goal.given)
        need(not_empty, f"{low} <= {high}")
        _, slope, given = _slope_inside(node, goal)
        swap = {node: node.body.xreplace({x: point})}
        monotone = Le(slope, S.Zero) if self.end == "low" else Ge(slope, S.Zero)
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(monotone, given),
        ]


@dataclass(frozen=True)
class from_boundary(Tactic):
    r"""A function that is non-negative at an end and moves up from there stays non-negative.

    :math:`h(x_0) \ge 0` at the low (high) end :math:`x_0` of the domain of x and
    :math:`h' \ge 0` (:math:`h' \le 0`) on it imply :math:`h \ge 0`.
    """

    variable: Real
    at: Any
    says = "non-negative at the end and monotone from there"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        x, end = self.variable, S(self.at)
        if x not in goal.relation.free_symbols:
            return None
        domain = domain_of(x)
        need(end in (domain.inf, domain.sup) and end.is_finite, f"{end} is an end of {domain}")
        # integers too: between them the derivative is that of the same expression
        span = domain if isinstance(domain, Interval) else Interval(domain.inf, domain.sup)
        closed = real(x.name, span | FiniteSet(end))
        h = nonnegative_side(goal).xreplace({x: closed})
        given = tuple(r.xreplace({x: closed}) for r in goal.given)
        need(
            all(x not in r.free_symbols for r in goal.given),
            f"no hypothesis restricts {x} (the derivative argument needs the whole interval)",
        )
        need(smooth_in(h, closed, given), f"{h} is smooth in {x} up to {end}")
        slope = differentiate(h, closed)
        strict = goal.relation.rel_op in ("<", ">")
        need(not strict or end not in domain, f"a strict inequality needs {end} outside {domain}")
        inner = real(x.name, Interval.open(domain.inf, domain.sup)) if strict else closed
        slope = slope.xreplace({closed: inner})
        direction = {(True, False): Ge, (True, True): Gt, (False, False): Le, (False, True): Lt}[
            (end == domain.inf, strict)
        ]
        return [
            Goal(Ge(h.xreplace({closed: end}), S.Zero), goal.given),
            Goal(direction(slope, S.Zero), goal.given),
        ]


@dataclass(frozen=True)
class from_ends(Tactic):
    r"""A concave function that is non-negative at both ends is so between them.

    :math:`h(a) \ge 0`, :math:`h(b) \ge 0` at the ends of the domain [a, b] of x and
    :math:`h'' \le 0` on it imply :math:`h \ge 0`.
    """

    variable: Real
    says = "a concave function is at least the smaller of its values at the ends"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        x = self.variable
        if x not in goal.relation.free_symbols:
            return None
        domain = domain_of(x)
        need(domain.inf.is_finite and domain.sup.is_finite, f"{x} ranges over a bounded interval")
        need(goal.relation.rel_op in ("<=", ">="), "the inequality is not strict")
        need(all(x not in r.free_symbols for r in goal.given), f"no hypothesis restricts {x}")
        closed = real(x.name, Interval(domain.inf, domain.sup))
        h = nonnegative_side(goal).xreplace({x: closed})
        need(smooth_in(h, closed, goal.given), f"{h} is smooth in {x} up to the ends")
        at_ends = (h.xreplace({closed: end}) for end in (domain.inf, domain.sup))
        return [
            *(Goal(Ge(value, S.Zero), goal.given) for value in at_ends),
            Goal(Le(differentiate(h, closed, 2), S.Zero), goal.given),
        ]


@dataclass(frozen=True)
class antiderivative(Tactic):
    r""":math:`\int_a^b g = F(b) - F(a)` where F' = g is checked and F is smooth on [a, b].

    An end may be infinite where each term of F contains the variable only as :math:`\Phi(c t + d)`,
    or is a product of powers of t and of such with a vanishing exponential of a polynomial.
    """

    function: Expr
    says = "an antiderivative, checked by differentiation"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = min(outside_binders(goal.relation, Integral), key=str, default=None)
        if node is None or len(node.limits) != 1 or len(node.limits[0]) != 3:
            return None
        ((t, low, high),) = node.limits
        big = self.function
        given = about_others(goal.given, t)
        for end in (low, high):
            need_inside(end, domain_of(t), str(t), given)
        need(smooth_in(big, t, given), f"{big} is smooth in {t} on its domain")
        swap = {node: value_at_end(big, t, high, given) - value_at_end(big, t, low, given)}
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(Eq(differentiate(big, t), node.function), given),
        ]
