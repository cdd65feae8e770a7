"""KOV Theorem 3.2 (Dwork, Rothblum, Vadhan): from the sharper Theorem 3.4."""

from sympy import Interval, exp, log, oo, sqrt

from fdp_sym.theorems import Le, Theorem, cite, integer, real, symbolic

source = cite("kairouz2015composition", "Theorem 3.2", edition="arXiv:1311.0776v4")
k, epsilon = integer("k", 1), real("epsilon", Interval.open(0, oo))
slack = real("slack", Interval.open(0, 1))
spread = epsilon * sqrt(2 * k * log(1 / slack))
sharper = k * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1) + spread

advanced = Theorem(
    id="kov-3.2",
    title="Advanced composition",
    source=source,
    uses=("kov-3.4", "kov-3.4-total"),
    claim=Le(sharper, k * epsilon * (exp(epsilon) - 1) + spread),
    checks=(symbolic(),),
    mutants=(
        Le(sharper, k * epsilon * (exp(epsilon) - 1) / 4 + spread),
        Le(sharper, k * epsilon * (exp(epsilon) - 1) + spread / 2),
    ),
    notes=(
        "The exact composition is $(\\tilde\\epsilon, 1 - (1-\\delta)^k "
        "(1-\\tilde\\delta))$-private with the left side, by Theorem 3.4; the printed "
        "$\\tilde\\epsilon$ is larger (the claim), and so is the printed total $k\\delta + "
        "\\tilde\\delta$."
    ),
)
