r"""The transform of a subsampled Gaussian on rotated rays, and bounds of it.

**Paths.** Let :math:`\ell=\log(1-q)` be the least loss, :math:`\rho=q/(1-q)`. With the loss
:math:`\ell+w`, 0 < w, :math:`z(w)=\frac1\mu\log\frac{e^w-1}\rho+\frac\mu2`, the transform is

.. math:: K(s)=e^{(1+s)\ell}\hat K(s),\qquad\hat K(s)=\int\varphi(z)e^{(1+s)w}\,dz.

Take :math:`w=e^{i\beta}v`, :math:`v=\log(1+\zeta)`, :math:`\zeta=e^{\nu+i\psi}`, along real
:math:`\nu`, with :math:`0\le\beta<\pi/4` and :math:`|\psi|<\pi-\beta`. The integral is the same on
all these paths: since :math:`v/\zeta=\int_0^1dt/(1+t\zeta)`, arg v is between 0 and :math:`\psi`,
so that w is no multiple of :math:`2\pi i` (for n ≠ 0 that would need :math:`|\mathrm{Im}\,v|>\pi`)
and, as :math:`|\arg w|<\pi` near 0, :math:`\log(e^w-1)=w+\log(1-e^{-w})` is the principal value
(:math:`1-e^{-w}` is negative only if w is, apart from multiples of :math:`2\pi i`). At both ends
:math:`\varphi(z)` decays faster than any exponential of w grows.

**Bounds.** With :math:`(1+s)e^{i\beta}=\lambda+iY`, Y >= 0, and :math:`0\le\psi`,

.. math:: |\hat K(s)|\le J_{\beta,\psi}(\lambda)=\int|\varphi(z)z'|e^{\lambda\mathrm{Re}\,v}\,d\nu,

for Im v >= 0; for :math:`\psi=0` and all Y, as v is real then. It increases in
:math:`\lambda` for :math:`|\psi|\le\pi/2`, because then Re v >= 0.

**Ends.** :math:`v'=\zeta/(1+\zeta)`, :math:`z'=w'/(\mu(1-e^{-w}))`,
:math:`z''/z'=1-v'-w'/(e^w-1)`; the log-derivative of the integrand of J is
:math:`\mathrm{Re}(-zz'+z''/z'+\lambda v')`.

*Left* of a point with :math:`|\zeta|\le1/100`, expand in :math:`\zeta`: with
:math:`\kappa=3|\zeta|` one finds :math:`|\mu z'-1|,|z''/z'|,|v'|\le\kappa` (the constants are
2.06, 1.07 and 1.02). So Re z falls, Im z changes by at most :math:`\kappa/\mu`, and the
log-derivative stays above

.. math:: -\mathrm{Re}\,z\frac{1-\kappa}\mu-\Bigl(|\mathrm{Im}\,z|+\frac\kappa\mu\Bigr)
    \frac\kappa\mu-\kappa(1+|\lambda|).

*Right* of a point with :math:`1/|\zeta|,\tau\le1/100`, :math:`\tau` a bound of
:math:`|e^{-w}|=e^{-\cos\beta\,\mathrm{Re}\,v+\sin\beta\,\mathrm{Im}\,v}` there and beyond, put
:math:`\kappa=2(1/|\zeta|+\tau)`. Then :math:`|\mu z'-e^{i\beta}|,|z''/z'|,|v'-1|\le\kappa`, and
these decay like :math:`e^{-0.7\Delta}` at the distance :math:`\Delta`. Hence z is
:math:`z_1+e^{i\beta}\Delta/\mu` up to :math:`1.5\kappa/\mu`, and by
:math:`\Delta e^{-0.7\Delta}<0.6` the log-derivative stays below

.. math:: -\frac{\mathrm{Re}(z_1e^{i\beta})-1.5\kappa/\mu}\mu
    +\frac\kappa\mu\Bigl(|z_1|+\frac{0.6+1.5\kappa}\mu\Bigr)+\kappa+\lambda_+(1+\kappa).

An integral, or a trapezoid sum, beyond an end with such a bound -g is at most that of the
exponential. For :math:`\lambda<0` and :math:`|\psi|\le\pi/2` the ends are at most those for
:math:`\lambda=0`, as :math:`\mathrm{Re}\,v\ge0`.
"""

