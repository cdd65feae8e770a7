r"""Formulas as a paper prints them: :math:`\varepsilon`, :math:`\Phi^{-1}`, fractions, order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sympy import Basic, E, Expr, Integer, Mul, Pow, Rational, S, Symbol, exp, pi
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence_traditional

from ..theorems.statements import Iterate, Lim
from .brackets import slim
from .numeral import numerals
from .order import ordered_factors, ordered_terms, trailing

__all__ = ["formula"]

_OPERATORS = {"Sup", "Inf", "Lim", "Iterate", "Lambda"}
# functions with a name in LaTeX or in the field; a power stands behind the name
_NAMES = {
    **{name: rf"\{name}" for name in ("log", "sinh", "cosh", "tanh", "coth", "sin", "cos", "tan")},
    "atan": r"\arctan",
    "erf": r"\operatorname{erf}",
    "erfc": r"\operatorname{erfc}",
    "sign": r"\operatorname{sgn}",
}


def formula(value: Any, in_line: bool = False) -> str:
    r"""An expression in LaTeX.

    Parameters
    ----------
    value : expression
    in_line : bool
        With slashes instead of fractions, for indices.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, delta, epsilon
    >>> print(formula(exp(-epsilon) * (1 - delta - alpha)), formula(epsilon / 2, in_line=True))
    e^{-\varepsilon} (1 - \delta - \alpha) \varepsilon/2
    """
    return slim(_PaperPrinter(in_line).doprint(value))


class _PaperPrinter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the notation and the order of factors and terms of the papers."""

    def __init__(self, in_line: bool = False) -> None:
        super().__init__({"order": "none"})
        self._in_line = in_line  # fractions with a slash: in exponents
        self._printed: dict[Any, str] = {}  # texts also decide about the order

    def _print(self, expr: Any, **kwargs: Any) -> str:
        known = (expr, self._in_line)
        if kwargs or not isinstance(expr, Basic):
            return str(super()._print(expr, **kwargs))
        if known not in self._printed:
            # what is defined here goes before a class's own `_latex`
            own = vars(_PaperPrinter).get(f"_print_{type(expr).__name__}")
            self._printed[known] = super()._print(expr) if own is None else own(self, expr)
        return self._printed[known]

    # -- symbols and numbers -----------------------------------------------------------------------

    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:
        text: str = super()._print_Symbol(expr, style)
        text = re.sub(r"\\epsilon(?![a-z])", r"\\varepsilon", text)
        text = re.sub(r"^(\w+?)(\d+)$", r"\1_{\2}", text)
        return re.sub(r"^[a-zA-Z]{2,}", r"\\mathit{\g<0>}", text)  # a word is one letter set wide

    def _print_Dummy(self, expr: Symbol) -> str:
        return self._print_Symbol(Symbol(expr.name.lstrip("_")))

    def _print_Integer(self, expr: Integer) -> str:
        return str(expr.p)

    def _print_Rational(self, expr: Rational) -> str:
        sign = "-" if expr.p < 0 else ""
        return sign + self._fraction(*numerals(abs(expr)))

    def _print_Half(self, expr: Rational) -> str:
        return self._print_Rational(expr)

    def _fraction(self, above: str, below: str) -> str:
        if not below:
            return above
        return f"{above}/{below}" if self._in_line else rf"\frac{{{above}}}{{{below}}}"

    @contextmanager
    def _slashed(self, on: bool = True) -> Iterator[None]:
        before, self._in_line = self._in_line, on
        yield
        self._in_line = before

    # -- sums and products -------------------------------------------------------------------------

    def _print_Add(self, expr: Expr, order: Any = None) -> str:
        text = ""
        for term in ordered_terms(expr.args, self._print):
            shown = self.parenthesize(term, PRECEDENCE["Add"], strict=False)
            if not text:
                text = shown
            elif shown.startswith("-"):
                text += f" - {shown[1:].lstrip()}"
            else:
                text += f" + {shown}"
        return text

    def _print_Mul(self, expr: Expr) -> str:
        number, factors = S.One, []
        for factor in Mul.make_args(expr):
            if factor.is_Rational:
                number *= factor
            else:
                factors.append(factor)
        sign, number = ("-" if number < 0 else ""), abs(number)
        above, below = _split(factors)
        number, above, below = _radicals(number, above, below)
        up, down = numerals(number)
        up = "" if up == "1" else up
        if not below and not down:
            return sign + self._times(up, above)
        beside = [factor for factor in above if trailing(factor)]
        above = [factor for factor in above if not trailing(factor)]
        in_line = self._in_line and not beside
        with self._slashed(in_line):
            numerator = self._times(up, above, alone=not in_line) or "1"
            denominator = self._times(down, below, alone=not in_line)
            if in_line and (len(below) + bool(down) > 1):
                denominator = rf"\left({denominator}\right)"
            text = self._fraction(numerator, denominator)
        return sign + " ".join([text, *([self._times("", beside)] if beside else [])])

    def _times(self, number: str, factors: Sequence[Expr], alone: bool = False) -> str:
        """A product from left to right; a sum that stands ``alone`` needs no brackets."""
        if not number and alone and len(factors) == 1:
            return self._print(factors[0])
        texts = [number] if number else []
        ordered = ordered_factors(factors, self._print)
        for place, factor in enumerate(ordered):
            last = place == len(ordered) - 1
            texts.append(self._factor(factor, last))
        made = ""
        for text in texts:
            if made and re.match(r"[\d.]", text):
                made += rf" \cdot {text}"
            elif made and re.search(r"\\mathit\{[a-zA-Z]+\}(_\{\w+\})?(\^\{[^{}]*\})?$", made):
                made += rf" \, {text}"
            else:
                made += f" {text}" if made else text
        return made

    def _factor(self, factor: Expr, last: bool) -> str:
        if factor.is_Add or ((factor.is_Mul or factor.is_Number) and not factor.is_nonnegative):
            return rf"\left({self._print(factor)}\right)"
        if (trailing(factor) and not last) or type(factor).__name__ == "Piecewise":
            return rf"\left({self._print(factor)}\right)"
        return self.parenthesize(factor, PRECEDENCE["Mul"])

    # -- powers ------------------------------------------------------------------------------------

    def _print_Pow(self, expr: Expr) -> str:
        above, below = _split([expr])
        if below:
            with self._slashed(self._in_line):
                return self._fraction("1", self._times("", below, alone=not self._in_line))
        base, power = above[0].as_base_exp()
        if power.is_Rational and power.p == 1 and power.q > 1:
            root = "" if power.q == 2 else f"[{power.q}]"
            with self._slashed(False):
                return rf"\sqrt{root}{{{self._print(base)}}}"
        exponent = self._exponent(power)
        name = _NAMES.get(type(base).__name__)
        if name and power.is_Integer:
            return self._applied(name, base.args, exponent)
        if base.is_Symbol or (base.is_Integer and base.is_nonnegative) or base in (pi, E):
            return f"{self._print(base)}^{{{exponent}}}"
        if isinstance(base, AppliedUndef) or type(base).__name__ in ("Phi", "Quantile", "Abs"):
            return f"{self._print(base)}^{{{exponent}}}"
        return rf"\left({self._print(base)}\right)^{{{exponent}}}"

    def _exponent(self, power: Any) -> str:
        with self._slashed():
            return self._print(power)

    def _print_ExpBase(self, expr: Expr, exp: str | None = None) -> str:
        return f"e^{{{self._exponent(expr.args[0])}}}"

    _print_exp = _print_ExpBase

    def _print_Exp1(self, expr: Expr) -> str:
        return "e"

    # -- functions ---------------------------------------------------------------------------------

    def _print_Phi(self, expr: Expr, exp: str | None = None) -> str:
        return self._applied(r"\Phi", expr.args)

    def _print_Quantile(self, expr: Expr, exp: str | None = None) -> str:
        return self._applied(r"\Phi^{-1}", expr.args)

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        if isinstance(expr, AppliedUndef):
            return self._applied(self._name_of(expr), expr.args)
        name = _NAMES.get(type(expr).__name__, rf"\operatorname{{{type(expr).__name__}}}")
        return self._applied(name, expr.args)

    _print_log = _print_Function

    def _name_of(self, function: Any) -> str:
        return self._print_Symbol(Symbol(function.func.__name__))

    def _applied(self, name: str, arguments: Iterable[Any], exponent: str | None = None) -> str:
        power = "" if exponent is None else f"^{{{exponent}}}"
        return rf"{name}{power}\left({', '.join(map(self._print, arguments))}\right)"

    def _print_Max(self, expr: Expr, exp: str | None = None) -> str:
        texts = [self._print(argument) for argument in expr.args]
        ordered = sorted(texts, key=lambda text: (text != "0", len(text), text))
        return rf"\{type(expr).__name__.lower()}\left\{{{', '.join(ordered)}\right\}}"

    _print_Min = _print_Max

    def _print_Abs(self, expr: Expr, exp: str | None = None) -> str:
        return rf"\left\lvert {self._print(expr.args[0])}\right\rvert"

    def _print_binomial(self, expr: Expr, exp: str | None = None) -> str:
        above, below = map(self._print, expr.args)
        return rf"\binom{{{above}}}{{{below}}}"

    def _print_Piecewise(self, expr: Expr) -> str:
        rows = []
        for value, condition in expr.args:
            when = r"\text{otherwise}"
            if condition is not S.true:
                when = rf"\text{{if }} {self._print(condition)}"
            rows.append(rf"{self._print(value)} & {when}")
        return " ".join([r"\begin{cases}", r" \\ ".join(rows), r"\end{cases}"])

    # -- operators ---------------------------------------------------------------------------------

    def _body(self, body: Expr) -> str:
        text = self._print(body)
        return rf"\left[{text}\right]" if body.is_Add or text.startswith("-") else text

    def _print_Sup(self, expr: Any) -> str:
        variable, low, high = expr.limits
        if isinstance(expr, Lim):
            under = rf"{self._print(variable)} \to {self._print(high)}"
        else:
            with self._slashed():
                ends = f"{self._print(low)}, {self._print(high)}"
            left, right = "(" if low.is_infinite else "[", ")" if high.is_infinite else "]"
            under = rf"{self._print(variable)} \in {left}{ends}{right}"
        return rf"\{type(expr).__name__.lower()}_{{{under}}} {self._body(expr.body)}"

    _print_Inf = _print_Lim = _print_Sup

    def _print_Sum(self, expr: Any) -> str:
        """The sum carried out last stands first."""
        sign = r"\prod" if type(expr).__name__ == "Product" else r"\sum"
        text = ""
        with self._slashed():
            for variable, low, high in reversed(expr.limits):
                start = f"{self._print(variable)}={self._print(low)}"
                text += rf"{sign}_{{{start}}}^{{{self._print(high)}}} "
        return text + self._summand(expr.function)

    _print_Product = _print_Sum

    def _print_Integral(self, expr: Any) -> str:
        text, ends = "", ""
        with self._slashed():
            for variable, *bounds in reversed(expr.limits):
                if bounds:
                    low, high = map(self._print, bounds)
                    text += rf"\int_{{{low}}}^{{{high}}} "
                else:
                    text += r"\int "
                ends = rf"\,d{self._print(variable)}" + ends
        return text + self._summand(expr.function) + ends

    def _summand(self, body: Expr) -> str:
        text = self._print(body)
        return rf"\left({text}\right)" if body.is_Add or text.startswith("-") else text

    def _print_Iterate(self, expr: Any) -> str:
        step, count, start = expr.args
        text = rf"\left({self._print(step)}\right)^{{\circ {self._iterations(count)}}}"
        return rf"{text}\left({self._print(start)}\right)"

    def _iterations(self, count: Any) -> str:
        text = self._exponent(count)
        return rf"\left({text}\right)" if count.is_Add else text

    def _print_Lambda(self, expr: Any) -> str:
        signature = self._print(expr.variables[0] if len(expr.variables) == 1 else expr.signature)
        return rf"{signature} \mapsto {self._print(expr.expr)}"

    def _print_Derivative(self, expr: Any) -> str:
        """f'(t) for one derivative of a function at its own variable."""
        body = expr.expr
        if isinstance(body, AppliedUndef) and body.args == expr.variables:
            return self._applied(f"{self._name_of(body)}'", body.args)
        count = len(expr.variables)
        d = "d" if len(body.free_symbols) == 1 else r"\partial"
        above = d if count == 1 else f"{d}^{{{count}}}"
        below = " ".join(
            f"{d} {self._print(v)}" + ("" if n == 1 else f"^{{{n}}}")
            for v, n in expr.variable_count
        )
        operand = self.parenthesize(body, PRECEDENCE["Pow"])
        return rf"\frac{{{above}}}{{{below}}} {operand}"

    def parenthesize(self, item: Any, level: int, strict: bool = False, **options: Any) -> str:
        own = type(item).__name__ in _OPERATORS and level >= PRECEDENCE["Pow"]
        if own or (isinstance(item, Iterate) and level > PRECEDENCE["Pow"]):
            return rf"\left({self._print(item)}\right)"
        if item.is_Add if level == PRECEDENCE["Add"] else precedence_traditional(item) < level:
            return rf"\left({self._print(item)}\right)"
        return self._print(item)


