r"""Powers of a law with two atoms: the loss of the n-fold product is binomial.

With atoms of loss :math:`\ell_1>\ell_2` and masses :math:`(p_1,p_2)`, :math:`(q_1,q_2)` the product
has the losses :math:`(n-j)\ell_1+j\ell_2` with masses :math:`\binom nj q_1^{n-j}q_2^j` under Q.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from flint import arb, ctx

from .losses import Law, Tail, candidates, joined

__all__ = ["BinomialLoss", "BinomialShift", "head", "weighted"]


class BinomialLoss:
    """The n-fold product of the law with atoms ``(loss, p, q)``, the larger loss first."""

    def __init__(self, n: int, first: tuple[Any, Any, Any], second: tuple[Any, Any, Any]) -> None:
        self.n = n
        self.top = n * first[0]
        self.step = first[0] - second[0]
        self.p = first[1], second[1]
        self.q = first[2], second[2]

    def tail(self, x: Any) -> Tail:
        """The losses above x are those of the j < J, J the ceiling of (top - x)/step.

        If J is not decided, the tails are monotone in J, so that the extreme values are enough;
        the profile is the largest of the numbers Q_J - e^x P_J over all J. Two candidates that are
        neighbours leave exactly those two; more leave the bounds 0 and Q_J.
        """
        counts = candidates((self.top - x) / self.step, self.n)
        growth = x.exp()
        ends = [self._tail(count, growth) for count in {counts[0], counts[-1]}]
        tail = joined(ends)
        return tail if len(counts) <= 2 else tail._replace(delta=arb(0).union(tail.q))

    def _tail(self, count: int, growth: Any) -> Tail:
        q, p = head(self.n, count, *self.q), head(self.n, count, *self.p)
        return Tail(q, p, q - growth * p)


class BinomialShift:
    """The product of a base with the n-fold product of a law with two atoms."""

    def __init__(
        self, base: Law, n: int, first: tuple[Any, Any, Any], second: tuple[Any, Any, Any]
    ) -> None:
        self.base = base
        self.binomial = BinomialLoss(n, first, second)

    def tail(self, x: Any) -> Tail:
        """The tails of the base at x - loss, weighted with the masses of the losses."""
        law = self.binomial

        @cache
        def base(j: int) -> Tail:
            return self.base.tail(x - law.top + j * law.step)

        return Tail(
            weighted(law.n, *law.q, lambda j: base(j).q),
            weighted(law.n, *law.p, lambda j: base(j).p),
            weighted(law.n, *law.q, lambda j: base(j).delta),
        )


def weighted(n: int, a: Any, b: Any, value: Callable[[int], Any]) -> Any:
    r"""The sum :math:`\sum_{j\le n}\binom nj a^{n-j}b^jv_j` for values v_j in [0, 1] that decrease.

    Terms are summed in both directions from about the largest. The ratios of the weights fall in
    either direction, so that below j what is left out is at most
    :math:`w_jr_j/(1-r_j)` (with v <= 1), and above j it is at most :math:`v_j` times the like, or
    times :math:`(a+b)^n`. Both become radii as soon as they are negligible.
    """
    start = _peak(n, a, b, value)
    weight = first = _weight(n, start, a, b)
    total = weight * value(start)
    negligible = arb(2) ** -(ctx.prec + 8)
    for j in range(start, 0, -1):
        ratio = j * a / (b * (n - j + 1))
        if j % 16 == 0 and ratio < 1:
            rest = weight * ratio / (1 - ratio)
            if rest < negligible * total:
                total += arb(0).union(rest)
                break
        weight *= ratio
        total += weight * value(j - 1)
    weight, every = first, (a + b) ** n
    for j in range(start, n):
        ratio = (n - j) * b / (a * (j + 1))
        if j % 16 == 0:
            mass = weight * ratio / (1 - ratio) if ratio < 1 else every
            rest = value(j).abs_upper() * mass
            if rest <= negligible * total:
                return total + arb(0).union(rest)
        weight *= ratio
        total += weight * value(j + 1)
    return total


def _peak(n: int, a: Any, b: Any, value: Callable[[int], Any]) -> int:
    """About where the terms are largest, if they rise to it and fall from it."""
    low, high = 0, n
    while high - low > 2:
        third = (high - low) // 3
        left, right = low + third, high - third
        sizes = [(_weight(n, j, a, b) * value(j)).abs_upper() for j in (left, right)]
        low, high = (left, high) if sizes[0] < sizes[1] else (low, right)
    return (low + high) // 2


def head(n: int, count: int, a: Any, b: Any) -> Any:
    r"""The sum :math:`\sum_{j<J}\binom nj a^{n-j}b^j` for J = ``count`` and positive a, b.

    The terms are summed from j = J - 1 downwards. Their ratio :math:`r_j=\frac{j}{n-j+1}\frac ab`
    falls with j, so that once it is below 1 the terms that are left out add up to at most
    :math:`t_jr_j/(1-r_j)`, which becomes a radius as soon as it is negligible. Beyond the mode
    it is the sum of the other terms that is short, and they are subtracted from
    :math:`(a+b)^n`: the result is at least about half of that.

    Each term is the one before times a ball: the relative radius grows by a few units in the last
    place a term. (There is no wrapping in one dimension.)
    """
    if count <= 0:
        return arb(0)
    if count > n:
        return (a + b) ** n
    if count > n * float(b / (a + b)):
        return (a + b) ** n - _below(n, n - count, b, a)
    return _below(n, count - 1, a, b)


def _below(n: int, last: int, a: Any, b: Any) -> Any:
    """The terms j <= last, from the last one downwards."""
    term = _weight(n, last, a, b)
    total, ratio = term, a / b
    negligible = arb(2) ** -(ctx.prec + 8)
    for j in range(last, 0, -1):
        factor = ratio * j / (n - j + 1)
        if j % 16 == 0 and factor < 1:
            rest = term * factor / (1 - factor)
            if rest < negligible * total:
                return total + arb(0).union(rest)
        term *= factor
        total += term
    return total


def _weight(n: int, j: int, a: Any, b: Any) -> Any:
    if n < 10_000:
        ways = arb.bin_uiui(n, j)
    else:
        ways = (arb(n + 1).lgamma() - arb(j + 1).lgamma() - arb(n - j + 1).lgamma()).exp()
    return ways * a ** (n - j) * b**j
