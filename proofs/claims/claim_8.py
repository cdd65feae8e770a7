"""Claim 8: the k-fold region as an intersection of k regions."""

from sympy import Interval, Sum, binomial, exp

from fdp_sym.functions import Max
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import (
    Claim,
    Eq,
    Le,
    Mutant,
    Theorem,
    cite,
    counterexample,
    integer,
    lemma,
    real,
    symbolic,
)

source = cite("kairouz2015composition", "Theorem 3.3", edition="arXiv:1311.0776v4")
k, i, j = integer("k", 1), integer("i", 0), integer("j", 0)
delta = real("delta", Interval.Ropen(0, 1))
ratio = exp((k - 2 * i) * epsilon)
difference = exp((k - j) * epsilon) - exp((k - 2 * i + j) * epsilon)
delta_i = Sum(binomial(k, j) * Max(0, difference), (j, 0, k)) / (1 + exp(epsilon)) ** k
total = 1 - (1 - delta) ** k * (1 - delta_i)

claim = Claim(
    id="claim-8",
    number=8,
    title="The k-fold region is the intersection of regions ((k - 2i) eps, delta_i)",
    printed=(
        "The k-fold region is the intersection of k regions with the parameters $((k - 2 i) "
        "\\epsilon, \\delta_i)$, i = 0 to k - 1 or 1 to k, with $\\delta_i$ as in Theorem 3.3, "
        "for every $\\delta \\in [0, 1)$."
    ),
    source=source,
    claim=Le(total, delta_i),
    given=Le(i, k),
    checks=(counterexample(at={"k": 2, "i": 1, "delta": "1/2", "epsilon": 1}),),
    corrected="claim-8-corrected",
    notes=(
        "The left side is the profile of the k-fold composition at $(k - 2i) \\epsilon$: its "
        "region lies in the one with the right side only if the left is not above it, and for "
        "$\\delta > 0$ it is. For one mechanism the claim says that $(\\epsilon, \\delta)$ is "
        "$(\\epsilon, 0)$."
    ),
)

corrected = Theorem(
    id="claim-8-corrected",
    title="The regions of i and k - i agree, with the total delta",
    source=source,
    uses=("kov-3.3", "kov-3.3-mirror"),
    claim=Eq(ratio * (1 - total.subs(i, k - i)), 1 - total),
    given=Le(i, k),
    checks=(symbolic(lemma("kov-3.3-mirror", part=0), lemma("kov-3.3-mirror", part=1)),),
    mutants=(
        Mutant(Eq(1 - total.subs(i, k - i), 1 - total), at={"k": 3, "i": 1}),
        Mutant(Eq(ratio * total.subs(i, k - i), total), at={"k": 3, "i": 1}),
    ),
    notes=(
        "With the parameters $((k - 2i) \\epsilon, 1 - (1 - \\delta)^k (1 - \\delta_i))$ the claim "
        "is right for both ranges, i = 0 to k - 1 and i = 1 to k, and every $\\delta < 1$: by the "
        "equation the lines $x^{k-2i} \\alpha + \\beta = 1 - total$ of i and $\\alpha + x^{k-2i} "
        "\\beta$ of k - i are mirror images, and eq (2) has both, so i and k - i give one region. "
        "Each range has i or k - i for every $i \\le k/2$, which are those of Theorem 3.3. For "
        "$\\delta = 0$ the printed parameters are right."
    ),
)
