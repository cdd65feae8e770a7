"""Single-point changes of a term, a relation or a trade-off function.

One place is changed at a time, the rest is rebuilt around it: a constant (by one, doubled, halved,
0, the other sign), the sign of a summand or of the argument of a function, a summand or factor left
out, a symbolic exponent or limit of a sum by one, a relation made stronger or reversed, ``Max`` for
``Min``, ``Sup`` for ``Inf``, two arguments or two parameters exchanged, a function for its inverse.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

import sympy
from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Function,
    Lambda,
    Mul,
    Piecewise,
    Pow,
    Product,
    Subs,
    Sum,
    binomial,
    erfc,
    exp,
)
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import BooleanAtom
from sympy.printing.str import StrPrinter

from ..binding import replace_free
from ..functions import Max, Min, Phi, Quantile
from ..theorems.statements import (
    Above,
    Decided,
    Eq,
    Ge,
    Generic,
    Gt,
    Iff,
    Inf,
    Le,
    Lt,
    SameCurve,
    Sup,
)
from ..tradeoff.base import TradeOff
from ..tradeoff.piecewise_linear import PiecewiseLinear
from .ranges import whole_numbers, with_room

__all__ = ["Changed", "Inexpressible", "changes", "in_words"]

Put = Callable[[Any], Any]

_SIDES = ("left", "right")
_printer = StrPrinter({"order": "none"})

# what says more, or the opposite; what says less (<= for <) is true whenever the original is
_STRONGER: dict[str, tuple[Any, ...]] = {
    "<=": (Ge, Lt, Eq),
    ">=": (Le, Gt, Eq),
    "<": (Gt,),
    ">": (Lt,),
    "==": (Lt, Gt),
    "!=": (Eq,),
}
# a hypothesis that says less makes the theorem say more
_WEAKER: dict[str, tuple[Any, ...]] = {
    "<=": (Ge,),
    ">=": (Le,),
    "<": (Gt, Le),
    ">": (Lt, Ge),
    "==": (Le, Ge),
    "!=": (Eq,),
}
_SIGNED = (exp, Phi, erfc, sympy.sinh, sympy.cosh, sympy.tanh)


@dataclass(frozen=True)
class Inexpressible:
    """A change that makes no statement, and why."""

    reason: str


@dataclass(frozen=True)
class Changed:
    """A term with one change: what became what there, and the whole (or why there is none)."""

    old: Any
    new: Any
    term: Any

    @property
    def what(self) -> str:
        """The change in words."""
        return f"{in_words(self.old)} -> {in_words(self.new)}"


def in_words(thing: Any) -> str:
    """A term as text, its parts in SymPy's own order: to sort sums, SymPy evaluates them."""
    return str(_printer.doprint(thing)) if isinstance(thing, sympy.Basic) else str(thing)


def changes(term: Any, *, hypothesis: bool = False) -> Iterator[Changed]:
    """Every term that differs from ``term`` in one place.

    Parameters
    ----------
    term : expression, relation, statement or trade-off function
        What is changed.
    hypothesis : bool
        Whether a relation is a hypothesis, which is made weaker instead of stronger.

    Examples
    --------
    >>> from fdp_sym.symbols import mu
    >>> [change.what for change in changes(Phi(mu))]
    ['Phi(mu) -> Phi(-mu)']
    >>> print(*(change.what for change in changes(mu**2)), sep=", ")
    mu**2 -> mu**3, mu**2 -> mu, mu**2 -> mu**4, mu**2 -> 1, mu**2 -> mu**(-2)
    """
    seen = {term}
    for change in _changes(term, hypothesis):
        if _is_gone(change.term):
            yield change
        elif change.term not in seen:
            seen.add(change.term)
            yield change


def _changes(node: Any, hypothesis: bool) -> Iterator[Changed]:
    if isinstance(node, Relational):
        yield from _of_relation(node, hypothesis)
    else:
        for new in _here(node):
            yield Changed(node, new, new)
    for part, put in _parts(node):
        if isinstance(part, int) or getattr(part, "is_Number", False):
            for new in _constants(part, whole=_counts(node)):
                whole = _put(put, new)
                if isinstance(node, Relational) or _is_gone(whole):
                    yield Changed(part, new, whole)
                else:
                    yield Changed(node, whole, whole)  # a constant is shown where it stands
            continue
        for change in _changes(part, hypothesis):
            if _is_gone(change.term):
                yield change
            else:
                yield Changed(change.old, change.new, _put(put, change.term))


def _is_gone(term: Any) -> bool:
    return isinstance(term, Inexpressible)


