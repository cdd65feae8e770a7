"""Claim 1: how close groups of k = 4 under epsilon = 1/4 are to the Laplace function."""

from sympy import Abs, Interval, Lambda, Rational, exp

from fdp_sym import EpsDelta, Laplace
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Iterate,
    Le,
    Mutant,
    Theorem,
    cite,
    counterexample,
    lemma,
    real,
    symbolic,
    using,
)

source = cite("dong2022gdp", "Section 2.5", edition="arXiv:1905.02383v3")
growth = exp(Rational(1, 4))
level = real("level", Interval(0, 1))
step = Lambda(level, 1 - EpsDelta("1/4").formula(level))
group, limit = 1 - Iterate(step, 4, alpha), Laplace(1).formula(alpha)

claim = Claim(
    id="claim-1",
    number=1,
    title="Groups of four are within 0.005 of the limit",
    printed=(
        "For $\\mu = 1$ and $k = 4$ the function $1 - (1 - f_{\\epsilon,0})^{\\circ k}$, "
        "$\\epsilon = \\mu/k$, is within 0.005 of $T(\\mathrm{Lap}(0,1), \\mathrm{Lap}(\\mu,1))$, "
        "uniformly over $[0, 1]$."
    ),
    source=source,
    claim=Le(Abs(group - limit), Rational(5, 1000)),
    checks=(counterexample(at={"alpha": "0.2068"}),),
    corrected="claim-1-corrected",
)

kink = exp(-Rational(3, 4)) / (1 + growth)  # where three steps up end at the fixed point
at_kink = Laplace(1).formula(kink) - (1 - Iterate(step, 4, kink))
distance = (growth - 1) ** 2 / (4 * growth * (growth + 1))

attained = Theorem(
    id="claim-1-distance",
    title="The distance between groups of four and the limit, at a kink",
    source=source,
    claim=(
        Eq(at_kink, distance),
        Ge(distance, Rational("0.00687669665364932108")),
        Le(distance, Rational("0.00687669665364932109")),
    ),
    checks=(symbolic("iterate", part=0), symbolic(part=(1, 2))),
    mutants=(
        Eq(at_kink, 2 * distance),
        Le(distance, Rational("0.005")),
    ),
)

gap = Le(limit - group, (1 - 1 / growth) ** 2 / (4 * (1 + 1 / growth)))
quarter = {"k": 4, "epsilon": Rational(1, 4)}

corrected = Theorem(
    id="claim-1-corrected",
    title="Groups of four are within 0.0069 of the limit",
    source=source,
    uses=("drs-2.15-below", "drs-2.15-gap", "claim-1-distance"),
    claim=(Le(limit - group, distance), Ge(limit - group, 0)),
    checks=(
        symbolic(lemma("drs-2.15-gap", quarter), using((gap, 1)), part=0),
        symbolic(lemma("drs-2.15-below", quarter), part=1),
    ),
    mutants=(
        Mutant(Le(limit - group, Rational("0.0068")), at={"alpha": "0.2068"}),
        Ge(limit - group, distance / 2),
    ),
    notes="The bound is attained at a kink, so it is the largest difference.",
)
