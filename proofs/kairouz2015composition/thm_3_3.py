"""KOV Theorem 3.3: the exact k-fold composition of (epsilon, delta), for every k.

First k answers of randomised response (delta = 0), then delta > 0 by splitting it off.
"""

from sympy import Interval, Sum, binomial, exp, oo

from fdp_sym.functions import Max
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    binomial_theorem,
    cite,
    cut_sum,
    increasing,
    integer,
    largest,
    lemma,
    pascal,
    real,
    replacing,
    reversal,
    symbolic,
    symmetric_binomial,
    termwise,
    through,
    using,
)

source = cite("kairouz2015composition", "Theorem 3.3", edition="arXiv:1311.0776v4")
k, i, j = integer("k", 1), integer("i", 0), integer("j", 0)
x, whole = exp(epsilon), (1 + exp(epsilon)) ** k
# j of k answers speak against Q: binomial(k, j) outcomes, each of these masses
p_j, q_j = exp(j * epsilon), exp((k - j) * epsilon)
ratio = exp((k - 2 * i) * epsilon)

law = Theorem(
    id="kov-3.3-law",
    title="The law of k answers of randomised response",
    source=source,
    claim=(
        Eq(
            binomial(k + 1, j) * p_j / (1 + x) ** (k + 1),
            (binomial(k, j - 1) * p_j / x / whole) * x / (1 + x)
            + (binomial(k, j) * p_j / whole) / (1 + x),
        ),
        Eq(q_j / p_j, exp((k - 2 * j) * epsilon)),
        Eq(Sum(binomial(k, j) * p_j, (j, 0, k)) / whole, 1),
        Eq(Sum(binomial(k, j) * q_j, (j, 0, k)) / whole, 1),
    ),
    checks=(
        symbolic(pascal(), part=0),
        symbolic(part=1),
        symbolic(binomial_theorem(x, 1), part=2),
        symbolic(binomial_theorem(1, x), part=3),
    ),
    mutants=(
        Eq(q_j / p_j, exp((k - j) * epsilon)),
        Eq(Sum(binomial(k, j) * p_j, (j, 0, k - 1)) / whole, 1),
    ),
    notes="The first part adds an answer, which speaks against Q with probability x/(1+x) under P.",
)

difference = q_j - exp((k - 2 * i + j) * epsilon)  # q_j - ratio p_j
part = Max(0, difference)

signs = Theorem(
    id="kov-3.3-signs",
    title="The sign of each term of the Neyman-Pearson sum",
    source=source,
    claim=(
        Eq(
            Sum(binomial(k, j) * part, (j, 0, i - 1)),
            Sum(binomial(k, j) * difference, (j, 0, i - 1)),
        ),
        Eq(Sum(binomial(k, j) * part, (j, i, k)), 0),
    ),
    given=Le(i, k),
    checks=(
        symbolic(termwise(within=True), largest(difference), increasing("exp"), part=0),
        symbolic(termwise(within=True), largest(0), increasing("exp"), part=1),
    ),
    mutants=(
        Eq(Sum(binomial(k, j) * part, (j, 0, k)), Sum(binomial(k, j) * difference, (j, 0, k))),
        Eq(Sum(binomial(k, j) * part, (j, i - 1, k)), 0),
    ),
    notes="Outcomes of a likelihood ratio above $x^{k-2i}$ are those with j < i.",
)

hockey_stick = Sum(binomial(k, j) * part, (j, 0, k)) / whole
delta_i = Sum(binomial(k, j) * difference, (j, 0, i - 1)) / whole

profile = Theorem(
    id="kov-3.3-profile",
    title="delta_i is the profile of k answers at (k - 2i) epsilon",
    source=source,
    uses=("kov-3.3-law", "kov-3.3-signs", "drs-3.1-profile"),
    claim=Eq(hockey_stick, delta_i),
    given=Le(i, k),
    checks=(symbolic(cut_sum(i), lemma("kov-3.3-signs", part=0), lemma("kov-3.3-signs", part=1)),),
    mutants=(
        Mutant(Eq(hockey_stick, delta_i / 2), at={"k": 3, "i": 1}),
        Mutant(Eq(hockey_stick, Sum(binomial(k, j) * difference, (j, 0, i)) / (1 + x) ** (k + 1))),
    ),
    notes=(
        "The left side is the largest $Q(S) - x^{k-2i} P(S)$ over all tests. For every $i \\le k$, "
        "so also at negative $(k - 2i)\\epsilon$."
    ),
)

