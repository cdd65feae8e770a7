"""The transform on a line against closed forms, published digits and identities."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import mpmath as mp
import pytest
from flint import acb, arb, ctx
from sympy import Integer, Rational

from fdp_sym.balls.refine import constant
from fdp_sym.balls.subsampled_moments import Samples, decay, harmonic_decay, real_moment
from fdp_sym.balls.transform import TransformLoss
from fdp_sym.balls.transform_line import Factor, LineSum
from fdp_sym.balls.transform_plan import FloatFactor, FloatLoss

BITS = 144


def tail(factors, x, normal=0, bits=BITS):
    law = TransformLoss(
        [(1 / Rational(s), Rational(q), k, sign) for s, q, k, sign in factors], Rational(normal)
    )
    with ctx.workprec(bits):
        return law.tail(constant(Rational(x)))


def holds(ball, text, digits):
    """Whether the ball is narrow and holds a number with these leading digits."""
    value = arb(text)
    unit = abs(value) * arb(10) ** (1 - digits)
    return ball.rel_accuracy_bits() > 3.3 * (digits - 3) and ball.overlaps(
        value + (-unit).union(unit)
    )


# sigma, q, k, eps, profile: computed by an independent program with two contours each
REFERENCE = [
    (1, "1/100", 1000, 1, "0.002612420578626923815571174268811966", 31),
    ("4/5", "1/100", 1000, 2, "8.6920029606695948177363365744925e-4", 31),
    (1, "1/100", 10**6, 50, "0.993813406863635653073999903680", 29),
    (2, "1/50", 100, "1/2", "4.954555646424482683467546603874406e-7", 31),
]


@pytest.mark.parametrize(("sigma", "q", "k", "eps", "value", "digits"), REFERENCE)
def test_reference(sigma, q, k, eps, value, digits):
    with ctx.workprec(BITS):
        assert holds(tail([(sigma, q, k, 1)], eps).delta, value, digits)


def moment(mu, q, a):
    """By quadrature."""
    mu, q = mp.mpf(mu), mp.mpf(q)

    def integrand(z):
        return mp.npdf(z) * (1 - q + q * mp.exp(mu * z - mu**2 / 2)) ** a

    top = max(0, mu * mp.re(a))
    return mp.quad(integrand, [-16, -4, 0, top / 2, top + 1, top + 5, top + 16])


@mp.workdps(40)
def test_moments():
    rng = random.Random(1)
    for _ in range(6):
        mu, q = rng.choice([0.25, 0.5, 1, 2]), rng.choice([0.5, 0.0625, 2**-10])
        alpha, t = rng.choice([-3.5, -0.5, 0.5, 1, 2.25, 8]), rng.choice([0.5, 2, 5])
        with ctx.workprec(120):
            samples = Samples(arb(mu), arb(q), arb(alpha), 2 * t, 70.0)
            value = samples.line(arb(t) / 8, 17)[8]
            exact = moment(mu, q, mp.mpc(alpha, t))
            difference = value - acb(str(exact.real), str(exact.imag))
            assert value.rad() < 1e-25 * samples.real.mid()
            assert (difference + acb(arb(0, 1e-30), arb(0, 1e-30))).contains(0)
            assert (
                abs(real_moment(arb(mu), arb(q), arb(alpha)) - arb(str(moment(mu, q, alpha))))
                < 1e-25
            )


@mp.workdps(40)
def test_decay_bounds():
    rng = random.Random(2)
    for _ in range(6):
        mu, q = rng.choice([0.5, 1, 2]), rng.choice([0.5, 2**-6])
        alpha, t = rng.choice([-2.5, 1, 3]), rng.choice([0.5, 4, 10])
        size = abs(moment(mu, q, mp.mpc(alpha, t)))
        whole = moment(mu, q, alpha)
        with ctx.workprec(80):
            numbers = arb(mu), arb(q), arb(alpha)
            for theta in (0.1, 0.7, 1.4):
                bound = decay(*numbers, arb(t), theta, float(mp.log(size / whole)))
                assert bound > arb(str(size))
                # it is an integral of a positive function, not a crude estimate
                most = mp.exp(theta**2 / mu**2 / 2) * mp.cos(theta / 2) ** min(alpha, 0)
                assert bound < arb(str(1.001 * most * whole))
            assert harmonic_decay(*numbers) > arb(str(t * size))


def closed(sigma, q, eps, sign):
    """The profile for k = 1."""
    mu, q, growth = 1 / mp.mpf(sigma), mp.mpf(q), mp.exp(eps)
    if sign < 0:
        return 1 - growth + growth * closed(sigma, q, -eps, 1)
    if growth <= 1 - q:
        return 1 - growth
    inner = mp.log((growth - 1 + q) / q)
    upper, lower = (mp.ncdf(-inner / mu + side * mu / 2) for side in (1, -1))
    return (1 - q - growth) * lower + q * upper


@pytest.mark.parametrize("sign", [1, -1])
@mp.workdps(40)
def test_one_factor(sign):
    """For k = 1 the line is long, so that only few digits are asked for."""
    for sigma, q, eps in ((2, 0.5, 0.25), (2, 0.5, -0.125), (3, 0.25, 0.0625)):
        ball = tail([(sigma, q, 1, sign)], eps, bits=70).delta
        with mp.workdps(30), ctx.workprec(90):
            assert holds(ball, mp.nstr(closed(sigma, q, eps, sign), 25), 10)


@mp.workdps(40)
def test_normal_limit_of_a_product():
    """One factor beside a Gaussian, by quadrature over the factor."""
    sigma, q, mu, eps = 1, mp.mpf(1) / 4, mp.mpf(1), mp.mpf(1) / 2

    def integrand(z):
        y = z - mp.mpf(1) / 2
        ratio = 1 - q + q * mp.exp(y)
        x = eps - mp.log(ratio)
        profile = mp.ncdf(mu / 2 - x / mu) - mp.exp(x) * mp.ncdf(-mu / 2 - x / mu)
        return mp.npdf(z) * ratio * profile

    exact = mp.quad(integrand, range(-14, 16, 2))
    with ctx.workprec(BITS):
        assert holds(tail([(sigma, "1/4", 1, 1)], "1/2", 1).delta, mp.nstr(exact, 32), 30)


def test_reversal():
    """delta(x) = 1 - e^x + e^x delta_rev(-x), and the tails likewise, for random products."""
    rng = random.Random(3)
    for _ in range(4):
        factors = [
            (rng.choice(["1/2", 1, 2]), rng.choice(["1/10", "1/50"]), rng.randint(150, 3000), s)
            for s in rng.choice([(1,), (1, -1), (1, 1)])
        ]
        normal = rng.choice([0, "1/2"])
        x = Rational(rng.randint(-8, 16), 8)
        first = tail(factors, x, normal)
        second = tail([(*f[:3], -f[3]) for f in factors], -x, normal)
        with ctx.workprec(BITS):
            growth = constant(x).exp()
            for difference in (
                first.delta - (1 - growth + growth * second.delta),
                first.q - (1 - second.p),
                first.p - (1 - second.q),
            ):
                assert difference.contains(0)
                assert abs(difference) < 1e-28 * growth.max(arb(1))


def test_monotone():
    law = TransformLoss([(Integer(1), Rational(1, 100), 1000, 1)], Integer(0))
    with ctx.workprec(BITS):
        tails = [law.tail(arb(x) / 4) for x in range(-4, 12)]
    for before, after in pairwise(tails):
        assert all(a > b for a, b in zip(before, after, strict=True))
        assert before.delta.rel_accuracy_bits() > 100
    powers = [tail([(1, "1/100", k, 1)], 1).delta for k in (200, 300, 500, 1000)]
    assert all(a < b for a, b in pairwise(powers))


def test_far_below_the_bulk():
    """Where Markov's inequality is enough, against a sum at the same precision and near by."""
    for factors, normal, x in (
        ([(1, "1/100", 1000, 1)], 0, -8),
        ([(1, "1/100", 1000, -1)], 0, -20),
        ([(2, "1/10", 10**6, 1)], 0, 1),
        ([(2, "1/10", 10**6, 1)], 1, 1),
    ):
        law = TransformLoss(
            [(1 / Rational(s), Rational(q), k, sign) for s, q, k, sign in factors], Integer(normal)
        )
        with ctx.workprec(60):
            short = law.tail(arb(x))
            assert law._last is None
        with ctx.workprec(160):
            law._near_one = lambda x: None
            for one, two in zip(short, law.tail(arb(x)), strict=True):
                assert one.overlaps(two)
            assert short.delta.rel_accuracy_bits() > 55


