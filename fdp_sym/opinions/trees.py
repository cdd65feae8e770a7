"""Values of SymPy expressions by walking through their trees, with the arithmetic of a library.

What is rational is computed in fractions, so that zeros are exact; everything else by the library's
own numbers. The walk shares nothing with the compiler of the balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from sympy import S

from ..errors import DomainError, UnsupportedError
from ..theorems.statements import Inf, Iterate, Sup
from .arithmetic import Arithmetic, Unresolved
from .exact_values import EXACT_VALUES, FUNCTIONS

__all__ = ["SIGNS", "value_of"]

# a Fraction, a number of the library, or one of the floats inf and -inf
Value = Any
_TERMS = 20_000
_POWER = 4096  # exponents beyond it are not worth an exact fraction


def value_of(expr: Any, point: Mapping[Any, Value], numbers: Arithmetic) -> Value:
    """The value of an expression at values of its symbols.

    Raises
    ------
    UnsupportedError
        Names a term that the library cannot evaluate.
    DomainError
        Names a term that has no value there.
    Unresolved
        If the way through a Piecewise or the sign of a divisor is not resolved.
    """
    return _Walk(point, numbers).value(expr)


class _Walk:
    """One point of one expression; equal terms are evaluated once."""

    def __init__(self, point: Mapping[Any, Value], numbers: Arithmetic) -> None:
        self.point = dict(point)
        self.numbers = numbers
        self.known: dict[Any, Value] = {}

    def value(self, expr: Any) -> Value:
        if expr not in self.known:
            self.known[expr] = self._value(expr)
        return self.known[expr]

    def inside(self, variable: Any, x: Value) -> _Walk:
        """The same point with a value of a bound variable."""
        return _Walk({**self.point, variable: x}, self.numbers)

    def _value(self, expr: Any) -> Value:
        if expr in self.point:
            return self.point[expr]
        if expr.is_Rational:
            return Fraction(int(expr.p), int(expr.q))
        if expr in (S.Infinity, S.NegativeInfinity):
            return math.inf if expr is S.Infinity else -math.inf
        if expr in (S.Pi, S.Exp1):
            return self.numbers.constant(str(expr))
        name = FUNCTIONS.get(type(expr))
        if name is not None:
            return self.apply(name, self.value(expr.args[0]), expr)
        for kinds, method in _KINDS:
            if isinstance(expr, kinds):
                found: Value = method(self, expr)
                return found
        raise UnsupportedError(f"{type(expr).__name__}: {expr}")

    # -- arithmetic ---------------------------------------------------------------------------

    def lift(self, x: Value) -> Any:
        return self.numbers.number(x) if isinstance(x, Fraction) else x

    def sign(self, x: Value) -> int:
        if isinstance(x, (Fraction, float)):
            return (x > 0) - (x < 0)
        found = self.numbers.sign(x)
        if found is None:
            raise Unresolved
        return found

    def add(self, x: Value, y: Value) -> Value:
        for a, b in ((x, y), (y, x)):
            if isinstance(a, float):
                if isinstance(b, float) and a != b:
                    raise DomainError("oo - oo has no value")
                return a
            if isinstance(a, Fraction) and a == 0:
                return b
        if isinstance(x, Fraction) and isinstance(y, Fraction):
            return x + y
        return self.numbers.add(self.lift(x), self.lift(y))

    def multiply(self, x: Value, y: Value) -> Value:
        if isinstance(x, float) or isinstance(y, float):
            product = self.sign(x) * self.sign(y)
            if product == 0:
                raise DomainError("0 times oo has no value")
            return product * math.inf
        for a, b in ((x, y), (y, x)):
            if isinstance(a, Fraction) and a in (0, 1):
                return a if a == 0 else b
        if isinstance(x, Fraction) and isinstance(y, Fraction):
            return x * y
        return self.numbers.multiply(self.lift(x), self.lift(y))

    def subtract(self, x: Value, y: Value) -> Value:
        return self.add(x, self.multiply(Fraction(-1), y))

    def compare(self, x: Value, y: Value) -> int:
        if isinstance(x, float) and isinstance(y, float):
            return (x > y) - (x < y)
        return self.sign(self.subtract(x, y))

    def larger(self, x: Value, y: Value) -> Value:
        if all(isinstance(v, (Fraction, float)) for v in (x, y)):
            return max(x, y)
        for a, b in ((x, y), (y, x)):
            if isinstance(a, float):
                return a if a > 0 else b
        try:
            return x if self.compare(x, y) > 0 else y  # a fraction stays one
        except Unresolved:
            return self.numbers.larger(self.lift(x), self.lift(y))

    def power(self, x: Value, n: int) -> Value:
        if n < 0:
            return self.reciprocal(self.power(x, -n))
        if isinstance(x, Fraction) and (n <= _POWER or x in (0, 1, -1)):
            return x**n
        if isinstance(x, float):
            return Fraction(1) if n == 0 else (x if n % 2 else math.inf)
        result: Value = Fraction(1)
        square = x if isinstance(x, Fraction) and n <= _POWER else self.lift(x)
        while n:
            if n & 1:
                result = self.multiply(result, square)
            n >>= 1
            if n:
                square = self.multiply(square, square)
        return result

    def reciprocal(self, x: Value) -> Value:
        if isinstance(x, float):
            return Fraction(0)
        if self.sign(x) == 0:
            raise DomainError("1/0 has no value")
        if isinstance(x, Fraction):
            return 1 / x
        return self.numbers.divide(self.lift(Fraction(1)), x)

    def root(self, x: Value, degree: int) -> Value:
        if isinstance(x, float):
            if x < 0:
                raise DomainError("a root of -oo has no value")
            return x
        if self.sign(x) < 0:
            raise DomainError("a root of a negative number has no real value")
        if isinstance(x, Fraction):
            parts = [_whole_root(n, degree) for n in (x.numerator, x.denominator)]
            if None not in parts:
                return Fraction(*parts)  # type: ignore[arg-type]
        return self.numbers.root(self.lift(x), degree)

    def apply(self, name: str, x: Value, expr: Any) -> Value:
        if isinstance(x, (Fraction, float)) and (name, x) in EXACT_VALUES:
            return EXACT_VALUES[name, x]
        if isinstance(x, float):
            raise UnsupportedError(f"{expr} at {x}")
        if name == "log" and self.sign(x) <= 0:
            raise DomainError(f"{expr} has no value")
        if name == "Quantile" and not (self.sign(x) > 0 and self.compare(Fraction(1), x) > 0):
            raise DomainError(f"{expr} has no value")
        if name == "gamma" and isinstance(x, Fraction) and x.denominator == 1 and 0 < x < _POWER:
            return Fraction(math.factorial(int(x) - 1))
        if name == "Quantile" and isinstance(x, Fraction) and 2 * x > 1:
            # the upper tail by its own small probability
            return self.multiply(Fraction(-1), self.apply(name, 1 - x, expr))
        return self.numbers.function(name, self.lift(x))

    # -- kinds of nodes -----------------------------------------------------------------------

    def _add(self, expr: Any) -> Value:
        return reduce(self.add, map(self.value, expr.args))

    def _multiply(self, expr: Any) -> Value:
        return reduce(self.multiply, map(self.value, expr.args))

    def _power(self, expr: Any) -> Value:
        base, exponent = self.value(expr.base), self.value(expr.exp)
        if isinstance(exponent, Fraction) and isinstance(base, (Fraction, float)):
            if exponent.denominator == 1:
                return self.power(base, int(exponent))
            return self.power(self.root(base, exponent.denominator), exponent.numerator)
        if isinstance(exponent, Fraction):
            if exponent.denominator == 1:
                return self.power(base, int(exponent))
            if exponent.denominator <= 64 and abs(exponent.numerator) <= _POWER:
                return self.power(self.root(base, exponent.denominator), exponent.numerator)
        if self.sign(base) <= 0:
            raise DomainError(f"{expr} has no real value")
        logarithm = self.apply("log", base, expr)
        return self.apply("exp", self.multiply(exponent, logarithm), expr)

    def _maximum(self, expr: Any) -> Value:
        return reduce(self.larger, map(self.value, expr.args))

    def _minimum(self, expr: Any) -> Value:
        minus = [self.multiply(Fraction(-1), self.value(a)) for a in expr.args]
        return self.multiply(Fraction(-1), reduce(self.larger, minus))

    def _absolute(self, expr: Any) -> Value:
        x = self.value(expr.args[0])
        return self.larger(x, self.multiply(Fraction(-1), x))

    def _sign(self, expr: Any) -> Value:
        return Fraction(self.sign(self.value(expr.args[0])))

    def _floor(self, expr: Any) -> Value:
        x = self.value(expr.args[0])
        if not isinstance(x, Fraction):
            raise UnsupportedError(f"{expr} of what is no fraction")
        return Fraction(math.floor(x) if isinstance(expr, sympy.floor) else math.ceil(x))

    def _piecewise(self, expr: Any) -> Value:
        for branch, condition in expr.args:
            if self.holds(condition):
                return self.value(branch)
        raise DomainError(f"{expr} has no value")

    def holds(self, condition: Any) -> bool:
        if condition in (S.true, S.false):
            return condition is S.true
        if isinstance(condition, sympy.And):
            return all(map(self.holds, condition.args))
        if isinstance(condition, sympy.Or):
            return any(map(self.holds, condition.args))
        if isinstance(condition, sympy.Not):
            return not self.holds(condition.args[0])
        if not condition.is_Relational:
            raise UnsupportedError(f"the condition {condition}")
        found = self.compare(*(self.value(side) for side in condition.args))
        return found in SIGNS[condition.rel_op]

    def _binomial(self, expr: Any) -> Value:
        n, k = (self.value(a) for a in expr.args)
        whole = all(isinstance(v, Fraction) and v.denominator == 1 for v in (n, k))
        if not whole or abs(n) > _TERMS or abs(k) > _TERMS:
            raise UnsupportedError(f"{expr} of what are no moderate integers")
        if k < 0:
            return Fraction(0)
        product = Fraction(1)
        for j in range(int(k)):
            product *= (n - j) / (j + 1)
        return product

    def _factorial(self, expr: Any) -> Value:
        n = self.value(expr.args[0])
        if not isinstance(n, Fraction) or n.denominator != 1 or not 0 <= n <= _TERMS:
            raise UnsupportedError(f"{expr} of what is no moderate integer")
        return Fraction(math.factorial(int(n)))

    def _sum(self, expr: Any) -> Value:
        return self._series(expr, self.add, Fraction(0))

    def _product(self, expr: Any) -> Value:
        return self._series(expr, self.multiply, Fraction(1))

    def _series(self, expr: Any, join: Any, start: Value) -> Value:
        *inner, (index, low, high) = expr.limits
        body = expr.func(expr.function, *inner) if inner else expr.function
        first, last = self.value(low), self.value(high)
        if last == math.inf and isinstance(expr, sympy.Sum) and isinstance(first, Fraction):
            return self.numbers.series(
                lambda n: self.lift(self.inside(index, Fraction(n)).value(body)), int(first)
            )
        if not all(isinstance(e, Fraction) and e.denominator == 1 for e in (first, last)):
            raise UnsupportedError(f"{expr} from {first} to {last}")
        if abs(last - first) > _TERMS:
            raise UnsupportedError(f"{expr}: {last - first} terms")
        # SymPy follows Karr: a sum that runs backwards takes away what lies between
        backwards = last < first - 1
        ends = (last + 1, first - 1) if backwards else (first, last)
        total = start
        for n in range(int(ends[0]), int(ends[1]) + 1):
            total = join(total, self.inside(index, Fraction(n)).value(body))
        if not backwards:
            return total
        if isinstance(expr, sympy.Product):
            return self.reciprocal(total)
        return self.multiply(Fraction(-1), total)

    def _iterate(self, expr: Any) -> Value:
        step, count, start = expr.args
        times, x = self.value(count), self.value(start)
        if not isinstance(times, Fraction) or times.denominator != 1 or not 0 <= times <= _TERMS:
            raise UnsupportedError(f"{expr}: {times} times")
        for _ in range(int(times)):
            x = self.inside(step.variables[0], x).value(step.expr)
        return x

    def _integral(self, expr: Any) -> Value:
        *inner, limit = expr.limits
        if len(limit) != 3:
            raise UnsupportedError(f"{expr} has no ends")
        variable, low, high = limit
        body = expr.func(expr.function, *inner) if inner else expr.function
        return self.numbers.integral(
            lambda t: self.lift(self.inside(variable, t).value(body)),
            *(self.lift(self.value(end)) for end in (low, high)),
        )

    def _supremum(self, expr: Any) -> Value:
        variable, low, high = expr.limits
        sense = Fraction(-1 if isinstance(expr, Inf) else 1)
        found = self.numbers.supremum(
            lambda t: self.lift(self.multiply(sense, self.inside(variable, t).value(expr.body))),
            *map(self.value, (low, high)),
        )
        return self.multiply(sense, found)


# its own, as an opinion shares nothing with what it is about
SIGNS: dict[str, set[int]] = {
    "==": {0},
    "!=": {1, -1},
    "<=": {-1, 0},
    "<": {-1},
    ">=": {0, 1},
    ">": {1},
}

_KINDS: tuple[tuple[Any, Callable[[_Walk, Any], Value]], ...] = (
    (sympy.Add, _Walk._add),
    (sympy.Mul, _Walk._multiply),
    (sympy.Pow, _Walk._power),
    (sympy.Max, _Walk._maximum),
    (sympy.Min, _Walk._minimum),
    (sympy.Abs, _Walk._absolute),
    (sympy.sign, _Walk._sign),
    ((sympy.floor, sympy.ceiling), _Walk._floor),
    (sympy.Piecewise, _Walk._piecewise),
    (sympy.binomial, _Walk._binomial),
    (sympy.factorial, _Walk._factorial),
    (sympy.Sum, _Walk._sum),
    (sympy.Product, _Walk._product),
    (Iterate, _Walk._iterate),
    (sympy.Integral, _Walk._integral),
    (Sup, _Walk._supremum),  # and Inf
)


def _whole_root(n: int, degree: int) -> int | None:
    """The root of a whole number, if it is whole."""
    if n < 2:
        return n
    root = math.isqrt(n) if degree == 2 else round(n ** (1 / degree)) if n < 2**53 else 0
    return root if root**degree == n else None
