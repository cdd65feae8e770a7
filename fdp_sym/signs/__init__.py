r"""Exact signs of rational functions of ordered atoms, decided under hypotheses, never by sampling.

An expression is read as a rational function of *atoms*: its symbols with their domains,
exponentials (:math:`e^{c\,m}` becomes a power of one positive atom), radicals, numbers such as
:math:`\pi` with a rational bracket, and opaque functions with a known range (`atoms`). Hypotheses
are solved for an atom in which they are linear (`field`), ``Max``, ``Min``, ``Abs`` and
``Piecewise`` split into cases (`cases`), and each irreducible factor that is left is decided on
the box of its atoms (`orthant`).

The answer is the set of signs that could not be excluded: a superset of the signs attained, so that
``possible_signs(e) <= {0, 1}`` *proves* :math:`e \ge 0` on the whole domain. Atoms are treated as
independent, which can only enlarge the set.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sympy import Expr, S, oo

from ..binding import seal
from ..exact import expression
from .cases import cases
from .orthant import ALL, Signs

__all__ = [
    "is_nonnegative",
    "is_positive",
    "is_positive_multiple",
    "is_zero",
    "possible_signs",
    "sign",
]


def possible_signs(expr: Any, given: Iterable[Any] = ()) -> Signs:
    """A superset of the signs that ``expr`` takes on the domain of its symbols.

    Parameters
    ----------
    expr : SymPy expression
        Real wherever its symbols are in their domains.
    given : iterable of SymPy relations
        Hypotheses, e.g. ``Ge(delta2, delta1)``.

    Returns
    -------
    frozenset
        Subset of {-1, 0, 1}; all three when nothing could be excluded.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import delta, epsilon
    >>> sorted(possible_signs((1 - delta) * (exp(epsilon) - 1)))
    [0, 1]
    """
    expr = expression(expr)
    if expr.is_Rational:
        return frozenset({1 if expr.p > 0 else -1 if expr.p < 0 else 0})
    return _signs(expr, tuple(expression(relation) for relation in given))


def is_nonnegative(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr >= 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {0, 1})


def is_positive(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr > 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {1})


def is_zero(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr = 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {0})


def is_positive_multiple(expr: Any, of: Any) -> bool:
    """Whether ``expr`` is proved to be ``of`` times something positive (False: not proved).

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> is_positive_multiple(2 - 2 * exp(epsilon) * alpha, exp(-epsilon) - alpha)
    True
    """
    return _ratio_is_positive(expression(expr), expression(of))


@lru_cache(maxsize=20_000)
def _ratio_is_positive(expr: Expr, of: Expr) -> bool:
    from .field import ratio_signs

    left, right = seal([expr, of])
    return ratio_signs(left, right) == {1}


def sign(expr: Any, given: Iterable[Any] = ()) -> int | None:
    """The one sign of ``expr``, or None when it varies or is undecided."""
    signs = possible_signs(expr, given)
    return next(iter(signs)) if len(signs) == 1 else None


def _within(expr: Any, given: Iterable[Any], allowed: set[int]) -> bool:
    """Whether no other sign is possible; hypotheses cost time and are tried second."""
    given = tuple(given)
    return possible_signs(expr) <= allowed or (
        bool(given) and possible_signs(expr, given) <= allowed
    )


@lru_cache(maxsize=20_000)
def _signs(expr: Expr, given: tuple[Any, ...]) -> Signs:
    from .atoms import is_known_number, sign_of_number
    from .field import case_signs

    if expr in (oo, -oo):
        return frozenset({1 if expr is oo else -1})
    if expr.has(S.NaN, S.ComplexInfinity, oo, -oo):
        return ALL
    if is_known_number(expr):  # roots of high order are hard for field arithmetic, not for balls
        known = sign_of_number(expr, max_bits=512)
        if len(known) == 1:
            return known
    expr, *hidden = seal([expr, *given])
    found: set[int] = set()
    for case, hypotheses in cases(expr, tuple(hidden)):
        found |= case_signs(case, hypotheses)
        if len(found) == 3:
            break
    return frozenset(found)