def test_ends_of_bounded_losses():
    assert tail([(1, "1/100", 5, 1)], -1).delta.overlaps(-arb(-1).expm1())
    assert tail([(1, "1/100", 5, -1)], 1).delta == 0


def line_sum(plan, depth=80.0):
    with ctx.workprec(180):
        factor = Factor(arb(1), arb("0.01"), 1000, 1)
        return LineSum([factor], arb(0), plan, depth).tail(arb(1))


PLAN = FloatLoss([FloatFactor(1.0, 0.01, 1000, 1)], 0.0).line(1.0, 80.0)
VALUE = "0.002612420578626923815571174268811966"


def test_poor_plans_are_wide_and_right():
    """Whatever the plan, the enclosure holds the truth: its width pays for the plan."""
    right = line_sum(PLAN).delta
    assert right.rel_accuracy_bits() > 100
    for change in (
        {"h": 1.5 * PLAN.h, "count": PLAN.count},
        {"count": PLAN.count // 2},
        {"c": PLAN.c / 3},
        {"h": 3 * PLAN.h, "count": PLAN.count // 3},
    ):
        other = line_sum(replace(PLAN, **change)).delta
        assert other.rel_accuracy_bits() < right.rel_accuracy_bits()
        assert other.overlaps(right)


@pytest.mark.parametrize("omitted", ["aliases", "end", "bracket"])
def test_omitted_bounds_are_noticed(omitted, monkeypatch):
    """Without any one of the three parts of the error the enclosure misses the truth."""
    plan = PLAN
    right = line_sum(plan).delta
    if omitted == "aliases":
        plan = replace(PLAN, h=2.5 * PLAN.h)
        monkeypatch.setattr(LineSum, "_real", lambda self, s: arb(0))
    elif omitted == "end":
        plan = replace(PLAN, count=PLAN.count // 3)
        monkeypatch.setattr(LineSum, "_ends", lambda self: (arb(0), arb(0)))
    assert line_sum(replace(plan)).delta.overlaps(right) is False or omitted == "bracket"
    monkeypatch.undo()
    if omitted == "bracket":
        with ctx.workprec(180):
            period = 2 * arb.pi() / PLAN.h
            known = (
                1 / (period * PLAN.c).expm1() - arb(1).exp() / (period * (1 + arb(PLAN.c))).expm1()
            )
            assert known > 1e-12
            assert not (right + known).overlaps(arb(VALUE))
