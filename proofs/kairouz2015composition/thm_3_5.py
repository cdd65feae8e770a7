"""KOV Theorem 3.5: the bound for mechanisms with different parameters."""

from sympy import E, Interval, Lambda, Sum, exp, log, oo, sqrt

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Le,
    Mutant,
    Theorem,
    cite,
    generic,
    increasing,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
    through,
    using,
)

source = cite("kairouz2015composition", "Theorem 3.5", edition="arXiv:1311.0776v4")
rate, target = real("lambda", Interval.open(0, oo)), real("target", Interval(0, oo))
least = rate * log(rate) - (rate + 1) * log(rate + 1)

# masses under Q and losses of the outcomes of one list of mechanisms, and of one more mechanism
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
loss = generic("L", facts=(), bounds=(-oo, oo), instances=[Lambda(i, i / 2 - 1)])
q2 = generic("q_2", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 2)])
loss2 = generic("L_2", facts=(), bounds=(-oo, oo), instances=[Lambda(j, 1 - j / 3)])
profile = Sum(q(i) * Max(0, 1 - exp(target - loss(i))), first)
moment = Sum(q(i) * exp(rate * loss(i)), first)

chernoff = Theorem(
    id="kov-3.5-chernoff",
    title="The profile of any pair by the exponential moment of its loss",
    source=source,
    uses=("kov-3.4-device",),
    claim=Le(profile, exp(least - rate * target) * moment),
    checks=(symbolic(termwise(), lemma("kov-3.4-device", {"loss": loss(i) - target})),),
    mutants=(
        Le(profile, exp(least - 2 * rate * target) * moment / 4),
        Le(profile, exp(2 * least - rate * target) * moment / 4),
    ),
    notes="With finitely many outcomes, of masses q under Q and $q e^{-L}$ under P.",
)

one_more = Sum(q2(j) * exp(rate * loss2(j)), second)
both = Sum(q(i) * q2(j) * exp(rate * (loss(i) + loss2(j))), second, first)

product = Theorem(
    id="kov-3.5-product",
    title="The exponential moment of one more mechanism",
    source=source,
    claim=Eq(Sum(q(i) * exp(rate * loss(i)) * one_more, first), both),
    checks=(symbolic("factor into a sum", "exchange of finite sums", termwise()),),
    mutants=(
        Eq(Sum(q(i) * exp(rate * loss(i)) * one_more, first), both / 2),
        Eq(Sum(q(i) * one_more, first), both),
    ),
    notes="So the moment of a list is the product of the moments of its mechanisms.",
)

A, S = real("A", Interval(0, oo)), real("S", Interval.open(0, oo))
M, M2, a, a2, v, v2 = (real(s, Interval(0, oo)) for s in ("M", "M_2", "a", "a_2", "v", "v_2"))
of_list, of_one = exp(rate * a + rate**2 * v / 2), exp(rate * a2 + rate**2 * v2 / 2)
bounded = (Le(M, of_list), Le(M2, of_one))

step = Theorem(
    id="kov-3.5-step",
    title="The bound of the exponential moment for one more mechanism",
    source=source,
    uses=("kov-3.5-product", "kov-3.4-moment"),
    claim=Le(M * M2, exp(rate * (a + a2) + rate**2 * (v + v2) / 2)),
    given=bounded,
    checks=(symbolic(using((bounded[0], M2), (bounded[1], of_list))),),
    mutants=(
        Mutant(given=bounded[:1]),
        Le(M * M2, exp(rate * (a + a2) + rate**2 * v / 2)),
    ),
    notes=(
        "One mechanism has the bound with $a_i = \\epsilon_i (e^{\\epsilon_i} - "
        "1)/(e^{\\epsilon_i} + 1)$ and $v_i = \\epsilon_i^2$, by kov-3.4-moment. By induction the "
        "moment of a list is at most $e^{\\lambda A + \\lambda^2 S^2/2}$, $A = \\sum a_i$, $S^2 = "
        "\\sum \\epsilon_i^2$."
    ),
)

