"""Text that SymPy printed, read as an expression again without running it.

The text comes from recorded traces. SymPy's own reader evaluates whatever stands there as Python,
and so does any of its functions that is given a string; here nothing is allowed but numbers,
arithmetic, tuples and calls of known names.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import sympy
from sympy import Basic, Float, Integer, Symbol
from sympy.core.function import UndefinedFunction

from .. import functions
from ..theorems import statements

__all__ = ["read_printed"]

_SYMPY = """
    exp log sqrt sinh cosh tanh erfc erf atan binomial Abs E pi oo Rational Max Min Sum Product
    Integral Derivative Subs Lambda Tuple
"""
_LARGEST_EXPONENT = 1000
_OPERATIONS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def read_printed(text: str, names: Mapping[str, Any]) -> Basic | None:
    """The expression that SymPy prints as ``text``; None if it is not read back for certain.

    Parameters
    ----------
    text : str
    names : mapping of str to object
        Symbols and functions; other names are new ones.

    Examples
    --------
    >>> read_printed("2*x + 1/3", {})
    2*x + 1/3
    >>> read_printed("exp('1 + 1')", {}), read_printed("x.name", {})
    (None, None)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python's parser finds odd is not read anyway
            tree = ast.parse(text, mode="eval").body
        made = _made(tree, {**_language(), **names})
        return made if isinstance(made, Basic) and str(made) == text else None
    except Exception:  # whatever is wrong with it, it is not read
        return None


@lru_cache(maxsize=1)
def _language() -> Mapping[str, Any]:
    found = {name: getattr(sympy, name) for name in _SYMPY.split()}
    found |= {name: getattr(statements, name) for name in ("Sup", "Inf", "Lim", "Iterate")}
    own = {name: getattr(functions, name) for name in ("Phi", "Quantile")}
    return {**found, **own}


def _made(node: ast.AST, known: dict[str, Any]) -> Any:
    """The value of a node; anything but the few kinds that are listed here is an error."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return Integer(value)
        case ast.Constant(value=float(value)):
            return Float(value)
        case ast.Name(id=name):
            return _named(name, lambda: Symbol(name, real=True), known)
        case ast.Tuple(elts=items):
            return tuple(_made(item, known) for item in items)
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATIONS[type(op)](_made(operand, known))
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            return _power(_made(base, known), _made(exponent, known))
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](_made(left, known), _made(right, known))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _OPERATIONS[type(op)](_made(left, known), _made(right, known))
        case ast.Call(func=ast.Name(id=name), args=items, keywords=[]):
            function = _named(name, lambda: UndefinedFunction(name), known)
            return function(*(_made(item, known) for item in items))
    raise ValueError(f"{type(node).__name__} is not read")


def _named(name: str, new: Callable[[], Any], known: dict[str, Any]) -> Any:
    if name not in known:
        if not re.fullmatch(r"[A-Za-z]\w*", name):  # a name that SymPy made up
            raise ValueError(f"{name} is not read")
        known[name] = new()
    return known[name]


def _power(base: Any, exponent: Any) -> Any:
    if exponent.is_Rational and abs(exponent) > _LARGEST_EXPONENT:
        raise ValueError(f"a power of exponent {exponent} is not read")
    return base**exponent
