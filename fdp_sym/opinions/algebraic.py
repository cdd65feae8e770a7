r"""SymPy expressions as terms of Z3 over the real numbers.

What is not algebraic becomes a variable of its own:

* :math:`e^{c_1 m_1+c_2 m_2}` is a product of powers of :math:`x_m=e^{m/\ell}>0`, where l is the
  common denominator of the coefficients of m. If m is a symbol that stands nowhere else and whose
  domain ends at 0 or at infinity, then :math:`x_m` ranges over exactly the numbers on its side
  of 1, and nothing is lost;
* otherwise :math:`x_m` is only known by :math:`1+t\le e^t` and :math:`e^t(1-t)\le 1`, and other
  functions by their ranges. That is a *relaxation*: without a solution of it there is none of the
  original, but a solution of it proves nothing. `Terms.reasons` names what was relaxed.

Divisions, roots and Max are new variables with the equations that define them; where those have no
solution (division by 0), the term has no value, which is a condition of `Terms.guards`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any

import sympy
from sympy import Range, S

from ..errors import UnsupportedError
from ..functions import Phi, Quantile
from ..symbols import domain_of
from ..theorems.statements import Generic
from .exponents import elementary, exponent_of, exponential_between, readings

__all__ = ["Terms", "z3_or_error"]

_DEGREE = 64
# functions with real values everywhere, by the ends of their ranges (None: no end)
_RANGES: dict[Any, tuple[Any, Any]] = {
    Phi: (0, 1),
    sympy.erf: (-1, 1),
    sympy.erfc: (0, 2),
    sympy.atan: (None, None),
    sympy.sin: (-1, 1),
    sympy.cos: (-1, 1),
}


def z3_or_error() -> Any:
    """The module z3, or UnsupportedError with how to install it."""
    try:
        import z3
    except ImportError as error:
        raise UnsupportedError(
            "opinions by Z3 need z3-solver, which is not installed: pip install 'fdp_sym[smt]'"
        ) from error
    return z3


class Terms:
    """The translation of some relations, which share their variables.

    Parameters
    ----------
    relations : iterable of relations
        All that will be translated: where a symbol stands decides how its exponential is read.

    Attributes
    ----------
    facts : list
        Domains and definitions of the variables: they hold for every value of the symbols.
    guards : list
        Conditions without which a term has no value.
    reasons : list of str
        What was relaxed; empty for a translation that loses nothing.
    """

    def __init__(self, relations: Iterable[Any]) -> None:
        self.z3 = z3_or_error()
        self.facts: list[Any] = []
        self.guards: list[Any] = []
        self.reasons: list[str] = []
        self.symbols: dict[Any, Any] = {}
        self.powers: dict[Any, tuple[Any, int]] = {}  # m -> (the variable of e^(m/l), l)
        self._terms: dict[Any, tuple[Any, list[Any]]] = {}
        self._count = 0
        self._read_as, bare = readings(list(relations))
        self._declare_powers([side for sides in self._read_as.values() for side in sides], bare)

    # -- relations ----------------------------------------------------------------------------

    def relation(self, relation: Any) -> Any:
        """A relation, a Boolean combination of relations, or a truth value."""
        z3 = self.z3
        if relation in (S.true, S.false):
            return z3.BoolVal(relation is S.true)
        if isinstance(relation, (sympy.And, sympy.Or)):
            join = z3.And if isinstance(relation, sympy.And) else z3.Or
            return join(*map(self.relation, relation.args))
        if isinstance(relation, sympy.Not):
            return z3.Not(self.relation(relation.args[0]))
        if not relation.is_Relational:
            raise UnsupportedError(f"not semi-algebraic: {relation}")
        sides = self._read_as.get(relation) or map(elementary, relation.args)
        left, right = map(self.term, sides)
        compared = {
            "==": lambda: left == right,
            "!=": lambda: left != right,
            "<=": lambda: left <= right,
            "<": lambda: left < right,
            ">=": lambda: left >= right,
            ">": lambda: left > right,
        }
        return compared[relation.rel_op]()

    # -- exponentials -------------------------------------------------------------------------

    def _declare_powers(self, sides: list[Any], bare: set[Any]) -> None:
        found: dict[Any, set[Any]] = {}
        for node in set().union(*(side.atoms(sympy.exp, type(S.Exp1)) for side in sides)):
            for monomial, coefficient in exponent_of(node):
                found.setdefault(monomial, set()).add(coefficient)
        for monomial in sorted(found, key=str):
            scale = lcm(*(int(c.q) for c in found[monomial]))
            variable = self._fresh("e")
            self.powers[monomial] = variable, scale
            self.facts.append(variable > 0)
            if monomial.is_Symbol and monomial not in bare:
                self._one_sided(monomial, variable)
            elif monomial == 1:
                self.reasons.append("e is no algebraic number")
                low, high = exponential_between(Fraction(1, scale))
                self.facts += [variable > self._number(low), variable < self._number(high)]
        for monomial, (variable, scale) in list(self.powers.items()):
            if monomial == 1 or (monomial.is_Symbol and monomial not in bare):
                continue
            outside = " and outside" if monomial.is_Symbol else ""
            self.reasons.append(f"{monomial} stands in an exponent{outside}")
            exponent = self.term(elementary(monomial)) / scale
            self.facts += [
                self.z3.Or(exponent == 0, variable > 1 + exponent),
                self.z3.Or(exponent == 0, variable * (1 - exponent) < 1),
                self.z3.Implies(exponent == 0, variable == 1),
            ]

    def _one_sided(self, symbol: Any, variable: Any) -> None:
        """The range of e^(s/l) for a symbol s that stands nowhere else."""
        domain = domain_of(symbol)
        for end, is_open, sign in (
            (domain.inf, domain.left_open, 1),
            (domain.sup, domain.right_open, -1),
        ):
            if end.is_infinite:
                continue
            if end == 0:
                gap = sign * (variable - 1)
                self.facts.append(gap > 0 if is_open else gap >= 0)
                continue
            self.reasons.append(f"exp({end}) is no algebraic number")
            low, high = exponential_between(
                Fraction(int(end.p), int(end.q) * self.powers[symbol][1])
            )
            bound = variable > self._number(low) if sign > 0 else variable < self._number(high)
            self.facts.append(bound)

    def _exp(self, expr: Any) -> Any:
        product = self._number(Fraction(1))
        for monomial, coefficient in exponent_of(expr):
            variable, scale = self.powers[monomial]
            n = int(coefficient * scale)
            if abs(n) > _DEGREE:
                raise UnsupportedError(f"not semi-algebraic: {expr} has degree {abs(n)}")
            product = product * self._whole_power(variable, n, positive=True)
        return product

    # -- terms --------------------------------------------------------------------------------

    def term(self, expr: Any) -> Any:
        """An expression, whose conditions go to `guards`."""
        if expr not in self._terms:
            outer, self.guards = self.guards, []
            value, inner = self._term(expr), {g.get_id(): g for g in self.guards}
            self._terms[expr] = value, list(inner.values())
            self.guards = outer
        value, guards = self._terms[expr]
        self.guards += guards
        return value

    def _term(self, expr: Any) -> Any:
        if expr.is_Rational:
            return self._number(Fraction(int(expr.p), int(expr.q)))
        if expr.is_Symbol:
            return self._symbol(expr)
        if isinstance(expr, sympy.exp) or expr is S.Exp1:
            return self._exp(expr)
        if expr.is_Add:
            return self.z3.Sum(*map(self.term, expr.args))
        if expr.is_Mul:
            return self.z3.Product(*map(self.term, expr.args))
        if expr.is_Pow:
            return self._power(expr)
        if isinstance(expr, (sympy.Max, sympy.Min)):
            return self._extreme(expr)
        if isinstance(expr, sympy.Abs):
            x = self.term(expr.args[0])
            return self._choice([(x >= 0, x), (self.z3.BoolVal(True), -x)])
        if isinstance(expr, sympy.sign):
            x = self.term(expr.args[0])
            one, zero = self._number(Fraction(1)), self._number(Fraction(0))
            return self._choice([(x > 0, one), (x < 0, -one), (self.z3.BoolVal(True), zero)])
        if isinstance(expr, sympy.Piecewise):
            return self._piecewise(expr)
        return self._opaque(expr)

    def _fresh(self, letter: str) -> Any:
        self._count += 1
        return self.z3.Real(f"{letter}!{self._count}")

    def _number(self, x: Fraction) -> Any:
        return self.z3.RatVal(x.numerator, x.denominator)

    def _symbol(self, symbol: Any) -> Any:
        if symbol not in self.symbols:
            variable = self.symbols[symbol] = self.z3.Real(str(symbol))
            domain = domain_of(symbol)
            if isinstance(domain, Range):
                self.reasons.append(f"{symbol} is a whole number")
                ends = [(domain.inf, False, 1), (domain.sup, False, -1)]
            else:
                ends = [(domain.inf, domain.left_open, 1), (domain.sup, domain.right_open, -1)]
            for end, is_open, sign in ends:
                if not end.is_infinite:
                    gap = sign * (variable - self.term(end))
                    self.facts.append(gap > 0 if is_open else gap >= 0)
        return self.symbols[symbol]

    def _power(self, expr: Any) -> Any:
        base, exponent = expr.base, expr.exp
        if exponent.is_Rational and max(abs(exponent.p), exponent.q) <= _DEGREE:
            x = self.term(base)
            if exponent.q == 1:
                return self._whole_power(x, int(exponent))
            root = self._fresh("r")
            self.guards.append(x >= 0)
            defined = self.z3.And(root >= 0, self._whole_power(root, int(exponent.q)) == x)
            self.facts.append(self.z3.Implies(x >= 0, defined))
            return self._whole_power(root, int(exponent.p))
        x = self.term(base)
        self.guards.append(x > 0)
        power = self._known_by(expr)
        self.facts.append(self.z3.Implies(x > 0, power > 0))
        return power

    def _whole_power(self, x: Any, n: int, positive: bool = False) -> Any:
        if n < 0:
            x = self._reciprocal(x, positive)
        product = self._number(Fraction(1))
        for _ in range(abs(n)):
            product = product * x
        return product

    def _reciprocal(self, x: Any, positive: bool = False) -> Any:
        key = ("reciprocal", x.get_id())
        if key not in self._terms:
            inverse = self._fresh("q")
            equation = inverse * x == 1
            self.facts.append(equation if positive else self.z3.Implies(x != 0, equation))
            self._terms[key] = inverse, [x]  # keeps x alive, so that its number stays its own
        if not positive:
            self.guards.append(x != 0)
        return self._terms[key][0]

    def _extreme(self, expr: Any) -> Any:
        parts = [self.term(a) for a in expr.args]
        best = self._fresh("m")
        is_max = isinstance(expr, sympy.Max)
        self.facts += [best >= x if is_max else best <= x for x in parts]
        self.facts.append(self.z3.Or(*(best == x for x in parts)))
        return best

    def _choice(self, cases: list[tuple[Any, Any]]) -> Any:
        """The value of the first case whose condition holds."""
        value = self._fresh("p")
        earlier: list[Any] = []
        for condition, x in cases:
            here = self.z3.And(*(self.z3.Not(c) for c in earlier), condition)
            self.facts.append(self.z3.Implies(here, value == x))
            earlier.append(condition)
        return value

    def _piecewise(self, expr: Any) -> Any:
        cases: list[Any] = []
        earlier: list[Any] = []
        for branch, condition in expr.args:
            holds = self.relation(condition)
            outer, self.guards = self.guards, []
            value = self.term(branch)
            here = self.z3.And(*(self.z3.Not(c) for c in earlier), holds)
            inner, self.guards = self.guards, outer
            self.guards += [self.z3.Implies(here, guard) for guard in inner]
            cases.append((holds, value))
            earlier.append(holds)
        self.guards.append(self.z3.Or(*earlier))
        return self._choice(cases)

    # -- relaxations --------------------------------------------------------------------------

    def _known_by(self, expr: Any, low: Any = None, high: Any = None) -> Any:
        """A variable of which only its range is known, for a term with real values."""
        self.reasons.append(f"{expr}")
        variable = self._fresh("v")
        if low is not None:
            self.facts.append(variable >= self.term(sympy.sympify(low)))
        if high is not None:
            self.facts.append(variable <= self.term(sympy.sympify(high)))
        return variable

    def _opaque(self, expr: Any) -> Any:
        kind = type(expr)
        if expr is S.Pi:
            return self._known_by(expr, sympy.Rational("3.1415926"), sympy.Rational("3.1415927"))
        if kind in _RANGES:
            return self._known_by(expr, *_RANGES[kind])
        if isinstance(expr, Generic) and all(b.is_finite for b in expr.func.bounds):
            low, high = expr.func.domain.inf, expr.func.domain.sup
            for argument in map(self.term, expr.args):  # the bounds are those on the domain
                self.guards += [argument >= self.term(low)] if low.is_finite else []
                self.guards += [argument <= self.term(high)] if high.is_finite else []
            return self._known_by(expr, *expr.func.bounds)
        if isinstance(expr, sympy.log):
            x = self.term(expr.args[0])
            self.guards.append(x > 0)
            value = self._known_by(expr)
            apart = self.z3.And(value < x - 1, x * value > x - 1)  # 1 - 1/x < log x < x - 1
            here = self.z3.If(x == 1, value == 0, apart)
            self.facts.append(self.z3.Implies(x > 0, here))
            return value
        if isinstance(expr, Quantile):
            p = self.term(expr.args[0])
            self.guards += [p > 0, p < 1]
            value = self._known_by(expr)
            half = self._number(Fraction(1, 2))
            self.facts += [(p > half) == (value > 0), (p < half) == (value < 0)]
            return value
        raise UnsupportedError(f"not semi-algebraic: {expr}")
