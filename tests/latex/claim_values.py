"""What claims mean, by walking their SymPy trees with mpmath; the other side of the round trip."""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping
from typing import Any

import formula_reader as reader
import mpmath
from mpmath import mpf
from sympy import Range, Symbol

from fdp_sym.symbols import domain_of
from fdp_sym.theorems.statements import Generic, Iterate, Lim

__all__ = ["point", "value"]


def name(symbol: Any) -> str:
    return str(symbol).replace("_", "")


def value(expr: Any, env: Mapping[str, Any]) -> Any:
    """The value at a point, with the stand-ins of the reader for what has none."""
    kind = type(expr).__name__
    if expr.is_Symbol:
        return env[name(expr)]
    if expr.is_Rational:
        return mpf(int(expr.p)) / int(expr.q)
    if kind in _CONSTANTS:
        return _CONSTANTS[kind]
    if isinstance(expr, Generic):
        return reader.stand_in(name(expr.func.__name__), [value(a, env) for a in expr.args])
    if isinstance(expr, Iterate):
        step, count, start = expr.args
        result = value(start, env)
        for _ in range(int(value(count, env))):
            result = value(step.expr, {**env, name(step.variables[0]): result})
        return result
    if isinstance(expr, Lim):
        variable = name(expr.limits[0])
        return reader.limit(lambda x: value(expr.body, {**env, variable: x}))
    if kind in ("Sup", "Inf"):
        over = reader.maximum_over if kind == "Sup" else reader.minimum_over
        return _over(over, expr.body, [expr.limits], env)
    if kind in ("Integral", "Sum", "Product"):
        over = getattr(reader, {"Integral": "integral"}.get(kind, kind.lower()) + "_over")
        return _over(over, expr.function, list(reversed(expr.limits)), env)
    if kind == "Derivative":
        ((variable, count),) = expr.variable_count
        return reader.derivative(
            lambda x: value(expr.expr, {**env, name(variable): x}), env[name(variable)], int(count)
        )
    if kind == "Piecewise":
        for part, condition in expr.args:
            if condition == True or holds(condition, env):  # noqa: E712
                return value(part, env)
        raise reader.Undefined("no case applies")
    arguments = [value(a, env) for a in expr.args]
    return _FUNCTIONS[kind](*arguments)


def holds(relation: Any, env: Mapping[str, Any]) -> bool:
    left, right = (value(side, env) for side in relation.args)
    return reader.holds(reader.Relation(relation.rel_op, lambda _: left, lambda _: right), env)


def _over(operator: Any, body: Any, limits: list[Any], env: Mapping[str, Any]) -> Any:
    """The first of the limits is carried out last."""
    if not limits:
        return value(body, env)
    (variable, low, high), *rest = limits
    return operator(
        lambda x: _over(operator, body, rest, {**env, name(variable): x}),
        value(low, env),
        value(high, env),
    )


def _log(x: Any) -> Any:
    if x == 0:
        raise reader.Undefined("log 0")
    return mpmath.log(x)


_CONSTANTS = {
    "Exp1": mpmath.e,
    "Pi": mpmath.pi,
    "Infinity": mpmath.inf,
    "NegativeInfinity": -mpmath.inf,
}
_FUNCTIONS = {
    "Add": lambda *a: mpmath.fsum(a),
    "Mul": lambda *a: mpmath.fprod(a),
    "Pow": reader.power,
    "exp": mpmath.exp,
    "log": _log,
    "Phi": reader.normal_cdf,
    "Quantile": reader.normal_quantile,
    "Max": lambda *a: reader.real_max(list(a)),
    "Min": lambda *a: -reader.real_max([-x for x in a]),
    "Abs": abs,
    "binomial": mpmath.binomial,
    "tanh": mpmath.tanh,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "coth": mpmath.coth,
    "atan": mpmath.atan,
    "erf": mpmath.erf,
    "erfc": mpmath.erfc,
}


def point(symbols: set[Symbol], seed: str) -> dict[str, Any]:
    """A seeded point of the domains, by name."""
    rng = random.Random(zlib.crc32(seed.encode()))
    return {name(s): _chosen(domain_of(s), rng) for s in sorted(symbols, key=str)}


def _chosen(domain: Any, rng: random.Random) -> Any:
    low, high = domain.inf, domain.sup
    if isinstance(domain, Range):
        start = int(low) if low.is_finite else int(high) - 4 if high.is_finite else -2
        end = min(int(high), start + 5) if high.is_finite else start + 5
        return mpf(rng.randint(start, end))
    share = mpf(rng.randint(50, 950)) / 1000
    if low.is_infinite and high.is_infinite:
        return 2 * share - 1
    if high.is_infinite:
        return mpf(float(low)) + 2 * share
    if low.is_infinite:
        return mpf(float(high)) - 2 * share
    low, high = mpf(float(low)), mpf(float(high))
    return low + share * (high - low)
