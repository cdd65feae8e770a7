"""Laplace with Gaussian factors against nested quadrature by mpmath."""

from __future__ import annotations

from itertools import pairwise, product

import mpmath as mp
import pytest
from flint import arb, ctx

from fdp_sym.balls.laplace_normal import LaplaceNormal
from fdp_sym.balls.losses import NormalLoss


def gaussian(m):
    def tails(x):
        q, p = mp.ncdf(m / 2 - x / m), mp.ncdf(-m / 2 - x / m)
        return q, p, q - mp.exp(x) * p

    return tails


def density(widths, t):
    """Of one uniform variable on (-a, a), or of the sum of two."""
    if len(widths) == 1:
        return 1 / (2 * widths[0])
    a, b = widths
    return max(min(a, t + b) - max(-a, t - b), 0) / (4 * a * b)


def with_laplace(tails, mus, x):
    """Tails of Gaussian with Laplace factors, each of which goes up, down or is uniform between.

    The two atoms have weight 1/2 and the uniform part mu/2, times exp(±loss/2 - mu/2).
    """
    result = [mp.mpf(0)] * 3
    for moves in product((1, 0, -1), repeat=len(mus)):
        shift = sum(move * mu for move, mu in zip(moves, mus, strict=True))
        widths = [mu for move, mu in zip(moves, mus, strict=True) if move == 0]
        weight = mp.fprod([mp.mpf(1) / 2, *widths, *[mp.mpf(1) / 2] * (len(mus) - 1)])
        for i, power in enumerate((1, -1, 1)):  # densities under Q, P, Q

            def term(t, i=i, power=power, shift=shift):
                loss = shift + t
                return mp.exp((power * loss - sum(mus)) / 2) * tails(x - loss)[i]

            if not widths:
                result[i] += weight * term(mp.mpf(0))
                continue
            reach = sum(widths)
            inner = abs(widths[0] - widths[-1])
            knots = sorted({-reach, -inner, mp.mpf(0), inner, reach})
            result[i] += weight * mp.quad(
                lambda t, term=term, widths=widths: density(widths, t) * term(t), knots
            )
    return result


@pytest.mark.parametrize(
    ("mus", "sigma", "x"),
    [
        ([1], 0.75, 0.5),
        ([0.5], 2, -1),
        ([2], 1, 4),
        ([0.25], 0.5, 3),
        ([1, 1], 0.75, 0.5),
        ([0.5, 1], 1, -0.25),
        ([0.5, 0.25], 1.5, 2),
    ],
)
def test_against_quadrature(mus, sigma, x):
    with mp.workdps(20), ctx.workprec(300):
        expected = with_laplace(gaussian(mp.mpf(sigma)), [mp.mpf(mu) for mu in mus], mp.mpf(x))
        factors = [(arb(mu), mus.count(mu)) for mu in sorted(set(mus))]
        tail = LaplaceNormal(factors, arb(sigma)).tail(arb(x))
        for ball, value in zip(tail, expected, strict=True):
            assert abs(ball / arb(mp.nstr(value, 20)) - 1) < 1e-14
            assert ball.rel_accuracy_bits() > 150


def test_a_tiny_laplace_factor_changes_little():
    """Data processing: dropping the factor gains privacy, and by less than its total variation."""
    with ctx.workprec(300):
        mu = arb(2) ** -100
        base = NormalLoss(arb(1)).tail(arb(1)).delta
        both = LaplaceNormal([(mu, 3)], arb(1)).tail(arb(1)).delta
        assert base < both < base + 3 * mu


def test_more_factors_less_privacy(rng):
    with ctx.workprec(500):
        for _ in range(10):
            mu, nu = (arb(rng.randint(1, 9)) / 8 for _ in range(2))
            x = arb(rng.randint(-8, 24)) / 8
            values = [
                LaplaceNormal(factors, sigma).tail(x).delta
                for factors, sigma in (
                    ([(mu, 3)], arb(1)),
                    ([(mu, 3), (nu, 1)], arb(1)),
                    ([(mu, 3), (nu, 4)], arb(1)),
                    ([(mu, 3), (nu, 4)], arb(2)),
                )
            ]
            assert all(a < b for a, b in pairwise(values))
