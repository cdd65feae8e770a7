"""A claim about functions and whole numbers as claims about real numbers only.

For some values of the integer symbols; with unknowns for the values of functions known by bounds,
with definite trade-off functions for arbitrary ones, and without the symbols that equations
determine. Where one of these claims is false, so is the claim itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from sympy import Expr, Integral, Range, S, Sum, expand
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from ..symbols import domain_of
from ..theorems.goals import evaluated, instance_count, instantiate, show_point, symbols_of
from ..theorems.statements import Decided, Eq, Generic, relations_of
from .changed import mapped
from .existence import conditions
from .extrema import at_kinks
from .families import with_other_functions
from .interpolated import through_points
from .linked import solved
from .values import with_values

__all__ = ["Variant", "by_values", "variants"]

_STEPS = (0, 1, 3)  # of integer symbols from the first value
_FAR = 39
_TUPLES = 5
_ORDER = ((0, False), (1, False), (0, True), (2, False))  # shifts of functions, equations
_EQUAL = ("==", "<=", ">=")
_TIGHT = 4  # hypotheses that are tried as equations


@dataclass(frozen=True)
class Variant:
    """A claim about real symbols, and how it came about.

    Attributes
    ----------
    statement, given
        The claim and its hypotheses.
    integers : mapping of symbol to integer
        The values of the integer symbols.
    known : mapping of symbol to expression
        What equations say that other symbols are.
    needed : tuple of (relation, term)
        What has to hold for which term of the claim to have a value.
    words : str
        Which functions were put.
    """

    statement: Any
    given: tuple[Any, ...]
    integers: Mapping[Any, Any]
    known: Mapping[Any, Expr] = field(default_factory=dict)
    needed: tuple[tuple[Relational, Any], ...] = ()
    words: str = ""

    def at(self, point: Mapping[Any, Any], detail: str = "") -> tuple[dict[str, str], str]:
        """The witness for the claim itself, and what is to be said of it."""
        solutions = (f"{s} = {value}" for s, value in self.known.items())
        text = "; ".join(filter(None, (self.words, *solutions, detail)))
        return show_point({**self.integers, **point}), text


def variants(statement: Any, given: tuple[Any, ...]) -> Iterator[Variant]:
    """The claims for different functions and whole numbers, those that cost little first.

    Examples
    --------
    >>> from sympy import Lambda, Rational, Sum, oo
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Eq, Ge, generic
    >>> i, n = integer("i", 1), integer("n", 1)
    >>> p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / n)])
    >>> total = Sum(p(i), (i, 1, n))
    >>> for variant in variants(Ge(Rational(1, 2), p(1)), (Eq(total, 1),)):
    ...     if variant.known:
    ...         print(variant.integers, variant.statement, variant.known)
    {n: 1} 1/2 >= 1 {p(1): 1}
    {n: 2} 1/2 >= 1 - p(2) {p(1): 1 - p(2)}
    {n: 4} 1/2 >= -p(2) - p(3) - p(4) + 1 {p(1): -p(2) - p(3) - p(4) + 1}
    """
    if isinstance(statement, Decided):
        return
    has_functions = any(
        n.func.facts - {"measurable"}
        for r in (*relations_of(statement), *given)
        for n in r.atoms(Generic)
    )
    for shift, attained in _ORDER:
        if not shift or has_functions:
            yield from _variants(statement, given, shift, attained)


def by_values(statement: Any, given: tuple[Any, ...]) -> Iterator[Variant]:
    """The claim for trade-off functions of which only the values that it speaks of are chosen.

    Examples
    --------
    >>> from sympy import Lambda
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> from fdp_sym.theorems import generic
    >>> f = generic("f", instances=[Lambda(alpha, 1 - alpha)])
    >>> (variant,) = by_values(Eq(f(alpha), epsilon), (Eq(f(alpha), alpha),))
    >>> variant.statement, variant.known
    (Eq(alpha, epsilon), {f(alpha): alpha})
    """
    if not any(s.is_integer for s in symbols_of(statement, given)):
        for claim, hypotheses in through_points(statement, given):
            yield _without_equations(Variant(claim, hypotheses, {}))


def _variants(
    statement: Any, given: tuple[Any, ...], shift: int, attained: bool
) -> Iterator[Variant]:
    """For some functions, as the hypotheses say, or with one inequality of them an equation."""
    for integers in _integers(symbols_of(statement, given)):
        seen = []
        for claim, hypotheses in _with_numbers(statement, given, integers):
            if (claim, hypotheses) in seen:
                continue
            seen.append((claim, hypotheses))
            for variant in _with_functions(claim, hypotheses, integers, shift):
                if _cannot_fail(variant):
                    continue
                if attained:
                    yield from _attained(variant)
                else:
                    yield _without_equations(variant)


def _cannot_fail(variant: Variant) -> bool:
    """Whether both sides are the same term, perhaps summed in another order.

    Then ``=``, ``<=`` and ``>=`` hold wherever the term has a value.
    """
    claim = variant.statement
    if variant.needed or not isinstance(claim, Relational) or claim.rel_op not in _EQUAL:
        return False
    if claim.lhs == claim.rhs:
        return True
    if not claim.has(Sum, Integral) and all(side.is_polynomial() for side in claim.args):
        return bool(expand(claim.lhs - claim.rhs) == 0)
    return claim.has(Sum) and _in_order(claim.lhs) == _in_order(claim.rhs)


def _in_order(side: Expr) -> Expr:
    """Finite sums over a box with their ranges in the order of the variables' names."""

    def is_box(node: Any) -> bool:
        return isinstance(node, Sum) and all(
            end.is_Integer for _, *ends in node.limits for end in ends
        )

    return side.replace(
        is_box, lambda node: node.func(node.function, *sorted(node.limits, key=str))
    )


