"""One inequality in some variables, f >= 0 or f > 0: what the prover asks about it on a box.

The answers are enclosures. A missing derivative, an undefined value and an undecided sign are
all "unknown", never an error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from flint import fmpq
from sympy import Expr, Integer, Min, Mul, Piecewise, Rational, Symbol, exp

from ..errors import DomainError, UnsupportedError
from . import arithmetic as ar
from .arithmetic import NAN, ONE, ZERO
from .boxes import Box, Side, to_point
from .compiler import compile_expr
from .duals import DUAL, Dual
from .jets import taylor
from .precision import precision
from .program import Program
from .real import REAL
from .rewriting import (
    derivative,
    first_kink,
    is_smooth,
    monotone_difference,
    restrict,
    tidy,
    variants,
)

__all__ = ["Problem", "above", "below", "problem"]

_EXPONENT_BITS = 64
_TAYLOR_ORDER = 4
# longer derivatives are not differentiated again for a Taylor form: a shorter one over more boxes
# takes less time, for the search and for the checker of certificates
_TAYLOR_OPS = 60


def above(x: Any, strict: bool) -> bool:
    """Whether a value is certainly >= 0 (> 0)."""
    lo = ar.ends(x)[0]
    return bool(lo > 0) if strict else bool(lo >= 0)


def below(x: Any, strict: bool) -> bool:
    """Whether a value is certainly <= 0 (< 0)."""
    hi = ar.ends(x)[1]
    return bool(hi < 0) if strict else bool(hi <= 0)


@lru_cache(maxsize=8192)
def problem(expr: Expr, variables: tuple[Symbol, ...]) -> Problem | None:
    """The problem of an expression, each made once; None if it cannot be enclosed."""
    try:
        return Problem(expr, variables)
    except (UnsupportedError, DomainError):
        return None


class Problem:
    """An expression f of some variables; made by `problem`."""

    def __init__(self, expr: Expr, variables: tuple[Symbol, ...]) -> None:
        self.expr = expr
        self.variables = variables
        self.program: Program = compile_expr(expr, variables)
        self._faces: dict[tuple[int, Expr], Problem | None] = {}

    # -- enclosures ---------------------------------------------------------------------------

    def value(self, values: Sequence[Any], bits: int) -> Any:
        with precision(bits):
            return self.program.run(values, REAL)

    def slope(self, i: int, values: Sequence[Any], bits: int) -> Any:
        """All difference quotients in variable i, with the others anywhere in the box."""
        prime = self.derivative(i)
        if prime is not None:
            return prime.value(values, bits)
        if self.variables[i].is_integer or not self.program.supports(DUAL):
            return NAN
        duals = [Dual(v, ONE if j == i else ZERO) for j, v in enumerate(values)]
        with precision(bits):
            return self.program.run(duals, DUAL).slope

    def mean_value(self, box: Box, slopes: Sequence[Any], bits: int) -> Any:
        """f(m) + sum of f_i(B)(x_i - m_i) for a bounded box B with centre m."""
        centre = [to_point(c) for c in box.centre]
        total = self.value(centre, bits)
        with precision(bits):
            for s, m, slope in zip(box.sides, centre, slopes, strict=True):
                total = ar.add(total, ar.mul(slope, ar.sub(s.value, m)))
        return total

    def promises(self, box: Box, strict: bool, bits: int) -> bool:
        """Whether the jets of f say that its Taylor form has the sign: derivatives take longer."""
        centre = to_point(box.centre[0])
        order = len(self.derivatives)
        return above(taylor(self.program, box.values, 0, centre, order, bits), strict)

    def taylor(self, box: Box, bits: int) -> Any:
        """The Taylor form in the only variable of a smooth problem, with all derivatives."""
        (s,), centre = box.sides, to_point(box.centre[0])
        total = self.value([centre], bits)
        with precision(bits):
            step = ar.sub(s.value, centre)
            for j, here in enumerate(self.derivatives, 1):
                values = [s.value if j == len(self.derivatives) else centre]
                power = ar.mul(fmpq(1, math.factorial(j)), ar.integer_power(step, j))
                total = ar.add(total, ar.mul(here.value(values, bits), power))
        return total

    # -- neighbouring problems ----------------------------------------------------------------

    @cached_property
    def _derivatives(self) -> dict[int, Problem | None]:
        return {}

    def derivative(self, i: int) -> Problem | None:
        """The problem of a partial derivative, where that is the formal one."""
        if i not in self._derivatives:
            variable = self.variables[i]
            known = is_smooth(self.expr) and not variable.is_integer
            prime = derivative(self.expr, variable) if known else None
            self._derivatives[i] = None if prime is None else problem(prime, self.variables)
        return self._derivatives[i]

    @cached_property
    def derivatives(self) -> list[Problem]:
        """Those of the Taylor form, in the only variable: fewer where they are long."""
        found: list[Problem] = []
        here = self.derivative(0)
        while here is not None and len(found) < _TAYLOR_ORDER:
            found.append(here)
            here = here.derivative(0) if here.expr.count_ops() <= _TAYLOR_OPS else None
        return found

    @cached_property
    def negated(self) -> Problem | None:
        return problem(-self.expr, self.variables)

    def face(self, i: int, value: Expr) -> Problem | None:
        """The problem with a number for variable i; None if f is undefined there."""
        key = (i, value)
        if key not in self._faces:
            others = (*self.variables[:i], *self.variables[i + 1 :])
            try:
                self._faces[key] = problem(restrict(self.expr, self.variables[i], value), others)
            except DomainError:
                self._faces[key] = None
        return self._faces[key]

    def vanishes_at(self, point: Sequence[Fraction]) -> bool:
        """Whether f is exactly 0 at a point, by exact substitution."""
        here: Problem | None = self
        for c in point:
            here = here and here.face(0, Rational(c.numerator, c.denominator))
        return here is not None and here.expr == 0

    # -- factors ------------------------------------------------------------------------------

    def signed_factors(self, box: Box, strict: bool, bits: int) -> dict[int, int]:
        """Index -> sign of the factors of f that have one (not zero if strict) on the box."""
        if not self.expr.is_Mul:
            return {}
        signs = {}
        for index, factor in enumerate(self.expr.args):
            found = factor_sign(factor, self.variables, box, strict, bits)
            if found:
                signs[index] = found
        return signs

    def remaining(self, signs: dict[int, int]) -> Problem | None:
        """The problem without the factors of known sign."""
        rest = [f for index, f in enumerate(self.expr.args) if index not in signs]
        return problem(Mul(*signs.values(), *rest), self.variables)

    @cached_property
    def difference(self) -> dict[str, Expr] | None:
        """high, low and rest if f = (high - low) rest with high = F(u), low = F(v), F rising."""
        return monotone_difference(self.expr)

    @cached_property
    def inside(self) -> Problem | None:
        """The problem (u - v) rest, which has the sign of f."""
        if self.difference is None:
            return None
        high, low, rest = self.difference.values()
        return problem(tidy((high.args[0] - low.args[0]) * rest), self.variables)

    # -- kinks --------------------------------------------------------------------------------

    def possible_variants(self, box: Box, bits: int) -> list[int]:
        """Which variants of the first kink are not excluded on the box; [] without a kink."""
        kink = first_kink(self.expr)
        return [] if kink is None else _possible(kink, self.variables, box, bits)

    def variant(self, index: int) -> Problem | None:
        kink = first_kink(self.expr)
        assert kink is not None
        return problem(self.expr.xreplace({kink: variants(kink)[index]}), self.variables)


def _enclosure(expr: Expr, variables: tuple[Symbol, ...], box: Box, bits: int) -> Any:
    found = problem(expr, variables)
    return NAN if found is None else found.value(box.values, bits)


def factor_sign(
    factor: Expr, variables: tuple[Symbol, ...], box: Box, strict: bool, bits: int
) -> int:
    """1 or -1 if the factor certainly has that sign on the box (not zero if strict), else 0."""
    value = _enclosure(factor, variables, box, bits)
    if above(value, strict) or (above(value, False) and _nonzero(factor, variables, box)):
        return 1
    if below(value, strict) or (below(value, False) and _nonzero(factor, variables, box)):
        return -1
    return 0


def _nonzero(factor: Expr, variables: tuple[Symbol, ...], box: Box) -> bool:
    """Exponentials of finite numbers, and powers of a variable that excludes 0 as an open end."""
    base, power = factor.as_base_exp()
    if isinstance(factor, exp):
        # only at an infinity that is a value, not a bound, is an exponential 0
        value = _enclosure(factor.args[0], variables, box, _EXPONENT_BITS)
        return not ar.is_nan(ar.ends(value)[0]) and not ar.ends(value)[2]
    if base not in variables or not power.is_Rational:
        return False
    s: Side = box.sides[variables.index(base)]
    return (s.lo >= 0 and (s.lo > 0 or s.lo_open)) or (s.hi <= 0 and (s.hi < 0 or s.hi_open))


def _possible(kink: Expr, variables: tuple[Symbol, ...], box: Box, bits: int) -> list[int]:
    if isinstance(kink, Piecewise):
        possible: list[int] = []
        for index, (_, condition) in enumerate(kink.args):
            indicator = Piecewise((Integer(1), condition), (Integer(0), True))
            taken = _enclosure(indicator, variables, box, bits)
            if above(taken, True):
                return [*possible, index]
            if not below(taken, False):
                possible.append(index)
        return []  # whether any branch applies is not known
    choices = variants(kink)
    orientation = -1 if isinstance(kink, Min) else 1
    kept = list(range(len(choices)))
    for index, choice in enumerate(choices):
        for other in kept:
            gap = orientation * (choices[other] - choice)
            if other != index and above(_enclosure(gap, variables, box, bits), False):
                kept.remove(index)
                break
    return kept
