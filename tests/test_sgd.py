"""Noisy gradient descent: conventions, limits and published numbers."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from sympy import Interval, Rational, exp, oo, sqrt

import fdp_sym as fd
from fdp_sym.functions import Phi
from fdp_sym.sgd import noisy_sgd, sgd_limit
from fdp_sym.symbols import integer, real

POISSON = {"sampling": "poisson", "neighbours": "add-remove", "noise": "clipping norm"}
UNIFORM = {"sampling": "uniform", "neighbours": "replace-one", "noise": "sensitivity"}

# n = 60000, batches of 256, delta = 1e-5: sigma, epochs, mu and eps (Poisson), eps (uniform)
PUBLISHED = [
    ("1.3", 15, "0.2272742", "0.8344629", "1.068494"),
    ("1.1", 60, "0.5735913", "2.324315", "3.08677"),
    ("0.7", 45, "1.133932", "5.066156", "7.354561"),
]


def printed(ball: fd.Ball, text: str) -> bool:
    """Whether the ball rounds to the printed number."""
    half = Fraction(1, 2 * 10 ** len(text.split(".")[1]))
    value = Fraction(text)
    return bool(value - half <= ball.lower and ball.upper <= value + half)


@pytest.mark.parametrize(("sigma", "epochs", "mu", "eps", "eps_uniform"), PUBLISHED)
def test_published_numbers(sigma: str, epochs: int, mu: str, eps: str, eps_uniform: str) -> None:
    poisson = sgd_limit(60000, 256, sigma, epochs=epochs, **POISSON)
    uniform = sgd_limit(60000, 256, sigma, epochs=epochs, **UNIFORM)
    assert printed(poisson.enclose_mu(12), mu)
    assert printed(poisson.enclose_epsilon("1e-5", 12), eps)
    assert printed(uniform.enclose_epsilon("1e-5", 12), eps_uniform)
    assert not printed(uniform.enclose_epsilon("1e-5", 12), eps)


def test_uniform_limit_by_quadrature() -> None:
    """The second moment of the positive part of |G'| - 1, integrated by mpmath."""
    found = sgd_limit(1000, 50, 2, steps=400, **UNIFORM).enclose_mu(20)
    with mpmath.workdps(30):
        s = mpmath.mpf(1) / 2

        def part(z: mpmath.mpf) -> mpmath.mpf:
            return (mpmath.exp(s * z - s**2 / 2) - 1) ** 2 * mpmath.npdf(z)

        chi = mpmath.quad(part, [s / 2, 2, 5, 10, 20])
        expected = mpmath.sqrt(2 * chi) * 50 * 20 / 1000
        middle = mpmath.mpf(found.midpoint.numerator) / found.midpoint.denominator
        assert abs(middle - expected) < mpmath.mpf(10) ** -18


def test_symbols() -> None:
    q, sigma = real("q", Interval(0, 1)), real("sigma", Interval.open(0, oo))
    steps = integer("T", 1)
    poisson = sgd_limit(1, q, sigma, steps=steps, **POISSON).mu
    assert poisson == q * sqrt(steps) * sqrt(exp(sigma**-2) - 1)
    uniform = sgd_limit(1, q, sigma, steps=steps, **UNIFORM).mu
    half = 1 / (2 * sigma)
    chi = exp(sigma**-2) * Phi(3 * half) + 3 * Phi(-half) - 2
    assert (uniform**2 - 2 * q**2 * steps * chi).expand() == 0


def test_poisson_functions() -> None:
    found = noisy_sgd(100, 10, 2, steps=3, direction="remove", **POISSON)
    assert found == fd.SubsampledGaussian(2, "1/10", direction="remove") ** 3
    found = noisy_sgd(100, 10, 2, epochs="3/10", direction="add", **POISSON)
    assert found == fd.SubsampledGaussian(2, "1/10", direction="add") ** 3


def test_the_factor_two() -> None:
    """Noise of sigma times the clipping norm is half as much of the sensitivity 2C."""
    clipped = {**UNIFORM, "noise": "clipping norm"}
    left = sgd_limit(1000, 10, 4, steps=100, **clipped)
    right = sgd_limit(1000, 10, 2, steps=100, **UNIFORM)
    assert left.mu == right.mu
    added = {**POISSON, "noise": "sensitivity"}
    left, right = (sgd_limit(1000, 10, 2, steps=9, **c) for c in (POISSON, added))
    assert left.mu == right.mu


def test_replaced_records() -> None:
    """Poisson batches with replaced records are as private as uniform ones, in this bound."""
    replaced = {**POISSON, "neighbours": "replace-one"}
    found = noisy_sgd(100, 10, 4, steps=3, **replaced)
    assert found == fd.Gaussian("1/2").subsample("1/10") ** 3
    clipped = {**UNIFORM, "noise": "clipping norm"}
    assert found == noisy_sgd(100, 10, 4, steps=3, **clipped)
    limits = (sgd_limit(100, 10, 4, steps=3, **kind) for kind in (replaced, clipped))
    assert len({limit.mu for limit in limits}) == 1


def test_both_directions_at_once() -> None:
    """The guarantee for add and remove is the worse of the two, which are kept apart before."""
    f = {d: noisy_sgd(1000, 50, 1, steps=3, direction=d, **POISSON) for d in ("remove", "add")}
    both = f["remove"].two_sided().enclose_delta(1, 6)
    assert both.overlaps(f["remove"].enclose_delta(1, 6))
    assert both.lower > f["add"].enclose_delta(1, 6).upper


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sampling": "shuffle"}, "sampling = 'shuffle'"),
        ({"neighbours": "adjacent"}, "neighbours = 'adjacent'"),
        ({"noise": "C"}, "noise = 'C'"),
        ({"direction": "both"}, "direction = 'both'"),
        ({"direction": None}, "direction = None"),
        ({"direction": "replace"}, "neighbours=.replace-one"),
        ({"steps": None}, "either steps or epochs"),
        ({"epochs": 1}, "either steps or epochs"),
        ({"steps": Rational(7, 2)}, "7/2 steps"),
        ({"sigma": 0}, "sigma = 0"),
        ({"batch": 101}, "batch/n"),
        ({"n": -1}, "n = -1"),
        ({"neighbours": "replace-one"}, "leave it out"),
        ({"sampling": "uniform"}, "uniform batches with one record added or removed"),
        ({**UNIFORM}, "leave it out"),
        ({**UNIFORM, "batch": Rational(5, 2)}, "whole numbers"),
    ],
)
def test_refusals(changed: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"n": 100, "batch": 10, "sigma": 2, "steps": 3}
    arguments |= {"direction": "remove", **POISSON, **changed}
    with pytest.raises(fd.FdpError, match=message):
        noisy_sgd(**arguments)  # type: ignore[arg-type]


def test_a_limit_says_that_it_is_no_bound() -> None:
    limit = sgd_limit(100, 10, 2, steps=50, **POISSON)
    assert "no bound" in repr(limit)
    assert "no bound" in limit.enclose_delta(1, 10).route
