"""Precedence climbing over the tokens; values are computed on the way.

What names and calls mean is up to the two languages, claims and trade-off functions.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NoReturn

from sympy import (
    Abs,
    Expr,
    Max,
    Min,
    Rational,
    S,
    Symbol,
    cosh,
    erf,
    erfc,
    exp,
    log,
    sinh,
    sqrt,
    tanh,
)

from ..balls import compile_expr
from ..errors import DomainError, FdpError, UnsupportedError
from ..functions import Phi, Quantile
from ..untrusted import printable
from .scanner import Scanner, Token

__all__ = ["Reader", "carefully"]

_DEEPEST = 30  # SymPy takes time cubic in it for Abs(Abs(... - 1) - 1)
_MOST_BITS = 14_000  # Python prints integers up to 4300 digits
_LARGEST_EXPONENT = 10_000
_LARGEST_DECIMAL_EXPONENT = 1000
_LARGEST_GROWTH = 1_000_000
_GROWING = ("exp", "sinh", "cosh")

_FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "Abs": Abs,
    "Max": lambda *args: Max(*args, evaluate=False) if len(args) > 1 else args[0],
    "Min": lambda *args: Min(*args, evaluate=False) if len(args) > 1 else args[0],
    "Phi": Phi,
    "Quantile": Quantile,
    "cosh": cosh,
    "erf": erf,
    "erfc": erfc,
    "exp": exp,
    "log": log,
    "sinh": sinh,
    "sqrt": sqrt,
    "tanh": tanh,
}
_MANY = ("Max", "Min")
_PARTIAL = ("log", "sqrt", "Quantile")


def carefully(read: Callable[[], Any]) -> Any:
    """What ``read`` returns; errors of SymPy while it builds an expression become a DomainError.

    Messages quote the text, and are made fit for a terminal.
    """
    try:
        return read()
    except FdpError as error:
        message = printable(str(error))
        if message == str(error):
            raise
        raise type(error)(message) from None
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        why = printable(str(error), 200)
        raise DomainError(f"the expression cannot be built: {why}") from None


class Reader(Scanner):
    """Numbers, arithmetic and the functions of both languages.

    Attributes
    ----------
    symbols : dict of str to Symbol
        What free names mean.
    names : tuple of str
        What may be called besides the functions.
    lists : bool
        Whether lists are written in brackets.
    partial : list of Expr
        Terms that were written and may be undefined somewhere; SymPy may have cancelled them.
    """

    names: tuple[str, ...] = ()
    lists = False

    def __init__(self, text: str, symbols: Mapping[str, Symbol]) -> None:
        super().__init__(text)
        self.symbols = dict(symbols)
        self.depth = 0
        self.partial: list[Expr] = []

    # -- grammar ------------------------------------------------------------------------------

    def expression(self) -> Any:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise DomainError(f"an expression nested more than {_DEEPEST} deep")
        value = self.term()
        while op := self.accept("+", "-"):
            value = self.apply(op, value, self.term())
        self.depth -= 1
        return value

    def term(self) -> Any:
        value = self.signed()
        while op := self.accept("*", "/", "@"):
            value = self.apply(op, value, self.signed())
        return value

    def signed(self) -> Any:
        negative = False
        last = None
        while op := self.accept("+", "-"):
            negative, last = negative != (op.text == "-"), op
        value = self.power()
        if last is not None and not isinstance(value, Expr):
            self.refuse(last, "a sign is allowed before numbers and expressions")
        return -value if negative else value

    def power(self) -> Any:
        base = self.primary()
        op = self.accept("**")
        if op is None:
            return base
        self.depth += 1
        if self.depth > _DEEPEST:
            raise DomainError(f"an expression nested more than {_DEEPEST} deep")
        exponent = self.signed()  # right to left: a**b**c is a**(b**c)
        self.depth -= 1
        return self.apply(op, base, exponent)

    def primary(self) -> Any:
        token = self.take()
        value: Any
        if token.kind == "number":
            value = self.number(token)
        elif token.kind == "name":
            value = self.call(token) if self.peek() == "(" else self.name(token)
        elif token.text == "(" and token.kind == "op":
            value = self.group(")")
        elif token.text == "[" and token.kind == "op" and self.lists:
            value = self.items("]")
        else:
            self.refuse(token, "expected a number, a name or '('")
        return self.followed(value)

    def followed(self, value: Any) -> Any:
        """The value after what may follow it."""
        return value

    def number(self, token: Token) -> Expr:
        exponent = re.split("[eE]", token.text)[1:]
        if exponent and (len(exponent[0]) > 6 or abs(int(exponent[0])) > _LARGEST_DECIMAL_EXPONENT):
            self.refuse(token, f"decimal exponents are allowed up to {_LARGEST_DECIMAL_EXPONENT}")
        if len(token.text) > _LARGEST_DECIMAL_EXPONENT:
            self.refuse(
                Token("", token.text[:20], token.position),
                f"numbers are allowed up to {_LARGEST_DECIMAL_EXPONENT} digits",
            )
        value = Fraction(token.text)
        return Rational(value.numerator, value.denominator)

    def group(self, close: str) -> Any:
        """What follows '(': a value, or a tuple if there is a comma."""
        items, comma = [self.expression()], False
        while self.accept(","):
            comma = True
            if self.peek() == close:
                break
            items.append(self.expression())
        self.expect(close)
        return tuple(items) if comma else items[0]

    def items(self, close: str) -> list[Any]:
        items = []
        while self.peek() != close:
            items.append(self.expression())
            if not self.accept(","):
                break
        self.expect(close)
        return items

    # -- names --------------------------------------------------------------------------------

    def name(self, token: Token) -> Any:
        """A name without arguments."""
        if token.text == "pi":
            return S.Pi
        if token.text in self.symbols:
            return self.symbols[token.text]
        if token.text in _FUNCTIONS or token.text in self.names:
            self.refuse(token, f"{token.text} needs its arguments in parentheses")
        return self.free(token)

    def free(self, token: Token) -> Any:
        """A name that means nothing yet."""
        self.unknown(token)

    def unknown(self, token: Token) -> NoReturn:
        lower = {name.lower(): name for name in self.names}
        near = get_close_matches(token.text.lower(), lower, n=1, cutoff=0.75)
        meant = f" (did you mean {lower[near[0]]}?)" if near else ""
        if token.text in ("remove", "add"):
            meant = f" (a direction needs quotes of its own: direction='{token.text}')"
        raise UnsupportedError(
            f"{token.text!r} at position {token.position}{meant}: allowed are "
            f"{', '.join([*self.names, *sorted(_FUNCTIONS)])}"
        )

    def call(self, token: Token) -> Any:
        """A name and its arguments."""
        self.expect("(")
        name = token.text
        if name in self.names:
            return self.special(token)
        if name not in _FUNCTIONS:
            self.unknown(token)
        args = self.items(")")
        if not all(isinstance(a, Expr) for a in args):
            self.refuse(token, "the arguments of a function are expressions")
        if not args or (len(args) > 1 and name not in _MANY):
            self.refuse(token, f"{name} takes {'at least ' if name in _MANY else ''}one argument")
        if name in _GROWING:
            self.moderate(token, args[0], _LARGEST_GROWTH)
            if args[0].has(log):  # SymPy would carry out the power: exp(n log 2) = 2**n
                self.moderate(token, args[0], _LARGEST_EXPONENT)
        value = self.made(token, _FUNCTIONS[name], args)
        if name in _PARTIAL:
            self.partial.append(value)
        return value

    def special(self, token: Token) -> Any:
        """A call of one of ``names``; the parenthesis is open."""
        raise NotImplementedError

    # -- values -------------------------------------------------------------------------------

    def made(
        self,
        token: Token,
        maker: Callable[..., Any],
        args: Sequence[Any],
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return maker(*args, **(options or {}))
        except FdpError:
            raise
        except (TypeError, ValueError, ArithmeticError) as error:
            usage = _usage(maker, args, options or {}) if isinstance(error, TypeError) else None
            if usage is None:
                self.refuse(token, f"{token.text} cannot be made ({error})")
            needed = "; write direction='remove' or direction='add', which differ"
            hint = needed if "argument: 'direction'" in str(error) else ""
            self.refuse(token, f"{token.text} takes {usage}{hint}")

    def apply(self, op: Token, left: Any, right: Any) -> Any:
        if not isinstance(left, Expr) or op.text == "@":
            return self.combined(op, left, right)
        if not isinstance(right, Expr):
            return self.combined(op, left, right)
        if op.text == "**":
            return self.raised(op, left, right)
        if op.text == "/":
            if right.is_zero:
                self.refuse(op, "division by zero")
            self.partial.append(1 / right)
            result = left / right
        else:
            result = {"+": left.__add__, "-": left.__sub__, "*": left.__mul__}[op.text](right)
        if _bits(result) > _MOST_BITS:
            self.refuse(op, f"numbers of more than {_MOST_BITS} bits are not allowed")
        return result

    def raised(self, op: Token, base: Expr, exponent: Expr) -> Expr:
        self.moderate(op, exponent, _LARGEST_EXPONENT)
        if exponent.is_Rational:
            if abs(exponent) * sum(map(_bits, base.atoms(Rational))) > _MOST_BITS:
                self.refuse(op, f"powers are allowed up to {_MOST_BITS} bits")
            if base.is_zero and exponent < 0:
                self.refuse(op, "division by zero")
        self.partial.append(self.made(op, base.__pow__, [exponent]))
        return self.partial[-1]

    def moderate(self, token: Token, number: Expr, limit: int) -> None:
        """Refuse a number beyond the limit before SymPy evaluates a tower of exponentials."""
        if number.free_symbols:
            return
        if number.is_Rational:
            sound = abs(number) <= limit
        else:
            ball = compile_expr(number).ball((), 64)
            sound = -limit <= ball.lower and ball.upper <= limit
        if not sound:
            self.refuse(token, f"a number beyond {limit} as argument or exponent")

    def combined(self, op: Token, left: Any, right: Any) -> Any:
        """Operations on anything but expressions."""
        self.refuse(op, "arithmetic is allowed between numbers and expressions")


def _usage(
    maker: Callable[..., Any], args: Sequence[Any], options: Mapping[str, Any]
) -> str | None:
    """What it takes, if these are too many arguments, too few, or have unknown names."""
    try:
        signature = inspect.signature(maker)
    except (TypeError, ValueError):
        return None
    try:
        signature.bind(*args, **options)
    except TypeError:
        taken = signature.parameters.values()
        names = [p.name if p.default is p.empty else f"{p.name}={p.default}" for p in taken]
        comma = len(args) > len(names) and all(getattr(a, "is_Integer", False) for a in args)
        point = "; a decimal number has a point, such as 0.5" if comma else ""
        return f"({', '.join(names)}){point}"
    return None


def _bits(value: Expr) -> int:
    """The length in bits of the longest rational number in an expression."""
    numbers = value.atoms(Rational)
    return max((max(int(r.p).bit_length(), int(r.q).bit_length()) for r in numbers), default=0)
