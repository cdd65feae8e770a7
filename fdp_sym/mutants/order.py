"""Which of two terms that differ in one place is larger, by monotone functions on the way there.

The common summands, factors and arguments are taken off, functions that increase or decrease are
undone, and what is left is compared by field arithmetic and signs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy import (
    Add,
    Expr,
    Integral,
    Lambda,
    Mul,
    Piecewise,
    Pow,
    S,
    Sum,
    binomial,
    erfc,
    exp,
    expand,
    log,
)
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..errors import FdpError
from ..functions import Phi, Quantile
from ..symbols import domain_of, real
from ..theorems.defined import undefined_term
from ..theorems.statements import Eq, Ge, Generic, Inf, Iterate, Le, Lim, Sup
from ..theorems.tactic import about_others
from .binders import all_exist, maps_into_itself, possible, signs_of, under
from .symmetry import paired_difference, with_one_variable

__all__ = ["difference_signs", "is_weaker"]

Signs = frozenset[int]
Given = tuple[Any, ...]

_ANY: Signs = frozenset({-1, 0, 1})
_SAME: Signs = frozenset({0})
_SAME_SIGN: Signs = frozenset({1})
_INCREASING = (exp, log, Phi, Quantile, sympy.sinh, sympy.tanh, sympy.atan)
_DECREASING = (erfc,)
_STEPS = 2  # terms of a sum that are written out


def is_weaker(old: Any, new: Any, given: Given) -> bool:
    """Whether an inequality follows from another because its sides are further apart.

    Examples
    --------
    >>> from fdp_sym.symbols import epsilon, mu
    >>> is_weaker(Le(Phi(mu), 1), Le(Phi(mu - exp(epsilon)), 1), ())
    True
    >>> is_weaker(Le(Phi(mu), 1), Le(Phi(mu + epsilon), 1), ())
    False
    """
    order = {"<=": (0, 1), "<": (0, 1), ">=": (1, 0), ">": (1, 0)}
    if old.rel_op not in order or order[old.rel_op] != order.get(new.rel_op):
        return False
    small, large = order[old.rel_op]
    try:
        below = difference_signs(old.args[small], new.args[small], given)
        above = difference_signs(old.args[large], new.args[large], given)
        if not (below <= {-1, 0} and above <= {0, 1} and all_exist(new, given)):
            return False
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False
    strict = ("<", ">")
    apart = below == {-1} or above == {1}
    return new.rel_op not in strict or old.rel_op in strict or apart


def difference_signs(old: Expr, new: Expr, given: Given) -> Signs:
    """A superset of the signs of ``new - old`` under the hypotheses, where both exist."""
    if old == new:
        return _SAME
    if old.is_Number and new.is_Number:
        return frozenset({1 if new > old else -1})
    for kind, common in (
        (Add, _sums),
        (Mul, _products),
        (sympy.Max, _extrema),
        (sympy.Min, _extrema),
    ):
        if isinstance(old, kind) or isinstance(new, kind):
            found = common(kind, old, new, given)
            if found is not None and found != _ANY:
                return found
    if isinstance(old, Piecewise) or isinstance(new, Piecewise):
        found = _pieces(old, new, given)
        if found != _ANY:
            return found
    if isinstance(old, Sup) and isinstance(new, Sup) and old.func != new.func:
        found = _opposite(old, new, given)
        if found != _ANY:
            return found
    if old.func == new.func and len(old.args) == len(new.args):
        found = _alike(old, new, given)
        if found is not None and found != _ANY:
            return found
    if old.is_number or new.is_number:
        found = _undone(old, new, given)
        if found is not None and found != _ANY:
            return found
    return _powers(old, new, given) or _coefficient(old, new, given) or signs_of(new - old, given)


def _undone(old: Expr, new: Expr, given: Any) -> Signs | None:
    """A number and the value of an increasing function: its inverse is taken of both."""
    if new.is_number:
        found = None if old.is_number else _undone(new, old, given)
        return None if found is None else _reversed(found)
    if isinstance(new, log):
        return difference_signs(exp(old), new.args[0], given)
    if isinstance(new, exp) and old.is_positive:
        return difference_signs(log(old), new.args[0], given)
    root = isinstance(new, Pow) and new.exp.is_Rational and new.exp.is_positive
    if root and old.is_nonnegative and possible(new.base, given) <= {0, 1}:
        return difference_signs(old ** (1 / new.exp), new.base, given)
    return None


def _coefficient(old: Expr, new: Expr, given: Any) -> Signs | None:
    """A binomial coefficient within its support and 1, which it is not below."""
    if old == 1 and isinstance(new, binomial):
        n, j = new.args
        inside = n.is_integer and j.is_integer and possible(j, given) <= {0, 1}
        return frozenset({0, 1}) if inside and possible(n - j, given) <= {0, 1} else None
    if new == 1 and isinstance(old, binomial):
        found = _coefficient(new, old, given)
        return None if found is None else _reversed(found)
    return None


def _powers(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Two powers of one base, on one side of 1."""
    (base, power), (other, another) = old.as_base_exp(), new.as_base_exp()
    if old == 1:
        base, power = other, S.Zero
    elif new == 1:
        other, another = base, S.Zero
    if base != other or base.is_Number:
        return None
    signs = signs_of(base, given)
    if not (signs <= {1} or (signs <= {0, 1} and power.is_positive and another.is_positive)):
        return None
    above = _undone(S.One, base, given) or possible(base - 1, given)
    if not (above <= {0, 1} or above <= {-1, 0}):
        return None
    return _times(above, signs_of(another - power, given)) | (signs & _SAME)


