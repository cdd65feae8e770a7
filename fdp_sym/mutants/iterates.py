"""Iterated functions of many steps in closed form, where they follow one line from some step on."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

import sympy
from sympy import Add, Expr, Mul, Pow, S, exp, log, oo

from ..binding import outside_binders, replace_free, substitute
from ..functions import Max, Min
from ..theorems.statements import Iterate
from .limits import NoExpansion, check_expansion, compared, limit_at_infinity, sign_at_infinity

__all__ = ["limit_of_powers", "without_iterates"]

_STEPS = 6  # that may come before the line is reached


def without_iterates(body: Expr, k: Any) -> Expr:
    """A term that is the same for all large ``k``, without iterated functions.

    A step that takes extrema of lines follows, at a level, one of the lines. If that line increases
    the levels move towards the last one, and the line is followed all the way if it is followed at
    both ends.

    Raises
    ------
    NoExpansion
        If which of two lines is followed depends on more than is known, or changes late.

    Examples
    --------
    >>> from sympy import Lambda, Rational, exp
    >>> from fdp_sym.symbols import integer, real
    >>> k, level = integer("k", 1), real("level")
    >>> step = Lambda(level, Min(1, 2 * level, 1 - (1 - level) * exp(-1 / k)))
    >>> without_iterates(Iterate(step, k, Rational(1, 2)), k)
    1 - exp(-1)/2
    """
    for node in outside_binders(body, Iterate):
        body = replace_free(body, {node: _closed(node, k)})
    return body


def _closed(node: Iterate, k: Any) -> Expr:
    step, count, level = node.args
    (variable,) = step.variables
    if not _is_extremum_of_lines(step.expr, variable):
        raise NoExpansion  # between levels that follow a line it may be another one
    if count.as_independent(k)[1] != k or not (count - k).is_Integer:
        raise NoExpansion
    before = None
    for done in range(_STEPS):
        line = _followed(step.expr, variable, level, k)
        if line == before and k in line.free_symbols:
            raise NoExpansion  # it is left after a number of steps that grows with k
        slope = line.coeff(variable, 1)
        rest = sympy.expand(line - slope * variable)
        if variable in rest.free_symbols or variable in slope.free_symbols:
            raise NoExpansion
        last = _after(slope, rest, count - done, level)
        if _is_never_negative(slope, k) and _same(step.expr, variable, line, last, k):
            return sympy.powsimp(last)
        before, level = line, substitute(line, {variable: level})
    raise NoExpansion


def _is_extremum_of_lines(expr: Expr, variable: Any) -> bool:
    """Whether at most one extremum occurs, of lines: what is followed twice is so in between."""
    nodes = expr.atoms(Max, Min)
    members = (a for node in nodes for a in node.args)
    return len(nodes) <= 1 and all(variable not in a.diff(variable).free_symbols for a in members)


def _after(slope: Expr, rest: Expr, count: Expr, level: Expr) -> Expr:
    """Where so many steps along a line lead."""
    if slope == 1:
        return level + count * rest
    if slope == 0:
        return rest
    power = sympy.powdenest(slope**count, force=True)
    return power * level + rest * (power - 1) / (slope - 1)


def _is_never_negative(slope: Expr, k: Any) -> bool:
    return slope == 0 or sign_at_infinity(slope, k) > 0


def _same(expr: Expr, variable: Any, line: Expr, level: Expr, k: Any) -> bool:
    try:
        return bool(_followed(expr, variable, level, k) == line)
    except NoExpansion:
        return False


def _followed(expr: Expr, variable: Any, level: Expr, k: Any) -> Expr:
    """The line that extrema of lines follow at a level, for all large k."""
    if not expr.has(Max, Min):
        return sympy.expand(expr)
    if not isinstance(expr, (Max, Min)):
        return sympy.expand(expr.func(*(_followed(a, variable, level, k) for a in expr.args)))
    best, *others = (_followed(a, variable, level, k) for a in expr.args)
    for other in others:
        gap = substitute(other - best, {variable: level})
        if gap == S.Zero or other == best:
            continue
        if (_sign(gap, k) > 0) is isinstance(expr, Max):
            best = other
    return best


def limit_of_powers(body: Expr, k: Any) -> Expr | None:
    """The limit as ``k`` tends to infinity of a term with powers such as ``2**k``; or None.

    Examples
    --------
    >>> from fdp_sym.symbols import integer
    >>> k = integer("k", 1)
    >>> limit_of_powers(1 - 2**k / k, k), limit_of_powers(k * 2 ** (-k) + exp(1 / k), k)
    (-oo, 1)
    """
    found = limit_at_infinity(body, k)
    if found is not None or not body.has(exp, Pow):
        return found
    for rate, factor in _by_rates(body, k):
        sign = compared(rate, S.Zero)
        if sign > 0:
            return sign_at_infinity(factor, k) * oo
        return limit_at_infinity(factor, k) if sign == 0 else S.Zero
    return S.Zero


def _sign(gap: Expr, k: Any) -> int:
    """The sign for all large k of a term with exponentials, which outgrow all powers of k."""
    for _, factor in _by_rates(gap, k):
        return sign_at_infinity(factor, k)
    raise NoExpansion


def _by_rates(body: Expr, k: Any) -> list[tuple[Expr, Expr]]:
    """A sum as ``exp(rate*k)`` times what has an expansion, the largest rate first."""
    factors: dict[Expr, Expr] = {}
    for term in Add.make_args(sympy.expand(body)):
        rate, rest = S.Zero, S.One
        for factor in Mul.make_args(term):
            own, other = _rate(factor, k)
            rate, rest = rate + own, rest * other
        factors[rate] = factors.get(rate, S.Zero) + rest
    found = [(rate, sympy.expand(rest)) for rate, rest in factors.items()]
    found = [(rate, rest) for rate, rest in found if rest != 0]
    for _, rest in found:
        check_expansion(rest, k)  # it grows like a power at most
    largest_first = cmp_to_key(lambda one, two: compared(two, one))
    return sorted(found, key=lambda pair: largest_first(pair[0]))


def _rate(factor: Expr, k: Any) -> tuple[Expr, Expr]:
    """(r, c) if a factor is ``c*exp(r*k)``, else 0 and the factor."""
    base, power = (S.Exp1, factor.args[0]) if isinstance(factor, exp) else factor.as_base_exp()
    if not base.is_positive or base.free_symbols or not power.is_polynomial(k):
        return S.Zero, factor
    power = sympy.Poly(power, k)
    if power.degree() != 1 or power.free_symbols_in_domain:
        return S.Zero, factor
    slope, rest = power.all_coeffs()
    return slope * log(base), base**rest
