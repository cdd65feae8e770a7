"""Bound variables: what reasons about free symbols must not look inside a binder.

Under ``Sup(…, (x, 0, 1))`` the symbol x is not the x outside. Replacing a term, splitting a ``Max``
into cases or using a hypothesis about x there would confuse the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Basic, Derivative, Dummy, Expr, Subs

__all__ = ["bound_in", "replace_free", "seal"]


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
    7 + Sum(2*i, (i, 1, n))
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
