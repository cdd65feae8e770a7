r"""The transform of a privacy loss, summed on a hyperbola: certified tails for small powers.

On a line the transform of a subsampled Gaussian decays slowly, because its loss has an end
:math:`\pm\ell`, the least one for the direction "remove" and the largest one for "add", and a
lognormal law next to it. With the losses of all factors counted from their ends, and
:math:`x'=x-\sum\pm k\ell\ge0`, in the notation of `subsampled_rays`,

.. math:: \delta(x)=\int F(s)e^{-sx'}\frac{ds}{2\pi is(s+1)},\qquad
    F(s)=\prod_{remove}\bigl((1-q_i)\hat K_i(s)\bigr)^{k_i}\prod_{add}\hat K_j(-1-s)^{k_j},

and with 1/s and 1/(s+1) for :math:`Q(L>x)` and :math:`e^xP(L>x)`; for :math:`x'<0` take the
reversed pair. Each :math:`\hat K` is bounded along the contour

.. math:: s_\alpha(u)=\mu_0+ir\sinh(u-i\alpha)=\mu_0+r(\sin\alpha\cosh u+i\cos\alpha\sinh u),

if loss and s are rotated together: with :math:`\beta=\alpha`, u >= 0,

.. math:: \lambda=(1+\mu_0)\cos\alpha+\tfrac r2\sin2\alpha\,e^{-u},\qquad
    Y=(1+\mu_0)\sin\alpha+r(\sin^2\alpha\cosh u+\cos^2\alpha\sinh u),

so that :math:`\lambda` falls and Y rises. The nodes are u = jh on :math:`\alpha=\alpha_0`; those
with u < 0 are their conjugates. Of a factor "add" no rotation is needed:
:math:`|\hat K(-1-s)|=|E_Pe^{-sw}|\le M(\mathrm{Re}\,s)`, where :math:`M(\kappa)=J_{0,0}(-\kappa)`
falls, and Re s rises.

**Step.** The integrand f(u) is analytic for :math:`0\le\alpha\le2\alpha_0`, as the poles 0 and -1
are to the left. So the trapezoid rule errs by at most :math:`\frac{M_0+M_2}{2\pi}\frac1
{e^{2\pi\alpha_0/h}-1}`, with :math:`M_0,M_2` the integrals of |f| at the two ends.

* :math:`M_0` is on the line Re s = mu_0. With :math:`A=F(\mu_0)`,
  :math:`M_0\le Ae^{-\mu_0x'}\pi/\mu_0` for the profile; for the tails, as :math:`|K|\le C/t` for
  the largest power k, :math:`M_0\le2Ae^{-\mu_0x'}(\operatorname{arsinh}\frac{C}{K(\mu_0)\mu_0}
  +\frac1k)` by splitting at :math:`t=C/K(\mu_0)`.
* :math:`M_2` is twice a sum over cells :math:`[u_1,u_2]`. In each, :math:`e^{-x'\mathrm{Re}\,s}` is
  largest at :math:`u_1`, :math:`|s'|\le r\cosh u_2`, |s| and |s+1| are at least :math:`|s(u_1)|`,
  and :math:`|\hat K|\le J_\beta(\lambda)` for any :math:`\beta\le2\alpha_0`, where
  :math:`\lambda=\mathrm{Re}((1+s)e^{i\beta})=(1+\mu_0)\cos\beta+r(\sin\alpha\cos\beta\cosh u-
  \cos\alpha\sin\beta\sinh u)` is convex, so that the larger end counts.

**End.** Beyond u with :math:`\beta=\alpha`, J at :math:`\lambda(u)` bounds :math:`\hat K`, and
|s|, |s+1| are at least Im s. With a = Re s(u), and S the product of the bounds of all powers at u,
:math:`\int_u^\infty|f|` is at most S times

.. math:: \frac{e^{-ax'}}{r\cos^2\alpha\sinh u},\quad\text{resp.}\quad
    \frac{e^{-ax'}\coth u}{\cos\alpha\;x'r\sin\alpha\sinh u}

for the profile, resp. the tails, for :math:`\int_u^\infty\cosh/\sinh^2=1/\sinh u` and as Re s is
convex. If there is a factor "add", 1/x' may be replaced by :math:`2D/(e\sqrt{M(a)})`,
:math:`D=1+e^{3\mu^2/2}(1-q)/q`, for x' may be 0: from :math:`\mathrm{Re}\,s(u')\ge\frac a2+
\frac12\mathrm{Re}\,s(u')` and :math:`e^{-y}\le1/(ey)`,

.. math:: M(\mathrm{Re}\,s(u'))\le\frac2{e\,\mathrm{Re}\,s(u')}E_P\frac{e^{-aw/2}}w\le
    \frac{2D\sqrt{M(a)}}{e\,r\sin\alpha\cosh u'},

because :math:`1/w\le1+(1-q)/(qe^Y)` for :math:`w=\log(1+qe^Y/(1-q))` has the norm D at most, and
:math:`\int_u^\infty1/\cosh\le1/\sinh u`. This closes :math:`M_2`, and it bounds the nodes left
out, from the last one kept on.

**Nodes.** :math:`\hat K(s)` is a trapezoid sum of step :math:`h'` at the height
:math:`\psi_0`. Shifting it to the heights 0 and :math:`\psi_+` bounds its error by
:math:`\frac{J_{\alpha_0,0}}{e^{2\pi\psi_0/h'}-1}+\frac{J_{\alpha_0,\psi_+}}
{e^{2\pi(\psi_+-\psi_0)/h'}-1}`, with J at the largest :math:`\lambda` and the least Y of all nodes
(for :math:`\psi_+` at all :math:`\lambda`). It is part of the radius, before powers are taken. For
"add" the sum is that of the conjugate, with :math:`-\bar s` instead of 1 + s, on a ray that is not
turned: :math:`\lambda=-\mathrm{Re}\,s`, Y = Im s >= 0, and :math:`\psi_+\le\pi/2`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from flint import acb, arb, ctx

from .hyperbola_plan import HyperbolaPlan, InnerPlan
from .losses import Tail
from .precision import precision
from .subsampled_float import FloatRay, rate
from .subsampled_moments import harmonic_decay
from .subsampled_rays import Ray, RayBound, RayCells
from .transform_line import Factor, power

__all__ = ["HyperbolaSum"]

_BOUND_BITS = 64
_CELLS = [0.15 * j for j in range(17)] + [3.0 + 0.5 * j for j in range(13)]
_SHARES = (0.0, 2 / 3, 4 / 3, 2.0)  # of alpha_0


class HyperbolaSum:
    """The values of the transform on one hyperbola, from which tails near a point are summed.

    Parameters
    ----------
    factors : sequence of Factor
    plan : HyperbolaPlan
    least : arb, optional
        The sum of the ends of the losses, if it is known better than by adding balls.
    """

    def __init__(self, factors: Sequence[Factor], plan: HyperbolaPlan, least: Any = None) -> None:
        self.factors, self.plan = factors, plan
        self.start, self.radius = arb(plan.start), arb(plan.radius)
        ends = [(f.sign, f.k * (1 - f.q).log()) for f in factors]
        self.least = sum((sign * end for sign, end in ends), arb(0)) if least is None else least
        self.nodes = [self._node(j) for j in range(plan.count)]
        scale = sum((end for sign, end in ends if sign > 0), arb(0)).exp()
        self.values = [scale] * plan.count
        depth = ctx.prec * math.log(2)
        with precision(_BOUND_BITS):
            self.bounds = [self._bounds(f, depth) for f in factors]
        for f, inner, bound in zip(factors, plan.inner, self.bounds, strict=True):
            line = self._transform(f, inner, bound)
            self.values = [a * power(z, f.k) for a, z in zip(self.values, line, strict=True)]
        with precision(_BOUND_BITS):
            self.scale = scale.upper()
            self.cells = self._cells()
            self.left = self._left()

    # -- nodes --------------------------------------------------------------------------------

    def _node(self, j: int) -> tuple[Any, Any]:
        """s and s'(u) at the node j."""
        u, angle = j * arb(self.plan.h), arb(self.plan.angle)
        cosh, sinh, sin, cos = u.cosh(), u.sinh(), angle.sin(), angle.cos()
        r = self.radius
        s = acb(self.start + r * sin * cosh, r * cos * sinh)
        return s, acb(r * sin * sinh, r * cos * cosh)

    def _bounds(self, f: Factor, depth: float) -> dict[float, RayBound]:
        """Bounds of its transform, for the angles of rays that they are needed on."""
        plan = self.plan
        if f.sign < 0:
            end = plan.radius * math.sin(plan.angle) * math.cosh((plan.count - 1) * plan.h)
            return {0.0: RayBound(f.mu, f.q, 0.0, 0.0, -plan.start - end, depth)}
        most = 1 + plan.start + 1.2 * plan.radius * math.sin(2 * plan.angle)
        angles = [share * plan.angle for share in _SHARES] + [plan.angle]
        return {angle: RayBound(f.mu, f.q, angle, most) for angle in angles}

    def _transform(self, f: Factor, inner: InnerPlan, bounds: dict[float, RayBound]) -> list[Any]:
        """Enclosures of the transform at the nodes."""
        h = arb(inner.h)
        ray = Ray(f.mu, f.q, self.plan.angle if f.sign > 0 else 0.0, inner.psi)
        count = math.ceil((inner.last - inner.first) / inner.h)
        points = [arb(inner.first) + j * h for j in range(count + 1)]
        terms = []
        for nu in points:
            _, size, v = ray.at(nu)
            w = ray.turn * v
            log = size + h.log() + (w if f.sign > 0 else 0)
            terms.append((log.exp(), w, log))
        with precision(_BOUND_BITS):
            least, most, _ = self._turned(f)
            error = self._inner_error(f, inner, bounds)
            error += ray.ends(points[0], points[-1], h, least, most)
            error = error.upper()
        if f.sign > 0:
            return _sums(terms, [s for s, _ in self.nodes], error)
        values = _sums(terms, [-s.conjugate() for s, _ in self.nodes], error)
        return [z.conjugate() for z in values]

    def _turned(self, f: Factor) -> tuple[Any, Any, Any]:
        """Bounds of lambda, from both sides, and of Y, from below, on a whole branch."""
        al, r = arb(self.plan.angle), self.radius
        if f.sign < 0:  # the largest lambda serves for all
            most = -(self.start + r * al.sin())
            return most, most, arb(0)
        least = (1 + self.start) * al.cos()
        height = (1 + self.start) * al.sin() + r * al.sin() ** 2
        return least, least + r / 2 * (2 * al).sin(), height

    def _inner_error(self, f: Factor, inner: InnerPlan, bounds: dict[float, RayBound]) -> Any:
        pi, h = arb.pi(), arb(inner.h)
        least, most, height = self._turned(f)
        angle = self.plan.angle if f.sign > 0 else 0.0
        path = FloatRay(float(f.mu), rate(f.q), angle, inner.far, max(float(most), 0.0))
        depth = 40.0 + (0.0 if f.sign > 0 else self.plan.depth)
        far = RayCells([Ray(f.mu, f.q, angle, inner.far)], *path.range(float(least), depth))
        up = 2 * pi * (arb(inner.far) - arb(inner.psi)) / h
        error = bounds[angle](most) / (2 * pi * arb(inner.psi) / h).expm1()
        return error + far.integral(least, most, height.lower()) / up.expm1()

    # -- bounds -------------------------------------------------------------------------------

    def _left(self) -> tuple[Any, Any]:
        """The integrals of the transform times 1/|s(s+1)| and 1/|s| on the line Re s = mu_0."""
        whole, moments = self.scale, []
        for f, bound in zip(self.factors, self.bounds, strict=True):
            moments.append(bound[0.0](f.exponent(self.start)))
            whole *= moments[-1] ** f.k
        first = max(self.factors, key=lambda f: f.k)
        exponent = first.exponent(self.start)
        moment = moments[self.factors.index(first)] * (1 - first.q) ** exponent
        constant = harmonic_decay(first.mu, first.q, exponent)
        spread = (constant / (moment * self.start)).asinh() + arb(1) / first.k
        return (whole * arb.pi() / self.start).upper(), (2 * whole * spread).upper()

    def _cells(self) -> list[tuple[Any, Any, Any]]:
        """For each cell of half the right boundary: Re s, and bounds without exp(-x' Re s)."""
        al, r = arb(2 * self.plan.angle), self.radius
        sin, cos = al.sin(), al.cos()
        ends = [(arb(u).cosh(), arb(u).sinh()) for u in _CELLS]
        result = []
        for i, (one, two) in enumerate(pairwise(ends)):
            size, real = self.scale, self.start + r * sin * one[0]
            for f, bound in zip(self.factors, self.bounds, strict=True):
                size *= self._on_cell(f, bound, real, one, two) ** f.k
            modulus = (real**2 + (r * cos * one[1]) ** 2).sqrt()
            size *= r * two[0] / modulus * (arb(_CELLS[i + 1]) - arb(_CELLS[i]))
            result.append((real, (size / modulus).upper(), size.upper()))
        return result

    def _on_cell(self, f: Factor, bound: dict[float, RayBound], real: Any, *ends: Any) -> Any:
        if f.sign < 0:
            return bound[0.0](-real)
        choices = [bound[s * self.plan.angle](self._largest(s, *ends)) for s in _SHARES]
        return min(choices, key=float)

    def _largest(self, share: float, *ends: tuple[Any, Any]) -> Any:
        """The largest lambda in a cell of the right boundary."""
        al, beta = arb(2 * self.plan.angle), arb(share * self.plan.angle)
        values = [
            (1 + self.start) * beta.cos()
            + self.radius * (al.sin() * beta.cos() * cosh - al.cos() * beta.sin() * sinh)
            for cosh, sinh in ends
        ]
        return values[0].max(values[1])

    def _beyond(self, angle: float, u: Any, x: Any) -> tuple[Any, Any]:
        """Bounds of the integrals from u on, for the profile and for the tails."""
        al, r = arb(angle), self.radius
        sin, cos, sinh = al.sin(), al.cos(), u.sinh()
        lam = (1 + self.start) * cos + r / 2 * (2 * al).sin() * (-u).exp()
        real = self.start + r * sin * u.cosh()
        size = self.scale * (-x * real).exp()
        reach = [1 / x] if x > 0 else []
        for f, bound in zip(self.factors, self.bounds, strict=True):
            value = bound[angle](lam) if f.sign > 0 else bound[0.0](-real)
            size *= value**f.k
            if f.sign < 0:
                norm = 1 + (3 * f.mu**2 / 2).exp() * (1 - f.q) / f.q
                reach.append(2 * norm / (arb(1).exp() * value.sqrt()))
        tails = size * u.cosh() / (sinh**2 * cos * r * sin)
        nearest = min(reach, key=float, default=arb("inf"))
        return size / (r * cos**2 * sinh), tails * nearest

    def errors(self, x: Any) -> tuple[Any, Any]:
        """By how much the profile, and the tails, at the distance x from the least loss may err."""
        plan = self.plan
        profile, tails = self._beyond(2 * plan.angle, arb(_CELLS[-1]), x)
        for real, first, second in self.cells:
            weight = (-x * real).exp()
            profile += weight * first
            tails += weight * second
        weight = (-x * self.start).exp()
        alias = 2 * arb.pi() * (2 * arb.pi() * arb(plan.angle) / arb(plan.h)).expm1()
        end, tails_end = self._beyond(plan.angle, (plan.count - 1) * arb(plan.h), x)
        profile = (2 * profile + weight * self.left[0]) / alias + end / arb.pi()
        tails = (2 * tails + weight * self.left[1]) / alias + tails_end / arb.pi()
        return profile.upper(), tails.upper()

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x."""
        distance, growth = x - self.least, x.exp()
        if not distance >= 0:
            nothing = arb("nan")
            return Tail(nothing, nothing, nothing)
        q = p = delta = arb(0)
        for j, (value, (s, slope)) in enumerate(zip(self.values, self.nodes, strict=True)):
            term = value * (-s * distance).exp() * slope / (1 if j else 2)
            left, right = term / s, term / (s + 1)
            q, p, delta = q + left.imag, p + right.imag, delta + (left / (s + 1)).imag
        with precision(_BOUND_BITS):
            error, tails = self.errors(distance)
        weight = arb(self.plan.h) / arb.pi()
        ball, wide = (-error).union(error), (-tails).union(tails)
        return Tail(q * weight + wide, (p * weight + wide) / growth, delta * weight + ball)


def _sums(terms: list[tuple[Any, Any, Any]], points: list[Any], error: Any) -> list[Any]:
    """The sums of a exp(s w) over terms (a, w, log a) at points s, plus or minus the error.

    Terms far below the rounding errors are left out, and bounded: their logarithms are estimated in
    doubles, to relative errors of 1e-14 (conversion, two products, two sums).
    """
    logs = np.array([float(log.real) for _, _, log in terms])
    w = np.array([complex(w) for _, w, _ in terms])
    s = np.array([complex(s) for s in points])
    sizes = logs[None, :] + (s[:, None] * w[None, :]).real
    slack = 1e-14 * (np.abs(logs).max() + np.abs(s).max() * np.abs(w).max()) + 1
    floor = float(sizes[0].max()) - ctx.prec * math.log(2) - 10
    error = (error + len(terms) * arb(floor + slack).exp()).upper()
    ball = acb((-error).union(error), (-error).union(error))
    result = []
    for point, row in zip(points, sizes > floor, strict=True):
        kept = [terms[i] for i in np.flatnonzero(row)]
        result.append(sum((a * (point * w).exp() for a, w, _ in kept), ball))
    return result
