"""Laws of sums of many losses, by their moment generating functions M(z) = E_A exp(z L).

On a vertical line at c > 0

    A(L > eps)           = (1/2 pi) integral of M(z) exp(-z eps) / z
    e^eps B(L > eps)     = the same over z + 1
    delta(eps)           = the same over z (z + 1).

The trapezoidal rule of step h adds exp(2 pi n c/h) delta(eps + 2 pi n/h) for each n other than 0
(Poisson summation): its error is known beforehand, and h is chosen for it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath as mp
import numpy as np
from exact_sums import real
from scipy.optimize import minimize_scalar

__all__ = ["Contour", "LaplaceSum", "OutOfReach", "SampledSum", "as_real"]


class OutOfReach(Exception):
    """No route here reaches the answer."""


def as_real(x: Any) -> Any:
    return real(x) if isinstance(x, Fraction) else x


class Contour:
    """Gaussian noise (its mu squared), Laplace noise (loss per run, runs) and atoms, composed."""

    digits = 45
    neglected = least_curve = mp.mpf(0)
    largest = mp.inf

    def __init__(
        self,
        variance: Any,
        runs: list[tuple[Any, int]],
        parts: list[tuple[list[tuple[Any, Any]], int]],
        lost: Fraction,
    ) -> None:
        self.variance, self.runs, self.parts, self.lost = variance, runs, parts, lost

    def log_moment(self, z: Any) -> Any:
        total = self.variance * z * (z + 1) / 2
        for loss, k in self.runs:
            grown = mp.exp(z * loss)
            total += k * mp.log((grown * (z + 1) + mp.exp(-loss) / grown * z) / (2 * z + 1))
        for atoms, k in self.parts:
            total += k * mp.log(mp.fsum(a * mp.exp(z * loss) for loss, a in atoms))
        return total

    def real_log_moment(self, x: Any) -> Any:
        return mp.re(self.log_moment(x))

    def line(self, eps: Any, digits: int) -> tuple[float, float]:
        """c near the saddle point, and the step h."""

        def height(log_c: float) -> float:
            c = math.exp(log_c)
            return float(self.real_log_moment(mp.mpf(c))) - c * float(eps) - math.log(c + c * c)

        best = minimize_scalar(height, bounds=(-4, 6), method="bounded", options={"xatol": 0.1})
        c = math.exp(best.x)
        # what the terms n = -1 and n = 1 may be, beside delta(eps) near exp(height) / 10
        beside = float(self.real_log_moment(mp.mpf(2 * c))) - 2 * c * float(eps) - best.fun
        return c, 2 * math.pi * c / (digits * math.log(10) + max(-best.fun, beside, 0) + 8)

    def integrals(self, eps: Any, digits: int) -> tuple[Any, Any, Any]:
        """A(L > eps), e^eps B(L > eps) and the density of L under A at eps."""
        with mp.workdps(15):
            c, h = (mp.mpf(each) for each in self.line(eps, digits))
        with mp.workdps(digits + 10):
            sums, n, scale = [mp.mpf(0)] * 3, 0, None
            while True:
                z = mp.mpc(c, n * h)
                term = mp.exp(self.log_moment(z) - z * eps) * (1 if n else mp.mpf(1) / 2)
                sums = [s + mp.re(term / w) for s, w in zip(sums, (z, z + 1, 1), strict=True)]
                scale = scale or abs(term)
                if abs(term) < scale * mp.mpf(10) ** -(digits + 5):
                    break
                n += 1
                if n > 3000:
                    raise OutOfReach("a slowly decaying characteristic function")
            return tuple(s * h / mp.pi for s in sums)  # type: ignore[return-value]

    def tails(self, eps: Any) -> tuple[Any, Any]:
        a, b, _ = self.integrals(eps, 60)
        return a + as_real(self.lost), b * mp.exp(-eps)

    def curve(self, alpha: Any) -> Any:
        """1 - delta(t) - e^t alpha at its largest; there an error of t counts squared."""
        t, step = self.start(alpha), mp.inf
        digits = 12
        for _ in range(40):
            _, b, density = self.integrals(t, digits)
            step = (mp.exp(-t) * b - alpha) / (mp.exp(-t) * density)
            t += max(min(step, 2), -2)
            if abs(step) < mp.mpf(10) ** -22:
                break
            digits = 30 if abs(step) < 1e-3 else digits
        a, b = self.tails(t)
        return 1 - (a - mp.exp(t) * b) - mp.exp(t) * alpha

    def start(self, alpha: Any) -> Any:
        """A level t that a normal law of L under B would have."""
        with mp.workdps(15):
            at, h = mp.mpf(-1), mp.mpf("1e-3")
            low, mid, high = (mp.mpf(self.real_log_moment(at + d)) for d in (-h, 0, h))
            mean, variance = (high - low) / (2 * h), (high - 2 * mid + low) / (h * h)
            return mean + mp.sqrt(2 * variance) * mp.erfinv(1 - 2 * alpha)


class SampledSum:
    """k runs of Gaussian noise on Poisson samples; long doubles, so 11 digits are claimed."""

    digits = 11
    neglected = mp.mpf(0)
    least_curve = mp.mpf(10) ** -6
    lost = Fraction(0)

    def __init__(self, sigma: Any, s: Any, q: Any, k: int, removal: bool) -> None:
        # in units of s
        self.sigma, self.q, self.k, self.removal = np.longdouble(str(sigma / s)), q, k, removal
        self.largest = mp.inf if removal else -k * mp.log1p(-q)
        self._q = np.longdouble(mp.nstr(q, 25))

    def log_moment(self, z: Any) -> Any:
        """Of an array of complex z."""
        z = np.atleast_1d(np.asarray(z, dtype=np.clongdouble))
        sigma, power = self.sigma, (z + 1 if self.removal else -z)
        # the integrand turns with exp(i Im(z) log w): more nodes for fast turns
        step = sigma * min(np.longdouble(0.15), 0.15 * sigma)
        peak = max(float(power.real.max()), 0.0)
        x = step * np.arange(int(-13 * sigma / step), int((13 * sigma + peak + 1) / step) + 1)
        logs = np.log1p(self._q * np.expm1((2 * x - 1) / (2 * sigma * sigma)))
        weights = step * np.exp(-x * x / (2 * sigma * sigma)) / np.sqrt(2 * np.pi * sigma**2)
        lines = []
        for p in power:
            lines.append(np.sum(weights * np.expm1(p * logs)))
        return self.k * np.log1p(np.array(lines))

    def real_log_moment(self, x: Any) -> float:
        return float(self.log_moment(float(x))[0].real)

    def line(self, eps: float) -> tuple[float, float, float]:
        def height(log_c: float) -> float:
            c = math.exp(log_c)
            return self.real_log_moment(c) - c * eps - math.log(c + c * c)

        best = minimize_scalar(height, bounds=(-6, 6), method="bounded", options={"xatol": 0.05})
        c = math.exp(best.x)
        beside = self.real_log_moment(2 * c) - 2 * c * eps - best.fun
        return c, 2 * math.pi * c / (14 * math.log(10) + max(-best.fun, beside, 0) + 8), best.fun

    def integrals(self, eps: Any) -> tuple[Any, Any, Any]:
        """delta(eps), e^eps B(L > eps) and the density of L under A at eps."""
        eps = float(eps)
        c, h, height = self.line(eps)
        sums, block, first = np.zeros(3, dtype=np.longdouble), 32, None
        offset = height + math.log(c + c * c)
        for start in range(0, 4000, block):
            t = h * np.arange(start, start + block, dtype=np.longdouble)
            z = np.longdouble(c) + 1j * t
            terms = np.exp(self.log_moment(z) - z * np.longdouble(eps) - offset)
            if start == 0:
                terms[0] /= 2
                first = abs(terms[0])
            for i, w in enumerate((z * (z + 1), z + 1, 1)):
                sums[i] += np.sum((terms / w).real)
            if abs(terms[-1]) < first * 1e-16:
                break
        else:
            raise OutOfReach("a slowly decaying characteristic function")
        return tuple(mp.mpf(str(s)) * h / mp.pi * mp.exp(mp.mpf(offset)) for s in sums)

    def tails(self, eps: Any) -> tuple[Any, Any]:
        if eps >= self.largest:
            return mp.mpf(0), mp.mpf(0)
        delta, b, _ = self.integrals(eps)
        return delta + b, b * mp.exp(-eps)

    def curve(self, alpha: Any) -> Any:
        t = Contour.start(self, alpha)  # type: ignore[arg-type]
        for _ in range(30):
            delta, b, density = self.integrals(t)
            step = (mp.exp(-t) * b - alpha) / (mp.exp(-t) * density)
            if abs(step) < 1e-7:
                break
            t += max(min(step, 2), -2)
        return 1 - delta - mp.exp(t) * alpha


class LaplaceSum:
    """k runs of Laplace noise, each with the greatest loss e, and atoms.

    M(z) is the sum over i of C(k,i) e^(-e i) e^(z e (k-2i)) (z+1)^(k-i) z^i / (2z+1)^k, times that
    of the atoms; each term is inverted by its residues at -1/2, 0 and -1.
    """

    digits = 90
    neglected = mp.mpf(10) ** -105
    least_curve = mp.mpf(0)

    def __init__(self, e: Any, k: int, atoms: list[tuple[Any, Any]], lost: Any) -> None:
        if k * k * len(atoms) > 260_000:
            raise OutOfReach("many runs of Laplace noise")
        self.e, self.k, self.atoms, self.lost = e, k, atoms, lost
        self.largest = k * e + max(loss for loss, _ in atoms)

    @staticmethod
    @cache
    def series(k: int, up: int, at: int) -> list[list[int]]:
        """The first k coefficients of (1+u)^(k-i-up) (u-1)^(i-at) for i = 0 ... k."""
        row = [math.comb(k - up, n) for n in range(k)]
        if at:
            row = [-sum(row[: n + 1]) for n in range(k)]
        rows = [row]
        for _ in range(k):
            times = [below - here for here, below in zip(row, [0, *row], strict=False)]
            row = []
            for n, c in enumerate(times):
                row.append(c - (row[n - 1] if n else 0))
            rows.append(row)
        return rows

    def integral(self, eps: Any, up: int, at: int) -> Any:
        """The inverse of M(z) / (z^at (z+1)^up)."""
        k, total = self.k, mp.mpf(0)
        rows = self.series(k, up, at)
        with mp.workdps(mp.mp.dps + int(0.7 * k)):
            factorials = [1 / mp.factorial(n) for n in range(k)]
            for (loss, a), i in ((atom, i) for atom in self.atoms for i in range(k + 1)):
                y = self.e * (k - 2 * i) + loss - eps
                if y <= 0:
                    continue
                value, half = mp.mpf(0), mp.mpf(1)
                for n in range(k - 1, -1, -1):
                    value += rows[i][n] * half * factorials[k - 1 - n]
                    half *= y / 2
                value *= mp.exp(-y / 2) * mp.mpf(2) ** (up + at - k - 1)
                if at and i == 0:
                    value += 1
                if up and i == k:
                    value += (-1) ** (i - at + k) * mp.exp(-y)
                total += a * math.comb(k, i) * mp.exp(-self.e * i) * value
        return total

    def tails(self, eps: Any) -> tuple[Any, Any]:
        lost = as_real(self.lost)
        b = self.integral(eps, 1, 0)
        return self.integral(eps, 1, 1) + lost + b, b * mp.exp(-eps)

    def curve(self, alpha: Any) -> Any:
        if self.k > 40:
            raise OutOfReach("the curve of many runs of Laplace noise")
        knots = sorted(
            {self.e * (self.k - 2 * i) + x for i in range(self.k + 1) for x, _ in self.atoms}
        )

        def over(t: Any) -> Any:
            return self.integral(t, 1, 0) * mp.exp(-t) - alpha

        low, high = 0, len(knots) - 1
        if over(knots[0]) <= 0:
            return self.best(knots[0], alpha)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if over(knots[middle]) > 0 else (low, middle)
        before = knots[high] - mp.mpf(10) ** -60
        if over(before) >= 0:
            return self.best(knots[high], alpha)
        root = mp.findroot(over, (knots[low], before), solver="anderson", tol=1e-60)
        return self.best(root, alpha)

    def best(self, t: Any, alpha: Any) -> Any:
        a, b = self.tails(t)
        return 1 - (a - mp.exp(t) * b) - mp.exp(t) * alpha
