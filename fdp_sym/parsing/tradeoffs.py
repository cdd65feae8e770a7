"""The text of a trade-off function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from sympy import Expr, Interval, oo

from .. import amplify, tradeoff
from ..errors import DomainError, UnsupportedError
from ..symbols import real
from ..tradeoff import TradeOff
from ..untrusted import printable
from .reader import Reader, carefully
from .scanner import Token

__all__ = ["parse"]

_METHODS = ("inverse", "symmetrize", "two_sided", "group", "subsample", "poisson")


def _by_method(name: str) -> Callable[..., TradeOff]:
    """What applies a method to its first argument."""

    def made(function: Any, *arguments: Any) -> TradeOff:
        if not isinstance(function, TradeOff):
            raise DomainError(f"{function} is no trade-off function")
        result: TradeOff = getattr(function, name)(*arguments)
        return result

    return made


# how functions made of others are printed
_PRINTED: dict[str, Callable[..., TradeOff]] = {
    "Mixture": lambda *parts: tradeoff.mixture(parts),
    "Maximum": tradeoff.maximum,
    "Inverse": _by_method("inverse"),
    "Group": _by_method("group"),
    "Subsampled": _by_method("subsample"),
    "TwoSided": _by_method("two_sided"),
}
# constructors whose first argument is a function, and how its variable is written
_OF_A_FUNCTION = {"Location": "x", "from_profile": "eps"}


def parse(text: str, families: Mapping[str, Callable[..., TradeOff]] | None = None) -> TradeOff:
    """A trade-off function from its text.

    Parameters
    ----------
    text : str
        Constructors, exact numbers (``3``, ``1/2``, ``0.1``, also ``sqrt(2)``), lists, keyword
        arguments with strings, ``@`` and ``**``, and the methods ``inverse symmetrize two_sided
        group subsample poisson``. The CDF of ``Location`` is written in ``x``, the profile of
        ``from_profile`` in ``eps``.
    families : mapping of str to callable, optional
        Constructors of your own by the names that the text gives them.

    Raises
    ------
    DomainError
        Where the text is no expression, or a value is not allowed; the message says where.
    UnsupportedError
        For names and operations that are not offered.

    Examples
    --------
    >>> parse("Gaussian(1/2).group(3)")
    Gaussian(3/2)
    >>> parse("maximum(EpsDelta(1, delta=0.1), Identity())").tv() < 1
    True
    """
    if families is not None and not isinstance(families, Mapping):
        raise DomainError(
            f"parse: families = {families!r}; allowed is a mapping of names to classes"
        )
    value = carefully(lambda: _TradeOffReader(text, families or {}).whole())
    if not isinstance(value, TradeOff):
        shown = printable(text.strip(), 60)
        raise DomainError(
            f"{shown!r} is no trade-off function; write one such as Gaussian(1) or "
            "Laplace(1/2).group(2)"
        )
    return value


class _TradeOffReader(Reader):
    names = (
        "Identity",
        "Gaussian",
        "EpsDelta",
        "Laplace",
        "Location",
        "PiecewiseLinear",
        "RandomizedResponse",
        "Geometric",
        "DiscreteGaussian",
        "Staircase",
        "TruncatedLaplace",
        "Logistic",
        "SubsampledGaussian",
        "SubsampledLaplace",
        "from_pair",
        "from_profile",
        "from_guarantees",
        "maximum",
        "mixture",
        "convex_minorant",
        *_PRINTED,
    )
    lists = True

    def __init__(self, text: str, families: Mapping[str, Callable[..., TradeOff]]) -> None:
        super().__init__(text, {})
        self.families = families
        self.names = (*self.names, *families)

    def free(self, token: Token) -> Any:
        if get_close_matches(token.text, [*self.names, "remove", "add"], 1):
            self.unknown(token)
        raise UnsupportedError(
            f"{token.text!r} at position {token.position}: allowed are numbers such as 1/2, and "
            "symbols in Python only"
        )

    def whole(self) -> Any:
        value = self.expression()
        self.finish()
        return value

    def special(self, token: Token) -> Any:
        name = token.text
        maker = (
            self.families.get(name)
            or _PRINTED.get(name)
            or getattr(tradeoff, name, None)
            or getattr(amplify, name, None)
        )
        if maker is None:
            raise UnsupportedError(f"{name} is not offered yet")
        variable = _OF_A_FUNCTION.get(name)
        if variable is None:
            args, options = self.arguments()
            return self.made(token, maker, args, options)
        # the first argument is a formula in its own variable
        bound = real(variable, Interval(-oo, oo))
        self.symbols[variable] = bound
        formula = self.expression()
        del self.symbols[variable]
        if not isinstance(formula, Expr):
            self.refuse(token, f"the first argument of {name} is a formula in {variable}")
        if not self.accept(","):
            self.expect(")")
            self.next -= 1
        rest, options = self.arguments()
        return self.made(token, maker, [lambda t: formula.subs(bound, t), *rest], options)

    def followed(self, value: Any) -> Any:
        while dot := self.accept("."):
            value = self.method(dot, value)
        return value

    def method(self, dot: Token, value: Any) -> Any:
        token = self.take()
        if token.text not in _METHODS or not isinstance(value, TradeOff):
            raise UnsupportedError(
                f"'.{token.text}' at position {dot.position}: allowed are the methods "
                f"{', '.join(_METHODS)} of a trade-off function"
            )
        self.expect("(")
        args, options = self.arguments()
        bound = getattr(value, token.text, None)
        if bound is None:
            raise UnsupportedError(f"{token.text} of {value} is not offered yet")
        return self.made(token, bound, args, options)

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments up to the closing parenthesis."""
        args: list[Any] = []
        options: dict[str, Any] = {}
        while self.peek() != ")":
            token = self.tokens[self.next]
            after = self.tokens[min(self.next + 1, len(self.tokens) - 1)]
            if token.kind == "name" and after.text == "=" and after.kind == "op":
                self.next += 2
                quoted = self.tokens[self.next].kind == "string"
                options[token.text] = self.take().text[1:-1] if quoted else self.expression()
            elif options:
                self.refuse(token, "positional arguments come before keyword arguments")
            else:
                args.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")")
        return args, options

    def combined(self, op: Token, left: Any, right: Any) -> Any:
        special = {"@": "__matmul__", "**": "__pow__"}.get(op.text)
        sound = isinstance(right, TradeOff) if op.text == "@" else isinstance(right, Expr)
        if special is None or not sound or not isinstance(left, TradeOff):
            self.refuse(
                op, "trade-off functions are combined by f @ g and f ** n only, not by numbers"
            )
        bound = getattr(left, special, None)
        if bound is None:
            raise UnsupportedError(f"{left} {op.text} {right}: compositions are not offered yet")
        made = self.made(op, bound, [right])
        if made is NotImplemented:
            raise UnsupportedError(f"{left} {op.text} {right} is not offered")
        return made


_SHARED = ("alpha", "epsilon", "delta", "mu")
