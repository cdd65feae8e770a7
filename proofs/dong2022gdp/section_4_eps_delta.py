"""DRS Section 4: what sampling makes of (epsilon, delta)-DP."""

from sympy import Interval, exp, log, oo

from fdp_sym import EpsDelta, Identity, maximum, mixture
from fdp_sym.symbols import delta
from fdp_sym.theorems import (
    Above,
    Eq,
    Le,
    Mutant,
    SameCurve,
    Theorem,
    cite,
    exact,
    largest,
    real,
    symbolic,
    using,
)

source = cite("dong2022gdp", "Section 4", edition="arXiv:1905.02383v3")
epsilon = real("epsilon", Interval.open(0, oo))
p = real("p", Interval(0, 1))
e, more = exp(epsilon), exp(epsilon) - 1
growth, slack = 1 + p * more, p * delta  # exp(epsilon'), delta'

# masses of an event: with the record, with its replacement, with neither
with_it, replaced, neither = (real(n, Interval(0, 1)) for n in ("P_1", "Q_1", "P_0"))
lemma_eps_delta = Theorem(
    id="drs-4-eps-delta",
    title="(epsilon, delta)-DP becomes (log(1 - p + p e^epsilon), p delta)-DP",
    source=source,
    claim=Le(
        p * with_it + (1 - p) * neither,
        growth * (p * replaced + (1 - p) * neither) + slack,
    ),
    given=(Le(with_it, e * replaced + delta), Le(with_it, e * neither + delta)),
    checks=(
        symbolic(
            using(
                (Le(with_it, e * replaced + delta), p * growth / e),
                (Le(with_it, e * neither + delta), p * (1 - p) * more / e),
            )
        ),
    ),
    mutants=(
        Mutant(
            Le(
                p * with_it + (1 - p) * neither,
                growth * (p * replaced + (1 - p) * neither) + slack / 2,
            ),
            at={"p": 1, "P_1": "1/2", "Q_1": 0, "P_0": 0, "delta": "1/2", "epsilon": 1},
        ),
        Mutant(
            given=(Le(with_it, e * replaced + delta),),
            at={"p": "1/2", "P_1": 1, "Q_1": "1/2", "P_0": 0, "delta": 0, "epsilon": "3/4"},
        ),
    ),
    notes=(
        "The event has the mass $p P_1 + (1-p) P_0$ on one database, $p Q_1 + (1-p) P_0$ on the "
        "other. Any two of the three outcomes come from neighbours, on average over samples."
    ),
)

rate = real("p", Interval.open(0, 1))
f = EpsDelta(epsilon, delta)
sampled = mixture([(rate, f), (1 - rate, Identity())])
c = (1 - delta) / (1 + e)  # the fixed point of f
level = rate * c + (1 - rate) * (1 - c)  # of the mixture there
gap = rate * (more + 2 * delta) / (1 + e)
curve = maximum(EpsDelta(log(1 + rate * more), rate * delta), EpsDelta(0, gap))

exact_curve = Theorem(
    id="drs-4-eps-delta-curve",
    title="C_p of f_(epsilon, delta), exactly",
    source=source,
    uses=("drs-4.1-line",),
    claim=(
        Above(sampled, curve),
        Above(sampled.as_piecewise_linear().inverse(), curve),
        Eq(curve.formula(0), sampled.formula(0)),
        Eq(c + level, 1 - gap),
        SameCurve(f.subsample(rate), curve),
    ),
    checks=(
        exact(part=(0, 1, 4)),
        symbolic(part=3),
        symbolic(largest(1 - rate * delta), largest(1 - delta), part=2),
    ),
    mutants=(
        Above(sampled, maximum(curve, EpsDelta(0, gap * c))),
        Eq(c + level, 1 - gap / 2),
        SameCurve(f.subsample(rate), EpsDelta(log(1 + rate * more), rate * delta)),
    ),
    notes=(
        "It is the larger one of $f_{\\epsilon', \\delta'}$, $\\epsilon' = \\log(1 - p + p "
        "e^\\epsilon)$, $\\delta' = p\\delta$, and of the line $1 - p(e^\\epsilon - 1 + "
        "2\\delta)/(e^\\epsilon + 1) - \\alpha$. Below both mixtures, and equal to one of them at "
        "its vertices, at 0 and at c: no larger function is convex."
    ),
)
