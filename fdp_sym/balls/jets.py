r"""Jets: truncated Taylor series through a program, with enclosures as coefficients.

A jet of order n holds :math:`f^{(j)}/j!` for j = 0, …, n along one variable. Over an interval X
its coefficients enclose those of every expansion point in X, so with the jet at a point m

.. math:: f(x) \in \sum_{j<n} \frac{f^{(j)}(m)}{j!} (x - m)^j + \frac{f^{(n)}(X)}{n!} (x - m)^n .

Every rule is the recurrence of an ordinary differential equation (for ``exp``: y' = a'y). The
same rules serve real values and complex balls; what may fail to be differentiable (an undecided
Max, Piecewise or Abs) is NAN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import acb, arb, ctx, fmpq

from . import arithmetic as ar
from . import elementary as el
from .program import Backend, Program

__all__ = ["COMPLEX", "REALS", "Scalars", "jet", "jets", "taylor"]


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


_NAMES = ("exp", "log", "sqrt", "phi", "erf", "erfc", "tanh", "sinh", "cosh")
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
    {name: _method(name) for name in ("exp", "erf", "erfc", "tanh", "sinh", "cosh")}
    # not finite on a branch cut, where there is no Taylor series
    | {"log": lambda z: z.log(analytic=True), "sqrt": lambda z: z.sqrt(analytic=True)}
    | {"phi": lambda z: (z / -arb(2).sqrt()).erfc() / 2},
)

Jet = list[Any]


class _Rules:
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
        table |= {name: getattr(self, name) for name in ("exp", "log", "sqrt", "tanh")}
        table |= {name: self.hyperbolic(name) for name in ("sinh", "cosh")}
        table["phi"] = self.through("phi", self.bell(1, 2, _normal_scale))
        table["erf"] = self.through("erf", self.bell(1, 1, lambda: 2 / arb.pi().sqrt()))
        table["erfc"] = self.through("erfc", self.bell(1, 1, lambda: -2 / arb.pi().sqrt()))
        if self.s is REALS:
            table |= {"quantile": self.quantile, "absolute": self.absolute}
            table |= {"minimum": self.select(True), "maximum": self.select(False)}
            table["piecewise"] = self.piecewise
        return table


def _normal_scale() -> Any:
    return 1 / (arb.pi() * 2).sqrt()


@lru_cache(maxsize=64)
def jets(order: int, scalars: Scalars = REALS) -> Backend:
    """The backend whose values are jets of an order."""
    from .real import CONSTANTS, LOGIC, RELATIONS

    rules = _Rules(order, scalars)
    table = rules.table()

    def constant(make: Callable[[], Any]) -> Callable[[], Jet]:
        return lambda: rules.constant(scalars.number(make()))

    def compare(relation: Any) -> Callable[[Jet, Jet], bool | None]:
        return lambda a, b: relation(a[0], b[0])

    table |= {name: constant(make) for name, make in CONSTANTS.items()}
    if scalars is REALS:
        table |= {name: compare(relation) for name, relation in RELATIONS.items()}
        table |= LOGIC
    return Backend(table, lambda x: rules.constant(scalars.number(x)))


def jet(
    program: Program, values: Sequence[Any], i: int, order: int, scalars: Scalars = REALS
) -> Jet:
    """The Taylor coefficients of a program in its variable i, at flint's current precision.

    Examples
    --------
    >>> from sympy import Symbol, exp
    >>> from fdp_sym.balls import compile_expr
    >>> x = Symbol("x", real=True)
    >>> [str(c) for c in jet(compile_expr(x**3, [x]), [fmpq(2)], 0, 4)]
    ['8', '12', '6', '1', '0']
    """
    rules = _Rules(order, scalars)
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
    with ctx.workprec(bits):
        at = [centre if j == i else v for j, v in enumerate(values)]
        coefficients = jet(program, at, i, order)[:order]
        last = jet(program, values, i, order)[order]
        h = ar.sub(values[i], centre)
        total = ar.mul(last, ar.integer_power(h, order))
        for j, c in enumerate(coefficients):
            total = ar.add(total, ar.mul(c, ar.integer_power(h, j)))
    return total
