"""The table of noisy SGD against discretised losses, convolved by numpy: an independent route."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.signal import fftconvolve
from scipy.stats import norm

from fdp_sym.sgd_comparison import PUBLISHED, SgdRow, sgd_table

STEP = 2e-5


def discretised(loss: np.ndarray, mass: np.ndarray) -> tuple[int, np.ndarray]:
    """A law on a lattice; each mass is shared by the neighbours so that the mean is kept."""
    place = loss / STEP
    floor = np.floor(place).astype(int)
    part = place - floor
    low = int(floor.min())
    size = int(floor.max()) - low + 2
    masses = np.bincount(floor - low, weights=mass * (1 - part), minlength=size)
    return low, masses + np.bincount(floor - low + 1, weights=mass * part, minlength=size)


def power(law: tuple[int, np.ndarray], count: int) -> tuple[int, np.ndarray]:
    result: tuple[int, np.ndarray] | None = None
    while True:
        if count & 1:
            result = law if result is None else (result[0] + law[0], convolved(result[1], law[1]))
            result = trimmed(result)
        count >>= 1
        if not count:
            return result  # type: ignore[return-value]
        law = trimmed((2 * law[0], convolved(law[1], law[1])))


def convolved(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.maximum(fftconvolve(a, b), 0)


def trimmed(law: tuple[int, np.ndarray]) -> tuple[int, np.ndarray]:
    keep = np.flatnonzero(law[1] > 1e-17)
    return law[0] + int(keep[0]), law[1][keep[0] : keep[-1] + 1]


def epsilon(loss: np.ndarray, mass: np.ndarray, count: int, delta: float) -> float:
    """From the losses under H1 with their masses."""
    low, masses = power(discretised(loss, mass), count)
    values = (low + np.arange(len(masses))) * STEP

    def profile(eps: float) -> float:
        far = values > eps
        return float(masses[far] @ -np.expm1(eps - values[far]))

    return float(brentq(lambda eps: profile(eps) - delta, 0, values[-1]))


def expected(sigma: float, q: float, steps: int, delta: float) -> tuple[float, float, float]:
    """Directions remove and add, and uniform batches."""
    s = 1 / sigma
    edges = np.linspace(-9, 9 + s, 400_001)
    z = (edges[1:] + edges[:-1]) / 2
    p = np.diff(norm.cdf(edges))
    ratio = 1 + q * np.expm1(s * z - s * s / 2)
    upper = z > s / 2  # left of the fixed point
    loss = np.concatenate([np.log(ratio[upper]), -np.log(ratio[upper]), [0.0]])
    mass = np.concatenate([(ratio * p)[upper], p[upper], [0.0]])
    mass[-1] = 1 - mass.sum()
    return (
        epsilon(np.log(ratio), ratio * p, steps, delta),
        epsilon(-np.log(ratio), p, steps, delta),
        epsilon(loss, mass, steps, delta),
    )


def compare(row: SgdRow, q: float, delta: float) -> None:
    found = (row.remove, row.add, row.uniform)
    others = expected(float(row.sigma), q, row.steps, delta)
    for ball, other in zip(found, others, strict=True):
        assert float(ball.midpoint) == pytest.approx(other, rel=2e-4)
    assert row.remove > row.add
    assert row.renyi.lower > max(row.remove.upper, row.add.upper)


def test_a_small_row() -> None:
    (row,) = sgd_table([(2, 20)], n=1000, batch=50, digits=6)
    assert row.steps == 400
    compare(row, 0.05, 1e-5)
    assert row.limit_poisson.upper < row.remove.lower  # the limit is no bound
    assert "no bound" in row.limit_poisson.route
    assert "no bound" in row.edgeworth_remove.route


@pytest.mark.slow
def test_the_first_published_row() -> None:
    """What the limits say, 0.83446 and 1.0685, is too small for remove, too large for the rest."""
    (row,) = sgd_table(PUBLISHED[:1])
    assert row.steps == 3515
    compare(row, 256 / 60000, 1e-5)
    assert row.add.upper < row.limit_poisson.lower
    assert row.limit_poisson.upper < row.remove.lower
    assert row.uniform.upper < row.limit_uniform.lower
