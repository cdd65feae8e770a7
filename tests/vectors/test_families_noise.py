"""Laplace noise, replaced records and sampled Laplace noise again, by quadrature and by sums."""

from __future__ import annotations

from math import comb

import pytest
from exact_sums import agrees, crosses, ends, real
from mpmath import erfc, exp, log, mp, mpf, quad, sqrt

from fdp_sym.vectors import load


@pytest.fixture(autouse=True)
def precise():
    with mp.workdps(40):
        yield


def moved(v):
    return real(v.steps[0].sensitivity[v.relation])


def ratio(v):
    return moved(v) / real(v.steps[0].parameters["scale"])


def laplace_law(mu):
    """Atoms (loss, P-mass) and the density of the loss under P, the noise with the record."""
    return [(mu, mpf(1) / 2), (-mu, exp(-mu) / 2)], lambda x: exp((x - mu) / 2) / 4


def single_profile(mu, eps):
    """E_P (1 - e^(eps - L))_+ by quadrature."""
    atoms, density = laplace_law(mu)
    total = sum(p * (1 - exp(eps - x)) for x, p in atoms if x > eps)
    low = max(eps, -mu)
    return total + quad(lambda x: density(x) * (1 - exp(eps - x)), [low, mu]) if low < mu else total


def sum_density(n, mu, x):
    """The density of the sum of n uniform variables on [-mu, mu], by Irwin and Hall."""
    y = (x + n * mu) / (2 * mu)
    terms = ((-1) ** j * comb(n, j) * (y - j) ** (n - 1) for j in range(n + 1) if y > j)
    return sum(terms, mpf(0)) / mp.factorial(n - 1) / (2 * mu)


def composed_profile(mu, k, eps):
    """The sum over how many of the k losses are at the ends and how many are between."""
    total = mpf(0)
    for above in range(k + 1):
        for below in range(k + 1 - above):
            n = k - above - below
            ways = mp.factorial(k) / mp.factorial(above) / mp.factorial(below) / mp.factorial(n)
            weight = ways * mpf(2) ** (-above) * (exp(-mu) / 2) ** below
            at = (above - below) * mu
            if n == 0:
                total += weight * max(mpf(0), 1 - exp(eps - at))
                continue
            low = max(eps - at, -n * mu)
            if low >= n * mu:
                continue
            knots = [low, *(m * mu for m in range(-n, n + 1, 2) if m * mu > low)]
            # each of the n has the density exp((x - mu)/2)/4 = uniform density * mu exp(..)/2
            scale = weight * (mu / 2) ** n * exp(-n * mu / 2)

            def integrand(x, n=n, at=at):
                return sum_density(n, mu, x) * exp(x / 2) * (1 - exp(eps - at - x))

            total += scale * quad(integrand, knots)
    return total


def test_one_run_of_laplace_noise():
    seen = 0
    for family in ("laplace", "replace-one"):
        for v in load([family]):
            step = v.steps[0]
            if step.mechanism != "laplace" or step.count > 1 or step.sampling:
                continue
            mu = ratio(v)
            if v.quantity == "delta":
                assert agrees(v, single_profile(mu, real(v.at)), 30), v.id
            elif v.quantity == "epsilon" and v.at == "0":
                assert ends(v)[0] <= mu <= ends(v)[1]
            elif v.quantity == "epsilon":
                assert crosses(v, lambda eps, mu=mu: single_profile(mu, eps), 25), v.id
            else:
                # thresholds: F(F^-1(1 - alpha) - mu) with the distribution function F
                alpha = real(v.at)
                x = -log(2 * alpha) if alpha < 0.5 else log(2 * (1 - alpha)) if alpha < 1 else None
                x = mp.inf if alpha == 0 else x
                if x is None:
                    value = mpf(0)
                elif alpha == 0:
                    value = mpf(1)
                else:
                    y = x - mu
                    value = exp(y) / 2 if y < 0 else 1 - exp(-y) / 2
                assert agrees(v, value, 30), v.id
            seen += 1
    assert seen >= 70


def test_few_runs_of_laplace_noise():
    seen = 0
    for v in load(["laplace"]):
        step = v.steps[0]
        if step.count == 2 and v.quantity == "delta":
            assert agrees(v, composed_profile(ratio(v), 2, real(v.at)), 25), v.id
            seen += 1
    assert seen >= 6


