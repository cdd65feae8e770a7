"""The complex backend: analytic expressions on complex balls, for integration.

flint's integrator asks for an enclosure that is not finite wherever the integrand is not
analytic on the whole ball; a function with a branch cut that ignores the question silently gives
wrong integrals. `ANALYTIC` answers it, `PLAIN` only encloses values. Operations that are not
analytic (Max, Piecewise, floor, …) are in neither table.

The integrals are over real numbers, so `PLAIN` gives NAN for the logarithm, root or power of a
negative number, where complex arithmetic would go on with an imaginary part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb

from .program import Backend

__all__ = ["ANALYTIC", "PLAIN"]


def _phi(z: Any) -> Any:
    return (z / -arb(2).sqrt()).erfc() / 2


def _integer_power(n: int, z: Any) -> Any:
    if n < 0:
        return 1 / _integer_power(-n, z)
    result, square = acb(1), z
    while n:
        if n & 1:
            result = result * square
        square, n = square * square, n >> 1
    return result


def _where_real(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda z, *rest: acb("nan") if z.imag.contains(0) and z.real < 0 else function(z, *rest)


def _power(analytic: bool) -> Callable[[Any, Any], Any]:
    def function(z: Any, w: Any) -> Any:
        return z.pow(w, analytic=analytic)

    return function


def _backend(analytic: bool) -> Backend:
    table: dict[str, Callable[..., Any]] = {
        "pi": lambda: acb(arb.pi()),
        "e": lambda: acb(arb.const_e()),
        "euler": lambda: acb(arb.const_euler()),
        "catalan": lambda: acb(arb.const_catalan()),
        "neg": lambda z: -z,
        "add": lambda z, w: z + w,
        "sub": lambda z, w: z - w,
        "mul": lambda z, w: z * w,
        "div": lambda z, w: z / w,
        "integer_power": _integer_power,
        "power": _power(analytic),
        "sqrt": lambda z: z.sqrt(analytic=analytic),
        "log": lambda z: z.log(analytic=analytic),
        "log1p": lambda z: (1 + z).log(analytic=analytic),
        "exp": lambda z: z.exp(),
        "expm1": lambda z: z.expm1(),
        "phi": _phi,
        "erf": lambda z: z.erf(),
        "erfc": lambda z: z.erfc(),
        "tanh": lambda z: z.tanh(),
        "sinh": lambda z: z.sinh(),
        "cosh": lambda z: z.cosh(),
    }
    if not analytic:
        for name in ("power", "sqrt", "log"):
            table[name] = _where_real(table[name])
        table["log1p"] = lambda z: table["log"](1 + z)
    return Backend(table, lambda constant: acb(arb(constant)))


PLAIN, ANALYTIC = _backend(False), _backend(True)