alpha_i = Sum(binomial(k, j) * p_j, (j, 0, i - 1)) / whole
power_i = Sum(binomial(k, j) * q_j, (j, 0, i - 1)) / whole
p_i, q_i = (binomial(k, i) * mass.subs(j, i) / whole for mass in (p_j, q_j))

vertices = Theorem(
    id="kov-3.3-vertices",
    title="Two consecutive optimal tests lie on the boundary of each region",
    source=source,
    uses=("kov-3.3-law", "neyman-pearson"),
    claim=(
        Eq(ratio * alpha_i + (1 - power_i), 1 - delta_i),
        Eq(ratio * (alpha_i + p_i) + (1 - power_i - q_i), 1 - delta_i),
    ),
    given=Le(i, k),
    checks=(symbolic(termwise(), part=0), symbolic(termwise(), part=1)),
    mutants=(
        Mutant(Eq(ratio * alpha_i + power_i, 1 - delta_i), at={"k": 3, "i": 1}),
        Mutant(Eq(alpha_i + (1 - power_i), 1 - delta_i), at={"k": 3, "i": 1}),
    ),
    notes=(
        "The test that rejects when less than i answers speak against Q, and the one that also "
        "rejects at i such answers. So the lines of slope $-x^{k-2i}$ are those of the lower "
        "boundary, each between two of its vertices: the regions' intersection is attained."
    ),
)

all_P, all_Q = (Sum(binomial(k, j) * mass, (j, 0, k)) for mass in (p_j, q_j))
mirrored = hockey_stick.subs(i, k - i)
below = all_P / whole + (hockey_stick - all_Q / whole) / ratio

mirror = Theorem(
    id="kov-3.3-mirror",
    title="The regions at (k - 2i) epsilon and at -(k - 2i) epsilon are the same",
    source=source,
    uses=("kov-3.3-law",),
    claim=(Eq(mirrored, below), Eq(1 - below, (1 - hockey_stick) / ratio)),
    given=Le(i, k),
    checks=(
        symbolic(
            reversal(),
            termwise(),
            symmetric_binomial(),
            "factor into a maximum",
            "negative part",
            part=0,
        ),
        symbolic(
            replacing(all_P, whole),
            replacing(all_Q, whole),
            binomial_theorem(x, 1),
            binomial_theorem(1, x),
            part=1,
        ),
    ),
    mutants=(
        Mutant(Eq(1 - mirrored, 1 - hockey_stick), at={"k": 3, "i": 1}),
        Mutant(Eq(mirrored, hockey_stick / ratio), at={"k": 3, "i": 1}),
    ),
    notes=(
        "So $x^{k-2i}(1 - \\delta_{k-i}) = 1 - \\delta_i$: the line $x^{k-2i} \\alpha + \\beta = 1 "
        "- \\delta_i$ with the errors exchanged is that of $k - i$."
    ),
)

# the profile as a function of t = e^eps, between the ratios of i and i + 1 answers
t = real("t", Interval.open(0, oo))
term, small = q_j - t * p_j, ratio / x**2
middle = (Le(t, ratio), Ge(t, small), Le(i, k - 1))
early, late = (Le(t, ratio), Le(j, i)), (Ge(t, small), Ge(j, i + 1))

positive = Theorem(
    id="kov-3.3-positive",
    title="The terms up to i are not negative where t is at most the ratio of i answers",
    source=source,
    claim=Ge(term, 0),
    given=early,
    checks=(symbolic(through(difference), increasing("exp")),),
    mutants=(Mutant(given=early[:1]), Mutant(given=early[1:])),
)

negative = Theorem(
    id="kov-3.3-negative",
    title="The terms beyond i are not positive where t is at least the ratio of i + 1 answers",
    source=source,
    claim=Le(term, 0),
    given=late,
    checks=(symbolic(through(q_j - exp((k - 2 * i - 2 + j) * epsilon)), increasing("exp")),),
    mutants=(Mutant(given=late[:1]), Mutant(given=late[1:])),
)

affine = Sum(binomial(k, j) * term, (j, 0, i))
pieces = Theorem(
    id="kov-3.3-pieces",
    title="The profile of k answers is affine in e^eps between two ratios",
    source=source,
    uses=("kov-3.3-positive", "kov-3.3-negative"),
    claim=(
        Eq(Sum(binomial(k, j) * Max(0, term), (j, 0, i)), affine),
        Eq(Sum(binomial(k, j) * Max(0, term), (j, i + 1, k)), 0),
    ),
    given=middle,
    checks=(
        symbolic(termwise(within=True), largest(term), lemma("kov-3.3-positive"), part=0),
        symbolic(termwise(within=True), largest(0), lemma("kov-3.3-negative"), part=1),
    ),
    mutants=(
        Eq(Sum(binomial(k, j) * Max(0, term), (j, i, k)), 0),
        Mutant(Eq(Sum(binomial(k, j) * Max(0, term), (j, 0, i)), affine), given=middle[1:]),
    ),
)

