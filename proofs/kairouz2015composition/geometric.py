"""KOV sections 4.4 and 4.5: geometric noise of sensitivity 1 has the curve of epsilon-DP."""

from sympy import Abs, Interval, Sum, exp, oo

from fdp_sym import from_pair
from fdp_sym.theorems import (
    Eq,
    Lt,
    SameCurve,
    Theorem,
    cite,
    exact,
    hypothesis,
    induction,
    integer,
    real,
    symbolic,
)
from fdp_sym.tradeoff import Geometric

source = cite("kairouz2015composition", "Sections 4.4 and 4.5", edition="arXiv:1311.0776v4")
epsilon = real("epsilon", Interval.open(0, oo))
r = exp(-epsilon)
mass = (exp(epsilon) - 1) / (exp(epsilon) + 1)  # P(Z = 0)
y, z, n = integer("y", 0), integer("z", 1), integer("n", 1)
k = integer("k", 1)

ratios = Theorem(
    id="kov-4.4-ratios",
    title="Geometric noise and its shift by 1: two likelihood ratios",
    source=source,
    claim=(
        Eq(exp(-epsilon * Abs(z - 1)) / exp(-epsilon * Abs(z)), exp(epsilon)),
        Eq(exp(-epsilon * Abs(-y - 1)) / exp(-epsilon * Abs(-y)), exp(-epsilon)),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(exp(-epsilon * Abs(y - 1)) / exp(-epsilon * Abs(y)), exp(epsilon)),
        Eq(exp(-epsilon * Abs(-y - 1)) / exp(-epsilon * Abs(-y)), exp(epsilon)),
    ),
    notes="The outcomes are z >= 1 and -y <= 0.",
)

tails = Theorem(
    id="kov-4.4-masses",
    title="Masses of geometric noise by partial geometric sums",
    source=source,
    claim=(
        Eq(
            Sum(mass * exp(-epsilon * k), (k, 1, n)),
            r / (1 + r) - exp(-epsilon * n) * r / (1 + r),
        ),
        Eq(mass + r / (1 + r), 1 / (1 + r)),
        Eq(mass + 2 * r / (1 + r), 1),
        Lt(exp(-epsilon * (n + 1)), exp(-epsilon * n)),
    ),
    checks=(
        symbolic(induction(n), "last term", hypothesis(), part=0),
        symbolic(part=(1, 2, 3)),
    ),
    mutants=(
        Eq(Sum(mass * exp(-epsilon * k), (k, 1, n)), r / (1 + r)),
        Eq(Sum(mass * exp(-epsilon * k), (k, 1, n)), mass - exp(-epsilon * n) * mass),
        Eq(mass + r / (1 + r), 1 / (1 + 2 * r)),
    ),
    notes=(
        "The remainder falls geometrically to zero, so that Z >= 1 has the mass "
        "$e^{-\\epsilon}/(1+e^{-\\epsilon})$ and Z >= 0 the mass $1/(1+e^{-\\epsilon})$."
    ),
)

geometric = Theorem(
    id="kov-4.4-geometric",
    title="Trade-off function of geometric noise of sensitivity 1",
    source=source,
    uses=("neyman-pearson", "drs-a.1-finite", "kov-4.4-ratios", "kov-4.4-masses"),
    claim=SameCurve(
        from_pair((1 / (1 + r), r / (1 + r)), (r / (1 + r), 1 / (1 + r))), Geometric(epsilon)
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(
            from_pair((1 / (1 + r), r / (1 + r)), (r / (1 + r), 1 / (1 + r))),
            Geometric(2 * epsilon),
        ),
        SameCurve(
            from_pair((1 / (1 + r), r / (1 + r)), (1 / (1 + r), r / (1 + r))), Geometric(epsilon)
        ),
    ),
    notes=(
        "The outcomes Z <= 0 and Z >= 1 of the noise, each taken together because its likelihood "
        "ratio is constant. The shifted noise exceeds 0 when Z >= 0."
    ),
)
