"""Ordered exact scalars: fractions, or rational functions whose order follows from hypotheses.

Two fields with one interface, so that each algorithm on breakpoints is written once. An order
that is proved only weakly (``x <= y``) is enough: where the two sides meet, either choice is right.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from math import lcm
from typing import Any

from sympy import (
    QQ,
    Abs,
    Basic,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    PolynomialError,
    Rational,
    S,
    cancel,
    cosh,
    exp,
    expand,
    log,
    sinh,
    tanh,
)
from sympy.polys.fields import field

from ..errors import DomainError, HypothesisError
from ..exact import exact, to_fraction
from .numeric import double

__all__ = ["Numbers", "Rationals", "Scalars", "field_of", "normal_form", "read_all"]

_MAX_DEGREE = 64


@lru_cache(maxsize=8192)
def normal_form(expr: Expr) -> Expr:
    """The quotient in lowest terms of a rational function of symbols and exponentials.

    Two expressions that are equal as rational functions of the symbols and of the exponentials of
    independent monomials have the same normal form, as long as the powers of those stay moderate;
    exponentials beyond that are opaque numbers. An expression with Max, Min, Abs or Piecewise
    is returned as it is.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import epsilon
    >>> normal_form((exp(epsilon) - 1) / (exp(epsilon) - exp(-epsilon)))
    exp(epsilon)/(exp(epsilon) + 1)
    """
    if expr.is_Rational or expr.is_Symbol or expr.has(Max, Min, Piecewise, Abs):
        return expr
    expr = expr.replace(lambda e: isinstance(e, (tanh, sinh, cosh)), lambda e: e.rewrite(exp))
    nodes = expr.atoms(exp, type(S.Exp1))
    # e^(c m) for the monomials m of all exponents becomes a power of one generator e^(m/l)
    parts = {node: _exponent(node.as_base_exp()[1]) for node in nodes}
    found: dict[Expr, set[Rational]] = {}
    for terms in parts.values():
        for coefficient, monomial in terms:
            found.setdefault(monomial, set()).add(abs(coefficient))
    bases = {m: _generators(coefficients) for m, coefficients in found.items()}
    # without assumptions: SymPy would look for the real roots of polynomials in positive symbols
    unit = {
        (m, base): Dummy(f"exp_{m}_{base}")
        for m in sorted(bases, key=str)
        for base in sorted({base for base, _ in bases[m].values()})
    }

    def power(coefficient: Rational, monomial: Expr) -> Expr:
        base, exponent = bases[monomial][abs(coefficient)]
        return unit[monomial, base] ** (exponent if coefficient > 0 else -exponent)

    powers = {node: Mul(*(power(c, m) for c, m in terms)) for node, terms in parts.items()}
    polynomial = expr.xreplace(powers)
    others = sorted(polynomial.free_symbols - set(unit.values()), key=str)
    quotient = _lowest_terms(polynomial, [*unit.values(), *others])
    return quotient.xreplace({generator: exp(base * m) for (m, base), generator in unit.items()})


def _generators(coefficients: Iterable[Rational]) -> dict[Rational, tuple[Rational, int]]:
    """Each positive coefficient as a multiple of a base: one common base if the degrees are small.

    Otherwise a coefficient that is no small multiple of a smaller one is a base of its own, so that
    e^1.0999999 is one opaque generator and not the 10999999th power of one.
    """
    ordered = sorted(coefficients)
    common = Rational(1, lcm(*(int(c.q) for c in ordered)))
    if ordered[-1] <= _MAX_DEGREE * common:
        return {c: (common, int(c / common)) for c in ordered}
    chosen: dict[Rational, tuple[Rational, int]] = {}
    for c in ordered:
        bases = (b for b, _ in chosen.values() if (c / b).is_Integer and c <= _MAX_DEGREE * b)
        base = next(bases, c)
        chosen[c] = base, int(c / base)
    return chosen


def _lowest_terms(expr: Expr, generators: list[Expr]) -> Expr:
    try:
        return field(generators, QQ)[0].from_expr(expr).as_expr()
    except ValueError:  # radicals and opaque functions
        pass
    try:
        return cancel(expr, *generators)
    except PolynomialError:  # a generator inside an opaque function
        return cancel(expr)


def _exponent(exponent: Expr) -> list[tuple[Rational, Expr]]:
    terms = expand(exponent)
    return [t.as_coeff_Mul(rational=True) for t in (terms.args if terms.is_Add else (terms,))]


class Scalars:
    """Symbolic scalars, ordered by what the domains of their symbols and ``given`` prove."""

    zero: Any = S.Zero
    one: Any = S.One

    def __init__(self, given: Iterable[Any] = ()) -> None:
        self.given = tuple(given)

    def read(self, value: Expr) -> Any:
        """A SymPy expression as a scalar of this field."""
        return normal_form(value)

    def write(self, value: Any) -> Expr:
        """A scalar of this field as a SymPy expression."""
        return value

    def double(self, value: Any) -> float:
        """The double next to a scalar without symbols (infinite beyond the range of doubles)."""
        return double(value)

    def log_double(self, value: Any) -> float:
        """The double next to the logarithm of a non-negative scalar without symbols."""
        return double(log(value)) if self.signs(value) == {1} else -math.inf

    def normal(self, value: Any) -> Any:
        """The canonical form of the result of an operation."""
        return normal_form(value)

    def signs(self, value: Any) -> frozenset[int]:
        """The signs that could not be excluded."""
        from ..signs import possible_signs

        return possible_signs(value, self.given)

    def is_zero(self, value: Any) -> bool:
        """Whether the value is proved to vanish identically."""
        return self.signs(value) == {0}

    def at_most(self, left: Any, right: Any) -> bool:
        """True if ``left <= right`` is proved, False if ``left >= right`` is.

        Raises
        ------
        HypothesisError
            If neither is proved.
        """
        signs = self.signs(right - left)
        if signs <= {0, 1}:
            return True
        if signs <= {-1, 0}:
            return False
        raise self.undecided(left, right)

    def undecided(self, left: Any, right: Any) -> HypothesisError:
        """The error that names two quantities whose order matters and is not known."""
        return HypothesisError(
            f"the order of {left} and {right} matters here and does not follow from the domains "
            f"of their symbols{f' and {list(self.given)}' if self.given else ''}. Give one as a "
            f"hypothesis, given=[Le({left}, {right})] or the reverse, narrow the domains with "
            "real(name, domain), or substitute numbers."
        )

    def locate(self, value: Any, ordered: Sequence[Any]) -> int:
        """How many members of an increasing sequence are at most ``value``."""
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if self.at_most(ordered[middle], value):
                low = middle + 1
            else:
                high = middle
        return low

    def sorted(self, items: Iterable[Any], key: Callable[[Any], Any]) -> list[Any]:
        """The items in increasing order of ``key``."""

        def compare(left: Any, right: Any) -> int:
            x, y = key(left), key(right)
            return 0 if x == y else -1 if self.at_most(x, y) else 1

        return sorted(items, key=cmp_to_key(compare))


class Numbers(Scalars):
    """Real numbers: balls tell different ones apart, algebra proves equality."""

    def signs(self, value: Any) -> frozenset[int]:
        from ..balls import sign

        found = sign(value, max_bits=256)
        return super().signs(value) if found is None else _SIGNS[found]


class Rationals(Scalars):
    """The field of fractions: the same answers, fast."""

    zero = Fraction(0)
    one = Fraction(1)

    def read(self, value: Expr) -> Any:
        return to_fraction(value)

    def write(self, value: Any) -> Expr:
        return Rational(value.numerator, value.denominator)

    def double(self, value: Any) -> float:
        try:
            return float(value)
        except OverflowError:
            return math.inf

    def log_double(self, value: Any) -> float:
        if not value:
            return -math.inf
        if Fraction(1, 2) < value < 2:
            return math.log1p(float(value - 1))
        return math.log(value.numerator) - math.log(value.denominator)

    def normal(self, value: Any) -> Any:
        return value

    def signs(self, value: Any) -> frozenset[int]:
        return _SIGNS[(value > 0) - (value < 0)]

    def is_zero(self, value: Any) -> bool:
        return not value

    def at_most(self, left: Any, right: Any) -> bool:
        return bool(left <= right)

    def locate(self, value: Any, ordered: Sequence[Any]) -> int:
        return bisect_right(ordered, value)

    def sorted(self, items: Iterable[Any], key: Callable[[Any], Any]) -> list[Any]:
        return sorted(items, key=key)


_SIGNS = {sign: frozenset({sign}) for sign in (-1, 0, 1)}


def field_of(values: Sequence[Expr], given: Iterable[Any] = ()) -> Scalars:
    """The field in which to compute with ``values``."""
    given = tuple(given)
    if S.false in given:
        raise HypothesisError(f"the hypotheses {list(given)} contradict each other")
    if all(value.is_Rational for value in values):
        return Rationals(given)
    symbolic = any(value.free_symbols for value in values)
    return Scalars(given) if symbolic else Numbers(given)


def read_all(values: Any, what: str) -> list[Expr]:
    """A sequence of numbers or expressions, read exactly."""
    try:
        if isinstance(values, (str, Basic)):
            raise TypeError
        items = list(values)
    except TypeError:
        raise DomainError(
            f"{what} = {values!r}: allowed is a list of numbers or expressions"
        ) from None
    return [exact(value, f"{what}[{i}]") for i, value in enumerate(items)]
