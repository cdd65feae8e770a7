r"""Sums of independent signs on a lattice: the profile of many randomised responses.

With :math:`S=h\sum_i\pm n_i`, all signs equally likely, the profile of randomised responses of
:math:`\varepsilon_i=hn_i` is :math:`\prod_i\operatorname{sech}(\varepsilon_i/2)` times

.. math:: F=E\left(e^{S/2}-e^{\varepsilon-S/2}\right)_+ .

The law, tilted towards eps, is found from its Fourier transform, of which all but a few values are
negligible and are bounded together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import acb, arb, fmpq

from ..errors import PrecisionError
from .precision import precision
from .refine import constant

__all__ = ["SignSum"]

_BITS = 160
_MOST_POINTS = 2**22
_MOST_FACTORS = 4 * 10**5  # values of the transform times different steps
_TERMS = 8
_SLACK = 1e-6  # for each sign: far more than a fast Fourier transform in doubles can be wrong by


class SignSum:
    """The law of S under a tilt.

    Parameters
    ----------
    counts : mapping of int to int
        How often each step n >= 0 occurs.
    unit : Fraction
        h, the length of the step 1.
    eps : float
        Where the tilted law has its mean, if that is above 0; answers are sharpest there.
    tail : int
        What is neglected is at most a few e^-tail of the tilted mass.

    Raises
    ------
    PrecisionError
        If the lattice is too fine.

    Examples
    --------
    >>> F = SignSum({1: 2, 3: 1}, Fraction(1, 4), 0.5).excess(Fraction(1, 3))
    >>> float(F.mid())  # of the 8 sums only 5/4 and 3/4 are above 1/3
    0.264...
    """

    def __init__(
        self, counts: Mapping[int, int], unit: Fraction, eps: float, tail: int = 50
    ) -> None:
        self.counts = {n: c for n, c in counts.items() if n and c}
        self.unit = unit
        self.tail = tail
        self.total = sum(n * c for n, c in self.counts.items())
        self._n = np.array([*self.counts], dtype=np.float64)
        self._c = np.array([*self.counts.values()], dtype=np.float64)
        # beyond 1/2, so that what is averaged decreases
        tilt = max(self._saddle(eps), 0.5 + 0.05 / max(1e-3, self._spread))
        self.tilt = Fraction(tilt).limit_denominator(2**20)
        self._window = self._places()

    @property
    def _spread(self) -> float:
        return float(self.unit) * math.sqrt(float((self._c * self._n**2).sum()))

    def _mean(self, tilt: float) -> float:
        steps = float(self.unit) * self._n
        return float((self._c * steps * np.tanh(steps * tilt)).sum())

    def _saddle(self, eps: float) -> float:
        low, high = 0.0, 1.0
        if eps <= 0 or eps >= float(self.unit) * self.total:
            return 0.5
        while self._mean(high) < eps and high < 1e6:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self._mean(middle) < eps else (low, middle)
        return high

    def _places(self) -> tuple[int, int, bool]:
        """The first and the last sum of n b, b in {0, 1}, that are kept; whether there are more."""
        mean = (self._mean(float(self.tilt)) / float(self.unit) + self.total) / 2
        # Hoeffding's inequality: exp(-2 x^2 / sum n^2)
        radius = math.sqrt(self.tail / 2 * float((self._c * self._n**2).sum())) * (1 + 1e-6) + 2
        first, last = max(0, math.floor(mean - radius)), min(self.total, math.ceil(mean + radius))
        if last - first >= _MOST_POINTS:
            raise PrecisionError(
                f"a lattice of {last - first} points: allowed are {_MOST_POINTS}; ask for fewer "
                "digits"
            )
        size = _smooth(last - first + 1)
        first = max(0, min(first, self.total + 1 - size))
        return first, first + size - 1, first > 0 or first + size <= self.total

    @property
    def points(self) -> int:
        """How many points of the lattice are kept."""
        return self._window[1] - self._window[0] + 1

    # -- the transform ---------------------------------------------------------------------------

    @cached_property
    def _transform(self) -> list[tuple[int, Any]]:
        """The values of the transform that are not negligible, with their places."""
        size = self.points
        places = self._active(size)
        if len(places) * len(self.counts) > _MOST_FACTORS:
            raise PrecisionError(
                f"{len(places)} values of a transform of {len(self.counts)} factors; ask for fewer "
                "digits"
            )
        pairs = []
        for n, c in self.counts.items():
            weight = 1 / (1 + (-2 * n * constant(self.unit * self.tilt)).exp())
            pairs.append((n, c, 1 - weight, weight))
        values = []
        for j in places:
            # a product of many complex balls would lose all digits, a sum does not
            logarithm, sign = acb(0), 1
            for n, c, p, q in pairs:
                turn = acb(fmpq(2 * (j * n % size), size)).exp_pi_i()
                factor = p + q * turn
                if factor.real < 0:  # away from the cut of the logarithm
                    factor, sign = -factor, sign * (-1) ** c
                logarithm += c * factor.log()
            values.append((j, sign * logarithm.exp()))
        return values

    def _active(self, size: int) -> list[int]:
        r"""Where the transform may exceed e^-T.

        With :math:`x=4pq\sin^2(n\theta/2)` its logarithm is half the sum of all log(1 - x), at most
        :math:`-x-x^2/2-\dots`: a sum of cosines, which is one Fourier transform itself.
        """
        weight = 1 / (1 + np.exp(-2 * self._n * float(self.unit * self.tilt)))
        product = weight * (1 - weight)
        spectrum = np.zeros(size)
        places = np.array([*self.counts])
        for r in range(1, _TERMS + 1):
            part = self._c * product**r / (2 * r)
            spectrum[0] += math.comb(2 * r, r) * float(part.sum())
            for s in range(1, r + 1):
                sign = 2 * (-1) ** s * math.comb(2 * r, r - s)
                np.add.at(spectrum, s * places % size, sign * part)
        decay = np.fft.rfft(spectrum).real
        slack = _SLACK * (1 + float(self._c.sum()))
        return [int(j) for j in np.flatnonzero(decay <= self.tail + math.log(size) + slack)]

    # -- values ----------------------------------------------------------------------------------

    def excess(self, eps: Fraction) -> Any:
        """F at eps, as a ball."""
        if eps >= self.unit * self.total:
            return arb(0)
        with precision(_BITS):
            first, last, cut = self._window
            middle = (eps / self.unit + self.total) / 2
            start = max(first, math.floor(middle) + 1)
            average = arb(0)
            if start <= last:
                size = self.points
                gaps = [
                    constant(2 * self.unit * (self.tilt + s))
                    for s in (Fraction(-1, 2), Fraction(1, 2))
                ]
                heads = [(-gap * constant(start - middle)).exp() for gap in gaps]
                ratios = [(-gap).exp() for gap in gaps]
                for j, value in self._transform:
                    turn = acb(fmpq(-2 * j, size)).exp_pi_i()
                    at_start = acb(fmpq(-2 * (j * start % size), size)).exp_pi_i()
                    sums = []
                    for head, ratio in zip(heads, ratios, strict=True):
                        step = turn * ratio
                        sums.append(head * (1 - step ** (last + 1 - start)) / (1 - step))
                    term = (value * at_start * (sums[0] - sums[1])).real
                    # the others are the conjugates of these
                    average += term if j == 0 or 2 * j == size else 2 * term
                average /= size
            lost = (-arb(self.tail)).exp() * (3 if cut else 1)
            average += (-lost).union(lost)
            return average.max(arb(0)) * self._scale(eps)

    def _scale(self, eps: Fraction) -> Any:
        logarithm = constant(Fraction(1, 2) - self.tilt) * constant(eps)
        for n, c in self.counts.items():
            logarithm += c * constant(n * self.unit * self.tilt).cosh().log()
        return logarithm.exp()


def _smooth(n: int) -> int:
    """A number from n on, at most an eighth larger, for which Fourier transforms are fast."""
    step = max(1, 2 ** (n.bit_length() - 4))
    return -(-n // step) * step
