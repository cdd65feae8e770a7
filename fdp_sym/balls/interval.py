"""A small interval evaluator of its own for the checker of certificates.

An interval is a pair of ends, each a ``fmpq`` or an ``arb``; an expression is evaluated by
recursion, monotone functions at their ends. It shares no code with the compiled programs that the
prover runs. Gamma functions, binomials, steps, integrals and extrema are the exception: those are
enclosed by the compiler, which knows nothing of claims, boxes that were cut, or certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import S, Symbol

from ..errors import PrecisionError
from ..functions import Phi, Quantile
from .compiler import compile_expr
from .precision import precision

__all__ = ["enclosure", "end"]

Interval = tuple[Any, Any]
INF: Any = arb("inf")
NAN: Any = arb("nan")
ZERO, ONE = fmpq(0), fmpq(1)
_EXACT_POWER = 64
_MOST_TERMS = 100_000


def enclosure(f: Any, box: Mapping[Symbol, Interval], bits: int, limit: bool = False) -> Interval:
    """Bounds of f on a box of Fractions or infinite floats, each as a ``fmpq`` or ``arb``.

    With ``limit``, bounds of the limits of f where a side is an infinite point.

    Raises
    ------
    PrecisionError
        If f may be undefined somewhere on the box.

    Examples
    --------
    >>> from sympy import exp
    >>> x = Symbol("x", real=True)
    >>> enclosure(exp(-x) + 1, {x: (Fraction(0), float("inf"))}, 64)
    (1, 2.00000000000000)
    """
    with precision(bits):
        return _Evaluator(box, limit).of(f)


def _need(holds: Any, f: Any) -> None:
    if not holds:
        raise PrecisionError(f"{f} may be undefined")


# -- ends ---------------------------------------------------------------------------------------


def end(t: Any) -> Any:
    """An end of a box, or one computed before, as a ``fmpq`` or ``arb``."""
    return fmpq(t.numerator, t.denominator) if isinstance(t, (int, Fraction)) else arb(t)


def _infinite(t: Any) -> bool:
    if type(t) is not arb or t.is_finite():
        return False
    _need(t.is_exact() and not t.is_nan(), "a value without bounds")
    return True


def _low(ends: Iterable[Any]) -> Any:
    least, *rest = ends
    for t in rest:
        least = t if t <= least else least if least <= t else arb(t).min(arb(least))
    return least


def _high(ends: Iterable[Any]) -> Any:
    return -_low(-t for t in ends)


def _plus(s: Any, t: Any) -> Any:
    _need(not (_infinite(s) and _infinite(t)) or s == t, "oo - oo")
    return s if _infinite(s) else t if _infinite(t) else s + t


def _power(t: Any, n: int) -> Any:
    """t**n for n > 0, by multiplication: flint's power of a ball around 0 is nan."""
    if _infinite(t):
        return t if n % 2 else INF
    if type(t) is fmpq and n <= _EXACT_POWER:
        return t**n
    result = arb(1)
    for bit in f"{n:b}":
        result = result * result * t if bit == "1" else result * result
    return result


def _phi(t: Any) -> Any:
    if t == 0:
        return fmpq(1, 2)
    u = -t / arb(2).sqrt()
    return u.lower().erfc().union(u.upper().erfc()) / 2


def _quantile(p: Any) -> Any:
    """A ball around the quantile, proved by the values of Phi at its ends."""
    if p == 0 or p == 1:
        return INF if p == 1 else -INF
    _need(p > 0 and p < 1, f"Quantile({p})")
    if p > fmpq(1, 2):
        return -_quantile(1 - p)
    m = (arb(2).sqrt() * (2 * arb(p)).erfcinv()).mid()
    radius = (1 + abs(m)) * arb(2) ** (16 - ctx.prec)
    _need(_phi(-m - radius) <= p and _phi(radius - m) >= p, f"Quantile({p})")
    return radius * arb(0, 1) - m


