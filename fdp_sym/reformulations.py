"""Other goals that together imply a goal, and that the box prover may find easier.

* One side through an inverse function: ``a <= sqrt(b)`` from ``a**2 <= b``, ``a <= exp(b)`` from
  ``log(a) <= b``, ``Quantile(a) <= b`` from ``a <= Phi(b)``.
* A hypothesis ``v >= g`` becomes ``v = g + t`` with ``t >= 0``.
* Where both sides agree for x = y: ``x = m + d`` and ``y = m - d``.
* A term that only helps is left out: ``a <= b + c`` from ``a <= b``, where c >= 0.
* Where the goal is undefined at an open end c of the range of v: ``v = c + exp(t)``.

New variables range over boxes that are large enough. All of these are implications only: that a new
goal fails says nothing about the old one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Add, Expr, Interval, Mul, Pow, Rational, S, exp, expand, log, oo
from sympy.core.relational import Relational

from .binding import replace_free
from .errors import FdpError
from .functions import Phi, Quantile
from .signs import is_nonnegative, is_positive, is_zero
from .symbols import domain_of, real
from .theorems.goals import Goal, symbols_of
from .theorems.statements import Ge, Gt, Le, Lt
from .theorems.tactic import nonnegative_side

__all__ = ["fresh_name", "reformulations"]

Reformulation = tuple[str, tuple[Goal, ...]]
# ends of new ranges are rounded outward to this grid
_GRID = 2**20


def reformulations(goal: Goal) -> Iterator[Reformulation]:
    """What was changed, and goals that together imply this one wherever it is defined.

    Examples
    --------
    >>> from sympy import Interval, sqrt
    >>> x = real("x", Interval(0, 1))
    >>> for change, goals in reformulations(Goal(Le(x, sqrt(1 + x)))):
    ...     print(change, *goals, sep=" | ")
    the right side without its root | x**2 <= x + 1
    """
    if goal.relation.rel_op not in ("<=", "<", ">=", ">"):
        return
    for change in (_shifted, _unrooted, _opened, _rotated):
        yield from change(goal)
    for what, (first, *others) in [("", (goal,)), *_shifted(goal)]:
        for term, (shorter,) in _without_a_term(first):
            yield ", ".join(filter(None, (what, term))), (shorter, *others)


# -- inverse functions ------------------------------------------------------------------------


def _unrooted(goal: Goal) -> Iterator[Reformulation]:
    """``a <= c F(u)`` from ``G(a/c) <= u``, where G is the inverse of the increasing F; c > 0."""
    upward = goal.relation.rel_op in ("<=", "<")
    small, large = goal.relation.args if upward else reversed(goal.relation.args)
    less = Lt if goal.relation.rel_op in ("<", ">") else Le
    right, left = ("right", "left") if upward else ("left", "right")
    for side, other, where in ((large, small, right), (small, large, left)):
        found = _function(side)
        if found is None:
            continue
        name, c, u = found
        above = side is large
        image, needs = _inverse(name, other / c, u, above)
        relations = [less(image, u) if above else less(u, image), *needs]
        change = f"the {where} side without its {name}"
        yield change, tuple(Goal(r, goal.given) for r in relations)


def _function(side: Expr) -> tuple[str, Expr, Expr] | None:
    """(name of F, c, u) if the side is c F(u) with a number c > 0."""
    numbers = [f for f in Mul.make_args(side) if f.is_number]
    rest = [f for f in Mul.make_args(side) if not f.is_number]
    c = Mul(*numbers)
    if not rest or not is_positive(c):
        return None
    if all(f.is_Pow and f.exp == S.Half for f in rest):
        return "root", c, Mul(*(f.base for f in rest))
    names = {exp: "exponential", log: "logarithm", Quantile: "quantile"}
    if len(rest) == 1 and type(rest[0]) in names:
        return names[type(rest[0])], c, rest[0].args[0]
    return None


def _inverse(name: str, a: Expr, u: Expr, above: bool) -> tuple[Expr, tuple[Relational, ...]]:
    """G(a), and what is needed besides for a <= F(u) (above) or F(u) <= a."""
    if name == "root":  # a <= |a| needs nothing
        return a**2, () if above else (Ge(a, 0), Ge(u, 0))
    if name == "exponential":
        return _logarithm(a), ()
    if name == "logarithm":
        return exp(a), () if above else (Gt(u, 0),)
    return Phi(a), (Le(u, 1),) if above else (Ge(u, 0),)


def _logarithm(a: Expr) -> Expr:
    """``log(a)``, with the exponential of the last term taken out of a sum."""
    terms = Add.make_args(expand(a)) if a.is_Add else ()
    powers = [f.args[0] for f in Mul.make_args(terms[-1]) if isinstance(f, exp)] if terms else []
    if not powers:
        return log(a)
    q = Add(*powers)
    return q + log(Add(*(expand(t * exp(-q), log=False) for t in terms)))


# -- terms that only help --------------------------------------------------------------------


def _without_a_term(goal: Goal) -> Iterator[Reformulation]:
    """``a <= b + c`` from ``a <= b``, where c >= 0; and ``a + c <= b`` from it, where c <= 0."""
    upward = goal.relation.rel_op in ("<=", "<")
    for side, other, sign in ((goal.rhs, goal.lhs, 1), (goal.lhs, goal.rhs, -1)):
        helps = sign if upward else -sign
        terms = Add.make_args(side)
        for term in terms if len(terms) > 1 else ():
            if term.free_symbols and is_nonnegative(helps * term, goal.given):
                rest = Add(*(t for t in terms if t != term))
                sides = (other, rest) if sign == 1 else (rest, other)
                yield f"{term} left out", (goal.with_sides(*sides),)


# -- new variables ----------------------------------------------------------------------------


def _shifted(goal: Goal) -> Iterator[Reformulation]:
    """A hypothesis that is linear in a variable says where the variable begins, or ends."""
    for h in goal.given:
        if h.rel_op not in ("<=", "<", ">=", ">"):
            continue
        side = expand(nonnegative_side(Goal(h)))
        for v in sorted(side.free_symbols, key=str):
            slope = side.coeff(v)
            g = expand(v - side / slope) if slope.is_Rational and slope else v
            if v in g.free_symbols or v.is_integer:
                continue
            direction = 1 if slope > 0 else -1
            length = _length(v, g, direction)
            if length is None:
                continue
            t = real(fresh_name("t", goal), Interval(0, length))
            swap = {v: g + direction * t}
            others = tuple(_moved(other, swap) for other in goal.given if other is not h)
            relation = _moved(goal.relation, swap)
            relation = relation.func(*map(_expanded, relation.args), evaluate=False)
            yield f"{v} = {swap[v]}", (Goal(relation, others),)


def _expanded(side: Expr) -> Expr:
    """With the arguments of functions multiplied out."""
    return side.replace(Phi, lambda x: Phi(expand(x))).replace(exp, lambda x: exp(expand(x)))


def _length(v: Any, g: Expr, direction: int) -> Expr | None:
    """How far the variable may be from g."""
    domain = domain_of(v)
    far = domain.sup if direction == 1 else domain.inf
    if far.is_infinite:
        return oo
    bound = _upper_bound(direction * (far - g))
    return bound if bound is not None and bound > 0 else None


def _upper_bound(expr: Expr) -> Expr | None:
    """An upper bound of an expression, on the domains of its symbols."""
    from .balls import compile_expr

    symbols = sorted(expr.free_symbols, key=str)
    box = [(domain_of(s).inf, domain_of(s).sup) for s in symbols]
    try:
        upper = compile_expr(expr, symbols).ball(box, 64).upper
    except FdpError:
        return None
    if not isinstance(upper, Fraction):
        return oo
    return Rational(math.ceil(upper * _GRID), _GRID)


def _opened(goal: Goal) -> Iterator[Reformulation]:
    """An open end at which a term has no value becomes minus infinity."""
    for v in sorted(symbols_of(goal.relation), key=str):
        domain = domain_of(v)
        if not (isinstance(domain, Interval) and domain.left_open and domain.start.is_finite):
            continue
        if not any(_vanishes(b, v, domain.start) for b in _bases(goal.relation)):
            continue
        width = domain.end - domain.start
        last = _upper_bound(log(width)) if width.is_finite else oo
        t = real(fresh_name("t", goal), Interval(-oo, last))
        swap = {v: domain.start + exp(t)}
        given = tuple(_moved(h, swap) for h in goal.given)
        yield f"{v} = {swap[v]}", (Goal(_moved(goal.relation, swap), given),)


def _bases(relation: Relational) -> Iterator[Expr]:
    """What has to be different from 0."""
    for node in sorted(relation.atoms(Pow, log), key=str):
        if isinstance(node, log):
            yield node.args[0]
        elif node.exp.could_extract_minus_sign():
            yield node.base


def _vanishes(base: Expr, v: Any, at: Expr) -> bool:
    return v in base.free_symbols and bool(replace_free(base, {v: at}) == 0)


def _rotated(goal: Goal) -> Iterator[Reformulation]:
    """Both sides agree on the diagonal: the mean of two variables, and half their difference."""
    symbols = sorted(symbols_of(goal.relation, goal.given), key=str)
    if len(symbols) != 2 or goal.given:
        return
    x, y = symbols
    dx, dy = map(domain_of, symbols)
    if not all(isinstance(d, Interval) and d.inf.is_finite and d.sup.is_finite for d in (dx, dy)):
        return
    difference = goal.lhs - goal.rhs
    if not is_zero(replace_free(difference, {y: x})):
        return
    m = real(fresh_name("m", goal), Interval((dx.inf + dy.inf) / 2, (dx.sup + dy.sup) / 2))
    least, most = (dx.inf - dy.sup) / 2, (dx.sup - dy.inf) / 2
    exchanged = difference.xreplace({x: y, y: x})
    if dx == dy and is_zero(difference - exchanged):
        least = S.Zero
    d = real(fresh_name("d", goal), Interval(least, most))
    relation = _moved(goal.relation, {x: m + d, y: m - d})
    yield f"{x} = {m + d}, {y} = {m - d}", (Goal(relation),)


def _moved(relation: Relational, swap: dict[Any, Expr]) -> Relational:
    return relation.func(*(replace_free(s, swap) for s in relation.args), evaluate=False)


def fresh_name(name: str, goal: Goal) -> str:
    """The name, or a longer one, that no free symbol of the goal has."""
    taken = {str(s) for s in symbols_of(goal.relation, goal.given)}
    while name in taken:
        name += "_"
    return name