@pytest.mark.slow
def test_ten_runs_of_laplace_noise():
    seen = 0
    for v in load(["laplace"]):
        if v.steps[0].count == 10 and v.quantity == "delta" and v.at == "1":
            assert agrees(v, composed_profile(ratio(v), 10, real(v.at)), 20), v.id
            seen += 1
    assert seen == 1


def test_published_value_of_laplace_noise():
    # scale 13.6, 20 runs: 9.350039e-5 by a program that works with doubles
    (v,) = (
        v
        for v in load(["laplace"])
        if v.steps[0].parameters["scale"] == "68/5" and v.quantity == "delta" and v.at == "1"
    )
    assert abs(ends(v)[0] / mpf("9.350039e-5") - 1) < 1e-6


def upper_tail(z):
    return erfc(z / sqrt(2)) / 2


def gaussian_profile(mu, eps):
    return upper_tail(eps / mu - mu / 2) - exp(eps) * upper_tail(eps / mu + mu / 2)


def test_replaced_records_of_gaussian_noise():
    seen = 0
    for v in load(["replace-one"]):
        step = v.steps[0]
        if step.mechanism != "gaussian" or step.sampling:
            continue
        mu = moved(v) / real(step.parameters["sigma"]) * sqrt(step.count)
        if v.quantity == "gdp":
            assert agrees(v, mu, 35)
        elif v.quantity == "delta":
            assert agrees(v, gaussian_profile(mu, real(v.at)), 30)
        elif v.quantity == "epsilon":
            assert crosses(v, lambda eps, mu=mu: gaussian_profile(mu, eps), 20), v.id
        else:
            continue
        seen += 1
    assert seen >= 25


def base_profile(v):
    """The profile without sampling."""
    step = v.steps[0]
    if step.mechanism == "gaussian":
        mu = moved(v) / real(step.parameters["sigma"])
        return lambda eps: gaussian_profile(mu, eps)
    return lambda eps: single_laplace(ratio(v), eps)


def single_laplace(mu, eps):
    """A quadrature in the outcome z instead of the loss: with the record N + mu, without it N."""

    def gain(z):
        return exp(-abs(z - mu)) / 2 - exp(eps - abs(z)) / 2

    if eps >= mu:
        return mpf(0)
    # the gain is positive from (mu + eps)/2 on
    return quad(gain, [(mu + eps) / 2, mu, mu + 5, mu + 20, mu + 60, mu + 110])


def test_samples_without_replacement_mix_the_base_with_its_neighbour():
    """For the mixture (1-p) Q + p P against Q: sup p P - (e^eps - 1 + p) Q, by the base profile."""
    seen = 0
    for v in load(["replace-one"]):
        if not v.steps[0].sampling or v.quantity == "tradeoff":
            continue
        p, base = real(v.steps[0].sampling["rate"]), base_profile(v)

        def profile(eps, p=p, base=base):
            return p * base(log((exp(eps) - 1 + p) / p))

        if v.quantity == "delta":
            assert agrees(v, profile(real(v.at)), 30), v.id
            seen += 1
        elif v.at != "0" and v.steps[0].mechanism == "gaussian":
            assert crosses(v, profile, 20), v.id
            seen += 1
    assert seen >= 60


def inverse(decreasing, alpha, high):
    return mp.findroot(lambda b: decreasing(b) - alpha, (mpf(0), high), solver="anderson")


def test_curves_of_samples_without_replacement_are_below_both_directions():
    """C_p is the hull of f_p and its inverse: one of them, or the line between."""
    seen = 0
    for v in load(["replace-one"]):
        step = v.steps[0]
        if not step.sampling or v.quantity != "tradeoff" or step.mechanism != "laplace":
            continue
        p, mu, alpha = real(step.sampling["rate"]), ratio(v), real(v.at)

        def curve(a, mu=mu):
            if a <= exp(-mu) / 2:
                return 1 - exp(mu) * a
            return exp(-mu) / (4 * a) if a <= 0.5 else exp(-mu) * (1 - a)

        def mixed(a, p=p, curve=curve):
            return p * curve(a) + (1 - p) * (1 - a)

        fixed = exp(-mu / 2) / 2
        if alpha <= fixed:
            value = mixed(alpha)
        elif alpha <= mixed(fixed):
            value = fixed + mixed(fixed) - alpha
        else:
            value = inverse(mixed, alpha, fixed)
        assert agrees(v, value, 25), v.id
        seen += 1
    assert seen >= 10


