r"""Truncated Taylor series over enclosures: the rules by which operations act on coefficients.

Every rule is the recurrence of an ordinary differential equation (for ``exp``: y' = a'y). The
same rules serve real values and complex balls; what may fail to be differentiable (an undecided
Max, Piecewise or Abs) is NAN.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import acb, arb, fmpq

from . import arithmetic as ar
from . import elementary as el
from . import special

__all__ = ["COMPLEX", "REALS", "Jet", "Rules", "Scalars"]


@dataclass(frozen=True, eq=False)
class Scalars:
    """The arithmetic of the coefficients."""

    add: Callable[[Any, Any], Any]
    sub: Callable[[Any, Any], Any]
    mul: Callable[[Any, Any], Any]
    div: Callable[[Any, Any], Any]
    number: Callable[[Any], Any]
    nan: Any
    functions: dict[str, Callable[..., Any]]


def _method(name: str) -> Callable[[Any], Any]:
    return lambda z: getattr(z, name)()


_NAMES = ("exp", "expm1", "log", "log1p", "sqrt", "phi", "erf", "erfc", "tanh", "sinh", "cosh")
REALS = Scalars(
    ar.add,
    ar.sub,
    ar.mul,
    ar.div,
    lambda x: x,
    ar.NAN,
    {name: getattr(el, name) for name in (*_NAMES, "quantile")},
)
COMPLEX = Scalars(
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x / y,
    lambda x: acb(arb(x)),
    acb(ar.NAN),
    {name: _method(name) for name in ("exp", "expm1", "erf", "erfc", "tanh", "sinh", "cosh")}
    # not finite on a branch cut, where there is no Taylor series
    | {"log": lambda z: z.log(analytic=True), "sqrt": lambda z: z.sqrt(analytic=True)}
    | {"log1p": lambda z: (1 + z).log(analytic=True)}
    | {"phi": lambda z: (z / -arb(2).sqrt()).erfc() / 2},
)

Jet = list[Any]


class Rules:
    """The operations on jets of one order over one arithmetic."""

    def __init__(self, order: int, scalars: Scalars) -> None:
        self.order = order
        self.s = scalars
        self.zero, self.one = scalars.number(fmpq(0)), scalars.number(fmpq(1))

    # -- building blocks ----------------------------------------------------------------------

    def is_zero(self, x: Any) -> bool:
        """Exactly zero: the product with whatever it meets is then zero as well."""
        return (type(x) is fmpq and x == 0) or (type(x) is acb and x == 0)

    def constant(self, x: Any) -> Jet:
        return [x] + [self.zero] * self.order

    def nan(self) -> Jet:
        return [self.s.nan] * (self.order + 1)

    def dot(self, pairs: Any) -> Any:
        """The sum of products, without the exact zeros."""
        total = self.zero
        for x, y in pairs:
            if not (self.is_zero(x) or self.is_zero(y)):
                total = self.s.add(total, self.s.mul(x, y))
        return total

    def ratio(self, x: Any, p: int, q: int) -> Any:
        return self.zero if self.is_zero(x) else self.s.mul(self.s.number(fmpq(p, q)), x)

    def slope(self, a: Jet) -> Jet:
        """The coefficients of a'."""
        return [self.ratio(a[j], j, 1) for j in range(1, self.order + 1)]

    def integrated(self, first: Any, prime: Callable[[int, Jet], Any]) -> Jet:
        """The series y with y_0 given and (k + 1) y_(k+1) = prime(k, y_0 … y_k)."""
        y = [first]
        for k in range(self.order):
            y.append(self.ratio(prime(k, y), 1, k + 1))
        return y

    def product(self, a: Sequence[Any], b: Sequence[Any], k: int) -> Any:
        return self.dot((a[j], b[k - j]) for j in range(k + 1))

    # -- arithmetic ---------------------------------------------------------------------------

    def add(self, a: Jet, b: Jet) -> Jet:
        return [self.s.add(x, y) for x, y in zip(a, b, strict=True)]

    def sub(self, a: Jet, b: Jet) -> Jet:
        return [self.s.sub(x, y) for x, y in zip(a, b, strict=True)]

    def neg(self, a: Jet) -> Jet:
        return [self.ratio(x, -1, 1) for x in a]

    def mul(self, a: Jet, b: Jet) -> Jet:
        first = self.s.mul(a[0], b[0])
        return [first, *(self.product(a, b, k) for k in range(1, self.order + 1))]

    def div(self, a: Jet, b: Jet) -> Jet:
        quotient = [self.s.div(a[0], b[0])]
        for k in range(1, self.order + 1):
            known = self.dot((quotient[j], b[k - j]) for j in range(k))
            top = self.s.sub(a[k], known)
            quotient.append(self.zero if self.is_zero(top) else self.s.div(top, b[0]))
        return quotient

    def integer_power(self, n: int, a: Jet) -> Jet:
        if n < 0:
            return self.div(self.constant(self.one), self.integer_power(-n, a))
        if self.s is REALS and n >= 2:
            # the leading coefficient of an even power is not negative
            rest = self.mul(self.integer_power(n - 1, a), a)
            return [ar.integer_power(a[0], n), *rest[1:]]
        result = self.constant(self.one)
        for _ in range(n):
            result = self.mul(result, a)
        return result

    def power(self, a: Jet, b: Jet) -> Jet:
        if self.s is REALS and type(b[0]) is fmpq and all(map(self.is_zero, b[1:])):
            if b[0].q == 1:
                return self.integer_power(int(b[0].p), a)
            # a y' = p a' y
            below, slope = el.power(a[0], b[0]), self.slope(a)
            y = [below]
            for k in range(self.order):
                known = self.dot((self.ratio(y[j], j, 1), a[k + 1 - j]) for j in range(1, k + 1))
                top = self.s.sub(self.s.mul(b[0], self.product(slope, y, k)), known)
                top = self.zero if self.is_zero(top) else self.s.div(top, a[0])
                y.append(self.ratio(top, 1, k + 1))
            return y
        return self.exp(self.mul(b, self.log(a)))

    # -- functions ----------------------------------------------------------------------------

    def through(self, name: str, factor: Callable[[Jet], Jet]) -> Callable[[Jet], Jet]:
        """F(a) with F' known as a function of the argument: y' = a' F'(a)."""

        def function(a: Jet) -> Jet:
            slope, known = self.slope(a), factor(a)
            first = self.s.functions[name](a[0])
            return self.integrated(first, lambda k, y: self.product(slope, known, k))

        return function

    def exp(self, a: Jet) -> Jet:
        slope = self.slope(a)
        first = self.s.functions["exp"](a[0])
        return self.integrated(first, lambda k, y: self.product(slope, y, k))

    def log(self, a: Jet) -> Jet:
        quotient = self.quotient(self.slope(a), a)
        return self.integrated(self.s.functions["log"](a[0]), lambda k, y: quotient[k])

    def expm1(self, a: Jet) -> Jet:
        return [self.s.functions["expm1"](a[0]), *self.exp(a)[1:]]

    def log1p(self, a: Jet) -> Jet:
        quotient = self.quotient(self.slope(a), [self.s.add(self.one, a[0]), *a[1:]])
        return self.integrated(self.s.functions["log1p"](a[0]), lambda k, y: quotient[k])

    def quotient(self, top: Sequence[Any], bottom: Jet) -> Jet:
        return self.div([*top, self.zero], bottom)

    def sqrt(self, a: Jet) -> Jet:
        # 2 y y' = a'
        slope = self.slope(a)

        def prime(k: int, y: Jet) -> Any:
            known = self.dot((self.ratio(y[j], j, 1), y[k + 1 - j]) for j in range(1, k + 1))
            top = self.s.sub(self.ratio(slope[k], 1, 2), known)
            return self.zero if self.is_zero(top) else self.s.div(top, y[0])

        return self.integrated(self.s.functions["sqrt"](a[0]), prime)

    def tanh(self, a: Jet) -> Jet:
        slope = self.slope(a)

        def prime(k: int, y: Jet) -> Any:
            squares = [self.product(y, y, j) for j in range(k + 1)]
            rest = [self.s.sub(self.one, squares[0]), *(self.ratio(x, -1, 1) for x in squares[1:])]
            return self.product(slope, rest, k)

        return self.integrated(self.s.functions["tanh"](a[0]), prime)

    def hyperbolic(self, wanted: str) -> Callable[[Jet], Jet]:
        def function(a: Jet) -> Jet:
            slope = self.slope(a)
            s, c = [self.s.functions["sinh"](a[0])], [self.s.functions["cosh"](a[0])]
            for k in range(self.order):
                up, down = self.product(slope, c, k), self.product(slope, s, k)
                s.append(self.ratio(up, 1, k + 1))
                c.append(self.ratio(down, 1, k + 1))
            return s if wanted == "sinh" else c

        return function

    def bell(self, p: int, q: int, scale: Callable[[], Any]) -> Callable[[Jet], Jet]:
        """exp(-(p/q) a**2) times a constant."""

        def function(a: Jet) -> Jet:
            exponent = [self.ratio(x, -p, q) for x in self.integer_power(2, a)]
            constant = self.s.number(scale())
            return [
                self.s.mul(constant, x) if not self.is_zero(x) else x for x in self.exp(exponent)
            ]

        return function

    def quantile(self, a: Jet) -> Jet:
        slope = self.slope(a)
        density = self.bell(1, 2, _normal_scale)

        def prime(k: int, y: Jet) -> Any:
            # y' = a'/phi(y), of which only the coefficients up to k are known and needed
            known = density([*y, *[self.zero] * (self.order - k)])
            return self.quotient(slope, known)[k]

        return self.integrated(self.s.functions["quantile"](a[0]), prime)

    # -- the gamma function -------------------------------------------------------------------

    def polygamma(self, m: int, a: Jet) -> Jet:
        """The Taylor series of the function in a - a_0, by Horner's rule."""
        step, total = [self.zero, *a[1:]], self.constant(self.zero)
        for j in range(self.order, -1, -1):
            outer = self.ratio(special.polygamma(m + j, a[0]), 1, math.factorial(j))
            total = self.add(
                self.constant(outer), self.mul(total, step) if j < self.order else total
            )
        return total

    def log_gamma(self, a: Jet) -> Jet:
        slope, known = self.slope(a), self.polygamma(0, a)
        first = special.log_gamma(a[0])
        return self.integrated(first, lambda k, y: self.product(slope, known, k))

    def growing(self, first: Any, rate: Jet) -> Jet:
        """y' = y times a rate."""
        return self.integrated(first, lambda k, y: self.product(rate, y, k))

    def gamma(self, a: Jet) -> Jet:
        slope, known = self.slope(a), self.polygamma(0, a)
        rate = [self.product(slope, known, k) for k in range(self.order)]
        return self.growing(special.gamma(a[0]), rate)

    def factorial(self, a: Jet) -> Jet:
        return self.gamma(self.add(a, self.constant(self.one)))

    def binomial(self, n: Jet, k: Jet) -> Jet:
        if all(map(self.is_zero, (*n[1:], *k[1:]))):
            return self.constant(special.binomial(n[0], k[0]))
        one = self.constant(self.one)
        parts = ((1, n), (-1, k), (-1, self.sub(n, k)))
        rates = self.constant(self.zero)
        for side, part in parts:
            slope, known = self.slope(part), self.polygamma(0, self.add(part, one))
            for j in range(self.order):
                rates[j] = self.s.add(rates[j], self.ratio(self.product(slope, known, j), side, 1))
        return self.growing(special.binomial(n[0], k[0]), rates)

    def incomplete(self, f: Callable[[Any, Any], Any], side: int) -> Callable[[Jet, Jet], Jet]:
        def function(s: Jet, x: Jet) -> Jet:
            if not all(map(self.is_zero, s[1:])):
                return [f(s[0], x[0]), *self.nan()[1:]]
            density = self.mul(
                self.power(x, self.sub(s, self.constant(self.one))), self.exp(self.neg(x))
            )
            slope = [self.ratio(c, side, 1) for c in self.slope(x)]
            return self.integrated(f(s[0], x[0]), lambda k, y: self.product(slope, density, k))

        return function

    # -- decisions ----------------------------------------------------------------------------

    def select(self, smaller: bool) -> Callable[[Jet, Jet], Jet]:
        def function(a: Jet, b: Jet) -> Jet:
            first = ar.less(a[0], b[0]) if smaller else ar.less(b[0], a[0])
            if first is None:
                value = (ar.minimum if smaller else ar.maximum)(a[0], b[0])
                return [value, *self.nan()[1:]]
            return a if first else b

        return function

    def absolute(self, a: Jet) -> Jet:
        if ar.nonzero(a[0]):
            return a if ar.sign(a[0]) > 0 else self.neg(a)
        return [ar.absolute(a[0]), *self.nan()[1:]]

    def piecewise(self, *branches: Any) -> Jet:
        for value, condition in zip(branches[::2], branches[1::2], strict=True):
            if condition is True:
                return list(value)
            if condition is None:
                break
        return self.nan()

    def table(self) -> dict[str, Callable[..., Any]]:
        table: dict[str, Callable[..., Any]] = {
            name: getattr(self, name)
            for name in ("add", "sub", "neg", "mul", "div", "integer_power", "power")
        }
        table |= {
            name: getattr(self, name) for name in ("exp", "expm1", "log", "log1p", "sqrt", "tanh")
        }
        table |= {name: self.hyperbolic(name) for name in ("sinh", "cosh")}
        table["phi"] = self.through("phi", self.bell(1, 2, _normal_scale))
        table["erf"] = self.through("erf", self.bell(1, 1, lambda: 2 / arb.pi().sqrt()))
        table["erfc"] = self.through("erfc", self.bell(1, 1, lambda: -2 / arb.pi().sqrt()))
        if self.s is REALS:
            table |= {"quantile": self.quantile, "absolute": self.absolute}
            table |= {"minimum": self.select(True), "maximum": self.select(False)}
            table["piecewise"] = self.piecewise
            names = ("gamma", "log_gamma", "polygamma", "factorial", "binomial")
            table |= {name: getattr(self, name) for name in names}
            table["upper_gamma"] = self.incomplete(special.upper_gamma, -1)
            table["lower_gamma"] = self.incomplete(special.lower_gamma, 1)
        return table


def _normal_scale() -> Any:
    return 1 / (arb.pi() * 2).sqrt()
