"""The transform on a hyperbola against closed forms, quadrature, published digits and the line."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import mpmath as mp
import pytest
from flint import acb, arb, ctx
from sympy import Integer, Rational

from fdp_sym.balls.hyperbola_plan import hyperbola_plan
from fdp_sym.balls.refine import constant
from fdp_sym.balls.subsampled_float import FloatRay
from fdp_sym.balls.subsampled_rays import Ray, RayBound, RayCells
from fdp_sym.balls.transform import TransformLoss
from fdp_sym.balls.transform_hyperbola import HyperbolaSum
from fdp_sym.balls.transform_line import Factor, LineSum
from fdp_sym.balls.transform_plan import FloatFactor, FloatLoss


def tail(factors, x, bits=144):
    law = TransformLoss(
        [(1 / Rational(s), Rational(q), k, sign) for s, q, k, sign in factors], Integer(0)
    )
    with ctx.workprec(bits):
        return law.tail(constant(Rational(x)))


def hyperbola(sigma, q, k, x, depth, **changes):
    mu, q, x = 1 / Rational(sigma), Rational(q), Rational(x)
    loss = FloatLoss([FloatFactor(float(mu), float(q), k, 1)], 0.0)
    plan = replace(hyperbola_plan(loss, float(x), depth), **changes)
    with ctx.workprec(int(1.5 * (depth + plan.excess)) + 40):
        factor = Factor(constant(mu), constant(q), k, 1)
        return HyperbolaSum([factor], plan).tail(constant(x)), plan


def holds(ball, text, digits):
    """Whether the ball is narrow and holds a number with these leading digits."""
    value = arb(text)
    unit = abs(value) * arb(10) ** (1 - digits)
    return ball.rel_accuracy_bits() > 3.3 * (digits - 3) and ball.overlaps(
        value + (-unit).union(unit)
    )


# sigma, q, k, eps, profile: computed by an independent program, the first from the closed form
REFERENCE = [
    (1, "1/100", 1, 1, "2.732009261546131135691685695543583e-9"),
    (1, "1/100", 2, 1, "5.5084113889623453009825964378e-9"),
    ("4/5", "1/1000", 2, 0, "7.5259307301977038428971660885751e-4"),
    ("4/5", "1/100", 10, 1, "6.1007085157254422705718330836e-6"),
    (1, "1/1000", 10, "1/2", "1.571725673400174366373614450794943e-12"),
    (1, "1/100", 30, 1, "1.04294220031549956083162601788e-7"),
    (1, "1/1000", 100, "1/2", "1.6090791490971451743762831541237330e-11"),
]


@pytest.mark.parametrize(("sigma", "q", "k", "eps", "value"), REFERENCE)
def test_reference(sigma, q, k, eps, value):
    with ctx.workprec(144):
        assert holds(tail([(sigma, q, k, 1)], eps).delta, value, 27)


def test_reference_in_the_direction_add():
    for k, eps, value in (
        (10, "1/100", "0.009823633405341612996902120153455"),
        (30, "1/10", "7.0944140828116145405801519872028e-4"),
    ):
        with ctx.workprec(144):
            assert holds(tail([(1, "1/100", k, -1)], eps).delta, value, 27)


def test_lines_and_hyperbolas_agree():
    for sigma, q, k, x in ((2, "1/50", 100, "1/2"), (1, "1/100", 300, 1), (3, "1/10", 20, 1)):
        mu, rate = 1 / Rational(sigma), Rational(q)
        loss = FloatLoss([FloatFactor(float(mu), float(rate), k, 1)], 0.0)
        plan = loss.line(float(Rational(x)), 40.0)
        with ctx.workprec(120):
            factor = Factor(constant(mu), constant(rate), k, 1)
            line = LineSum([factor], arb(0), plan, 40.0).tail(constant(Rational(x)))
            for one, two in zip(line, hyperbola(sigma, q, k, x, 40.0)[0], strict=True):
                assert one.overlaps(two)
                assert min(one.rel_accuracy_bits(), two.rel_accuracy_bits()) > 45


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


@pytest.mark.parametrize("seed", range(6))
@mp.workdps(30)
def test_one_factor(seed):
    rng = random.Random(seed)
    sigma, q = rng.choice([0.5, 1, 2, 3]), rng.choice([2**-9, 2**-5, 0.25])
    eps, sign = rng.choice([-0.125, 0, 0.125, 0.5]), rng.choice([1, -1])
    ball = tail([(sigma, q, 1, sign)], eps, bits=100).delta
    value = closed(sigma, q, mp.mpf(eps), sign)
    if value == 0:
        assert ball == 0
        return
    with mp.workdps(40), ctx.workprec(144):
        text = mp.nstr(closed(sigma, q, mp.mpf(eps), sign), 34)
        assert (ball - arb(text)).overlaps(abs(arb(text)) * arb(0, 1e-30))
        assert ball.rad() < 1e-16


@pytest.mark.parametrize("seed", range(4))
@mp.workdps(30)
def test_two_factors(seed):
    """delta_2(x) is the mean of delta_1(x - L), by quadrature."""
    rng = random.Random(seed)
    first, second = ((rng.choice([0.75, 1, 1.5]), rng.choice([0.125, 2**-5])) for _ in range(2))
    if seed % 2:
        second = first
    x = rng.choice([-0.0625, 0.25, 1])
    mu, q = 1 / mp.mpf(first[0]), mp.mpf(first[1])

    def integrand(z):
        ratio = 1 - q + q * mp.exp(mu * z - mu**2 / 2)
        return mp.npdf(z) * ratio * closed(*second, x - mp.log(ratio), 1)

    # the profile has a kink of all orders where x - L reaches the least loss
    growth = mp.exp(x) / (1 - mp.mpf(second[1]))
    points = list(range(-12, 15, 2))
    if growth > 1 - q:
        points.append((mp.log((growth - 1 + q) / q) + mu**2 / 2) / mu)
    value = mp.quad(integrand, sorted(points))
    parts = [(*first, 1, 1), (*second, 1, 1)] if first != second else [(*first, 2, 1)]
    with ctx.workprec(100):
        assert holds(tail(parts, x, bits=90).delta, mp.nstr(value, 20), 14)


def test_reversal():
    """delta at negative eps, by the profile of the reversed pair, computed in balls of its own."""
    for sigma, q, k, x in ((1, "1/20", 5, "1/8"), (2, "1/10", 12, "1/4")):
        first = tail([(sigma, q, k, 1)], -Rational(x), bits=100)
        second = tail([(sigma, q, k, -1)], x, bits=100)
        with ctx.workprec(100):
            growth = (-constant(Rational(x))).exp()
            difference = first.delta - (1 - growth + growth * second.delta)
            assert difference.contains(0)
            assert abs(difference) < 1e-18


def test_monotone():
    law = TransformLoss([(Rational(1), Rational(1, 100), 5, 1)], Integer(0))
    with ctx.workprec(90):
        tails = [law.tail(arb(x) / 8) for x in range(4)]
    assert all(all(a > b for a, b in zip(*pair, strict=True)) for pair in pairwise(tails))
    powers = [tail([(1, "1/100", k, 1)], "1/2", bits=90).delta for k in (1, 2, 5)]
    assert powers[0] < powers[1] < powers[2]


# -- the parts ----------------------------------------------------------------------------------


def path(mu, q, beta, psi):
    """phi(z) z' and w as functions of nu, by the formulas on the real line continued."""

    def integrand(s):
        def value(nu):
            v = mp.log1p(mp.expj(psi) * mp.exp(nu))
            w = mp.expj(beta) * v
            slope = mp.expj(beta) / (1 + mp.expj(-psi) * mp.exp(-nu)) / (-mp.expm1(-w)) / mu
            z = (w + mp.log(-mp.expm1(-w)) - mp.log(q / (1 - q))) / mu + mu / 2
            return mp.npdf(0) * mp.exp(-z * z / 2 + (1 + s) * w) * slope

        return value

    return integrand


