"""Whether a term has a value wherever its hypotheses hold.

SymPy cancels without asking: 1/x <= 1/x + 1 becomes -1 <= 0, although nothing is compared at x = 0.
A relation is proved only where both its sides are seen to exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Derivative, Integral, Interval, Not, Piecewise, Pow, S, Sum, Tuple, log
from sympy import diff as differentiate
from sympy.core.relational import Relational

from ..binding import bound_in
from ..functions import Phi, Quantile
from ..signs import possible_signs
from .statements import Ge, Generic, Inf, Le, Sup

__all__ = ["cancelled_term", "infinite_quantiles", "ranges", "undefined_term"]

Given = tuple[Any, ...]


def undefined_term(expr: Any, given: Given = ()) -> Any:
    """A subterm that is not seen to be defined under the hypotheses, or None.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> undefined_term(1 / (1 - alpha)), undefined_term(1 / (1 + epsilon))
    (1/(1 - alpha), None)
    """
    return next(_undefined(expr, given, inside_phi=False), None)


def cancelled_term(relation: Relational, given: Given = ()) -> Any:
    """A term that cancels between the sides and is not seen to be defined, or None.

    What does not cancel is evaluated, and found out, by a check that evaluates the difference.
    """
    from .integrable import divergent_term  # which needs this module

    kinds = ((undefined_term, (Pow, log, Quantile)), (divergent_term, (Integral, Sum)))
    for seen, kind in kinds:
        left = (relation.lhs - relation.rhs).atoms(*kind)
        for side in relation.args:
            term = seen(side, given) if side.atoms(*kind) - left else None
            if term is not None:
                return term
    return None


def _undefined(expr: Any, given: Given, inside_phi: bool) -> Iterator[Any]:
    if isinstance(expr, Piecewise):
        yield from _undefined_piece(expr, given)
        return
    captured = bound_in(expr)
    if captured:  # hypotheses about a free symbol say nothing about a bound one of that name
        given = (*(h for h in given if not captured & h.free_symbols), *ranges(expr))
    for part in expr.args:
        linear = isinstance(expr, Phi) or (inside_phi and _is_linear(expr, part, given))
        yield from _undefined(part, given, inside_phi=linear)
    if not _exists(expr, given, inside_phi):
        yield expr


def _is_linear(expr: Any, part: Any, given: Given) -> bool:
    """Whether a part with an infinite value is only moved and scaled: Phi takes it then.

    There is no value of oo - oo, nor of 0*oo.
    """
    others = [a for a in expr.args if a != part]
    if expr.is_Add:
        return not any(infinite_quantiles(a, given) for a in others)
    return bool(expr.is_Mul) and all(_sign_in(a, {-1, 1}, given) for a in others)


def infinite_quantiles(expr: Any, given: Given = ()) -> set[Any]:
    """The quantiles that may make the expression infinite: at 0 or 1, and not within Phi.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, mu
    >>> infinite_quantiles(Quantile(alpha) - Phi(Quantile(alpha / 2)) + Quantile(1 / (mu + 2)))
    {Quantile(alpha)}
    """
    if isinstance(expr, Phi):
        return set()
    if isinstance(expr, Quantile) and _is_inside(expr.args[0], given):
        return set()
    inner: set[Any] = set().union(*(infinite_quantiles(a, given) for a in expr.args))
    return inner | {expr} if isinstance(expr, Quantile) else inner


def _undefined_piece(expr: Piecewise, given: Given) -> Iterator[Any]:
    earlier: Given = ()
    for value, condition in expr.args:
        for relation in sorted(condition.atoms(Relational), key=str):
            for side in relation.args:
                yield from _undefined(side, (*given, *earlier), inside_phi=False)
        own = earlier if condition is S.true else (*earlier, condition)
        yield from _undefined(value, (*given, *own), inside_phi=False)
        earlier = (*earlier, Not(condition))
    if expr.args[-1][1] is not S.true:
        yield expr


def ranges(expr: Any) -> Iterator[Relational]:
    """What holds of the variables that ``expr`` binds."""
    limits = expr.limits if isinstance(expr, Sum) else expr.args[1:2]
    for limit in limits:
        if isinstance(limit, Tuple) and len(limit) == 3:
            variable, low, high = limit
            if not low.is_infinite:
                yield Ge(variable, low)
            if not high.is_infinite:
                yield Le(variable, high)


def _exists(expr: Any, given: Given, inside_phi: bool) -> bool:
    """Whether a function exists at its arguments, which do."""
    if isinstance(expr, Pow):
        base, exponent = expr.as_base_exp()
        if base is S.Exp1 or (exponent.is_integer and exponent.is_nonnegative):
            return True
        if exponent.is_integer:
            return _sign_in(base, {-1, 1}, given)
        if _sign_in(base, {1}, given):
            return True
        return _sign_in(exponent, {1}, given) and _sign_in(base, {0, 1}, given)
    if isinstance(expr, log):
        return _sign_in(expr.args[0], {1}, given)
    if isinstance(expr, Quantile):
        return _is_inside(expr.args[0], given, {0, 1} if inside_phi else {1})
    if isinstance(expr, Derivative):
        return _has_slope(expr, given)
    if isinstance(expr, Sup):  # and Inf
        return _is_finite_extremum(expr, given)
    if isinstance(expr, Generic) and expr.facts:
        return all(_lies_in(a, expr.domain, given) for a in expr.args)
    return True


def _has_slope(expr: Derivative, given: Given) -> bool:
    """Whether no quantile and no root has an infinite slope: both have values at their ends."""
    moving = set(expr.variables)
    for node in expr.expr.atoms(Quantile, Pow):
        if not moving & node.free_symbols:
            continue
        if isinstance(node, Quantile):
            inside = _is_inside(node.args[0], given)
        else:
            base, exponent = node.as_base_exp()
            inside = base is S.Exp1 or bool(exponent.is_integer) or _sign_in(base, {1}, given)
        if not inside:
            return False
    return True


def _is_finite_extremum(expr: Sup, given: Given) -> bool:
    """Over an unbounded range: whether the body moves away from the extremum towards infinity."""
    variable, low, high = expr.limits
    if low.is_infinite and high.is_infinite:
        return False
    if not low.is_infinite and not high.is_infinite:
        return True
    sense = -1 if isinstance(expr, Inf) else 1
    towards = 1 if high.is_infinite else -1
    slope = sense * towards * differentiate(expr.body, variable)
    return _sign_in(slope, {-1, 0}, (*given, *ranges(expr)))


def _lies_in(value: Any, domain: Interval, given: Given) -> bool:
    low = domain.inf.is_infinite or _sign_in(value - domain.inf, {0, 1}, given)
    return low and (domain.sup.is_infinite or _sign_in(domain.sup - value, {0, 1}, given))


def _is_inside(p: Any, given: Given, allowed: frozenset[int] | set[int] = frozenset({1})) -> bool:
    """Whether 0 < p < 1, or the ends are allowed, too."""
    return _sign_in(p, allowed, given) and _sign_in(1 - p, allowed, given)


def _sign_in(expr: Any, allowed: frozenset[int] | set[int], given: Given) -> bool:
    """Few hypotheses first: it is faster, and eliminating one may hide what another one says."""
    chosen = ((), *((h,) for h in given), given)
    return any(possible_signs(expr, hypotheses) <= allowed for hypotheses in chosen)
