"""One case as a fraction of polynomials in atoms; hypotheses eliminated; signs of fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Eq, Expr, Ge, Gt, Le, Lt, Ne, S

from ..balls.polynomials import Quotient, Ring, coefficients, factors, support
from ..errors import DomainError
from .atoms import Reader, exponentiated, is_known_number, sign_of_number
from .orthant import ALL, NONNEGATIVE, POSITIVE, Range, Signs, polynomial_signs, times

__all__ = ["case_signs", "ratio_signs"]

# beyond it the attempt is given up, honestly: the answer is then "every sign is possible"
_MAX_SIZE = 400


@dataclass(frozen=True)
class _Hypothesis:
    """``value >= 0``, ``> 0`` (strict) or ``= 0`` (equality)."""

    value: Quotient
    strict: bool
    equality: bool

    @property
    def allowed(self) -> Signs:
        """The signs that it leaves to its value."""
        return frozenset({0} if self.equality else {1} if self.strict else {0, 1})


class Infeasible(Exception):
    """The hypotheses exclude each other: the case does not occur."""


def case_signs(expr: Expr, given: tuple[Any, ...]) -> Signs:
    """The signs that a branch-free expression can have under hypotheses."""
    given = tuple(h for h in (*given, *exponentiated(expr, given)) if h is not S.true)
    # `!=` excludes points only; dropping it is sound
    differences = [_difference(h) for h in given if not isinstance(h, Ne)]
    reader = Reader([expr, *(d for d, _, _ in differences)])
    value = reader.read(expr)
    read = [(reader.read(d), strict, equality) for d, strict, equality in differences]
    try:
        field = _Field(reader, slacks=len(read))
        terms = [field.quotient(e) for e in (value, *reader.inverted)]
        hypotheses = [_Hypothesis(field.quotient(h), s, e) for h, s, e in read]
        quotient, *inverted = field.eliminate(terms, hypotheses)
        if any(0 in field.signs_of(term) for term in inverted):
            return ALL
        found = field.signs_of(quotient)
    except ZeroDivisionError:
        return ALL
    except Infeasible:
        return frozenset()
    if len(found) > 1 and is_known_number(expr):
        return sign_of_number(expr)
    return found


def ratio_signs(expr: Expr, of: Expr) -> Signs:
    """The signs that ``expr/of`` can have in lowest terms, where its own terms are defined."""
    reader = Reader([expr, of])
    top, bottom = reader.read(expr), reader.read(of)
    try:
        field = _Field(reader)
        if any(0 in field.signs_of(field.quotient(term)) for term in reader.inverted):
            return ALL
        return field.signs_of(field.quotient(top) * field.quotient(bottom) ** -1)
    except ZeroDivisionError:
        return ALL


class _Field:
    """Fractions of polynomials in the atoms that a reader found, and in slack variables."""

    def __init__(self, reader: Reader, slacks: int = 0) -> None:
        atoms = list(reader.range_of)
        self.ring = Ring(len(atoms) + slacks)
        self.ranges: list[Range] = list(reader.range_of.values())
        self.number = {atom: i for i, atom in enumerate(atoms)}
        self.radicals = [
            (self.number[atom], root, self.quotient(radicand))
            for atom, root, radicand in reader.radicals
        ]

    def quotient(self, expr: Expr) -> Quotient:
        """An expression in atoms as a fraction of polynomials."""
        one = self.ring.constant(1)
        if expr.is_Rational:
            return Quotient(self.ring.constant(Fraction(int(expr.p), int(expr.q))), one)
        if expr.is_Add or expr.is_Mul:
            first, *rest = (self.quotient(a) for a in expr.args)
            for other in rest:
                first = first + other if expr.is_Add else first * other
            return first
        if expr.is_Pow:
            return self.quotient(expr.base) ** int(expr.exp)
        return Quotient(self.ring.gens[self.number[expr]], one)

    # hypotheses

    def eliminate(self, terms: list[Quotient], pending: list[_Hypothesis]) -> list[Quotient]:
        """Solve each hypothesis for an atom in which it is linear; a slack variable takes over.

        A hypothesis that cannot be used, or that makes the first term too large, is dropped: that
        loses information, not soundness.
        """
        while pending:
            hypothesis, *pending = pending
            signs, allowed = self.signs_of(hypothesis.value), hypothesis.allowed
            if not signs & allowed:
                raise Infeasible
            if signs <= allowed:
                continue  # it says nothing new
            if signs & allowed == {0}:
                hypothesis = _Hypothesis(hypothesis.value, strict=False, equality=True)
            step = self._solve(hypothesis)
            if step is None:
                continue
            atom, replacement, slack = step
            value = terms[0].at(atom, replacement)
            if value.size > _MAX_SIZE and value != terms[0]:
                continue
            if slack is not None:
                self.ranges.append(slack)
            terms = [value, *(term.at(atom, replacement) for term in terms[1:])]
            self.radicals = [(a, n, r.at(atom, replacement)) for a, n, r in self.radicals]
            pending = [
                _Hypothesis(p.value.at(atom, replacement), p.strict, p.equality) for p in pending
            ]
        return terms

    def _solve(self, hypothesis: _Hypothesis) -> tuple[int, Quotient, Range | None] | None:
        """(atom, what replaces it, the range of the slack variable), the best there is."""
        orientation = self._signs_of_polynomial(hypothesis.value.bottom)
        if orientation not in ({1}, {-1}):
            return None
        numerator = hypothesis.value.top * next(iter(orientation))
        roots = {atom for atom, _, _ in self.radicals}
        best: tuple[int, tuple[int, Quotient, Range | None]] | None = None
        for atom in support(numerator):
            if atom in roots:
                continue
            parts = coefficients(numerator, atom)
            if len(parts) != 2:
                continue
            offset, slope = parts
            if {*support(slope), *support(offset)} & self._radicals_over(atom):
                continue  # the radicand would come to contain its own root
            slope_signs = self._signs_of_polynomial(slope)
            if slope_signs not in ({1}, {-1}):
                continue
            bound = Quotient.of(-offset, slope)
            if hypothesis.equality:
                return atom, bound, None
            score, solved = self._bounded(atom, bound, slope_signs == {1}, hypothesis.strict)
            if best is None or score > best[0]:
                best = (score, solved)
        return None if best is None else best[1]

    def _bounded(
        self, atom: int, bound: Quotient, lower: bool, strict: bool
    ) -> tuple[int, tuple[int, Quotient, Range | None]]:
        """The atom between ``bound`` and the far end of its range, and how much that keeps."""
        span = self.ranges[atom]
        near, far = (span.low, span.high) if lower else (span.high, span.low)
        outward = 1 if lower else -1
        inside = near is None or self._beyond(bound, near, outward)
        bounded = far is not None and self._beyond(bound, far, -outward)
        slack = self._generator(len(self.ranges))
        if bounded:
            gap = self._constant(far) - bound
            replacement = bound + gap * slack
            range_of_slack = Range(Fraction(0), Fraction(1), strict, False)
        else:
            replacement = bound + slack if lower else bound - slack
            range_of_slack = POSITIVE if strict else NONNEGATIVE
        # an open end that the bound replaces is forgotten, so a closed one is the better choice
        near_open = span.low_open if lower else span.high_open
        score = 4 * int(inside) + 2 * int(bounded or far is None) + int(not near_open)
        return score, (atom, replacement, range_of_slack)

    def _beyond(self, bound: Quotient, end: Fraction, direction: int) -> bool:
        """Whether ``direction * (bound - end) >= 0`` everywhere."""
        allowed = {0, 1} if direction == 1 else {0, -1}
        return self.signs_of(bound - self._constant(end)) <= allowed

    def _generator(self, index: int) -> Quotient:
        return Quotient(self.ring.gens[index], self.ring.constant(1))

    def _constant(self, value: Fraction | None) -> Quotient:
        assert value is not None
        return Quotient(self.ring.constant(value), self.ring.constant(1))

    def _radicals_over(self, atom: int) -> set[int]:
        """The radicals in whose radicands ``atom`` occurs, directly or inside another radical."""
        found = {atom}
        for _ in self.radicals:
            found |= {root for root, _, r in self.radicals if found & set(r.variables())}
        return found - {atom}

    # signs

    def signs_of(self, value: Quotient) -> Signs:
        """The signs that a fraction can have."""
        if value.size > _MAX_SIZE:
            return ALL
        top = self._signs_of_polynomial(self._reduced(value.top))
        return top if top == {0} else times(top, self._signs_of_polynomial(value.bottom))

    def _signs_of_polynomial(self, poly: Any) -> Signs:
        if not poly:
            return frozenset({0})
        if len(poly) > _MAX_SIZE:
            return ALL
        content, found = factors(poly)
        result: Signs = frozenset({content})
        for factor, multiplicity in found:
            own = polynomial_signs(factor, self.ranges.__getitem__, self._signs_of_polynomial)
            result = times(result, own if multiplicity % 2 else frozenset(s * s for s in own))
            if len(result) == 3:
                break
        return result

    def _reduced(self, poly: Any) -> Any:
        """r**n replaced by its radicand for every radical r, up to a positive factor."""
        for atom, root, radicand in self.radicals:
            parts = coefficients(poly, atom)
            if len(parts) <= root:
                continue
            # clearing the denominator keeps the sign only when it is positive
            times_cleared = (len(parts) - 1) // root
            if self._signs_of_polynomial(radicand.bottom**times_cleared) != {1}:
                continue
            total = self.ring.constant(0)
            for power, part in enumerate(parts):
                whole, rest = divmod(power, root)
                total += (
                    part
                    * self.ring.gens[atom] ** rest
                    * radicand.top**whole
                    * radicand.bottom ** (times_cleared - whole)
                )
            poly = total
        return poly


def _difference(relation: Any) -> tuple[Expr, bool, bool]:
    """(d, strict, equality) such that the relation says d >= 0, d > 0 or d = 0."""
    if isinstance(relation, (Ge, Gt)):
        return relation.lhs - relation.rhs, isinstance(relation, Gt), False
    if isinstance(relation, (Le, Lt)):
        return relation.rhs - relation.lhs, isinstance(relation, Lt), False
    if isinstance(relation, Eq):
        return relation.lhs - relation.rhs, False, True
    raise DomainError(f"hypothesis {relation}: allowed are <=, <, >=, >, ==, != relations")
