"""Where mutants are tried: corners and special points; and where their terms have no value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice, product
from typing import Any

import sympy
from sympy import (
    Expr,
    Integral,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    Sum,
    log,
    oo,
)
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..errors import DomainError, FdpError
from ..functions import Quantile
from ..signs import possible_signs
from ..symbols import domain_of
from ..theorems.defined import undefined_term
from ..theorems.goals import (
    instance_count,
    instantiate,
    points,
    show_point,
    symbols_of,
    truth,
)
from ..theorems.statements import (
    Above,
    Decided,
    Ge,
    Generic,
    Gt,
    Iterate,
    Lim,
    SameCurve,
    Sup,
    relations_of,
)
from .changed import Mutation, renamed
from .logic import is_proved

__all__ = [
    "at_point",
    "at_value",
    "by_the_original",
    "corners",
    "diagonals",
    "division_at_corners",
    "edges",
    "far_points",
    "holds_at",
    "many_steps",
    "relation_of",
    "special_points",
    "without_value",
]

_TRIED = 40
_BINDERS = (Lim, Sup, Integral, Sum, Iterate)  # what may be hard to evaluate

_CORNERS = 24
_INSIDE = 8  # points that are moved to edges, or far out
_STEPS, _LARGE = 39, 10  # from the start of a domain
_FAR = 1000
_SPECIAL = 300
_LOGARITHMS = [S.One, log(2), S.Zero, S(2), log(3), -log(2), Rational(1, 2)]
_CENTRES = [Rational(c) for c in ("1/2", "1", "1/10", "2", "1/4", "3/4", "10", "1/100")]


def corners(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Closed ends of the domains, and a point inside.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha
    >>> [point[alpha] for point in corners([alpha])]
    [1/2, 0, 1]
    """
    ordered = sorted(symbols, key=str)
    if not ordered:
        yield {}
        return
    inside = next(points(ordered, 1))
    values = []
    for s in ordered:
        domain = domain_of(s)
        ends = [e for e in (domain.inf, domain.sup) if e.is_Rational and e in domain]
        values.append(list(dict.fromkeys([inside[s], *ends])))
    for chosen in islice(product(*values), _CORNERS):
        yield dict(zip(ordered, chosen, strict=True))


