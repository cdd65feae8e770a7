r"""The least shift between a power of randomised response and a Gaussian trade-off function.

f = f_{eps,0}^{(n)} is a polygon, G = G_mu; the least s with :math:`G(\alpha+s)-s\le f(\alpha)
\le G(\alpha-s)+s` is :math:`\sup_{e\ge0}|\delta_f(e)-\delta_G(e)|/(1+e^e)` (see
`fdp_sym.compose.band`). In :math:`y=e^e` the profile of f is the largest of the lines
:math:`A_j-B_jy`, where :math:`A_j` and :math:`B_j` are the probabilities of at least j of n
truthful answers under Q and P, and that of G is convex. Hence the supremum is the largest of

* for each vertex :math:`(B_j,1-A_j)` of f: :math:`\Phi(-e/\mu-\mu/2)-B_j` at the only root e of
  :math:`\Phi(-e/\mu+\mu/2)+\Phi(-e/\mu-\mu/2)=A_j+B_j`, which is where the diagonal through the
  vertex meets G;
* for each edge, of slope :math:`-e^{e_k}`, :math:`e_k=(2k-n)\epsilon`:
  :math:`(\delta_G(e_k)-\delta_f(e_k))/(1+e^{e_k})`, where a tangent of G is parallel to it.

By symmetry :math:`2j>n` and :math:`2k\ge n` suffice. The candidates are finitely many, so no
supremum is searched for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpz
from sympy import Expr

from ..errors import PrecisionError
from . import arithmetic as ar
from .ball import Ball
from .compiler import compile_expr
from .evaluate import tolerance_of
from .precision import precision
from .real import REAL

__all__ = ["least_shift"]

_ROUTE = "vertices and edges of the polygon"
_COARSE_BITS = 80
_MOST_BITS = 4000
_Key = tuple[str, int]


def least_shift(eps: Expr, n: int, mu: Expr, digits: int = 20) -> Ball:
    """The least shift between f_{eps,0} composed n times and G_mu, to ``digits`` digits.

    Examples
    --------
    >>> from sympy import Integer
    >>> least_shift(Integer(1), 1, Integer(1), 20).decimal(20)
    '0.039596117355991775613'
    """
    keys: list[_Key] = []
    tolerance = tolerance_of(digits)
    bits = _COARSE_BITS
    while bits <= _MOST_BITS:
        with precision(bits):
            curve = _Curve(_number(eps), n, _number(mu), bits)
            found = {k: curve.candidate(k) for k in keys} if keys else curve.candidates()
            low, high = (max(end(v) for v in found.values()) for end in (arb.lower, arb.upper))
            if low > 0 and high - low <= low * tolerance:
                return Ball(*ar.bounds(low.union(high)), _ROUTE)
            keys = [key for key, value in found.items() if not value.upper() < low]
        bits = max(2 * bits, 64 + 4 * digits)
    raise PrecisionError(f"the least shift at eps = {eps}, n = {n}, mu = {mu} to {digits} digits")


@lru_cache(maxsize=256)
def _program(expr: Expr) -> Any:
    return compile_expr(expr, ())


def _number(expr: Expr) -> Any:
    return ar.to_arb(_program(expr).run((), REAL))


@dataclass(frozen=True)
class _Tail:
    """Probabilities of at least j truthful answers under Q and P."""

    q: Any
    p: Any


class _Curve:
    """The polygon and the Gaussian function at one working precision."""

    def __init__(self, eps: Any, n: int, mu: Any, bits: int) -> None:
        self.eps, self.n, self.mu = eps, n, mu
        self.half, self.root = mu / 2, arb(2).sqrt()
        self.tails = self._tails(bits)

    def _tails(self, bits: int) -> dict[int, _Tail]:
        """The tails from the middle up; beyond some J they are enclosed by geometric series."""
        n, x = self.n, self.eps.exp()
        first = (n + 1) // 2
        odds = math.exp(min(float(self.eps), 700.0))
        spread = math.sqrt(n) * (math.sqrt(bits * math.log(2) / 2) + 1)
        last = min(n, int(n * odds / (1 + odds) + spread) + 2)
        q = arb(fmpz.bin_uiui(n, last)) * (x**last / (1 + x) ** n)
        p = q * x ** (n - 2 * last)
        above_q = _beyond(q, x * (n - last) / (last + 1))
        above_p = _beyond(p, (n - last) / (x * (last + 1)))
        tails = {last + 1: _Tail(above_q, above_p)}
        for k in range(last, first - 1, -1):
            above_q, above_p = above_q + q, above_p + p
            tails[k] = _Tail(above_q, above_p)
            step = arb(k) / (n - k + 1)
            q, p = q * step / x, p * step * x
        return tails

    def candidates(self) -> dict[_Key, Any]:
        """What matters of all of the candidates, from the middle out.

        Those of a vertex are at most A_j, those of an edge at most Q(L > e_k) for G; both decrease,
        so the rest is left out once a larger value has been attained.
        """
        found: dict[_Key, Any] = {}
        best = arb(0)
        for k in sorted(self.tails):
            if k <= self.n and not self.upper_tails(self.slope(k))[0] < best:
                found["edge", k] = self.candidate(("edge", k))
                best = max(best, found["edge", k].lower())
            if 2 * k > self.n and not self.tails[k].q < best:
                found["vertex", k] = self.candidate(("vertex", k))
                best = max(best, found["vertex", k].lower())
        return found

    def slope(self, k: int) -> Any:
        return (2 * k - self.n) * self.eps

    def upper_tails(self, e: Any) -> tuple[Any, Any]:
        """Q(L > e) and P(L > e) of the Gaussian pair."""
        z = e / self.mu
        return tuple(((z + d) / self.root).erfc() / 2 for d in (-self.half, self.half))

    def candidate(self, key: _Key) -> Any:
        kind, k = key
        tail = self.tails[k]
        if kind == "edge":
            e = self.slope(k)
            y = e.exp()
            q, p = self.upper_tails(e)
            return ((q - tail.q) - y * (p - tail.p)) / (1 + y)
        low, high = self.crossing(tail.q + tail.p, self.slope(k) - self.eps)
        return (self.upper_tails(low)[1]).union(self.upper_tails(high)[1]) - tail.p

    def crossing(self, total: Any, guess: Any) -> tuple[Any, Any]:
        """Two exact points around the root of a decreasing function, certified by its signs."""
        e = arb(_crossing(float(total.mid()), float(self.mu.mid()), float(guess.mid())))
        scale, steps = self.mu * (2 * arb.pi()).sqrt(), (ctx.prec // 50).bit_length()
        for _ in range(steps):
            q, p = self.upper_tails(e)
            z = e / self.mu
            density = (-((z - self.half) ** 2) / 2).exp() + (-((z + self.half) ** 2) / 2).exp()
            e = (e + (q + p - total) * scale / density).mid()
        width = arb(2) ** (8 - ctx.prec) * (1 + abs(e))
        for _ in range(60):
            low, high = (e - width).mid(), (e + width).mid()
            if sum(self.upper_tails(low)) > total and sum(self.upper_tails(high)) < total:
                return low, high
            width *= 8
        return arb("nan"), arb("nan")


def _beyond(term: Any, ratio: Any) -> Any:
    """The sum of the terms after ``term`` when each is at most ``ratio`` times the one before."""
    if ratio < 1:
        return arb(0).union(term * ratio / (1 - ratio))
    return arb("nan")


def _crossing(total: float, mu: float, guess: float) -> float:
    """The root in floats: Newton steps from a guess, kept inside a bracket that shrinks."""
    low, high = -mu * 40 - mu * mu, mu * 40 + mu * mu
    e, root = guess, math.sqrt(2)
    for _ in range(60):
        up, down = e / mu - mu / 2, e / mu + mu / 2
        gap = (math.erfc(up / root) + math.erfc(down / root)) / 2 - total
        low, high = (e, high) if gap > 0 else (low, e)
        density = (math.exp(-up * up / 2) + math.exp(-down * down / 2)) / math.sqrt(2 * math.pi)
        step = gap * mu / density if density > 0 else math.inf
        if abs(step) < 1e-14 * (1 + abs(e)):
            break
        e = e + step if low < e + step < high else (low + high) / 2
    return e
