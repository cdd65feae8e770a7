"""Binomial sums against exact fractions and the regularised incomplete beta function."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from flint import arb, ctx, fmpq

from fdp_sym.balls.arithmetic import bounds
from fdp_sym.balls.ball import Ball
from fdp_sym.balls.binomial_sums import BinomialLoss, BinomialShift, head, weighted
from fdp_sym.balls.losses import NormalLoss, Shifted


def test_head_against_fractions(rng):
    for _ in range(60):
        n = rng.randint(1, 80)
        count = rng.randint(-1, n + 2)
        a, b = (Fraction(rng.randint(1, 50), rng.randint(1, 50)) for _ in range(2))
        exact = sum(
            (comb(n, j) * a ** (n - j) * b**j for j in range(min(count, n + 1))), Fraction()
        )
        with ctx.workprec(128):
            ball = head(n, count, *(arb(fmpq(x.numerator, x.denominator)) for x in (a, b)))
            assert Ball(*bounds(ball)).contains(exact)
            assert exact == 0 or ball.rel_accuracy_bits() > 100


@pytest.mark.parametrize("n", [1000, 100_000, 10**6])
@pytest.mark.parametrize("place", [0.3, 0.49, 0.5, 0.51, 0.8])
def test_large_powers_against_the_incomplete_beta_function(n, place):
    """Bin(n, p) < J has probability I_{1-p}(n - J + 1, J)."""
    count = int(n * place)
    with ctx.workprec(200):
        p = 1 / (1 + (arb(1) / 100).exp())
        ball = head(n, count, 1 - p, p)
        beta = (1 - p).beta_lower(n - count + 1, count, regularized=True)
        assert ball.overlaps(beta)
        assert ball.rel_accuracy_bits() > 140
        assert beta.rel_accuracy_bits() > 100


def test_ties_leave_the_profile_narrow():
    """At a lattice point the tails jump, the profile does not."""
    with ctx.workprec(128):
        step = (arb(2)).log()
        p = arb(1) / 3
        law = BinomialLoss(8, (step, p, 1 - p), (-step, 1 - p, p))
        tie = law.tail(4 * arb(2).log() + arb(0, 1) * arb(2) ** -120)
        low, high = law.tail(arb("2.77")), law.tail(arb("2.78"))
        assert tie.delta.rel_accuracy_bits() > 90
        assert tie.q.contains(low.q)
        assert tie.q.contains(high.q)
        assert high.delta < tie.delta < low.delta


def test_shifted_bases_against_the_sum_over_all_atoms(rng):
    for _ in range(12):
        n = rng.randint(1, 120)
        with ctx.workprec(160):
            loss = arb(rng.randint(1, 20)) / 16
            p, q = arb(rng.randint(1, 9)) / 10, arb(rng.randint(1, 9)) / 10
            first, second = (loss, p, q), (loss / 3 - 1, 1 - p, 1 - q)
            base = NormalLoss(arb(rng.randint(1, 12)) / 8)
            atoms = []
            for j in range(n + 1):
                ways = arb.bin_uiui(n, j)
                masses = (ways * a ** (n - j) * (1 - a) ** j for a in (p, q))
                atoms.append(((n - j) * first[0] + j * second[0], *masses))
            x = arb(rng.uniform(-1, 1.1)) * n * loss
            windowed = BinomialShift(base, n, first, second).tail(x)
            for ball, total in zip(windowed, Shifted(base, atoms).tail(x), strict=True):
                assert ball.overlaps(total)
                assert ball.rel_accuracy_bits() > 60


def test_omitted_terms_are_not_forgotten():
    """The radius covers what a window leaves out: the sum of all weights times 1 is a power."""
    with ctx.workprec(64):
        ball = weighted(20_000, arb(1) / 3, arb(2) / 3, lambda j: arb(1))
        assert ball.contains(1)
        assert ball.rel_accuracy_bits() > 40
