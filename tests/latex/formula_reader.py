"""An independent reader of the LaTeX of formulas: it parses text and evaluates with mpmath.

It shares nothing with the printer and knows no SymPy. Suprema, integrals, limits and functions of
which only facts are known get stand-ins (`maximum_over`, `integral_over`, `stand_in`), which the
evaluator of claims in `claim_values.py` uses as well: that both mean the same operator, applied to
the same things, is what is compared, not the operator.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
from mpmath import mpf

Value = Any
Env = Mapping[str, Value]
Meaning = Callable[[Env], Value]


class Unreadable(Exception):
    """The text is no formula that this reader knows."""


class Undefined(Exception):
    """A formula has no value at a point."""


# -- what operators and functions stand for -------------------------------------------------------

_NODES = (mpf("0.13"), mpf("0.46"), mpf("0.82"))


def nodes(low: Value, high: Value) -> list[Value]:
    if mpmath.isinf(low) and mpmath.isinf(high):
        return [4 * t - 2 for t in _NODES]
    if mpmath.isinf(high):
        return [low + t / (1 - t) for t in _NODES]
    if mpmath.isinf(low):
        return [high - t / (1 - t) for t in _NODES]
    return [low + t * (high - low) for t in _NODES]


def maximum_over(body: Callable[[Value], Value], low: Value, high: Value) -> Value:
    return real_max([body(x) for x in nodes(low, high)])


def minimum_over(body: Callable[[Value], Value], low: Value, high: Value) -> Value:
    return -real_max([-body(x) for x in nodes(low, high)])


def integral_over(body: Callable[[Value], Value], low: Value, high: Value) -> Value:
    """A quadrature that knows which end is the lower one."""
    return sum((w + 2) * body(x) for w, x in enumerate(nodes(low, high))) + 3 * _finite(low)


def _finite(value: Value) -> Value:
    return mpf(0) if mpmath.isinf(value) else value


def sum_over(body: Callable[[Value], Value], low: Value, high: Value) -> Value:
    return sum((body(mpf(i)) for i in _steps(low, high)), mpf(0))


def product_over(body: Callable[[Value], Value], low: Value, high: Value) -> Value:
    return mpmath.fprod(body(mpf(i)) for i in _steps(low, high))


def _steps(low: Value, high: Value) -> range:
    start = int(low)
    return range(start, start + 6 if mpmath.isinf(high) else int(high) + 1)


def limit(body: Callable[[Value], Value]) -> Value:
    return body(mpf(7))


def real_max(values: list[Value]) -> Value:
    if any(isinstance(v, mpmath.mpc) and abs(v.imag) > 1e-30 for v in values):
        raise Undefined("a maximum of complex numbers")
    return max(mpmath.re(v) for v in values)


def stand_in(name: str, arguments: list[Value]) -> Value:
    """A smooth function with values in (0, 1) for a name of which nothing is known."""
    seed = zlib.crc32(name.encode())
    phase = mpf(seed % 97) / 50
    for place, argument in enumerate(arguments):
        phase += argument * (mpf((seed >> (5 * place + 3)) % 31 + 7) / 20)
    return mpf(1) / 2 + mpmath.cos(phase) / 3


def derivative(body: Callable[[Value], Value], at: Value, count: int = 1) -> Value:
    return mpmath.diff(body, at, count)


def normal_cdf(x: Value) -> Value:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def normal_quantile(p: Value) -> Value:
    if abs(mpmath.im(p)) > 0 or not 0 <= p <= 1:
        raise Undefined(f"the quantile at {p}")
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


def divided(above: Value, below: Value) -> Value:
    if below == 0:
        raise Undefined("a quotient by zero")
    return above / below


def power(base: Value, exponent: Value) -> Value:
    if base == 0 and not exponent > 0:
        raise Undefined("a power of zero")
    return mpmath.power(base, exponent)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "Phi": normal_cdf,
    "Phi^-1": normal_quantile,
    "log": mpmath.log,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "coth": mpmath.coth,
    "arctan": mpmath.atan,
    "erf": mpmath.erf,
    "erfc": mpmath.erfc,
}
SIGNS = {"=": "==", r"\leq": "<=", r"\geq": ">=", "<": "<", ">": ">", r"\neq": "!="}


# -- tokens ----------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\\,d(?=[A-Za-z\\])|\\begin\{[a-z]+\}|\\end\{[a-z]+\}|\\text\{[^{}]*\}|\\mathit\{[A-Za-z]+\}"
    r"|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]|[-+/=<>^_{}()\[\]|,.&':]|\s+",
    re.DOTALL,
)
_SIZES = re.compile(r"\\(?:left|right|(?:big|Big|bigg|Bigg)[lr]?)(?![a-zA-Z])\.?")
_SKIPPED = {r"\,", r"\;", r"\:", r"\!", r"\quad", r"\qquad", r"\displaystyle"}


def tokens(text: str) -> list[str]:
    text = _SIZES.sub("", text).replace("{}", "").replace("[t]", "")
    text = re.sub(r"\{\\scriptscriptstyle ([\d.]+)\}", r"\1", text)
    found, end = [], 0
    inside: list[str] = []
    for match in _TOKEN.finditer(text):
        if match.start() != end:
            raise Unreadable(f"{text[end : match.start()]!r} in {text!r}")
        end = match.end()
        token = match[0]
        if token.startswith(r"\begin{"):
            inside.append(token)
        if token.startswith(r"\end{"):
            inside.pop()
        if token.isspace() or token in _SKIPPED:
            continue
        if token.startswith((r"\begin", r"\end")) and "cases" not in token:
            continue
        if token in ("&", r"\\") and inside[-1:] != [r"\begin{cases}"]:
            continue
        found.append(token)
    if end != len(text):
        raise Unreadable(f"{text[end:]!r} in {text!r}")
    return found


# -- grammar ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Relation:
    sign: str
    left: Meaning
    right: Meaning


@dataclass(frozen=True)
class Equivalence:
    left: list[Relation]
    right: list[Relation]


def read(text: str, functions: Iterable[str] = (), symbols: Iterable[str] = ()) -> list[Any]:
    """The statements of a display: relations and equivalences, in order."""
    reader = _Reader(tokens(text), frozenset(functions), frozenset(symbols))
    found = [reader.statement()]
    while reader.taken(","):
        found.append(reader.statement())
    reader.expect(".")
    if reader.here:
        raise Unreadable(f"{reader.here!r} after the end")
    return found


def read_expression(
    text: str, functions: Iterable[str] = (), symbols: Iterable[str] = ()
) -> Meaning:
    reader = _Reader(tokens(text), frozenset(functions), frozenset(symbols))
    meaning = reader.sum()
    if reader.here:
        raise Unreadable(f"{reader.here!r} after the end")
    return meaning


_NAME = re.compile(r"[A-Za-z]|\\mathit\{([A-Za-z]+)\}|\\([A-Za-z]+)")
_GREEK = re.compile(
    "alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma"
    "|tau|phi|chi|psi|omega|ell|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Psi|Omega"
)
_CLOSE = {"(": ")", "[": "]", r"\{": r"\}"}
_STARTS = re.compile(r"\\(?:frac|sqrt|binom|max|min|Phi|lvert|operatorname)")
_OPERATORS = (r"\sum", r"\prod", r"\int", r"\sup", r"\inf", r"\lim")


class _Reader:
    def __init__(self, found: list[str], functions: frozenset[str], symbols: frozenset[str]):
        self.found, self.place = found, 0
        self.functions, self.symbols = functions, symbols

    @property
    def here(self) -> str:
        return self.found[self.place] if self.place < len(self.found) else ""

    @property
    def after(self) -> str:
        return self.found[self.place + 1] if self.place + 1 < len(self.found) else ""

    def next(self) -> str:
        self.place += 1
        return self.found[self.place - 1] if self.place <= len(self.found) else ""

    def taken(self, token: str) -> bool:
        if self.here == token:
            self.place += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.taken(token):
            raise Unreadable(
                f"{token!r} expected, found {' '.join(self.found[self.place :][:8])!r}"
            )

    def statement(self) -> Any:
        left = self.relations()
        if self.taken(r"\iff"):
            return Equivalence(left, self.relations())
        if len(left) != 1:
            raise Unreadable("'and' outside an equivalence")
        return left[0]

    def relations(self) -> list[Relation]:
        found = [self.relation()]
        while self.taken(r"\text{ and }"):
            found.append(self.relation())
        return found

    def relation(self) -> Relation:
        left = self.sum()
        sign = self.next()
        if sign not in SIGNS:
            raise Unreadable(f"{sign!r} is no relation")
        return Relation(SIGNS[sign], left, self.sum())

    def sum(self) -> Meaning:
        value = self.negated() if self.taken("-") else self.product()
        while self.here in ("+", "-"):
            minus = self.next() == "-"
            value = _plus(value, self.product(), minus)
        return value

    def negated(self) -> Meaning:
        value = self.product()
        return lambda env: -value(env)

    def product(self) -> Meaning:
        value = self.factor()
        while True:
            if self.taken("/"):
                value = _two(divided, value, self.factor())
            elif self.taken(r"\cdot") or self.starts_factor():
                value = _two(lambda a, b: a * b, value, self.factor())
            else:
                return value

    def starts_factor(self) -> bool:
        token = self.here
        if token in _OPERATORS or token in _CLOSE or token == r"\begin{cases}":
            return True
        if token in (
            r"\frac",
            r"\sqrt",
            r"\binom",
            r"\max",
            r"\min",
            r"\operatorname",
            r"\Phi",
            r"\lvert",
        ):
            return True
        named = _NAME.fullmatch(token)
        return bool(token[:1].isdigit() or (named and (not named[2] or self.is_name(named[2]))))

    def is_name(self, command: str) -> bool:
        return bool(_GREEK.fullmatch(command)) or command in FUNCTIONS

    def factor(self) -> Meaning:
        base = self.atom()
        while self.here == "^":
            self.next()
            base = self.raised(base)
        return base

    def raised(self, base: Meaning) -> Meaning:
        if self.taken("{"):
            exponent = self.sum()
            self.expect("}")
        else:
            exponent = self.atom()
        return _two(power, base, exponent)

    def group(self) -> Meaning:
        self.expect("{")
        value = self.sum()
        self.expect("}")
        return value

    def arguments(self) -> list[Meaning]:
        close = _CLOSE[self.next()]
        found = [self.sum()]
        while self.taken(","):
            found.append(self.sum())
        self.expect(close)
        return found

    def atom(self) -> Meaning:
        token = self.here
        if token[:1].isdigit():
            digits = self.next()
            return lambda env: mpf(digits)  # to the precision of the evaluation
        if token in _OPERATORS:
            return self.operator()
        if token in ("(", "["):
            if self.maps():
                return self.iteration()
            (value,) = self.arguments()
            return value
        if self.taken(r"\lvert"):
            value = self.sum()
            self.expect(r"\rvert")
            return lambda env: abs(value(env))
        if token == r"\begin{cases}":
            return self.cases()
        if self.taken(r"\frac"):
            return self.fraction()
        if self.taken(r"\binom"):
            return _two(mpmath.binomial, self.group(), self.group())
        if self.taken(r"\sqrt"):
            root: Meaning = lambda env: mpf(2)  # noqa: E731
            if self.here == "[":
                (root,) = self.arguments()
            inside = self.group()
            return lambda env: power(inside(env), 1 / root(env))
        if token in (r"\max", r"\min"):
            sign = 1 if self.next() == r"\max" else -1
            found = self.arguments()
            return lambda env: sign * real_max([sign * value(env) for value in found])
        return self.named()

    def named(self) -> Meaning:
        name = self.name()
        if name == "infty":
            return lambda env: mpmath.inf
        if name in FUNCTIONS:
            return self.application(name)
        primes = 0
        while self.taken("'"):
            primes += 1
        if name in self.functions and self.here in ("(",):
            found = self.arguments()
            if primes:
                (argument,) = found
                return lambda env: derivative(lambda x: stand_in(name, [x]), argument(env), primes)
            return lambda env: stand_in(name, [value(env) for value in found])
        if primes:
            raise Unreadable(f"a prime at {name}")
        if name == "e" and "e" not in self.symbols:
            return lambda env: mpmath.e
        if name == "pi" and "pi" not in self.symbols:
            return lambda env: mpmath.pi

        def look_up(env: Env) -> Value:
            if name not in env:
                raise Unreadable(f"{name!r} is no name of the claim")
            value = env[name]
            return value(env) if callable(value) else value

        return look_up

    def name(self) -> str:
        token = self.next()
        if token == r"\operatorname":
            self.expect("{")
            letters = ""
            while not self.taken("}"):
                letters += self.next()
            return letters
        match = _NAME.fullmatch(token)
        if match is None:
            raise Unreadable(f"{token!r} where a name or number was expected")
        command = match[2] or ""
        if command and not self.is_name(command) and command != "infty":
            raise Unreadable(f"{token!r} is no known command")
        name = match[1] or command or token
        name = "epsilon" if name == "varepsilon" else name
        if self.taken("_"):
            self.expect("{")
            while not self.taken("}"):
                part = self.next()
                name += part.lstrip("\\") if part != r"\varepsilon" else "epsilon"
        return name

    def application(self, name: str) -> Meaning:
        exponent = None
        if self.here == "^":
            self.next()
            if name == "Phi" and self.found[self.place : self.place + 4] == ["{", "-", "1", "}"]:
                self.place += 4
                name = "Phi^-1"
            else:
                exponent = self.group()
        if self.here != "(":
            raise Unreadable(f"{name} without argument")
        found = self.arguments()
        function = FUNCTIONS[name]

        def value(env: Env) -> Value:
            result = function(*(argument(env) for argument in found))
            return result if exponent is None else power(result, exponent(env))

        return value

    def fraction(self) -> Meaning:
        if self.here == "{" and self.after in ("d", r"\partial"):
            start = self.place
            found = self.differential()
            if found is not None:
                return found
            self.place = start
        return _two(divided, self.group(), self.group())

    def differential(self) -> Meaning | None:
        self.expect("{")
        d, count = self.next(), 1
        if self.taken("^"):
            self.expect("{")
            count = int(self.next())
            self.expect("}")
        if not self.taken("}") or not self.taken("{") or not self.taken(d):
            return None
        variable = self.name()
        if self.taken("^"):
            self.expect("{")
            if int(self.next()) != count:
                raise Unreadable("orders of a derivative")
            self.expect("}")
        self.expect("}")
        body = self.product()
        return lambda env: derivative(lambda x: body({**env, variable: x}), env[variable], count)

    def limits(self) -> tuple[str, Meaning, Meaning | None, str]:
        """What stands under an operator: variable, low, high, and how they are joined."""
        self.expect("_")
        self.expect("{")
        if self.after not in ("=", r"\in", r"\to", "_") and self.here != "":
            low = self.sum()
            self.expect("}")
            return "", low, None, ""
        start = self.place
        variable = self.name()
        joined = self.next()
        if joined == r"\in":
            if self.next() not in ("[", "("):
                raise Unreadable("an interval")
            low = self.sum()
            self.expect(",")
            high = self.sum()
            if self.next() not in ("]", ")"):
                raise Unreadable("the end of an interval")
            self.expect("}")
            return variable, low, high, joined
        if joined in ("=", r"\to"):
            low = self.sum()
            self.expect("}")
            return variable, low, None, joined
        self.place = start
        low = self.sum()
        self.expect("}")
        return "", low, None, ""

    def operator(self) -> Meaning:
        token = self.next()
        variable, low, high, joined = self.limits()
        if token == r"\lim":
            if joined != r"\to":
                raise Unreadable("a limit")
            body = self.product()
            return lambda env: limit(lambda x: body({**env, variable: x}))
        if token in (r"\sup", r"\inf"):
            if joined != r"\in" or high is None:
                raise Unreadable("the range of a supremum")
            over = maximum_over if token == r"\sup" else minimum_over
            return self.over(over, variable, low, high, self.product())
        self.expect("^")
        high = self.group()
        if token == r"\int":
            if joined:
                raise Unreadable("the limits of an integral")
            body = self.product()
            self.expect(r"\,d")
            return self.over(integral_over, self.name(), low, high, body)
        if joined != "=":
            raise Unreadable("the index of a sum")
        over = sum_over if token == r"\sum" else product_over
        return self.over(over, variable, low, high, self.product())

    def over(
        self, operator: Any, variable: str, low: Meaning, high: Meaning, body: Meaning
    ) -> Meaning:
        return lambda env: operator(lambda x: body({**env, variable: x}), low(env), high(env))

    def cases(self) -> Meaning:
        self.expect(r"\begin{cases}")
        rows: list[tuple[Meaning, Relation | None]] = []
        while True:
            value = self.sum()
            self.expect("&")
            if self.taken(r"\text{otherwise}"):
                rows.append((value, None))
            else:
                self.expect(r"\text{if }")
                rows.append((value, self.relation()))
            if not self.taken(r"\\"):
                break
        self.expect(r"\end{cases}")

        def chosen(env: Env) -> Value:
            for value, condition in rows:
                if condition is None or holds(condition, env):
                    return value(env)
            raise Undefined("no case applies")

        return chosen

    def maps(self) -> bool:
        """Whether the bracket here holds a function such as x -> 1 - x."""
        start = self.place
        try:
            self.next()
            self.name()
            return self.here == r"\mapsto"
        except Unreadable:
            return False
        finally:
            self.place = start

    def iteration(self) -> Meaning:
        self.expect("(")
        variable = self.name()
        self.expect(r"\mapsto")
        body = self.sum()
        for token in (")", "^", "{", r"\circ"):
            self.expect(token)
        count = self.sum()
        self.expect("}")
        (start,) = self.arguments()

        def value(env: Env) -> Value:
            result = start(env)
            for _ in range(int(count(env))):
                result = body({**env, variable: result})
            return result

        return value


def _two(operation: Callable[[Value, Value], Value], left: Meaning, right: Meaning) -> Meaning:
    return lambda env: operation(left(env), right(env))


def _plus(left: Meaning, right: Meaning, minus: bool) -> Meaning:
    if minus:
        return lambda env: left(env) - right(env)
    return lambda env: left(env) + right(env)


def holds(relation: Relation, env: Env) -> bool:
    left, right = relation.left(env), relation.right(env)
    if abs(mpmath.im(left)) + abs(mpmath.im(right)) > 0:
        raise Undefined("an order of complex numbers")
    return {
        "==": left == right,
        "!=": left != right,
        "<=": left <= right,
        ">=": left >= right,
        "<": left < right,
        ">": left > right,
    }[relation.sign]
