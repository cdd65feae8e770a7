r"""Integrals of piecewise analytic functions, over infinite ranges too, as enclosures.

An infinite range is cut where `fdp_sym.balls.tails` proves the rest to be negligible. What is left
is split at the kinks that `fdp_sym.balls.kinks` isolates; flint integrates each analytic branch,
asking for its analyticity, and the tiny cells around the kinks are enclosed as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flint import acb, arb, ctx, fmpq
from sympy import (
    Add,
    Dummy,
    Expr,
    Integral,
    Mul,
    Rational,
    S,
    Symbol,
    expand_log,
    preorder_traversal,
)

from ..binding import bound_in
from ..errors import UnsupportedError
from ..exact import expression
from . import arithmetic as ar
from . import search
from .arithmetic import NAN, ONE, ZERO
from .ball import Ball
from .compiler import compile_expr
from .complexes import ANALYTIC, PLAIN
from .duals import DUAL, Dual
from .kinks import pieces, replaced
from .numbers import dyadic
from .program import Program
from .tails import Tail

__all__ = ["integral", "integrate"]

_EVALUATIONS = 20_000
# below this accuracy in bits the interval-Riemann sum is tried as well
_POOR = 20
_MOST_CUTS = 200
_LONG = 1000
# cuts without any tail bound after which none is expected
_PATIENCE = 24
# how far below the working precision a tail may be pushed while the integrand seems to be zero
_FAINT = 16


def integrate(
    expr: Any,
    variable: Symbol,
    low: Any,
    high: Any,
    values: Mapping[Symbol, Any] | None = None,
    digits: int = 30,
    width: Any = 0,
) -> Ball:
    r"""An enclosure of :math:`\int_{low}^{high}`, of relative width at most ``10**-digits``.

    Parameters
    ----------
    expr : Expr
        Piecewise analytic: kinks and jumps come from Abs, Max, Min, sign and Piecewise.
    variable : Symbol
        The variable of integration.
    low, high : number or expression
        The range; ``-oo`` and ``oo`` are allowed.
    values : mapping of Symbol to number, optional
        An exact number for every other symbol.
    digits : int
        The relative width asked for, as a number of digits.
    width : number
        An absolute width that suffices as well, for a value that may be 0.

    Raises
    ------
    UnsupportedError
        If no bound of a tail follows from the structure of the integrand; the message says of
        which part.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from sympy import Max, exp, log, oo
    >>> from fdp_sym.functions import normal_density as phi
    >>> x = Symbol("x", real=True)
    >>> integrate(Max(0, phi(x - 1) - 2 * phi(x)), x, -oo, oo, digits=20).decimal(20)
    '0.19061011523675840004'
    >>> integrate(x**3 * phi(x), x, -oo, oo, width="1e-20").contains(0)
    True
    """
    from .evaluate import enclose

    integrand = replaced(expression(expr), {})
    node = Integral(integrand, (variable, expression(low), expression(high)))
    return enclose(node, values, digits=digits, width=width, route="integral enclosed by balls")


def integral(body: Program, lo: Any, hi: Any, *outer: Any) -> Any:
    """The integral of a compiled body whose last variable runs from lo to hi."""
    return _Integral(body, outer).between(lo, hi)


class _Integral:
    """An integrand with given parameters, at flint's current precision."""

    def __init__(self, body: Program, values: Sequence[Any]) -> None:
        self.body = body
        self.values = tuple(values)
        self.expr = body.expr
        self.parameters, self.variable = body.variables[:-1], body.variables[-1]
        self.box = any(type(v) is ar.Interval for v in values)
        self.scale = arb(0)  # the largest value met, only to choose tolerances

    def at(self, x: Any) -> Any:
        from .real import REAL

        return self.body.run((*self.values, x), REAL)

    # -- ranges -------------------------------------------------------------------------------

    def between(self, lo: Any, hi: Any) -> Any:
        if ar.is_nan(ar.ends(lo)[0]) or ar.is_nan(ar.ends(hi)[0]):
            return NAN
        low, high = _end(lo), _end(hi)
        if low is None or high is None:
            return NAN
        if low == high:
            inside: Any = ZERO
        elif low > high:
            inside = ar.neg(self.over(high, low))
        else:
            inside = self.over(low, high)
        # from an end that is not exact to the number that stands for it
        return ar.add(inside, ar.sub(self.strip(lo, low), self.strip(hi, high)))

    def strip(self, end: Any, anchor: Any) -> Any:
        """The integral from the end to its anchor."""
        if type(anchor) is not fmpq or (type(end) is fmpq and end == anchor):
            return ZERO
        return ar.mul(ar.sub(anchor, end), self.at(ar.hull(end, anchor)))

    def over(self, low: Any, high: Any) -> Any:
        """Between exact ends in order, each a rational or an infinity."""
        rest: Any = ZERO
        first = low if type(low) is fmpq else None
        last = high if type(high) is fmpq else None
        parted = self.parted(low, high, first, last)
        if parted is not None:
            return parted
        for x in _samples(first, last):
            self.sample(x)
        if last is None:
            last, tail = self.cut(1, ONE if first is None else max(ONE, first + 1))
            rest = ar.add(rest, tail)
        elif not _bounded(self.at(last)):
            last, tail = self.cut(-1, 2 / (last - first), last)
            rest = ar.add(rest, tail)
        if first is None:
            first, tail = self.cut(-1, max(ONE, 1 - last))
            rest = ar.add(rest, tail)
        elif not _bounded(self.at(first)):
            first, tail = self.cut(1, 2 / (last - first), first)
            rest = ar.add(rest, tail)
        return ar.add(rest, self.compact(first, last))

    def parted(self, low: Any, high: Any, first: Any, last: Any) -> Any:
        """With a singular end apart from the rest and moved to 0; None if that is not needed."""
        for end, other, direction in ((last, first, -1), (first, last, 1)):
            if end is None or (end == 0 and other is not None) or _bounded(self.at(end)):
                continue
            length = ONE if other is None else abs(other - end) / 2
            middle = end + direction * length
            if _bounded(self.at(middle)):
                near = self.moved(end, direction).over(ZERO, length)
                far = self.over(low, middle) if direction < 0 else self.over(middle, high)
                return ar.add(near, far)
        return None

    def moved(self, end: Any, direction: int) -> _Integral:
        """The integrand as a function of the distance from an end, whose digits near it count."""
        point = Rational(int(end.p), int(end.q))
        expr = replaced(self.expr, {self.variable: point + direction * self.variable})
        return _Integral(compile_expr(expr, self.body.variables), self.values)

    def sample(self, x: Any) -> None:
        lo, hi, _ = ar.ends(self.at(x))
        size = abs(arb(lo)).max(abs(arb(hi)))
        if size.is_finite():
            self.scale = self.scale.max(size)

    def cut(self, direction: int, start: Any, end: Any = None) -> tuple[Any, Any]:
        """Where to cut, and the enclosure of the tail toward infinity or toward a finite end."""
        tail = Tail(self.expr, self.variable, direction, self.parameters, self.values, end)
        precision = arb(2) ** -int(ctx.prec)
        where, bound, failures = start, None, 0
        for _ in range(_MOST_CUTS):
            found = tail.bound(where)
            place = direction * where if end is None else end + direction / where
            self.sample(place)
            if found is None:
                failures += 1
                if bound is None and failures > _PATIENCE:
                    break
            else:
                bound = found
                goal = self.scale * precision if self.scale > 0 else precision**_FAINT
                if bound <= goal:
                    break
            where *= 2
        if bound is not None:
            return place, ar.interval(-bound, bound)
        if self.box:
            return place, NAN  # smaller boxes may do
        where_to = ("oo" if direction > 0 else "-oo") if end is None else str(end)
        raise UnsupportedError(
            f"the integral of {self.expr} toward {where_to}: "
            f"{tail.obstacle}. Allowed are integrands with a provable tail: exponentials, normal "
            "tails, powers below 1/x at infinity and above at a finite end. Split the range, or "
            "bound the tail yourself."
        )

    # -- compact ranges -----------------------------------------------------------------------

    def compact(self, low: Any, high: Any) -> Any:
        if self.box:  # accuracy is out of reach, so nothing is gained by analytic pieces
            return self.riemann(low, high)
        total: Any = ZERO
        tolerance = self.scale * arb(2) ** -int(ctx.prec) * min(high - low, ONE)
        for piece in pieces(self.expr, self.variable, low, high, self.parameters, self.values):
            if piece.branch is None:
                part = self.crude(piece.low, piece.high, high - low)
            elif piece.branch is S.Zero:
                continue
            else:
                part = self.smooth(piece.branch, piece.low, piece.high, tolerance)
            total = ar.add(total, part)
        return total

    def crude(self, low: Any, high: Any, whole: Any) -> Any:
        """Width times range on a tiny cell, an interval-Riemann sum on another."""
        if (high - low) * fmpq(2) ** (int(ctx.prec) // 4) <= whole:
            return ar.mul(high - low, self.at(ar.interval(low, high)))
        return self.riemann(low, high)

    def smooth(self, branch: Expr, low: Any, high: Any, tolerance: Any) -> Any:
        """By flint's integrator, where x = a + (b - a) t and a is the end nearer to 0.

        Tails may have been cut at 1e50, and there only a keeps the digits of small x.
        """
        from .real import REAL

        if low < 0 < high and high - low > _LONG:
            return ar.add(
                self.smooth(branch, low, ZERO, tolerance),
                self.smooth(branch, ZERO, high, tolerance),
            )
        near, far = (low, high) if abs(low) <= abs(high) else (high, low)

        made = _hoisted(branch, self.variable, self.parameters)
        if made is None:
            return self.riemann(low, high)
        program, hoisted = made
        constants = [part.run(self.values, REAL) for part in hoisted]
        if not all(_bounded(c) for c in constants):
            return self.riemann(low, high)
        inputs = [acb(ar.to_arb(c)) for c in constants]
        start, extent, length = acb(arb(near)), acb(arb(far - near)), acb(arb(high - low))

        def integrand(t: Any, analytic: bool) -> Any:
            backend = ANALYTIC if analytic else PLAIN
            return program.run((*inputs, start + extent * t), backend) * length

        value = acb.integral(
            integrand, 0, 1, abs_tol=tolerance.upper(), eval_limit=_EVALUATIONS
        ).real
        if value.is_finite() and (
            value.rel_accuracy_bits() >= _POOR
            or value.rad() <= self.scale * arb(2) ** -_POOR * min(high - low, ONE)
        ):
            return value
        return _narrower(value, self.riemann(low, high))

    def riemann(self, low: Any, high: Any) -> Any:
        length = high - low

        def place(t: Any) -> Any:
            return ar.add(low, ar.mul(length, t))

        slope = None
        if self.body.supports(DUAL):
            constants = [Dual(v) for v in self.values]

            def slope(t: Any) -> Any:
                return self.body.run((*constants, Dual(place(t), length)), DUAL).slope

        return ar.mul(length, search.riemann(lambda t: self.at(place(t)), slope))


@lru_cache(maxsize=1024)
def _hoisted(
    branch: Expr, variable: Symbol, parameters: tuple[Symbol, ...]
) -> tuple[Program, tuple[Program, ...]] | None:
    """The branch as a program of its constants and the variable, and programs of the constants.

    None if it is not seen to be analytic.
    """
    if any(variable in n.free_symbols for n in preorder_traversal(branch) if bound_in(n)):
        return None
    constants: dict[Expr, Symbol] = {}

    def constant(part: Expr) -> Expr:
        if part.is_Rational:
            return part
        return constants.setdefault(part, Dummy(real=True))

    def hoist(node: Expr) -> Expr:
        if node == variable:
            return node
        if not node.has(variable):
            return constant(node)
        if isinstance(node, (Add, Mul)):
            fixed, moving = node.as_independent(variable, as_Add=isinstance(node, Add))
            parts = moving.args if isinstance(moving, node.func) else (moving,)
            unit = node.func.identity
            rest = [hoist(part) for part in parts]
            return node.func(*rest) if fixed == unit else node.func(constant(fixed), *rest)
        return node.func(*map(hoist, node.args))

    made = hoist(expand_log(branch))
    program = compile_expr(made, (*constants.values(), variable))
    if not program.supports(ANALYTIC):
        return None
    return program, tuple(compile_expr(part, parameters) for part in constants)


def _samples(first: Any, last: Any) -> list[Any]:
    if first is not None and last is not None:
        return [first + (last - first) * fmpq(k, 16) for k in range(1, 16, 2)]
    origin = ZERO if first is None and last is None else last if first is None else first
    steps = [fmpq(1, 4), fmpq(1), fmpq(4)]
    signs = [s for s, end in ((1, last), (-1, first)) if end is None]
    return [origin + s * step for s in signs for step in steps]


def _end(x: Any) -> Any:
    """An exact number near the end, or the infinity that it is; None if it may be infinite."""
    lo, hi, _ = ar.ends(x)
    if type(lo) is fmpq and type(hi) is fmpq:
        return lo if lo == hi else (lo + hi) / 2
    low, high = arb(lo), arb(hi)
    if not (low.is_finite() and high.is_finite()):
        infinite = ar.is_infinite(low) and ar.is_infinite(high) and low == high
        return low if infinite else None
    return dyadic(((low + high) / 2).mid())


def _bounded(x: Any) -> bool:
    return all(arb(end).is_finite() for end in ar.ends(x)[:2])


def _narrower(x: Any, y: Any) -> Any:
    """The narrower of two enclosures of the same number."""
    widths = [arb(hi) - arb(lo) for lo, hi, _ in (ar.ends(x), ar.ends(y))]
    if not widths[0].is_finite():
        return y
    return y if widths[1] < widths[0] else x
