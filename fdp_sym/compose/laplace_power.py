r"""The profile of :math:`L_\mu^{\otimes k}` in closed form.

With S = s + 1/2 the transform of one loss is
:math:`\frac{e^{-\mu/2}}2\bigl(e^{\mu S}(1+\frac1{2S})+e^{-\mu S}(1-\frac1{2S})\bigr)`, so the
inversion integral of the k-th power is a sum of residues at S = 0 of the terms whose exponential
grows to the right. With T = 2S the factor :math:`s(s+1)=(T^2-1)/4` cancels against theirs:

.. math:: \delta(\varepsilon)=1-2^{1-k}e^{-a_0}\sum_{m<M}(-1)^m\binom km\,[T^{k-1}]\,
    e^{a_mT}(1+T)^{k-1-m}(1-T)^{m-1},\qquad a_m=\frac{(k-2m)\mu-\varepsilon}2,

for :math:`-k\mu\le\varepsilon\le k\mu`, where the terms m < M are those with :math:`a_m>0`. For
m > 0 a term vanishes with :math:`a_m`, so that :math:`\max\{0,a_m\}` selects them.
"""

from __future__ import annotations

from math import comb, factorial

from sympy import Add, Expr, Piecewise, Rational, exp

from ..functions import Max

__all__ = ["laplace_power_profile"]


def laplace_power_profile(mu: Expr, k: int, eps: Expr) -> Expr:
    """delta(eps) of Laplace(mu) ** k for every real eps.

    Parameters
    ----------
    mu, eps : Expr
    k : int
        At least 1. The expression has about k^2/2 terms, and they cancel: about 2k bits are lost.

    Examples
    --------
    >>> from sympy import Integer
    >>> laplace_power_profile(Integer(1), 2, Integer(0))
    1 - 3*exp(-1)/2
    """
    top = Max(0, (k * mu - eps) / 2)
    terms = []
    for m in range(k):
        a = top if m == 0 else Max(0, ((k - 2 * m) * mu - eps) / 2)
        powers = (
            Rational(c, factorial(k - 1 - i)) * a ** (k - 1 - i)
            for i, c in enumerate(_coefficients(k, m))
            if c
        )
        terms.append((-1) ** m * comb(k, m) * Add(*powers))
    inside = 1 - Rational(2) ** (1 - k) * exp(-top) * Add(*terms)
    return Piecewise((1 - exp(eps), eps <= -k * mu), (inside, True))


def _coefficients(k: int, m: int) -> list[int]:
    """Those of 1, T, …, T^(k-1) in (1 + T)^(k-1-m) (1 - T)^(m-1)."""
    row = [comb(k - 1 - m, i) for i in range(k)]
    for _ in range(m - 1):
        row = [c - (row[i - 1] if i else 0) for i, c in enumerate(row)]
    if m == 0:  # divided by 1 - T
        row = [sum(row[: i + 1]) for i in range(k)]
    return row
