"""Poisson sampling at rates of order 1/sqrt(T): the Gaussian limit in both directions."""

from sympy import Integral, Interval, Lambda, Rational, exp, log, oo, sqrt

from fdp_sym import Gaussian, Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lim,
    Theorem,
    cases,
    cite,
    generic,
    integer,
    lemma,
    real,
    remainder,
    symbolic,
    under_integral,
    using,
)

source = cite("bu2020deep", "Section 3", edition="arXiv:1911.11607")
x = real("x")

cubes = Theorem(
    id="bu-cubes",
    title="Third powers between second and fourth powers",
    source=source,
    claim=(Le(2 * x**3, x**2 + x**4), Ge(2 * x**3, -(x**2) - x**4)),
    checks=(symbolic(),),
    mutants=(Le(3 * x**3, x**2 + x**4), Ge(3 * x**3, -(x**2) - x**4)),
)

# |f'| = 1 + y has mean 1; sampled at the rate q, the likelihood ratio is 1 + q y
t, q = real("t", Interval(0, 1)), real("q", Interval(0, Rational(1, 2)))
y = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, 3 * t**2 - 1)])
unit = (t, 0, 1)
chi2, m4 = Integral(y(t) ** 2, unit), Integral(y(t) ** 4, unit)
ratio = 1 + q * y(t)
rest = q**3 * (chi2 + m4)
# the mean of y is 0: its subtraction changes nothing, and no statement needs that
kl_p = Integral(log(ratio) - q * y(t), unit)
kl_q = Integral(ratio * log(ratio) - q * y(t), unit)
second_p, second_q = Integral(log(ratio) ** 2, unit), Integral(ratio * log(ratio) ** 2, unit)
fourth_p, fourth_q = Integral(log(ratio) ** 4, unit), Integral(ratio * log(ratio) ** 4, unit)

u, v = q * y(t), -q * y(t)
sign = cases(Ge(y(t), 0))
cube = lemma("bu-cubes", {"x": y(t)}, part=0), lemma("bu-cubes", {"x": y(t)}, part=1)
cube_above = Le(2 * y(t) ** 3, y(t) ** 2 + y(t) ** 4)
cube_below = Ge(2 * y(t) ** 3, -(y(t) ** 2) - y(t) ** 4)
log_above = Le(log(ratio), u - u**2 / 2 + u**3 / 3)
mean_above = Le(ratio * log(ratio), u + u**2 / 2 - u**3 / 6 + u**4 / 6)
mean_below = Ge(ratio * log(ratio), u + u**2 / 2 - u**3 / 6)
square_above = Le(ratio * log(ratio) ** 2, u**2)
square_below = Ge(log(ratio) ** 2, u**2 - u**3)
log_below = Ge(log(ratio), u - u**2 / 2 + u**3 / 3 - u**4 / 2)

means_p = Theorem(
    id="bu-mean-p",
    title="Mean of the sampled loss under P, up to third powers of the rate",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down", "bu-cubes"),
    claim=(
        Le(kl_p + q**2 * chi2 / 2, rest / 2),
        Ge(kl_p + q**2 * chi2 / 2, -rest / 2),
    ),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=0),
            lemma("bu-logarithm-down", {"v": v}, part=0),
            cube[0],
            using((log_above, 1), (cube_above, q**3 / 6)),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=1),
            lemma("bu-logarithm-down", {"v": v}, part=1),
            cube[1],
            using((log_below, 1), (cube_below, q**3 / 6)),
            part=1,
        ),
    ),
    mutants=(
        Le(kl_p + q**2 * chi2, rest / 2),
        Ge(kl_p, -rest / 2),
    ),
)

means_q = Theorem(
    id="bu-mean-q",
    title="Mean of the sampled loss under the mixture, up to third powers of the rate",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down", "bu-cubes"),
    claim=(
        Le(kl_q - q**2 * chi2 / 2, rest / 2),
        Ge(kl_q - q**2 * chi2 / 2, -rest / 2),
    ),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=3),
            lemma("bu-logarithm-down", {"v": v}, part=3),
            cube[1],
            using((mean_above, 1), (cube_below, q**3 / 12)),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=2),
            lemma("bu-logarithm-down", {"v": v}, part=2),
            cube[0],
            using((mean_below, 1), (cube_above, q**3 / 12)),
            part=1,
        ),
    ),
    mutants=(
        Le(kl_q, rest / 2),
        Ge(kl_q - q**2 * chi2, -rest / 2),
    ),
)

squares = Theorem(
    id="bu-second-moments",
    title="Second moments of the sampled loss, up to third powers of the rate",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down", "bu-cubes"),
    claim=(
        Le(second_p - q**2 * chi2, 2 * rest),
        Ge(second_p - q**2 * chi2, -2 * rest),
        Le(second_q - q**2 * chi2, 2 * rest),
        Ge(second_q - q**2 * chi2, -2 * rest),
    ),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=4),
            lemma("bu-logarithm-down", {"v": v}, part=4),
            cube[1],
            using((square_above, 1 / ratio), (cube_below, q**3 / 2)),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=5),
            lemma("bu-logarithm-down", {"v": v}, part=5),
            cube[0],
            using((square_below, 1), (cube_above, q**3 / 2)),
            part=1,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=4),
            lemma("bu-logarithm-down", {"v": v}, part=4),
            using((square_above, 1)),
            part=2,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=5),
            lemma("bu-logarithm-down", {"v": v}, part=5),
            using((square_below, ratio)),
            part=3,
        ),
    ),
    mutants=(
        Le(second_p - q**2 * chi2 / 2, rest),
        Ge(second_q - 2 * q**2 * chi2, -rest),
    ),
)