def transform(mu, q, s):
    """The transform with losses counted from the least one, on the real line."""

    def value(z):
        ratio = 1 - q + q * mp.exp(mu * z - mu**2 / 2)
        return mp.npdf(z) * (ratio / (1 - q)) ** (1 + s)

    return mp.quad(value, range(-13, 22))


@mp.workdps(18)
def test_paths_and_bounds():
    """The transform is the same on all paths, and below all bounds."""
    rng = random.Random(4)
    for _ in range(2):
        mu, q = rng.choice([0.75, 1.0, 1.5]), rng.choice([0.0625, 0.25])
        beta, psi = rng.choice([0.2, 0.5]), rng.choice([0.0, 0.6, 2.2])
        s = mp.mpc(rng.uniform(0.1, 3), rng.uniform(0, 4))
        value = transform(mu, q, s)
        points = range(-30, 46, 4)
        assert abs(mp.quad(path(mu, q, beta, psi)(s), points) - value) < 1e-10 * abs(value)
        turned = (1 + s) * mp.expj(beta)
        lam = arb(str(turned.real))
        with ctx.workprec(64):
            sharp = RayBound(arb(mu), arb(q), beta, 10.0)(lam)
            assert sharp > arb(str(abs(value)))
            exact = mp.quad(lambda nu: abs(path(mu, q, beta, 0.0)(s)(nu)), points)  # noqa: B023
            assert abs(sharp / arb(str(exact)) - 1) < 1e-5
            plan = FloatRay(mu, q, beta, psi, 10.0).range(0.0, 40.0)
            cells = RayCells([Ray(arb(mu), arb(q), beta, psi)], *plan)
            crude = cells.integral(lam, lam, arb(str(turned.imag)))
            exact = mp.quad(lambda nu: abs(path(mu, q, beta, psi)(s)(nu)), points)  # noqa: B023
            assert arb(str(exact)) < crude
            assert crude < 1000 * arb(str(exact))