def special_points(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Points with logarithms, at which exponentials are exact: where ``<=`` may be an equality.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> [point[mu] for point in special_points([mu])]
    [1, log(2), 0, 2, log(3), 1/2]
    """
    ordered = sorted(symbols, key=str)
    values = []
    for s in ordered:
        domain = domain_of(s)
        start = domain.inf if domain.inf.is_finite else S.Zero
        own = [start, start + 1] if s.is_integer else _LOGARITHMS
        values.append([v for v in own if domain.contains(v) == S.true])
    for chosen in islice(product(*values), _SPECIAL):
        yield dict(zip(ordered, chosen, strict=True))


def diagonals(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Points whose real coordinates are nearly equal, one above the other and the other way round.

    Examples
    --------
    >>> from fdp_sym.symbols import real
    >>> x, y = real("x"), real("y")
    >>> first = next(diagonals([x, y]))
    >>> first[x], first[y]
    (9/20, 11/20)
    """
    ordered = sorted(symbols, key=str)
    if sum(not s.is_integer for s in ordered) < 2:
        return
    for point, centre in zip(points(ordered, len(_CENTRES)), _CENTRES, strict=False):
        for step in (1, -1):
            steps = iter(range(-step, step * len(ordered) * 2, 2 * step))
            values = {
                s: value if s.is_integer else centre * (1 + next(steps) * Rational(1, 10))
                for s, value in point.items()
            }
            if all(domain_of(s).contains(v) == S.true for s, v in values.items()):
                yield values


def far_points(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Points at which one or all that have no bound are large, and the rest near its lower end.

    Examples
    --------
    >>> from sympy import Interval
    >>> from fdp_sym.symbols import alpha, real
    >>> x, y = (real(name, Interval(-1, oo)) for name in "xy")
    >>> for point in far_points([alpha, x, y]):
    ...     print(point[alpha], point[x], point[y])
    1/10 999 999
    1/10 999 0
    1/10 0 999
    """
    ordered = sorted(symbols, key=str)
    domains = {s: domain_of(s) for s in ordered}
    if any(s.is_integer or domains[s].inf.is_infinite for s in ordered):
        return
    far = {s: domains[s].inf + _FAR for s in ordered if domains[s].sup is oo}
    near = {s: (9 * d.inf + d.sup) / 10 for s, d in domains.items() if s not in far}
    if far:
        yield far | near
    for alone in far if len(far) > 1 else ():
        other = {s: max(domains[s].inf, S.Zero) for s in far if s != alone}
        point = {alone: far[alone]} | other | near
        if all(v in domains[s] for s, v in point.items()):
            yield point


def edges(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Points with one coordinate at a closed end of its domain.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> first, second = islice(edges([alpha, epsilon]), 2)
    >>> first[alpha], second[alpha], first[epsilon] == second[epsilon] > 0
    (0, 1, True)
    """
    ordered = sorted(symbols, key=str)
    if len(ordered) < 2:
        return
    for point in points(ordered, _INSIDE):
        for s in ordered:
            domain = domain_of(s)
            for end in (domain.inf, domain.sup):
                if end.is_Rational and end in domain and point[s] != end:
                    yield {**point, s: end}


def many_steps(symbols: Any) -> Iterator[dict[Any, Any]]:
    """Points at which whole numbers without a bound are large, and other such symbols rather large.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, integer, mu
    >>> point = next(many_steps([alpha, mu, integer("n", 1)]))
    >>> sorted(map(str, point.values()))
    ['1/2', '10', '40']
    """
    ordered = sorted(symbols, key=str)
    far = {}
    for s in ordered:
        domain = domain_of(s)
        if domain.inf.is_finite and domain.sup is oo:
            far[s] = domain.inf + (_STEPS if s.is_integer else _LARGE)
    if any(s.is_integer for s in far):
        for point in points(ordered, _INSIDE):
            yield {**point, **far}


def at_value(statement: Any, given: Any, symbol: Any, value: Any) -> tuple[Any, Any] | None:
    """Claim and hypotheses at the value that was added; None if they have none there."""
    rule = {symbol: value}
    try:
        there = renamed(statement, rule), tuple(renamed(h, rule) for h in given)
    except (FdpError, TypeError, ValueError):
        return None
    if isinstance(statement, Decided):
        return there
    if any(_division_by_zero(r, rule) for r in (*relations_of(statement), *given)):
        return None
    relations = (*relations_of(there[0]), *there[1])
    return None if any(r.has(S.NaN, S.ComplexInfinity) for r in relations) else there


def _division_by_zero(node: Any, rule: Mapping[Any, Any], into_binders: bool = True) -> Any:
    """A power that divides by 0 at a point, or None: SymPy takes ``0*Sum(1/0, ...)`` for 0."""
    if isinstance(node, Piecewise) or not rule.keys() & node.free_symbols:
        return None
    if not into_binders and bound_in(node):
        return None
    if isinstance(node, Pow) and node.exp.is_negative and replace_free(node.base, rule) == 0:
        return node
    parts = (_division_by_zero(part, rule, into_binders) for part in node.args)
    return next(filter(None, parts), None)


def division_at_corners(
    statement: Any, symbol: Any, value: Any
) -> Iterator[tuple[dict[Any, Any], Any]]:
    """Corners of the other symbols' domains at which a claim divides by 0, and by what.

    SymPy takes ``0/x`` for 0 and does not see it afterwards. Sums and integrals are left out.
    """
    relations = relations_of(statement)
    symbols = set().union(*(r.free_symbols for r in relations)) - {symbol}
    for point, relation in product(corners(symbols), relations):
        term = _division_by_zero(relation, {**point, symbol: value}, into_binders=False)
        if term is not None:
            yield point, term


def by_the_original(equations: list[Relational], mutant: Mutation) -> Iterator[Mutation]:
    """The mutant with one side of a proved equation put for the other.

    The equations are parts of the original, under the same hypotheses. Of ``Lim(f, n) = c`` only
    constants are left, which balls can compare.
    """
    if mutant.part is None or mutant.symbol is not None:
        return
    new = mutant.claim[mutant.part]
    if not isinstance(new, Relational):
        return
    plain = [_constants_outside(a) for a in new.args]
    for old in equations:
        for side, other in (old.args, old.args[::-1]):
            factor, rest = _factor_of_limit(side)
            if not side.has(*_BINDERS) or 0 in possible_signs(factor, mutant.given):
                continue
            sides = [replace_free(a, {rest: other / factor}) for a in plain]
            changed = new.func(*sides, evaluate=False)
            if sides != plain:
                claim = (*mutant.claim[: mutant.part], changed, *mutant.claim[mutant.part + 1 :])
                yield replace(mutant, claim=claim)


def _factor_of_limit(side: Expr) -> tuple[Expr, Expr]:
    """A limit as a constant times a limit; other terms as they are."""
    if not isinstance(side, Lim):
        return S.One, side
    factor, rest = side.body.as_independent(side.limits[0], as_Add=False)
    return factor, Lim(rest, side.limits)


def _constants_outside(expr: Expr) -> Expr:
    """Constant factors are taken out of limits."""
    return expr.replace(
        lambda node: isinstance(node, Lim), lambda node: Mul(*_factor_of_limit(node))
    )


def without_value(side: Expr, statement: Any, given: Any) -> tuple[Mapping[str, str], str] | None:
    term = undefined_term(side, given)
    if term is None:
        return None
    ranges = _ranges(side, term)
    pieces = [p for p in side.atoms(Piecewise) if p != term and p.has(term)]
    integrals = [n for n in side.atoms(Integral) if n.has(term)]
    integrated = any(bound_in(n) & term.free_symbols for n in integrals)
    symbols = symbols_of(statement, given) | term.free_symbols
    for point in chain(points(symbols, _TRIED), corners(symbols)):
        if not all(_applies(p, term, point) for p in pieces):
            continue
        if _is_lost(term, point, integrated) and any(
            all(holds_at(h, point, i) for h in (*given, *ranges))
            for i in range(instance_count(statement, given))
        ):
            return show_point(point), f"{term} has no value there"
    return None


def _ranges(side: Expr, term: Expr) -> list[Relational]:
    """Where the variables of a term lie that are bound around it."""
    found = []
    for node in sympy.preorder_traversal(side):
        if bound_in(node) & term.free_symbols and node.has(term):
            for limit in node.args[1:]:
                if isinstance(limit, sympy.Tuple) and len(limit) == 3:
                    variable, low, high = limit
                    kind = Ge
                    if isinstance(node, Integral):
                        if (low - high).is_positive:
                            low, high = high, low
                        found.append(Gt(high, low))
                        # what is continuous and not real at an end is not real near it
                        jumps = term.has(Generic, Piecewise, sympy.sign, sympy.floor)
                        kind = Gt if jumps or not isinstance(term, (Pow, log)) else Ge
                    found += [kind(variable, low), kind(high, variable)]
    return [r for r in found if not any(a.is_infinite for a in r.args)]


def _applies(pieces: Piecewise, term: Expr, point: Mapping[Any, Any]) -> bool:
    """Whether a term is in the piece that certainly applies at a point."""
    for expr, condition in pieces.args:
        applies = True if condition is S.true else None
        if isinstance(condition, Relational):
            applies = truth(condition, point, 0)
        if applies is not False:
            return bool(applies) and expr.has(term)
    return False


def _is_lost(term: Expr, point: Mapping[Any, Any], integrated: bool) -> bool:
    """Whether a term certainly has no value at a point, or an integral over it has none."""
    if isinstance(term, Generic):
        places = [replace_free(a, point) for a in term.args]
        return any(p.is_Rational and p not in term.func.domain for p in places)
    try:
        value = replace_free(term, point)
    except DomainError:  # which functions raise outside of their domain
        return True
    if isinstance(value, Quantile):
        p = value.args[0]
        return bool(p.is_negative or (1 - p).is_negative)
    if value.has(S.NaN, S.ComplexInfinity):
        return not integrated  # at a single point: the integral may exist
    return value.is_extended_real is False


def at_point(
    relation: Relational, point: Mapping[Any, Any], instance: int = 0
) -> Relational | None:
    """The relation between the numbers at a point; None where there are none."""
    try:
        sides = [replace_free(instantiate(s, point, instance), point) for s in relation.args]
        return relation.func(*sides, evaluate=False)
    except (FdpError, TypeError, ValueError):
        return None


def holds_at(h: Relational, point: Mapping[Any, Any], instance: int) -> bool:
    if truth(h, point, instance) is True:
        return True
    there = at_point(h, point, instance)
    return there is not None and is_proved(there, ())


def relation_of(statement: Any) -> Relational:
    relation: Relational = (
        statement.relation if isinstance(statement, (SameCurve, Above)) else statement
    )
    return relation
