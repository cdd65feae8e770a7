"""Claim 11: the noise of the earlier analysis of Johnson-Lindenstrauss sanitising."""

from sympy import Interval, log, oo, sqrt

from fdp_sym.theorems import (
    Claim,
    Eq,
    Lt,
    Theorem,
    cite,
    counterexample,
    integer,
    real,
    symbolic,
)

source = cite("kairouz2015composition", "Appendix C", edition="arXiv:1311.0776v4")
epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
r = integer("r", 1)
each_epsilon, each_delta = epsilon / sqrt(4 * r * log(2 / delta)), delta / (2 * r)
noise = 4 / each_epsilon * log(2 / each_delta)
printed = sqrt(32 * r * log(2 / delta)) * log(4 * r / delta) / epsilon

claim = Claim(
    id="claim-11",
    number=11,
    title="The printed noise is that of the parameters eps_0, delta_0",
    printed=(
        "With $w = \\sqrt{32 r \\log(2/\\delta)} \\log(4 r/\\delta)/\\epsilon$ the earlier "
        "analysis meets $w = (4/\\epsilon_0) \\log(2/\\delta_0)$ at $\\epsilon_0 = "
        "\\epsilon/\\sqrt{4 r \\log(2/\\delta)}$, $\\delta_0 = \\delta/(2 r)$."
    ),
    source=source,
    claim=Eq(printed, noise),
    checks=(counterexample(at={"epsilon": 1, "delta": "1/10", "r": 1}),),
    corrected="claim-11-corrected",
)

corrected = Theorem(
    id="claim-11-corrected",
    title="The noise of the parameters eps_0, delta_0 is sqrt(2) times the printed one",
    source=source,
    claim=(
        Eq(noise, sqrt(64 * r * log(2 / delta)) * log(4 * r / delta) / epsilon),
        Eq(noise, sqrt(2) * printed),
        Lt(printed, noise),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(noise, printed),
        Lt(2 * printed, noise),
        Eq(noise, sqrt(64 * r * log(2 / delta)) * log(2 * r / delta) / epsilon),
    ),
    notes="For all parameters: the printed noise is never enough for these two.",
)
