"""DRS appendix A.3 applied to truncated Laplace noise: its trade-off function in pieces."""

from sympy import Integral, Interval, exp, oo

from fdp_sym.theorems import (
    Eq,
    Le,
    Theorem,
    antiderivative,
    by_pieces,
    cite,
    real,
    symbolic,
)
from fdp_sym.tradeoff import Laplace, TruncatedLaplace

source = cite("dong2022gdp", "Appendix A.3", edition="arXiv:1905.02383v3")
positive = Interval.open(0, oo)
mu, bound, s, t = (
    real("mu", positive),
    real("B", positive),
    real("s", positive),
    real("t", positive),
)
u, v = real("u", positive), real("v", positive)
d = 1 / (2 * exp(bound) - 2)  # the density at the bound
tail = d * (exp(bound - s) - 1)  # the mass beyond s, for s between 0 and B

tails = Theorem(
    id="drs-a.3-truncated-laplace-tail",
    title="Tails of the truncated Laplace distribution",
    source=source,
    claim=(
        Eq(Integral(d * exp(bound - u), (u, s, bound)), tail),
        Eq(2 * d * (exp(bound) - 1), 1),
    ),
    given=(Le(s, bound),),
    checks=(symbolic(antiderivative(-d * exp(bound - u)), part=0), symbolic(part=1)),
    mutants=(
        Eq(Integral(d * exp(bound - u), (u, s, bound)), d * exp(bound - s)),
        Eq(Integral(d * exp(bound - u), (u, s, bound)), exp(-s) / 2),
        Eq(2 * d * exp(bound), 1),
    ),
    notes="The density is $d e^{B-|x|}$ on $[-B, B]$; half of the mass lies beyond 0.",
)

wide = mu + s + t  # a bound that leaves room for thresholds beyond both centres
f_wide, d_wide = TruncatedLaplace(mu, wide).formula, d.subs(bound, wide)
near = s + t + v  # a bound that is beyond the threshold at s + t from either centre
f_near, d_near = TruncatedLaplace(2 * s + t, near).formula, d.subs(bound, near)

outer = Theorem(
    id="drs-a.3-truncated-laplace",
    title="Trade-off function of truncated Laplace noise: the outer pieces",
    source=source,
    uses=("drs-a.3-log-concave", "drs-a.3-truncated-laplace-tail"),
    claim=(
        Eq(f_wide(d_wide * (exp(t) - 1)), 1 - d_wide * (exp(mu + t) - 1)),  # beyond mu + s
        Eq(f_wide(1 - d_wide * (exp(mu + t) - 1)), d_wide * (exp(t) - 1)),  # beyond -s
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Eq(f_wide(d_wide * (exp(t) - 1)), 1 - d_wide * exp(mu + t)),
        Eq(f_wide(1 - d_wide * (exp(mu + t) - 1)), 0),
    ),
    notes=(
        "Both errors of the tests that reject beyond a threshold, which are optimal because the "
        "density is log-concave. The second part is the first with the two errors exchanged."
    ),
)

middle = Theorem(
    id="drs-a.3-truncated-laplace-middle",
    title="Trade-off function of truncated Laplace noise between the centres",
    source=source,
    uses=("drs-a.3-log-concave", "drs-a.3-truncated-laplace-tail"),
    claim=(
        Eq(f_near(d_near * (exp(v) - 1)), d_near * (exp(t + v) - 1)),  # beyond s + t
        Eq(f_near(d_near * (exp(t + v) - 1)), d_near * (exp(v) - 1)),  # beyond s
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Eq(f_near(d_near * (exp(v) - 1)), Laplace(2 * s + t).formula(d_near * (exp(v) - 1))),
        Eq(f_near(d_near * (exp(t + v) - 1)), d_near * exp(v)),
    ),
    notes="Here $\\mu = 2s + t$ may exceed the bound.",
)

outside = Theorem(
    id="drs-a.3-truncated-laplace-outside",
    title="Truncated Laplace noise is not purely private",
    source=source,
    uses=("drs-a.3-truncated-laplace-tail",),
    claim=(
        Eq(f_wide(0), 1 - d_wide * (exp(mu) - 1)),
        Eq(TruncatedLaplace(2 * bound + u, bound).formula(0), 0),
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Eq(f_wide(0), 1),
        Eq(TruncatedLaplace(2 * bound - bound / 2, bound).formula(0), 0),
    ),
    notes=(
        "1 - f(0) is the mass that the shifted noise puts beyond the bound; shifted by more than "
        "2B it has no value in common with the noise."
    ),
)
