r"""Steps at infinity: limits with a remainder; what decreases to zero is non-negative."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from sympy import Add, Expr, Mul, Pow, S, exp, expand, oo, together
from sympy import diff as differentiate
from sympy.polys.polyerrors import PolynomialError
from sympy.polys.polytools import Poly

from ..functions import Phi
from ..signs import is_nonnegative, is_positive, possible_signs
from ..symbols import Real, domain_of
from .goals import Goal
from .smooth import smooth_in
from .statements import Le, Lim, Lt
from .tactic import Tactic, need, nonnegative_side, unrestricted

__all__ = ["from_infinity", "remainder"]


def _grows(expr: Expr, x: Real) -> bool:
    """Whether ``expr`` is seen to tend to infinity with ``x``."""
    if isinstance(expr, exp):
        return _grows(expr.args[0], x)
    if expr.is_Mul and expr.has(exp):
        constant, varying = expr.as_independent(x)
        return is_positive(constant) and all(_grows(a, x) for a in Mul.make_args(varying))
    if expr.is_Add and expr.has(exp):
        return any(_grows(a, x) for a in expr.args) and all(
            _grows(a, x) or is_nonnegative(a) for a in expr.args
        )
    try:
        poly = Poly(expr, x)
    except PolynomialError:
        return False
    return bool(poly.degree() > 0 and not poly.LC().has(x) and is_positive(poly.LC()))


def _vanishes(expr: Expr, x: Real) -> bool:
    """Whether ``expr`` is seen to tend to zero as ``x`` tends to infinity."""
    if isinstance(expr, (Phi, exp)):
        return _grows(-expr.args[0], x)
    if expr.is_Add:
        return all(_vanishes(a, x) for a in expr.args)
    if expr.is_Mul:
        ratio = Mul(*(a for a in expr.args if a.is_rational_function(x)))
        others = [a for a in expr.args if not a.is_rational_function(x)]
        order = _order(ratio, x)
        bounded = order <= 0 and all(isinstance(a, Phi) or _vanishes(a, x) for a in others)
        return bounded and (order < 0 or any(_vanishes(a, x) for a in others))
    if isinstance(expr, Pow):
        return bool(expr.exp.is_Rational and expr.exp < 0) and _grows(expr.base, x)
    return bool(expr == 0)


def _order(ratio: Expr, x: Real) -> float:
    """The degree of a rational function at infinity, or more where that is not known."""
    top, bottom = (Poly(p, x) for p in together(ratio).as_numer_denom())
    known = 0 not in possible_signs(bottom.LC())
    return top.degree() - bottom.degree() if known else inf


@dataclass(frozen=True)
class from_infinity(Tactic):
    r"""A function that decreases to zero is non-negative.

    :math:`h(x) \to 0` as :math:`x \to \infty` and :math:`h' \le 0` on the whole domain of x, which
    is unbounded, imply :math:`h \ge 0`; with :math:`h' < 0` it is positive.
    """

    variable: Real
    says = "decreasing to zero at infinity"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        x = self.variable
        if x not in goal.relation.free_symbols:
            return None
        h = nonnegative_side(goal)
        need(domain_of(x).sup is oo, f"{x} ranges up to infinity")
        need(
            all(x not in r.free_symbols for r in goal.given),
            f"no hypothesis restricts {x} (the derivative argument needs the whole interval)",
        )
        need(smooth_in(h, x, goal.given), f"{h} is smooth in {x}")
        written = any(all(_vanishes(t, x) for t in Add.make_args(g)) for g in (h, expand(h)))
        need(written, f"{h} tends to 0")
        strict = goal.relation.rel_op in ("<", ">")
        return [Goal((Lt if strict else Le)(differentiate(h, x), S.Zero), goal.given)]


@dataclass(frozen=True)
class remainder(Tactic):
    r""":math:`\lim_k e_k = L` from :math:`|e_k - L| \le r_k` with an explicit :math:`r_k \to 0`."""

    bound: Expr
    says = "an explicit remainder that tends to zero"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if goal.relation.rel_op != "==" or not isinstance(goal.lhs, Lim):
            return None
        k, _, high = goal.lhs.limits
        need(high is oo, f"the limit is taken at infinity, not {high}")
        unrestricted(k, goal)
        top, bottom = (Poly(p, k) for p in together(self.bound).as_numer_denom())
        vanishes = top.degree() < bottom.degree() and 0 not in possible_signs(bottom.LC())
        need(vanishes, f"{self.bound} tends to 0 as {k} tends to infinity")
        gap = goal.lhs.body - goal.rhs
        return [
            Goal(Le(gap, self.bound), goal.given),
            Goal(Le(-gap, self.bound), goal.given),
        ]