# a point (alpha, beta), an affine piece a - b t of the profile, and its two ends
alpha, beta = real("alpha", Interval(0, 1)), real("beta", Interval(0, 1))
a, b, s = real("a", Interval(0, oo)), real("b", Interval(0, oo)), real("s", Interval(0, 1))
t0, t1 = real("t_0", Interval.open(0, oo)), real("t_1", Interval.open(0, oo))
at_ends = tuple(Ge(end * alpha + beta, 1 - (a - b * end)) for end in (t0, t1))
between = s * t0 + (1 - s) * t1
outer = (Ge(t0 * alpha + beta, 1), Ge(alpha + t0 * beta, 1))

half_planes = Theorem(
    id="kov-3.3-half-planes",
    title="The half-planes at the ratios imply all others",
    source=source,
    claim=(
        Ge(between * alpha + beta, 1 - (a - b * between)),
        Ge((t0 + t1) * alpha + beta, 1),
        Ge(alpha / (t0 + t1) + beta, 1 / (t0 + t1)),
    ),
    given=(*at_ends, *outer),
    checks=(
        symbolic(using((at_ends[0], s), (at_ends[1], 1 - s)), part=0),
        symbolic(using((outer[0], 1)), part=1),
        symbolic(using((outer[1], 1 / (t0 + t1))), part=2),
    ),
    mutants=(
        Mutant(given=(at_ends[0], *outer)),
        Mutant(given=at_ends),
    ),
    notes=(
        "Each half-plane $t \\alpha + \\beta \\ge 1 - \\delta(\\log t)$ between two ratios follows "
        "from those at the ratios, as the profile is affine there; beyond $x^k$ it is 0, and below "
        "$x^{-k}$ it is $1 - t$. By the convexity of the region it is the intersection of all "
        "half-planes, so of those at $t = x^{k-2i}$; i and k - i belong to one region."
    ),
)

rate = real("delta", Interval.Ropen(0, 1))
exact_composition = Theorem(
    id="kov-3.3",
    title="The exact composition of k mechanisms",
    source=source,
    uses=(
        "kov-3.3-profile",
        "kov-3.3-vertices",
        "kov-3.3-mirror",
        "kov-3.3-pieces",
        "kov-3.3-half-planes",
        "kov-3.3-slacks",
        "kov-12-13",
        "drs-3.3-profile",
    ),
    claim=Eq(1 - (1 - rate) ** k * (1 - hockey_stick), 1 - (1 - rate) ** k * (1 - delta_i)),
    given=Le(i, k),
    checks=(symbolic(lemma("kov-3.3-profile")),),
    mutants=(
        Mutant(
            Eq(1 - (1 - rate) ** k * (1 - hockey_stick), 1 - (1 - rate) * (1 - delta_i)),
            at={"k": 3, "i": 1, "delta": "1/4"},
        ),
        Mutant(
            Eq(1 - (1 - rate) ** k * (1 - hockey_stick), rate + delta_i),
            at={"k": 3, "i": 1, "delta": "1/4"},
        ),
    ),
    notes=(
        "The left side is the profile at $(k - 2i) \\epsilon$ of the k-fold canonical pair: "
        "$f_{\\epsilon,\\delta} = f_{\\epsilon,0} \\otimes f_{0,\\delta}$, and the k slacks "
        "compose to $1 - (1 - \\delta)^k$. Its region is the intersection of the regions $R((k - "
        "2i) \\epsilon, 1 - (1 - \\delta)^k (1 - \\delta_i))$, $0 \\le i \\le k/2$. That it "
        "contains the region of every composition of k mechanisms is the converse, "
        "kov-3.3-converse."
    ),
)

slacks = Theorem(
    id="kov-3.3-slacks",
    title="The slack of k mechanisms",
    source=source,
    uses=("drs-3.3-slack",),
    claim=(
        Eq(1 - (1 - (1 - (1 - rate) ** k)) * (1 - rate), 1 - (1 - rate) ** (k + 1)),
        Eq(rate + (1 - rate) * (1 - a), 1 - (1 - rate) * a),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(1 - (1 - (1 - rate) ** k) * (1 - rate), 1 - (1 - rate) ** (k + 1)),
        Eq(rate + (1 - rate) * (1 - a), 1 - a),
    ),
    notes="One more slack, and the profile of a product with a slack.",
)
