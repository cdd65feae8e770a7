"""Bound variables: what reasons about free symbols must not look inside a binder.

Under ``Sup(…, (x, 0, 1))`` the symbol x is not the x outside. Replacing a term, splitting a ``Max``
into cases or using a hypothesis about x there would confuse the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import sympy
from sympy import Basic, Derivative, Dummy, Expr, Lambda, Product, Subs, Sum, Symbol, Tuple

from .errors import DomainError, HypothesisError
from .functions import Max, Min
from .symbols import domain_of

__all__ = ["Bound", "apart", "bound_in", "outside_binders", "replace_free", "seal", "substitute"]


def bound_in(node: Any) -> frozenset[Any]:
    """The symbols that ``node`` itself binds (empty for anything but a binder)."""
    if isinstance(node, (Derivative, Subs)):
        # d/dt f(t) depends on the function t -> f(t), not only on the value at t
        return frozenset(node.variables)
    return frozenset(getattr(node, "bound_symbols", ()))


def replace_free(expr: Any, rule: Mapping[Any, Any]) -> Any:
    """``expr`` with terms replaced, except where a binder has captured one of their symbols.

    Examples
    --------
    >>> from sympy import Sum, symbols
    >>> i, n, x = symbols("i n x")
    >>> replace_free(i + Sum(i * x, (i, 1, n)), {i: 7, x: 2})
    Sum(2*i, (i, 1, n)) + 7
    """
    if expr in rule:
        return rule[expr]
    captured = bound_in(expr)
    if captured:
        rule = {
            old: new
            for old, new in rule.items()
            if not captured & (old.free_symbols | getattr(new, "free_symbols", set()))
        }
    if not rule or not isinstance(expr, Basic) or not expr.args:
        return expr
    args = [replace_free(a, rule) for a in expr.args]
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return expr.func(*args)


def substitute(expr: Any, values: Mapping[Any, Any]) -> Any:
    """``expr`` at ``values`` of its free symbols: everywhere, or not at all.

    Raises
    ------
    HypothesisError
        If a binder would capture a symbol of a value: Sum(i*x, (i, 1, n)) has no plain form at
        x = i.

    Examples
    --------
    >>> from sympy import Sum, symbols
    >>> i, n, x = symbols("i n x")
    >>> substitute(Sum(i * x, (i, 1, n)), {i: 7, x: 2})
    Sum(2*i, (i, 1, n))
    """
    free: set[Any] = getattr(expr, "free_symbols", set())
    live = {old: new for old, new in values.items() if old in free}
    if not live:
        return expr
    if expr in live:
        return live[expr]
    # an operator whose first argument is a Lambda leaves the binding to it
    captured = frozenset() if isinstance(expr.args[0], Lambda) else bound_in(expr)
    if captured & set(live).union(*(getattr(new, "free_symbols", set()) for new in live.values())):
        raise HypothesisError(f"{expr} binds {sorted(map(str, captured))}; rename that symbol")
    return expr.func(*(substitute(a, live) for a in expr.args))


def outside_binders(expr: Any, *kinds: type) -> Iterator[Any]:
    """The subterms of the given kinds in which no symbol is bound from outside them."""
    if isinstance(expr, kinds):
        yield expr
    if isinstance(expr, Basic) and not bound_in(expr):
        for part in expr.args:
            yield from outside_binders(part, *kinds)


def seal(exprs: Iterable[Any]) -> list[Any]:
    """The expressions with every binder replaced by an opaque real number, consistently."""
    sealed: dict[Any, Dummy] = {}

    def walk(node: Any) -> Any:
        if bound_in(node) and isinstance(node, Expr):
            return sealed.setdefault(node, Dummy(f"b{len(sealed)}", real=True))
        if not isinstance(node, Basic) or not node.args:
            return node
        args = [walk(a) for a in node.args]
        if all(new is old for new, old in zip(args, node.args, strict=True)):
            return node
        if getattr(node, "is_Relational", False):
            return node.func(*args, evaluate=False)
        return node.func(*args)

    return [walk(e) for e in exprs]


# -- one symbol for each bound variable ---------------------------------------------------------


class Bound(Symbol):  # type: ignore[misc]
    """A bound variable; ``depth`` tells it from others of its name, it equals no free symbol."""

    __slots__ = ("depth",)
    depth: int

    def __new__(cls, name: str, depth: int, **facts: bool) -> Bound:
        symbol: Bound = Symbol.__xnew__(cls, name, **facts)
        symbol.depth = depth
        return symbol

    def __reduce__(self) -> tuple[Any, ...]:
        facts = {k: v for k, v in self.assumptions0.items() if k in _FACTS}
        return _bound, (self.name, self.depth, facts)

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), self.depth)


_FACTS = ("real", "integer", "nonnegative")


def _bound(name: str, depth: int, facts: dict[str, bool]) -> Bound:
    return Bound(name, depth, **facts)


@lru_cache(maxsize=4096)
def apart(expr: Expr) -> Expr:
    """``expr`` with a symbol of its own for every bound variable, the same in equal terms.

    Then a term can be replaced or taken out without asking what is bound around it.

    Raises
    ------
    DomainError
        If a bound variable runs beyond the domain of its symbol: SymPy may have simplified with it.

    Examples
    --------
    >>> from sympy import Sum, symbols
    >>> k = symbols("k", integer=True)
    >>> one = apart(k + Sum(k**2, (k, 0, 3)))
    >>> one, one.xreplace({k: 7})
    (k + Sum(k**2, (k, 0, 3)), 7 + Sum(k**2, (k, 0, 3)))
    """
    return _renamed(expr, {}) if _depth(expr) else expr


def _limits(node: Any) -> tuple[Any, ...]:
    """(variable, low, high) of a sum, product, integral or extremum, the innermost first."""
    if isinstance(node, (Lambda, Derivative, Subs)) or not bound_in(node):
        return ()
    return tuple(limit for limit in node.args[1:] if isinstance(limit, (tuple, Tuple)))


@lru_cache(maxsize=20_000, typed=True)
def _depth(node: Any) -> int:
    """How many variables are bound inside one another."""
    inner = max(map(_depth, node.args), default=0) if isinstance(node, Basic) else 0
    return inner + len(_limits(node))


def _renamed(node: Any, names: Mapping[Any, Any]) -> Any:
    if node in names:
        return names[node]
    if not isinstance(node, Basic) or not node.args:
        return node
    if _limits(node):
        return _rebound(node, names) if names else _alone(node)
    args = [_renamed(a, names) for a in node.args]
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    # SymPy's own compare their arguments whenever they are rebuilt
    quick = {sympy.Max: Max, sympy.Min: Min}
    return quick.get(type(node), node.func)(*args)


@lru_cache(maxsize=4096, typed=True)
def _alone(node: Any) -> Any:
    """A binder that is inside no other: the next expression often has the same one."""
    return _rebound(node, {})


def _rebound(node: Any, names: Mapping[Any, Any]) -> Any:
    depth, found = _depth(node.args[0]), []
    # the last variable is the outermost one, and may stand in the ends of the others
    for i, (variable, *ends) in reversed(list(enumerate(_limits(node)))):
        _need_fit(node, variable, ends)
        ends = [_renamed(end, names) for end in ends]
        new = Bound(variable.name, depth + i, **_facts(node, ends))
        names = {**names, variable: new}
        found.append(Tuple(new, *ends))
    return node.func(_renamed(node.args[0], names), *reversed(found))


def _need_fit(node: Any, variable: Any, ends: Any) -> None:
    if not variable.is_extended_real:
        return  # SymPy knows nothing of it
    domain = domain_of(variable)
    if isinstance(node, (Sum, Product)) and all(end.is_Integer for end in ends):
        low, high = ends
        if high < low:  # Karr's convention: what lies between, or nothing
            ends = (high + 1, low - 1) if high < low - 1 else ()
    for end in ends:
        if (end - domain.inf).is_negative or (domain.sup - end).is_negative:
            raise DomainError(
                f"{variable} runs to {end} in {node}, but the symbol ranges over {domain}; bind "
                f"another symbol, such as Symbol({str(variable)!r}, real=True)"
            )


def _facts(node: Any, ends: Any) -> dict[str, bool]:
    facts = {"real": True} | ({"integer": True} if isinstance(node, (Sum, Product)) else {})
    if ends and all(end.is_nonnegative for end in ends):
        facts["nonnegative"] = True
    return facts
