r"""The order of integration (Tonelli), and constant factors of integrals.

Without measurability the order may matter even for values in {0, 1}: both orders can exist and
differ, for a function of two variables of which nothing is known (Sierpiński).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Integral, Max, Mul, Pow, Symbol
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from ..binding import bound_in, outside_binders, replace_free
from ..signs import is_nonnegative
from ..symbols import domain_of
from .defined import undefined_term
from .goals import Goal
from .integrable import BOREL, need_existence
from .statements import Generic
from .tactic import Tactic, about_others, need, need_inside

__all__ = ["product_integral", "tonelli"]

# each of them makes a function of two variables measurable
_MEASURABLE = {"measurable", "non-increasing", "convex", "absolutely continuous"}


@dataclass(frozen=True)
class tonelli(Tactic):
    r""":math:`\int_a^b\int_c^d g\,dt\,du = \int_c^d\int_a^b g\,du\,dt` for measurable g >= 0.

    The ends are constants. Measurable is what is built of Borel functions and of generic functions
    of one variable each, which have to be measurable. The variables get sorted by name, the first
    one innermost.
    """

    says = "the order of integration of a non-negative measurable function (Tonelli)"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {}
        for node in sorted(_multiple(goal), key=str):
            ordered = sorted(node.limits, key=lambda limit: str(limit[0]))
            if ordered != list(node.limits):
                given = _need_rectangle(node, goal)
                _need_measurable(node.function, {limit[0] for limit in ordered})
                need(undefined_term(node.function, given) is None, f"{node.function} is defined")
                need(_at_least_zero(node.function, given), f"{node.function} >= 0")
                swap[node] = Integral(node.function, *ordered)
        return _swapped(goal, swap)


@dataclass(frozen=True)
class product_integral(Tactic):
    r""":math:`\int_a^b\int_c^d g(t)\,h(u)\,dt\,du = \int_c^d g\,dt \int_a^b h\,du`.

    Both integrals on the right have to be seen to exist.
    """

    says = "the integral of a product of functions of one variable each"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {}
        for node in sorted(_multiple(goal), key=str):
            variables = {limit[0] for limit in node.limits}
            factors = Mul.make_args(node.function)
            if all(len(f.free_symbols & variables) <= 1 for f in factors):
                _need_rectangle(node, goal)
                constants = (f for f in factors if not f.free_symbols & variables)
                swap[node] = Mul(*constants, *(_alone(factors, limit) for limit in node.limits))
                need_existence(swap[node], goal.given)
        return _swapped(goal, swap)


def _alone(factors: tuple[Expr, ...], limit: Any) -> Expr:
    """The integral of the factors that depend on the variable."""
    variable, low, high = limit
    varying = Mul(*(f for f in factors if variable in f.free_symbols))
    return Integral(varying, limit) if varying.has(variable) else high - low


def _swapped(goal: Goal, swap: dict[Expr, Expr]) -> list[Goal] | None:
    if not swap:
        return None
    return [goal.with_sides(*(replace_free(side, swap) for side in goal.relation.args))]


def _multiple(goal: Goal) -> set[Integral]:
    """Integrals over several variables between two ends, none of them under a binder."""
    return {
        node
        for node in outside_binders(goal.relation, Integral)
        if len(node.limits) > 1 and all(len(limit) == 3 for limit in node.limits)
    }


def _need_rectangle(node: Integral, goal: Goal) -> tuple[Relational, ...]:
    """Constant ends in the right order; what is known of the rest."""
    need_existence(node, goal.given)
    variables = {limit[0] for limit in node.limits}
    given = goal.given
    need(len(variables) == len(node.limits), f"the variables of {node} differ")
    for variable in variables:
        given = about_others(given, variable)
    for variable, low, high in node.limits:
        need(not variables & (low.free_symbols | high.free_symbols), f"{low} … {high} is fixed")
        need(bool(low.is_finite and high.is_finite), f"{low} … {high} is bounded")
        need(is_nonnegative(high - low, given), f"{low} … {high} does not run backwards")
        for end in (low, high):
            need_inside(end, domain_of(variable), str(variable), given)
    return given


def _at_least_zero(expr: Expr, given: tuple[Relational, ...]) -> bool:
    """A maximum is at least each of its arguments."""
    parts = expr.args if isinstance(expr, Max) else (expr,)
    return any(is_nonnegative(part, given) for part in parts)


def _need_measurable(expr: Any, variables: set[Any]) -> None:
    if not variables & expr.free_symbols:
        return
    if isinstance(expr, Generic):
        alone = len(expr.args) == 1 and expr.args[0] in variables
        known = _MEASURABLE & set(expr.facts)
        need(bool(alone and known), f"{expr} is a measurable function of one variable")
        return
    allowed = (Symbol, Add, Mul, Pow, Relational, BooleanFunction, BooleanAtom, *BOREL)
    pieces = type(expr).__name__ == "ExprCondPair"
    need(not bound_in(expr) and (pieces or isinstance(expr, allowed)), f"{expr} is measurable")
    for part in expr.args:
        _need_measurable(part, variables)
