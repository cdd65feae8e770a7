r"""The order in which a paper writes the terms of a sum and the factors of a product.

SymPy keeps sums and products in an order of its own. Here it is decided anew, from what the terms
are: 1 - delta - e^epsilon alpha, k epsilon, (1 - p) Phi(z), u - u^2/2 + u^3/3, e^(2x) - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Function,
    Integral,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Product,
    Sum,
    Symbol,
    binomial,
    exp,
)
from sympy.core.function import AppliedUndef
from sympy.printing.latex import greek_letters_set

from ..theorems.statements import Inf, Iterate, Lim, Sup

__all__ = ["ordered_factors", "ordered_terms", "trailing"]

_OPERATORS = (Integral, Sum, Product, Sup, Inf, Lim, Derivative)
_TRAILING = (*_OPERATORS, Piecewise, Max, Min, Iterate)
_ARGUMENTS = frozenset("tuvwxyz")
_LAST = ("beta", "alpha")
_GREEK = greek_letters_set | {"ell"}
Text = Callable[[Any], str]


def _stem(symbol: Symbol) -> str:
    return str(symbol.name.rstrip("0123456789").partition("_")[0])


def _class_of(symbol: Symbol) -> int:
    """Counts, coefficients, Greek parameters, arguments, alpha: in this order."""
    stem = _stem(symbol)
    if stem in _LAST:
        return 5 + _LAST.index(stem)
    if symbol.is_integer:
        return 0
    if stem in _ARGUMENTS or symbol.name.startswith("P_"):
        return 4
    if stem.lower() in _GREEK:
        return 2
    return 1 if len(stem) == 1 else 3


def _symbol_key(symbol: Symbol) -> tuple[int, str]:
    return _class_of(symbol), symbol.name


# -- products --------------------------------------------------------------------------------------


def ordered_factors(factors: Iterable[Expr], text: Text) -> list[Expr]:
    """The factors of a product as they are written from left to right."""
    factors = list(factors)
    exponents: set[Any] = set().union(*(f.free_symbols for f in factors if isinstance(f, exp)))
    symbols = {f.as_base_exp()[0] for f in factors if f.as_base_exp()[0].is_Symbol}

    def key(factor: Expr) -> tuple[Any, ...]:
        base, power = (factor, 1) if isinstance(factor, exp) else factor.as_base_exp()
        return _factor_place(base, power, symbols, exponents), text(base), text(power)

    return sorted(factors, key=key)


def _factor_place(base: Expr, power: Any, symbols: set[Any], exponents: set[Any]) -> Any:
    if isinstance(base, exp):
        return (4,)
    if base.is_number and not base.has(exp):
        return (0, 0 if base.is_Rational else 1)
    if base.is_Symbol:
        last = _class_of(base) >= 4 and base not in exponents
        return (5 if last else 2, _symbol_key(base))
    if base.is_Add:
        weight = _is_weight(base) and not base.free_symbols & symbols and power == 1
        return (1,) if weight else (6,)
    if isinstance(base, _TRAILING):
        return (9, isinstance(base, _OPERATORS))
    return (7 if isinstance(base, binomial) else 8,)


def trailing(factor: Expr) -> bool:
    """Whether a factor stands beside a fraction rather than in its numerator."""
    return isinstance(factor, (*_OPERATORS, Piecewise, Max, Min))


# -- sums ------------------------------------------------------------------------------------------


def ordered_terms(terms: Iterable[Expr], text: Text) -> list[Expr]:
    """The terms of a sum as they are written from left to right, a positive one first."""
    terms = list(terms)
    symbols = sorted(set().union(*(t.free_symbols for t in terms)), key=_symbol_key)
    counts = bool(symbols) and all(s.is_integer for s in symbols)
    keys = {term: (*_term_key(term, symbols), text(term)) for term in terms}
    found = sorted(terms, key=lambda term: keys[term])
    if counts and not any(keys[term][0] for term in found):  # k + 1, but 1 + x
        found = sorted(found, key=lambda term: not term.free_symbols)
    if not _negative(found[0]):
        return found
    positive = next((term for term in found if not _negative(term)), None)
    if positive is None:
        return found
    alike = all(keys[term][0] == keys[found[0]][0] or not term.free_symbols for term in found)
    if alike and not _negative(found[-1]):
        return found[::-1]
    return [positive, *(term for term in found if term is not positive)]


def _negative(term: Expr) -> bool:
    """Whether it is printed with a minus in front."""
    coefficient = term.as_coeff_Mul()[0]
    return bool(coefficient.is_negative)


def _term_key(term: Expr, symbols: list[Symbol]) -> tuple[Any, ...]:
    """Numbers, then polynomials by degree, then what has exponentials, functions, operators."""
    if not term.free_symbols and not term.has(exp, *_OPERATORS):
        return (0, 0, (), False)
    kind = 0
    if term.has(*_OPERATORS):
        kind = 3
    elif term.has(Max, Min, Piecewise, Abs, AppliedUndef) or _applies(term):
        kind = 2
    elif term.has(exp):
        kind = 1
    powers = dict.fromkeys(symbols, 0)
    degree: Any = 0
    weighted = False
    for factor in Mul.make_args(term):
        base, power = (factor, 1) if isinstance(factor, exp) else factor.as_base_exp()
        if base in powers and getattr(power, "is_Rational", True):
            powers[base] += power
            degree += power
        elif isinstance(base, exp):
            degree += _weight(base.args[0])
        elif _is_weight(base) and len(base.free_symbols) == 1:  # (1 - t) u + t v
            (symbol,) = base.free_symbols
            powers[symbol] += 1
            degree += 1
            weighted = True
        elif isinstance(base, (Add, Pow)):
            degree += 1
    weights = tuple(-powers[s] for s in symbols)
    return (kind, degree, weights, not weighted)


def _is_weight(base: Expr) -> bool:
    return bool(base.is_Add and len(base.args) == 2 and base.args[0] == 1 and not base.has(exp))


def _applies(term: Expr) -> bool:
    return any(node.is_Function and not isinstance(node, exp) for node in term.atoms(Function))


def _weight(exponent: Expr) -> Any:
    """The size of e^(2x) among the terms of a sum: its coefficient."""
    coefficient = exponent.as_coeff_Mul()[0]
    return 1 if exponent.is_Add else coefficient
