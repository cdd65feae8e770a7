r"""Sums of exponentials and normal tails: which of the terms is larger than all others together.

A value of Phi is put between functions of elementary kind,

.. math::
    \frac{x}{1 + x^2}\,\varphi(x) \le \Phi(-x) \le \frac{\varphi(x)}{x} \quad (x > 0),

and of the exponentials that are left one is taken out: what others have beside it is a factor of
at least or at most 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy import Add, Expr, Interval, Mul, Pow, Rational, S, exp, expand, floor, log, oo, sqrt
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from ..functions import Phi, normal_density
from ..symbols import domain_of, real
from ..theorems.calculus import from_boundary
from ..theorems.goals import Goal, symbols_of
from ..theorems.statements import Ge, Le
from ..theorems.tactic import closes, nonnegative_side
from .binders import all_exist, signs_of

__all__ = ["by_tails"]

Given = tuple[Any, ...]
Term = tuple[Expr, Expr]  # c and e of c exp(e)

_MOST = 40  # terms of a sum
_TOPS = (S.Zero, S.One, Rational(3, 2), S(2), S(3))


def by_tails(relation: Relational, given: Given) -> str:
    """How an inequality is proved by bounds of its exponentials and normal tails, or "".

    As it stands, or from the end of the range of a symbol where it holds, by its slope.

    Examples
    --------
    >>> from sympy import oo
    >>> from fdp_sym.symbols import real
    >>> from fdp_sym.theorems import Le
    >>> s = real("s", Interval(2, oo))
    >>> by_tails(Le(Phi(-s), exp(-(s**2) / 2) / 5), ())
    'by bounds of tails'
    >>> by_tails(Le(Phi(-s), exp(-(s**2) / 2) / 6), ())
    ''
    """
    if relation.rel_op not in ("<=", ">=") or not relation.has(exp, Phi):
        return ""
    try:
        if not all_exist(relation, given):
            return ""
        goal = _without_root(_without_quotient(Goal(relation, given)))
        if _dominated(goal):
            return "by bounds of tails"
        for x in sorted(symbols_of(goal.relation), key=str):
            for end in _ends(x):
                goals = from_boundary(x, end).apply(goal, None) or []
                if goals and closes(goals[0]) and (closes(goals[1]) or _dominated(goals[1])):
                    return f"from {x} = {end}, its slope by bounds of tails"
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        pass
    return ""


def _without_quotient(goal: Goal) -> Goal:
    """A goal f <= d with L for log(p + q/d) instead of d: (exp(L) - p) f <= q, for L above log(p).

    At q = 0 the goal is seen to hold by signs.
    """
    upward = goal.relation.rel_op == "<="
    f, d = goal.relation.args if upward else goal.relation.args[::-1]
    logarithms = [n for n in f.atoms(log) if d in n.free_symbols] if d.is_Symbol else []
    if len(logarithms) != 1 or goal.given or not signs_of(d) <= {1}:
        return goal
    (found,) = logarithms
    p, q = found.args[0].subs(d, oo), expand((found.args[0] - found.args[0].subs(d, oo)) * d)
    if not (p.is_number and p >= S.Exp1 and q.is_Symbol and signs_of(q) <= {0, 1}):
        return goal
    level = real("<L>", Interval(1, oo))
    other = f.subs(found, level)
    flat = Goal(Le(replace_free(f, {q: S.Zero}), d), ())
    if d in other.free_symbols or not closes(flat):
        return goal
    return Goal(Le((exp(level) - p) * other, q), ())


def _without_root(goal: Goal) -> Goal:
    """A goal in r, where t stood and roots of a + b t; r ranges over all their values or more."""
    roots = sorted(goal.relation.atoms(Pow), key=goal.relation.count)[::-1]
    for root in roots:
        u = root.base
        symbols = u.free_symbols
        if root.exp not in (S.Half, -S.Half) or len(symbols) != 1 or goal.given:
            continue
        (t,) = symbols
        domain, b = domain_of(t), u.diff(t)
        if not (domain.is_Interval and domain.inf.is_finite and b.is_Rational and b > 0):
            continue
        least = u.subs(t, domain.inf)
        if not least.is_nonnegative:
            continue
        r = real("<r>", Interval(floor(sqrt(least)), oo))
        place = expand(t + (r**2 - u) / b)
        sides = [replace_free(side, {t: place}) for side in goal.relation.args]
        return Goal(goal.relation.func(*sides, evaluate=False), ())
    return goal


def _ends(x: Any) -> list[Expr]:
    domain = domain_of(x)
    return [e for e in (domain.inf, domain.sup) if e.is_finite] if domain.is_Interval else []


def _dominated(goal: Goal) -> bool:
    """Whether the positive terms of the difference of the sides outweigh the negative ones."""
    difference = expand(nonnegative_side(goal))
    if len(Add.make_args(difference)) > _MOST:
        return False
    terms: list[Term] = []
    for term in Add.make_args(difference):
        found = _below(term, goal.given)
        if found is None:
            return False
        terms.append(found)
    terms = _merged(terms, goal.given)
    return any(closes(Goal(Ge(s, 0), goal.given)) for s in _sums(terms, goal.given))


def _below(term: Expr, given: Given) -> Term | None:
    """(c, e) with c exp(e) at most a term of exponentials, values of Phi and one sign."""
    c, e, tails = S.One, S.Zero, []
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp()
        if base is S.Exp1:
            e += power
        elif isinstance(factor, Phi):
            tails.append(factor.args[0])
        else:
            c *= factor
    signs = signs_of(c, given)
    if signs <= {0, 1}:
        bound = _under_tail
    elif signs <= {-1, 0}:
        bound = _over_tail
    else:
        return None
    for a in tails:
        factor, power = bound(a, given)
        c, e = c * factor, e + power
    return c, expand(e)


def _under_tail(a: Expr, given: Given) -> Term:
    """A lower bound of Phi(a)."""
    signs = signs_of(a, given)
    if signs <= {0, 1}:
        return S.Half, S.Zero
    if signs <= {-1}:
        return -a / (1 + a**2) * normal_density(0), -(a**2) / 2
    return S.Zero, S.Zero


def _over_tail(a: Expr, given: Given) -> Term:
    """An upper bound of Phi(a)."""
    if not signs_of(a, given) <= {-1, 0}:
        return S.One, S.Zero
    if signs_of(a + 1, given) <= {-1, 0}:
        return -normal_density(0) / a, -(a**2) / 2
    return S.Half, -(a**2) / 2


def _merged(terms: list[Term], given: Given) -> list[Term]:
    """Terms with one exponential are one term, if the sign of their sum is known."""
    together: dict[Expr, list[Expr]] = {}
    for c, e in terms:
        together.setdefault(e, []).append(c)
    merged = []
    for e, some in together.items():
        total = Add(*some)
        signs = signs_of(total, given)
        merged += [(total, e)] if signs <= {0, 1} or signs <= {-1, 0} else [(c, e) for c in some]
    return merged


def _sums(terms: list[Term], given: Given) -> Iterator[Expr]:
    """Lower bounds of the sum of c exp(e), divided by one of the exponentials."""
    own = [signs_of(c, given) for c, _ in terms]
    if not all(s <= {0, 1} or s <= {-1, 0} for s in own):
        return  # which way to bound the exponential is not known
    falls = [not s <= {0, 1} for s in own]
    rising = (e for (c, e), down in zip(terms, falls, strict=True) if c != 0 and not down)
    for pivot in dict.fromkeys(rising):
        powers = [expand(e - pivot) for _, e in terms]
        tops = [_top(x, given) if f else None for x, f in zip(powers, falls, strict=True)]
        if all(top is not None for top, falling in zip(tops, falls, strict=True) if falling):
            signs = [signs_of(x, given) for x in powers]
            for sharp in (False, True):
                rows = zip(terms, powers, signs, tops, strict=True)
                yield Add(*(c * _factor(x, s, t, sharp) for (c, _), x, s, t in rows))


def _top(x: Expr, given: Given) -> Expr | None:
    """A number that x is never above, if one of a few is."""
    return next((n for n in _TOPS if signs_of(x - n, given) <= {-1, 0}), None)


def _factor(x: Expr, signs: Any, top: Expr | None, sharp: bool) -> Expr:
    """A bound of exp(x): from above, if x <= top; else from below."""
    if signs == {0}:
        return S.One
    if top is not None:  # exp(-x) >= 1 - x
        return 1 / (1 - x) if sharp and top == 0 else exp(top)
    if sharp:
        return 1 + x
    return S.One if signs <= {0, 1} else S.Zero
