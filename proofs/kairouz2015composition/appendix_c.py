"""KOV appendix C: the parameters of Johnson-Lindenstrauss sanitising of cut queries."""

from sympy import E, Interval, log, oo, sqrt

from fdp_sym.theorems import (
    Eq,
    Le,
    Theorem,
    cite,
    increasing,
    integer,
    real,
    symbolic,
)

source = cite("kairouz2015composition", "Appendix C", edition="arXiv:1311.0776v4")
epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
r = integer("r", 1)
spread = log(E + 2 * epsilon / delta)
each_epsilon, each_delta = epsilon / sqrt(4 * r * spread), delta / (2 * r)
noise = 4 / each_epsilon * log(2 / each_delta)

chain = Theorem(
    id="kov-c-noise",
    title="The noise of the sanitiser, from the parameters of each of its r steps",
    source=source,
    claim=(
        Eq(log(2 / each_delta), log(4 * r / delta)),
        Eq(noise, 4 * sqrt(4 * r * spread) * log(4 * r / delta) / epsilon),
        Eq(r * each_epsilon**2 * 4 * spread, epsilon**2),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(noise, 4 * sqrt(2 * r * spread) * log(4 * r / delta) / epsilon),
        Eq(r * each_epsilon**2 * spread, epsilon**2),
    ),
    notes=(
        "With $\\epsilon_0 = \\epsilon/\\sqrt{4 r \\log(e + 2\\epsilon/\\delta)}$ and $\\delta_0 = "
        "\\delta/(2r)$, $w = (4/\\epsilon_0) \\log(2/\\delta_0)$."
    ),
)

at_most = real("epsilon", Interval.Lopen(0, 1))
gain = Theorem(
    id="kov-c-gain",
    title="The new logarithm against the earlier one",
    source=source,
    claim=Le(log(E + 2 * at_most / delta), log((E + 2) / delta)),
    checks=(symbolic(increasing("log")),),
    mutants=(
        Le(log(E + 2 * at_most / delta), log(2 / delta)),
        Le(log(E + 2 * at_most / delta), log(E + 1 / delta)),
    ),
    notes=(
        "For epsilon up to 1 it exceeds $\\log(2/\\delta)$ by at most $\\log(1 + e/2)$; at delta "
        "of the order of epsilon it is bounded, the earlier one is not."
    ),
)

eta, nu = real("eta", Interval.open(0, 1)), real("nu", Interval.open(0, 1))
size = real("S", Interval.open(0, oo))
rows = 8 * log(2 / nu) / eta**2
error = Theorem(
    id="kov-c-error",
    title="The additive error of a cut query in terms of the number of rows",
    source=source,
    uses=("kov-c-noise",),
    claim=(
        Eq(rows * eta**2, 8 * log(2 / nu)),
        Eq(
            2 * size * eta * 4 * sqrt(4 * rows * spread) * log(4 * rows / delta) / epsilon,
            8 * size * sqrt(32 * log(2 / nu) * spread) * log(4 * rows / delta) / epsilon,
        ),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(rows * eta, 8 * log(2 / nu)),
        Eq(2 * size * eta * sqrt(rows), 8 * size * sqrt(log(2 / nu))),
    ),
    notes="$\\tau = 2 |S| \\eta w$ with $r = 8 \\log(2/\\nu)/\\eta^2$ rows.",
)
