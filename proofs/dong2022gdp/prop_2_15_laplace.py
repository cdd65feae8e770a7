"""DRS Proposition 2.15: the Laplace function in three pieces, its shape and its profile."""

from sympy import Integral, Interval, Rational, exp, oo

from fdp_sym import EpsDelta, Laplace
from fdp_sym.duality import profile_definition
from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lt,
    Mutant,
    Theorem,
    all_members,
    antiderivative,
    attained,
    by_pieces,
    cite,
    largest,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Proposition 2.15", edition="arXiv:1905.02383v3")
mu = real("mu", Interval.open(0, oo))
s, t = real("s", Interval(0, oo)), real("t", Interval(0, oo))
y, u = real("y", Interval.Lopen(0, 1)), real("u", Interval(0, oo))
mu2 = real("mu_2", Interval.open(0, oo))
L = Laplace(mu).formula
tail_mass = Theorem(
    id="drs-2.15-tail",
    title="Mass of an interval under the Laplace distribution",
    source=source,
    claim=Eq(Integral(exp(-u) / 2, (u, s, s + t)), exp(-s) / 2 - exp(-s - t) / 2),
    checks=(symbolic(antiderivative(-exp(-u) / 2)),),
    mutants=(exp(-s) - exp(-s - t), exp(-s) / 2),
    notes="For t to infinity: the tail beyond $s \\ge 0$ has mass $e^{-s}/2$.",
)

pieces = Theorem(
    id="drs-2.15-pieces",
    title="The Laplace function in three pieces",
    source=source,
    uses=("neyman-pearson", "drs-2.15-tail"),
    claim=(
        Eq(L(exp(-mu - s) / 2), 1 - exp(-s) / 2),  # reject beyond mu + s
        Eq(Laplace(s + t).formula(exp(-t) / 2), exp(-s) / 2),  # mu = s + t, reject beyond t
        Eq(L(1 - exp(-mu2) / 2), exp(-mu2 - mu) / 2),  # reject beyond -mu2 < 0
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Eq(L(exp(-mu - s) / 2), 1 - exp(-s)),
        Eq(Laplace(s + t).formula(exp(-t) / 2), exp(-s) / 4),
        Eq(L(1 - exp(-mu2) / 2), exp(-mu2) / 2),
    ),
    notes=(
        "The errors of the tests that reject beyond a threshold. The log likelihood ratio "
        "$|x| - |x - \\mu|$ does not decrease, so these tests are optimal (Neyman-Pearson)."
    ),
)

joints = Theorem(
    id="drs-2.15-continuous",
    title="The pieces of the Laplace function agree where they meet",
    source=source,
    claim=(
        Eq((1 - exp(mu) * y).subs(y, exp(-mu) / 2), (exp(-mu) / (4 * y)).subs(y, exp(-mu) / 2)),
        Eq(L(exp(-mu) / 2), Rational(1, 2)),
        Eq(L(Rational(1, 2)), exp(-mu) / 2),
    ),
    checks=(symbolic(),),
    mutants=(Eq(L(exp(-mu) / 2), exp(-mu)), Eq(L(Rational(1, 2)), exp(-mu))),
)

w = real("w", Interval.open(0, 1))
symmetric = Theorem(
    id="drs-2.15-symmetric",
    title="The Laplace function is symmetric",
    source=source,
    claim=(
        Eq(L(exp(-mu) * w / 2), 1 - w / 2),
        Eq(L(1 - w / 2), exp(-mu) * w / 2),
        Eq(Laplace(s + t).formula(exp(-t) / 2), exp(-s) / 2),
        Eq(L(exp(-mu / 2) / 2), exp(-mu / 2) / 2),
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(Eq(L(1 - w / 2), exp(-mu) * w), Eq(L(exp(-mu) / 2), exp(-mu) / 2)),
    notes=(
        "The first two parts exchange the outer pieces; the middle piece is symmetric in s and t, "
        "and contains the fixed point $e^{-\\mu/2}/2$."
    ),
)

convex = Theorem(
    id="drs-2.15-convex",
    title="The Laplace function is the maximum of lines",
    source=source,
    claim=(
        Ge(L(alpha), exp(-mu) * (u - u**2 * alpha)),
        Eq(L(1 / (2 * u)), exp(-mu) * (u - u**2 / (2 * u))),
        Eq(L(0), exp(-mu) * exp(mu)),
        Eq(L(1), exp(-mu) * (1 - 1)),
    ),
    given=(Ge(u, 1), Le(u, exp(mu))),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Mutant(Ge(L(alpha), exp(-mu) * (u - u**2 * alpha)), given=(Ge(u, 1),)),
        Ge(L(alpha), exp(-mu) * (u - u**2 * alpha / 2)),
    ),
    notes=(
        "So it is convex. The line with $u \\in [1, e^\\mu]$ touches at $1/(2u)$; those of "
        "$u = e^\\mu$ and $u = 1$ are the outer pieces."
    ),
)

profile = Theorem(
    id="drs-2.15-profile",
    title="Profile of the Laplace function",
    source=source,
    claim=Eq(profile_definition(Laplace(epsilon + t), epsilon), 1 - exp(-t / 2)),
    checks=(
        symbolic(
            attained(exp(-epsilon - t / 2) / 2),
            by_pieces(),
        ),
    ),
    mutants=(1 - exp(-t), 1 - exp(-epsilon / 2)),
    notes="That is $1 - e^{(\\epsilon-\\mu)/2}$ for $0 \\le \\epsilon \\le \\mu = \\epsilon + t$.",
)

profile_zero = Theorem(
    id="drs-2.15-profile-zero",
    title="Profile of the Laplace function beyond its shift",
    source=source,
    claim=Eq(profile_definition(Laplace(mu), mu + epsilon), 0),
    checks=(symbolic(attained(0), by_pieces()),),
    mutants=(
        Eq(profile_definition(Laplace(mu), mu / 2 + epsilon), 0),
        Eq(profile_definition(Laplace(2 * mu), mu + epsilon), 0),
    ),
)

fixed = exp(-mu / 2) / 2
different = Theorem(
    id="drs-2.15-no-epsilon-delta",
    title="The Laplace function is that of no epsilon and delta",
    source=source,
    claim=(
        Eq(L(0) - EpsDelta(epsilon, delta).formula(0), delta),
        Eq(EpsDelta(epsilon).formula(Rational(1, 2)), exp(-epsilon) / 2),
        Eq(L(Rational(1, 2)), exp(-mu) / 2),
        Lt(EpsDelta(mu).formula(fixed), L(fixed)),
    ),
    checks=(symbolic(by_pieces(), largest(1 - delta), largest(exp(-epsilon) / 2), all_members()),),
    mutants=(
        Eq(L(0) - EpsDelta(epsilon, delta).formula(0), 0),
        Eq(EpsDelta(epsilon).formula(Rational(1, 2)), 1 - exp(epsilon) / 2),
        Lt(EpsDelta(mu).formula(fixed), L(fixed) / 2),
    ),
    notes="Agreement at 0 asks for delta = 0, then at 1/2 for epsilon = mu; it fails between.",
)
