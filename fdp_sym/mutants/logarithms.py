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

from sympy import Add, Expr, Interval, Poly, S, diff, expand, log, oo

from ..signs import possible_signs
from ..symbols import domain_of, real

__all__ = ["signs_with_logarithms"]

Signs = frozenset[int]
Given = tuple[Any, ...]

_ANY: Signs = frozenset({-1, 0, 1})
_up = real("x", Interval(0, oo))
_down = real("x", Interval.Lopen(-1, 0))
_RANGES = {_up: Interval(0, oo), _down: Interval(-oo, 0)}  # of the logarithm of 1 + x
_PAIRS = 16  # of bounds that are tried where both are needed
_SYMBOLS = 3  # whose ranges are cut at 0


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
        expr = _with_one_symbol(expr)
    total: set[int] = set()
    for part in _cut(expr):
        total |= _on_one_side(part, given)
        if len(total) == 3:
            break
    return frozenset(total) & found


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


def _on_one_side(expr: Expr, given: Given) -> Signs:
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
    for low, high in sorted(product(*map(enumerate, bounds)), key=_rank)[:_PAIRS]:
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
