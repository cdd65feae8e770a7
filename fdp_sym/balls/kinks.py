"""Where a piecewise analytic function switches branches: rigorous splits of an interval.

The switching functions of Abs, Max, Min, sign and the conditions of Piecewise are given certified
signs on cells that cover the interval. Around a simple root the interval Newton operator does
that: with difference quotients in S > 0 on the cell, s(x) < 0 left of m - s(m)/S and s(x) > 0
right of it. What stays undecided is tiny, unless s vanishes identically or to second order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq
from sympy import (
    Abs,
    Add,
    Basic,
    Contains,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    S,
    Symbol,
    cosh,
    exp,
    log,
    sign,
)
from sympy.core.relational import Relational

from .. import functions
from ..binding import outside_binders
from . import arithmetic as ar
from .arithmetic import ONE
from .compiler import compile_expr
from .duals import DUAL, Dual
from .numbers import dyadic
from .program import Program
from .real import REAL
from .search import budget

__all__ = ["Piece", "pieces", "replaced", "signs"]

_SWITCHES = (Abs, Max, Min, Piecewise, sign)


@dataclass(frozen=True)
class Piece:
    """One cell and the branch that holds there; ``None`` where that is not decided."""

    low: Any
    high: Any
    branch: Expr | None


# -- which branch -----------------------------------------------------------------------------


def replaced(expr: Expr, swap: Mapping[Expr, Expr]) -> Expr:
    """``xreplace`` with Max and Min that never compare their arguments.

    SymPy's do, by assumptions and by floats, at every rebuild: that takes longer than an integral.
    """
    if expr in swap:
        return swap[expr]
    args = [replaced(arg, swap) for arg in expr.args]
    if isinstance(expr, (Max, Min)):
        return _unordered(expr)(*args)
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return expr.func(*args)


def _unordered(node: Expr) -> Any:
    return functions.Max if isinstance(node, Max) else functions.Min


@lru_cache(maxsize=4096)
def _switch(expr: Expr) -> tuple[Expr, Expr, Expr] | None:
    """(s, expr where s > 0, expr where s < 0) for an innermost switch; None without switches."""
    node = next(filter(_innermost, outside_binders(expr, *_SWITCHES)), None)
    if node is None:
        return None
    s, above, below = _branches(node)
    return _simpler(s), replaced(expr, {node: above}), replaced(expr, {node: below})


def _innermost(node: Basic) -> bool:
    return not any(a.has(*_SWITCHES) for a in node.args)


def _branches(node: Expr) -> tuple[Expr, Expr, Expr]:
    if isinstance(node, Abs):
        return node.args[0], node.args[0], -node.args[0]
    if isinstance(node, sign):
        return node.args[0], S.One, S.NegativeOne
    if isinstance(node, (Max, Min)):
        first, second, *rest = node.args
        larger, smaller = ((_unordered(node)(a, *rest) if rest else a) for a in (first, second))
        if isinstance(node, Min):
            larger, smaller = smaller, larger
        return first - second, larger, smaller
    node = node.replace(Contains, lambda element, members: members.as_relational(element))
    relation = min(node.atoms(Relational), key=str)
    positive, negative = (relation.rel_op in ops for ops in ((">", ">=", "!="), ("<", "<=", "!=")))
    above, below = (node.xreplace({relation: S(truth)}) for truth in (positive, negative))
    return relation.lhs - relation.rhs, above, below


def _simpler(s: Expr) -> Expr:
    """Something with the sign of s: A - B becomes log A - log B, or s is divided by exp(...)."""
    terms = Add.make_args(s)
    if len(terms) == 2:
        for a, b in (terms, terms[::-1]):
            if _positive(a) and _positive(-b):
                return (_log(a) - _log(-b)).expand()
    for term in terms:
        for factor in Mul.make_args(term):
            if isinstance(factor, exp):
                return Add(*(_times(t, exp(-factor.args[0])) for t in terms))
    return s


def _positive(f: Expr) -> bool:
    """Whether f > 0 can be read off how it is written."""
    if isinstance(f, (Add, Mul)):
        return all(map(_positive, f.args))
    if isinstance(f, Pow):
        return _positive(f.base)
    return isinstance(f, (exp, cosh)) or bool((f.is_number or f.is_Symbol) and f.is_positive)


def _log(f: Expr) -> Expr:
    """log f, termwise."""
    if isinstance(f, Mul):
        return Add(*map(_log, f.args))
    if isinstance(f, Pow):
        return f.exp * _log(f.base)
    return f.args[0] if isinstance(f, exp) else log(f)


def _times(term: Expr, factor: Expr) -> Expr:
    """The product, with the exponents of exponentials added and multiplied out."""
    exponents = [f.args[0] for f in Mul.make_args(term * factor) if isinstance(f, exp)]
    others = [f for f in Mul.make_args(term * factor) if not isinstance(f, exp)]
    return Mul(*others, exp(Add(*exponents).expand()))


# -- signs ------------------------------------------------------------------------------------


def signs(
    s: Expr,
    variable: Symbol,
    low: Any,
    high: Any,
    parameters: Sequence[Symbol],
    values: Sequence[Any],
) -> list[tuple[Any, Any, int | None]]:
    """Cells ``(low, high, sign)`` that cover [low, high] in order, neighbours differing.

    The sign of ``s`` holds inside the cell and may be 0 at its ends; None is undecided.
    """
    program = compile_expr(s, (*parameters, variable))
    if variable not in s.free_symbols:
        return [(low, high, _strict(program.run((*values, low), REAL)))]
    found: list[tuple[Any, Any, int | None]] = []
    with budget() as most:
        cells = list(_cells(program, values, low, high, 2 * most))
    for cell in sorted(cells, key=lambda c: c[0]):
        if found and found[-1][2] == cell[2]:
            found[-1] = (found[-1][0], cell[1], cell[2])
        else:
            found.append(cell)
    return found


def _cells(
    program: Program, values: Sequence[Any], low: Any, high: Any, most: int
) -> Iterator[tuple[Any, Any, int | None]]:
    steep = program.supports(DUAL)
    constants = [Dual(v) for v in values]
    narrow = (high - low) / fmpq(2) ** (int(ctx.prec) // 2 if steep else int(ctx.prec))
    cells, count = [(low, high)], 0
    while cells:
        a, b = cells.pop()
        count += 1
        x, middle = ar.interval(a, b), (a + b) / 2
        decided = _strict(program.run((*values, x), REAL))
        if decided is None and steep:
            centre = program.run((*values, middle), REAL)
            slope = program.run((*constants, Dual(x, ONE)), DUAL).slope
            decided = _strict(ar.add(centre, ar.mul(slope, ar.sub(x, middle))))
            direction = _strict(slope)
            if decided is None and direction is not None:
                # no zero outside of middle - centre/slope
                lo, hi = _outward(ar.sub(middle, ar.div(centre, slope)), a, b)
                if lo > a:
                    yield a, min(lo, b), -direction
                if hi < b:
                    yield max(hi, a), b, direction
                if lo >= hi:
                    continue
                gained = 2 * (hi - lo) <= b - a
                a, b = lo, hi
                if gained and b - a > narrow**2:
                    cells.append((a, b))
                    continue
        if decided is not None or b - a <= narrow or count > most:
            yield a, b, decided
        else:
            middle = (a + b) / 2
            cells += [(a, middle), (middle, b)]


def _strict(x: Any) -> int | None:
    lo, hi, _ = ar.ends(x)
    return 1 if lo > 0 else -1 if hi < 0 else None


def _outward(x: Any, low: Any, high: Any) -> tuple[Any, Any]:
    """The bounds of x as rationals, or the given ones where they are infinite or beyond."""
    lo, hi, _ = ar.ends(x)
    lower, upper = dyadic(arb(lo).lower()), dyadic(arb(hi).upper())
    return (low if lower is None else max(low, lower), high if upper is None else min(high, upper))


# -- pieces -----------------------------------------------------------------------------------


def pieces(
    expr: Expr,
    variable: Symbol,
    low: Any,
    high: Any,
    parameters: Sequence[Symbol],
    values: Sequence[Any],
) -> Iterator[Piece]:
    """Cells that cover [low, high], each with an expression without switches that holds there.

    Parameters
    ----------
    expr : Expr
        The function.
    variable : Symbol
        Its variable, in [low, high], two rational numbers.
    parameters, values : sequence
        Its other symbols, and their enclosures.
    """
    found = _switch(expr)
    if found is None:
        yield Piece(low, high, expr)
        return
    s, above, below = found
    for a, b, side in signs(s, variable, low, high, parameters, values):
        if side is None:
            yield Piece(a, b, None)
        else:
            yield from pieces(above if side > 0 else below, variable, a, b, parameters, values)
