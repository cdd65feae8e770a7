"""Certificates of the box prover as plain JSON data: expressions, boxes and the tree of forms.

An expression is a list ``[class name, argument, …]``, a rational number ``"p/q"``, a symbol
``{"symbol": name, "domain": …}``. Only classes of a fixed table are read back; nothing is
evaluated as code.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy import Basic, Expr, Interval, Range, Rational, Symbol, Tuple

from ..errors import DomainError, UnsupportedError
from ..functions import Phi, Quantile
from ..symbols import Real, domain_of
from .boxes import Side
from .claim import Claim
from .nodes import Node

__all__ = ["certificate", "decode", "decode_side", "encode"]

VERSION = 1
_CLASSES: dict[str, Any] = {
    name: getattr(sympy, name)
    for name in (
        *("Abs", "Add", "And", "Integral", "Max", "Min", "Mul", "Not", "Or", "Piecewise", "Pow"),
        *("Product", "Sum", "Tuple", "binomial", "ceiling", "cosh", "erf", "erfc", "exp"),
        *("factorial", "floor", "gamma", "log", "lowergamma", "sign", "sinh", "tanh", "uppergamma"),
        *("Contains", "Equivalent", "FiniteSet", "ITE", "Implies", "Interval", "Union", "Xor"),
    )
} | {
    "ExprCondPair": sympy.functions.elementary.piecewise.ExprCondPair,
    "Equality": sympy.Eq,
    "GreaterThan": sympy.Ge,
    "LessThan": sympy.Le,
    "Phi": Phi,
    "Quantile": Quantile,
    "StrictGreaterThan": sympy.Gt,
    "StrictLessThan": sympy.Lt,
    "Unequality": sympy.Ne,
}
_CONSTANTS: dict[str, Basic] = {
    str(c): c
    for c in (
        *(sympy.pi, sympy.E, sympy.EulerGamma, sympy.Catalan),
        *(sympy.oo, -sympy.oo, sympy.true, sympy.false),
    )
}


class _Extremum(Expr):  # type: ignore[misc]
    """A supremum or infimum over an interval, as the compiler reads it."""

    @property
    def free_symbols(self) -> set[Symbol]:
        body, (variable, low, high) = self.args
        return (body.free_symbols - {variable}) | low.free_symbols | high.free_symbols


class _Sup(_Extremum):
    _balls_kind = "sup"


class _Inf(_Extremum):
    _balls_kind = "inf"


_KINDS = {"sup": _Sup, "inf": _Inf}


def encode(node: Basic) -> Any:
    """The JSON form of an expression.

    Raises
    ------
    UnsupportedError
        Names a node that has none.

    Examples
    --------
    >>> from sympy import exp
    >>> encode(exp(Rational(1, 2)) + 1)
    ['Add', '1', ['exp', '1/2']]
    """
    if isinstance(node, Rational):
        return str(node)
    if str(node) in _CONSTANTS and node == _CONSTANTS[str(node)]:
        return [str(node)]
    if isinstance(node, Symbol):
        return {"symbol": node.name, "domain": _domain(node)}
    rewrite = getattr(node, "_ball_rewrite", None)
    if rewrite is not None:
        return encode(sympy.sympify(rewrite()))
    name = getattr(node, "_balls_kind", type(node).__name__)
    if name not in _KINDS and _CLASSES.get(name) is None:
        raise UnsupportedError(f"{node}: a certificate cannot hold a {type(node).__name__}")
    return [name, *map(encode, node.args)]


def _domain(symbol: Symbol) -> Any:
    if not symbol.is_extended_real:
        return None
    domain = domain_of(symbol)
    ends = [str(domain.inf), str(domain.sup)]
    if isinstance(domain, Range):
        return [*ends, "integers"]
    return [*ends, bool(domain.left_open), bool(domain.right_open)]


def decode(data: Any) -> Any:
    """The expression of its JSON form.

    Examples
    --------
    >>> decode(["Add", "1", ["exp", "1/2"]])
    1 + exp(1/2)
    """
    if isinstance(data, str):
        return Rational(data)
    if isinstance(data, dict):
        return _symbol(data["symbol"], data["domain"])
    name, *arguments = data
    if not arguments and name in _CONSTANTS:
        return _CONSTANTS[name]
    make = _KINDS.get(name) or _CLASSES.get(name)
    if make is None:
        raise DomainError(f"{name!r} in a certificate: allowed are {sorted(_CLASSES)}")
    parts = [decode(a) for a in arguments]
    return make(
        *(tuple(p) if isinstance(p, Tuple) and make not in _KINDS.values() else p for p in parts)
    )


def _symbol(name: str, domain: Any) -> Symbol:
    if domain is None:
        return Symbol(name)
    lo, hi = sympy.sympify(domain[0]), sympy.sympify(domain[1])
    if domain[2] == "integers":
        return Real(name, Range(lo, hi + 1 if hi.is_finite else hi))
    return Real(name, Interval(lo, hi, *domain[2:]))


def encode_side(s: Side) -> list[Any]:
    return [str(s.lo), str(s.hi), s.lo_open, s.hi_open]


def decode_side(data: Sequence[Any]) -> Side:
    """A side from its ends as ``"p/q"``, ``"inf"`` or ``"-inf"`` and whether they are open."""
    lo, hi = (float(x) if x.endswith("inf") else Fraction(x) for x in data[:2])
    return Side(lo, hi, *data[2:])


def _node(node: Node) -> dict[str, Any]:
    shown: dict[str, Any] = {"rule": node.rule}
    if node.expr is not None:
        shown["expr"] = encode(node.expr)
    for key, value in node.data.items():
        shown[key] = _plain(value)
    if node.children:
        shown["children"] = [_node(child) for child in node.children]
    return shown


def _plain(value: Any) -> Any:
    if isinstance(value, Side):
        return encode_side(value)
    if isinstance(value, Basic):
        return encode(value)
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value)


def certificate(stated: Claim, roots: Sequence[Node]) -> dict[str, Any]:
    """The certificate of a claim whose boxes are all settled."""
    return {
        "version": VERSION,
        "claim": stated.text,
        "domain": stated.domain,
        "variables": [encode(v) for v in stated.variables],
        "box": [encode_side(s) for s in stated.box.sides],
        "parts": [
            {"strict": strict, "expr": encode(expr), "proof": _node(root)}
            for root, (expr, strict) in zip(roots, stated.parts, strict=True)
        ],
    }
