r"""Exact rewriting that the box prover and the checker of its certificates share.

Everything here is an identity of real functions: expansion of products,
:math:`e^a e^b = e^{a+b}`, polynomial factoring, :math:`\Phi(-x) = 1 - \Phi(x)`,
:math:`\Phi^{-1}(\Phi(x)) = x`, differentiation, and substitution. What is merely likely
(``simplify``, ``limit``) is not used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    Poly,
    Pow,
    S,
    Sum,
    Symbol,
    ceiling,
    erf,
    exp,
    expand,
    expand_mul,
    factor_terms,
    floor,
    fraction,
    log,
    preorder_traversal,
    sign,
    sinh,
    tanh,
    together,
)

from ..errors import DomainError
from ..functions import Phi, Quantile

__all__ = [
    "derivative",
    "first_kink",
    "is_smooth",
    "monotone_difference",
    "restrict",
    "tidy",
    "variants",
]

_KINKS = (Max, Min, Abs, Piecewise)
# polynomial factoring is tried up to this total degree and number of generators
_FACTOR_DEGREE, _FACTOR_GENERATORS = 6, 4
_QUOTIENT_OPS = 40
_SUM_PENALTY = 6
_WRITTEN_TERMS = 12
# larger expressions are left as they are: every step of a search has to end soon
_MAX_TERMS = 300


@lru_cache(maxsize=4096)
def is_smooth(expr: Expr) -> bool:
    """Whether the formal derivative is the derivative: no kinks, steps or searches inside."""
    if expr.has(*_KINKS, sign, floor, ceiling):
        return False
    return not any(hasattr(node, "_balls_kind") for node in preorder_traversal(expr))


@lru_cache(maxsize=8192)
def tidy(expr: Expr) -> Expr:
    """The most telling of some forms that are equal to ``expr`` for all real values.

    Examples
    --------
    >>> from sympy import Symbol, exp
    >>> x = Symbol("x", real=True)
    >>> tidy(exp(x) * exp(-((x + 1) ** 2) / 2) - exp(-(x**2 + 1) / 2))
    0
    """
    expr = expr.replace(Quantile, _quantile).replace(Sum, _written_out)
    if not (expr.is_Add or expr.is_Mul) or _terms(expr) > _MAX_TERMS:
        return expr
    best = min((expr, *_forms(expr)), key=_length)
    if best.is_Add:
        best = min((best, _factored(best)), key=_length)
    if best.is_Add and _length(best) <= _QUOTIENT_OPS:
        best = min((best, _quotient(best)), key=_length)
    return best


def _terms(expr: Expr) -> int:
    """How many terms expansion may give."""
    if expr.is_Add:
        return sum(map(_terms, expr.args))
    if expr.is_Pow and expr.exp.is_Integer and expr.exp > 0:
        return min(_terms(expr.base) ** min(int(expr.exp), _MAX_TERMS), 2 * _MAX_TERMS)
    product = 1
    for arg in expr.args:
        product = min(product * _terms(arg), 2 * _MAX_TERMS)
    return product


def _length(expr: Expr) -> int:
    """Operations; a product tells more about the sign than a sum of equal length."""
    return int(expr.count_ops()) + (_SUM_PENALTY if expr.is_Add else 0)


def _written_out(body: Expr, *limits: Any) -> Expr:
    """A sum of few terms."""
    if len(limits) == 1:
        index, low, high = limits[0]
        if low.is_Integer and high.is_Integer and low <= high < low + _WRITTEN_TERMS:
            return Add(*(body.subs(index, j) for j in range(int(low), int(high) + 1)))
    return Sum(body, *limits)


def _quantile(p: Expr) -> Expr:
    for q, orientation in ((p, 1), (1 - p, -1)):
        if isinstance(q, Phi):
            return orientation * q.args[0]
    return Quantile(p)


def _forms(expr: Expr) -> list[Expr]:
    """The expression as a sum of products with one exponential each; also with terms collected."""
    hidden: dict[Expr, Dummy] = {}

    def hide(node: Expr) -> Expr:
        """What is not a sum, product, power or exponential becomes a symbol."""
        if node.is_Atom:
            return node
        if isinstance(node, Phi):
            argument = expand(node.args[0])
            if argument.could_extract_minus_sign():
                return 1 - hidden.setdefault(Phi(-argument), Dummy(positive=True))
            node = Phi(argument)
        if isinstance(node, exp):
            return exp(expand(node.args[0]))
        if isinstance(node, (Add, Mul, Pow)):
            return node.func(*map(hide, node.args))
        return hidden.setdefault(node, Dummy(real=True))

    def show(form: Expr) -> Expr:
        return form.xreplace({dummy: node for node, dummy in hidden.items()})

    merged = Add(*map(_one_exponential, Add.make_args(expand_mul(hide(expr)))))
    return [show(merged), show(factor_terms(merged)), show(_common_exponential(merged))]


def _factored(total: Expr) -> Expr:
    """Factored as a polynomial, if it is a small one in symbols and opaque functions.

    Each function is a generator of its own: polynomials in exp(x/1000) would have degrees in the
    thousands.
    """
    hidden: dict[Expr, Dummy] = {}

    def hide(node: Expr) -> Expr:
        if node.is_Rational:
            return node
        if isinstance(node, (Add, Mul)):
            return node.func(*map(hide, node.args))
        if isinstance(node, Pow) and node.exp.is_Integer and 0 < node.exp <= _FACTOR_DEGREE:
            return hide(node.base) ** node.exp
        return hidden.setdefault(node, Dummy(real=True))

    shown = hide(total)
    if not 0 < len(hidden) <= _FACTOR_GENERATORS:
        return total
    # in the order in which they were met, whatever the names
    polynomial = Poly(shown, *hidden.values())
    if polynomial.total_degree() > _FACTOR_DEGREE:
        return total
    coefficient, factors = polynomial.factor_list()
    product = Mul(coefficient, *(base.as_expr() ** power for base, power in factors))
    return product.xreplace({dummy: node for node, dummy in hidden.items()})


def _quotient(total: Expr) -> Expr:
    """One fraction with factored numerator, hyperbolic functions written as exponentials."""
    plain = total.replace(tanh, lambda x: 1 - 2 / (exp(2 * x) + 1))
    top, bottom = fraction(together(plain))
    top = min(_forms(top), key=_length)
    return (_factored(top) if top.is_Add else top) / bottom


def _split_exponential(term: Expr) -> tuple[Expr, Expr]:
    """``(c, q)`` with term = c exp(q)."""
    rest, exponent = [], S.Zero
    for part in Mul.make_args(term):
        base, power = part.as_base_exp()
        if base is S.Exp1:
            exponent += power
        else:
            rest.append(part)
    return Mul(*rest), expand(exponent)


def _one_exponential(term: Expr) -> Expr:
    rest, exponent = _split_exponential(term)
    return rest * exp(exponent)


def _common_exponential(total: Expr) -> Expr:
    """``exp(q)`` of the first term factored out of all of them."""
    terms = [_split_exponential(term) for term in Add.make_args(total)]
    first = terms[0][1]
    if any(q == 0 for _, q in terms):
        return total
    return exp(first) * factor_terms(Add(*(c * exp(expand(q - first)) for c, q in terms)))


def derivative(expr: Expr, variable: Symbol) -> Expr:
    """The derivative of a smooth expression, in a tidy form."""
    # of plain symbols, since SymPy asks for the signs of all that it differentiates
    plain = {s: Dummy() for s in sorted(expr.free_symbols, key=str)}
    slope = expr.xreplace(plain).diff(plain.get(variable, variable))
    return tidy(slope.xreplace({dummy: s for s, dummy in plain.items()}))


def restrict(expr: Expr, variable: Symbol, value: Expr) -> Expr:
    """The expression on the face where the variable has an exact value, in a tidy form.

    Raises
    ------
    DomainError
        If a member of a maximum, or what the condition of a piece compares, has no value there.
    """
    try:
        return tidy(expr.subs(variable, value))
    except (ValueError, TypeError) as error:  # of SymPy: 1/0 and sqrt(-1) are not comparable
        raise DomainError(f"{expr} has no value at {variable} = {value}") from error


_INCREASING = (Phi, Quantile, exp, log, erf, tanh, sinh)


def monotone_difference(expr: Expr) -> dict[str, Expr] | None:
    """high, low and rest if ``expr`` is (high - low) rest with high = F(u), low = F(v).

    F is an increasing function, and ``expr`` has the sign of (u - v) rest.
    """
    for difference in Mul.make_args(expr):
        if not (difference.is_Add and len(difference.args) == 2):
            continue
        (low, second), (high, first) = sorted(
            (term.as_coeff_Mul() for term in difference.args), key=lambda pair: pair[0]
        )
        same = type(first) is type(second) and isinstance(first, _INCREASING)
        if same and low == -high:
            rest = high * Mul(*(g for g in Mul.make_args(expr) if g is not difference))
            return {"high": first, "low": second, "rest": rest}
    return None


@lru_cache(maxsize=4096)
def first_kink(expr: Expr) -> Expr | None:
    """An innermost Max, Min, Abs or Piecewise, the same one in every run."""
    found = [node for node in preorder_traversal(expr) if isinstance(node, _KINKS)]
    inner = [k for k in found if not any(arg.has(*_KINKS) for arg in k.args)]
    return min(inner, key=lambda k: k.sort_key()) if inner else None


def variants(kink: Expr) -> list[Expr]:
    """The expressions of which the kink equals one at every point."""
    if isinstance(kink, Abs):
        return [kink.args[0], -kink.args[0]]
    if isinstance(kink, Piecewise):
        return [value for value, _ in kink.args]
    return list(kink.args)
