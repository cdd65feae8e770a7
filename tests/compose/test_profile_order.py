"""One profile below another on an interval: certified, refuted, left open."""

from __future__ import annotations

import math

import pytest
from scipy.stats import norm
from sympy import Rational, oo, sqrt

from fdp_sym import EpsDelta, Gaussian, Laplace, SubsampledGaussian
from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.errors import DomainError
from fdp_sym.symbols import mu
from fdp_sym.theorems import Status


def gaussian_delta(m: float, eps: float) -> float:
    return float(norm.cdf(m / 2 - eps / m) - math.exp(eps) * norm.cdf(-m / 2 - eps / m))


@pytest.mark.parametrize("high", ["1/2", 2, 5])
def test_gaussian_functions_are_ordered_by_their_parameter(high: object) -> None:
    below = ProfileBelow(Gaussian("9/10"), Gaussian(1), 0, high)
    assert below.verdict.status is Status.CERTIFIED
    above = ProfileBelow(Gaussian(1), Gaussian("9/10"), 0, high)
    assert above.verdict.status is Status.REFUTED


def test_a_witness_is_one() -> None:
    """Profiles that cross: Laplace noise has no loss beyond 1, but more in between."""
    verdict = ProfileBelow(Laplace(1), Gaussian("1/2"), 0, 2).verdict
    assert verdict.status is Status.REFUTED
    eps = float(Rational(verdict.witness["epsilon"]))
    assert float(Laplace(1).delta(eps)) > gaussian_delta(0.5, eps)
    beyond = ProfileBelow(Laplace(1), Gaussian("1/2"), 1, oo).verdict
    assert beyond.status is Status.CERTIFIED


def test_a_small_gap_is_found() -> None:
    """The difference near the crossing is far below the distance of the points at the start."""
    f = EpsDelta("1/10") ** 100
    assert ProfileBelow(f, Gaussian("1.01"), 0, oo).verdict.status is Status.CERTIFIED
    assert ProfileBelow(f, Gaussian("0.99"), 0, 1).verdict.status is Status.REFUTED


def test_the_limit_of_sampled_noise() -> None:
    limit = Gaussian(sqrt(3))
    f = {d: SubsampledGaussian(1, "1/10", direction=d) ** 100 for d in ("remove", "add")}
    assert ProfileBelow(f["add"], limit, 0, oo).verdict.status is Status.CERTIFIED
    found = ProfileBelow(f["remove"], limit, 0, oo).verdict
    assert found.status is Status.INCONCLUSIVE
    assert "bounded" in found.detail


def test_order_at_both_ends_is_not_enough() -> None:
    """Laplace noise has 1 - exp((eps - 1)/2); the other has 0.21 beyond eps = 1/2."""
    other = EpsDelta("1/2", "21/100")
    for eps, below in ((0.2, True), (0.5, False), (1.0, True)):
        flat = 0.21 + 0.79 * max(0.0, (math.exp(0.5) - math.exp(eps)) / (1 + math.exp(0.5)))
        assert (1 - math.exp((eps - 1) / 2) < flat) is below
    verdict = ProfileBelow(Laplace(1), other, "1/5", 1).verdict
    assert verdict.status is Status.REFUTED
    assert 0.2 < float(Rational(verdict.witness["epsilon"])) < 1


def test_equal_functions_are_left_open() -> None:
    assert ProfileBelow(Gaussian(1), Gaussian(1), 1, 2).verdict.status is Status.INCONCLUSIVE


@pytest.mark.parametrize(
    ("f", "g", "low", "high"),
    [
        (Gaussian(mu), Gaussian(1), 0, 1),
        (Gaussian(1), 3, 0, 1),
        (Gaussian(1), Gaussian(2), 1, 0),
        (Gaussian(1), Gaussian(2), sqrt(2), 3),
    ],
)
def test_refusals(f: object, g: object, low: object, high: object) -> None:
    with pytest.raises(DomainError, match="allowed are"):
        ProfileBelow(f, g, low, high)  # type: ignore[arg-type]
