"""Poisson sampling at a small rate: moments of the privacy loss in both directions."""

from sympy import Integral, Interval, Lambda, Rational, exp, log, oo

from fdp_sym import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Theorem,
    antiderivative,
    cases,
    cite,
    from_boundary,
    generic,
    lemma,
    real,
    symbolic,
    under_integral,
)

source = cite("bu2020deep", "Section 3", edition="arXiv:1911.11607")

mu, z = real("mu", Interval.open(0, oo)), real("z")
excess = exp(mu * z - mu**2 / 2) - 1  # |G_mu'| - 1 at alpha = Phi(-z), see drs-loss-gaussian
square = exp(mu**2) * Phi(z - 2 * mu) - 2 * Phi(z - mu) + Phi(z)
fourth = (
    exp(6 * mu**2) * Phi(z - 4 * mu)
    - 4 * exp(3 * mu**2) * Phi(z - 3 * mu)
    + 6 * exp(mu**2) * Phi(z - 2 * mu)
    - 4 * Phi(z - mu)
    + Phi(z)
)

chi2_gaussian = Theorem(
    id="bu-chi2",
    title="Mean, variance and fourth moment of the likelihood ratio of two normal distributions",
    source=source,
    uses=("drs-loss-gaussian",),
    claim=(
        Eq(Integral(excess * phi(z), (z, -oo, oo)), 0),
        Eq(Integral(excess**2 * phi(z), (z, -oo, oo)), exp(mu**2) - 1),
        Eq(
            Integral(excess**4 * phi(z), (z, -oo, oo)),
            exp(6 * mu**2) - 4 * exp(3 * mu**2) + 6 * exp(mu**2) - 3,
        ),
    ),
    checks=(
        symbolic(antiderivative(Phi(z - mu) - Phi(z)), part=0),
        symbolic(antiderivative(square), part=1),
        symbolic(antiderivative(fourth), part=2),
    ),
    mutants=(
        Eq(Integral(excess**2 * phi(z), (z, -oo, oo)), exp(mu**2)),
        Eq(Integral(excess**2 * phi(z), (z, -oo, oo)), exp(2 * mu**2) - 1),
        Eq(Integral(excess**4 * phi(z), (z, -oo, oo)), exp(6 * mu**2) - 1),
    ),
)

# log(1 + u) for u >= 0, and for u = -v, 0 <= v <= 1/2
u, v = real("u", Interval(0, oo)), real("v", Interval(0, Rational(1, 2)))
L = log(1 + u)
bounds = (
    Le(L, u - u**2 / 2 + u**3 / 3),
    Ge(L, u - u**2 / 2 + u**3 / 3 - u**4 / 2),
    Ge((1 + u) * L, u + u**2 / 2 - u**3 / 6),
    Le((1 + u) * L, u + u**2 / 2 - u**3 / 6 + u**4 / 6),
    Le((1 + u) * L**2, u**2),
    Ge(L**2, u**2 - u**3),
)
mirrored = tuple(relation.subs(u, -v) for relation in bounds)

up = Theorem(
    id="bu-logarithm-up",
    title="log(1 + u) for u >= 0, up to fourth powers",
    source=source,
    uses=("drs-5-logarithm",),
    claim=bounds,
    checks=(
        symbolic(from_boundary(u, 0), part=(0, 1)),
        symbolic(from_boundary(u, 0), from_boundary(u, 0), part=(2, 3)),
        symbolic(
            from_boundary(u, 0),
            from_boundary(u, 0),
            lemma("drs-5-logarithm", part=0),
            part=(4, 5),
        ),
    ),
    mutants=(
        Le(L, u - u**2 / 2),
        Ge((1 + u) * L, u + u**2 / 2),
        Ge(L**2, u**2 - u**3 / 2),
    ),
)

