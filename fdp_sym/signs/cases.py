"""Case splits: Max, Min, Abs and Piecewise are replaced by their branches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sympy import Abs, And, Dummy, Expr, Ge, Le, Max, Min, Or, Piecewise, S

__all__ = ["cases"]

Case = tuple[Expr, tuple[Any, ...]]


def cases(expr: Expr, given: tuple[Any, ...]) -> Iterator[Case]:
    """(branch-free expression, hypotheses) for each case; together they cover everything."""
    for hypothesis in given:
        if isinstance(hypothesis, (And, Or)):
            others = tuple(h for h in given if h is not hypothesis)
            if isinstance(hypothesis, And):
                yield from cases(expr, others + tuple(hypothesis.args))
            else:
                for branch in hypothesis.args:
                    yield from cases(expr, (*others, branch))
            return
    if any(h is S.false for h in given):
        return
    node = _innermost([expr, *given])
    if node is None:
        yield expr, given
        return
    for value, conditions in _branches(node):
        swap = {node: value}
        kept = tuple(h.xreplace(swap) for h in given)
        yield from cases(expr.xreplace(swap), kept + conditions)


def _innermost(exprs: list[Any]) -> Expr | None:
    for expr in exprs:
        nodes = expr.atoms(Max, Min, Abs, Piecewise)
        if nodes:
            first: Expr = min(nodes, key=_size)
            return first
    return None


@lru_cache(maxsize=4096, typed=True)
def _size(node: Expr) -> tuple[int, str]:
    return int(node.count_ops()), str(node)


def _branches(node: Expr) -> Iterator[Case]:
    if isinstance(node, Abs):
        (x,) = node.args
        yield x, (Ge(x, 0, evaluate=False),)
        yield -x, (Le(x, 0, evaluate=False),)
    elif isinstance(node, Piecewise):
        earlier: tuple[Any, ...] = ()
        for value, condition in node.args:
            if condition is S.true:
                yield value, earlier
                return
            yield value, (*earlier, condition)
            earlier = (*earlier, ~condition)
        yield Dummy("undefined", real=True), earlier  # outside all pieces
    else:
        relation = Ge if isinstance(node, Max) else Le
        for chosen in node.args:
            others = [a for a in node.args if a is not chosen]
            yield chosen, tuple(relation(chosen, other, evaluate=False) for other in others)
