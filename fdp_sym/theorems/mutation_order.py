"""Which of two terms that differ in one place is larger, by monotone functions on the way there.

The common summands, factors and arguments are taken off, functions that increase or decrease are
undone, and what is left is compared by field arithmetic and signs.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Add, Expr, Integral, Mul, Piecewise, Pow, S, Sum, erfc, exp, log

from ..errors import FdpError
from ..functions import Phi, Quantile
from ..signs import possible_signs
from .defined import ranges, undefined_term
from .integrable import divergent_term
from .statements import Sup
from .tactic import about_others

__all__ = ["difference_signs", "is_weaker"]

Signs = frozenset[int]

_ANY: Signs = frozenset({-1, 0, 1})
_SAME: Signs = frozenset({0})
_SAME_SIGN: Signs = frozenset({1})
_INCREASING = (exp, log, Phi, Quantile, sympy.sinh, sympy.tanh, sympy.atan)
_DECREASING = (erfc,)


def is_weaker(old: Any, new: Any, given: tuple[Any, ...]) -> bool:
    """Whether an inequality follows from another because its sides are further apart.

    Examples
    --------
    >>> from fdp_sym.symbols import epsilon, mu
    >>> from fdp_sym.theorems import Le
    >>> is_weaker(Le(Phi(mu), 1), Le(Phi(mu - exp(epsilon)), 1), ())
    True
    >>> is_weaker(Le(Phi(mu), 1), Le(Phi(mu + epsilon), 1), ())
    False
    """
    pairs = {("<=", "<="), ("<", "<"), ("<", "<="), (">=", ">="), (">", ">"), (">", ">=")}
    if (old.rel_op, new.rel_op) not in pairs:
        return False
    small, large = (0, 1) if old.rel_op in ("<=", "<") else (1, 0)
    try:
        return (
            difference_signs(old.args[small], new.args[small], given) <= {-1, 0}
            and difference_signs(old.args[large], new.args[large], given) <= {0, 1}
            and all(_exists(side, given) for side in new.args)
        )
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def _exists(side: Expr, given: tuple[Any, ...]) -> bool:
    return undefined_term(side, given) is None and divergent_term(side, given) is None


def difference_signs(old: Expr, new: Expr, given: tuple[Any, ...]) -> Signs:
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
            if found is not None:
                return found
    if type(old) is type(new) and len(old.args) == len(new.args):
        found = _alike(old, new, given)
        if found is not None and found != _ANY:
            return found
    return _powers(old, new, given) or possible_signs(new - old, given)


def _powers(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Two powers of one base, on one side of 1."""
    (base, power), (other, another) = old.as_base_exp(), new.as_base_exp()
    if base != other or base.is_Number or not (power.is_Rational and another.is_Rational):
        return None
    if not possible_signs(base, given) <= {1}:
        return None
    above = possible_signs(base - 1, given)
    if not (above <= {0, 1} or above <= {-1, 0}):
        return None
    step = 1 if another > power else -1
    return frozenset(step * s for s in above)


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
    common, mine, theirs = _apart(Mul, old, new)
    if not common:
        return None
    sign = _SAME_SIGN
    for factor in common:
        sign = frozenset(s * t for s in sign for t in _factor_signs(factor, given))
    if not (sign <= {0, 1} or sign <= {-1, 0}):
        return None
    inner = difference_signs(Mul(*mine), Mul(*theirs), given)
    return frozenset(s * t for s in sign for t in inner)


def _factor_signs(factor: Expr, given: Any) -> Signs:
    signs = possible_signs(factor, given)
    if signs == _ANY and isinstance(factor, Pow):
        base = possible_signs(factor.base, given)
        return frozenset({0, 1}) if base <= {0, 1} else _ANY
    return signs


def _extrema(kind: Any, old: Expr, new: Expr, given: Any) -> Signs | None:
    common, mine, theirs = _apart(kind, old, new)
    if not common:
        return None
    up = isinstance(old if isinstance(old, kind) else new, sympy.Max)
    if not mine:  # one more member
        return frozenset({0, 1 if up else -1})
    if not theirs:
        return frozenset({0, -1 if up else 1})
    if len(mine) == len(theirs) == 1:
        return difference_signs(mine[0], theirs[0], given) | _SAME
    return None


def _alike(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Two values of one function."""
    if isinstance(old, _INCREASING):
        return difference_signs(old.args[0], new.args[0], given)
    if isinstance(old, _DECREASING):
        return _reversed(difference_signs(old.args[0], new.args[0], given))
    if isinstance(old, Pow) and old.exp == new.exp and old.exp.is_Rational:
        below = [possible_signs(b, given) for b in (old.base, new.base)]
        if not all(b <= ({0, 1} if old.exp > 0 else {1}) for b in below):
            return None
        inner = difference_signs(old.base, new.base, given)
        return inner if old.exp > 0 else _reversed(inner)
    if isinstance(old, (Integral, Sum, Sup)):
        return _under(old, new, given) if old.args[1:] == new.args[1:] else _over(old, new, given)
    if isinstance(old, Piecewise) and [c for _, c in old.args] == [c for _, c in new.args]:
        return _pieces(old, new, given)
    return None


def _pieces(old: Piecewise, new: Piecewise, given: Any) -> Signs:
    """Each piece is compared where its condition holds and no earlier one does."""
    found: Signs = frozenset()
    for (a, condition), (b, _) in zip(old.args, new.args, strict=True):
        own = given if condition is S.true else (*given, condition)
        found |= difference_signs(a, b, own)
        given = (*given, sympy.Not(condition))
    return found


def _under(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Integrals, sums and suprema of a larger function are at least as large."""
    limits = old.args[1:]
    if any(len(limit) != 3 for limit in limits):
        return None
    for _, low, high in limits:
        length = high - low + (1 if isinstance(old, Sum) else 0)
        if isinstance(old, Sup) or high is S.Infinity:
            continue
        if not possible_signs(length, given) <= {0, 1}:
            return None
    for variable, _, _ in limits:
        given = about_others(given, variable)
    inner = difference_signs(old.args[0], new.args[0], (*given, *ranges(old)))
    if inner <= {0, 1} or inner <= {-1, 0}:
        return inner | _SAME
    return None


def _over(old: Expr, new: Expr, given: Any) -> Signs | None:
    """Integrals and sums of one sign grow with their range."""
    if isinstance(old, Sup) or old.args[0] != new.args[0] or len(old.args) != 2:
        return None
    (x, *mine), (y, *theirs) = old.args[1], new.args[1]
    if x != y or len(mine) != 2 or len(theirs) != 2:
        return None
    body = possible_signs(old.args[0], about_others(given, x))
    if not (body <= {0, 1} or body <= {-1, 0}):
        return None
    ends = [difference_signs(a, b, given) for a, b in zip(mine, theirs, strict=True)]
    if mine[0] == theirs[0]:
        return frozenset(s * t for s in body for t in ends[1]) | _SAME
    if mine[1] == theirs[1]:
        return frozenset(-s * t for s in body for t in ends[0]) | _SAME
    return None


def _reversed(signs: Signs) -> Signs:
    return frozenset(-s for s in signs)
