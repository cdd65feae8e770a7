"""Claim 3: the printed form of C_p(f_(epsilon, delta))."""

from sympy import Interval, exp, log, oo

from fdp_sym import EpsDelta, maximum
from fdp_sym.functions import Max
from fdp_sym.symbols import alpha, delta
from fdp_sym.theorems import (
    Claim,
    Eq,
    Le,
    SameCurve,
    Theorem,
    cite,
    counterexample,
    exact,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Section 4", edition="arXiv:1905.02383v3")
epsilon, p = real("epsilon", Interval.open(0, oo)), real("p", Interval.open(0, 1))
growth, slack = 1 + p * (exp(epsilon) - 1), p * delta
printed = slack + p * (exp(epsilon) - 1) / (exp(epsilon) + 1)  # of the line, below Id
gap = p * (exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1)

claim = Claim(
    id="claim-3",
    number=3,
    title="C_p(f_(epsilon, delta)) is the larger one of f_(epsilon', delta') and a line",
    printed=(
        "$C_p(f_{\\epsilon,\\delta})(\\alpha) = \\max\\{f_{\\epsilon',\\delta'}(\\alpha), 1 - p "
        "\\delta - p (e^\\epsilon - 1)/(e^\\epsilon + 1) - \\alpha\\}$ with $\\epsilon' = \\log(1 "
        "- p + p e^\\epsilon)$, $\\delta' = p \\delta$."
    ),
    source=source,
    uses=("drs-4-eps-delta-curve",),
    claim=Eq(
        EpsDelta(epsilon, delta).subsample(p).formula(alpha),
        Max(EpsDelta(log(growth), slack).formula(alpha), 1 - printed - alpha),
    ),
    checks=(counterexample(at={"epsilon": 1, "delta": "1/10", "p": "1/2", "alpha": "2/5"}),),
    corrected="claim-3-corrected",
    notes=(
        "The printed line $1 - p\\delta - p(e^\\epsilon-1)/(e^\\epsilon+1) - \\alpha$ is too low "
        "if $\\epsilon, \\delta > 0$ and 0 < p < 1: a lower bound of the function, not the "
        "function."
    ),
)

corrected = Theorem(
    id="claim-3-corrected",
    title="C_p(f_(epsilon, delta)) with its line; the printed one is right for delta = 0",
    source=source,
    uses=("drs-4-eps-delta-curve",),
    claim=(
        SameCurve(
            EpsDelta(epsilon, delta).subsample(p),
            maximum(EpsDelta(log(growth), slack), EpsDelta(0, gap)),
        ),
        Eq(printed - gap, p * delta * (exp(epsilon) - 1) / (exp(epsilon) + 1)),
        Le(gap, printed),
        Eq(gap.subs(delta, 0), printed.subs(delta, 0)),
    ),
    checks=(exact(part=0), symbolic(part=(1, 2, 3))),
    mutants=(
        Le(printed, gap),
        Eq(printed - gap, p * delta * (exp(epsilon) - 1)),
        SameCurve(EpsDelta(epsilon, delta).subsample(p), EpsDelta(log(growth), slack)),
    ),
    notes=(
        "The line is $1 - p(e^\\epsilon - 1 + 2\\delta)/(e^\\epsilon + 1) - \\alpha$. The two "
        "lines differ by $p\\delta(e^\\epsilon-1)/(e^\\epsilon+1)$, which is 0 only for $\\delta = "
        "0$, $\\epsilon = 0$ or p = 0; for p = 1 neither is needed."
    ),
)
