r"""Exact signs of rational functions of ordered atoms, decided under hypotheses, never by sampling.

An expression is read as a rational function of *atoms*: its symbols with their domains,
exponentials (:math:`e^{c\,m}` becomes a power of one positive atom), radicals, numbers such as
:math:`\pi` with a rational bracket, and opaque functions with a known range. Each irreducible
factor of it is written in coordinates that run through the non-negative orthant

* :math:`x \in [a, \infty)`: :math:`x = a + t`,
* :math:`x \in [a, b]`: :math:`x = (a u + b t)/(u + t)`,

and if all coefficients of the resulting polynomial have one sign, so has the factor (a certificate
in the sense of Pólya and Bernstein). Factors in one atom are decided by exact root counting,
quadratic ones by their discriminant. ``Max``, ``Min``, ``Abs`` and ``Piecewise`` split into cases.

The answer is the set of signs that could not be excluded: a superset of the signs attained, so that
``possible_signs(e) <= {0, 1}`` *proves* :math:`e \ge 0` on the whole domain. Atoms are treated as
independent, which can only enlarge the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import lcm, prod
from typing import Any

from sympy import (
    QQ,
    Abs,
    Add,
    And,
    Dummy,
    Eq,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Ne,
    Or,
    Piecewise,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    binomial,
    cosh,
    erfc,
    exp,
    expand,
    factor_list,
    factorial,
    gamma,
    log,
    oo,
    sinh,
    sympify,
    tanh,
    together,
)
from sympy.core.function import AppliedUndef
from sympy.polys.rings import ring

from .binding import seal
from .errors import DomainError, FdpError, PrecisionError
from .functions import Phi, Quantile
from .symbols import domain_of

__all__ = ["is_nonnegative", "is_positive", "is_zero", "possible_signs", "sign"]

Signs = frozenset[int]
ALL: Signs = frozenset({-1, 0, 1})
# beyond these sizes the attempt is given up, honestly: the answer is then "every sign is possible"
_MAX_TERMS = 4000  # monomials in the coefficient test
_MAX_WORK = 400_000  # products of monomials on the way there
_MAX_OPERATIONS = 400  # operations after a hypothesis is used; monomials before factoring


def possible_signs(expr: Any, given: Iterable[Any] = ()) -> Signs:
    """A superset of the signs that ``expr`` takes on the domain of its symbols.

    Parameters
    ----------
    expr : SymPy expression
        Real wherever its symbols are in their domains.
    given : iterable of SymPy relations
        Hypotheses, e.g. ``Ge(delta2, delta1)``.

    Returns
    -------
    frozenset
        Subset of {-1, 0, 1}; all three when nothing could be excluded.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import delta, epsilon
    >>> sorted(possible_signs((1 - delta) * (exp(epsilon) - 1)))
    [0, 1]
    """
    return _signs_cached(sympify(expr), tuple(sympify(relation) for relation in given))


def is_nonnegative(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr >= 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {0, 1})


def is_positive(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr > 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {1})


def is_zero(expr: Any, given: Iterable[Any] = ()) -> bool:
    """Whether ``expr = 0`` is proved on the whole domain (False: not proved)."""
    return _within(expr, given, {0})


def _within(expr: Any, given: Iterable[Any], allowed: set[int]) -> bool:
    """Whether no other sign is possible; hypotheses cost time and are tried second."""
    given = tuple(given)
    return possible_signs(expr) <= allowed or (
        bool(given) and possible_signs(expr, given) <= allowed
    )


def sign(expr: Any, given: Iterable[Any] = ()) -> int | None:
    """The one sign of ``expr``, or None when it varies or is undecided."""
    signs = possible_signs(expr, given)
    return next(iter(signs)) if len(signs) == 1 else None


@lru_cache(maxsize=20_000)
def _signs_cached(expr: Expr, given: tuple[Any, ...]) -> Signs:
    if expr.is_Rational:
        return frozenset({_sgn(expr)})
    if expr in (oo, -oo):
        return frozenset({1 if expr is oo else -1})
    if expr.has(S.NaN, S.ComplexInfinity, oo, -oo):
        return ALL
    if _is_known_number(expr):  # roots of high order are hard for field arithmetic, not for balls
        known = _sign_of_number(expr, max_bits=512)
        if len(known) == 1:
            return known
    expr, *hidden = seal([expr, *given])
    found: set[int] = set()
    for case, hypotheses in _cases(expr, tuple(hidden)):
        found |= _Field(case, hypotheses).signs()
        if len(found) == 3:
            break
    return frozenset(found)


# -- case splits ------------------------------------------------------------------------------


def _cases(expr: Expr, given: tuple[Any, ...]) -> Iterator[tuple[Expr, tuple[Any, ...]]]:
    """Replace Max, Min, Abs and Piecewise by their branches, one case each (cases may overlap)."""
    for hypothesis in given:
        if isinstance(hypothesis, (And, Or)):
            others = tuple(h for h in given if h is not hypothesis)
            if isinstance(hypothesis, And):
                yield from _cases(expr, others + tuple(hypothesis.args))
            else:
                for branch in hypothesis.args:
                    yield from _cases(expr, (*others, branch))
            return
    if any(h is S.false for h in given):
        return
    node = _innermost_branching([expr, *given])
    if node is None:
        yield expr, given
        return
    for value, conditions in _branches(node):
        swap = {node: value}
        kept = tuple(h.xreplace(swap) for h in given)
        yield from _cases(expr.xreplace(swap), kept + conditions)


def _innermost_branching(exprs: list[Any]) -> Expr | None:
    for expr in exprs:
        nodes = sorted(expr.atoms(Max, Min, Abs, Piecewise), key=lambda n: (n.count_ops(), str(n)))
        if nodes:
            first: Expr = nodes[0]
            return first
    return None


def _branches(node: Expr) -> Iterator[tuple[Expr, tuple[Any, ...]]]:
    if isinstance(node, Abs):
        (x,) = node.args
        yield x, (Ge(x, 0, evaluate=False),)
        yield -x, (Le(x, 0, evaluate=False),)
    elif isinstance(node, Piecewise):
        earlier: tuple[Any, ...] = ()
        for value, condition in node.args:
            if condition is S.true:
                yield value, earlier
                return
            yield value, (*earlier, condition)
            earlier = (*earlier, ~condition)
    else:
        relation = Ge if isinstance(node, Max) else Le
        for chosen in node.args:
            others = [a for a in node.args if a is not chosen]
            yield chosen, tuple(relation(chosen, other, evaluate=False) for other in others)


# -- atoms ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Range:
    """The interval in which an atom is known to lie; ends are rationals or infinite."""

    low: Expr = -oo
    high: Expr = oo
    low_open: bool = True
    high_open: bool = True

    @property
    def is_positive(self) -> bool:
        """Whether every point of it is positive."""
        return bool(self.low > 0 or (self.low == 0 and self.low_open))


_REALS = _Range()
_POSITIVE = _Range(S.Zero, oo, True)
_NONNEGATIVE = _Range(S.Zero, oo, False)
_UNIT = _Range(S.Zero, S.One, False, False)


class _Field:
    """One case, written as a rational function of atoms."""

    def __init__(self, expr: Expr, given: tuple[Any, ...]) -> None:
        self.atom_of: dict[Expr, Dummy] = {}
        self.range_of: dict[Dummy, _Range] = {}
        self.radicals: list[tuple[Dummy, int, Expr]] = []
        self.inverted: list[Expr] = []
        given = (*given, *_exponentiated(expr, given))
        everything = [expr, *(side for h in given for side in h.args)]
        self.roots = _root_orders(everything)
        self.original = expr
        self.value = self.read(expr)
        self.feasible = True
        self.hypotheses: list[tuple[Expr, bool, bool]] = []
        for hypothesis in given:
            self._add_hypothesis(hypothesis)
        self._eliminate_hypotheses()

    # reading an expression

    def read(self, expr: Expr) -> Expr:
        """``expr`` with everything that is not field arithmetic replaced by atoms."""
        if expr.is_Rational:
            return expr
        if expr.is_Add or expr.is_Mul:
            return expr.func(*(self.read(a) for a in expr.args))
        if isinstance(expr, exp):
            return self._read_power(S.Exp1, expr.args[0])
        if expr.is_Pow:
            return self._read_power(*expr.as_base_exp())
        if isinstance(expr, (tanh, sinh, cosh)):
            return self.read(expr.rewrite(exp))
        if expr is S.Exp1:
            return self._read_power(S.Exp1, S.One)
        return self._atom(expr, partial(_range_of, expr))

    def _read_power(self, base: Expr, exponent: Expr) -> Expr:
        if exponent.is_Integer and base is not S.Exp1:
            value = self.read(base)
            if exponent.is_negative:
                self.inverted.append(value)
            return value**exponent
        if not exponent.is_Rational and not (base is S.Exp1 or _signs_cached(base, ()) <= {1}):
            return self._atom(Pow(base, exponent), lambda: _REALS)
        factors = []
        for coefficient, monomial in _terms(exponent):
            root = self.roots.get((base, monomial), coefficient.q)
            power = coefficient * root
            if monomial is S.One and base is not S.Exp1:
                if power.is_Integer and coefficient.is_Integer:
                    factors.append(self.read(base) ** power)
                    if power.is_negative:
                        self.inverted.append(self.read(base))
                    continue
                atom = self._radical(base, root)
            else:
                unit = monomial / root
                key = exp(unit) if base is S.Exp1 else Pow(base, unit, evaluate=False)
                atom = self._atom(
                    key,
                    partial(_power_range, base, monomial, root),
                )
            factors.append(atom**power)
            if power.is_negative and not self.range_of[atom].is_positive:
                self.inverted.append(atom)
        return Mul(*factors)

    def _radical(self, base: Expr, root: int) -> Dummy:
        key = Pow(base, Rational(1, root), evaluate=False)
        known = self.atom_of.get(key)
        if known is not None:
            return known
        radicand = self.read(base)
        if base.is_number:
            atom = self._atom(key, lambda: _bracket(Pow(base, Rational(1, root))))
        else:
            signs = _signs_cached(base, ())
            span = _POSITIVE if signs <= {1} else _NONNEGATIVE if signs <= {0, 1} else _REALS
            atom = self._atom(key, lambda: span)
            if span is _REALS:  # the root may not be real: nothing may be concluded
                self.inverted.append(S.Zero)
        self.radicals.append((atom, root, radicand))
        return atom

    def _atom(self, key: Expr, find_range: Any) -> Dummy:
        if key not in self.atom_of:
            dummy = Dummy(f"a{len(self.atom_of)}", real=True)
            self.atom_of[key] = dummy
            self.range_of[dummy] = find_range()
        return self.atom_of[key]

    # hypotheses

    def _add_hypothesis(self, relation: Any) -> None:
        if relation is S.true:
            return
        if isinstance(relation, (Ge, Gt)):
            difference = relation.lhs - relation.rhs
        elif isinstance(relation, (Le, Lt)):
            difference = relation.rhs - relation.lhs
        elif isinstance(relation, Eq):
            difference = relation.lhs - relation.rhs
        elif isinstance(relation, Ne):
            return  # excludes points only; dropping it is sound
        else:
            raise DomainError(f"hypothesis {relation}: allowed are <=, <, >=, >, ==, != relations")
        strict = isinstance(relation, (Gt, Lt))
        self.hypotheses.append((self.read(difference), strict, isinstance(relation, Eq)))

    def _eliminate_hypotheses(self) -> None:
        """Solve each hypothesis for an atom in which it is linear; a slack variable takes over."""
        pending = self.hypotheses
        while pending:
            (h, strict, equality), *pending = pending
            step = self._eliminate(h, strict, equality)
            if step is None:
                continue  # an unused hypothesis loses information, not soundness
            atom, replacement = step
            swap = {atom: replacement}
            value = self.value.xreplace(swap)
            if value.count_ops() > _MAX_OPERATIONS and value != self.value:
                continue
            self.value = value
            self.inverted = [e.xreplace(swap) for e in self.inverted]
            self.radicals = [(a, n, r.xreplace(swap)) for a, n, r in self.radicals]
            pending = [(p.xreplace(swap), s, e) for p, s, e in pending]

    def _eliminate(self, h: Expr, strict: bool, equality: bool) -> tuple[Dummy, Expr] | None:
        numerator, denominator = together(h).as_numer_denom()
        orientation = self._signs_of(denominator)
        if orientation not in ({1}, {-1}):
            return None
        numerator = expand(numerator * next(iter(orientation)))
        best: tuple[int, Dummy, Expr] | None = None
        radical_atoms = {a for a, _, _ in self.radicals}
        for atom in sorted(numerator.free_symbols - radical_atoms, key=str):
            poly = Poly(numerator, atom)
            if poly.degree() != 1:
                continue
            slope, offset = poly.all_coeffs()
            if (slope.free_symbols | offset.free_symbols) & self._radicals_over(atom):
                continue  # the radicand would come to contain its own root
            slope_signs = self._signs_of(slope)
            if slope_signs not in ({1}, {-1}):
                continue
            bound = together(-offset / slope)
            if equality:
                return atom, bound
            lower = slope_signs == {1}  # atom >= bound, otherwise atom <= bound
            span = self.range_of[atom]
            near, far = (span.low, span.high) if lower else (span.high, span.low)
            inside = near.is_infinite or self._signs_of((bound - near) * (1 if lower else -1)) <= {
                0,
                1,
            }
            bounded = far.is_finite and self._signs_of((far - bound) * (1 if lower else -1)) <= {
                0,
                1,
            }
            if bounded:
                slack = self._slack(_Range(S.Zero, S.One, strict, False))
                candidate = bound + (far - bound) * slack
            else:
                slack = self._slack(_POSITIVE if strict else _NONNEGATIVE)
                candidate = bound + slack if lower else bound - slack
            score = 2 * int(inside) + int(bounded or far.is_infinite)
            if best is None or score > best[0]:
                best = (score, atom, candidate)
        return None if best is None else (best[1], best[2])

    def _radicals_over(self, atom: Dummy) -> set[Dummy]:
        """The radicals in whose radicands ``atom`` occurs, directly or inside another radical."""
        found = {atom}
        for _ in self.radicals:
            found |= {root for root, _, radicand in self.radicals if radicand.free_symbols & found}
        return found - {atom}

    def _slack(self, span: _Range) -> Dummy:
        slack = Dummy(f"s{len(self.range_of)}", real=True)
        self.range_of[slack] = span
        return slack

    # signs

    def signs(self) -> Signs:
        for base in self.inverted:
            if 0 in self._signs_of(base):
                return ALL
        found = self._signs_of(self.value)
        if len(found) > 1 and _is_known_number(self.original):
            return _sign_of_number(self.original)
        return found

    def _signs_of(self, value: Expr) -> Signs:
        """Signs of a rational function of atoms."""
        value = together(value)
        numerator, denominator = value.as_numer_denom()
        numerator = expand(numerator)
        if len(Add.make_args(numerator)) > _MAX_OPERATIONS:
            return ALL
        numerator = self._reduce(numerator)
        if numerator == 0:
            return frozenset({0})
        result: Signs = frozenset({1})
        for part in (numerator, denominator):
            content, factors = factor_list(part)
            result = _times(result, frozenset({1 if content > 0 else -1}))
            for factor, multiplicity in factors:
                own = self._factor_signs(Poly(factor, *sorted(factor.free_symbols, key=str)))
                result = _times(result, own if multiplicity % 2 else frozenset(s * s for s in own))
                if len(result) == 3:
                    return ALL
        return result

    def _reduce(self, numerator: Expr) -> Expr:
        """Replace r**n by its radicand for every radical r = radicand**(1/n)."""
        for atom, root, radicand in self.radicals:
            if numerator.has(atom) and Poly(numerator, atom).degree() >= root:
                top, bottom = together(radicand).as_numer_denom()
                poly = Poly(numerator, atom)
                terms = [
                    c * atom ** (m[0] % root) * (top / bottom) ** (m[0] // root)
                    for m, c in poly.terms()
                ]
                # clearing the denominator keeps the sign only when it is positive
                scale = bottom ** (poly.degree() // root)
                if self._signs_of(scale) == {1}:
                    numerator = expand(together(Add(*terms) * scale))
        return numerator

    def _factor_signs(self, poly: Poly) -> Signs:
        """Signs of an irreducible polynomial on the box of its atoms."""
        if len(poly.gens) == 1:
            return _univariate_signs(poly, self.range_of[poly.gens[0]])
        found = _orthant_signs(poly, [self.range_of[g] for g in poly.gens])
        if len(found) < 3:
            return found
        for atom in poly.gens:
            if poly.degree(atom) == 2:
                a, b, c = Poly(poly.as_expr(), atom).all_coeffs()
                discriminant = self._signs_of(b**2 - 4 * a * c)
                if discriminant <= {-1}:
                    return self._signs_of(a)
                if discriminant <= {-1, 0}:
                    return self._signs_of(a) | {0}
        return ALL


def _sgn(number: Expr) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0


def _times(left: Signs, right: Signs) -> Signs:
    return frozenset(a * b for a, b in product(left, right))


def _root_orders(exprs: list[Expr]) -> dict[tuple[Expr, Expr], int]:
    """For each (base, monomial), the common denominator of the coefficients it comes with."""
    orders: dict[tuple[Expr, Expr], int] = {}
    for expr in exprs:
        nodes = expr.atoms(Pow, exp)
        for hyperbolic in expr.atoms(tanh, sinh, cosh):
            nodes |= hyperbolic.rewrite(exp).atoms(Pow, exp)
        for node in nodes:
            base, exponent = node.as_base_exp()
            if isinstance(node, exp):
                base, exponent = S.Exp1, node.args[0]
            if exponent.is_Integer and base is not S.Exp1:
                continue
            for coefficient, monomial in _terms(exponent):
                key = (base, monomial)
                orders[key] = lcm(orders.get(key, 1), int(coefficient.q))
    return orders


def _exponentiated(expr: Expr, given: tuple[Any, ...]) -> Iterator[Any]:
    """e^((x - y)/n) >= 1 for a hypothesis x >= y: atoms of exponentials do not know of x and y."""
    roots = {m: root for (base, m), root in _root_orders([expr]).items() if base is S.Exp1}
    for relation in given:
        if isinstance(relation, (Ge, Gt, Le, Lt, Eq)):
            gap = relation.lhs - relation.rhs
            monomials = {monomial for _, monomial in _terms(gap)} - {S.One}
            if monomials and monomials <= set(roots):
                root = lcm(*(roots[monomial] for monomial in monomials))
                yield relation.func(exp(gap / root), 1, evaluate=False)


def _terms(exponent: Expr) -> list[tuple[Rational, Expr]]:
    """An exponent as a sum of rational multiples of monomials."""
    return [term.as_coeff_Mul(rational=True) for term in Add.make_args(expand(exponent))]


def _range_of(expr: Expr) -> _Range:
    """The range of an opaque atom."""
    if isinstance(expr, Symbol):
        domain = domain_of(expr)
        low, high = domain.inf, domain.sup
        return _Range(
            low if low.is_infinite or low.is_Rational else _bracket(low).low,
            high if high.is_infinite or high.is_Rational else _bracket(high).high,
            low.is_infinite or low not in domain,
            high.is_infinite or high not in domain,
        )
    if hasattr(expr, "_sign_range"):
        low, high = expr._sign_range()
        return _Range(sympify(low), sympify(high), False, False)
    if expr.is_number and not expr.atoms(Symbol, AppliedUndef):
        return _bracket(expr)
    if isinstance(expr, Phi):
        argument = _signs_cached(expr.args[0], ())
        low = S.Half if argument <= {0, 1} else S.Zero
        high = S.Half if argument <= {0, -1} else S.One
        return _Range(low, high, low == 0 or argument <= {1}, high == 1 or argument <= {-1})
    if isinstance(expr, (log, Quantile)):
        threshold = 1 if isinstance(expr, log) else S.Half
        argument = _signs_cached(expr.args[0] - threshold, ())
        if argument <= {0, 1}:
            return _POSITIVE if argument <= {1} else _NONNEGATIVE
        if argument <= {0, -1}:
            return _Range(-oo, S.Zero, True, argument <= {-1})
        return _REALS
    if isinstance(expr, erfc):
        return _Range(S.Zero, S(2))
    if isinstance(expr, (factorial, gamma, binomial)):
        if isinstance(expr, binomial):
            n, k = expr.args
            natural = _signs_cached(k, ()) <= {0, 1} and _signs_cached(n, ()) <= {0, 1}
            return _NONNEGATIVE if natural and n.is_integer and k.is_integer else _REALS
        argument = _signs_cached(expr.args[0], ())
        fits = argument <= ({0, 1} if isinstance(expr, factorial) else {1})
        return _POSITIVE if fits else _REALS
    return _REALS


def _power_range(base: Expr, monomial: Expr, root: int) -> _Range:
    """Range of base**(monomial/root) for a positive base: compared with 1."""
    if base.is_number and monomial.is_number:
        return _bracket(Pow(base, monomial / root))
    above = frozenset({1}) if base is S.Exp1 else _signs_cached(base - 1, ())
    exponent = _signs_cached(monomial, ())
    direction = _times(above, exponent)
    if direction <= {0, 1}:
        return _Range(S.One, oo, direction <= {1})
    if direction <= {0, -1}:
        return _Range(S.Zero, S.One, True, direction <= {-1})
    return _POSITIVE


def _is_known_number(expr: Expr) -> bool:
    """Whether it has a value: no free symbol, no function that is known by facts only."""
    return not expr.free_symbols and not expr.atoms(AppliedUndef)


def _sign_of_number(number: Expr, max_bits: int = 4096) -> Signs:
    from .balls import sign as certified_sign

    try:
        found = certified_sign(number, max_bits=max_bits)
    except FdpError:  # nothing that balls can enclose, such as a generic function at a number
        return ALL
    return ALL if found is None else frozenset({found})


def _bracket(number: Expr) -> _Range:
    """A rational bracket of an irrational number, from balls."""
    from .balls import enclose

    try:
        ball = enclose(number, digits=20)
    except PrecisionError:  # perhaps zero: no relative width is reached
        return _REALS
    if isinstance(ball.lower, float) or isinstance(ball.upper, float):
        return _REALS  # unbounded
    return _Range(Rational(ball.lower), Rational(ball.upper), False, False)


# -- polynomials on boxes ---------------------------------------------------------------------


def _univariate_signs(poly: Poly, span: _Range) -> Signs:
    """Exact: an irreducible polynomial in one atom changes sign at its roots and nowhere else."""
    low = None if span.low == -oo else span.low
    high = None if span.high == oo else span.high
    found: set[int] = set()
    at_ends = 0
    for end, is_open in ((low, span.low_open), (high, span.high_open)):
        if end is not None and poly.eval(end) == 0:
            at_ends += 1
            if not is_open:
                found.add(0)
    roots = poly.count_roots(low, high)
    if low is not None and low == high:
        return frozenset({_sign_at(poly, low)})
    if roots > at_ends:
        return ALL
    found.add(_sign_at(poly, _interior_point(poly, low, high)))
    return frozenset(found)


def _sign_at(poly: Poly, point: Expr) -> int:
    return _sgn(poly.eval(point))


def _interior_point(poly: Poly, low: Expr | None, high: Expr | None) -> Expr:
    """A point between the ends; without interior roots every one has the same sign."""
    if low is None:
        return S.Zero if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2


def _orthant_signs(poly: Poly, spans: list[_Range]) -> Signs:
    """The coefficient test in coordinates of the non-negative orthant, with a few Pólya steps."""
    # each entry: (lower coordinate u or None, upper coordinate t, whether t > 0, whether u > 0)
    coordinates: list[tuple[Dummy | None, Dummy, bool, bool]] = []
    free: set[Dummy] = set()
    for atom, span in zip(poly.gens, spans, strict=True):
        t = Dummy("t", real=True)
        if span.low == -oo and span.high == oo:
            free.add(atom)
        elif span.low == -oo:
            coordinates.append((None, t, span.high_open, False))
        else:
            u = None if span.high == oo else Dummy("u", real=True)
            coordinates.append((u, t, span.low_open, span.high_open))
    degrees = [poly.degree(atom) + 1 for atom in poly.gens]
    if len(poly.terms()) * prod(degrees) > _MAX_WORK:
        return ALL
    gens = [c for u, t, _, _ in coordinates for c in (u, t) if c is not None] + sorted(
        free, key=str
    )
    orthant = ring(gens, QQ)[0]
    element = dict(zip(gens, orthant.gens, strict=True))
    pairs = iter(coordinates)
    powers = []
    multiplier = orthant.one
    for atom, span, size in zip(poly.gens, spans, degrees, strict=True):
        top: Any = element.get(atom)
        bottom = orthant.one
        if atom not in free:
            u, t, _, _ = next(pairs)
            if u is not None:
                bottom = element[u] + element[t]
                top = QQ.from_sympy(span.low) * element[u] + QQ.from_sympy(span.high) * element[t]
            elif span.low != -oo:
                top = QQ.from_sympy(span.low) + element[t]
            else:
                top = QQ.from_sympy(span.high) - element[t]
            multiplier *= bottom if u is not None else 1 + element[t]
        powers.append([top**k * bottom ** (size - 1 - k) for k in range(size)])
    current = orthant.zero
    for monomial, coefficient in poly.terms():
        term = orthant.one * QQ.from_sympy(coefficient)
        for column, power in zip(powers, monomial, strict=True):
            term *= column[power]
        current += term
    for _ in range(4):
        terms = current.terms()
        if len(terms) > _MAX_TERMS:
            return ALL
        found = _coefficient_signs(terms, gens, coordinates, free)
        if len(found) < 3 or len(coordinates) > 3:
            return found
        current *= multiplier
    return ALL


def _coefficient_signs(
    terms: list[tuple[tuple[int, ...], Any]],
    gens: list[Dummy],
    coordinates: list[tuple[Dummy | None, Dummy, bool, bool]],
    free: set[Dummy],
) -> Signs:
    position = {g: i for i, g in enumerate(gens)}
    signs = {_sgn(c) for _, c in terms}
    if len(signs) != 1 or any(m[position[a]] % 2 for m, _ in terms for a in free):
        return ALL
    own = signs.pop()
    # strict when, wherever the point lies, some monomial does not vanish there
    supports = [{gens[i] for i, e in enumerate(m) if e} for m, _ in terms]
    choices: list[list[set[Dummy]]] = []
    for u, t, t_positive, u_positive in coordinates:
        sure = {c for c, positive in ((t, t_positive), (u, u_positive)) if c and positive}
        # u + t = 1, so one of the two is positive wherever the point lies
        choices.append([sure] if sure or u is None else [{u}, {t}])
    for chosen in product(*choices):
        alive = set().union(*chosen) if chosen else set()
        if not any(s <= alive for s in supports):
            return frozenset({0, own})
    return frozenset({own})
