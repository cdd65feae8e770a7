"""Inequalities of the field, true and false, with the box on which each is stated.

The true ones are theorems, or follow from one by monotonicity; the derivation is in the comment
where it is not a textbook fact. Every false one is a true one that was moved by a hair: it fails
near a corner, or by a constant that is off in the sixth digit; the comment says where.
"""

from __future__ import annotations

from sympy import (
    Abs,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    cosh,
    diff,
    erf,
    erfc,
    exp,
    log,
    oo,
    pi,
    sinh,
    sqrt,
    tanh,
)

from fdp_sym.functions import Phi, Quantile, normal_density
from fdp_sym.symbols import integer, real

a = real("alpha", Interval(0, 1))
b = real("beta", Interval(0, 1))
e = real("epsilon", Interval(0, oo))
d = real("delta", Interval(0, 1))
m = real("mu", Interval(0, oo))
p = real("p", Interval(0, 1))
s = real("sigma", Interval.open(0, oo))
x = real("x")
y = real("y")
k = integer("k", 1)
i = Symbol("i", integer=True)

R = Rational
TINY = R(1, 10**6)
HALF = R(1, 2)


def gauss(mu, alpha):
    return Phi(Quantile(1 - alpha) - mu)


def gdp_delta(mu, eps):
    return Phi(-eps / mu + mu / 2) - exp(eps) * Phi(-eps / mu - mu / 2)


def f_eps_delta(eps, delta, alpha):
    return Max(0, 1 - delta - exp(eps) * alpha, exp(-eps) * (1 - delta - alpha))


def laplace(mu, alpha):
    low = exp(-mu) / 2
    return Piecewise(
        (1 - exp(mu) * alpha, alpha < low),
        (exp(-mu) / (4 * alpha), alpha <= HALF),
        (exp(-mu) * (1 - alpha), True),
    )


open_unit = Interval.open(0, 1)
tv = 2 * Phi(m / 2) - 1
slope = 1 / sqrt(2 * pi)

