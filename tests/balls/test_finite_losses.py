"""Products of finite laws against enumeration in exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from math import prod

from flint import arb, ctx, fmpq

from fdp_sym.balls.arithmetic import bounds
from fdp_sym.balls.ball import Ball
from fdp_sym.balls.finite_losses import FiniteTails, combined, on_line, power


def ball(x):
    return arb(fmpq(x.numerator, x.denominator))


def holds(enclosure, exact):
    """Whether the exact fraction lies in the ball (flint's own test would round it first)."""
    return Ball(*bounds(enclosure)).contains(exact)


def random_law(rng, size):
    """Masses under P and under Q, all positive."""
    p, q = ([Fraction(rng.randint(1, 9)) for _ in range(size)] for _ in range(2))
    return [(a / sum(p), b / sum(q)) for a, b in zip(p, q, strict=True)]


def enumerated(laws, growth):
    """(Q(L > x), P(L > x), profile) where exp(x) = growth, outcome by outcome."""
    tails = [Fraction(0)] * 3
    for outcome in product(*laws):
        p, q = prod(p for p, _ in outcome), prod(q for _, q in outcome)
        if q > growth * p:
            tails = [tails[0] + q, tails[1] + p, tails[2] + q - growth * p]
    return tails


def test_powers_and_products(rng):
    for _ in range(40):
        laws = [random_law(rng, rng.randint(2, 4)) for _ in range(2)]
        counts = [rng.randint(1, 3), rng.randint(1, 2)]
        growth = Fraction(rng.randint(1, 40), rng.randint(1, 40))
        every = [law for law, n in zip(laws, counts, strict=True) for _ in range(n)]
        with ctx.workprec(160):
            atoms = combined(
                power([((ball(q) / ball(p)).log(), ball(p), ball(q)) for p, q in law], n)
                for law, n in zip(laws, counts, strict=True)
            )
            tail = FiniteTails(atoms).tail(ball(growth).log())
            for enclosure, exact in zip(tail, enumerated(every, growth), strict=True):
                assert holds(enclosure, exact)
            assert tail.delta.rad() < 1e-40


def test_lines(rng):
    """Losses log 2 times whole numbers: ratios that are powers of 2."""
    for _ in range(20):
        laws = []
        for _ in range(rng.randint(1, 3)):
            ratios = sorted({Fraction(2) ** rng.randint(-2, 3) for _ in range(4)}, reverse=True)
            masses = [Fraction(rng.randint(1, 9)) for _ in ratios]
            total = sum(masses)
            laws.append(
                [(m / total / r, m / total, r) for m, r in zip(masses, ratios, strict=True)]
            )
        growth = Fraction(rng.randint(1, 40), rng.randint(1, 40))
        counts = [rng.randint(1, 2) for _ in laws]
        every = []
        for law, n in zip(laws, counts, strict=True):
            every += [[(p, q) for p, q, _ in law]] * n
        with ctx.workprec(160):
            step = arb(2).log()
            top = sum(
                (n * ball(law[0][2]).log() for law, n in zip(laws, counts, strict=True)), arb(0)
            )
            factors = []
            for law, n in zip(laws, counts, strict=True):
                places = [(law[0][2] / r).numerator.bit_length() - 1 for _, _, r in law]
                masses = [ball(q) for _, q, _ in law]
                factors.append((list(zip(places, masses, strict=True)), n))
            tail = FiniteTails(on_line(top, step, factors)).tail(ball(growth).log())
            for enclosure, exact in zip(tail, enumerated(every, growth), strict=True):
                assert holds(enclosure, exact)
            assert tail.delta.rad() < 1e-40


def test_undecided_atoms_keep_the_profile_narrow():
    with ctx.workprec(128):
        half, loss = arb(1) / 2, arb(3).log()
        law = FiniteTails([(loss, half / 3, half), (-loss, half * 3, half)])
        blurred = loss + arb(0, 1) * arb(2) ** -100
        tail = law.tail(blurred)
        assert tail.q.contains(0)
        assert tail.q.contains(half)
        assert 0 <= tail.delta.upper() < 1e-28


def test_thousands_of_atoms_and_few_factors(rng):
    """Masses add up to 1, however the powers are taken."""
    with ctx.workprec(128):
        for size, n in ((3000, 1), (300, 2), (40, 3), (2, 500)):
            p, q = ([arb(rng.randint(1, 9)) for _ in range(size)] for _ in range(2))
            p, q = ([x / sum(masses, arb(0)) for x in masses] for masses in (p, q))
            law = [((b / a).log(), a, b) for a, b in zip(p, q, strict=True)]
            atoms = power(law, n)
            assert len(atoms) == math.comb(size + n - 1, n)
            for i in (1, 2):
                assert sum((atom[i] for atom in atoms), arb(0)).overlaps(arb(1))
