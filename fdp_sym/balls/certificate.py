"""Certificates of the box prover as plain JSON data: expressions, boxes and the tree of forms.

An expression is a list ``[class name, argument, …]``, a rational number ``"p/q"``, a symbol
``{"symbol": name, "domain": …, "integer": …}``. A certificate holds the claim (``relation``, and
the same as text), the ``box``, and for each inequality a tree of steps: the form of each, what it
states, and exact rational ends wherever a box is cut. The reading back here is for unfinished
searches, which need the same symbols; the checker has its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy
from sympy import (
    ITE,
    Basic,
    Contains,
    Equivalent,
    Expr,
    Implies,
    Range,
    Rational,
    Symbol,
    Tuple,
    Xor,
)

from ..binding import Bound
from ..errors import DomainError, UnsupportedError
from ..functions import Phi, Quantile
from ..symbols import Real, domain_of
from ..untrusted import read_fraction
from .boxes import Side
from .claim import Claim
from .extremum import Inf, Sup
from .nodes import Node
from .reading import need_small, read_expr

__all__ = ["certificate", "decode", "decode_side", "encode", "encode_side", "header", "show_node"]

VERSION = 2
_CLASSES: dict[str, Any] = {
    name: getattr(sympy, name)
    for name in (
        *("Abs", "Add", "And", "Integral", "Max", "Min", "Mul", "Not", "Or", "Piecewise", "Pow"),
        *("Product", "Sum", "Tuple", "binomial", "ceiling", "cosh", "erf", "erfc", "exp"),
        *("factorial", "floor", "gamma", "log", "lowergamma", "sign", "sinh", "tanh", "uppergamma"),
        *("digamma", "loggamma", "polygamma"),
    )
} | {
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

_NAMES = {c: name for name, c in _CONSTANTS.items()}
_KINDS = {"Sup": Sup, "Inf": Inf}


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
    if node in _NAMES:
        return [_NAMES[node]]
    if isinstance(node, Symbol):
        domain = domain_of(node)
        name = f"_{node.depth}" if isinstance(node, Bound) else node.name
        ends = [_bound(domain.inf), _bound(domain.sup)]
        if isinstance(domain, Range):
            return {"symbol": name, "domain": [*ends, False, False], "integer": True}
        is_open = [bool(domain.left_open), bool(domain.right_open)]
        return {"symbol": name, "domain": [*ends, *is_open], "integer": False}
    rewrite = getattr(node, "_ball_rewrite", None)
    if rewrite is not None:
        return encode(sympy.sympify(rewrite()))
    if isinstance(node, Contains):
        return encode(node.args[1].as_relational(node.args[0]))
    if isinstance(node, (ITE, Equivalent, Implies, Xor)):
        return encode(node.to_nnf())  # And, Or and relations say the same
    name = str(getattr(node, "_balls_kind", type(node).__name__))
    name = {"sup": "Sup", "inf": "Inf", "ExprCondPair": "Tuple"}.get(name, name)
    if name not in _KINDS and _CLASSES.get(name) is None:
        raise UnsupportedError(f"{node}: a certificate cannot hold a {type(node).__name__}")
    return [name, *map(encode, node.args)]


def _bound(x: Expr) -> str:
    return str(x) if x.is_finite else str(float(x))


def decode(data: Any) -> Any:
    """The expression of its JSON form.

    Examples
    --------
    >>> decode(["Add", "1", ["exp", "1/2"]])
    1 + exp(1/2)
    """
    if isinstance(data, str):
        number = read_fraction(data)
        return Rational(number.numerator, number.denominator)
    if isinstance(data, dict):
        over = decode_side(data["domain"])
        if data["integer"]:
            return Real(data["symbol"], Range(over.sympy_end(False), over.sympy_end(True) + 1))
        return Real(data["symbol"], over.domain)
    name, *arguments = data
    if not arguments and name in _CONSTANTS:
        return _CONSTANTS[name]
    make: Any = _KINDS.get(name) or _CLASSES.get(name)
    if make is None:
        raise DomainError(f"{name!r} in a certificate: allowed are {sorted(_CLASSES)}")
    parts = [decode(a) for a in arguments]
    need_small(name, parts)
    if make in (sympy.Add, sympy.Mul):
        return make(*parts, evaluate=False)  # SymPy would multiply 2 (x + 1) out
    return make(
        *(tuple(p) if isinstance(p, Tuple) and make not in _KINDS.values() else p for p in parts)
    )


def encode_side(s: Side) -> list[Any]:
    """What `decode_side` reads."""
    return [str(s.lo), str(s.hi), s.lo_open, s.hi_open]


def decode_side(data: Sequence[Any]) -> Side:
    """A side from its ends as ``"p/q"``, ``"inf"`` or ``"-inf"`` and whether they are open."""
    lo, hi = (float(x) if x.endswith("inf") else read_fraction(x) for x in data[:2])
    return Side(lo, hi, *data[2:])


def show_node(node: Node) -> dict[str, Any]:
    """A node and those below it."""
    if node.rule == "at":  # a variable with one value is a number to everyone
        return show_node(node.children[0])
    shown: dict[str, Any] = {"form": node.rule}
    if node.expr is not None:
        shown["f"] = _plain(node.expr)
    shown |= {key: _plain(value) for key, value in node.data.items()}
    if node.children:
        shown["children"] = [show_node(child) for child in node.children]
    return shown


def _plain(value: Any) -> Any:
    if isinstance(value, Side):
        return encode_side(value)
    if isinstance(value, Basic):
        return encode(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def header(stated: Claim) -> dict[str, Any]:
    """The claim and its box."""
    (left, op, right), sides = stated.relation, zip(stated.variables, stated.box.sides, strict=True)
    relation = [encode(left), op, encode(right)]
    return {
        "version": VERSION,
        "claim": f"{read_expr(relation[0])} {op} {read_expr(relation[2])}",
        "relation": relation,
        "box": [[encode(v), encode_side(s)] for v, s in sides],
    }


def certificate(stated: Claim, roots: Sequence[Node]) -> dict[str, Any]:
    """The certificate of a claim whose boxes are all settled."""
    return {**header(stated), "proofs": [show_node(root) for root in roots]}
