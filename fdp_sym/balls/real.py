"""The real backend: every operation on enclosures of real values, nested programs included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from ..errors import UnsupportedError
from . import arithmetic as ar
from . import elementary as el
from . import search, special
from .arithmetic import NAN, ONE, ZERO
from .program import Backend, Program
from .special import integer_of

__all__ = ["CONSTANTS", "LOGIC", "REAL", "RELATIONS", "fold"]

_MAX_TERMS = 10**6
# bits of numerator or denominator up to which sums and products of rationals stay exact
_LONGEST = 1 << 13


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
    """Integer limits of a sum or product, if they are decided."""
    first, last = integer_of(lo), integer_of(hi)
    if first is None or last is None:
        return None
    if abs(last - first) > _MAX_TERMS:
        raise UnsupportedError(
            f"a sum or product from {first} to {last}; allowed are {_MAX_TERMS} terms. Split it, "
            "or bound the rest separately."
        )
    return first, last


def fold(
    combine: Callable[[Any, Any], Any],
    undo: Callable[[Any], Any],
    unit: Any,
    undecided: Any,
    backend: Callable[[], Backend],
    index: Callable[[Any], Any] = lambda k: k,
    limit: Callable[[Any], Any] = lambda x: x,
) -> Callable[..., Any]:
    """A finite sum or product; a reversed range follows Karr's convention, as in SymPy.

    ``index`` takes an integer to a value of the backend, ``limit`` a value to its enclosure.
    """

    def function(body: Program, lo: Any, hi: Any, *outer: Any) -> Any:
        limits = _limits(limit(lo), limit(hi))
        if limits is None:
            return undecided
        first, last = limits
        reverse = last < first - 1
        if reverse:
            first, last = last + 1, first - 1
        total, arithmetic = unit, backend()
        for k in range(first, last + 1):
            total = combine(total, body.run((*outer, index(fmpq(k))), arithmetic))
        return undo(total) if reverse else total

    return function


def _short(x: Any) -> Any:
    """Rounds a rational whose length would slow down all that follows."""
    return arb(x) if type(x) is fmpq and x.height_bits() > _LONGEST else x


def _real() -> Backend:
    return REAL


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
        "expm1": el.expm1,
        "log": el.log,
        "log1p": el.log1p,
        "phi": el.phi,
        "quantile": el.quantile,
        "erf": el.erf,
        "erfc": el.erfc,
        "tanh": el.tanh,
        "sinh": el.sinh,
        "cosh": el.cosh,
        "gamma": special.gamma,
        "log_gamma": special.log_gamma,
        "polygamma": special.polygamma,
        "factorial": special.factorial,
        "binomial": special.binomial,
        "upper_gamma": special.upper_gamma,
        "lower_gamma": special.lower_gamma,
        "piecewise": piecewise,
        "sum": fold(lambda x, y: _short(ar.add(x, y)), ar.neg, ZERO, NAN, _real),
        "product": fold(
            lambda x, y: _short(ar.mul(x, y)), lambda x: ar.div(ONE, x), ONE, NAN, _real
        ),
        "integral": integral,
        "sup": _extremum(True),
        "inf": _extremum(False),
    }
)