def _times(first: Signs, second: Signs) -> Signs:
    return frozenset(s * t for s in first for t in second)


def _apart(kind: Any, old: Expr, new: Expr) -> tuple[list[Any], list[Any], list[Any]]:
    """The arguments that both have, and those that one of them has."""
    mine, theirs = (list(x.args) if isinstance(x, kind) else [x] for x in (old, new))
    common = [a for a in mine if a in theirs]
    return common, [a for a in mine if a not in common], [a for a in theirs if a not in common]


def _sums(kind: Any, old: Expr, new: Expr, given: Any) -> Signs | None:
    common, mine, theirs = _apart(Add, old, new)
    if not common:
        return None
    return difference_signs(Add(*mine), Add(*theirs), given)


def _products(kind: Any, old: Expr, new: Expr, given: Any) -> Signs | None:
    common = _common_factor(old, new, given)
    if common == 1:
        return None
    sign = _SAME_SIGN
    for factor in Mul.make_args(common):
        sign = _times(sign, signs_of(factor, given))
    if not (sign <= {0, 1} or sign <= {-1, 0}):
        return None
    return _times(sign, difference_signs(old / common, new / common, given))


def _common_factor(old: Expr, new: Expr, given: Any) -> Expr:
    """Powers that both have, and of what is not negative the least power that one of them has."""
    mine, theirs = old.as_powers_dict(), new.as_powers_dict()
    common = S.One
    for base in dict.fromkeys((*mine, *theirs)):
        p, q = mine.get(base, S.Zero), theirs.get(base, S.Zero)
        if p == q:
            common *= Pow(base, p)
        elif p.is_Rational and q.is_Rational and (p * q > 0 or min(p, q) < 0):
            allowed = {0, 1} if min(p, q) > 0 else {1}
            common *= Pow(base, min(p, q)) if signs_of(base, given) <= allowed else S.One
    return common


def _extrema(kind: Any, old: Expr, new: Expr, given: Any) -> Signs | None:
    """A maximum is larger if each member of the other is below one of its members."""
    _, mine, theirs = _apart(kind, old, new)
    every = [list(x.args) if isinstance(x, kind) else [x] for x in (old, new)]

    def beyond(some: list[Expr], others: list[Expr], sense: int) -> bool:
        return all(
            any(difference_signs(a, b, known(a, others, sense)) <= {0, sense} for b in others)
            for a in some
        )

    def known(a: Expr, others: list[Expr], sense: int) -> Any:
        """If 0 is among the others, no other one is asked of where 0 is beyond."""
        if S.Zero not in others or a.is_number:
            return given
        return (*given, Ge(a, S.Zero) if sense == 1 else Le(a, S.Zero))

    up = 1 if kind is sympy.Max else -1
    found = _ANY
    if beyond(mine, every[1], up):
        found &= {0, up}
    if beyond(theirs, every[0], up):
        found &= {0, -up}
    return found


