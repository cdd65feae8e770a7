r"""Powers of a law with two atoms: the loss of the n-fold product is binomial.

With atoms of loss :math:`\ell_1>\ell_2` and masses :math:`(p_1,p_2)`, :math:`(q_1,q_2)` the product
has the losses :math:`(n-j)\ell_1+j\ell_2` with masses :math:`\binom nj q_1^{n-j}q_2^j` under Q.
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx

from .losses import Tail, candidates, joined

__all__ = ["BinomialLoss", "head"]


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
    term = _choose(n, last) * a ** (n - last) * b**last
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


def _choose(n: int, k: int) -> Any:
    if n < 10_000:
        return arb.bin_uiui(n, k)
    return (arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()).exp()