from __future__ import annotations

import math
from typing import Any

from flint import acb, arb

from .subsampled_float import FloatRay, rate

__all__ = ["Ray", "RayBound", "RayCells"]

_CELL = 0.15
# terms below exp(-_DEPTH) times the largest are left to the bounds of ends
_DEPTH = 40.0
# of successive lambda + 1 between which bounds of aliases are interpolated
_RATIO = 1.5


class Ray:
    """The path of angle beta and height psi, in balls.

    Parameters
    ----------
    mu, q : arb
    beta, psi : float
    """

    def __init__(self, mu: Any, q: Any, beta: float, psi: float) -> None:
        self.mu, self.beta, self.psi = mu, arb(beta), psi
        self.turn = acb(0, self.beta).exp()
        self.shift = mu / 2 - (q / (1 - q)).log() / mu
        self.constant = acb(-(2 * arb.pi()).log() / 2 - mu.log(), self.beta)

    def at(self, nu: Any) -> tuple[Any, Any, Any]:
        """z, the logarithm of phi(z) z', and v, where nu is a ball."""
        log = acb(nu, arb(self.psi))
        v = log.exp().log1p()
        w = self.turn * v
        below = (-((-w).expm1())).log()
        z = (w + below) / self.mu + self.shift
        return z, log - v - below - z * z / 2 + self.constant, v

    def left_slope(self, nu: Any, most: Any) -> Any:
        """A lower bound of the growth of the integrand up to nu, for |lambda| <= most."""
        z, _, _ = self.at(nu)
        kappa = 3 * nu.exp()
        if not kappa <= arb(3) / 100 or not z.real < 0:
            return arb("nan")
        slope = -z.real * (1 - kappa) - (abs(z.imag) + kappa / self.mu) * kappa
        return slope / self.mu - kappa * (1 + most)

    def right_slope(self, nu: Any, most: Any) -> Any:
        """A lower bound of the decay of the integrand from nu on, for lambda <= most."""
        z, _, _ = self.at(nu)
        small = (-nu).exp()
        # from there on Re v >= nu - 1.02 small and |Im v| <= |psi| + 1.02 small
        slack = arb("1.02") * small
        height = abs(arb(self.psi)) + slack
        tau = (height * self.beta.sin() - self.beta.cos() * (nu - slack)).exp()
        if not small <= arb(1) / 100 or not tau <= arb(1) / 100:
            return arb("nan")
        kappa = 2 * (small + tau)
        drift = arb("1.5") * kappa / self.mu
        slope = (z * self.turn).real - drift
        slope -= kappa * (abs(z) + arb("0.6") / self.mu + drift)
        return slope / self.mu - kappa - most * (1 + kappa)

    def ends(self, first: Any, last: Any, h: Any, least: Any, most: Any) -> Any:
        """A bound of h times the terms beyond first and last, for lambda in [least, most].

        With negative lambda psi is at most pi/2.
        """
        least, most = least.max(arb(0)), most.max(arb(0))
        total = arb(0)
        for nu, slope in (
            (first, self.left_slope(first, most)),
            (last, self.right_slope(last, most)),
        ):
            if not slope > 0:
                return arb("inf")
            _, size, v = self.at(nu)
            term = size.real + (least * v.real).max(most * v.real)
            total += h * term.exp() / (h * slope).expm1()
        return total.upper()


class RayCells:
    r"""Upper bounds over cells, crude by a factor, of :math:`\prod_i|\varphi z'|^{1/n}` on n paths.

    They serve where the integral is multiplied by something tiny.
    """

    def __init__(self, rays: list[Ray], first: float, last: float) -> None:
        self.rays = rays
        self.width = width = _CELL * min(1.0, float(rays[0].mu))
        count = math.ceil((last - first) / width)
        self.first, self.last = arb(first), arb(first) + count * arb(width)
        half = arb(width) / 2
        self.cells = []
        for j in range(count):
            nu = arb((self.first + (2 * j + 1) * half).mid(), half)
            parts = [ray.at(nu)[1:] for ray in rays]
            size = sum((size.real for size, _ in parts), arb(0)) / len(rays)
            self.cells.append((size.upper(), [v for _, v in parts]))

    def integral(self, least: Any, most: Any, height: Any) -> Any:
        """A bound for lambda in [least, most] and Y >= height; psi as in `Ray.ends`."""
        total = arb(0)
        band = least.union(most)
        for size, values in self.cells:
            v = sum((band * v.real - height * v.imag for v in values), arb(0)) / len(values)
            total += (size + v).exp().upper()
        total *= arb(self.width)
        least, most = least.max(arb(0)), most.max(arb(0))
        for ray in self.rays:  # an integral is a sum in the limit of small steps
            for nu, slope in (
                (self.first, ray.left_slope(self.first, most)),
                (self.last, ray.right_slope(self.last, most)),
            ):
                if not slope > 0:
                    return arb("inf")
                _, size, v = ray.at(nu)
                total += (size.real + (least * v.real).max(most * v.real)).exp() / slope
        return total.upper()