def _alike(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Two values of one function."""
    if isinstance(old, (*_INCREASING, *_DECREASING)):
        inner = difference_signs(old.args[0], new.args[0], given)
        if old.has(Quantile) or new.has(Quantile):
            inner |= _SAME  # of infinite arguments both values may be the same
        return inner if isinstance(old, _INCREASING) else _reversed(inner)
    if isinstance(old, Generic):
        if old.func != new.func or not _decreases(old.func):
            return None
        if undefined_term(old, given) is not None or undefined_term(new, given) is not None:
            return None
        return _reversed(difference_signs(old.args[0], new.args[0], given)) | _SAME
    if isinstance(old, Pow) and old.exp == new.exp:
        return _bases(old, new, given)
    if isinstance(old, Iterate):
        return _iterates(old, new, given)
    if isinstance(old, Lim) and old.limits == new.limits:
        others = about_others(given, old.limits[0])
        return _SAME if difference_signs(old.body, new.body, others) == _SAME else None
    if isinstance(old, (Integral, Sum, Sup)):
        old, new = with_one_variable(old, new)
        return _under(old, new, given) if old.args[1:] == new.args[1:] else _over(old, new, given)
    return None


def _decreases(function: Any) -> bool:
    """Whether it is non-increasing: by name, or as it is convex and bounded above on a half-line.

    There the line through two points that rises would lead above the bound.
    """
    bounded = function.domain.sup is S.Infinity and function.bounds[1].is_finite
    return "non-increasing" in function.facts or ("convex" in function.facts and bounded)


def _bases(old: Pow, new: Pow, given: Any) -> Signs | None:
    """Powers with one exponent of two bases that are not negative."""
    power = signs_of(old.exp, given)
    below = [possible(b, given) for b in (old.base, new.base)]
    if not all(b <= ({0, 1} if power <= {0, 1} else {1}) for b in below):
        return None
    return _times(power, difference_signs(old.base, new.base, given))


def _pieces(old: Any, new: Any, given: Any) -> Signs:
    """Each piece is compared with each where both conditions hold and no earlier ones do."""
    found: Signs = frozenset()
    for a, one in _cases(old):
        for b, two in _cases(new):
            if not any(sympy.Not(h) in one for h in two):
                found |= difference_signs(a, b, (*given, *_together((*one, *two))))
    return found


def _cases(node: Any) -> Iterator[tuple[Expr, tuple[Any, ...]]]:
    """The values of a piecewise term (or the term itself) and what holds there."""
    earlier: tuple[Any, ...] = ()
    for value, condition in node.args if isinstance(node, Piecewise) else [(node, S.true)]:
        yield value, tuple(h for h in (*earlier, condition) if isinstance(h, Relational))
        earlier = (*earlier, sympy.Not(condition))


def _together(conditions: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions, with a = b for a <= b and a >= b."""
    opposite = {"<=": ">=", ">=": "<="}
    kinds = {(h.rel_op, h.args) for h in conditions}
    equal = [Eq(*args) for op, args in kinds if (opposite.get(op), args) in kinds]
    return (*dict.fromkeys(conditions), *equal[:1])


def _opposite(old: Expr, new: Expr, given: Any) -> Signs:
    """The infimum is at most the supremum, over one range that is not empty."""
    variable, low, high = old.limits
    if variable.is_integer:  # there need be no integer between
        return _ANY
    if old.args != new.args or not signs_of(high - low, given) <= {0, 1}:
        return _ANY
    return frozenset({-1, 0}) if isinstance(new, Inf) else frozenset({0, 1})


def _under(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Integrals, sums and suprema of a larger function are at least as large."""
    inner = under(old, given)
    if inner is None:
        return None
    found = difference_signs(old.args[0], new.args[0], inner)
    if not (found <= {0, 1} or found <= {-1, 0}):
        return None if isinstance(old, Sup) else paired_difference(old, new, given)
    if isinstance(old, Sum) and all(
        possible(high - low, given) <= {0, 1} for _, low, high in old.limits
    ):
        return found  # there is at least one summand
    return found | _SAME


def _over(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Integrals and sums of one sign grow with their range, suprema in any case."""
    if old.func != new.func or old.args[0] != new.args[0]:
        return None
    if under(old, given) is None or under(new, given) is None:
        return None
    pairs = [(a, b) for a, b in zip(old.args[1:], new.args[1:], strict=True) if a != b]
    if len(pairs) != 1 or pairs[0][0][0] != pairs[0][1][0]:
        return None
    ((x, *mine), (_, *theirs)), *_ = pairs
    low, high = (difference_signs(a, b, given) for a, b in zip(mine, theirs, strict=True))
    if not ({low, high} & {_SAME}):
        return None
    longer = high if low == _SAME else _reversed(low)
    few = _few_terms(old, (x, *mine), theirs, given) if isinstance(old, Sum) else None
    if few is not None:
        return few
    if isinstance(old, Sup):
        return (_reversed(longer) if isinstance(old, Inf) else longer) | _SAME
    inner = given
    for variable, *_ in old.args[1:]:
        inner = about_others(inner, variable)
    known = [r(x, e) for r, e, s in ((Ge, mine[0], low), (Le, mine[1], high)) if s == _SAME]
    known += [r(v, e) for v, a, b in old.args[1:] if v != x for r, e in ((Ge, a), (Le, b))]
    inner = (*inner, *(h for h in known if not h.rhs.is_infinite))
    body = signs_of(old.args[0], inner)
    if not (body <= {0, 1} or body <= {-1, 0}):
        return None
    return _times(body, longer) | _SAME


def _few_terms(old: Sum, limit: Any, ends: Any, given: Any) -> Signs | None:
    """The signs of the terms that a sum has more, or less, if they are known numbers of steps."""
    x, low, high = limit
    steps = expand(ends[1] - high) if ends[0] == low else expand(low - ends[0])
    if len(old.args) != 2 or not steps.is_Integer or not 0 < abs(steps) <= _STEPS:
        return None
    if ends[0] == low:
        places = [min(high, high + steps) + i for i in range(1, abs(steps) + 1)]
    else:
        places = [low - i for i in range(1, steps + 1)] or [low + i for i in range(-steps)]
    found = signs_of(Add(*(_term(old.function, x, place) for place in places)), given)
    if found == _ANY:
        return None
    return found if steps > 0 else _reversed(found)


def _term(body: Expr, x: Any, place: Expr) -> Expr:
    there: Expr = replace_free(body, {x: place})
    return there.replace(binomial, lambda n, i: S.Zero if _beyond(n, i) else binomial(n, i))


def _beyond(n: Expr, i: Expr) -> bool:
    """Whether a binomial coefficient is 0."""
    return bool(n.is_integer and n.is_nonnegative and i.is_integer and (i - n).is_positive)


def _iterates(old: Iterate, new: Iterate, given: Any) -> Signs | None:
    """Iterates of a step that keeps the order grow with their start, their step and their number.

    All of them stay in the domain of the variable, by `maps_into_itself`.
    """
    (step, count, start), (other, another, begin) = old.args, new.args
    if step.variables != other.variables or len(step.variables) != 1:
        return None
    if maps_into_itself(old, given) is None or maps_into_itself(new, given) is None:
        step, other = _on_the_line(step), _on_the_line(other)
        if step is None or other is None:
            return None
    (x,) = step.variables
    inner = about_others(given, x)
    found = difference_signs(step.expr, other.expr, inner) | _SAME
    if start != begin:
        found |= difference_signs(start, begin, given)
    if count != another:
        moved = _bounded_step(step.expr, x, inner)
        found |= _times(signs_of(another - count, given), moved)
    if found == _SAME:  # the same steps from the same start
        return found
    if not (found <= {0, 1} or found <= {-1, 0}):
        return None
    return found if any(_keeps_order(s.expr, x, inner) for s in (step, other)) else None


def _on_the_line(step: Any) -> Any:
    """A step with a variable that may be any number, if it has a value everywhere."""
    (x,) = step.variables
    wide = real(f"<{x}>")
    body = replace_free(step.expr, {x: wide})
    if body.atoms(Generic) or bound_in(body) or undefined_term(body) is not None:
        return None
    return Lambda(wide, body)


def _bounded_step(step: Expr, x: Any, given: Any) -> Signs:
    """The signs of one step minus its start, with what is known of trade-off functions."""
    known = [
        Le(node, 1 - node.args[0])
        for node in step.atoms(Generic)
        if "below Id" in node.func.facts and len(node.args) == 1
    ]
    return signs_of(step - x, (*given, *known))


def _keeps_order(step: Expr, x: Any, given: Any) -> bool:
    u, v = (real(name, domain_of(x)) for name in ("<u>", "<v>"))
    one, two = (replace_free(step, {x: value}) for value in (u, v))
    return difference_signs(one, two, (*given, Ge(v, u))) <= {0, 1}


def _reversed(signs: Signs) -> Signs:
    return frozenset(-s for s in signs)
