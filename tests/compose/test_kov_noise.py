"""The least noise for a guarantee of a composition, and what is printed to suffice."""

from __future__ import annotations

import itertools
import math

import pytest
from scipy import optimize, stats

from fdp_sym.compose.kov import least_noise
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.symbols import epsilon


def staircase_in_floats(growth: float, eps: float) -> tuple[float, float]:
    """The least variance, stair by stair, and the profile at eps of those stairs."""
    b, stairs = math.exp(-growth), range(int(60 / growth))

    def moment(gamma: float) -> float:
        a = (1 - b) / (2 * (gamma + b * (1 - gamma)))
        return math.fsum(
            2 * a * b**k * (((k + gamma) ** 3 - k**3) + b * ((k + 1) ** 3 - (k + gamma) ** 3)) / 3
            for k in stairs
        )

    found = optimize.minimize_scalar(moment, (0.2, 0.4, 0.6), tol=1e-12)
    gamma = float(found.x)
    a = (1 - b) / (2 * (gamma + b * (1 - gamma)))

    def density(z: float) -> float:
        k = math.floor(abs(z))
        return a * b ** (k if abs(z) < k + gamma else k + 1)

    ends = sorted({s * k + t for k in stairs for s in (1, -1) for t in (0, gamma, 1 - gamma)})
    middles = [((x + y) / 2, y - x) for x, y in itertools.pairwise(ends)]
    profile = math.fsum(
        max(0.0, density(z - 1) - math.exp(eps) * density(z)) * width for z, width in middles
    )
    return float(found.fun), profile


def test_one_query_in_closed_form():
    eps, delta = 0.5, 1e-5
    every = gaussian, laplace, staircase, geometric = least_noise(1, eps, "1e-5")

    def excess(sigma: float) -> float:
        phi = stats.norm.cdf
        up, down = phi(1 / (2 * sigma) - eps * sigma), phi(-1 / (2 * sigma) - eps * sigma)
        return up - math.exp(eps) * down - delta

    sigma = optimize.brentq(excess, 1, 100, xtol=1e-13)
    assert float(gaussian.variance.midpoint) == pytest.approx(sigma**2, rel=1e-7)
    # Laplace noise b against its shift: delta = 1 - e^((eps - 1/b)/2)
    b = 1 / (eps - 2 * math.log1p(-delta))
    assert float(laplace.variance.midpoint) == pytest.approx(2 * b * b, rel=1e-9)
    # randomised response with growth x: delta = (x - e^eps)/(1 + x)
    x = (delta + math.exp(eps)) / (1 - delta)
    variance = 2 / x / (1 - 1 / x) ** 2
    assert float(geometric.variance.midpoint) == pytest.approx(variance, rel=1e-9)
    assert all(noise.variance.relative_width < 1e-10 for noise in every)
    variance, profile = staircase_in_floats(1 / float(staircase.parameter.midpoint), eps)
    assert float(staircase.variance.midpoint) == pytest.approx(variance, rel=1e-8)
    assert profile == pytest.approx(delta, rel=1e-6)


def test_what_is_printed_suffices_and_is_far_from_needed():
    k, eps, delta = 16, 0.5, 0.25
    gaussian, laplace, staircase, geometric = least_noise(k, eps, delta)
    printed = 8 * k * math.log(math.e + eps / delta) / eps**2
    for noise in (gaussian, laplace, staircase):
        assert float(noise.sufficient.midpoint) == pytest.approx(printed, rel=1e-12)
        assert 5 * noise.variance.upper < noise.sufficient.lower
    assert geometric.sufficient is None
    assert float(gaussian.parameter.safe) >= gaussian.parameter.upper
    # k-fold Gaussian noise is one query at sqrt(k) times the sigma
    (once, *_) = least_noise(1, eps, delta)
    ratio = gaussian.variance.midpoint / once.variance.midpoint
    assert float(ratio) == pytest.approx(k, rel=1e-9)


def test_beyond_what_is_printed():
    assert all(noise.sufficient is None for noise in least_noise(1, "0.91", "0.1"))


@pytest.mark.parametrize(
    ("k", "eps", "delta"),
    [
        (0, 1, "0.1"),
        (1.5, 1, "0.1"),
        (1, 0, "0.1"),
        (1, -1, "0.1"),
        (1, 1, 0),
        (1, 1, 1),
        (1, 1, 2),
        (1, epsilon + 1, "0.1"),
    ],
)
def test_bad_input(k, eps, delta):
    with pytest.raises(DomainError):
        least_noise(k, eps, delta)


def test_what_is_out_of_reach():
    with pytest.raises(UnsupportedError, match="staircase noise for k = 1, eps = 28"):
        least_noise(1, 28, "0.1", digits=4)
    for digits in (-1, "4", 2.5):
        with pytest.raises(DomainError, match="digits"):
            least_noise(1, 1, "0.1", digits=digits)
