r"""Formulas as a paper prints them: :math:`\varepsilon`, :math:`\Phi^{-1}`, order as written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sympy import Expr, Function, Mul, Pow, Rational, Symbol, exp
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from ..theorems.statements import Lim

__all__ = ["formula"]

_OPERATORS = {"Sup", "Inf", "Lim", "Iterate"}


def formula(value: Any) -> str:
    r"""An expression in LaTeX.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, delta, epsilon
    >>> print(formula(exp(-epsilon) * (1 - delta - alpha)))
    e^{-\varepsilon} (1 - \alpha - \delta)
    """
    text: str = _slim(_PaperPrinter({"order": "none", "long_frac_ratio": None}).doprint(value))
    return text


class _PaperPrinter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the notation and the order of factors and terms of the papers."""

    def _print(self, expr: Any, **kwargs: Any) -> str:
        # what is defined here goes before a class's own `_latex`
        own = vars(_PaperPrinter).get(f"_print_{type(expr).__name__}")
        text: str = super()._print(expr, **kwargs) if own is None else own(self, expr, **kwargs)
        return text

    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:
        text: str = super()._print_Symbol(expr, style)
        text = re.sub(r"\\epsilon(?![a-z])", r"\\varepsilon", text)
        return re.sub(r"^[a-zA-Z]{2,}", r"\\mathit{\g<0>}", text)  # a word is one letter set wide

    def _print_Rational(self, expr: Rational) -> str:
        """Decimals as decimals: nobody reads a fraction over 10^12."""
        places = next((k for k in range(5, 60) if 10**k % expr.q == 0), None)
        if expr.q < 10**4 or places is None:
            text: str = super()._print_Rational(expr)
            return text
        sign, digits = "-" if expr.p < 0 else "", str(abs(expr.p) * 10**places // expr.q)
        if digits == "1":
            return f"{sign}10^{{-{places}}}"
        digits = digits.rjust(places + 1, "0")
        return f"{sign}{digits[:-places]}.{digits[-places:]}"

    def _print_Phi(self, expr: Expr, exp: str | None = None) -> str:
        return self._applied(r"\Phi", expr.args, exp)

    def _print_Quantile(self, expr: Expr, exp: str | None = None) -> str:
        text = self._applied(r"\Phi^{-1}", expr.args)
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        if isinstance(expr, AppliedUndef):
            return self._applied(self._name_of(expr), expr.args, exp)
        text: str = super()._print_Function(expr, exp=exp)
        return text

    def _name_of(self, function: Any) -> str:
        return self._print_Symbol(Symbol(function.func.__name__))

    def _applied(self, name: str, arguments: Iterable[Any], exponent: str | None = None) -> str:
        power = "" if exponent is None else f"^{{{exponent}}}"
        return rf"{name}{power}\left({', '.join(map(self._print, arguments))}\right)"

    def _print_Sup(self, expr: Any) -> str:
        """An operator over a variable; its body in brackets where it is a sum."""
        variable, low, high = expr.limits
        if isinstance(expr, Lim):
            under = rf"{self._print(variable)} \to {self._print(high)}"
        else:
            ends = f"{self._print(low)}, {self._print(high)}"
            left, right = "(" if low.is_infinite else "[", ")" if high.is_infinite else "]"
            under = rf"{self._print(variable)} \in {left}{ends}{right}"
        body = self._print(expr.body)
        body = rf"\left[{body}\right]" if expr.body.is_Add else body
        return rf"\{type(expr).__name__.lower()}_{{{under}}} {body}"

    _print_Inf = _print_Lim = _print_Sup

    def _print_Iterate(self, expr: Any) -> str:
        step, count, start = expr.args
        text = rf"\left({self._print(step)}\right)^{{\circ {self._print(count)}}}"
        return rf"{text}\left({self._print(start)}\right)"

    def _print_Lambda(self, expr: Any) -> str:
        signature = self._print(expr.variables[0] if len(expr.variables) == 1 else expr.signature)
        return rf"{signature} \mapsto {self._print(expr.expr)}"

    def _print_Derivative(self, expr: Any) -> str:
        """f'(t) for one derivative of a function at its own variable."""
        body = expr.expr
        if isinstance(body, AppliedUndef) and body.args == expr.variables:
            return self._applied(f"{self._name_of(body)}'", body.args)
        text: str = super()._print_Derivative(expr)
        return text

    def _as_ordered_terms(self, expr: Expr, order: Any = None) -> list[Expr]:
        """Numbers and positive terms first, otherwise in the order in which SymPy keeps them."""
        return sorted(expr.args, key=lambda term: term.could_extract_minus_sign())

    def _print_Mul(self, expr: Expr) -> str:
        if expr.is_Mul:  # SymPy also sends 1/x here
            expr = Mul._from_args(tuple(sorted(expr.args, key=_place)))
        text: str = super()._print_Mul(expr)
        return text

    def parenthesize(self, item: Any, level: int, *flags: Any, **options: Any) -> str:
        if type(item).__name__ in _OPERATORS and level >= PRECEDENCE["Pow"]:
            return rf"\left({self._print(item)}\right)"
        text: str = super().parenthesize(item, level, *flags, **options)
        return text


def _place(factor: Expr) -> int:
    """Where a factor stands in a product: 2 k e^x (1 - t) a f(a) (a + b) sup."""
    base = factor.base if isinstance(factor, Pow) else factor
    if base.is_number and not isinstance(base, exp):
        return 0
    if base.is_Symbol:
        return 1 if base.is_integer else 4
    if isinstance(base, exp):
        return 2
    if base.is_Add:
        return 3 if len(base.args) == 2 and base.args[0] == 1 else 6
    return 5 if isinstance(base, Function) else 7


_TALL = re.compile(r"\\(?:d?frac|tbinom|binom|sum|prod|int|begin|left|sup|inf|lim|sqrt)(?![a-z])")
_APPLIED = re.compile(r"\\(?!frac|sqrt)[a-z]+(?:\^\{[^{}]*\})?\{$")
_PAIR = re.compile(r"\\(left|right)(?![a-z]*arrow)(\\[a-zA-Z]+|\\.|.)")


def _slim(text: str) -> str:
    """Ordinary brackets around what is not tall, and no spaces that SymPy leaves over."""
    outside, opened, end = [""], [], 0
    for found in _PAIR.finditer(text):
        outside[-1] += text[end : found.start()]
        end = found.end()
        if found[1] == "left":
            outside.append("")
            opened.append(found[2])
            continue
        inside, left, right = outside.pop(), opened.pop(), found[2]
        if text[end : end + 1] == "}" and _APPLIED.search(outside[-1]):  # \tanh{\left(x \right)}
            outside[-1] = outside[-1][:-1]
            end += 1
        if left == "." or _TALL.search(inside):
            outside[-1] += rf"\left{left}{inside.strip()}\right{right}"
        else:
            outside[-1] += f"{left}{inside.strip()}{right}"
    text = outside[0] + text[end:]
    text = re.sub(r"(?:(?<=[{(\[])|^)- (?=\S)", "-", text)
    text = re.sub(
        r"(\\mathit\{[a-zA-Z]+\}(?:_\{\w+\})?) (?=[\\a-zA-Z(])(?!\\[lgn]eq)", r"\1 \\, ", text
    )
    return text.replace(r"\, d", r"\,d")
