r"""Other forms of an expression that show its sign where it is 0 along a curve.

* *Squares*: a polynomial in exponentials :math:`e^{qt}`, roots :math:`b^{1/q}` and opaque
  functions is factored, and a factor of degree two becomes :math:`\sum d_i \ell_i^2` by
  completing squares (a rational :math:`LDL^T`), if no :math:`d_i` is negative.
* *Compositions*: with :math:`u = h(x)` the expression becomes one in fewer variables;
  :math:`e^{x-y} - 1 - (x - y)` is about a single u.

Whatever is found is only a proposal: the checker verifies that it is the same function.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sympy import (
    QQ,
    ZZ,
    Abs,
    Add,
    Dummy,
    Expr,
    Function,
    Integer,
    Max,
    Min,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    S,
    Symbol,
    cosh,
    exp,
    expand,
    fraction,
    ilcm,
    preorder_traversal,
    sinh,
    together,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from .rewriting import is_smooth, tidy

__all__ = ["compositions", "squares"]

_MAX_OPS, _MAX_DEGREE, _MAX_GENERATORS = 80, 6, 6


# -- squares ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def squares(expr: Expr) -> Expr | None:
    """An equal expression whose factors of degree two are sums of squares, or None.

    Examples
    --------
    >>> from fdp_sym.symbols import real
    >>> x, y = real("x"), real("y")
    >>> squares(x**2 + x * y + y**2)
    3*y**2/4 + (x + y/2)**2
    >>> squares((exp(x) + exp(y)) / 2 - exp((x + y) / 2))
    (exp(x/2) - exp(y/2))**2/2
    """
    if not expr.is_Add or expr.count_ops() > _MAX_OPS:
        return None
    top, bottom = fraction(together(_plain(expr)))
    names: dict[Expr, Dummy] = {}
    try:
        shown, below = (_polynomial(part, _units(top + bottom), names) for part in (top, bottom))
        shown, under = fraction(together(shown))
        if not 0 < len(names) <= _MAX_GENERATORS:
            return None
        polynomial = Poly(shown, *names.values())
    except PolynomialError:
        return None
    if polynomial.total_degree() > _MAX_DEGREE or polynomial.domain not in (QQ, ZZ):
        return None
    coefficient, factors = polynomial.factor_list()
    found = [_sum_of_squares(base) for base, _ in factors]
    if len(factors) == 1 and factors[0][1] == 1 and not (found[0] or expr.has(Abs, Max, Min)):
        return None
    pairs = zip(found, factors, strict=True)
    product = Mul(*((squared or base.as_expr()) ** power for squared, (base, power) in pairs))
    whole = coefficient * product / (under * below)
    result = whole.xreplace({dummy: node for node, dummy in names.items()})
    return None if result == expr else result


def _plain(expr: Expr) -> Expr:
    """Hyperbolic functions as exponentials, extrema as absolute values, one term for each."""
    expr = expr.replace(cosh, lambda x: (exp(x) + exp(-x)) / 2)
    expr = expr.replace(sinh, lambda x: (exp(x) - exp(-x)) / 2)
    if any(len(extremum.args) > 2 for extremum in expr.atoms(Max, Min)):
        return expr
    expr = expr.replace(Max, lambda a, b: (a + b + Abs(a - b)) / 2)
    expr = expr.replace(Min, lambda a, b: (a + b - Abs(a - b)) / 2)
    return expand(expr, log=False)


def _units(expr: Expr) -> dict[Expr, int]:
    """For each exponent t, and each base of a root, the common denominator of its multiples."""
    units: dict[Expr, int] = {}
    for node in preorder_traversal(expr):
        if isinstance(node, exp):
            for term in Add.make_args(expand(node.args[0])):
                c, t = term.as_coeff_Mul()
                units[exp(t)] = ilcm(units.get(exp(t), 1), c.q)
        elif node.is_Pow and node.exp.is_Rational and not node.exp.is_Integer:
            units[node.base] = ilcm(units.get(node.base, 1), node.exp.q)
    return units


def _polynomial(expr: Expr, units: dict[Expr, int], names: dict[Expr, Dummy]) -> Expr:
    """The expression with a dummy for every generator."""

    def power(base: Expr, exponent: Rational) -> Expr:
        unit = units.get(base, 1)
        if abs(exponent * unit) > _MAX_DEGREE:
            raise PolynomialError("a degree that is too high")
        node = exp(base.args[0] / unit) if isinstance(base, exp) else base ** Rational(1, unit)
        return names.setdefault(node, Dummy(real=True)) ** (exponent * unit)

    def hide(node: Expr) -> Expr:
        if node.is_Rational:
            return node
        if isinstance(node, (Add, Mul)):
            return node.func(*map(hide, node.args))
        if isinstance(node, exp):
            terms = (t.as_coeff_Mul() for t in Add.make_args(expand(node.args[0])))
            return Mul(*(power(exp(t), c) for c, t in terms))
        if isinstance(node, Pow) and node.exp.is_Rational:
            if isinstance(node.base, Add) and node.exp.is_Integer:
                return hide(node.base) ** node.exp
            return power(node.base, node.exp)
        return power(node, S.One)

    return hide(expr)


def _sum_of_squares(polynomial: Poly) -> Expr | None:
    """Completed squares of a polynomial of degree two without a negative one."""
    if polynomial.total_degree() != 2:
        return None
    variables: list[Expr] = [*polynomial.gens, Integer(1)]
    size = len(variables)
    form = [[S.Zero] * size for _ in variables]
    for powers, c in polynomial.terms():
        where = [i for i, n in enumerate(powers) for _ in range(n)]
        i, j = (*where, size - 1, size - 1)[:2]
        form[i][j] += c / 2
        form[j][i] += c / 2
    total = S.Zero
    for i in range(size):
        pivot = form[i][i]
        if pivot < 0 or (pivot == 0 and any(form[i])):
            return None
        if pivot > 0:
            row = [form[i][j] / pivot for j in range(size)]
            total += pivot * Add(*(r * v for r, v in zip(row, variables, strict=True))) ** 2
            for j in range(size):
                for k in range(size):
                    form[j][k] -= pivot * row[j] * row[k]
    return total


# -- compositions -------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def compositions(expr: Expr) -> tuple[tuple[Expr, Symbol, Expr], ...]:
    """Triples (h, u, g) such that the expression is g with h for u, and g has fewer variables.

    Examples
    --------
    >>> from fdp_sym.symbols import real
    >>> x, y = real("x"), real("y")
    >>> [(h, g) for h, u, g in compositions(exp(x - y) - 1 - (x - y))]
    [(x - y, -u + exp(u) - 1)]
    """
    plain = is_smooth(expr) and not expr.has(ExprWithLimits) and expr.count_ops() <= _MAX_OPS
    return tuple(_compositions(expr)) if plain else ()


def _compositions(expr: Expr) -> Iterator[tuple[Expr, Symbol, Expr]]:
    u, names = Symbol("u", real=True), {s.name for s in expr.free_symbols}
    while u.name in names:
        u = Symbol(f"{u}_", real=True)
    seen = set()
    for h in sorted(_inner_terms(expr), key=lambda h: h.sort_key()):
        for v in sorted(h.free_symbols, key=str):
            slope = h.diff(v)
            if v in slope.free_symbols or v.is_integer:
                continue
            g = tidy(expr.subs(v, expand((u - h.subs(v, 0)) / slope)))
            fewer = len(g.free_symbols) < len(expr.free_symbols)
            simpler = g.is_Mul or g.count_ops() < expr.count_ops()
            if v not in g.free_symbols and (fewer or simpler) and g not in seen:
                seen.add(g)
                yield h, u, g
                break


def _inner_terms(expr: Expr) -> set[Expr]:
    """What functions are applied to, and differences of such arguments."""
    inner = {a for f in expr.atoms(exp, Function) for a in f.args if not a.is_Symbol}
    plain = sorted((a for f in expr.atoms(exp, Function) for a in f.args if a.is_Symbol), key=str)
    differences = {a - b for a, b in pairwise(plain) if a != b}
    found = {h for h in inner | differences if h.free_symbols}
    return {h for h in found if len(h.free_symbols) > 1 or not h.as_coeff_Add()[1].is_Mul}
