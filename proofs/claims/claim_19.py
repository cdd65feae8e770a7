"""Claim 19: the noise of Johnson-Lindenstrauss sanitising by the new composition theorem."""

from sympy import E, Interval, log, oo, sqrt

from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Gt,
    Le,
    Theorem,
    cite,
    counterexample,
    increasing,
    integer,
    lemma,
    real,
    symbolic,
    through,
)

source = cite("kairouz2015composition", "Appendix C", edition="arXiv:1311.0776v4")
epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
r = integer("r", 1)
spread, level = log(E + 2 * epsilon / delta), log(4 * r / delta)
each_epsilon, each_delta = epsilon / sqrt(4 * r * spread), delta / (2 * r)
noise = 4 / each_epsilon * log(2 / each_delta)
printed = 4 * sqrt(r) * sqrt(spread) * sqrt(level) / epsilon

claim = Claim(
    id="claim-19",
    number=19,
    title="A bound of the noise with log(4r/delta) inside the root",
    printed="$w \\le 4 \\sqrt{r \\log(e + 2 \\epsilon/\\delta) \\log(4 r/\\delta)}/\\epsilon$.",
    source=source,
    claim=Le(noise, printed),
    checks=(counterexample(at={"epsilon": 1, "delta": "1/10", "r": 1}),),
    corrected="claim-19-corrected",
)

gap = printed * (4 * level - 1) / (2 * sqrt(level) + 1)  # noise - printed

level_bound = Theorem(
    id="claim-19-level",
    title="The logarithm of the noise is above 1",
    source=source,
    claim=(Ge(log(4 * r / delta), log(4)), Gt(log(4), 1)),
    checks=(symbolic(increasing("log"), part=0), symbolic(part=1)),
    mutants=(Ge(log(4 * r / delta), log(5)), Ge(log(4 * r / delta), 2 * log(4 * r))),
)

corrected = Theorem(
    id="claim-19-corrected",
    title="The noise is log(4r/delta) times the root, and always above the printed bound",
    source=source,
    uses=("claim-19-level",),
    claim=(
        Eq(noise, 4 * sqrt(4 * r * spread) * level / epsilon),
        Eq(noise, 2 * sqrt(level) * printed),
        Gt(noise, printed),
    ),
    checks=(
        symbolic(part=(0, 1)),
        symbolic(lemma("claim-19-level"), through(printed + gap), part=2),
    ),
    mutants=(
        Eq(noise, 4 * sqrt(r * spread) * level / epsilon),
        Eq(noise, 2 * printed),
        Gt(noise, 4 * printed),
    ),
    notes="As $2\\sqrt{\\log(4r/\\delta)} > 1$ the printed bound fails for all parameters.",
)
