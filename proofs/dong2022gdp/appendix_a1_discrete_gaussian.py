"""DRS appendix A.1 applied to the discrete Gaussian: likelihood ratios, thresholds, profile."""

from sympy import Interval, Range, S, exp, oo

from fdp_sym.theorems import Eq, Gt, Iff, Lt, Theorem, cite, integer, real, symbolic

source = cite("dong2022gdp", "Appendix A.1", edition="arXiv:1905.02383v3")
c = real("c", Interval.open(0, oo))  # 1/(2 sigma^2)
epsilon = real("epsilon")
k = real("k", Range(-oo, oo))
n, first, steps = integer("n", 0), real("a", Range(-oo, oo)), integer("m", 0)
weight = exp(-c * k**2)  # of the outcome k, up to the normalisation
shifted = exp(-c * (k - 1) ** 2)

ratios = Theorem(
    id="discrete-gaussian-ratios",
    title="Discrete Gaussian: the likelihood ratio increases with the outcome",
    source=source,
    uses=("drs-a.1-finite",),
    claim=(
        Eq(shifted / weight, exp(c * (2 * k - 1))),
        Lt(exp(c * (2 * k - 1)), exp(c * (2 * (k + 1) - 1))),
        Iff(Gt(c * (2 * k - 1), epsilon), Gt(k, epsilon / (2 * c) + S.Half)),
        Eq(exp(-c * (1 - k) ** 2), shifted),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(shifted / weight, exp(2 * c * k)),
        Iff(Gt(c * (2 * k - 1), epsilon), Gt(k, epsilon / c + S.Half)),
        Eq(exp(-c * (2 - k) ** 2), shifted),
    ),
    notes=(
        "With $c = 1/2\\sigma^2$: the optimal tests reject from some k on, so the breakpoints are "
        "$(S(k), S(2-k))$, S the upper tail; the best test for $\\epsilon$ rejects where "
        "$n > \\epsilon\\sigma^2 + 1/2$. The last part is the symmetry of the pair about 1/2."
    ),
)
