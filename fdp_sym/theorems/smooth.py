"""Where an expression is smooth or continuous in a variable, seen from its structure."""

from __future__ import annotations

from sympy import (
    Add,
    Dummy,
    Expr,
    Interval,
    Mul,
    Poly,
    Pow,
    S,
    exp,
    expand,
    log,
    oo,
)
from sympy import diff as differentiate
from sympy.core.relational import Relational

from ..functions import Phi, Quantile
from ..signs import is_positive, possible_signs
from ..symbols import Real, domain_of, real
from .tactic import need

__all__ = [
    "continuous_to_the_ends",
    "interior",
    "smooth_in",
    "strictly_inside",
    "value_at_end",
    "vanishes_exponentially",
]


def smooth_in(expr: Expr, x: Real, given: tuple[Relational, ...]) -> bool:
    """Whether ``expr`` is infinitely differentiable in ``x`` on the whole domain of ``x``."""
    if x not in expr.free_symbols:
        return True
    if expr == x:
        return True
    if isinstance(expr, (exp, Phi)) or expr.is_Add or expr.is_Mul:
        return all(smooth_in(a, x, given) for a in expr.args)
    if isinstance(expr, Pow):
        base, power = expr.as_base_exp()
        if x in power.free_symbols:
            if not is_positive(base, given):
                return False
        elif not (power.is_Integer and power >= 0):
            signs = possible_signs(base, given)
            if 0 in signs or (not power.is_Integer and -1 in signs):
                return False
        return smooth_in(base, x, given) and smooth_in(power, x, given)
    if isinstance(expr, log):
        return is_positive(expr.args[0], given) and smooth_in(expr.args[0], x, given)
    if isinstance(expr, Quantile):
        p = expr.args[0]
        return is_positive(p, given) and is_positive(1 - p, given) and smooth_in(p, x, given)
    return False


def continuous_to_the_ends(expr: Expr, x: Expr) -> bool:
    """Whether every quantile of ``x`` stands in a Phi, so that its infinite ends do no harm."""
    if x not in expr.free_symbols:
        return True
    if isinstance(expr, Quantile):
        return False
    if isinstance(expr, Phi):
        constant, varying = expand(expr.args[0]).as_independent(x, as_Add=True)
        coefficient, inner = varying.as_independent(x, as_Add=False)
        if isinstance(inner, Quantile) and constant.is_finite is not False:
            return continuous_to_the_ends(inner.args[0], x) and coefficient != 0
    if isinstance(expr, log) or (expr.is_Pow and not expr.exp.is_positive):
        return False
    return all(continuous_to_the_ends(a, x) for a in expr.args)


def interior(x: Real, low: Expr, high: Expr) -> Real:
    """The symbol ``x`` restricted to the open interval (low, high) as far as it is constant."""
    domain = domain_of(x)
    return real(
        x.name,
        Interval.open(
            low if low.is_number else domain.inf,
            high if high.is_number else domain.sup,
        ),
    )


def strictly_inside(p: Expr, given: tuple[Relational, ...]) -> bool:
    return is_positive(p, given) and is_positive(1 - p, given)


def value_at_end(big: Expr, t: Real, end: Expr, given: tuple[Relational, ...]) -> Expr:
    """F at an end of the range: its value, or its limit at infinity."""
    if end not in (oo, -oo):
        proper = {q for q in end.atoms(Quantile) if strictly_inside(q.args[0], given)}
        number = end.xreplace({q: Dummy("q", real=True) for q in proper})
        need(bool(number.is_finite), f"the end {end} is finite")
        return big.xreplace({t: end})
    hidden = {node: Dummy(real=True) for node in big.atoms(Phi)}
    limits = {}
    for node, dummy in hidden.items():
        slope = differentiate(node.args[0], t)
        rises = is_positive(slope, given)
        need(t not in slope.free_symbols, f"{node.args[0]} is linear in {t}")
        need(slope == 0 or rises or is_positive(-slope, given), f"the sign of {slope} is known")
        limits[dummy] = node if slope == 0 else S.One if rises == (end is oo) else S.Zero
    shown = {dummy: node for node, dummy in hidden.items()}
    total = []
    for term in Add.make_args(expand(big.xreplace(hidden))):
        if not vanishes_exponentially(term, t, end, set(limits), given):
            need(t not in term.free_symbols, f"the limit of {term.xreplace(shown)} is known")
            total.append(term.xreplace(limits))
    limit = Add(*total)
    need(not limit.has(oo, -oo, S.ComplexInfinity, S.NaN), f"{big} has a finite limit at {end}")
    return limit


def vanishes_exponentially(
    term: Expr, t: Real, end: Expr, bounded: set[Expr], given: tuple[Relational, ...]
) -> bool:
    """Whether a product of e^q, powers of t and of bounded symbols tends to 0; q a polynomial."""
    exponent = S.Zero
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp()
        natural = power.is_Integer and power > 0
        if isinstance(factor, exp):
            exponent += factor.args[0]
        elif factor.free_symbols & {t, *bounded} and not (natural and base in {t, *bounded}):
            return False
    if exponent.free_symbols & bounded or not exponent.is_polynomial(t):
        return False
    polynomial = Poly(exponent, t)
    leading = polynomial.LC() * (-1 if end is -oo and polynomial.degree() % 2 else 1)
    return polynomial.degree() > 0 and is_positive(-leading, given)
