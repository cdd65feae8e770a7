"""Whether an integral is seen to exist: nothing is known about the difference of two infinities.

Concrete integrands have to be bounded on the closed range and, at an infinite end, to fall like the
exponential of a polynomial. Integrals of generic functions are supposed to exist: a statement about
an unknown function speaks of those for which its integrals do.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    Add,
    Derivative,
    Dummy,
    Expr,
    Function,
    Heaviside,
    Integral,
    Interval,
    Max,
    Min,
    Piecewise,
    Sum,
    Tuple,
    atan,
    ceiling,
    cosh,
    erf,
    erfc,
    exp,
    expand,
    floor,
    log,
    sign,
    sinh,
    tanh,
)
from sympy.core.relational import Relational

from ..binding import bound_in
from ..functions import Phi, Quantile
from ..signs import is_nonnegative
from ..symbols import Real, domain_of, real
from .defined import undefined_term
from .smooth import vanishes_exponentially
from .statements import Ge, Generic, Le
from .tactic import about_others, need

__all__ = ["BOREL", "divergent_term", "exists", "need_existence"]

_JUMPS = (Piecewise, sign, Heaviside, floor, ceiling)
_CONTINUOUS = (exp, log, sinh, cosh, tanh, atan, erf, erfc, Abs, Max, Min, Phi, Quantile)
BOREL = (*_CONTINUOUS, *_JUMPS)  # also where they have no bound


def divergent_term(expr: Any, given: tuple[Relational, ...] = ()) -> Any:
    """An integral or series outside of other binders that is not seen to exist, or None.

    Examples
    --------
    >>> from sympy import Integral, Interval, exp, oo
    >>> from fdp_sym.symbols import real
    >>> t, share = real("t"), real("share", Interval.Lopen(0, 1))
    >>> divergent_term(Integral(t, (t, 0, 1)) + Integral(t * exp(-t**2), (t, 0, oo)))
    >>> divergent_term(Integral(1 / share, (share, 0, 1)))
    Integral(1/share, (share, 0, 1))
    """
    if isinstance(expr, Integral):
        return None if exists(expr, given) else expr
    if isinstance(expr, Sum) and any(end.is_infinite for limit in expr.limits for end in limit[1:]):
        return expr
    if isinstance(expr, Tuple) or bound_in(expr) or not hasattr(expr, "args"):
        return None
    return next(filter(None, (divergent_term(part, given) for part in expr.args)), None)


def need_existence(expr: Any, given: tuple[Relational, ...]) -> None:
    """The gate of a step that reasons about the integrals in ``expr``."""
    term = divergent_term(expr, given)
    need(term is None, f"{term} exists")


def exists(node: Integral, given: tuple[Relational, ...]) -> bool:
    """Whether an integral exists, as far as that is seen; always for generic functions."""
    if node.has(Generic):
        return True
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        return False
    ((t, low, high),) = node.limits
    domain = domain_of(t)
    closed = real(t.name, Interval(domain.inf, domain.sup))
    body = node.function.xreplace({t: closed}).replace(Derivative, lambda *a: Derivative(*a).doit())
    given = about_others(given, t)
    if low.is_infinite or high.is_infinite or is_nonnegative(high - low, given):
        inside = tuple(
            relation
            for end, relation in ((low, Ge(closed, low)), (high, Le(closed, high)))
            if not end.is_infinite
        )
        given = (*given, *inside)
    ends = [end for end in (low, high) if end.is_infinite]
    return _bounded(body, closed, given) and all(_falls(body, closed, end, given) for end in ends)


def _bounded(body: Expr, t: Real, given: tuple[Relational, ...]) -> bool:
    """Whether ``body`` is continuous up to jumps of bounded size wherever t may be."""
    if any(t in node.free_symbols for node in body.atoms(Expr) if bound_in(node)):
        return False
    jumps = body.atoms(*_JUMPS)
    if not all(isinstance(node, (*_CONTINUOUS, *_JUMPS)) for node in body.atoms(Function)):
        return False
    outer = body.xreplace({node: Dummy(real=True) for node in jumps})
    values = [v for node in jumps for v in _values(node)]
    return undefined_term(outer, given) is None and all(_bounded(v, t, given) for v in values)


def _values(node: Expr) -> list[Expr]:
    if isinstance(node, Piecewise):
        return [value for value, _ in node.args]
    return list(node.args) if isinstance(node, (floor, ceiling)) else []


def _falls(body: Expr, t: Real, end: Expr, given: tuple[Relational, ...]) -> bool:
    """Whether every term contains the exponential of a polynomial that tends to -oo."""
    known = {node: Dummy(real=True) for node in body.atoms(Phi)}
    signs = {node: Dummy(real=True) for node in body.xreplace(known).atoms(Abs)}
    plain = body.xreplace(known).replace(Abs, lambda h: signs[Abs(h)] * h)
    bounded = {*known.values(), *signs.values()}
    terms = () if plain == 0 else Add.make_args(expand(plain))
    return all(vanishes_exponentially(a, t, end, bounded, given) for a in terms)