def test_ends_decay_as_claimed():
    """The log-derivatives beyond the ends against differences of the integrand."""
    for mu, q, beta, psi in ((1.0, 0.01, 0.36, 1.1), (0.5, 0.1, 0.2, 2.3), (2.0, 0.3, 0.7, 0.0)):
        ray = Ray(arb(mu), arb(q), beta, psi)
        first, last = FloatRay(mu, q, beta, psi, 4.0).range(0.0, 40.0)
        for lam in (0, 4):
            for start, slope, side in (
                (first, ray.left_slope(arb(first), arb(4)), -1),
                (last, ray.right_slope(arb(last), arb(4)), 1),
            ):
                assert slope > 0
                sizes = []
                for j in range(40):
                    _, size, v = ray.at(arb(start) + side * arb(j) / 8)
                    sizes.append((size + lam * v).real)
                assert all(a - b > slope / 8 for a, b in pairwise(sizes))


def test_poor_plans_are_wide_and_right():
    right, plan = hyperbola(1, "1/100", 10, 1, 40.0)
    (inner,) = plan.inner
    for change in (
        {"h": 1.5 * plan.h, "count": plan.count // 2},
        {"inner": (replace(inner, h=1.5 * inner.h),)},
        {"inner": (replace(inner, first=inner.first + 8),)},
        {"inner": (replace(inner, last=inner.last - 4),)},
    ):
        other, _ = hyperbola(1, "1/100", 10, 1, 40.0, **change)
        assert not other.delta.is_finite() or other.delta.overlaps(right.delta)
        assert other.delta.rel_accuracy_bits() < right.delta.rel_accuracy_bits()


@pytest.mark.parametrize("omitted", ["step", "nodes", "end"])
def test_omitted_bounds_are_noticed(omitted, monkeypatch):
    """Without any one part of the error the enclosure misses the truth."""
    right, plan = hyperbola(1, "1/100", 10, 1, 40.0)
    (inner,) = plan.inner
    change = {"h": 2.5 * plan.h, "count": int(plan.count / 2.5)}
    if omitted == "step":
        monkeypatch.setattr(HyperbolaSum, "_cells", lambda self: [])
        monkeypatch.setattr(HyperbolaSum, "_left", lambda self: (arb(0), arb(0)))
        monkeypatch.setattr(HyperbolaSum, "_beyond", lambda self, *_: (arb(0), arb(0)))
    elif omitted == "nodes":
        change = {"inner": (replace(inner, h=2.5 * inner.h),)}
        monkeypatch.setattr(HyperbolaSum, "_inner_error", lambda self, *_: arb(0))
    else:
        change = {"count": plan.count * 2 // 3}
        monkeypatch.setattr(HyperbolaSum, "_beyond", lambda self, *_: (arb(0), arb(0)))
    broken, _ = hyperbola(1, "1/100", 10, 1, 40.0, **change)
    assert broken.delta.is_finite()
    assert not broken.delta.overlaps(right.delta)


@mp.workdps(30)
def test_nodes_are_enclosed():
    """The transform at a node, by quadrature."""
    with ctx.workprec(120):
        _, plan = hyperbola(1, "1/100", 1, 1, 40.0)
        terms = HyperbolaSum([Factor(arb(1), arb(1) / 100, 1, 1)], plan)
        for j in (0, 7, 20):
            s = terms.nodes[j][0]
            point = mp.mpc(*(mp.mpf(part.mid().str(30, radius=False)) for part in (s.real, s.imag)))
            value = transform(mp.mpf(1), mp.mpf(1) / 100, point) * (1 - mp.mpf(1) / 100)
            ball = acb(arb(str(value.real), 1e-17), arb(str(value.imag), 1e-17))
            assert terms.values[j].overlaps(ball)
            assert terms.values[j].rad() < 1e-15


def sampled_profile(x, mu, q, sign):
    """The closed form: the mixture exceeds e^x where z is large, "add" by the reversed pair."""
    if sign < 0:
        return 1 - mp.exp(x) + mp.exp(x) * sampled_profile(-x, mu, q, 1)
    if mp.exp(x) <= 1 - q:
        return 1 - mp.exp(x)
    z = mp.log((mp.exp(x) - 1 + q) / q) / mu + mu / 2
    return q * mp.ncdf(mu - z) - (mp.exp(x) - 1 + q) * mp.ncdf(-z)


def remove_and_add(x, mu, q, nu, r):
    """The integral of the profile of "add" over the loss of "remove"."""

    def integrand(z):
        ratio = 1 - q + q * mp.exp(mu * z - mu**2 / 2)
        return mp.npdf(z) * ratio * sampled_profile(x - mp.log(ratio), nu, r, -1)

    ends = [-14, -6, -3, 0, 3, 6, 9, 14]
    if mp.exp(x) * (1 - r) > 1 - q:  # from there on the profile of "add" is not 0
        bend = mp.log((mp.exp(x) * (1 - r) - 1 + q) / q) / mu + mu / 2
        ends = sorted([*(e for e in ends if e > bend), bend])
    return mp.quad(integrand, ends)


@pytest.mark.parametrize(
    ("sigma", "q", "tau", "r", "x"),
    [
        (1, "1/100", 1, "1/100", "1/10"),
        (1, "1/100", 1, "1/100", "0"),
        (2, "1/10", "4/5", "1/50", "-1/20"),
        ("1/2", "1/1000", 1, "1/5", "1/100"),
        (1, "1/5", 2, "1/20", "3/2"),
        (2, "3/10", 1, "2/5", "-1"),
    ],
)
def test_both_directions_against_quadrature(sigma, q, tau, r, x):
    with mp.workdps(30):
        numbers = [mp.mpf(Rational(v).p) / Rational(v).q for v in (sigma, q, tau, r, x)]
        s, rate, t, other, point = numbers
        expected = remove_and_add(point, 1 / s, rate, 1 / t, other)
    ball = tail([(sigma, q, 1, 1), (tau, r, 1, -1)], x).delta
    with ctx.workprec(144):
        assert ball.rel_accuracy_bits() > 100
        assert abs(ball / arb(mp.nstr(expected, 25)) - 1) < 1e-15


def test_both_directions_on_a_line():
    """A line needs no ends of losses, and large powers."""
    factors = [(1, Rational(1, 10), 40, 1), (1, Rational(1, 20), 60, -1)]
    for x in ("-1/3", "2/3"):
        ball = tail(factors, x)
        loss = TransformLoss([(Integer(1), q, k, sign) for _, q, k, sign in factors], Integer(0))
        loss.is_pure = False
        with ctx.workprec(144):
            other = loss.tail(constant(Rational(x)))
            for one, two in zip(ball, other, strict=True):
                assert one.overlaps(two)
                assert min(one.rel_accuracy_bits(), two.rel_accuracy_bits()) > 90


@pytest.mark.slow
def test_tails_of_both_directions():
    """P(L > x) by a difference quotient of the profile, at the sum of the ends of the losses."""
    factors = [(1, "1/100", 1, 1), (1, "1/100", 1, -1)]
    h = Rational(1, 10**12)
    before, after = (tail(factors, step).delta for step in (-h, h))
    middle = tail(factors, 0)
    with ctx.workprec(144):
        slope = (after - before) / (2 * constant(h))
        assert middle.p.rel_accuracy_bits() > 60
        assert abs(-slope / middle.p - 1) < 1e-9
        assert (middle.q - middle.p - middle.delta).contains(0)


@pytest.mark.parametrize(("mu", "eps"), [(1e-6, 0.0), (1e-6, 1e-7), (10.0, 1e5), (100.0, 1e5)])
def test_plans_stay_small_for_tiny_and_large_noise(mu, eps):
    loss = FloatLoss([FloatFactor(mu, 0.5, 3, 1)], 0.0)
    s, right = loss._right(eps)
    z, _, _ = loss.factors[0].grid(1 + float(s[-1]))
    assert len(z) < 150_000
    assert len(s) == len(right)