def poisson_profile(mu, q, direction, eps):
    """One run, by quadrature over the outcome."""

    def densities(z):
        base, record = exp(-abs(z)) / 2, exp(-abs(z - mu)) / 2
        mixture = (1 - q) * base + q * record
        return (mixture, base) if direction == "remove" else (base, mixture)

    def gain(z):
        p, r = densities(z)
        return p - exp(eps) * r

    # the ratio is monotone between 0 and mu and constant outside
    low, high = gain(mpf(0)), gain(mu)
    if max(low, high) <= 0:
        return mpf(0)
    if direction == "remove":
        start = mpf(0) if low >= 0 else mp.findroot(gain, (mpf(0), mu), solver="anderson")
        return quad(gain, [start, mu]) + gain(mu) + (gain(mpf(0)) if low > 0 else 0)
    end = mu if high >= 0 else mp.findroot(gain, (mpf(0), mu), solver="anderson")
    return quad(gain, [mpf(0), end]) + gain(mpf(0)) + (gain(mu) if high > 0 else 0)


def test_one_run_of_sampled_laplace_noise():
    seen = 0
    for v in load(["poisson-laplace"]):
        step = v.steps[0]
        if step.count > 1 or v.quantity == "tradeoff" or v.direction == "both" or v.at == "0":
            continue
        mu, q = ratio(v), real(step.sampling["rate"])

        def profile(eps, mu=mu, q=q, direction=v.direction):
            return poisson_profile(mu, q, direction, eps)

        if v.quantity == "delta":
            assert agrees(v, profile(real(v.at)), 22), v.id
            seen += 1
        elif v.at == "1e-6":
            assert crosses(v, profile, 15), v.id
            seen += 1
    assert seen >= 60


def sampled_loss_law(mu, q, direction):
    """Of the loss under P: atoms (loss, mass), and pairs (loss, density) along the outcome."""

    def loss(z):
        value = log(1 - q + q * exp(2 * z - mu))
        return value if direction == "remove" else -value

    def density(z):
        base = exp(-abs(z)) / 2
        return base * (1 - q + q * exp(2 * z - mu)) if direction == "remove" else base

    ends_ = (mpf(0), mu)
    tails = [mpf(1) / 2, exp(-mu) / 2]
    if direction == "remove":
        tails = [t * exp(loss(z)) for t, z in zip(tails, ends_, strict=True)]
    atoms = [(loss(z), t) for z, t in zip(ends_, tails, strict=True)]
    return atoms, loss, density


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_two_runs_of_sampled_laplace_noise(direction):
    (v,) = (
        v for v in load(["poisson-laplace"]) if v.steps[0].count == 2 and v.direction == direction
    )
    with mp.workdps(20):
        mu, q, eps = ratio(v), real(v.steps[0].sampling["rate"]), real(v.at)
        atoms, loss, density = sampled_loss_law(mu, q, direction)

        def second(x):
            # the profile of the other run; below its losses delta(x) = 1 - e^x
            low, high = sorted(a for a, _ in atoms)
            if eps - x <= low:
                return 1 - exp(eps - x)
            return poisson_profile(mu, q, direction, eps - x) if eps - x < high else mpf(0)

        total = sum(m * second(x) for x, m in atoms)
        # where the second profile changes its form
        cuts = [mpf(0), mu]
        for x, _ in atoms:
            for level in (eps - x,):
                inside = (exp(level if direction == "remove" else -level) - 1 + q) / q
                if inside > 0 and 0 < (log(inside) + mu) / 2 < mu:
                    cuts.append((log(inside) + mu) / 2)
        with mp.workdps(15):
            total += quad(lambda z: density(z) * second(loss(z)), sorted(cuts), maxdegree=4)
        low, high = ends(v)
        assert low * (1 - mpf(10) ** -8) <= total <= high * (1 + mpf(10) ** -8)


def test_wrong_values_are_seen():
    v = next(v for v in load(["laplace"]) if v.steps[0].count == 2 and v.at == "1/2")
    right = composed_profile(ratio(v), 2, real(v.at))
    assert agrees(v, right, 25)
    assert not agrees(v, composed_profile(ratio(v) * (1 + mpf(10) ** -20), 2, real(v.at)), 25)
    assert not agrees(v, composed_profile(ratio(v), 1, real(v.at)), 1)
