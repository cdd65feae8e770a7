"""eps-DP implies mu-GDP with the least mu, and nothing the other way."""

from sympy import Interval, Lambda, exp, oo

from fdp_sym import EpsDelta, Gaussian, Quantile
from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Le,
    Theorem,
    cite,
    fact,
    generic,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Section 2.4", edition="arXiv:1905.02383v3")
epsilon = real("epsilon", Interval(0, oo))
t = real("t", Interval(0, 1))
x = real("x", Interval(0, 1))
c = 1 / (1 + exp(epsilon))  # the fixed point of f_{eps,0}
g = generic("g", instances=[Lambda(x, Max(1 - 2 * x, (1 - x) / 2)), Lambda(x, 1 - x)])
w = real("w", Interval(1, oo))  # exp(epsilon)
d = 1 / (1 + w)

below = Theorem(
    id="pure-below",
    title="f_{eps,0} is the largest trade-off function with its fixed point",
    source=source,
    claim=(
        Le(g(t * d), 1 - w * t * d),
        Le(g(t + (1 - t) * d), (1 - (t + (1 - t) * d)) / w),
    ),
    given=Eq(g(d), d),
    checks=(
        symbolic(fact(g, "convex", d, 0, t), fact(g, "below Id", 0), part=0),
        symbolic(fact(g, "convex", 1, d, t), fact(g, "below Id", 1), part=1),
    ),
    mutants=(
        Le(g(t * d), 1 - 2 * w * t * d),
        Le(g(t + (1 - t) * d), (1 - (t + (1 - t) * d)) / (2 * w)),
    ),
    notes="Left and right of the fixed point c, f_{eps,0} is the chord of g from (0, 1) to (c, c) "
    "and from there to (1, 0).",
)

mu = -2 * Quantile(c)

fixed_point = Theorem(
    id="pure-to-gdp",
    title="eps-DP implies mu-GDP, mu = -2 Quantile(1/(1 + e^eps)), and no smaller mu",
    source=source,
    uses=("pure-below", "gdp-convex", "gdp-decreasing"),
    claim=(
        Eq(Gaussian(-2 * Quantile(c)).formula(c), c),
        Eq(EpsDelta(epsilon).formula(c), c),
    ),
    checks=(symbolic("quantile reflection", "Phi of quantile", part=0), symbolic(part=1)),
    mutants=(
        Eq(Gaussian(-Quantile(c)).formula(c), c),
        Eq(EpsDelta(epsilon).formula(c), c / 2),
    ),
    notes=(
        "The two functions share their fixed point, so $G_\\mu \\le f_{\\epsilon,0}$ by "
        "pure-below; for a smaller mu, $G_\\mu(c) > c = f_{\\epsilon,0}(c)$ by gdp-decreasing. "
        "In the other direction no mu > 0 implies eps-DP, as the profile of $G_\\mu$ is positive."
    ),
)