def _split(factors: Iterable[Expr]) -> tuple[list[Expr], list[Expr]]:
    """Numerator and denominator; e^(-x) stays in the numerator."""
    above: list[Expr] = []
    below: list[Expr] = []
    for factor in factors:
        if factor.is_Pow and not isinstance(factor, exp):
            base, power = factor.args
            negative = power.is_Rational and power.is_negative
            if negative or (power.is_Mul and power.could_extract_minus_sign()):
                below.append(Pow(base, -power))
                continue
        above.append(factor)
    return above, below


def _radicals(
    number: Rational, above: list[Expr], below: list[Expr]
) -> tuple[Rational, list[Expr], list[Expr]]:
    """One root for each side: 1/sqrt(2 pi) for sqrt(2)/(2 sqrt(pi)), sqrt(n p) for its factors."""
    (up, above), (down, below) = _rooted(above), _rooted(below)
    if up.is_Integer and up > 1 and number.q % up == 0:  # p sqrt(n) / q = p / ((q/n) sqrt(n))
        parts = [p for p in Mul.make_args(down) if p != 1]
        number, up, down = number * up, S.One, Mul._from_args((up, *parts)) if parts else up
    return number, _with_root(up, above), _with_root(down, below)


def _rooted(factors: list[Expr]) -> tuple[Expr, list[Expr]]:
    """What stands under square roots, multiplied, and the other factors."""
    under: list[Expr] = []
    others = []
    for factor in factors:
        if factor.is_Pow and factor.exp == S.Half and factor.base.is_nonnegative:
            under.extend(Mul.make_args(factor.base))
        else:
            others.append(factor)
    number = Mul(*(u for u in under if u.is_Rational))
    rest = [u for u in under if not u.is_Rational]
    if number != 1 or not rest:
        rest = [number, *rest]
    return rest[0] if len(rest) == 1 else Mul._from_args(tuple(rest)), others


def _with_root(under: Expr, others: list[Expr]) -> list[Expr]:
    return others if under == 1 else [Pow(under, S.Half, evaluate=False), *others]