most = exp(rate * A + rate**2 * S**2 / 2)
scale = exp(least - rate * target)

bound = Theorem(
    id="kov-3.5-bound",
    title="The profile of a list of mechanisms, for every lambda",
    source=source,
    uses=("kov-3.5-chernoff", "kov-3.4-constant"),
    claim=Le(profile, exp(-rate * target) * most / (rate + 1)),
    given=(Le(moment, most),),
    checks=(
        symbolic(
            through(scale * moment, scale * most),
            lemma("kov-3.5-chernoff"),
            lemma("kov-3.4-constant"),
        ),
    ),
    mutants=(Mutant(given=()), Le(profile, exp(-rate * target) * most / (rate + 9))),
)

slack, length = real("slack", Interval.open(0, 1)), real("ell", Interval.open(0, oo))
chosen = {rate: length / S, target: A + S * length}
beyond = exp(-rate * target + rate * A + rate**2 * S**2 / 2)

exponent = Theorem(
    id="kov-3.5-exponent",
    title="The exponent for the best lambda",
    source=source,
    claim=Le(beyond.subs(chosen), exp(-(length**2) / 2)),
    checks=(symbolic(increasing("exp")),),
    mutants=(
        Le(beyond.subs(chosen), exp(-(length**2))),
        Le(beyond.subs(chosen), exp(-length / 2)),
    ),
    notes="The two sides are equal.",
)

left = exp(-(length**2) / 2) / (length / S + 1)
at_length = profile.subs(target, A + S * length)
moment_at, most_at = moment.subs(rate, length / S), most.subs(rate, length / S)

best = Theorem(
    id="kov-3.5-length",
    title="The profile of a list of mechanisms beyond its mean",
    source=source,
    uses=("kov-3.5-bound", "kov-3.5-exponent"),
    claim=Le(at_length, left),
    given=(Le(moment_at, most_at),),
    checks=(
        symbolic(
            through((beyond / (rate + 1)).subs(chosen)),
            lemma("kov-3.5-bound", {"lambda": length / S, "target": chosen[target]}),
            lemma("kov-3.5-exponent"),
        ),
    ),
    mutants=(Mutant(given=()), Mutant(given=(Le(moment_at, most_at**2),))),
)

short, long = sqrt(2 * log(1 / slack)), sqrt(2 * log(E + S / slack))
moments = tuple(Le(moment_at.subs(length, ell), most_at.subs(length, ell)) for ell in (long, short))

bounds = Theorem(
    id="kov-3.5",
    title="The bounds of a heterogeneous composition",
    source=source,
    uses=(
        "kov-3.5-length",
        "kov-3.5-step",
        "kov-3.4-logarithms",
        "kov-3.4-size",
        "kov-3.1-two",
    ),
    claim=(
        Le(at_length.subs(length, long), slack),
        Le(at_length.subs(length, short), slack),
    ),
    given=moments,
    checks=(
        symbolic(
            through(left.subs(length, long)),
            lemma("kov-3.5-length", {"ell": long}),
            lemma("kov-3.4-logarithms", part=1),
            lemma("kov-3.4-size", {"ell": long}),
            part=0,
        ),
        symbolic(
            through(left.subs(length, short)),
            lemma("kov-3.5-length", {"ell": short}),
            part=1,
        ),
    ),
    mutants=(
        Mutant((Le(at_length.subs(length, long), slack),), given=()),
        Mutant((Le(at_length.subs(length, short), slack),), given=moments[:1]),
    ),
    notes=(
        "The profile of the composition at $\\tilde\\epsilon = A + S \\ell$, $\\ell^2 = 2 \\log(e "
        "+ S/\\tilde\\delta)$ and $2 \\log(1/\\tilde\\delta)$, where the moment at $\\lambda = "
        "\\ell/S$ is bounded as in kov-3.5-step. With slacks the total is $1 - (1 - "
        "\\tilde\\delta) \\prod (1 - \\delta_i)$; $\\sum \\epsilon_i$ is basic composition."
    ),
)
