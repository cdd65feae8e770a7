"""Laplace powers against convolutions done by mpmath, and against the term-wise route."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import mpmath as mp
import pytest
from flint import arb, ctx, fmpq

from fdp_sym.balls import laplace_powers
from fdp_sym.balls.half_exponential import HalfExponentialLoss, HalfExponentialPower
from fdp_sym.balls.laplace_powers import LaplacePower


def irwin_hall(c, t):
    """The density at t of a sum of c uniform variables on (-1, 1)."""
    terms = [
        (-1) ** j * comb(c, j) * (t + c - 2 * j) ** (c - 1) for j in range(c + 1) if t + c > 2 * j
    ]
    return mp.fsum(terms) / (mp.factorial(c - 1) * 2**c)


@lru_cache
def convolved(k, mu, x):
    """Q(L > x), P(L > x) and the profile: a atoms up, b down and c uniform parts, integrated."""
    mu, x = mp.mpf(mu), mp.mpf(x)
    q = p = mp.mpf(0)
    for a in range(k + 1):
        for b in range(k + 1 - a):
            c = k - a - b
            ways = mp.factorial(k) / (mp.factorial(a) * mp.factorial(b) * mp.factorial(c))
            weight = ways / mp.mpf(2) ** k
            shift = (a - b) * mu
            if c == 0:
                if shift > x:
                    q += weight * mp.exp((shift - k * mu) / 2)
                    p += weight * mp.exp((-shift - k * mu) / 2)
                continue
            start = max((x - shift) / mu, mp.mpf(-c))
            knots = [start, *(t for t in range(-c, c + 1, 2) if t > start)]
            if start >= c:
                continue
            # the density 1/4 on (-mu, mu) of each part has the mass mu/2
            weight *= mu**c
            for sign in (1, -1):
                total = mp.quad(
                    lambda t, c=c, sign=sign, shift=shift: (
                        irwin_hall(c, t) * mp.exp((sign * (shift + t * mu) - k * mu) / 2)
                    ),
                    knots,
                )
                q, p = (q + weight * total, p) if sign > 0 else (q, p + weight * total)
    return q, p, q - mp.exp(x) * p


POINTS = [(1, 1, 0.5), (2, 0.5, 0.25), (3, 1, -1.5), (4, 0.75, 2), (5, 2, 0.125), (6, 0.5, 1.25)]


def term_by_term(*factors):
    return HalfExponentialLoss(
        [HalfExponentialPower(mu, arb(1), (-mu / 2).exp() / 2, k) for mu, k in factors]
    )


@pytest.mark.parametrize(("k", "mu", "x"), POINTS)
@pytest.mark.parametrize("law", [LaplacePower, lambda k, mu: term_by_term((mu, k))])
def test_tails_against_convolution(k, mu, x, law):
    with mp.workdps(30), ctx.workprec(256):
        tail = law(k, arb(mu)).tail(arb(x))
        for ball, value in zip(tail, convolved(k, mu, x), strict=True):
            assert abs(ball - arb(mp.nstr(value, 28))) < 1e-24
            assert ball.rel_accuracy_bits() > 120


def test_the_two_routes_overlap(rng):
    with ctx.workprec(600):
        for _ in range(30):
            k, mu = rng.randint(1, 25), arb(rng.randint(1, 40)) / rng.randint(1, 40)
            x = rng.uniform(-1.1, 1.1) * k * float(mu)
            split = rng.randint(0, k)
            first = LaplacePower(k, mu).tail(arb(x))
            second = term_by_term((mu, split), (mu, k - split)).tail(arb(x))
            for a, b in zip(first, second, strict=True):
                assert a.overlaps(b)
                assert min(a.rel_one_accuracy_bits(), b.rel_one_accuracy_bits()) > 100


def test_ends_and_ties():
    with ctx.workprec(300):
        law = LaplacePower(4, arb(1) / 2)
        assert law.tail(arb(2)) == (0, 0, 0)
        assert law.tail(arb(3)).delta == 0
        below = law.tail(arb(-3))
        assert (below.q, below.p) == (1, 1)
        assert below.delta.overlaps(1 - arb(-3).exp())
        around = law.tail(arb(1) + arb(0, 1) * arb(2) ** -280)
        exact, left, right = (law.tail(arb(x)) for x in (1, 1 - 2**-30, 1 + 2**-30))
        assert around.delta.overlaps(exact.delta)
        assert around.delta.rel_accuracy_bits() > 200
        assert around.q.contains(exact.q)
        assert right.delta < around.delta < left.delta


@pytest.mark.parametrize("points", [2, 5, 11, 24])
@pytest.mark.parametrize(("k", "mu", "x"), [(4, 0.75, 2), (5, 2, 0.125), (6, 0.5, 1.25)])
def test_aliases_are_bounded(k, mu, x, points, monkeypatch):
    """With too few points on the circle the answer is wide, and still right."""
    plan = laplace_powers._plan
    monkeypatch.setattr(
        laplace_powers, "_plan", lambda *given: plan(*given)._replace(points=points)
    )
    with mp.workdps(30), ctx.workprec(128):
        tail = LaplacePower(k, arb(mu)).tail(arb(x))
        for ball, value in zip(tail, convolved(k, mu, x), strict=True):
            assert ball.contains(arb(mp.nstr(value, 25)) + arb(0, 1e-24))
            assert ball.rad() > 1e-30


@pytest.mark.parametrize(
    ("k", "mu", "x"),
    [
        (150, (1, 10), (3, 1)),
        (90, (1, 1), (70, 1)),
        (60, (2, 1), (119, 1)),
        (80, (1, 999), (1, 20)),
    ],
)
def test_many_factors_in_two_ways(k, mu, x):
    """Little cancels on the circle, in the bulk and in far tails."""
    lost = laplace_powers.lost_bits(k, mu[0] / mu[1], x[0] / x[1])
    assert lost < 60
    answers = []
    for law, bits in ((LaplacePower, 100 + lost), (lambda k, mu: term_by_term((mu, k)), 900)):
        with ctx.workprec(bits):
            answers.append(law(k, arb(fmpq(*mu))).tail(arb(fmpq(*x))))
            assert answers[-1].delta.rel_accuracy_bits() > 70
    for a, b in zip(*answers, strict=True):
        assert a.overlaps(b)


@pytest.mark.parametrize("k", [2, 3, 5, 30])
def test_at_an_atom_both_answers_are_held(k):
    """The tails jump there by an atom, and the profile is continuous."""
    with ctx.workprec(400):
        law = LaplacePower(k, arb(1) / 10)
        for m in range(1, k):
            x = (k - 2 * m) * law.mu
            answer = law._with_or_without(m, x)
            without, included = law._tail(m, x), law._tail(m + 1, x)
            for held, low, high in zip(answer, without, included, strict=True):
                assert held.overlaps(low)
                assert held.overlaps(high)
            assert answer.delta.rad() < arb(10) ** -60
            jump = (included.q - without.q).mid()
            assert abs(2 * answer.q.rad() - jump) < jump / 10**6


@pytest.mark.parametrize("gap", [1e-30, 1e-200])
@pytest.mark.parametrize("k", [1, 2, 45])
def test_next_to_the_largest_loss(k, gap):
    """There all but the outermost atom is left out: delta is 2^-k (1 - exp(-gap)) and little more.

    The mass of losses strictly between, and its excess, are of second order in the gap.
    """
    with ctx.workprec(1500):
        delta = LaplacePower(k, arb(1)).tail(k - arb(gap)).delta
        first = arb(gap) / arb(2) ** k
        assert abs(delta / first - 1) < 1e-25