class RayBound:
    r"""Sharp upper bounds of :math:`J_{\beta,0}(\lambda)` for many :math:`\lambda`.

    The trapezoid rule of step h for the positive integrand :math:`|e^G|`, analytic as
    :math:`\exp\frac12(G(\nu)+\overline{G(\bar\nu)})`: at :math:`\nu+i\eta` its modulus is the
    geometric mean of those on the paths :math:`\psi=\pm\eta`, so the error is at most twice the
    integral of that mean over :math:`e^{2\pi\eta/h}-1`.

    Parameters
    ----------
    mu, q : arb
    beta : float
    most, least : float
        Bounds are sharp for lambda in [0, most], or in [least, 0] if least < 0.
    depth : float
        Ends that are smaller by exp(-depth) are bounded crudely.
    """

    ETA = 1.0

    def __init__(
        self,
        mu: Any,
        q: Any,
        beta: float,
        most: float,
        least: float = 0.0,
        depth: float = _DEPTH,
    ) -> None:
        self.falls = least < 0
        plans = [FloatRay(float(mu), rate(q), beta, psi, most) for psi in (0.0, self.ETA)]
        ranges = [plan.range(least, depth) for plan in plans]
        first, last = min(a for a, _ in ranges), max(b for _, b in ranges)
        self.h = 2 * math.pi * self.ETA / (24.0 + (self.ETA + beta) ** 2 / (2 * float(mu) ** 2))
        self.ray = Ray(mu, q, beta, 0.0)
        mean = [Ray(mu, q, beta, side * self.ETA) for side in (1, -1)]
        self.cells = RayCells(mean, first, last)
        count = math.ceil((last - first) / self.h)
        self.points = [arb(first) + j * arb(self.h) for j in range(count + 1)]
        self.terms = [(size.real, v.real) for _, size, v in (self.ray.at(nu) for nu in self.points)]
        self.known: dict[float, Any] = {}
        self.aliases: dict[int, Any] = {}

    def __call__(self, lam: Any) -> Any:
        """A bound of J for lambda up to the upper end of the ball."""
        point = math.nextafter(float(lam.upper()), math.inf)
        if not self.falls:
            point = max(0.0, point)
        if point not in self.known:
            self.known[point] = self._value(arb(point))
        return self.known[point]

    def _value(self, lam: Any) -> Any:
        h = arb(self.h)
        total = sum(((size + lam * v).exp() for size, v in self.terms), arb(0)) * h
        total += self.ray.ends(self.points[0], self.points[-1], h, lam, lam)
        alias = 2 * self._mean(lam) / (2 * arb.pi() * self.ETA / h).expm1()
        return (total + alias).upper()

    def _mean(self, lam: Any) -> Any:
        """The integral of the geometric mean; its logarithm is convex, so chords bound it."""
        if lam < 0:
            return self.cells.integral(lam, lam, arb(0))
        j = max(0, math.floor(math.log(float(lam) + 1, _RATIO)))
        ends = [arb(_RATIO) ** i - 1 for i in (j, j + 1)]
        for i, end in zip((j, j + 1), ends, strict=True):
            if i not in self.aliases:
                self.aliases[i] = self.cells.integral(end, end, arb(0))
        share = (lam - ends[0]) / (ends[1] - ends[0])
        if not (share >= 0 and share <= 1):
            return self.cells.integral(lam, lam, arb(0))
        return self.aliases[j] ** (1 - share) * self.aliases[j + 1] ** share