TRUE = {
    # Gaussian trade-off functions
    "gauss below identity": (1 - a - gauss(m, a), {m: (0, 8), a: (0, 1)}),
    "gauss non-negative": (gauss(m, a), {m: (0, 8), a: (0, 1)}),
    "gauss convex": (diff(gauss(m, a), a, 2), {m: (R(1, 100), 10), a: open_unit}),
    "gauss decreasing in alpha": (-diff(gauss(m, a), a), {m: (0, 6), a: open_unit}),
    "gauss decreasing in mu": (gauss(m, a) - gauss(m + 1, a), {m: (0, 6), a: (0, 1)}),
    "gauss at doubled mu": (gauss(m, a) - gauss(2 * m, a), {m: (0, 6), a: (0, 1)}),
    "gauss above a line at its fixed point": (  # slope -1 tangent: alpha + f(alpha) >= 2 Phi(-mu/2)
        gauss(m, a) + a - 2 * Phi(-m / 2),
        {m: (R(1, 10), 4), a: (R(1, 100), R(3, 10))},
    ),
    "gauss strictly below identity": (
        1 - a - gauss(m, a),
        {m: (R(1, 10), 5), a: (R(1, 100), R(99, 100))},
    ),
    # total variation
    "tv under its tangent": (m * slope - tv, {m: (0, 20)}),
    "tv under its tangent, strictly": (m * slope - tv, {m: Interval.Lopen(0, 20)}),
    "tv non-negative": (tv, {m: (0, 20)}),
    "tv concave": (-diff(tv, m, 2), {m: (0, 20)}),
    "tv above a cubic": (  # alternating series of erf
        tv - slope * (m - m**3 / 24),
        {m: (0, 10)},
    ),
    "tv below a quintic": (slope * (m - m**3 / 24 + m**5 / 640) - tv, {m: (0, 8)}),
    "tv of a sum": (  # subadditive, as a concave function through 0
        tv + (2 * Phi(x / 2) - 1) - (2 * Phi((m + x) / 2) - 1),
        {m: (0, 4), x: (0, 4)},
    ),
    "tv at most 1": (1 - tv, {m: (0, oo)}),
    # the privacy profile of mu-GDP
    "delta non-negative": (gdp_delta(m, e), {m: (R(1, 100), 10), e: (0, 10)}),
    "delta at most tv": (tv - gdp_delta(m, e), {m: (R(1, 10), 5), e: (0, 5)}),
    "delta increasing in mu": (diff(gdp_delta(m, e), m), {m: (R(1, 100), 10), e: (0, 10)}),
    "delta decreasing in epsilon": (-diff(gdp_delta(m, e), e), {m: (R(1, 100), 10), e: (0, 10)}),
    "delta convex in epsilon": (  # as a function of exp(epsilon)
        diff(gdp_delta(m, log(x)), x, 2),
        {m: (R(1, 10), 5), x: (1, 100)},
    ),
    "delta under a tail": (Phi(-e / m + m / 2) - gdp_delta(m, e), {m: (R(1, 10), 6), e: (0, 9)}),
    # normal distribution
    "Phi increasing": (Phi(x + y) - Phi(x), {x: (-5, 5), y: (0, 5)}),
    "Phi at most 1/2 on the left": (HALF - Phi(-m), {m: (0, oo)}),
    "Mills upper bound": (  # phi(x)/x >= 1 - Phi(x)
        normal_density(x) / x - Phi(-x),
        {x: (R(1, 2), 6)},
    ),
    "Mills lower bound": (
        Phi(-x) - normal_density(x) * x / (1 + x**2),
        {x: (0, 6)},
    ),
    "exponential tail": (exp(-(m**2) / 2) / 2 - Phi(-m), {m: (0, 8)}),
    "exponential tail everywhere": (exp(-(m**2) / 2) / 2 - Phi(-m), {m: (0, oo)}),
    "Phi logconcave": (  # (log Phi)'' <= 0 times Phi^2/phi
        x * Phi(x) + normal_density(x),
        {x: (-8, 8)},
    ),
    "Gordon product": (HALF - Phi(x) * Phi(-x) * 2, {x: (-6, 6)}),
    "Quantile increasing": (Quantile(p) - Quantile(p / 2), {p: (R(1, 100), R(99, 100))}),
    "Quantile symmetric": (Quantile(p) + Quantile(1 - p), {p: open_unit}),
    "erf below its argument": (2 * x / sqrt(pi) - erf(x), {x: (0, 6)}),
    "erfc tail": (exp(-(x**2)) - erfc(x), {x: (0, 5)}),
    "quantile under a logarithm": (  # -Quantile(p) <= sqrt(-2 log(2p)) for p <= 1/2
        sqrt(-2 * log(2 * p)) + Quantile(p),
        {p: (R(1, 1000), R(49, 100))},
    ),
    # (epsilon, delta)-DP and Laplace
    "eps-delta below identity": (
        1 - a - f_eps_delta(e, d, a),
        {e: (0, 4), d: (0, 1), a: (0, 1)},
    ),
    "eps-delta non-negative": (f_eps_delta(e, d, a), {e: (0, 4), d: (0, 1), a: (0, 1)}),
    "eps-delta decreasing in delta": (
        f_eps_delta(e, 0, a) - f_eps_delta(e, d, a),
        {e: (0, 2), d: (0, 1), a: (0, 1)},
    ),
    "laplace below identity": (1 - a - laplace(m, a), {m: (R(1, 10), 3), a: (0, 1)}),
    "laplace above pure DP": (
        laplace(m, a) - f_eps_delta(m, 0, a),
        {m: (R(1, 10), 2), a: (0, 1)},
    ),
    "laplace tv": (1 - exp(-m / 2) - m / 2 + m**2 / 8, {m: (0, 6)}),
    "randomised response": (tanh(e / 2) - (exp(e) - 1) / (exp(e) + 1), {e: (0, 8)}),
    "tanh below identity": (e / 2 - tanh(e / 2), {e: (0, 30)}),
    "tanh cubic": (tanh(x) - x + x**3 / 3, {x: (0, 3)}),
    "total delta of a composition": (
        k * d - 1 + (1 - d) ** k,
        {k: (1, 12), d: (0, 1)},
    ),
    "advanced epsilon": (e * (exp(e) - 1) / (exp(e) + 1) - 0, {e: (0, 10)}),
    "half epsilon squared": (e**2 / 2 - e * (exp(e) - 1) / (exp(e) + 1), {e: (0, 10)}),
    # elementary inequalities that proofs in the field use
    "exp above its tangent": (exp(x) - 1 - x, {x: (-3, 3)}),
    "exp above its parabola": (exp(m) - 1 - m - m**2 / 2, {m: (0, 10)}),
    "exp above its cubic": (exp(m) - 1 - m - m**2 / 2 - m**3 / 6, {m: (0, 10)}),
    "exp above its cubic everywhere": (exp(m) - 1 - m - m**2 / 2 - m**3 / 6, {m: (0, oo)}),
    "cosh under a Gaussian": (exp(x**2 / 2) - cosh(x), {x: (0, 4)}),
    "cosh under a Gaussian, both sides": (exp(x**2 / 2) - cosh(x), {x: (-2, 3)}),
    "sinh above identity": (sinh(m) - m, {m: (0, 20)}),
    "log below identity": (x - log(1 + x), {x: (0, 50)}),
    "log above a parabola": (log(1 + x) - x + x**2 / 2, {x: (0, 5)}),
    "log of a mixture": (  # concavity of log
        log(1 + p * (exp(x) - 1)) - p * x,
        {p: (0, 1), x: (0, 3)},
    ),
    "amplification by sampling": (  # log(1 + p(e^eps - 1)) <= eps
        e - log(1 + p * (exp(e) - 1)),
        {p: (0, 1), e: (0, 5)},
    ),
    "Hoeffding's lemma for a coin": (
        exp(x**2 / 8) - p * exp((1 - p) * x) - (1 - p) * exp(-p * x),
        {p: (R(1, 10), R(2, 5)), x: (R(1, 2), 3)},
    ),
    "Bernoulli": ((1 + x) ** k - 1 - k * x, {k: (1, 10), x: (0, 4)}),
    "variance of a coin": (R(1, 4) - p * (1 - p), {p: (0, 1)}),
    "Pinsker at a coin": (
        p * log(2 * p) + (1 - p) * log(2 * (1 - p)) - 2 * (p - HALF) ** 2,
        {p: (R(51, 100), R(99, 100))},
    ),
    "geometric sum": (
        (1 - exp(-m)) * Sum(exp(-i * m), (i, 0, k)) - 1 + exp(-m * (k + 1)),
        {m: (R(1, 10), 1), k: (1, 3)},
    ),
    "harmonic sum": (Sum(1 / i, (i, 1, k)) - log(k + 1), {k: (1, 60)}),
    "maximum of two": (Max(x, y) - (x + y) / 2, {x: (-1, 1), y: (-1, 1)}),
    "absolute value": (Abs(x) + Abs(y) - Abs(x + y), {x: (-1, 1), y: (-1, 1)}),
    "minimum of a product": (Min(x, y) - x * y, {x: (0, 1), y: (0, 1)}),
    "square of a difference": (x**2 + y**2 - 2 * x * y, {x: (-2, 2), y: (-2, 2)}),
    "Gaussian mechanism": (  # sigma = 1/mu is increasing in 1/mu
        Phi(-1 / (2 * s)) - Phi(-1 / s),
        {s: (R(1, 10), 10)},
    ),
    "KL of Gaussians": (m**2 / 2 - (2 * Phi(m / 2) - 1) ** 2 * 2, {m: (0, 10)}),
    "renyi in its order": (  # alpha mu^2/2 above mu^2/2 for alpha >= 1
        x * m**2 / 2 - m**2 / 2,
        {x: (1, 10), m: (0, 5)},
    ),
    "hockey stick of RR": (  # (e^x - e^eps)/(1 + e^x) >= 0 for eps <= x
        Max(0, exp(x) - exp(e)) / (1 + exp(x)),
        {x: (0, 5), e: (0, 5)},
    ),
}

