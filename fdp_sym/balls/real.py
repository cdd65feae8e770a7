"""The real backend: every operation on enclosures of real values, nested programs included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from . import arithmetic as ar
from . import elementary as el
from . import search
from .arithmetic import NAN, ONE, ZERO
from .program import Backend, Program

__all__ = ["CONSTANTS", "LOGIC", "REAL", "RELATIONS"]

_MAX_TERMS = 10**6


def equal(x: Any, y: Any) -> bool | None:
    """x == y: certain for exact values and for disjoint enclosures."""
    if ar.less(x, y) or ar.less(y, x):
        return False
    return True if ar.less_equal(x, y) and ar.less_equal(y, x) else None


def _not(x: bool | None) -> bool | None:
    return None if x is None else not x


def _unequal(x: Any, y: Any) -> bool | None:
    return _not(equal(x, y))


def _all(*conditions: bool | None) -> bool | None:
    if any(c is False for c in conditions):
        return False
    return None if None in conditions else True


def _any(*conditions: bool | None) -> bool | None:
    return _not(_all(*(_not(c) for c in conditions)))


def _implies(x: bool | None, y: bool | None) -> bool | None:
    return _any(_not(x), y)


def _equivalent(*conditions: bool | None) -> bool | None:
    if True in conditions and False in conditions:
        return False
    return None if None in conditions else True


def _xor(*conditions: bool | None) -> bool | None:
    return None if None in conditions else conditions.count(True) % 2 == 1


def _if_then_else(c: bool | None, x: bool | None, y: bool | None) -> bool | None:
    if c is None:
        return x if x is y else None
    return x if c else y


def piecewise(*branches: Any) -> Any:
    """The hull of every branch that may be taken; NAN if it may be that none is."""
    possible = []
    for value, condition in zip(branches[::2], branches[1::2], strict=True):
        if condition is not False:
            possible.append(value)
        if condition is True:
            return ar.hull(*possible)
    return NAN


def _limits(lo: Any, hi: Any) -> tuple[int, int] | None:
    """Integer limits of a sum or product, if they are decided and the range is not too long."""
    if not (type(lo) is fmpq and type(hi) is fmpq and lo.q == 1 and hi.q == 1):
        return None
    first, last = int(lo.p), int(hi.p)
    return (first, last) if abs(last - first) <= _MAX_TERMS else None


def _fold(
    combine: Callable[[Any, Any], Any], undo: Callable[[Any], Any], unit: Any
) -> Callable[..., Any]:
    """A finite sum or product; a reversed range follows Karr's convention, as in SymPy."""

    def function(body: Program, lo: Any, hi: Any, *outer: Any) -> Any:
        limits = _limits(lo, hi)
        if limits is None:
            return NAN
        first, last = limits
        reverse = last < first - 1
        if reverse:
            first, last = last + 1, first - 1
        total = unit
        for k in range(first, last + 1):
            total = combine(total, body.run((*outer, fmpq(k)), REAL))
        return undo(total) if reverse else total

    return function


def _finite(*values: Any) -> bool:
    return all(arb(end).is_finite() for value in values for end in ar.ends(value)[:2])


def integral(body: Program, lo: Any, hi: Any, *outer: Any) -> Any:
    """See `fdp_sym.balls.integrals`, which needs this backend itself."""
    from . import integrals

    return integrals.integral(body, lo, hi, *outer)


def _slope(
    body: Program, outer: Sequence[Any], variable: Callable[[Any], Any]
) -> Callable[[Any], Any] | None:
    """The enclosure of difference quotients of the body, if it has one."""
    from .duals import DUAL, Dual

    if not body.supports(DUAL):
        return None
    constants = [Dual(x) for x in outer]
    return lambda x: body.run((*constants, variable(x)), DUAL).slope


def _chart(lo: Any, hi: Any) -> Callable[[Any], Any]:
    """An increasing map of [0, 1] onto the interval from lo to hi, at rational points.

    An infinite end is the limit of real values, so it comes back as an unattained one.
    """
    first, last = ar.ends(lo)[0], ar.ends(hi)[1]
    if _finite(lo, hi):
        length = ar.sub(hi, lo)
        return lambda t: ar.add(lo, ar.mul(length, t))
    if _finite(lo):
        return lambda t: _beyond(last) if t == 1 else ar.add(lo, t / (1 - t))
    if _finite(hi):
        return lambda t: _beyond(first) if t == 0 else ar.sub(hi, (1 - t) / t)
    return lambda t: (
        _beyond(first if t == 0 else last) if t in (0, 1) else (2 * t - 1) / (t * (1 - t))
    )


def _beyond(infinity: Any) -> Any:
    return ar.Interval(infinity, infinity, False)


def _extremum(largest: bool) -> Callable[..., Any]:
    def function(body: Program, lo: Any, hi: Any, *outer: Any) -> Any:
        from .duals import Dual

        if ar.less_equal(lo, hi) is not True:
            return NAN  # the set may be empty
        orient: Callable[[Any], Any] = (lambda x: x) if largest else ar.neg
        steep = _slope(body, outer, lambda x: Dual(x, ONE))
        return orient(
            search.maximum(
                lambda x: orient(body.run((*outer, x), REAL)),
                steep and (lambda x: orient(steep(x))),
                _chart(lo, hi),
            )
        )

    return function


CONSTANTS: dict[str, Callable[[], Any]] = {
    "pi": arb.pi,
    "e": arb.const_e,
    "euler": arb.const_euler,
    "catalan": arb.const_catalan,
    "infinity": lambda: ar.INF,
}
RELATIONS: dict[str, Callable[[Any, Any], bool | None]] = {
    "less": ar.less,
    "less_equal": ar.less_equal,
    "equal": equal,
    "unequal": _unequal,
}
LOGIC: dict[str, Callable[..., bool | None]] = {
    "true": lambda: True,
    "false": lambda: False,
    "and": _all,
    "or": _any,
    "not": _not,
    "implies": _implies,
    "equivalent": _equivalent,
    "xor": _xor,
    "if_then_else": _if_then_else,
}

REAL = Backend(
    {
        **CONSTANTS,
        **RELATIONS,
        **LOGIC,
        "neg": ar.neg,
        "add": ar.add,
        "sub": ar.sub,
        "mul": ar.mul,
        "div": ar.div,
        "integer_power": lambda n, x: ar.integer_power(x, n),
        "power": el.power,
        "minimum": ar.minimum,
        "maximum": ar.maximum,
        "absolute": ar.absolute,
        "sign": ar.sign,
        "floor": ar.floor,
        "ceiling": ar.ceiling,
        "sqrt": el.sqrt,
        "exp": el.exp,
        "log": el.log,
        "phi": el.phi,
        "quantile": el.quantile,
        "erf": el.erf,
        "erfc": el.erfc,
        "tanh": el.tanh,
        "sinh": el.sinh,
        "cosh": el.cosh,
        "gamma": el.gamma,
        "factorial": el.factorial,
        "binomial": el.binomial,
        "upper_gamma": el.upper_gamma,
        "lower_gamma": el.lower_gamma,
        "piecewise": piecewise,
        "sum": _fold(ar.add, ar.neg, ZERO),
        "product": _fold(ar.mul, lambda x: ar.div(ONE, x), ONE),
        "integral": integral,
        "sup": _extremum(True),
        "inf": _extremum(False),
    }
)
