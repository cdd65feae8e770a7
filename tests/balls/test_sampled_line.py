"""Powers of C_p(G_mu) by their transform: against convolution on a grid, and mpmath."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import acb, arb
from scipy.stats import norm

from fdp_sym.balls.precision import precision
from fdp_sym.balls.sampled_moments import SampledMoments, atom, variation
from fdp_sym.errors import PrecisionError
from fdp_sym.tradeoff import EpsDelta, Gaussian


def on_a_grid(mu, p, n, eps, size=2**18, reach=20.0):
    """The profile of the n-th power by Fourier transforms of a loss spread over two points."""
    step = 2 * reach / size
    edges = np.arange(size // 2 + 1) * step
    z = (np.log((np.exp(edges) - 1 + p) / p) + mu**2 / 2) / mu
    above_p, above_q = norm.sf(z), (1 - p) * norm.sf(z) + p * norm.sf(z - mu)
    masses = np.zeros(size)
    masses[0] = 1 - above_p[0] - above_q[0]
    for tail, sign in ((above_q, 1), (above_p, -1)):
        cells, i = -np.diff(tail) / 2, np.arange(size // 2)
        np.add.at(masses, (sign * i) % size, cells)
        np.add.at(masses, (sign * (i + 1)) % size, cells)
    power = np.fft.ifft(np.fft.fft(masses) ** int(n)).real
    loss = np.arange(size) * step
    loss[size // 2 :] -= 2 * reach
    return (power * np.maximum(0, -np.expm1(eps - loss))).sum()


@pytest.mark.parametrize(
    ("mu", "p", "n", "eps"),
    [("1", "1/10", 100, 1), ("1/2", "1/20", 400, "1/2"), ("3/2", "1/20", 150, 1)],
)
def test_powers_against_a_grid(mu, p, n, eps):
    ball = (Gaussian(mu).subsample(p) ** n).enclose_delta(eps, digits=12)
    assert ball.route == "transform of the loss"
    numbers = (float(Fraction(x)) for x in (mu, p, n, eps))
    want = on_a_grid(*numbers)
    assert float(ball.midpoint) == pytest.approx(want, rel=2e-4)


def test_a_product_with_other_functions():
    f, g = Gaussian(1).subsample("1/10"), Gaussian("1/2").subsample("1/5")
    for product in (f**80 @ g**50, f**80 @ Gaussian("1/3"), f**80 @ EpsDelta("1/10") ** 3):
        ball = product.enclose_delta(1, digits=10)
        assert product.enclose_delta(1, digits=20).overlaps(ball)
        # by symmetry
        reverse = 1 - math.exp(-1) + math.exp(-1) * float(ball.midpoint)
        assert float(product.enclose_delta(-1, digits=10).midpoint) == pytest.approx(reverse)


def test_eps_and_values_invert_the_profile():
    f = Gaussian(1).subsample("1/10") ** 100
    eps = f.enclose_epsilon("1/10", digits=15)
    assert f.enclose_delta(eps.midpoint, digits=10).overlaps(
        f.enclose_delta(eps.midpoint, digits=12)
    )
    assert float(f.enclose_delta(eps.midpoint, digits=15).midpoint) == pytest.approx(0.1, rel=1e-12)
    value = f.enclose("1/10", digits=12)
    assert float(f.enclose(value.midpoint, digits=12).midpoint) == pytest.approx(0.1, rel=1e-9)


def test_few_factors_are_bracketed():
    f = Gaussian(1).subsample("1/10") ** 3
    with pytest.raises(PrecisionError) as caught:
        f.enclose_delta(1, digits=20)
    ball = caught.value.ball
    want = on_a_grid(1.0, 0.1, 3, 1.0, 2**19)
    assert ball.lower <= want * (1 + 1e-4)
    assert ball.upper >= want * (1 - 1e-4)
    assert ball.relative_width < 1e-2


def reference(mu, p, s):
    """r(s) by mpmath."""
    mu, p = mpmath.mpf(mu), mpmath.mpf(p)

    def integrand(z):
        g = 1 - p + p * mpmath.exp(mu * z - mu**2 / 2)
        return mpmath.npdf(z) * (g ** (1 + s) + g ** (-s))

    with mpmath.workdps(25):
        return mpmath.quad(integrand, [mu / 2, mu / 2 + 1, 3, 5, 8, 12, 18 + 4 * mu])


@pytest.mark.parametrize(("mu", "p", "c"), [(1.0, 0.125, 0.75), (2.0, 0.5, 2.0), (0.5, 0.01, 8.0)])
def test_the_transform_and_its_decay(mu, p, c):
    with precision(120):
        moments = SampledMoments(arb(mu), arb(p), arb(c), 12.0, 60.0)
        line = moments.line(arb(4), 4)
        whole, bound = moments.real, variation(arb(mu), arb(p), arb(c))
    for j, value in enumerate(line):
        want = reference(mu, p, mpmath.mpc(c, 4 * j))
        size = 1e-13 * abs(complex(want))
        error = acb(arb(0, size), arb(0, size))
        assert value.overlaps(acb(float(want.real), float(want.imag)) + error)
        assert float(value.rad()) < 1e-12 * abs(complex(want))
        assert j == 0 or abs(complex(want)) <= float(bound) / (4 * j)
    assert whole.overlaps(arb(float(reference(mu, p, mpmath.mpf(c)))) * arb(1, 1e-13))
    with precision(64):  # K(0) = 1
        rest = SampledMoments(arb(mu), arb(p), arb(0), 0.0, 40.0).real
        assert (rest + atom(arb(mu), arb(p))).contains(1)
