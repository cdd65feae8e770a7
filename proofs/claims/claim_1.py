"""Claim 1: how close groups of k = 4 under epsilon = 1/4 are to the Laplace function."""

from sympy import Abs, Lambda, Rational, exp

from fdp_sym import EpsDelta, Laplace
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Iterate,
    Le,
    Theorem,
    cite,
    counterexample,
    symbolic,
)

source = cite("dong2022gdp", "Section 2.5", edition="arXiv:1905.02383v3")
growth = exp(Rational(1, 4))
step = Lambda(alpha, 1 - EpsDelta("1/4").formula(alpha))
group, limit = 1 - Iterate(step, 4, alpha), Laplace(1).formula(alpha)

claim = Claim(
    id="claim-1",
    number=1,
    title="Groups of four are within 0.005 of the limit",
    source=source,
    claim=Le(Abs(group - limit), Rational(5, 1000)),
    checks=(counterexample(at={"alpha": "0.2068"}),),
    corrected="claim-1-distance",
)

kink = exp(-Rational(3, 4)) / (1 + growth)  # where three steps up end at the fixed point
distance = (growth - 1) ** 2 / (4 * growth * (growth + 1))

attained = Theorem(
    id="claim-1-distance",
    title="The distance between groups of four and the limit, at a kink",
    source=source,
    claim=(
        Eq(limit.subs(alpha, kink) - group.subs(alpha, kink), distance),
        Ge(distance, Rational("0.00687669665364932108")),
        Le(distance, Rational("0.00687669665364932109")),
    ),
    checks=(symbolic("iterate", part=0), symbolic(part=(1, 2))),
    mutants=(
        Eq(limit.subs(alpha, kink) - group.subs(alpha, kink), 2 * distance),
        Le(distance, Rational("0.005")),
    ),
)