fourths = Theorem(
    id="bu-fourth-moments",
    title="Fourth moments of the sampled loss are of fourth order",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down"),
    claim=(Le(fourth_p, 4 * q**4 * m4), Le(fourth_q, 2 * q**4 * m4)),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=4),
            lemma("bu-logarithm-down", {"v": v}, part=4),
            using((square_above, (log(ratio) ** 2 + 2 * u**2) / ratio)),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", {"u": u}, part=4),
            lemma("bu-logarithm-down", {"v": v}, part=4),
            using((square_above, log(ratio) ** 2 + 2 * u**2)),
            part=1,
        ),
    ),
    mutants=(Le(fourth_p, q**4 * m4 / 2), Le(fourth_q, q**4 * m4 / 2)),
)

# T = (k m)^2 steps at the rate nu/m: q sqrt(T) = k nu is any non-negative number
k, m = integer("k", 1), integer("m", 1)
nu = real("nu", Interval(0, Rational(1, 2)))
steps, row, step = (k * m) ** 2, {q: nu / m}, {"q": nu / m}
size = k**2 * nu**2 * chi2  # mu^2
small = k**2 * nu**3 * (chi2 + m4) / m

limit_means = Theorem(
    id="bu-limits",
    title="Means of the loss over T steps tend to -mu^2/2 under P and mu^2/2 under the mixture",
    source=source,
    uses=("bu-mean-p", "bu-mean-q"),
    claim=(
        Eq(Lim(steps * kl_p.subs(row), m), -size / 2),
        Eq(Lim(steps * kl_q.subs(row), m), size / 2),
    ),
    checks=(
        symbolic(
            remainder(small / 2),
            lemma("bu-mean-p", step, part=0),
            lemma("bu-mean-p", step, part=1),
            part=0,
        ),
        symbolic(
            remainder(small / 2),
            lemma("bu-mean-q", step, part=0),
            lemma("bu-mean-q", step, part=1),
            part=1,
        ),
    ),
    mutants=(
        Eq(steps * kl_p.subs(row), -size / 2),
        Eq(steps * kl_q.subs(row), size),
    ),
    notes=(
        "The mean of y is 0 where $f(0) = 1$. For other T and q with $q\\sqrt T \\to \\nu$ the "
        "bounds times T give the same."
    ),
)

limit_squares = Theorem(
    id="bu-limits-squares",
    title="Second moments of the loss over T steps tend to mu^2 under either hypothesis",
    source=source,
    uses=("bu-second-moments",),
    claim=(
        Eq(Lim(steps * second_p.subs(row), m), size),
        Eq(Lim(steps * second_q.subs(row), m), size),
    ),
    checks=(
        symbolic(
            remainder(2 * small),
            lemma("bu-second-moments", step, part=0),
            lemma("bu-second-moments", step, part=1),
            part=0,
        ),
        symbolic(
            remainder(2 * small),
            lemma("bu-second-moments", step, part=2),
            lemma("bu-second-moments", step, part=3),
            part=1,
        ),
    ),
    mutants=(
        Eq(steps * second_p.subs(row), size),
        Eq(steps * second_q.subs(row), 2 * size),
    ),
)

mu, threshold, z = real("mu", Interval.open(0, oo)), real("x"), real("z")
sigma, nu_0 = real("sigma", Interval.open(0, oo)), real("nu", Interval.open(0, oo))
first = Phi(-(threshold + mu**2 / 2) / mu)  # P(L > x) for the loss normal, mean -mu^2/2
second = Phi((threshold - mu**2 / 2) / mu)  # Q(L <= x), mean mu^2/2
excess = exp(z / sigma - sigma**-2 / 2) - 1  # y of one step without sampling

theorem = Theorem(
    id="bu-clt",
    title="The limit of Poisson-sampled Gaussian noise: mu = nu sqrt(e^(1/sigma^2) - 1)",
    source=source,
    uses=(
        "bu-limits",
        "bu-limits-squares",
        "bu-fourth-moments",
        "bu-chi2",
        "berry-esseen",
        "neyman-pearson",
    ),
    claim=(
        Eq(Gaussian(mu).formula(first), second),
        Eq(Gaussian(mu).formula(second), first),
        Eq(
            nu_0**2 * Integral(excess**2 * phi(z), (z, -oo, oo)),
            (nu_0 * sqrt(exp(sigma**-2) - 1)) ** 2,
        ),
    ),
    checks=(
        symbolic("quantile of Phi", "Phi reflection", part=(0, 1)),
        symbolic(lemma("bu-chi2", {"mu": 1 / sigma}, part=1), part=2),
    ),
    mutants=(
        Eq(Gaussian(mu).formula(first), first),
        Eq(Gaussian(2 * mu).formula(first), second),
        Eq(
            nu_0**2 * Integral(excess**2 * phi(z), (z, -oo, oo)),
            (nu_0 * sqrt(2 * exp(sigma**-2) - 2)) ** 2,
        ),
    ),
    notes=(
        "By these limits and bu-fourth-moments the sum of T losses has, under either hypothesis, a "
        "mean that tends to $\\mp\\mu^2/2$, a variance that tends to $\\mu^2$ and fourth moments "
        "whose sum tends to 0; so (Berry-Esseen, with $E|X|^3 \\le (E X^2 E X^4)^{1/2}$) both laws "
        "tend to the normal ones, and the errors of the tests that reject above x to those of the "
        "claim, which lie on $G_\\mu$. These limits are prose. $T(M, P)$ is the inverse of "
        "$T(P, M)$, so both directions have the same limit. It is no bound, see claim 14."
    ),
)
