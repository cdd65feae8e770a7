r"""The transform of the privacy loss of :math:`C_p(G_\mu)`, and how fast it decays.

With :math:`g(z)=1-p+pe^{\mu z-\mu^2/2}`, which is at least 1 from :math:`\mu/2` on, and
:math:`\Lambda=\log g`, the losses above 0 are :math:`\Lambda(z)` with the density
:math:`\varphi(z)` under P and :math:`\varphi g` under Q, those below 0 are their mirror image, and
a mass :math:`a=(1-p)(2\Phi(\mu/2)-1)` is at 0:

.. math:: K(s)=E_Qe^{sL}=a+r(s),\qquad
    r(s)=\int_{\mu/2}^\infty\varphi(z)\bigl[g(z)^{1+s}+g(z)^{-s}\bigr]dz=r(-1-s).

Let :math:`s=c+it` with c > 0, t >= 0.

**Quadrature.** Gauss-Legendre rules with n points on panels of centre m and half-width w. If f is
analytic and at most M in modulus within the ellipse with the sum :math:`\rho w` of its semi-axes
A > B, its Chebyshev coefficients are at most :math:`2M\rho^{-k}`; the rule is exact for degrees
below 2n, and both it and the integral of a Chebyshev polynomial are at most 2 in modulus, so the
error is at most :math:`8wM\rho^{-2n}/(1-1/\rho)`. With :math:`\psi=\mu B\le\pi/2` and
:math:`x_\pm=m\pm A`, for :math:`u=1-p+pe^{y+i\vartheta}`, :math:`|\vartheta|\le\psi`,

.. math:: \cos(\psi/2)\,g\le|u|\le g,\qquad |\arg u|\le\theta:=\arg(1-p+pe^{y_++i\psi}),

because the argument increases with y and with the phase up to :math:`\pi/2`. Hence

.. math:: M\le\frac{e^{(B^2-\max(x_-,0)^2)/2}}{\sqrt{2\pi}}\,e^{t\theta}
    \bigl[g(x_+)^{1+c}+(\cos(\psi/2)g(x_-))^{-c}\bigr].

**The end.** As :math:`\Lambda'\le\mu`, the integrand at real points decreases from Z on at least
like :math:`e^{-\kappa(z-Z)}` with :math:`\kappa=Z-(1+c)\mu`.

**Decay.** Integration by parts gives :math:`|r(c+it)|\le V/t`, V the sum of the boundary values and
total variations of :math:`\varphi g^{1+c}/\Lambda'` and :math:`\varphi g^{-c}/\Lambda'`, where
:math:`\Lambda'=\mu pe^y/g`. The second function decreases, as the derivative of its logarithm is
:math:`-z-\mu+(1-c)\Lambda'<0`; that of the first is :math:`-z-\mu+(2+c)\Lambda'`, negative
from :math:`(1+c)\mu` on; before, the variation is bounded cell by cell.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from flint import acb, arb, arb_mat, ctx

__all__ = ["SampledMoments", "atom", "variation"]

_POINTS = 40
_CELLS = 400
_NARROWEST = 1e-4
_RHO = (1.5, 2.0, 3.0, 4.5, 7.0, 11.0)


class _Panel(NamedTuple):
    """Centre and half-width, the rho for which its error is bounded, and about that error's log."""

    centre: float
    half: float
    rho: float
    log_error: float


def atom(mu: Any, p: Any) -> Any:
    """The mass at 0."""
    return (1 - p) * (mu / arb(8).sqrt()).erf()


def _ratio(mu: Any, p: Any, z: Any) -> Any:
    return 1 - p + p * (mu * z - mu**2 / 2).exp()


