"""The dual backend: a value together with its derivative in one variable, both over an interval.

The derivative encloses every difference quotient between two points of the interval, which is
what the mean value form f(x) = f(m) + f'(X)(x - m) needs. So kinks are allowed (Abs, Min, Max
give the hull of both slopes), jumps are not (there the derivative is NAN).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from . import arithmetic as ar
from . import elementary as el
from . import special
from .arithmetic import NAN, ONE, ZERO
from .program import Backend

__all__ = ["DUAL", "Dual"]

_UNIT = ar.interval(ZERO, ONE)
_SIGNS = ar.interval(fmpq(-1), ONE)


class Dual:
    """``value`` and ``slope``, both enclosures."""

    __slots__ = ("slope", "value")

    def __init__(self, value: Any, slope: Any = ZERO) -> None:
        self.value = value
        self.slope = slope


def _chain(
    f: Callable[[Any], Any], derivative: Callable[[Any, Any], Any]
) -> Callable[[Dual], Dual]:
    """f with derivative(x, f(x)); a constant argument has slope 0 whatever the derivative."""

    def function(x: Dual) -> Dual:
        value = f(x.value)
        if _constant(x):
            return Dual(value)
        return Dual(value, ar.mul(derivative(x.value, value), x.slope))

    return function


def _constant(x: Dual) -> bool:
    return type(x.slope) is fmpq and x.slope == 0


def _density(x: Any) -> Any:
    """The standard normal density."""
    root = el.sqrt(ar.mul(fmpq(2), arb.pi()))
    return ar.div(el.exp(ar.mul(fmpq(-1, 2), ar.integer_power(x, 2))), root)


def _erf_slope(x: Any, _: Any) -> Any:
    return ar.div(ar.mul(fmpq(2), el.exp(ar.neg(ar.integer_power(x, 2)))), el.sqrt(arb.pi()))


def _add(x: Dual, y: Dual) -> Dual:
    return Dual(ar.add(x.value, y.value), ar.add(x.slope, y.slope))


def _sub(x: Dual, y: Dual) -> Dual:
    return Dual(ar.sub(x.value, y.value), ar.sub(x.slope, y.slope))


def _mul(x: Dual, y: Dual) -> Dual:
    slope = ar.add(_scaled(x.slope, y.value), _scaled(y.slope, x.value))
    return Dual(ar.mul(x.value, y.value), slope)


def _scaled(slope: Any, factor: Any) -> Any:
    """slope * factor, where slope 0 of a constant is exactly 0."""
    return ZERO if type(slope) is fmpq and slope == 0 else ar.mul(slope, factor)


def _div(x: Dual, y: Dual) -> Dual:
    value = ar.div(x.value, y.value)
    top = ar.sub(x.slope, _scaled(y.slope, value))
    return Dual(value, ZERO if _constant(x) and _constant(y) else ar.div(top, y.value))


def _integer_power(n: int, x: Dual) -> Dual:
    value = ar.integer_power(x.value, n)
    if _constant(x):
        return Dual(value)
    factor = ar.mul(fmpq(n), ar.integer_power(x.value, n - 1))
    return Dual(value, ar.mul(factor, x.slope))


def _power(x: Dual, y: Dual) -> Dual:
    value = el.power(x.value, y.value)
    slope = ZERO
    if not _constant(x):
        below = el.power(x.value, ar.sub(y.value, ONE))
        slope = ar.mul(ar.mul(y.value, below), x.slope)
    if not _constant(y):
        slope = ar.add(slope, ar.mul(ar.mul(value, el.log(x.value)), y.slope))
    return Dual(value, slope)


def _log_gamma_slope(x: Any, _: Any) -> Any:
    return special.polygamma(0, x)


def _gamma_slope(x: Any, value: Any) -> Any:
    return ar.mul(value, special.polygamma(0, x))


def _factorial_slope(x: Any, value: Any) -> Any:
    return _gamma_slope(ar.add(x, ONE), value)


def _polygamma(m: int, x: Dual) -> Dual:
    function = _chain(lambda t: special.polygamma(m, t), lambda t, _: special.polygamma(m + 1, t))
    return function(x)


def _binomial(n: Dual, k: Dual) -> Dual:
    value = special.binomial(n.value, k.value)
    if _constant(n) and _constant(k):
        return Dual(value)
    above, below, rest = (
        special.polygamma(0, ar.add(t, ONE)) for t in (n.value, k.value, ar.sub(n.value, k.value))
    )
    slope = ar.add(_scaled(n.slope, ar.sub(above, rest)), _scaled(k.slope, ar.sub(rest, below)))
    return Dual(value, ar.mul(value, slope))


def _incomplete(f: Callable[[Any, Any], Any], sign: int) -> Callable[[Dual, Dual], Dual]:
    """An incomplete gamma function; its slope in the order is not known."""

    def function(s: Dual, x: Dual) -> Dual:
        value = f(s.value, x.value)
        if not _constant(s):
            return Dual(value, NAN)
        if _constant(x):
            return Dual(value)
        density = ar.mul(el.power(x.value, ar.sub(s.value, ONE)), el.exp(ar.neg(x.value)))
        return Dual(value, ar.mul(ar.mul(fmpq(sign), density), x.slope))

    return function


def _fold(combine: Callable[[Any, Any], Any], undo: Callable[[Any], Any], unit: Any) -> Any:
    from .real import fold

    return fold(combine, undo, Dual(unit), Dual(NAN, NAN), lambda: DUAL, Dual, lambda x: x.value)


def _select(first_wins: bool | None, x: Dual, y: Dual, value: Any) -> Dual:
    """The slope of min or max: of the winner, or a convex combination of both."""
    if first_wins is None:
        return Dual(value, ar.hull(x.slope, y.slope))
    return Dual(value, x.slope if first_wins else y.slope)


def _minimum(x: Dual, y: Dual) -> Dual:
    return _select(ar.less(x.value, y.value), x, y, ar.minimum(x.value, y.value))


def _maximum(x: Dual, y: Dual) -> Dual:
    return _select(ar.less(y.value, x.value), x, y, ar.maximum(x.value, y.value))


def _absolute_slope(x: Any, _: Any) -> Any:
    return ar.sign(x) if ar.nonzero(x) else _SIGNS


def _step(f: Callable[[Any], Any]) -> Callable[[Dual], Dual]:
    """A step function: slope 0 where it is constant, NAN where it may jump."""

    def function(x: Dual) -> Dual:
        value = f(x.value)
        return Dual(value, ZERO if _constant(x) or type(value) is fmpq else NAN)

    return function


def _piecewise(*branches: Any) -> Dual:
    """A decided branch; between undecided ones the function may jump."""
    for value, condition in zip(branches[::2], branches[1::2], strict=True):
        if condition is True:
            return value  # type: ignore[no-any-return]
        if condition is None:
            break
    return Dual(NAN, NAN)


def _compare(relation: Callable[[Any, Any], bool | None]) -> Callable[[Dual, Dual], bool | None]:
    return lambda x, y: relation(x.value, y.value)


def _table() -> dict[str, Callable[..., Any]]:
    from .real import CONSTANTS, LOGIC, RELATIONS

    def constant(f: Callable[[], Any]) -> Callable[[], Dual]:
        return lambda: Dual(f())

    table: dict[str, Callable[..., Any]] = {
        "neg": lambda x: Dual(ar.neg(x.value), ar.neg(x.slope)),
        "add": _add,
        "sub": _sub,
        "mul": _mul,
        "div": _div,
        "integer_power": _integer_power,
        "power": _power,
        "minimum": _minimum,
        "maximum": _maximum,
        "absolute": _chain(ar.absolute, _absolute_slope),
        "sign": _step(ar.sign),
        "floor": _step(ar.floor),
        "ceiling": _step(ar.ceiling),
        "sqrt": _chain(el.sqrt, lambda x, y: ar.div(fmpq(1, 2), y)),
        "exp": _chain(el.exp, lambda x, y: y),
        "expm1": _chain(el.expm1, lambda x, y: el.exp(x)),
        "log": _chain(el.log, lambda x, y: ar.div(ONE, x)),
        "log1p": _chain(el.log1p, lambda x, y: ar.div(ONE, ar.add(x, ONE))),
        "phi": _chain(el.phi, lambda x, y: _density(x)),
        "quantile": _chain(el.quantile, lambda x, y: ar.div(ONE, _density(y))),
        "erf": _chain(el.erf, _erf_slope),
        "erfc": _chain(el.erfc, lambda x, y: ar.neg(_erf_slope(x, y))),
        "tanh": _chain(el.tanh, lambda x, y: ar.sub(ONE, ar.integer_power(y, 2))),
        "sinh": _chain(el.sinh, lambda x, y: el.cosh(x)),
        "cosh": _chain(el.cosh, lambda x, y: el.sinh(x)),
        "gamma": _chain(special.gamma, _gamma_slope),
        "log_gamma": _chain(special.log_gamma, _log_gamma_slope),
        "polygamma": _polygamma,
        "factorial": _chain(special.factorial, _factorial_slope),
        "binomial": _binomial,
        "upper_gamma": _incomplete(special.upper_gamma, -1),
        "lower_gamma": _incomplete(special.lower_gamma, 1),
        "piecewise": _piecewise,
        "sum": _fold(_add, lambda x: Dual(ar.neg(x.value), ar.neg(x.slope)), ZERO),
        "product": _fold(_mul, lambda x: _div(Dual(ONE), x), ONE),
    }
    table.update({name: constant(f) for name, f in CONSTANTS.items()})
    table.update({name: _compare(f) for name, f in RELATIONS.items()})
    table.update(LOGIC)
    return table


DUAL = Backend(_table(), Dual)
