r"""Proven bounds of :math:`\int_T^\infty |f|`, from the structure of f.

|f| is at most a sum of products of constants, powers of t, exponentials and normal tails
:math:`\Phi(u)`, u < 0: sums by the triangle inequality, Max and Min by the sum of their members,
1/(a + b) by 1/a when b is not negative. For one such product g, with :math:`t g'/g \le -p` or
:math:`g'/g \le -c` on all of :math:`[T, \infty)`,

.. math:: \int_T^\infty g \le \frac{T g(T)}{p - 1}\ (p > 1), \qquad
          \int_T^\infty g \le \frac{g(T)}{c}\ (c > 0).

The logarithmic derivative of :math:`\Phi(u)` is at most that of :math:`e^{-u^2/2}` where u is
negative and decreasing, as :math:`\varphi(u)/\Phi(u) > -u`. Every hypothesis is checked by balls
over the whole half-line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpz
from sympy import (
    Add,
    Expr,
    Mul,
    Piecewise,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    S,
    Symbol,
    erf,
    erfc,
    exp,
    expand_mul,
    factor,
    tanh,
)

from ..functions import Phi
from . import arithmetic as ar
from .arithmetic import INF, ZERO
from .compiler import compile_expr
from .kinks import replaced
from .majorants import MOST_TERMS, Product, T, TooManyTerms, majorant
from .real import REAL

__all__ = ["Tail"]

# f(u) for u > 0 where f tends to a limit: the limit minus what tends to zero
_FROM_LIMIT: dict[Any, Callable[[Expr], Expr]] = {
    Phi: lambda u: 1 - Phi(-u),
    erf: lambda u: 1 - erfc(u),
    erfc: lambda u: erfc(u),
    tanh: lambda u: 1 - 2 * exp(-2 * u) / (1 + exp(-2 * u)),
}
_REFLECTED: dict[Any, Callable[[Expr], Expr]] = {
    Phi: lambda u: Phi(u),
    erf: lambda u: erfc(-u) - 1,
    erfc: lambda u: 2 - erfc(-u),
    tanh: lambda u: 2 * exp(2 * u) / (1 + exp(2 * u)) - 1,
}


@lru_cache(maxsize=1024)
def _toward(expr: Expr, variable: Symbol, direction: int, end: Any) -> Expr:
    """The integrand in t: beyond x = direction * t, or between ``end`` and end + direction/t."""
    if end is None:
        return replaced(expr, {variable: direction * T})
    point = Rational(int(end.p), int(end.q))
    moved = replaced(expr, {variable: point + direction / T}) / T**2
    return moved.replace(
        lambda node: isinstance(node, Pow), lambda node: node.func(*map(factor, node.args))
    )


def _collected(expr: Expr) -> Expr | list[Expr]:
    """The coefficients of a polynomial in t, the constant one first; others as they are."""
    try:
        found: list[Expr] = Poly(expr, T).all_coeffs()[::-1]
    except PolynomialError:
        return expr
    return found


@lru_cache(maxsize=1024)
def _slopes(h: Expr) -> tuple[Expr | list[Expr], Expr | list[Expr]]:
    """h' and t h'."""
    form = _collected(h)
    if isinstance(form, list):
        order: list[Expr] = [k * c for k, c in enumerate(form)]
        return order[1:], order
    slope = h.diff(T)
    return _collected(slope), _collected(T * slope)


class Tail:
    """The tail of an integrand toward an infinity or a singular end, for given parameters.

    Parameters
    ----------
    expr : Expr
        The integrand.
    variable : Symbol
        Its variable of integration.
    direction : int
        1 for the tail at infinity or to the right of ``end``, else -1.
    parameters, values : sequence
        Its other symbols, and their enclosures.
    end : fmpq, optional
        A finite end e: the tail beyond T is what lies between e and ``e + direction/T``.
    """

    def __init__(
        self,
        expr: Expr,
        variable: Symbol,
        direction: int,
        parameters: Sequence[Symbol],
        values: Sequence[Any],
        end: Any = None,
    ) -> None:
        self.expr = _toward(expr, variable, direction, end)
        self.parameters = tuple(parameters)
        self.values = tuple(values)
        self.obstacle = ""

    def bound(self, cut: Any) -> Any:
        """An upper bound of the integral of |f| beyond ``cut`` > 0; None if none is found.

        ``obstacle`` then says why.
        """
        try:
            terms = majorant(self._settled(cut))
        except TooManyTerms:
            self.obstacle = f"more than {MOST_TERMS} terms when multiplied out"
            return None
        return self._sum(terms, cut)

    # -- enclosures ---------------------------------------------------------------------------

    def _at(self, expr: Expr, t: Any) -> Any:
        program = compile_expr(expr, (*self.parameters, T))
        return program.run((*self.values, t), REAL)

    def _over(self, expr: Expr, cut: Any) -> tuple[Any, Any]:
        """Lower and upper end of the enclosure over [cut, oo)."""
        lo, hi, attained = ar.ends(self._at(expr, ar.Interval(cut, INF, False)))
        return (ar.NAN, ar.NAN) if attained else (arb(lo), arb(hi))

    def _settled(self, cut: Any) -> Expr:
        """f with the branch that holds beyond the cut, and limits split off."""
        expr = self.expr
        for node in sorted(expr.atoms(Piecewise), key=lambda p: p.count_ops()):
            expr = replaced(expr, {node: self._branches(node, cut)})
        swap = {}
        for node in expr.atoms(*_FROM_LIMIT):
            if not node.has(T):
                continue
            lo, hi = self._over(node.args[0], cut)
            if lo > 0:
                swap[node] = _FROM_LIMIT[node.func](node.args[0])
            elif hi < 0:
                swap[node] = _REFLECTED[node.func](node.args[0])
        settled = replaced(expr, swap)
        return expr if settled == expr else expand_mul(settled)

    def _branches(self, node: Piecewise, cut: Any) -> Expr:
        kept = []
        for value, condition in node.args:
            lo, hi = self._over(Piecewise((S.One, condition), (S.Zero, True)), cut)
            if hi <= 0:
                continue
            kept.append((value, True if lo >= 1 else condition))
            if lo >= 1:
                break
        return Piecewise(*kept, evaluate=False) if kept else node

    # -- one product --------------------------------------------------------------------------

    def _bound(self, term: Product, cut: Any) -> Any:
        if term.sums:
            return self._best_of_sum(term, cut)
        value = abs(ar.to_arb(self._at(term.scale, cut)))
        for part in term.bounded:
            lo, hi = self._over(part, cut)
            value *= abs(lo).max(abs(hi))
        exponent = term.exponent
        for u, p in term.tails:
            if self._over(u, cut)[1] < 0 and self._slopes(u, cut)[0] <= 0:
                exponent -= p * u**2 / 2
                value *= ar.to_arb(self._at(Phi(u) ** p, cut))
        value *= ar.to_arb(self._at(term.plain, cut))
        steepness, order = self._slopes(exponent, cut)
        power = ar.to_arb(self._at(term.power, cut))
        steepness += power.max(arb(0)) / cut
        order += power
        bounds = []
        if steepness < 0:
            bounds.append(value / -steepness)
        if order < -1:
            bounds.append(value * cut / (-order - 1))
        finite = [b.upper() for b in bounds if b.is_finite()]
        if not finite:
            self.obstacle = f"no integrable bound is known of {_shown(term)}"
        return min(finite, default=None)

    def _best_of_sum(self, term: Product, cut: Any) -> Any:
        """b = a (1 + r) with a summand a > 0 and r >= r0 > -1: b**p is at most (a (1 + r0))**p."""
        base, p = term.sums[0]
        rest = replace(term, sums=term.sums[1:])
        candidates = [self._sum([rest * Product(bounded=(base**p,))], cut)]
        for part in base.args:
            ratio = Add(*(other / part for other in base.args if other != part))
            least = self._over(ratio, cut)[0]
            if least > -1 and self._over(part, cut)[0] >= 0:
                bound = self._sum([rest * factor for factor in majorant(part**p)], cut)
                excess = (1 + least) ** arb(fmpq(int(p.p), int(p.q)))
                candidates.append(None if bound is None else (bound * excess).upper())
        return min((c for c in candidates if c is not None), default=None)

    def _sum(self, terms: Iterable[Product], cut: Any) -> Any:
        total = arb(0)
        for term in terms:
            part = self._bound(term, cut)
            if part is None:
                return None
            total += part
        return total.upper()

    def _slopes(self, h: Expr, cut: Any) -> tuple[Any, Any]:
        """Upper bounds of h' and of t h' on [cut, oo)."""
        slope, order = _slopes(h)
        return self._largest(slope, cut), self._largest(order, cut)

    def _largest(self, f: Expr | list[Expr], cut: Any) -> Any:
        """An upper bound on [cut, oo); a polynomial is expanded around the cut."""
        if not isinstance(f, list):
            return self._over(f, cut)[1]
        values = [self._at(c, cut) for c in f]
        for k in range(1, len(values)):
            moved: Any = ZERO
            for j in range(k, len(values)):
                moved = ar.add(moved, ar.mul(values[j], fmpq(fmpz.bin_uiui(j, k)) * cut ** (j - k)))
            if not ar.ends(moved)[1] <= 0:
                return arb(ar.INF)
        total: Any = ZERO
        for value in reversed(values):
            total = ar.add(ar.mul(total, cut), value)
        return arb(ar.ends(total)[1])


def _shown(term: Product) -> Expr:
    factors = [term.scale, exp(term.exponent), T**term.power, *term.bounded]
    factors += [Phi(u) ** p for u, p in term.tails]
    return Mul(*factors)
