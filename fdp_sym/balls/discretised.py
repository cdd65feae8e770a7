r"""Laws on a lattice that stand for laws known by their profiles only.

**Connect the dots.** As a function of :math:`t=e^x` a profile is convex. Replace it between
lattice points :math:`x_m=x_0+md` by its chords, beyond the last one by a constant, and below the
first one by the chord from its value 1 at t = 0. What results is the profile of a law on the
lattice, with the masses

.. math:: p_m=s_m-s_{m-1},\quad q_m=e^{x_m}p_m,\quad
    s_m=\frac{\delta(x_{m+1})-\delta(x_m)}{e^{x_{m+1}}-e^{x_m}},

and with the mass :math:`\delta(x_N)` of Q at infinity. It lies above the profile.

**How far.** Between the ends, a loss l in a cell becomes one of the cell's ends l - a, l + b,
a + b = d, and masses under P and Q are kept. So the pair on the lattice is the original pair
together with a binary pair chosen by l. With :math:`\alpha` the mass under P of the upper end and
:math:`\beta=e^b\alpha` that under Q, its trade-off function has one vertex, so that it is above
:math:`G_\mu` if :math:`\mu\ge\Phi^{-1}(\beta)-\Phi^{-1}(\alpha)`. The function
:math:`I=\varphi\circ\Phi^{-1}` is concave, and :math:`I(z)\ge\sqrt{8/\pi}z(1-z)`: the difference
and its slope vanish at z = 1/2, and its second derivative :math:`2\sqrt{8/\pi}-1/I` is positive
there and changes its sign once towards z = 0, where the difference vanishes again. As
:math:`\beta-\alpha=(e^b-e^{-a})\alpha(1-\alpha)=(e^a-e^{-b})\beta(1-\beta)`, and both brackets
are at most :math:`e^d-1`, the mean value theorem shows that :math:`\mu=\sqrt{\pi/8}\,(e^d-1)`
suffices. By composition: the lattice law of a product of n factors is at most as bad as the
product with a Gaussian of variance :math:`w=\frac\pi8\sum n_i(e^{d_i}-1)^2`.

At the ends masses move by more. Each factor so raises a profile of the product by at most
:math:`\max\{\delta(x_N)-\delta(\infty),\ \delta(x_0)-1+e^{x_0}P(L>-\infty)\}`.

**Densities.** Let L be the original loss and L' = L + D that on the lattice. Under Q, given L,
:math:`E e^{-D_i}=1`, which gives :math:`ED_i^2\le\frac{d^2}4e^d`, :math:`0\le ED_i\le\frac{d^2}8
e^{2d}`; let A and M be the sums of these over all factors. By Jensen's inequality the logarithm
of a normal kernel of variance 2V averaged over D is at least what follows from the first two
moments, and comparison with the kernel of variance V at every distance shows that

.. math:: q_V(x)\le\sqrt2\,\exp\Bigl(\frac V8+\frac M2+\frac{A+2M^2}{4V}\Bigr)\,q'_{2V}(x).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb

from .line_factors import LatticeFactor

__all__ = ["Discretised", "ProfileFactor"]

_FARTHEST = 2.0**20


@dataclass(frozen=True)
class Discretised:
    """A power of a lattice law.

    Attributes
    ----------
    factor : LatticeFactor
    infinite : arb
        The mass of Q at infinity of a single factor.
    moved : arb
        By how much all the ends together may raise a profile.
    """

    factor: LatticeFactor
    infinite: Any
    moved: Any

    @property
    def step(self) -> Any:
        """The distance of neighbouring points."""
        return self.factor.step


class ProfileFactor:
    """The n-th power of a law that is known by its profile.

    Parameters
    ----------
    profile : callable
        Encloses the profile at a ball.
    limit : arb
        A lower bound of its limit, the mass of Q at infinity.
    finite : arb
        An upper bound of P(L > -oo).
    n : int
    """

    def __init__(self, profile: Callable[[Any], Any], limit: Any, finite: Any, n: int) -> None:
        self.profile = profile
        self.limit = limit
        self.finite = finite
        self.n = n

    def range(self, threshold: float) -> tuple[float, float]:
        """Ends beyond which a profile moves by less than about the threshold."""
        limit = self.limit

        def above(x: float) -> bool:
            return bool(self.profile(arb(x)) - limit > threshold)

        def below(x: float) -> bool:
            return bool(self.profile(arb(-x)) - 1 + arb(-x).exp() * self.finite > threshold)

        return -_first(below), _first(above)

    def on_lattice(self, d: Any, low: float, high: float) -> Discretised:
        """The law on multiples of the step d, a ball, around the range from low to high."""
        start = int(low // float(d))
        count = int(high // float(d)) + 2 - start
        points = [(start + m) * d for m in range(count)]
        growths = [x.exp() for x in points]
        values = [self.profile(x) for x in points]
        slopes = [(values[0] - 1) / growths[0]]
        slopes += [
            (b - a) / (t - s)
            for a, b, s, t in zip(values, values[1:], growths, growths[1:], strict=False)
        ]
        slopes.append(arb(0))
        masses = [
            t * _positive(after - before)
            for t, before, after in zip(growths, slopes, slopes[1:], strict=False)
        ]
        moved = (values[-1] - self.limit).max(values[0] - 1 + growths[0] * self.finite).max(arb(0))
        factor = LatticeFactor(points[0], d, masses, self.n)
        return Discretised(factor, values[-1], self.n * moved)


def _positive(x: Any) -> Any:
    """The part of a ball that a mass can have."""
    if x.lower() >= 0:
        return x
    return arb(0).union(x.upper().max(arb(0)))


def _first(beyond: Callable[[float], bool]) -> float:
    """About the least x > 0 at which the condition fails, if it fails from some x on."""
    high = 1.0
    while high < _FARTHEST and beyond(high):
        high *= 2
    low = 0.0 if high == 1.0 else high / 2
    for _ in range(10):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) else (low, middle)
    return high