# name: (expression, box, where it fails)
FALSE = {
    "gauss below identity, too steep": (
        1 - a * (1 + TINY) - gauss(m, a),
        {m: (0, 8), a: (0, 1)},
        "alpha near 1",
    ),
    "gauss below identity less a hair": (
        1 - a - gauss(m, a) - TINY,
        {m: (0, 8), a: (0, 1)},
        "mu near 0",
    ),
    "gauss above a hair": (gauss(m, a) - TINY / 10**3, {m: (0, 3), a: (0, 1)}, "alpha near 1"),
    "gauss strictly below identity": (
        (1 - a - gauss(m, a), True),
        {m: (0, 8), a: (0, 1)},
        "alpha = 0",
    ),
    "gauss above a line": (
        gauss(m, a) + a - 2 * Phi(-m / 2) * (1 + TINY),
        {m: (R(1, 10), 4), a: (R(1, 100), HALF)},
        "alpha = Phi(-mu/2)",
    ),
    "gauss decreasing in mu": (
        gauss(m, a) - gauss(m * (1 - TINY), a),
        {m: (0, 6), a: (0, 1)},
        "mu > 0",
    ),
    "gauss above its value at twice mu": (
        gauss(m, a) - gauss(m + TINY, a) - TINY / 2,
        {m: (0, 6), a: (0, 1)},
        "tails",
    ),
    "tv, constant off": (m * slope * (1 - TINY) - tv, {m: (0, 20)}, "mu near 0"),
    "tv, constant off in the decimals": (m * R(398942, 10**6) - tv, {m: (0, 20)}, "mu near 0"),
    "tv, strict at 0": ((m * slope - tv, True), {m: (0, 20)}, "mu = 0"),
    "tv above a cubic, off": (
        tv - slope * (m - m**3 / 24 * (1 - TINY)),
        {m: (0, 10)},
        "mu near 0",
    ),
    "tv below a cubic": (slope * (m - m**3 / 24) - tv, {m: (0, 10)}, "mu > 0"),
    "tv at most 1 - 1e-9": (1 - tv - R(1, 10**9), {m: (0, 20)}, "mu near 20"),
    "tv concave, off": (-diff(tv, m, 2) - TINY / 10, {m: (0, 20)}, "mu near 0"),
    "tv of a sum, off": (
        tv + (2 * Phi(x / 2) - 1) - (1 + TINY) * (2 * Phi((m + x) / 2) - 1),
        {m: (0, 4), x: (0, 4)},
        "near 0",
    ),
    "delta above a hair": (
        gdp_delta(m, e) - TINY**3,
        {m: (1, 10), e: (0, 10)},
        "epsilon near 10, mu near 1",
    ),
    "delta at most less than tv": (
        tv * (1 - TINY) - gdp_delta(m, e),
        {m: (R(1, 10), 5), e: (0, 5)},
        "epsilon near 0",
    ),
    "delta decreasing, off": (
        -diff(gdp_delta(m, e), e) - TINY,
        {m: (R(1, 4), 10), e: (0, 10)},
        "mu small, epsilon large",
    ),
    "delta increasing, off": (
        diff(gdp_delta(m, e), m) - TINY,
        {m: (R(1, 2), 10), e: (0, 10)},
        "epsilon large",
    ),
    "delta under a tail, off": (
        Phi(-e / m + m / 2) * (1 - R(14, 10**4)) - gdp_delta(m, e),
        {m: (1, 6), e: (0, 9)},
        "mu = 6, epsilon = 0: Phi(-3)/Phi(3) = 0.00135",
    ),
    "Phi increasing, off": (
        Phi(x + y) - Phi(x) - TINY,
        {x: (-5, 5), y: (R(1, 100), 5)},
        "x near -5",
    ),
    "Phi at most 1/2, off": (HALF - TINY - Phi(-m), {m: (0, oo)}, "mu = 0"),
    "Mills upper bound, off": (
        normal_density(x) / x * (1 - R(2, 100)) - Phi(-x),
        {x: (R(1, 2), 8)},
        "x near 8",
    ),
    "Mills lower bound, off": (
        Phi(-x) - normal_density(x) * x / (1 + x**2) * (1 + TINY * 1000),
        {x: (0, 8)},
        "x near 8",
    ),
    "exponential tail, off": (
        exp(-(m**2) / 2) / 2 * (1 - TINY) - Phi(-m),
        {m: (0, 8)},
        "mu = 0",
    ),
    "exponential tail, wrong side": (
        Phi(-m) - exp(-(m**2) / 2 - R(797884, 10**6) * m) / 2,
        {m: (0, 8)},
        "mu near 0: the slopes are -0.3989423 and -0.398942",
    ),
    "Phi logconcave, off": (
        x * Phi(x) + normal_density(x) - TINY,
        {x: (-8, 8)},
        "x near -8",
    ),
    "Gordon product, off": (HALF - TINY - Phi(x) * Phi(-x) * 2, {x: (-6, 6)}, "x = 0"),
    "Quantile symmetric, off": (
        Quantile(p * (1 - TINY)) + Quantile(1 - p),
        {p: open_unit},
        "everywhere by a hair",
    ),
    "erf below its argument, off": (
        R(112837, 10**5) * x - erf(x),
        {x: (0, 6)},
        "x near 0: 2/sqrt(pi) = 1.128379",
    ),
    "erfc tail, off": (exp(-(x**2)) * (1 - TINY) - erfc(x), {x: (0, 5)}, "x near 0"),
    "quantile under a logarithm, off": (
        sqrt(-2 * log(2 * p)) + Quantile(p) - R(1, 10),
        {p: (R(1, 10**6), R(499, 1000))},
        "p near 1/2",
    ),
    "eps-delta below identity, off": (
        1 - a - f_eps_delta(e, d, a) - TINY,
        {e: (0, 4), d: (0, 1), a: (0, 1)},
        "epsilon = delta = 0, or alpha = 1",
    ),
    "eps-delta above a hair": (
        f_eps_delta(e, d, a) - TINY,
        {e: (0, 4), d: (0, R(1, 100)), a: (0, 1)},
        "alpha near 1",
    ),
    "laplace below identity, off": (
        1 - a - laplace(m, a) - TINY,
        {m: (R(1, 10), 3), a: (0, 1)},
        "alpha = 1",
    ),
    "laplace above pure DP, off": (
        laplace(m, a) - f_eps_delta(m * (1 - TINY), 0, a),
        {m: (R(1, 10), 2), a: (0, 1)},
        "alpha small",
    ),
    "laplace tv, off": (
        1 - exp(-m / 2) - m / 2 * (1 + TINY) + m**2 / 8,
        {m: (0, 6)},
        "mu near 0",
    ),
    "randomised response, off": (
        tanh(e / 2) * (1 - TINY) - (exp(e) - 1) / (exp(e) + 1),
        {e: (0, 8)},
        "epsilon > 0",
    ),
    "tanh below identity, off": (e / 2 * (1 - TINY) - tanh(e / 2), {e: (0, 30)}, "epsilon near 0"),
    "tanh cubic, off": (tanh(x) - x + x**3 / 3 * (1 - TINY), {x: (0, 3)}, "x near 0"),
    "total delta, off": (
        k * d * (1 - TINY) - 1 + (1 - d) ** k,
        {k: (1, 12), d: (0, 1)},
        "delta near 0",
    ),
    "half epsilon squared, off": (
        e**2 / 2 * (1 - TINY) - e * (exp(e) - 1) / (exp(e) + 1),
        {e: (0, 10)},
        "epsilon near 0",
    ),
    "exp above its tangent, off": (exp(x) - 1 - x * (1 + TINY), {x: (-3, 3)}, "0 < x < 2e-6"),
    "exp above its tangent, strict": ((exp(x) - 1 - x, True), {x: (-3, 3)}, "x = 0"),
    "exp above its parabola, off": (
        exp(m) - 1 - m - m**2 / 2 * (1 + TINY),
        {m: (0, 10)},
        "mu near 0",
    ),
    "exp above its cubic, off": (
        exp(m) - 1 - m - m**2 / 2 - m**3 / 6 * (1 + TINY),
        {m: (0, 10)},
        "mu near 0",
    ),
    "cosh under a Gaussian, off": (
        exp(x**2 / 2 * (1 - TINY)) - cosh(x),
        {x: (0, 4)},
        "x near 0",
    ),
    "sinh above identity, off": (sinh(m) - m * (1 + TINY), {m: (0, 20)}, "mu near 0"),
    "log below identity, off": (x * (1 - TINY) - log(1 + x), {x: (0, 50)}, "x near 0"),
    "log above a parabola, off": (
        log(1 + x) - x + x**2 / 2 * (1 - TINY),
        {x: (0, 5)},
        "x near 0",
    ),
    "log of a mixture, off": (
        log(1 + p * (exp(x) - 1)) - p * x * (1 + TINY),
        {p: (0, 1), x: (0, 3)},
        "p near 1",
    ),
    "amplification, off": (
        e * (1 - TINY) - log(1 + p * (exp(e) - 1)),
        {p: (0, 1), e: (0, 5)},
        "p near 1",
    ),
    "Bernoulli, off": ((1 + x) ** k - 1 - k * x * (1 + TINY), {k: (1, 10), x: (0, 4)}, "k = 1"),
    "variance of a coin, off": (R(1, 4) - TINY - p * (1 - p), {p: (0, 1)}, "p = 1/2"),
    "variance of a coin, off elsewhere": (
        R(1, 4) - p * (1 - p) - TINY * p,
        {p: (0, 1)},
        "p near 1/2",
    ),
    "Pinsker, off": (
        p * log(2 * p) + (1 - p) * log(2 * (1 - p)) - 2 * (1 + R(1, 1000)) * (p - HALF) ** 2,
        {p: (R(501, 1000), R(99, 100))},
        "p near 1/2",
    ),
    "harmonic sum, off": (Sum(1 / i, (i, 1, k)) - log(k + 1) - R(4, 7), {k: (1, 60)}, "k small"),
    "harmonic sum, off at the end": (
        R(4, 7) - Sum(1 / i, (i, 1, k)) + log(k + 1),
        {k: (1, 100)},
        "k = 88 on",
    ),
    "maximum of two, off": (
        Max(x, y) - (x + y) / 2 - TINY,
        {x: (-1, 1), y: (-1, 1)},
        "x = y",
    ),
    "absolute value, off": (
        Abs(x) + Abs(y) - Abs(x + y) - TINY,
        {x: (-1, 1), y: (-1, 1)},
        "x y >= 0",
    ),
    "minimum of a product, off": (
        Min(x, y) - x * y - TINY,
        {x: (0, 1), y: (0, 1)},
        "the edges",
    ),
    "square of a difference, off": (
        x**2 + y**2 - 2 * x * y * (1 + TINY),
        {x: (-2, 2), y: (-2, 2)},
        "x = y",
    ),
    "hair near a corner": (  # negative where x + y < 1e-4
        x + y - R(1, 10**4),
        {x: (0, 1), y: (0, 1)},
        "the corner 0, 0",
    ),
    "hair near a corner of three": (
        x + y + p - R(1, 10**3),
        {x: (0, 1), y: (0, 1), p: (0, 1)},
        "the corner 0, 0, 0",
    ),
    "dip inside": (  # a dip of width 1e-3 at x = 1/3
        1 - R(1000001, 10**6) * exp(-((x - R(1, 3)) ** 2) * 10**6),
        {x: (0, 1)},
        "x near 1/3",
    ),
    "dip inside a square": (
        (x - R(1, 3)) ** 2 + (y - R(2, 7)) ** 2 - TINY,
        {x: (0, 1), y: (0, 1)},
        "a disc of radius 1/1000",
    ),
    "KL of Gaussians, off": (
        m**2 / pi * (1 - TINY) - (2 * Phi(m / 2) - 1) ** 2 * 2,
        {m: (0, 10)},
        "mu near 0: the ratio tends to 1",
    ),
    "hockey stick of RR, off": (
        Max(0, exp(x) - exp(e)) / (1 + exp(x)) - TINY,
        {x: (0, 5), e: (0, 5)},
        "x <= epsilon",
    ),
}
