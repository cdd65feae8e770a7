"""KOV Theorem 3.3, converse: every (epsilon, delta)-private pair is made from the canonical one."""

from sympy import Interval, Lambda, Sum, oo

from fdp_sym.functions import Max, Min
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    generic,
    hypothesis,
    integer,
    real,
    replacing,
    symbolic,
    termwise,
    through,
    using,
)

source = cite("kairouz2015composition", "Theorem 3.3", edition="arXiv:1311.0776v4")
# x = e^epsilon; masses P, Q of one outcome; t and c are chosen below
x, delta = real("x", Interval.open(1, oo)), real("delta", Interval.open(0, 1))
P, Q = real("P", Interval(0, oo)), real("Q", Interval(0, oo))
t, c = real("t", Interval(0, 1)), real("c", Interval(0, 1))

# the part of both with ratios in [1/x, x]
lower, upper = Min(P, x * Q), Min(Q, x * P)
scaled = Min(x * P, x**2 * Q)  # x lower
cut = Theorem(
    id="kov-3.3-kernel-cut",
    title="The part of two masses with ratios up to e^epsilon",
    source=source,
    claim=(Le(lower, P), Le(upper, Q), Le(upper, x * lower), Le(lower, x * upper)),
    checks=(
        symbolic(part=(0, 1, 3)),
        symbolic(replacing(x * lower, scaled), all_members(), part=2),
    ),
    mutants=(Le(upper, lower), Le(P, lower)),
)

# what the kernel makes of each canonical outcome, with v, u for these parts
v, u = real("v", Interval(0, oo)), real("u", Interval(0, oo))
parts = (Le(v, P), Le(u, Q), Le(u, x * v), Le(v, x * u))
p, q = c * ((1 - t) * v + t * u / x), c * u
from_first, from_last = (P - p) / delta, (Q - q) / delta
from_high, from_low = (value / ((1 - delta) * (x - 1)) for value in (x * p - q, x * q - p))
high, low = (1 - delta) * x / (1 + x), (1 - delta) / (1 + x)  # masses of the canonical pair

kernel = Theorem(
    id="kov-3.3-kernel",
    title="The canonical pair dominates: the kernel at one outcome",
    source=source,
    uses=("kov-3.3-kernel-cut", "kov-12-13-masses"),
    claim=(
        Ge(P - p, 0),
        Ge(Q - q, 0),
        Ge(x * p - q, 0),
        Ge(x * q - p, 0),
        Eq(delta * from_first + high * from_high + low * from_low, P),
        Eq(low * from_high + high * from_low + delta * from_last, Q),
    ),
    given=parts,
    checks=(
        symbolic(using((parts[0], 1), (parts[2], c * t / x)), part=0),
        symbolic(using((parts[1], 1)), part=1),
        symbolic(using((parts[2], c * (1 - t))), part=2),
        symbolic(using((parts[3], c * (1 - t))), part=3),
        symbolic(part=(4, 5)),
    ),
    mutants=(
        Mutant((Ge(P - p, 0),), given=parts[1:]),
        Mutant((Ge(x * q - p, 0),), given=parts[:3]),
        Eq(delta * from_first + low * from_high + high * from_low, P),
    ),
    notes=(
        "The canonical outcomes have the masses $(\\delta, high, low, 0)$ and $(0, low, high, "
        "\\delta)$. The kernel sends them to this outcome with the weights $(P-p)/\\delta$, "
        "$(xp-q)/((1-\\delta)(x-1))$, $(xq-p)/((1-\\delta)(x-1))$ and $(Q-q)/\\delta$, which are "
        "not negative and give back P and Q."
    ),
)