def _put(put: Put, new: Any) -> Any:
    try:
        whole = put(new)
    except Exception as error:  # whatever SymPy or a constructor has against it
        return Inexpressible(f"{type(error).__name__}: {error}")
    if isinstance(whole, Expr) and whole.has(sympy.nan, sympy.zoo, sympy.I):
        return Inexpressible("no real value")
    if not whole_numbers(whole):
        return Inexpressible("a number of times that is not whole")
    return whole


# -- changes at a node --------------------------------------------------------------------------


def _constants(c: Any, whole: bool) -> Iterator[Any]:
    """Neighbours of a constant; whole ones where others mean nothing."""
    if isinstance(c, int):
        whole, kind = True, int
    else:
        kind = sympy.sympify
    if not isinstance(c, int) and not c.is_Rational:
        return
    values = [c + 1, c - 1] if whole else [c + 1, c - 1, 2 * c, sympy.Rational(c) / 2, 0, -c]
    yield from (kind(v) for v in dict.fromkeys(values) if v != c)


def _counts(node: Any) -> bool:
    """Whether a constant in it counts something: ends of sums, binomials."""
    return isinstance(node, (Sum, Product, binomial, sympy.factorial))


def _of_relation(node: Relational, hypothesis: bool) -> Iterator[Changed]:
    """Another relation, a side with the other sign, two parameters exchanged on one side."""
    for relation in (_WEAKER if hypothesis else _STRONGER)[node.rel_op]:
        new = relation(*node.args)
        yield Changed(node.rel_op, new.rel_op, new)
    for i, side in enumerate(node.args):
        if not (side.is_Add or side.is_Number):
            new = node.func(*_with(node.args, i, -side), evaluate=False)
            yield Changed(f"{_SIDES[i]} side", "its negative", new)
    symbols = sorted(node.free_symbols, key=str)
    for s, t in combinations(symbols, 2):
        if s.is_integer != t.is_integer:
            continue
        for i, side in enumerate(node.args):
            swapped = _put(_exchange(s, t), side)
            if not _is_gone(swapped):
                swapped = node.func(*_with(node.args, i, swapped), evaluate=False)
            yield Changed(f"{s}, {t} on the {_SIDES[i]}", f"{t}, {s}", swapped)


def _exchange(s: Any, t: Any) -> Put:
    return lambda side: replace_free(side, {s: t, t: s})


def _here(node: Any) -> Iterator[Any]:
    if isinstance(node, Above):
        yield Above(node.right, node.left)
        yield SameCurve(node.left, node.right)
    elif isinstance(node, Decided):
        yield from _reversed(node)
    elif isinstance(node, TradeOff):
        yield from _curves(node)
    elif isinstance(node, Add):
        for i, summand in enumerate(node.args):
            if not summand.is_Number:
                yield Add(*_without(node.args, i))
                yield Add(*_with(node.args, i, -summand))
    elif isinstance(node, Mul):
        for i, factor in enumerate(node.args):
            if not factor.is_Number:
                yield Mul(*_without(node.args, i))
    elif isinstance(node, Pow) and not node.exp.is_Number:
        for power in (node.exp + 1, node.exp - 1, -node.exp):
            yield Pow(node.base, power)
    elif isinstance(node, (sympy.Max, sympy.Min)):
        yield (Min if isinstance(node, sympy.Max) else Max)(*node.args)
        for i, _ in enumerate(node.args):
            yield node.func(*_without(node.args, i))
    elif isinstance(node, Sup):  # and Inf
        yield (Sup if isinstance(node, Inf) else Inf)(*node.args)
    elif isinstance(node, (Sum, Product)):
        yield from _limits_by_one(node)
    elif isinstance(node, _SIGNED):
        yield node.func(-node.args[0])
    elif isinstance(node, Quantile):
        yield Quantile(1 - node.args[0])
    elif isinstance(node, (Generic, binomial)) or (
        isinstance(node, Function) and len(node.args) == 2
    ):
        for i, j in combinations(range(len(node.args)), 2):
            yield node.func(*_swapped(node.args, i, j))


def _limits_by_one(node: Any) -> Iterator[Expr]:
    for i, limit in enumerate(node.limits):
        for j in range(1, len(limit)):
            if not limit[j].is_Number:
                for step in (1, -1):
                    moved = _with(tuple(limit), j, limit[j] + step)
                    yield with_room(node.func(node.function, *_with(node.limits, i, moved)))


