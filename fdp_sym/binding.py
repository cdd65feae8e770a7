"""Bound variables: what reasons about free symbols must not look inside a binder.

Under ``Sup(…, (x, 0, 1))`` the symbol x is not the x outside. Replacing a term, splitting a ``Max``
into cases or using a hypothesis about x there would confuse the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sympy import Basic, Derivative, Dummy, Expr, Lambda, Subs

from .errors import HypothesisError

__all__ = ["bound_in", "outside_binders", "replace_free", "seal", "substitute"]


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
