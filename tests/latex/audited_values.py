"""Both sides of each audited claim at its witness, by mpmath, from the printed formulas alone."""

from __future__ import annotations

from mpmath import binomial, e, exp, fsum, log, mp, mpc, mpf, ncdf, pi, sqrt, tanh

DIGITS = 45


def gaussian_profile(mu, eps):
    return ncdf(-eps / mu + mu / 2) - exp(eps) * ncdf(-eps / mu - mu / 2)


def claim_1():
    alpha, eps = mpf(517) / 2500, mpf(1) / 4
    level = alpha
    for _ in range(4):
        level = 1 - max(0, 1 - exp(eps) * level, exp(-eps) * (1 - level))
    assert exp(-1) / 2 <= alpha <= 0.5
    return abs(1 - level - exp(-1) / (4 * alpha)), mpf(5) / 1000


def claim_2():
    return mpf(1) / 2, mpf(1)


def claim_3():
    """The convex hull of the vertices of f_p and of its inverse, against the printed maximum."""
    alpha, delta, p, x = mpf(2) / 5, mpf(1) / 10, mpf(1) / 2, e
    c = (1 - delta) / (1 + x)
    f = [(mpf(0), 1 - delta), (c, c), (1 - delta, mpf(0)), (mpf(1), mpf(0))]
    mixture = [(a, p * b + (1 - p) * (1 - a)) for a, b in f]
    points = mixture + [(b, a) for a, b in mixture]
    curve = min(
        b1 + (b2 - b1) * (alpha - a1) / (a2 - a1)
        for a1, b1 in points
        for a2, b2 in points
        if a1 <= alpha <= a2 and a1 < a2
    )
    y, slack = 1 - p + p * x, p * delta
    printed = max(
        0,
        1 - slack - y * alpha,
        (1 - slack - alpha) / y,
        1 - slack - p * (x - 1) / (x + 1) - alpha,
    )
    return curve, printed


def claim_5():
    eps, delta = mpf(84), mpf(53) / 100
    return gaussian_profile(eps / sqrt(8 * log(e + eps / delta)), eps), delta


def claim_6():
    mu, eps, delta = mpf(907) / 100, mpf(40), mpf(33) / 100
    assert mu <= eps / sqrt(4 * log(e + eps / delta))
    assert mu**2 <= 4 * eps
    return gaussian_profile(mu, eps), delta


def claim_7():
    delta = mpf(1) / 2
    return 1 - (1 - delta / 2) * (1 - delta / sqrt(2)), delta


def claim_8():
    delta_1 = (exp(2) - 1) / (1 + e) ** 2
    return 1 - (1 - delta_1) / 4, delta_1


def claim_11():
    eps, delta, r = mpf(1), mpf(1) / 10, 1
    each = eps / sqrt(4 * r * log(2 / delta))
    printed = sqrt(32 * r * log(2 / delta)) * log(4 * r / delta) / eps
    return printed, 4 / each * log(2 / (delta / (2 * r)))


def claim_12():
    masses = {k: exp(-(mpf(k) ** 2) / 2) for k in range(-30, 31)}
    total = fsum(masses.values())
    above = {t: fsum(m for k, m in masses.items() if k > t) / total for t in (0.5, 1.5)}
    return above[0.5] - e * above[1.5], gaussian_profile(mpf(1), mpf(1))


def claim_13():
    return mpf(-1) / 4, mpf(0)


def claim_14():
    """Through the transform of the loss, by two trapezoidal sums."""
    sigma, q, steps, eps = mpf(13) / 10, mpf(256) / 60000, 3515, mpf(1043) / 1250
    limit = q * sqrt(steps * (exp(1 / sigma**2) - 1))
    return sampled_profile(sigma, q, steps, eps), gaussian_profile(limit, eps)


def sampled_profile(sigma, q, steps, eps):
    h, c, width = mpf(2) / 5, mpf(8), mpf(3) / 10
    nodes = [h * j for j in range(-50, 70)]
    ratios = [log(1 - q + q * exp((2 * x - 1) / (2 * sigma**2))) for x in nodes]
    weights = [h * exp(-((x / sigma) ** 2) / 2) / (sigma * sqrt(2 * pi)) for x in nodes]

    def term(j):
        s = mpc(c, j * width)
        moment = fsum(w * exp((s + 1) * r) for w, r in zip(weights, ratios, strict=True))
        return (moment**steps * exp(-s * eps) / (s * (s + 1))).real

    return width / (2 * pi) * (term(0) + 2 * fsum(term(j) for j in range(1, 200)))


def claim_15():
    return tanh(mpf(5) / 2), 2 * ncdf(mpf(5) / 2) - 1


def claim_16():
    n, k, p = 5000, 2094, mpf(1047) / 2500
    term = total = (1 - p) ** n
    for j in range(1, k + 1):
        term *= p * (n - j + 1) / ((1 - p) * j)
        total += term
    assert abs(term - binomial(n, k) * p**k * (1 - p) ** (n - k)) < mpf(10) ** -30
    deviation = sqrt(p * (1 - p))
    ratio = (p**2 + (1 - p) ** 2) / deviation
    return abs(total - ncdf((k - n * p) / (sqrt(n) * deviation))), mpf("0.4097") * ratio / sqrt(n)


def claim_17():
    return gaussian_profile(mpf(1), mpf(1)), mpf(0)


def claim_18():
    return mpf(0), mpf(1) / 2


def claim_19():
    eps, delta, r = mpf(1), mpf(1) / 10, 1
    spread, level = log(e + 2 * eps / delta), log(4 * r / delta)
    each = eps / sqrt(4 * r * spread)
    return 4 / each * log(2 / (delta / (2 * r))), 4 * sqrt(r * spread * level) / eps


def both_sides(number):
    with mp.workdps(DIGITS):
        return tuple(map(mpf, globals()[f"claim_{number}"]()))
