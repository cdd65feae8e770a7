r"""Powers of the discrete Gaussian law, by a trapezoidal sum on a circle.

**Tails.** With S the sum of k variables from N_Z(0, sigma^2), the loss of the k-fold product
against shifts by d is :math:`d(2S-kd)/(2\sigma^2)` under P, and under Q the like with S + kd in
place of S. So all is known
from :math:`U(m)=P[S\ge m]`, and :math:`U(m)=1-U(1-m)` leaves m >= 1.

**The sum.** :math:`\Theta(z)=\sum_ne^{-n^2/2\sigma^2+zn}` is a theta function, and
:math:`Ee^{zS}=(\Theta(z)/\Theta(0))^k=:M(z)`. For a tilt :math:`\lambda>0` the function
:math:`F(\theta)=M(\lambda+i\theta)e^{-(\lambda+i\theta)m}/(1-e^{-\lambda-i\theta})` has the Fourier
coefficients :math:`e^{\lambda r}U(m+r)`, because the geometric series sums over all s >= m + r.
Hence, for N equidistant nodes,

.. math:: \frac1N\sum_jF(2\pi j/N)=\sum_{l}e^{\lambda lN}U(m+lN).

The term l = 0 is wanted. Of those with l < 0 the part :math:`1/(e^{\lambda N}-1)` is known, as U is
nearly 1 there. What is left is bounded by Markov's inequality with any a > lambda and b >= 0:

.. math:: \sum_{l\ge1}e^{\lambda lN}U(m+lN)\le M(a)e^{-am}\frac r{1-r},\quad r=e^{-(a-\lambda)N},

    \sum_{l\ge1}e^{-\lambda lN}(1-U(m-lN))\le M(b)e^{b(m-1)}\frac r{1-r},\quad r=e^{-(b+\lambda)N}.

**The nodes that matter.** By Poisson summation
:math:`\Theta(z)=\sigma\sqrt{2\pi}\sum_le^{\sigma^2(z-2\pi il)^2/2}`, so that
:math:`|\Theta(\lambda+i\theta)|\le e^{\lambda^2\sigma^2/2}\Theta(i\theta)`. By the product formula
:math:`\Theta(i\theta)` decreases on [0, pi]. So the nodes from j = J on, and their mirror images,
contribute at most
:math:`(e^{\lambda^2\sigma^2/2}\Theta(2\pi iJ/N)/\Theta(0))^ke^{-\lambda m}/(1-e^{-\lambda})`.

Which tilt, N, J, a and b are used is a matter of speed and width only.
"""

from __future__ import annotations

import math
from typing import Any

from flint import acb, arb, ctx

from .losses import Tail, candidates, joined

__all__ = ["DiscreteGaussianPower"]

# outcomes beyond are not looked for
_MOST = 10**18


class DiscreteGaussianPower:
    """The law of the loss of the k-fold product of the discrete Gaussian against its shift."""

    def __init__(self, k: int, sigma: Any, shift: int = 1) -> None:
        self.k = k
        self.shift = shift
        self.sigma = sigma
        self.tau = acb(0, 1 / (2 * arb.pi() * sigma**2))
        self.whole = self._theta(acb(0)).real
        self.known: dict[int, Any] = {}

    def tail(self, x: Any) -> Tail:
        """The outcomes of loss above x are S > t, with t = x sigma^2/d + kd/2."""
        growth = x.exp()
        t = x * self.sigma**2 / self.shift + arb(self.k * self.shift) / 2
        # the first whole number above t is 1 - ceil(-t); shifted into the range of candidates
        places = candidates(_MOST - t, 2 * _MOST)
        if places[0] == 0 or places[-1] > places[0] + 1 or places[-1] > 2 * _MOST:
            unknown = arb(0).union(arb(1))
            return Tail(unknown, unknown, unknown)
        tails = []
        for place in places:
            first = 1 + _MOST - place
            q, p = self._upper(first - self.k * self.shift), self._upper(first)
            tails.append(Tail(q, p, q - growth * p))
        return joined(tails)

    def _upper(self, m: int) -> Any:
        """U(m) = P[S >= m]."""
        if m < 1:
            return 1 - self._upper(1 - m)
        if m not in self.known:
            self.known[m] = self._sum(m)
        return self.known[m]

    def _theta(self, z: Any) -> Any:
        return acb.modular_theta(z / (2 * acb(0, 1) * arb.pi()), self.tau)[2]

    def _generating(self, z: Any) -> Any:
        """M(z)."""
        return (self._theta(acb(z)) / self.whole) ** self.k

    def _sum(self, m: int) -> Any:
        spread = float(self.sigma) * math.sqrt(self.k)
        depth = 0.7 * ctx.prec + 20
        tilt = max(m / spread**2, 1 / spread)
        count = math.ceil(m + spread * math.sqrt(2 * depth) + 4)
        angle = min(math.pi, math.sqrt(2 * depth) / spread)
        nodes = min(count // 2 + 1, math.ceil(count * angle / (2 * math.pi)) + 1)
        shift = arb(tilt)
        total = arb(0)
        for j in range(nodes):
            z = acb(shift, 2 * arb.pi() * j / count)
            value = self._generating(z) * (-z * m).exp() / (1 - (-z).exp())
            total += value.real * (1 if j in (0, count - j) else 2)
        result = total / count - 1 / (shift * count).expm1()
        result += _between(self._beyond(nodes, count, shift, m)) if 2 * nodes <= count else 0
        upper, lower = self._aliases(m, count, shift, spread)
        return result - arb(0).union(upper) + arb(0).union(lower)

    def _beyond(self, nodes: int, count: int, shift: Any, m: int) -> Any:
        """What the nodes from there on contribute at most."""
        angle = 2 * arb.pi() * nodes / count
        size = (shift**2 * self.sigma**2 / 2).exp() * self._theta(acb(0, angle)).real / self.whole
        return size**self.k * (-shift * m).exp() / (1 - (-shift).exp())

    def _aliases(self, m: int, count: int, shift: Any, spread: float) -> tuple[Any, Any]:
        a = shift + arb(count / spread**2)
        b = arb(max(0, count - m) / spread**2)
        bounds = []
        for z, power, ratio in (
            (a, -a * m, (-(a - shift) * count).exp()),
            (b, b * (m - 1), (-(b + shift) * count).exp()),
        ):
            moment = self._generating(z).real
            bounds.append((moment * power.exp() * ratio / (1 - ratio)).upper())
        return bounds[0], bounds[1]


def _between(size: Any) -> Any:
    """From minus to plus the size."""
    bound = size.upper()
    return (-bound).union(bound)
