r"""The profile of a smoothed loss: a sum over equidistant points of a vertical line.

**Smoothing.** To the loss L of a product add the loss of an independent Gaussian of variance v.
Let :math:`\delta_v` be the profile and :math:`q_v` the density under Q of the sum. With
:math:`K(s)=E_Qe^{sL}`, on a line Re s = c > 0,

.. math:: \delta_v(x)=\int\frac{K(s)e^{vs(s+1)/2-sx}}{s(s+1)}\frac{ds}{2\pi i},\qquad
    q_v(x)=\int K(s)e^{vs(s+1)/2-sx}\frac{ds}{2\pi i},\qquad
    \frac{d\delta_v}{dv}=\tfrac12q_v\ge0.

The kernel of :math:`q_v`, normal with mean v/2 and variance v, has at the distance d the exponent
:math:`-d^2/2v+d/2-v/8`. So for u <= v that of :math:`q_u` is at most
:math:`\sqrt{v/u}\,e^{(v-u)/8}` times that of :math:`q_v`, and integration from u = w to v gives

.. math:: \delta_w\le\delta_v\le\delta_w+e^{(v-w)/8}\sqrt v(\sqrt v-\sqrt w)\,q_v,

for every law of L; the profile of L itself is the limit w = 0, as profiles are continuous.

**The sum.** With the step h and the period :math:`p=2\pi/h`, Poisson summation gives, for the
integrand F of :math:`\delta_v`,

.. math:: \frac h{2\pi}\sum_jF(c+ijh)=\delta_v(x)+\frac{K(0)}{e^{pc}-1}
    -\frac{e^xK(-1)}{e^{p(1+c)}-1}+E,\quad
    0\le E\le\frac{\kappa_aK(a)e^{-ax}}{e^{p(a-c)}-1}
    +\frac{\kappa_bK(-1-b)e^{(1+b)x}}{e^{p(1+b+c)}-1}

for all a > c, b > 0 (here K includes the Gaussian): the n-th alias is
:math:`\delta_v(x+np)e^{npc}`, which for n > 0 is bounded by Markov's inequality,
:math:`(1-e^{x-L})_+\le\kappa_ae^{a(L-x)}` with :math:`\kappa_a=a^a/(1+a)^{1+a}`; and for n < 0
:math:`\delta_v(x)=K(0)-e^xK(-1)+E_Q(e^{x-L}-1)_+`, the last term of which is bounded in the same
way by :math:`\kappa_bE_Qe^{(1+b)(x-L)}`. For :math:`q_v` the aliases are not negative, so that the
sum is an upper bound as it is.

**Nodes next to 0.** A product of factors of modulus at most 1 that is less than :math:`2^{-70}` is
replaced by 0, which is in error by at most twice that, whatever the other factors are. So are all
nodes from one on at which decreasing bounds of factors have such a product.

**Its end.** As :math:`|K(c+it)|\le K(c)e^{-vt^2/2}`, the nodes from the N-th on contribute at most
:math:`\frac{K(c)e^{-cx}}\pi e^{-vt^2/2}\min(\frac1t,\frac1{vt})`, :math:`t=t_{N-1}`, where 1/t is
for the profile and 1/(vt) for the density.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import acb, arb

from ..errors import PrecisionError
from .line_factors import UNIT, Factor, phases
from .smoothed_plan import Plan
from .subsampled_factor import SubsampledFactor

__all__ = ["Smoothed", "SmoothedLine", "TooSlow"]

_MOST_WORK = 2e9  # elementary operations in doubles: some seconds
_DEAD = 2.0**-70  # nodes that small count as errors


class TooSlow(PrecisionError):
    """The factors themselves, and not the smoothing, determine how many nodes there are."""


class Smoothed(NamedTuple):
    """The smoothed profile, an upper bound of the density, and roughly exp(x) P(L > x)."""

    delta: Any
    density: Any
    lifted: Any


class SmoothedLine:
    """The transform on the nodes of a plan.

    Parameters
    ----------
    factors : sequence of Factor
    variance : arb
        v, all Gaussians together.
    plan : Plan
    exact : bool
        Whether the nodes are balls, of the current precision, instead of doubles.
    step : arb, optional
        The exact step, if that of the plan is rounded from it.
    """

    def __init__(
        self,
        factors: Sequence[Factor],
        variance: Any,
        plan: Plan,
        exact: bool,
        step: Any = None,
    ) -> None:
        self.variance, self.plan, self.exact = variance, plan, exact
        self.c, self.h = arb(plan.c), arb(plan.h) if step is None else step
        self.loss = arb(0)
        self.error = np.zeros(plan.count)
        self.nodes: Any = None
        (self._balls if exact else self._floats)(factors)
        self.at_c = _product(f.real(self.c) for f in factors)
        bounds = (plan.right, -1 - plan.left, 0, -1)
        self.right, self.left, self.q, self.p = (
            _product(f.real(arb(s)) for f in factors) * self._normal(arb(s), variance)
            for s in bounds
        )

    def _normal(self, s: Any, variance: Any) -> Any:
        return (variance * s * (s + 1) / 2).exp()

    def _floats(self, factors: Sequence[Factor]) -> None:
        count = self.plan.count
        live = self._decayed(factors)
        self.error[live:] = 2 * _DEAD
        error, work = 150 * UNIT, 0.0
        left = Counter(f.cost for f in factors)
        for f in sorted(factors, key=lambda f: f.cost):
            if work + live * f.cost * left[f.cost] > _MOST_WORK:
                kind = TooSlow if live < count and len(left) == 1 else PrecisionError
                raise kind(f"a sum would have more than {_MOST_WORK:.0e} terms")
            work += live * f.cost
            left[f.cost] -= 1
            line = f.floats(self.c, self.h, live)
            self.nodes = line.values if self.nodes is None else self.nodes * line.values
            self.loss += line.loss
            # errors of factors of modulus at most 1 add up, but for a factor close to 1
            error += 1.01 * (line.error + 4 * UNIT)
            if not error < 1e-3:
                raise PrecisionError("doubles are too coarse for so many factors or so wide masses")
            # what is small stays so
            kept = np.flatnonzero(np.abs(self.nodes) > _DEAD)
            live = int(kept[-1]) + 1 if kept.size else 1
            self.error[live : self.nodes.size] = error + 2 * _DEAD
            self.nodes = self.nodes[:live]
        self.error[:live] = error
        self.nodes = np.pad(self.nodes, (0, count - self.nodes.size))
        j = np.arange(self.plan.count)
        t = j * self.plan.h
        c, d = self.plan.c, self.plan.c + 1
        size = (c * c + t * t) * (d * d + t * t)
        # 1/(s(s+1)), to 20u relative to its modulus, 2u of t included
        self.kernel = (c * d - t * t - 1j * (t * (c + d))) / size
        self.kernel[0] /= 2

    def _decayed(self, factors: Sequence[Factor]) -> int:
        """The node from which on the decay of factors is seen to make all nodes small."""
        decays = [f.decay(self.c) for f in factors if isinstance(f, SubsampledFactor)]
        h, count = self.plan.h, self.plan.count
        low, high, aim = 0, count, math.log(_DEAD) - 1
        if sum(d.log(count * h) for d in decays) > aim:
            return count
        while high > low + 1 + high // 16:
            middle = (low + high) // 2
            large = sum(d.log(middle * h) for d in decays) > aim
            low, high = (middle, high) if large else (low, middle)
        return high if _product(d.bound(high * self.h) for d in decays) < _DEAD else count

    def _balls(self, factors: Sequence[Factor]) -> None:
        self.nodes = [acb(1)] * self.plan.count
        for f in factors:
            line = f.balls(self.c, self.h, self.plan.count)
            self.nodes = [a * b for a, b in zip(self.nodes, line, strict=True)]

    def at(self, x: Any, wide: Any = None) -> Smoothed:
        """The values at the ball x; the density for the variance ``wide`` instead, of doubles."""
        c, h, v = self.c, self.h, self.variance
        scale = self.at_c * self._normal(c, v) * (-c * x).exp()
        angle = self.loss - x + v * (2 * c + 1) / 2
        delta, density, lifted = (self._ball_sums if self.exact else self._float_sums)(angle, x)
        t = h * (self.plan.count - 1)
        end = (-v * t * t / 2).exp() / (arb.pi() * t)
        density += end / v
        if wide is not None:
            more = self._normal(c, wide - v)
            end_wide = (-wide * t * t / 2).exp() / (arb.pi() * t * wide)
            turn = self.loss - x + wide * (2 * c + 1) / 2
            density = more * (self._density(turn, wide) + end_wide)
        period = 2 * arb.pi() / h
        known = self.q / (period * c).expm1() - x.exp() * self.p / (period * (1 + c)).expm1()
        a, b = arb(self.plan.right), arb(self.plan.left)
        aliases = self.right * _peak(a) * (-a * x).exp() / (period * (a - c)).expm1()
        aliases += self.left * _peak(b) * ((1 + b) * x).exp() / (period * (1 + b + c)).expm1()
        result = scale * (delta + _symmetric(end)) - known - arb(0).union(aliases.upper())
        return Smoothed(result, scale * density, scale * lifted)

    def _damping(self, variance: Any) -> Any:
        rate = -variance * self.h**2 / 2
        return np.array([float((rate * (j * j)).exp().mid()) for j in range(self.plan.count)])

    def _float_sums(self, angle: Any, x: Any) -> tuple[Any, Any, Any]:
        turn, error = phases(self.h * angle, self.plan.count)
        damping = self._damping(self.variance)
        errors = error + self.error
        terms = self.nodes * turn
        terms *= damping
        weights = damping * np.abs(self.kernel)
        share = self.h / arb.pi()
        values = terms * self.kernel
        delta = _sum(values.real, weights, errors) * share
        density = _sum(_halved(terms.real), damping, errors) * share
        # the kernel 1/(s+1), with no bound
        slopes = (values * (self.plan.c + 1j * self.plan.h * np.arange(self.plan.count))).real
        return delta, density, arb(math.fsum(slopes)) * share

    def _density(self, angle: Any, variance: Any) -> Any:
        turn, error = phases(self.h * angle, self.plan.count)
        damping = self._damping(variance)
        terms = _halved((self.nodes * turn).real * damping)
        return _sum(terms, damping, error + self.error) * self.h / arb.pi()

    def _ball_sums(self, angle: Any, x: Any) -> tuple[Any, Any, Any]:
        delta = density = lifted = acb(0)
        for j, node in enumerate(self.nodes):
            t = j * self.h
            s = acb(self.c, t)
            term = node * acb(-self.variance * t * t / 2, t * angle).exp() / (1 if j else 2)
            density += term
            lifted += term / (s + 1)
            delta += term / (s * (s + 1))
        share = self.h / arb.pi()
        return delta.real * share, density.real * share, lifted.real * share


def _product(values: Any) -> Any:
    result = arb(1)
    for value in values:
        result *= value
    return result


def _halved(terms: Any) -> Any:
    terms[0] /= 2
    return terms


def _sum(terms: Any, weights: Any, error: Any) -> Any:
    """The exact sum of doubles, with the error of each term relative to its weight."""
    radius = arb(math.fsum(weights * error)) * arb("1.001") + arb(2) ** -900
    return arb(math.fsum(terms)) + _symmetric(radius)


def _symmetric(radius: Any) -> Any:
    upper = radius.upper()
    return (-upper).union(upper)


def _peak(a: Any) -> Any:
    """The maximum of exp(-a z)(1 - exp(-z))."""
    return (a * a.log() - (1 + a) * (1 + a).log()).exp()
