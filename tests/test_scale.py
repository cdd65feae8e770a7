"""Readings of trade-off functions against scipy's normal distribution and hand-made values."""

from __future__ import annotations

import pytest
from scipy.stats import norm

from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.scale import read, read_gaussian
from fdp_sym.symbols import mu
from fdp_sym.tradeoff import EpsDelta, Gaussian


def test_scale_of_mu() -> None:
    for row in read_gaussian(("1/2", 1, 2, 3, 6)):
        m = float(row.function.mu)  # type: ignore[attr-defined]
        assert float(row.least_sum.midpoint) == pytest.approx(2 * norm.cdf(-m / 2), rel=1e-9)
        for alpha, ball in row.errors:
            expected = norm.cdf(norm.isf(float(alpha)) - m)
            assert float(ball.midpoint) == pytest.approx(expected, rel=1e-9)
    assert [float(row.function.mu) for row in read_gaussian()] == [0.5, 1, 2, 3, 6]


def test_ends() -> None:
    perfect, none = read(Gaussian(0)), read(EpsDelta(0, 1), levels=(0, 1))
    assert perfect.least_sum.contains(1)
    assert none.least_sum.contains(0)
    assert [ball.upper for _, ball in none.errors] == [0, 0]
    with pytest.raises(UnsupportedError):
        read(Gaussian(mu))
    with pytest.raises(DomainError):
        read(Gaussian(1), levels=(2,))
    with pytest.raises(DomainError):
        read_gaussian((-1,))
