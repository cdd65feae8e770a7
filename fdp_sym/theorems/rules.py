r"""Named rewrite rules. Each replaces a term by an equal one, behind its own domain gate.

A rule rewrites every occurrence it finds in a goal, bottom-up. A gate that cannot be discharged
leaves the term alone. The table `REWRITES` is the whole list; `says` is printed with a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Heaviside,
    Integral,
    Max,
    Min,
    Mul,
    Piecewise,
    Product,
    S,
    Sum,
    Tuple,
    ceiling,
    cosh,
    exp,
    expand,
    floor,
    log,
    sign,
    sinh,
    tanh,
)
from sympy.core.relational import Relational

from ..binding import bound_in, substitute
from ..functions import Phi, Quantile
from .gates import is_nonnegative, is_positive, passed, place, withdraw
from .goals import Goal
from .statements import Generic, Inf, Iterate, Sup
from .writing import written

__all__ = ["REWRITES", "Rewrite", "rewrite_everywhere"]

Given = tuple[Relational, ...]
Find = Callable[[Expr, Given], Expr | None]


@dataclass(frozen=True)
class Rewrite:
    """A named rule: ``find(term, given)`` returns an equal term, or None."""

    name: str
    says: str
    find: Find

    def apply(self, goal: Goal, context: Any = None) -> list[Goal] | None:
        """The goal with the rule applied everywhere, or None when it applies nowhere."""
        lhs = rewrite_everywhere(goal.lhs, goal.given, self.find)
        rhs = rewrite_everywhere(goal.rhs, goal.given, self.find)
        if (lhs, rhs) == (goal.lhs, goal.rhs):
            return None
        return [goal.with_sides(lhs, rhs)]


def rewrite_everywhere(expr: Expr, given: Given, find: Find) -> Expr:
    """Apply ``find`` to every subterm, innermost first."""
    captured = bound_in(expr)
    if captured:  # hypotheses about a symbol say nothing about a bound variable of that name
        given = tuple(h for h in given if not captured & h.free_symbols)
    if expr.args and not isinstance(expr, Tuple):
        args = [rewrite_everywhere(a, given, find) if isinstance(a, Expr) else a for a in expr.args]
        if any(new is not old for new, old in zip(args, expr.args, strict=True)):
            expr = expr.func(*args)
    before = place()
    found = find(expr, given)
    if found is None:
        withdraw(before)
        return expr
    passed(f"{written(expr)} = {written(found)}")
    return found


REWRITES: dict[str, Rewrite] = {}


def _rule(name: str, says: str) -> Callable[[Find], Find]:
    def register(find: Find) -> Find:
        REWRITES[name] = Rewrite(name, says, find)
        return find

    return register


def _is_probability(p: Expr, given: Given) -> bool:
    return is_nonnegative(p, given) and is_nonnegative(1 - p, given)


# -- the normal distribution ------------------------------------------------------------------


@_rule("Phi of quantile", r"$\Phi(\Phi^{-1}(p)) = p$ for $0 \le p \le 1$")
def _phi_of_quantile(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Phi) and isinstance(term.args[0], Quantile):
        p: Expr = term.args[0].args[0]
        if _is_probability(p, given):
            return p
    return None


@_rule("quantile of Phi", r"$\Phi^{-1}(\Phi(x)) = x$ for real $x$")
def _quantile_of_phi(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Quantile):
        if isinstance(term.args[0], Phi):
            x: Expr = term.args[0].args[0]
            return x
        # the same after Phi's reflection: 1 - Phi(x) = Phi(-x)
        complement = expand(1 - term.args[0])
        if isinstance(complement, Phi):
            return -complement.args[0]
    return None


@_rule("Phi reflection", r"$\Phi(-x) = 1 - \Phi(x)$")
def _phi_reflection(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Phi) and expand(term.args[0]).could_extract_minus_sign():
        return 1 - Phi(expand(-term.args[0]))
    return None


@_rule("quantile reflection", r"$\Phi^{-1}(1-p) = -\Phi^{-1}(p)$ for $0 \le p \le 1$")
def _quantile_reflection(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Quantile):
        complement = expand(1 - term.args[0])
        if complement.count_ops() < term.args[0].count_ops() and _is_probability(complement, given):
            return -Quantile(complement)
    return None


@_rule("expand arguments", "arguments of $\\Phi$, $\\Phi^{-1}$, exp and log are multiplied out")
def _expand_arguments(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, (Phi, Quantile, exp, log)):
        argument = expand(term.args[0])
        return None if argument == term.args[0] else term.func(argument)
    return None


# -- exponentials and logarithms --------------------------------------------------------------


@_rule("exponential of logarithm", r"$e^{\log x + y} = x\,e^y$ for $x > 0$")
def _exp_of_log(term: Expr, given: Given) -> Expr | None:
    if not isinstance(term, exp):
        return None
    factors, rest = [], []
    for part in Add.make_args(expand(term.args[0])):
        coefficient, inner = part.as_coeff_Mul(rational=True)
        if isinstance(inner, log) and is_positive(inner.args[0], given):
            factors.append(inner.args[0] ** coefficient)
        else:
            rest.append(part)
    return Mul(*factors, exp(Add(*rest))) if factors else None


@_rule("logarithm of a product", r"$\log(\prod x_i^{c_i}) = \sum c_i \log x_i$ for $x_i > 0$")
def _log_of_product(term: Expr, given: Given) -> Expr | None:
    if not isinstance(term, log):
        return None
    factors = Mul.make_args(term.args[0])
    if len(factors) == 1 and not (factors[0].is_Pow or isinstance(factors[0], exp)):
        return None
    parts = []
    for factor in factors:
        base, exponent = factor.as_base_exp()
        if isinstance(factor, exp) or base is S.Exp1:
            parts.append(exponent if base is S.Exp1 else factor.args[0])
        elif is_positive(base, given):
            parts.append(exponent * log(base))
        else:
            return None
    return Add(*parts)


@_rule("power as exponential", r"$x^y = e^{y \log x}$ for $x > 0$ and an exponent that varies")
def _power_as_exponential(term: Expr, given: Given) -> Expr | None:
    if term.is_Pow and not isinstance(term, exp):
        base, exponent = term.args
        if base is not S.Exp1 and exponent.free_symbols and is_positive(base, given):
            return exp(exponent * log(base))
    return None


@_rule("hyperbolic functions", r"$\tanh, \sinh, \cosh$ are written in exponentials")
def _hyperbolic(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, (tanh, sinh, cosh)):
        rewritten: Expr = term.rewrite(exp)
        return rewritten
    return None


# -- maxima -----------------------------------------------------------------------------------


@_rule("factor into a maximum", r"$c \max_i a_i = \max_i c\,a_i$ for $c \ge 0$, multiplied out")
def _factor_into_maximum(term: Expr, given: Given) -> Expr | None:
    number, rest = term.as_coeff_Mul()
    nodes = [a for a in Mul.make_args(rest) if isinstance(a, Max)]
    if len(nodes) != 1:
        return None
    (node,) = nodes
    factor = Mul(*(a for a in Mul.make_args(rest) if a is not node))
    if not is_nonnegative(factor, given):
        return None
    moved = number * node.func(*(expand(factor * a) for a in node.args), evaluate=False)
    return None if moved == term else moved


@_rule("negative part", r"$\max(0, -x) = \max(0, x) - x$, for one of x and -x")
def _negative_part(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Max) and len(term.args) == 2 and S.Zero in term.args:
        x = expand(term.args[0] + term.args[1])
        if x.could_extract_minus_sign():
            return term.func(S.Zero, -x, evaluate=False) + x
    return None


# -- calculus ---------------------------------------------------------------------------------


_KINKED = (Abs, Max, Min, Piecewise, sign, Heaviside, floor, ceiling)  # no derivative somewhere


@_rule("derivative", "derivatives of elementary functions and of $\\Phi$, $\\Phi^{-1}$")
def _derivative(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Derivative) and not term.has(Generic, *_KINKED):
        result: Expr = term.doit()
        return None if result == term else result
    return None


@_rule(
    "fundamental theorem of calculus",
    r"$\int_a^b F'(t)\,dt = F(b) - F(a)$ for $F$ absolutely continuous on $[0,1] \ni a, b$",
)
def _fundamental_theorem(term: Expr, given: Given) -> Expr | None:
    if not isinstance(term, Integral) or len(term.limits) != 1 or len(term.limits[0]) != 3:
        return None
    t, low, high = term.limits[0]
    if not (_is_probability(low, given) and _is_probability(high, given)):
        return None
    total = []
    for part in Add.make_args(expand(term.function)):
        constant, varying = part.as_independent(t, as_Add=False)
        if varying is S.One:
            total.append(constant * (high - low))
        elif (
            isinstance(varying, Derivative)
            and varying.variables == (t,)
            and isinstance(varying.expr, Generic)
            and varying.expr.args == (t,)
            and "absolutely continuous" in varying.expr.facts
        ):
            f = varying.expr.func
            total.append(constant * (f(high) - f(low)))
        else:
            return None
    return Add(*total)


# -- finite sums, suprema, iterates -----------------------------------------------------------


def _is_finite_sum(term: Any) -> bool:
    """Series may diverge, or depend on the order of their terms."""
    return isinstance(term, Sum) and all(
        len(limit) == 3 and bool(end.is_finite) for limit in term.limits for end in limit[1:]
    )


@_rule("factor out of a sum", r"$\sum_i c\,x_i = c \sum_i x_i$ for $c$ free of $i$")
def _factor_out(term: Expr, given: Given) -> Expr | None:
    """Of several sums, which SymPy writes as one, the innermost."""
    if _is_finite_sum(term):
        inner, *outer = term.limits
        constant, varying = term.function.as_independent(inner[0], as_Add=False)
        if constant is not S.One:
            factored = constant * Sum(varying, inner)
            return Sum(factored, *outer) if outer else factored
    return None


@_rule("factor into a sum", r"$c \sum_i x_i = \sum_i c\,x_i$")
def _factor_in(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Mul):
        sums = [a for a in term.args if _is_finite_sum(a)]
        if len(sums) == 1 and len(sums[0].limits) == 1:
            index = sums[0].limits[0][0]
            rest = Mul(*(a for a in term.args if a is not sums[0]))
            if index not in rest.free_symbols:
                return Sum(rest * sums[0].function, *sums[0].limits)
    return None


@_rule("exchange of finite sums", r"$\sum_i \sum_j x_{ij} = \sum_j \sum_i x_{ij}$")
def _exchange(term: Expr, given: Given) -> Expr | None:
    """SymPy writes nested sums as one sum with several limits; here they get sorted by name."""
    if not _is_finite_sum(term) or len(term.limits) < 2:
        return None
    indices = {limit[0] for limit in term.limits}
    fixed = all(not indices & end.free_symbols for limit in term.limits for end in limit[1:])
    ordered = sorted(term.limits, key=lambda limit: str(limit[0]))
    if not fixed or ordered == list(term.limits):
        return None
    return Sum(term.function, *ordered)


@_rule("sum of a sum", r"$\sum_i (x_i + y_i) = \sum_i x_i + \sum_i y_i$")
def _sum_of_sum(term: Expr, given: Given) -> Expr | None:
    if _is_finite_sum(term) and len(term.limits) == 1:
        parts = Add.make_args(expand(term.function))
        if len(parts) > 1:
            return Add(*(Sum(p, term.limits[0]) for p in parts))
    return None


@_rule("last term", r"$\sum_{i=a}^{k+1} x_i = \sum_{i=a}^k x_i + x_{k+1}$, likewise products")
def _last_term(term: Expr, given: Given) -> Expr | None:
    if not isinstance(term, (Sum, Product)) or len(term.limits) != 1 or len(term.limits[0]) != 3:
        return None
    index, low, high = term.limits[0]
    constant, _ = high.as_coeff_Add()
    if not (constant.is_Integer and constant >= 1 and low.is_integer and high.is_integer):
        return None
    if not is_nonnegative(high - low, given):
        return None
    last = substitute(term.function, {index: high})
    if high == low:
        return last
    rest = term.func(term.function, (index, low, high - 1))
    return rest + last if isinstance(term, Sum) else rest * last


@_rule("extremum of a shifted function", r"$c + \sup g = \sup(c + g)$, $-\inf g = \sup(-g)$")
def _shifted_extremum(term: Expr, given: Given) -> Expr | None:
    """Move constants and signs inside, towards Sup."""
    if isinstance(term, Inf):
        return -Sup(-term.body, term.args[1])
    if isinstance(term, Add):
        suprema = [a for a in term.args if isinstance(a, Sup)]
        if len(suprema) == 1:
            sup = suprema[0]
            rest = Add(*(a for a in term.args if a is not sup))
            if sup.limits[0] not in rest.free_symbols:
                return Sup(rest + sup.body, sup.args[1])
    return None


def _has_a_step(count: Expr, given: Given) -> bool:
    constant, _ = count.as_coeff_Add()
    written = bool(constant.is_Integer and constant >= 1 and count.is_integer)
    return written and is_nonnegative(count - 1, given)


@_rule("iterate", r"$F^{\circ 0}(x) = x$, $F^{\circ (k+1)}(x) = F(F^{\circ k}(x))$")
def _iterate(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Iterate):
        step, count, start = term.args
        if count.is_Integer:
            unfolded: Expr = term.doit()
            return unfolded
        if _has_a_step(count, given):
            return term.after(Iterate(step, count - 1, start))
    return None


@_rule("iterate inside", r"$F^{\circ (k+1)}(x) = F^{\circ k}(F(x))$")
def _iterate_inside(term: Expr, given: Given) -> Expr | None:
    if isinstance(term, Iterate):
        step, count, start = term.args
        if _has_a_step(count, given):
            return Iterate(step, count - 1, term.after(start))
    return None