def _curves(f: TradeOff) -> Iterator[Any]:
    yield _put(lambda _: f.inverse(), None)
    if isinstance(f, PiecewiseLinear):
        yield from _polylines(f)
        return
    make, arguments = _made_of(f)
    exprs = [i for i, a in enumerate(arguments) if isinstance(a, Expr)]
    for i, j in combinations(exprs, 2):
        yield _put(lambda a: make(*a), _swapped(arguments, i, j))
    for i, a in enumerate(arguments):
        if a in ("remove", "add"):
            other = "add" if a == "remove" else "remove"
            yield _put(lambda a: make(*a), _with(arguments, i, other))


def _polylines(f: PiecewiseLinear) -> Iterator[Any]:
    """One coordinate of one point nearer to 0 or to 1."""
    points: Any = f.parameters[0]
    for i, point in enumerate(points):
        for j, c in enumerate(point):
            for new in (c / 2, (c + 1) / 2):
                moved = _with(points, i, _with(point, j, new))
                yield _put(lambda p: PiecewiseLinear(p, f.given), moved)


def _reversed(statement: Decided) -> Iterator[Any]:
    """Two functions exchanged."""
    values = [getattr(statement, f.name) for f in fields(statement)]  # type: ignore[arg-type]
    functions = [i for i, v in enumerate(values) if isinstance(v, TradeOff)]
    for i, j in combinations(functions, 2):
        swapped = _swapped(values, i, j)
        yield _put(lambda v: _remade(statement, v), swapped)


# -- the parts of a node, and the node around a changed part --------------------------------------


def _parts(node: Any) -> Iterator[tuple[Any, Put]]:
    if isinstance(node, Iff):
        yield from _each(node.left, lambda left: Iff(left, node.right))
        yield from _each(node.right, lambda right: Iff(node.left, right))
    elif isinstance(node, (SameCurve, Above)):
        yield from _each((node.left, node.right), lambda sides: type(node)(*sides))
    elif isinstance(node, Decided):
        values = [getattr(node, f.name) for f in fields(node)]  # type: ignore[arg-type]
        yield from _each(values, lambda v: _remade(node, v))
    elif isinstance(node, PiecewiseLinear):
        return  # its points were computed; what they were computed from is not known
    elif isinstance(node, TradeOff):
        make, arguments = _made_of(node)
        yield from _each(arguments, lambda a: make(*a))
    elif isinstance(node, tuple):
        yield from _each(node, tuple)
    elif isinstance(node, Relational):
        yield from _each(node.args, lambda a: node.func(*a, evaluate=False))
    elif isinstance(node, Lambda):
        yield node.expr, lambda body: Lambda(node.signature, body)
    elif isinstance(node, (Derivative, Subs)):
        yield node.args[0], lambda body: node.func(body, *node.args[1:])
    elif hasattr(node, "limits"):
        yield node.args[0], lambda body: node.func(body, *node.args[1:])
        for i in range(1, len(node.args)):
            around = _putter(lambda args: with_room(node.func(*args)), node.args, i)
            yield from _each(tuple(node.args[i]), around, first=1)
    elif isinstance(node, Piecewise):
        yield from _each(node.args, lambda pairs: Piecewise(*pairs, evaluate=False))
    elif isinstance(node, Abs):  # which evaluates numbers to learn their signs
        yield from _each(node.args, lambda args: Abs(*args, evaluate=False))
    elif isinstance(node, ExprCondPair):
        yield from _each(node.args, lambda pair: ExprCondPair(*pair))
    elif isinstance(node, sympy.Basic) and node.args:
        yield from _each(node.args, lambda args: node.func(*args))


def _each(values: Any, make: Put, first: int = 0) -> Iterator[tuple[Any, Put]]:
    """Each of several values, with what makes the whole of them when it is another."""
    for i, value in enumerate(values):
        if i >= first and not isinstance(value, (bool, str, BooleanAtom)):
            yield value, _putter(make, values, i)


def _putter(make: Put, values: Any, i: int) -> Put:
    return lambda new: make(_with(values, i, new))


def _made_of(f: TradeOff) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    make, arguments = f.__reduce__()[:2]
    return make, arguments


def _remade(statement: Decided, values: Any) -> Any:
    """The statement with other fields; its constructor checks them."""
    names = [f.name for f in fields(statement)]  # type: ignore[arg-type]
    given = dict(zip(names, values, strict=True))
    many: tuple[Any, ...] = ()
    for name, parameter in inspect.signature(type(statement)).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            many = given.pop(name)
    return type(statement)(*many, **given)


def _with(values: Any, i: int, new: Any) -> tuple[Any, ...]:
    return (*values[:i], new, *values[i + 1 :])


def _without(values: Any, i: int) -> tuple[Any, ...]:
    return (*values[:i], *values[i + 1 :])


def _swapped(values: Any, i: int, j: int) -> tuple[Any, ...]:
    return _with(_with(tuple(values), i, values[j]), j, values[i])
