"""Claim 18: about which line KOV's privacy region is symmetric."""

from sympy import Interval, exp

from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import Claim, Ge, Iff, Le, Theorem, cite, counterexample, real, symbolic

md, fa = real("P_MD", Interval(0, 1)), real("P_FA", Interval(0, 1))
source = cite("kairouz2015composition", "Section 2", edition="arXiv:1311.0776v4")

# eq (2) at a point, and at its mirror images (1 - P_FA, 1 - P_MD) and (P_FA, P_MD)
lower = (Ge(fa + exp(epsilon) * md, 1 - delta), Ge(exp(epsilon) * fa + md, 1 - delta))
across_antidiagonal = (
    Ge((1 - md) + exp(epsilon) * (1 - fa), 1 - delta),
    Ge(exp(epsilon) * (1 - md) + (1 - fa), 1 - delta),
)
across_diagonal = (Ge(md + exp(epsilon) * fa, 1 - delta), Ge(exp(epsilon) * md + fa, 1 - delta))

claim = Claim(
    id="claim-18",
    number=18,
    title="The region of eq (2) is symmetric about P_FA + P_MD = 1",
    printed=(
        "The region $R(\\epsilon, \\delta)$ of eq (2) is symmetric about the line $P_{FA} + "
        "P_{MD} = 1$."
    ),
    source=source,
    claim=Iff(lower, across_antidiagonal),
    checks=(counterexample(at={"P_MD": 1, "P_FA": 1, "epsilon": 0, "delta": "1/2"}),),
    corrected="claim-18-diagonal",
    notes="The point (1, 1) satisfies eq (2); its mirror image (0, 0) does not.",
)

diagonal = Theorem(
    id="claim-18-diagonal",
    title="The region of eq (2) is symmetric about P_FA = P_MD",
    source=source,
    claim=Iff(lower, across_diagonal),
    checks=(symbolic(),),
    mutants=(Iff(lower, across_diagonal[0]), Iff(lower, across_antidiagonal)),
)

# both boundaries: what tests of (epsilon, delta)-private mechanisms can attain
upper = (
    Le(fa + exp(epsilon) * md, delta + exp(epsilon)),
    Le(exp(epsilon) * fa + md, delta + exp(epsilon)),
)
upper_across = (
    Le((1 - md) + exp(epsilon) * (1 - fa), delta + exp(epsilon)),
    Le(exp(epsilon) * (1 - md) + (1 - fa), delta + exp(epsilon)),
)

both_boundaries = Theorem(
    id="claim-18-antidiagonal",
    title="With its upper boundary the region is symmetric about P_FA + P_MD = 1 as well",
    source=source,
    claim=Iff((*lower, *upper), (*across_antidiagonal, *upper_across)),
    checks=(symbolic(),),
    mutants=(
        Iff((*lower, *upper), across_antidiagonal),
        Iff(lower, (*across_antidiagonal, *upper_across)),
    ),
    notes=(
        "The upper boundary belongs to tests that reject where an optimal test accepts: it is the "
        "image of the lower one under $(x, y) \\mapsto (1 - x, 1 - y)$."
    ),
)
