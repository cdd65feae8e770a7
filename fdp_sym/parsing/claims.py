"""The text of a claim: one relation between expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from sympy import Expr, Symbol, oo, preorder_traversal
from sympy.core.relational import Relational

from .. import symbols as shared
from .. import tradeoff
from ..errors import DomainError, UnsupportedError
from ..exact import exact
from ..symbols import real
from ..theorems import statements
from .reader import Reader, carefully
from .scanner import Token

__all__ = ["parse_claim", "read_claim"]

_RELATIONS = {"<=": "Le", "<": "Lt", ">=": "Ge", ">": "Gt", "==": "Eq"}
_SHARED = ("alpha", "epsilon", "delta", "mu")


def parse_claim(text: str, symbols: Mapping[str, Symbol] | None = None) -> Relational:
    """A relation from its text, not evaluated.

    Parameters
    ----------
    text : str
        One of ``<= < >= > ==`` between expressions in ``+ - * / **``, ``pi``, the functions ``Phi
        Quantile exp log sqrt tanh sinh cosh erf erfc Min Max Abs``, ``Sup(body, x, low, high)``
        and ``Inf``, and symbols.
    symbols : mapping of str to Symbol, optional
        What the names mean. Others mean the shared ``alpha``, ``epsilon``, ``delta``, ``mu``, or a
        real number.

    Examples
    --------
    >>> parse_claim("Phi(mu/2) - Phi(-mu/2) <= mu/sqrt(2*pi)")
    -Phi(-mu/2) + Phi(mu/2) <= sqrt(2)*mu/(2*sqrt(pi))
    """
    return read_claim(text, symbols)[0]


def read_claim(
    text: str, symbols: Mapping[str, Symbol] | None = None
) -> tuple[Relational, tuple[Expr, ...]]:
    """The relation, and the terms of the text that it lost and that may be undefined somewhere."""

    def read() -> tuple[Relational, tuple[Expr, ...]]:
        reader = _ClaimReader(text, symbols or {})
        relation = reader.relation()
        kept = {node for side in relation.args for node in preorder_traversal(side)}
        return relation, tuple(t for t in reader.partial if t.free_symbols and t not in kept)

    result: tuple[Relational, tuple[Expr, ...]] = carefully(read)
    return result


class _ClaimReader(Reader):
    names = ("Sup", "Inf")

    def relation(self) -> Relational:
        left, op = self.side(), self.take()
        if op.text not in _RELATIONS:
            more = "write == for equality; " if op.text == "=" else ""
            self.refuse(op, f"{more}expected one of {' '.join(_RELATIONS)}")
        right = self.side()
        if self.peek() in _RELATIONS:
            self.refuse(
                self.take(), "a claim is one relation; what is assumed besides is a hypothesis"
            )
        self.finish()
        relation: Relational = getattr(statements, _RELATIONS[op.text])(left, right)
        return relation

    def side(self) -> Expr:
        value = self.expression()
        if not isinstance(value, Expr):
            raise DomainError(f"{value!r} is no expression; a claim compares two expressions")
        return exact(value, "the side")

    def free(self, token: Token) -> Any:
        name = token.text
        if name in ("inf", "oo"):
            self.refuse(token, "infinity is allowed as a limit of Sup and Inf only")
        found: Symbol = getattr(shared, name) if name in _SHARED else real(name)
        self.symbols[name] = found
        return found

    def unknown(self, token: Token) -> NoReturn:
        if token.text in tradeoff.__all__:
            raise UnsupportedError(
                f"{token.text!r} at position {token.position}: a claim compares numbers; trade-off "
                "functions f and g are compared in Python by f >= g, which gives a verdict"
            )
        super().unknown(token)

    def special(self, token: Token) -> Any:
        body = self.expression()
        self.expect(",")
        variable = self.take()
        if variable.kind != "name":
            self.refuse(variable, "expected the variable")
        symbol = self.name(variable)
        ends = []
        for closing in (",", ")"):
            self.expect(",")
            ends.append(self.limit())
            if closing == ")":
                self.expect(")")
        return self.made(variable, getattr(statements, token.text), [body, (symbol, *ends)])

    def limit(self) -> Expr:
        start = self.next
        negative = self.accept("-") is not None
        token = self.take()
        if token.kind == "name" and token.text in ("inf", "oo"):
            return -oo if negative else oo
        self.next = start
        value: Expr = self.side()
        return value
