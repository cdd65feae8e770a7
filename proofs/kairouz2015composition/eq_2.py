"""KOV eq (2): the privacy region of (epsilon, delta), and what bounds it."""

from sympy import Interval, exp, oo

from fdp_sym import EpsDelta
from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Mutant,
    Theorem,
    all_members,
    cite,
    largest,
    real,
    symbolic,
    using,
)

md, fa = real("P_MD", Interval(0, 1)), real("P_FA", Interval(0, 1))
epsilon2, delta2 = real("epsilon_2", Interval(0, oo)), real("delta_2", Interval(0, 1))
f = EpsDelta(epsilon, delta).formula
corner = (1 - delta) / (1 + exp(epsilon))

region = (Ge(fa + exp(epsilon) * md, 1 - delta), Ge(exp(epsilon) * fa + md, 1 - delta))
order = (Ge(epsilon2, epsilon), Ge(delta2, delta))
larger = (Ge(fa + exp(epsilon2) * md, 1 - delta2), Ge(exp(epsilon2) * fa + md, 1 - delta2))
swapped = (Ge(md + exp(epsilon) * fa, 1 - delta), Ge(exp(epsilon) * md + fa, 1 - delta))
source = cite("kairouz2015composition", "Eq (2)", edition="arXiv:1311.0776v4")

eq_2 = Theorem(
    id="kov-eq2",
    title="The privacy region lies above the trade-off function",
    source=source,
    claim=Iff(region, Ge(md, f(fa))),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(region, Ge(md, EpsDelta(epsilon, delta / 2).formula(fa))),
        Iff(region[0], Ge(md, f(fa))),
        Iff(region, Ge(md, f(1 - fa))),
    ),
    notes="Within the unit square; as printed the region is unbounded above.",
)

swap = Theorem(
    id="kov-eq2-swap",
    title="The privacy region is closed under exchanging the two errors",
    source=source,
    claim=Iff(region, swapped),
    checks=(symbolic(),),
    mutants=(Iff(region, swapped[0]), Iff(region, swapped[1])),
)

monotone = Theorem(
    id="kov-eq2-monotone",
    title="The privacy region grows with epsilon and delta",
    source=source,
    claim=larger,
    given=(*order, *region),
    checks=(
        symbolic(using((region[0], 1), (order[1], 1)), part=0),
        symbolic(using((region[1], 1), (order[1], 1)), part=1),
    ),
    mutants=(
        Mutant(given=(order[0], *region), at={"P_FA": 1, "P_MD": 0, "delta": 1, "delta_2": 0}),
        Mutant(given=(order[1], *region), at={"P_FA": 0, "epsilon": 2, "epsilon_2": 1}),
    ),
)

corner_of_lines = Theorem(
    id="kov-eq2-corner",
    title="Where the two lines that bound the region meet",
    source=source,
    claim=(Eq(corner + exp(epsilon) * corner, 1 - delta), Eq(f(corner), corner)),
    checks=(symbolic(part=0), symbolic(largest(1 - delta - exp(epsilon) * corner), part=1)),
    mutants=(
        Eq(f(1 - corner), corner),
        Eq(corner + exp(-epsilon) * corner, 1 - delta),
        Eq(f(corner / 2), corner),
    ),
)

least_sum = Theorem(
    id="kov-eq2-least-sum",
    title="The smallest sum of the two errors in the privacy region",
    source=source,
    claim=Ge(md + fa, 2 * corner),
    given=region,
    checks=(symbolic(using(*((line, 1 / (1 + exp(epsilon))) for line in region))),),
    mutants=(
        Ge(md + fa, 3 * corner),
        Ge(md + fa, 2 * corner + delta),
        Mutant(given=region[:1], at={"P_FA": 0, "P_MD": "2/5", "delta": 0, "epsilon": 1}),
    ),
    notes="It is attained at the corner of the two lines.",
)
