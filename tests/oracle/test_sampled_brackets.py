"""Few compositions of C_p(G_mu), between convolutions of doubles rounded down and up."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import fftconvolve
from scipy.stats import norm

from fdp_sym import Gaussian

STEP, TOP = 1e-3, 4.0


def rounded(p: float, mu: float, k: int, eps: float) -> list[float]:
    """The profile with the losses rounded down, and up, to multiples of the step."""
    grid = np.arange(0, TOP + STEP / 2, STEP)
    z = (np.log((np.exp(grid) - 1 + p) / p) + mu**2 / 2) / mu
    beyond_p, beyond_q = norm.sf(z), (1 - p) * norm.sf(z) + p * norm.sf(z - mu)
    n = grid.size
    profiles = []
    for up in (0, 1):
        mass = np.zeros(2 * n + 1)  # that of (i - n) steps, under Q; the law is symmetric
        mass[n] = 1 - beyond_q[0] - beyond_p[0]
        mass[n + up : 2 * n - 1 + up] += -np.diff(beyond_q)
        mass[n - 1 + up : up : -1] += -np.diff(beyond_p)
        power = mass
        for _ in range(k - 1):
            power = fftconvolve(power, mass)
        losses = (np.arange(power.size) - k * n) * STEP
        above = losses > eps
        profiles.append(float(power[above] @ -np.expm1(eps - losses[above])))
    return [profiles[0] - 1e-14, profiles[1] + k * float(beyond_q[-1]) + 1e-14]


@pytest.mark.parametrize(
    ("p", "mu", "k", "eps"), [(0.01, 1, 7, 0.5), (0.01, 1, 7, 0.1), (0.1, 1, 3, 1.0)]
)
def test_between_rounded_losses(p, mu, k, eps):
    low, high = rounded(p, mu, k, eps)
    assert high < 1.2 * low
    ball = (Gaussian(mu).subsample(str(p)) ** k).enclose_delta(str(eps), 3)
    assert low <= ball.lower <= ball.upper <= high


@pytest.mark.slow
def test_deep_in_the_tail_eps_is_found():
    f = Gaussian(1).subsample("1/100") ** 7
    eps = f.enclose_epsilon("1e-6", 3)
    assert f.enclose_delta(eps.upper, 3).lower <= 1e-6 <= f.enclose_delta(eps.lower, 3).upper
