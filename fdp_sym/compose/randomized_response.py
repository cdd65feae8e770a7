r"""The n-fold composition of randomised response, :math:`f_{\varepsilon,0}^{\otimes n}`, exactly.

With :math:`x=e^\varepsilon` and :math:`A_k=\sum_{j<k}\binom nj x^j` the breakpoints are
:math:`(A_k,A_{n+1-k})/(1+x)^n` for k = 0, …, n + 1, and between numbers k and k + 1 the slope is
:math:`-x^{n-2k}`: of n answers j lie against Q, which has the likelihood ratio :math:`x^{n-2j}`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice, pairwise
from typing import Any, overload

import mpmath
import numpy as np
from sympy import Add, Dummy, Expr, Integer, Rational, Sum, binomial, exp

from ..balls import sign
from ..balls.integer_polynomials import binomial_head
from ..errors import UnsupportedError
from ..exact import to_fraction
from ..functions import Max
from ..tradeoff.base import Array, TradeOff
from ..tradeoff.piecewise_linear import PiecewiseLinear
from ..tradeoff.vertex_table import VertexTable

__all__ = ["BinomialPower", "Breakpoints"]

_MOST_LINES = 200  # in a formula that is a maximum of lines
_MOST_SYMBOLIC = 12  # factors of a function whose order of breakpoints is proved for symbols
_MOST_TERMS = 30  # that are written out; longer sums stay sums
_MOST_NUMBERS = 2000  # the same, of numbers
_MOST_ATOMS = 20_000  # that are computed one by one
_SMALLEST = -760.0  # logarithm of what is zero in doubles, with room
_LARGEST_FLOAT = 10**7
_LARGEST_FORMULA = 10**5
_BITS = 120


class BinomialPower(TradeOff):
    r"""The function :math:`f_{\varepsilon,0}^{\otimes n}` for eps > 0; a `Product` delegates to it.

    Parameters
    ----------
    eps : Expr
        Positive, or a symbol that is not negative.
    n : int or Expr
        Definite, or an expression in integer symbols.

    Examples
    --------
    >>> from sympy import log
    >>> f = BinomialPower(log(2), 2)
    >>> list(f.breakpoints)
    [(0, 1), (1/9, 5/9), (5/9, 1/9), (1, 0)]
    >>> f._formula(Rational(1, 3))
    1/3
    """

    is_symmetric = True

    def __init__(self, eps: Expr, n: Any) -> None:
        super().__init__(eps, Integer(0) + n)

    def __repr__(self) -> str:
        return f"EpsDelta({self.eps}, 0)**({self.n})"

    @property
    def eps(self) -> Expr:
        """The exponent of one factor."""
        return self.parameters[0]

    @property
    def n(self) -> Expr:
        """The number of factors."""
        return self.parameters[1]

    @cached_property
    def x(self) -> Expr:
        """exp(eps)."""
        return exp(self.eps)

    @cached_property
    def _definite(self) -> int:
        if not self.n.is_Integer:
            raise UnsupportedError(
                f"{self!r} needs a number for {self.n}; use .subs({{symbol: value}}) first"
            )
        return int(self.n)

    @property
    def _sayable(self) -> Expr:
        """n, unless the powers of a formula would be excessively long."""
        if self.n.is_Integer and self.n > _LARGEST_FORMULA:
            raise UnsupportedError(
                f"formulas of {self!r}: allowed is n <= {_LARGEST_FORMULA} or a symbol; ask for an "
                "enclosure"
            )
        return self.n

    # -- breakpoints -----------------------------------------------------------------------------

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The numerators of A_0, …, A_(n+1) over (a + b)^n, for a rational x = a/b."""
        n = self._moderate
        a, b = int(self.x.p), int(self.x.q)
        powers_a, powers_b = _powers(a, n), _powers(b, n)
        terms = (c * powers_a[j] * powers_b[n - j] for j, c in enumerate(_binomials(n)))
        return tuple(accumulate(terms, initial=0))

    @property
    def _moderate(self) -> int:
        n = self._definite
        if n > _MOST_ATOMS:
            raise UnsupportedError(
                f"the breakpoints of {self!r} one by one: allowed is n <= {_MOST_ATOMS}"
            )
        return n

    @property
    def breakpoints(self) -> Breakpoints:
        """The points (alpha, beta), as a sequence that computes each when it is asked for."""
        return Breakpoints(self)

    def head(self, k: Any) -> Expr:
        """The level of breakpoint k: A_k/(1 + x)^n."""
        if k == 0:
            return Integer(0)
        if k == self.n + 1:
            return Integer(1)
        n = self._sayable
        if n.is_Integer and self.x.is_Rational and n <= _MOST_ATOMS:
            return Rational(self.heads[int(k)], self.heads[-1])
        # SymPy evaluates a long sum of numbers term by term far faster than a Sum
        most = _MOST_TERMS if self.eps.free_symbols else _MOST_NUMBERS
        if n.is_Integer and Integer(k).is_Integer and n <= most:
            coefficients = islice(_binomials(int(n)), int(k))
            return Add(*(c * self.x**j for j, c in enumerate(coefficients))) / (1 + self.x) ** n
        return self._sum(k)

    def _sum(self, k: Any) -> Expr:
        """The same as a Sum, which balls evaluate faster."""
        n, j = self._sayable, Dummy("j", integer=True, nonnegative=True)
        return Sum(binomial(n, j) * self.x**j, (j, 0, k - 1)) / (1 + self.x) ** n

    def breakpoint(self, k: Any) -> tuple[Expr, Expr]:
        """Breakpoint k for k = 0, …, n + 1; both k and n may be symbols."""
        return self.head(k), self.head(self.n + 1 - k)

    def as_piecewise_linear(self) -> PiecewiseLinear | None:
        """The same function by its breakpoints; None where they are too many."""
        most = _MOST_ATOMS if self.x.is_Rational else _MOST_SYMBOLIC
        return PiecewiseLinear(self.breakpoints) if self.n.is_Integer and self.n <= most else None

    def numerator(self, k: int) -> Any:
        """A_k as an exact (flint) polynomial in x; over (1 + x)^n it is the level of breakpoint k.

        Examples
        --------
        >>> from fdp_sym.symbols import epsilon
        >>> BinomialPower(epsilon, 5).numerator(3)
        10*x^2 + 5*x + 1
        """
        return binomial_head(self._definite, k)

    def _piece(self, alpha: Expr) -> int | None:
        """The number of a piece that holds alpha, unless symbols leave it open.

        At a breakpoint both pieces are right: an undecided comparison does no harm.
        """
        if alpha.free_symbols or self.free_symbols:
            return None
        n = int(self._sayable)
        if alpha.is_Rational and self.x.is_Rational and n <= _MOST_ATOMS:
            level, whole = to_fraction(alpha), self.heads[-1]
            top, bottom = level.numerator * whole, level.denominator
            return _count(n, lambda j: self.heads[j + 1] * bottom <= top)
        return _count(n, lambda j: sign(alpha - self._sum(j + 1)) != -1)

    # -- formulas --------------------------------------------------------------------------------

    def _formula(self, alpha: Expr) -> Expr:
        if alpha.is_zero or alpha == 1:
            return 1 - alpha
        k = self._piece(alpha)
        if k is not None:
            return self._line(k, alpha)
        n = self._definite
        if n > _MOST_LINES:
            raise UnsupportedError(
                f"{self!r} at {alpha} is a maximum of {n + 1} lines, which is too long; give "
                "numbers, or take breakpoint(k)"
            )
        return Max(*(self._line(k, alpha) for k in range(n + 1)))

    def _line(self, k: int, alpha: Expr) -> Expr:
        a, b = self.breakpoint(k)
        return b - self.x ** (self.n - 2 * k) * (alpha - a)

    def _delta_formula(self, eps: Expr) -> Expr:
        # the losses above eps are those of the answers j < bound
        bound = (self.n - eps / self.eps) / 2
        if bound.is_number:
            a, b = self.breakpoint(_count(int(self.n) + 1, lambda j: sign(j - bound) == -1))
            return 1 - b - exp(eps) * a
        n, x = self._sayable, self.x
        if n.is_Integer and n <= _MOST_TERMS:
            terms = (
                c * Max(0, x ** (n - j) - exp(eps) * x**j) for j, c in enumerate(_binomials(int(n)))
            )
            return Add(*terms) / (1 + x) ** n
        j = Dummy("j", integer=True, nonnegative=True)
        term = binomial(n, j) * Max(0, x ** (n - j) - exp(eps) * x**j)
        return Sum(term, (j, 0, n)) / (1 + x) ** n

    def fixed_point(self) -> Expr:
        """The alpha with f(alpha) = alpha: a breakpoint for odd n, else the middle of a piece."""
        n = self._definite
        if n % 2:
            return self.head((n + 1) // 2)
        return (self.head(n // 2) + self.head(n // 2 + 1)) / 2

    def tv(self) -> Expr:
        return 1 - 2 * self.fixed_point()

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _table(self) -> VertexTable:
        return _Table(self.eps, self._definite)

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._table.values(alpha, rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._table.complements(alpha, rest)

    def _delta_values(self, eps: Array) -> Array:
        return self._table.delta(eps)

    def _conjugate_values(self, y: Array) -> Array:
        return self._table.conjugate(y)


class Breakpoints(Sequence[tuple[Expr, Expr]]):
    """The breakpoints of a `BinomialPower`, each computed when it is asked for."""

    def __init__(self, of: BinomialPower) -> None:
        self._of = of
        self._last = of._definite + 1
        if self._last >= sys.maxsize:  # what has a length in Python
            raise UnsupportedError(
                f"{of!r} has too many breakpoints for a sequence: allowed is n < 2**63 - 2; take "
                "breakpoint(k)"
            )

    def __len__(self) -> int:
        return self._last + 1

    @overload
    def __getitem__(self, k: int) -> tuple[Expr, Expr]: ...

    @overload
    def __getitem__(self, k: slice) -> tuple[tuple[Expr, Expr], ...]: ...

    def __getitem__(self, k: int | slice) -> Any:
        if isinstance(k, slice):
            return tuple(self[i] for i in range(*k.indices(len(self))))
        if not -len(self) <= k < len(self):
            raise IndexError(k)
        return self._of.breakpoint(k % len(self))


class _Table(VertexTable):
    """The doubles of the table, from sums of positive terms in 120 bits: nothing cancels."""

    def __init__(self, eps: Expr, n: int) -> None:
        with mpmath.workprec(_BITS):
            self._fill(mpmath.make_mpf(eps.evalf(_BITS // 3)._mpf_), n)

    def _fill(self, eps: Any, n: int) -> None:
        growth = mpmath.exp(eps)
        rows = list(_masses(growth, eps, n))
        p, q, steep = zip(*((t, u, s) for _, t, u, s in rows), strict=True)
        alpha, beta = _sums(p), _sums(reversed(q))[::-1]
        rest, complement = _sums(reversed(p))[::-1], _sums(q)
        # 1 - beta - s alpha grows by (s_before - s) alpha from one breakpoint to the next
        falls = [(a - b) * level for (a, b), level in zip(pairwise(steep), alpha[1:], strict=False)]
        self.alpha, self.rest = _column(alpha), _column(rest)
        self.beta, self.complement = _column(beta), _column(complement)
        self.width, self.drop = _column(p), _column(q)
        self.order = np.array([float((n - 2 * j) * eps) for j, *_ in rows])
        self.lift = _column([s * a for s, a in zip(steep, alpha[1:], strict=True)])
        self.advantage = _column(_sums(falls))


def _masses(growth: Any, eps: Any, n: int) -> Iterator[tuple[int, Any, Any, Any]]:
    """(j, mass under P, mass under Q, x^(n - 2j)) for each atom that is not zero in doubles."""
    for window in _windows(float(eps), n):
        j = window.start
        p = mpmath.exp(_log_mass(j, n, eps, mpmath.loggamma, mpmath.log1p(growth)))
        s = mpmath.exp((n - 2 * j) * eps)
        step = growth**-2
        for j in window:
            yield j, p, p * s, s
            p *= growth * (n - j) / (j + 1)
            s *= step


def _windows(eps: float, n: int) -> list[range]:
    """The numbers of the atoms with a mass, under P or Q, that is not zero in doubles."""
    if n <= 1000:
        return [range(n + 1)]
    if n > _LARGEST_FLOAT:
        raise UnsupportedError(
            f"floats of f_(eps,0) ** {n}: allowed is n <= {_LARGEST_FLOAT}; ask for an enclosure, "
            "or for the limit by clt"
        )
    total = math.log1p(math.exp(eps))
    mode = min(n, int(n * (1 - 1 / (1 + math.exp(eps)))))

    def visible(j: int) -> bool:
        return bool(_log_mass(j, n, eps, math.lgamma, total) > _SMALLEST)

    first = mode - _count(mode, lambda i: visible(mode - i - 1))
    last = mode + _count(n - mode, lambda i: visible(mode + i + 1))
    low, high = range(n - last, n - first + 1), range(first, last + 1)
    if low.stop < high.start:
        return [low, high]
    return [range(min(low.start, high.start), max(low.stop, high.stop))]


def _log_mass(j: int, n: int, eps: Any, loggamma: Callable[[Any], Any], total: Any) -> Any:
    return loggamma(n + 1) - loggamma(j + 1) - loggamma(n - j + 1) + j * eps - n * total


def _sums(terms: Iterable[Any]) -> list[Any]:
    return list(accumulate(terms, initial=mpmath.mpf(0)))


def _column(values: Iterable[Any]) -> Array:
    return np.array([float(value) for value in values])


def _binomials(n: int) -> Iterator[int]:
    """The binomial coefficients of n in order."""
    c = 1
    for j in range(n + 1):
        yield c
        c = c * (n - j) // (j + 1)


def _powers(base: int, n: int) -> list[int]:
    return list(accumulate(range(n), lambda power, _: power * base, initial=1))


def _count(limit: int, holds: Callable[[int], bool]) -> int:
    """How many of 0, …, limit - 1 satisfy what holds up to some point and not beyond it."""
    low, high = 0, limit
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            low = middle + 1
        else:
            high = middle
    return low