down = Theorem(
    id="bu-logarithm-down",
    title="log(1 - v) for 0 <= v <= 1/2, up to fourth powers",
    source=source,
    uses=("drs-3.6-logarithm",),
    claim=mirrored,
    checks=(
        symbolic(from_boundary(v, 0), part=(0, 1)),
        symbolic(from_boundary(v, 0), from_boundary(v, 0), part=(2, 3)),
        symbolic(
            from_boundary(v, 0),
            from_boundary(v, 0),
            lemma("drs-3.6-logarithm", {"y": v}, part=1),
            part=(4, 5),
        ),
    ),
    mutants=(
        Ge(log(1 - v), -v - v**2 / 2),
        Ge((1 - v) * log(1 - v), -v + v**2 / 2 + v**3),
        Ge(log(1 - v) ** 2, v**2 + 2 * v**3),
    ),
)

# |f'| = 1 + y has mean 1; sampled at the rate q, the likelihood ratio is 1 + q y
t, q = real("t", Interval(0, 1)), real("q", Interval(0, Rational(1, 2)))
y = generic("y", facts=(), bounds=(-1, oo), instances=[Lambda(t, 3 * t**2 - 1)])
unit = (t, 0, 1)
mean, chi2, m3, m4 = (Integral(y(t) ** k, unit) for k in (1, 2, 3, 4))
loss = log(1 + q * y(t))
kl_p, kl_q = Integral(loss, unit), Integral((1 + q * y(t)) * loss, unit)  # means of the loss
second_p = Integral(loss**2, unit)
second_q = Integral((1 + q * y(t)) * loss**2, unit)
here, there = {"u": q * y(t)}, {"v": -q * y(t)}
sign = cases(Ge(y(t), 0))

means = Theorem(
    id="bu-loss-means",
    title="Mean of the sampled loss under either hypothesis, up to fourth powers of the rate",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down"),
    claim=(
        Le(kl_p, q * mean - q**2 * chi2 / 2 + q**3 * m3 / 3),
        Ge(kl_p, q * mean - q**2 * chi2 / 2 + q**3 * m3 / 3 - q**4 * m4 / 2),
        Ge(kl_q, q * mean + q**2 * chi2 / 2 - q**3 * m3 / 6),
        Le(kl_q, q * mean + q**2 * chi2 / 2 - q**3 * m3 / 6 + q**4 * m4 / 6),
    ),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=0),
            lemma("bu-logarithm-down", there, part=0),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=1),
            lemma("bu-logarithm-down", there, part=1),
            part=1,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=2),
            lemma("bu-logarithm-down", there, part=2),
            part=2,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=3),
            lemma("bu-logarithm-down", there, part=3),
            part=3,
        ),
    ),
    mutants=(
        Le(kl_p, q * mean - q**2 * chi2 / 2 - q**3 * m3 / 3),
        Ge(kl_p, q * mean - q**2 * chi2 / 2 + q**3 * m3 / 3),
        Le(kl_q, q * mean + q**2 * chi2 / 2 - q**3 * m3 / 6),
        Ge(kl_q, q * mean + q**2 * chi2),
    ),
    notes=(
        "q up to 1/2. The loss of $T(P, M)$ is $\\log(1 + q y)$; its law under M has the density "
        "$1 + q y$. The mean of y vanishes where $f(0) = 1$."
    ),
)

squares = Theorem(
    id="bu-loss-squares",
    title="Second moment of the sampled loss under either hypothesis",
    source=source,
    uses=("bu-logarithm-up", "bu-logarithm-down"),
    claim=(
        Ge(second_p, q**2 * chi2 - q**3 * m3),
        Le(second_q, q**2 * chi2),
    ),
    checks=(
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=5),
            lemma("bu-logarithm-down", there, part=5),
            part=0,
        ),
        symbolic(
            under_integral(),
            sign,
            lemma("bu-logarithm-up", here, part=4),
            lemma("bu-logarithm-down", there, part=4),
            part=1,
        ),
    ),
    mutants=(
        Ge(second_p, q**2 * chi2),
        Le(second_q, q**2 * chi2 / 2),
    ),
)
