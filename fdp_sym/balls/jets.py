r"""Jets: truncated Taylor series through a program, with enclosures as coefficients.

A jet of order n holds :math:`f^{(j)}/j!` for j = 0, …, n along one variable. Over an interval X
its coefficients enclose those of every expansion point in X, so with the jet at a point m

.. math:: f(x) \in \sum_{j<n} \frac{f^{(j)}(m)}{j!} (x - m)^j + \frac{f^{(n)}(X)}{n!} (x - m)^n .

The rules are those of `fdp_sym.balls.series`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from . import arithmetic as ar
from .precision import precision
from .program import Backend, Program
from .series import COMPLEX, REALS, Jet, Rules, Scalars

__all__ = ["COMPLEX", "REALS", "Scalars", "jet", "jets", "taylor"]


@lru_cache(maxsize=64)
def jets(order: int, scalars: Scalars = REALS) -> Backend:
    """The backend whose values are jets of an order."""
    from .real import CONSTANTS, LOGIC, RELATIONS, fold

    rules = Rules(order, scalars)
    table = rules.table()

    def constant(make: Callable[[], Any]) -> Callable[[], Jet]:
        return lambda: rules.constant(scalars.number(make()))

    def compare(relation: Any) -> Callable[[Jet, Jet], bool | None]:
        return lambda a, b: relation(a[0], b[0])

    table |= {name: constant(make) for name, make in CONSTANTS.items()}
    if scalars is REALS:
        table |= {name: compare(relation) for name, relation in RELATIONS.items()}
        table |= LOGIC
        one = rules.constant(rules.one)
        steps = {
            "sum": (rules.add, rules.neg, rules.constant(rules.zero)),
            "product": (rules.mul, lambda y: rules.div(one, y), one),
        }
        for name, step in steps.items():
            table[name] = fold(
                *step, rules.nan(), lambda: jets(order), rules.constant, lambda a: a[0]
            )
    return Backend(table, lambda x: rules.constant(scalars.number(x)))


def jet(
    program: Program, values: Sequence[Any], i: int, order: int, scalars: Scalars = REALS
) -> Jet:
    """The Taylor coefficients of a program in its variable i, at flint's current precision.

    Examples
    --------
    >>> from flint import fmpq
    >>> from sympy import Symbol
    >>> from fdp_sym.balls import compile_expr
    >>> x = Symbol("x", real=True)
    >>> [str(c) for c in jet(compile_expr(x**3, [x]), [fmpq(2)], 0, 4)]
    ['8', '12', '6', '1', '0']
    """
    rules = Rules(order, scalars)
    inputs = [rules.constant(v) for v in values]
    if order:
        inputs[i][1] = rules.one
    return list(program.run(inputs, jets(order, scalars)))


def taylor(
    program: Program, values: Sequence[Any], i: int, centre: Any, order: int, bits: int
) -> Any:
    """The Taylor form over the interval ``values[i]`` around a point of it, an enclosure."""
    if not program.supports(jets(order)):
        return ar.NAN
    with precision(bits):
        at = [centre if j == i else v for j, v in enumerate(values)]
        coefficients = jet(program, at, i, order)[:order]
        last = jet(program, values, i, order)[order]
        h = ar.sub(values[i], centre)
        total = ar.mul(last, ar.integer_power(h, order))
        for j, c in enumerate(coefficients):
            total = ar.add(total, ar.mul(c, ar.integer_power(h, j)))
    return total