# the excesses of P over x Q and of Q over x P, in all; a <= b <= delta, or P and Q exchanged
i, n = integer("i", 1), integer("n", 1)
mass_P = generic("P", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
mass_Q = generic("Q", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
a, b = real("a", Interval.Ropen(0, 1)), real("b", Interval.Ropen(0, 1))
between = (Le(a, b), Le(b, delta))
chosen_t, chosen_c = (b - a) / (1 - a - (1 - b) / x), (1 - delta) / (1 - b)

choice = Theorem(
    id="kov-3.3-kernel-choice",
    title="The two parameters of the kernel",
    source=source,
    claim=(
        Ge(chosen_t, 0),
        Le(chosen_t, 1),
        Ge(chosen_c, 0),
        Le(chosen_c, 1),
        Eq((1 - chosen_t) * (1 - a) + chosen_t * (1 - b) / x, 1 - b),
        Eq(chosen_c * (1 - b), 1 - delta),
        Eq((x * (1 - delta) - (1 - delta)) / ((1 - delta) * (x - 1)), 1),
    ),
    given=between,
    checks=(symbolic(),),
    mutants=(
        Mutant(Le(chosen_c, 1), given=between[:1]),
        Mutant(Ge(chosen_t, 0), given=between[1:]),
        Eq(chosen_c * (1 - a), 1 - delta),
    ),
    notes=(
        "With them p and q have the mass $1 - \\delta$ each, so that every row of the kernel has "
        "the mass 1: $(1 - (1-\\delta))/\\delta$, and the last equation."
    ),
)

both = (mass_P(i), mass_Q(i))
cut_P, cut_Q = (Sum(Min(u, x * v), (i, 1, n)) for u, v in (both, both[::-1]))
excess_P, excess_Q = (Sum(Max(0, u - x * v), (i, 1, n)) for u, v in (both, both[::-1]))

masses = Theorem(
    id="kov-3.3-kernel-masses",
    title="The part of both distributions with ratios up to e^epsilon",
    source=source,
    claim=(Eq(cut_P, 1 - excess_P), Eq(cut_Q, 1 - excess_Q)),
    given=(Eq(Sum(both[0], (i, 1, n)), 1), Eq(Sum(both[1], (i, 1, n)), 1)),
    checks=(
        symbolic(through(Sum(both[0], (i, 1, n)) - excess_P), termwise(), hypothesis(), part=0),
        symbolic(through(Sum(both[1], (i, 1, n)) - excess_Q), termwise(), hypothesis(), part=1),
    ),
    mutants=(
        Mutant((Eq(cut_P, excess_P),), given=()),
        Mutant((Eq(cut_Q, 1 - 2 * excess_Q),), given=()),
    ),
    notes="The excesses are a and b; that they are at most delta is (epsilon, delta)-privacy.",
)

# adaptive composition: the second mechanism may depend on the first output y
r, w, y, z = integer("u", 1), integer("v", 1), integer("y", 1), integer("z", 1)
first, second = (r, 1, 4), (w, 1, 4)  # canonical outcomes
mu = generic("mu", facts=(), bounds=(0, oo), instances=[Lambda(r, r / 10)])
K = generic("K", facts=(), bounds=(0, oo), instances=[Lambda((r, y), 1 / (r + y))])
K2 = generic("K_2", facts=(), bounds=(0, oo), instances=[Lambda((y, w, z), 1 / (y + w + z))])
given_first = Sum(mu(w) * K2(y, w, z), second)  # of z, when the first output is y
together = Sum(mu(r) * mu(w) * (K(r, y) * K2(y, w, z)), first, second)

adaptive = Theorem(
    id="kov-3.3-adaptive",
    title="Two adaptive mechanisms as one kernel of two canonical outcomes",
    source=source,
    uses=("kov-3.3-kernel", "kov-3.3-kernel-choice", "kov-3.3-kernel-masses", "kov-2.4"),
    claim=Eq(Sum(mu(r) * K(r, y) * given_first, first), together),
    checks=(symbolic("factor into a sum", "exchange of finite sums"),),
    mutants=(
        together / 2,
        Sum(mu(r) * mu(w) * (K(r, y) * K2(y, r, z)), first, second),
    ),
    notes=(
        "The mass of the outputs y, z under either hypothesis, with mu the canonical masses. So k "
        "adaptive mechanisms on finite sets are a kernel of the k-fold canonical pair, by "
        "induction, and by data processing their region lies in that of Theorem 3.3. For general "
        "output spaces the kernel is that of the axiom blackwell, on which nothing here rests."
    ),
)