class SampledMoments:
    r"""The values r(c + it), 0 <= t <= ``longest``.

    Parameters
    ----------
    mu, p, c : arb
        c >= 0.
    longest : float
        The largest t.
    depth : float
        The errors made are about exp(-depth); they are part of every enclosure.
    """

    def __init__(self, mu: Any, p: Any, c: Any, longest: float, depth: float) -> None:
        self.mu, self.p, self.c = mu, p, c
        self.longest = longest
        numbers = float(mu), float(p), float(c)
        end = _end(*numbers, depth)
        panels = _panels(*numbers, longest, depth, end)
        self.logs: list[Any] = []
        self.up: list[Any] = []
        self.down: list[Any] = []
        start, root = mu / 2, (2 * arb.pi()).sqrt()
        edges = [start, *(arb(x.centre + x.half) for x in panels)]
        for low, high in pairwise(edges):
            half, centre = (high - low) / 2, (high + low) / 2
            for node, weight in _rule(ctx.prec):
                z = centre + half * node
                log = _ratio(mu, p, z).log()
                size = half * weight / root
                self.logs.append(log)
                self.up.append(size * ((1 + c) * log - z * z / 2).exp())
                self.down.append(size * (-c * log - z * z / 2).exp())
        self.edges = list(zip(edges, edges[1:], (x.rho for x in panels), strict=False))
        self.beyond = self._beyond(edges[-1])

    def _beyond(self, z: Any) -> Any:
        """A bound of the integral from z on."""
        slope = z - (1 + self.c) * self.mu
        if not slope > 0:
            return arb("inf")
        density = (-z * z / 2).exp() / (2 * arb.pi()).sqrt()
        g = _ratio(self.mu, self.p, z)
        return (density * (g ** (1 + self.c) / slope + 1 / z)).upper()

    def error(self, t: Any) -> Any:
        """A bound of the error of r(c + it'), 0 <= t' <= t."""
        total = self.beyond
        for low, high, rho in self.edges:
            half, centre, ratio = (high - low) / 2, (high + low) / 2, arb(rho)
            a, b = half * (ratio + 1 / ratio) / 2, half * (ratio - 1 / ratio) / 2
            psi = self.mu * b
            if not psi <= arb.pi() / 2:
                return arb("inf")
            left, right = centre - a, centre + a
            y = self.mu * right - self.mu**2 / 2
            angle = (acb(1 - self.p) + self.p * acb(y, psi).exp()).arg()
            shrink = (psi / 2).cos() * _ratio(self.mu, self.p, left)
            size = _ratio(self.mu, self.p, right) ** (1 + self.c) + shrink**-self.c
            size *= ((b * b - left.max(arb(0)) ** 2) / 2 + t * angle).exp()
            total += (
                8 * half * size / (2 * arb.pi()).sqrt() * ratio ** (-2 * _POINTS) / (1 - 1 / ratio)
            )
        return total.upper()

    @cached_property
    def real(self) -> Any:
        """The enclosure of r(c)."""
        error = self.error(arb(0))
        return sum(self.up, arb(0)) + sum(self.down, arb(0)) + (-error).union(error)

    def line(self, h: Any, count: int) -> list[Any]:
        """Enclosures of r(c + i j h) for j < count; (count - 1) h is at most ``longest``."""
        error = self.error(arb(self.longest))
        ball = acb((-error).union(error), (-error).union(error))
        small = max(1, math.isqrt(count))
        large = -(-count // small)
        phases = [log * h for log in self.logs]
        # real matrices are several times as fast as complex ones
        steps = [[(small * m * x).sin_cos() for x in phases] for m in range(large)]
        sine, cosine = (arb_mat([[pair[i] for pair in row] for row in steps]) for i in (0, 1))
        turns = [[(j * x).sin_cos() for j in range(small)] for x in phases]
        weights = list(zip(self.up, self.down, strict=True))
        both, difference = [u + v for u, v in weights], [u - v for u, v in weights]

        def turned(weights: list[Any], i: int) -> Any:
            rows = zip(weights, turns, strict=True)
            return arb_mat([[w * pair[i] for pair in row] for w, row in rows])

        real = (cosine * turned(both, 1) - sine * turned(both, 0)).entries()
        imaginary = (sine * turned(difference, 1) + cosine * turned(difference, 0)).entries()
        pairs = zip(real, imaginary, strict=True)
        return [acb(x, y) + ball for x, y in pairs][:count]


def variation(mu: Any, p: Any, c: Any) -> Any:
    """V, an upper bound of t |r(c + it)|."""
    start, end = mu / 2, (1 + c) * mu + 1
    width = (end - start) / _CELLS

    def first(z: Any) -> Any:
        y = mu * z - mu**2 / 2
        g = _ratio(mu, p, z)
        return (-z * z / 2 - y).exp() * g ** (2 + c) / (mu * p * (2 * arb.pi()).sqrt())

    total = first(start) + first(end)
    for i in range(_CELLS):
        z = (start + i * width).union(start + (i + 1) * width)
        g = _ratio(mu, p, z)
        slope = -z - mu + (2 + c) * mu * (1 - (1 - p) / g)
        total += width * abs(first(z) * slope).upper()
    # of the other function twice its value at the start, where both are equal as g = 1
    return (total + 2 * first(start)).upper()


@lru_cache(maxsize=8)
def _rule(bits: int) -> list[tuple[Any, Any]]:
    return [arb.legendre_p_root(_POINTS, k, weight=True) for k in range(_POINTS)]


def _end(mu: float, p: float, c: float, depth: float) -> float:
    """From where on the rest is below exp(-depth)."""
    z = mu / 2 + 1
    while z < (1 + c) * mu + 1 or -(z**2) / 2 + (1 + c) * _log_ratio(mu, p, z) > -depth:
        z += 0.25
    return z


def _log_ratio(mu: float, p: float, z: float) -> float:
    y = mu * z - mu**2 / 2
    a, b = math.log1p(-p), math.log(p) + y
    return max(a, b) + math.log1p(math.exp(-abs(a - b)))


def _panels(mu: float, p: float, c: float, t: float, depth: float, end: float) -> list[_Panel]:
    """Panels from mu/2 to the end, none with an error above about exp(-depth)."""
    result = []
    todo = [(mu / 2, end)]
    while todo:
        low, high = todo.pop()
        panel = min(
            (_estimated(mu, p, c, t, low, high, rho) for rho in _RHO), key=lambda x: x.log_error
        )
        if panel.log_error <= -depth or high - low < _NARROWEST:
            result.append(panel)
        else:
            middle = (low + high) / 2
            todo += [(middle, high), (low, middle)]
    return result


def _estimated(
    mu: float, p: float, c: float, t: float, low: float, high: float, rho: float
) -> _Panel:
    half, centre = (high - low) / 2, (high + low) / 2
    a, b = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
    psi = mu * b
    if psi >= 1.57:
        return _Panel(centre, half, rho, math.inf)
    y = math.log(p) + mu * (centre + a) - mu**2 / 2
    turn = math.exp(min(y, 600.0))
    angle = math.atan2(turn * math.sin(psi), 1 - p + turn * math.cos(psi))
    size = max(
        (1 + c) * _log_ratio(mu, p, centre + a),
        -c * (math.log(math.cos(psi / 2)) + _log_ratio(mu, p, centre - a)),
    )
    size += (b * b - max(centre - a, 0.0) ** 2) / 2 + t * angle - 2 * _POINTS * math.log(rho)
    return _Panel(centre, half, rho, size + math.log(16 * half / (1 - 1 / rho)))
