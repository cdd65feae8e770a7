"""An inequality as a sum of products of what is known not to be negative.

If ``g = sum of c_i h_i + sum of c_ij h_i h_j`` with constants that are not negative, and each h is
not negative where the hypotheses hold, then neither is g. Least squares in floating point choose
the products; the constants are then found, and the identity is checked, in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from typing import Any

import numpy
import sympy
from sympy import Expr, S, cancel, expand
from sympy.core.relational import Relational

from ..binding import outside_binders, replace_free
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.statements import Eq, Ge, Generic, Inf, Le, Sup
from .binders import all_exist, possible
from .families import is_tradeoff
from .interpolated import below_chords

__all__ = ["certified", "is_combination"]

_KNOWN = 24  # what is multiplied in pairs
_PLACES = 4  # values of one function
_SMALL = 1e-9
_ROUNDS = 60

Given = tuple[Any, ...]


def certified(relation: Relational, given: Given) -> bool:
    """Whether a relation follows by products from hypotheses, and from facts of its functions.

    Suprema are at least their values at the ends and at places that the relation names, and
    proportional where what they are of is. Values of trade-off functions lie on a convex line from
    (0, 1) or below to (1, 0), in every order that the places may have.

    Examples
    --------
    >>> from sympy import Lambda
    >>> from fdp_sym.symbols import alpha
    >>> from fdp_sym.theorems import generic
    >>> f = generic("f", instances=[Lambda(alpha, 1 - alpha)])
    >>> largest = Sup(1 - alpha - f(alpha), (alpha, 0, 1))
    >>> certified(Ge(largest, 0), ()), certified(Ge(largest, 1), ())
    (True, False)
    """
    try:
        if relation.rel_op not in ("<=", ">=", "==") or not all_exist(relation, given):
            return False
        difference = relation.lhs - relation.rhs
        goals = {"<=": [-difference], ">=": [difference], "==": [difference, -difference]}
        known = (*given, *_values_of_extrema(relation, given))
        calls = _calls((relation, *known))
        known = (*known, *(fact for call in calls for fact in _bounds(call)))
        orders = list(_orders(calls, given))
        return all(
            is_combination(goal, known)
            or (orders and all(is_combination(goal, (*known, *order)) for order in orders))
            for goal in goals[relation.rel_op]
        )
    except (FdpError, sympy.PolynomialError, TypeError, ValueError, ZeroDivisionError):
        return False


def is_combination(goal: Expr, given: Given) -> bool:
    """Whether an expression is such a sum of products, and so is not negative.

    Examples
    --------
    >>> from sympy import Rational
    >>> from fdp_sym.symbols import alpha, mu
    >>> is_combination(mu - 2 * alpha * mu, (Le(alpha, Rational(1, 2)),))
    True
    >>> is_combination(mu - 2 * alpha * mu, ())
    False
    """
    known, equal = _known(goal, given)
    if len(known) > _KNOWN:
        return False
    atoms = sorted(set().union(*(e.free_symbols for e in (goal, *known))), key=str)
    terms = [S.One, *known, *(e * atom for e in equal for atom in (S.One, *atoms))]
    terms += [-e for e in terms[1 + len(known) :]]
    pairs = [a * b for a, b in combinations(known, 2)]
    return _is_in_cone(goal, terms) or _is_in_cone(goal, [*terms, *pairs])


def _known(goal: Expr, given: Given) -> tuple[list[Expr], list[Expr]]:
    """What is not negative, and what is 0, by hypotheses, domains and exponentials."""
    known, equal = [], []
    for h in given:
        difference = expand(h.lhs - h.rhs)
        if h.rel_op == "==":
            equal.append(difference)
        elif h.rel_op != "!=":
            known.append(difference if h.rel_op in (">=", ">") else -difference)
    every = (goal, *known, *equal)
    for s in sorted(set().union(*(e.free_symbols for e in every)), key=str):
        domain = domain_of(s)
        known += [s - domain.inf] if domain.inf.is_finite else []
        known += [domain.sup - s] if domain.sup.is_finite else []
    known += sorted(set().union(*(e.atoms(sympy.exp) for e in every)), key=str)
    return [e for e in dict.fromkeys(known) if not e.is_number], equal


# -- facts ------------------------------------------------------------------------------------


def _values_of_extrema(relation: Relational, given: Given) -> Iterator[Relational]:
    """Suprema are at least, and infima at most, what they are of at places in their ranges."""
    nodes = set(outside_binders(relation, Sup))
    named = {a for c in _calls((relation, *given)) for a in c.args}
    for node in sorted(nodes, key=str):
        x, low, high = node.limits
        if low.is_infinite or high.is_infinite:
            continue
        for place in sorted({low, high, *named}, key=str):
            inside = possible(place - low, given) | possible(high - place, given)
            if inside <= {0, 1}:
                value = replace_free(node.body, {x: place})
                yield (Le if isinstance(node, Inf) else Ge)(node, value)
    for one, two in combinations(sorted(nodes, key=str), 2):
        yield from _proportional(one, two, given)


def _proportional(one: Any, two: Any, given: Given) -> Iterator[Relational]:
    """Extrema of one kind are proportional if what they are of is, with a positive factor."""
    if one.func != two.func or one.limits != two.limits or 0 in (one.body, two.body):
        return
    factor = cancel(one.body / two.body)
    if factor.has(one.limits[0]) or not possible(factor, given) <= {1}:
        return
    yield Eq(one, factor * two)
    yield Eq(two, one / factor)


def _calls(relations: Iterable[Relational]) -> list[Any]:
    """The values of trade-off functions that depend on no bound variable."""
    found = {n for r in relations for n in outside_binders(r, Generic)}
    return sorted((n for n in found if is_tradeoff(n.func)), key=str)


def _bounds(call: Any) -> Iterator[Relational]:
    yield Ge(call, 0)
    yield Le(call, 1 - call.args[0])


def _orders(calls: list[Any], given: Given) -> Iterator[tuple[Relational, ...]]:
    """For every order of the places of each function, what is then known of its values.

    If a is known to be at least b, the orders with b first are all that there are; of places that
    are known to be in a circle, and so are equal, no order is left, which proves nothing.
    """
    places: dict[Any, dict[Expr, Any]] = {}
    for call in calls:
        if call.args[0] not in (0, 1):
            places.setdefault(call.func, {})[call.args[0]] = call
    every = [list(permutations(own.items())) for own in places.values() if len(own) <= _PLACES]
    for chosen in product(*every):
        if not any(_is_other_way(points, given) for points in chosen):
            yield tuple(fact for points in chosen for fact in _of_a_polygon(points))


def _is_other_way(points: tuple[tuple[Expr, Any], ...], given: Given) -> bool:
    """Whether two places are known to be in the other order, or equal."""
    return any(possible(a - b, given) <= {0, 1} for (a, _), (b, _) in combinations(points, 2))


def _of_a_polygon(points: tuple[tuple[Expr, Any], ...]) -> Iterator[Relational]:
    for (a, u), (b, v) in pairwise(points):
        yield Le(a, b)
        yield Le(v, u)
    yield from below_chords(points)


# -- least squares ----------------------------------------------------------------------------


def _is_in_cone(goal: Expr, terms: list[Expr]) -> bool:
    """Whether a polynomial is a combination of others with factors that are not negative."""
    polys, _ = sympy.parallel_poly_from_expr([goal, *terms])
    if not all(c.is_Rational for p in polys for c in p.coeffs()):
        return False
    wanted, *columns = ({m: Fraction(int(c.p), int(c.q)) for m, c in p.terms()} for p in polys)
    monomials = sorted(set(wanted).union(*columns))
    row = {m: i for i, m in enumerate(monomials)}
    matrix = numpy.zeros((len(monomials), len(columns)))
    for j, column in enumerate(columns):
        for m, c in column.items():
            matrix[row[m], j] = float(c)
    target = numpy.array([float(wanted.get(m, 0)) for m in monomials])
    chosen = _least_squares(matrix, target)
    if chosen is None:
        return False
    exact = _solution([columns[j] for j in chosen], wanted)
    return exact is not None and all(c >= 0 for c in exact)


def _least_squares(matrix: Any, target: Any) -> list[int] | None:
    """Columns with which the target is a combination of them, by Lawson and Hanson's algorithm."""
    count = matrix.shape[1]
    factors = numpy.zeros(count)
    chosen: list[int] = []
    for _ in range(_ROUNDS):
        gradient = matrix.T @ (target - matrix @ factors)
        gradient[chosen] = -numpy.inf
        best = int(numpy.argmax(gradient))
        if gradient[best] <= _SMALL:
            break
        chosen.append(best)
        while True:
            trial = numpy.linalg.lstsq(matrix[:, chosen], target, rcond=None)[0]
            if all(trial > _SMALL):
                break
            old = factors[chosen]
            steps = [o / (o - t) for o, t in zip(old, trial, strict=True) if t <= _SMALL and o > t]
            moved = old + min(steps, default=0.0) * (trial - old)
            factors[:] = 0
            keep = [i for i, value in enumerate(moved) if value > _SMALL]
            factors[[chosen[i] for i in keep]] = moved[keep]
            chosen = [chosen[i] for i in keep]
            if not chosen:
                return None
        factors[:] = 0
        factors[chosen] = trial
    missed = float(numpy.max(numpy.abs(target - matrix @ factors), initial=0.0))
    return chosen if missed < _SMALL else None


def _solution(columns: list[Any], wanted: Any) -> list[Fraction] | None:
    """The factors with which a polynomial is exactly the combination; None if there are none."""
    rows = [
        [*(column.get(m, Fraction(0)) for column in columns), wanted.get(m, Fraction(0))]
        for m in set(wanted).union(*columns)
    ]
    pivots: list[list[Fraction]] = []
    for j in range(len(columns)):
        pivot = next((r for r in rows if r[j] and not any(r is p for p in pivots)), None)
        if pivot is None:
            return None
        pivots.append(pivot)
        pivot[:] = [value / pivot[j] for value in pivot]
        for r in rows:
            if r is not pivot and r[j]:
                r[:] = [x - r[j] * y for x, y in zip(r, pivot, strict=True)]
    others = [r for r in rows if not any(r is p for p in pivots)]
    return None if any(r[-1] for r in others) else [p[-1] for p in pivots]
