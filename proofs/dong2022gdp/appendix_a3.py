"""DRS appendix A.3: location families and log-concave densities."""

from sympy import Derivative, Interval, Lambda, S, atan, exp, log, oo, pi

from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Iff,
    Le,
    Lt,
    Theorem,
    cite,
    fact,
    generic,
    real,
    symbolic,
)
from fdp_sym.tradeoff import Logistic

appendix = cite("dong2022gdp", "Appendix A.3", edition="arXiv:1905.02383v3")
x = real("x")
shift = real("shift", Interval(0, oo))
step = real("step", Interval(0, oo))
share = real("share", Interval(0, 1))

# V = -log p of a log-concave density p
V = generic(
    "V",
    facts=("convex",),
    bounds=(-oo, oo),
    domain=S.Reals,
    instances=[Lambda(x, x**2 / 2), Lambda(x, log(exp(x) + exp(-x)))],
)

monotone_ratio = Theorem(
    id="drs-a.3-log-concave",
    title="A shifted log-concave density has a monotone likelihood ratio",
    source=appendix,
    uses=("neyman-pearson",),
    notes=(
        "With $V = -\\log p$ and the shift $t = (1 - s)L$: $\\log p(x - t) - \\log p(x)$ is not "
        "smaller $sL$ further on. So the tests that reject above a threshold are optimal and "
        "$T(\\xi, \\xi + t)(\\alpha) = F(F^{-1}(1-\\alpha) - t)$."
    ),
    claim=Le(
        V(x + (1 - share) * step) - V(x),
        V(x + step) - V(x + share * step),
    ),
    checks=(
        symbolic(fact(V, "convex", x, x + step, share), fact(V, "convex", x, x + step, 1 - share)),
    ),
    mutants=(
        Ge(V(x + (1 - share) * step) - V(x), V(x + step) - V(x + share * step)),
        Le(V(x + (1 - share) * step) - V(x), 0),
    ),
)

W = generic(  # -log p of any positive density
    "W", facts=(), bounds=(-oo, oo), instances=[Lambda(x, x**2 / 2), Lambda(x, log(1 + x**2))]
)

midpoint = Theorem(
    id="drs-a.3-converse",
    title="Monotone likelihood ratios make the density log-concave",
    source=appendix,
    notes=(
        "The monotone ratio at the points x and x + t for the shift t is midpoint convexity of "
        "$W = -\\log p$; with continuity that is convexity."
    ),
    claim=Iff(
        Le(W(x) - W(x - shift), W(x + shift) - W(x)),
        Le(W(x), (W(x - shift) + W(x + shift)) / 2),
    ),
    checks=(symbolic(),),
    mutants=(
        Iff(
            Le(W(x) - W(x - shift), W(x + shift) - W(x)),
            Le(W(x) + 1, (W(x - shift) + W(x + shift)) / 2),
        ),
        Iff(
            Le(W(x) - W(x - shift), W(x + shift) - W(x)),
            Le(W(x), W(x + shift)),
        ),
    ),
)

level = real("alpha", Interval.open(0, 1))
cdf = Lambda(x, 1 / (1 + exp(-x)))

logistic = Theorem(
    id="drs-a.3-logistic",
    title="Trade-off function of logistic noise",
    source=appendix,
    uses=("drs-a.3-log-concave",),
    notes="The quantile of $1 - \\alpha$ is $\\log((1-\\alpha)/\\alpha)$.",
    claim=(
        Eq(cdf(log((1 - level) / level)), 1 - level),
        Eq(cdf(log((1 - level) / level) - shift), Logistic(shift).formula(level)),
        Ge(Derivative(cdf(x), x), 0),
    ),
    checks=(
        symbolic(part=(0, 1)),
        symbolic("derivative", part=2),
    ),
    mutants=(
        Eq(cdf(log((1 - level) / level) - shift), Logistic(2 * shift).formula(level)),
        Eq(cdf(log(level / (1 - level))), 1 - level),
    ),
)

laplace = Theorem(
    id="drs-a.3-laplace",
    title="Trade-off function of Laplace noise",
    source=appendix,
    uses=("drs-a.3-log-concave",),
    notes=(
        "The quantile of $1 - \\alpha$ is $-\\log 2\\alpha$ up to 1/2 and $\\log(2 - 2\\alpha)$ "
        "beyond; the CDF is $e^x/2$ below 0 and $1 - e^{-x}/2$ above. The three pieces of $L_t$ "
        "are the three ways in which these combine."
    ),
    claim=(
        Eq(1 - exp(-(-log(2 * level) - shift)) / 2, 1 - exp(shift) * level),
        Eq(exp(-log(2 * level) - shift) / 2, exp(-shift) / (4 * level)),
        Eq(exp(log(2 - 2 * level) - shift) / 2, exp(-shift) * (1 - level)),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(exp(-log(2 * level) - shift) / 2, exp(-shift) / (2 * level)),
        Eq(exp(log(2 - 2 * level) - shift) / 2, exp(-shift / 2) * (1 - level)),
    ),
)

t = real("t", Interval.open(0, oo))
density = Lambda(x, 1 / (pi * (1 + x**2)))
cauchy = Lambda(x, S.Half + atan(x) / pi)
ratio = Lambda(x, density(x - t) / density(x))

heavy_tails = Theorem(
    id="drs-a.3-cauchy",
    title="The formula fails for Cauchy noise, whatever the shift",
    source=appendix,
    notes=(
        "The likelihood ratio rises from 0 to t and falls beyond t + 1. The last part is the slope "
        "of the errors of the tests that reject above x: where the ratio falls, the curve "
        "$F(F^{-1}(1-\\alpha) - t)$ is not convex, so it is no trade-off function."
    ),
    claim=(
        Gt(ratio(t), ratio(0)),
        Lt(Derivative(ratio(t + 1 + step), step), 0),
        Eq(Derivative(cauchy(x - t), x), -ratio(x) * Derivative(1 - cauchy(x), x)),
    ),
    checks=(symbolic(part=0), symbolic("derivative", part=(1, 2))),
    mutants=(
        Lt(Derivative(ratio(t / 2 + step), step), 0),
        Eq(Derivative(cauchy(x - t), x), ratio(x) * Derivative(1 - cauchy(x), x)),
    ),
)
