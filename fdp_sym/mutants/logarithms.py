"""Signs of terms with logarithms, by rational functions between which a logarithm lies.

For a rational r with r(0) = 0 the derivative of log(1 + x) - r(x) is rational: where it has one
sign on [0, oo) or on (-1, 0], r is a bound of the logarithm there. A logarithm between two bounds
is a point of the segment between them, and the sign engine knows how to deal with segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from sympy import (
    Add,
    Expr,
    Interval,
    Poly,
    PolynomialError,
    S,
    diff,
    expand,
    log,
    oo,
    preorder_traversal,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..binding import bound_in
from ..errors import FdpError
from ..signs import possible_signs
from ..symbols import domain_of, real
from ..theorems.defined import undefined_term
from ..theorems.goals import SIGNS

__all__ = ["by_logarithms", "signs_with_logarithms"]

Signs = frozenset[int]
Given = tuple[Any, ...]

_ANY: Signs = frozenset({-1, 0, 1})
_up = real("x", Interval(0, oo))
_down = real("x", Interval.Lopen(-1, 0))
_RANGES = {_up: Interval(0, oo), _down: Interval(-oo, 0)}  # of the logarithm of 1 + x
_PAIRS, _FEW = 16, 2  # of bounds that are tried where both are needed
_SYMBOLS = 3  # whose ranges are cut at 0
_ROOTS = (2, 4)  # in which bounds say more of large arguments


def _rational(x: Any) -> tuple[Expr, ...]:
    """Taylor polynomials and Padé approximants at 0, from coarse to fine."""
    z = x / (2 + x)  # of whose inverse hyperbolic tangent the logarithm is the double
    return (
        x * 0,
        x,
        x / (1 + x),
        x * (2 + x) / (2 * (1 + x)),
        2 * x / (2 + x),
        x - x**2 / 2,
        x - x**2 / 2 + x**3 / 3,
        x - x**2 / 2 + x**3 / 3 - x**4 / 4,
        x * (6 + x) / (6 + 4 * x),
        3 * x * (2 + x) / (6 + 6 * x + x**2),
        2 * z + 2 * z**3 / 3,
        2 * z + x**3 / (6 * (1 + x) * (2 + x)),
    )


@lru_cache(maxsize=2)
def _bounds(x: Any) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    """Lower and upper bounds of log(1 + x)."""
    below: list[Expr] = []
    above: list[Expr] = []
    for r in _rational(x):
        rises = possible_signs(1 / (1 + x) - diff(r, x))  # of log(1 + x) - r, which is 0 at 0
        if rises <= {0, 1}:
            (below if x is _up else above).append(r)
        elif rises <= {-1, 0}:
            (above if x is _up else below).append(r)
    return tuple(below), tuple(above)


@lru_cache(maxsize=2)
def _with_its_sign(x: Any) -> tuple[tuple[Expr, ...], ...]:
    """Those bounds that lie where the logarithm itself may lie."""
    allowed = {0, 1} if x is _up else {-1, 0}
    return tuple(tuple(r for r in side if possible_signs(r) <= allowed) for side in _bounds(x))


def signs_with_logarithms(expr: Expr, given: Given = ()) -> Signs:
    """A superset of the signs of a term, where its logarithms have values.

    Examples
    --------
    >>> u, q = real("u", Interval(-1, oo)), real("q", Interval(0, S.Half))
    >>> sorted(signs_with_logarithms(log(1 + q * u) - q * u))
    [-1, 0]
    >>> sorted(signs_with_logarithms(log(1 + q * u) - q * u / 2))
    [-1, 0, 1]
    """
    found = possible_signs(expr, given)
    if len(found) < 3:
        return found
    if not any(h.free_symbols & expr.free_symbols for h in given):
        expr = _centred(_with_one_symbol(expr))
    total: set[int] = set()
    for part in _cut(expr):
        signs = _on_one_side(part, given)
        total |= signs if len(signs) < 3 else _with_roots(part)
        if len(total) == 3:
            break
    return frozenset(total) & found


def by_logarithms(relation: Relational, given: Given) -> str:
    """How a relation with logarithms is proved, or "".

    Examples
    --------
    >>> from fdp_sym.theorems import Le
    >>> u = real("u", Interval(0, oo))
    >>> by_logarithms(Le((2 + u) * log(1 + u) ** 3, 2 * u**2), ())
    'by bounds of logarithms'
    >>> by_logarithms(Le((2 + u) * log(1 + u) ** 3, u**2), ())
    ''
    """
    wanted = SIGNS.get(relation.rel_op)
    if wanted is None or not relation.has(log) or relation.has(AppliedUndef):
        return ""
    if any(map(bound_in, preorder_traversal(relation))):
        return ""
    try:
        if any(undefined_term(side, given) is not None for side in relation.args):
            return ""
        proved = signs_with_logarithms(relation.lhs - relation.rhs, given) <= wanted
    except (FdpError, PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return ""
    return "by bounds of logarithms" if proved else ""


def _with_one_symbol(expr: Expr) -> Expr:
    """With a symbol for the product of two symbols that occur only together."""
    for a, b in combinations(sorted(expr.free_symbols, key=str), 2):
        low, high = _product_range(domain_of(a), domain_of(b))
        if low is None:
            continue
        both = real(f"<{a} {b}>", Interval(low, high))
        other = expr.xreplace({b: both / a})
        other = expand(other.replace(log, lambda argument: log(expand(argument))))
        if not other.free_symbols & {a, b}:
            return _with_one_symbol(other)
    return expr


def _centred(expr: Expr) -> Expr:
    """With the distance from where the argument of a logarithm is 1, if a range is cut there."""
    for node in sorted(expr.atoms(log), key=str):
        x = node.args[0] - 1
        (s, *others) = x.free_symbols or (None,)
        if s is None or others or not x.is_polynomial(s) or Poly(x, s).degree() != 1:
            continue
        domain, root = domain_of(s), -x.subs(s, 0) / diff(x, s)
        if root.is_Rational and root != 0 and domain.inf < root < domain.sup and not s.is_integer:
            moved = real(s.name, Interval(domain.inf - root, domain.sup - root))
            return expr.xreplace({s: root + moved})
    return expr


def _with_roots(expr: Expr) -> Signs:
    """With a root of the argument of the only logarithm: of it, the logarithm is a multiple.

    The argument is at least 1 and linear in the only symbol; so is its root, and all else is a
    rational function of the root.
    """
    nodes, symbols = expr.atoms(log), expr.free_symbols
    if len(nodes) != 1 or len(symbols) != 1:
        return _ANY
    (node,), (s,) = nodes, symbols
    x = node.args[0] - 1
    if not x.is_polynomial(s) or Poly(x, s).degree() != 1 or not possible_signs(x) <= {0, 1}:
        return _ANY
    slope, start = diff(x, s), x.subs(s, 0)
    found = _ANY
    for n in _ROOTS:
        own = real("<log>")
        body = expr.xreplace({node: n * own}).xreplace({s: ((1 + _up) ** n - 1 - start) / slope})
        found = found & _on_one_side(body.xreplace({own: log(1 + _up)}), (), pairs=_FEW)
        if len(found) < 3:
            break
    return found


def _cut(expr: Expr) -> Iterator[Expr]:
    """The term with each symbol on each side of 0."""
    symbols = sorted(expr.free_symbols, key=str)
    cut = [s for s in symbols if domain_of(s).inf < 0 < domain_of(s).sup and not s.is_integer]
    halves = []
    for s in cut[:_SYMBOLS]:
        domain = domain_of(s)
        sides = (Interval(0, oo) & domain, Interval(-oo, 0) & domain)
        halves.append([{s: real(s.name, side)} for side in sides])
    for chosen in product(*halves):
        yield expr.xreplace({s: other for rule in chosen for s, other in rule.items()})


def _product_range(a: Interval, b: Interval) -> tuple[Expr, Expr]:
    """Between which numbers a product of numbers from two intervals lies."""
    ends = [S.Zero if 0 in (x, y) else x * y for x in (a.inf, a.sup) for y in (b.inf, b.sup)]
    return min(ends), max(ends)


def _on_one_side(expr: Expr, given: Given, pairs: int = _PAIRS) -> Signs:
    """Where the argument of each logarithm is on one side of 1."""
    found = possible_signs(expr, given)
    nodes = sorted(expr.atoms(log), key=lambda node: (node.count_ops(), str(node)))
    if len(found) < 3 or not nodes:
        return found if len(found) < 3 else _of_squares(expr, given)
    node = nodes[-1]
    x = node.args[0] - 1
    signs = possible_signs(x, given)
    if not (signs <= {0, 1} or signs <= {-1, 0}):
        return found
    v = _up if signs <= {0, 1} else _down
    for own, sides in ((real("<log>"), _bounds(v)), (real("<log>", _RANGES[v]), _with_its_sign(v))):
        body = expr.xreplace({node: own})
        slope = possible_signs(diff(body, own), given)
        if slope <= {0, 1} or slope <= {-1, 0}:
            below, above = ([r.xreplace({v: x}) for r in side] for side in sides)
            if not slope <= {0, 1}:
                below, above = above, below
            return _between(body, own, below, above, given)
    bounds = [[r.xreplace({v: x}) for r in side] for side in _bounds(v)]
    share = real("<share>", Interval(0, 1))
    for low, high in sorted(product(*map(enumerate, bounds)), key=_rank)[:pairs]:
        value = low[1] + share * (high[1] - low[1])
        found = found & _on_one_side(body.xreplace({own: value}), given)
        if len(found) < 3:
            break
    return found


def _rank(pair: Any) -> int:
    (first, _), (second, _) = pair
    return int(first + second)


def _between(body: Expr, own: Any, below: list[Expr], above: list[Expr], given: Given) -> Signs:
    """Of a term that is between its values at smaller and at larger numbers, all in its range."""
    found = _ANY
    if not body.is_polynomial(own):  # nor continuous between them, perhaps
        return found
    for r in below:
        least = min(_on_one_side(body.xreplace({own: r}), given), default=1)
        found = found & {s for s in _ANY if s >= least}
        if least > -1:
            break
    for r in above:
        most = max(_on_one_side(body.xreplace({own: r}), given), default=-1)
        found = found & {s for s in _ANY if s <= most}
        if most < 1:
            break
    return found


def _of_squares(expr: Expr, given: Given) -> Signs:
    """With a symbol for a square, where only even powers occur: discriminants say more of it."""
    for s in sorted(expr.free_symbols, key=str):
        if any(s in h.free_symbols for h in given) or not expr.is_polynomial(s):
            continue
        poly = Poly(expr, s)
        if poly.degree() > 2 and all(power % 2 == 0 for (power,) in poly.monoms()):
            square = real(f"<{s}**2>", Interval(0, oo))
            other = Add(*(c * square ** (power // 2) for (power,), c in poly.terms()))
            return possible_signs(other, given)
    return _ANY