def _integers(symbols: Any) -> Iterator[dict[Any, Any]]:
    whole = sorted((s for s in symbols if s.is_integer), key=str)
    tuples = sorted(
        product(_STEPS, repeat=len(whole)), key=lambda t: (len(set(t)), max(t, default=0))
    )
    far = [(_FAR,) * len(whole)] if whole else []
    for steps in tuples[:_TUPLES] + far:
        values = {s: _start(domain_of(s)) + step for s, step in zip(whole, steps, strict=True)}
        if all(v in domain_of(s) for s, v in values.items()):
            yield values


def _start(domain: Range) -> Expr:
    return domain.inf if domain.inf.is_finite else min(domain.sup, S.Zero)


def _with_numbers(statement: Any, given: Any, integers: Any) -> Iterator[tuple[Any, Any]]:
    for halves in (False, True):
        if halves and not any(r.has(Integral) for r in (*relations_of(statement), *given)):
            continue
        found = with_values(statement, given, integers, halves)
        if found is not None:
            yield found

    found = with_values(statement, given, integers, apart=True)
    if found is not None:
        yield found

    def put(side: Expr) -> Expr:
        return evaluated(side, integers)

    try:
        yield mapped(statement, put), tuple(mapped(h, put) for h in given)
    except (FdpError, TypeError, ValueError):
        return


def _with_functions(statement: Any, given: Any, integers: Any, shift: int) -> Iterator[Variant]:
    """With the instances of the proof file (without a shift), or with other ones."""

    def put(side: Expr) -> Expr:
        return with_other_functions(side, shift) if shift else side

    claim, hypotheses = mapped(statement, put), tuple(mapped(h, put) for h in given)
    if shift and (claim, hypotheses) == (statement, given):
        return
    number = instance_count(claim, hypotheses)
    for instance in range(number):
        try:
            yield _definite(claim, hypotheses, integers, instance)
        except (FdpError, TypeError, ValueError, ZeroDivisionError):
            continue


def _definite(statement: Any, given: Any, integers: Any, instance: int) -> Variant:
    def put(side: Expr) -> Expr:
        return at_kinks(instantiate(side, integers, instance))

    claim, hypotheses = mapped(statement, put), tuple(mapped(h, put) for h in given)
    needed: tuple[tuple[Relational, Any], ...] = ()
    if isinstance(claim, Relational):
        needed = tuple((mapped(c, put), term) for c, term in conditions(statement))
    words = _put(statement, given, instance)
    return Variant(claim, hypotheses, integers, needed=needed, words=words)


def _put(statement: Any, given: Any, instance: int) -> str:
    """Which functions were put, in words."""
    relations = (*relations_of(statement), *given)
    functions = sorted({n.func for r in relations for n in r.atoms(Generic)}, key=str)
    chosen = ((f, f.instances[instance % len(f.instances)]) for f in functions)
    return ", ".join(f"{f(*body.variables)} = {body.expr}" for f, body in chosen)


def _without_equations(variant: Variant) -> Variant:
    if not isinstance(variant.statement, Relational):
        return variant
    claim, given, known = solved(variant.statement, variant.given)

    def put(side: Expr) -> Expr:
        return replace_free(side, known)

    needed = tuple((mapped(c, put), term) for c, term in variant.needed)
    return replace(variant, statement=claim, given=given, known=known, needed=needed)


def _attained(variant: Variant) -> Iterator[Variant]:
    """Each inequality among the hypotheses as an equation, if it then determines a symbol."""
    for i, h in enumerate(variant.given[:_TIGHT]):
        if h.rel_op in ("<=", ">="):
            equation = Eq(*h.args)
            given = (equation, *variant.given[:i], *variant.given[i + 1 :])
            found = _without_equations(replace(variant, given=given))
            if found.known and equation not in found.given:
                yield found
