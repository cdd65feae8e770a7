"""Goals (hypotheses and a relation), their truth at exact points, and the search for witnesses.

Truth at a point is decided by balls only: True and False are certified, None is undecided.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise, product, takewhile
from typing import Any

from sympy import (
    Derivative,
    Dummy,
    Expr,
    Integral,
    Piecewise,
    Pow,
    Range,
    Rational,
    S,
    Set,
    Subs,
    log,
)
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import DomainError, FdpError
from ..symbols import domain_of
from .statements import Above, Decided, Ge, Generic, Iff, Inf, Le, SameCurve, Statement, Sup, show
from .verdict import Status

__all__ = [
    "SECONDS",
    "SIGNS",
    "Goal",
    "Point",
    "complete",
    "evaluated",
    "goals_of",
    "in_time",
    "need_facts",
    "points",
    "refute",
    "satisfied",
    "show_point",
    "truth",
    "truth_at",
]

# the signs of left minus right with which a relation holds
SIGNS: dict[str, set[int]] = {
    "==": {0},
    "!=": {-1, 1},
    "<=": {-1, 0},
    "<": {-1},
    ">=": {0, 1},
    ">": {1},
}

Point = dict[Any, Expr]
# how long points are tried: with integrals inside integrals one of them may take seconds
SECONDS = 60.0
_SEED = 20190502
_BITS = 1024


@dataclass(frozen=True)
class Goal:
    """``given`` entail ``relation``."""

    relation: Relational
    given: tuple[Relational, ...] = ()

    @property
    def lhs(self) -> Expr:
        return self.relation.lhs

    @property
    def rhs(self) -> Expr:
        return self.relation.rhs

    def with_sides(self, lhs: Expr, rhs: Expr) -> Goal:
        """The same relation between other sides."""
        return Goal(self.relation.func(lhs, rhs, evaluate=False), self.given)

    def __str__(self) -> str:
        text = _shown(self.relation)
        return text + "  given " + ", ".join(map(_shown, self.given)) if self.given else text


_shown = lru_cache(maxsize=4096)(show)  # most of a goal stands in the next one too


def goals_of(statement: Statement, given: tuple[Relational, ...]) -> list[Goal]:
    """The goals whose proofs together prove a statement."""
    if isinstance(statement, Iff):
        forwards = [Goal(r, given + statement.left) for r in statement.right]
        return forwards + [Goal(r, given + statement.right) for r in statement.left]
    if isinstance(statement, (SameCurve, Above)):
        return [Goal(statement.relation, given)]
    if isinstance(statement, Decided):
        raise DomainError(f"{show(statement)}: the check for such a statement is decided()")
    return [Goal(statement, given)]


# -- truth at a point -------------------------------------------------------------------------


def instantiate(expr: Expr, point: Mapping[Any, Expr], instance: int) -> Expr:
    """Put the numbered instance of every generic function, and the values of integer symbols.

    Real symbols stay: an expression is compiled once and evaluated at many points.
    """
    integers = {s: v for s, v in point.items() if s.is_integer}
    return evaluated(_instance(expr, instance), integers)


def evaluated(expr: Expr, values: Mapping[Any, Expr]) -> Expr:
    """The expression with the values of free symbols put in.

    Raises
    ------
    DomainError
        If a root or a logarithm has no real value then; SymPy would go on with a complex one.
    """
    for term in _powers(expr, values) if values else ():
        if replace_free(term, values).is_extended_real is False:
            raise DomainError(f"{term} has no value at {show_point(values)}")
    try:
        return replace_free(expr, values)
    except ValueError as error:  # of SymPy's Max: 1/0 is not comparable
        raise DomainError(f"{expr} has no value at {show_point(values)}") from error


def _powers(expr: Expr, values: Mapping[Any, Expr]) -> Iterator[Expr]:
    """The powers and logarithms outside of pieces that certainly do not apply."""
    if not expr.has(Piecewise):
        yield from expr.atoms(Pow, log)
        return
    if isinstance(expr, (Pow, log)):
        yield expr
    for part in expr.args:
        if not isinstance(expr, Piecewise):
            yield from _powers(part, values)
            continue
        yield from _powers(part.cond, values)  # before it is compared
        holds = replace_free(part.cond, values)
        if holds != S.false:
            yield from _powers(part.expr, values)
        if holds == S.true:
            return


@lru_cache(maxsize=4096)
def _instance(expr: Expr, instance: int) -> Expr:
    """The same for all values of integer symbols."""
    generics = {node.func for node in expr.atoms(Generic)}
    for function in generics:
        chosen = function.instances[instance % len(function.instances)]
        expr = expr.replace(function, chosen)
    if generics:
        expr = expr.replace(
            lambda node: isinstance(node, (Derivative, Subs)), lambda node: node.doit()
        )
    return expr


@lru_cache(maxsize=4096)
def _sides(relation: Relational, instance: int) -> tuple[tuple[Expr, ...], frozenset[Any]]:
    """Both sides with the instance put in, and their free symbols."""
    sides = tuple(_instance(_settled(side), instance) for side in relation.args)
    return sides, frozenset().union(*(side.free_symbols for side in sides))


@lru_cache(maxsize=4096)
def _difference(
    relation: Relational, integers: tuple[Any, ...], instance: int
) -> tuple[Expr, frozenset[Any], int]:
    """lhs - rhs, its free symbols, and how many bits may help to find its sign."""
    lhs, rhs = (evaluated(side, dict(integers)) for side in _sides(relation, instance)[0])
    difference = S.Zero if lhs == rhs else lhs - rhs
    # extrema and integrals are enclosed to a fixed tolerance; more bits do not help
    bits = 40 if difference.has(Sup, Inf, Integral) else _BITS
    return difference, frozenset(difference.free_symbols), bits


def truth(relation: Relational, point: Mapping[Any, Expr], instance: int = 0) -> bool | None:
    """Certified truth of a relation at an exact point; None when balls cannot decide it."""
    try:
        symbols = _sides(relation, instance)[1]
    except (FdpError, ZeroDivisionError):
        return None
    return _truth(relation, tuple((s, v) for s, v in point.items() if s in symbols), instance)


@lru_cache(maxsize=20_000)
def _truth(relation: Relational, values: tuple[Any, ...], instance: int) -> bool | None:
    """A hypothesis, and a goal that gets another one, is asked for again at the same points."""
    from ..balls import sign

    try:
        integers = tuple((s, v) for s, v in values if s.is_integer)
        difference, free, bits = _difference(relation, integers, instance)
        found = sign(difference, {s: v for s, v in values if s in free}, max_bits=bits)
    except (FdpError, ZeroDivisionError):
        return None
    if found is None:
        return None
    return found in SIGNS[relation.rel_op]


def _settled(expr: Expr) -> Expr:
    """Carry out derivatives while the variables are still symbols."""
    if not expr.has(Derivative):
        return expr
    return expr.replace(
        lambda node: isinstance(node, Derivative) and not node.has(Generic),
        lambda node: node.doit(),
    )


def _all_true(values: Iterable[bool | None]) -> bool | None:
    result: bool | None = True
    for value in values:
        if value is False:
            return False
        if value is None:
            result = None
    return result


def truth_at(
    statement: Statement, given: tuple[Relational, ...], point: Mapping[Any, Expr], instance: int
) -> bool | None:
    """Truth of "given imply statement" at a point: True also when a hypothesis fails there."""
    hypotheses = _all_true(truth(h, point, instance) for h in given)
    if hypotheses is False:
        return True
    if isinstance(statement, Iff):
        left = _all_true(truth(r, point, instance) for r in statement.left)
        right = _all_true(truth(r, point, instance) for r in statement.right)
        conclusion = None if left is None or right is None else left == right
    elif isinstance(statement, Decided):
        conclusion = {Status.CERTIFIED: True, Status.REFUTED: False}.get(statement.verdict.status)
    else:
        relation = statement.relation if isinstance(statement, (SameCurve, Above)) else statement
        conclusion = truth(relation, point, instance)
    if conclusion is False and hypotheses is None:
        return None
    return conclusion


# -- exact sample points ----------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _grid(domain: Set) -> list[Rational]:
    """Exact values of a domain, its closed ends and their neighbourhood first."""
    low, high = domain.inf, domain.sup
    if isinstance(domain, Range):
        start = low if low.is_finite else min(Rational(0), high)
        steps = (1, 0, 2, 3, 4, 5, 7, 10, 16)
        values = [start + s for s in steps]
    elif low.is_finite and high.is_finite:
        fractions = ["1/2", "1/4", "3/4", "1/10", "9/10", "1/100", "99/100", "1/3", "0", "1"]
        fractions += ["1/1000", "999/1000", "1/1000000", "2/3"]
        values = [low + (high - low) * Rational(f) for f in fractions]
    else:
        offsets = [
            Rational(o) for o in ("1", "1/2", "2", "1/4", "3", "1/10", "5", "0", "1/50", "9")
        ]
        if low.is_finite:
            values = [low + o for o in offsets]
        elif high.is_finite:
            values = [high - o for o in offsets]
        else:
            values = [s * o for o in offsets for s in ((1, -1) if o else (1,))]
    return [v for v in values if v in domain and v.is_Rational]


@lru_cache(maxsize=1024)
def _place(symbol: Any) -> tuple[str, str]:
    return str(symbol), str(domain_of(symbol))


def points(symbols: Iterable[Any], count: int, seed: int = _SEED) -> Iterator[Point]:
    """``count`` exact points of the product of the domains: structured first, then seeded."""
    ordered = sorted(symbols, key=_place)
    if not ordered:
        yield {}
        return
    grids = [_grid(domain_of(s)) for s in ordered]
    for symbol, grid in zip(ordered, grids, strict=True):
        if not grid:
            raise DomainError(f"no exact sample point found in {domain_of(symbol)} of {symbol}")
    structured = min(count, max(len(g) for g in grids))
    for i in range(structured):
        yield {
            s: g[(i * (j + 1) + i // len(g)) % len(g)]
            for j, (s, g) in enumerate(zip(ordered, grids, strict=True))
        }
    rng = random.Random(seed)
    total = 1
    for grid in grids:
        total *= len(grid)
    if total <= count - structured:
        for combination in product(*grids):
            yield dict(zip(ordered, combination, strict=True))
        return
    for _ in range(count - structured):
        yield {
            s: rng.choice(g) if rng.random() < 0.6 else _random_value(domain_of(s), rng)
            for s, g in zip(ordered, grids, strict=True)
        }


def _random_value(domain: Set, rng: random.Random) -> Rational:
    low, high = domain.inf, domain.sup
    if not low.is_finite:
        low = high - 12 if high.is_finite else Rational(-6)
    if not high.is_finite:
        high = low + 12
    if isinstance(domain, Range):
        return Rational(rng.randint(int(low), int(high)))
    return low + (high - low) * Rational(rng.randint(1, 4095), 4096)


def show_point(point: Mapping[Any, Expr]) -> dict[str, str]:
    """A point as {symbol name: "p/q"}."""
    return {str(s): str(v) for s, v in sorted(point.items(), key=lambda item: str(item[0]))}


def symbols_of(statement: Statement, given: tuple[Relational, ...] = ()) -> set[Any]:
    """The free symbols over which a statement is quantified."""
    from .statements import relations_of

    return set().union(*map(_free_in, (*relations_of(statement), *given)))


@lru_cache(maxsize=4096)
def _free_in(relation: Relational) -> frozenset[Any]:
    return frozenset(relation.lhs.free_symbols | relation.rhs.free_symbols)


def instance_count(statement: Statement, given: tuple[Relational, ...] = ()) -> int:
    """How many instances of its generic functions a statement has to be tried on."""
    from .statements import relations_of

    return max(map(_most_instances, (*relations_of(statement), *given)), default=1)


@lru_cache(maxsize=4096)
def _most_instances(relation: Relational) -> int:
    return max((len(node.func.instances) for node in relation.atoms(Generic)), default=1)


def refute(
    statement: Statement,
    given: tuple[Relational, ...] = (),
    *,
    count: int = 200,
    hints: Iterable[Mapping[Any, Any]] = (),
    seconds: float = SECONDS,
) -> tuple[Point, int] | None:
    """An exact point (and instance number) at which a statement is certified false, or None.

    Hints are tried in any case, other points until the time is up.
    """
    symbols = symbols_of(statement, given)
    instances = range(instance_count(statement, given))
    tried = product([complete(h, symbols) for h in hints], instances)
    # not `product`, which makes all points before the first one is tried
    others = ((point, i) for point in islice(points(symbols, count), count) for i in instances)
    for point, instance in chain(tried, in_time(others, seconds)):
        if truth_at(statement, given, point, instance) is False:
            return point, instance
    return None


def in_time(items: Iterable[Any], seconds: float) -> Iterator[Any]:
    """The items that are asked for before the time is up."""
    end = time.monotonic() + seconds
    return takewhile(lambda _: time.monotonic() < end, items)


def complete(hint: Mapping[Any, Any], symbols: set[Any]) -> Point:
    """A hint names some symbols; the others take the first value of their grid."""
    from ..exact import exact

    named = {str(k): exact(v, str(k)) for k, v in hint.items()}
    unknown = set(named) - {str(s) for s in symbols}
    if unknown:
        raise DomainError(
            f"the point names {sorted(unknown)}, which the statement does not contain"
        )
    for symbol in symbols:
        value = named.setdefault(str(symbol), _grid(domain_of(symbol))[0])
        if domain_of(symbol).contains(value) != S.true:
            raise DomainError(f"{symbol} = {value}: allowed are values in {domain_of(symbol)}")
    return {s: named[str(s)] for s in symbols}


@lru_cache(maxsize=256)
def need_facts(function: Any) -> None:
    """Raise when an instance of a generic function is seen to lack one of its facts."""
    if not function.facts:
        return
    grid = sorted(_grid(function.domain)[:8])
    low, high = function.bounds
    x, y = Dummy("x", real=True), Dummy("y", real=True)  # compiled once, tried at many points
    one: list[Relational] = []
    two: list[Relational] = []
    if low.is_finite:
        one.append(Ge(function(x), low))
    if high.is_finite:
        one.append(Le(function(x), high))
    if "below Id" in function.facts:
        one.append(Le(function(x), 1 - x))
    if "symmetric" in function.facts:
        one.append(Le(function(function(x)), x))
    if "non-increasing" in function.facts:
        two.append(Ge(function(x), function(y)))
    if "convex" in function.facts:
        two.append(Le(2 * function((x + y) / 2), function(x) + function(y)))
    claims = [(claim, {x: a}) for claim in one for a in grid]
    claims += [(claim, {x: a, y: b}) for claim in two for a, b in pairwise(grid)]
    for number, instance in enumerate(function.instances):
        for claim, point in claims:
            if truth(claim, point, number) is False:
                facts = ", ".join(sorted(function.facts))
                there = claim.func(*(replace_free(s, point) for s in claim.args), evaluate=False)
                raise DomainError(f"{instance} is no instance of {function} ({facts}): {there}")


def satisfied(given: tuple[Relational, ...], count: int = 400, seconds: float = SECONDS) -> bool:
    """Whether a point is found, before the time is up, at which all hypotheses hold together."""
    symbols = set().union(*(h.free_symbols for h in given))
    instances = max((instance_count(h) for h in given), default=1)
    tried = ((point, i) for point in points(symbols, count) for i in range(instances))
    return any(
        all(truth(h, point, instance) for h in given) for point, instance in in_time(tried, seconds)
    )