# increasing functions at a finite end, and their limits at -oo and oo
_INCREASING: dict[type, tuple[Callable[[Any], Any], Any, Any]] = {
    Phi: (_phi, ZERO, ONE),
    Quantile: (_quantile, NAN, NAN),
    sympy.exp: (lambda t: arb(t).exp(), ZERO, INF),
    sympy.log: (lambda t: -INF if t == 0 else arb(t).log(), NAN, INF),
    sympy.erf: (lambda t: arb(t).erf(), -ONE, ONE),
    sympy.tanh: (lambda t: arb(t).tanh(), -ONE, ONE),
    sympy.sinh: (lambda t: arb(t).sinh(), -INF, INF),
}
_CONSTANTS: dict[Any, Callable[[], Any]] = {
    S.Pi: arb.pi,
    S.Exp1: arb.const_e,
    S.EulerGamma: arb.const_euler,
    S.Catalan: arb.const_catalan,
    S.Infinity: lambda: INF,
    S.NegativeInfinity: lambda: -INF,
}


# -- expressions --------------------------------------------------------------------------------


def _not(c: bool | None) -> bool | None:
    return None if c is None else not c


class _Evaluator:
    """``improper`` once an infinite value may be taken: 0 oo is then undefined, not 0."""

    def __init__(self, box: Mapping[Symbol, Interval], improper: bool) -> None:
        self.box = box
        self.improper = improper
        self.known: dict[Any, Interval] = {v: (end(lo), end(hi)) for v, (lo, hi) in box.items()}

    def of(self, f: Any) -> Interval:
        if f not in self.known:
            ends = self.rule(f)
            for t in ends:
                _infinite(t)  # a ball without bounds is refused
            self.known[f] = ends
        return self.known[f]

    def rule(self, f: Any) -> Interval:
        if f.is_Rational:
            return (fmpq(int(f.p), int(f.q)),) * 2
        if f in _CONSTANTS:
            return (_CONSTANTS[f](),) * 2
        if type(f) in _INCREASING:
            return self.increasing(_INCREASING[type(f)], self.of(f.args[0]))
        named = next((r for kind, r in _RULES.items() if isinstance(f, kind)), None)
        return self.compiled(f) if named is None else named(self, f)

    def increasing(self, rule: tuple[Callable[[Any], Any], Any, Any], x: Interval) -> Interval:
        function, below, above = rule
        images = []
        for t, lower in zip(x, (True, False), strict=True):
            if _infinite(t):
                images.append(above if t > 0 else below)
                continue
            # an exact end, so that no error is propagated
            y = function(t if type(t) is fmpq else t.lower() if lower else t.upper())
            self.improper |= _infinite(y)
            images.append(y)
        return images[0], images[1]

    def total(self, parts: Iterable[Interval]) -> Interval:
        lo, hi = ZERO, ZERO
        for a, b in parts:
            opposite = (_infinite(lo) and _infinite(b)) or (_infinite(hi) and _infinite(a))
            _need(not (self.improper and opposite), "oo - oo")
            lo, hi = _plus(lo, a), _plus(hi, b)
        return lo, hi

    def product(self, parts: Iterable[Interval]) -> Interval:
        result: Interval = ONE, ONE
        for x in parts:
            corners = [self.corner(s, t) for s in result for t in x]
            result = _low(corners), _high(corners)
        return result

    def corner(self, s: Any, t: Any) -> Any:
        """A product of ends; the ends of unbounded sets of reals give 0 oo = 0."""
        if not (_infinite(s) or _infinite(t)):
            return s * t
        if s == 0 or t == 0:
            _need(not self.improper, "0 oo")
            return ZERO
        _need((s > 0 or s < 0) and (t > 0 or t < 0), "0 oo")
        return INF if bool(s > 0) == bool(t > 0) else -INF

    def add(self, f: Any) -> Interval:
        for term in f.args:
            c, tail = term.as_coeff_Mul()
            if isinstance(tail, Phi) and -c in f.args:  # c - c Phi(x) = c Phi(-x) keeps digits
                return self.of(f - term + c - c * Phi(-tail.args[0]))
        return self.total(map(self.of, f.args))

    def power(self, f: Any) -> Interval:
        base, exponent = f.args
        if not exponent.is_Rational:
            logarithm = self.increasing(_INCREASING[sympy.log], self.of(base))
            product = self.product((self.of(exponent), logarithm))
            return self.increasing(_INCREASING[sympy.exp], product)
        if exponent < 0:
            lo, hi = self.of(1 / f)
            _need(lo > 0 or hi < 0, f)
            return ZERO if _infinite(hi) else 1 / hi, ZERO if _infinite(lo) else 1 / lo
        p, q = int(exponent.p), int(exponent.q)
        x = self.of(base)
        if q > 1:
            _need(x[0] >= 0, f)
            x = self.increasing((lambda t: arb(t).root(q), INF, INF), x)
        elif p % 2 == 0:
            x = self.absolute(x)
        return _power(x[0], p), _power(x[1], p)

    def absolute(self, x: Interval) -> Interval:
        lo, hi = x
        return x if lo >= 0 else (-hi, -lo) if hi <= 0 else (ZERO, _high((-lo, hi)))

    def cosh(self, f: Any) -> Interval:
        x = self.absolute(self.of(f.args[0]))
        return self.increasing((lambda t: arb(t).cosh(), NAN, INF), x)

    def extremum(self, f: Any) -> Interval:
        choose = _low if isinstance(f, sympy.Min) else _high
        lows, highs = zip(*map(self.of, f.args), strict=True)
        return choose(lows), choose(highs)

    def piecewise(self, f: Any) -> Interval:
        possible = []
        for value, condition in f.args:
            taken = self.truth(condition)
            if taken is not False:
                possible.append(self.of(value))
            if taken:
                lows, highs = zip(*possible, strict=True)
                return _low(lows), _high(highs)
        raise PrecisionError(f"{f} may be undefined")

    def truth(self, c: Any) -> bool | None:
        """True, False, or None where the enclosures do not decide."""
        if c in (S.true, S.false):
            return bool(c)
        if isinstance(c, sympy.Not):
            return _not(self.truth(c.args[0]))
        if isinstance(c, (sympy.And, sympy.Or)):
            ruling = isinstance(c, sympy.Or)
            values = list(map(self.truth, c.args))
            return ruling if ruling in values else None if None in values else not ruling
        (a, b), (lo, hi) = map(self.of, c.args)
        less = True if b < lo else False if a >= hi else None
        more = True if a > hi else False if b <= lo else None
        equal = False if less or more else True if (less, more) == (False, False) else None
        every = {"<": less, ">": more, "<=": _not(more), ">=": _not(less)}
        return {**every, "==": equal, "!=": _not(equal)}[c.rel_op]

    def fold(self, f: Any) -> Interval:
        """A finite sum or product."""
        body, *inner, (index, first, last) = f.args
        body = f.func(body, *inner) if inner else body
        lo, hi = self.of(first), self.of(last)
        _need(all(type(t) is fmpq and t.q == 1 for t in (*lo, *hi)), f)
        _need(lo[0] == lo[1] and hi[0] == hi[1] and -1 <= hi[0] - lo[0] < _MOST_TERMS, f)
        parts = []
        for k in map(Fraction, range(int(lo[0].p), int(hi[0].p) + 1)):
            there = _Evaluator({**self.box, index: (k, k)}, self.improper)
            parts.append(there.of(body))
            self.improper |= there.improper
        return self.total(parts) if isinstance(f, sympy.Sum) else self.product(parts)

    def compiled(self, f: Any) -> Interval:
        _need(not self.improper, f)
        variables = sorted(f.free_symbols, key=str)
        ball = compile_expr(f, variables).ball([self.box[v] for v in variables], ctx.prec)
        _need(isinstance(ball.lower, Fraction) and isinstance(ball.upper, Fraction), f)
        return end(ball.lower), end(ball.upper)


_RULES: dict[type, Callable[[_Evaluator, Any], Interval]] = {
    sympy.Add: _Evaluator.add,
    sympy.Mul: lambda self, f: self.product(map(self.of, f.args)),
    sympy.Pow: _Evaluator.power,
    sympy.Abs: lambda self, f: self.absolute(self.of(f.args[0])),
    sympy.cosh: _Evaluator.cosh,
    sympy.erfc: lambda self, f: self.of(2 * Phi(-sympy.sqrt(2) * f.args[0])),
    sympy.Max: _Evaluator.extremum,
    sympy.Min: _Evaluator.extremum,
    sympy.Piecewise: _Evaluator.piecewise,
    sympy.Sum: _Evaluator.fold,
    sympy.Product: _Evaluator.fold,
}
