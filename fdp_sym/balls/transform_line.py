r"""The transform of a privacy loss, summed on a vertical line: certified tails for any power.

**The sum.** :math:`K(s)=E_Qe^{sL}`. For c > 0 the two-sided Laplace transforms of
:math:`Q(L>x)`, of :math:`e^xP(L>x)` and of the profile :math:`\delta(x)` are K(s) times
1/s, 1/(s+1) and 1/(s(s+1)). With F(s) this product times :math:`e^{-sx}`, p = 2 pi/h, Poisson
summation gives, g being one of the three functions,

.. math:: \frac h{2\pi}\sum_jF(c+ijh)=\sum_ng(x+np)e^{npc}.

The term n = 0 is wanted. For n < 0 the functions are nearly 1, :math:`e^x` and :math:`1-e^x`, and
the sums of these are known: :math:`1/(e^{pc}-1)`, :math:`e^x/(e^{p(1+c)}-1)` and their difference.
What is left: by Markov's inequality, for any a > c and b > 0,

.. math:: Q(L>x),\ e^xP(L>x)\le K(a)e^{-ax},\qquad Q(L\le x),\ e^xP(L\le x)\le K(-1-b)e^{(1+b)x},

and for :math:`\delta(x)` and :math:`\delta(x)-1+e^x=e^x\delta_{rev}(-x)` the like times
:math:`a^a/(1+a)^{1+a}`, resp. with b, for that is the maximum of :math:`e^{-az}(1-e^{-z})`. So

.. math:: \sum_{n\ge1}\le\frac{K(a)e^{-ax}}{e^{p(a-c)}-1},\qquad
    \sum_{n\le-1}\le\frac{K(-1-b)e^{(1+b)x}}{e^{p(1+b+c)}-1}

in absolute value; the first is positive for all three, the second negative for the two tails and
positive for the profile.

**The end of the sum.** With B(t) a decreasing bound of |K(c+it)| and :math:`T=t_N` the first node
that is left out, those from there on contribute at most :math:`B(T)e^{-cx}/(\pi t_{N-1})` to the
profile. For the tails let also :math:`|K(c+it)|\le Mt^{-k}`; for any T' > T + h they get at most

.. math:: \frac{e^{-cx}}\pi\Bigl[B(T)\log\frac{T'}{t_{N-1}}+\frac{M(T'-h)^{-k}}k\Bigr],

which costs next to nothing, as M enters by its logarithm only.

**The transform.** It is a product of moments of `subsampled_moments`: K(s) = A(1+s) for the
direction "remove" and A(-s) for "add", and :math:`e^{\mu^2s(s+1)/2}` for a Gaussian; |K| of the
last is :math:`e^{\mu^2(c(c+1)-t^2)/2}`. Errors of A are in its radius before it is raised to
a power. So the cost does not depend on the powers. Other factors with known transforms may have
atoms: of these :math:`|K(c+it)|\le K(c)` is enough, as long as the rest decays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from flint import acb, arb

from .line_factors import Factor as LineFactor
from .losses import Tail
from .precision import precision
from .subsampled_moments import Samples, decay, harmonic_decay, real_moment
from .transform_plan import LinePlan

__all__ = ["Factor", "LineSum", "power", "real_transform"]

_BOUND_BITS = 80


@dataclass(frozen=True)
class Factor:
    """The k-th power of a subsampled Gaussian, with mu and q as balls."""

    mu: Any
    q: Any
    k: int
    sign: int

    def exponent(self, s: Any) -> Any:
        """The power of W whose mean is K(s)."""
        return 1 + s if self.sign > 0 else -s


def real_transform(factors: Sequence[Factor], normal: Any, s: Any) -> Any:
    """An upper bound of K at a real point."""
    result = (normal**2 * s * (s + 1) / 2).exp()
    for f in factors:
        result *= real_moment(f.mu, f.q, f.exponent(s)) ** f.k
    return result.upper()


class LineSum:
    """The values of the transform on one line, from which tails near a point are summed."""

    def __init__(
        self,
        factors: Sequence[Factor],
        normal: Any,
        plan: LinePlan,
        depth: float,
        others: Sequence[LineFactor] = (),
    ) -> None:
        self.factors, self.normal, self.plan, self.others = factors, normal, plan, others
        self.c, self.h = arb(plan.c), arb(plan.h)
        self.values = [self._normal(acb(self.c, j * self.h)) for j in range(plan.count)]
        for f in factors:
            inner = depth + plan.excess + math.log(2 * f.k)
            alpha = f.exponent(self.c)
            samples = Samples(f.mu, f.q, alpha, plan.count * plan.h, inner)
            line = samples.line(self.h, plan.count)
            if f.sign < 0:
                line = [z.conjugate() for z in line]
            powers = [power(z, f.k) for z in line]
            self.values = [a * b for a, b in zip(self.values, powers, strict=True)]
        for other in others:
            ratios, whole = other.balls(self.c, self.h, plan.count), other.real(self.c)
            self.values = [a * whole * b for a, b in zip(self.values, ratios, strict=True)]
        with precision(_BOUND_BITS):
            self.right, self.left = self._real(arb(plan.right)), self._real(-1 - arb(plan.left))
            self.beyond, self.far = self._ends()

    def _normal(self, s: Any) -> Any:
        return (self.normal**2 * s * (s + 1) / 2).exp()

    def _real(self, s: Any) -> Any:
        """An upper bound of K(s) at a real point."""
        return real_transform(self.factors, self.normal, s) * self._rest(s)

    def _rest(self, s: Any) -> Any:
        """The transform of the others at a real point."""
        return prod((other.real(s) for other in self.others), start=arb(1))

    def _ends(self) -> tuple[Any, Any]:
        r"""The bracket of the bound of the tails' ends, and B(T)."""
        plan = self.plan
        t = self.h * plan.count
        bound = (self.normal**2 * (self.c * (self.c + 1) - t * t) / 2).exp() * self._rest(self.c)
        for f, (theta, size) in zip(self.factors, plan.angles, strict=True):
            bound *= decay(f.mu, f.q, f.exponent(self.c), t, theta, size) ** f.k
        # that factor decays like 1/t for certain, the others do not grow
        first = max(self.factors, key=lambda f: f.k)
        constant = harmonic_decay(first.mu, first.q, first.exponent(self.c))
        rest = self._normal(self.c) * self._rest(self.c)
        for f in self.factors:
            if f is not first:
                rest *= real_moment(f.mu, f.q, f.exponent(self.c)) ** f.k
        aim = (rest / bound).log() / first.k
        far = (constant * aim.exp()).max(2 * t)
        end = rest * (constant / far) ** first.k / first.k
        last = t - self.h
        return bound.upper(), (bound * ((far + self.h) / last).log() + end).upper()

    def errors(self, x: Any) -> tuple[Tail, Tail]:
        """How much the sums at x may be too large, and too small, apart from rounding."""
        plan, pi = self.plan, arb.pi()
        period = 2 * pi / self.h
        a, b = arb(plan.right), arb(plan.left)
        over = self.right * (-a * x).exp() / (period * (a - self.c)).expm1()
        under = self.left * ((1 + b) * x).exp() / (period * (1 + b + self.c)).expm1()
        size = (-self.c * x).exp() / pi
        end, profile_end = size * self.far, size * self.beyond / (self.h * (plan.count - 1))
        profile = over * _peak(a) + under * _peak(b)
        high = Tail(over + end, (over + end) / x.exp(), profile + profile_end)
        low = Tail(under + end, (under + end) / x.exp(), profile_end)
        return Tail(*(e.upper() for e in high)), Tail(*(e.upper() for e in low))

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""
        h, c = self.h, self.c
        q = p = delta = acb(0)
        for j, value in enumerate(self.values):
            s = acb(c, j * h)
            term = value * (-s * x).exp() / (1 if j else 2)
            left, right = term / s, term / (s + 1)
            q, p, delta = q + left, p + right, delta + left / (s + 1)
        period, growth = 2 * arb.pi() / h, x.exp()
        one, two = 1 / (period * c).expm1(), growth / (period * (1 + c)).expm1()
        sums = (
            q.real * h / arb.pi() - one,
            (p.real * h / arb.pi() - two) / growth,
            delta.real * h / arb.pi() - one + two,
        )
        high, low = self.errors(x)
        return Tail(*(s + (-e).union(d) for s, e, d in zip(sums, high, low, strict=True)))


def _peak(a: Any) -> Any:
    """The maximum of exp(-a z)(1 - exp(-z))."""
    return (a * a.log() - (1 + a) * (1 + a).log()).exp()


def power(z: Any, k: int) -> Any:
    """A power, by one operation; where z may be 0, a ball around 0."""
    if not z.abs_lower() > 0:
        bound = (z.abs_upper() ** k).upper()
        return acb((-bound).union(bound), (-bound).union(bound))
    return z**k
