"""Exact multivariate polynomials over the rationals, and fractions of them.

Elements are flint polynomials of one `Ring`; they add, multiply, compare and hash. Everything else
that the exact sign engine needs is here, so that it need not know flint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

__all__ = [
    "Quotient",
    "Ring",
    "coefficient_signs",
    "coefficients",
    "factors",
    "support",
    "terms",
]

Polynomial = Any  # flint's fmpq_mpoly


class Ring:
    """Polynomials in ``size`` variables, which are known by their number.

    Examples
    --------
    >>> ring = Ring(2)
    >>> x, y = ring.gens
    >>> sorted((str(f), n) for f, n in factors(x**2 - y**2)[1])
    [('x0 + x1', 1), ('x0 - x1', 1)]
    """

    def __init__(self, size: int) -> None:
        names = [f"x{i}" for i in range(size)] or ["x"]
        self.context = fmpq_mpoly_ctx.get(names, Ordering.lex)
        self.gens: tuple[Polynomial, ...] = tuple(self.context.gens())

    def constant(self, value: Fraction | int) -> Polynomial:
        """The constant polynomial ``value``."""
        return self.context.constant(fmpq(value.numerator, value.denominator))


def terms(poly: Polynomial) -> list[tuple[tuple[int, ...], Fraction]]:
    """(exponents, coefficient) for each monomial."""
    return [
        (tuple(map(int, monomial)), Fraction(int(c.p), int(c.q)))
        for monomial, c in poly.to_dict().items()
    ]


def coefficient_signs(poly: Polynomial) -> set[int]:
    """Which signs its coefficients have."""
    return {1 if c > 0 else -1 for c in poly.coeffs()}


def support(poly: Polynomial) -> list[int]:
    """The numbers of the variables that occur."""
    return [i for i, degree in enumerate(poly.degrees()) if degree > 0]


def factors(poly: Polynomial) -> tuple[int, list[tuple[Polynomial, int]]]:
    """The sign of the content, and irreducible factors with multiplicities.

    The product is multiplied out again, so that no conclusion rests on a wrong factorisation.
    """
    content, found = poly.factor()
    product = poly.context().constant(content)
    for factor, multiplicity in found:
        product *= factor**multiplicity
    if product != poly:
        raise ArithmeticError(f"factorisation of {poly} does not multiply out")
    return (1 if content > 0 else -1), [(f, int(n)) for f, n in found]


def coefficients(poly: Polynomial, variable: int) -> list[Polynomial]:
    """The coefficients of the powers of one variable, constant first."""
    context = poly.context()
    if not poly:
        return []
    parts: list[dict[tuple[int, ...], Any]] = [{} for _ in range(poly.degrees()[variable] + 1)]
    for monomial, coefficient in poly.to_dict().items():
        rest = list(monomial)
        power, rest[variable] = int(rest[variable]), 0
        parts[power][tuple(rest)] = coefficient
    return [context.from_dict(part) for part in parts]


@dataclass(frozen=True)
class Quotient:
    """A fraction of polynomials without common factor."""

    top: Polynomial
    bottom: Polynomial

    @classmethod
    def of(cls, top: Polynomial, bottom: Polynomial) -> Quotient:
        """``top/bottom`` in lowest terms."""
        if not bottom:
            raise ZeroDivisionError("a fraction of polynomials with denominator 0")
        common = top.gcd(bottom)
        if common != 1:
            top, bottom = top / common, bottom / common
        return cls(top, bottom)

    def __add__(self, other: Quotient) -> Quotient:
        if self.bottom == other.bottom:
            return Quotient.of(self.top + other.top, self.bottom)
        top = self.top * other.bottom + other.top * self.bottom
        return Quotient.of(top, self.bottom * other.bottom)

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient.of(self.top * other.top, self.bottom * other.bottom)

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + (-other)

    def __pow__(self, exponent: int) -> Quotient:
        if exponent < 0:
            return Quotient.of(self.bottom**-exponent, self.top**-exponent)
        return Quotient(self.top**exponent, self.bottom**exponent)

    def at(self, variable: int, value: Quotient) -> Quotient:
        """The fraction with one variable replaced."""
        return _at(self.top, variable, value) * _at(self.bottom, variable, value) ** -1

    @property
    def size(self) -> int:
        """How many monomials it has."""
        return len(self.top) + len(self.bottom)

    def variables(self) -> list[int]:
        """The numbers of the variables that occur."""
        return sorted({*support(self.top), *support(self.bottom)})


def _at(poly: Polynomial, variable: int, value: Quotient) -> Quotient:
    if not poly:
        return Quotient(poly, poly.context().constant(1))
    parts: Sequence[Polynomial] = coefficients(poly, variable)
    degree = len(parts) - 1
    total = poly.context().constant(0)
    for power, part in enumerate(parts):
        total += part * value.top**power * value.bottom ** (degree - power)
    return Quotient.of(total, value.bottom**degree)
