"""SymPy expressions to straight-line programs, with common subexpressions computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from flint import fmpq
from sympy import (
    Add,
    Basic,
    Contains,
    Expr,
    Float,
    Ge,
    Gt,
    Integral,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Product,
    Rational,
    S,
    Sum,
    Symbol,
    digamma,
    exp,
    log,
    polygamma,
    sympify,
)

from .. import functions
from ..binding import apart
from ..errors import DomainError, UnsupportedError
from ..exact import exact, expression
from ..functions import Phi, Quantile
from .operations import CONSTANTS, FUNCTIONS
from .program import Instruction, Program

__all__ = ["compile_expr"]

_SCOPED = {Sum: "sum", Product: "product", Integral: "integral"}
_ITERATIVE = {"integral", "sup", "inf"}


class _Compiler:
    """One pass over an expression; `register` of a node is computed at most once."""

    def __init__(self, variables: Sequence[Symbol]) -> None:
        self.variables = tuple(variables)
        self.constants: list[Any] = []
        self.code: list[Instruction] = []
        self.iterative = False
        # a register is a variable index, or ("constant", i), or ("code", i) until `finish`
        self.known: dict[Any, Any] = {v: ("variable", i) for i, v in enumerate(self.variables)}

    # -- registers ----------------------------------------------------------------------------

    def emit(self, op: str, *args: Any, data: Any = None) -> Any:
        key = (op, args, data)
        if key not in self.known:
            self.code.append(Instruction(op, args, data))
            self.known[key] = ("code", len(self.code) - 1)
        return self.known[key]

    def constant(self, value: Any) -> Any:
        key = ("constant", value)
        if key not in self.known:
            self.constants.append(value)
            self.known[key] = ("constant", len(self.constants) - 1)
        return self.known[key]

    def register(self, node: Basic) -> Any:
        found = self.known.get(node)
        if found is None:
            found = self.known[node] = self.compile(node)
        return found

    def finish(self, expr: Expr, result: Any) -> Program:
        first = {
            "variable": 0,
            "constant": len(self.variables),
            "code": len(self.variables) + len(self.constants),
        }

        def number(register: Any) -> int:
            kind, index = register
            return first[kind] + int(index)

        code = [Instruction(i.op, tuple(map(number, i.args)), i.data) for i in self.code]
        return Program(expr, self.variables, self.constants, code, number(result), self.iterative)

    # -- nodes --------------------------------------------------------------------------------

    def compile(self, node: Basic) -> Any:
        if isinstance(node, (Rational, Float)):
            number = exact(node, "the constant")
            return self.constant(fmpq(int(number.p), int(number.q)))
        if node in CONSTANTS:
            return self.emit(CONSTANTS[node])
        if node is S.NegativeInfinity:
            return self.emit("neg", self.register(S.Infinity))
        if isinstance(node, Symbol):
            raise DomainError(
                f"no value for {node}; every free symbol must be among the variables "
                f"{self.variables}. Add it, or assign it a value."
            )
        rewrite = getattr(node, "_ball_rewrite", None)
        if rewrite is not None:
            return self.register(sympify(rewrite()))
        kind = getattr(node, "_balls_kind", None)
        if kind in ("sup", "inf"):
            body, (variable, low, high) = node.args
            return self.scoped(kind, body, variable, low, high)
        if kind == "iterate":
            return self.iterate(*node.args)
        if type(node) in FUNCTIONS:
            return self.emit(FUNCTIONS[type(node)], *map(self.register, node.args))
        special = _SPECIAL.get(type(node))
        if special is None and type(node) in _SCOPED:
            special = _Compiler.limits
        if special is None:
            raise UnsupportedError(
                f"{type(node).__name__} in {node} cannot be enclosed; rewrite it with "
                "arithmetic, powers, exp, log, Phi, Quantile, erf, erfc, tanh, sinh, cosh, Min, "
                "Max, Abs, Piecewise, finite sums or integrals, or give its class a "
                "_ball_rewrite method that returns an equal expression"
            )
        return special(self, node)

    def add(self, node: Expr) -> Any:
        terms = list(node.args)
        total = None
        found = _cancelling(terms)
        if found is not None:
            one, part = found
            terms.remove(one)
            terms.remove(-one * part)
            # 1 - Phi(x) = Phi(-x) keeps the digits of the upper tail, expm1 those of a small x
            argument = part.args[0]
            if isinstance(part, Phi):
                total, flip = self.register(Phi(-argument)), S.NegativeOne
            else:
                total, flip = self.emit("expm1", self.register(argument)), S.One
            total = self.emit("neg", total) if one is flip else total
        for term in terms:
            negative = term.as_coeff_Mul()[0].is_negative
            register = self.register(-term if negative else term)
            if total is None:
                total = self.emit("neg", register) if negative else register
            else:
                total = self.emit("sub" if negative else "add", total, register)
        return total

    def mul(self, node: Expr) -> Any:
        top: list[Expr] = []
        bottom: list[Expr] = []
        for factor in node.args:
            if factor.is_Pow and factor.exp.is_Rational and factor.exp.is_negative:
                bottom.append(1 / factor)
            elif factor.is_Rational and factor.q != 1:
                if factor.p != 1:
                    top.append(S(factor.p))
                bottom.append(S(factor.q))
            else:
                top.append(factor)
        negative = S.NegativeOne in top
        if negative:
            top.remove(S.NegativeOne)
        result = self.chain("mul", top)
        if bottom:
            result = self.emit("div", result, self.chain("mul", bottom))
        return self.emit("neg", result) if negative else result

    def chain(self, op: str, nodes: Sequence[Basic]) -> Any:
        """A commutative n-ary operation as binary ones."""
        if not nodes:
            return self.register(S.One)
        total = self.register(nodes[0])
        for node in nodes[1:]:
            total = self.emit(op, total, self.register(node))
        return total

    def pow(self, node: Expr) -> Any:
        base, exponent = node.args
        if base is S.Exp1:
            return self.emit("exp", self.register(exponent))
        if exponent.is_Rational and exponent < 0:
            return self.emit("div", self.register(S.One), self.register(1 / node))
        if exponent.is_Integer:
            return self.emit("integer_power", self.register(base), data=int(exponent))
        if exponent == S.Half:
            return self.emit("sqrt", self.register(base))
        return self.emit("power", self.register(base), self.register(exponent))

    def log(self, node: Expr) -> Any:
        u = node.args[0]
        if u.is_Add and S.One in u.args and _cancelling(u.args) is None:
            return self.emit("log1p", self.register(u - 1))
        return self.emit("log", self.register(u))

    def polygamma(self, node: Expr) -> Any:
        *order, x = node.args if isinstance(node, polygamma) else (S.Zero, *node.args)
        if not (order[0].is_Integer and order[0] >= 0):
            raise UnsupportedError(f"{node} cannot be enclosed; allowed are the orders 0, 1, 2, …")
        return self.emit("polygamma", self.register(x), data=int(order[0]))

    def quantile(self, node: Expr) -> Any:
        p = node.args[0]
        if p.is_Add and S.One in p.args:
            # Quantile(1 - q) = -Quantile(q) keeps the digits of a small q
            return self.emit("neg", self.emit("quantile", self.register(1 - p)))
        return self.emit("quantile", self.register(p))

    def greater(self, node: Basic) -> Any:
        return self.register(node.reversed)

    def contains(self, node: Basic) -> Any:
        """Membership of a set that is described by relations."""
        element, members = node.args
        try:
            return self.register(members.as_relational(element))
        except (AttributeError, NotImplementedError):
            raise UnsupportedError(
                f"{node} cannot be enclosed; allowed are intervals, finite sets and what "
                "union, intersection and complement make of them. Write the condition with "
                "relations."
            ) from None

    def extremum(self, node: Expr) -> Any:
        return self.chain("minimum" if isinstance(node, Min) else "maximum", node.args)

    def piecewise(self, node: Expr) -> Any:
        registers = [self.register(part) for branch in node.args for part in branch.args]
        return self.emit("piecewise", *registers)

    def limits(self, node: Expr) -> Any:
        """Sum, Product or Integral; the last variable is the outermost."""
        body, *inner, outer = node.args
        if inner:
            body = type(node)(body, *inner)
        infinite = any(end.is_infinite for end in outer[1:]) and not isinstance(node, Integral)
        if len(outer) != 3 or infinite:
            raise UnsupportedError(
                f"{type(node).__name__} over {outer} in {node} cannot be enclosed; allowed are "
                "definite integrals, and sums and products with finite limits. Split off the "
                "infinite part and bound it separately."
            )
        return self.scoped(_SCOPED[type(node)], body, *outer)

    def iterate(self, step: Any, count: Expr, start: Expr) -> Any:
        """``step`` applied count times; the code is linear in count."""
        if not (count.is_Integer and count >= 0):
            raise UnsupportedError(f"a function iterated {count} times; allowed are 0, 1, 2, …")
        (variable,) = step.variables
        outside, current = self.known, self.register(start)
        for _ in range(int(count)):
            # what was computed inside holds for one value of the variable only
            self.known = {k: r for k, r in outside.items() if not _contains(k, variable)}
            self.known[variable] = current
            current = self.register(step.expr)
            outside.update((k, r) for k, r in self.known.items() if not isinstance(k, Basic))
        self.known = outside
        return current

    def scoped(self, op: str, body: Expr, variable: Symbol, low: Expr, high: Expr) -> Any:
        """An operation over a bound variable: its body becomes a program of its own."""
        self.iterative = self.iterative or op in _ITERATIVE
        outer = tuple(sorted(body.free_symbols - {variable}, key=lambda s: s.sort_key()))
        program = _compile(body, (*outer, variable))
        self.iterative = self.iterative or program.iterative
        arguments = [self.register(part) for part in (low, high, *outer)]
        return self.emit(op, *arguments, data=program)


def _cancelling(terms: Sequence[Expr]) -> tuple[Expr, Expr] | None:
    """(1, f) if 1 and -f are among the terms, (-1, f) if -1 and f are; f is an exp or a Phi."""
    for one in (S.One, S.NegativeOne):
        if one in terms:
            for term in terms:
                sign, part = term.as_coeff_Mul()
                if sign == -one and isinstance(part, (Phi, exp)):
                    return one, part
    return None


def _contains(key: Any, variable: Symbol) -> bool:
    return isinstance(key, Basic) and key.has(variable)


_SPECIAL: dict[type, Callable[[_Compiler, Any], Any]] = {
    Add: _Compiler.add,
    Mul: _Compiler.mul,
    Pow: _Compiler.pow,
    Quantile: _Compiler.quantile,
    digamma: _Compiler.polygamma,
    log: _Compiler.log,
    polygamma: _Compiler.polygamma,
    Contains: _Compiler.contains,
    Ge: _Compiler.greater,
    Gt: _Compiler.greater,
    Max: _Compiler.extremum,
    Min: _Compiler.extremum,
    functions.Max: _Compiler.extremum,
    functions.Min: _Compiler.extremum,
    Piecewise: _Compiler.piecewise,
}


@lru_cache(maxsize=4096)
def _compile(expr: Basic, variables: tuple[Symbol, ...]) -> Program:
    compiler = _Compiler(variables)
    return compiler.finish(expr, compiler.register(apart(expr)))


def compile_expr(expr: Any, variables: Sequence[Symbol] = ()) -> Program:
    """Compile a SymPy expression; compiled programs are cached.

    Parameters
    ----------
    expr : Expr
        Real-valued. Besides arithmetic and powers: ``exp log sqrt Phi Quantile erf erfc tanh
        sinh cosh gamma loggamma polygamma factorial binomial uppergamma lowergamma Min Max Abs
        sign floor ceiling Piecewise``, finite ``Sum`` and ``Product``, definite ``Integral``, and
        suprema and infima over an interval. Other classes are replaced by what their method
        ``_ball_rewrite()`` returns.
    variables : sequence of Symbol
        The free symbols, in the order of the values.

    Raises
    ------
    UnsupportedError
        Names the node that cannot be enclosed.
    DomainError
        Names a free symbol that is not among the variables.

    Examples
    --------
    >>> from sympy import Symbol, exp
    >>> x = Symbol("x", real=True)
    >>> program = compile_expr(exp(x) - 1, [x])
    >>> program.ball([0], 64), program.ball({x: 1}, 64).decimal(15)
    (Ball(0, 0), '1.71828182845904')
    """
    expr = expression(expr)
    if not isinstance(expr, Expr):
        raise UnsupportedError(f"{expr}: allowed are SymPy expressions")
    return _compile(expr, tuple(variables))
