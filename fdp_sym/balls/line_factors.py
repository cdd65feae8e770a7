r"""Transforms of independent losses at the points c + i t of a vertical line.

A factor is given by its transform :math:`K(s)=E_Qe^{sL}`, and used through
:math:`K(c+it)/K(c)`, whose modulus is at most 1. Values at equidistant points are wanted either as
balls or, many of them, as doubles with a bound of their error.

**Doubles.** Only sums and products of IEEE doubles are used, no library functions: with
:math:`u=2^{-53}`, a product of complex numbers has the relative error at most 4u. The unit numbers
:math:`e^{ih\ell},e^{2ih\ell},e^{4ih\ell},\dots` are rounded from balls, with an error of at most
3u each; :math:`e^{ijh\ell}` is a product of at most b of them if :math:`j<2^b`, with an error of
at most 8bu. For a sum :math:`\sum_a\beta_ae^{ijh\ell_a}` over A atoms with
:math:`\sum\beta_a=1` this makes (8b + A + 8)u, and n times as much for its n-th power.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from flint import acb, arb
from numpy.typing import NDArray

__all__ = [
    "UNIT",
    "AtomFactor",
    "BallFactor",
    "Factor",
    "FloatLine",
    "LatticeFactor",
    "log_sum",
    "phases",
    "power_of",
]

UNIT = 2.0**-53
Complexes = NDArray[np.complex128]
Floats = NDArray[np.float64]


class FloatLine(NamedTuple):
    """Values K(c + ijh)/K(c) up to the factor exp(i j h loss), with a bound of their errors."""

    values: Complexes
    loss: Any
    error: float


class Factor(Protocol):
    """The law of a loss, or of the sum of several equal ones."""

    cost: float  # of a node in doubles, in multiplications

    def log_transform(self, s: Floats) -> Floats:
        """log K(s) at real points, in floats: no bound."""

    def real(self, s: Any) -> Any:
        """K(s) for a real ball s."""

    def balls(self, c: Any, h: Any, count: int) -> list[Any]:
        """K(c + ijh)/K(c) for j < count."""

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        """The same in doubles."""


def phases(angle: Any, count: int) -> tuple[Complexes, float]:
    """exp(i j angle) for j < count by doubling, and the bound of their errors."""
    values = np.ones(count, dtype=np.complex128)
    size, bits = 1, 0
    while size < count:
        z = acb(0, size * angle).exp()
        factor = complex(float(z.real.mid()), float(z.imag.mid()))
        more = min(size, count - size)
        np.multiply(values[:more], factor, out=values[size : size + more])
        size, bits = size + more, bits + 1
    return values, 8 * bits * UNIT


def log_sum(terms: Floats) -> Floats:
    """log of the sum of exp over the last axis."""
    top = terms.max(axis=-1)
    return np.asarray(top + np.log(np.exp(terms - top[..., None]).sum(axis=-1)))


class AtomFactor:
    """The n-th power of a law of finitely many losses.

    Parameters
    ----------
    atoms : sequence of (loss, mass under Q)
        Balls.
    n : int
    """

    def __init__(self, atoms: Sequence[tuple[Any, Any]], n: int) -> None:
        self.atoms = list(atoms)
        self.n = n
        self.cost = 4.0 * len(self.atoms)
        self._losses = np.array([float(loss.mid()) for loss, _ in self.atoms])
        masses = np.array([float(mass.mid().max(arb(2) ** -1000)) for _, mass in self.atoms])
        self._logs = np.log(masses)

    def log_transform(self, s: Floats) -> Floats:
        return self.n * log_sum(self._logs + np.asarray(s)[..., None] * self._losses)

    def real(self, s: Any) -> Any:
        return self._sum(s) ** self.n

    def _sum(self, s: Any) -> Any:
        return sum((mass * (s * loss).exp() for loss, mass in self.atoms), arb(0))

    def _weights(self, c: Any) -> list[Any]:
        total = self._sum(c)
        return [mass * (c * loss).exp() / total for loss, mass in self.atoms]

    def balls(self, c: Any, h: Any, count: int) -> list[Any]:
        weights = self._weights(c)
        line = []
        for j in range(count):
            t = j * h
            terms = (w * acb(0, t * a[0]).exp() for w, a in zip(weights, self.atoms, strict=True))
            value = sum(terms, acb(0))
            line.append(value**self.n)
        return line

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        weights = self._weights(c)
        first = self.atoms[0][0]
        exact = sum((w.rad() for w in weights), arb(0))
        rounded = [float(w.mid()) for w in weights]
        values = np.full(count, complex(rounded[0]))
        error = 0.0
        for (loss, _), weight in zip(self.atoms[1:], rounded[1:], strict=True):
            line, error = phases(h * (loss - first), count)
            line *= weight
            values += line
        error += (len(weights) + 8) * UNIT + float(exact.upper())
        return FloatLine(power_of(values, self.n), self.n * first, self.n * error)


class LatticeFactor(AtomFactor):
    """The n-th power of a law whose losses are ``start + m step``, m = 0, 1, ..."""

    def __init__(self, start: Any, step: Any, masses: Sequence[Any], n: int) -> None:
        super().__init__([(start + m * step, q) for m, q in enumerate(masses)], n)
        self.step = step
        self.cost = 60.0

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        """By a discrete Fourier transform, if h times the step is 2 pi over a power of two."""
        weights = self._weights(c)
        ratio = 2 * arb.pi() / (h * self.step)
        size = 1 << round(math.log2(float(ratio)))
        if not ratio.overlaps(arb(size)):
            return super().floats(c, h, count)
        exact = sum((w.rad() for w in weights), arb(0))
        rounds = -(-len(weights) // size)
        masses = np.zeros(rounds * size)
        masses[: len(weights)] = [float(w.mid()) for w in weights]
        values, error = _fourier(masses.reshape(rounds, size).sum(axis=0))
        error += (rounds + 2) * UNIT + float(exact.upper())
        line = np.resize(values, count)  # of that period
        return FloatLine(power_of(line, self.n), self.n * self.atoms[0][0], self.n * error)


class BallFactor:
    """A law whose transform is a function of complex balls.

    Parameters
    ----------
    transform : callable
        K(s), a power included.
    """

    cost = 10_000.0

    def __init__(self, transform: Callable[[Any], Any]) -> None:
        self.transform = transform

    def log_transform(self, s: Floats) -> Floats:
        flat = [float(self.real(arb(x)).log().mid()) for x in np.ravel(s)]
        return np.array(flat).reshape(np.shape(s))

    def real(self, s: Any) -> Any:
        return self.transform(acb(s)).real

    def balls(self, c: Any, h: Any, count: int) -> list[Any]:
        scale = self.real(c)
        return [self.transform(acb(c, j * h)) / scale for j in range(count)]

    def floats(self, c: Any, h: Any, count: int) -> FloatLine:
        balls = self.balls(c, h, count)
        error = max(float(z.rad()) for z in balls) + 2 * UNIT
        values = [complex(float(z.real.mid()), float(z.imag.mid())) for z in balls]
        return FloatLine(np.array(values), arb(0), error)


def _fourier(masses: Floats) -> tuple[Complexes, float]:
    r"""The sums of masses times exp(2 pi i j m / n) over m, n a power of two, and their errors.

    Each of the log2 n passes doubles the sum of squares. Its own error, relative to the root of
    that, is at most that of the roots of unity and 20u. An entry is in error by at most the root
    of the sum of squares of all errors.
    """
    size = masses.size
    passes = size.bit_length() - 1
    unit, twiddle = phases(2 * arb.pi() / size, size // 2)
    data = masses.astype(np.complex128).reshape(1, size)
    # rows hold transforms of sub-sequences, which two by two become transforms of twice the length
    while data.shape[1] > 1:
        half = data.shape[1] // 2
        even, odd = data[:, :half], data[:, half:]
        turn = unit[::half][:, None]
        moved = odd * turn
        data = np.concatenate([even + moved, even - moved], axis=0)
    norm = math.sqrt(size) * math.sqrt(math.fsum(masses**2)) * (1 + 1e-9)
    return data[:, 0], passes * (twiddle + 20 * UNIT) * norm * 1.01


def power_of(values: Complexes, n: int) -> Complexes:
    """By squaring: each product adds 4u to the errors, which add up like those of n factors."""
    result: Complexes | None = None
    while True:
        if n % 2:
            result = values.copy() if result is None else result * values
        n //= 2
        if not n:
            assert result is not None
            return result
        values = values * values
