"""DRS Proposition 2.12 for particular functions: profiles, and f recovered from its profile."""

from sympy import Interval, exp, oo

from fdp_sym import EpsDelta, Gaussian, Phi
from fdp_sym.duality import profile_definition
from fdp_sym.symbols import delta
from fdp_sym.theorems import (
    Eq,
    Le,
    Theorem,
    attained,
    cases,
    cite,
    isolate,
    largest,
    lemma,
    real,
    some_member,
    symbolic,
    value_at,
)

source = cite("dong2022gdp", "Proposition 2.12", edition="arXiv:1905.02383v3")
eta, t = real("eta", Interval(0, oo)), real("t", Interval(0, oo))
x = real("x", Interval(0, 1))
f = EpsDelta(eta + t, delta)  # at eta <= epsilon = eta + t
corner = (1 - delta) / (1 + exp(eta + t))

inside = Theorem(
    id="drs-2.12-eps-delta-below",
    title="Profile of (epsilon, delta)-DP below epsilon",
    source=source,
    claim=Eq(
        profile_definition(f, eta),
        delta + (1 - delta) * (exp(eta + t) - exp(eta)) / (1 + exp(eta + t)),
    ),
    checks=(
        symbolic(
            attained(corner),
            largest(1 - delta - corner * exp(eta + t)),
            cases(Le(x, corner)),
            isolate(),
            some_member(),
        ),
    ),
    mutants=(
        delta + (1 - delta) * (exp(t) - 1) / (1 + exp(eta + t)),
        delta + (exp(eta + t) - exp(eta)) / (1 + exp(eta + t)),
    ),
    notes="At t = 0 it is delta.",
)

beyond = Theorem(
    id="drs-2.12-eps-delta-beyond",
    title="Profile of (epsilon, delta)-DP from epsilon on",
    source=source,
    claim=Eq(profile_definition(EpsDelta(eta, delta), eta + t), delta),
    checks=(symbolic(attained(0), largest(1 - delta), isolate(), some_member()),),
    mutants=(
        Eq(profile_definition(EpsDelta(eta, delta), eta + t), delta / 2),
        Eq(profile_definition(EpsDelta(eta + t, delta), eta), delta),
    ),
)

mu, epsilon = real("mu", Interval.open(0, oo)), real("epsilon", Interval(0, oo))
level = real("level", Interval(0, 1))
profile = Phi(-epsilon / mu + mu / 2) - exp(epsilon) * Phi(-epsilon / mu - mu / 2)
touching = Phi(-epsilon / mu - mu / 2)

gaussian_lines = Theorem(
    id="drs-2.12-gaussian",
    title="The Gaussian function recovered from its profile",
    source=source,
    uses=("drs-2.13",),
    claim=(
        Le(1 - profile - exp(epsilon) * level, Gaussian(mu).formula(level)),
        Eq(1 - profile - exp(epsilon) * touching, Gaussian(mu).formula(touching)),
    ),
    checks=(
        symbolic(
            lemma("drs-2.13"),
            value_at(level),
            part=0,
        ),
        symbolic("quantile reflection", "quantile of Phi", "Phi reflection", part=1),
    ),
    mutants=(
        Le(1 - profile / 2 - exp(epsilon) * level, Gaussian(mu).formula(level)),
        Eq(1 - profile - exp(epsilon) * touching, Gaussian(2 * mu).formula(touching)),
    ),
    notes="The line of epsilon lies below and touches; every alpha <= Phi(-mu/2) is touched.",
)
