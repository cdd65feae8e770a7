"""DRS Section 4: C_p of the Gaussian trade-off function, in closed form."""

from sympy import Interval, exp, log, oo

from fdp_sym import Gaussian, Identity, Phi, mixture
from fdp_sym.duality import profile_definition
from fdp_sym.theorems import Eq, Theorem, cite, real, stationary, symbolic

source = cite("dong2022gdp", "Section 4", edition="arXiv:1905.02383v3")
mu, t = real("mu", Interval.open(0, oo)), real("t", Interval(0, oo))
p = real("p", Interval.Lopen(0, 1))
sampled = mixture([(p, Gaussian(mu)), (1 - p, Identity())])
growth = 1 - p + p * exp(t)  # exp(epsilon)
peak = Phi(-t / mu - mu / 2)

profile = Theorem(
    id="drs-4-gaussian-profile",
    title="The profile of C_p(G_mu)",
    source=source,
    uses=("drs-4.1-profile",),
    claim=Eq(
        profile_definition(sampled, log(growth)),
        p * (Phi(-t / mu + mu / 2) - exp(t) * peak),
    ),
    checks=(
        symbolic(stationary(peak), "quantile reflection", "quantile of Phi", "Phi reflection"),
    ),
    mutants=(
        p * Phi(-t / mu + mu / 2) - growth * peak,
        Phi(-t / mu + mu / 2) - exp(t) * peak,
    ),
    notes=(
        "With $t = \\log(1 + (e^\\epsilon - 1)/p)$, for every $\\epsilon \\ge 0$: there the "
        "profile of $C_p(G_\\mu)$ is that of the mixture, and below 0 it follows by symmetry."
    ),
)

c = Phi(-mu / 2)
level = sampled.formula(c)
middle = Theorem(
    id="drs-4-gaussian-middle",
    title="The middle piece of C_p(G_mu)",
    source=source,
    uses=("drs-4.1-line",),
    claim=(
        Eq(Gaussian(mu).formula(c), c),
        Eq(c + level, 1 - p * (2 * Phi(mu / 2) - 1)),
    ),
    checks=(
        symbolic("quantile reflection", "quantile of Phi", part=0),
        symbolic("quantile reflection", "quantile of Phi", "Phi reflection", part=1),
    ),
    mutants=(
        Eq(c + level, 1 - p * (2 * Phi(mu) - 1)),
        Eq(c + level, 1 - (2 * Phi(mu / 2) - 1)),
    ),
    notes=(
        "From the fixed point $x^* = \\Phi(-\\mu/2)$ to $f_p(x^*)$ the function is "
        "$1 - p\\,TV(G_\\mu) - \\alpha$."
    ),
)
